//! A text that a program sends as a parameter, after parsing.

use crate::reference_list::is_entry;
use referee_bibliography::Format;
use referee_text::FileId;
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;
use schemars::JsonSchema;
use serde::Deserialize;

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TextFormat {
    Markdown,
    Quarto,
    #[serde(rename = "rmarkdown")]
    RMarkdown,
    Latex,
    Typst,
    Plain,
    Bibtex,
    ClinicalNote,
}

impl TextFormat {
    /// Guesses the format from the text.
    pub(crate) fn guess(text: &str) -> TextFormat {
        if is_entry(text) || matches!(Format::of_unnamed(text), Some(Format::List(_))) {
            // The format of a list is read off its text.
            TextFormat::Bibtex
        } else if text.contains("\\cite") || text.contains("\\documentclass") {
            TextFormat::Latex
        } else {
            TextFormat::Markdown
        }
    }

    /// Returns the file name for a text of this format.
    pub(crate) fn file_name(self) -> &'static str {
        match self {
            TextFormat::Markdown => "text.md",
            TextFormat::Quarto => "text.qmd",
            TextFormat::RMarkdown => "text.rmd",
            TextFormat::Latex => "text.tex",
            TextFormat::Typst => "text.typ",
            TextFormat::Plain | TextFormat::ClinicalNote => "text.txt",
            TextFormat::Bibtex => "text.bib",
        }
    }

    /// Returns the language ID that an editor would use.
    pub(crate) fn language(self) -> &'static str {
        match self {
            TextFormat::Markdown => "markdown",
            TextFormat::Quarto => "quarto",
            TextFormat::RMarkdown => "rmd",
            TextFormat::Latex => "latex",
            TextFormat::Typst => "typst",
            TextFormat::Plain => "plaintext",
            TextFormat::Bibtex => "bibtex",
            TextFormat::ClinicalNote => "clinical-note",
        }
    }
}

/// A text with its format.
pub(crate) struct SentText<'a> {
    /// The format, given or guessed.
    pub(crate) format: TextFormat,
    /// The text as it was sent.
    pub(crate) text: &'a str,
    /// The BibTeX for the citations of the text, if it was sent.
    pub(crate) bibliography: Option<&'a str>,
}

/// A parsed text.
pub(crate) struct Reading {
    /// The snapshot that contains the text as a file.
    pub(crate) snapshot: Snapshot,
    /// The ID of the text's file in the snapshot.
    pub(crate) file: FileId,
    /// Whether it is, or reads like, a clinical note: at most identifiers leave this machine.
    pub(crate) is_private: bool,
    /// The line of the file, from 0, on which the sent text begins; a header with its
    /// bibliography may precede it.
    pub(crate) first_line: usize,
}

impl Reading {
    /// Whether anything in the text may be looked up online. A bibliography that reads like a
    /// clinical note is never looked up, because no rule decides which of its identifiers belong to
    /// works.
    pub(crate) fn may_look_up(&self) -> bool {
        let is_bibliography = is_bibliography(&self.file);
        is_online(&self.snapshot, &self.file) && !(self.is_private && is_bibliography)
    }
}

/// Whether references of a file may be looked up online.
pub(crate) fn is_online(snapshot: &Snapshot, file: &FileId) -> bool {
    snapshot.network(file) == Network::Allow
}

fn is_bibliography(file: &FileId) -> bool {
    file.path().extension().is_some_and(|extension| extension == "bib")
}
