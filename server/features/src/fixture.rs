//! Small workspaces for tests, in the format of [`referee_fixture`]: `//- name` starts a file, `$0`
//! is the cursor.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot set itself up should fail")]

use referee_findings::FileEdit;
use referee_text::{FileId, Span, TextEdit, edit::apply_all};
use referee_workspace::{Session, Snapshot, load_pending};
use std::sync::Mutex;

/// A workspace with a cursor.
pub(crate) struct Fixture {
    pub(crate) snapshot: Snapshot,
    pub(crate) file: FileId,
    pub(crate) offset: usize,
    files: Vec<(FileId, String)>,
}

const ROOT: &str = "/referee-fixture-that-is-not-on-disk";

impl Fixture {
    /// Opens the files of a fixture in the format of [`referee_fixture`].
    pub(crate) fn new(text: &str) -> Self {
        let fixture = referee_fixture::Fixture::parse(text.trim_start());
        let files: Vec<(&str, &str)> =
            fixture.files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
        let mut opened = Fixture::of(&files);
        let cursor = fixture.files.iter().find_map(|file| Some((file, *file.cursors.first()?)));
        if let Some((file, offset)) = cursor {
            (opened.file, opened.offset) = (opened.id(&file.name), offset);
        }
        opened
    }

    /// Opens unchanged files, by name and text. The cursor is at the start of the first.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let files: Vec<(FileId, String)> = files
            .iter()
            .map(|(name, text)| (FileId::new(format!("{ROOT}/{name}")), (*text).to_owned()))
            .collect();
        let session = Mutex::new(Session::default());
        for (file, text) in &files {
            session.lock().unwrap().open(file.clone(), "", 1, text);
        }
        load_pending(&session);
        let snapshot = session.into_inner().unwrap().snapshot();
        Fixture { snapshot, file: files[0].0.clone(), offset: 0, files }
    }

    /// Returns the id of a file by its name.
    pub(crate) fn id(&self, name: &str) -> FileId {
        FileId::new(format!("{ROOT}/{name}"))
    }

    /// Whether the workspace contains this file.
    pub(crate) fn has(&self, file: &FileId) -> bool {
        self.files.iter().any(|(id, _)| id == file)
    }

    /// Returns the text of a file.
    pub(crate) fn text(&self, file: &FileId) -> &str {
        &self.files.iter().find(|(id, _)| id == file).unwrap().1
    }

    /// Returns a place as `name:text`.
    pub(crate) fn shown(&self, file: &FileId, span: Span) -> String {
        format!("{}:{}", file.name(), &self.text(file)[span.range()])
    }

    /// Returns the text of a file after edits.
    pub(crate) fn after(&self, name: &str, edits: &[FileEdit]) -> String {
        let file = self.id(name);
        let edits: Vec<TextEdit> = edits
            .iter()
            .filter(|edit| edit.file == file)
            .map(|edit| TextEdit::new(edit.span, edit.text.clone()))
            .collect();
        apply_all(self.text(&file), &edits)
    }
}

/// A draft that cites two entries of a bibliography.
pub(crate) const PAPER: &str = "
//- refs.bib
@article{smith2020,
  author = {Smith, Ada and Lindqvist, Bo and Moreau, C.},
  title = {Effect of {Metformin} on mortality},
  journal = {Journal of Examples},
  year = {2020},
  doi = {10.5555/example.1},
}
@book{ukpds:34, editor = {Okafor, Grace}, title = {Blood glucose & control}, date = {1998-09-12}, url = {https://example.org/x}}
";

/// Creates a workspace with the bibliography `PAPER` and a draft.
pub(crate) fn paper(draft: &str) -> Fixture {
    Fixture::new(&format!("{PAPER}//- paper.md\n---\nbibliography: refs.bib\n---\n{draft}"))
}
