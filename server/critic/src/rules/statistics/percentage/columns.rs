//! Counts with percentages in table columns whose header gives the total: `Placebo (n = 82)`.

use crate::BlockContext;
use crate::pattern::Pattern;
use crate::rules::statistics::wording;
use referee_findings::{Data, Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

static COLUMN_TOTAL: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"(?i)\bn\s*=\s*\$?(?P<total>[0-9]{2,6})\b"));

static CELL_SHARE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^\s*(?P<count>[0-9]{1,6})\s*\(\s*(?P<percent>[0-9]{1,3}(?:[.,][0-9]{1,2})?)\s*(?P<sign>\\?%)?\s*\)\s*(?:\\\\)?\s*$",
    )
});

/// Words of a row without counts.
const NOT_COUNT_ROWS: &[&str] =
    &["mean", "median", "media", "mediana", "sd", "de)", "iqr", "range", "rango", "score"];

/// Reports percentages that no total up to the column's yields for their count.
pub(super) fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    let text = block.prose();
    let mut totals: Vec<Option<u64>> = Vec::new();
    let mut says_percent = false;
    let mut out = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let mark = if line.trim_start().starts_with('|') { '|' } else { '&' };
        let cells: Vec<(usize, &str)> = cells(line, mark);
        if cells.len() < 2 {
            continue;
        }
        let head: Vec<Option<u64>> = cells
            .iter()
            .map(|(_, cell)| COLUMN_TOTAL.captures(cell).and_then(|found| found["total"].parse().ok()))
            .collect();
        if head.iter().any(Option::is_some) {
            says_percent = line.contains('%');
            totals = head;
            continue;
        }
        let label =
            cells.iter().map(|(_, cell)| cell.trim()).find(|cell| !cell.is_empty()).unwrap_or_default();
        let label = label.to_lowercase();
        if totals.is_empty() || NOT_COUNT_ROWS.iter().any(|word| label.contains(word)) {
            continue;
        }
        for (index, (offset, cell)) in cells.iter().enumerate() {
            let (Some(Some(total)), Some(found)) = (totals.get(index), CELL_SHARE.captures(cell)) else {
                continue;
            };
            let is_percent = found.name("sign").is_some() || says_percent || label.contains('%');
            let printed = found["percent"].replace(',', ".");
            let (Ok(count), Ok(percent)) = (found["count"].parse::<u64>(), printed.parse::<f64>()) else {
                continue;
            };
            let decimals = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
            if !is_percent
                || count == 0
                || count > *total
                || is_of_some_total(count, *total, percent, decimals)
            {
                continue;
            }
            let begin = at + offset + (cell.len() - cell.trim_start().len());
            let place = Span::new(begin, begin + cell.trim().trim_end_matches('\\').trim_end().len());
            out.push(remark(block, place, &found["percent"], count, *total, decimals));
        }
    }
    out
}

/// The cells of a line with their offsets.
fn cells(line: &str, mark: char) -> Vec<(usize, &str)> {
    let mut at = 0;
    let all = line.split(mark).map(|cell| {
        let begin = at;
        at += cell.len() + mark.len_utf8();
        (begin, cell)
    });
    all.collect()
}

/// Whether any total up to `total` yields this percentage, within one unit of its last place: with missing data, or in
/// a row about a subgroup, the total is smaller than the header says.
fn is_of_some_total(count: u64, total: u64, percent: f64, decimals: usize) -> bool {
    let unit = 10_f64.powi(-i32::try_from(decimals).unwrap_or(0)) + 1e-9;
    #[allow(clippy::cast_precision_loss, reason = "counts of people are far below 2^53")]
    let share = |total: u64| 100.0 * count as f64 / total as f64;
    (count..=total).any(|total| (share(total) - percent).abs() < unit)
}

fn remark(
    block: &BlockContext<'_>,
    place: Span,
    printed: &str,
    count: u64,
    total: u64,
    decimals: usize,
) -> Remark {
    #[allow(clippy::cast_precision_loss, reason = "counts of people are far below 2^53")]
    let exact = wording::decimal(100.0 * count as f64 / total as f64, (decimals + 1).clamp(2, 6));
    let message = if block.in_spanish() {
        format!(
            "{printed} % no se sigue de {count} de {total} ({} %), ni de {count} de ningún número menor. Compruebe el número, el total y el porcentaje.",
            exact.replace('.', ",")
        )
    } else {
        format!(
            "{printed}% does not follow from {count} of {total} ({exact}%), nor from {count} of any smaller number. Check the count, the total and the percentage."
        )
    };
    let mut data = Data::default();
    data.more.insert("count", count.to_string());
    data.more.insert("total", total.to_string());
    data.more.insert("exact", exact);
    Remark { place, message, severity: Some(Severity::Warning), data, ..Remark::default() }
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{manuscript, places};
    use referee_syntax::Format;

    const ID: &str = "statistics/percentage";

    #[test]
    fn a_percentage_of_a_column_is_held_against_the_number_in_its_head() {
        let table = |cell: &str| {
            format!(
                "| | Yoga (n = 75) | Waiting list (n = 71) |\n|---|---|---|\n| Women | 50 (66.7%) | {cell} |\n"
            )
        };
        let told = |cell: &str| {
            let text = table(cell);
            places(ID, Format::Markdown, &text, &manuscript()).concat()
        };
        assert_eq!(told("48 (76.6%)"), "48 (76.6%)");
        assert_eq!(told("12 (61.9%)"), "12 (61.9%)");
        // Correct, rounded, with missing data, of a subgroup, or not a percentage.
        for right in
            ["48 (67.6%)", "48 (68%)", "48 (68.6%)", "12 (25.0%)", "48 (7.1)", "48.2 (76.6)", "0 (0%)"]
        {
            assert_eq!(told(right), "", "{right}");
        }
    }
}
