//! An organ that was removed long ago but that the note examines or operates on.

mod organs;

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold_joined;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, forms, words};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use organs::{ORGANS, Operation, OrganPatterns};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A mention of an organ; `side` is empty for a single organ or without a side.
#[derive(Clone, Debug)]
struct OrganMention {
    organ: usize,
    side: &'static str,
    span: Span,
    /// Whether it is an undated state of the patient; only later findings count.
    is_bare: bool,
}

/// The removals and findings of organs in a block or a draft.
#[derive(Clone, Debug, Default)]
struct Organs {
    removed: Vec<OrganMention>,
    present: Vec<OrganMention>,
}

struct OrganScan;

impl Scan for OrganScan {
    type State = ();
    type Summary = Organs;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Organs, block: &BlockContext<'_>) {
        if !block.is_prose() || block.in_references {
            return;
        }
        let here: Arc<Organs> = block.fact(organs_in);
        let moved =
            |place: &OrganMention| OrganMention { span: place.span.shift(block.start), ..place.clone() };
        summary.removed.extend(here.removed.iter().map(moved));
        summary.present.extend(here.present.iter().map(moved));
    }
}

/// Words for an absent organ or a part of one, folded.
static PARTIAL_OR_ABSENT: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/removed/partial-or-absent"));

/// Words for a recent operation, whose indication may be in the same note, folded.
static RECENT_OPERATION: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/removed/recent-operation"));

/// Whether the folded words before an operation plan it.
fn is_planned_by(before: &str, in_plan: bool) -> bool {
    static PLANNED: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(&format!(
            r"\b(?:{words})[ :,]*(?:an? |una? )?(?:urgent |emergency |elective |laparoscopic |lap )*$",
            words = forms("contradiction/removed/planned")
        ))
    });
    let bare = before.rsplit(':').next().unwrap_or(before);
    PLANNED.is_match(before)
        || in_plan && bare.trim_matches([' ', '-', '.', ')']).chars().all(|c| c.is_ascii_digit())
}

/// Whether a sentence places an operation long ago: a year alone, "years ago", an age, "as a child".
fn is_long_ago(folded: &str) -> bool {
    // "El 4 de noviembre de 2025" and "on 4 November 2025" are days, possibly of this stay.
    static DAY: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"\b[0-3]?[0-9](?:st|nd|rd|th)?(?: de| of)? [a-z]{3,10},?(?: de| del)? (?:19|20)[0-9]{2}\b|\b[a-z]{3,9} [0-3]?[0-9](?:st|nd|rd|th)?,? (?:19|20)[0-9]{2}\b|\b[0-3]?[0-9][/.-][01]?[0-9][/.-](?:19|20)[0-9]{2}\b|\b(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]\b",
        )
    });
    let folded = &DAY.replace_all(folded, " ");
    static LONG_AGO: LazyLock<Pattern> =
        LazyLock::new(|| Pattern::new(&forms("contradiction/removed/long-ago")));
    LONG_AGO.is_match(folded)
}

/// A year directly after an operation, folded.
static YEAR_BEHIND: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"^,? ?\(?(?:in |en )?(?:19[3-9]|20[0-9])[0-9]\b"));

fn organs_in(block: &BlockContext<'_>) -> Organs {
    /// A fragment of every word in the patterns, to skip most blocks quickly.
    static ANY_ORGAN: LazyLock<Pattern> =
        LazyLock::new(|| Pattern::new(&forms("contradiction/removed/any-organ")));
    let mut out = Organs::default();
    if !ANY_ORGAN.is_match(block.prose()) {
        return out;
    }
    for sentence in block.sentences() {
        let section = block.section_at(sentence.span.start as usize);
        if section == Section::FamilyHistory {
            continue;
        }
        let text = block.slice(sentence.span);
        let folded = fold_joined(text);
        // "Mama derecha sin nódulos": the denial is a part of what is found.
        let denies_itself =
            |said: &assertion::Assertion, span: Span| said.cue.is_some_and(|cue| span.contains(cue));
        // Offsets are valid only if folding preserves the length of each character.
        let byte = |at: usize| {
            let nth = folded.get(..at).map_or(0, |ahead| ahead.chars().count());
            text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
        };
        let at = sentence.span.start as usize;
        let is_past = section == Section::PastHistory || names_history(&folded);
        let is_dated = is_past || is_long_ago(&folded);
        for (organ, patterns) in ORGANS.iter().enumerate() {
            let span_of =
                |found: regex::Match<'_>| Span::new(at + byte(found.start()), at + byte(found.end()));
            let is_of_patient = |found: regex::Match<'_>, span: Span| {
                let said = assertion::within(block, *sentence, span);
                said.experiencer == Experiencer::Patient
                    && (matches!(said.state, State::Confirmed | State::Historical | State::Pending)
                        || denies_itself(&said, span))
                    && !names_others(clause_before(&folded, found.start()))
            };
            let only_planned = patterns.operation == Operation::OnlyPlanned;
            if let Some(found) = patterns.removed.captures(&folded)
                && let Some(whole) = found.get(0)
            {
                let span = span_of(whole);
                // "Splenectomy 2011 with a response until this winter": a year directly after it makes it certain.
                let behind = folded.get(whole.end()..).unwrap_or_default();
                let said = assertion::within(block, *sentence, span);
                let is_certain = YEAR_BEHIND.is_match(behind)
                    && said.state != State::Negated
                    && said.experiencer == Experiencer::Patient
                    && !names_others(clause_before(&folded, whole.start()));
                if !is_certain && !is_of_patient(whole, span) || is_of_a_part(&folded) {
                    continue;
                }
                let place = OrganMention { organ, side: side_of(&found, patterns), span, is_bare: false };
                let before = folded.get(..whole.start()).unwrap_or_default();
                if only_planned || is_dated && !RECENT_OPERATION.iter().any(|word| folded.contains(word)) {
                    out.removed.push(place);
                } else if !is_dated && is_state(&folded) {
                    out.removed.push(OrganMention { is_bare: true, ..place });
                } else if !is_dated
                    && patterns.operation == Operation::Again
                    && is_planned_by(before, section.is_plan())
                {
                    out.present.push(place);
                }
                continue;
            }
            // "PSH: TAH 2012.↵TVUS today: endometrium 9 mm": the line below the history is a current finding.
            let is_seen_now = is_past && !is_long_ago(&folded) && tells_now(&folded);
            if is_dated && !is_seen_now {
                continue;
            }
            let Some(found) = patterns.present.captures(&folded) else { continue };
            let Some(whole) = found.get(0) else { continue };
            // "Left dorsalis pedis absent; right palpable": absence on one side does not concern the other.
            let around = if patterns.has_sides { clause_around(&folded, whole) } else { &folded };
            if PARTIAL_OR_ABSENT.iter().any(|word| around.contains(word)) {
                continue;
            }
            let span = span_of(whole);
            let before = folded.get(..whole.start()).unwrap_or_default();
            let said = assertion::within(block, *sentence, span);
            let is_there = if only_planned {
                is_planned_by(before, section.is_plan())
            } else {
                said.state == State::Confirmed || denies_itself(&said, span)
            };
            if is_there && is_of_patient(whole, span) {
                out.present.push(OrganMention {
                    organ,
                    side: side_of(&found, patterns),
                    span,
                    is_bare: false,
                });
            }
        }
    }
    out
}

/// Whether a folded sentence describes an examination or the present day.
fn tells_now(folded: &str) -> bool {
    static EXAMINATION_NAMES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/removed/examination-names"));
    EXAMINATION_NAMES.iter().any(|name| folded.starts_with(name))
        || folded.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "today" | "hoy"))
}

/// Whether a folded sentence gives an operation as the patient's history: "Apendicectomizado.", "prior appendectomy".
fn is_state(folded: &str) -> bool {
    /// The longest sentence that contains only such a state.
    const MAX_LEN: usize = 40;
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let is_bare = folded.trim().len() <= MAX_LEN
        && words.first().is_some_and(|word| word.contains("ectomiza"))
        && !folded.contains(|c: char| c.is_ascii_digit());
    let is_prior = words.windows(2).any(|pair| match pair {
        [before, operation] => {
            matches!(*before, "prior" | "previous" | "remote") && operation.ends_with("ectomy")
                || matches!(*operation, "previa" | "antigua") && before.ends_with("ectomia")
        }
        _ => false,
    });
    (is_bare || is_prior)
        && !RECENT_OPERATION.iter().any(|word| folded.contains(word))
        && !folded.contains("urgen")
}

/// Whether a folded sentence begins with an inline history label: "PMH appendicectomy".
fn names_history(folded: &str) -> bool {
    [
        "pmh ",
        "psh ",
        "pshx ",
        "pmhx ",
        "ap ",
        "aqx",
        "iqx",
        "iq:",
        "antecedentes ",
        "surgical history",
        "past surgical",
    ]
    .iter()
    .any(|name| folded.starts_with(name))
}

/// Whether a folded sentence is about an operation on part of an organ.
fn is_of_a_part(folded: &str) -> bool {
    ["partial", "subtotal", "parcial", "hemi", "unilateral"].iter().any(|word| folded.contains(word))
}

/// The clause of a folded sentence before an offset.
fn clause_before(folded: &str, at: usize) -> &str {
    let ahead = folded.get(..at).unwrap_or_default();
    ahead.rfind(';').and_then(|mark| ahead.get(mark..)).unwrap_or(ahead)
}

/// The clause of a folded sentence, between semicolons, that contains a match.
fn clause_around<'t>(folded: &'t str, found: regex::Match<'_>) -> &'t str {
    let start = folded.get(..found.start()).and_then(|ahead| ahead.rfind(';')).map_or(0, |at| at + 1);
    let end = folded
        .get(found.end()..)
        .and_then(|behind| behind.find(';'))
        .map_or(folded.len(), |at| found.end() + at);
    folded.get(start..end).unwrap_or(folded)
}

/// Whether folded words mention a relative.
fn names_others(folded: &str) -> bool {
    static RELATIVES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/removed/relatives"));
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.iter().any(|word| RELATIVES.contains(word)) || folded.contains("su mujer")
}

/// Returns the side in a match, normalised; empty without one.
fn side_of(found: &regex::Captures<'_>, patterns: &OrganPatterns) -> &'static str {
    if !patterns.has_sides {
        return "";
    }
    const OF_ORGANS: [&str; 10] =
        ["before", "behind", "onside", "onboth", "inboth", "feet", "piesboth", "pulso", "dedos", "onlimb"];
    // The groups of `organs::described`.
    const OF_ASPECTS: [&str; 4] = ["left", "aspect", "within", "lado"];
    let mut names = OF_ORGANS.iter().chain(&OF_ASPECTS);
    let shown = names.find_map(|name| found.name(name)).map_or("", |side| side.as_str());
    match shown {
        "bilateral" | "bilaterally" | "bilaterales" => "both",
        _ if shown.starts_with("both") || shown.starts_with("amb") => "both",
        _ if shown.starts_with("perrl") || shown.starts_with("pupil") => "both",
        "od" => "right",
        "oi" | "os" => "left",
        _ if shown.starts_with(['r', 'd']) => "right",
        _ if shown.starts_with(['l', 'i']) => "left",
        _ => "",
    }
}

/// Reports an organ that was removed long ago and is found or operated on elsewhere in the note.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Organs::default();
    for group in draft.scan::<OrganScan>(()) {
        let moved =
            |place: &OrganMention| OrganMention { span: place.span.shift(group.start), ..place.clone() };
        all.removed.extend(group.summary.removed.iter().map(moved));
        all.present.extend(group.summary.present.iter().map(moved));
    }
    let mut out = Vec::new();
    for (organ, patterns) in ORGANS.iter().enumerate() {
        let of_organ = |places: &'_ [OrganMention]| -> Vec<OrganMention> {
            places.iter().filter(|place| place.organ == organ).cloned().collect()
        };
        let (removed, present) = (of_organ(&all.removed), of_organ(&all.present));
        let pair = removed.iter().find_map(|gone| {
            let here = present.iter().filter(|here| !gone.is_bare || here.span.start > gone.span.end).find(
                |here| match (gone.side, here.side) {
                    _ if !patterns.has_sides => true,
                    ("", _) | (_, "") => false,
                    ("both", _) | (_, "both") => true,
                    (gone, here) => gone == here,
                },
            )?;
            Some((gone, here))
        });
        let Some((gone, here)) = pair else { continue };
        let (was, is) =
            (draft.text(gone.span).unwrap_or_default(), draft.text(here.span).unwrap_or_default());
        let (message, other) = if draft.is_spanish() {
            (
                format!(
                    "«{is}» aquí y «{was}» en otro lugar: lo que se extirpó no puede encontrarse después. Compruebe los dos lugares."
                ),
                "la extirpación",
            )
        } else {
            (
                format!(
                    "“{is}” here and “{was}” elsewhere: what was removed cannot be found later. Check both places."
                ),
                "the removal",
            )
        };
        out.push(
            Remark::new(here.span, message).with_severity(Severity::Warning).with_related(gone.span, other),
        );
    }
    out
}
