//! Removes the text around a title that does not belong to it: markup, marks of databases, notes in
//! brackets.

use referee_bibliography::{html_text, latex_text};
use referee_text::fold;
use std::borrow::Cow;

/// Splits "Original title [English title]" into the two titles.
pub(super) fn bracketed(raw: &str) -> Option<(&str, &str)> {
    let trimmed = raw.trim().trim_end_matches('.');
    let open = trimmed.find('[')?;
    let inside = trimmed.get(open + 1..)?.strip_suffix(']')?;
    let outside = trimmed.get(..open)?.trim();
    // "Corrigendum to … [J. Biol. Chem. 12 (2003) 1]": the brackets contain a reference to another
    // work.
    let translation = inside.split_whitespace().count() > 2 && !inside.contains(|c: char| c.is_ascii_digit());
    (outside.chars().count() > 10 && translation).then_some((outside, inside))
}

/// Removes the text that is not the title: leftovers of markup, brackets around a translation,
/// notes in brackets at the end, the mark that a publisher puts before the title of a retracted
/// work.
pub(super) fn clean(raw: &str) -> String {
    let mut text = numbers(&unmark(without_format_mark(raw)));
    loop {
        text.truncate(
            text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '*' | '†' | '‡')).len(),
        );
        match trailing_note(&text) {
            Some(end) => text.truncate(end),
            None => break,
        }
    }
    let text = text.trim();
    let unbracketed = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let text = unbracketed.filter(|inside| !inside.contains(['[', ']'])).unwrap_or(text).trim();
    strip_status(text).to_owned()
}

/// Removes the kind of file or source that a list of search results puts in front: "[PDF] …",
/// "(PDF) …", "[CITATION] …".
fn without_format_mark(raw: &str) -> &str {
    const FORMAT_MARKS: &[&str] =
        &["pdf", "html", "htm", "doc", "docx", "ps", "txt", "rtf", "book", "b", "citation", "c", "data"];
    let mut text = raw.trim_start();
    while let Some(rest) = text.strip_prefix(['[', '(']) {
        let Some((mark, title)) = rest.split_once([']', ')']) else { break };
        // "(C) …" and "[B]-…" may begin a title; the mark of a search result is in brackets and
        // followed by a space.
        let is_apart = title.starts_with(|c: char| c.is_whitespace() || c == '[');
        let is_mark = FORMAT_MARKS.contains(&mark.to_ascii_lowercase().as_str());
        if !(is_apart && is_mark && (mark.len() > 1 || text.starts_with('['))) {
            break;
        }
        text = title.trim_start();
    }
    text
}

/// Returns the start of a note in brackets that does not belong to the title: "[Article in
/// German]", "(Review)", "[Internet]".
fn trailing_note(text: &str) -> Option<usize> {
    const NOTE_PREFIXES: &[&str] = &[
        "article in",
        "in ",
        "internet",
        "letter",
        "review",
        "see comment",
        "see comments",
        "abstract",
        "corrected",
        "published erratum",
        "retracted",
        "author s transl",
        "authors transl",
        "preprint",
        "with discussion",
        "online",
        "editorial",
        "comment",
        "poster",
        "data set",
        "dataset",
        "computer software",
        "software",
        "conference paper",
        "withdrawn",
        "news",
        "clinical conference",
        "proceedings",
        "translated",
        "version ",
        "electronic resource",
    ];
    let open = match text.chars().next_back()? {
        ']' => text.rfind('[')?,
        ')' => text.rfind('(')?,
        _ => return None,
    };
    let inside = fold::title(text.get(open..)?);
    let note = NOTE_PREFIXES
        .iter()
        .any(|note| inside.starts_with(note) && (inside.len() <= note.len() + 24 || note.len() > 12));
    (open > 0 && note).then_some(open)
}

/// Removes "RETRACTED: …", "WITHDRAWN: …", by which a publisher marks the work itself. "Retraction:
/// …" is the notice.
fn strip_status(text: &str) -> &str {
    let lower = text.to_ascii_lowercase();
    for status in [
        "retracted article:",
        "retracted paper:",
        "[retracted]",
        "(retracted)",
        "retracted:",
        "retracted -",
        "withdrawn:",
        "withdrawn article:",
        "article withdrawn:",
        "removed:",
        "temporary removal:",
    ] {
        if lower.starts_with(status) {
            return text.get(status.len()..).unwrap_or(text).trim_start();
        }
    }
    text
}

/// Marks decimals, so that "2.5" is neither "25" nor "2 5", and joins thousands: "1,000" is "1000".
fn numbers(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let mut out = String::with_capacity(text.len() + 8);
    for (at, &c) in chars.iter().enumerate() {
        let between = at > 0 && digit(at - 1) && digit(at + 1);
        match c {
            ',' if between && digit(at + 2) && digit(at + 3) && !digit(at + 4) => {}
            '.' | ',' | '·' | '⋅' | '•' | '∙' | '‧' if between => out.push_str("point"),
            _ => out.push(c),
        }
    }
    out
}

/// Resolves the markup that a record may have kept (entities, tags, TeX) and removes the genitive
/// "'s", which is printed inconsistently: "Crohn's disease", "Crohn disease".
fn unmark(raw: &str) -> String {
    let mut text = plain(&raw.replace("<middle dot>", "·")).into_owned();
    spell_plus(&mut text);
    for genitive in ["’s ", "'s ", "’S ", "'S "] {
        text = text.replace(genitive, " ");
    }
    text
}

/// Restores the sign after an acronym that Web of Science spells out: "REDD plus" is REDD+.
fn spell_plus(text: &mut String) {
    const SPELLED_PLUS: &str = " plus";
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(SPELLED_PLUS)).map(|at| from + at) {
        let (before, behind) = (&text[..at], &text[at + SPELLED_PLUS.len()..]);
        let acronym = before.chars().rev().take_while(|c| c.is_uppercase()).count() >= 2;
        if acronym && !behind.starts_with(char::is_alphanumeric) {
            text.replace_range(at..at + SPELLED_PLUS.len(), "+");
        }
        from = at + 1;
    }
}

/// Splits a title that is given in two languages: "Étude … = Study …", "Estudio … / A study …".
pub(super) fn translations(raw: &str) -> Vec<&str> {
    const MIN_WORDS: usize = 3;
    for separator in [" = ", " / ", " | "] {
        let parts: Vec<&str> = raw.split(separator).map(str::trim).collect();
        if parts.len() > 1 && parts.iter().all(|part| part.split_whitespace().count() >= MIN_WORDS) {
            return parts;
        }
    }
    Vec::new()
}

/// Returns the title without the number of its chapter or of a list in front: "21 Health effects of
/// …", "(1) …".
pub(super) fn unnumbered(raw: &str) -> Option<&str> {
    const MAX_DIGITS: usize = 3;
    const MIN_WORDS: usize = 3;
    let text = raw.trim_start().trim_start_matches(['(', '[']);
    let text = text.strip_prefix("Chapter ").unwrap_or(text);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.get(digits..)?.trim_start_matches([')', ']', '.', ':']);
    let title = rest.trim_start();
    let is_number = (1..=MAX_DIGITS).contains(&digits) && rest.len() > title.len();
    (is_number && title.starts_with(char::is_uppercase) && title.split_whitespace().count() >= MIN_WORDS)
        .then_some(title)
}

/// Returns the text without markup. The parsers of the formats have resolved the markup that they
/// know; some sources pass on markup unchanged.
pub(in crate::judge) fn plain(raw: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(raw);
    if text.contains(['<', '&']) {
        text = Cow::Owned(html_text::plain(&text).into_owned());
    }
    if text.contains(['\\', '{']) {
        text = Cow::Owned(latex_text::plain(&text));
    }
    text
}
