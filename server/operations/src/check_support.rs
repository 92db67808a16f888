//! Whether a work supports a sentence.

use crate::call::Call;
use crate::error::OperationError;
use crate::judged_reference::ExplainedReference;
use crate::one_work::record_of;
use crate::outages::Outages;
use crate::parameters::{MAX_LINE_BYTES, line};
use crate::supported_sentence::SupportedSentence;
use referee_citations::claims::Cited;
use referee_features::support::check_sentence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Compares a sentence with the abstract of a work that is cited for it: numbers and quotations that
/// it does not have, an opposite direction. `passage_state` is what the closest passage says:
/// `says-so`, `says-otherwise`, `no-passage`. `objected`: something speaks against it.
/// `nothing-found`: nothing does, which does not prove support. `not-checked`: no abstract is known,
/// or it is not sure which work is meant.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Check support")]
pub struct CheckSupport {
    /// The sentence that cites.
    #[schemars(length(max = MAX_LINE_BYTES))]
    sentence: String,
    /// The work: a DOI or PMID, an entry of BibTeX, or the reference as it is printed.
    #[schemars(length(max = MAX_LINE_BYTES))]
    work: String,
}

/// A sentence, compared with the work that it cites.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckedSupport {
    #[schemars(extend("const" = "referee.support/1"))]
    schema: &'static str,
    #[serde(flatten)]
    sentence: SupportedSentence,
    /// The reasons, as sentences.
    reasons: Vec<String>,
    /// The work with its verdict.
    work: ExplainedReference,
    looked_up_online: bool,
    #[serde(flatten)]
    outages: Outages,
}

/// Compares a sentence with the abstract of the work that is cited for it.
///
/// # Errors
///
/// If the sentence is empty or too long, or `work` names no work.
pub fn check_support(parameters: &CheckSupport, call: &Call<'_>) -> Result<CheckedSupport, OperationError> {
    let sentence = line("sentence", &parameters.sentence)?;
    let work = record_of(&parameters.work, &sentence, call)?;
    let cited =
        Cited { label: work.reference.label.clone(), judgement: work.judgement.clone(), ..Cited::default() };
    let checked = check_sentence(&sentence, vec![cited]);
    let judgement = work.judgement.as_deref();
    Ok(CheckedSupport {
        schema: "referee.support/1",
        sentence: SupportedSentence::of(&checked),
        reasons: checked.reasons(),
        work: ExplainedReference::of(&work.reference, judgement),
        looked_up_online: work.reading.may_look_up(),
        outages: Outages::of(&[judgement], &work.failures),
    })
}
