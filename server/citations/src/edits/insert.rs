//! Putting a citation into a draft together with its entry or list item, as one step.

mod by_key;
mod by_number;

use super::file_edit;
use crate::guideline;
use crate::rules::context::RuleContext;
use crate::rules::wording;
use referee_bibliography::foreign::foreign;
use referee_bibliography::{Work, render};
use referee_findings::FileEdit;
use referee_syntax::{Citation, Document, Format, Listed};
use referee_text::{Span, TextEdit};
use std::fmt;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl fmt::Display for NoInsertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoInsertion::NoDraft => "A citation can only be put into a draft.",
            NoInsertion::NoBibliography(Format::Latex) => {
                "The draft names no bibliography. Add \\addbibresource{refs.bib} or \\bibliography{refs}, and the file."
            }
            NoInsertion::NoBibliography(_) => {
                "The draft names no bibliography. Add #bibliography(\"refs.bib\"), and the file."
            }
            NoInsertion::AlreadyCited => "The work is cited here already.",
            NoInsertion::Unwritable => "The bibliography of this draft cannot take an entry.",
        })
    }
}

impl std::error::Error for NoInsertion {}

/// Cites `work` at the byte `at` of the draft under review: in a citation that stands there already, else in a new
/// one. By key where the draft has a bibliography, which gets an entry unless it has the work; by number where it
/// has a numbered list, or is Markdown without either; in words, `[Source: …]`, in plain notes.
///
/// # Errors
///
/// Says why that cannot be done, and what the author can do.
pub fn insert_citation(
    context: &RuleContext<'_>,
    at: usize,
    clinical: bool,
    work: &Work,
) -> Result<Insertion, NoInsertion> {
    let document = context.draft.ok_or(NoInsertion::NoDraft)?;
    let at = at.min(document.text().len_bytes());
    let markdown = matches!(document.format(), Format::Markdown | Format::Quarto | Format::RMarkdown);
    let items: Vec<Listed<'_>> = document.list_items().collect();
    let by_key = !context.bibliographies.is_empty() && document.format() != Format::PlainText;
    let bibitems = document.format() == Format::Latex && items.iter().any(|listed| listed.item.key.is_some());
    let numbered = items.iter().any(|listed| listed.item.number.is_some());
    if by_key {
        by_key::entry(context, document, at, work)
    } else if bibitems {
        by_key::bibitem(context, document, &items, at, work)
    } else if numbered {
        by_number::item(context, document, &items, at, work)
    } else if clinical || document.format() == Format::PlainText {
        Ok(in_words(context, document, at, work))
    } else if markdown {
        by_number::item(context, document, &items, at, work)
    } else {
        Err(NoInsertion::NoBibliography(document.format()))
    }
}

/// Cites an entry of a bibliography at the byte `at` of the draft under review; `None` where no bibliography has the key.
///
/// # Errors
///
/// Says why that cannot be done, and what the author can do.
pub fn cite_entry(context: &RuleContext<'_>, at: usize, key: &str) -> Result<Option<Insertion>, NoInsertion> {
    let document = context.draft.ok_or(NoInsertion::NoDraft)?;
    if context.entry(key).is_none() {
        return Ok(None);
    }
    let edit = by_key::cite_key(document, at.min(document.text().len_bytes()), key)?;
    Ok(Some(Insertion {
        title: format!("Cite the entry “{key}”"),
        label: key.to_owned(),
        reused: true,
        edits: vec![file_edit(context.file, edit)],
    }))
}

/// `words` at a place, with a space before it unless there is one.
fn spaced(document: &Document, at: usize, space: &str, words: &str) -> TextEdit {
    let before = at.checked_sub(1).and_then(|at| document.text().get_byte(at));
    let space = if before.is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'~')) {
        ""
    } else {
        space
    };
    TextEdit::new(Span::at(at), format!("{space}{words}"))
}

/// The citations that end at a place, or with nothing but spaces before it.
fn touching(document: &Document, at: usize) -> Vec<Citation> {
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
fn trimmed_end(document: &Document, end: usize) -> usize {
    let mut end = end.min(document.text().len_bytes());
    while end > 0 && document.text().get_byte(end - 1).is_some_and(|byte| byte.is_ascii_whitespace()) {
        end -= 1;
    }
    end
}

/// The source in the text itself, as clinical notes name it.
fn in_words(context: &RuleContext<'_>, document: &Document, at: usize, work: &Work) -> Insertion {
    let mut short = work.clone();
    if short.authors.len() > 1 {
        short.authors.truncate(1);
        short.authors_truncated = true;
    }
    let spanish = document
        .front_matter()
        .and_then(|matter| matter.lang)
        .is_some_and(|lang| lang.name.starts_with("es"));
    let word = if spanish { "Fuente" } else { "Source" };
    let cited = guideline::in_words(work, spanish)
        .unwrap_or_else(|| render::vancouver(&short).replace(['[', ']'], ""));
    let cited = foreign(&cited, document.format().markup());
    let edit = spaced(document, at, " ", &format!("[{word}: {cited}]"));
    Insertion {
        title: format!("Name {} as the source", wording::work(work)),
        label: word.to_owned(),
        reused: false,
        edits: vec![file_edit(context.file, edit)],
    }
}
