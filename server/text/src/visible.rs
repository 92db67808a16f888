//! Makes foreign text safe to display.
//!
//! A title, a file name or a key may contain characters that a terminal or an editor interprets
//! instead of displaying: escape sequences, control characters, directional controls and invisible
//! characters. All text that is shown to a person passes through one of these functions;
//! [`is_active`] is the only list of such characters. [`cleaned`] is for a single incoming value (a
//! title, a name): it removes whole escape sequences. [`visible`] is for text that is already
//! assembled: it removes single characters, so that a sequence that begins in one value cannot
//! swallow the following text.

use std::borrow::Cow;

/// Whether a character controls the display or is invisible.
///
/// These are the control characters except line feed and tab, the characters with the property
/// `Bidi_Control` (Unicode Standard Annex 9), line and paragraph separators, tags, and invisible
/// formatting characters such as the soft hyphen and the zero-width space. Joiners, which scripts
/// and emoji need, are not included.
#[must_use]
pub fn is_active(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        other => other.is_control(),
    }
}

/// Removes active characters. Line breaks are kept.
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

/// Puts the text on one line without active characters, so that a file name cannot forge another
/// line. Each line break and each tab becomes a space.
///
/// ```
/// use referee_text::visible::on_one_line;
///
/// assert_eq!(on_one_line("paper.md\r\nall is well"), "paper.md all is well");
/// ```
#[must_use]
pub fn on_one_line(text: &str) -> Cow<'_, str> {
    if !has_active(text) && !text.contains(['\n', '\t']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() == Some(&'\n') => {}
            '\t' => out.push(' '),
            character if breaks_line(character) => out.push(' '),
            character if is_active(character) => {}
            character => out.push(character),
        }
    }
    Cow::Owned(out)
}

/// Cleans one foreign value: removes escape sequences and other active characters. Each line break
/// and each tab becomes a space.
///
/// ```
/// use referee_text::visible::cleaned;
///
/// assert_eq!(cleaned("Red \u{1b}[31mand\u{1b}[0m\nblue\u{202e}"), "Red and blue");
/// assert_eq!(cleaned("Öztürk – β"), "Öztürk – β");
/// ```
#[must_use]
pub fn cleaned(text: &str) -> Cow<'_, str> {
    clean(text, false)
}

/// Works like [`cleaned`], but keeps line breaks.
#[must_use]
pub fn cleaned_lines(text: &str) -> Cow<'_, str> {
    clean(text, true)
}

/// Whether some readers of text treat a character as a line break.
fn breaks_line(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn clean(text: &str, keep_lines: bool) -> Cow<'_, str> {
    if !has_active(text) && !text.contains('\t') && (keep_lines || !text.contains('\n')) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let behind = rest.get(character.len_utf8()..).unwrap_or_default();
        rest = behind;
        match character {
            '\r' if behind.starts_with('\n') => {}
            '\t' => out.push(' '),
            character if breaks_line(character) => out.push(if keep_lines { '\n' } else { ' ' }),
            '\u{1b}' => rest = behind_escape(behind),
            '\u{9b}' => rest = behind_parameters(behind),
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => rest = behind_string(behind),
            character if is_active(character) => {}
            character => out.push(character),
        }
    }
    Cow::Owned(out)
}

/// Returns the text after an escape sequence whose ESC is already consumed.
fn behind_escape(text: &str) -> &str {
    match text.bytes().next() {
        Some(b'[') => behind_parameters(text.get(1..).unwrap_or_default()),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => behind_string(text.get(1..).unwrap_or_default()),
        // Other sequences consist of intermediate bytes and one final byte.
        Some(b' '..=b'/') => {
            let rest = text.trim_start_matches(|c: char| (' '..='/').contains(&c));
            rest.strip_prefix(|c: char| ('0'..='~').contains(&c)).unwrap_or(rest)
        }
        Some(b'0'..=b'~') => text.get(1..).unwrap_or_default(),
        _ => text,
    }
}

/// Returns the text after the parameters and the final byte of a control sequence: `31m`.
fn behind_parameters(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| (' '..='?').contains(&c));
    rest.strip_prefix(|c: char| ('@'..='~').contains(&c)).unwrap_or(rest)
}

/// Returns the text after a string argument of a terminal, such as a title, which ends with BEL or
/// ST. Without a terminator, only its introducer is removed.
fn behind_string(text: &str) -> &str {
    for (at, c) in text.char_indices() {
        let length = match c {
            '\u{7}' | '\u{9c}' => c.len_utf8(),
            '\u{1b}' if text.get(at..).is_some_and(|rest| rest.starts_with("\u{1b}\\")) => 2,
            '\u{1b}' | '\n' => break,
            _ => continue,
        };
        return text.get(at + length..).unwrap_or_default();
    }
    text
}

/// Puts the text on one line for use as a name in a question. Keeps at most `limit` characters,
/// from the beginning and the end; quotation marks that could end the name become single ones.
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

/// Escapes active characters in the strings of a JSON text as `\uXXXX`, which has the same meaning.
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
        // Between strings there is only white space, which includes carriage returns.
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
    // A fast check: most texts are ASCII or have two-byte letters, which need no check of each
    // character.
    let suspicious = |byte: &u8| {
        (*byte < b' ' && !matches!(byte, b'\n' | b'\t'))
            || matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe1 | 0xe2 | 0xef | 0xf3)
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

    #[test]
    fn nothing_is_left_that_a_terminal_obeys() {
        for (text, shown) in [
            ("plain – β-cells, Öztürk 研究 \u{200d}", "plain – β-cells, Öztürk 研究 \u{200d}"),
            ("a\u{1b}[2J\u{1b}[1;31mred\u{1b}[0m", "ared"),
            ("a\u{1b}]0;title\u{7}b", "ab"),
            ("a\u{1b}]8;;https://evil.example\u{1b}\\click\u{1b}]8;;\u{1b}\\b", "aclickb"),
            ("a\u{9b}31mb\u{9d}0;t\u{9c}c", "abc"),
            ("a\u{1b}]never closed", "anever closed"),
            ("a\u{1b}(Bb\u{1b}cc", "abc"),
            ("one\r\ntwo\tthree", "one two three"),
            ("safe\u{202e}gpj.exe\u{2066}\u{200f}", "safegpj.exe"),
            ("nul\0bel\u{7}del\u{7f}", "nulbeldel"),
            ("a\u{1b}", "a"),
        ] {
            assert_eq!(cleaned(text), shown, "{text:?}");
        }
        assert_eq!(cleaned_lines("BACKGROUND: a\r\nMETHODS: b\u{7}"), "BACKGROUND: a\nMETHODS: b");
    }

    proptest::proptest! {
        #[test]
        fn any_text_loses_every_control_and_nothing_twice(text in "(\\PC|\u{1b}|\\[|\\]|[\u{0}-\u{9f}]|\u{202e}|m|;|\\\\){0,60}") {
            let once = cleaned(&text).into_owned();
            proptest::prop_assert!(!once.chars().any(|c| is_active(c) || c.is_control()), "{:?}", once);
            proptest::prop_assert_eq!(cleaned(&once), once.as_str());
            let lines = cleaned_lines(&text).into_owned();
            proptest::prop_assert!(!lines.chars().any(is_active), "{:?}", lines);
        }
    }
}
