//! Edits of bibliographies and citations, from which fixes and actions are built.
//!
//! Every function returns edits in offsets of the snapshot it was given, and no edits if it cannot
//! do its job. Edits of one file never overlap. [`referee_bibliography::edit`] makes the edits
//! within a bibliography; this module combines them with edits of drafts and of other files.

mod cite;
mod draft;
mod entries;
mod insert;
mod key;
mod link;
mod matching;
mod merge;
mod record;

pub use cite::cite_identifier;
pub use draft::{Removal, citations_of, mark, remove_citation, rename_citations, write_key};
pub use entries::entries_for;
pub use insert::{Insertion, NoInsertion, cite_entry, insert_citation, insert_citation_under};
pub use key::{NearKey, free_key, nearest_keys, new_key, one_slip_from};
pub use matching::entry_of;
pub use merge::{Merge, merge};
pub use record::{
    FIELDS, RemovedReference, add_missing_identifiers, gives, missing_identifiers, remove_field,
    remove_reference, replace_work, set_identifier, take_record,
};

use crate::rules::context::RuleContext;
use crate::rules::wording;
use referee_bibliography::{Bibliography, Work, edit};
use referee_findings::FileEdit;
use referee_syntax::Format;
use referee_text::{FileId, TextEdit};

/// Attaches the file to an edit.
#[must_use]
pub fn file_edit(file: &FileId, edit: TextEdit) -> FileEdit {
    FileEdit { file: file.clone(), span: edit.span, text: edit.text }
}

/// Returns the edit that adds an entry for `work` to a bibliography of the draft, in characters
/// that the draft's format supports; `None` if the bibliography cannot be written to.
#[must_use]
pub fn new_entry(
    context: &RuleContext<'_>,
    bibliography: &Bibliography,
    key: &str,
    work: &Work,
) -> Option<TextEdit> {
    match context.draft.map(|document| document.format()) {
        Some(Format::Latex) => edit::append_entry_for_latex(bibliography, key, work),
        _ => edit::append_entry(bibliography, key, work),
    }
}

/// Returns the title of an edit that adds a work to `place` and cites it.
fn adding_title(context: &RuleContext<'_>, work: &Work, place: &str) -> String {
    let work = wording::work(context.interface, work);
    context
        .interface
        .pick(format!("Add {work} to {place} and cite it"), format!("Añadir {work} a {place} y citarla"))
}

/// Returns the title of an edit that cites an entry.
fn citing_title(context: &RuleContext<'_>, key: &str) -> String {
    context.interface.pick(format!("Cite the entry “{key}”"), format!("Citar la entrada «{key}»"))
}

/// Sorts the edits and merges removals that touch or overlap.
pub(crate) fn removals(mut edits: Vec<FileEdit>) -> Vec<FileEdit> {
    edits.sort_by(|a, b| (&a.file, a.span).cmp(&(&b.file, b.span)));
    let mut out: Vec<FileEdit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match out.last_mut() {
            Some(last) if last.file == edit.file && edit.span.start <= last.span.end => {
                last.span = last.span.cover(edit.span);
            }
            _ => out.push(edit),
        }
    }
    out
}

/// Sorts the edits by file and offset; of edits that overlap, only the first is kept.
fn in_order(mut edits: Vec<FileEdit>) -> Vec<FileEdit> {
    edits.sort_by(|a, b| (&a.file, a.span).cmp(&(&b.file, b.span)));
    let mut out: Vec<FileEdit> = Vec::with_capacity(edits.len());
    for edit in edits {
        if let Some(last) = out.last()
            && last.file == edit.file
            && (edit.span.start < last.span.end || edit == *last)
        {
            continue;
        }
        out.push(edit);
    }
    out
}
