//! References with their verdicts in results.

use referee_bibliography::{Date, Identifier, Work};
use referee_citations::json::{notices, verdict_of};
use referee_citations::{Judgement, Outcome, Reference, Verdict, Weight};
use referee_records::Notice;
use referee_records::services::would_cover;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::sync::Arc;

/// A reference with its verdict, as in `referee.check/1`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct JudgedReference {
    /// The key, `[n]` for an item of a list, or the identifier.
    pub(crate) key: String,
    /// The verdict.
    #[schemars(schema_with = "verdict_schema")]
    pub(crate) verdict: &'static str,
    /// The kinds of the notices about the work, in the order of the record.
    #[schemars(schema_with = "notices_schema")]
    pub(crate) notices: Vec<&'static str>,
    /// The fields in which the reference and the record differ.
    pub(crate) differences: Vec<&'static str>,
    /// The source that did not answer whether the work was withdrawn, with the reason: `arxiv:
    /// busy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) withdrawal_unchecked: Option<String>,
    /// The sources that were asked.
    pub(crate) sources: Vec<ConsultedSource>,
    /// The record that it was compared with.
    pub(crate) record: Option<RecordSummary>,
    /// Where to look up a work that no source covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) would_cover: Option<&'static str>,
}

/// The contribution of one source.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ConsultedSource {
    /// The name of the source.
    pub(crate) name: String,
    /// The outcome of asking it.
    #[schemars(with = "String")]
    pub(crate) outcome: Outcome,
}

/// The fields that identify a record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct RecordSummary {
    /// The DOI.
    pub(crate) doi: Option<String>,
    /// The PMID.
    pub(crate) pmid: Option<String>,
    /// The title with the subtitle.
    pub(crate) title: Option<String>,
    /// The year of publication.
    pub(crate) year: Option<i32>,
}

impl JudgedReference {
    /// Combines a reference with its judgement; without a judgement the verdict is *unchecked*.
    #[must_use]
    pub(crate) fn of(reference: &Reference, judgement: Option<&Judgement>) -> Self {
        let differences = judgement.map_or(&[][..], |judgement| &judgement.differences);
        let mut differences: Vec<&str> = differences.iter().map(|difference| difference.field).collect();
        differences.dedup();
        let consulted = judgement.map_or(&[][..], |judgement| &judgement.consulted);
        let is_uncovered = verdict_of(judgement) == Verdict::Uncovered;
        JudgedReference {
            would_cover: is_uncovered.then(|| would_cover(reference.work.kind).english),
            key: reference.label.clone(),
            verdict: verdict_of(judgement).as_str(),
            notices: notices(judgement.map_or(&[][..], |judgement| &judgement.notices)),
            differences,
            withdrawal_unchecked: judgement
                .and_then(|judgement| judgement.withdrawal_unchecked.as_ref())
                .map(|(source, why)| format!("{source}: {}", why.slug())),
            sources: consulted
                .iter()
                .map(|source| ConsultedSource { name: source.name.clone(), outcome: source.outcome })
                .collect(),
            record: judgement.and_then(|judgement| judgement.record.as_ref()).map(|record| RecordSummary {
                doi: record.work.identifiers.doi().map(str::to_owned),
                pmid: record.work.identifiers.pmid().map(|number| number.to_string()),
                title: record.work.full_title(),
                year: record.work.year(),
            }),
        }
    }
}

/// Returns the schema of a verdict.
fn verdict_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": Verdict::ALL.map(Verdict::as_str)})
}

/// Returns the schema of the kinds of notices.
fn notices_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "items": {"enum": ["retraction", "withdrawal", "removal", "concern", "correction"]},
    })
}

/// The references of a text, each with its judgement.
pub(crate) type ReferenceJudgements = [(Reference, Option<Arc<Judgement>>)];

/// Counts the references with a verdict.
pub(crate) fn count(references: &ReferenceJudgements, verdict: Verdict) -> usize {
    references.iter().filter(|(_, judgement)| verdict_of(judgement.as_deref()) == verdict).count()
}

/// A reference with its verdict and the reasons for it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ExplainedReference {
    /// The verdict.
    #[serde(flatten)]
    pub(crate) judged: JudgedReference,
    /// Each difference: what is claimed and what is recorded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) compared: Vec<ExplainedDifference>,
    /// The work that a misidentified identifier belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) belongs_to: Option<IdentifiedWork>,
    /// The published version of a preprint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) published_as: Option<PublishedVersion>,
    /// Sources that did not answer, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) unanswered: Vec<String>,
}

/// A field in which a reference and the record differ.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ExplainedDifference {
    field: &'static str,
    claimed: String,
    recorded: String,
    /// Whether the reference cannot be the same work with it, or only may.
    serious: bool,
}

/// The work that an identifier belongs to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct IdentifiedWork {
    identifier: String,
    title: Option<String>,
    year: Option<i32>,
}

/// The published version of a preprint.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PublishedVersion {
    doi: Option<String>,
    title: Option<String>,
}

impl ExplainedReference {
    /// Combines a reference with its judgement; without a judgement the verdict is *unchecked*.
    #[must_use]
    pub(crate) fn of(reference: &Reference, judgement: Option<&Judgement>) -> Self {
        let differences = judgement.map_or(&[][..], |judgement| &judgement.differences);
        let compared = differences.iter().map(|difference| ExplainedDifference {
            field: difference.field,
            claimed: difference.claimed.clone(),
            recorded: difference.recorded.clone(),
            serious: difference.weight == Weight::Serious,
        });
        let other = judgement.and_then(|judgement| judgement.other.as_ref());
        let published = judgement.and_then(|judgement| judgement.published.as_ref());
        let consulted = judgement.map_or(&[][..], |judgement| &judgement.consulted);
        ExplainedReference {
            judged: JudgedReference::of(reference, judgement),
            compared: compared.collect(),
            belongs_to: other.map(|(identifier, record)| IdentifiedWork {
                identifier: identifier.to_string(),
                title: record.work.full_title(),
                year: record.work.year(),
            }),
            published_as: published.map(|published| PublishedVersion {
                doi: published.work.identifiers.doi().map(str::to_owned),
                title: published.work.full_title(),
            }),
            unanswered: consulted
                .iter()
                .filter_map(|source| Some(format!("{}: {}", source.name, source.why?.slug())))
                .collect(),
        }
    }
}

/// An announcement about a work, in full.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Announcement {
    #[schemars(with = "String")]
    kind: referee_records::NoticeKind,
    /// The date as far as it is known: `2023`, `2023-03`, `2023-03-01`.
    date: Option<String>,
    /// The identifiers of the announcement.
    identifiers: Vec<String>,
    /// The source that has it.
    source: String,
    reason: Option<String>,
}

impl Announcement {
    /// Describes a notice.
    #[must_use]
    pub(crate) fn of(notice: &Notice) -> Self {
        Announcement {
            kind: notice.kind,
            date: notice.date.map(day),
            identifiers: notice.identifiers.iter().map(ToString::to_string).collect(),
            source: notice.source.clone(),
            reason: notice.reason.clone(),
        }
    }
}

/// Formats a date up to its known precision: `2023`, `2023-03`, `2023-03-01`.
pub(crate) fn day(date: Date) -> String {
    match (date.month, date.day) {
        (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", date.year),
        (Some(month), None) => format!("{:04}-{month:02}", date.year),
        (None, _) => format!("{:04}", date.year),
    }
}

/// Returns the first web address of a work.
pub(crate) fn address(work: &Work) -> Option<String> {
    work.identifiers.iter().find_map(Identifier::url).or_else(|| work.url.clone())
}
