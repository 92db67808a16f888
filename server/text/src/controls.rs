//! Characters that a terminal or an editor obeys instead of showing them.
//!
//! What comes from outside (a record, an answer of a service, the name of a file) may hold escape sequences, other
//! control characters, and signs that turn the direction of what follows. None of them is text.

use std::borrow::Cow;

/// The text without them; a line break or a tab is a space.
///
/// ```
/// use referee_text::controls;
///
/// assert_eq!(controls::removed("Red \u{1b}[31mand\u{1b}[0m\nblue\u{202e}"), "Red and blue");
/// assert_eq!(controls::removed("Öztürk – β"), "Öztürk – β");
/// ```
#[must_use]
pub fn removed(text: &str) -> Cow<'_, str> {
    without(text, false)
}

/// The text without them, in the lines that it has.
#[must_use]
pub fn removed_in_lines(text: &str) -> Cow<'_, str> {
    without(text, true)
}

/// Whether a terminal or an editor obeys the character instead of showing it. Line breaks and tabs are among them.
#[must_use]
pub fn is_control(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        // Marks, embeddings, overrides and isolates of the direction of writing.
        | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{206a}'..='\u{206f}'
        // Line and paragraph separators; what annotates; what tags.
        | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn without(text: &str, keep_lines: bool) -> Cow<'_, str> {
    // The first byte of every such character; most texts have none of them.
    let suspicious = |byte: u8| byte < 0x20 || matches!(byte, 0x7f | 0xc2 | 0xd8 | 0xe2 | 0xef | 0xf3);
    if !text.bytes().any(suspicious) || !text.chars().any(|c| is_control(c) && !(keep_lines && c == '\n')) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let behind = rest.get(c.len_utf8()..).unwrap_or_default();
        rest = behind;
        match c {
            '\n' if keep_lines => out.push('\n'),
            '\r' if behind.starts_with('\n') => {}
            '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' | '\u{85}' if keep_lines => {
                out.push('\n')
            }
            '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' | '\u{85}' => out.push(' '),
            '\u{1b}' => rest = behind_escape(behind),
            '\u{9b}' => rest = behind_parameters(behind),
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => rest = behind_string(behind),
            c if is_control(c) => {}
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// What is behind an escape sequence, whose ESC was read.
fn behind_escape(text: &str) -> &str {
    match text.bytes().next() {
        Some(b'[') => behind_parameters(text.get(1..).unwrap_or_default()),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => behind_string(text.get(1..).unwrap_or_default()),
        // Other sequences are intermediate signs and one final sign.
        Some(b' '..=b'/') => {
            let rest = text.trim_start_matches(|c: char| (' '..='/').contains(&c));
            rest.strip_prefix(|c: char| ('0'..='~').contains(&c)).unwrap_or(rest)
        }
        Some(b'0'..=b'~') => text.get(1..).unwrap_or_default(),
        _ => text,
    }
}

/// What is behind the parameters of a control sequence and its final sign: `31m`.
fn behind_parameters(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| (' '..='?').contains(&c));
    rest.strip_prefix(|c: char| ('@'..='~').contains(&c)).unwrap_or(rest)
}

/// What is behind a string that a terminal takes, such as a title: up to BEL or ST. Where neither comes, only what
/// begins it is left out.
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

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(removed(text), shown, "{text:?}");
        }
        assert_eq!(removed_in_lines("BACKGROUND: a\r\nMETHODS: b\u{7}"), "BACKGROUND: a\nMETHODS: b");
    }

    proptest::proptest! {
        #[test]
        fn any_text_loses_every_control_and_nothing_twice(text in "(\\PC|\u{1b}|\\[|\\]|[\u{0}-\u{9f}]|\u{202e}|m|;|\\\\){0,60}") {
            let once = removed(&text).into_owned();
            proptest::prop_assert!(!once.chars().any(is_control), "{:?}", once);
            proptest::prop_assert_eq!(removed(&once), once.as_str());
            let lines = removed_in_lines(&text).into_owned();
            proptest::prop_assert!(!lines.chars().any(|c| is_control(c) && c != '\n'), "{:?}", lines);
        }
    }
}
