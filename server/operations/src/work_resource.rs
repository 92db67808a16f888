//! What the sources say about the work with an identifier.

use crate::call::Call;
use crate::error::OperationError;
use crate::judged_reference::{Announcement, ExplainedReference};
use crate::one_work::record_of;
use crate::parameters::line;
use crate::work_record::WorkRecord;
use referee_features::cite::CiteQuery;
use serde::Serialize;

/// A work with what the sources say about it.
#[derive(Debug, Serialize)]
pub struct WorkResource {
    reference: ExplainedReference,
    record: Option<WorkRecord>,
    announcements: Vec<Announcement>,
    looked_up_online: bool,
}

/// Looks up the work with an identifier.
///
/// # Errors
///
/// If the text is no identifier: a resource is not a search.
pub fn work_resource(identifier: &str, call: &Call<'_>) -> Result<WorkResource, OperationError> {
    CiteQuery::read_identifier(&line("identifier", identifier)?)?;
    let work = record_of(identifier, "", call)?;
    let judgement = work.judgement.as_deref();
    let notices = judgement.map(|judgement| judgement.notices.as_slice()).unwrap_or_default();
    Ok(WorkResource {
        reference: ExplainedReference::of(&work.reference, judgement),
        record: judgement.and_then(|judgement| judgement.record.as_ref()).map(WorkRecord::of),
        announcements: notices.iter().map(Announcement::of).collect(),
        looked_up_online: work.reading.may_look_up(),
    })
}
