//! `check_references`: checks a text or a list of references.

use crate::arguments::{CheckReferences, MAX_REFERENCES, line, text, within};
use crate::error::ToolError;
use crate::outages;
use crate::reading::{AgentText, Reading, TextFormat};
use crate::records;
use crate::report::{Report, Reports};
use crate::tool_call::ToolCall;
use referee_citations::json::verdict_of;
use referee_citations::{Judgement, Reference, Verdict};
use referee_findings::Finding;
use referee_operations::is_looked_at;
use referee_operations::reference_list::{ListText, as_text, is_entry};
use referee_syntax::DraftKind;
use referee_text::position::{Encoding, positions};
use referee_workspace::verify::{ServiceNotice, service_notices};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The maximum number of listed references and of findings; the answer contains the number of
/// omitted ones.
const MAX_LISTED: usize = 2_000;

pub(super) fn run(
    arguments: &CheckReferences,
    call: &ToolCall<'_>,
    reports: &Reports,
) -> Result<Value, ToolError> {
    let bibliography =
        arguments.bibliography.as_deref().map(|given| text("bibliography", given)).transpose()?;
    let (format, body) = match (&arguments.text, &arguments.references) {
        (Some(given), None) => {
            let body = text("text", given)?;
            (TextFormat::of(arguments.format.as_deref(), &body)?, body)
        }
        (None, Some(list)) => as_list(list)?,
        _ => return Err(ToolError::OneOf("text", "references")),
    };
    let sent = AgentText { format, text: &body, bibliography: bibliography.as_deref() };
    let reading = call.workspace.read(&sent);
    let notices = service_notices(&call.judge_text(&reading).failures);
    let references = reading.snapshot.references(&reading.file);
    let findings = findings(&reading, call);
    let report = reports.keep(|uri| Report::of(uri, &references, &findings, &notices, &reading));
    let checked =
        CheckedText { reading: &reading, references: &references, findings: &findings, notices: &notices };
    Ok(answer(&checked, &report, call.cancel.is_cancelled()))
}

/// Converts the list into a text: a bibliography if all items are entries, otherwise a numbered
/// list under a heading.
fn as_list(list: &[String]) -> Result<(TextFormat, String), ToolError> {
    within("references", list.len(), MAX_REFERENCES, "items")?;
    if list.is_empty() {
        return Err(ToolError::Empty("references"));
    }
    let lines = list.iter().map(|item| match is_entry(item) {
        true => Ok(item.clone()),
        false => line("references", item),
    });
    match as_text(&lines.collect::<Result<Vec<_>, _>>()?) {
        ListText::Bibtex(body) => Ok((TextFormat::Bibtex, text("references", &body)?)),
        ListText::Plain(body) => {
            within("references", body.len(), crate::arguments::MAX_TEXT_BYTES, "bytes")?;
            Ok((TextFormat::Plain, body))
        }
    }
}

/// Returns the findings about citations; other findings of the critic are not requested.
fn findings(reading: &Reading, call: &ToolCall<'_>) -> Vec<Finding> {
    let review = reading.snapshot.review(&reading.file, &call.cancel);
    let mut all = review.map(|review| review.findings).unwrap_or_default();
    all.retain(|finding| finding.rule.starts_with("citation/"));
    all
}

/// A text with the results of its check.
struct CheckedText<'a> {
    reading: &'a Reading,
    references: &'a [(Reference, Option<Arc<Judgement>>)],
    findings: &'a [Finding],
    notices: &'a [ServiceNotice],
}

fn answer(checked: &CheckedText<'_>, report: &str, stopped: bool) -> Value {
    let &CheckedText { reading, references, findings, notices } = checked;
    let looked_at = references.iter().filter(|(_, judgement)| is_looked_at(judgement.as_deref())).count();
    let count = |verdict: Verdict| {
        references.iter().filter(|(_, judgement)| verdict_of(judgement.as_deref()) == verdict).count()
    };
    let verdicts: Map<String, Value> = Verdict::ALL
        .into_iter()
        .map(|verdict| (verdict.as_str().to_owned(), json!(count(verdict))))
        .collect();
    let because = match count(Verdict::Unchecked) {
        0 => Vec::new(),
        _ => {
            let judged = references.iter().filter_map(|(_, judgement)| judgement.as_deref());
            outages::unchecked_because(reading, judged, stopped)
        }
    };
    let without_bibliography: Vec<String> = reading
        .snapshot
        .with_context(&reading.file, |context| context.keys_without_bibliography())
        .into_iter()
        .collect();
    let kind = match reading.snapshot.document_kind(&reading.file) {
        DraftKind::Manuscript => "manuscript",
        DraftKind::ClinicalNote => "clinical-note",
    };
    let listed: Vec<Value> = references
        .iter()
        .take(MAX_LISTED)
        .map(|(reference, judgement)| records::reference(reference, judgement.as_deref()))
        .collect();
    json!({
        "schema": "referee.check/1",
        "kind": kind,
        "references": listed,
        "findings": findings.iter().take(MAX_LISTED).map(|finding| finding_json(reading, finding)).collect::<Vec<_>>(),
        "left_out": references.len().saturating_sub(MAX_LISTED),
        "summary": {
            "references": verdicts,
            "unchecked_because": because,
            "looked_at": looked_at,
            "not_looked_at": references.len() - looked_at,
            "keys_without_bibliography": without_bibliography,
            "notices": notices.iter().map(ServiceNotice::json).collect::<Vec<_>>(),
        },
        "looked_up_online": reading.may_look_up(),
        "only_identifiers_leave": reading.is_private,
        "report": report,
    })
}

/// Formats a finding as in `referee.check/1`, with lines of the agent's own text.
fn finding_json(reading: &Reading, finding: &Finding) -> Value {
    let text = reading.snapshot.text(&reading.file).unwrap_or_default();
    let (start, end) = positions(&text, finding.span, Encoding::Utf32);
    let line = |line: usize| line.saturating_sub(reading.first_line);
    json!({
        "rule": finding.rule,
        "severity": finding.severity.as_str(),
        "range": {
            "start": {"line": line(start.line as usize), "character": start.column},
            "end": {"line": line(end.line as usize), "character": end.column},
        },
        "message": finding.message,
        "data": finding.data,
    })
}
