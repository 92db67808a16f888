//! What was announced about works: retractions, expressions of concern, corrections.

use crate::call::Call;
use crate::error::OperationError;
use crate::judged_reference::{Announcement, ExplainedReference};
use crate::one_work::{judge, of_identifier, reading_beside};
use crate::outages::Outages;
use crate::parameters::{MAX_IDENTIFIERS, MAX_LINE_BYTES, within};
use referee_citations::json::verdict_of;
use referee_citations::publication_status::PublicationStatus;
use referee_citations::{Judgement, Reference, Verdict};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Looks up what was announced about works: retraction, withdrawal, expression of concern,
/// correction. `no-notice`: the work is known and nothing was announced as far as the sources know.
/// `unchecked` and `uncovered`: nothing can be said. `not-found`: there is no such work.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Retraction status")]
pub struct RetractionStatus {
    /// DOIs, PMIDs, PMCIDs, arXiv numbers.
    #[schemars(length(min = 1, max = MAX_IDENTIFIERS), inner(length(max = MAX_LINE_BYTES)))]
    identifiers: Vec<String>,
}

/// The announcements about works.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RetractionStatuses {
    /// The works, in the order of the identifiers.
    works: Vec<WorkStatus>,
    looked_up_online: bool,
    #[serde(flatten)]
    outages: Outages,
}

/// The announcements about one work.
#[derive(Debug, Serialize, JsonSchema)]
struct WorkStatus {
    #[serde(flatten)]
    reference: ExplainedReference,
    #[schemars(schema_with = "status_schema")]
    status: &'static str,
    announcements: Vec<Announcement>,
}

fn status_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "enum": [
            "retracted", "concern", "corrected", "no-notice", "misidentified", "not-found", "uncovered", "unchecked",
        ],
    })
}

/// Looks up what was announced about works.
///
/// # Errors
///
/// If a parameter is no identifier, or their number is out of range.
pub fn retraction_status(
    parameters: &RetractionStatus,
    call: &Call<'_>,
) -> Result<RetractionStatuses, OperationError> {
    within("identifiers", parameters.identifiers.len(), MAX_IDENTIFIERS, "items")?;
    if parameters.identifiers.is_empty() {
        return Err(OperationError::Empty("identifiers"));
    }
    let reading = reading_beside(call, "");
    let references: Vec<Reference> = parameters
        .identifiers
        .iter()
        .map(|given| of_identifier(given, "identifiers", &reading.file))
        .collect::<Result<_, _>>()?;
    let judged = judge(call, &reading, &references);
    let judgements: Vec<_> = judged.judgements.iter().map(Option::as_deref).collect();
    let works =
        references.iter().zip(&judgements).map(|(reference, judgement)| status_of(reference, *judgement));
    Ok(RetractionStatuses {
        works: works.collect(),
        looked_up_online: reading.may_look_up(),
        outages: Outages::of(&judgements, &judged.failures),
    })
}

fn status_of(reference: &Reference, judgement: Option<&Judgement>) -> WorkStatus {
    let notices = judgement.map(|judgement| judgement.notices.as_slice()).unwrap_or_default();
    let record = judgement.and_then(|judgement| judgement.record.as_ref());
    let standing = record.map_or_else(|| PublicationStatus::of(notices), PublicationStatus::of_record);
    let status = match (standing.max(PublicationStatus::of(notices)), verdict_of(judgement)) {
        (PublicationStatus::Retracted, _) => "retracted",
        (PublicationStatus::Concern, _) => "concern",
        (PublicationStatus::Corrected, _) => "corrected",
        // An unknown work may still be retracted.
        (PublicationStatus::Sound, Verdict::Verified | Verdict::Differs) => "no-notice",
        (PublicationStatus::Sound, other) => other.as_str(),
    };
    WorkStatus {
        reference: ExplainedReference::of(reference, judgement),
        status,
        announcements: notices.iter().map(Announcement::of).collect(),
    }
}
