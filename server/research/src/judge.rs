//! Judges by counting whether the evidence is sufficient: two scores and a list of what is missing.

use crate::evidence::Evidence;
use crate::hypotheses::{HypothesisAssessment, Status, Tier, counted};
use crate::publication_status::PublicationStatus;
use crate::query::Query;
use crate::question_names::AskedNames;
use crate::study::Design;
use crate::vocabulary::{EntityKind, Vocabulary};
use serde::{Deserialize, Serialize};

/// The minimum score at which one side of the evidence is sufficient.
pub const SUFFICIENT_SCORE: u8 = 6;

/// The judgement after a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// How well a mechanism is stated, from 0 to 10.
    pub mechanism_score: u8,
    /// The reason for the mechanism score.
    pub mechanism_reason: String,
    /// How much was observed in people, from 0 to 10.
    pub clinical_score: u8,
    /// The reason for the clinical score.
    pub clinical_reason: String,
    /// Whether both scores are sufficient.
    pub sufficient: bool,
    /// The kinds of evidence that are missing.
    pub missing: Vec<String>,
    /// The judge: `counted`, or the name of a model.
    pub judged_by: String,
    /// Searches that would find the missing evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<String>,
    /// The contribution of a language model; `None` if no model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<crate::model::ModelContribution>,
}

/// Judges by counting. The mechanism scores two points for each hop of the best mechanism that
/// works state (uses of a drug and mere co-mentions do not count), one for each supporting work up
/// to four, and two less if works contradict it. The clinical side scores the rank of the best
/// design that mentions the drug and the condition of the question (a synthesis 5, a randomised
/// trial 4, another trial or a guideline 3, an observational study 2) and one for each such work up
/// to five.
#[must_use]
pub fn judge(
    question: &Query,
    evidence: &[Evidence],
    assessment: &HypothesisAssessment,
    vocabulary: &Vocabulary,
) -> Judgement {
    let mut out = Judgement { judged_by: "counted".to_owned(), ..Judgement::default() };
    let best = assessment
        .hypotheses
        .iter()
        .filter(|one| one.status() != Status::Untested && one.tier == Tier::Stated)
        .filter(|one| !one.is_use())
        .max_by_key(|one| (one.hops.len().min(3), one.supporting_evidence.len()));
    match best {
        None => out.mechanism_reason = "no mechanism was found".to_owned(),
        Some(best) => {
            let hops = best.hops.iter().filter(|hop| !hop.supporting.is_empty()).count();
            let works = best.supporting_evidence.len();
            let against = best.contradicting_evidence.len();
            let score = (2 * hops + works.min(4)).saturating_sub(if against > 0 { 2 } else { 0 });
            out.mechanism_score = u8::try_from(score.min(10)).unwrap_or(10);
            out.mechanism_reason = format!(
                "{}: {} stated by {}, {against} against",
                best.mechanism(),
                counted(hops, "step"),
                counted(works, "paper")
            );
        }
    }
    let asked = AskedNames::of(question, &[EntityKind::Drug, EntityKind::Condition], vocabulary);
    let clinical: Vec<&Evidence> = evidence
        .iter()
        .filter(|one| one.standing != PublicationStatus::Retracted && one.study.is_clinical())
        .filter(|one| asked.are_in(&one.record))
        .collect();
    let tier = clinical.iter().map(|one| one.study.tier()).max().unwrap_or(0);
    let count = u8::try_from(clinical.len().min(5)).unwrap_or(5);
    out.clinical_score = (tier + count).min(10);
    let trials = clinical.iter().filter(|one| one.study.design == Design::RandomisedTrial).count();
    out.clinical_reason = format!(
        "human studies that mention the terms of the question: {}; randomised trials among them: {trials}",
        clinical.len()
    );
    if out.mechanism_score < SUFFICIENT_SCORE {
        out.missing.push("a mechanism with each step stated by several papers".to_owned());
    }
    if out.clinical_score < SUFFICIENT_SCORE {
        let more = if clinical.is_empty() { "studies" } else { "more studies" };
        out.missing.push(format!("{more} in humans that mention the terms of the question"));
    }
    out.sufficient = out.missing.is_empty();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypotheses::extract;
    use crate::testing::{evidence, record};

    #[test]
    fn a_use_and_what_is_only_named_together_are_no_mechanism() {
        let vocabulary = Vocabulary::shipped();
        let reason = |sentences: &[&str]| {
            let all: Vec<Evidence> =
                (1..).zip(sentences).map(|(n, text)| evidence(record(n, "A paper", text))).collect();
            let assessment = extract("febuxostat gout", &all, &vocabulary);
            assert!(!assessment.hypotheses.is_empty(), "{sentences:?}");
            judge(&Query::of("febuxostat gout", &vocabulary), &all, &assessment, &vocabulary).mechanism_reason
        };
        let none = "no mechanism was found";
        assert_eq!(reason(&["Febuxostat is approved for the treatment of gout."]), none);
        assert_eq!(
            reason(&[
                "Febuxostat is a potent xanthine oxidase inhibitor.",
                "Xanthine oxidase has become a therapeutic target in gout.",
            ]),
            none
        );
        assert_eq!(
            reason(&["Febuxostat inhibited xanthine oxidase.", "Xanthine oxidase increases gout."]),
            "febuxostat → xanthine oxidase → gout: 2 steps stated by 2 papers, 0 against"
        );
    }
}
