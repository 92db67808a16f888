//! Texts of open files that have not been parsed yet.
//!
//! Parsing a large text takes long, and the session must not be locked meanwhile. The session
//! therefore stores the editor's text as plain text at once, in the order of the editor's messages,
//! and delegates the parsing: a caller takes a [`TextReading`] with
//! [`Session::next_reading`](crate::Session::next_reading), runs it without the lock, and passes
//! the result to [`Session::finish_reading`](crate::Session::finish_reading). Edits that arrive
//! meanwhile are applied to the plain text, and afterwards to the parsed text. Until then snapshots
//! show the previous state of the file.

use crate::files::{File, Role};
use referee_syntax::Options;
use referee_text::{FileId, Revision, Rope, TextEdit};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The maximum length of a text that is parsed at once when it is opened or inserted, in bytes.
pub(crate) const MAX_READ_AT_ONCE: usize = 128 << 10;

/// The maximum length of a text in which an edit is parsed at once, in bytes: one letter may open a
/// comment and change the parsing of everything after it.
pub(crate) const MAX_EDITED_AT_ONCE: usize = 4 << 20;

/// The open files whose text has not been parsed yet.
#[derive(Default)]
pub(crate) struct UnreadTexts {
    texts: HashMap<FileId, UnreadText>,
    /// The files that are being parsed.
    in_hand: HashSet<FileId>,
}

/// The text of one open file.
pub(crate) struct UnreadText {
    /// The text in the editor.
    pub(crate) text: Rope,
    pub(crate) version: Option<i32>,
    /// Changes whenever the parsing has to start again.
    serial: Revision,
    start: ReadingStart,
    /// The edits since `start`.
    edits: Vec<TextEdit>,
}

/// The input of a parse.
#[derive(Clone)]
enum ReadingStart {
    Text { role: Role, text: Rope, clinical: bool },
    File(Arc<File>),
}

/// A text to be parsed without the lock of the session.
pub struct TextReading {
    file: FileId,
    serial: Revision,
    start: ReadingStart,
    edits: Vec<TextEdit>,
    options: Arc<Options>,
}

/// A parsed text.
pub struct TextRead {
    file: FileId,
    serial: Revision,
    read: Arc<File>,
}

impl TextReading {
    /// Parses the text, in time proportional to its length.
    #[must_use]
    pub fn run(self) -> TextRead {
        let TextReading { file, serial, start, edits, options } = self;
        let mut read = match start {
            ReadingStart::Text { role, text, clinical } => {
                let read = File::read(file.clone(), role, text, &options);
                Arc::new(File { clinical, ..read })
            }
            ReadingStart::File(read) => read,
        };
        for edit in &edits {
            Arc::make_mut(&mut read).edit(edit);
        }
        if read.draft().is_some_and(|document| document.options() != &*options) {
            Arc::make_mut(&mut read).reread(&options);
        }
        TextRead { file, serial, read }
    }

    /// Returns the file to be parsed.
    #[must_use]
    pub fn file(&self) -> &FileId {
        &self.file
    }
}

impl TextRead {
    /// Returns the parsed file.
    #[must_use]
    pub fn file(&self) -> &FileId {
        &self.file
    }
}

impl UnreadTexts {
    pub(crate) fn contains(&self, file: &FileId) -> bool {
        self.texts.contains_key(file)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub(crate) fn get(&self, file: &FileId) -> Option<&UnreadText> {
        self.texts.get(file)
    }

    /// Adds the text of a newly opened file.
    pub(crate) fn open(&mut self, file: FileId, role: Role, clinical: bool, version: i32, text: Rope) {
        let start = ReadingStart::Text { role, text: text.clone(), clinical };
        let unread =
            UnreadText { text, version: Some(version), serial: Revision::next(), start, edits: Vec::new() };
        self.texts.insert(file, unread);
    }

    /// Adds a file that was already parsed, for edits or other options.
    pub(crate) fn reopen(&mut self, file: &FileId, read: &Arc<File>) {
        let unread = UnreadText {
            text: read.source().clone(),
            version: read.version,
            serial: Revision::next(),
            start: ReadingStart::File(Arc::clone(read)),
            edits: Vec::new(),
        };
        self.texts.insert(file.clone(), unread);
    }

    /// Edits a text; returns `false` if the file is not in the list.
    pub(crate) fn edit(&mut self, file: &FileId, edit: &TextEdit) -> bool {
        let Some(unread) = self.texts.get_mut(file) else { return false };
        let edit = edit.apply(&mut unread.text);
        if edit.text.len() <= MAX_READ_AT_ONCE {
            unread.edits.push(edit);
            return true;
        }
        // The client sends the whole text each time: earlier texts need not be parsed or stored.
        let (role, clinical) = match &unread.start {
            ReadingStart::Text { role, clinical, .. } => (*role, *clinical),
            ReadingStart::File(read) => (read.role(), read.clinical),
        };
        unread.start = ReadingStart::Text { role, text: unread.text.clone(), clinical };
        unread.edits.clear();
        unread.serial = Revision::next();
        true
    }

    /// Sets the version of a text; returns `false` if the file is not in the list.
    pub(crate) fn set_version(&mut self, file: &FileId, version: i32) -> bool {
        let Some(unread) = self.texts.get_mut(file) else { return false };
        unread.version = Some(version);
        true
    }

    pub(crate) fn forget(&mut self, file: &FileId) {
        self.texts.remove(file);
    }

    /// Returns the shortest text that is not being parsed, to be parsed with the `options` of its
    /// file.
    pub(crate) fn next(&mut self, options: impl Fn(&FileId) -> Arc<Options>) -> Option<TextReading> {
        let waiting = self.texts.iter_mut().filter(|(file, _)| !self.in_hand.contains(*file));
        let (file, unread) =
            waiting.min_by_key(|(file, unread)| (unread.text.len_bytes(), (*file).clone()))?;
        self.in_hand.insert(file.clone());
        Some(TextReading {
            file: file.clone(),
            serial: unread.serial,
            start: unread.start.clone(),
            edits: std::mem::take(&mut unread.edits),
            options: options(file),
        })
    }

    /// Takes a parsed text. Returns `None` if there is more to parse, or if the text is obsolete.
    pub(crate) fn finish(&mut self, done: TextRead, options: &Options) -> Option<(FileId, File)> {
        let TextRead { file, serial, mut read } = done;
        self.in_hand.remove(&file);
        let unread = self.texts.get_mut(&file).filter(|unread| unread.serial == serial)?;
        let is_stale = read.draft().is_some_and(|document| document.options() != options);
        if is_stale || !unread.edits.is_empty() {
            unread.start = ReadingStart::File(read);
            return None;
        }
        let unread = self.texts.remove(&file)?;
        Arc::make_mut(&mut read).version = unread.version;
        Some((file, Arc::unwrap_or_clone(read)))
    }

    /// Abandons a failed parse.
    pub(crate) fn give_up(&mut self, file: &FileId) {
        self.in_hand.remove(file);
        self.texts.remove(file);
    }
}
