//! The list of submissions as an HTML page.

use crate::html::escaped;
use crate::screen::submission::{Alert, TriageRow};
use referee_citations::Verdict;

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
        number_cell(row.count(verdict), matches!(verdict, Verdict::Misidentified | Verdict::NotFound))
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
