//! Text helpers that the parts of a card share.

use crate::markup::Markup;
use referee_bibliography::printed::{Emphasis, PrintedWords};
use referee_bibliography::render::vancouver;
use referee_bibliography::{Date, Work};
use referee_text::Language;
use referee_text::months::Month;

/// Writes a work as a reference list would.
pub(super) fn describe(card: &mut Markup, work: &Work) {
    card.words(&vancouver(work));
}

/// Writes a work as a citation style prints it.
pub(super) fn show_printed(card: &mut Markup, printed: &[PrintedWords]) {
    for words in printed {
        let text = words.text.as_str();
        // A mark next to a punctuation character may be shown literally, so characters and spaces
        // at the ends stay outside the marks.
        let start = text.find(char::is_alphanumeric).unwrap_or(text.len());
        let end = text.rfind(char::is_alphanumeric).map_or(start, |last| {
            last + text.get(last..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8)
        });
        let part = |range| text.get(range).unwrap_or_default();
        card.words(part(0..start));
        match words.emphasis {
            Emphasis::None => card.words(part(start..end)),
            Emphasis::Italic => card.emphasis(part(start..end)),
            Emphasis::Bold => card.strong(part(start..end)),
        };
        card.words(part(end..text.len()));
    }
}

/// Returns a date in words: `2 February 2010`, `February 2010`, `2010`.
pub(super) fn day(language: Language, date: Date) -> String {
    let of = language.pick(" ", " de ");
    let month = date.month.and_then(Month::of_number).map(|month| month.name(language));
    match (month, date.day) {
        (Some(month), Some(day)) => format!("{day}{of}{month}{of}{}", date.year),
        (Some(month), None) => format!("{month}{of}{}", date.year),
        _ => date.year.to_string(),
    }
}

/// Returns a date with its preposition: `on 2 February 2010`, `el 2 de febrero de 2010`, `en
/// febrero de 2010`.
pub(super) fn on_day(language: Language, date: Date) -> String {
    let spanish = if date.day.is_some() { "el" } else { "en" };
    format!("{} {}", language.pick("on", spanish), day(language, date))
}

/// Shortens a text to at most 120 characters, with an ellipsis if it was cut.
pub(super) fn shortened(text: &str) -> String {
    const MAX_CHARACTERS: usize = 120;
    if text.chars().count() <= MAX_CHARACTERS {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(MAX_CHARACTERS).collect();
    out.push('…');
    out
}
