//! `--format github`: annotations for GitHub Actions.
//!
//! Source: GitHub, “Workflow commands for GitHub Actions”: `%`, line breaks, and in properties `:`
//! and `,` are escaped.

use crate::output::relative;
use referee_findings::Severity;
use referee_operations::Report;
use referee_operations::json::Texts;
use referee_text::position::{Encoding, positions};

pub(super) fn render(report: &Report) -> String {
    let mut texts = Texts::new(report);
    let mut out = String::new();
    let looked = report.looked_at();
    if looked.total() > 0 {
        // GitHub shows ten notices per step: the one about the run comes first.
        out.push_str(&format!("::notice title=referee::{}\n", data(&format!("{}.", looked.sentence()))));
    }
    for sentence in report.about_the_run() {
        out.push_str(&format!("::notice title=referee::{}\n", data(&sentence)));
    }
    for (file, finding) in super::human::once(report) {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information => "notice",
            Severity::Hint => continue,
        };
        let (start, end) = texts
            .of(&file.file)
            .map(|text| positions(text, finding.span, Encoding::Utf32))
            .unwrap_or_default();
        // Columns are allowed only if the annotation is on one line.
        let columns = if start.line == end.line {
            format!(",col={},endColumn={}", start.column + 1, end.column + 1)
        } else {
            String::new()
        };
        out.push_str(&format!(
            "::{command} file={},line={},endLine={}{columns},title={}::{}\n",
            property(&relative(file.file.path())),
            start.line + 1,
            end.line + 1,
            property(finding.rule),
            data(&texts.message(&file.file, finding)),
        ));
    }
    out
}

/// Returns an annotation with the reason why the run failed.
pub(super) fn failure(message: &str) -> String {
    format!("::error title=referee::{}\n", data(message))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
