//! Files as in the editor and on disk. For notebooks that differs from the text that the rules see.

use crate::snapshot::Snapshot;
use referee_findings::{FileEdit, Finding, Fix};
use referee_text::{FileId, Rope, TextEdit};

impl Snapshot {
    /// Returns a file as in the editor and on disk. It differs from [`Snapshot::text`] only for a
    /// notebook, whose JSON it is. Offsets are the same in both.
    #[must_use]
    pub fn source_text(&self, file: &FileId) -> Option<Rope> {
        self.file(file).map(|file| file.source().clone())
    }

    /// Converts an edit to one of [`Snapshot::source_text`]; `None` if that is impossible.
    #[must_use]
    pub fn source_edit(&self, edit: &FileEdit) -> Option<FileEdit> {
        let Some(file) = self.file(&edit.file) else { return Some(edit.clone()) };
        let made = file.source_edit(&TextEdit::new(edit.span, edit.text.clone()))?;
        Some(FileEdit { file: edit.file.clone(), span: made.span, text: made.text })
    }

    /// Whether all of these edits can be converted to [`Snapshot::source_text`].
    #[must_use]
    pub fn can_make(&self, edits: &[FileEdit]) -> bool {
        edits.iter().all(|edit| self.source_edit(edit).is_some())
    }

    /// Returns the fixes for a finding with their edits converted to [`Snapshot::source_text`],
    /// without those that cannot be converted.
    #[must_use]
    pub fn source_fixes(&self, file: &FileId, finding: &Finding) -> Vec<Fix> {
        let in_source = |fix: Fix| {
            let edits = fix.edits.iter().map(|edit| self.source_edit(edit)).collect::<Option<_>>()?;
            Some(Fix { edits, ..fix })
        };
        self.fixes(file, finding).into_iter().filter_map(in_source).collect()
    }
}
