//! Passages: the verbatim sentences of a record that matter to a question.

use crate::sentences::sentences;
use referee_records::Record;
use std::ops::Range;

/// The part of a record that contains a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassageLocation {
    /// In the title.
    Title,
    /// In the abstract.
    Abstract,
}

/// A sentence of a record, verbatim.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Passage {
    /// The text of the sentence.
    pub text: String,
    /// The part of the record that contains it.
    pub place: PassageLocation,
    /// The byte range in the title or the abstract.
    pub range: Range<usize>,
}

/// Returns the title and the sentences of the abstract.
#[must_use]
pub fn passages(record: &Record) -> Vec<Passage> {
    let mut out = Vec::new();
    if let Some(title) = record.work.full_title() {
        let range = 0..title.len();
        out.push(Passage { text: title, place: PassageLocation::Title, range });
    }
    if let Some(summary) = &record.work.summary {
        out.extend(sentences(summary).into_iter().filter_map(|range| {
            let text = summary.get(range.clone())?.to_owned();
            Some(Passage { text, place: PassageLocation::Abstract, range })
        }));
    }
    out
}

/// Returns the stored text of a record: its title and its abstract.
#[must_use]
pub fn stored_text(record: &Record) -> String {
    let title = record.work.full_title().unwrap_or_default();
    match &record.work.summary {
        Some(summary) => format!("{title}\n{summary}"),
        None => title,
    }
}
