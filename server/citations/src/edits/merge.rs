//! Merges two entries of one work.

use super::{draft, file_edit, in_order};
use crate::Reference;
use crate::rules::context::RuleContext;
use crate::rules::files::BibliographyFile;
use referee_bibliography::{Entry, edit};
use referee_findings::FileEdit;
use referee_text::TextEdit;

/// A merge of two entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The key of the entry that is kept.
    pub kept: String,
    /// The key of the entry that is dropped.
    pub dropped: String,
    /// The edits of all files.
    pub edits: Vec<FileEdit>,
}

/// Merges two entries that describe one work. The entry with more fields is kept (the first if they
/// are equal). It takes over the fields that only the other has, and is cited wherever the other
/// was.
///
/// If the dropped entry is in another file, it stays there, uncited: a draft that is not known here
/// may use that file alone. `None` if the two entries have the same key.
#[must_use]
pub fn merge(
    context: &RuleContext<'_>,
    first: (&BibliographyFile, Entry<'_>),
    second: (&BibliographyFile, Entry<'_>),
) -> Option<Merge> {
    if first.1.key() == second.1.key() || first.1.key().is_empty() || second.1.key().is_empty() {
        return None;
    }
    let fields = |(file, entry): &(&BibliographyFile, Entry<'_>)| {
        Reference::from_entry(&file.file, entry).fields.len()
    };
    let (kept, dropped) = if fields(&second) > fields(&first) { (second, first) } else { (first, second) };
    let mut edits: Vec<FileEdit> = edit::take_missing(&kept.1, &dropped.1)
        .into_iter()
        .map(|edit| file_edit(&kept.0.file, edit))
        .collect();
    if kept.0.file == dropped.0.file {
        edits.push(file_edit(&dropped.0.file, edit::remove_entry(&dropped.1)?));
        for file in context.bibliographies {
            for (key, span) in edit::links(&file.bibliography) {
                if key != dropped.1.key() {
                    continue;
                }
                let edit = TextEdit::new(span, kept.1.key());
                // References within the dropped entry need no change.
                if file.file != dropped.0.file || !dropped.1.span().contains(edit.span) {
                    edits.push(file_edit(&file.file, edit));
                }
            }
        }
    }
    edits.extend(draft::rename_citations(context, dropped.1.key(), kept.1.key()));
    Some(Merge { kept: kept.1.key().to_owned(), dropped: dropped.1.key().to_owned(), edits: in_order(edits) })
}
