//! Adds entries for the works that a passage cites, as one edit of the bibliography.

use super::insert::NoInsertion;
use super::{file_edit, matching::entry_of, new_entry};
use crate::rules::context::RuleContext;
use referee_bibliography::{Bibliography, Work, edit};
use referee_findings::FileEdit;
use referee_text::{Span, TextEdit};

/// Returns the key of each of `works` in the bibliographies of the draft, in their order, and the
/// edit that adds entries for the missing ones to the first bibliography.
///
/// # Errors
///
/// If the draft lacks a bibliography, or the bibliography cannot take entries.
pub fn entries_for(
    context: &RuleContext<'_>,
    works: &[&Work],
) -> Result<(Vec<String>, Option<FileEdit>), NoInsertion> {
    let document = context.draft.ok_or(NoInsertion::NoDraft)?;
    let file = context.bibliographies.first().ok_or(NoInsertion::NoBibliography(document.format()))?;
    let before = file.bibliography.text().clone();
    let format = file.bibliography.format();
    let mut rope = before.clone();
    let mut keys = Vec::with_capacity(works.len());
    for work in works {
        if let Some(key) = entry_of(context, work, &[]) {
            keys.push(key);
            continue;
        }
        let grown = Bibliography::read(format, rope.clone());
        let taken = |key: &str| context.entry(key).is_some() || grown.get(key).is_some();
        let key = edit::suggest_key(&grown, work, &taken);
        new_entry(context, &grown, &key, work).ok_or(NoInsertion::Unwritable)?.apply(&mut rope);
        keys.push(key);
    }
    if rope == before {
        return Ok((keys, None));
    }
    let (old, new) = (before.to_string(), rope.to_string());
    // The edit leaves out the common prefix and suffix.
    let same = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    let start =
        (0..=same).rev().find(|at| old.is_char_boundary(*at) && new.is_char_boundary(*at)).unwrap_or(0);
    let room = old.len().min(new.len()) - start;
    let tail = old.bytes().rev().zip(new.bytes().rev()).take(room).take_while(|(a, b)| a == b).count();
    let tail = (0..=tail)
        .rev()
        .find(|tail| old.is_char_boundary(old.len() - tail) && new.is_char_boundary(new.len() - tail))
        .unwrap_or(0);
    let text = new.get(start..new.len() - tail).unwrap_or_default();
    let edit = TextEdit::new(Span::new(start, old.len() - tail), text);
    Ok((keys, Some(file_edit(&file.file, edit))))
}
