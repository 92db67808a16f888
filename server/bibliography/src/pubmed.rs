//! Reads PubMed XML: responses of the E-utilities, the baseline and the daily update files, old and
//! new.
//!
//! A file is first split into records without parsing; each record is then parsed by itself. So a
//! file of any size needs the memory of one record, a malformed record affects only itself, several
//! threads can parse the records of one file, and a truncated file yields all of its complete
//! records.

mod article;
mod cursor;

pub(crate) use article::{complete as complete_notice, cover_date, month_number, title as plain_title};

use crate::{ReadError, ReadProblem, SourceItem};
use memchr::memmem::{self, Finder};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::BufRead;

/// Reads all records of a file, in order; see [`RawRecords`] for errors.
pub fn read<R: BufRead>(input: R) -> impl Iterator<Item = Result<SourceItem, ReadError>> {
    let mut raw = raw_records(input);
    let mut waiting: VecDeque<SourceItem> = VecDeque::new();
    std::iter::from_fn(move || {
        loop {
            if let Some(item) = waiting.pop_front() {
                return Some(Ok(item));
            }
            match raw.next()?.and_then(|record| record.read()) {
                Ok(items) => waiting.extend(items),
                Err(error) => return Some(Err(error)),
            }
        }
    })
}

/// Splits a file into its records.
pub fn raw_records<R: BufRead>(input: R) -> RawRecords<R> {
    RawRecords {
        input,
        buffer: Vec::new(),
        start: 0,
        dropped: 0,
        open: 0,
        known: false,
        records: 0,
        done: false,
        ends: ENDS.map(Finder::new),
    }
}

/// Whether the beginning of a file looks like PubMed XML.
#[must_use]
pub fn recognises(head: &[u8]) -> bool {
    let head = head.get(..head.len().min(4_096)).unwrap_or_default();
    SETS.iter().chain(&ELEMENTS).any(|name| Finder::new(&format!("<{name}")).find(head).is_some())
}

/// The bytes of a record, without the list of cited works and the affiliations of its authors.
#[derive(Clone, Debug)]
pub struct RawRecord {
    bytes: Vec<u8>,
    offset: u64,
}

impl RawRecord {
    /// Parses the record: one item, or one per record that it declares deleted.
    ///
    /// # Errors If its XML is not well-formed.
    pub fn read(&self) -> Result<Vec<SourceItem>, ReadError> {
        // Most records are valid UTF-8, and validating is faster than repairing.
        let text = match std::str::from_utf8(&self.bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(&self.bytes),
        };
        article::read(&text)
            .map_err(|error| ReadError { offset: self.offset + error.offset, problem: error.problem })
    }

    /// Returns the length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Always false: a record has at least one byte.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

/// Removes the article's own references and the affiliations of its authors: they are more than
/// half of a record and are never read.
fn what_is_read(xml: &[u8]) -> Vec<u8> {
    const START: &[u8] = b"<AffiliationInfo>";
    const END: &[u8] = b"</AffiliationInfo>";
    let xml = without_references(xml);
    let mut out = Vec::with_capacity(xml.len());
    let mut rest = &*xml;
    while let Some(start) = memmem::find(rest, START)
        && let Some(length) = rest.get(start..).and_then(|info| memmem::find(info, END))
    {
        out.extend_from_slice(rest.get(..start).unwrap_or_default());
        rest = rest.get(start + length + END.len()..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
    out
}

fn without_references(xml: &[u8]) -> Cow<'_, [u8]> {
    const END: &[u8] = b"</ReferenceList>";
    let start = memmem::find(xml, b"<ReferenceList");
    // They follow everything else, so the last one is near the end.
    let end = start.and_then(|_| memmem::rfind(xml, END)).map(|at| at + END.len());
    match (start, end) {
        (Some(start), Some(end)) if start < end => {
            Cow::Owned([xml.get(..start).unwrap_or_default(), xml.get(end..).unwrap_or_default()].concat())
        }
        _ => Cow::Borrowed(xml),
    }
}

/// The elements that are records or lists of deleted records.
const ELEMENTS: [&str; 5] =
    ["PubmedArticle", "PubmedBookArticle", "MedlineCitation", "DeleteCitation", "DeleteDocument"];
/// The end tags of [`ELEMENTS`], in the same order.
const ENDS: [&str; 5] = [
    "</PubmedArticle>",
    "</PubmedBookArticle>",
    "</MedlineCitation>",
    "</DeleteCitation>",
    "</DeleteDocument>",
];
/// The elements that contain [`ELEMENTS`].
const SETS: [&str; 3] = ["PubmedArticleSet", "MedlineCitationSet", "PubmedBookArticleSet"];
/// The maximum length of a record in bytes; a list of deleted records counts as one record.
const MAX_RECORD_BYTES: usize = 32 << 20;

/// Iterates over the unparsed records of a file.
///
/// An error of the file (truncated, unreadable, not PubMed XML) is the last item.
pub struct RawRecords<R> {
    input: R,
    buffer: Vec<u8>,
    /// The offset of the unread part in the buffer.
    start: usize,
    /// The number of bytes of the file that were removed from the buffer.
    dropped: u64,
    /// The number of open sets.
    open: u32,
    /// Whether an element of PubMed XML has occurred.
    known: bool,
    records: u64,
    done: bool,
    ends: [Finder<'static>; 5],
}

impl<R: BufRead> RawRecords<R> {
    fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Returns the number of bytes of the file that were read.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.dropped + self.start as u64
    }

    fn fail(&mut self, problem: ReadProblem) -> ReadError {
        self.done = true;
        ReadError { problem, offset: self.offset() }
    }

    /// Reads more of the file; `false` at its end.
    fn refill(&mut self) -> Result<bool, ReadError> {
        if self.start > (1 << 20) {
            self.buffer.drain(..self.start);
            self.dropped += self.start as u64;
            self.start = 0;
        }
        let wanted = self.buffer.len() + (256 << 10);
        let before = self.buffer.len();
        while self.buffer.len() < wanted {
            let (length, error) = match self.input.fill_buf() {
                Ok(bytes) => {
                    self.buffer.extend_from_slice(bytes);
                    (bytes.len(), None)
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => (0, Some(error)),
            };
            self.input.consume(length);
            if let Some(error) = error {
                // Return what was read before the error first.
                if self.buffer.len() > before {
                    break;
                }
                return Err(self.fail(ReadProblem::Io(error)));
            }
            if length == 0 {
                break;
            }
        }
        Ok(self.buffer.len() > before)
    }

    /// Finds `finder` after the first `from` bytes of the rest, reading more as needed.
    fn find(&mut self, finder: &Finder<'static>, from: usize) -> Result<Option<usize>, ReadError> {
        let mut searched = from;
        loop {
            let rest = self.rest();
            if let Some(at) = rest.get(searched..).and_then(|part| finder.find(part)) {
                return Ok(Some(searched + at));
            }
            if rest.len() > MAX_RECORD_BYTES {
                return Err(self.fail(ReadProblem::TooLarge { megabytes: MAX_RECORD_BYTES >> 20 }));
            }
            searched = rest.len().saturating_sub(finder.needle().len()).max(from);
            if !self.refill()? {
                return Ok(None);
            }
        }
    }

    fn advance(&mut self) -> Result<Option<RawRecord>, ReadError> {
        loop {
            let Some(at) = self.find(&Finder::new("<"), 0)? else {
                self.done = true;
                if !self.known {
                    return Err(self.fail(ReadProblem::NoPubmedXml));
                }
                if self.open > 0 {
                    return Err(self.fail(ReadProblem::SetNotClosed));
                }
                return Ok(None);
            };
            self.start += at;
            let comment = {
                while self.rest().len() < 4 && self.refill()? {}
                self.rest().starts_with(b"<!--")
            };
            let close = Finder::new(if comment { "-->" } else { ">" });
            let Some(end) = self.find(&close, 1)? else {
                return Err(self.fail(ReadProblem::TagNotClosed));
            };
            let tag = self.rest().get(1..end).unwrap_or_default();
            let empty = tag.ends_with(b"/");
            let closing = tag.first() == Some(&b'/');
            let name = tag.get(usize::from(closing)..).unwrap_or_default();
            let length = name.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
            let name = name.get(..length).unwrap_or_default();
            if SETS.iter().any(|set| set.as_bytes() == name) {
                self.known = true;
                if closing {
                    self.open = self.open.saturating_sub(1);
                } else if !empty {
                    self.open += 1;
                }
            } else if !closing
                && let Some(index) = ELEMENTS.iter().position(|element| element.as_bytes() == name)
            {
                self.known = true;
                if !empty {
                    return self.cut(index, end).map(Some);
                }
            }
            self.start += end + close.needle().len();
        }
    }

    /// Cuts out the record at the current position; its start tag has a length of `tag` bytes.
    fn cut(&mut self, index: usize, tag: usize) -> Result<RawRecord, ReadError> {
        // Every element has its end tag in the table.
        let end = match self.ends.get(index).cloned() {
            Some(finder) => self.find(&finder, tag)?.map(|end| (end, finder)),
            None => None,
        };
        let Some((end, finder)) = end else { return Err(self.fail(ReadProblem::RecordNotClosed)) };
        let length = end + finder.needle().len();
        let record = RawRecord {
            bytes: what_is_read(self.rest().get(..length).unwrap_or_default()),
            offset: self.offset(),
        };
        self.start += length;
        self.records += 1;
        Ok(record)
    }
}

impl<R: BufRead> Iterator for RawRecords<R> {
    type Item = Result<RawRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        self.advance().transpose()
    }
}

#[cfg(test)]
mod tests;
