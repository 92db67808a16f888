//! Printing: the only place that writes to the terminal.
//!
//! What is printed comes from files, records and models, and may hold what a terminal obeys. So whoever prints marks
//! styles with [`style::paint`], and only those marks become escape codes here; every other character that is not
//! simply shown is taken out, or written as an escape of JSON.

use referee_text::visible::{in_json, on_one_line, visible};
use std::borrow::Cow;
use std::io::Write;

/// Prints to standard output, with colours only on a terminal. A reader that has gone (`| head`) is no error.
pub(crate) fn print(text: &str) {
    let _ = if style::is_painted(text) {
        let mut out = anstream::stdout().lock();
        out.write_all(style::rendered(text).as_bytes()).and_then(|()| out.flush())
    } else {
        // What has no colours needs nobody to look for them: reports for machines are long.
        let mut out = std::io::stdout().lock();
        out.write_all(visible(text).as_bytes()).and_then(|()| out.flush())
    };
}

/// Prints JSON to standard output, with nothing left out of it.
pub(crate) fn print_json(text: &str) {
    let mut out = std::io::stdout().lock();
    // As for `print`.
    let _ = out.write_all(in_json(text).as_bytes()).and_then(|()| out.flush());
}

/// Prints one line of complaint to standard error.
pub(crate) fn complain(message: &str) {
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "referee: {}", on_one_line(message));
}

/// Why a file could not be written, in words of the reader and not of the system's.
pub(crate) fn why_not_written(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::ReadOnlyFilesystem => "nothing can be written there (read-only file system)".to_owned(),
        ErrorKind::PermissionDenied => "nothing can be written there (permission denied)".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "there is no space left".to_owned(),
        _ => error.to_string(),
    }
}

/// A path as the reader knows it, to be read by people: relative to the current folder where it lies inside.
pub(crate) fn shown(path: &std::path::Path) -> String {
    on_one_line(&relative(path)).into_owned()
}

/// A path as [`shown`] has it, with every character of its name: for programs.
pub(crate) fn relative(path: &std::path::Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    let relative = path.strip_prefix(&current).ok().filter(|rest| !rest.as_os_str().is_empty());
    relative.unwrap_or(path).display().to_string()
}

/// Text for one line of the terminal, such as that of a progress bar.
pub(crate) fn line(text: &str) -> String {
    let text: Cow<'_, str> = on_one_line(text);
    text.into_owned()
}

/// The name of a source as people write it.
pub(crate) fn source_name(name: &str) -> &str {
    referee_features::card::source_name(name)
}

/// Colours, as marks that become escape codes where the output is a terminal.
pub(crate) mod style {
    use anstyle::{AnsiColor, Style as Ansi};
    use referee_text::visible::visible;
    use std::hash::{BuildHasher, Hasher, RandomState};
    use std::sync::LazyLock;

    /// How a piece of text is painted: its place in [`STYLES`].
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

    /// What begins a mark: no text from elsewhere can hold it, because it is another one in each run.
    static MARK: LazyLock<String> = LazyLock::new(|| {
        let random = || RandomState::new().build_hasher().finish();
        format!("\u{10fffe}{:016x}{:016x}", random(), random())
    });

    /// `text` in a style.
    pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
        let (mark, Style(number)) = (&*MARK, style);
        format!("{mark}{number}{text}{mark}-")
    }

    /// Whether anything of a text is painted.
    pub(super) fn is_painted(text: &str) -> bool {
        text.contains(&**MARK)
    }

    /// The text with escape codes for its marks, and with nothing else in it that a terminal obeys.
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
            let painted =
                format!("a {} b \u{1b}[32mforged\u{1b}[0m", paint(ERROR, "red \u{1b}]0;title\u{7}"));
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
}
