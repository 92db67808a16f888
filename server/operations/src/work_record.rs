//! Works in results, as a source describes them.

use crate::judged_reference::{address, day};
use referee_bibliography::{Bibliography, Format, Name, Work, edit};
use referee_citations::json::notices;
use referee_citations::publication_status::PublicationStatus;
use referee_records::Record;
use referee_text::Rope;
use schemars::JsonSchema;
use serde::Serialize;

/// The maximum length of an abstract in characters.
const MAX_ABSTRACT_CHARACTERS: usize = 4_000;

/// A work as a source describes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct WorkRecord {
    /// The first identifier.
    identifier: Option<String>,
    doi: Option<String>,
    pmid: Option<String>,
    title: Option<String>,
    authors: Vec<String>,
    year: Option<i32>,
    journal: Option<String>,
    volume: Option<String>,
    issue: Option<String>,
    pages: Option<String>,
    url: Option<String>,
    /// The abstract, shortened if it is very long.
    r#abstract: Option<String>,
    /// The name of the source.
    source: String,
    /// Whether the work can still be relied on.
    #[schemars(with = "String")]
    standing: PublicationStatus,
    notices: Vec<&'static str>,
    /// The work as an entry of BibTeX.
    entry: Option<String>,
    /// The date of the answer or of the imported file.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<String>,
}

impl WorkRecord {
    /// Describes the work of a record.
    #[must_use]
    pub(crate) fn of(record: &Record) -> Self {
        let work = &record.work;
        WorkRecord {
            identifier: work.identifiers.iter().next().map(ToString::to_string),
            doi: work.identifiers.doi().map(str::to_owned),
            pmid: work.identifiers.pmid().map(|number| number.to_string()),
            title: work.full_title(),
            authors: work.authors.iter().map(person).collect(),
            year: work.year(),
            journal: work.container.clone(),
            volume: work.volume.clone(),
            issue: work.issue.clone(),
            pages: work.pages.clone(),
            url: address(work),
            r#abstract: work.summary.as_deref().map(shortened),
            source: record.source.clone(),
            standing: PublicationStatus::of_record(record),
            notices: notices(&record.notices),
            entry: entry(work),
            as_of: record.as_of.map(day),
        }
    }
}

/// Formats a work as a BibTeX entry that can be pasted into a bibliography.
pub(crate) fn entry(work: &Work) -> Option<String> {
    let empty = Bibliography::read(Format::Bibtex, Rope::new());
    let key = edit::suggest_key(&empty, work, &|_| false);
    Some(edit::append_entry(&empty, &key, work)?.text.trim().to_owned())
}

/// Formats a person as `Smith J`.
pub(crate) fn person(name: &Name) -> String {
    format!("{} {}", name.surname(), name.initials()).trim().to_owned()
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_ABSTRACT_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MAX_ABSTRACT_CHARACTERS).chain(['…']).collect()
}
