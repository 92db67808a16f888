//! The titles of guidelines: the key that finds a document, the document that a record is a part of, and its parts.

use referee_records::merge::Statement;
use referee_records::record::{GUIDELINE, Record};
use referee_text::fold;

/// The key under which a document is found by its title.
#[must_use]
pub fn guideline_key(title: &str) -> String {
    format!("guideline:{}", fold::title(title))
}

/// The title of the document that a record is a part of; `None` where it is no part of a guideline.
#[must_use]
pub fn document_title(record: &Record) -> Option<&str> {
    if record.source != GUIDELINE {
        return None;
    }
    record.work.container.as_deref().or(record.work.title.as_deref())
}

/// The parts of one document in their order, of the statements with one [`guideline_key`]. Of several documents with the
/// same title it is the one whose file was imported last: keys begin with the number of the file, up to `#`.
#[must_use]
pub fn last_document(mut parts: Vec<Statement>) -> Vec<Record> {
    parts.sort_by(|a, b| a.key.cmp(&b.key));
    let file = |key: &str| key.split_once('#').map_or_else(String::new, |(file, _)| file.to_owned());
    let last = parts.last().map(|part| file(&part.key)).unwrap_or_default();
    parts.into_iter().filter(|part| file(&part.key) == last).map(|part| part.record).collect()
}
