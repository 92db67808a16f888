//! Judges and plans in one pass.

use super::decide::decide;
use super::gather::gather_through;
use super::inquiry::{Inquiry, SourceQuestion};
use super::plan::Disclosable;
use crate::Judgement;
use referee_bibliography::{Identifier, Work};
use referee_records::services::is_service;
use referee_records::{Question, Service, Source};
use std::sync::Arc;

/// Returns the judgement of `work` by the sources, and the questions to ask next.
///
/// The result is that of [`gather`](super::gather()), [`judge`](super::judge()) and
/// [`plan`](super::plan()), with each source asked once. If only a table lists the work as
/// retracted, the questions include the one that confirms it.
#[must_use]
pub fn judge_and_plan(
    work: &Work,
    reach: Disclosable,
    sources: &[Arc<dyn Source>],
) -> (Judgement, Vec<SourceQuestion>) {
    let inquiry = Inquiry::new(work, sources);
    let gathered = gather_through(&inquiry);
    let online = sources.iter().any(|source| is_service(source.name()));
    let mut next = if online { inquiry.next(reach) } else { Vec::new() };
    let judgement = decide(&inquiry.claim, &gathered);
    if let Some(listed) = judgement.listed_retraction.as_ref().filter(|listed| listed.denied_by.is_empty()) {
        // The library may be older than the table. The registration agency knows when and why the
        // work was retracted.
        let service = if matches!(listed.identifier, Identifier::Pmid(_)) {
            Service::PubMed
        } else {
            Service::Crossref
        };
        let question = (service.name().to_owned(), Question::Identifier(listed.identifier.clone()));
        let confirms = inquiry.unasked(vec![question]);
        next.extend(confirms.into_iter().filter(|question| !next.contains(question)).collect::<Vec<_>>());
    }
    (judgement, next)
}
