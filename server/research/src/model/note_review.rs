//! Finds contradictions of a clinical note with its own data by asking a model.
//!
//! The model is shown the note and nothing else, and answers with two passages of it that do not
//! fit together. Both must occur verbatim in the note, in different places; the sentence with the
//! reason may contain no number and no reference that the note lacks. Problems that fail these
//! checks are left out and reported. The kinds of error are those of MEDEC (Ben Abacha et al. 2024,
//! arXiv 2412.19260).
//!
//! The result is a hint and is labelled as a model's. It never replaces a rule of the critic, and a
//! model that fails or finds nothing says nothing about the note.

use super::numbered_evidence::random_mark;
use super::{CallControl, Model, ModelError, Prompt, check, reading};
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::Range;

/// The maximum length of the shown note, in characters; the rest is not read, and this is reported.
const MAX_NOTE_CHARACTERS: usize = 8_000;

/// The maximum length of a shown line, in characters.
const MAX_LINE_CHARACTERS: usize = 1_900;

/// The maximum number of problems that are taken from one answer.
const MAX_PROBLEMS: usize = 6;

/// The minimum number of words in a quotation that is not a whole line.
const MIN_QUOTED_WORDS: usize = 3;

/// The maximum length of the sentence with the reason, in characters.
const MAX_REASON_CHARACTERS: usize = 300;

/// The kind of error that a problem would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// A fact is stated in two ways.
    Contradiction,
    /// The findings contradict a diagnosis.
    Diagnosis,
    /// The findings contradict a plan.
    Management,
    /// A treatment is not for the diagnosis.
    Treatment,
    /// The data contradict a drug, its dose or its route.
    Pharmacotherapy,
    /// Cultures or treatment do not fit an organism.
    Organism,
}

impl ProblemKind {
    fn parse(word: &str) -> Option<Self> {
        Some(match word.trim().to_lowercase().as_str() {
            "contradiction" => ProblemKind::Contradiction,
            "diagnosis" => ProblemKind::Diagnosis,
            "management" => ProblemKind::Management,
            "treatment" => ProblemKind::Treatment,
            "pharmacotherapy" => ProblemKind::Pharmacotherapy,
            "organism" => ProblemKind::Organism,
            _ => return None,
        })
    }
}

/// Two passages of a note that contradict each other according to a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoteProblem {
    /// The kind of error.
    pub kind: ProblemKind,
    /// The passage that seems wrong, as a byte range of the note.
    pub place: Range<usize>,
    /// The passage that contradicts it, as a byte range of the note.
    pub against: Range<usize>,
    /// The model's own sentence with the reason.
    pub why: String,
}

/// The review of a note by a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteReview {
    /// The problems whose quotations occur in the note.
    pub problems: Vec<NoteProblem>,
    /// The parts of the answer that were left out, with the reason, one sentence each.
    pub left_out: Vec<String>,
    /// The reason for a missing answer; it never means a note without problems.
    pub error: Option<ModelError>,
}

/// Has a model look for passages of a note that contradict each other.
#[must_use]
pub fn review_note(model: &Model, note: &str, call: &mut CallControl<'_>) -> NoteReview {
    let asked = ShownNote::of(model, note).and_then(|shown| {
        let answer = model.ask(&prompt(&shown), call)?;
        Ok((shown, answer))
    });
    match asked {
        Ok((shown, answer)) => read(&answer, note, &shown),
        Err(error) => NoteReview { error: Some(error), ..NoteReview::default() },
    }
}

/// Returns the request about a note as it would be sent, with its address.
///
/// # Errors
///
/// Returns the reason why nothing would be sent.
pub fn payload(model: &Model, note: &str) -> Result<Value, ModelError> {
    model.show_prompt(&prompt(&ShownNote::of(model, note)?))
}

/// A line of a note, and the part of it that is shown.
struct ShownLine {
    /// The byte range in the note, without surrounding spaces.
    place: Range<usize>,
    /// The words that are shown, with single spaces.
    words: String,
}

/// A note as it is shown to a model.
struct ShownNote {
    lines: Vec<ShownLine>,
    replaced: Vec<String>,
    /// Whether the end of the note was cut off.
    is_cut: bool,
}

impl ShownNote {
    fn of(model: &Model, note: &str) -> Result<Self, ModelError> {
        let mut shown = ShownNote { lines: Vec::new(), replaced: Vec::new(), is_cut: false };
        let mut characters = 0;
        let mut next = 0;
        for line in note.split('\n') {
            let offset = next;
            next += line.len() + 1;
            let trimmed = line.trim();
            if trimmed.is_empty() {
                continue;
            }
            let length = trimmed.chars().count();
            characters += length;
            if characters > MAX_NOTE_CHARACTERS || length > MAX_LINE_CHARACTERS {
                shown.is_cut = true;
                if characters > MAX_NOTE_CHARACTERS {
                    break;
                }
                continue;
            }
            let start = offset + (line.len() - line.trim_start().len());
            let (words, mut replaced) = model.outward(trimmed, "")?;
            shown.replaced.append(&mut replaced);
            shown.lines.push(ShownLine { place: start..start + trimmed.len(), words: spaced(&words) });
        }
        if shown.lines.is_empty() {
            return Err(ModelError::NothingToRead);
        }
        Ok(shown)
    }

    /// Finds a quotation in the note; `None` if it does not occur verbatim, apart from spaces. For
    /// a line in which words were replaced, returns the whole line.
    fn locate(&self, quote: &str, note: &str) -> Option<Range<usize>> {
        let quote = spaced(quote.trim().trim_matches(['"', '“', '”', '«', '»']));
        let words = quote.split(' ').filter(|word| !word.is_empty()).count();
        let line = self.lines.iter().find(|line| {
            line.words.contains(&quote) && (words >= MIN_QUOTED_WORDS || line.words == quote) && words > 0
        })?;
        let own = note.get(line.place.clone())?;
        Some(
            within(own, &quote)
                .map_or(line.place.clone(), |at| line.place.start + at.start..line.place.start + at.end),
        )
    }
}

/// Collapses whitespace to single spaces.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Finds a quotation with single spaces in a text with arbitrary whitespace.
fn within(text: &str, quote: &str) -> Option<Range<usize>> {
    let starts = text.char_indices().filter(|(_, c)| !c.is_whitespace()).map(|(at, _)| at);
    for start in starts {
        let mut wanted = quote.chars().peekable();
        let mut in_space = false;
        let mut end = start;
        let mut fits = true;
        for (at, c) in text.get(start..)?.char_indices() {
            if wanted.peek().is_none() {
                break;
            }
            if c.is_whitespace() {
                if !in_space && wanted.next() != Some(' ') {
                    fits = false;
                    break;
                }
                in_space = true;
                continue;
            }
            in_space = false;
            if wanted.next() != Some(c) {
                fits = false;
                break;
            }
            end = start + at + c.len_utf8();
        }
        if fits && wanted.peek().is_none() {
            return Some(start..end);
        }
    }
    None
}

fn prompt(shown: &ShownNote) -> Prompt {
    let mark = random_mark();
    let note: Vec<&str> = shown.lines.iter().map(|line| line.words.as_str()).collect();
    let kinds = ["contradiction", "diagnosis", "management", "treatment", "pharmacotherapy", "organism"];
    Prompt {
        name: "note_review",
        system: include_str!("prompts/review_note.md").replace("{MARK}", &mark),
        user: format!("{mark}\n{}\n{mark}", note.join("\n")),
        schema: json!({
            "type": "object", "additionalProperties": false, "required": ["problems"],
            "properties": {"problems": {"type": "array", "items": {
                "type": "object", "additionalProperties": false,
                "required": ["kind", "quote", "against", "why"],
                "properties": {
                    "kind": {"type": "string", "enum": kinds},
                    "quote": {"type": "string"},
                    "against": {"type": "string"},
                    "why": {"type": "string"},
                },
            }}},
        }),
        answer: 1_200,
        fast: false,
        replaced: shown.replaced.clone(),
    }
}

/// The reason why a problem of a model is left out.
#[derive(Debug, thiserror::Error)]
enum RefusedProblem {
    /// Its kind is not one of those requested.
    #[error("A problem of an unknown kind was left out.")]
    UnknownKind,
    /// A quotation does not occur in the note.
    #[error("A problem was left out: “{0}” is not in the note.")]
    NotInNote(String),
    /// Both quotations are from one place.
    #[error("A problem was left out: it sets “{0}” against itself.")]
    SamePlace(String),
    /// Its reason may not be shown.
    #[error("A problem was left out: {0}.")]
    UnfitReason(&'static str),
    /// Its reason contains numbers that the note lacks.
    #[error("A problem was left out: the note has no number {0}.")]
    UnknownNumbers(String),
}

/// Reads the problems of an answer that are consistent with the note.
fn read(answer: &Value, note: &str, shown: &ShownNote) -> NoteReview {
    let mut out = NoteReview::default();
    if !answer["problems"].is_array() {
        out.error = Some(ModelError::Unreadable);
        return out;
    }
    for value in reading::list(&answer["problems"]).take(MAX_PROBLEMS) {
        match problem(value, note, shown) {
            Ok(problem) => {
                let is_known = out.problems.iter().any(|known| {
                    known.place == problem.place && known.against == problem.against
                        || known.place == problem.against && known.against == problem.place
                });
                if !is_known {
                    out.problems.push(problem);
                }
            }
            Err(refused) => out.left_out.push(refused.to_string()),
        }
    }
    if shown.is_cut {
        out.left_out.push("The note is too long for the model; its end was not read.".to_owned());
    }
    out
}

fn problem(value: &Value, note: &str, shown: &ShownNote) -> Result<NoteProblem, RefusedProblem> {
    let kind = ProblemKind::parse(&reading::text(&value["kind"])).ok_or(RefusedProblem::UnknownKind)?;
    let locate = |field: &str| {
        let quote = reading::text(&value[field]);
        let short: String = quote.chars().take(80).collect();
        shown.locate(&quote, note).ok_or(RefusedProblem::NotInNote(short))
    };
    let (place, against) = (locate("quote")?, locate("against")?);
    if place.start < against.end && against.start < place.end {
        let short: String = note.get(place).unwrap_or_default().chars().take(80).collect();
        return Err(RefusedProblem::SamePlace(short));
    }
    let why = spaced(&reading::text(&value["why"]));
    if why.split(' ').count() < 3 {
        return Err(RefusedProblem::UnfitReason("it does not say why"));
    }
    if why.chars().count() > MAX_REASON_CHARACTERS {
        return Err(RefusedProblem::UnfitReason("its reason is too long"));
    }
    if let Some(unfit) = check::unfit(&why) {
        return Err(RefusedProblem::UnfitReason(unfit));
    }
    let beyond = check::numbers_beyond(&why, note);
    if !beyond.is_empty() {
        return Err(RefusedProblem::UnknownNumbers(beyond.join(", ")));
    }
    Ok(NoteProblem { kind, place, against, why })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::model::ModelAccess;
    use referee_literature::GateOptions;
    use referee_literature::gate::Gate;
    use std::sync::Arc;
    use std::time::Duration;

    const NOTE: &str = "Ms. Quintanilla, 54, seen on 12/03/2024.\n\nHPI: no fever,  no cough.\nUrine culture grew E. coli, resistant to ciprofloxacin.\n\nPlan: ciprofloxacin 500 mg twice daily for seven days.\n";

    fn model(base_url: &str) -> Model {
        let access = ModelAccess {
            base_url: base_url.to_owned(),
            model: "tester".to_owned(),
            fast_model: String::new(),
            key: None,
            patience: Duration::from_secs(1),
        };
        let state = tempfile::tempdir().unwrap();
        Model::new(access, Gate::new(GateOptions::new(state.path())), Arc::new(|_| false)).for_note()
    }

    fn shown(base_url: &str) -> ShownNote {
        ShownNote::of(&model(base_url), NOTE).unwrap()
    }

    fn one(quote: &str, against: &str, why: &str) -> Value {
        json!({"problems": [{"kind": "pharmacotherapy", "quote": quote, "against": against, "why": why}]})
    }

    const ORDER: &str = "ciprofloxacin 500 mg twice daily";
    const CULTURE: &str = "E. coli, resistant to ciprofloxacin";
    const WHY: &str = "The germ is resistant to the drug that is ordered.";

    #[test]
    fn a_problem_is_taken_where_both_quotations_stand_in_the_note() {
        let found = read(&one(ORDER, CULTURE, WHY), NOTE, &shown("http://127.0.0.1:1/v1"));
        let [problem] = found.problems.as_slice() else { panic!("{found:?}") };
        assert_eq!(NOTE.get(problem.place.clone()), Some(ORDER));
        assert_eq!(NOTE.get(problem.against.clone()), Some(CULTURE));
        assert!(found.left_out.is_empty() && found.error.is_none());
        // Only the spaces may differ.
        let spaces = read(&one("no fever, no cough", CULTURE, WHY), NOTE, &shown("http://127.0.0.1:1/v1"));
        assert_eq!(NOTE.get(spaces.problems[0].place.clone()), Some("no fever,  no cough"));
    }

    #[test]
    fn inventions_wrong_quotations_and_nonsense_are_left_out() {
        let local = shown("http://127.0.0.1:1/v1");
        let bad = [
            one("ciprofloxacin 750 mg twice daily", CULTURE, WHY),
            one("The patient is allergic to quinolones", CULTURE, WHY),
            one(ORDER, "E. coli, sensitive to ciprofloxacin", WHY),
            one(ORDER, ORDER, WHY),
            one("500 mg", CULTURE, WHY),
            one("", "", WHY),
            one(ORDER, CULTURE, "Give 2 g of ceftriaxone for 10 days instead."),
            one(ORDER, CULTURE, "See Smith et al. on resistance."),
            one(ORDER, CULTURE, "<script>alert(resistant)</script> is what it is."),
            one(ORDER, CULTURE, ""),
            json!({"problems": [{"kind": "murder", "quote": ORDER, "against": CULTURE, "why": WHY}]}),
            json!({"problems": [7, null, "no", {}]}),
        ];
        for answer in bad {
            let found = read(&answer, NOTE, &local);
            assert!(found.problems.is_empty() && !found.left_out.is_empty(), "{answer}: {found:?}");
        }
        for nonsense in [json!({}), json!({"problems": "none"}), json!([]), json!(null)] {
            let found = read(&nonsense, NOTE, &local);
            assert_eq!((found.problems.len(), found.error), (0, Some(ModelError::Unreadable)), "{nonsense}");
        }
        let silent = read(&json!({"problems": []}), NOTE, &local);
        assert_eq!(silent, NoteReview::default());
    }

    #[test]
    fn the_same_pair_is_told_once_and_no_more_than_a_few_are_taken() {
        let pair = |a: &str, b: &str| json!({"kind": "organism", "quote": a, "against": b, "why": WHY});
        let answer = json!({"problems": [pair(ORDER, CULTURE), pair(CULTURE, ORDER), pair(ORDER, CULTURE)]});
        assert_eq!(read(&answer, NOTE, &shown("http://127.0.0.1:1/v1")).problems.len(), 1);
    }

    #[test]
    fn another_machine_is_shown_no_name_and_no_date_and_its_quotations_are_found_all_the_same() {
        let away = shown("https://model.invalid/v1");
        let sent = prompt(&away).user;
        assert!(!sent.contains("Quintanilla") && !sent.contains("12/03/2024"), "{sent}");
        // A model quotes what it was shown: lines in which words were replaced.
        let (line, culture) = (away.lines[0].words.clone(), away.lines[2].words.clone());
        let found = read(&one(&line, &culture, WHY), NOTE, &away);
        assert_eq!(found.problems.len(), 1, "{found:?} of {sent}");
        let place = found.problems[0].place.clone();
        assert!(NOTE.get(place).unwrap().contains("Quintanilla"));
    }

    #[test]
    fn without_leave_nothing_is_asked_and_the_failure_is_told() {
        let cancel = tokio_util::sync::CancellationToken::new();
        let mut call = CallControl { cancel: &cancel, on_progress: &mut |_| {} };
        let found = review_note(&model("https://model.invalid/v1"), NOTE, &mut call);
        assert!(
            found.problems.is_empty() && matches!(found.error, Some(ModelError::NotAllowed(_))),
            "{found:?}"
        );
    }
}
