//! Assertion status of a term: confirmed, negated, pending, uncertain or historical; and whom it concerns.
//!
//! Follows ConText (Harkema et al. 2009, DOI 10.1016/j.jbi.2009.05.002) and NegEx (Chapman et al. 2001): cues before
//! and after a term, pseudo-cues that mask them, and words that end their scope.

pub use crate::analysis::cues::State;

use crate::analysis::answers;
use crate::analysis::cues::{ASSERTIVE_VERBS, Cue, Effect, Side};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::sentences::Sentence;
use crate::analysis::words::{Id, PhraseMatch, Word, id};
use crate::block_text::BlockText;
use crate::pattern::{Pattern, any_case};
use referee_text::Span;
use std::sync::LazyLock;

/// The assertion status of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// Its state.
    pub state: State,
    /// The person it concerns.
    pub experiencer: Experiencer,
    /// The cue in the block; `None` if the term is asserted without one.
    pub cue: Option<Span>,
}

/// The person that an assertion concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Experiencer {
    /// The patient.
    Patient,
    /// A relative.
    Relative,
}

/// How many words a cue before a term reaches unless something ends its scope. Lists ("denies a, b, c or d") are long.
const MAX_WORDS_AHEAD: usize = 16;
/// How many words a cue after a term reaches back.
const MAX_WORDS_BEHIND: usize = 7;

static ASSERTIVE_VERB_IDS: LazyLock<Vec<Id>> =
    LazyLock::new(|| ASSERTIVE_VERBS.iter().map(|word| id(word)).filter(|id| *id != Id::UNKNOWN).collect());

/// The assertion status of the term at `span` (offsets in the block). Ignores sections: everything under the heading
/// Family history concerns relatives.
#[must_use]
pub fn of(block: &BlockText, span: Span) -> Assertion {
    let Some(sentence) = block.sentence_at(span.start as usize) else {
        return Assertion { state: State::Confirmed, experiencer: Experiencer::Patient, cue: None };
    };
    within(block, sentence, span)
}

/// The assertion status of a term in a known sentence.
#[must_use]
pub fn within(block: &BlockText, sentence: Sentence, span: Span) -> Assertion {
    let (words, found) = (block.words(), block.phrases());
    let start = words.partition_point(|word| word.span.end <= span.start);
    let end = words.partition_point(|word| word.span.start < span.end).max(start + 1);
    let first = words.partition_point(|word| word.span.start < sentence.span.start);
    let last = words.partition_point(|word| word.span.start < sentence.span.end);
    let cues: Vec<(&PhraseMatch, Cue)> = found
        .iter()
        .filter(|found| found.first >= first && found.end <= last)
        .filter_map(|found| if let Meaning::Cue(cue) = found.meaning { Some((found, cue)) } else { None })
        .collect();
    let in_pathology = block.has_pathology_term(sentence.span);
    let mut out = Assertion { state: State::Confirmed, experiencer: Experiencer::Patient, cue: None };
    // "?lymphoma", "lymphoma?": a question about one term.
    let text = block.prose();
    let is_asked = text.get(..span.start as usize).is_some_and(|before| before.ends_with('?'))
        || text.get(span.end as usize..).is_some_and(|behind| behind.starts_with('?'));
    if is_asked {
        out.state = State::Uncertain;
    }
    for (cue_at, cue) in &cues {
        let side = if cue_at.end <= start {
            Side::Ahead
        } else if cue_at.first >= end {
            Side::Behind
        } else {
            // A cue that contains the term ("no evidence of malignancy") decides its status.
            Side::Both
        };
        if side != Side::Both && cue.side != Side::Both && cue.side != side {
            continue;
        }
        let between = if side == Side::Ahead { cue_at.end..start } else { end..cue_at.first };
        let state = match cue.effect {
            Effect::Is(state) => state,
            Effect::Reading if in_pathology => continue,
            Effect::Reading => State::Uncertain,
            // With its accent, "Sí" means yes.
            Effect::Case if block.slice(cue_at.span).ends_with('í') => continue,
            Effect::Case => {
                // "On letrozole until 2023": a date, not a condition.
                let is_date = matches!(fold(block.slice(cue_at.span)).as_str(), "until" | "hasta")
                    && words
                        .get(cue_at.end)
                        .is_some_and(|next| block.slice(next.span).starts_with(|c: char| c.is_ascii_digit()));
                if !is_date && !ends_sentence_part(words, between) {
                    raise(&mut out, State::Uncertain, cue_at.span);
                }
                continue;
            }
            Effect::Relative => {
                // "AF" introduces the family history in Spanish notes and means atrial fibrillation in English ones.
                let is_fibrillation = fold(block.slice(cue_at.span)) == "af"
                    && !block.is_spanish()
                    && !block
                        .prose()
                        .get(cue_at.span.end as usize..)
                        .is_some_and(|rest| rest.starts_with(':'));
                // Likewise "tía" (aunt) and TIA, a transient ischaemic attack.
                let is_attack = block.slice(cue_at.span) == "TIA";
                if is_fibrillation || is_attack {
                    continue;
                }
                // "30 pack-years per wife", "según su madre": the relative reports about the patient.
                let is_word = |back: usize, list: &[&str]| {
                    cue_at
                        .first
                        .checked_sub(back)
                        .and_then(|at| words.get(at))
                        .is_some_and(|word| list.contains(&fold(block.slice(word.span)).as_str()))
                };
                const ATTRIBUTION_WORDS: &[&str] = &["per", "segun", "by", "por"];
                if is_word(1, ATTRIBUTION_WORDS)
                    || is_word(1, &["su", "la", "el", "his", "her", "the", "pts"])
                        && is_word(2, ATTRIBUTION_WORDS)
                {
                    continue;
                }
                let tells = words
                    .get(cue_at.end)
                    .is_some_and(|next| REPORTING_VERBS.contains(&fold(block.slice(next.span)).as_str()));
                let is_spouse =
                    side == Side::Ahead && goes_on_about(block, words, cue_at.span, &between) && !tells;
                // "Fumador, AF de cardiopatía": a family-history label applies to what follows only.
                let is_heading = side == Side::Behind
                    && fold(block.slice(cue_at.span)) == "af"
                    && words
                        .get(cue_at.end)
                        .is_some_and(|next| matches!(block.slice(next.span), "de" | "of" | ":"));
                if side != Side::Both
                    && !tells
                    && !is_heading
                    && (is_spouse || !is_ended(words, &cues, &between, true))
                    && between.len() <= MAX_WORDS_AHEAD
                {
                    out.experiencer = Experiencer::Relative;
                }
                continue;
            }
            Effect::Nothing | Effect::End => continue,
        };
        let reaches = match side {
            Side::Both => true,
            Side::Ahead => {
                between.len() <= MAX_WORDS_AHEAD
                    && !is_ended(words, &cues, &between, state == State::Negated)
                    && !is_asserted_anew(words, &between, end..last)
                    && (state != State::Negated
                        || !is_measured_anew(block, words, cue_at.span, &between, end..last))
            }
            Side::Behind => {
                between.len() <= MAX_WORDS_BEHIND
                    && !is_ended(words, &cues, &between, false)
                    && !(state == State::Pending
                        && (names_marker(block, words, &between) || holds_full_stop(words, &between)))
            }
        };
        if reaches {
            raise(&mut out, state, cue_at.span);
        }
    }
    // In a form, the answer outweighs the surrounding words.
    if let Some((is_so, answer)) = answers::answer(text, span) {
        let is_behind = |cue: Span| cue.start >= span.end;
        if !is_so {
            out.state = State::Negated;
            out.cue = Some(answer);
        } else if out.cue.is_none_or(is_behind) {
            out.state = State::Confirmed;
            out.cue = None;
        }
    }
    out
}

/// Verbs with which a relative reports about the patient, folded: "Mom says she broke out in hives".
static REPORTING_VERBS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| crate::pattern::words("assertion/reporting-verbs"));

/// Of several states, the one farthest from confirmed wins.
fn raise(out: &mut Assertion, state: State, cue: Span) {
    if state > out.state {
        out.state = state;
        out.cue = Some(cue);
    }
}

/// Whether something between a cue and a term ends the cue's scope.
fn is_ended(
    words: &[Word],
    cues: &[(&PhraseMatch, Cue)],
    between: &std::ops::Range<usize>,
    over_commas: bool,
) -> bool {
    let marks = words.get(between.clone()).unwrap_or_default().iter().any(|word| match word.id.as_mark() {
        Some(';') => true,
        Some(',') => !over_commas,
        _ => false,
    });
    // "Hold treatment until pathology is back": words before a conditional do not negate its content.
    marks
        || cues.iter().any(|(found, cue)| {
            matches!(cue.effect, Effect::End | Effect::Case) && between.contains(&found.first)
        })
}

/// Whether a full stop lies between: "squamous cell ca. EBUS booked" is read as one sentence but is two.
fn holds_full_stop(words: &[Word], between: &std::ops::Range<usize>) -> bool {
    let mut words = words.get(between.clone()).unwrap_or_default().iter();
    words.any(|word| word.id.as_mark() == Some('.'))
}

/// Whether a marker or another test of the tumour lies between: in "adenocarcinoma (KRAS pending)" the marker is
/// pending.
fn names_marker(block: &BlockText, words: &[Word], between: &std::ops::Range<usize>) -> bool {
    static TUMOUR_MARKERS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| crate::pattern::words("assertion/tumour-markers"));
    let mut words = words.get(between.clone()).unwrap_or_default().iter();
    words.any(|word| {
        let shown = block.slice(word.span);
        // "HER" is a receptor; "her" is a pronoun.
        let is_written_so = shown.len() > 4 || !shown.chars().any(char::is_lowercase);
        is_written_so && TUMOUR_MARKERS.contains(&fold(shown).as_str())
    })
}

/// Whether the clause after a semicolon is still about the spouse that a cue mentions: "wife is 54; she is allergic".
fn goes_on_about(block: &BlockText, words: &[Word], cue: Span, between: &std::ops::Range<usize>) -> bool {
    let slice = words.get(between.clone()).unwrap_or_default();
    let Some(mark) = slice.iter().rposition(|word| word.id == Id::mark(';')) else { return false };
    let pronoun = slice.get(mark + 1).map(|word| fold(block.slice(word.span))).unwrap_or_default();
    match fold(block.slice(cue)).rsplit(' ').next().unwrap_or_default() {
        "wife" | "esposa" => matches!(pronoun.as_str(), "she" | "ella"),
        "husband" | "esposo" | "marido" => matches!(pronoun.as_str(), "he" | "el"),
        _ => false,
    }
}

/// Whether the clause after a comma has an assertive verb: "no fever, biopsy showed carcinoma".
fn is_asserted_anew(words: &[Word], between: &std::ops::Range<usize>, rest: std::ops::Range<usize>) -> bool {
    let slice = words.get(between.clone()).unwrap_or_default();
    let Some(comma) = slice.iter().rposition(|word| word.id == Id::mark(',')) else { return false };
    let behind = words.get(rest).unwrap_or_default();
    let same_clause = behind.iter().take_while(|word| !matches!(word.id.as_mark(), Some(',' | ';'))).take(8);
    slice
        .get(comma..)
        .unwrap_or_default()
        .iter()
        .chain(same_clause)
        .any(|word| ASSERTIVE_VERB_IDS.contains(&word.id))
}

/// Whether the clause after a comma gives a measurement or a dose for the term: "no hydronephrosis, uterus of 9 cm",
/// "nil by mouth, morphine 5 mg IV".
fn is_measured_anew(
    block: &BlockText,
    words: &[Word],
    cue: Span,
    between: &std::ops::Range<usize>,
    rest: std::ops::Range<usize>,
) -> bool {
    static MEASURED: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"^(?:[^.,;\d]|\.\d){{0,30}}?(?P<lead>{lead})?[ (]*\d+(?:[.,]\d+)? ?(?:(?:mm|cm|ml|cc|g)|(?P<dose>mg|mcg|µg|micrograms?|microgramos|units?|unidades|[IU]U|UI))\b",
            lead = r"[<>≥≤]|(?:larger|greater|bigger|more|mayor(?:es)?|superior(?:es)?|m[aá]s) (?:than|de|a|que)|over|above"
        ))
    });
    /// Negations of what follows them. They do not end another cue's scope.
    const PLAIN_DENIALS: &[&str] = &["no", "nil", "none", "without", "w/o", "sin"];
    let slice = words.get(between.clone()).unwrap_or_default();
    let Some(comma) = slice.iter().rposition(|word| word.id == Id::mark(',')) else { return false };
    // Only the term, and at most its side, follows the comma.
    let is_own = slice.get(comma + 1..).unwrap_or_default().len() <= 1;
    let behind = words.get(rest.start.saturating_sub(1)).zip(words.get(rest.end.saturating_sub(1)));
    let Some((first, last)) = behind.filter(|_| is_own) else { return false };
    let text = block.slice(Span { start: first.span.end, end: last.span.end.max(first.span.end) });
    let Some(found) = MEASURED.captures(text).filter(|found| found.name("lead").is_none()) else {
        return false;
    };
    let names_drug = || {
        let denied = Span { start: cue.end, end: first.span.start.max(cue.end) };
        let mut named = block.phrases_in(denied).filter(|found| found.span.end <= first.span.start);
        named.any(|found| matches!(found.meaning, Meaning::Drug(_) | Meaning::DrugGroup(_)))
    };
    found.name("dose").is_none() || PLAIN_DENIALS.contains(&fold(block.slice(cue)).as_str()) && !names_drug()
}

fn ends_sentence_part(words: &[Word], between: std::ops::Range<usize>) -> bool {
    words.get(between).unwrap_or_default().iter().any(|word| word.id == Id::mark(';'))
}
