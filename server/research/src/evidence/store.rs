//! The evidence of a workspace: questions, the searches that were made for them, and the works that were found.
//!
//! Every change is one transaction of a write-ahead log: a process that is killed loses what it had not finished
//! and nothing else. What is stored twice is stored once: works are merged by their identifiers. Each record is stored
//! with a digest, and one that no longer fits its digest is left out.

use super::Evidence;
use super::database;
use super::error::StoreError;
use super::location::EvidenceLocation;
use crate::identity;
use crate::passage::{Passage, stored_text};
use crate::publication_status::PublicationStatus;
use crate::search::{SearchResults, SourceQuery};
use crate::study::Study;
use referee_citations::EvidenceIndex;
use referee_records::Record;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use siphasher::sip::SipHasher13;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

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

/// A work that is taken over from the store of somebody else.
pub(super) struct ImportedWork<'a> {
    pub(super) record: &'a Record,
    pub(super) relevance: f64,
    pub(super) round: u32,
}

/// The evidence of a workspace.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    put_aside: Option<PathBuf>,
    damaged_works: usize,
}

impl Store {
    /// Opens the store of a workspace, and makes it where there is none. A damaged file is put aside
    /// ([`Store::put_aside`]) and a new one begun.
    ///
    /// # Errors
    ///
    /// If it cannot be made, read or written, is no regular file, or a later version wrote it.
    pub fn open(location: &EvidenceLocation) -> Result<Store, StoreError> {
        let (connection, put_aside) = database::open(location)?;
        let mut store = Store { connection, put_aside, damaged_works: 0 };
        store.damaged_works = store.remove_damaged_works()?;
        Ok(store)
    }

    /// Opens the store of a workspace for reading, as a review does; `None` where there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is no regular file or no store, or a later version wrote it.
    pub fn open_read_only(location: &EvidenceLocation) -> Result<Option<Store>, StoreError> {
        let connection = database::open_read_only(location)?;
        Ok(connection.map(|connection| Store { connection, put_aside: None, damaged_works: 0 }))
    }

    /// Makes a store that lives as long as the process: for the questions of a clinical note, and for a user without a
    /// folder that can be written to.
    ///
    /// # Errors
    ///
    /// If SQLite has no memory.
    pub fn in_memory() -> Result<Store, StoreError> {
        Ok(Store { connection: database::in_memory()?, put_aside: None, damaged_works: 0 })
    }

    /// Removes the store of a workspace, with its journals and what was put aside.
    ///
    /// # Errors
    ///
    /// If a file cannot be removed.
    pub fn remove(location: &EvidenceLocation) -> Result<(), StoreError> {
        match std::fs::remove_dir_all(location.folder()) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                Err(StoreError::Folder { path: location.folder().to_owned(), source })
            }
            _ => Ok(()),
        }
    }

    /// The name under which a damaged file was put aside when this store was opened.
    #[must_use]
    pub fn put_aside(&self) -> Option<&Path> {
        self.put_aside.as_deref()
    }

    /// The number of works that were removed when this store was opened, because they no longer fitted their digest.
    #[must_use]
    pub fn damaged_works(&self) -> usize {
        self.damaged_works
    }

    /// Removes works whose record does not fit its digest, with everything that refers to them.
    fn remove_damaged_works(&mut self) -> Result<usize, StoreError> {
        let damaged: Vec<i64> = {
            let mut statement = self.connection.prepare("select id, record, digest from works")?;
            let mut rows = statement.query([])?;
            let mut damaged = Vec::new();
            while let Some(row) = rows.next()? {
                let record = row.get_ref(1)?.as_bytes().unwrap_or_default();
                if row.get::<_, i64>(2).ok() != Some(digest(record)) {
                    damaged.push(row.get(0)?);
                }
            }
            damaged
        };
        let transaction = self.connection.transaction()?;
        // What points nowhere belonged to a row whose number is damaged.
        let dangling = transaction.execute(
            "delete from evidence where question not in (select id from questions)
             or work not in (select id from works)",
            [],
        )?;
        for id in &damaged {
            transaction.execute("delete from evidence where work = ?1", [id])?;
            transaction.execute("delete from work_keys where work = ?1", [id])?;
            transaction.execute("delete from works where id = ?1", [id])?;
        }
        transaction.commit()?;
        Ok(damaged.len() + dangling)
    }

    /// A value that this store keeps about itself.
    pub(super) fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        let value = self
            .connection
            .query_row("select value from meta where key = ?1", [key], |row| row.get(0))
            .optional()?;
        Ok(value)
    }

    pub(super) fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.connection.execute(
            "insert into meta (key, value) values (?1, ?2) on conflict (key) do update set value = excluded.value",
            [key, value],
        )?;
        Ok(())
    }

    /// What the store holds, for the review of drafts.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn index(&self) -> Result<EvidenceIndex, StoreError> {
        let mut index = EvidenceIndex::default();
        let mut statement = self.connection.prepare("select record, digest from works order by id")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let Some(record) = sound_record(row.get_ref(0)?.as_str().ok(), row.get(1)?) else { continue };
            let keys = identity::keys(&record.work);
            index.add_work(&identity::handle(&record.work), PublicationStatus::of_record(&record), keys);
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
            let work = put_work(&transaction, &candidate.record)?;
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

    /// Adds works that another store had for a question, as one step.
    pub(super) fn add_imported(
        &mut self,
        question: &str,
        works: &[ImportedWork<'_>],
        today: &str,
    ) -> Result<(), StoreError> {
        let question = self.question(question, today)?;
        let transaction = self.connection.transaction()?;
        for one in works {
            let work = put_work(&transaction, one.record)?;
            transaction.execute(
                "insert into evidence (question, work, relevance, round, passages) values (?1, ?2, ?3, ?4, '[]')
                 on conflict (question, work) do nothing",
                params![question.0, work, one.relevance, one.round],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The evidence of a question, most relevant first, retracted work last.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn evidence(&self, question: QuestionId) -> Result<Vec<Evidence>, StoreError> {
        let mut statement = self.connection.prepare(
            "select works.handle, works.record, evidence.relevance, evidence.passages, evidence.round, works.digest
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
                row.get::<_, i64>(5)?,
            ))
        })?;
        let mut out = Vec::new();
        for row in rows {
            let (handle, record, relevance, passages, round, digest) = row?;
            // A damaged record is left out, and the rest stands.
            let Some(record) = sound_record(Some(&record), digest) else { continue };
            #[expect(clippy::cast_possible_truncation, reason = "it was made of one")]
            let relevance = relevance as f32;
            let stored = stored_text(&record);
            let mut passages: Vec<Passage> = read(&passages).unwrap_or_default();
            passages.retain(|passage| stored.contains(&passage.text));
            out.push(Evidence {
                handle,
                relevance,
                passages,
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
        let stored: Option<(String, i64)> = self
            .connection
            .query_row(
                "select works.record, works.digest from work_keys join works on works.id = work_keys.work where key = ?1",
                [key],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()?;
        Ok(stored.and_then(|(record, digest)| sound_record(Some(&record), digest)))
    }
}

/// Adds a work, or merges it into the record of the same work, and returns its number.
fn put_work(transaction: &Transaction<'_>, record: &Record) -> Result<i64, StoreError> {
    let keys = identity::keys(&record.work);
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
            let (old, digest): (String, i64) =
                transaction.query_row("select record, digest from works where id = ?1", [work], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?;
            if let Some(merged) = merged(sound_record(Some(&old), digest), record) {
                let text = write(&merged);
                transaction.execute(
                    "update works set record = ?2, handle = ?3, digest = ?4 where id = ?1",
                    params![work, text, identity::handle(&merged.work), self::digest(text.as_bytes())],
                )?;
            }
            work
        }
        None => {
            let text = write(record);
            transaction.execute(
                "insert into works (handle, record, digest) values (?1, ?2, ?3)",
                params![identity::handle(&record.work), text, digest(text.as_bytes())],
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
    Ok(work)
}

/// The digest that a stored record is checked by; it stays the same from version to version.
fn digest(text: &[u8]) -> i64 {
    let mut hasher = SipHasher13::new();
    hasher.write(text);
    hasher.finish().cast_signed()
}

/// Reads a stored record; `None` where it does not fit its digest.
fn sound_record(text: Option<&str>, stored_digest: i64) -> Option<Record> {
    let text = text.filter(|text| digest(text.as_bytes()) == stored_digest)?;
    read(text)
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

    fn one_work(folder: &Path) -> (EvidenceLocation, QuestionId) {
        let location = EvidenceLocation::below(&folder.join("state"), folder);
        let mut store = Store::open(&location).unwrap();
        let question = store.question("q", "2026-11-20").unwrap();
        let one = found(vec![record(1, "Metformin and AMPK", "Metformin activated AMPK.")]);
        store.add(question, 1, &one, &passages, "2026-11-20").unwrap();
        (location, question)
    }

    #[test]
    fn evidence_is_kept_for_this_user_alone_and_survives_its_process() {
        let folder = tempfile::tempdir().unwrap();
        let (location, question) = one_work(folder.path());
        // A process that is killed does not close its files.
        std::mem::forget(Store::open(&location).unwrap());
        let store = Store::open(&location).unwrap();
        assert_eq!(store.evidence(question).unwrap().len(), 1);
        assert!(!folder.path().join(".referee").exists());
        #[cfg(unix)]
        for entry in std::fs::read_dir(location.folder()).unwrap() {
            use std::os::unix::fs::PermissionsExt;
            let entry = entry.unwrap();
            assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{entry:?}");
            let folder = std::fs::metadata(location.folder()).unwrap();
            assert_eq!(folder.permissions().mode() & 0o777, 0o700);
        }
    }

    #[test]
    fn a_review_changes_no_byte_of_a_store() {
        let folder = tempfile::tempdir().unwrap();
        let (location, question) = one_work(folder.path());
        let before = std::fs::read(location.file()).unwrap();
        let store = Store::open_read_only(&location).unwrap().unwrap();
        assert_eq!(store.evidence(question).unwrap().len(), 1);
        assert!(store.question("another", "2026-11-20").is_err());
        drop(store);
        assert_eq!(std::fs::read(location.file()).unwrap(), before);
        let nowhere = EvidenceLocation::below(&folder.path().join("nowhere"), folder.path());
        assert!(Store::open_read_only(&nowhere).unwrap().is_none());
        assert!(!nowhere.folder().exists());
    }

    #[test]
    fn a_file_that_is_no_store_is_put_aside_unchanged_and_a_new_one_begun() {
        let folder = tempfile::tempdir().unwrap();
        let location = EvidenceLocation::below(folder.path(), folder.path());
        std::fs::create_dir_all(location.folder()).unwrap();
        let foreign = Connection::open(location.file()).unwrap();
        foreign.execute_batch("create table vectors (x); insert into vectors values (7);").unwrap();
        drop(foreign);
        let bytes = std::fs::read(location.file()).unwrap();
        assert!(matches!(Store::open_read_only(&location), Err(StoreError::Foreign { .. })));
        let store = Store::open(&location).unwrap();
        assert_eq!(std::fs::read(store.put_aside().unwrap()).unwrap(), bytes);
        assert!(store.questions().unwrap().is_empty());
    }

    #[test]
    fn views_triggers_and_later_versions_are_refused() {
        for (statement, is_newer) in [
            ("create view works_too as select * from works", false),
            ("create trigger t after insert on works begin delete from evidence; end", false),
            (
                "drop table vectors; create view vectors as select 1 as embedder, 2 as text, 3 as vector",
                false,
            ),
            ("pragma user_version = 99", true),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let (location, _) = one_work(folder.path());
            let forger = Connection::open(location.file()).unwrap();
            forger.execute_batch(statement).unwrap();
            forger.pragma_update(None, "journal_mode", "delete").unwrap();
            drop(forger);
            let read = Store::open_read_only(&location);
            match is_newer {
                true => assert!(matches!(read, Err(StoreError::Newer(_))), "{statement}: {read:?}"),
                false => assert!(matches!(read, Err(StoreError::Foreign { .. })), "{statement}: {read:?}"),
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_store_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (location, _) = one_work(folder.path());
        let other = folder.path().join("other.sqlite");
        std::fs::rename(location.file(), &other).unwrap();
        std::os::unix::fs::symlink(&other, location.file()).unwrap();
        let before = std::fs::read(&other).unwrap();
        assert!(matches!(Store::open(&location), Err(StoreError::NotAFile(_))));
        assert!(matches!(Store::open_read_only(&location), Err(StoreError::NotAFile(_))));
        assert_eq!(std::fs::read(&other).unwrap(), before);
    }

    #[test]
    fn a_record_whose_bytes_were_changed_is_left_out_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let (location, question) = one_work(folder.path());
        let store = Store::open(&location).unwrap();
        store
            .connection
            .execute("update works set record = replace(record, 'activated', 'inhibited')", [])
            .unwrap();
        assert!(store.evidence(question).unwrap().is_empty());
        drop(store);
        let store = Store::open(&location).unwrap();
        assert_eq!((store.damaged_works(), store.evidence(question).unwrap().len()), (1, 0));
    }

    #[test]
    fn a_full_disk_is_said_and_what_was_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (location, question) = one_work(folder.path());
        let mut store = Store::open(&location).unwrap();
        let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
        store.connection.pragma_update(None, "max_page_count", pages).unwrap();
        let long = "Metformin and AMPK in many words. ".repeat(2_000);
        let more = found(vec![record(2, "Metformin and AMPK", &long)]);
        let full = store.add(question, 2, &more, &passages, "2026-11-20");
        assert!(matches!(full, Err(StoreError::Full(_))), "{full:?}");
        drop(store);
        assert_eq!(Store::open(&location).unwrap().evidence(question).unwrap().len(), 1);
    }

    #[test]
    fn what_was_exported_is_imported_and_the_file_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (location, _) = one_work(folder.path());
        let file = location.workspace_file();
        Store::open(&location).unwrap().export(&file).unwrap();
        assert!(Store::open(&location).unwrap().export(&file).is_err());
        let before = std::fs::read(&file).unwrap();
        let other = EvidenceLocation::below(&folder.path().join("other"), folder.path());
        let mut store = Store::open(&other).unwrap();
        assert!(store.has_unread_workspace_file(&other) && store.questions().unwrap().is_empty());
        let imported = store.import(&other, &file, "2026-11-20").unwrap();
        assert_eq!((imported.works, imported.questions, imported.unreadable), (1, 1, 0));
        assert!(!store.has_unread_workspace_file(&other));
        assert_eq!(std::fs::read(&file).unwrap(), before);
        assert!(store.work("pmid:1").unwrap().is_some());
        assert!(!log_exists(&file) && std::fs::read_dir(other.folder()).unwrap().count() <= 3);
    }

    fn log_exists(file: &Path) -> bool {
        file.with_file_name("evidence.sqlite-wal").exists()
            || file.with_file_name("evidence.sqlite-shm").exists()
    }

    #[test]
    fn a_store_that_an_older_version_kept_in_the_workspace_is_imported() {
        let folder = tempfile::tempdir().unwrap();
        let location = EvidenceLocation::below(&folder.path().join("state"), folder.path());
        let file = location.workspace_file();
        std::fs::create_dir(file.parent().unwrap()).unwrap();
        let old = Connection::open(&file).unwrap();
        old.execute_batch(
            "create table questions (id integer primary key, text text not null unique, asked text not null);
             create table works (id integer primary key, handle text not null, record text not null);
             create table evidence (question integer not null, work integer not null, relevance real not null,
                round integer not null, passages text not null, primary key (question, work)) without rowid;
             insert into questions values (4, 'metformin', '2026-01-01');
             insert into evidence values (4, 9, 0.5, 1, '[]'), (4, 77, 0.5, 1, '[]');
             pragma user_version = 2;",
        )
        .unwrap();
        let text = write(&record(1, "Metformin and AMPK", ""));
        old.execute("insert into works values (9, 'pmid:1', ?1)", [text]).unwrap();
        drop(old);
        let mut store = Store::open(&location).unwrap();
        let imported = store.import(&location, &file, "2026-11-20").unwrap();
        assert_eq!((imported.works, imported.questions, imported.unreadable), (1, 1, 1));
        let question = store.question("metformin", "2026-11-20").unwrap();
        assert_eq!(store.evidence(question).unwrap().len(), 1);
    }
}
