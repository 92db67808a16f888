//! The time of a statement: now, at an hour, in the night, on a day of the stay, for the whole stay, or another time.

use super::label::Label;
use super::phrases::{Found, Searched};
use super::table::{Lasts, TABLES};
use super::tokens::Tokens;
use crate::pattern::word_list;
use std::ops::Range;

/// The time of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// The time of its entry.
    Now,
    /// A named time; the number is that of a day, and 0 otherwise.
    At(Label, u32),
    /// Minutes since midnight.
    Clock(u32),
}

/// The first and last hour of a night, in minutes.
const NIGHT: (u32, u32) = (20 * 60, 8 * 60);
/// The difference of two hours that are one time, in minutes.
const MAX_MINUTES: u32 = 30;

impl Frame {
    /// Whether two statements of one entry are of one time. `has_one_clock`: the entry has at most one hour.
    pub(super) fn meets(self, other: Frame, has_one_clock: bool) -> bool {
        let is_night = |minutes: u32| minutes >= NIGHT.0 || minutes < NIGHT.1;
        match (self, other) {
            (Frame::At(Label::Elsewhere, _), _) | (_, Frame::At(Label::Elsewhere, _)) => false,
            (Frame::At(Label::Throughout, _), frame) | (frame, Frame::At(Label::Throughout, _)) => {
                !matches!(frame, Frame::At(Label::Admission, _))
            }
            (Frame::At(Label::Night, _), Frame::Clock(minutes))
            | (Frame::Clock(minutes), Frame::At(Label::Night, _)) => is_night(minutes),
            (Frame::Clock(one), Frame::Clock(other)) => one.abs_diff(other) <= MAX_MINUTES,
            (Frame::Clock(_), Frame::Now) | (Frame::Now, Frame::Clock(_)) => has_one_clock,
            (one, other) => one == other,
        }
    }

    /// Whether it spans the entries of a stay.
    pub(super) fn spans_entries(self) -> bool {
        matches!(self, Frame::At(Label::Throughout, _))
    }
}

/// The hour that begins at a token, in minutes since midnight: "03:00", "0300 h", "3 am".
pub(super) fn clock(tokens: &Tokens, prose: &str, at: usize) -> Option<u32> {
    let hour: u32 = tokens.text(at).parse().ok()?;
    let (this, next) = (tokens.get(at)?, tokens.get(at + 1));
    let between = next.and_then(|next| prose.get(this.span.end as usize..next.span.start as usize));
    let digits = tokens.text(at).len();
    if digits <= 2 && hour < 24 {
        let minute = tokens.text(at + 1);
        let minutes: Option<u32> = (minute.len() == 2).then(|| minute.parse().ok()).flatten();
        match (between, minutes) {
            (Some(":"), Some(minutes)) if minutes < 60 => return Some(hour * 60 + minutes),
            _ => {}
        }
        let is_of_day =
            at.checked_sub(1).is_some_and(|ahead| matches!(tokens.text(ahead), "at" | "las" | "la"));
        return match minute {
            "am" if hour <= 12 => Some(hour % 12 * 60),
            "pm" if hour <= 12 => Some((hour % 12 + 12) * 60),
            "h" | "hs" | "hrs" | "horas" | "hours" if is_of_day => Some(hour * 60),
            _ => None,
        };
    }
    let (hour, minutes) = (hour / 100, hour % 100);
    let is_named = at.checked_sub(1).is_some_and(|ahead| matches!(tokens.text(ahead), "at" | "@" | "las"))
        || matches!(tokens.text(at + 1), "h" | "hrs" | "hours" | "hr");
    (digits == 4 && is_named && hour < 24 && minutes < 60).then_some(hour * 60 + minutes)
}

/// Whether a chart entry begins at a token: a date, an hour or a day of the stay at the beginning of a line.
pub(super) fn begins_entry(tokens: &Tokens, prose: &str, at: usize) -> bool {
    let Some(token) = tokens.get(at).filter(|token| token.begins_line) else { return false };
    if !token.is_number {
        let is_day = matches!(tokens.text(at), "day" | "dia" | "pod" | "dpo" | "d" | "hd" | "postop");
        return is_day && tokens.get(at + 1).is_some_and(|next| next.is_number);
    }
    let is_date = tokens.get(at + 1).is_some_and(|next| {
        let between = prose.get(token.span.end as usize..next.span.start as usize);
        next.is_number && matches!(between, Some("/" | "-" | "."))
    });
    is_date || clock(tokens, prose, at).is_some()
}

/// The words of time of a block, in text order.
pub(super) fn times(text: &Searched<'_>) -> Vec<(Label, Found)> {
    let mut out = Vec::new();
    TABLES.times.find(text, 0..text.tokens.len(), |time| {
        if let Some(label) = TABLES.labels.get(time.row) {
            out.push((*label, time));
        }
    });
    out.sort_by_key(|(_, time)| time.first);
    out
}

/// The time of the tokens `found` of a statement, in a part of a sentence and a clause of it.
pub(super) fn of(
    text: &Searched<'_>,
    times: &[(Label, Found)],
    found: &Range<usize>,
    part: Range<usize>,
    clause: &Range<usize>,
    lasts: Lasts,
) -> Frame {
    let mut frame = Frame::Now;
    let mut nearest = usize::MAX;
    let distance = |at: usize| {
        if at < found.start { found.start - at } else { (at + 1).saturating_sub(found.end) + 100 }
    };
    // "Afebrile at 14:00 and he needed oxygen until 13/03": the hour directly after it.
    let hour = found.end + connector_len(text.tokens, found.end);
    if let Some(minutes) = part.contains(&hour).then(|| clock(text.tokens, text.prose, hour)).flatten() {
        return Frame::Clock(minutes);
    }
    if let Some((label, _)) = times.iter().find(|(label, time)| {
        time.first == found.end && matches!(label, Label::Throughout | Label::Night | Label::Yesterday)
    }) {
        return Frame::At(*label, 0);
    }
    let from = times.partition_point(|(_, time)| time.first < part.start);
    for (label, time) in times.iter().skip(from).take_while(|(_, time)| time.first < part.end) {
        if matches!(label, Label::Elsewhere | Label::Step) {
            // A word of the phrase itself does not move it: "former smoker".
            let is_own = found.contains(&time.first) && found.contains(&time.last);
            let is_remark = is_bracketed_remark(text.tokens, found, time.first);
            let is_of_clause = *label == Label::Elsewhere && clause.contains(&time.first);
            if !is_own && !is_remark && (lasts == Lasts::Briefly || is_of_clause) {
                return Frame::At(Label::Elsewhere, 0);
            }
            continue;
        }
        if *label == Label::Now {
            if clause.contains(&time.first) {
                return Frame::Now;
            }
            continue;
        }
        let is_near = clause.contains(&time.first) || time.first < found.start;
        if is_near && distance(time.first) < nearest {
            nearest = distance(time.first);
            let number = time.number.and_then(|at| text.tokens.text(at).parse().ok()).unwrap_or(0);
            frame = Frame::At(*label, number);
        }
    }
    // "MRI 2019: no lesion" is of that year.
    if lasts == Lasts::Briefly
        && clause.clone().any(|at| !found.contains(&at) && text.tokens.is_year(text.prose, at))
    {
        return Frame::At(Label::Elsewhere, 0);
    }
    for at in part {
        if let Some(minutes) = clock(text.tokens, text.prose, at)
            && !found.contains(&at)
            && (clause.contains(&at) || at < found.start)
            && distance(at) < nearest
        {
            nearest = distance(at);
            frame = Frame::Clock(minutes);
        }
    }
    frame
}

/// The number of tokens of the words at an index that introduce an hour: "at", "a las".
fn connector_len(tokens: &Tokens, at: usize) -> usize {
    let begins =
        |words: &&&str| words.split(' ').enumerate().all(|(nth, word)| tokens.text(at + nth) == word);
    let connectors = word_list!("contradiction/statements/before-hour");
    connectors.iter().find(begins).map_or(0, |words| words.split(' ').count())
}

/// Whether the word at `time` is in a bracket that is not about the statement: it follows something else in a list. In "HR 48,
/// SpO2 91 % on 1 L (target 88-92 %)" the target is that of the saturation.
fn is_bracketed_remark(tokens: &Tokens, found: &Range<usize>, time: usize) -> bool {
    /// The most words between a statement and the bracket that is about it.
    const MAX_BETWEEN: usize = 2;
    let bracket = |at: usize| tokens.get(at).map_or(0, |token| token.bracket);
    let own = bracket(time);
    if own == 0 || bracket(found.start) == own {
        return false;
    }
    let opens = (0..=time).rev().take_while(|at| bracket(*at) == own).last().unwrap_or(time);
    !(found.end..=found.end + MAX_BETWEEN).contains(&opens)
}
