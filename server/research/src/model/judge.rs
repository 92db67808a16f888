//! Judges with a model whether the evidence is sufficient.

use super::numbered_evidence::NumberedEvidence;
use super::{CallControl, Model, ModelError, Prompt, check, reading};
use crate::embed::EvidenceSelector;
use crate::evidence::Evidence;
use crate::hypotheses::{HypothesisAssessment, Tier};
use crate::judge::Judgement;
use crate::model::backing_sentences::backing_sentences;
use crate::vocabulary::Vocabulary;
use referee_text::stem;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The maximum number of works shown, and the maximum number of characters of each.
const MAX_WORKS_AND_CHARACTERS: (usize, usize) = (12, 450);

/// The maximum number of reasons and searches that are kept.
const MAX_SEARCHES: usize = 6;

/// The words in which a judge describes the evidence as a whole. A reason of these words alone
/// makes no factual statement that a quotation would have to support.
const WORDS_OF_JUDGING: &str = "\
    a all also an and animal animals any are as at been but by case cell cells chain chains clear clearly clinical \
    clinically condition consistent direct directly disease drug each effect enough every evidence far few for from \
    given has have hop hops human humans hypotheses hypothesis in indirect is it laboratory limited listed little \
    many mechanism mechanisms missing model most named names no none not nothing observational of on one only or \
    outcome paper papers partial partially partly patient patients pathway people question randomised randomized \
    rests rodents seen several shown single small so some state stated states step steps strong studied studies \
    study supported supports target tested that the there they this to trial trials two was weak well were whole \
    with without work works yet";

/// Replaces the `counted` judgement by that of a model. Scores outside 0 to 10 are rejected;
/// without a hypothesis that a work supports, nothing is sufficient, whatever the model says. If
/// the model fails, returns `counted` with the failure recorded.
#[must_use]
pub fn judge(
    model: &Model,
    question: &str,
    evidence: &[Evidence],
    compared: &EvidenceSelector,
    assessment: &HypothesisAssessment,
    counted: Judgement,
    call: &mut CallControl<'_>,
) -> Judgement {
    let shown = NumberedEvidence::choose(question, evidence, compared, MAX_WORKS_AND_CHARACTERS);
    if shown.is_empty() {
        return counted;
    }
    let asked = model.outward(question, &shown.stored()).map(|words| prompt(words, &shown, assessment));
    let answer = asked.and_then(|prompt| model.ask(&prompt, call));
    match answer.and_then(|answer| read(&answer, question, &shown, assessment)) {
        Ok(judgement) => {
            Judgement { judged_by: model.judge().to_owned(), model: Some(model.part(true)), ..judgement }
        }
        Err(error) => Judgement { model: Some(model.failed(true, error)), ..counted },
    }
}

fn prompt(
    (question, replaced): (String, Vec<String>),
    shown: &NumberedEvidence,
    assessment: &HypothesisAssessment,
) -> Prompt {
    let (evidence, mark) = shown.write();
    let mut user = format!("Question: {question}\n\nHypotheses so far:\n");
    for one in &assessment.hypotheses {
        let status = match one.tier {
            Tier::Stated => one.status().as_str(),
            Tier::NamedTogether => "one step is not stated, only named together",
        };
        user.push_str(&format!("- {} ({status})\n", one.mechanism()));
    }
    if assessment.hypotheses.is_empty() {
        user.push_str("- none\n");
    }
    user.push_str(&format!("\nEvidence:\n{evidence}"));
    let (score, text) = (json!({"type": "integer"}), json!({"type": "string"}));
    let texts = json!({"type": "array", "items": text});
    Prompt {
        name: "judgement",
        system: format!("{}\n{}", super::prompt::frame(&mark), include_str!("prompts/judge.md")),
        user,
        schema: json!({
            "type": "object", "additionalProperties": false,
            "required": ["mechanism_score", "mechanism_reason", "clinical_score", "clinical_reason", "sufficient", "missing", "searches"],
            "properties": {
                "mechanism_score": score, "mechanism_reason": text, "clinical_score": score,
                "clinical_reason": text, "sufficient": {"type": "boolean"}, "missing": texts, "searches": texts,
            },
        }),
        answer: 700,
        fast: true,
        replaced,
    }
}

fn read(
    answer: &Value,
    question: &str,
    shown: &NumberedEvidence,
    assessment: &HypothesisAssessment,
) -> Result<Judgement, ModelError> {
    let vocabulary = Vocabulary::shipped();
    let score = |name: &str| {
        let score = answer[name].as_u64().or_else(|| answer[name].as_str()?.trim().parse().ok())?;
        u8::try_from(score).ok().filter(|score| *score <= 10)
    };
    let stored = format!("{question}\n{}", shown.stored());
    let words = |text: &str| {
        let fits = !text.is_empty()
            && text.chars().count() <= 300
            && check::unfit(text).is_none()
            && check::numbers_beyond(text, &stored).is_empty();
        fits.then(|| text.to_owned())
    };
    // A score without an acceptable reason is rejected.
    let reason = |name: &str| {
        let text = words(reading::text(&answer[name]).trim_end_matches('.')).ok_or(ModelError::Unfounded)?;
        if is_of_the_evidence_alone(&text) {
            return Ok(text);
        }
        let carrying =
            backing_sentences(&text, &shown.works(), &vocabulary).map_err(|_| ModelError::Unfounded)?;
        let quote = carrying.first().ok_or(ModelError::Unfounded)?.passage.text.clone();
        Ok(format!("{text}: “{quote}”"))
    };
    let supported = assessment.hypotheses.iter().any(|one| !one.supporting_evidence.is_empty());
    Ok(Judgement {
        mechanism_score: score("mechanism_score").ok_or(ModelError::Unreadable)?,
        mechanism_reason: reason("mechanism_reason")?,
        clinical_score: score("clinical_score").ok_or(ModelError::Unreadable)?,
        clinical_reason: reason("clinical_reason")?,
        sufficient: answer["sufficient"].as_bool().ok_or(ModelError::Unreadable)? && supported,
        missing: reading::list(&answer["missing"])
            .filter_map(|text| words(reading::text(text).trim_end_matches('.')))
            .take(MAX_SEARCHES)
            .collect(),
        searches: reading::list(&answer["searches"])
            .filter_map(|text| check::search(&reading::text(text)))
            .take(MAX_SEARCHES)
            .collect(),
        ..Judgement::default()
    })
}

/// Returns whether a reason only describes the evidence as a whole, without a fact that a paper
/// would have to state.
fn is_of_the_evidence_alone(reason: &str) -> bool {
    static JUDGING_ROOTS: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| WORDS_OF_JUDGING.split_whitespace().map(stem::root).collect());
    let mut words = reason.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| JUDGING_ROOTS.contains(&stem::root(&word.to_lowercase())))
}

#[cfg(test)]
mod tests {
    use super::is_of_the_evidence_alone;

    #[test]
    fn a_reason_that_names_anything_has_to_be_carried_by_a_quotation() {
        for reason in ["each hop is stated", "nothing was tested in people", "Only small studies in animals"]
        {
            assert!(is_of_the_evidence_alone(reason), "{reason}");
        }
        for reason in ["metformin was tested in people", "each hop is stated for AMPK", "the drug is safe"] {
            assert!(!is_of_the_evidence_alone(reason), "{reason}");
        }
    }
}
