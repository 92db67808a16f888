//! A parsed bibliography file that is kept up to date while the file is edited.

use crate::bibtex::{BibtexFile, CommentedEntry, Surroundings};
use crate::misreading::Correction;
use crate::program::RepeatedField;
use crate::structured::StructuredFile;
use crate::{FieldName, Format, ListFormat, Misreading, Problem, Programs, Work};
use referee_text::{Revision, Rope, Span, TextEdit};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One entry of a bibliography, borrowed from it.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    bibliography: &'a Bibliography,
    index: usize,
}

/// The parsed entries of a file, updated incrementally while the file is edited.
///
/// Parsing never fails: [`Bibliography::problems`] lists what is malformed, and a malformed place
/// affects only its own entry. Entries are kept small (a key and its place); a [`Work`] is built on
/// demand. A clone is cheap.
#[derive(Clone, Debug)]
pub struct Bibliography {
    format: Format,
    text: Rope,
    content: Content,
    works: Arc<WorkCache>,
    revision: Revision,
    programs: Programs,
}

/// The works built so far, by the fingerprint of their entry; kept across edits.
#[derive(Debug, Default)]
struct WorkCache(Mutex<HashMap<u64, Arc<Work>>>);

impl WorkCache {
    /// The most works to keep; the cache is emptied when it is full. A work takes more than a
    /// kilobyte, and building it again a few microseconds.
    const MAX_WORKS: usize = 1024;

    fn get(&self, fingerprint: u64, read: impl FnOnce() -> Work) -> Arc<Work> {
        if let Some(known) = self.lock().get(&fingerprint) {
            return Arc::clone(known);
        }
        let work = Arc::new(read());
        let mut known = self.lock();
        if known.len() >= WorkCache::MAX_WORKS {
            known.clear();
        }
        known.insert(fingerprint, Arc::clone(&work));
        work
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Work>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Clone, Debug)]
enum Content {
    /// BibTeX, parsed block by block: an edit parses only the blocks that it touches again.
    Bibtex(Arc<BibtexFile>),
    /// CSL and Hayagriva, parsed again as a whole after each edit.
    Structured(Arc<StructuredFile>),
}

impl Bibliography {
    /// Parses the text of a file of the given format.
    #[must_use]
    pub fn read(format: Format, text: Rope) -> Self {
        let content = match format {
            Format::Bibtex => Content::Bibtex(Arc::new(BibtexFile::read(&text))),
            _ => Content::Structured(Arc::new(StructuredFile::read(format, &text))),
        };
        Bibliography {
            format,
            text,
            content,
            works: Arc::default(),
            revision: Revision::next(),
            programs: Programs::default(),
        }
    }

    /// Applies one edit. `text` is the text after it; `edit.span` is in offsets of the text before
    /// it.
    pub fn edit(&mut self, text: Rope, edit: &TextEdit) {
        match &mut self.content {
            Content::Bibtex(file) => Arc::make_mut(file).edit(&text, edit),
            Content::Structured(structured) => {
                *structured = Arc::new(StructuredFile::read(self.format, &text))
            }
        }
        self.text = text;
        self.revision = Revision::next();
    }

    /// Returns the bibliography as these programs print it: they decide whether the first or the
    /// last value counts if an entry repeats a field.
    #[must_use]
    pub fn as_printed_by(&self, programs: Programs) -> Bibliography {
        Bibliography { programs, ..self.clone() }
    }

    /// Returns the programs that print the bibliography; empty if they are unknown.
    #[must_use]
    pub fn programs(&self) -> Programs {
        self.programs
    }

    /// Returns the revision of the file: two bibliographies with the same revision have the same
    /// content.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns the format of the file.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the text that was parsed.
    #[must_use]
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.content {
            Content::Bibtex(file) => file.len(),
            Content::Structured(structured) => structured.items.len(),
        }
    }

    /// Whether the file contains no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the entries in the order of the file.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> + ExactSizeIterator {
        (0..self.len()).map(|index| Entry { bibliography: self, index })
    }

    /// Returns the entry with this key, the first one if there are several. BibLaTeX's `ids` also
    /// count as keys.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Entry<'_>> {
        let index = match &self.content {
            Content::Bibtex(file) => file.find(key),
            Content::Structured(structured) => structured.find(key),
        };
        index.map(|index| Entry { bibliography: self, index })
    }

    /// Returns the entry that contains the byte `offset`.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<Entry<'_>> {
        let index = match &self.content {
            Content::Bibtex(file) => file.at(offset),
            Content::Structured(structured) => structured.at(offset),
        };
        index.map(|index| Entry { bibliography: self, index })
    }

    /// Returns the BibTeX file; `None` for other formats.
    pub(crate) fn bibtex(&self) -> Option<&BibtexFile> {
        match &self.content {
            Content::Bibtex(file) => Some(file),
            Content::Structured(_) => None,
        }
    }

    /// Returns the items of a CSL or Hayagriva file; `None` for BibTeX.
    pub(crate) fn structured(&self) -> Option<&StructuredFile> {
        match &self.content {
            Content::Bibtex(_) => None,
            Content::Structured(structured) => Some(structured),
        }
    }

    /// Whether the file defines this abbreviation (`@string`); `name` is in lower case.
    #[must_use]
    pub fn defines_abbreviation(&self, name: &str) -> bool {
        self.bibtex().is_some_and(|file| file.defines(name))
    }

    /// Returns the places between the entries of a .bib file that a program reads differently from
    /// what the author means. [`Entry::misreadings`] has those within an entry.
    #[must_use]
    pub fn misreadings(&self, around: &Surroundings<'_>) -> Vec<Misreading> {
        self.bibtex().map(|file| file.misread_file(&self.text, around)).unwrap_or_default()
    }

    /// Returns the correction of a place in a .bib file that could not be read, if there is only
    /// one way to correct it.
    #[must_use]
    pub fn correction(&self, problem: &Problem) -> Option<Correction> {
        self.bibtex().and_then(|_| crate::bibtex::misread::damage::correction(&self.text, problem))
    }

    /// Returns the commented-out entries of a .bib file. BibTeX ignores comment signs and reads them all
    /// the same.
    #[must_use]
    pub fn commented_entries(&self) -> Vec<CommentedEntry> {
        self.bibtex().map(|file| file.commented_entries(&self.text)).unwrap_or_default()
    }

    /// Returns the places that could not be parsed.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        match &self.content {
            Content::Bibtex(file) => file.problems(),
            Content::Structured(structured) => structured.problems.clone(),
        }
    }
}

impl<'a> Entry<'a> {
    /// Returns the bibliography that contains the entry.
    #[must_use]
    pub fn bibliography(&self) -> &'a Bibliography {
        self.bibliography
    }

    /// Which value counts if the entry repeats a field.
    pub(crate) fn repeated(&self) -> RepeatedField {
        self.bibliography.programs.repeated_field()
    }

    /// Returns the index of the entry in the file, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the key of the entry, or an empty string.
    #[must_use]
    pub fn key(&self) -> &'a str {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.key(self.index),
            Content::Structured(structured) => structured.item(self.index).map_or("", |item| &item.key),
        }
    }

    /// Returns the span of the key, or the start of an entry without a key.
    #[must_use]
    pub fn key_span(&self) -> Span {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.key_span(self.index),
            Content::Structured(structured) => {
                structured.item(self.index).map_or_else(Span::default, |item| item.key_span)
            }
        }
    }

    /// Returns the other keys of the entry (BibLaTeX's `ids`).
    #[must_use]
    pub fn aliases(&self) -> Vec<String> {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.aliases(self.index),
            Content::Structured(_) => Vec::new(),
        }
    }

    /// Returns the span of the whole entry, from its `@` to its closing brace.
    #[must_use]
    pub fn span(&self) -> Span {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.span(self.index),
            Content::Structured(structured) => {
                structured.item(self.index).map_or_else(Span::default, |item| item.span)
            }
        }
    }

    /// Returns the text of the whole entry.
    #[must_use]
    pub fn source(&self) -> String {
        self.bibliography.text.byte_slice(self.span().range()).to_string()
    }

    /// Returns the places in the entry that a program reads differently from what the author means,
    /// relative to the start of [`Entry::span`]. They depend only on the entry itself.
    #[must_use]
    pub fn misreadings(&self) -> Vec<Misreading> {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.misread_entry(&self.bibliography.text, self.index),
            Content::Structured(_) if self.bibliography.format() == Format::List(ListFormat::Ris) => {
                crate::ris::misread::misread(&self.source())
            }
            Content::Structured(_) => Vec::new(),
        }
    }

    /// Returns the files that the entry lists as attachments (BibTeX's `file`).
    #[must_use]
    pub fn attachments(&self) -> Vec<crate::bibtex::Attachment> {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.attachments(&self.bibliography.text, self.index),
            Content::Structured(_) => Vec::new(),
        }
    }

    /// Returns a number that changes whenever an input of [`Entry::work`] changes: the text of the
    /// entry, the `@string`s it uses or the entries it inherits from.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.fingerprint(self.index, self.repeated()),
            Content::Structured(structured) => structured.item(self.index).map_or(0, |item| item.hash),
        }
    }

    /// Returns the entry type as written: `article`, `article-journal`.
    #[must_use]
    pub fn kind_name(&self) -> &'a str {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.kind(self.index),
            Content::Structured(structured) => structured.item(self.index).map_or("", |item| &item.kind),
        }
    }

    /// Returns the work that the entry describes, in plain Unicode, with `@string`, `crossref`,
    /// `xdata` and inheritance resolved.
    #[must_use]
    pub fn work(&self) -> Work {
        let work = match &self.bibliography.content {
            Content::Bibtex(file) => file.work(&self.bibliography.text, self.index, self.repeated()),
            Content::Structured(structured) => structured
                .item(self.index)
                .map_or_else(Work::default, |item| item.work(&self.bibliography.text)),
        };
        work.without_controls()
    }

    /// Returns the work of [`Entry::work`] from a cache; it is rebuilt when its inputs change.
    #[must_use]
    pub fn shared_work(&self) -> Arc<Work> {
        self.bibliography.works.get(self.fingerprint(), || self.work())
    }

    /// Returns the span of a field's value, without its braces or quotes; `None` if the entry
    /// itself lacks the field (inherited fields do not count).
    #[must_use]
    pub fn field_span(&self, field: FieldName) -> Option<Span> {
        self.field_spans(&[field]).first().map(|(_, span)| *span)
    }

    /// Returns the spans of the values that hold an address or a remark (`url`, `doi`, `note`,
    /// `howpublished`, …), without their braces or quotes, in order.
    #[must_use]
    pub fn address_spans(&self) -> Vec<Span> {
        match &self.bibliography.content {
            Content::Bibtex(file) => file.address_spans(&self.bibliography.text, self.index),
            Content::Structured(_) => self
                .field_spans(&[FieldName::Url, FieldName::Doi])
                .into_iter()
                .map(|(_, span)| span)
                .collect(),
        }
    }

    /// Returns the fields in `wanted` that the entry has, with the spans of their values, in the
    /// order of `wanted`.
    #[must_use]
    pub fn field_spans(&self, wanted: &[FieldName]) -> Vec<(FieldName, Span)> {
        match &self.bibliography.content {
            Content::Bibtex(file) => {
                file.field_spans(&self.bibliography.text, self.index, wanted, self.repeated())
            }
            Content::Structured(structured) => {
                let Some(item) = structured.item(self.index) else { return Vec::new() };
                wanted.iter().filter_map(|field| item.field(*field).map(|span| (*field, span))).collect()
            }
        }
    }
}
