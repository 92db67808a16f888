//! Writing a library out.

use super::{Library, LibraryError};
use crate::record::Record;
use std::io::Write;
use tantivy::DocAddress;

/// How a library is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// One record after the other as JSON, one on each line, with notices and sources.
    JsonLines,
}

impl Library {
    /// Calls `each` with every record, merged, until it returns an error.
    ///
    /// # Errors
    ///
    /// The error of `each`, or if the library cannot be read.
    pub fn for_each_record<E: From<LibraryError>>(
        &self,
        mut each: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<(), E> {
        let shelf = self.shelf();
        for (segment, reader) in (0_u32..).zip(shelf.searcher.segment_readers()) {
            for doc in reader.doc_ids_alive() {
                let address = DocAddress::new(segment, doc);
                let failed = |error| E::from(self.failed(error));
                let blob = shelf.blob(address).map_err(failed)?;
                // The entries of the ledger are no statements.
                let Ok(statement) = super::schema::read_statement(&blob) else { continue };
                // A work is written where its best statement stands.
                for (key, record) in shelf.merged(vec![address]).map_err(failed)? {
                    if key == statement.key {
                        each(record)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes all records to `out`; returns how many.
    ///
    /// # Errors
    ///
    /// If the library cannot be read, or `out` cannot be written to.
    pub fn export(&self, format: ExportFormat, out: &mut dyn Write) -> Result<u64, LibraryError> {
        let mut count = 0;
        let failed = |source| LibraryError::Io { path: self.path().to_owned(), source };
        self.for_each_record(|record| {
            match format {
                ExportFormat::JsonLines => {
                    serde_json::to_writer(&mut *out, &record).map_err(|error| failed(error.into()))?;
                    out.write_all(b"\n").map_err(failed)?;
                }
            }
            count += 1;
            Ok::<(), LibraryError>(())
        })?;
        Ok(count)
    }
}
