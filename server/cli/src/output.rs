//! Output: the only module that writes to the terminal.
//!
//! The output contains text from files, records and models, which may include control sequences.
//! Callers therefore mark styles with [`style::paint`], and only those marks become escape codes
//! here; every other non-printable character is removed, or escaped in JSON.

pub(crate) mod amounts;
pub(crate) mod style;

use referee_text::visible::{in_json, on_one_line, visible};
use std::borrow::Cow;
use std::io::Write;

/// Prints to standard output, with colours only on a terminal. Ignores the error of a closed pipe
/// (`| head`).
pub(crate) fn print(text: &str) {
    let _ = if style::is_painted(text) {
        let mut out = anstream::stdout().lock();
        out.write_all(style::rendered(text).as_bytes()).and_then(|()| out.flush())
    } else {
        // Text without styles needs no scan for them: reports for programs are long.
        let mut out = std::io::stdout().lock();
        out.write_all(visible(text).as_bytes()).and_then(|()| out.flush())
    };
}

/// Prints JSON to standard output, without removing characters.
pub(crate) fn print_json(text: &str) {
    let mut out = std::io::stdout().lock();
    // Ignore the error of a closed pipe, like `print`.
    let _ = out.write_all(in_json(text).as_bytes()).and_then(|()| out.flush());
}

/// Prints one line to standard error.
pub(crate) fn complain(message: &str) {
    let mut err = anstream::stderr().lock();
    let _ = writeln!(err, "referee: {}", on_one_line(message));
}

/// Explains why a file could not be written, in plain words instead of the system's.
pub(crate) fn why_not_written(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::ReadOnlyFilesystem => "nothing can be written there (read-only file system)".to_owned(),
        ErrorKind::PermissionDenied => "nothing can be written there (permission denied)".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "there is no space left".to_owned(),
        _ => error.to_string(),
    }
}

/// Returns a path for people: on one line, relative to the current folder if it is inside.
pub(crate) fn shown(path: &std::path::Path) -> String {
    on_one_line(&relative(path)).into_owned()
}

/// Returns a path like [`shown`], but with every character of its name, for programs.
pub(crate) fn relative(path: &std::path::Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    let relative = path.strip_prefix(&current).ok().filter(|rest| !rest.as_os_str().is_empty());
    relative.unwrap_or(path).display().to_string()
}

/// Returns text for one line of the terminal, such as a progress bar.
pub(crate) fn line(text: &str) -> String {
    let text: Cow<'_, str> = on_one_line(text);
    text.into_owned()
}

/// Returns the display name of a source.
pub(crate) fn source_name(name: &str) -> &str {
    referee_records::source_name(referee_text::Language::English, name)
}
