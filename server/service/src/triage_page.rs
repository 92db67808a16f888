//! The list of submissions for people: one page, or a table for a spreadsheet.

use crate::queue::{Alert, TriageRow};
use referee_check::html::escaped;
use std::fmt::Write;

/// The verdicts in the order of the columns.
const VERDICTS: [&str; 6] = ["verified", "differs", "misidentified", "not-found", "uncovered", "unchecked"];

/// The style of the page.
const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8886; vertical-align: top; }
td.number { text-align: right; } .alarm { font-weight: 600; color: #b00020; } .quiet { opacity: .7; }
@media (prefers-color-scheme: dark) { .alarm { color: #ff8a80; } }
";

/// What keeps the table from being written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A row cannot be written.
    #[error(transparent)]
    Row(#[from] csv::Error),
    /// The table cannot be ended.
    #[error("the table cannot be written: {0}")]
    End(String),
}

/// The list as one page that stands alone, with what was announced since.
#[must_use]
pub fn page(rows: &[TriageRow], alerts: &[Alert]) -> String {
    let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
    );
    let unsigned = rows.iter().filter(|row| row.signed_by.is_none()).count();
    add(&mut out, format_args!("<title>Submissions</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"));
    add(
        &mut out,
        format_args!("<h1>Submissions</h1>\n<p>{} submissions, {unsigned} not signed off.</p>\n", rows.len()),
    );
    if !alerts.is_empty() {
        out.push_str("<h2>Announced after a submission was judged</h2>\n<ul>\n");
        for alert in alerts {
            let before = match &alert.signed_before {
                Some(who) => format!(", signed off before by {}", escaped(who)),
                None => String::new(),
            };
            add(
                &mut out,
                format_args!(
                    "<li>{} {}: <span class=\"alarm\">{}</span> of {} ({}), cited as {}{before}</li>\n",
                    alert.submission,
                    escaped(&alert.name),
                    escaped(&alert.kind),
                    escaped(alert.title.as_deref().unwrap_or(&alert.identifier)),
                    escaped(&alert.source),
                    escaped(&alert.key),
                ),
            );
        }
        out.push_str("</ul>\n<h2>All</h2>\n");
    }
    out.push_str(
        "<table>\n<tr><th>No.</th><th>Submission</th><th>State</th><th>Retracted</th><th>Concern</th>",
    );
    for verdict in VERDICTS {
        add(&mut out, format_args!("<th>{verdict}</th>"));
    }
    out.push_str("<th>Judged</th><th>Signed off</th></tr>\n");
    for row in rows {
        let state = match &row.reason {
            Some(reason) => format!("{}: {}", row.state, reason),
            None => row.state.clone(),
        };
        add(
            &mut out,
            format_args!(
                "<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td>{}{}",
                row.id,
                escaped(&row.name),
                escaped(&state),
                number(row.retracted, true),
                number(row.concern, true)
            ),
        );
        for verdict in VERDICTS {
            let count = row.verdicts.get(verdict).copied().unwrap_or(0);
            out.push_str(&number(count, matches!(verdict, "misidentified" | "not-found")));
        }
        let signed = match (&row.signed_by, &row.signed_at) {
            (Some(who), at) => {
                format!(
                    "{} <span class=\"quiet\">{}</span>",
                    escaped(who),
                    escaped(at.as_deref().unwrap_or_default())
                )
            }
            (None, _) => String::from("—"),
        };
        add(
            &mut out,
            format_args!(
                "<td class=\"quiet\">{}</td><td>{signed}</td></tr>\n",
                escaped(row.judged_at.as_deref().unwrap_or("—"))
            ),
        );
    }
    out.push_str("</table>\n<p class=\"quiet\">“Unchecked” accuses nobody: it says that nothing is known.</p>\n</body>\n</html>\n");
    out
}

fn number(count: i64, is_alarm: bool) -> String {
    let class = if is_alarm && count > 0 { "number alarm" } else { "number" };
    format!("<td class=\"{class}\">{count}</td>")
}

fn add(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(arguments);
}

/// The list as CSV.
///
/// # Errors
///
/// Where a row cannot be written.
pub fn table(rows: &[TriageRow]) -> Result<String, TableError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = ["id", "name", "state", "reason", "retracted", "concern"];
    let tail = ["alerts", "submitted_at", "judged_at", "signed_by", "signed_at", "sign_note"];
    writer.write_record(head.iter().chain(&VERDICTS).chain(&tail))?;
    for row in rows {
        let text = |value: &Option<String>| no_formula(value.as_deref().unwrap_or_default());
        let mut cells = vec![
            row.id.to_string(),
            no_formula(&row.name),
            row.state.clone(),
            text(&row.reason),
            row.retracted.to_string(),
            row.concern.to_string(),
        ];
        let counts =
            VERDICTS.iter().map(|verdict| row.verdicts.get(*verdict).copied().unwrap_or(0).to_string());
        cells.extend(counts);
        cells.extend([
            row.alerts.to_string(),
            row.submitted_at.clone(),
            text(&row.judged_at),
            text(&row.signed_by),
            text(&row.signed_at),
            text(&row.sign_note),
        ]);
        writer.write_record(&cells)?;
    }
    let bytes = writer.into_inner().map_err(|error| TableError::End(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Text that a spreadsheet does not take for a formula.
fn no_formula(text: &str) -> String {
    let text = referee_text::visible::on_one_line(text);
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::no_formula;

    #[test]
    fn a_name_that_is_a_formula_stays_text() {
        assert_eq!(no_formula("=HYPERLINK(\"http://a\")"), "'=HYPERLINK(\"http://a\")");
        assert_eq!(no_formula("paper-1.md"), "paper-1.md");
    }
}
