//! Judging and planning in one go.

use super::decide::decide;
use super::gather::gather_through;
use super::inquiry::{Inquiry, SourceQuestion};
use super::plan::Disclosable;
use crate::Judgement;
use referee_bibliography::Work;
use referee_records::Source;
use referee_records::services::is_service;
use std::sync::Arc;

/// The judgement of `work` by what the sources say, and the questions to ask next.
///
/// The same as [`gather`](super::gather()), [`judge`](super::judge()) and [`plan`](super::plan()), with each source
/// asked once.
#[must_use]
pub fn judge_and_plan(
    work: &Work,
    reach: Disclosable,
    sources: &[Arc<dyn Source>],
) -> (Judgement, Vec<SourceQuestion>) {
    let inquiry = Inquiry::new(work, sources);
    let gathered = gather_through(&inquiry);
    let online = sources.iter().any(|source| is_service(source.name()));
    let next = if online { inquiry.next(reach) } else { Vec::new() };
    (decide(&inquiry.claim, &gathered), next)
}
