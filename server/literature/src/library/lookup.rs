//! Looks up statements by exact keys, and merges those about the same work.

use super::ledger::ImportedFile;
use super::schema::{LEDGER, read_statement};
use super::snapshot::Snapshot;
use crate::import::{guideline_key, last_document};
use referee_bibliography::Identifier;
use referee_records::journals::Journals;
use referee_records::merge::{self, Merged, Statement};
use referee_records::record::Record;
use referee_records::{keys, words};
use std::collections::HashSet;
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{DocAddress, DocSet, TERMINATED, TantivyDocument, Term};

/// The maximum number of statements per work; a DOI that hundreds of meeting abstracts share must
/// not slow down each of them.
const MAX_STATEMENTS: usize = 48;

/// The maximum number of parts of a guideline.
const MAX_GUIDELINE_PARTS: usize = 10_000;

impl Snapshot {
    /// Returns the documents with this term, at most `limit`.
    pub(super) fn with_term(&self, term: &Term, limit: usize) -> tantivy::Result<Vec<DocAddress>> {
        let mut out = Vec::new();
        for (segment, reader) in (0_u32..).zip(self.searcher.segment_readers()) {
            let index = reader.inverted_index(term.field())?;
            let Some(mut postings) = index.read_postings(term, IndexRecordOption::Basic)? else { continue };
            let alive = reader.alive_bitset();
            let mut doc = postings.doc();
            while doc != TERMINATED && out.len() < limit {
                if alive.is_none_or(|alive| alive.is_alive(doc)) {
                    out.push(DocAddress::new(segment, doc));
                }
                doc = postings.advance();
            }
        }
        Ok(out)
    }

    pub(super) fn with_text(
        &self,
        field: Field,
        text: &str,
        limit: usize,
    ) -> tantivy::Result<Vec<DocAddress>> {
        self.with_term(&Term::from_field_text(field, text), limit)
    }

    /// Returns the stored blob of a document.
    pub(super) fn blob(&self, address: DocAddress) -> tantivy::Result<Vec<u8>> {
        let document: TantivyDocument = self.searcher.doc(address)?;
        let blob = document.get_first(self.fields.blob);
        Ok(blob.and_then(|value| value.as_bytes()).map(<[u8]>::to_vec).unwrap_or_default())
    }

    /// Returns the statement in a document. `None` if it cannot be read, which is logged once, or
    /// if a statement in a later shard replaces it.
    pub(super) fn statement(&self, address: DocAddress) -> tantivy::Result<Option<Statement>> {
        match read_statement(&self.blob(address)?) {
            Ok(statement) => {
                let is_replaced = match &self.parts {
                    Some(parts) => parts.is_replaced(
                        &self.searcher,
                        &self.fields,
                        address.segment_ord,
                        &statement.key,
                    )?,
                    None => false,
                };
                Ok((!is_replaced).then_some(statement))
            }
            Err(error) => {
                tracing::warn!("a record of the library cannot be read: {error}");
                Ok(None)
            }
        }
    }

    /// See [`super::Library::get`].
    pub(super) fn get(&self, identifier: &Identifier) -> tantivy::Result<Vec<Record>> {
        let found = self.with_keys(&[keys::exact_key(identifier)])?;
        if found.is_empty() { self.with_keys(&keys::other_versions(identifier)) } else { Ok(found) }
    }

    /// Returns the records that have one of these keys.
    fn with_keys(&self, wanted: &[String]) -> tantivy::Result<Vec<Record>> {
        let mut seeds = Vec::new();
        for key in wanted {
            seeds.extend(self.with_text(self.fields.id, key, MAX_STATEMENTS)?);
        }
        if seeds.is_empty() {
            return Ok(Vec::new());
        }
        let mut records = self.merged(seeds, None, wanted)?;
        records.retain(|Merged { record, .. }| {
            record.work.identifiers.iter().flat_map(keys::record_keys).any(|key| wanted.contains(&key))
        });
        Ok(records.into_iter().map(|merged| merged.record).collect())
    }

    /// Returns the records of these documents and of all others about the same works, with the
    /// notices that other records announce about them. `read` is a document whose statement has
    /// already been read. Documents with a key in `found_by` are already among the seeds.
    pub(super) fn merged(
        &self,
        seeds: Vec<DocAddress>,
        mut read: Option<(DocAddress, Statement)>,
        found_by: &[String],
    ) -> tantivy::Result<Vec<Merged>> {
        let mut seen: HashSet<DocAddress> = HashSet::new();
        let mut asked: HashSet<String> = found_by.iter().cloned().collect();
        let mut waiting = seeds;
        waiting.extend(read.as_ref().map(|(address, _)| *address));
        let mut statements = Vec::new();
        while let Some(address) = waiting.pop() {
            if statements.len() >= MAX_STATEMENTS || !seen.insert(address) {
                continue;
            }
            let known = read.take_if(|(of, _)| *of == address).map(|(_, statement)| statement);
            let statement = if known.is_some() { known } else { self.statement(address)? };
            let Some(statement) = statement else { continue };
            for key in keys::work_keys(&statement.record.work) {
                if !asked.contains(&key) {
                    waiting.extend(self.with_text(self.fields.id, &key, MAX_STATEMENTS)?);
                    asked.insert(key);
                }
            }
            statements.push(statement);
        }
        let mut records = merge::merge(statements);
        for Merged { record, .. } in &mut records {
            self.add_announcements(record)?;
        }
        Ok(records)
    }

    /// Adds what retraction notices, errata and similar records announce about the record.
    fn add_announcements(&self, record: &mut Record) -> tantivy::Result<()> {
        let mut announced = Vec::new();
        for identifier in &record.work.identifiers {
            let key = keys::exact_key(identifier);
            for address in self.with_text(self.fields.about, &key, MAX_STATEMENTS)? {
                let Some(statement) = self.statement(address)? else { continue };
                announced.extend(merge::announcements_about(&statement.record, &key));
            }
        }
        merge::announce(&mut record.notices, announced);
        Ok(())
    }

    /// Returns the parts of the guideline with this title, in order; if several documents have it,
    /// those of the last one.
    pub(super) fn guideline(&self, title: &str) -> tantivy::Result<Vec<Record>> {
        let mut parts = Vec::new();
        for address in self.with_text(self.fields.id, &guideline_key(title), MAX_GUIDELINE_PARTS)? {
            parts.extend(self.statement(address)?);
        }
        Ok(last_document(parts))
    }

    /// Returns the imported files, in the order of import.
    pub(super) fn ledger(&self) -> tantivy::Result<Vec<ImportedFile>> {
        let mut files = Vec::new();
        for address in self.with_text(self.fields.source, LEDGER, usize::MAX)? {
            match serde_json::from_slice::<ImportedFile>(&self.blob(address)?) {
                Ok(file) => files.push(file),
                Err(error) => {
                    tracing::warn!("an entry of the library's list of imports cannot be read: {error}")
                }
            }
        }
        files.sort_by_key(|file| file.number);
        Ok(files)
    }

    /// Returns the titles of all journals.
    pub(super) fn journals(&self) -> tantivy::Result<Journals> {
        let mut journals = Journals::default();
        for reader in self.searcher.segment_readers() {
            let index = reader.inverted_index(self.fields.journal)?;
            let mut terms = index.terms().stream()?;
            while let Some((term, _)) = terms.next() {
                if let Ok(name) = std::str::from_utf8(term) {
                    journals.add_key(name);
                }
            }
        }
        Ok(journals)
    }

    /// Returns whether there are records from a journal with exactly this title.
    pub(super) fn has_journal(&self, name: &str) -> bool {
        let term = Term::from_field_text(self.fields.journal, &words::journal_key(name));
        self.searcher.doc_freq(&term).is_ok_and(|found| found > 0)
    }

    /// Returns whether there are records with this DOI prefix.
    pub(super) fn has_doi_prefix(&self, prefix: &str) -> bool {
        let start = format!("doi:{prefix}/");
        self.searcher.segment_readers().iter().any(|reader| {
            let Ok(index) = reader.inverted_index(self.fields.id) else { return false };
            let Ok(mut terms) = index.terms().range().ge(&start).into_stream() else { return false };
            terms.next().is_some_and(|(term, _)| term.starts_with(start.as_bytes()))
        })
    }
}
