//! A body mass index that does not match the note's height and weight.
//!
//! The index is the weight in kilograms divided by the square of the height in metres (Quetelet; WHO, *Obesity:
//! preventing and managing the global epidemic*, 2000).

use super::claims::names_relatives;
use crate::analysis::charts::Charts;
use crate::analysis::folding::fold_joined;
use crate::pattern::{Pattern, exact, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The relative tolerance: height and weight may be rounded or from different days.
const TOLERANCE: f64 = 0.2;
/// The relative tolerance if the three numbers are of one sentence or one column of a table.
const TOLERANCE_TOGETHER: f64 = 0.08;

/// Plausible adult heights in metres and weights in kilograms.
const HEIGHTS: std::ops::RangeInclusive<f64> = 1.2..=2.2;
const WEIGHTS: std::ops::RangeInclusive<f64> = 30.0..=300.0;

/// The international pound in kilograms and inch in meters.
const KILOGRAMS_OF_POUND: f64 = 0.453_592_37;
const METERS_OF_INCH: f64 = 0.0254;

/// The measures of a block or a draft.
#[derive(Clone, Debug, Default)]
struct Measures {
    kilograms: Vec<(f64, Span)>,
    meters: Vec<(f64, Span)>,
    indexes: Vec<(f64, Span)>,
    /// Whether the note has words that change the meaning of the index: a pregnancy, a child, an amputation.
    is_excepted: bool,
    /// Whether the note has words for weights at several times.
    is_of_times: bool,
}

impl Measures {
    fn add(&mut self, other: &Measures, start: usize) {
        let moved = |list: &[(f64, Span)]| -> Vec<(f64, Span)> {
            list.iter().map(|(value, span)| (*value, span.shift(start))).collect()
        };
        self.kilograms.extend(moved(&other.kilograms));
        self.meters.extend(moved(&other.meters));
        self.indexes.extend(moved(&other.indexes));
        self.is_excepted |= other.is_excepted;
        self.is_of_times |= other.is_of_times;
    }
}

impl Scan for Measures {
    type State = ();
    type Summary = Measures;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut Measures, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Measures> = block.fact_of_sentences(read);
            summary.add(&here, block.start);
        }
    }
}

static MEASURES: LazyLock<Pattern> = LazyLock::new(|| {
    let lead =
        r"(?: (?:today|now|measured|current|currently|hoy|actual|medid[oa]))?[ :=]*(?:of |is |was |de |es )?";
    exact(&format!(
        r"\b(?:weight|wt|weighs|peso|pesa)\b{lead}(?P<kg>\d{{2,3}}(?:[.,]\d)?) ?kg\b|\b(?:height|ht|talla|altura|estatura|mide)\b{lead}(?:(?P<m>[12][.,]\d{{1,2}}) ?m\b|(?P<cm>1\d\d|2[0-2]\d) ?cm\b)|\b(?:weight|wt|weighs)\b{lead}(?P<lb>\d{{2,3}}(?:\.\d)?) ?(?:lbs?|pounds)\b|\b(?P<ft>[4-7]) ?(?:ft|feet|foot|') ?(?P<inch>\d{{1,2}}) ?(?:in\b|inch(?:es)?\b|\x22)(?:, ?(?P<lb2>\d{{2,3}}) ?(?:lbs?|pounds)\b)?|\b(?:bmi|imc)\b{lead}(?P<index>\d{{2}}(?:[.,]\d{{1,2}})?)\b"
    ))
});

/// The maximum distance, in bytes, between a weight, a height and an index that belong together.
const MAX_DISTANCE: u32 = 160;

/// Words that change the meaning of the index: not the body of an adult, folded.
static OTHER_BODY: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})\b", words = forms("contradiction/body-mass/other-body")))
});

/// Words for weights at several times, or of something other than the body, folded.
static OTHER_WEIGHT: LazyLock<Pattern> = LazyLock::new(|| {
    exact(&format!(r"\b(?:{words})\b", words = forms("contradiction/body-mass/other-weight")))
});

fn read(block: &BlockContext<'_>, sentence: Sentence, out: &mut Measures) {
    let text = block.slice(sentence.span);
    let folded = fold_joined(text);
    out.is_excepted |= OTHER_BODY.is_match(&folded);
    out.is_of_times |= OTHER_WEIGHT.is_match(&folded);
    if names_relatives(&folded) {
        return;
    }
    let at = sentence.span.start as usize;
    let byte = |at: usize| {
        let nth = folded.get(..at).map_or(0, |ahead| ahead.chars().count());
        text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
    };
    for found in MEASURES.captures_iter(&folded) {
        let Some(whole) = found.get(0) else { continue };
        let span = Span::new(at + byte(whole.start()), at + byte(whole.end()));
        // "Usual weight 64 kg": another one than that of today.
        let marks = [',', ';', '(', '\n'];
        let lead = folded.get(..whole.start()).unwrap_or_default();
        let rest = folded.get(whole.end()..).unwrap_or_default();
        let clause =
            [lead.rsplit(marks).next(), rest.split(marks).next().and_then(|rest| rest.split(". ").next())];
        if clause.into_iter().flatten().any(|words| OTHER_WEIGHT.is_match(words)) {
            continue;
        }
        add_measure(&found, span, out);
    }
}

/// Adds a weight, a height or an index.
fn add_measure(found: &regex::Captures<'_>, span: Span, out: &mut Measures) {
    let number = |name: &str| found.name(name)?.as_str().replace(',', ".").parse::<f64>().ok();
    let pounds = number("lb").or_else(|| number("lb2"));
    let kilograms = number("kg").or_else(|| pounds.map(|pounds| pounds * KILOGRAMS_OF_POUND));
    out.kilograms.extend(kilograms.map(|value| (value, span)));
    let of_feet = || Some((number("ft")? * 12.0 + number("inch")?) * METERS_OF_INCH);
    let meters = number("m").or_else(|| Some(number("cm")? / 100.0)).or_else(of_feet);
    out.meters.extend(meters.map(|value| (value, span)));
    out.indexes.extend(number("index").map(|value| (value, span)));
}

/// The only value of a list, which may be repeated.
fn only(list: &[(f64, Span)]) -> Option<(f64, Span)> {
    let (value, span) = *list.first()?;
    list.iter().all(|(other, _)| (other - value).abs() < 1e-6).then_some((value, span))
}

/// Reports a body mass index that does not follow from the height and the weight of a column of a table, of one sentence,
/// or from the note's only height and weight.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Measures::default();
    for group in draft.scan::<Measures>(()) {
        all.add(&group.summary, group.start);
    }
    let of_column = draft.flagged(BlockFlags::DIGIT).filter(|block| block.is_prose()).find_map(|block| {
        let columns = block.fact(columns_in);
        columns.0.iter().find_map(|column| {
            let mut moved = Measures::default();
            moved.add(column, block.start);
            remark(draft, &moved, true)
        })
    });
    of_column.or_else(|| remark(draft, &all, false)).into_iter().collect()
}

/// The measures of each column of the tables of a block.
struct Columns(Vec<Measures>);

fn columns_in(block: &BlockContext<'_>) -> Columns {
    let mut out: Vec<((usize, usize), Measures)> = Vec::new();
    for cell in &Charts::of(block).0 {
        let id = (cell.table, cell.column);
        let at = out.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
            out.push((id, Measures::default()));
            out.len() - 1
        });
        let Some((_, measures)) = out.get_mut(at) else { continue };
        for found in MEASURES.captures_iter(&fold_joined(&cell.sentence)) {
            add_measure(&found, cell.span, measures);
        }
    }
    Columns(out.into_iter().map(|(_, measures)| measures).collect())
}

/// The remark on an index that does not follow from the only height and weight. `is_one_column`: the three are of one time.
fn remark(draft: &Draft<'_>, all: &Measures, is_one_column: bool) -> Option<Remark> {
    let ((kilograms, weight), (meters, height), (index, place)) =
        (only(&all.kilograms)?, only(&all.meters)?, only(&all.indexes)?);
    let expected = kilograms / (meters * meters);
    let all_spans = [weight, height, place];
    let first = all_spans.iter().map(|span| span.start).min().unwrap_or_default();
    let last = all_spans.iter().map(|span| span.end).max().unwrap_or_default();
    let is_together = last - first <= MAX_DISTANCE;
    // Three numbers of one day agree in pregnancy too.
    let is_one_sentence = draft.at(place.start as usize).is_some_and(|block| {
        let inside = |span: Span| (span.start as usize).checked_sub(block.start);
        let sentence = inside(place).and_then(|at| block.sentence_at(at));
        sentence.is_some_and(|sentence| {
            all_spans
                .iter()
                .all(|span| inside(*span).is_some_and(|at| sentence.span.contains(Span::new(at, at))))
        })
    });
    let tolerance = if is_one_sentence || is_one_column { TOLERANCE_TOGETHER } else { TOLERANCE };
    if all.is_excepted && !is_one_sentence
        || all.is_of_times && !is_together
        || !WEIGHTS.contains(&kilograms)
        || !HEIGHTS.contains(&meters)
        || (index - expected).abs() <= expected * tolerance
    {
        return None;
    }
    let shown = draft.text(place).unwrap_or_default();
    let shown_kilograms = ((kilograms * 10.0).round() / 10.0).to_string();
    let (message, other) = if draft.is_spanish() {
        let (kilograms, meters, expected) = (
            shown_kilograms.replace('.', ","),
            format!("{meters:.2}").replace('.', ","),
            format!("{expected:.1}").replace('.', ","),
        );
        (
            format!(
                "«{shown}»: {kilograms} kg y {meters} m dan un IMC de {expected}. Compruebe los tres números."
            ),
            "la talla",
        )
    } else {
        (
            format!(
                "“{shown}”: {shown_kilograms} kg and {meters:.2} m give a BMI of {expected:.1}. Check the three numbers."
            ),
            "the height",
        )
    };
    Some(Remark::new(place, message).with_severity(Severity::Warning).with_related(height, other))
}
