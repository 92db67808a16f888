//! Files as the editor and the disk have them. Of notebooks that is not what rules read.

use crate::snapshot::Snapshot;
use referee_findings::{FileEdit, Finding, Fix};
use referee_text::{FileId, Rope, TextEdit};

impl Snapshot {
    /// A file as the editor and the disk have it. It differs from [`Snapshot::text`] only for a notebook, of which it is
    /// the JSON. Places are the same in both.
    #[must_use]
    pub fn source_text(&self, file: &FileId) -> Option<Rope> {
        self.file(file).map(|file| file.source().clone())
    }

    /// An edit as it is made in [`Snapshot::source_text`]; `None` where it cannot be made there.
    #[must_use]
    pub fn source_edit(&self, edit: &FileEdit) -> Option<FileEdit> {
        let Some(file) = self.file(&edit.file) else { return Some(edit.clone()) };
        let made = file.source_edit(&TextEdit::new(edit.span, edit.text.clone()))?;
        Some(FileEdit { file: edit.file.clone(), span: made.span, text: made.text })
    }

    /// Whether all of these edits can be made in [`Snapshot::source_text`].
    #[must_use]
    pub fn can_make(&self, edits: &[FileEdit]) -> bool {
        edits.iter().all(|edit| self.source_edit(edit).is_some())
    }

    /// The fixes for one finding with their edits as they are made in [`Snapshot::source_text`], without those that cannot be.
    #[must_use]
    pub fn source_fixes(&self, file: &FileId, finding: &Finding) -> Vec<Fix> {
        let in_source = |fix: Fix| {
            let edits = fix.edits.iter().map(|edit| self.source_edit(edit)).collect::<Option<_>>()?;
            Some(Fix { edits, ..fix })
        };
        self.fixes(file, finding).into_iter().filter_map(in_source).collect()
    }
}
