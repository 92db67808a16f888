//! Colours as marks, which become escape codes if the output is a terminal.

use anstyle::{AnsiColor, Style as Ansi};
use referee_text::visible::visible;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

/// A style of text: its index in [`STYLES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style(usize);

pub(crate) const ERROR: Style = Style(0);
pub(crate) const WARNING: Style = Style(1);
pub(crate) const NOTE: Style = Style(2);
pub(crate) const GOOD: Style = Style(3);
pub(crate) const DIM: Style = Style(4);
pub(crate) const BOLD: Style = Style(5);

const STYLES: [Ansi; 6] = [
    AnsiColor::Red.on_default().bold(),
    AnsiColor::Yellow.on_default().bold(),
    AnsiColor::Cyan.on_default(),
    AnsiColor::Green.on_default(),
    Ansi::new().dimmed(),
    Ansi::new().bold(),
];

/// The start of a mark. It is random in each run, so that no foreign text can contain it.
static MARK: LazyLock<String> = LazyLock::new(|| {
    let random = || RandomState::new().build_hasher().finish();
    format!("\u{10fffe}{:016x}{:016x}", random(), random())
});

/// Returns `text` in a style.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    let (mark, Style(number)) = (&*MARK, style);
    format!("{mark}{number}{text}{mark}-")
}

/// Whether a text contains a style.
pub(super) fn is_painted(text: &str) -> bool {
    text.contains(&**MARK)
}

/// Replaces the marks of a text with escape codes, and removes all other control characters.
pub(super) fn rendered(text: &str) -> String {
    let mut parts = text.split(&**MARK);
    let mut out = visible(parts.next().unwrap_or_default()).into_owned();
    let mut current = Ansi::new();
    for part in parts {
        let (mark, rest) = part.split_at_checked(1).unwrap_or(("-", part));
        match mark.parse().ok().and_then(|number: usize| STYLES.get(number)) {
            Some(style) => {
                current = *style;
                out.push_str(&current.render().to_string());
            }
            None => out.push_str(&current.render_reset().to_string()),
        }
        out.push_str(&visible(rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_painted_here_has_colours() {
        let painted = format!("a {} b \u{1b}[32mforged\u{1b}[0m", paint(ERROR, "red \u{1b}]0;title\u{7}"));
        let rendered = rendered(&painted);
        assert_eq!(rendered.matches('\u{1b}').count(), 3, "{rendered:?}");
        assert!(rendered.contains("red ]0;title") && rendered.contains("[32mforged[0m"), "{rendered:?}");
        assert!(!rendered.contains('\u{7}'));
    }

    #[test]
    fn a_mark_that_somebody_else_makes_is_shown_as_it_is() {
        let forged = "\u{10fffe}0123456789abcdef0123456789abcdef0red";
        assert!(!is_painted(forged));
        assert_eq!(rendered(forged), forged);
    }
}
