//! The values of a table, and a word for their course: a creatinine that rises from day to day and “creatinine falling”.

use super::kinds;
use crate::analysis::assertion::{self, State};
use crate::analysis::charts::times::in_order;
use crate::analysis::charts::{ChartCell, Charts};
use crate::analysis::folding::fold_joined;
use crate::pattern::{Pattern, context, exact, forms};
use crate::{BlockContext, BlockFlags, Draft, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The least change of the last value against the one before it that is a rise or a fall, as a share.
const MIN_CHANGE: f64 = 0.1;
/// The most series of a note that are compared.
const MAX_SERIES: usize = 200;

/// The values of one name in a table, from the oldest.
struct Series {
    name: String,
    last: Span,
    is_rising: bool,
}

/// The values of a name in a table, with their times.
struct TimedValues<'c> {
    table: usize,
    name: String,
    times: Vec<&'c str>,
    values: Vec<(f64, Span)>,
}

impl TimedValues<'_> {
    /// The series if its times can be compared, and its last two values differ and go on in one direction.
    fn series(self) -> Option<Series> {
        let order = in_order(&self.times)?;
        let values: Vec<(f64, Span)> =
            order.into_iter().filter_map(|at| self.values.get(at).copied()).collect();
        let ([.., (before, _), (last, span)], Some((first, _))) = (values.as_slice(), values.first()) else {
            return None;
        };
        let is_rising = last > before;
        let is_clear = (last - before).abs() > before.abs() * MIN_CHANGE && (last > first) == is_rising;
        is_clear.then_some(Series { name: self.name, last: *span, is_rising })
    }
}

/// The series of the tables of a block.
struct BlockSeries(Vec<Series>);

fn series_in(block: &BlockContext<'_>) -> BlockSeries {
    static EARLIER: LazyLock<Pattern> = LazyLock::new(|| context("charts/earlier"));
    static NUMBER: LazyLock<Pattern> =
        LazyLock::new(|| exact(r"^[<>]? ?(?P<number>\d+(?:[.,]\d+)?)\b(?: |$)"));
    let charts = Charts::of(block);
    let mut named: Vec<TimedValues<'_>> = Vec::new();
    let is_dated = |cell: &&ChartCell| !cell.time.is_empty() && !EARLIER.is_match(&cell.time);
    for cell in charts.0.iter().filter(is_dated) {
        let found = NUMBER.captures(block.slice(cell.span)).map(|found| found["number"].replace(',', "."));
        let Some(number) = found.and_then(|number| number.parse().ok()) else { continue };
        let (table, name) = (cell.table, fold_joined(&cell.name));
        let at =
            named.iter().position(|known| known.table == table && known.name == name).unwrap_or_else(|| {
                named.push(TimedValues { table, name, times: Vec::new(), values: Vec::new() });
                named.len() - 1
            });
        if let Some(known) = named.get_mut(at) {
            known.times.push(&cell.time);
            known.values.push((number, cell.span));
        }
    }
    BlockSeries(named.into_iter().filter_map(TimedValues::series).collect())
}

/// A word for a course in a sentence: “creatinine is falling”.
struct Course {
    sentence: Sentence,
    folded: Arc<str>,
    /// The word in the folded sentence.
    start: usize,
    end: usize,
    /// Where a name before the word may end: before “is”, or directly before it.
    name_ends: Vec<usize>,
    is_rise: bool,
}

impl Course {
    /// The folded place of a name and the word.
    fn place_with(&self, name: &str) -> Option<(usize, usize)> {
        let is_bound = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let before = self.name_ends.iter().find_map(|end| {
            let ahead = self.folded.get(..*end)?.strip_suffix(name)?;
            is_bound(ahead.chars().next_back()).then_some((ahead.len(), self.end))
        });
        before.or_else(|| {
            let behind = self.folded.get(self.end..)?.strip_prefix(' ')?.strip_prefix(name)?;
            is_bound(behind.chars().next()).then_some((self.start, self.folded.len() - behind.len()))
        })
    }
}

/// The words for a course in a block.
#[derive(Default)]
struct Courses(Vec<Course>);

fn courses_in(block: &BlockContext<'_>, sentence: Sentence, out: &mut Courses) {
    static COURSE: LazyLock<Pattern> = LazyLock::new(|| {
        let (up, down) = (forms("contradiction/trends/up"), forms("contradiction/trends/down"));
        exact(&format!(r"\b(?:(?P<up>{up})|{down})\b"))
    });
    static BETWEEN: LazyLock<Pattern> =
        LazyLock::new(|| exact(&format!(r" (?:{})$", forms("contradiction/trends/between"))));
    static OTHER_TIME: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/trends/other-time"));
    /// The most words between a name and the word for its course.
    const MAX_BETWEEN: usize = 5;
    let folded: Arc<str> = fold_joined(block.slice(sentence.span)).into();
    if !COURSE.is_match(&folded) || OTHER_TIME.is_match(&folded) {
        return;
    }
    for found in COURSE.captures_iter(&folded) {
        let Some(word) = found.get(0) else { continue };
        let mut name_ends = Vec::new();
        let mut ahead = folded.get(..word.start()).and_then(|ahead| ahead.strip_suffix(' '));
        while let Some(text) = ahead.filter(|_| name_ends.len() <= MAX_BETWEEN) {
            name_ends.push(text.len());
            ahead = BETWEEN.find(text).and_then(|between| text.get(..between.start()));
        }
        out.0.push(Course {
            sentence,
            folded: Arc::clone(&folded),
            start: word.start(),
            end: word.end(),
            name_ends,
            is_rise: found.name("up").is_some(),
        });
    }
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
    if all.is_empty() {
        return Vec::new();
    }
    let courses: Vec<(BlockContext<'_>, Arc<Courses>)> = draft
        .flagged(BlockFlags::NONE)
        .filter(|block| block.is_prose())
        .map(|block| (block, block.fact_of_sentences(courses_in)))
        .filter(|(_, courses)| !courses.0.is_empty())
        .collect();
    all.iter().take(MAX_SERIES).filter_map(|series| told_otherwise(draft, series, &courses)).collect()
}

/// The first place where the note tells the opposite of a series.
fn told_otherwise(
    draft: &Draft<'_>,
    series: &Series,
    courses: &[(BlockContext<'_>, Arc<Courses>)],
) -> Option<Remark> {
    let all = courses.iter().flat_map(|(block, courses)| courses.0.iter().map(move |course| (block, course)));
    let (block, span) =
        all.filter(|(_, course)| course.is_rise != series.is_rising).find_map(|(block, course)| {
            let (from, to) = course.place_with(&series.name)?;
            let text = block.slice(course.sentence.span);
            let start = course.sentence.span.start as usize;
            // Folding keeps the number of characters, not that of bytes.
            let byte = |at: usize| {
                let nth = course.folded.get(..at).map_or(0, |ahead| ahead.chars().count());
                start + text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
            };
            let span = Span::new(byte(from), byte(to));
            let said = assertion::within(block, course.sentence, span);
            (said.state == State::Confirmed).then_some((block, span))
        })?;
    let (shown, last) = (block.slice(span), draft.text(series.last).unwrap_or_default());
    let (message, label) = if draft.is_spanish() {
        (
            format!(
                "«{shown}», pero en la tabla el último valor ({last}) va en sentido contrario. Compruebe ambos datos."
            ),
            "la tabla",
        )
    } else {
        (
            format!(
                "“{shown}”, but the last value in the table is {last}, which goes the other way. Check both places."
            ),
            "the table",
        )
    };
    let remark = Remark::new(span.shift(block.start), message).of_kind(Some(kinds::STATE));
    Some(remark.with_severity(Severity::Information).with_related(series.last, label))
}
