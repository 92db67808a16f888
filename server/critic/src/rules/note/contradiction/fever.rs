//! A measured fever and the word afebrile, in one sentence or at one hour.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::{fold, joined};
use crate::pattern::{Pattern, any_case, context, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The lowest temperature in degrees Celsius that always counts as fever.
const MIN_FEVER: f64 = 38.3;
/// The highest plausible temperature in degrees Celsius.
const MAX_FEVER: f64 = 42.5;

/// The locations of a fever and of its denial in one block.
#[derive(Clone, Copy, Debug, Default)]
struct FeverDenied(Option<(Span, Span)>);

impl Scan for FeverDenied {
    type State = ();
    type Summary = FeverDenied;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut FeverDenied, block: &BlockContext<'_>) {
        if summary.0.is_none() && block.is_prose() && !block.in_references {
            let here: Arc<FeverDenied> = block.fact(read);
            summary.0 = here.0.map(|(fever, denied)| (fever.shift(block.start), denied.shift(block.start)));
        }
    }
}

static TEMPERATURE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:(?-i:T)|temp(?:erature|eratura)?)\.?[ªº]?(?: (?:axilar|oral|ótica|timpánica|tympanic|ax))?\.?[:=]? ?(?P<value>[34][0-9][.,][0-9])\b",
    )
});

static AFEBRILE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:afebrile?|apyrexial|apirétic[oa]|ningún registro febril|no ha tenido (?:fiebre|registros? febril(?:es)?|picos? febril(?:es)?)|no (?:fever|temperature) (?:spikes?|recorded))\b",
    )
});

static CLOCK: LazyLock<Pattern> =
    LazyLock::new(|| any_case(r"\b(?P<hour>[0-2]?[0-9])[:.h](?P<minute>[0-5][0-9])\b"));

/// Words of a sentence whose temperature and denial are of different times, folded.
static TWO_TIMES: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/fever/two-times"));

/// Words that deny fever for the whole stay.
static NEVER_FEBRILE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(r"\b(?:{words})(?:\s*[.,;)\n]|$)", words = forms("contradiction/fever/never-febrile")))
});

/// A temperature after a day of the stay: "day 3, 39.2".
static TEMPERATURE_OF_DAY: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:day|d[ií]a|pod|dpo) ?\d{1,2}\b(?: of (?:the )?(?:stay|admission)| de ingreso)?[,:;]? ?(?:(?:t|temp\w*|tª|fever|fiebre)(?: of| de)?[:=]? ?)?(?P<value>[34]\d[.,]\d)\b(?: ?(?:°|º|c\b))?",
    )
});

/// A temperature with a word for its rise: "spiked to 38.9 C", "pico febril de 39,1".
static RISE: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{words})(?: [a-z]+){{0,3}}? ?[:=]? ?(?P<value>[34]\d(?:[.,]\d| ?[°º]))",
        words = forms("contradiction/fever/rise")
    ))
});

/// Words by which a fever is of another time than the stay.
static BEFORE_STAY: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/fever/before-stay"));

/// Words that deny fever at any time.
static NEVER_AT_ALL: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/fever/never-at-all"));

/// A fever that has lasted for days.
static FEVER_OF_DAYS: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/fever/of-days"));

/// Fever, and its denial for the whole stay, in one block.
#[derive(Clone, Copy, Debug, Default)]
struct FeverOfStay {
    fever: Option<Span>,
    denied: Option<Span>,
    /// Fever for a number of days.
    of_days: Option<Span>,
    /// A denial of fever at any time, including before the stay.
    never: Option<Span>,
}

impl Scan for FeverOfStay {
    type State = ();
    type Summary = FeverOfStay;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut FeverOfStay, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<FeverOfStay> = block.fact_of_sentences(fever_of_stay);
            summary.fever = summary.fever.or(here.fever.map(|span| span.shift(block.start)));
            summary.denied = summary.denied.or(here.denied.map(|span| span.shift(block.start)));
            summary.of_days = summary.of_days.or(here.of_days.map(|span| span.shift(block.start)));
            summary.never = summary.never.or(here.never.map(|span| span.shift(block.start)));
        }
    }
}

fn fever_of_stay(block: &BlockContext<'_>, sentence: Sentence, out: &mut FeverOfStay) {
    let text = &*joined(block.slice(sentence.span));
    let at = sentence.span.start as usize;
    let may_deny = ["ebril", "EBRIL", "ever", "EVER", "iebre", "IEBRE", "pyrex", "pir", "emperature"]
        .iter()
        .any(|piece| text.contains(piece));
    if let Some(found) = may_deny.then(|| NEVER_FEBRILE.find(text)).flatten() {
        let words = found.as_str().trim_end_matches(|c: char| !c.is_alphanumeric());
        out.denied = out.denied.or(Some(Span::new(at + found.start(), at + found.start() + words.len())));
    }
    if may_deny {
        let span = |found: regex::Match<'_>| Span::new(at + found.start(), at + found.end());
        let is_so = |span: &Span| {
            let said = assertion::within(block, sentence, *span);
            said.state == State::Confirmed && said.experiencer == Experiencer::Patient
        };
        out.never = out.never.or_else(|| NEVER_AT_ALL.find(text).map(span));
        out.of_days = out.of_days.or_else(|| FEVER_OF_DAYS.find(text).map(span).filter(is_so));
    }
    let may_be_fever = text.contains(['.', ',', '°', 'º'])
        && ["38", "39", "40", "41", "42"].iter().any(|degrees| text.contains(degrees));
    if out.fever.is_some() || !may_be_fever || BEFORE_STAY.is_match(text) {
        return;
    }
    let all = TEMPERATURE
        .captures_iter(text)
        .chain(TEMPERATURE_OF_DAY.captures_iter(text))
        .chain(RISE.captures_iter(text));
    out.fever = all.into_iter().find_map(|found| {
        let (whole, value) = (found.get(0)?, found.name("value")?);
        let value = value.as_str().trim_end_matches([' ', '°', 'º']).replace(',', ".").parse::<f64>().ok()?;
        let is_fever = (MIN_FEVER..=MAX_FEVER).contains(&value);
        is_fever.then(|| Span::new(at + whole.start(), at + whole.end()))
    });
}

/// Fever during a stay that the note calls afebrile.
fn of_stay(draft: &Draft<'_>) -> Option<(Span, Span)> {
    let mut out = FeverOfStay::default();
    for group in draft.scan::<FeverOfStay>(()) {
        out.fever = out.fever.or(group.summary.fever.map(|span| span.shift(group.start)));
        out.denied = out.denied.or(group.summary.denied.map(|span| span.shift(group.start)));
        out.of_days = out.of_days.or(group.summary.of_days.map(|span| span.shift(group.start)));
        out.never = out.never.or(group.summary.never.map(|span| span.shift(group.start)));
    }
    out.fever.zip(out.denied).or(out.of_days.zip(out.never))
}

fn clocks(text: &str) -> Vec<(u32, u32)> {
    let number = |found: &regex::Captures<'_>, name: &str| found.name(name)?.as_str().parse::<u32>().ok();
    CLOCK
        .captures_iter(text)
        .filter_map(|found| Some((number(&found, "hour")?, number(&found, "minute")?)))
        .collect()
}

fn read(block: &BlockContext<'_>) -> FeverDenied {
    let text = block.prose();
    if !AFEBRILE.is_match(text) {
        return FeverDenied(None);
    }
    let place = |sentence: Sentence, start: usize, end: usize| {
        let at = sentence.span.start as usize;
        Span::new(at + start, at + end)
    };
    let temperatures = |sentence: Sentence| -> Vec<(f64, Span)> {
        TEMPERATURE
            .captures_iter(block.slice(sentence.span))
            .filter_map(|found| {
                let whole = found.get(0)?;
                let value = found.name("value")?.as_str().replace(',', ".").parse::<f64>().ok()?;
                Some((value, place(sentence, whole.start(), whole.end())))
            })
            .collect()
    };
    let is_fever = |value: f64| (MIN_FEVER..=MAX_FEVER).contains(&value);
    let denied = |sentence: Sentence| {
        AFEBRILE.find(block.slice(sentence.span)).map(|found| place(sentence, found.start(), found.end()))
    };
    for sentence in block.sentences() {
        let all = temperatures(*sentence);
        let [(value, fever)] = all.as_slice() else { continue };
        if !is_fever(*value) {
            continue;
        }
        if let Some(denied) = denied(*sentence) {
            if !TWO_TIMES.is_match(&fold(block.slice(sentence.span))) {
                return FeverDenied(Some((*fever, denied)));
            }
            continue;
        }
        // The only hour in the sentence or the line of the temperature.
        let measured = clocks(block.slice(sentence.span));
        let [hour] = measured.as_slice() else { continue };
        let other = block.sentences().iter().filter(|other| *other != sentence).find_map(|other| {
            let denied = denied(*other)?;
            let shown = block.slice(other.span);
            (clocks(shown) == [*hour] && temperatures(*other).is_empty()).then_some(denied)
        });
        if let Some(denied) = other {
            return FeverDenied(Some((*fever, denied)));
        }
    }
    FeverDenied(None)
}

/// The maximum time between a fever and a word that denies it, in minutes.
const MAX_MINUTES: u32 = 30;

/// The fevers and the words that deny one, each with the only hour of its sentence in minutes, and the dates between them.
#[derive(Clone, Debug, Default)]
struct FeverHours {
    fevers: Vec<(u32, Span)>,
    denied: Vec<(u32, Span)>,
    /// The starts of dates and days; the texts before and after one are about different days.
    days: Vec<u32>,
}

impl Scan for FeverHours {
    type State = ();
    type Summary = FeverHours;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut FeverHours, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<FeverHours> = block.fact_of_sentences(fever_hours);
            let moved = |one: &(u32, Span)| (one.0, one.1.shift(block.start));
            summary.fevers.extend(here.fevers.iter().map(moved));
            summary.denied.extend(here.denied.iter().map(moved));
            let start = u32::try_from(block.start).unwrap_or(u32::MAX);
            summary.days.extend(here.days.iter().map(|at| at.saturating_add(start)));
        }
    }
}

fn fever_hours(block: &BlockContext<'_>, sentence: Sentence, out: &mut FeverHours) {
    /// A date, a day of the stay, or a word for another day.
    static DAY: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/fever/day"));
    let text = &*joined(block.slice(sentence.span));
    let start = sentence.span.start;
    let at = |from: usize, to: usize| Span::new(start as usize + from, start as usize + to);
    out.days
        .extend(DAY.find(text).and_then(|found| u32::try_from(found.start()).ok()).map(|day| start + day));
    let [(hour, minute)] = clocks(text)[..] else { return };
    let minutes = hour * 60 + minute;
    let mut all = TEMPERATURE.captures_iter(text).filter_map(|found| {
        let value = found.name("value")?.as_str().replace(',', ".").parse::<f64>().ok()?;
        Some((value, found.get(0)?))
    });
    match (all.next(), all.next()) {
        (Some((value, found)), None) if (MIN_FEVER..=MAX_FEVER).contains(&value) => {
            out.fevers.push((minutes, at(found.start(), found.end())));
        }
        (None, _) => {
            let found = AFEBRILE.find(text).map(|found| at(found.start(), found.end()));
            let is_own = |span: &Span| {
                assertion::within(block, sentence, *span).experiencer == Experiencer::Patient
                    && !TWO_TIMES.is_match(&fold(text))
            };
            out.denied.extend(found.filter(is_own).map(|span| (minutes, span)));
        }
        _ => {}
    }
}

/// A fever and the word afebrile of one hour, in two paragraphs of one day.
fn of_one_hour(draft: &Draft<'_>) -> Option<(Span, Span)> {
    let mut all = FeverHours::default();
    for group in draft.scan::<FeverHours>(()) {
        let moved = |one: &(u32, Span)| (one.0, one.1.shift(group.start));
        all.fevers.extend(group.summary.fevers.iter().map(moved));
        all.denied.extend(group.summary.denied.iter().map(moved));
        let start = u32::try_from(group.start).unwrap_or(u32::MAX);
        all.days.extend(group.summary.days.iter().map(|at| at.saturating_add(start)));
    }
    all.fevers.iter().find_map(|(minutes, fever)| {
        let (_, denied) = all.denied.iter().find(|(other, denied)| {
            let (from, to) = (fever.start.min(denied.start), fever.start.max(denied.start));
            minutes.abs_diff(*other) <= MAX_MINUTES && !all.days.iter().any(|day| (from..to).contains(day))
        })?;
        Some((*fever, *denied))
    })
}

/// A fever that the note denies for the same hour.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let places = draft.scan::<FeverDenied>(()).into_iter().find_map(|group| {
        let (fever, denied) = group.summary.0?;
        Some((fever.shift(group.start), denied.shift(group.start)))
    });
    let places = places.or_else(|| of_one_hour(draft));
    let is_at_once = places.is_some();
    let Some((fever, denied)) = places.or_else(|| of_stay(draft)) else { return Vec::new() };
    let (measured, words) = (draft.text(fever).unwrap_or_default(), draft.text(denied).unwrap_or_default());
    let (message, other) = if !is_at_once && draft.is_spanish() {
        (
            format!("«{words}» y «{measured}» en un mismo ingreso. Compruebe los dos lugares."),
            "la temperatura",
        )
    } else if !is_at_once {
        (format!("“{words}” and “{measured}” in one stay. Check both places."), "the temperature")
    } else if draft.is_spanish() {
        (format!("«{words}» y «{measured}» a la vez. Compruebe los dos lugares."), "la temperatura")
    } else {
        (format!("“{words}” and “{measured}” at the same time. Check both places."), "the temperature")
    };
    vec![Remark::new(denied, message).with_severity(Severity::Warning).with_related(fever, other)]
}
