//! The evidence of a workspace: questions, the searches for them, and the works that were found.
//!
//! Every change is one transaction in a write-ahead log: a killed process loses only its unfinished
//! work. Works are merged by their identifiers, so that nothing is stored twice. Each record is
//! stored with a digest, and a record that no longer matches its digest is left out.

use super::Evidence;
use super::database;
use super::error::StoreError;
use super::location::EvidenceLocation;
use super::stored_work::{digest, put_work, read, sound_record, write};
use crate::identity;
use crate::passage::{Passage, stored_text};
use crate::publication_status::PublicationStatus;
use crate::search::{SearchResults, SourceQuery};
use crate::study::Study;
use referee_citations::EvidenceIndex;
use referee_records::Record;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// The id of a question in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuestionId(i64);

/// The counts of works that a search added to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Works that the question did not have yet.
    pub new: usize,
    /// Works that the question already had.
    pub known: usize,
}

/// A search that was made for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSearch {
    /// The round, from 1.
    pub round: u32,
    /// The date, as `2026-11-20`.
    pub date: String,
    /// The source, the query and the outcome.
    pub asked: SourceQuery,
}

/// A work that is imported from another store.
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
    /// Opens the store of a workspace, and creates it if it does not exist. A damaged file is moved
    /// aside ([`Store::put_aside`]) and a new one is created.
    ///
    /// # Errors
    ///
    /// If it cannot be created, read or written, is not a regular file, or was written by a later
    /// version.
    pub fn open(location: &EvidenceLocation) -> Result<Store, StoreError> {
        let (connection, put_aside) = database::open(location)?;
        let mut store = Store { connection, put_aside, damaged_works: 0 };
        store.damaged_works = store.remove_damaged_works()?;
        Ok(store)
    }

    /// Opens the store of a workspace for reading, as a review does; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is not a regular file or not a store, or was written by a later
    /// version.
    pub fn open_read_only(location: &EvidenceLocation) -> Result<Option<Store>, StoreError> {
        let connection = database::open_read_only(location)?;
        Ok(connection.map(|connection| Store { connection, put_aside: None, damaged_works: 0 }))
    }

    /// Creates a store that lives as long as the process: for the questions of a clinical note, and
    /// for a user without a writable folder.
    ///
    /// # Errors
    ///
    /// If SQLite runs out of memory.
    pub fn in_memory() -> Result<Store, StoreError> {
        Ok(Store { connection: database::in_memory()?, put_aside: None, damaged_works: 0 })
    }

    /// Removes the store of a workspace, with its journals and damaged files.
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

    /// Returns the path to which a damaged file was moved when this store was opened.
    #[must_use]
    pub fn put_aside(&self) -> Option<&Path> {
        self.put_aside.as_deref()
    }

    /// Returns the number of works that were removed when this store was opened, because they did
    /// not match their digest.
    #[must_use]
    pub fn damaged_works(&self) -> usize {
        self.damaged_works
    }

    /// Removes works whose record does not match its digest, with everything that refers to them.
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
        // Dangling references belonged to a row whose id is damaged.
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

    /// Returns a value that this store keeps about itself.
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

    /// Returns an index of the store for the review of drafts.
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

    /// Returns the id of a question; texts that differ only in spaces and capitals are the same
    /// question.
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

    /// Returns the questions, the latest first.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn questions(&self) -> Result<Vec<(QuestionId, String)>, StoreError> {
        let mut statement = self.connection.prepare("select id, text from questions order by id desc")?;
        let rows = statement.query_map([], |row| Ok((QuestionId(row.get(0)?), row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Adds the results of a search in one transaction. A known work keeps its place, the better
    /// relevance and the fuller record.
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

    /// Adds works that another store had for a question, in one transaction.
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

    /// Returns the evidence of a question, most relevant first, retracted works last.
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
            // Leave out a damaged record only.
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

    /// Returns the searches that were made for a question, in order.
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

    /// Adds hypotheses after the existing ones; an existing hypothesis is replaced by its newer
    /// version.
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

    /// Returns the hypotheses of a question, the oldest first.
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

    /// Stores the judgement of a round.
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

    /// Returns a work of the store by any of its keys (`pmid:1`, `doi:10.1/x`).
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

#[cfg(test)]
mod tests;
