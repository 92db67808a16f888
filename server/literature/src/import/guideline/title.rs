//! Titles of guidelines: the key that finds a document, the document of a record, and the parts of
//! a document.

use referee_records::merge::Statement;
use referee_records::record::{GUIDELINE, Record};
use referee_text::fold;

/// Returns the key that finds a document by its title.
#[must_use]
pub fn guideline_key(title: &str) -> String {
    format!("guideline:{}", fold::title(title))
}

/// Returns the title of the document that a record is a part of; `None` if it is not part of a
/// guideline.
#[must_use]
pub fn document_title(record: &Record) -> Option<&str> {
    if record.source != GUIDELINE {
        return None;
    }
    record.work.container.as_deref().or(record.work.title.as_deref())
}

/// Returns the parts of one document in order, given the statements with one [`guideline_key`]. If
/// several documents have the same title, the one that was imported last is used: keys begin with
/// the file number, up to `#`.
#[must_use]
pub fn last_document(mut parts: Vec<Statement>) -> Vec<Record> {
    parts.sort_by(|a, b| a.key.cmp(&b.key));
    let file = |key: &str| key.split_once('#').map_or_else(String::new, |(file, _)| file.to_owned());
    let last = parts.last().map(|part| file(&part.key)).unwrap_or_default();
    parts.into_iter().filter(|part| file(&part.key) == last).map(|part| part.record).collect()
}
