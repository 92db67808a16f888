//! Inserts a citation into a draft together with its entry or list item, as one step.

mod by_key;
mod by_number;
mod insertion;

pub use insertion::{Insertion, NoInsertion};

use super::{citing_title, file_edit};
use crate::guideline;
use crate::rules::context::RuleContext;
use crate::rules::wording;
use insertion::spaced;
use referee_bibliography::foreign::foreign;
use referee_bibliography::{Work, render};
use referee_syntax::{Document, Format, Listed};

/// Cites `work` at the byte `at` of the draft under review: within a citation that is already
/// there, else in a new one. Cites by key if the draft has a bibliography, which gets an entry
/// unless it has the work; by number if it has a numbered list, or is Markdown with neither; in
/// words, `[Source: …]`, in plain notes.
///
/// # Errors
///
/// The reason why the citation cannot be inserted, with what the author can do.
pub fn insert_citation(
    context: &RuleContext<'_>,
    at: usize,
    clinical: bool,
    work: &Work,
) -> Result<Insertion, NoInsertion> {
    insert_citation_under(context, at, clinical, work, None)
}

/// Inserts a citation; a new entry gets `key` if it is given, as the author's reference manager
/// would assign it. If another entry has this key, a letter is appended.
///
/// # Errors
///
/// The reason why the citation cannot be inserted, with what the author can do.
pub fn insert_citation_under(
    context: &RuleContext<'_>,
    at: usize,
    clinical: bool,
    work: &Work,
    key: Option<&str>,
) -> Result<Insertion, NoInsertion> {
    let document = context.draft.ok_or(NoInsertion::NoDraft)?;
    let at = at.min(document.text().len_bytes());
    let markdown = matches!(document.format(), Format::Markdown | Format::Quarto | Format::RMarkdown);
    let items: Vec<Listed<'_>> = document.list_items().collect();
    let by_key = !context.bibliographies.is_empty() && document.format() != Format::PlainText;
    let bibitems = document.format() == Format::Latex && items.iter().any(|listed| listed.item.key.is_some());
    let numbered = items.iter().any(|listed| listed.item.number.is_some());
    if by_key {
        by_key::entry(context, document, at, work, key)
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

/// Cites an entry of a bibliography at the byte `at` of the draft under review; `None` if no
/// bibliography has the key.
///
/// # Errors
///
/// The reason why the citation cannot be inserted, with what the author can do.
pub fn cite_entry(context: &RuleContext<'_>, at: usize, key: &str) -> Result<Option<Insertion>, NoInsertion> {
    let document = context.draft.ok_or(NoInsertion::NoDraft)?;
    if context.entry(key).is_none() {
        return Ok(None);
    }
    let edit = by_key::cite_key(document, at.min(document.text().len_bytes()), key)?;
    Ok(Some(Insertion {
        title: citing_title(context, key),
        label: key.to_owned(),
        reused: true,
        edits: vec![file_edit(context.file, edit)],
    }))
}

/// Writes the source into the text itself, in the form used in clinical notes.
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
        title: {
            let work = wording::work(context.interface, work);
            context
                .interface
                .pick(format!("Name {work} as the source"), format!("Indicar {work} como fuente"))
        },
        label: word.to_owned(),
        reused: false,
        edits: vec![file_edit(context.file, edit)],
    }
}
