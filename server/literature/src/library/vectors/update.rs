//! Making the vectors of a library: those of statements that have none, or that say something else now.

use super::super::lock::ImportLock;
use super::super::schema::read_statement;
use super::super::{Library, LibraryError};
use super::files::{self, NewRow, RowKey, VectorWriter};
use super::{embedded_text, remove_other_models};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tantivy::DocAddress;
use tokio_util::sync::CancellationToken;

/// What turns texts into vectors, one for each text.
type EmbedTexts<'a, E> = dyn FnMut(&[&str]) -> Result<Vec<Vec<f32>>, E> + 'a;

/// The file in the folder of the library that is locked while vectors are made.
const LOCK: &str = "vectors.lock";

/// How many texts are embedded at once; so many are made again at most after a crash.
const BATCH_TEXTS: usize = 64;

/// Rows that are of no statement any more are left out once they are more than one in so many.
const MAX_STALE_SHARE: usize = 5;

/// Why vectors could not be made. Those that were made stay.
#[derive(Debug, thiserror::Error)]
pub enum VectorUpdateError<E: std::error::Error + 'static> {
    /// Another process makes them.
    #[error("vectors of the library in {} are being made by another process: wait until it is done", path.display())]
    Busy {
        /// Where the library is.
        path: PathBuf,
    },
    /// The library cannot be read.
    #[error(transparent)]
    Library(LibraryError),
    /// The embedder failed.
    #[error(transparent)]
    Embedder(E),
    /// The embedder gave no vectors, or of different lengths, or too few.
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

/// How far [`Library::update_vectors`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorProgress {
    /// How many statements were looked at.
    pub looked_at: u64,
    /// How many statements there are; the entries of the list of imports count too.
    pub of: u64,
    /// How many vectors were made so far.
    pub made: u64,
}

/// What came of [`Library::update_vectors`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VectorReport {
    /// How many vectors there are now.
    pub vectors: u64,
    /// How many of them were made this time.
    pub made: u64,
    /// How many were left out because their statements are gone.
    pub removed: u64,
    /// Whether all statements were looked at, and the work was not called off.
    pub finished: bool,
}

/// A text that waits to be embedded with others.
struct WaitingText {
    /// The key of the statement that has the text.
    key: String,
    row_key: RowKey,
    text: String,
}

/// Has texts embedded, and appends their vectors to the files of one model.
struct VectorAppender<'a> {
    folder: &'a Path,
    model: &'a str,
    /// Opened for the first vectors, whose length says what the files hold.
    writer: Option<VectorWriter>,
    /// The length of all vectors; `None` before the first.
    dimensions: Option<usize>,
}

impl Library {
    /// Makes the vectors that are missing of the embedding model of this name: `embed` makes vectors of length one of
    /// some texts, in their order. It may be called off and goes on another time where it ended; imports go on beside
    /// it. Takes memory for 64 texts and some 40 bytes for each statement.
    ///
    /// # Errors
    ///
    /// Where another process makes vectors, the library cannot be read, `embed` fails, or nothing can be written.
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
            // A process was killed between the two renamings below: what it was about to replace is as good.
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
                // The entries of the ledger are no statements.
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

    /// Writes the files anew without the rows of statements that are gone or have changed, where those are many; returns
    /// how many rows were left out.
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
            // A process that was killed while it wrote files anew may have left these.
            let _ = std::fs::remove_dir_all(left_over);
        }
        let mut writer = VectorWriter::open(&new, model, files.dimensions()).map_err(failed)?;
        writer.copy(&files, &|row_key| current.contains(&row_key)).map_err(failed)?;
        drop(writer);
        if std::fs::rename(folder, &old).is_err() {
            // Some systems move no folder whose files somebody reads: the rows stay, and are passed over.
            let _ = std::fs::remove_dir_all(&new);
            return Ok(0);
        }
        std::fs::rename(&new, folder).map_err(failed)?;
        // What cannot be removed now is removed with the vectors of other models.
        let _ = std::fs::remove_dir_all(&old);
        Ok(stale as u64)
    }
}

impl VectorAppender<'_> {
    /// Embeds these texts, appends their vectors and empties the list; returns how many there were.
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
