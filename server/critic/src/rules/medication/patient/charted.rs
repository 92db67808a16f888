//! Values in the tables of a note.

use super::reader::READERS;
use super::value::{NamedValue, Value};
use crate::BlockContext;
use crate::analysis::charts::Charts;
use crate::analysis::charts::times::in_order;
use crate::pattern::{Pattern, context};
use std::sync::{Arc, LazyLock};

/// The values of the tables of a block.
pub(super) struct Charted(pub(super) Vec<NamedValue>);

impl Charted {
    /// The values of the tables of a block, read once.
    pub(super) fn of(block: &BlockContext<'_>) -> Arc<Charted> {
        block.fact(|block| Charted(charted_values(block)))
    }
}

/// A table and an analyte in it, with its times and values.
type ChartedSeries<'c> = ((usize, &'static str), Vec<(&'c str, Value)>);

/// The values of the tables of a block, for each name from the oldest; those of an earlier visit or year, and those whose times
/// cannot be compared, are left out.
fn charted_values(block: &BlockContext<'_>) -> Vec<NamedValue> {
    static EARLIER: LazyLock<Pattern> = LazyLock::new(|| context("charts/earlier"));
    let charts = Charts::of(block);
    let mut series: Vec<ChartedSeries<'_>> = Vec::new();
    for cell in charts.0.iter().filter(|cell| !EARLIER.is_match(&cell.time)) {
        for reader in READERS.iter() {
            let Some(found) = reader.pattern.captures(&cell.sentence) else { continue };
            let (Some(name), Some(number)) = (found.name("name"), found.name("number")) else { continue };
            let unit = found.name("unit").map_or("", |unit| unit.as_str());
            let value = reader.number(number.as_str(), unit).filter(|_| name.start() == 0);
            let Some(number) = value else { continue };
            let timed = (cell.time.as_str(), Value { number, place: cell.span });
            let id = (cell.table, reader.analyte.id);
            match series.iter_mut().find(|(known, _)| *known == id) {
                Some((_, values)) => values.push(timed),
                None => series.push((id, vec![timed])),
            }
        }
    }
    let mut out = Vec::new();
    for ((_, name), values) in series {
        let times: Vec<&str> = values.iter().map(|(time, _)| *time).collect();
        let order = in_order(&times).unwrap_or_default();
        out.extend(order.into_iter().filter_map(|at| values.get(at)).map(|(_, value)| (name, *value)));
    }
    out
}
