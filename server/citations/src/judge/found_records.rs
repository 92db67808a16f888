//! Collects the records that the sources are known to have for a reference, and derives the
//! remaining questions.

use super::answers::{MAX_FOLLOWED, is_described, published_as};
use super::compare::FoundBy;
use super::inquiry::{FoundRecord, Inquiry, QuestionState, SourceQuestion};
use super::questions::description;
use super::{identifiers, journals};
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::services::{is_of_life_sciences, is_service};
use referee_records::{Answer, Question, Record, Service};
use std::sync::Arc;

impl Inquiry<'_> {
    /// Returns the questions about the work that was found: its notices, and the article of a
    /// preprint.
    pub(super) fn follow(&self, found_records: &[FoundRecord]) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        let works: Vec<&FoundRecord> = found_records.iter().filter(|found| found.is_work).collect();
        let fitting: Vec<&FoundRecord> = works.iter().copied().filter(|found| found.fits).collect();
        let found = if fitting.is_empty() { works } else { fitting };
        let numbers = |wanted: fn(&Identifier) -> bool| -> Vec<Identifier> {
            let mut all: Vec<Identifier> = Vec::new();
            for identifier in found.iter().flat_map(|found| &found.record.work.identifiers) {
                let canonical = identifier.canonical();
                if wanted(&canonical) && !all.contains(&canonical) {
                    all.push(canonical);
                }
            }
            all.truncate(MAX_FOLLOWED);
            all
        };
        let pmids = numbers(|identifier| matches!(identifier, Identifier::Pmid(_)));
        for pmid in &pmids {
            // Europe PMC includes PubMed's notices.
            let told = found.iter().any(|found| {
                matches!(Service::named(&found.record.source), Some(Service::PubMed | Service::EuropePmc))
                    && found.record.work.identifiers.iter().any(|own| own == pmid)
            });
            if !told {
                self.first_of(
                    &[Service::PubMed, Service::EuropePmc],
                    &Question::Identifier(pmid.clone()),
                    &mut out,
                );
            }
        }
        for doi in numbers(|identifier| matches!(identifier, Identifier::Doi(_))) {
            // A record from Crossref's search is as complete as one that was requested by DOI.
            let told = found.iter().any(|found| {
                found.record.source == Service::Crossref
                    && found.record.work.identifiers.iter().any(|own| own.canonical() == doi)
            });
            let question = Question::Identifier(doi);
            if !told {
                self.first_of(&[Service::Crossref], &question, &mut out);
            }
            if pmids.is_empty() && found.iter().any(|found| may_be_in_pubmed(&found.record.work)) {
                self.first_of(&[Service::EuropePmc], &question, &mut out);
            }
        }
        if self.claim.preprint || found.iter().any(|found| found.record.work.kind == WorkKind::Preprint) {
            for identifier in published_as(found.iter().map(|found| found.record.as_ref())) {
                let question = Question::Identifier(identifier);
                self.first_of(
                    &[Service::Crossref, Service::PubMed, Service::EuropePmc, Service::OpenAlex],
                    &question,
                    &mut out,
                );
            }
        }
        out
    }

    /// Returns all records that the sources are known to have for the reference. Sources on this
    /// machine are asked by description only if no record found otherwise fits.
    pub(super) fn found_records(&self) -> &[FoundRecord] {
        self.found_records.get_or_init(|| self.find_records())
    }

    pub(super) fn found_record(&self, record: &Arc<Record>, identifier: Option<&Identifier>) -> FoundRecord {
        let found = if identifier.is_some() { FoundBy::Identifier } else { FoundBy::Likeness };
        let (is_work, fits) = self.claim.assess(record, found);
        FoundRecord { record: Arc::clone(record), identifier: identifier.cloned(), is_work, fits }
    }

    pub(super) fn find_records(&self) -> Vec<FoundRecord> {
        let mut out: Vec<FoundRecord> = Vec::new();
        for identifier in &self.work.identifiers {
            let question = Question::Identifier(identifier.clone());
            for source in self.sources {
                let mut take = |records: &[Arc<Record>]| {
                    let described = records.iter().filter(|record| is_described(record));
                    out.extend(described.map(|record| self.found_record(record, Some(identifier))));
                };
                if is_service(source.name()) {
                    if let QuestionState::Known(records) = &self.state_of(source.name(), &question) {
                        take(records);
                    }
                } else if let Answer::Records(records) = self.answer(source.as_ref(), &question) {
                    take(&records);
                }
            }
            if let QuestionState::Known(records) = &self.state(Service::Doi, &description(&question)) {
                out.extend(records.iter().map(|record| self.found_record(record, Some(identifier))));
            }
        }
        if !self.describes() {
            return out;
        }
        let like = self.like();
        for service in [
            Service::EuropePmc,
            Service::OpenAlex,
            Service::PubMed,
            Service::DataCite,
            Service::Crossref,
            Service::Arxiv,
            Service::SemanticScholar,
            Service::OpenLibrary,
            Service::Dblp,
            Service::OpenReview,
            Service::Cran,
            Service::Pypi,
            Service::GitHub,
        ] {
            if let QuestionState::Known(records) = &self.state(service, &like) {
                out.extend(records.iter().map(|record| self.found_record(record, None)));
            }
        }
        if let Some(question) = self.place_in_turn()
            && let QuestionState::Known(records) = &self.state(Service::PubMed, &question)
        {
            out.extend(records.iter().map(|record| self.found_record(record, None)));
        }
        if !out.iter().any(|found| found.fits) {
            for source in self.sources.iter().filter(|source| !is_service(source.name())) {
                if let Answer::Records(records) = self.answer(source.as_ref(), &like) {
                    out.extend(records.iter().map(|record| self.found_record(record, None)));
                }
            }
        }
        out
    }

    /// Returns whether some record fits, and every identifier of the reference leads to the same
    /// work.
    pub(super) fn is_settled(&self, found_records: &[FoundRecord]) -> bool {
        let fitting: Vec<&FoundRecord> = found_records.iter().filter(|found| found.fits).collect();
        if fitting.is_empty() {
            return false;
        }
        self.own_identifiers().all(|identifier| {
            found_records.iter().any(|found| {
                let led = found.identifier.as_ref() == Some(identifier);
                (led && (found.fits
                    || fitting.iter().any(|fit| shares(&fit.record.work, &found.record.work))))
                    || (found.fits && identifiers::bears(&found.record.work, identifier))
            })
        })
    }

    /// Returns whether some record is the work, whatever is wrong with the reference.
    pub(super) fn has_work(&self, found_records: &[FoundRecord]) -> bool {
        found_records.iter().any(|found| found.is_work)
    }

    /// Returns whether the reference cites a publication and only preprints of it were found.
    pub(super) fn is_early(&self, found_records: &[FoundRecord]) -> bool {
        !self.claim.preprint
            && self.work.container.is_some()
            && found_records
                .iter()
                .filter(|found| found.is_work)
                .all(|found| journals::is_preprint(&found.record.work))
    }

    /// Returns whether no record fits and none that is the work was found by an identifier: the
    /// reference may mean another work of nearly the same title.
    pub(super) fn is_doubtful(&self, found_records: &[FoundRecord]) -> bool {
        !found_records.iter().any(|found| found.fits || (found.is_work && found.identifier.is_some()))
    }

    /// Returns whether an identifier belongs to another work: then the reference is wrong, whatever
    /// else is found for its title.
    pub(super) fn is_misled(&self, found_records: &[FoundRecord]) -> bool {
        found_records
            .iter()
            .any(|found| found.identifier.as_ref().is_some_and(identifiers::is_of_one_work) && !found.is_work)
    }
}

/// Returns whether PubMed may have a notice about a work.
fn may_be_in_pubmed(work: &Work) -> bool {
    work.kind == WorkKind::Article || is_of_life_sciences(work)
}

/// Returns whether two works share an identifier that belongs to one work only.
fn shares(a: &Work, b: &Work) -> bool {
    a.identifiers
        .iter()
        .any(|identifier| identifiers::is_of_one_work(identifier) && identifiers::bears(b, identifier))
}
