//! Times that last until now and times that are to come: the two weeks for which a back hurts are not those
//! after which the patient comes back.

use crate::around::{context, unit_word};
use crate::vocabulary::{Gap, List, Reach, Unit, drug_at, drug_id, forms_at, lists, unit};
use crate::words::{Said, Word, WordKind, same};

/// Whether a time lasts until now or is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// "For two weeks", "two weeks ago".
    Lasting,
    /// "In two weeks", "follow-up 2 weeks".
    Ahead,
    /// Neither of them is certain.
    Open,
}

/// A time in days, weeks, months or years.
pub(crate) struct TimeSpan {
    /// The words, from the number to the unit.
    pub(crate) words: (usize, usize),
    /// The length in days; `None` if it is not exact: "a few weeks".
    pub(crate) days: Option<f64>,
    unit: &'static Unit,
    pub(crate) kind: Kind,
}

impl TimeSpan {
    /// Whether both may be the same time.
    pub(crate) fn may_be(&self, other: &TimeSpan) -> bool {
        // Four weeks are a month; 45 years are not 48.
        let tolerance = if self.unit.id == other.unit.id { 0.0 } else { 0.1 };
        let near = |a: f64, b: f64| same(a, b) || (a - b).abs() <= tolerance * a.max(b);
        let is_opposite =
            matches!((self.kind, other.kind), (Kind::Lasting, Kind::Ahead) | (Kind::Ahead, Kind::Lasting));
        !is_opposite && self.days.zip(other.days).is_none_or(|(own, theirs)| near(own, theirs))
    }
}

/// Returns the times of a text; `is_written` for a note, in which "de 2 semanas" lasts until now.
pub(crate) fn spans(words: &[Word], numbers: &[Said], is_written: bool) -> Vec<TimeSpan> {
    let mut out = Vec::new();
    for said in numbers {
        // "A couple of weeks".
        let is_of = words.get(said.words.1).is_some_and(|word| matches!(&*word.text, "of" | "de"));
        let end = said.words.1 + usize::from(is_of && words[said.words.0].is_letters());
        let Some(unit) = unit_word(words, end).and_then(of_days) else { continue };
        let unit_at = (end..words.len()).find(|at| of_days(&words[*at]).is_some()).unwrap_or(end);
        out.push(time_span(words, (said.words.0, unit_at + 1), (Some(said.value), unit), is_written));
    }
    for at in 1..words.len() {
        let Some(unit) = of_days(&words[at]) else { continue };
        let before = &words[at - 1];
        if matches!(&*before.text, "a" | "an") && is_after_preposition(words, at - 1) {
            out.push(time_span(words, (at - 1, at + 1), (Some(1.0), unit), is_written));
        } else if lists().several.has(before) {
            out.push(time_span(words, (at - 1, at + 1), (None, unit), is_written));
        }
    }
    out
}

fn of_days(word: &Word) -> Option<&'static Unit> {
    unit(&word.text).filter(|unit| matches!(unit.id.as_str(), "day" | "week" | "month" | "year"))
}

/// Whether a preposition of time precedes "a month"; "three times a month" has none.
fn is_after_preposition(words: &[Word], at: usize) -> bool {
    let before = preposition(words, at);
    let is_past = words.get(at + 2).is_some_and(|next| lists().time_past.has(next));
    is_past
        || before.is_some_and(|place| {
            lists().time_lasting.has(&words[place]) || lists().time_ahead.has(&words[place])
        })
}

/// Returns the word before a time, past words such as "about".
fn preposition(words: &[Word], at: usize) -> Option<usize> {
    const WITHIN: usize = 4;
    (at.saturating_sub(WITHIN)..at).rev().find(|place| !lists().about.has(&words[*place]))
}

fn time_span(
    words: &[Word],
    (first, end): (usize, usize),
    (value, unit): (Option<f64>, &'static Unit),
    is_written: bool,
) -> TimeSpan {
    let days = value.map(|value| value * unit.factor);
    TimeSpan { words: (first, end), days, unit, kind: kind(words, first, end, is_written) }
}

/// Returns in which direction a time goes that begins at `first`; `end` is one past its unit.
pub(crate) fn kind(words: &[Word], first: usize, end: usize, is_written: bool) -> Kind {
    const AFTER: usize = 2;
    const FOLLOW_UP_WITHIN: usize = 6;
    let before = preposition(words, first);
    let is_in = |list: &List| {
        before.is_some_and(|place| {
            list.length_at(words, place) > 0 || place > 0 && list.length_at(words, place - 1) > 1
        })
    };
    let is_past = (end..end + AFTER).any(|at| {
        lists().time_past.length_at(words, at) > 0
            && words
                .get(end..at)
                .is_some_and(|between| between.iter().all(|word| word.kind != WordKind::LineEnd))
    });
    // "Lumbalgia de 2 semanas", not "varón de 47 años".
    let is_age =
        end.checked_sub(1).and_then(|last| of_days(&words[last])).is_some_and(|unit| unit.id == "year");
    let is_of = is_written && !is_age && before.is_some_and(|place| &*words[place].text == "de");
    if is_past || is_of || is_in(&lists().time_lasting) {
        return Kind::Lasting;
    }
    if is_in(&lists().time_ahead) {
        return Kind::Ahead;
    }
    let is_follow_up = (first.saturating_sub(FOLLOW_UP_WITHIN)..first)
        .rev()
        .take_while(|at| !matches!(words[*at].kind, WordKind::Mark('.' | ';' | '?') | WordKind::LineEnd))
        .any(|at| lists().follow_up.length_at(words, at) > 0);
    if is_follow_up { Kind::Ahead } else { Kind::Open }
}

/// Returns what is spoken of around a number: the roots of its words, problems and drugs.
pub(crate) fn topics(words: &[Word], (first, end): (usize, usize), within: (usize, usize)) -> Vec<Box<str>> {
    const AROUND: usize = 15;
    let mut out = context(words, first, end, within);
    let (from, to) = (first.saturating_sub(AROUND).max(within.0), (end + AROUND).min(within.1));
    for at in from..to {
        let forms =
            forms_at(words, at, Gap::Any).filter(|form| form.reach == Reach::Exact && form.end <= within.1);
        out.extend(forms.map(|form| format!("problem {}", form.problem).into()));
        if let Some((name, _)) = drug_at(words, at).filter(|(name, _)| !name.is_class) {
            out.extend(name.drugs.iter().map(|drug| format!("drug {}", drug_id(*drug)).into()));
        }
    }
    out.sort();
    out.dedup();
    out
}
