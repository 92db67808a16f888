//! Printing: the only place that writes to the terminal.

use std::io::Write;

/// Prints to standard output, with colours only on a terminal. A reader that has gone (`| head`) is no error.
pub(crate) fn print(text: &str) {
    // What has no colours needs nobody to look for them: reports for machines are long.
    let _ = if text.contains('\u{1b}') {
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    } else {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
}

/// Prints one line of complaint to standard error.
pub(crate) fn complain(message: &str) {
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "referee: {message}");
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

/// A path as the reader knows it: relative to the current folder where it lies inside.
pub(crate) fn shown(path: &std::path::Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    let relative = path.strip_prefix(&current).ok().filter(|rest| !rest.as_os_str().is_empty());
    relative.unwrap_or(path).display().to_string()
}

/// The name of a source as people write it.
pub(crate) fn source_name(name: &str) -> &str {
    referee_features::card::source_name(name)
}

/// Colours, as escape codes that are taken away where the output is no terminal.
pub(crate) mod style {
    use anstyle::{AnsiColor, Style};

    pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
    pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
    pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default();
    pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
    pub(crate) const DIM: Style = Style::new().dimmed();
    pub(crate) const BOLD: Style = Style::new().bold();

    /// `text` in a style.
    pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
        format!("{style}{text}{style:#}")
    }
}
