//! The evidence of a workspace, in one SQLite file in `.referee/`, which keeps itself out of version control.
//!
//! Every change is one transaction of a write-ahead log: a process that is killed loses what it had not finished
//! and nothing else. What is stored twice is stored once: works are merged by their identifiers.

use super::Evidence;
use crate::identity;
use crate::passage::Passage;
use crate::publication_status::PublicationStatus;
use crate::search::{SearchResults, SourceQuery};
use crate::study::Study;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use referee_citations::EvidenceIndex;
use referee_records::Record;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The folder in the workspace.
const FOLDER: &str = ".referee";

/// The file in it.
const FILE: &str = "evidence.sqlite";

/// How long another process that has the file is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// The version of the tables.
const VERSION: i64 = 2;

/// The oldest version that can be read where nothing may be written: it has no vectors.
const OLDEST: i64 = 1;

/// Why the store could not be used; shown to the author.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made or written to.
    #[error("{path}: {1}", path = .0.display())]
    Folder(PathBuf, #[source] std::io::Error),
    /// The file is damaged, or cannot be written to.
    #[error("the evidence of this workspace cannot be used: {0}")]
    Database(#[source] rusqlite::Error),
    /// The file was written by a later version.
    #[error("{} was written by a later version of referee", .0.display())]
    Newer(PathBuf),
}

impl StoreError {
    /// Whether nothing may be written there; what is there may well be read.
    fn forbids_writing(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
        match self {
            StoreError::Folder(_, error) => {
                matches!(error.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied)
            }
            StoreError::Database(error) => {
                matches!(error.sqlite_error_code(), Some(CannotOpen | PermissionDenied | ReadOnly))
            }
            StoreError::Newer(_) => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError::Database(error)
    }
}

/// The number of a question in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuestionId(i64);

/// What a search added to the evidence of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Works that the question did not have yet.
    pub new: usize,
    /// Works that it had.
    pub known: usize,
}

/// A search that was made for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSearch {
    /// The round, from 1.
    pub round: u32,
    /// The day, `2026-11-20`.
    pub date: String,
    /// Who was asked for what, and what came.
    pub asked: SourceQuery,
}

/// The evidence of a workspace.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    folder: PathBuf,
}

const TABLES: &str = "
create table if not exists questions (id integer primary key, text text not null unique, asked text not null);
create table if not exists searches (
    question integer not null, round integer not null, source text not null, words text not null,
    date text not null, hits integer, problem text, primary key (question, source, words)
);
create table if not exists works (id integer primary key, handle text not null, record text not null);
create table if not exists work_keys (key text primary key, work integer not null) without rowid;
create table if not exists evidence (
    question integer not null, work integer not null, relevance real not null, round integer not null,
    passages text not null, primary key (question, work)
) without rowid;
create table if not exists vectors (embedder text not null, text blob not null, vector blob not null, primary key (embedder, text)) without rowid;
create table if not exists hypotheses (id integer primary key, question integer not null, mechanism text not null, body text not null, unique (question, mechanism));
create table if not exists judgements (id integer primary key, question integer not null, round integer not null, date text not null, body text not null);
create table if not exists reports (id integer primary key, question integer not null, date text not null, body text not null);
";

impl Store {
    /// Opens the store of a workspace folder, and makes it where there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be made, read or written, or a later version wrote it.
    pub fn open(root: &Path) -> Result<Store, StoreError> {
        let folder = root.join(FOLDER);
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| StoreError::Folder(path, error)
        };
        std::fs::create_dir_all(&folder).map_err(failed(&folder))?;
        let ignore = folder.join(".gitignore");
        if !ignore.exists() {
            std::fs::write(&ignore, "# What is here is private to this machine.\n*\n")
                .map_err(failed(&ignore))?;
        }
        let path = folder.join(FILE);
        let connection = Connection::open(&path)?;
        Self::over(connection, folder)
    }

    /// Opens the store of a workspace folder where there is one already; `None` where there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or a later version wrote it.
    pub fn open_existing(root: &Path) -> Result<Option<Store>, StoreError> {
        if !root.join(FOLDER).join(FILE).is_file() {
            return Ok(None);
        }
        match Store::open(root) {
            Ok(store) => Ok(Some(store)),
            Err(error) if error.forbids_writing() => Store::open_as_it_is(root).map(Some).map_err(|_| error),
            Err(error) => Err(error),
        }
    }

    /// Opens a store in a place where nothing can be written: what is in it is read, and does not change.
    fn open_as_it_is(root: &Path) -> Result<Store, StoreError> {
        let folder = root.join(FOLDER);
        let path = folder.join(FILE);
        // What the log holds would be left out without a word.
        let log = std::fs::metadata(folder.join(format!("{FILE}-wal")));
        if log.is_ok_and(|log| log.len() > 0) {
            return Err(rusqlite::Error::InvalidPath(path).into());
        }
        // Only a name in the form of an address can say that the file does not change.
        let name = path.to_string_lossy();
        let address = format!("file:{}?immutable=1", utf8_percent_encode(&name, NON_ALPHANUMERIC));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(address, flags)?;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        match version {
            OLDEST..=VERSION => Ok(Store { connection, folder }),
            _ => Err(StoreError::Newer(path)),
        }
    }

    /// When the store of a workspace folder was written last, in a form that changes with it; `None` where there is
    /// none.
    #[must_use]
    pub fn look(root: &Path) -> Option<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let folder = root.join(FOLDER);
        let mut hasher = DefaultHasher::new();
        std::fs::metadata(folder.join(FILE)).ok()?;
        for file in [FILE.to_owned(), format!("{FILE}-wal")] {
            let data = std::fs::metadata(folder.join(file)).ok();
            data.map(|data| (data.modified().ok(), data.len())).hash(&mut hasher);
        }
        Some(hasher.finish())
    }

    /// What the store holds, for the review of drafts.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn index(&self) -> Result<EvidenceIndex, StoreError> {
        let mut index = EvidenceIndex::default();
        let mut keys: HashMap<i64, Vec<String>> = HashMap::new();
        let mut statement = self.connection.prepare("select key, work from work_keys order by key")?;
        for row in statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))? {
            let (key, work) = row?;
            keys.entry(work).or_default().push(key);
        }
        let mut statement = self.connection.prepare("select id, handle, record from works order by id")?;
        let rows = statement.query_map([], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
        })?;
        for row in rows {
            let (id, handle, record) = row?;
            let standing = read::<Record>(&record)
                .map(|record| PublicationStatus::of_record(&record))
                .unwrap_or_default();
            index.add_work(&handle, standing, keys.remove(&id).unwrap_or_default());
        }
        let mut statement = self.connection.prepare(
            "select questions.text, count(*) from evidence join questions on questions.id = evidence.question
             group by questions.id",
        )?;
        for row in statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))? {
            let (question, works) = row?;
            index.add_question(&question, usize::try_from(works).unwrap_or_default());
        }
        Ok(index)
    }

    /// A store that lives as long as the process, for a workspace that cannot be written to.
    ///
    /// # Errors
    ///
    /// If SQLite has no memory.
    pub fn in_memory() -> Result<Store, StoreError> {
        Self::over(Connection::open_in_memory()?, PathBuf::new())
    }

    fn over(mut connection: Connection, folder: PathBuf) -> Result<Store, StoreError> {
        connection.busy_timeout(PATIENCE)?;
        // Two editors may open it at the same moment, and for this SQLite does not wait by itself.
        let end = Instant::now() + PATIENCE;
        while let Err(error) = connection.pragma_update(None, "journal_mode", "wal") {
            let busy = error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy);
            if !busy || Instant::now() >= end {
                return Err(error.into());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        connection.pragma_update(None, "synchronous", "normal")?;
        let version = |connection: &Connection| -> Result<i64, rusqlite::Error> {
            connection.pragma_query_value(None, "user_version", |row| row.get(0))
        };
        if version(&connection)? < VERSION {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another process may have been faster.
            if version(&transaction)? < VERSION {
                // The first version had this table with other columns, and never anything in it.
                transaction.execute_batch(&format!(
                    "drop table if exists vectors; {TABLES} pragma user_version = {VERSION};"
                ))?;
            }
            transaction.commit()?;
        }
        if version(&connection)? > VERSION {
            return Err(StoreError::Newer(folder.join(FILE)));
        }
        Ok(Store { connection, folder })
    }

    /// The folder in the workspace.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The number of a question; the same text, whatever its spaces and capitals, is the same question.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn question(&self, text: &str, today: &str) -> Result<QuestionId, StoreError> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        self.connection.execute(
            "insert into questions (text, asked) values (?1, ?2) on conflict (text) do nothing",
            params![text, today],
        )?;
        let id = self
            .connection
            .query_row("select id from questions where text = ?1", [text], |row| row.get(0))?;
        Ok(QuestionId(id))
    }

    /// The questions that were asked, the last first.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn questions(&self) -> Result<Vec<(QuestionId, String)>, StoreError> {
        let mut statement = self.connection.prepare("select id, text from questions order by id desc")?;
        let rows = statement.query_map([], |row| Ok((QuestionId(row.get(0)?), row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds what a search found, as one step. A work that is there keeps its place, its better relevance and the
    /// fuller record.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn add(
        &mut self,
        question: QuestionId,
        round: u32,
        found: &SearchResults,
        passages: &dyn Fn(&Record) -> Vec<Passage>,
        today: &str,
    ) -> Result<Added, StoreError> {
        let mut added = Added::default();
        let transaction = self.connection.transaction()?;
        for asked in &found.asked {
            let hits = asked.hits.and_then(|hits| i64::try_from(hits).ok());
            transaction.execute(
                "insert into searches (question, round, source, words, date, hits, problem) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 on conflict (question, source, words) do update set date = excluded.date,
                 hits = coalesce(excluded.hits, hits), problem = excluded.problem",
                params![question.0, round, asked.source, asked.words, today, hits, asked.problem],
            )?;
        }
        for candidate in &found.candidates {
            let keys = identity::keys(&candidate.record.work);
            let mut known: Option<i64> = None;
            for key in &keys {
                known = transaction
                    .query_row("select work from work_keys where key = ?1", [key], |row| row.get(0))
                    .optional()?;
                if known.is_some() {
                    break;
                }
            }
            let work = match known {
                Some(work) => {
                    let old: String =
                        transaction
                            .query_row("select record from works where id = ?1", [work], |row| row.get(0))?;
                    if let Some(merged) = merged(read(&old), &candidate.record) {
                        transaction.execute(
                            "update works set record = ?2, handle = ?3 where id = ?1",
                            params![work, write(&merged), identity::handle(&merged.work)],
                        )?;
                    }
                    work
                }
                None => {
                    transaction.execute(
                        "insert into works (handle, record) values (?1, ?2)",
                        params![candidate.handle, write(&candidate.record)],
                    )?;
                    transaction.last_insert_rowid()
                }
            };
            for key in &keys {
                transaction.execute(
                    "insert into work_keys (key, work) values (?1, ?2) on conflict (key) do nothing",
                    params![key, work],
                )?;
            }
            let is_new = transaction.execute(
                "insert into evidence (question, work, relevance, round, passages) values (?1, ?2, ?3, ?4, ?5)
                 on conflict (question, work) do nothing",
                params![question.0, work, f64::from(candidate.relevance), round, write(&passages(&candidate.record))],
            )? > 0;
            if is_new {
                added.new += 1;
            } else {
                added.known += 1;
                transaction.execute(
                    "update evidence set relevance = max(relevance, ?3) where question = ?1 and work = ?2",
                    params![question.0, work, f64::from(candidate.relevance)],
                )?;
            }
        }
        transaction.commit()?;
        Ok(added)
    }

    /// The evidence of a question, most relevant first, retracted work last.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn evidence(&self, question: QuestionId) -> Result<Vec<Evidence>, StoreError> {
        let mut statement = self.connection.prepare(
            "select works.handle, works.record, evidence.relevance, evidence.passages, evidence.round
             from evidence join works on works.id = evidence.work where evidence.question = ?1
             order by evidence.relevance desc, works.handle",
        )?;
        let rows = statement.query_map([question.0], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, f64>(2)?,
                row.get::<_, String>(3)?,
                row.get::<_, u32>(4)?,
            ))
        })?;
        let mut out = Vec::new();
        for row in rows {
            let (handle, record, relevance, passages, round) = row?;
            // A record that a later version wrote in another way is left out, and the rest stands.
            let Some(record) = read::<Record>(&record) else { continue };
            #[expect(clippy::cast_possible_truncation, reason = "it was made of one")]
            let relevance = relevance as f32;
            out.push(Evidence {
                handle,
                relevance,
                passages: read(&passages).unwrap_or_default(),
                round,
                study: Study::of(&record),
                standing: PublicationStatus::of_record(&record),
                record,
            });
        }
        out.sort_by_key(|evidence| evidence.standing == PublicationStatus::Retracted);
        Ok(out)
    }

    /// The searches that were made for a question, in order.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn searches(&self, question: QuestionId) -> Result<Vec<StoredSearch>, StoreError> {
        let mut statement = self.connection.prepare(
            "select round, date, source, words, hits, problem from searches where question = ?1 order by round, rowid",
        )?;
        let rows = statement.query_map([question.0], |row| {
            Ok(StoredSearch {
                round: row.get(0)?,
                date: row.get(1)?,
                asked: SourceQuery {
                    source: row.get(2)?,
                    words: row.get(3)?,
                    hits: row.get::<_, Option<i64>>(4)?.and_then(|hits| usize::try_from(hits).ok()),
                    problem: row.get(5)?,
                },
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds hypotheses behind those that are there; one that is there is replaced by its newer self.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn add_hypotheses<T: Serialize>(
        &mut self,
        question: QuestionId,
        hypotheses: &[(String, T)],
    ) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        for (mechanism, body) in hypotheses {
            transaction.execute(
                "insert into hypotheses (question, mechanism, body) values (?1, ?2, ?3)
                 on conflict (question, mechanism) do update set body = excluded.body",
                params![question.0, mechanism, write(body)],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The hypotheses of a question, the oldest first.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn hypotheses<T: DeserializeOwned>(&self, question: QuestionId) -> Result<Vec<T>, StoreError> {
        let mut statement =
            self.connection.prepare("select body from hypotheses where question = ?1 order by id")?;
        let rows = statement.query_map([question.0], |row| row.get::<_, String>(0))?;
        let mut out = Vec::new();
        for row in rows {
            out.extend(read(&row?));
        }
        Ok(out)
    }

    /// Keeps what was judged in a round.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn add_judgement<T: Serialize>(
        &self,
        question: QuestionId,
        round: u32,
        today: &str,
        body: &T,
    ) -> Result<(), StoreError> {
        self.connection.execute(
            "insert into judgements (question, round, date, body) values (?1, ?2, ?3, ?4)",
            params![question.0, round, today, write(body)],
        )?;
        Ok(())
    }

    /// Keeps a report.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn add_report<T: Serialize>(
        &self,
        question: QuestionId,
        today: &str,
        body: &T,
    ) -> Result<(), StoreError> {
        self.connection.execute(
            "insert into reports (question, date, body) values (?1, ?2, ?3)",
            params![question.0, today, write(body)],
        )?;
        Ok(())
    }

    /// A work of the store by any of its keys (`pmid:1`, `doi:10.1/x`).
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn work(&self, key: &str) -> Result<Option<Record>, StoreError> {
        let record: Option<String> = self
            .connection
            .query_row(
                "select works.record from work_keys join works on works.id = work_keys.work where key = ?1",
                [key],
                |row| row.get(0),
            )
            .optional()?;
        Ok(record.as_deref().and_then(read))
    }
}

/// The fuller of two records of one work, with the notices of both; `None` where nothing changes.
fn merged(old: Option<Record>, new: &Record) -> Option<Record> {
    let Some(old) = old else { return Some(new.clone()) };
    let mut out =
        if old.work.summary.is_none() && new.work.summary.is_some() { new.clone() } else { old.clone() };
    for identifier in old.work.identifiers.iter().chain(new.work.identifiers.iter()) {
        if !out.work.identifiers.iter().any(|own| own == identifier) {
            out.work.identifiers.insert(identifier.clone());
        }
    }
    for notice in old.notices.iter().chain(&new.notices) {
        if !out.notices.contains(notice) {
            out.notices.push(notice.clone());
        }
    }
    for kind in &new.types {
        if !out.types.contains(kind) {
            out.types.push(kind.clone());
        }
    }
    (out != old).then_some(out)
}

fn write<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::evidence::TextDigest;
    use crate::passage::passages;
    use crate::testing::{library, record};
    use crate::{Query, Vocabulary, search};
    use referee_bibliography::Identifier;

    fn found(records: Vec<Record>) -> SearchResults {
        search(&Query::of("metformin AMPK", &Vocabulary::shipped()), &library(records), 10)
    }

    #[test]
    fn what_is_found_again_stays_and_is_stored_once() {
        let mut store = Store::in_memory().unwrap();
        let question = store.question("Metformin  and AMPK?", "2026-11-20").unwrap();
        assert_eq!(store.question("metformin and ampk?", "2026-11-21").unwrap(), question);
        let one = found(vec![record(1, "Metformin and AMPK", "")]);
        assert_eq!(
            store.add(question, 1, &one, &passages, "2026-11-20").unwrap(),
            Added { new: 1, known: 0 }
        );
        let mut fuller = record(1, "Metformin and AMPK", "Metformin activated AMPK.");
        fuller.work.identifiers.insert(Identifier::Doi("10.1/x".into()));
        let again = found(vec![fuller]);
        assert_eq!(
            store.add(question, 2, &again, &passages, "2026-11-20").unwrap(),
            Added { new: 0, known: 1 }
        );
        let evidence = store.evidence(question).unwrap();
        assert_eq!((evidence.len(), evidence[0].round), (1, 1));
        assert!(evidence[0].record.work.summary.is_some());
        assert!(store.work("doi:10.1/x").unwrap().is_some());
        assert_eq!(store.searches(question).unwrap().len(), 1);
    }

    #[test]
    fn the_store_keeps_itself_out_of_version_control_and_survives_its_process() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        let question = store.question("q", "2026-11-20").unwrap();
        store
            .add(question, 1, &found(vec![record(1, "Metformin and AMPK", "")]), &passages, "2026-11-20")
            .unwrap();
        // A process that is killed does not close its files.
        std::mem::forget(store);
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.evidence(question).unwrap().len(), 1);
        assert!(
            std::fs::read_to_string(folder.path().join(".referee/.gitignore")).unwrap().contains("\n*\n")
        );
    }

    #[test]
    fn a_store_of_the_first_version_keeps_what_it_has_and_takes_vectors() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        let question = store.question("q", "2026-11-20").unwrap();
        let one = found(vec![record(1, "Metformin and AMPK", "")]);
        store.add(question, 1, &one, &passages, "2026-11-20").unwrap();
        let first = "drop table vectors; pragma user_version = 1;
            create table vectors (work integer not null, embedder text not null, vector blob not null, primary key (work, embedder)) without rowid;";
        store.connection.execute_batch(first).unwrap();
        drop(store);
        let mut store = Store::open(folder.path()).unwrap();
        assert_eq!(store.evidence(question).unwrap().len(), 1);
        store.add_vectors("a", &[(TextDigest::of("x"), vec![1.0])]).unwrap();
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.vectors("a", &[TextDigest::of("x")]).unwrap().len(), 1);
        store.connection.execute_batch("pragma user_version = 3;").unwrap();
        drop(store);
        assert!(matches!(Store::open(folder.path()), Err(StoreError::Newer(_))));
    }

    #[test]
    fn a_file_that_is_no_store_is_said_to_be_none() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(".referee")).unwrap();
        std::fs::write(folder.path().join(".referee/evidence.sqlite"), "not a database, but longer than one page header of a hundred bytes would be, so that it is read as such and found out").unwrap();
        assert!(Store::open(folder.path()).is_err());
    }
}
