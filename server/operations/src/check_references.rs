//! Checks the references of a text or of a list of references: a short form of `referee.check/1`.

mod page;

use crate::call::Call;
use crate::error::OperationError;
use crate::judged_reference::{ExplainedReference, ReferenceJudgements, count};
use crate::outages;
use crate::parameters::{MAX_LINE_BYTES, MAX_REFERENCES, MAX_TEXT_BYTES, line, text, within};
use crate::reference_list::{ListText, as_text, is_entry};
use crate::report::is_looked_at;
use crate::sent_text::{Reading, SentText, TextFormat};
use crate::supported_sentence::HintJson;
use crate::text_range::TextRange;
use referee_citations::Verdict;
use referee_features::support;
use referee_findings::{Data, Finding};
use referee_syntax::DraftKind;
use referee_workspace::FileKind;
use referee_workspace::verify::{ServiceNotice, service_notices};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

pub use page::CheckPage;

/// The maximum number of listed references and of findings; the result has the number of omitted
/// ones.
const MAX_LISTED: usize = 2_000;

/// Looks up whether every reference of a text or a list is real and is the work that it claims to be,
/// and whether it was retracted. Verdicts: `verified`: a record describes the same work. `differs`:
/// the same work, some fields differ. `misidentified`: an identifier belongs to another work.
/// `not-found`: every source that covers such works answered and none has it. `uncovered`: no source
/// here lists such works. `unchecked`: nothing can be said, for example offline; this does not mean
/// that the work does not exist.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Check references")]
pub struct CheckReferences {
    /// A draft with its citations and its list of references, or a bibliography in BibTeX. Give this
    /// or `references`.
    #[schemars(length(max = MAX_TEXT_BYTES))]
    text: Option<String>,
    /// References as they are printed, identifiers, or entries of BibTeX; one in each string.
    #[schemars(length(max = MAX_REFERENCES), inner(length(max = MAX_LINE_BYTES)))]
    references: Option<Vec<String>>,
    /// The format of `text`; without it, by the look of it. Say `clinical-note` for a note about a
    /// patient: then only identifiers are looked up online.
    format: Option<TextFormat>,
    /// The BibTeX that `text` cites from by key. Files that the text names are not opened.
    #[schemars(length(max = MAX_TEXT_BYTES))]
    bibliography: Option<String>,
    /// Whether the result has hints about the whole draft: numbers without a reference, references that
    /// no sentence needs, claims that a cited work repeats from another. Abstracts are compared. False by
    /// default.
    hints: Option<bool>,
}

/// The references of a text with their verdicts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckedReferences {
    #[schemars(extend("const" = "referee.check/1"))]
    schema: &'static str,
    #[schemars(schema_with = "kind_schema")]
    kind: &'static str,
    references: Vec<ExplainedReference>,
    /// What is wrong, as sentences with their places in `text`.
    findings: Vec<TextFinding>,
    /// The hints, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    hints: Option<Vec<HintJson>>,
    /// How many references more there are than are listed.
    left_out: usize,
    summary: CheckSummary,
    looked_up_online: bool,
    /// Whether the text is a clinical note or reads as one.
    only_identifiers_leave: bool,
    /// The result for people.
    #[serde(skip)]
    pub page: CheckPage,
}

fn kind_schema(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["manuscript", "clinical-note"]})
}

/// A finding about a text.
#[derive(Debug, Serialize, JsonSchema)]
struct TextFinding {
    rule: &'static str,
    severity: &'static str,
    range: TextRange,
    message: String,
    #[schemars(with = "Map<String, Value>")]
    data: Data,
}

/// The counts of a check.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckSummary {
    /// The number of references with each verdict.
    references: BTreeMap<&'static str, usize>,
    /// Why references are unchecked: `offline`, `crossref: timeout`.
    unchecked_because: Vec<String>,
    looked_at: usize,
    not_looked_at: usize,
    keys_without_bibliography: Vec<String>,
    #[schemars(with = "Vec<Map<String, Value>>")]
    notices: Vec<Value>,
}

/// Checks the references of a text or of a list.
///
/// # Errors
///
/// If not exactly one of `text` and `references` is given, or one is empty or too large.
pub fn check_references(
    parameters: &CheckReferences,
    call: &Call<'_>,
) -> Result<CheckedReferences, OperationError> {
    let bibliography =
        parameters.bibliography.as_deref().map(|given| text("bibliography", given)).transpose()?;
    let (format, body) = match (&parameters.text, &parameters.references) {
        (Some(given), None) => {
            let body = text("text", given)?;
            (parameters.format.unwrap_or_else(|| TextFormat::guess(&body)), body)
        }
        (None, Some(list)) => as_list(list)?,
        _ => return Err(OperationError::OneOf("text", "references")),
    };
    let sent = SentText { format, text: &body, bibliography: bibliography.as_deref() };
    let reading = call.workspace.read(&sent);
    let notices = service_notices(&call.judge_text(&reading).failures);
    let references = reading.snapshot.references(&reading.file);
    let findings = findings(&reading, call);
    let listed = references.iter().take(MAX_LISTED);
    let kind = match reading.snapshot.document_kind(&reading.file) {
        DraftKind::Manuscript => "manuscript",
        DraftKind::ClinicalNote => "clinical-note",
    };
    Ok(CheckedReferences {
        schema: "referee.check/1",
        kind,
        references: listed
            .map(|(reference, judgement)| ExplainedReference::of(reference, judgement.as_deref()))
            .collect(),
        findings: findings.iter().take(MAX_LISTED).map(|finding| text_finding(&reading, finding)).collect(),
        hints: (parameters.hints == Some(true)).then(|| hints(&reading)),
        left_out: references.len().saturating_sub(MAX_LISTED),
        summary: summary(&reading, &references, &notices, call.cancel.is_cancelled()),
        looked_up_online: reading.may_look_up(),
        only_identifiers_leave: reading.is_private,
        page: CheckPage::of(&references, &findings, &notices, &reading),
    })
}

/// Converts the list into a text: a bibliography if all items are entries, otherwise a numbered
/// list under a heading.
fn as_list(list: &[String]) -> Result<(TextFormat, String), OperationError> {
    within("references", list.len(), MAX_REFERENCES, "items")?;
    if list.is_empty() {
        return Err(OperationError::Empty("references"));
    }
    let lines = list.iter().map(|item| match is_entry(item) {
        true => Ok(item.clone()),
        false => line("references", item),
    });
    match as_text(&lines.collect::<Result<Vec<_>, _>>()?) {
        ListText::Bibtex(body) => Ok((TextFormat::Bibtex, text("references", &body)?)),
        ListText::Plain(body) => {
            within("references", body.len(), MAX_TEXT_BYTES, "bytes")?;
            Ok((TextFormat::Plain, body))
        }
    }
}

/// Returns the findings about citations; other findings of the critic are not requested.
fn findings(reading: &Reading, call: &Call<'_>) -> Vec<Finding> {
    let review = reading.snapshot.review(&reading.file, &call.cancel);
    let mut all = review.map(|review| review.findings).unwrap_or_default();
    all.retain(|finding| finding.rule.starts_with("citation/"));
    all
}

/// Returns the hints about a draft; none about a clinical note, whose numbers are the patient's.
fn hints(reading: &Reading) -> Vec<HintJson> {
    let Reading { snapshot, file, first_line, .. } = reading;
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else { return Vec::new() };
    if snapshot.document_kind(file) == DraftKind::ClinicalNote {
        return Vec::new();
    }
    // A draft that cites nothing may have numbers without a reference.
    let checked = support::check(snapshot, file, None).unwrap_or_default();
    let text = snapshot.text(file).unwrap_or_default();
    let all = support::hints(&document, &checked);
    all.iter().take(MAX_LISTED).map(|hint| HintJson::of(&text, hint, *first_line)).collect()
}

/// Describes a finding with lines of the sent text.
fn text_finding(reading: &Reading, finding: &Finding) -> TextFinding {
    let text = reading.snapshot.text(&reading.file).unwrap_or_default();
    TextFinding {
        rule: finding.rule,
        severity: finding.severity.as_str(),
        range: TextRange::of(&text, finding.span).without_lines(reading.first_line),
        message: finding.message.clone(),
        data: finding.data.clone(),
    }
}

/// Counts the references. `stopped` is true if the call ended before all questions were asked.
fn summary(
    reading: &Reading,
    references: &ReferenceJudgements,
    notices: &[ServiceNotice],
    stopped: bool,
) -> CheckSummary {
    let looked_at = references.iter().filter(|(_, judgement)| is_looked_at(judgement.as_deref())).count();
    let unchecked_because = match count(references, Verdict::Unchecked) {
        0 => Vec::new(),
        _ => {
            let judged = references.iter().filter_map(|(_, judgement)| judgement.as_deref());
            outages::unchecked_because(reading, judged, stopped)
        }
    };
    let without_bibliography =
        reading.snapshot.with_context(&reading.file, |context| context.keys_without_bibliography());
    CheckSummary {
        references: Verdict::ALL
            .into_iter()
            .map(|verdict| (verdict.as_str(), count(references, verdict)))
            .collect(),
        unchecked_because,
        looked_at,
        not_looked_at: references.len() - looked_at,
        keys_without_bibliography: without_bibliography.into_iter().collect(),
        notices: notices.iter().map(ServiceNotice::json).collect(),
    }
}
