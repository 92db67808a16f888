//! The stages of asking about a reference: what is asked first, and what only where that was not enough.

use super::answers::is_described;
use super::inquiry::{FoundRecord, Inquiry, QuestionState, SourceQuestion};
use super::journals;
use super::questions::{description, journal, place};
use referee_bibliography::Identifier;
use referee_records::{Answer, Coverage, Question, Record, Source};
use std::sync::Arc;

/// The sources that can say whether they list a journal, the one that may be asked often first.
const JOURNAL_LISTS: &[&str] = &["europepmc", "crossref"];

impl Inquiry<'_> {
    /// Asks for each identifier at the source that knows it best.
    pub(super) fn registers(&self) -> Vec<SourceQuestion> {
        let mut out = Vec::new();
        for identifier in &self.work.identifiers {
            let question = Question::Identifier(identifier.clone());
            let names: &[&str] = match identifier.canonical() {
                Identifier::Doi(_) => &["crossref", "datacite", "openalex", "europepmc", "semanticscholar"],
                Identifier::Pmid(_) => &["pubmed", "europepmc", "openalex"],
                Identifier::Pmcid(_) => &["europepmc", "idconv"],
                Identifier::Arxiv(..) => &["arxiv", "openalex", "datacite", "semanticscholar"],
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
        self.work
            .identifiers
            .iter()
            .filter(|identifier| matches!(identifier, Identifier::Doi(_)))
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
        let names: &[&str] = if self.is_of_life_sciences() {
            &["europepmc", "pubmed", "openalex"]
        } else {
            &["openalex", "europepmc", "pubmed"]
        };
        let mut out = Vec::new();
        let listing: Vec<&str> =
            names.iter().copied().filter(|name| self.coverage_of(name) != Coverage::None).collect();
        self.first_of(&listing, &self.like(), &mut out);
        out
    }

    /// Asks for the title at all sources that may be asked often.
    pub(super) fn more_titles(&self) -> Vec<SourceQuestion> {
        let mut out = self.at(&["europepmc", "openalex", "pubmed", "datacite", "openlibrary"], &self.like());
        // Its silence says nothing of an article of the life sciences, but it has nearly all of them, and what it finds
        // need not be looked for where one may search only three times a second.
        if self.is_of_life_sciences() && self.work.title.is_some() {
            self.first_of(&["openalex"], &self.like(), &mut out);
        }
        out
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
        // Semantic Scholar is the last resort: where it covers all such works, or where OpenAlex, which has most of
        // what it has, cannot be asked and PubMed lists no such works.
        let everywhere = self.coverage_of("semanticscholar") == Coverage::Complete;
        let instead =
            matches!(self.state("openalex", &self.like()), QuestionState::Absent | QuestionState::Failed);
        let elsewhere = self.coverage_of("pubmed") != Coverage::None;
        if everywhere || (instead && !elsewhere) {
            out.extend(self.at(&["semanticscholar"], &self.like()));
        }
        out
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

    /// The next question about whether a source lists the journal; none once one does.
    pub(super) fn next_about_journal(&self) -> Option<SourceQuestion> {
        let question = Question::Like(Arc::new(journal(self.work)?));
        if (0..self.sources.len()).any(|at| self.coverage(at) == Coverage::Complete) {
            return None;
        }
        for (name, question) in self.at(JOURNAL_LISTS, &question) {
            match &self.state(&name, &question) {
                QuestionState::Unasked => return Some((name, question)),
                QuestionState::Known(records) if self.lists_journal(records) => return None,
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

    pub(super) fn lists_journal(&self, records: &[Arc<Record>]) -> bool {
        /// How many years the record may lie from the reference: a journal may have been listed only later.
        const YEARS: u32 = 3;
        let near = |record: &Arc<Record>| match (self.work.year(), record.work.year()) {
            (Some(claimed), Some(recorded)) => claimed.abs_diff(recorded) <= YEARS,
            _ => true,
        };
        let names = [&self.work.container, &self.work.container_short];
        names.into_iter().flatten().any(|name| {
            records.iter().any(|record| near(record) && journals::is_venue_of(name, &record.work))
        })
    }
}
