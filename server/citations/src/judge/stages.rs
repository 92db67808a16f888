//! The stages of asking about a reference: what is asked first, and what is asked only if that was
//! not enough.

use super::answers::JournalStatus;
use super::answers::is_described;
use super::compare::FoundBy;
use super::inquiry::{FoundRecord, Inquiry, QuestionState, SourceQuestion};
use super::journals;
use super::questions::{description, journal, journal_of_any_year, place};
use crate::{ArchivedCopy, CitedPage};
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, Question, Record, Service, Source, SourceError};
use std::sync::Arc;

/// The sources that can answer whether they list a journal, in order of preference; the first may
/// be asked often.
const JOURNAL_LISTS: &[Service] = &[Service::EuropePmc, Service::Crossref];

/// The sources that know web pages: the page itself, and archives with copies of it.
const PAGE_SOURCES: &[Service] = &[Service::WebPage, Service::SoftwareHeritage, Service::InternetArchive];

/// The sources that list works of every field. Either may have a work that the other lacks.
pub(super) const GENERAL_INDEXES: [Service; 2] = [Service::Crossref, Service::OpenAlex];

/// The sources that list venues of computing.
pub(super) const COMPUTING: [Service; 2] = [Service::Dblp, Service::OpenReview];

impl Inquiry<'_> {
    /// Asks about each identifier at the source that knows it best.
    pub(super) fn registers(&self) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        for identifier in self.distinct_identifiers() {
            let question = Question::Identifier(identifier.clone());
            let services: &[Service] = match identifier.canonical() {
                Identifier::Doi(_) => &[
                    Service::Crossref,
                    Service::DataCite,
                    Service::OpenAlex,
                    Service::EuropePmc,
                    Service::SemanticScholar,
                ],
                Identifier::Pmid(_) => &[Service::PubMed, Service::EuropePmc, Service::OpenAlex],
                Identifier::Pmcid(_) => &[Service::EuropePmc, Service::IdConverter],
                // arXiv itself is busy most of the time, and asked last: see `withdrawals`.
                Identifier::Arxiv(..) => &[Service::OpenAlex, Service::DataCite, Service::SemanticScholar],
                Identifier::Trial(_) => &[Service::ClinicalTrials],
                Identifier::Isbn(_) => &[Service::OpenLibrary],
            };
            self.first_of(services, &question, &mut out);
            // Europe PMC has PubMed's notices under the DOI too.
            if matches!(identifier.canonical(), Identifier::Doi(_)) && self.is_of_life_sciences() {
                self.first_of(&[Service::EuropePmc], &question, &mut out);
            }
        }
        out
    }

    /// Asks doi.org about the DOIs that no source described.
    pub(super) fn agencies(&self) -> Vec<SourceQuestion> {
        self.undescribed().map(|question| (Service::Doi.name().to_owned(), question)).collect()
    }

    pub(super) fn undescribed(&self) -> impl Iterator<Item = Question> {
        self.distinct_identifiers()
            .filter(|identifier| identifier.as_doi().is_some())
            .map(|identifier| Question::Identifier(identifier.clone()))
            .filter(|question| {
                !self.sources.iter().any(|source| match self.answer(source.as_ref(), question) {
                    Answer::Records(records) => records.iter().any(|record| is_described(record)),
                    Answer::None(_) => false,
                })
            })
    }

    /// Asks for a description of each registered DOI that no source described: from OpenAlex and
    /// from its agency or, for agencies that are not sources here, from doi.org by content
    /// negotiation.
    pub(super) fn of_agencies(&self) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        for question in self.undescribed() {
            let state = self.state(Service::Doi, &question);
            let QuestionState::Known(registered) = &state else { continue };
            let Some(record) = registered.first() else { continue };
            self.first_of(&[Service::OpenAlex], &question, &mut out);
            if record.types.iter().any(|agency| agency == "DataCite") {
                self.first_of(&[Service::DataCite], &question, &mut out);
            } else {
                self.first_of(&[Service::Doi], &description(&question), &mut out);
            }
        }
        out
    }

    /// Asks other sources about the identifiers whose records do not fit.
    pub(super) fn opinions(&self, found_records: &[FoundRecord]) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        for identifier in self.own_identifiers() {
            let under = || found_records.iter().filter(|found| found.identifier.as_ref() == Some(identifier));
            if under().next().is_none() || under().any(|found| found.fits) {
                continue;
            }
            let question = Question::Identifier(identifier.clone());
            let services: &[Service] = match identifier.canonical() {
                Identifier::Doi(_) => &[Service::OpenAlex, Service::EuropePmc],
                Identifier::Pmid(_) => &[Service::EuropePmc],
                Identifier::Arxiv(..) => &[Service::OpenAlex, Service::DataCite],
                _ => &[],
            };
            for service in services {
                self.first_of(&[*service], &question, &mut out);
            }
        }
        out
    }

    /// Asks for the title at the sources of its field that may be asked often.
    pub(super) fn titles(&self) -> Vec<SourceQuestion> {
        let services: &[Service] = match (self.is_of_life_sciences(), self.is_scarce(Service::OpenAlex)) {
            (true, true) => &[Service::EuropePmc, Service::PubMed, Service::Crossref],
            (true, false) => &[Service::EuropePmc, Service::PubMed, Service::OpenAlex],
            (false, true) => &[Service::Crossref, Service::EuropePmc, Service::PubMed],
            (false, false) => &[Service::OpenAlex, Service::EuropePmc, Service::PubMed],
        };
        let mut out = Vec::new();
        let listing: Vec<Service> =
            services.iter().copied().filter(|service| self.coverage_of(*service) != Coverage::None).collect();
        self.first_of(&listing, &self.like(), &mut out);
        out
    }

    /// Asks for the title at all sources that may be asked often.
    pub(super) fn more_titles(&self) -> Vec<SourceQuestion> {
        if self.is_scarce(Service::OpenAlex) {
            return self.at(
                &[Service::EuropePmc, Service::PubMed, Service::DataCite, Service::OpenLibrary],
                &self.like(),
            );
        }
        let mut out = self.at(
            &[
                Service::EuropePmc,
                Service::OpenAlex,
                Service::PubMed,
                Service::DataCite,
                Service::OpenLibrary,
            ],
            &self.like(),
        );
        // Its silence is not evidence for an article of the life sciences, but it has nearly all of
        // them. A hit there saves a search at a source that allows only three requests a second.
        if self.is_of_life_sciences() && self.work.title.is_some() {
            self.first_of(&[Service::OpenAlex], &self.like(), &mut out);
        }
        out
    }

    /// Asks for the title of a work of a kind that no source lists completely, at sources that have
    /// some such works. A hit can verify the reference; a miss is not evidence.
    pub(super) fn titles_of_unlisted_kinds(&self) -> Vec<SourceQuestion> {
        let is_scarce = self.is_scarce(Service::OpenAlex);
        let services: &[Service] = match self.work.kind {
            WorkKind::Thesis if is_scarce => &[Service::DataCite],
            WorkKind::Report | WorkKind::Standard if is_scarce => &[],
            WorkKind::Thesis => &[Service::DataCite, Service::OpenAlex],
            WorkKind::Report | WorkKind::Standard => &[Service::OpenAlex],
            WorkKind::Software => &[Service::DataCite, Service::Cran, Service::Pypi, Service::GitHub],
            WorkKind::Dataset => &[Service::DataCite],
            WorkKind::Patent => &[Service::EuropePmc],
            _ => &[],
        };
        let mut out = Vec::new();
        if self.work.title.is_some() {
            for service in services {
                self.first_of(&[*service], &self.like(), &mut out);
            }
        }
        // Crossref has the reports and standards with a DOI, but allows few searches.
        let is_deposited = matches!(self.work.kind, WorkKind::Report | WorkKind::Standard);
        let elsewhere = self.state(Service::OpenAlex, &self.like());
        let in_turn = is_scarce || !matches!(elsewhere, QuestionState::Unasked);
        if is_deposited && self.work.title.is_some() && in_turn {
            self.first_of(&[Service::Crossref], &self.like(), &mut out);
        }
        out
    }

    /// Asks whether the web page of a work that no source lists exists; if that is not known, asks
    /// the archives for a copy.
    pub(super) fn pages(&self) -> Vec<SourceQuestion> {
        let Some(question) = &self.page else { return Vec::new() };
        let mut out = Vec::new();
        match self.state(Service::WebPage, question) {
            QuestionState::Unasked => self.first_of(&[Service::WebPage], question, &mut out),
            QuestionState::Known(pages) if !pages.is_empty() => {}
            _ => {
                self.first_of(&[Service::SoftwareHeritage, Service::InternetArchive], question, &mut out);
                // Either archive may have what the other lacks.
                if matches!(self.state(Service::SoftwareHeritage, question), QuestionState::Known(kept) if kept.is_empty())
                {
                    self.first_of(&[Service::InternetArchive], question, &mut out);
                }
            }
        }
        out
    }

    /// Returns why a source of web pages did not answer about the page of the work; `None` if it
    /// answered or was not asked.
    pub(super) fn page_unanswered(&self, source: &dyn Source) -> Option<SourceError> {
        let question = self.page.as_ref().filter(|_| Service::is_among(source.name(), PAGE_SOURCES))?;
        match self.answer(source, question) {
            Answer::None(SourceError::NotAsked | SourceError::Offline | SourceError::Unsuited) => None,
            Answer::None(why) => Some(why),
            Answer::Records(_) => None,
        }
    }

    /// Returns what is known of the web page of the work; `None` if no source answered about it.
    pub(super) fn cited_page(&self) -> Option<CitedPage> {
        let Some(question @ Question::Like(asked)) = &self.page else { return None };
        let is_there = match self.state(Service::WebPage, question) {
            QuestionState::Known(pages) => Some(!pages.is_empty()),
            _ => None,
        };
        let copy = [Service::SoftwareHeritage, Service::InternetArchive].into_iter().find_map(|service| {
            let QuestionState::Known(copies) = self.state(service, question) else { return None };
            let copy = copies.first()?;
            Some(ArchivedCopy {
                source: service.name().to_owned(),
                address: copy.work.url.clone()?,
                date: copy.work.date,
            })
        });
        let address = asked.url.clone()?;
        (is_there.is_some() || copy.is_some()).then_some(CitedPage { address, is_there, copy })
    }

    /// Asks the sources that rank their results, and asks for the place in the journal.
    pub(super) fn last_searches(&self) -> Vec<SourceQuestion> {
        let mut out = self.at(&[Service::Crossref], &self.like());
        // arXiv answers once in three seconds; DataCite, which has all arXiv papers too, is asked
        // first.
        if matches!(
            self.state(Service::DataCite, &self.like()),
            QuestionState::Absent | QuestionState::Failed
        ) {
            out.extend(self.at(&[Service::Arxiv], &self.like()));
        }
        if self.work.title.is_some()
            && let Some(place) = place(self.work)
        {
            out.extend(self.at(&[Service::PubMed], &Question::Like(Arc::new(place))));
        }
        if !self.is_scarce(Service::SemanticScholar) {
            out.extend(self.at_semantic_scholar());
        }
        out
    }

    /// Asks Semantic Scholar as the last resort: if it covers all such works, or if OpenAlex, which
    /// has most of the same works, cannot be asked and PubMed lists no such works.
    fn at_semantic_scholar(&self) -> Vec<SourceQuestion> {
        let everywhere = self.coverage_of(Service::SemanticScholar) == Coverage::Complete;
        let instead = matches!(
            self.state(Service::OpenAlex, &self.like()),
            QuestionState::Absent | QuestionState::Failed
        );
        let elsewhere = self.coverage_of(Service::PubMed) != Coverage::None;
        if everywhere || (instead && !elsewhere) {
            self.at(&[Service::SemanticScholar], &self.like())
        } else {
            Vec::new()
        }
    }

    /// Asks the scarce sources what all others left open, one after the other: OpenAlex, whose
    /// silence is required before a work is reported as not found, and then Semantic Scholar.
    pub(super) fn scarce_searches(&self) -> Vec<SourceQuestion> {
        // The works that are searched for there at once if OpenAlex is not scarce.
        let may_have_it = self.coverage_of(Service::OpenAlex) != Coverage::None
            || (self.work.title.is_some()
                && (self.is_of_life_sciences()
                    || matches!(self.work.kind, WorkKind::Thesis | WorkKind::Report | WorkKind::Standard)));
        if self.is_scarce(Service::OpenAlex)
            && may_have_it
            && matches!(self.state(Service::OpenAlex, &self.like()), QuestionState::Unasked)
        {
            return vec![(Service::OpenAlex.name().to_owned(), self.like())];
        }
        if self.is_scarce(Service::SemanticScholar) { self.at_semantic_scholar() } else { Vec::new() }
    }

    /// Asks the bibliographies of computing that list the venue completely if the general indexes
    /// were not enough: one of them did not answer, or none of them lists the venue. They allow few
    /// requests, so they are asked one after the other.
    pub(super) fn bibliographies_of_computing(&self) -> Vec<SourceQuestion> {
        let states = GENERAL_INDEXES.map(|service| self.state(service, &self.like()));
        let is_pending = states.iter().any(|state| matches!(state, QuestionState::Unasked));
        let all_answered = states.iter().all(|state| matches!(state, QuestionState::Known(_)));
        let is_listed =
            GENERAL_INDEXES.iter().any(|service| self.coverage_of(*service) == Coverage::Complete);
        if is_pending || (all_answered && is_listed) {
            return Vec::new();
        }
        let open = |service: Service| self.unasked(self.at(&[service], &self.like()));
        COMPUTING.into_iter().map(open).find(|open| !open.is_empty()).unwrap_or_default()
    }

    /// Returns the question for the place in the journal once its turn has come. The answer may be
    /// known earlier from another reference, but the result for one reference must not depend on
    /// what was asked for another.
    pub(super) fn place_in_turn(&self) -> Option<Question> {
        let ask = || {
            let place = place(self.work)?;
            let turn = self.work.title.is_none() || self.unasked(self.last_searches()).is_empty();
            turn.then(|| Question::Like(Arc::new(place)))
        };
        self.place.get_or_init(ask).clone()
    }

    /// Returns the next question whether a source lists the journal in the years of the work;
    /// `None` once one does.
    pub(super) fn next_about_journal(&self) -> Option<SourceQuestion> {
        self.next_about(journal(self.work)?, |records| self.lists_journal(records))
    }

    /// Returns the next question whether the journal exists in any year; `None` once a source has a
    /// work in it.
    pub(super) fn next_about_journal_of_any_year(&self) -> Option<SourceQuestion> {
        self.next_about(journal_of_any_year(self.work)?, |records| self.any_is_in_journal(records))
    }

    fn next_about(&self, journal: Work, has: impl Fn(&[Arc<Record>]) -> bool) -> Option<SourceQuestion> {
        let question = Question::Like(Arc::new(journal));
        if (0..self.sources.len()).any(|at| self.coverage(at) == Coverage::Complete) {
            return None;
        }
        for (name, question) in self.at(JOURNAL_LISTS, &question) {
            match &self.state_of(&name, &question) {
                QuestionState::Unasked => return Some((name, question)),
                QuestionState::Known(records) if has(records) => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns whether `source`, which may list such a work, is known to list its journal.
    pub(super) fn is_listed_in(&self, source: &dyn Source) -> bool {
        if !Service::is_among(source.name(), JOURNAL_LISTS) {
            return false;
        }
        let Some(journal) = journal(self.work) else { return false };
        match self.answer(source, &Question::Like(Arc::new(journal))) {
            Answer::Records(records) => self.lists_journal(&records),
            Answer::None(_) => false,
        }
    }

    /// Returns whether the journal of the reference exists, as far as the sources know.
    pub(super) fn journal_status(&self) -> JournalStatus {
        let Some(journal) = journal_of_any_year(self.work) else { return JournalStatus::Unasked };
        let question = Question::Like(Arc::new(journal));
        let names = || [&self.work.container, &self.work.container_short].into_iter().flatten();
        let is_known = self.claim.names_known_venue()
            || (0..self.sources.len())
                .any(|at| self.coverage(at) == Coverage::Complete && self.is_online(at))
            || names().any(|name| self.sources.iter().any(|source| source.has_journal(name) == Some(true)));
        if is_known {
            return JournalStatus::Exists;
        }
        // A library that is complete for such works would have other works in the journal.
        let anywhere = Work { container: None, container_short: None, ..self.work.clone() };
        let mut status = JournalStatus::Unasked;
        for source in self.sources {
            let is_complete = || source.covers(&anywhere) == Coverage::Complete;
            if names().any(|name| source.has_journal(name) == Some(false)) && is_complete() {
                status = JournalStatus::Unknown;
            }
        }
        for (name, question) in self.at(JOURNAL_LISTS, &question) {
            match &self.state_of(&name, &question) {
                QuestionState::Known(records) if self.any_is_in_journal(records) => {
                    return JournalStatus::Exists;
                }
                QuestionState::Known(_) => status = JournalStatus::Unknown,
                QuestionState::Unasked | QuestionState::Failed => return JournalStatus::Unasked,
                QuestionState::Absent => {}
            }
        }
        status
    }

    /// Returns whether the source at this index is an online service.
    fn is_online(&self, at: usize) -> bool {
        self.sources.get(at).is_some_and(|source| is_service(source.name()))
    }

    /// Returns whether a work was found that differs seriously only in the name of the journal, and
    /// no record fits.
    pub(super) fn is_wrong_in_journal_alone(&self, found_records: &[FoundRecord]) -> bool {
        let works = || found_records.iter().filter(|found| found.is_work);
        !works().any(|found| found.fits)
            && works().any(|found| {
                let how = if found.identifier.is_some() { FoundBy::Identifier } else { FoundBy::Likeness };
                self.claim.is_wrong_in_journal_alone(&found.record, how)
            })
    }

    pub(super) fn lists_journal(&self, records: &[Arc<Record>]) -> bool {
        /// The maximum distance in years between the reference and a single record: the journal may
        /// have been listed only later, or not any more.
        const MAX_YEARS_APART: i32 = 3;
        /// The maximum distance in years between the reference and each of two records, one older
        /// and one younger than it.
        const MAX_YEARS_BETWEEN: i32 = 10;
        let Some(claimed) = self.work.year() else { return self.any_is_in_journal(records) };
        let distance = |record: &Arc<Record>| record.work.year().map(|year| year.saturating_sub(claimed));
        let any = |is_wanted: fn(i32) -> bool| {
            self.any_is_in_journal(records.iter().filter(|record| distance(record).is_some_and(is_wanted)))
        };
        self.any_is_in_journal(records.iter().filter(|record| distance(record).is_none()))
            || any(|years| years.abs() <= MAX_YEARS_APART)
            || any(|years| (-MAX_YEARS_BETWEEN..0).contains(&years))
                && any(|years| (0..=MAX_YEARS_BETWEEN).contains(&years))
    }

    /// Returns whether one of the records is in the journal of the reference, in any year.
    fn any_is_in_journal<'r>(&self, records: impl IntoIterator<Item = &'r Arc<Record>>) -> bool {
        let names = || [&self.work.container, &self.work.container_short].into_iter().flatten();
        records.into_iter().any(|record| names().any(|name| journals::is_venue_of(name, &record.work)))
    }
}
