//! An operation on one side although everything else in the note is about the other.

mod both_sides;
mod organ_mention;
mod procedures;
mod regions;
mod words;

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, word_list};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use both_sides::assign_operation_side;
use organ_mention::OrganMention;
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};
use words::{OPERATIONS, ORGANS, Side, is_of_eyes, organ_of, side_of, side_of_eye, side_of_letter};

/// Words of a sentence that mentions an organ on both sides, folded.
const BOTH_SIDES_WORDS: [&str; 5] = ["bilateral", "both ", "ambos", "ambas", "versus"];

/// Words of a sentence that compares one side with the other, folded.
static CONTRASTS: LazyLock<Pattern> = LazyLock::new(|| {
    let others = ["contralateral", "other side", "otro lado", "compared", "unlike", "nativ"];
    Pattern::new(&[&BOTH_SIDES_WORDS[..], &others].concat().join("|"))
});

/// Words that make the organ in a sentence healthy, so that it is not a finding, folded.
static HEALTHY_WORDS: LazyLock<Pattern> = LazyLock::new(|| {
    let words = [
        "normal",
        "unremarkable",
        "conservad",
        "sin hallazgos",
        "sin alteracion",
        "no intervenid",
        "no operad",
        "not operated",
        "unoperated",
        "entirely well",
        "healthy",
        "asymptomatic",
        "unaffected",
        "spared",
        "pain-free",
        "pain free",
        "clear",
        "sana ",
        "sano ",
        "sin dolor",
        "asintomatic",
        "integr",
        "indemne",
        "sin litiasis",
        "sin lesion",
        "sin masas",
        "sin dilatacion",
        "bien expandid",
        "well expanded",
        "intact",
        "libre de",
        "no abnormalit",
        "remanente",
        "bi-?rads:? ?[12]\\b",
        "fully expanded",
        "characteristics",
    ];
    Pattern::new(&words.join("|"))
});

/// Words for a biopsy that was not taken or not reported yet, folded.
const BIOPSY_AWAITED: [&str; 8] =
    ["pending", "request", "await", "not done", "pendiente", "solicita", "a la espera", "no realizad"];

/// The side that a word means: `Some(true)` for the right. `shown` is the word as written: single letters must be
/// capitals.
pub(super) fn side_of_word(folded: &str, shown: &str) -> Option<bool> {
    let side = side_of(folded).or(match shown {
        "R" | "Rt" | "RT" | "Dcha" | "dcha" | "der" | "dcho" => Some(Side::Right),
        "L" | "Lt" | "LT" | "Izq" | "izq" | "izda" | "izdo" => Some(Side::Left),
        _ => None,
    })?;
    Some(side == Side::Right)
}

/// The sides in a block or a draft; `both` holds organs mentioned on both sides at once.
#[derive(Clone, Debug, Default)]
struct Sides {
    named: Vec<OrganMention>,
    both: Vec<usize>,
}

/// The maximum number of locations kept per organ, side and kind.
const MAX_PLACES: usize = 2;

impl Sides {
    fn add(&mut self, one: OrganMention) {
        let same = |known: &&OrganMention| {
            (known.organ, known.side, known.is_operation, known.is_past)
                == (one.organ, one.side, one.is_operation, one.is_past)
        };
        if self.named.iter().filter(same).count() < MAX_PLACES {
            self.named.push(one);
        }
    }
}

struct SideScan;

impl Scan for SideScan {
    type State = ();
    type Summary = Sides;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Sides, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Sides> = block.fact(sides_in);
            for one in &here.named {
                summary.add(OrganMention { span: one.span.shift(block.start), ..*one });
            }
            for organ in &here.both {
                if !summary.both.contains(organ) {
                    summary.both.push(*organ);
                }
            }
        }
    }
}

fn sides_in(block: &BlockContext<'_>) -> Sides {
    let mut out = Sides::default();
    for sentence in block.sentences() {
        let text = block.slice(sentence.span);
        let section = block.section_at(sentence.span.start as usize);
        if section == Section::FamilyHistory {
            continue;
        }
        let mut words: Vec<(String, Span)> = Vec::new();
        let mut at = sentence.span.start as usize;
        for piece in text.split_inclusive(|c: char| !c.is_alphabetic() && c != '-') {
            let word = piece.trim_matches(|c: char| !c.is_alphabetic());
            if !word.is_empty() {
                words.push((fold(word), Span::new(at, at + piece.len())));
            }
            at += piece.len();
        }
        let folded = fold(text);
        let contrasts = CONTRASTS.is_match(&folded);
        let is_healthy = HEALTHY_WORDS.is_match(&folded);
        let names_a_side = words.iter().any(|(word, span)| {
            let piece = block.slice(*span);
            side_of(word).is_some() || side_of_letter(piece).is_some() || side_of_eye(piece).is_some()
        });
        // Most sentences mention no side and contribute nothing.
        if !names_a_side && !contrasts {
            continue;
        }
        // "Masa en mama derecha, pendiente de biopsia" locates the mass; the operation is what follows.
        let awaits: &[&str] = if BIOPSY_AWAITED.iter().any(|word| folded.contains(word)) {
            &["biopsy", "biopsia"]
        } else {
            &[]
        };
        let without_times = word_list!("contradiction/sides/sides-in")
            .iter()
            .chain(awaits)
            .fold(folded.clone(), |text, word| text.replace(word, ""));
        let is_operation = OPERATIONS.iter().any(|stem| without_times.contains(stem));
        let names_both = BOTH_SIDES_WORDS.iter().any(|word| folded.contains(word));
        join_chest_tubes(&mut words);
        let mut here: Vec<OrganMention> = Vec::new();
        let is_binding = ["consent", "procedure:", "operation:", "intervencion:", "time out", "timeout"]
            .iter()
            .any(|word| folded.contains(word));
        for (index, (word, span)) in words.iter().enumerate() {
            let letter = side_of_letter(block.slice(*span));
            if let Some(eye) = eye_at(block, &words, index) {
                let said = assertion::within(block, *sentence, eye.span);
                if said.experiencer != Experiencer::Relative && said.state != State::Negated {
                    let is_past = said.state == State::Historical
                        || section == Section::PastHistory
                        || is_of_the_past(clause_around(text, eye.span, *sentence));
                    here.push(OrganMention { is_operation, is_binding, is_past, ..eye });
                }
                continue;
            }
            let Some(side) = side_of(word).filter(|_| !is_radiotherapy(block, &words, index)).or(letter)
            else {
                if names_both || contrasts && is_operation {
                    out.both.extend(organ_of(word));
                }
                continue;
            };
            // "right renal mass", "masa renal derecha", "mastectomía radical izquierda": the nearest organ within
            // reach.
            let reach: &[isize] = if letter.is_some() { &[1, 2] } else { &[1, -1, 2, -2, 3, -3] };
            let near = reach.iter().find_map(|step| {
                let at = index.checked_add_signed(*step)?;
                let (word, other) = words.get(at)?;
                let gap = Span { start: span.end.min(other.end), end: span.start.max(other.start) };
                let apart = block.slice(span.cover(*other)).trim_end_matches(|c: char| !c.is_alphabetic());
                // "Hip fracture, left."
                let is_appended = *step < 0
                    && apart.matches(',').count() == 1
                    && !apart.contains([';', '.', ':', '(', ')'])
                    && block
                        .slice(*span)
                        .trim_start_matches(char::is_alphabetic)
                        .starts_with(['.', ';', '\n']);
                (gap.len() < 40 && (is_appended || !apart.contains([';', '.', ',', ':', '(', ')'])))
                    .then(|| organ_of(word).map(|organ| (organ, *other)))
                    .flatten()
            });
            let Some((organ, other)) = near else { continue };
            // "Riñón izquierdo de características normales": the healthy side is mentioned for comparison.
            if contrasts && !is_operation {
                out.both.push(organ);
                continue;
            }
            if is_healthy && is_healthy_around(text, span.cover(other), *sentence, is_operation) {
                continue;
            }
            let place = span.cover(other);
            let said = assertion::within(block, *sentence, place);
            if said.experiencer == Experiencer::Relative || said.state == State::Negated {
                continue;
            }
            let is_done = is_operation
                && ["since", "hace ", "in 19", "in 20", "en 19", "en 20", "desde", "previous", "prior"]
                    .iter()
                    .any(|word| folded.contains(word));
            // "Ecografía previa: masa en el riñón izquierdo": the examination is in the past, but not its finding.
            let is_of_label = said.cue.is_some_and(|cue| {
                cue.end <= place.start
                    && block.slice(Span { start: cue.end, end: place.start }).starts_with(':')
            });
            // "Post-procedure film" is a current image.
            let is_behind_it = said.cue.is_some_and(|cue| {
                fold(block.slice(cue)) == "post"
                    && block.prose().get(cue.end as usize..).is_some_and(|rest| rest.starts_with('-'))
            });
            let is_past = said.state == State::Historical && !is_of_label && !is_behind_it
                || section == Section::PastHistory
                || is_done
                || is_of_the_past(clause_around(text, place, *sentence));
            let len = block.slice(place).trim_end_matches(|c: char| !c.is_alphabetic()).len();
            let span = Span::new(place.start as usize, place.start as usize + len);
            here.push(OrganMention { organ, side, is_operation, is_binding, is_past, span });
        }
        assign_operation_side(block, &words, &folded, &mut here, &mut out.both);
        for one in here {
            out.add(one);
        }
    }
    out
}

/// The eye that an abbreviation refers to, if an eye disease or eye operation is just before or after it: "cataract
/// LE", "macula-off RD OS", "facoemulsificación OI".
fn eye_at(block: &BlockContext<'_>, words: &[(String, Span)], index: usize) -> Option<OrganMention> {
    /// How many words before the abbreviation are examined.
    const MAX_WORDS_BEFORE: usize = 3;
    let (_, span) = words.get(index)?;
    let side = side_of_eye(block.slice(*span))?;
    let organ = organ_of("eye")?;
    let is_near = |(word, other): &&(String, Span)| {
        let gap = block.slice(Span { start: span.end.min(other.end), end: span.start.max(other.start) });
        let own = if other.start < span.start { block.slice(*other) } else { block.slice(*span) };
        let apart = [own.trim_start_matches(|c: char| c.is_alphabetic() || c == '-'), gap].concat();
        is_of_eyes(word) && !apart.contains([';', '.', ',', ':', '(', ')'])
    };
    let before = words.get(index.saturating_sub(MAX_WORDS_BEFORE)..index)?.iter().rev().find(is_near);
    let (_, other) = before.or_else(|| words.get(index + 1).filter(is_near))?;
    let place = span.cover(*other);
    let len = block.slice(place).trim_end_matches(|c: char| !c.is_alphabetic()).len();
    let place = Span::new(place.start as usize, place.start as usize + len);
    Some(OrganMention { organ, side, is_operation: false, is_binding: false, is_past: false, span: place })
}

/// Whether `RT` in capitals is radiotherapy: no organ follows, or one that can be irradiated.
fn is_radiotherapy(block: &BlockContext<'_>, words: &[(String, Span)], index: usize) -> bool {
    let is_capital = words
        .get(index)
        .is_some_and(|(_, span)| block.slice(*span).trim_end_matches(|c: char| !c.is_alphabetic()) == "RT");
    let next = words.get(index + 1).and_then(|(word, _)| organ_of(word));
    is_capital && (next.is_none() || next == organ_of("breast") || next == organ_of("lung"))
}

/// Merges "chest tube" into one word, because its chest is not an organ.
fn join_chest_tubes(words: &mut [(String, Span)]) {
    for at in 1..words.len() {
        // "Tubo de tórax derecho".
        let is_spanish_tube = words.get(at).is_some_and(|(word, _)| word == "torax")
            && at >= 2
            && words.get(at - 2).is_some_and(|(word, _)| matches!(word.as_str(), "tubo" | "drenaje"));
        if is_spanish_tube && let Some((chest, _)) = words.get_mut(at) {
            "chesttube".clone_into(chest);
        }
        let is_tube = words.get(at).is_some_and(|(word, _)| matches!(word.as_str(), "tube" | "drain"));
        if let Some((chest, _)) = words.get_mut(at - 1).filter(|(word, _)| is_tube && word == "chest") {
            chest.push_str("tube");
            if let Some((tube, _)) = words.get_mut(at) {
                "chesttube".clone_into(tube);
            }
        }
    }
}

/// The part of a sentence between commas and semicolons around a range.
fn clause_around(text: &str, place: Span, sentence: crate::Sentence) -> &str {
    let from = (place.start - sentence.span.start) as usize;
    let to = (place.end - sentence.span.start) as usize;
    let start = text.get(..from).and_then(|ahead| ahead.rfind([',', ';'])).map_or(0, |at| at + 1);
    let end = text.get(to..).and_then(|behind| behind.find([',', ';'])).map_or(text.len(), |at| to + at);
    text.get(start..end).unwrap_or(text)
}

/// Whether the clause around a range calls its object healthy. In a sentence about an operation it must be a separate
/// clause without an operation.
fn is_healthy_around(text: &str, place: Span, sentence: crate::Sentence, is_operation: bool) -> bool {
    let from = (place.start - sentence.span.start) as usize;
    let to = (place.end - sentence.span.start) as usize;
    let ends: &[char] = if is_operation { &[';', '.', ','] } else { &[';', '.'] };
    let start = text.get(..from).and_then(|ahead| ahead.rfind(ends)).map_or(0, |at| at + 1);
    let end = text.get(to..).and_then(|behind| behind.find(ends)).map_or(text.len(), |at| to + at);
    let clause = fold(text.get(start..end).unwrap_or(text));
    HEALTHY_WORDS.is_match(&clause) && !(is_operation && OPERATIONS.iter().any(|stem| clause.contains(stem)))
}

/// Whether a clause is about another time: a year, or words for the past.
fn is_of_the_past(clause: &str) -> bool {
    let folded = fold(clause);
    let is_year = |word: &str| word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    folded.split([' ', '(', ')', '.']).any(|word| is_year(word) && word.bytes().all(|b| b.is_ascii_digit()))
        || word_list!("contradiction/sides/is-of-the-past").iter().any(|word| folded.contains(word))
}

/// Reports an operation on one side if the rest of the note is about the other side only.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Sides::default();
    for group in draft.scan::<SideScan>(()) {
        for one in &group.summary.named {
            all.add(OrganMention { span: one.span.shift(group.start), ..*one });
        }
        all.both.extend(group.summary.both.iter().copied());
    }
    let mut out = Vec::new();
    for organ in 0..ORGANS.len() {
        if all.both.contains(&organ) {
            continue;
        }
        let of_organ = || all.named.iter().filter(move |one| one.organ == organ && !one.is_past);
        for side in [Side::Right, Side::Left] {
            let operated = of_organ().find(|one| one.side == side && one.is_operation);
            let elsewhere = of_organ().any(|one| one.side == side && !one.is_operation);
            let past = all.named.iter().any(|one| one.organ == organ && one.is_past);
            // Consent for one side and findings on the other, even if the correct side is also planned elsewhere.
            let bound = of_organ().find(|one| one.side == side && one.is_operation && one.is_binding);
            if let (Some(here), Some(there), false, false, true) = (
                bound,
                of_organ().find(|one| one.side != side && !one.is_operation),
                elsewhere,
                past,
                of_organ().any(|one| one.side != side && one.is_operation && !one.is_binding),
            ) {
                out.push(remark(draft, here.span, there.span));
                continue;
            }
            let other = of_organ().find(|one| one.side != side && !one.is_operation);
            let other_operated = of_organ().any(|one| one.side != side && one.is_operation);
            if let (Some(here), Some(there), false, false, false) =
                (operated, other, elsewhere, past, other_operated)
            {
                out.push(remark(draft, here.span, there.span));
            } else if let (Some(here), Some(there), false, false) = (
                operated,
                of_organ().find(|one| one.side != side && one.is_operation && side == Side::Left),
                // Findings on both sides mean that both are affected.
                [Side::Right, Side::Left].iter().all(|side| {
                    let mut findings = all.named.iter().filter(|one| one.organ == organ && !one.is_operation);
                    findings.any(|one| one.side == *side)
                }),
                past,
            ) && draft.text(here.span).map(without_side) == draft.text(there.span).map(without_side)
            {
                // The same operation on both sides, in two places, without an explanation.
                let (first, second) =
                    if here.span.start < there.span.start { (here, there) } else { (there, here) };
                out.push(remark(draft, second.span, first.span));
            }
        }
    }
    if out.is_empty() {
        let places = procedures::on_both_sides(draft).or_else(|| regions::operated(draft));
        out.extend(places.map(|(here, there)| remark(draft, here, there)));
    }
    out
}

/// The words of a range without the side.
fn without_side(text: &str) -> String {
    let folded = fold(text);
    let words: Vec<&str> = folded
        .split(|c: char| !c.is_alphabetic() && c != '-')
        .filter(|word| !word.is_empty() && side_of(word).is_none() && !matches!(*word, "r" | "l"))
        .collect();
    words.join(" ")
}

fn remark(draft: &Draft<'_>, here: Span, there: Span) -> Remark {
    let (this, that) = (draft.text(here).unwrap_or_default(), draft.text(there).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (
            format!("«{this}» aquí y «{that}» en otro lugar: ¿qué lado es? Compruebe los dos lugares."),
            "el otro lado",
        )
    } else {
        (
            format!("“{this}” here and “{that}” elsewhere: which side is it? Check both places."),
            "the other side",
        )
    };
    Remark::new(here, message).with_severity(Severity::Warning).with_related(there, other)
}
