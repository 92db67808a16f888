//! `--format sarif`: SARIF 2.1.0, for code scanning.
//!
//! Source: OASIS, “Static Analysis Results Interchange Format (SARIF) Version 2.1.0”.

use crate::output::relative;
use referee_findings::{Fix, Severity};
use referee_operations::Report;
use referee_operations::json::Texts;
use referee_text::position::{Encoding, positions};
use referee_text::{FileId, Span};
use referee_workspace::registry;
use referee_workspace::verify::ServiceNotice;
use serde_json::{Value, json};

pub(super) fn render(report: &Report) -> String {
    let mut texts = Texts::new(report);
    let rules: Vec<Value> = registry::all()
        .map(|rule| {
            let mut value = json!({
                "id": rule.id,
                "shortDescription": {"text": rule.summary},
                "fullDescription": {"text": rule.summary},
                "help": {"text": rule.documentation.trim(), "markdown": rule.documentation.trim()},
            });
            if let Some(address) = rule.address() {
                value["helpUri"] = json!(address);
            }
            value["defaultConfiguration"] = match rule.severity {
                Some(severity) => json!({"level": level(severity)}),
                None => json!({"enabled": false}),
            };
            value
        })
        .collect();
    let index = |id: &str| registry::all().position(|rule| rule.id == id);
    let mut results = Vec::new();
    for (file, finding) in super::human::once(report) {
        let mut result = json!({
            "ruleId": finding.rule,
            "level": level(finding.severity),
            "message": {"text": texts.message(&file.file, finding)},
            "locations": [{"physicalLocation": place(&mut texts, &file.file, finding.span)}],
        });
        if let Some(index) = index(finding.rule) {
            result["ruleIndex"] = json!(index);
        }
        if !finding.related.is_empty() {
            let related = finding.related.iter().enumerate().map(|(id, related)| {
                json!({
                    "id": id,
                    "physicalLocation": place(&mut texts, &related.file, related.span),
                    "message": {"text": related.message},
                })
            });
            result["relatedLocations"] = related.collect();
        }
        let fixes = report.snapshot.source_fixes(&file.file, finding);
        if !fixes.is_empty() {
            result["fixes"] = fixes.iter().map(|fix| self::fix(&mut texts, fix)).collect();
        }
        let properties: serde_json::Map<String, Value> = [
            finding.data.key.as_ref().map(|key| ("key".to_owned(), json!(key))),
            finding.kind.map(|kind| ("kind".to_owned(), json!(kind))),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !properties.is_empty() {
            result["properties"] = Value::Object(properties);
        }
        results.push(result);
    }
    // The requests of services are among the notifications.
    let mut summary = json!(referee_operations::json::summary(report));
    if let Some(summary) = summary.as_object_mut() {
        summary.remove("notices");
    }
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "referee",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": referee_findings::DOCUMENTATION,
                "rules": rules,
            }},
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications(report),
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": {"summary": summary},
        }],
    });
    format!("{log:#}\n")
}

/// Returns the messages about the run without a location: how many references were looked up, and
/// the requests of services.
fn notifications(report: &Report) -> Vec<Value> {
    let notification = |id: &str, level: &str, text: String| json!({"descriptor": {"id": id}, "level": level, "message": {"text": text}});
    let looked = report.looked_at();
    let mut out = Vec::new();
    if looked.total() > 0 {
        let level = if looked.not_looked_at > 0 { "warning" } else { "note" };
        let because = match report.unchecked_because().join("; ") {
            because if because.is_empty() => String::new(),
            because => format!(" ({because})"),
        };
        out.push(notification("looked-up", level, format!("{}{because}.", looked.sentence())));
    }
    let about_services =
        |notice: &ServiceNotice| notification("service", "warning", report.notice_text(notice));
    out.extend(report.notices.iter().map(about_services));
    let withdrawals = report.withdrawals_unchecked().into_iter();
    out.extend(withdrawals.map(|sentence| notification("withdrawal", "note", sentence)));
    out.extend(
        report.without_bibliography().map(|text| notification("without-bibliography", "warning", text)),
    );
    out
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

fn place(texts: &mut Texts<'_>, file: &FileId, span: Span) -> Value {
    json!({"artifactLocation": {"uri": address(file)}, "region": region(texts, file, span)})
}

/// Returns a region; lines and columns count from 1.
fn region(texts: &mut Texts<'_>, file: &FileId, span: Span) -> Value {
    let (start, end) = texts.of(file).map(|text| positions(text, span, Encoding::Utf32)).unwrap_or_default();
    json!({
        "startLine": start.line + 1,
        "startColumn": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
    })
}

fn fix(texts: &mut Texts<'_>, fix: &Fix) -> Value {
    let mut files: Vec<&FileId> = fix.edits.iter().map(|edit| &edit.file).collect();
    files.dedup();
    let changes: Vec<Value> = files
        .into_iter()
        .map(|file| {
            let replacements: Vec<Value> = fix
                .edits
                .iter()
                .filter(|edit| edit.file == *file)
                .map(|edit| {
                    json!({
                        "deletedRegion": region(texts, file, edit.span),
                        "insertedContent": {"text": edit.text},
                    })
                })
                .collect();
            json!({"artifactLocation": {"uri": address(file)}, "replacements": replacements})
        })
        .collect();
    json!({"description": {"text": fix.title}, "artifactChanges": changes})
}

/// Returns a path as a relative URI reference if it is inside the current folder, otherwise as a
/// file URI.
fn address(file: &FileId) -> String {
    let shown = relative(file.path()).replace('\\', "/");
    let mut out = String::new();
    if file.path().is_absolute() && shown.starts_with('/') {
        out.push_str("file://");
    }
    for byte in shown.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte))
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
