//! Words in JSON strings with escapes: `don\\u2019t`, `\\u00bfTiene fiebre?`.

use crate::words::{self, Word};
use referee_text::Span;

/// Splits a JSON string, without its quotes, into words; their places are in the escaped text, after `base`.
pub(super) fn words(raw: &str, base: usize) -> Vec<Word> {
    let (text, places) = decoded(raw);
    let place = |at: u32| base + places.get(at as usize).copied().unwrap_or(raw.len());
    words::words(&text, 0)
        .into_iter()
        .map(|word| {
            let span = Span::new(place(word.span.start), place(word.span.end));
            Word { span, ..word }
        })
        .collect()
}

/// Decodes the escapes; returns for each byte of the result its place in `raw`.
fn decoded(raw: &str) -> (String, Vec<usize>) {
    let mut text = String::with_capacity(raw.len());
    let mut places = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(first) = raw[at..].chars().next() {
        let (character, length) = match first {
            '\\' => escape(&raw[at..]),
            other => (other, other.len_utf8()),
        };
        text.push(character);
        places.resize(text.len(), at);
        at += length;
    }
    (text, places)
}

/// Decodes the escape at the start of a text; returns the character and the length of the escape in bytes. A broken
/// escape is a replacement character.
fn escape(text: &str) -> (char, usize) {
    let Some(kind) = text[1..].chars().next() else { return (char::REPLACEMENT_CHARACTER, 1) };
    let simple = |character| (character, 1 + kind.len_utf8());
    match kind {
        'n' => simple('\n'),
        'r' | 't' | 'b' | 'f' => simple(' '),
        'u' => {
            let unit = |from: usize| u32::from_str_radix(text.get(from..from + 4)?, 16).ok();
            let Some(first) = unit(2) else { return simple(char::REPLACEMENT_CHARACTER) };
            let second = || text.get(6..8).filter(|mark| *mark == "\\u").and_then(|_| unit(8));
            match first {
                0xD800..0xDC00 => match second() {
                    Some(low @ 0xDC00..0xE000) => {
                        let value = 0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00);
                        (char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER), 12)
                    }
                    _ => (char::REPLACEMENT_CHARACTER, 6),
                },
                _ => (char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), 6),
            }
        }
        other => simple(other),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_decoded_and_keep_their_places() {
        let raw = r#"\u00bfTiene n\u00e1useas?\nNo \ud83d\ude42 \"s\u00ed\" a\u20"#;
        let words = super::words(raw, 10);
        let read: Vec<(&str, &str)> = words
            .iter()
            .filter(|word| word.is_letters())
            .map(|word| (&*word.text, &raw[word.span.start as usize - 10..word.span.end as usize - 10]))
            .collect();
        let expected =
            [("tiene", "Tiene"), ("nauseas", r"n\u00e1useas"), ("no", "No"), ("si", r"s\u00ed"), ("a", "a")];
        assert_eq!(&read[..5], &expected[..]);
    }
}
