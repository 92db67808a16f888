//! The bibliographies that a project's settings declare for all its documents: those of Quarto and
//! bookdown, of Jupyter Book and MyST, and of Sphinx.
//!
//! Source: the documentation of sphinxcontrib-bibtex (`bibtex_bibfiles`), of Jupyter Book and of
//! mystmd.

use referee_syntax::{Document, Format};
use referee_text::Rope;
use std::path::Path;
use std::sync::Arc;

/// The settings files of Quarto and bookdown.
pub(crate) const BOOK_SETTINGS: &[&str] = &["_quarto.yml", "_quarto.yaml", "_bookdown.yml", "_metadata.yml"];

/// The settings files of sphinxcontrib-bibtex and MyST.
pub(crate) const SPHINX_SETTINGS: &[&str] = &["conf.py", "_config.yml", "myst.yml"];

/// Whether a file with this lower-case name contains the settings of a project.
pub(crate) fn is_settings(name: &str) -> bool {
    BOOK_SETTINGS.contains(&name) || SPHINX_SETTINGS.contains(&name)
}

/// Parses the settings of a project, which have the syntax of front matter.
pub(crate) fn read(path: &Path, text: &Rope) -> Document {
    let text = if path.extension().is_some_and(|extension| extension == "py") {
        let files: Vec<String> = bibliographies_of_sphinx(&text.to_string())
            .into_iter()
            .map(|name| format!("'{}'", name.replace('\'', "''")))
            .collect();
        format!("bibliography: [{}]", files.join(", "))
    } else {
        text.to_string()
    };
    Document::read(Format::Quarto, Rope::from_str(&format!("---\n{text}\n---\n")), Arc::default())
}

/// Returns the files in `bibtex_bibfiles = ["refs.bib"]` of a `conf.py`; empty if they are
/// computed.
fn bibliographies_of_sphinx(python: &str) -> Vec<String> {
    let value =
        |line: &str| Some(line.strip_prefix("bibtex_bibfiles")?.trim_start().strip_prefix('=')?.len());
    let mut start = 0;
    let mut found = None;
    for line in python.split_inclusive('\n') {
        start += line.len();
        if let Some(len) = value(line) {
            found = python.get(start - len..);
        }
    }
    let mut out = Vec::new();
    let mut is_open = false;
    let mut rest = found.unwrap_or_default().chars();
    while let Some(c) = rest.next() {
        match c {
            '[' | '(' => is_open = true,
            ']' | ')' => break,
            '\n' if !is_open => break,
            '#' => {
                rest.by_ref().find(|c| *c == '\n');
            }
            '"' | '\'' => out.push(rest.by_ref().take_while(|end| *end != c && *end != '\n').collect()),
            ' ' | '\t' | '\r' | '\n' | ',' => {}
            // A variable, an expression or a call: its value is unknown.
            _ => return Vec::new(),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(path: &str, text: &str) -> Vec<String> {
        let document = read(Path::new(path), &Rope::from_str(text));
        document.names_bibliographies().into_iter().map(|named| named.name).collect()
    }

    #[test]
    fn the_settings_of_books_name_their_bibliographies() {
        for (path, text, expected) in [
            ("_quarto.yml", "project:\n  type: book\nbibliography: a.bib\n", &["a.bib"][..]),
            ("_config.yml", "title: A book\nbibtex_bibfiles:\n  - a.bib\n  - b.bib\n", &["a.bib", "b.bib"]),
            ("_config.yml", "sphinx:\n  config:\n    bibtex_bibfiles: [a.bib]\n", &["a.bib"]),
            ("myst.yml", "version: 1\nproject:\n  title: x\n  bibliography:\n    - a.bib\n", &["a.bib"]),
            ("conf.py", "project = 'x'\nbibtex_bibfiles = ['a.bib', \"it's.bib\"]\n", &["a.bib", "it's.bib"]),
            ("conf.py", "bibtex_bibfiles = [\n    'a.bib',  # 'old.bib'\n    # 'b.bib',\n]\n", &["a.bib"]),
            ("conf.py", "bibtex_bibfiles = glob('*.bib')\n", &[]),
            ("conf.py", "# bibtex_bibfiles = ['a.bib']\n", &[]),
        ] {
            assert_eq!(named(path, text), expected, "{path}\n{text}");
        }
    }
}
