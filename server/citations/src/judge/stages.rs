//! The stages of asking about a reference: what is asked first, and what only where that was not enough.

use super::answers::JournalStatus;
use super::answers::is_described;
use super::compare::FoundBy;
use super::inquiry::{FoundRecord, Inquiry, QuestionState, SourceQuestion};
use super::journals;
use super::questions::{description, journal, journal_of_any_year, place};
use crate::{ArchivedCopy, CitedPage};
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::services::is_service;
use referee_records::{Answer, Coverage, Question, Record, Source, SourceError};
use std::sync::Arc;

/// The sources that can say whether they list a journal, the one that may be asked often first.
const JOURNAL_LISTS: &[&str] = &["europepmc", "crossref"];

/// The sources that know web pages: the page itself, and who keeps copies.
const PAGE_SOURCES: &[&str] = &["webpage", "softwareheritage", "internetarchive"];

/// The sources that list works of every field. What one of them lacks another may have.
pub(super) const GENERAL_INDEXES: [&str; 2] = ["crossref", "openalex"];

/// The sources that list venues of computing.
pub(super) const COMPUTING: [&str; 2] = ["dblp", "openreview"];

impl Inquiry<'_> {
    /// Asks for each identifier at the source that knows it best.
    pub(super) fn registers(&self) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        for identifier in self.distinct_identifiers() {
            let question = Question::Identifier(identifier.clone());
            let names: &[&str] = match identifier.canonical() {
                Identifier::Doi(_) => &["crossref", "datacite", "openalex", "europepmc", "semanticscholar"],
                Identifier::Pmid(_) => &["pubmed", "europepmc", "openalex"],
                Identifier::Pmcid(_) => &["europepmc", "idconv"],
                // arXiv itself is busy most of the time, and asked last: see `withdrawals`.
                Identifier::Arxiv(..) => &["openalex", "datacite", "semanticscholar"],
                Identifier::Trial(_) => &["clinicaltrials"],
                Identifier::Isbn(_) => &["openlibrary"],
            };
            self.first_of(names, &question, &mut out);
            // Europe PMC has PubMed's notices under the DOI too.
            if matches!(identifier.canonical(), Identifier::Doi(_)) && self.is_of_life_sciences() {
                self.first_of(&["europepmc"], &question, &mut out);
            }
        }
        out
    }

    /// Asks doi.org for the DOIs that no source described.
    pub(super) fn agencies(&self) -> Vec<SourceQuestion> {
        self.undescribed().map(|question| (String::from("doi"), question)).collect()
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

    /// Asks who describes a DOI that exists and that its first source does not have: OpenAlex, and its agency or,
    /// for agencies that are no source here, doi.org by content negotiation.
    pub(super) fn of_agencies(&self) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        for question in self.undescribed() {
            let state = self.state("doi", &question);
            let QuestionState::Known(registered) = &state else { continue };
            let Some(record) = registered.first() else { continue };
            self.first_of(&["openalex"], &question, &mut out);
            if record.types.iter().any(|agency| agency == "DataCite") {
                self.first_of(&["datacite"], &question, &mut out);
            } else {
                self.first_of(&["doi"], &description(&question), &mut out);
            }
        }
        out
    }

    /// Asks other sources for the identifiers whose records do not fit.
    pub(super) fn opinions(&self, found_records: &[FoundRecord]) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        for identifier in self.own_identifiers() {
            let under = || found_records.iter().filter(|found| found.identifier.as_ref() == Some(identifier));
            if under().next().is_none() || under().any(|found| found.fits) {
                continue;
            }
            let question = Question::Identifier(identifier.clone());
            let names: &[&str] = match identifier.canonical() {
                Identifier::Doi(_) => &["openalex", "europepmc"],
                Identifier::Pmid(_) => &["europepmc"],
                Identifier::Arxiv(..) => &["openalex", "datacite"],
                _ => &[],
            };
            for name in names {
                self.first_of(&[name], &question, &mut out);
            }
        }
        out
    }

    /// Asks for the title at the source of its field that may be asked often.
    pub(super) fn titles(&self) -> Vec<SourceQuestion> {
        let names: &[&str] = match (self.is_of_life_sciences(), self.is_scarce("openalex")) {
            (true, true) => &["europepmc", "pubmed", "crossref"],
            (true, false) => &["europepmc", "pubmed", "openalex"],
            (false, true) => &["crossref", "europepmc", "pubmed"],
            (false, false) => &["openalex", "europepmc", "pubmed"],
        };
        let mut out = Vec::new();
        let listing: Vec<&str> =
            names.iter().copied().filter(|name| self.coverage_of(name) != Coverage::None).collect();
        self.first_of(&listing, &self.like(), &mut out);
        out
    }

    /// Asks for the title at all sources that may be asked often.
    pub(super) fn more_titles(&self) -> Vec<SourceQuestion> {
        if self.is_scarce("openalex") {
            return self.at(&["europepmc", "pubmed", "datacite", "openlibrary"], &self.like());
        }
        let mut out = self.at(&["europepmc", "openalex", "pubmed", "datacite", "openlibrary"], &self.like());
        // Its silence says nothing of an article of the life sciences, but it has nearly all of them, and what it finds
        // need not be looked for where one may search only three times a second.
        if self.is_of_life_sciences() && self.work.title.is_some() {
            self.first_of(&["openalex"], &self.like(), &mut out);
        }
        out
    }

    /// Asks for the title of a work of a kind that no source lists completely, where such works are found now and then.
    /// What is found there can verify the reference; that it is not found says nothing.
    pub(super) fn titles_of_unlisted_kinds(&self) -> Vec<SourceQuestion> {
        let is_scarce = self.is_scarce("openalex");
        let names: &[&str] = match self.work.kind {
            WorkKind::Thesis if is_scarce => &["datacite"],
            WorkKind::Report | WorkKind::Standard if is_scarce => &[],
            WorkKind::Thesis => &["datacite", "openalex"],
            WorkKind::Report | WorkKind::Standard => &["openalex"],
            WorkKind::Software => &["datacite", "cran", "pypi", "github"],
            WorkKind::Dataset => &["datacite"],
            WorkKind::Patent => &["europepmc"],
            _ => &[],
        };
        let mut out = Vec::new();
        if self.work.title.is_some() {
            for name in names {
                self.first_of(&[name], &self.like(), &mut out);
            }
        }
        // Crossref has the reports and standards that have a DOI, but may be searched seldom only.
        let is_deposited = matches!(self.work.kind, WorkKind::Report | WorkKind::Standard);
        let elsewhere = self.state("openalex", &self.like());
        let in_turn = is_scarce || !matches!(elsewhere, QuestionState::Unasked);
        if is_deposited && self.work.title.is_some() && in_turn {
            self.first_of(&["crossref"], &self.like(), &mut out);
        }
        out
    }

    /// Asks whether the web page of a work that no source lists is there; of one that is not known to be, who keeps a
    /// copy.
    pub(super) fn pages(&self) -> Vec<SourceQuestion> {
        let Some(question) = &self.page else { return Vec::new() };
        let mut out = Vec::new();
        match self.state("webpage", question) {
            QuestionState::Unasked => self.first_of(&["webpage"], question, &mut out),
            QuestionState::Known(pages) if !pages.is_empty() => {}
            _ => {
                self.first_of(&["softwareheritage", "internetarchive"], question, &mut out);
                // What the one does not keep the other may.
                if matches!(self.state("softwareheritage", question), QuestionState::Known(kept) if kept.is_empty())
                {
                    self.first_of(&["internetarchive"], question, &mut out);
                }
            }
        }
        out
    }

    /// Why a source that knows web pages said nothing of the page of the work, where it was asked.
    pub(super) fn page_unanswered(&self, source: &dyn Source) -> Option<SourceError> {
        let question = self.page.as_ref().filter(|_| PAGE_SOURCES.contains(&source.name()))?;
        match self.answer(source, question) {
            Answer::None(SourceError::NotAsked | SourceError::Offline | SourceError::Unsuited) => None,
            Answer::None(why) => Some(why),
            Answer::Records(_) => None,
        }
    }

    /// What is known of the web page of the work; `None` where nobody said anything about it.
    pub(super) fn cited_page(&self) -> Option<CitedPage> {
        let Some(question @ Question::Like(asked)) = &self.page else { return None };
        let is_there = match self.state("webpage", question) {
            QuestionState::Known(pages) => Some(!pages.is_empty()),
            _ => None,
        };
        let copy = ["softwareheritage", "internetarchive"].into_iter().find_map(|name| {
            let QuestionState::Known(copies) = self.state(name, question) else { return None };
            let copy = copies.first()?;
            Some(ArchivedCopy {
                source: name.to_owned(),
                address: copy.work.url.clone()?,
                date: copy.work.date,
            })
        });
        let address = asked.url.clone()?;
        (is_there.is_some() || copy.is_some()).then_some(CitedPage { address, is_there, copy })
    }

    /// Asks the searches that rank, and for the place in the journal.
    pub(super) fn last_searches(&self) -> Vec<SourceQuestion> {
        let mut out = self.at(&["crossref"], &self.like());
        // arXiv answers once in three seconds; who has all of its papers too goes first.
        if matches!(self.state("datacite", &self.like()), QuestionState::Absent | QuestionState::Failed) {
            out.extend(self.at(&["arxiv"], &self.like()));
        }
        if self.work.title.is_some()
            && let Some(place) = place(self.work)
        {
            out.extend(self.at(&["pubmed"], &Question::Like(Arc::new(place))));
        }
        if !self.is_scarce("semanticscholar") {
            out.extend(self.at_semantic_scholar());
        }
        out
    }

    /// Semantic Scholar is the last resort: where it covers all such works, or where OpenAlex, which has most of what it
    /// has, cannot be asked and PubMed lists no such works.
    fn at_semantic_scholar(&self) -> Vec<SourceQuestion> {
        let everywhere = self.coverage_of("semanticscholar") == Coverage::Complete;
        let instead =
            matches!(self.state("openalex", &self.like()), QuestionState::Absent | QuestionState::Failed);
        let elsewhere = self.coverage_of("pubmed") != Coverage::None;
        if everywhere || (instead && !elsewhere) {
            self.at(&["semanticscholar"], &self.like())
        } else {
            Vec::new()
        }
    }

    /// Asks the sources that grant few questions for what all others left open, one after the other: OpenAlex, whose
    /// silence is needed before a work is called not found, and then Semantic Scholar.
    pub(super) fn scarce_searches(&self) -> Vec<SourceQuestion> {
        // The same works that are looked for there at once where it grants many questions.
        let may_have_it = self.coverage_of("openalex") != Coverage::None
            || (self.work.title.is_some()
                && (self.is_of_life_sciences()
                    || matches!(self.work.kind, WorkKind::Thesis | WorkKind::Report | WorkKind::Standard)));
        if self.is_scarce("openalex")
            && may_have_it
            && matches!(self.state("openalex", &self.like()), QuestionState::Unasked)
        {
            return vec![(String::from("openalex"), self.like())];
        }
        if self.is_scarce("semanticscholar") { self.at_semantic_scholar() } else { Vec::new() }
    }

    /// Asks the bibliographies of computing that list the venue completely, where the general ones were not enough: one of
    /// them did not answer, or none of them lists the venue. They may be asked seldom, so each is asked after the other.
    pub(super) fn bibliographies_of_computing(&self) -> Vec<SourceQuestion> {
        let states = GENERAL_INDEXES.map(|name| self.state(name, &self.like()));
        let is_pending = states.iter().any(|state| matches!(state, QuestionState::Unasked));
        let all_answered = states.iter().all(|state| matches!(state, QuestionState::Known(_)));
        let is_listed = GENERAL_INDEXES.iter().any(|name| self.coverage_of(name) == Coverage::Complete);
        if is_pending || (all_answered && is_listed) {
            return Vec::new();
        }
        let open = |name: &&&str| self.unasked(self.at(&[**name], &self.like()));
        COMPUTING.iter().map(|name| open(&name)).find(|open| !open.is_empty()).unwrap_or_default()
    }

    /// The question for the place in the journal, once its turn has come: it may be known before from another
    /// reference, and what is known of one must not depend on what was asked of another.
    pub(super) fn place_in_turn(&self) -> Option<Question> {
        let ask = || {
            let place = place(self.work)?;
            let turn = self.work.title.is_none() || self.unasked(self.last_searches()).is_empty();
            turn.then(|| Question::Like(Arc::new(place)))
        };
        self.place.get_or_init(ask).clone()
    }

    /// The next question about whether a source lists the journal in the years of the work; none once one does.
    pub(super) fn next_about_journal(&self) -> Option<SourceQuestion> {
        self.next_about(journal(self.work)?, |records| self.lists_journal(records))
    }

    /// The next question about whether the journal exists, whenever it did; none once a source has a work of it.
    pub(super) fn next_about_journal_of_any_year(&self) -> Option<SourceQuestion> {
        self.next_about(journal_of_any_year(self.work)?, |records| self.any_is_in_journal(records))
    }

    fn next_about(&self, journal: Work, has: impl Fn(&[Arc<Record>]) -> bool) -> Option<SourceQuestion> {
        let question = Question::Like(Arc::new(journal));
        if (0..self.sources.len()).any(|at| self.coverage(at) == Coverage::Complete) {
            return None;
        }
        for (name, question) in self.at(JOURNAL_LISTS, &question) {
            match &self.state(&name, &question) {
                QuestionState::Unasked => return Some((name, question)),
                QuestionState::Known(records) if has(records) => return None,
                _ => {}
            }
        }
        None
    }

    /// Whether `source`, which may list such a work, is known to list its journal.
    pub(super) fn is_listed_in(&self, source: &dyn Source) -> bool {
        if !JOURNAL_LISTS.contains(&source.name()) {
            return false;
        }
        let Some(journal) = journal(self.work) else { return false };
        match self.answer(source, &Question::Like(Arc::new(journal))) {
            Answer::Records(records) => self.lists_journal(&records),
            Answer::None(_) => false,
        }
    }

    /// Whether the journal of the reference exists, as far as anybody says.
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
        // A library that is complete for such works would have others of the journal.
        let anywhere = Work { container: None, container_short: None, ..self.work.clone() };
        let mut status = JournalStatus::Unasked;
        for source in self.sources {
            let is_complete = || source.covers(&anywhere) == Coverage::Complete;
            if names().any(|name| source.has_journal(name) == Some(false)) && is_complete() {
                status = JournalStatus::Unknown;
            }
        }
        for (name, question) in self.at(JOURNAL_LISTS, &question) {
            match &self.state(&name, &question) {
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

    /// Whether the source at this place is one that is asked online.
    fn is_online(&self, at: usize) -> bool {
        self.sources.get(at).is_some_and(|source| is_service(source.name()))
    }

    /// Whether a work was found of which nothing is seriously wrong but the name of the journal.
    pub(super) fn is_wrong_in_journal_alone(&self, found_records: &[FoundRecord]) -> bool {
        let works = || found_records.iter().filter(|found| found.is_work);
        !works().any(|found| found.fits)
            && works().any(|found| {
                let how = if found.identifier.is_some() { FoundBy::Identifier } else { FoundBy::Likeness };
                self.claim.is_wrong_in_journal_alone(&found.record, how)
            })
    }

    pub(super) fn lists_journal(&self, records: &[Arc<Record>]) -> bool {
        /// How many years a single record may be older or younger than the reference: a journal may have been listed
        /// only later, or no longer.
        const MAX_YEARS_APART: i32 = 3;
        /// How many years the reference may be away from each of two records that are older and younger than it.
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

    /// Whether one of the records stands in the journal that the reference names, in whatever year.
    fn any_is_in_journal<'r>(&self, records: impl IntoIterator<Item = &'r Arc<Record>>) -> bool {
        let names = || [&self.work.container, &self.work.container_short].into_iter().flatten();
        records.into_iter().any(|record| names().any(|name| journals::is_venue_of(name, &record.work)))
    }
}
