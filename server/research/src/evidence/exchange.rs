//! Imports evidence from a file, and exports it into a file that accompanies a paper.
//!
//! An imported file comes from someone else. It is first copied into the user's own folder, so that
//! it does not change; nothing in its schema is executed; its rows are parsed as data.

use super::database::{self, APPLICATION_ID, SCHEMA_VERSION};
use super::error::StoreError;
use super::location::EvidenceLocation;
use super::store::{ImportedWork, Store};
use referee_records::Record;
use rusqlite::{Connection, OpenFlags};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The maximum size of an imported file, in bytes.
const MAX_FILE_BYTES: u64 = 512 << 20;

/// The maximum number of works that are imported from a file.
const MAX_WORKS: usize = 200_000;

/// The maximum length of an imported record, in bytes of its JSON.
const MAX_RECORD_BYTES: usize = 1 << 20;

/// The maximum length of an imported question, in characters.
const MAX_QUESTION_CHARACTERS: usize = 2_000;

/// The counts of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The number of works that were read.
    pub works: usize,
    /// The number of questions that have works.
    pub questions: usize,
    /// The number of rows that are not a record or not evidence for a question.
    pub unreadable: usize,
}

impl Store {
    /// Imports the questions, works and evidence of a file that another store exported, or that an
    /// older version kept in a workspace. The file does not change.
    ///
    /// # Errors
    ///
    /// If it is not a regular file, is too large or is not a store, or if this store cannot be
    /// written.
    pub fn import(
        &mut self,
        location: &EvidenceLocation,
        file: &Path,
        today: &str,
    ) -> Result<Imported, StoreError> {
        let copy = PrivateCopy::of(location, file)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let source = Connection::open_with_flags(&copy.path, flags)?;
        database::harden(&source)?;
        check(&source, file)?;
        let imported = self.take_over(&source, file, today)?;
        if file == location.workspace_file()
            && let Some(revision) = location.workspace_revision()
        {
            self.set_meta("imported", &revision.to_string())?;
        }
        Ok(imported)
    }

    /// Imports works that others found for a question, as they state them. A known work stays
    /// unchanged.
    ///
    /// # Errors
    ///
    /// If the store cannot be written. Then nothing is imported.
    pub fn add_from_others(
        &mut self,
        question: &str,
        works: &[(&Record, f64, u32)],
        today: &str,
    ) -> Result<(), StoreError> {
        let question = plain_question(question);
        let works: Vec<ImportedWork<'_>> = works
            .iter()
            .map(|(record, relevance, round)| ImportedWork {
                record,
                relevance: sound_relevance(*relevance),
                round: *round,
            })
            .collect();
        self.add_imported(&question, &works, today)
    }

    /// Returns whether the workspace contains a store whose current state was not imported.
    #[must_use]
    pub fn has_unread_workspace_file(&self, location: &EvidenceLocation) -> bool {
        let Some(revision) = location.workspace_revision() else { return false };
        self.meta("imported").ok().flatten() != Some(revision.to_string())
    }

    /// Writes a copy of this store into a new file, which can accompany a paper.
    ///
    /// # Errors
    ///
    /// If the file already exists, or cannot be written.
    pub fn export(&self, file: &Path) -> Result<(), StoreError> {
        let failed = |source| StoreError::Folder { path: file.to_owned(), source };
        if std::fs::symlink_metadata(file).is_ok() {
            return Err(StoreError::Exists(file.to_owned()));
        }
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            match std::fs::symlink_metadata(folder) {
                Ok(data) if data.is_symlink() => return Err(StoreError::NotAFile(folder.to_owned())),
                Ok(_) => {}
                Err(_) => std::fs::create_dir(folder).map_err(failed)?,
            }
        }
        let name = file.to_str().ok_or_else(|| rusqlite::Error::InvalidPath(file.to_owned()))?;
        self.connection.execute("vacuum into ?1", [name])?;
        let copy = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        database::harden(&copy)?;
        // An exported store is a single file, without a separate log.
        copy.pragma_update(None, "journal_mode", "delete")?;
        copy.execute("delete from meta", [])?;
        Ok(())
    }

    fn take_over(&mut self, source: &Connection, file: &Path, today: &str) -> Result<Imported, StoreError> {
        let mut imported = Imported::default();
        let mut works: HashMap<i64, Record> = HashMap::new();
        let mut statement = source.prepare("select id, record from works")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            if works.len() >= MAX_WORKS {
                return Err(StoreError::TooLarge { path: file.to_owned(), limit: "200000 works" });
            }
            let record = row.get_ref(1)?.as_str().ok().filter(|text| text.len() <= MAX_RECORD_BYTES);
            match (row.get::<_, i64>(0), record.and_then(|text| serde_json::from_str(text).ok())) {
                (Ok(id), Some(record)) => {
                    works.insert(id, record);
                }
                _ => imported.unreadable += 1,
            }
        }
        imported.works = works.len();
        let mut questions: HashMap<i64, String> = HashMap::new();
        let mut statement = source.prepare("select id, text from questions")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            match (row.get::<_, i64>(0), row.get::<_, String>(1)) {
                (Ok(id), Ok(text)) if !text.trim().is_empty() => {
                    questions.insert(id, plain_question(&text));
                }
                _ => imported.unreadable += 1,
            }
        }
        let mut of_question: HashMap<i64, Vec<ImportedWork<'_>>> = HashMap::new();
        let mut statement = source.prepare("select question, work, relevance, round from evidence")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let read =
                (row.get::<_, i64>(0), row.get::<_, i64>(1), row.get::<_, f64>(2), row.get::<_, u32>(3));
            let (Ok(question), Ok(work), Ok(relevance), Ok(round)) = read else {
                imported.unreadable += 1;
                continue;
            };
            match works.get(&work).filter(|_| questions.contains_key(&question)) {
                Some(record) => of_question.entry(question).or_default().push(ImportedWork {
                    record,
                    relevance: sound_relevance(relevance),
                    round,
                }),
                None => imported.unreadable += 1,
            }
        }
        imported.questions = of_question.len();
        for (id, works) in of_question {
            if let Some(text) = questions.get(&id) {
                self.add_imported(text, &works, today)?;
            }
        }
        Ok(imported)
    }
}

/// Removes control characters from an imported question, and cuts it to the maximum length.
fn plain_question(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(MAX_QUESTION_CHARACTERS).collect()
}

/// Clamps an imported relevance to 0 to 1.
fn sound_relevance(relevance: f64) -> f64 {
    if relevance.is_finite() { relevance.clamp(0.0, 1.0) } else { 0.0 }
}

/// Checks that a copied file is a store of this version or of an older one, and that its schema
/// contains only tables.
fn check(source: &Connection, file: &Path) -> Result<(), StoreError> {
    let foreign = |why| StoreError::Foreign { path: file.to_owned(), why };
    let id: u32 = source.pragma_query_value(None, "application_id", |row| row.get(0))?;
    match (id, database::version(source)?) {
        // Older versions left the application id empty.
        (0, 1..SCHEMA_VERSION) | (APPLICATION_ID, SCHEMA_VERSION) => {}
        (0 | APPLICATION_ID, version) if version > SCHEMA_VERSION => {
            return Err(StoreError::Newer(file.to_owned()));
        }
        _ => return Err(foreign("it carries another application id or version")),
    }
    for (kind, _, statement) in database::schema(source)? {
        let statement = statement.unwrap_or_default().to_lowercase();
        let is_plain = matches!(kind.as_str(), "table" | "index")
            && !statement.contains("virtual")
            && !statement.contains("generated")
            && !statement.contains(" as (");
        if !is_plain {
            return Err(foreign("it has views, triggers or other things that are not ours"));
        }
    }
    Ok(())
}

/// A copy of a foreign file and its log in a folder of this user; deleted on drop.
struct PrivateCopy {
    path: PathBuf,
}

impl PrivateCopy {
    fn of(location: &EvidenceLocation, file: &Path) -> Result<PrivateCopy, StoreError> {
        let copy =
            PrivateCopy { path: location.folder().join(format!("import-{}.sqlite", std::process::id())) };
        copy_regular_file(file, &copy.path)?;
        let log = log_of(file);
        if std::fs::symlink_metadata(&log).is_ok() {
            copy_regular_file(&log, &log_of(&copy.path))?;
        }
        Ok(copy)
    }
}

impl Drop for PrivateCopy {
    fn drop(&mut self) {
        let mut journal = self.path.clone().into_os_string();
        journal.push("-journal");
        let mut index = self.path.clone().into_os_string();
        index.push("-shm");
        // A missing file need not be removed.
        for file in [self.path.clone(), log_of(&self.path), journal.into(), index.into()] {
            let _ = std::fs::remove_file(file);
        }
    }
}

fn log_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Copies a file up to the maximum size; neither the file nor its folder may be a link.
fn copy_regular_file(from: &Path, to: &Path) -> Result<(), StoreError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| StoreError::Folder { path, source }
    };
    let folder = from.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_link = |path: &Path| std::fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink());
    if folder.is_some_and(is_link) || !std::fs::symlink_metadata(from).map_err(failed(from))?.is_file() {
        return Err(StoreError::NotAFile(from.to_owned()));
    }
    // A copy of an earlier process with the same id that was killed.
    let _ = std::fs::remove_file(to);
    let source = File::open(from).map_err(failed(from))?;
    let mut target = database::create_private(to).map_err(failed(to))?;
    let copied = std::io::copy(&mut source.take(MAX_FILE_BYTES + 1), &mut target).map_err(failed(to))?;
    if copied > MAX_FILE_BYTES {
        return Err(StoreError::TooLarge { path: from.to_owned(), limit: "512 MB" });
    }
    Ok(())
}
