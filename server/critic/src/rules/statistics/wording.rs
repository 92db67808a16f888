//! Wording and edits shared by the statistics rules.

use crate::BlockContext;
use crate::analysis::statistics::{Number, Reported, Statistics};
use referee_findings::{FileEdit, Fix, FixKind};
use referee_text::{FileId, Span};

/// A computed p in a message: `.0362`, `< .0001`.
pub(super) fn p(value: f64) -> String {
    if value < 0.0001 {
        return String::from("< .0001");
    }
    let text = format!("{value:.4}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

/// Formats a range of computed p values next to a reported one; in powers of ten if it is below four decimals.
pub(super) fn range_beside(reported: &Reported, low: f64, high: f64, spanish: bool) -> String {
    let is_tiny = reported.number.is_some_and(|number| number.digits > 0 && number.value().abs() < 0.0001);
    if !is_tiny {
        return range(low, high, spanish);
    }
    let (from, to) = (in_powers(low, spanish), in_powers(high, spanish));
    if from == to { from } else { format!("{from}–{to}") }
}

/// Formats a computed p in powers of ten: `5.81 × 10^-48`.
fn in_powers(value: f64, spanish: bool) -> String {
    let text = format!("{value:.2e}").replacen('e', " × 10^", 1);
    if spanish { text.replace('.', ",") } else { text }
}

/// A range of computed p values: `.0358–.0366`.
pub(super) fn range(low: f64, high: f64, spanish: bool) -> String {
    let local = |text: String| if spanish { text.replace('.', "0,") } else { text };
    let (from, to) = (local(p(low)), local(p(high)));
    if from == to {
        from
    } else if from.starts_with('<') {
        if spanish { format!("como mucho {to}") } else { format!("at most {to}") }
    } else {
        format!("{from}–{to}")
    }
}

/// Quotes a passage of the draft on one line.
pub(super) fn quoted(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The relation and the number that should replace a reported p, in its style: `=` and `.036`.
pub(super) fn p_in_style(reported: &Reported, computed: f64) -> Option<(&'static str, String)> {
    let number = reported.number?;
    let decimals = usize::from(number.decimals).clamp(2, 4).max(if number.exponent == 0 { 0 } else { 3 });
    let decimals = if (computed * 10_f64.powi(i32::try_from(decimals).unwrap_or(3))).round() < 1.0 {
        decimals.max(3)
    } else {
        decimals
    };
    if computed < 0.0005 {
        return Some(("<", number.in_style(0.001, 3)));
    }
    Some(("=", number.in_style(computed, decimals)))
}

/// The edits that replace a reported p; locations are in the file. Each token is replaced separately, so that the
/// markup between them is preserved.
pub(super) fn set_p(
    file: &FileId,
    block: &BlockContext<'_>,
    reported: &Reported,
    relation: &str,
    value: &str,
) -> Vec<FileEdit> {
    let statistics = block.statistics();
    let text = statistics.slice(&reported.value);
    let signs = text.len() - text.trim_start_matches(['=', '<', '>', '≤', '≥', ' ']).len();
    let sign = text.get(..signs).unwrap_or_default().trim_end();
    if sign.is_empty() {
        return Vec::new();
    }
    let from = reported.value.start;
    let mut edits = Vec::new();
    if sign != relation {
        edits.push(edit(file, block, statistics, from..from + sign.len(), relation));
    }
    edits.push(edit(file, block, statistics, from + signs..reported.value.end, value));
    edits
}

/// Replaces a range of the plain text.
pub(super) fn edit(
    file: &FileId,
    block: &BlockContext<'_>,
    statistics: &Statistics,
    place: std::ops::Range<usize>,
    text: &str,
) -> FileEdit {
    let span = statistics.source(&place);
    // `0{,}03` in LaTeX keeps its braces.
    let braced = block.slice(span).contains("{,}");
    let text = if braced { text.replace(',', "{,}") } else { text.to_owned() };
    FileEdit { file: file.clone(), span: span.shift(block.start), text }
}

/// A fix that the author chooses.
pub(super) fn chosen(title: String, edits: Vec<FileEdit>) -> Vec<Fix> {
    if edits.is_empty() {
        return Vec::new();
    }
    vec![Fix { title, kind: FixKind::Chosen, preferred: false, edits }]
}

/// Maps the location of a finding from the file to the block.
pub(super) fn local(block: &BlockContext<'_>, span: Span) -> Span {
    let start = u32::try_from(block.start).unwrap_or(u32::MAX);
    Span { start: span.start.saturating_sub(start), end: span.end.saturating_sub(start) }
}

/// Formats a number with at most this many decimals: `26.44`, `42.5`.
pub(super) fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Whether the number is `0`, `.000`, `0,00`.
pub(super) fn is_zero(number: Number) -> bool {
    number.digits == 0
}
