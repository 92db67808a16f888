//! Exports a library.

use super::{Library, LibraryError};
use referee_bibliography::{Work, bibtex, csl_write, ris};
use referee_records::record::Record;
use referee_text::fold;
use std::collections::HashMap;
use std::io::{self, Write};
use tantivy::DocAddress;

/// The format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Records as JSON, one per line, with notices and sources; another library can import them
    /// without loss.
    JsonLines,
    /// CSL-JSON: descriptions only.
    CslJson,
    /// RIS: descriptions only.
    Ris,
    /// BibTeX: descriptions only.
    Bibtex,
}

impl ExportFormat {
    /// Every format, in the order in which help lists them.
    pub const ALL: [ExportFormat; 4] =
        [ExportFormat::JsonLines, ExportFormat::CslJson, ExportFormat::Ris, ExportFormat::Bibtex];

    /// Returns the name of the format, for options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ExportFormat::JsonLines => "records",
            ExportFormat::CslJson => "csl-json",
            ExportFormat::Ris => "ris",
            ExportFormat::Bibtex => "bibtex",
        }
    }

    /// Returns the format with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl Library {
    /// Calls `each` with every merged record, until it returns an error.
    ///
    /// # Errors
    ///
    /// Returns the error of `each`, or an error if the library cannot be read.
    pub(crate) fn for_each_record<E: From<LibraryError>>(
        &self,
        mut each: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<(), E> {
        let snapshot = self.snapshot();
        for (segment, reader) in (0_u32..).zip(snapshot.searcher.segment_readers()) {
            for doc in reader.doc_ids_alive() {
                let address = DocAddress::new(segment, doc);
                let failed = |error| E::from(self.failed(error));
                let blob = snapshot.blob(address).map_err(failed)?;
                // The entries of the ledger are not statements.
                let Ok(statement) = super::schema::read_statement(&blob) else { continue };
                // A work is exported at the position of its best statement.
                for merged in snapshot.merged(vec![address], None, &[]).map_err(failed)? {
                    if merged.keys.first() == Some(&statement.key) {
                        each(merged.record)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes all records to `out` and returns their number.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be read or `out` cannot be written to.
    pub fn export(&self, format: ExportFormat, out: &mut dyn Write) -> Result<u64, LibraryError> {
        let failed = |source| LibraryError::Io { path: self.path().to_owned(), source };
        let mut writer = Writer { format, out, count: 0, keys: HashMap::new() };
        writer.begin().map_err(failed)?;
        self.for_each_record(|record| writer.write(&record).map_err(failed))?;
        writer.end().map_err(failed)?;
        Ok(writer.count)
    }
}

/// Writes records in one format.
struct Writer<'a> {
    format: ExportFormat,
    out: &'a mut dyn Write,
    count: u64,
    /// The number of times that each BibTeX key was assigned.
    keys: HashMap<String, u32>,
}

impl Writer<'_> {
    fn begin(&mut self) -> io::Result<()> {
        if self.format == ExportFormat::CslJson { self.out.write_all(b"[") } else { Ok(()) }
    }

    fn write(&mut self, record: &Record) -> io::Result<()> {
        match self.format {
            ExportFormat::JsonLines => {
                serde_json::to_writer(&mut *self.out, record)?;
                self.out.write_all(b"\n")?;
            }
            ExportFormat::CslJson => {
                self.out.write_all(if self.count == 0 { b"\n" } else { b",\n" })?;
                serde_json::to_writer(&mut *self.out, &csl_write::csl_json(&record.work))?;
            }
            ExportFormat::Ris => self.out.write_all(ris::write(&record.work).as_bytes())?,
            ExportFormat::Bibtex => {
                let key = self.key(&record.work);
                self.out.write_all(bibtex::write_bibtex(&record.work, &key).trim_end().as_bytes())?;
                self.out.write_all(b"\n\n")?;
            }
        }
        self.count += 1;
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        if self.format == ExportFormat::CslJson { self.out.write_all(b"\n]\n") } else { Ok(()) }
    }

    /// Returns a key that no earlier record has: `smith2020`, then `smith2020-2`.
    fn key(&mut self, work: &Work) -> String {
        let mut base =
            work.authors.first().map_or_else(|| String::from("work"), |name| fold::name(&name.surname()));
        base.retain(|character| character.is_ascii_alphanumeric());
        if let Some(year) = work.year() {
            base.push_str(&year.to_string());
        }
        let given = self.keys.entry(base.clone()).or_default();
        *given = given.saturating_add(1);
        if *given > 1 { format!("{base}-{given}") } else { base }
    }
}
