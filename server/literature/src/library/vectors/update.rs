//! Computes the vectors of a library: for new and changed statements.

use super::super::lock::ImportLock;
use super::super::schema::read_statement;
use super::super::{Library, LibraryError};
use super::files::{self, NewRow, RowKey, VectorWriter};
use super::{embedded_text, remove_other_models};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tantivy::DocAddress;
use tokio_util::sync::CancellationToken;

/// Embeds texts, one vector per text.
type EmbedTexts<'a, E> = dyn FnMut(&[&str]) -> Result<Vec<Vec<f32>>, E> + 'a;

/// The file in the folder of the library that is locked while vectors are computed.
const LOCK: &str = "vectors.lock";

/// The number of texts per batch; at most one batch is computed again after a crash.
const BATCH_TEXTS: usize = 64;

/// The divisor of the share of stale rows above which they are removed: one in this many.
const MAX_STALE_SHARE: usize = 5;

/// Why vectors could not be computed. Those that were finished are kept.
#[derive(Debug, thiserror::Error)]
pub enum VectorUpdateError<E: std::error::Error + 'static> {
    /// Another process is computing vectors.
    #[error("vectors of the library in {} are being made by another process: wait until it ends", path.display())]
    Busy {
        /// The folder of the library.
        path: PathBuf,
    },
    /// The library cannot be read.
    #[error(transparent)]
    Library(LibraryError),
    /// The embedder failed.
    #[error(transparent)]
    Embedder(E),
    /// The embedder returned no vectors, vectors of different lengths, or too few.
    #[error("the embedding model did not answer with one vector for each text")]
    NoVectors,
    /// A file cannot be written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The folder of the vectors.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
}

/// The progress of [`Library::update_vectors`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorProgress {
    /// The number of statements examined so far.
    pub looked_at: u64,
    /// The number of statements, including the entries of the import ledger.
    pub of: u64,
    /// The number of vectors computed so far.
    pub made: u64,
}

/// The result of [`Library::update_vectors`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VectorReport {
    /// The total number of vectors.
    pub vectors: u64,
    /// The number of vectors computed in this run.
    pub made: u64,
    /// The number of vectors removed because their statements are gone.
    pub removed: u64,
    /// Whether all statements were examined without cancellation.
    pub finished: bool,
}

/// A text that waits to be embedded in a batch.
struct WaitingText {
    /// The key of the statement that contains the text.
    key: String,
    row_key: RowKey,
    text: String,
}

/// Embeds texts, and appends their vectors to the files of one model.
struct VectorAppender<'a> {
    folder: &'a Path,
    model: &'a str,
    /// Opened with the first vectors, whose length determines the file layout.
    writer: Option<VectorWriter>,
    /// The length of all vectors; `None` before the first.
    dimensions: Option<usize>,
}

impl Library {
    /// Computes the missing vectors of this embedding model: `embed` returns a vector of length one
    /// for each text, in order. It may be cancelled and resumes at the next call; imports can run
    /// in parallel. Uses memory for 64 texts and some 40 bytes per statement.
    ///
    /// # Errors
    ///
    /// Returns an error if another process computes vectors, the library cannot be read, `embed`
    /// fails, or a file cannot be written.
    pub fn update_vectors<E: std::error::Error + 'static>(
        &self,
        model: &str,
        embed: &mut EmbedTexts<'_, E>,
        on_progress: &mut dyn FnMut(VectorProgress),
        cancel: &CancellationToken,
    ) -> Result<VectorReport, VectorUpdateError<E>> {
        let _lock = ImportLock::acquire_named(&self.root, LOCK).map_err(|error| match error {
            LibraryError::Busy { path } => VectorUpdateError::Busy { path },
            error => VectorUpdateError::Library(error),
        })?;
        self.generation();
        let folder = files::folder_of(&self.root, model);
        if !folder.exists() {
            // A process was killed between the two renames below: the folder that it was about to
            // replace is still valid.
            let _ = std::fs::rename(folder.with_extension("old"), &folder);
        }
        let (known, dimensions): (HashSet<RowKey>, Option<usize>) = match self.vectors(model) {
            Some(files) => {
                ((0..files.rows()).map(|row| files.row_key(row)).collect(), Some(files.dimensions()))
            }
            None => (HashSet::new(), None),
        };
        let mut appender = VectorAppender { folder: &folder, model, writer: None, dimensions };
        let snapshot = self.snapshot();
        let of = snapshot.searcher.num_docs();
        let mut progress = VectorProgress { looked_at: 0, of, made: 0 };
        let mut current: HashSet<RowKey> = HashSet::with_capacity(known.len());
        let mut waiting: Vec<WaitingText> = Vec::with_capacity(BATCH_TEXTS);
        let mut finished = true;
        'segments: for (segment, reader) in (0_u32..).zip(snapshot.searcher.segment_readers()) {
            for document in reader.doc_ids_alive() {
                if cancel.is_cancelled() {
                    finished = false;
                    break 'segments;
                }
                progress.looked_at += 1;
                let address = DocAddress::new(segment, document);
                let blob = self.guarded(|_| snapshot.blob(address)).map_err(VectorUpdateError::Library)?;
                // The entries of the ledger are not statements.
                let Ok(statement) = read_statement(&blob) else { continue };
                let Some(text) = embedded_text(&statement.record) else { continue };
                let row_key = RowKey::of(&statement.key, &text);
                if !current.insert(row_key) || known.contains(&row_key) {
                    continue;
                }
                waiting.push(WaitingText { key: statement.key, row_key, text });
                if waiting.len() == BATCH_TEXTS {
                    progress.made += appender.add(&mut waiting, embed)?;
                    on_progress(progress);
                }
            }
        }
        if finished {
            progress.made += appender.add(&mut waiting, embed)?;
            on_progress(progress);
        }
        drop(appender);
        let mut report = VectorReport { made: progress.made, finished, ..VectorReport::default() };
        if finished {
            report.removed = self.leave_out_stale(&folder, model, &current)?;
            remove_other_models(&self.root, &folder);
        }
        report.vectors = self.count_vectors(model) as u64;
        Ok(report)
    }

    /// Rewrites the files without the rows of statements that are gone or have changed, if there
    /// are many; returns the number of removed rows.
    fn leave_out_stale<E: std::error::Error + 'static>(
        &self,
        folder: &Path,
        model: &str,
        current: &HashSet<RowKey>,
    ) -> Result<u64, VectorUpdateError<E>> {
        let Some(files) = self.vectors(model) else { return Ok(0) };
        let stale = (0..files.rows()).filter(|row| !current.contains(&files.row_key(*row))).count();
        if stale * MAX_STALE_SHARE <= files.rows() {
            return Ok(0);
        }
        let failed = |source| VectorUpdateError::Io { path: folder.to_owned(), source };
        let (new, old) = (folder.with_extension("new"), folder.with_extension("old"));
        for left_over in [&new, &old] {
            // These may be left over from a process that was killed during a rewrite.
            let _ = std::fs::remove_dir_all(left_over);
        }
        let mut writer = VectorWriter::open(&new, model, files.dimensions()).map_err(failed)?;
        writer.copy(&files, &|row_key| current.contains(&row_key)).map_err(failed)?;
        drop(writer);
        if std::fs::rename(folder, &old).is_err() {
            // Some systems cannot rename a folder whose files are open: the rows stay and are
            // skipped.
            let _ = std::fs::remove_dir_all(&new);
            return Ok(0);
        }
        std::fs::rename(&new, folder).map_err(failed)?;
        // If this fails, the folder is removed together with the vectors of other models.
        let _ = std::fs::remove_dir_all(&old);
        Ok(stale as u64)
    }
}

impl VectorAppender<'_> {
    /// Embeds these texts, appends their vectors and clears the list; returns the number of texts.
    fn add<E: std::error::Error + 'static>(
        &mut self,
        waiting: &mut Vec<WaitingText>,
        embed: &mut EmbedTexts<'_, E>,
    ) -> Result<u64, VectorUpdateError<E>> {
        if waiting.is_empty() {
            return Ok(0);
        }
        let texts: Vec<&str> = waiting.iter().map(|one| one.text.as_str()).collect();
        let vectors = embed(&texts).map_err(VectorUpdateError::Embedder)?;
        let length = vectors.first().map_or(0, Vec::len);
        let fits = |vector: &Vec<f32>| vector.len() == length && vector.iter().all(|value| value.is_finite());
        let is_whole = length > 0 && vectors.len() == waiting.len() && vectors.iter().all(fits);
        if !is_whole || self.dimensions.is_some_and(|known| known != length) {
            return Err(VectorUpdateError::NoVectors);
        }
        let failed = |source| VectorUpdateError::Io { path: self.folder.to_owned(), source };
        let writer = match &mut self.writer {
            Some(writer) => writer,
            None => {
                self.dimensions = Some(length);
                self.writer.insert(VectorWriter::open(self.folder, self.model, length).map_err(failed)?)
            }
        };
        let rows: Vec<NewRow<'_>> = waiting
            .iter()
            .zip(&vectors)
            .map(|(one, vector)| NewRow { key: &one.key, row_key: one.row_key, vector })
            .collect();
        writer.append(&rows).map_err(failed)?;
        let made = waiting.len() as u64;
        waiting.clear();
        Ok(made)
    }
}
