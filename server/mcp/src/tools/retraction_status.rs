//! `retraction_status`: returns the notices about works.

use super::one_work::{judge, of_identifier, reading_beside};
use crate::arguments::{MAX_IDENTIFIERS, RetractionStatus, within};
use crate::error::ToolError;
use crate::outages;
use crate::records;
use crate::tool_call::ToolCall;
use referee_citations::json::verdict_of;
use referee_citations::publication_status::PublicationStatus;
use referee_citations::{Judgement, Reference, Verdict};
use serde_json::{Value, json};

pub(super) fn run(arguments: &RetractionStatus, call: &ToolCall<'_>) -> Result<Value, ToolError> {
    within("identifiers", arguments.identifiers.len(), MAX_IDENTIFIERS, "items")?;
    if arguments.identifiers.is_empty() {
        return Err(ToolError::Empty("identifiers"));
    }
    let reading = reading_beside(call, "");
    let references: Vec<Reference> = arguments
        .identifiers
        .iter()
        .map(|given| of_identifier(given, "identifiers", &reading.file))
        .collect::<Result<_, _>>()?;
    let judged = judge(call, &reading, &references);
    let works: Vec<Value> = references
        .iter()
        .zip(&judged.judgements)
        .map(|(reference, judgement)| status_json(reference, judgement.as_deref()))
        .collect();
    let mut answer = json!({"works": works, "looked_up_online": reading.may_look_up()});
    let judgements: Vec<_> = judged.judgements.iter().map(Option::as_deref).collect();
    outages::add(&mut answer, &judgements, &judged.failures);
    Ok(answer)
}

fn status_json(reference: &Reference, judgement: Option<&Judgement>) -> Value {
    let verdict = verdict_of(judgement);
    let mut answer = records::reference(reference, judgement);
    let notices = judgement.map(|judgement| judgement.notices.as_slice()).unwrap_or_default();
    let record = judgement.and_then(|judgement| judgement.record.as_ref());
    let standing = record.map_or_else(|| PublicationStatus::of(notices), PublicationStatus::of_record);
    answer["status"] = match (standing.max(PublicationStatus::of(notices)), verdict) {
        (PublicationStatus::Retracted, _) => "retracted".into(),
        (PublicationStatus::Concern, _) => "concern".into(),
        (PublicationStatus::Corrected, _) => "corrected".into(),
        // An unknown work may still be retracted.
        (PublicationStatus::Sound, Verdict::Verified | Verdict::Differs) => "no-notice".into(),
        (PublicationStatus::Sound, other) => other.as_str().into(),
    };
    answer["announcements"] = notices.iter().map(records::notice).collect();
    answer
}
