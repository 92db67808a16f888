//! Compares the doses of a table that has a column for home and one for discharge.

use super::changes::tells_of_change;
use crate::BlockContext;
use crate::analysis::charts::{self, Cell};
use crate::analysis::dose_limits::{self, DoseUnit};
use crate::analysis::folding::fold;
use crate::analysis::meaning::Meaning;
use crate::analysis::quantities;
use crate::pattern::{Pattern, any_case, forms};
use crate::rules::medication::order_words::stated_times;
use referee_findings::Remark;
use referee_text::Span;
use std::sync::LazyLock;

/// Returns a remark for each row of a block whose two doses differ without a reason.
pub(super) fn check(block: &BlockContext<'_>) -> Vec<Remark> {
    if block.in_references {
        return Vec::new();
    }
    let tables = charts::tables(block.prose());
    tables.iter().flat_map(|rows| of_table(block, rows)).collect()
}

fn of_table(block: &BlockContext<'_>, rows: &[Vec<Cell<'_>>]) -> Vec<Remark> {
    static HOME: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&format!(r"^(?:{})\b", forms("reconciliation/home-column"))));
    static DISCHARGE: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&format!(r"^(?:{})\b", forms("reconciliation/discharge-column"))));
    let Some((head, body)) = rows.split_first() else { return Vec::new() };
    let column = |name: &Pattern| head.iter().position(|(cell, _)| name.is_match(cell));
    let (Some(home), Some(discharge)) = (column(&HOME), column(&DISCHARGE)) else { return Vec::new() };
    if home == discharge {
        return Vec::new();
    }
    body.iter().filter_map(|row| of_row(block, row, home, discharge)).collect()
}

fn of_row(block: &BlockContext<'_>, row: &[Cell<'_>], home: usize, discharge: usize) -> Option<Remark> {
    let span = |(text, at): &Cell<'_>| Span::new(*at, at + text.len());
    let name = row.first()?;
    let is_drug = block.phrases_in(span(name)).any(|found| matches!(found.meaning, Meaning::Drug(_)));
    if !is_drug || row.iter().any(|(cell, _)| tells_of_change(cell)) {
        return None;
    }
    let (old, new) = (row.get(home)?, row.get(discharge)?);
    let spanish = block.in_spanish();
    let (before, after) = (Ordered::read(old.0, spanish)?, Ordered::read(new.0, spanish)?);
    let (one, other) = before.comparable(&after)?;
    if (one - other).abs() < 0.01 * one.max(other) {
        return None;
    }
    let (drug, old_text, new_text) = (name.0, old.0, new.0);
    let (message, label) = if spanish {
        (
            format!(
                "«{drug} {new_text}» al alta y «{drug} {old_text}» en casa: la nota no dice por qué cambió. Compruebe la dosis."
            ),
            "la dosis en casa",
        )
    } else {
        (
            format!(
                "“{drug} {new_text}” at discharge and “{drug} {old_text}” at home: the note does not say why it changed. Check the dose."
            ),
            "the dose at home",
        )
    };
    Some(Remark::new(span(new), message).with_related(span(old), label))
}

/// A dose in a cell.
struct Ordered {
    counted: DoseUnit,
    value: f64,
    /// Doses a day, if the cell says it.
    times: Option<f64>,
    /// The folded words after the dose.
    rest: String,
}

impl Ordered {
    fn read(cell: &str, spanish: bool) -> Option<Ordered> {
        let dose = quantities::read(cell, spanish).into_iter().find(quantities::Quantity::may_be_dose)?;
        let (counted, factor) = dose_limits::counted(&dose, cell.get(dose.unit.range())?)?;
        let rest = fold(cell.get(dose.span.end as usize..)?);
        Some(Ordered { counted, value: dose.number.value() * factor, times: stated_times(&rest), rest })
    }

    /// Returns both amounts of a day, or both doses if the frequency is given in the same words.
    fn comparable(&self, other: &Ordered) -> Option<(f64, f64)> {
        if self.counted != other.counted {
            return None;
        }
        match (self.times, other.times) {
            (Some(one), Some(two)) => Some((self.value * one, other.value * two)),
            _ => (self.rest.trim() == other.rest.trim()).then_some((self.value, other.value)),
        }
    }
}
