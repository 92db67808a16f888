//! The fixes of a report that are safe to apply together, and the references of a report as a
//! bibliography.

use crate::report::Report;
use referee_bibliography::bibtex::suggest_key;
use referee_bibliography::{Bibliography, Format};
use referee_citations::{Origin, Reference};
use referee_findings::FixKind;
use referee_text::{FileId, Rope, Span, TextEdit};
use std::collections::{BTreeMap, HashSet};

/// Returns the mechanical fixes of all findings, by the file that they edit. If two overlap, the
/// first wins; the next run finds the other one again.
#[must_use]
pub fn mechanical_edits(report: &Report) -> BTreeMap<FileId, Vec<TextEdit>> {
    let mut by_file: BTreeMap<FileId, Vec<TextEdit>> = BTreeMap::new();
    for file in &report.files {
        for finding in &file.findings {
            let fixes = report.snapshot.source_fixes(&file.file, finding);
            let Some(fix) = fixes.iter().find(|fix| fix.kind == FixKind::Mechanical) else { continue };
            let is_free = |file: &FileId, span: Span| {
                by_file.get(file).is_none_or(|edits| {
                    edits.iter().all(|edit| !edit.span.overlaps(span) && edit.span != span)
                })
            };
            if fix.edits.iter().all(|edit| is_free(&edit.file, edit.span)) {
                for edit in &fix.edits {
                    by_file
                        .entry(edit.file.clone())
                        .or_default()
                        .push(TextEdit::new(edit.span, edit.text.clone()));
                }
            }
        }
    }
    by_file
}

/// Returns the key of a reference in an exported list: its own key if it is valid in every format
/// and not in `taken`, otherwise one made of author and year. Adds the key to `taken`.
pub fn export_key(reference: &Reference, taken: &mut HashSet<String>) -> String {
    let own = reference.label.as_str();
    let is_key = own.starts_with(char::is_alphabetic)
        && own.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '+' | '/'))
        && reference.origin != Origin::Identifier;
    let key = if is_key && !taken.contains(own) {
        own.to_owned()
    } else {
        let empty = Bibliography::read(Format::Bibtex, Rope::new());
        suggest_key(&empty, &reference.work, &|key| taken.contains(key))
    };
    taken.insert(key.clone());
    key
}
