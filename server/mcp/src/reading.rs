//! A text that an agent sent, and how it was read.

use crate::error::ToolError;
use referee_check::reference_list::is_entry;
use referee_text::FileId;
use referee_workspace::Snapshot;
use referee_workspace::settings::Network;

/// The formats in which a text can be sent.
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
    /// The names by which an agent calls the formats.
    pub(crate) const NAMES: [&str; 8] =
        ["markdown", "quarto", "rmarkdown", "latex", "typst", "plain", "bibtex", "clinical-note"];

    /// The format of a name; without one, by the look of the text.
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

    /// The name of the file that a text of this format would have.
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

    /// The language id that an editor would give.
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

/// A text that an agent sent in the arguments of a call.
pub(crate) struct AgentText<'a> {
    /// The format that the agent named, or that the text looks like.
    pub(crate) format: TextFormat,
    /// The text as it was sent.
    pub(crate) text: &'a str,
    /// The BibTeX that the text cites from, where the agent sent one.
    pub(crate) bibliography: Option<&'a str>,
}

/// A text of an agent after it was parsed.
pub(crate) struct Reading {
    /// The view in which the text is a file like any other.
    pub(crate) snapshot: Snapshot,
    /// The name of the text in the snapshot.
    pub(crate) file: FileId,
    /// Whether it is a clinical note or reads as one: at most identifiers leave.
    pub(crate) is_private: bool,
    /// The line of the file, from 0, on which the agent's text begins: before it may stand a header that names its
    /// bibliography.
    pub(crate) first_line: usize,
}

impl Reading {
    /// Whether anything of it may be looked up online. Of a bibliography that reads as a note nothing may: no rule
    /// says which of its identifiers belong to works.
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
