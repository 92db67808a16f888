//! Asks a model whether cited works support a sentence.

use super::numbered_evidence::NumberedEvidence;
use super::{CallControl, Model, ModelError, Prompt, reading};
use crate::evidence::Evidence;
use crate::passage::{Passage, passages};
use crate::publication_status::PublicationStatus;
use crate::study::Study;
use crate::support::{Stance, contradicting, shared_content, stance};
use crate::vocabulary::Vocabulary;
use referee_records::Record;
use referee_text::stem;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The maximum number of works shown, and the maximum number of characters of each.
const MAX_WORKS_AND_CHARACTERS: (usize, usize) = (6, 1_600);

/// The minimum number of words in a quotation that is not a whole sentence.
const MIN_QUOTED_WORDS: usize = 4;

/// The minimum share of a statement's words in the passage of a verdict.
const MIN_SHARED_WITH_PASSAGE: f64 = 0.3;

/// The minimum share of a statement's words in the passage together with the title.
const MIN_SHARED_WITH_TITLE: f64 = 0.4;

/// The verdict of a model on a sentence and the works that it cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// A work states the same, in this sentence.
    Supports(Span),
    /// A work states the opposite, in this sentence.
    Contradicts(Span),
    /// The works state neither.
    NotEnough,
    /// The model failed, refused, or quoted words that do not occur. Never a
    /// pass.
    NotVerified(ModelError),
}

/// The sentence that supports a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The index of the record.
    pub record: usize,
    /// The sentence of the record, verbatim.
    pub passage: Passage,
}

/// Asks a model whether these records support a sentence. The sentence that supports the verdict is
/// looked up in the record; a verdict without one does not count.
#[must_use]
pub fn support(model: &Model, sentence: &str, records: &[&Record], call: &mut CallControl<'_>) -> Verdict {
    let shown = show(sentence, records);
    if shown.is_empty() {
        return Verdict::NotVerified(ModelError::NothingToRead);
    }
    let asked = model.outward(sentence, &shown.stored()).map(|words| prompt(words, &shown));
    match asked.and_then(|prompt| model.ask(&prompt, call)) {
        Ok(answer) => read(sentence, &answer, &shown).unwrap_or(Verdict::NotVerified(ModelError::Unreadable)),
        Err(error) => Verdict::NotVerified(error),
    }
}

/// Returns the request about a sentence and these records as it would be sent, with its address.
///
/// # Errors
///
/// Returns the reason why nothing would be sent.
pub fn payload(model: &Model, sentence: &str, records: &[&Record]) -> Result<Value, ModelError> {
    let shown = show(sentence, records);
    if shown.is_empty() {
        return Err(ModelError::NothingToRead);
    }
    model.show_prompt(&prompt(model.outward(sentence, &shown.stored())?, &shown))
}

/// Returns the records that have an abstract; in each, the sentences that share most with the
/// sentence come first.
fn show(sentence: &str, records: &[&Record]) -> NumberedEvidence {
    let wanted = stem::roots(sentence);
    let evidence = records.iter().take(MAX_WORKS_AND_CHARACTERS.0).enumerate().map(|(index, record)| {
        let mut passages = passages(record);
        let shared = |passage: &Passage| {
            let roots = stem::roots(&passage.text);
            wanted.iter().filter(|root| root.len() > 3 && roots.contains(root)).count()
        };
        passages.sort_by_key(|passage| std::cmp::Reverse(shared(passage)));
        Evidence {
            handle: index.to_string(),
            relevance: 1.0,
            passages,
            round: 0,
            study: Study::of(record),
            standing: PublicationStatus::of_record(record),
            record: (*record).clone(),
        }
    });
    NumberedEvidence::of(
        evidence.filter(|one| one.record.work.summary.is_some()).collect(),
        MAX_WORKS_AND_CHARACTERS.1,
    )
}

fn prompt((sentence, replaced): (String, Vec<String>), shown: &NumberedEvidence) -> Prompt {
    let (evidence, mark) = shown.write();
    Prompt {
        name: "verdict",
        system: format!("{}\n{}", super::prompt::frame(&mark), include_str!("prompts/support.md")),
        user: format!("Statement:\n{mark}\n{sentence}\n{mark}\n\nEvidence:\n{evidence}"),
        schema: json!({
            "type": "object", "additionalProperties": false, "required": ["verdict", "evidence", "quote"],
            "properties": {
                "verdict": {"type": "string", "enum": ["supports", "contradicts", "not_enough"]},
                "evidence": {"type": "integer"},
                "quote": {"type": "string"},
            },
        }),
        answer: 400,
        fast: true,
        replaced,
    }
}

/// Returns the stored sentence that contains a quotation verbatim, apart from spaces. `None` for a
/// fragment: a few words that are not the whole sentence.
fn locate(quote: &str, record: &Record) -> Option<Passage> {
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let quote = spaced(quote.trim().trim_matches(['"', '“', '”', '«', '»']));
    if quote.is_empty() {
        return None;
    }
    let words = quote.split(' ').count();
    passages(record).into_iter().find(|passage| {
        let whole = spaced(&passage.text);
        whole.contains(&quote) && (words >= MIN_QUOTED_WORDS || words == whole.split(' ').count())
    })
}

/// Returns whether a passage, with its title, mentions the entities of the statement and shares its
/// words.
fn is_about(statement: &str, passage: &Passage, record: &Record, vocabulary: &Vocabulary) -> bool {
    let title = record.work.full_title().unwrap_or_default();
    let titled = format!("{title}\n{}", passage.text);
    let there: BTreeSet<_> = vocabulary.mentions(&titled).iter().map(|mention| mention.entity).collect();
    let names_all = vocabulary.mentions(statement).iter().all(|mention| there.contains(&mention.entity));
    names_all
        && shared_content(statement, &passage.text) >= MIN_SHARED_WITH_PASSAGE
        && shared_content(statement, &titled) >= MIN_SHARED_WITH_TITLE
}

/// Reads the verdict, one of three words; `None` for any other answer. A passage about something
/// else, or one that states the opposite of the verdict, does not support it.
fn read(statement: &str, answer: &Value, shown: &NumberedEvidence) -> Option<Verdict> {
    let word = reading::text(&answer["verdict"]).to_lowercase().replace(['-', ' '], "_");
    let supports = match word.as_str() {
        "supports" => true,
        "contradicts" => false,
        "not_enough" => return Some(Verdict::NotEnough),
        _ => return None,
    };
    let quote = reading::text(&answer["quote"]);
    let vocabulary = Vocabulary::shipped();
    let span = reading::number(&answer["evidence"]).and_then(|number| shown.get(number)).and_then(|one| {
        let passage = locate(&quote, &one.record)?;
        let is_turned = if supports {
            contradicting(statement, &passage.text).is_some()
        } else {
            stance(statement, &passage.text) == Some(Stance::Agrees)
        };
        let holds = is_about(statement, &passage, &one.record, &vocabulary) && !is_turned;
        Some(Span { record: one.handle.parse().ok()?, passage }).filter(|_| holds)
    });
    Some(match (span, supports) {
        (None, _) => Verdict::NotVerified(ModelError::Unfounded),
        (Some(span), true) => Verdict::Supports(span),
        (Some(span), false) => Verdict::Contradicts(span),
    })
}
