//! The list of submissions for people: as an HTML page, and as CSV for a spreadsheet.

use crate::queue::{Alert, TriageRow};
use referee_citations::Verdict;
use referee_operations::html::escaped;

/// The style of the page. Colours are never the only signal: an alarm is also a number in a
/// labelled column.
const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 100rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8886; vertical-align: top; }
th { vertical-align: bottom; } td.time { white-space: nowrap; } .wide { overflow-x: auto; }
td.number { text-align: right; } .alarm { font-weight: 600; color: #b00020; } .quiet { opacity: .7; }
@media (prefers-color-scheme: dark) { .alarm { color: #ff8a80; } }
";

/// Why the list cannot be written as CSV.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A row cannot be encoded.
    #[error(transparent)]
    Row(#[from] csv::Error),
    /// The encoded rows cannot be taken out of the writer.
    #[error("the table cannot be written: {0}")]
    End(String),
}

/// Returns the list as a self-contained HTML page: the alerts, then a table of all submissions.
#[must_use]
pub fn page(rows: &[TriageRow], alerts: &[Alert]) -> String {
    let mut out = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    // The page must not load or run anything, whatever a submission is called.
    out.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
    );
    let unsigned = rows.iter().filter(|row| row.signed_by.is_none()).count();
    out.push_str(&format!("<title>Submissions</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"));
    out.push_str(&format!(
        "<h1>Submissions</h1>\n<p>{} submissions, {unsigned} not signed off.</p>\n",
        rows.len()
    ));
    let not_looked_up = rows.iter().filter(|row| row.not_looked_up > 0).count();
    if not_looked_up > 0 {
        out.push_str(&format!(
            "<p class=\"alarm\">{not_looked_up} of them are not looked up completely, because services did not answer: what is listed of them is provisional. They are tried again.</p>\n"
        ));
    }
    if !alerts.is_empty() {
        out.push_str("<h2>Announced after a submission was judged</h2>\n<ul>\n");
        out.extend(alerts.iter().map(alert_item));
        out.push_str("</ul>\n<h2>All</h2>\n");
    }
    out.push_str(
        "<div class=\"wide\"><table>\n<tr><th>No.</th><th>Submission</th><th>State</th><th>Retracted</th><th>Concern</th>",
    );
    out.extend(Verdict::ALL.map(|verdict| format!("<th>{}</th>", heading(verdict))));
    out.push_str("<th>Not looked up</th><th>No entry</th><th>Judged (UTC)</th><th>Signed off</th></tr>\n");
    out.extend(rows.iter().map(table_row));
    out.push_str("</table></div>\n<p class=\"quiet\">“Unchecked” is not an accusation: it says that nothing is known.</p>\n</body>\n</html>\n");
    out
}

fn alert_item(alert: &Alert) -> String {
    let signed_before = match &alert.signed_before {
        Some(who) => format!(", signed off before by {}", escaped(who)),
        None => String::new(),
    };
    format!(
        "<li>{} {}: <span class=\"alarm\">{}</span> of {} ({}), cited as {}{signed_before}</li>\n",
        alert.submission,
        escaped(&alert.name),
        escaped(&alert.kind),
        escaped(alert.title.as_deref().unwrap_or(&alert.identifier)),
        escaped(&alert.source),
        escaped(&alert.key),
    )
}

fn table_row(row: &TriageRow) -> String {
    let state_word = if row.state == "not-looked-up" { "not looked up" } else { row.state.as_str() };
    let mut state = match &row.reason {
        Some(reason) => format!("{state_word}: {reason}"),
        None => state_word.to_owned(),
    };
    if let Some(time) = &row.next_try_at {
        state.push_str(&format!(" (next try {})", to_the_minute(time)));
    }
    let signed = match &row.signed_by {
        Some(who) => format!(
            "{} <span class=\"quiet\">{}</span>",
            escaped(who),
            escaped(&row.signed_at.as_deref().map(to_the_minute).unwrap_or_default())
        ),
        None => String::from("—"),
    };
    let verdicts = Verdict::ALL.map(|verdict| {
        number_cell(count(row, verdict), matches!(verdict, Verdict::Misidentified | Verdict::NotFound))
    });
    format!(
        "<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td>{}{}{}{}{}<td class=\"quiet time\">{}</td><td>{signed}</td></tr>\n",
        row.id,
        escaped(&row.name),
        escaped(&state),
        number_cell(row.retracted, true),
        number_cell(row.concern, true),
        verdicts.concat(),
        number_cell(row.not_looked_up, true),
        number_cell(row.undefined_keys, true),
        escaped(&row.judged_at.as_deref().map_or_else(|| "—".to_owned(), to_the_minute))
    )
}

/// Formats a time such as `2026-03-01T08:00:00Z` for people: `2026-03-01 08:00`.
fn to_the_minute(time: &str) -> String {
    time.get(..16).unwrap_or(time).replace('T', " ")
}

/// Returns the heading of a verdict's column.
fn heading(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Verified => "Verified",
        Verdict::Differs => "Differs",
        Verdict::Misidentified => "Wrong identifier",
        Verdict::NotFound => "Not found",
        Verdict::Uncovered => "Not covered",
        Verdict::Unchecked => "Unchecked",
    }
}

/// Returns a cell of the table; with `is_alarm`, it is highlighted unless it is 0. A 0 is pale.
fn number_cell(number: i64, is_alarm: bool) -> String {
    let class = match number {
        0 => "number quiet",
        _ if is_alarm => "number alarm",
        _ => "number",
    };
    format!("<td class=\"{class}\">{number}</td>")
}

/// Returns the number of references of a submission with a verdict.
fn count(row: &TriageRow, verdict: Verdict) -> i64 {
    row.verdicts.get(verdict.as_str()).copied().unwrap_or(0)
}

/// Returns the list as CSV with a header row, in which no cell is a formula.
///
/// # Errors
///
/// Returns an error if a row cannot be encoded.
pub fn table(rows: &[TriageRow]) -> Result<String, TableError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = ["id", "name", "state", "reason", "retracted", "concern"];
    let tail = [
        "no-entry",
        "alerts",
        "submitted_at",
        "judged_at",
        "signed_by",
        "signed_at",
        "sign_note",
        "not-looked-up",
        "next_try_at",
    ];
    let verdicts = Verdict::ALL.map(Verdict::as_str);
    writer.write_record(head.iter().chain(&verdicts).chain(&tail))?;
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
        cells.extend(Verdict::ALL.map(|verdict| count(row, verdict).to_string()));
        cells.extend([
            row.undefined_keys.to_string(),
            row.alerts.to_string(),
            row.submitted_at.clone(),
            text(&row.judged_at),
            text(&row.signed_by),
            text(&row.signed_at),
            text(&row.sign_note),
            row.not_looked_up.to_string(),
            text(&row.next_try_at),
        ]);
        writer.write_record(&cells)?;
    }
    let bytes = writer.into_inner().map_err(|error| TableError::End(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns text in one line that a spreadsheet does not interpret as a formula.
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
