//! Texts that are checked like open buffers of an editor: standard input, and files that turn out
//! to be clinical notes.

use crate::exit::Failure;
use referee_bibliography::Format;
use referee_syntax::Format as SyntaxFormat;
use referee_text::FileId;
use referee_workspace::Role;
use regex::Regex;
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::sync::LazyLock;

/// The argument for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// The language id of every list of references; its name and its text determine the format.
const LIST_LANGUAGE: &str = "bibtex";

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
/// If the input is empty, cannot be read, is not UTF-8 or is too large, or if `name` does not have
/// the extension of a reviewed text format.
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
        return Err(Failure::refused("standard input is empty; there is nothing to check"));
    }
    let fitting = fitting_name(&text);
    let name = name.unwrap_or_else(|| Path::new(&fitting));
    let file = FileId::new(crate::walk::absolute(name)?);
    let role = referee_workspace::role(file.path(), None);
    let is_list = match role {
        None => Format::of(file.path(), &text).is_some(),
        // Databases save their exports as `.txt` too.
        Some(Role::Draft(SyntaxFormat::PlainText)) => Format::of_unnamed(&text).is_some(),
        Some(_) => false,
    };
    if role.is_none() && !is_list {
        return Err(Failure::refused(format!(
            "{}: standard input can be .md, .qmd, .Rmd, .tex, .typ, .org, .rst, .txt, .bib, .ris, .nbib, .enw, .bbl, \
             .json, .yaml or .xml",
            name.display()
        )));
    }
    Ok(OpenedText { file, language: if is_list { LIST_LANGUAGE } else { "" }, text })
}

/// Returns a file name with an extension that fits a text.
fn fitting_name(text: &str) -> String {
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
    match Format::of_unnamed(text) {
        Some(Format::List(format)) => return format!("stdin.{}", format.extension()),
        Some(Format::CslJson) => return String::from("stdin.json"),
        _ => {}
    }
    let head: String = text.chars().take(200_000).collect();
    FITTING
        .iter()
        .find(|(_, pattern)| pattern.is_match(&head))
        .map_or("stdin.txt", |(name, _)| name)
        .to_owned()
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
            ("TY  - JOUR\nER  - \n", "stdin.ris"),
            ("PMID- 12\n", "stdin.nbib"),
            ("[{\"title\": \"T\"}]", "stdin.json"),
            ("", "stdin.txt"),
        ] {
            assert_eq!(fitting_name(text), name, "{text}");
        }
    }
}
