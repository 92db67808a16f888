//! A citation that is to be put in, why one cannot be, and where in a draft it goes.

use referee_findings::FileEdit;
use referee_syntax::{Citation, Document, Format};
use referee_text::{Language, Message, Span, TextEdit};

/// A citation to be put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// What the author reads: a verb first.
    pub title: String,
    /// What readers of the draft see as its name: a key, `[3]`, `Source`.
    pub label: String,
    /// The work was in the bibliography or in the list before.
    pub reused: bool,
    /// The edits, in offsets of the snapshot.
    pub edits: Vec<FileEdit>,
}

/// Why a citation cannot be put in; shown to the author.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message().text(Language::English))]
pub enum NoInsertion {
    /// The file is no draft.
    NoDraft,
    /// The draft names no bibliography, and its format has no other way.
    NoBibliography(Format),
    /// The work is cited at this place already.
    AlreadyCited,
    /// The bibliography cannot take an entry.
    Unwritable,
}

impl NoInsertion {
    /// Why no citation can be put in, in the languages of authors.
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
            NoInsertion::AlreadyCited => ("The work is cited here already.", "La obra ya está citada aquí."),
            NoInsertion::Unwritable => (
                "The bibliography of this draft cannot take an entry.",
                "La bibliografía de este borrador no admite una entrada.",
            ),
        };
        Message::new(english, spanish)
    }
}

/// `words` at a place, with a space before it unless there is one.
pub(super) fn spaced(document: &Document, at: usize, space: &str, words: &str) -> TextEdit {
    let before = at.checked_sub(1).and_then(|at| document.text().get_byte(at));
    let space = if before.is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'~')) {
        ""
    } else {
        space
    };
    TextEdit::new(Span::at(at), format!("{space}{words}"))
}

/// The citations that end at a place, or with nothing but spaces before it.
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

/// The end of what is written before a place.
pub(super) fn trimmed_end(document: &Document, end: usize) -> usize {
    let mut end = end.min(document.text().len_bytes());
    while end > 0 && document.text().get_byte(end - 1).is_some_and(|byte| byte.is_ascii_whitespace()) {
        end -= 1;
    }
    end
}
