//! The queue in lines for a terminal.

use crate::screen::submission::{Alert, QueueCounts, TriageRow};

/// Why a clinical note is not handed in.
pub const NOT_FOR_NOTES: &str =
    "it reads as a clinical note: nothing of it is written to a shared database; use `referee check`";

/// Returns a submission as one line, such as `12  paper.docx  done  2 retracted, 1 not-found, 37
/// verified  signed off by A. Editor`.
#[must_use]
pub fn row_line(row: &TriageRow) -> String {
    let mut parts = Vec::new();
    for (count, word) in [(row.retracted, "retracted"), (row.concern, "of concern")] {
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    let others = row.verdicts.iter().filter(|(_, count)| **count > 0);
    parts.extend(others.map(|(verdict, count)| format!("{count} {verdict}")));
    match row.undefined_keys {
        0 => {}
        1 => parts.push(String::from("1 key without an entry")),
        keys => parts.push(format!("{keys} keys without an entry")),
    }
    let mut line = format!("{}  {}  {}", row.id, row.name, row.state);
    if !parts.is_empty() {
        line.push_str(&format!("  {}", parts.join(", ")));
    }
    if let Some(reason) = &row.reason {
        line.push_str(&format!("  ({reason})"));
    }
    if let Some(time) = &row.next_try_at {
        line.push_str(&format!("  next try {time}"));
    }
    if let Some(who) = &row.signed_by {
        line.push_str(&format!("  signed off by {who}"));
    }
    line
}

/// Returns an alert as one line, such as `12  paper.docx: [7] retraction of “A title” (crossref),
/// noticed 2026-03-01T08:00:00Z; signed off before by A. Editor; judged again, not signed off`.
#[must_use]
pub fn alert_line(alert: &Alert) -> String {
    let what = match &alert.title {
        Some(title) => format!("“{title}”"),
        None => alert.identifier.clone(),
    };
    let mut line = format!(
        "{}  {}: {} {} of {what} ({}), noticed {}",
        alert.submission, alert.name, alert.key, alert.kind, alert.source, alert.noticed_at
    );
    if let Some(who) = &alert.signed_before {
        line.push_str(&format!("; signed off before by {who}"));
    }
    line.push_str(match (&alert.signed_by, alert.judged_again) {
        (Some(_), _) => "; signed off since",
        (None, true) => "; judged again, not signed off",
        (None, false) => "; waits to be judged again",
    });
    line
}

/// Returns the number of submissions in each state as one line.
#[must_use]
pub fn counts_line(counts: &QueueCounts) -> String {
    format!(
        "{} waiting, {} running, {} judged, {} not looked up, {} given up; {} not signed off",
        counts.waiting, counts.working, counts.done, counts.not_looked_up, counts.dead, counts.unsigned
    )
}

/// Returns the outcomes of handing in as one line.
#[must_use]
pub fn handed_in(new: usize, known: usize, refused: usize) -> String {
    format!("{new} handed in, {known} known already, {refused} refused")
}

/// Returns the work of a worker in lines: what it judged, and what services left open.
#[must_use]
pub fn worked(judged: u64, references: u64, failed: u64, not_looked_up: u64) -> String {
    let mut out =
        format!("judged {judged} submissions with {references} references; {failed} were not judged\n");
    if not_looked_up > 0 {
        out.push_str(&format!(
            "services did not answer: {not_looked_up} look-ups are not complete; workers try those submissions again\n"
        ));
    }
    out
}
