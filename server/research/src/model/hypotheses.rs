//! Hypotheses that a model proposes, as far as the evidence supports them.

use super::numbered_evidence::{NumberedEvidence, locate};
use super::{CallControl, Model, ModelError, Prompt, check, reading};
use crate::embed::EvidenceSelector;
use crate::evidence::Evidence;
use crate::hypotheses::relations::relations;
use crate::hypotheses::{
    Assertion, Confidence, Hop, HypothesisAssessment, MechanismHypothesis, NO_EVIDENCE, Quote, QuoteContext,
    Sign, Tier, add_quote, evidence_confidence,
};
use crate::support::contradicting;
use crate::vocabulary::Vocabulary;
use referee_text::fold;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The maximum number of works shown, and the maximum number of characters of each.
const MAX_WORKS_AND_CHARACTERS: (usize, usize) = (10, 700);

/// The maximum number of hypotheses that are read from an answer.
const MAX_READ_HYPOTHESES: usize = 24;

/// The maximum number of a model's hypotheses that are kept.
const MAX_HYPOTHESES: usize = 4;

/// The maximum number of hops in a hypothesis.
const MAX_HOPS: usize = 3;

/// The maximum number of quotations on each side of a hop that are read from an answer.
const MAX_READ_QUOTES: usize = 48;

/// The maximum number of quotations that are kept. The first of each work is always kept, because
/// works are counted from them.
const MAX_QUOTES_PER_SIDE: usize = 6;

/// The maximum number of gaps and searches that are kept.
const MAX_SUGGESTIONS: usize = 6;

/// The maximum number of reported reasons for leaving something out.
const MAX_REASONS: usize = 40;

/// Replaces the extracted hypotheses of a question by those of a model, if it returns any.
/// Proposals that the evidence does not support are left out and reported. If the model fails,
/// returns `extracted` unchanged with the failure recorded; without evidence the model is not
/// asked.
#[must_use]
pub fn propose(
    model: &Model,
    question: &str,
    evidence: &[Evidence],
    compared: &EvidenceSelector,
    vocabulary: &Vocabulary,
    extracted: HypothesisAssessment,
    call: &mut CallControl<'_>,
) -> HypothesisAssessment {
    let shown = NumberedEvidence::choose(question, evidence, compared, MAX_WORKS_AND_CHARACTERS);
    if shown.is_empty() {
        return extracted;
    }
    let mut out = extracted;
    let asked = model.outward(question, &shown.stored()).map(|words| prompt(words, &shown));
    match asked.and_then(|prompt| model.ask(&prompt, call)) {
        Err(error) => out.model = Some(model.failed(false, error)),
        Ok(answer) => {
            let mut part = model.part(false);
            let read =
                read(&answer, question, &shown, evidence, vocabulary, model.name(), &mut part.left_out);
            part.left_out.truncate(MAX_REASONS);
            if read.hypotheses.is_empty() {
                part.error = Some(ModelError::Unfounded);
            } else {
                merge(&mut out, read);
            }
            out.model = Some(part);
        }
    }
    out
}

/// Returns the first request that a model would receive about a question and its evidence, with its
/// address: `{"to", "body"}`, and `replaced`, which is not sent, if words of the author were
/// replaced.
///
/// # Errors
///
/// If the text of a clinical note cannot be redacted.
pub fn payload(
    model: &Model,
    question: &str,
    evidence: &[Evidence],
    compared: &EvidenceSelector,
) -> Result<Value, ModelError> {
    let shown = NumberedEvidence::choose(question, evidence, compared, MAX_WORKS_AND_CHARACTERS);
    model.show_prompt(&model.outward(question, &shown.stored()).map(|words| prompt(words, &shown))?)
}

/// Builds the prompt that asks for hypotheses.
fn prompt((question, replaced): (String, Vec<String>), shown: &NumberedEvidence) -> Prompt {
    let (evidence, mark) = shown.write();
    let quote = json!({
        "type": "object", "additionalProperties": false, "required": ["evidence", "quote"],
        "properties": {"evidence": {"type": "integer"}, "quote": {"type": "string"}},
    });
    let hop = json!({
        "type": "object", "additionalProperties": false,
        "required": ["from", "to", "direction", "for", "against"],
        "properties": {
            "from": {"type": "string"}, "to": {"type": "string"},
            "direction": {"type": "string", "enum": ["increases", "decreases", "affects"]},
            "for": {"type": "array", "items": quote}, "against": {"type": "array", "items": quote},
        },
    });
    let texts = json!({"type": "array", "items": {"type": "string"}});
    Prompt {
        name: "hypotheses",
        system: format!("{}\n{}", super::prompt::frame(&mark), include_str!("prompts/hypotheses.md")),
        user: format!("Question: {question}\n\nEvidence:\n{evidence}"),
        schema: json!({
            "type": "object", "additionalProperties": false, "required": ["hypotheses", "gaps", "searches"],
            "properties": {
                "hypotheses": {"type": "array", "items": {
                    "type": "object", "additionalProperties": false,
                    "required": ["drug", "target", "pathway", "effect", "confidence", "hops", "searches"],
                    "properties": {
                        "drug": {"type": "string"}, "target": {"type": "string"},
                        "pathway": {"type": "string"}, "effect": {"type": "string"},
                        "confidence": {"type": "number"},
                        "hops": {"type": "array", "items": hop}, "searches": texts,
                    },
                }},
                "gaps": texts, "searches": texts,
            },
        }),
        answer: 2_400,
        fast: false,
        replaced,
    }
}

/// Reads the supported parts of an answer; reports the rest in `left_out`.
fn read(
    answer: &Value,
    question: &str,
    shown: &NumberedEvidence,
    evidence: &[Evidence],
    vocabulary: &Vocabulary,
    model: &str,
    left_out: &mut Vec<String>,
) -> HypothesisAssessment {
    let mut out = HypothesisAssessment::default();
    let reader = AnswerReader { question, shown, evidence, vocabulary, model };
    let all: Vec<&Value> = reading::list(&answer["hypotheses"]).collect();
    if all.len() > MAX_READ_HYPOTHESES {
        left_out.push(format!(
            "{} of {} hypotheses: more than can be looked at.",
            all.len() - MAX_READ_HYPOTHESES,
            all.len()
        ));
    }
    for value in all.into_iter().take(MAX_READ_HYPOTHESES) {
        let Some((hypothesis, gaps)) = reader.hypothesis(value, left_out) else { continue };
        if out.hypotheses.iter().any(|known| known.mechanism() == hypothesis.mechanism()) {
            continue;
        }
        out.knowledge_gaps.extend(gaps);
        out.hypotheses.push(hypothesis);
    }
    out.hypotheses.sort_by(|a, b| b.confidence.get().total_cmp(&a.confidence.get()));
    out.hypotheses.truncate(MAX_HYPOTHESES);
    let stored = format!("{question}\n{}", shown.stored());
    for gap in reading::list(&answer["gaps"]).map(reading::text).take(MAX_SUGGESTIONS) {
        if gap.is_empty() || gap.chars().count() > 300 {
            continue;
        }
        let beyond = check::numbers_beyond(&gap, &stored);
        match check::unfit(&gap) {
            None if beyond.is_empty() => out.knowledge_gaps.push(gap),
            None => left_out.push(format!("A gap: no evidence has the number {}.", beyond.join(", "))),
            Some(why) => left_out.push(format!("A gap: {why}.")),
        }
    }
    out.recommended_searches = searches(&answer["searches"]);
    out
}

fn searches(value: &Value) -> Vec<String> {
    reading::list(value)
        .filter_map(|text| check::search(&reading::text(text)))
        .take(MAX_SUGGESTIONS)
        .collect()
}

struct AnswerReader<'a> {
    question: &'a str,
    shown: &'a NumberedEvidence,
    evidence: &'a [Evidence],
    vocabulary: &'a Vocabulary,
    model: &'a str,
}

impl AnswerReader<'_> {
    /// Reads one hypothesis up to its first unsupported hop, and the suppositions beyond it.
    fn hypothesis(
        &self,
        value: &Value,
        left_out: &mut Vec<String>,
    ) -> Option<(MechanismHypothesis, Vec<String>)> {
        let own = |field: &str| check::name(&reading::text(&value[field])).map(|name| self.canonical(&name));
        let mut hops: Vec<Hop> = Vec::new();
        let mut gaps = Vec::new();
        for value in reading::list(&value["hops"]).take(MAX_HOPS) {
            let ends = [&value["from"], &value["to"]].map(|end| check::name(&reading::text(end)));
            let [Some(from), Some(to)] = ends else {
                left_out.push("A step: its ends are not names.".to_owned());
                break;
            };
            let (from, to) = (self.canonical(&from), self.canonical(&to));
            let follows = hops.last().is_none_or(|last| fold::title(&last.to) == fold::title(&from));
            let returns = hops.iter().any(|hop| fold::title(&hop.from) == fold::title(&to))
                || fold::title(&from) == fold::title(&to);
            if !follows || returns {
                left_out
                    .push(format!("A step from “{from}” to “{to}”: it does not continue the previous step."));
                break;
            }
            let hop = self.hop(value, from, to, left_out);
            if hop.supporting.is_empty() && hop.contradicting.is_empty() {
                // The supposition of a model is not evidence, but the gap is worth reporting.
                if self.names_are_known(&hop) {
                    gaps.push(format!("No sentence that was shown states that {}.", hop.says()));
                }
                left_out
                    .push(format!("A step from “{}” to “{}”: no quotation supports it.", hop.from, hop.to));
                break;
            }
            hops.push(hop);
        }
        let (Some(first), Some(last)) = (hops.first(), hops.last()) else {
            let what = own("drug").zip(own("effect")).map_or_else(
                || "A hypothesis".to_owned(),
                |(drug, effect)| format!("A hypothesis from “{drug}” to “{effect}”"),
            );
            left_out.push(format!("{what}: its first step is not supported."));
            return None;
        };
        let drug = first.from.clone();
        let effect = last.to.clone();
        let inner: Vec<String> = hops.iter().skip(1).map(|hop| hop.from.clone()).collect();
        let (target, pathway) = match inner.as_slice() {
            [] => (String::new(), String::new()),
            [one] if own("pathway").as_ref() == Some(one) => (String::new(), one.clone()),
            [one] => (one.clone(), String::new()),
            [one, two, ..] => (one.clone(), two.clone()),
        };
        let works = |pick: fn(&Hop) -> &Vec<Quote>| -> Vec<String> {
            let all: BTreeSet<String> =
                hops.iter().flat_map(|hop| pick(hop).iter().map(|quote| quote.work.clone())).collect();
            all.into_iter().collect()
        };
        let cap = evidence_confidence(&hops, false, self.evidence);
        let said = value["confidence"].as_f64().and_then(|said| Confidence::new(said).ok());
        let confidence = said.map_or(cap, |said| if said.get() < cap.get() { said } else { cap });
        let hypothesis = MechanismHypothesis {
            supporting_evidence: works(|hop| &hop.supporting),
            contradicting_evidence: works(|hop| &hop.contradicting),
            search_suggestions: searches(&value["searches"]),
            direct: None,
            tier: Tier::Stated,
            made_by: self.model.to_owned(),
            model_confidence: said,
            confidence,
            drug,
            target,
            pathway,
            effect,
            hops,
        };
        Some((hypothesis, gaps))
    }

    /// Returns the vocabulary's name for a thing, or else the given name.
    fn canonical(&self, name: &str) -> String {
        let known = self.vocabulary.find(name).and_then(|id| self.vocabulary.get(id));
        known.map_or_else(|| name.to_owned(), |entity| entity.name.clone())
    }

    /// Returns whether the question or the evidence mentions both ends.
    fn names_are_known(&self, hop: &Hop) -> bool {
        let all = format!("{}\n{}", self.question, self.shown.stored());
        [&hop.from, &hop.to].iter().all(|name| check::speaks_of(&all, name, self.vocabulary))
    }

    /// Reads one hop with the quotations that are supported.
    fn hop(&self, value: &Value, from: String, to: String, left_out: &mut Vec<String>) -> Hop {
        let sign = match reading::text(&value["direction"]).to_lowercase().as_str() {
            word if word.starts_with("increas") || word.starts_with("activat") => Sign::Increases,
            word if word.starts_with("decreas")
                || word.starts_with("inhibit")
                || word.starts_with("reduc") =>
            {
                Sign::Decreases
            }
            _ => Sign::Affects,
        };
        let mut hop = Hop::new(from, sign, to);
        for (side, supports) in [("for", true), ("against", false)] {
            for value in reading::list(&value[side]).take(MAX_READ_QUOTES) {
                match self.quote(value, &hop) {
                    Ok((quote, read)) => {
                        let to = match read.unwrap_or(if supports { Side::For } else { Side::Against }) {
                            Side::For => &mut hop.supporting,
                            Side::Against => &mut hop.contradicting,
                            Side::Supposed => &mut hop.supposed,
                        };
                        add_quote(to, quote, MAX_QUOTES_PER_SIDE);
                    }
                    Err(why) => left_out.push(format!("A quotation for “{}”: {why}.", hop.says())),
                }
            }
        }
        hop
    }

    /// Looks up a quotation in the stored text, and its side of the hop if its sentence can be read
    /// without the model.
    fn quote(&self, value: &Value, hop: &Hop) -> Result<(Quote, Option<Side>), QuoteError> {
        let number = reading::number(&value["evidence"]).ok_or(QuoteError::NoNumber)?;
        let one = self.shown.get(number).ok_or(QuoteError::UnknownNumber(number))?;
        let passage = locate(&reading::text(&value["quote"]), one).ok_or(QuoteError::NotInText(number))?;
        let speaks = |name: &str| check::speaks_of(&passage.text, name, self.vocabulary);
        if let Some(missing) = [&hop.from, &hop.to].into_iter().find(|name| !speaks(name)) {
            return Err(QuoteError::NotAbout { number, name: missing.clone() });
        }
        let ends = self.vocabulary.find(&hop.from).zip(self.vocabulary.find(&hop.to));
        let said = relations(&passage.text, self.vocabulary);
        let about = said.iter().find(|relation| ends == Some((relation.subject, relation.object)));
        let side = about.map(|relation| match relation.assertion {
            Assertion::Supposed => Side::Supposed,
            Assertion::Denied => Side::Against,
            Assertion::Stated
                if relation.sign == hop.sign
                    || Sign::Affects == hop.sign
                    || relation.sign == Sign::Affects =>
            {
                Side::For
            }
            Assertion::Stated => Side::Against,
        });
        // If the entities are unknown, read the sentence by its words of direction.
        let side = side.or_else(|| {
            let is_opposite =
                hop.sign != Sign::Affects && contradicting(&hop.says(), &passage.text).is_some();
            is_opposite.then_some(Side::Against)
        });
        let assertion = about.map_or(Assertion::Stated, |relation| relation.assertion);
        let quote = Quote {
            work: one.handle.clone(),
            text: passage.text,
            assertion,
            source: one.record.source.clone(),
            context: QuoteContext::default(),
        };
        Ok((quote, side))
    }
}

/// The reason why a quotation of a model is left out. The text follows "A quotation for …: ".
#[derive(Debug, thiserror::Error)]
enum QuoteError {
    /// The model gave no evidence number for the quotation.
    #[error("it has no number")]
    NoNumber,
    /// No evidence was shown under this number.
    #[error("nothing was shown under the number {0}")]
    UnknownNumber(usize),
    /// The evidence under this number does not contain the quotation.
    #[error("the text under the number {0} does not have it")]
    NotInText(usize),
    /// The quoted sentence does not mention one end of the hop.
    #[error("its sentence under the number {number} does not mention {name}")]
    NotAbout {
        /// The number of the evidence.
        number: usize,
        /// The missing name.
        name: String,
    },
}

/// The side of a hop that a sentence is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    For,
    Against,
    Supposed,
}

/// Puts the proposed hypotheses before the extracted ones: at most four, without duplicates.
fn merge(out: &mut HypothesisAssessment, read: HypothesisAssessment) {
    let mut all = read.hypotheses;
    let fewest = 2;
    for extracted in std::mem::take(&mut out.hypotheses) {
        let known = all.iter().any(|known| known.mechanism() == extracted.mechanism());
        if !known && all.len() < fewest {
            all.push(extracted);
        }
    }
    out.hypotheses = all;
    out.primary_hypothesis = out.primary();
    out.count_sentences();
    let join = |own: &mut Vec<String>, more: Vec<String>, most: usize| {
        let mut seen: BTreeSet<String> = BTreeSet::new();
        let all = more.into_iter().chain(std::mem::take(own)).filter(|text| text != NO_EVIDENCE);
        *own = all.filter(|text| seen.insert(text.to_lowercase())).take(most).collect();
    };
    join(&mut out.knowledge_gaps, read.knowledge_gaps, 10);
    join(&mut out.recommended_searches, read.recommended_searches, 12);
}
