//! The list of submissions as CSV for a spreadsheet.

use crate::screen::submission::TriageRow;
use referee_citations::Verdict;

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
        cells.extend(Verdict::ALL.map(|verdict| row.count(verdict).to_string()));
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
