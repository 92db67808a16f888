//! The titles of guidelines: the key that finds a document, and the document that a record is a part of.

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
