//! The sentences of a report that a model writes; each is checked before it is kept.

use super::backing_sentences::{NotBackedError, backing_sentences};
use super::numbered_evidence::NumberedEvidence;
use super::{CallControl, Model, ModelContribution, ModelError, Prompt, check, reading};
use crate::evidence::Evidence;
use crate::passage::stored_text;
use crate::publication_status::PublicationStatus;
use crate::report::Sentence;
use crate::rounds::ResearchOutcome;
use crate::sentences::sentences;
use crate::support::find_quote;
use crate::vocabulary::Vocabulary;
use serde_json::{Value, json};

/// The maximum number of works shown, and the maximum number of characters of each.
const MAX_WORKS_AND_CHARACTERS: (usize, usize) = (20, 450);

/// The maximum number of sentences of a section that are read.
const MAX_READ_SENTENCES: usize = 16;

/// The minimum number of words in a sentence: `Metformin activates AMPK.`
const MIN_SENTENCE_WORDS: usize = 3;

/// The maximum number of reported reasons for leaving something out.
const MAX_REASONS: usize = 40;

/// The report text of a model: sentences that passed every check, and the parts that were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenReport {
    /// Findings about mechanisms.
    pub mechanistic: Vec<Sentence>,
    /// Observations in people.
    pub clinical: Vec<Sentence>,
    /// The conclusions.
    pub conclusion: Vec<Sentence>,
    /// The contribution of the model.
    pub part: ModelContribution,
}

/// Has a model write the sections of a report about the evidence. [`part`](WrittenReport::part)
/// contains its failure; the report then only counts and quotes.
#[must_use]
pub fn write(
    model: &Model,
    outcome: &ResearchOutcome,
    vocabulary: &Vocabulary,
    call: &mut CallControl<'_>,
) -> WrittenReport {
    let question = &outcome.question;
    let shown =
        NumberedEvidence::choose(question, &outcome.evidence, &outcome.compared, MAX_WORKS_AND_CHARACTERS);
    let part = model.part(false);
    if shown.is_empty() {
        return WrittenReport { part, ..WrittenReport::default() };
    }
    let asked = model.outward(question, &shown.stored()).map(|words| prompt(words, &shown));
    let answer = match asked.and_then(|prompt| model.ask(&prompt, call)) {
        Ok(answer) => answer,
        Err(error) => return WrittenReport { part: model.failed(false, error), ..WrittenReport::default() },
    };
    let mut left_out = Vec::new();
    let mut section = |name: &str| -> Vec<Sentence> {
        let all: Vec<&Value> = reading::list(&answer[name]).collect();
        if all.len() > MAX_READ_SENTENCES {
            left_out.push(format!(
                "{} sentences of “{name}”: more than a section holds.",
                all.len() - MAX_READ_SENTENCES
            ));
        }
        let mut kept: Vec<Sentence> = Vec::new();
        for value in all.into_iter().take(MAX_READ_SENTENCES) {
            match sentence(value, &shown, vocabulary) {
                Ok(sentence) if kept.iter().any(|known| known.text == sentence.text) => {}
                Ok(sentence) if name == "clinical" && !in_people(&sentence, &shown) => {
                    let text = sentence.text.trim_end_matches(": ");
                    left_out.push(format!("“{text}”: the studies it cites are not in humans."));
                }
                Ok(sentence) => kept.push(sentence),
                Err(refused) => left_out.push(refused.to_string()),
            }
        }
        kept
    };
    let mut out = WrittenReport {
        mechanistic: section("mechanistic"),
        clinical: section("clinical"),
        conclusion: section("conclusion"),
        part,
    };
    left_out.truncate(MAX_REASONS);
    out.part.left_out = left_out;
    if out.mechanistic.is_empty() && out.clinical.is_empty() && out.conclusion.is_empty() {
        out.part.error = Some(ModelError::Unfounded);
    }
    out
}

fn prompt((question, replaced): (String, Vec<String>), shown: &NumberedEvidence) -> Prompt {
    let (evidence, mark) = shown.write();
    let sentences = json!({"type": "array", "items": {
        "type": "object", "additionalProperties": false, "required": ["text", "evidence"],
        "properties": {"text": {"type": "string"}, "evidence": {"type": "array", "items": {"type": "integer"}}},
    }});
    Prompt {
        name: "report",
        system: format!("{}\n{}", super::prompt::frame(&mark), include_str!("prompts/report.md")),
        user: format!("Question: {question}\n\nEvidence:\n{evidence}"),
        schema: json!({
            "type": "object", "additionalProperties": false, "required": ["mechanistic", "clinical", "conclusion"],
            "properties": {"mechanistic": sentences, "clinical": sentences, "conclusion": sentences},
        }),
        answer: 3_000,
        fast: false,
        replaced,
    }
}

/// A sentence of the model that is left out.
#[derive(Debug, thiserror::Error)]
#[error("“{beginning}”: {problem}.")]
struct RefusedSentence {
    beginning: String,
    #[source]
    problem: SentenceProblem,
}

/// The reason why a sentence of the model is left out.
#[derive(Debug, thiserror::Error)]
enum SentenceProblem {
    #[error("it is not a sentence")]
    TooShort,
    #[error("it is more than one sentence")]
    Several,
    #[error("it names evidence that was not shown")]
    NotShown,
    #[error("what it cites was retracted")]
    Retracted,
    #[error("it rests on no evidence")]
    NoEvidence,
    /// The objection of a check, in words.
    #[error("{0}")]
    Against(String),
    #[error(transparent)]
    NotBacked(#[from] NotBackedError),
}

/// Reads one sentence and returns it if it passes every check.
fn sentence(
    value: &Value,
    shown: &NumberedEvidence,
    vocabulary: &Vocabulary,
) -> Result<Sentence, RefusedSentence> {
    let mut text = reading::text(value.get("text").unwrap_or(value));
    let told: String = text.chars().filter(|c| !c.is_control()).take(160).collect();
    let wrong = |problem| RefusedSentence { beginning: told.clone(), problem };
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    if text.split_whitespace().count() < MIN_SENTENCE_WORDS {
        return Err(wrong(SentenceProblem::TooShort));
    }
    if sentences(&text).len() > 1 {
        return Err(wrong(SentenceProblem::Several));
    }
    let mut works: Vec<&Evidence> = Vec::new();
    for number in reading::list(&value["evidence"]) {
        // A number that was not shown is not evidence, and a sentence that cites one cannot be
        // trusted.
        let known = reading::number(number).and_then(|number| shown.get(number));
        let one = known.ok_or_else(|| wrong(SentenceProblem::NotShown))?;
        if one.standing == PublicationStatus::Retracted {
            return Err(wrong(SentenceProblem::Retracted));
        }
        if !works.iter().any(|known| known.handle == one.handle) {
            works.push(one);
        }
    }
    if works.is_empty() {
        return Err(wrong(SentenceProblem::NoEvidence));
    }
    let cited: Vec<String> = works.iter().map(|one| stored_text(&one.record)).collect();
    if let Some(why) = check::against(&text, &cited, vocabulary) {
        return Err(wrong(SentenceProblem::Against(why)));
    }
    let backing_sentences = backing_sentences(&text, &works, vocabulary).map_err(|why| wrong(why.into()))?;
    let evidence = backing_sentences.iter().map(|one| one.work.handle.clone()).collect();
    // A sentence that is not verbatim is shown next to the words that support it.
    let quote = match backing_sentences.as_slice() {
        [only] if find_quote(text.trim_end_matches('.'), &only.passage.text).is_none() => {
            Some(only.passage.text.clone())
        }
        _ => None,
    };
    if quote.is_some() {
        text = format!("{}: ", text.trim_end_matches('.'));
    }
    Ok(Sentence { text, quote, evidence })
}

fn in_people(sentence: &Sentence, shown: &NumberedEvidence) -> bool {
    (1..=shown.len())
        .filter_map(|number| shown.get(number))
        .any(|one| one.study.is_clinical() && sentence.evidence.contains(&one.handle))
}
