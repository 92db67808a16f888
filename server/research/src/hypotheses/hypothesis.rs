//! The types of a hypothesis: its quotations, hops, status and confidence.

use super::relation::{Assertion, Sign};
use crate::leads::LeadSource;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// A quotation from the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The handle of the work.
    pub work: String,
    /// The sentence, verbatim.
    pub text: String,
    /// Whether the sentence states, denies or supposes the relation.
    pub assertion: Assertion,
    /// The source of the record that contains the sentence.
    #[serde(default)]
    pub source: String,
    /// The subjects and the tissue, as far as the work states them.
    #[serde(default)]
    pub context: QuoteContext,
}

/// The subjects and the tissue of an observation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuoteContext {
    /// `people`, `animals` or `cells`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subjects: Option<String>,
    /// The tissue or organ: `breast`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tissue: Option<String>,
}

/// How certain a step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    /// A sentence states the step, with its direction if it has one.
    #[default]
    Stated,
    /// A sentence mentions both ends with a word of effect, but its statement was not read.
    NamedTogether,
}

/// Adds a quotation to one side of a hop. Papers are counted from the quotations, so the first of
/// each work is always kept; a further sentence of a work is kept only while there are fewer than
/// `most`.
pub(crate) fn add_quote(side: &mut Vec<Quote>, quote: Quote, most: usize) {
    let mut of_work = side.iter().filter(|known| known.work == quote.work).peekable();
    let is_first = of_work.peek().is_none();
    if is_first || (side.len() < most && !of_work.any(|known| known.text == quote.text)) {
        side.push(quote);
    }
}

/// One step of a mechanism.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hop {
    /// The acting entity.
    pub from: String,
    /// The direction.
    pub sign: Sign,
    /// The affected entity.
    pub to: String,
    /// Sentences that state the step.
    pub supporting: Vec<Quote>,
    /// Sentences that deny it or state the opposite.
    pub contradicting: Vec<Quote>,
    /// Sentences that suppose it; they do not count for either side.
    pub supposed: Vec<Quote>,
    /// How certain the step is.
    #[serde(default)]
    pub tier: Tier,
    /// Whether the direction was estimated by a model trained on marked abstracts, because no
    /// sentence states it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

impl Hop {
    /// Creates a stated step without quotations.
    #[must_use]
    pub fn new(from: impl Into<String>, sign: Sign, to: impl Into<String>) -> Hop {
        Hop {
            from: from.into(),
            sign,
            to: to.into(),
            supporting: Vec::new(),
            contradicting: Vec::new(),
            supposed: Vec::new(),
            tier: Tier::Stated,
            estimated: false,
        }
    }

    /// Returns the step as a clause: `metformin increases AMPK`. If the works only observed an
    /// association, the clause says so.
    #[must_use]
    pub fn says(&self) -> String {
        const ASSOCIATION_STEMS: &[&str] = &["associat", "correlat", "linked", "link between", "risk of"];
        let together = !self.supporting.is_empty()
            && self.supporting.iter().all(|quote| {
                // `gout-associated inflammation` is not an association with the drug.
                let text = quote.text.to_lowercase().replace("-associated", "");
                ASSOCIATION_STEMS.iter().any(|word| text.contains(word))
            });
        if self.tier == Tier::NamedTogether {
            return match self.sign {
                sign if self.estimated && sign.is_directed() => {
                    let verb = sign.verb().trim_end_matches('s');
                    format!("{} is named together with {}, and is estimated to {verb} it", self.from, self.to)
                }
                Sign::Increases => {
                    format!("{} and {} are named together, with words of more", self.from, self.to)
                }
                Sign::Decreases => {
                    format!("{} and {} are named together, with words of less", self.from, self.to)
                }
                _ => format!("{} and {} are named together", self.from, self.to),
            };
        }
        let verb = match (together, self.sign) {
            (_, Sign::UsedFor) => self.sign.verb(),
            (true, Sign::Increases) => "is associated with more",
            (true, Sign::Decreases) if is_plural(&self.to) => "is associated with fewer",
            (true, Sign::Decreases) => "is associated with less",
            (true, Sign::Affects) => "is associated with",
            (false, sign) => sign.verb(),
        };
        format!("{} {verb} {}", self.from, self.to)
    }

    /// Returns the numbers of distinct works for and against the step.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (works(&self.supporting).len(), works(&self.contradicting).len())
    }
}

/// Returns whether a name is a plural, which takes “fewer” instead of “less”: `fractures`, not
/// `diabetes`.
fn is_plural(name: &str) -> bool {
    /// Endings of singular words: `psoriasis`, `lupus`, `illness`, `pancreas`.
    const SINGULAR_ENDINGS: &[&str] = &["is", "us", "ss", "as", "os"];
    const SINGULAR_WORDS: &[&str] = &[
        "aids", "ascites", "biceps", "caries", "diabetes", "feces", "faeces", "forceps", "herpes", "hives",
        "measles", "mumps", "news", "rabies", "rickets", "scabies", "series", "shingles", "species", "tabes",
    ];
    let last = name.rsplit(' ').next().unwrap_or_default();
    // An abbreviation lacks a grammatical number: IBS, MS.
    let is_word = last.len() > 3 && last.chars().all(|c| c.is_lowercase() || c == '-');
    is_word
        && last.ends_with('s')
        && !SINGULAR_ENDINGS.iter().any(|ending| last.ends_with(ending))
        && !SINGULAR_WORDS.contains(&last)
}

fn works(quotes: &[Quote]) -> BTreeSet<&str> {
    quotes.iter().map(|quote| quote.work.as_str()).collect()
}

/// The status of a hypothesis, from the numbers of distinct works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// No work mentions it.
    Untested,
    /// At least twice as many works for it as against it.
    Supported,
    /// Each step is stated by exactly one work.
    ReportedOnce,
    /// Neither side has twice as many works as the other.
    Mixed,
    /// At least twice as many works against it as for it.
    Contradicted,
}

impl Status {
    /// Returns the status for numbers of distinct works.
    #[must_use]
    pub fn of(supporting: usize, contradicting: usize) -> Status {
        match (supporting, contradicting) {
            (0, 0) => Status::Untested,
            (s, c) if s >= c.saturating_mul(2) => Status::Supported,
            (s, c) if c >= s.saturating_mul(2) => Status::Contradicted,
            _ => Status::Mixed,
        }
    }

    /// Returns the status in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Untested => "untested",
            Status::Supported => "supported",
            Status::ReportedOnce => "reported once each",
            Status::Mixed => "mixed",
            Status::Contradicted => "contradicted",
        }
    }
}

/// The error for a confidence outside 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a confidence lies between 0 and 1, and {0} does not")]
pub struct NoConfidence(pub f64);

/// A confidence from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

impl Confidence {
    /// Creates a confidence.
    ///
    /// # Errors
    ///
    /// If `value` is not between 0 and 1.
    pub fn new(value: f64) -> Result<Self, NoConfidence> {
        if (0.0..=1.0).contains(&value) { Ok(Confidence(value)) } else { Err(NoConfidence(value)) }
    }

    /// Returns the number.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Confidence {
    type Error = NoConfidence;

    fn try_from(value: f64) -> Result<Self, NoConfidence> {
        Confidence::new(value)
    }
}

impl From<Confidence> for f64 {
    fn from(value: Confidence) -> f64 {
        value.0
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", (self.0 * 100.0).round())
    }
}

/// A hypothesis about the mechanism of a drug.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MechanismHypothesis {
    /// The drug.
    pub drug: String,
    /// The molecule that the drug acts on; empty if the evidence mentions none.
    pub target: String,
    /// The pathway or process that changes; empty if the evidence mentions none.
    pub pathway: String,
    /// The effect.
    pub effect: String,
    /// The confidence, which ranks the amount of evidence.
    pub confidence: Confidence,
    /// The supporting works, by handle.
    pub supporting_evidence: Vec<String>,
    /// The contradicting works, by handle.
    pub contradicting_evidence: Vec<String>,
    /// Searches that would test the hypothesis.
    pub search_suggestions: Vec<String>,
    /// The steps in order, with their quotations.
    #[serde(default)]
    pub hops: Vec<Hop>,
    /// The statements about the drug and the effect without intermediate steps; they support or
    /// contradict the chain.
    #[serde(default)]
    pub direct: Option<Hop>,
    /// The tier of the least certain step.
    #[serde(default)]
    pub tier: Tier,
    /// The author: `extracted`, or the name of a model.
    #[serde(default)]
    pub made_by: String,
    /// The confidence that the proposing model gave; [`confidence`](Self::confidence) is not above
    /// the limit that the evidence sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model_confidence: Option<Confidence>,
}

impl MechanismHypothesis {
    /// Returns the searches that test the hypothesis: drug and target, target and pathway, pathway
    /// and effect, then the suggestions. Unknown parts are left out, and searches are not repeated.
    #[must_use]
    pub fn to_search_queries(&self) -> Vec<String> {
        let pair = |a: &str, b: &str| {
            if a.is_empty() || b.is_empty() { String::new() } else { format!("{a} {b}") }
        };
        let mut out = vec![
            pair(&self.drug, &self.target),
            pair(&self.target, &self.pathway),
            pair(&self.pathway, &self.effect),
        ];
        out.extend(self.search_suggestions.iter().map(|text| text.trim().to_owned()));
        let mut seen = BTreeSet::new();
        out.retain(|query| !query.is_empty() && seen.insert(query.to_lowercase()));
        out
    }

    /// Returns the known parts, in order.
    #[must_use]
    pub fn parts(&self) -> Vec<&str> {
        let parts = [&self.drug, &self.target, &self.pathway, &self.effect];
        parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect()
    }

    /// Returns all steps: `metformin → AMPK → autophagy → amyloid plaques`.
    #[must_use]
    pub fn mechanism(&self) -> String {
        let Some(first) = self.hops.first() else { return self.parts().join(" → ") };
        let steps = std::iter::once(first.from.as_str()).chain(self.hops.iter().map(|hop| hop.to.as_str()));
        steps.collect::<Vec<_>>().join(" → ")
    }

    /// Returns the status that follows from the evidence.
    #[must_use]
    pub fn status(&self) -> Status {
        let status = Status::of(self.supporting_evidence.len(), self.contradicting_evidence.len());
        let is_single = |hop: &Hop| hop.counts().0 == 1;
        if status == Status::Supported && !self.hops.is_empty() && self.hops.iter().all(is_single) {
            return Status::ReportedOnce;
        }
        status
    }

    /// Returns the number of works that state every step.
    #[must_use]
    pub fn works_that_state_the_whole(&self) -> usize {
        let mut hops = self.hops.iter();
        let Some(first) = hops.next() else { return 0 };
        let mut whole = works(&first.supporting);
        for hop in hops {
            let stated = works(&hop.supporting);
            whole.retain(|work| stated.contains(work));
        }
        whole.len()
    }

    /// Returns whether the hypothesis is only a use of the drug, without a mechanism.
    #[must_use]
    pub fn is_use(&self) -> bool {
        !self.hops.is_empty() && self.hops.iter().all(|hop| hop.sign == Sign::UsedFor)
    }

    /// Returns the effect in words: `less dementia`, `fewer fractures`.
    #[must_use]
    pub fn outcome(&self) -> String {
        // Durations are longer or shorter.
        let is_time = matches!(self.effect.as_str(), "lifespan" | "survival");
        match self.sign() {
            Sign::Increases if is_time => format!("longer {}", self.effect),
            Sign::Decreases if is_time => format!("shorter {}", self.effect),
            Sign::Increases => format!("more {}", self.effect),
            Sign::Decreases if is_plural(&self.effect) => format!("fewer {}", self.effect),
            Sign::Decreases => format!("less {}", self.effect),
            Sign::Affects | Sign::UsedFor => "direction not stated".to_owned(),
        }
    }

    /// Returns the direction from the drug to the effect.
    #[must_use]
    pub fn sign(&self) -> Sign {
        self.hops.iter().map(|hop| hop.sign).reduce(Sign::then).unwrap_or(Sign::Affects)
    }
}

/// The hypotheses and gaps that the evidence yields for a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HypothesisAssessment {
    /// The hypotheses, the most confident first.
    pub hypotheses: Vec<MechanismHypothesis>,
    /// The first hypothesis that the evidence supports, if any.
    #[serde(default)]
    pub primary_hypothesis: Option<MechanismHypothesis>,
    /// The gaps in the evidence.
    pub knowledge_gaps: Vec<String>,
    /// Searches that would fill the gaps.
    pub recommended_searches: Vec<String>,
    /// The number of sentences that support the hypotheses.
    #[serde(default)]
    pub sentences: usize,
    /// The number of works with these sentences.
    #[serde(default)]
    pub papers: usize,
    /// Words of the question that are not known names and that its author may add.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_names: Vec<String>,
    /// The outcome of asking services for leads; empty if nothing was asked online.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<LeadSource>,
    /// The contribution of a language model; `None` if no model was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<crate::model::ModelContribution>,
}

impl HypothesisAssessment {
    /// Keeps the hypotheses with these mechanisms ([`MechanismHypothesis::mechanism`]) and recounts
    /// their sentences.
    pub fn keep_only(&mut self, mechanisms: &[String]) {
        self.hypotheses.retain(|one| mechanisms.contains(&one.mechanism()));
        self.primary_hypothesis.take_if(|one| !mechanisms.contains(&one.mechanism()));
        self.count_sentences();
    }

    /// Returns the first stated hypothesis that the evidence supports, at least in part.
    pub(crate) fn primary(&self) -> Option<MechanismHypothesis> {
        let carries = |one: &&MechanismHypothesis| {
            one.tier == Tier::Stated
                && matches!(one.status(), Status::Supported | Status::ReportedOnce | Status::Mixed)
        };
        self.hypotheses.iter().find(carries).cloned()
    }

    /// Counts the sentences and the papers that support the hypotheses.
    pub(crate) fn count_sentences(&mut self) {
        let quotes: BTreeSet<(&str, &str)> = self
            .hypotheses
            .iter()
            .filter(|hypothesis| hypothesis.tier == Tier::Stated)
            .flat_map(|hypothesis| &hypothesis.hops)
            .flat_map(|hop| hop.supporting.iter().chain(&hop.contradicting))
            .map(|quote| (quote.work.as_str(), quote.text.as_str()))
            .collect();
        self.papers = quotes.iter().map(|(work, _)| *work).collect::<BTreeSet<_>>().len();
        self.sentences = quotes.len();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn hypothesis() -> MechanismHypothesis {
        MechanismHypothesis {
            drug: "metformin".into(),
            target: "AMPK".into(),
            pathway: "autophagy".into(),
            effect: "amyloid plaques".into(),
            confidence: Confidence::new(0.5).unwrap(),
            supporting_evidence: vec![],
            contradicting_evidence: vec![],
            search_suggestions: vec!["metformin brain".into()],
            hops: vec![],
            direct: None,
            tier: Tier::Stated,
            made_by: "extracted".into(),
            model_confidence: None,
        }
    }

    #[test]
    fn there_are_fewer_of_what_is_counted_and_there_is_less_of_the_rest() {
        let outcome = |effect: &str| {
            let hop = Hop::new("metformin", Sign::Decreases, effect);
            let one = MechanismHypothesis { effect: effect.into(), hops: vec![hop], ..hypothesis() };
            one.outcome()
        };
        for plural in ["fractures", "amyloid plaques", "falls", "metastases"] {
            assert_eq!(outcome(plural), format!("fewer {plural}"));
        }
        for singular in [
            "dementia",
            "type 2 diabetes",
            "psoriasis",
            "lupus erythematosus",
            "measles",
            "IBS",
            "critical illness",
        ] {
            assert_eq!(outcome(singular), format!("less {singular}"));
        }
    }

    #[test]
    fn only_what_a_sentence_says_of_the_drug_is_an_association() {
        let says = |text: &str| {
            let mut hop = Hop::new("febuxostat", Sign::Decreases, "inflammation");
            hop.supporting.push(Quote {
                work: "a".into(),
                text: text.into(),
                assertion: Assertion::Stated,
                source: String::new(),
                context: QuoteContext::default(),
            });
            hop.says()
        };
        assert_eq!(
            says("Febuxostat alleviates gout-associated hyperuricemia and inflammation."),
            "febuxostat decreases inflammation"
        );
        assert_eq!(
            says("Febuxostat was associated with less inflammation."),
            "febuxostat is associated with less inflammation"
        );
    }

    #[test]
    fn a_confidence_lies_between_nothing_and_one() {
        assert!(
            Confidence::new(1.01).is_err()
                && Confidence::new(-0.1).is_err()
                && Confidence::new(f64::NAN).is_err()
        );
        assert_eq!(Confidence::new(0.75).unwrap().to_string(), "75%");
        assert!(serde_json::from_str::<Confidence>("1.01").is_err());
    }

    #[test]
    fn searches_come_in_the_order_of_the_chain_and_then_the_suggestions() {
        let expected = ["metformin AMPK", "AMPK autophagy", "autophagy amyloid plaques", "metformin brain"];
        assert_eq!(hypothesis().to_search_queries(), expected);
    }

    #[test]
    fn the_status_is_counted() {
        for (supporting, contradicting, status) in [
            (0, 0, Status::Untested),
            (7, 2, Status::Supported),
            (1, 5, Status::Contradicted),
            (3, 2, Status::Mixed),
            (1, 0, Status::Supported),
            (0, 1, Status::Contradicted),
        ] {
            assert_eq!(Status::of(supporting, contradicting), status);
        }
    }

    #[test]
    fn an_assessment_without_a_primary_hypothesis_is_read() {
        let read: HypothesisAssessment =
            serde_json::from_str(r#"{"hypotheses": [], "knowledge_gaps": [], "recommended_searches": []}"#)
                .unwrap();
        assert_eq!(read.primary_hypothesis, None);
    }
}
