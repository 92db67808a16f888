//! An operation of a stay that is dated before the admission, and a day after the operation that the dates do not give. Other
//! dates of a stay and of a life are those of `note/impossible-value`.

use super::kinds;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, any_case, contexts, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::LazyLock;

/// The maximum number of days between an operation and a stay that mentions it as its own.
const MAX_DAYS_APART: i32 = 60;
/// The tolerance of a day after an operation, in days: it is counted from 0 or from 1.
const MAX_DAY_DIFFERENCE: i32 = 1;

/// What happened on a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Admission,
    Operation,
    /// An operation with its date directly after its name; it may be of an earlier stay.
    NamedOperation,
    /// The note was written.
    Note,
}

impl Event {
    /// The event with a name of `contexts.tsv`.
    fn of(name: &str) -> Option<Event> {
        Some(match name {
            "admission" => Event::Admission,
            "operation" => Event::Operation,
            "named-operation" => Event::NamedOperation,
            "note" => Event::Note,
            _ => return None,
        })
    }
}

/// A date as three numbers in the order of the text; the year is `None` if it is not written.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Written {
    first: i32,
    second: i32,
    year: Option<i32>,
    is_year_first: bool,
}

/// The order of day and month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

impl Written {
    /// The number of days since year 0 of the Gregorian calendar, read in an order; `None` for an impossible date.
    fn day(self, order: Order, year: Option<i32>) -> Option<i32> {
        let (day, month) = match order {
            _ if self.is_year_first => (self.second, self.first),
            Order::DayFirst => (self.first, self.second),
            Order::MonthFirst => (self.second, self.first),
        };
        let year = self.year.or(year)?;
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        // Months are counted from March, so that the leap day is the last of a year.
        let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
        Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day)
    }
}

/// A date with its event.
#[derive(Clone, Copy, Debug)]
struct Dated {
    event: Event,
    date: Written,
    span: Span,
}

/// The dates of events, and days after an operation.
#[derive(Clone, Debug, Default)]
struct Events {
    dated: Vec<Dated>,
    /// Days after the operation, with their places.
    days: Vec<(i32, Span)>,
}

/// A date in digits.
const DATE: &str = r"(?P<a>\d{1,4})(?P<mark>[/.-])(?P<b>\d{1,2})(?:[/.-](?P<c>\d{4}|\d{2}))?";

/// The labels of events, each with a pattern of the label and the date after it.
static LABELS: LazyLock<Vec<(Event, Pattern)>> = LazyLock::new(|| {
    contexts("contradiction/dates/label:")
        .filter_map(|(name, forms)| {
            let event = Event::of(name)?;
            // An operation has its name between the label and the date.
            let gap = if event == Event::Operation {
                r"[^\d.;\n]{0,60}?"
            } else {
                r"[ :|*_.]{0,6}(?:on |el |d[ií]a )?"
            };
            Some((
                event,
                any_case(&format!(r"(?:^|[^\p{{L}}\d])(?:{forms})\b{gap}\b(?P<date>{DATE})(?:[^\d/]|$)")),
            ))
        })
        .collect()
});

/// Words around an operation that date it elsewhere: before the stay, or planned.
static NOT_OF_STAY: LazyLock<Pattern> =
    LazyLock::new(|| any_case(&format!(r"\b(?:{})", forms("contradiction/dates/not-of-stay"))));

/// A day after the operation.
static POSTOPERATIVE_DAY: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(&format!(
        r"\b(?:{})[ #:°ºo]{{1,3}}(?P<day>\d{{1,2}})\b(?:[^\d/.,%-]|[.,](?:\D|$)|$)",
        forms("contradiction/dates/day")
    ))
});

impl Scan for Events {
    type State = ();
    type Summary = Events;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut Events, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here = block.fact_of_sentences(add_sentence);
            summary
                .dated
                .extend(here.dated.iter().map(|one| Dated { span: one.span.shift(block.start), ..*one }));
            summary.days.extend(here.days.iter().map(|(day, span)| (*day, span.shift(block.start))));
        }
    }
}

fn add_sentence(block: &BlockContext<'_>, sentence: Sentence, out: &mut Events) {
    let text = block.slice(sentence.span);
    let start = sentence.span.start as usize;
    let section = block.section_at(start);
    if matches!(section, Section::FamilyHistory | Section::PastHistory | Section::FollowUp) {
        return;
    }
    for (event, pattern) in LABELS.iter() {
        for found in pattern.captures_iter(text) {
            let Some(place) = found.name("date") else { continue };
            let around = match event {
                Event::Operation => text,
                // What follows a name with its date says why it was done.
                Event::NamedOperation => text.get(..place.start()).unwrap_or_default(),
                Event::Admission | Event::Note => "",
            };
            if NOT_OF_STAY.is_match(around) {
                continue;
            }
            let number = |name: &str| found.name(name).and_then(|number| number.as_str().parse::<i32>().ok());
            let (Some(first), Some(second)) = (number("a"), number("b")) else { continue };
            let last = number("c");
            let digits = found.name("a").map_or(0, |first| first.len());
            let date = match last {
                Some(day) if digits == 4 => {
                    Written { first: second, second: day, year: Some(first), is_year_first: true }
                }
                _ if digits > 2 => continue,
                Some(year) => Written {
                    first,
                    second,
                    year: Some(if year < 100 { 2000 + year } else { year }),
                    is_year_first: false,
                },
                // "Drain 1.5" is a number, not a date.
                None if &found["mark"] != "/" => continue,
                None => Written { first, second, year: None, is_year_first: false },
            };
            let span = Span::new(start + place.start(), start + place.end());
            out.dated.push(Dated { event: *event, date, span });
        }
    }
    for found in POSTOPERATIVE_DAY.captures_iter(text) {
        let Some(day) = found.name("day") else { continue };
        if let Ok(number) = day.as_str().parse() {
            out.days.push((number, Span::new(start + day.start(), start + day.end())));
        }
    }
}

/// Reports an operation before the admission, or a day after the operation that the dates do not give.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Events::default();
    for group in draft.scan::<Events>(()) {
        all.dated.extend(
            group.summary.dated.iter().map(|one| Dated { span: one.span.shift(group.start), ..*one }),
        );
        all.days.extend(group.summary.days.iter().map(|(day, span)| (*day, span.shift(group.start))));
    }
    // A date without a year is of the only year that the note gives.
    let mut years: Vec<i32> = all.dated.iter().filter_map(|one| one.date.year).collect();
    years.dedup();
    let year = if years.len() == 1 { years.first().copied() } else { None };
    let orders: Vec<Order> = [Order::DayFirst, Order::MonthFirst]
        .into_iter()
        .filter(|order| *order == Order::DayFirst || !draft.is_spanish())
        .filter(|order| all.dated.iter().all(|one| one.date.day(*order, year.or(Some(2000))).is_some()))
        .collect();
    let only = |event: Event| {
        let mut of = all.dated.iter().filter(|one| one.event == event);
        let first = of.next()?;
        // Two admissions: the dates are of two stays.
        of.all(|other| other.date == first.date).then_some(first)
    };
    let Some(operation) = only(Event::Operation) else {
        let named = only(Event::NamedOperation);
        let remark =
            named.and_then(|named| postoperative(draft, &all, named, only(Event::Note), &orders, year));
        return remark.into_iter().collect();
    };
    if let Some(admission) = only(Event::Admission)
        && is_before(operation, admission, &orders, year)
    {
        return vec![too_early(draft, operation, admission)];
    }
    postoperative(draft, &all, operation, only(Event::Note), &orders, year).into_iter().collect()
}

/// Whether an operation is before the admission in every order of day and month, and in one of them near it: an operation of
/// another year is an earlier one.
fn is_before(operation: &Dated, admission: &Dated, orders: &[Order], year: Option<i32>) -> bool {
    let days = |order: &Order| Some(admission.date.day(*order, year)? - operation.date.day(*order, year)?);
    let apart: Vec<i32> = orders.iter().filter_map(days).collect();
    apart.len() == orders.len()
        && apart.iter().all(|days| *days > 0)
        && apart.iter().any(|days| *days <= MAX_DAYS_APART)
}

fn too_early(draft: &Draft<'_>, operation: &Dated, admission: &Dated) -> Remark {
    let (message, other) = if draft.is_spanish() {
        (
            "Según estas fechas, la intervención es anterior al ingreso. Compruebe las dos fechas.",
            "el ingreso",
        )
    } else {
        ("By these dates the operation is before the admission. Check both dates.", "the admission")
    };
    Remark::new(operation.span, message)
        .of_kind(Some(kinds::STATE))
        .with_severity(Severity::Warning)
        .with_related(admission.span, other)
}

/// Compares the only day after the operation with the dates of the operation and of the note.
fn postoperative(
    draft: &Draft<'_>,
    all: &Events,
    operation: &Dated,
    note: Option<&Dated>,
    orders: &[Order],
    year: Option<i32>,
) -> Option<Remark> {
    let [(day, span)] = all.days.as_slice() else { return None };
    let note = note?;
    let apart: Vec<i32> = orders
        .iter()
        .filter_map(|order| Some(note.date.day(*order, year)? - operation.date.day(*order, year)?))
        .collect();
    let is_near = apart.iter().any(|days| (0..=MAX_DAYS_APART).contains(days));
    let is_wrong = apart.iter().all(|days| (days - day).abs() > MAX_DAY_DIFFERENCE);
    if apart.len() != orders.len() || !is_near || !is_wrong {
        return None;
    }
    let (message, other) = if draft.is_spanish() {
        (
            format!("Las fechas de la intervención y de la nota no dan el día {day}. Compruebe las fechas."),
            "la fecha de la intervención",
        )
    } else {
        (
            format!("The dates of the operation and of the note do not give day {day}. Check the dates."),
            "the date of the operation",
        )
    };
    let remark = Remark::new(*span, message).of_kind(Some(kinds::STATE)).with_severity(Severity::Warning);
    Some(remark.with_related(operation.span, other))
}

#[cfg(test)]
mod tests {
    use crate::rules::testing::{note, said};
    use referee_syntax::Format;

    fn found(text: &str) -> bool {
        let all = said("note/contradiction", Format::Markdown, text, &note());
        all.iter().any(|hit| hit.remark.kind.is_some_and(|kind| kind.ends_with(".state")))
    }

    #[test]
    fn an_operation_is_not_before_its_stay() {
        for text in [
            "Admitted: 14/03/2025. Discharged: 17/03/2025.\n\nOperation: laparoscopic appendicectomy 12/03/2025, no pus.",
            "Fecha de ingreso: 02/07/2024. Fecha de alta: 05/07/2024.\n\nIntervención: hernioplastia 30/06/2024, sin incidencias.",
            "Date: 19/05/2025. POD 2.\n\nOperation: THR 11/05/2025.",
            "Wed 05/03/2025 07:50\n\nPOD 7, lap right hemicolectomy 03/03/2025 for a tumour.",
        ] {
            assert!(found(text), "{text}");
        }
    }

    #[test]
    fn other_stays_orders_of_day_and_month_and_plans_are_passed_over() {
        for text in [
            "Admitted: 14/03/2025. Discharged: 17/03/2025.\n\nOperation: laparoscopic appendicectomy 15/03/2025, no pus.",
            "Admit 2/3/2025. Discharge 2/6/2025.",
            "Readmitted: 14/03/2025 after surgery. Discharged: 17/03/2025.\n\nPrevious operation: appendicectomy 12/03/2025.",
            "Admitted: 14/03/2025. Discharged: 17/03/2025.\n\nSurgery: cholecystectomy planned for 25/03/2025.",
            "Admitted 01/02/2025, discharged 04/02/2025. Admitted 10/03/2025, discharged 12/03/2025.",
            "Date: 19/05/2025. POD 2.\n\nOperation: THR 17/05/2025.",
            "Wed 05/03/2025 07:50\n\nPOD 2, lap right hemicolectomy 03/03/2025 for a tumour.",
            "Admitted: 14/03/2025 with fever.\n\nLap hemicolectomy 03/03/2025 for a tumour.",
        ] {
            assert!(!found(text), "{text}");
        }
    }
}
