//! Changes a library.

use super::directory::IndexDirectory;
use super::error::Damage;
use super::file_in_progress::FileInProgress;
use super::format::{self, INDEX};
use super::import_target::{ImportTarget, import_records};
use super::imports_file;
use super::ledger::ImportedFile;
use super::lock::ImportLock;
use super::pubmed_numbers::PubmedNumbers;
use super::report::{FileReport, ImportOptions};
use super::schema::{Fields, LEDGER, age};
use super::snapshot::Snapshot;
use super::{Library, LibraryError};
use crate::import::Incoming;
use crate::private_files;
use referee_bibliography::{Date, Identifier};
use referee_records::keys;
use referee_records::merge::Statement;
use referee_records::record::Record;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use tantivy::indexer::LogMergePolicy;
use tantivy::{Index, IndexWriter, TantivyDocument, TantivyError, Term};

/// A library opened for writing. Only one may exist at a time, across all processes.
///
/// Each file is one commit: killing the process in the middle of a file loses only that file.
pub struct LibraryWriter {
    pub(super) root: PathBuf,
    pub(super) library: Library,
    fields: Fields,
    writer: IndexWriter,
    pub(super) ledger: Vec<ImportedFile>,
    known: Option<PubmedNumbers>,
    lookups: u32,
    _lock: ImportLock,
}

/// The part of a library to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The statements from this file: its path, or its file name if only one file has it.
    File(PathBuf),
    /// The statements of this source, for example `ris`.
    Source(String),
    /// The statements about the work with this identifier.
    Identifier(Identifier),
    /// Everything.
    All,
}

/// The number of index queries after which it is cheaper to read the set of all records once.
const MAX_INDEX_LOOKUPS: u32 = 5_000;

/// The file that is being imported into the library on this machine.
pub struct LocalFileInProgress {
    progress: FileInProgress,
    /// The ages of its uncommitted statements, by the hash of their keys.
    pending: FxHashMap<u64, u64>,
}

impl LibraryWriter {
    pub(super) fn open(root: &Path) -> Result<Self, LibraryError> {
        // Refuse a library of another format before changing its folder.
        format::check(root)?;
        let lock = ImportLock::acquire(root)?;
        // Another process may have created the library before this one had the lock.
        if !format::check(root)? {
            create_index(&root.join(INDEX)).map_err(|error| LibraryError::of_index(root, &error, None))?;
            format::write(root)?;
        }
        let Some(library) = Library::open(root)? else {
            return Err(LibraryError::damaged(root, Damage::Missing(format::FILE.into())));
        };
        LibraryWriter::of_library(library, lock)
    }

    /// Creates a writer of the library that was opened under `lock`.
    pub(super) fn of_library(library: Library, lock: ImportLock) -> Result<Self, LibraryError> {
        let root = library.path().to_owned();
        let writer = library
            .index
            .writer_with_num_threads::<TantivyDocument>(1, WRITER_MEMORY_BYTES)
            .map_err(|error| LibraryError::of_index(&root, &error, library.write_failure.take()))?;
        // Another import may have ended between opening and locking.
        library.generation();
        let ledger = library.imported()?;
        Ok(LibraryWriter {
            root,
            fields: library.fields,
            library,
            writer,
            ledger,
            known: None,
            lookups: 0,
            _lock: lock,
        })
    }

    /// Returns the library as of the last commit, for reading.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Imports records from memory as if they came from a file called `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to. Its previous content is kept.
    pub fn add_records(
        &mut self,
        name: &str,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<FileReport, LibraryError> {
        import_records(self, name, records)
    }

    /// Adds statements with their existing keys to a library that does not have them yet, such as a
    /// new shard of another library.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to. Its previous content is kept.
    pub fn add_statements(
        &mut self,
        statements: impl IntoIterator<Item = Statement>,
    ) -> Result<(), LibraryError> {
        for statement in statements {
            let document = (self.fields.document(&statement, 0))
                .map_err(|error| TantivyError::InternalError(error.to_string()));
            if let Err(error) = document.and_then(|document| self.writer.add_document(document)) {
                return Err(self.rolled_back(&error));
            }
        }
        self.commit()
    }

    /// Deletes all documents of a file; the ledger in memory is updated by the commit.
    fn forget(&self, number: u64) {
        self.writer.delete_term(Term::from_field_u64(self.fields.file, number));
    }

    fn add_record(
        &mut self,
        record: Record,
        file: &mut LocalFileInProgress,
        report: &mut FileReport,
    ) -> tantivy::Result<()> {
        let statement = file.progress.statement(record);
        let Statement { key, record } = &statement;
        let replaceable = !key.starts_with("file");
        if replaceable {
            let own = age(record.as_of);
            let hash = crate::candidates::hash(key);
            match file.pending.get(&hash) {
                Some(known) if *known > own => {
                    report.older += 1;
                    return Ok(());
                }
                Some(_) => {
                    self.writer.delete_term(Term::from_field_text(self.fields.key, key));
                    report.replaced += 1;
                }
                None => {
                    if let Some(known) =
                        self.age_of(key, record.work.identifiers.pmid(), file.progress.replaces())?
                    {
                        if known > own {
                            report.older += 1;
                            return Ok(());
                        }
                        self.writer.delete_term(Term::from_field_text(self.fields.key, key));
                        report.replaced += 1;
                    }
                }
            }
            file.pending.insert(hash, own);
            if let (Some(known), Some(pmid)) = (&mut self.known, record.work.identifiers.pmid()) {
                known.insert(pmid);
            }
        }
        let document = self
            .fields
            .document(&statement, file.progress.number())
            .map_err(|error| TantivyError::InternalError(error.to_string()))?;
        self.writer.add_document(document)?;
        file.progress.count(&statement.record, report);
        Ok(())
    }

    fn remove_pubmed_record(&mut self, pmid: u32, file: &mut LocalFileInProgress, report: &mut FileReport) {
        let key = format!("pubmed:{pmid}");
        file.pending.remove(&crate::candidates::hash(&key));
        self.writer.delete_term(Term::from_field_text(self.fields.key, &key));
        report.deleted += 1;
    }

    /// Returns the age of the statement with this key, if the library has one from another file
    /// than `replaced`.
    fn age_of(
        &mut self,
        key: &str,
        pmid: Option<u32>,
        replaced: Option<u64>,
    ) -> tantivy::Result<Option<u64>> {
        if let Some(pmid) = pmid
            && key.starts_with("pubmed:")
        {
            if self.known.is_none() && self.lookups >= MAX_INDEX_LOOKUPS {
                self.known = Some(self.library.snapshot().pubmed_numbers()?);
            }
            match &self.known {
                Some(known) if !known.may_have(pmid) => return Ok(None),
                Some(_) => {}
                None => self.lookups += 1,
            }
        }
        let snapshot = self.library.snapshot();
        for address in snapshot.with_text(self.fields.key, key, 4)? {
            let Some(segment) = snapshot.searcher.segment_readers().get(address.segment_ord as usize) else {
                continue;
            };
            let column = |name: &str| -> tantivy::Result<Option<u64>> {
                Ok(segment.fast_fields().u64(name)?.first(address.doc_id))
            };
            if replaced.is_some() && column("file")? == replaced {
                continue;
            }
            return Ok(Some(column("revised")?.unwrap_or(0)));
        }
        Ok(None)
    }

    /// Rolls back the uncommitted changes because of `error`, and converts the error.
    fn rolled_back(&mut self, error: &TantivyError) -> LibraryError {
        let problem = self.failure(error);
        if let Err(second) = self.roll_back() {
            tracing::warn!("{second}");
        }
        problem
    }

    fn commit(&mut self) -> Result<(), LibraryError> {
        if let Err(error) = self.writer.commit() {
            return Err(self.rolled_back(&error));
        }
        self.library.generation();
        Ok(())
    }

    /// Converts an error of the index, including the cause of a write error.
    fn failure(&self, error: &TantivyError) -> LibraryError {
        LibraryError::of_index(&self.root, error, self.library.write_failure.take())
    }

    /// Configures the merge policy of the following imports.
    pub(super) fn configure(&mut self, options: &ImportOptions) {
        let mut policy = LogMergePolicy::default();
        // Fewer, larger segments make each look-up cheaper; merging runs in parallel with the
        // import.
        policy.set_min_num_segments(options.merge_at.max(2));
        self.writer.set_merge_policy(Box::new(policy));
    }

    /// Removes what `selection` describes; returns the number of removed statements.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be written to. Then nothing is removed.
    pub fn remove(&mut self, selection: &Selection) -> Result<u64, LibraryError> {
        let before = self.library.snapshot().searcher.num_docs();
        let before = before.saturating_sub(self.ledger.len() as u64);
        match selection {
            Selection::All => {
                if let Err(error) = self.writer.delete_all_documents() {
                    return Err(self.rolled_back(&error));
                }
            }
            Selection::File(path) => {
                for number in ImportedFile::numbers_at(&self.ledger, path) {
                    self.forget(number);
                }
            }
            Selection::Source(source) if source == LEDGER => {}
            Selection::Source(source) => {
                self.writer.delete_term(Term::from_field_text(self.fields.source, source));
            }
            Selection::Identifier(identifier) => {
                self.writer.delete_term(Term::from_field_text(self.fields.id, &keys::exact_key(identifier)));
            }
        }
        self.commit()?;
        self.strike_empty_files()?;
        self.ledger = self.library.imported()?;
        imports_file::write(&self.root, &self.ledger);
        let after = self.library.snapshot().searcher.num_docs();
        Ok(before.saturating_sub(after.saturating_sub(self.ledger.len() as u64)))
    }

    /// Removes files without any remaining statement from the ledger, so that they can be imported
    /// again.
    fn strike_empty_files(&mut self) -> Result<(), LibraryError> {
        let snapshot = self.library.snapshot();
        let mut any = false;
        for file in self.library.imported()?.iter().filter(|file| file.records > 0) {
            let term = Term::from_field_u64(self.fields.file, file.number);
            // The entry of the ledger is one of the documents of the file.
            let left = snapshot.with_term(&term, 2).map_err(|error| self.failure(&error))?;
            if left.len() <= 1 {
                self.forget(file.number);
                any = true;
            }
        }
        if any { self.commit() } else { Ok(()) }
    }

    /// Waits until running merges of index segments are finished. Dropping the writer does not
    /// wait; merging then continues with the next import.
    ///
    /// # Errors
    ///
    /// Returns an error if merging fails. The library stays unchanged.
    pub fn close(self) -> Result<(), LibraryError> {
        let LibraryWriter { root, writer, library, ledger, _lock, .. } = self;
        writer
            .wait_merging_threads()
            .map_err(|error| LibraryError::of_index(&root, &error, library.write_failure.take()))?;
        imports_file::write(&root, &ledger);
        Ok(())
    }

    /// Returns the imported files.
    #[must_use]
    pub fn imported(&self) -> &[ImportedFile] {
        &self.ledger
    }
}

impl ImportTarget for LibraryWriter {
    type Error = LibraryError;
    type File = LocalFileInProgress;

    fn ledger(&self) -> &[ImportedFile] {
        &self.ledger
    }

    fn start(&mut self, path: &Path, as_of: Option<Date>) -> Result<LocalFileInProgress, LibraryError> {
        let progress = FileInProgress::new(&self.ledger, path, as_of);
        if let Some(replaced) = progress.replaces() {
            self.forget(replaced);
        }
        Ok(LocalFileInProgress { progress, pending: FxHashMap::default() })
    }

    fn apply(
        &mut self,
        incoming: Incoming,
        file: &mut LocalFileInProgress,
        report: &mut FileReport,
    ) -> Result<(), LibraryError> {
        match incoming {
            Incoming::Record(record) => {
                self.add_record(*record, file, report).map_err(|error| self.rolled_back(&error))
            }
            Incoming::Deleted(Identifier::Pmid(pmid)) => {
                self.remove_pubmed_record(pmid, file, report);
                Ok(())
            }
            Incoming::Deleted(_) => Ok(()),
        }
    }

    fn finish(
        &mut self,
        file: LocalFileInProgress,
        entry: ImportedFile,
        report: &mut FileReport,
    ) -> Result<(), LibraryError> {
        let entry = file.progress.completed(entry, report);
        let written =
            ledger_document(self.fields, &entry).and_then(|document| self.writer.add_document(document));
        if let Err(error) = written {
            return Err(self.rolled_back(&error));
        }
        self.commit()?;
        self.ledger.retain(|known| Some(known.number) != file.progress.replaces());
        self.ledger.push(entry);
        imports_file::write(&self.root, &self.ledger);
        Ok(())
    }

    fn roll_back(&mut self) -> Result<(), LibraryError> {
        self.known = None;
        self.lookups = 0;
        let rolled_back = self.writer.rollback().map(|_| ());
        rolled_back.map_err(|error| self.failure(&error))
    }
}

/// The memory for uncommitted documents of an import, in bytes.
pub(super) const WRITER_MEMORY_BYTES: usize = 128 << 20;

impl Library {
    /// Opens the library in `root` for imports; creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if another import is running, if the library has another format or is
    /// damaged, or if the folder cannot be written to.
    pub fn create_or_open_for_import(root: impl AsRef<Path>) -> Result<LibraryWriter, LibraryError> {
        LibraryWriter::open(root.as_ref())
    }
}

/// Creates an empty index, unless there is one.
pub(super) fn create_index(folder: &Path) -> tantivy::Result<()> {
    private_files::create_folder(folder)?;
    let directory = IndexDirectory::open(folder)?;
    // An import that was killed before the format file was written leaves an empty index.
    if !Index::exists(&directory)? {
        let (schema, _) = Fields::schema();
        Index::create(directory, schema, tantivy::IndexSettings::default())?;
    }
    Ok(())
}

pub(super) fn ledger_document(fields: Fields, entry: &ImportedFile) -> tantivy::Result<TantivyDocument> {
    let mut document = TantivyDocument::new();
    document.add_text(fields.source, LEDGER);
    document.add_u64(fields.file, entry.number);
    let blob = serde_json::to_vec(entry).map_err(|error| TantivyError::InternalError(error.to_string()))?;
    document.add_bytes(fields.blob, &blob);
    Ok(document)
}

impl Snapshot {
    /// Returns the PMIDs of all PubMed records.
    fn pubmed_numbers(&self) -> tantivy::Result<PubmedNumbers> {
        let mut known = PubmedNumbers::default();
        for reader in self.searcher.segment_readers() {
            let index = reader.inverted_index(self.fields.key)?;
            let mut terms = index.terms().range().ge("pubmed:").lt("pubmed;").into_stream()?;
            while let Some((term, _)) = terms.next() {
                let number = term.get(7..).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
                if let Some(number) = number {
                    known.insert(number);
                }
            }
        }
        Ok(known)
    }
}
