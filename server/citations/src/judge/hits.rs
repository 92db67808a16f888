//! What the sources are known to have for a reference, and what that leaves to be asked.

use super::answers::{MAX_FOLLOWED, is_described, published_as};
use super::compare::FoundBy;
use super::inquiry::{Hit, Inquiry, QuestionState, SourceQuestion};
use super::questions::description;
use super::{identifiers, journals};
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::services::{is_of_life_sciences, is_service};
use referee_records::{Answer, Question, Record};
use std::sync::Arc;

impl Inquiry<'_> {
    /// What to ask about the work that was found: its notices, and the article of a preprint.
    pub(super) fn follow(&self, hits: &[Hit]) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        let works: Vec<&Hit> = hits.iter().filter(|hit| hit.is_work).collect();
        let fitting: Vec<&Hit> = works.iter().copied().filter(|hit| hit.fits).collect();
        let found = if fitting.is_empty() { works } else { fitting };
        let numbers = |wanted: fn(&Identifier) -> bool| -> Vec<Identifier> {
            let mut all: Vec<Identifier> = Vec::new();
            for identifier in found.iter().flat_map(|hit| &hit.record.work.identifiers) {
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
            // Europe PMC passes PubMed's notices on.
            let told = found.iter().any(|hit| {
                matches!(hit.record.source.as_str(), "pubmed" | "europepmc")
                    && hit.record.work.identifiers.iter().any(|own| own == pmid)
            });
            if !told {
                self.first_of(&["pubmed", "europepmc"], &Question::Identifier(pmid.clone()), &mut out);
            }
        }
        for doi in numbers(|identifier| matches!(identifier, Identifier::Doi(_))) {
            // A record from Crossref's search says as much as one that was asked for by DOI.
            let told = found.iter().any(|hit| {
                hit.record.source == "crossref"
                    && hit.record.work.identifiers.iter().any(|own| own.canonical() == doi)
            });
            let question = Question::Identifier(doi);
            if !told {
                self.first_of(&["crossref"], &question, &mut out);
            }
            if pmids.is_empty() && found.iter().any(|hit| may_be_in_pubmed(&hit.record.work)) {
                self.first_of(&["europepmc"], &question, &mut out);
            }
        }
        if self.claim.preprint || found.iter().any(|hit| hit.record.work.kind == WorkKind::Preprint) {
            for identifier in published_as(found.iter().map(|hit| hit.record.as_ref())) {
                let question = Question::Identifier(identifier);
                self.first_of(&["crossref", "pubmed", "europepmc", "openalex"], &question, &mut out);
            }
        }
        out
    }

    /// Everything that the sources are known to have for the reference. Sources that are no services are asked by
    /// description only where nothing else fits.
    pub(super) fn hits(&self) -> &[Hit] {
        self.hits.get_or_init(|| self.all_hits())
    }

    pub(super) fn hit(&self, record: &Arc<Record>, identifier: Option<&Identifier>) -> Hit {
        let found = if identifier.is_some() { FoundBy::Identifier } else { FoundBy::Likeness };
        let (is_work, fits) = self.claim.assess(record, found);
        Hit { record: Arc::clone(record), identifier: identifier.cloned(), is_work, fits }
    }

    pub(super) fn all_hits(&self) -> Vec<Hit> {
        let mut out: Vec<Hit> = Vec::new();
        for identifier in &self.work.identifiers {
            let question = Question::Identifier(identifier.clone());
            for source in self.sources {
                let mut take = |records: &[Arc<Record>]| {
                    let described = records.iter().filter(|record| is_described(record));
                    out.extend(described.map(|record| self.hit(record, Some(identifier))));
                };
                if is_service(source.name()) {
                    if let QuestionState::Known(records) = &self.state(source.name(), &question) {
                        take(records);
                    }
                } else if let Answer::Records(records) = self.answer(source.as_ref(), &question) {
                    take(&records);
                }
            }
            if let QuestionState::Known(records) = &self.state("doi", &description(&question)) {
                out.extend(records.iter().map(|record| self.hit(record, Some(identifier))));
            }
        }
        if !self.describes() {
            return out;
        }
        let like = self.like();
        for name in ["europepmc", "openalex", "pubmed", "datacite", "crossref", "arxiv", "semanticscholar"] {
            if let QuestionState::Known(records) = &self.state(name, &like) {
                out.extend(records.iter().map(|record| self.hit(record, None)));
            }
        }
        if let Some(question) = self.place_in_turn()
            && let QuestionState::Known(records) = &self.state("pubmed", &question)
        {
            out.extend(records.iter().map(|record| self.hit(record, None)));
        }
        if !out.iter().any(|hit| hit.fits) {
            for source in self.sources.iter().filter(|source| !is_service(source.name())) {
                if let Answer::Records(records) = self.answer(source.as_ref(), &like) {
                    out.extend(records.iter().map(|record| self.hit(record, None)));
                }
            }
        }
        out
    }

    /// Whether some record fits, and every identifier of the reference leads to the same work.
    pub(super) fn is_settled(&self, hits: &[Hit]) -> bool {
        let fitting: Vec<&Hit> = hits.iter().filter(|hit| hit.fits).collect();
        if fitting.is_empty() {
            return false;
        }
        self.own_identifiers().all(|identifier| {
            hits.iter().any(|hit| {
                let led = hit.identifier.as_ref() == Some(identifier);
                (led && (hit.fits || fitting.iter().any(|fit| shares(&fit.record.work, &hit.record.work))))
                    || (hit.fits && identifiers::bears(&hit.record.work, identifier))
            })
        })
    }

    /// Whether some record is the work, whatever is wrong with the reference.
    pub(super) fn has_work(&self, hits: &[Hit]) -> bool {
        hits.iter().any(|hit| hit.is_work)
    }

    /// Whether only a preprint of a work was found that is cited as published.
    pub(super) fn is_early(&self, hits: &[Hit]) -> bool {
        !self.claim.preprint
            && self.work.container.is_some()
            && hits.iter().filter(|hit| hit.is_work).all(|hit| journals::is_preprint(&hit.record.work))
    }

    /// Whether an identifier belongs to another work: then the reference is wrong, wherever its title may be.
    pub(super) fn is_misled(&self, hits: &[Hit]) -> bool {
        hits.iter()
            .any(|hit| hit.identifier.as_ref().is_some_and(identifiers::is_of_one_work) && !hit.is_work)
    }
}

/// Whether PubMed may have a notice about a work.
fn may_be_in_pubmed(work: &Work) -> bool {
    work.kind == WorkKind::Article || is_of_life_sciences(work)
}

/// Whether two works bear one identifier.
fn shares(a: &Work, b: &Work) -> bool {
    a.identifiers
        .iter()
        .any(|identifier| identifiers::is_of_one_work(identifier) && identifiers::bears(b, identifier))
}
