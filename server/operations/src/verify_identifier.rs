//! Whether an identifier exists and belongs to the work that it is taken for.

use crate::call::Call;
use crate::error::OperationError;
use crate::judged_reference::ExplainedReference;
use crate::one_work::{judge, of_identifier, reading_beside};
use crate::outages::Outages;
use crate::parameters::{MAX_IDENTIFIERS, MAX_LINE_BYTES, line, within};
use crate::work_record::entry;
use referee_bibliography::{Date, Name, Work};
use referee_citations::Reference;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Looks up whether a DOI, PMID, PMCID, arXiv or trial number exists and, where you say what you
/// take it for, whether it is that work. Verdicts: `verified`: a record describes the same work.
/// `differs`: the same work, some fields differ. `misidentified`: an identifier belongs to another
/// work. `not-found`: every source that covers such works answered and none has it. `uncovered`: no
/// source here lists such works. `unchecked`: nothing can be said, for example offline; this does not
/// mean that the work does not exist.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Verify an identifier")]
pub struct VerifyIdentifier {
    /// 10.1056/NEJMoa012512, PMID:11832527, PMC2898585, arXiv:2103.15348, NCT01234567, or an address
    /// with one of them.
    #[schemars(length(max = MAX_LINE_BYTES))]
    identifier: String,
    /// The title of the work that you take it for.
    title: Option<String>,
    /// Its first authors, in order: `Family, Given`.
    #[serde(default)]
    #[schemars(length(max = MAX_IDENTIFIERS))]
    authors: Vec<String>,
    /// Its year.
    year: Option<i32>,
}

/// An identifier with its verdict.
#[derive(Debug, Serialize, JsonSchema)]
pub struct VerifiedIdentifier {
    #[serde(flatten)]
    reference: ExplainedReference,
    looked_up_online: bool,
    #[serde(flatten)]
    outages: Outages,
    /// The work of the identifier as an entry of BibTeX.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<String>,
}

/// Looks an identifier up and compares the work with the one that it is taken for.
///
/// # Errors
///
/// If a parameter is no identifier, empty or too large.
pub fn verify_identifier(
    parameters: &VerifyIdentifier,
    call: &Call<'_>,
) -> Result<VerifiedIdentifier, OperationError> {
    within("authors", parameters.authors.len(), MAX_IDENTIFIERS, "names")?;
    let title = parameters.title.as_deref().map(|title| line("title", title)).transpose()?;
    let mut authors = Vec::new();
    for author in &parameters.authors {
        authors.extend(Name::parse(&line("authors", author)?));
    }
    let reading = reading_beside(call, title.as_deref().unwrap_or_default());
    let bare = of_identifier(&parameters.identifier, "identifier", &reading.file)?;
    let work = Work {
        title,
        authors_truncated: !authors.is_empty(),
        authors,
        date: parameters.year.map(|year| Date { year, ..Date::default() }),
        ..(*bare.work).clone()
    };
    let reference = Reference::from_work(&reading.file, bare.label, work);
    let judged = judge(call, &reading, std::slice::from_ref(&reference));
    let judgement = judged.judgements.into_iter().next().flatten();
    let judgement = judgement.as_deref();
    let record = judgement.and_then(|judgement| judgement.record.as_ref());
    Ok(VerifiedIdentifier {
        reference: ExplainedReference::of(&reference, judgement),
        looked_up_online: reading.may_look_up(),
        outages: Outages::of(&[judgement], &judged.failures),
        entry: record.and_then(|record| entry(&record.work)),
    })
}
