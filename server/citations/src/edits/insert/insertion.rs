//! A citation to insert, the reasons why it cannot be inserted, and its place in a draft.

use referee_findings::FileEdit;
use referee_syntax::{Citation, Document, Format};
use referee_text::{Language, Message, Span, TextEdit};

/// A citation to insert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The title shown to the author; it begins with a verb.
    pub title: String,
    /// The label that readers of the draft see: a key, `[3]`, `Source`.
    pub label: String,
    /// Whether the bibliography or the list already had the work.
    pub reused: bool,
    /// The edits, in byte offsets of the snapshot.
    pub edits: Vec<FileEdit>,
}

/// The reason why a citation cannot be inserted; shown to the author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message().text(Language::English))]
pub enum NoInsertion {
    /// The file is not a draft.
    NoDraft,
    /// The draft lacks a bibliography, and its format lacks other forms of citation.
    NoBibliography(Format),
    /// The work is already cited at this place.
    AlreadyCited,
    /// The bibliography cannot take an entry.
    Unwritable,
}

impl NoInsertion {
    /// Returns the reason in English and Spanish.
    #[must_use]
    pub fn message(self) -> Message {
        let (english, spanish) = match self {
            NoInsertion::NoDraft => {
                ("A citation can only be put into a draft.", "Una cita solo se puede poner en un borrador.")
            }
            NoInsertion::NoBibliography(Format::Latex) => (
                "The draft names no bibliography. Add \\addbibresource{refs.bib} or \\bibliography{refs}, and the file.",
                "El borrador no nombra ninguna bibliografía. Añada \\addbibresource{refs.bib} o \\bibliography{refs}, y el archivo.",
            ),
            NoInsertion::NoBibliography(Format::Org) => (
                "The draft names no bibliography. Add #+bibliography: refs.bib, and the file.",
                "El borrador no nombra ninguna bibliografía. Añada #+bibliography: refs.bib, y el archivo.",
            ),
            NoInsertion::NoBibliography(Format::Rst) => (
                "The draft names no bibliography. Add .. bibliography:: refs.bib, and the file.",
                "El borrador no nombra ninguna bibliografía. Añada .. bibliography:: refs.bib, y el archivo.",
            ),
            NoInsertion::NoBibliography(_) => (
                "The draft names no bibliography. Add #bibliography(\"refs.bib\"), and the file.",
                "El borrador no nombra ninguna bibliografía. Añada #bibliography(\"refs.bib\"), y el archivo.",
            ),
            NoInsertion::AlreadyCited => {
                ("The work is cited here already.", "Este trabajo ya está citado aquí.")
            }
            NoInsertion::Unwritable => (
                "The bibliography of this draft cannot take an entry.",
                "La bibliografía de este borrador no admite una entrada.",
            ),
        };
        Message::new(english, spanish)
    }
}

/// Inserts `words` at an offset, preceded by `space` unless there is white space already.
pub(super) fn spaced(document: &Document, at: usize, space: &str, words: &str) -> TextEdit {
    let before = at.checked_sub(1).and_then(|at| document.text().get_byte(at));
    let space = if before.is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'~')) {
        ""
    } else {
        space
    };
    TextEdit::new(Span::at(at), format!("{space}{words}"))
}

/// Returns the citations that end at an offset, or are separated from it by spaces only.
pub(super) fn touching(document: &Document, at: usize) -> Vec<Citation> {
    let Some(index) = document.blocks().index_at(at.saturating_sub(1)) else { return Vec::new() };
    let ends_here = |citation: &Citation| {
        let end = citation.group.end as usize;
        end <= at
            && at - end <= 8
            && document
                .text()
                .get_byte_slice(end..at)
                .is_some_and(|text| text.chars().all(char::is_whitespace))
    };
    let all: Vec<Citation> = (index.saturating_sub(1)..=index + 1)
        .flat_map(|index| document.citations_in(index))
        .map(|cited| cited.to_citation())
        .collect();
    let groups: Vec<Span> =
        all.iter().filter(|citation| ends_here(citation)).map(|citation| citation.group).collect();
    all.into_iter().filter(|citation| groups.contains(&citation.group)).collect()
}

/// Returns the end of the last text before an offset, without trailing white space.
pub(super) fn trimmed_end(document: &Document, end: usize) -> usize {
    let mut end = end.min(document.text().len_bytes());
    while end > 0 && document.text().get_byte(end - 1).is_some_and(|byte| byte.is_ascii_whitespace()) {
        end -= 1;
    }
    end
}
