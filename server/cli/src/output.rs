//! Printing: the only place that writes to the terminal.
//!
//! What is printed comes from files, records and models, and may hold what a terminal obeys. So whoever prints marks
//! styles with [`style::paint`], and only those marks become escape codes here; every other character that is not
//! simply shown is taken out, or written as an escape of JSON.

pub(crate) mod amounts;
pub(crate) mod style;

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
    referee_records::source_name(referee_text::Language::English, name)
}
