//! The format and purpose of a draft, and the options for parsing it.

use referee_bibliography::foreign::Markup;

/// The formats of drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Pandoc's Markdown.
    Markdown,
    /// Quarto.
    Quarto,
    /// R Markdown.
    RMarkdown,
    /// LaTeX.
    Latex,
    /// Typst.
    Typst,
    /// Org.
    Org,
    /// reStructuredText.
    Rst,
    /// Plain text.
    PlainText,
}

impl Format {
    /// Returns the markup in which foreign text is written
    /// ([`foreign`](referee_bibliography::foreign::foreign)).
    #[must_use]
    pub fn markup(self) -> Markup {
        match self {
            Format::Markdown | Format::Quarto | Format::RMarkdown => Markup::Markdown,
            Format::Latex => Markup::Latex,
            Format::Typst => Markup::Typst,
            Format::Org => Markup::Org,
            Format::Rst => Markup::Rst,
            Format::PlainText => Markup::Plain,
        }
    }
}

/// The purpose of a draft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DraftKind {
    /// A paper, a thesis, a report.
    #[default]
    Manuscript,
    /// A note about a patient. It stays on this machine.
    ClinicalNote,
}

/// The author's settings for parsing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// LaTeX commands, without backslash, that cite in the same way as `\cite`.
    pub cite_commands: Vec<String>,
}
