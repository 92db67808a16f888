//! Dates of a stay or a treatment in the wrong order.

use crate::analysis::dates::{Date, numeric_dates, written_dates};
use crate::analysis::folding::fold;
use crate::analysis::words::places;
use crate::pattern::{Pattern, any_case, forms, words};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::Remark;
use referee_text::Span;
use std::sync::LazyLock;

/// A date and its text.
type Written<'t> = (Date, &'t str);

/// Whether a date precedes another: by both readings of day and month, or by the reading that the other date implies.
fn is_before((one, shown): Written<'_>, (other, other_shown): Written<'_>) -> bool {
    // "Admission 14/05/2024, discharge 11/05/2024": the first begins with its day, so the second does too.
    let begins_with_day = |date: Date, shown: &str| {
        let first = shown.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok()?;
        let is_told = !date.is_ambiguous && date.day != date.month && !shown.contains(char::is_alphabetic);
        (is_told && first < 100).then_some(first == date.day)
    };
    let known = begins_with_day(one, shown).or_else(|| begins_with_day(other, other_shown));
    let day_first = |date: Date| (date.year, date.month, date.day);
    let month_first =
        |date: Date| if date.is_ambiguous { (date.year, date.day, date.month) } else { day_first(date) };
    (known == Some(false) || day_first(one) < day_first(other))
        && (known == Some(true) || month_first(one) < month_first(other))
}

/// Reports periods that end before they begin: "from 14/05/2024 to 11/05/2024", "del 24/05/2024 al 21/05/2024".
pub(super) fn ranges(block: &BlockContext<'_>) -> Vec<Remark> {
    let text = block.prose();
    let mut dates: Vec<Date> = numeric_dates(text).into_iter().filter_map(Result::ok).collect();
    dates.extend(written_dates(text));
    dates.sort_by_key(|date| date.span);
    let mut out = Vec::new();
    for pair in dates.windows(2) {
        let [from, to] = pair else { continue };
        let between = text.get(from.span.end as usize..to.span.start as usize).unwrap_or_default();
        let ahead = fold(text.get(..from.span.start as usize).unwrap_or_default());
        let is_range = match between.trim() {
            "to" | "until" | "through" => ahead.ends_with("from "),
            "al" => ahead.ends_with("del "),
            "hasta" | "hasta el" => ahead.ends_with("desde ") || ahead.ends_with("desde el "),
            _ => false,
        };
        let (first, last) = (block.slice(from.span), block.slice(to.span));
        if !is_range || !is_before((*to, last), (*from, first)) {
            continue;
        }
        let message = if block.in_spanish() {
            format!("El final ({last}) es anterior al principio ({first}). Compruebe las dos fechas.")
        } else {
            format!("The end ({last}) is before the beginning ({first}). Check both dates.")
        };
        out.push(Remark::new(from.span.cover(to.span), message));
    }
    out
}

/// The dates of a stay in a block, with their locations.
#[derive(Default)]
struct StayDates {
    admission: Option<Date>,
    discharge: Option<Date>,
    /// The dates of procedures such as operations.
    done: Vec<Date>,
}

/// The maximum distance between a date's label and the date, in bytes: ": ", " el día ".
const MAX_GAP: u32 = 9;

/// Words directly before a date's label that assign it to another stay, folded.
static OTHER_STAY: LazyLock<Vec<&'static str>> = LazyLock::new(|| words("impossible-value/stays/other-stay"));

impl StayDates {
    fn of(block: &BlockContext<'_>) -> StayDates {
        static ADMISSION: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| words("impossible-value/stays/admission"));
        static DISCHARGE: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| words("impossible-value/stays/discharge"));
        let text = block.prose();
        let lower = text.to_ascii_lowercase();
        if !["adm", "doa", "ingres", "alta", "discharge", "dod", "egres"]
            .iter()
            .any(|word| lower.contains(word))
        {
            return StayDates::default();
        }
        let mut dates: Vec<Date> = numeric_dates(text).into_iter().filter_map(Result::ok).collect();
        dates.extend(written_dates(text));
        // "Reingreso tras alta 21/05/2024", "last discharge": another stay.
        let is_of_another_stay = |place: Span| {
            let ahead = fold(lower.get(..place.start as usize).unwrap_or_default());
            let word = ahead.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            OTHER_STAY.contains(&word)
        };
        let find = |names: &[&str]| {
            names.iter().find_map(|name| {
                places(&lower, name).filter(|place| !is_of_another_stay(*place)).find_map(|place| {
                    let behind =
                        |date: &&Date| date.span.start >= place.end && date.span.start - place.end <= MAX_GAP;
                    dates.iter().find(behind).copied()
                })
            })
        };
        let done = dates.iter().filter(|date| is_of_done(block, date.span)).copied().collect();
        StayDates { admission: find(&ADMISSION), discharge: find(&DISCHARGE), done }
    }
}

/// Whether a sentence says that something was done to the patient on a date.
fn is_of_done(block: &BlockContext<'_>, date: Span) -> bool {
    static DONE_ON: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"\b(?:{})\b[^.;\n]{{0,60}}$", forms("impossible-value/stays/done-on")))
    });
    block.sentence_at(date.start as usize).is_some_and(|sentence| {
        let before = block.slice(Span { start: sentence.span.start, end: date.start });
        DONE_ON.is_match(before)
    })
}

/// Finds the first dates of a stay in a draft.
struct StayDateScan;

impl Scan for StayDateScan {
    type State = ();
    type Summary = StayDates;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut StayDates, block: &BlockContext<'_>) {
        if block.is_prose() {
            let stay = block.fact(StayDates::of);
            let moved = |date: Date| Date { span: date.span.shift(block.start), ..date };
            summary.admission = summary.admission.or(stay.admission.map(moved));
            summary.discharge = summary.discharge.or(stay.discharge.map(moved));
            summary.done.extend(stay.done.iter().copied().map(moved));
        }
    }
}

/// The remark on a procedure after the discharge.
fn done_after(draft: &Draft<'_>, discharge: Date, done: &[Date]) -> Option<Remark> {
    let shown = |date: Date| draft.text(date.span).unwrap_or_default();
    let late = done.iter().find(|date| is_before((discharge, shown(discharge)), (**date, shown(**date))))?;
    let message = if draft.is_spanish() {
        format!(
            "Lo que se hizo ({}) es posterior al alta ({}). Compruebe las dos fechas.",
            shown(*late),
            shown(discharge)
        )
    } else {
        format!(
            "What was done ({}) is after the discharge ({}). Check both dates.",
            shown(*late),
            shown(discharge)
        )
    };
    let other = if draft.is_spanish() { "el alta" } else { "the discharge" };
    Some(Remark::new(late.span, message).with_related(discharge.span, other))
}

/// Reports a discharge before the admission.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut admission: Option<Date> = None;
    let mut discharge: Option<Date> = None;
    let mut done: Vec<Date> = Vec::new();
    for group in draft.scan::<StayDateScan>(()) {
        let moved = |date: Date| Date { span: date.span.shift(group.start), ..date };
        admission = admission.or(group.summary.admission.map(moved));
        discharge = discharge.or(group.summary.discharge.map(moved));
        done.extend(group.summary.done.iter().copied().map(moved));
    }
    if let (Some(_), Some(discharge)) = (admission, discharge)
        && let Some(remark) = done_after(draft, discharge, &done)
    {
        return vec![remark];
    }
    let (Some(admission), Some(discharge)) = (admission, discharge) else { return Vec::new() };
    let shown = |date: Date| draft.text(date.span).unwrap_or_default();
    if !is_before((discharge, shown(discharge)), (admission, shown(admission))) {
        return Vec::new();
    }
    vec![
        Remark::new(
            discharge.span,
            if draft.is_spanish() {
                format!(
                    "El alta ({}) es anterior al ingreso ({}). Compruebe las dos fechas.",
                    shown(discharge),
                    shown(admission)
                )
            } else {
                format!(
                    "The discharge ({}) is before the admission ({}). Check both dates.",
                    shown(discharge),
                    shown(admission)
                )
            },
        )
        .with_related(admission.span, if draft.is_spanish() { "el ingreso" } else { "the admission" }),
    ]
}
