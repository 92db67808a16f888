//! The full text of a work, as a file or a service gives it.
//!
//! A [`FullText`] is a list of [`Passage`]s, each with its page and section. It also
//! records the file and the version of the work, because every finding that is based on it states them.

use referee_bibliography::Work;
use serde::{Deserialize, Serialize};

/// The text of a whole work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FullText {
    /// The name of the file without its folder (`roe2019.pdf`), or of the service (`Europe PMC`).
    pub origin: String,
    /// The format from which it was read.
    pub form: FullTextForm,
    /// Which version it is, in words (`accepted manuscript`, `arXiv v2`), if the file says so.
    pub version: Option<String>,
    /// The licence that the file states.
    pub licence: Option<String>,
    /// The work as the file describes itself: title, authors, year, identifiers. Empty fields are unknown.
    pub work: Work,
    /// The parts of the file that could not be read, in English (`page 7: not all of it can be
    /// read`); `None` if all of it was. The work may contain what such a text lacks.
    pub unread: Option<String>,
    /// The paragraphs in reading order.
    pub passages: Vec<Passage>,
}

/// The format from which a full text was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FullTextForm {
    /// A PDF with letters in it.
    #[default]
    Pdf,
    /// JATS XML: of Europe PMC, or a file.
    Jats,
    /// The sources of an arXiv work.
    Latex,
}

/// One paragraph, caption or table of a work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Its text on one line; words that were hyphenated at the end of a line are joined.
    pub text: String,
    /// The page of the file, from 1, where it starts.
    pub page: Option<u32>,
    /// The page number that is printed on that page, if it differs.
    pub printed_page: Option<u32>,
    /// The heading above it, e.g. `Results`.
    pub section: Option<String>,
    /// The part of the work.
    pub part: PassagePart,
}

/// The part of a work that a passage belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassagePart {
    /// The title.
    Title,
    /// The abstract.
    Abstract,
    /// The running text.
    #[default]
    Body,
    /// A caption of a figure or table.
    Caption,
    /// The cells of a table, row by row.
    Table,
    /// An item of the list of references.
    Reference,
}

impl FullText {
    /// Returns the passages that state something: all but the list of references.
    pub fn statements(&self) -> impl Iterator<Item = &Passage> {
        self.passages.iter().filter(|passage| passage.part != PassagePart::Reference)
    }
}
