//! The values of a table, and a word for their course: a creatinine that rises from day to day and “creatinine falling”.

use super::kinds;
use crate::analysis::assertion::{self, State};
use crate::analysis::charts::{self, ChartCell};
use crate::analysis::folding::fold_joined;
use crate::pattern::{Pattern, any_case, context, exact, forms};
use crate::{BlockContext, BlockFlags, Draft};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// The least change of the last value against the one before it that is a rise or a fall, as a share.
const MIN_CHANGE: f64 = 0.1;

/// The values of one name in a table, from the oldest.
struct Series {
    name: String,
    last: Span,
    is_rising: bool,
}

/// A table and a name in it, with its values.
type NamedValues = ((usize, String), Vec<(f64, Span)>);

/// The series of a block whose last two values differ and go on in one direction.
struct BlockSeries(Vec<Series>);

fn series_in(block: &BlockContext<'_>) -> BlockSeries {
    static EARLIER: LazyLock<Pattern> = LazyLock::new(|| context("charts/earlier"));
    static NUMBER: LazyLock<Pattern> =
        LazyLock::new(|| exact(r"^[<>]? ?(?P<number>\d+(?:[.,]\d+)?)\b(?: |$)"));
    let mut named: Vec<NamedValues> = Vec::new();
    let is_dated = |cell: &ChartCell| !cell.time.is_empty() && !EARLIER.is_match(&cell.time);
    for cell in charts::read(block.prose()).into_iter().filter(is_dated) {
        let found = NUMBER.captures(block.slice(cell.span)).map(|found| found["number"].replace(',', "."));
        let Some(number) = found.and_then(|number| number.parse().ok()) else { continue };
        let id = (cell.table, fold_joined(&cell.name));
        match named.iter_mut().find(|(known, _)| *known == id) {
            Some((_, values)) => values.push((number, cell.span)),
            None => named.push((id, vec![(number, cell.span)])),
        }
    }
    let series = named.into_iter().filter_map(|((_, name), values)| {
        let ([.., (before, _), (last, span)], Some((first, _))) = (values.as_slice(), values.first()) else {
            return None;
        };
        let is_rising = last > before;
        let is_clear = (last - before).abs() > before.abs() * MIN_CHANGE && (last > first) == is_rising;
        is_clear.then_some(Series { name, last: *span, is_rising })
    });
    BlockSeries(series.collect())
}

/// Reports a word for the course of a value that its table does not show.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all: Vec<Series> = Vec::new();
    for block in draft.flagged(BlockFlags::DIGIT).filter(|block| block.is_prose() && !block.in_references) {
        let here = block.fact(series_in);
        all.extend(here.0.iter().map(|series| Series {
            name: series.name.clone(),
            last: series.last.shift(block.start),
            is_rising: series.is_rising,
        }));
    }
    all.iter().filter_map(|series| told_otherwise(draft, series)).collect()
}

/// The first place where the note tells the opposite of a series.
fn told_otherwise(draft: &Draft<'_>, series: &Series) -> Option<Remark> {
    let (up, down) = (forms("contradiction/trends/up"), forms("contradiction/trends/down"));
    let opposite = if series.is_rising { down } else { up };
    let name = regex::escape(&series.name);
    let between = forms("contradiction/trends/between");
    let words = any_case(&format!(r"\b(?:{name}(?: (?:{between}))* (?:{opposite})|(?:{opposite}) {name})\b"));
    static OTHER_TIME: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/trends/other-time"));
    let (block, span) =
        draft.flagged(BlockFlags::NONE).filter(|block| block.is_prose()).find_map(|block| {
            block.sentences().iter().find_map(|sentence| {
                let text = block.slice(sentence.span);
                let folded = fold_joined(text);
                let found = words
                    .find(&folded)
                    .filter(|_| folded.len() == text.len() && !OTHER_TIME.is_match(&folded))?;
                let start = sentence.span.start as usize;
                let span = Span::new(start + found.start(), start + found.end());
                let said = assertion::within(&block, *sentence, span);
                (said.state == State::Confirmed).then_some((block, span))
            })
        })?;
    let (shown, last) = (block.slice(span), draft.text(series.last).unwrap_or_default());
    let (message, label) = if draft.is_spanish() {
        (
            format!(
                "«{shown}», y en la tabla el último valor es {last}, en el otro sentido. Compruebe los dos lugares."
            ),
            "la tabla",
        )
    } else {
        (
            format!(
                "“{shown}”, and in the table the last value is {last}, the other way. Check both places."
            ),
            "the table",
        )
    };
    let remark = Remark::new(span.shift(block.start), message).of_kind(Some(kinds::STATE));
    Some(remark.with_severity(Severity::Information).with_related(series.last, label))
}
