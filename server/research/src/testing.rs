//! Small libraries for tests.

use crate::evidence::Evidence;
use crate::publication_status::PublicationStatus;
use crate::study::Study;
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_literature::InMemoryLibrary;
use referee_records::{Completeness, Record, Source};
use std::sync::Arc;

/// Returns a PubMed record with an abstract.
pub(crate) fn record(pmid: u32, title: &str, summary: &str) -> Record {
    let work = Work {
        kind: WorkKind::Article,
        title: Some(title.to_owned()),
        authors: vec![Name::person("Roe", "Jane")],
        container: Some("Journal of Examples".to_owned()),
        date: Some(Date { year: 2020, month: None, day: None }),
        identifiers: [Identifier::Pmid(pmid)].into_iter().collect(),
        summary: (!summary.is_empty()).then(|| summary.to_owned()),
        ..Work::default()
    };
    Record::new("pubmed", work)
}

/// Returns a record as evidence of the first round, without passages.
pub(crate) fn evidence(record: Record) -> Evidence {
    let pmid = record.work.identifiers.pmid().map_or_else(String::new, |pmid| pmid.to_string());
    Evidence {
        handle: format!("pmid:{pmid}"),
        relevance: 1.0,
        passages: Vec::new(),
        round: 1,
        study: Study::of(&record),
        standing: PublicationStatus::of_record(&record),
        record,
    }
}

/// Returns a library of these records as the only source.
pub(crate) fn library(records: Vec<Record>) -> Vec<Arc<dyn Source>> {
    vec![Arc::new(InMemoryLibrary::from_records(records, Completeness::nothing()))]
}
