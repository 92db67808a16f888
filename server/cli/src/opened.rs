//! Texts that are checked like open buffers of an editor: standard input, and files that turn out
//! to be clinical notes.

use crate::exit::Failure;
use referee_text::FileId;
use regex::Regex;
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::LazyLock;

/// The argument for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The maximum size of a text from standard input, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// A text with its file name.
#[derive(Debug)]
pub(crate) struct OpenedText {
    /// The file, which may not exist.
    pub(crate) file: FileId,
    /// The language id in an editor.
    pub(crate) language: &'static str,
    pub(crate) text: String,
}

/// Reads standard input as a file in the current folder. Its name, `name` or one that fits the
/// text, determines the format, and its folder the settings.
///
/// # Errors
///
/// If the input cannot be read, is not UTF-8 or is too large, or if `name` does not have the
/// extension of a reviewed text format.
pub(crate) fn standard_input(name: Option<&Path>) -> Result<OpenedText, Failure> {
    let input = std::io::stdin();
    if input.is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        crate::output::complain(&format!("reading standard input; paste the text, then press {end}"));
    }
    let mut bytes = Vec::new();
    input
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::about("standard input", error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::refused("standard input has more than 64 MB"));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::refused(
            "standard input is no text in UTF-8; name the file itself (`referee check paper.docx`)",
        )
    })?;
    let text = text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned);
    if text.trim().is_empty() {
        crate::output::complain("standard input is empty; there is nothing to check");
    }
    let name = name.unwrap_or_else(|| Path::new(fitting_name(&text)));
    let file = FileId::new(crate::walk::absolute(name)?);
    if referee_workspace::role(file.path(), None).is_none() {
        return Err(Failure::refused(format!(
            "{}: standard input can be .md, .qmd, .Rmd, .tex, .typ, .org, .rst, .txt or .bib",
            name.display()
        )));
    }
    Ok(OpenedText { file, language: "", text })
}

/// Returns a file name with an extension that fits a text.
fn fitting_name(text: &str) -> &'static str {
    static FITTING: LazyLock<[(&str, Regex); 5]> = LazyLock::new(|| {
        let pattern = |text: &str| Regex::new(text).expect("a constant pattern");
        [
            ("stdin.bib", pattern(r"(?m)^[ \t]*@[A-Za-z]+[ \t]*[{(]")),
            (
                "stdin.tex",
                pattern(
                    r"\\(?:documentclass|usepackage|begin\{|section\*?\{|[A-Za-z]*cite[A-Za-z]*\*?[\[{])",
                ),
            ),
            ("stdin.typ", pattern(r"(?m)^#(?:set|show|import|bibliography|let)\b")),
            ("stdin.org", pattern(r"(?mi)^#\+(?:title|bibliography|author):|\[cite(?:/[a-z]+)?:@")),
            ("stdin.md", pattern(r"(?m)\A---\r?$|^#{1,6} \S|\[(?:see )?-?@[\w{]|^```")),
        ]
    });
    let head: String = text.chars().take(200_000).collect();
    FITTING.iter().find(|(_, pattern)| pattern.is_match(&head)).map_or("stdin.txt", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_fits_the_text() {
        for (text, name) in [
            ("@article{a, title = {T}}\n", "stdin.bib"),
            ("  @Book(a, title = {T})\n", "stdin.bib"),
            ("Metformin helps \\citep{a}.\n", "stdin.tex"),
            ("#set page(width: 10cm)\nText @a.\n", "stdin.typ"),
            ("Text [cite:@a].\n", "stdin.org"),
            ("# Results\n\nMetformin helps [@a].\n", "stdin.md"),
            ("---\ntitle: T\n---\n", "stdin.md"),
            ("Mr Smith was seen by @drjones (see section 2).\n", "stdin.txt"),
            ("", "stdin.txt"),
        ] {
            assert_eq!(fitting_name(text), name, "{text}");
        }
    }
}
