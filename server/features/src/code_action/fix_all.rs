//! Applies every mechanical fix of a file at once.

use super::action::{ActionKind, CodeAction};
use referee_findings::{FileEdit, Finding, FixKind};
use referee_text::FileId;
use referee_workspace::Snapshot;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use tokio_util::sync::CancellationToken;

/// Returns every mechanical fix of a file as one action. If fixes overlap, the first is applied;
/// the next review shows the rest.
pub(super) fn fix_all(
    snapshot: &Snapshot,
    file: &FileId,
    findings: &[Finding],
    cancel: &CancellationToken,
) -> Option<Option<CodeAction>> {
    let mut taken = NonOverlappingEdits::default();
    for finding in findings {
        if cancel.is_cancelled() {
            return None;
        }
        let fixes = snapshot.fixes(file, finding);
        if let Some(fix) = fixes.into_iter().find(|fix| fix.kind == FixKind::Mechanical)
            && snapshot.can_make(&fix.edits)
        {
            taken.take(fix.edits);
        }
    }
    Some((!taken.edits.is_empty()).then(|| {
        CodeAction {
            title: snapshot
                .interface_language()
                .pick(
                    "Make every safe correction in this file",
                    "Hacer todas las correcciones seguras de este archivo",
                )
                .to_owned(),
            kind: ActionKind::FixAll,
            preferred: true,
            finding: None,
            edits: taken.edits,
            command: None,
        }
    }))
}

/// A set of edits that do not overlap.
#[derive(Default)]
struct NonOverlappingEdits {
    edits: Vec<FileEdit>,
    /// For each file, the start offsets of the edits and their indices.
    places: HashMap<FileId, BTreeMap<u32, usize>>,
}

impl NonOverlappingEdits {
    /// Adds all edits of a fix, or none of them.
    fn take(&mut self, edits: Vec<FileEdit>) {
        if edits.iter().any(|edit| self.clashes(edit)) {
            return;
        }
        for edit in edits {
            let places = self.places.entry(edit.file.clone()).or_default();
            if let Entry::Vacant(place) = places.entry(edit.span.start) {
                place.insert(self.edits.len());
                self.edits.push(edit);
            }
        }
    }

    /// Whether an edit overlaps a different edit of the set.
    fn clashes(&self, edit: &FileEdit) -> bool {
        let Some(places) = self.places.get(&edit.file) else { return false };
        // The last edit that starts no later than this edit ends may start exactly there; then the
        // one before it counts.
        let before = places.range(..=edit.span.end).rev().take(2);
        let mut taken = before.filter_map(|(_, index)| self.edits.get(*index));
        taken.any(|taken| taken.span.overlaps(edit.span) && taken != edit)
    }
}
