//! An agent's text after parsing.

use crate::error::ToolError;
use referee_operations::reference_list::is_entry;
use referee_text::FileId;
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;

/// The formats of an agent's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextFormat {
    Markdown,
    Quarto,
    RMarkdown,
    Latex,
    Typst,
    Plain,
    Bibtex,
    ClinicalNote,
}

impl TextFormat {
    /// The identifiers of the formats in arguments.
    pub(crate) const NAMES: [&str; 8] =
        ["markdown", "quarto", "rmarkdown", "latex", "typst", "plain", "bibtex", "clinical-note"];

    /// Returns the format with this identifier; without one, guesses it from the text.
    pub(crate) fn of(name: Option<&str>, text: &str) -> Result<TextFormat, ToolError> {
        Ok(match name {
            Some("markdown") => TextFormat::Markdown,
            Some("quarto") => TextFormat::Quarto,
            Some("rmarkdown") => TextFormat::RMarkdown,
            Some("latex") => TextFormat::Latex,
            Some("typst") => TextFormat::Typst,
            Some("plain") => TextFormat::Plain,
            Some("bibtex") => TextFormat::Bibtex,
            Some("clinical-note") => TextFormat::ClinicalNote,
            Some(other) => return Err(ToolError::UnknownFormat(other.chars().take(40).collect())),
            None if is_entry(text) => TextFormat::Bibtex,
            None if text.contains("\\cite") || text.contains("\\documentclass") => TextFormat::Latex,
            None => TextFormat::Markdown,
        })
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

/// A text in the arguments of a call.
pub(crate) struct AgentText<'a> {
    /// The format given by the agent or guessed.
    pub(crate) format: TextFormat,
    /// The text as it was sent.
    pub(crate) text: &'a str,
    /// The BibTeX for the citations of the text, if the agent sent one.
    pub(crate) bibliography: Option<&'a str>,
}

/// A parsed text of an agent.
pub(crate) struct Reading {
    /// The snapshot that contains the text as a file.
    pub(crate) snapshot: Snapshot,
    /// The ID of the text's file in the snapshot.
    pub(crate) file: FileId,
    /// Whether it is, or reads like, a clinical note: at most identifiers leave this machine.
    pub(crate) is_private: bool,
    /// The line of the file, from 0, on which the agent's text begins; a header with its
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
