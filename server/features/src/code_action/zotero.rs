//! Adds the entry of an item of the author's Zotero whose key is already cited.

use super::action::{ActionKind, CodeAction};
use crate::cursor_target::CursorTarget;
use crate::zotero::entry_edit;
use referee_bibliography::render::short;
use referee_syntax::Target;
use referee_text::{FileId, Span};
use referee_workspace::Snapshot;

/// Returns the action that adds the entry of an item whose key is cited but missing in all
/// bibliographies.
pub(super) fn add_missing_entry(snapshot: &Snapshot, file: &FileId, range: Span) -> Option<CodeAction> {
    let Some(CursorTarget::Citation(citation, None)) = CursorTarget::at(snapshot, file, range.start as usize)
    else {
        return None;
    };
    let Target::Key(key) = &citation.target else { return None };
    let item = snapshot.zotero(file)?.item_cited_as(key)?;
    let edits = snapshot.with_context(file, |context| entry_edit(context, &item, key))?;
    let into = edits.first()?.file.name().into_owned();
    Some(CodeAction {
        title: {
            let work = short(&item.work);
            snapshot.interface_language().pick(
                format!("Add {work} from Zotero to {into}"),
                format!("Añadir {work} de Zotero a {into}"),
            )
        },
        kind: ActionKind::QuickFix,
        preferred: true,
        finding: None,
        edits,
        command: None,
    })
}
