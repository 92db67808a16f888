//! The order of the times of a table, whose newest column may be the first or the last.

use crate::analysis::folding::fold;
use crate::pattern::{Pattern, context, exact, word_list};
use referee_text::months::MONTHS;
use std::sync::LazyLock;

const MINUTES_OF_HOUR: i64 = 60;
const MINUTES_OF_DAY: i64 = 24 * MINUTES_OF_HOUR;
/// Months of 31 days keep the order of dates.
const DAYS_OF_MONTH: i64 = 31;
const DAYS_OF_YEAR: i64 = 12 * DAYS_OF_MONTH;

/// What a time is counted in. Only times of one scale can be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Scale {
    /// A date with its year, in minutes.
    Date,
    /// A date without its year, in minutes.
    DateOfYear,
    /// An hour, in minutes.
    Clock,
    Weekday,
    /// Today and the days before it, in days.
    FromToday,
    /// What the number of the time is of: “day”, “pod”, “t+h”.
    Count(String),
}

impl Scale {
    /// The number after which the scale begins again.
    fn cycle(&self) -> Option<i64> {
        match self {
            Scale::DateOfYear => Some(DAYS_OF_YEAR * MINUTES_OF_DAY),
            Scale::Clock => Some(MINUTES_OF_DAY),
            Scale::Weekday => Some(7),
            _ => None,
        }
    }
}

/// A time of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Time {
    /// The beginning of a stay.
    First,
    /// Its end, or the present.
    Last,
    /// A time with its value if the day is before the month, and if the month is before the day.
    At(Scale, [Option<i64>; 2]),
}

/// The indexes of the times of a table from the oldest to the newest; `None` if they cannot be compared.
pub(crate) fn in_order(times: &[&str]) -> Option<Vec<usize>> {
    if times.len() < 2 {
        return Some((0..times.len()).collect());
    }
    let all: Vec<Time> = times.iter().map(|time| read(time)).collect::<Option<_>>()?;
    let places =
        |wanted: &Time| -> Vec<usize> { (0..all.len()).filter(|at| all.get(*at) == Some(wanted)).collect() };
    let (first, last) = (places(&Time::First), places(&Time::Last));
    if first.len() > 1 || last.len() > 1 {
        return None;
    }
    let mut scale: Option<&Scale> = None;
    let mut values: Vec<(usize, [Option<i64>; 2])> = Vec::new();
    for (at, time) in all.iter().enumerate() {
        if let Time::At(of, value) = time {
            if *scale.get_or_insert(of) != of {
                return None;
            }
            values.push((at, *value));
        }
    }
    let mut orders: Vec<Vec<usize>> = Vec::new();
    for reading in 0..2 {
        let known: Option<Vec<(usize, i64)>> =
            values.iter().map(|(at, value)| Some((*at, value.get(reading).copied()??))).collect();
        if let Some(known) = known {
            orders.push(sorted(&known, scale.and_then(Scale::cycle))?);
        }
    }
    let order = orders.first()?;
    orders.iter().all(|other| other == order).then(|| [first, order.clone(), last].concat())
}

/// The places of values from the lowest; in a cycle they must go on in one direction for less than one turn.
fn sorted(values: &[(usize, i64)], cycle: Option<i64>) -> Option<Vec<usize>> {
    let Some(cycle) = cycle.filter(|_| values.len() > 1) else {
        let mut all = values.to_vec();
        all.sort_by_key(|(_, value)| *value);
        let is_clear = all.windows(2).all(|pair| matches!(pair, [one, other] if one.1 < other.1));
        return is_clear.then(|| all.into_iter().map(|(at, _)| at).collect());
    };
    let pairs = || values.iter().zip(values.iter().skip(1));
    let steps: Vec<i64> = pairs().map(|((_, one), (_, other))| (other - one).rem_euclid(cycle)).collect();
    if steps.contains(&0) {
        return None;
    }
    let is_rising = if let [step] = steps.as_slice() {
        // Two times: a short step shows its direction. From 08:00 to 20:00 is a day; from 20:00 to 08:00 may be a night, or the
        // newest column may be the first.
        let is_later = pairs().all(|((_, one), (_, other))| one < other);
        if step * 4 <= cycle || is_later && step * 4 < 3 * cycle {
            true
        } else if !is_later && step * 4 >= 3 * cycle {
            false
        } else {
            return None;
        }
    } else if steps.iter().sum::<i64>() < cycle {
        true
    } else if steps.iter().map(|step| cycle - step).sum::<i64>() < cycle {
        false
    } else {
        return None;
    };
    let order = values.iter().map(|(at, _)| *at);
    Some(if is_rising { order.collect() } else { order.rev().collect() })
}

/// Reads a time; `None` for a word that cannot be ordered, such as “peak”.
fn read(time: &str) -> Option<Time> {
    static FIRST: LazyLock<Pattern> = LazyLock::new(|| context("charts/first"));
    static LAST: LazyLock<Pattern> = LazyLock::new(|| context("charts/last"));
    static YESTERDAY: LazyLock<Pattern> = LazyLock::new(|| context("charts/yesterday"));
    static COUNT: LazyLock<Pattern> =
        LazyLock::new(|| exact(r"^(?P<unit>[a-z+][a-z+ -]*?) ?(?P<number>-?\d{1,3})(?P<of> ?[a-z]*)$"));
    let text = fold(time.trim_end_matches(['.', ':']));
    if let Some(date) = date(&text) {
        return Some(date);
    }
    if YESTERDAY.is_match(&text) {
        return Some(Time::At(Scale::FromToday, [Some(-1); 2]));
    }
    if FIRST.is_match(&text) {
        return Some(Time::First);
    }
    if LAST.is_match(&text) {
        return Some(Time::Last);
    }
    if let Some(minutes) = clock(&text) {
        return Some(Time::At(Scale::Clock, [Some(minutes); 2]));
    }
    if let Some(day) = weekday(&text) {
        return Some(Time::At(Scale::Weekday, [Some(day); 2]));
    }
    let found = COUNT.captures(&text)?;
    let number: i64 = found["number"].parse().ok()?;
    Some(Time::At(Scale::Count(format!("{}{}", &found["unit"], &found["of"])), [Some(number); 2]))
}

/// The hour in a time, in minutes since midnight.
fn clock(text: &str) -> Option<i64> {
    static CLOCK: LazyLock<Pattern> = LazyLock::new(|| {
        exact(
            r"(?:^|[ ,(])(?:(?P<hour>\d{1,2})[:.h](?P<minute>\d{2})|(?P<long>\d{2})(?P<rest>\d{2}) ?h|(?P<bare>\d{1,2}) ?(?:h|hrs?|horas?|hours?|am|pm))(?: ?(?P<half>am|pm))?(?:$|[ ,)])",
        )
    });
    let found = CLOCK.captures(text)?;
    let number = |name: &str| found.name(name).and_then(|number| number.as_str().parse::<i64>().ok());
    let hour = number("hour").or_else(|| number("long")).or_else(|| number("bare"))?;
    let minute = number("minute").or_else(|| number("rest")).unwrap_or(0);
    let hour = if text.ends_with("pm") {
        hour % 12 + 12
    } else if text.ends_with("am") {
        hour % 12
    } else {
        hour
    };
    (hour < 24 && minute < 60).then_some(hour * MINUTES_OF_HOUR + minute)
}

/// The day of the week that begins a time, from Monday.
fn weekday(text: &str) -> Option<i64> {
    let nth = word_list!("charts/weekdays")
        .iter()
        .position(|names| names.split(' ').any(|name| text.starts_with(name)))?;
    i64::try_from(nth).ok()
}

/// A date with or without its year, and with the hour after it.
fn date(text: &str) -> Option<Time> {
    static NUMERIC: LazyLock<Pattern> = LazyLock::new(|| {
        exact(
            r"(?:^|[ (])(?:(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})|(?P<one>\d{1,2})(?P<mark>[/.-])(?P<other>\d{1,2})(?:[/.-](?P<year>\d{2,4}))?)(?:$|[ ,)])",
        )
    });
    static NAMED: LazyLock<Pattern> = LazyLock::new(|| {
        exact(
            r"(?:^|[ (])(?:(?P<before>\d{1,2})(?:st|nd|rd|th)? )?(?P<month>[a-z]{3,10})\.?(?: (?P<after>\d{1,2}))?(?:,? (?P<year>\d{4}))?(?:$|[ ,)])",
        )
    });
    let minutes = clock(text.split_once([' ', ',']).map_or("", |(_, rest)| rest.trim())).unwrap_or(0);
    let of = |year: Option<i64>, month: i64, day: i64| {
        let is_date = (1..=12).contains(&month) && (1..=31).contains(&day);
        let year = year.map_or(0, |year| if year < 100 { year + 2000 } else { year });
        is_date.then_some((year * DAYS_OF_YEAR + month * DAYS_OF_MONTH + day) * MINUTES_OF_DAY + minutes)
    };
    let scale = |year: Option<i64>| if year.is_some() { Scale::Date } else { Scale::DateOfYear };
    if let Some(found) = NUMERIC.captures(text) {
        let number = |name: &str| found.name(name).and_then(|number| number.as_str().parse::<i64>().ok());
        if let (Some(year), Some(month), Some(day)) = (number("y"), number("m"), number("d")) {
            return Some(Time::At(Scale::Date, [of(Some(year), month, day); 2]));
        }
        let (one, other, year) = (number("one")?, number("other")?, number("year"));
        // "11.30" is an hour, and a date with a dot has the day first.
        let american =
            of(year, one, other).filter(|_| found.name("mark").is_some_and(|mark| mark.as_str() != "."));
        let values = [of(year, other, one), american];
        return values.iter().any(Option::is_some).then(|| Time::At(scale(year), values));
    }
    let found = NAMED.captures(text)?;
    let number = |name: &str| found.name(name).and_then(|number| number.as_str().parse::<i64>().ok());
    let name = &found["month"];
    let year = number("year");
    let day = number("before").or_else(|| number("after"));
    // "Mar" alone is March, or Tuesday in Spanish.
    if name == "mar" && day.is_none() && year.is_none() {
        return None;
    }
    let month = MONTHS
        .iter()
        .find(|month| month.english_forms.iter().chain(month.spanish).any(|known| known.starts_with(name)))?;
    Some(Time::At(scale(year), [of(year, i64::from(month.number), day.unwrap_or(1)); 2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_column_may_be_the_first_or_the_last() {
        for (times, order) in [
            (["11/03", "12/03", "13/03"], [0, 1, 2]),
            (["13/03", "12/03", "11/03"], [2, 1, 0]),
            (["30 Dec", "31 Dec", "2 Jan"], [0, 1, 2]),
            (["2026-01-02", "2025-12-31", "2025-12-30"], [2, 1, 0]),
            (["22:00", "02:00", "06:00"], [0, 1, 2]),
            (["14:00", "10:00", "06:00"], [2, 1, 0]),
            (["Sáb", "Dom", "Lun"], [0, 1, 2]),
            (["Wed", "Tue", "Mon"], [2, 1, 0]),
            (["Today", "POD 2", "POD 1"], [2, 1, 0]),
            (["Day 2", "Day 1", "Admission"], [2, 1, 0]),
        ] {
            assert_eq!(in_order(&times), Some(order.to_vec()), "{times:?}");
        }
        assert_eq!(in_order(&["Hoy", "Ayer"]), Some(vec![1, 0]));
        assert_eq!(in_order(&["Mar 2024", "Feb 2024"]), Some(vec![1, 0]));
        assert_eq!(in_order(&["14:00", "08:00"]), Some(vec![1, 0]));
    }

    #[test]
    fn times_without_a_common_scale_have_no_order() {
        for times in [
            // The first of February or the second of January.
            ["01/02", "02/01"],
            ["20:00", "08:00"],
            ["Peak", "Nadir"],
            ["Day 2", "12/03"],
            ["12/03", "12/03"],
            ["Today", "Discharge"],
        ] {
            assert_eq!(in_order(&times), None, "{times:?}");
        }
    }
}
