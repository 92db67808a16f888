//! Words from elsewhere, made safe to show.
//!
//! A title, a file name or a key may hold characters that a terminal or an editor obeys instead of showing: escape
//! sequences, control characters, characters that turn the direction of writing, and such as are not seen at all.
//! Everything that is shown to a person passes one of the functions here.

use std::borrow::Cow;

/// Whether a character does something to what shows it, or hides in it.
///
/// These are the control characters but line feed and tab, the characters with the property `Bidi_Control` (Unicode
/// Standard Annex 9), the separators of lines and paragraphs, tags, and invisible characters for formatting.
#[must_use]
pub fn is_active(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

/// The text without active characters. Lines stay lines.
///
/// ```
/// use referee_text::visible::visible;
///
/// assert_eq!(visible("a \u{1b}[31mred\u{7} title"), "a [31mred title");
/// assert_eq!(visible("two\r\nlines"), "two\nlines");
/// ```
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !has_active(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|character| !is_active(*character)).collect())
}

/// The text on one line, without active characters: a file name cannot forge a line of its own.
///
/// ```
/// use referee_text::visible::on_one_line;
///
/// assert_eq!(on_one_line("paper.md\nall is well"), "paper.md all is well");
/// ```
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    if !has_active(text) && !text.contains(['\n', '\t']) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|character| if matches!(character, '\n' | '\t') { ' ' } else { character });
    Cow::Owned(shown.filter(|character| !is_active(*character)).collect())
}

/// The text on one line, as a name in a question: at most `limit` characters, of which the beginning and the end are
/// kept, and quotation marks that could end the name are single ones.
///
/// ```
/// use referee_text::visible::as_name;
///
/// assert_eq!(as_name("notes” and everything else", 40), "notes' and everything else");
/// assert_eq!(as_name(&"x".repeat(90), 21), format!("{}…{}", "x".repeat(10), "x".repeat(10)));
/// ```
#[must_use]
pub fn as_name(text: &str, limit: usize) -> String {
    let quote = |character: char| {
        if matches!(character, '"' | '“' | '”' | '„' | '«' | '»') { '\'' } else { character }
    };
    let shown: Vec<char> = on_one_line(text).chars().map(quote).collect();
    if shown.len() <= limit {
        return shown.into_iter().collect();
    }
    let kept = limit.saturating_sub(1);
    let (head, tail) = (kept.div_ceil(2), kept / 2);
    shown[..head].iter().chain(&['…']).chain(&shown[shown.len() - tail..]).collect()
}

/// JSON text in which no string holds an active character as itself: each is written as `\uXXXX`, which means the same.
///
/// ```
/// use referee_text::visible::in_json;
///
/// assert_eq!(in_json("[\"a\u{202e}b\"]"), r#"["a\u202eb"]"#);
/// ```
#[must_use]
pub fn in_json(text: &str) -> Cow<'_, str> {
    if !has_active(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 64);
    for character in text.chars() {
        // Between strings there is white space, which a carriage return is too.
        if is_active(character) && character != '\r' {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

fn has_active(text: &str) -> bool {
    // Most texts are ASCII, or have letters that are two bytes long: those need no look at each character.
    let suspicious = |byte: &u8| {
        (*byte < b' ' && !matches!(byte, b'\n' | b'\t'))
            || matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe2 | 0xef | 0xf3)
    };
    text.as_bytes().iter().any(suspicious) && text.chars().any(is_active)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_that_turns_the_direction_of_writing_goes() {
        for character in
            "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}"
                .chars()
        {
            assert_eq!(visible(&format!("a{character}b")), "ab", "{character:?}");
        }
    }

    #[test]
    fn what_a_terminal_obeys_goes_in_each_of_its_spellings() {
        for hostile in [
            "\u{1b}]0;title\u{7}",
            "\u{9b}31m",
            "\u{1b}]8;;https://example.org\u{1b}\\",
            "\u{8}\u{8}",
            "\rforged",
            "\u{7f}",
            "\u{85}",
        ] {
            assert!(!visible(hostile).chars().any(is_active), "{hostile:?}");
            assert!(!on_one_line(hostile).chars().any(char::is_control), "{hostile:?}");
            assert!(!in_json(&serde_like(hostile)).chars().any(|c| is_active(c) && c != '\r'), "{hostile:?}");
        }
    }

    fn serde_like(text: &str) -> String {
        format!("\"{}\"", text.replace('\r', "\\r"))
    }

    #[test]
    fn words_of_every_language_stay_as_they_are() {
        for words in [
            "naïve Ängste",
            "Ελληνικά",
            "עברית",
            "العربية",
            "हिन्दी",
            "中文",
            "👩\u{200d}⚕",
            "نمی\u{200c}خواهم",
            "a\tb\nc",
        ] {
            assert_eq!(visible(words), words);
        }
    }
}
