//! The formats of bibliographies.

use crate::ListFormat;
use std::path::Path;

/// The formats a draft's bibliography may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// BibTeX and BibLaTeX.
    Bibtex,
    /// CSL as JSON.
    CslJson,
    /// CSL as YAML (a `references:` list, or the list itself).
    CslYaml,
    /// Hayagriva's YAML (a mapping from keys to entries).
    Hayagriva,
    /// A list of references that a program exported, which is read and not edited.
    List(ListFormat),
}

impl Format {
    /// Whether entries of it are edited, added and removed. Exports of other programs are read only: what is wrong
    /// in them is corrected in the program that they come from.
    #[must_use]
    pub fn is_editable(self) -> bool {
        !matches!(self, Format::List(_))
    }

    /// The format of the file `path`, by its ending; YAML is told apart by how `text` starts. `None` for files
    /// that are no bibliographies.
    #[must_use]
    pub fn of(path: &Path, text: &str) -> Option<Format> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "bib" | "bibtex" | "biblatex" => Some(Format::Bibtex),
            "json" | "csljson" => Some(Format::CslJson),
            "yml" | "yaml" => Some(Format::of_yaml(text)),
            other => ListFormat::of(other, text).map(Format::List),
        }
    }

    /// CSL is a list, or a list under `references`; Hayagriva is a mapping.
    fn of_yaml(text: &str) -> Format {
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).filter(|line| {
            !line.is_empty() && !line.trim_start().starts_with('#') && !line.starts_with("---")
        });
        let csl = |line: &str| {
            line.trim_start().starts_with("- ") || line.trim() == "-" || line.starts_with("references:")
        };
        match lines.next() {
            Some(first) if csl(first) || text.lines().any(|line| line.starts_with("references:")) => {
                Format::CslYaml
            }
            _ => Format::Hayagriva,
        }
    }
}
