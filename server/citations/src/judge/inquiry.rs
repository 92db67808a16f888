//! Holds what is known of one reference and derives the questions that could be asked about it.

use super::compare::ClaimedWork;
use super::identifiers;
use super::questions::{page, place};
use referee_bibliography::{Identifier, Work};
use referee_records::services::{is_of_life_sciences, is_service};
use referee_records::{Answer, Coverage, Question, Record, Service, Source, SourceError};
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

/// A question with the name of the source to ask.
pub type SourceQuestion = (String, Question);

/// The known answers about one reference, and the questions that could be asked about it.
pub(super) struct Inquiry<'a> {
    pub(super) work: &'a Work,
    pub(super) claim: ClaimedWork<'a>,
    pub(super) sources: &'a [Arc<dyn Source>],
    /// The question for works with a similar description.
    like: Question,
    /// The question about the web page of the work.
    pub(super) page: Option<Question>,
    /// The answers so far, by the index of the source in `sources` and the question.
    known: RefCell<Vec<(usize, Question, Answer)>>,
    /// The coverage of such works by each source, in the order of `sources`; filled on demand.
    coverages: Vec<OnceCell<Coverage>>,
    /// The cached result of [`Inquiry::place_in_turn`].
    pub(super) place: OnceCell<Option<Question>>,
    life_sciences: OnceCell<bool>,
    /// The cached result of [`Inquiry::found_records`].
    pub(super) found_records: OnceCell<Vec<FoundRecord>>,
}

/// The state of a source's answer to a question.
pub(super) enum QuestionState {
    /// The source is missing, or cannot be asked this question.
    Absent,
    /// The source was not asked yet.
    Unasked,
    /// The source did not answer.
    Failed,
    /// The source answered with these records.
    Known(Vec<Arc<Record>>),
}

/// A record and how it was found.
pub(super) struct FoundRecord {
    pub(super) record: Arc<Record>,
    /// The identifier of the reference that led to the record; `None` if it was found by its
    /// description.
    pub(super) identifier: Option<Identifier>,
    /// Whether the record is the work, whatever is wrong with the reference.
    pub(super) is_work: bool,
    /// Whether the record leaves no question open.
    pub(super) fits: bool,
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(work: &'a Work, sources: &'a [Arc<dyn Source>]) -> Self {
        let like = Question::Like(Arc::new(work.clone()));
        Inquiry {
            work,
            claim: ClaimedWork::read(work),
            sources,
            like,
            page: page(work),
            known: RefCell::default(),
            coverages: sources.iter().map(|_| OnceCell::new()).collect(),
            place: OnceCell::new(),
            life_sciences: OnceCell::new(),
            found_records: OnceCell::new(),
        }
    }

    /// Returns whether the reference has enough to search for it.
    pub(super) fn describes(&self) -> bool {
        let work = self.work;
        work.title.is_some() || work.subtitle.is_some() || place(work).is_some()
    }

    /// Returns the identifiers that belong to this work only.
    pub(super) fn own_identifiers(&self) -> impl Iterator<Item = &'a Identifier> {
        self.work.identifiers.iter().filter(|identifier| identifiers::is_of_one_work(identifier))
    }

    pub(super) fn source(&self, name: &str) -> Option<&'a dyn Source> {
        self.sources.iter().find(|source| source.name() == name).map(|source| source.as_ref())
    }

    /// Returns whether a service allows so few requests that it is asked only what no
    /// other source decides.
    pub(super) fn is_scarce(&self, service: Service) -> bool {
        self.source(service.name()).is_some_and(Source::is_scarce)
    }

    /// Returns the identifiers of the reference without duplicates: an arXiv number and the DOI
    /// that arXiv registers for it are one identifier.
    pub(super) fn distinct_identifiers(&self) -> impl Iterator<Item = &'a Identifier> {
        let all = &self.work.identifiers;
        all.iter().enumerate().filter_map(move |(at, identifier)| {
            let canonical = identifier.canonical();
            let is_first = !all.iter().take(at).any(|earlier| earlier.canonical() == canonical);
            is_first.then_some(identifier)
        })
    }

    /// Returns whether the absence of such a work from the source at this index is evidence.
    pub(super) fn coverage(&self, at: usize) -> Coverage {
        let (Some(source), Some(known)) = (self.sources.get(at), self.coverages.get(at)) else {
            return Coverage::None;
        };
        *known.get_or_init(|| source.covers(self.work))
    }

    /// Returns the coverage of a service; `Coverage::None` if it is missing.
    pub(super) fn coverage_of(&self, service: Service) -> Coverage {
        let at = self.sources.iter().position(|source| *source.name() == service);
        at.map_or(Coverage::None, |at| self.coverage(at))
    }

    pub(super) fn is_of_life_sciences(&self) -> bool {
        *self.life_sciences.get_or_init(|| is_of_life_sciences(self.work))
    }

    /// Returns the answer of a source and caches it. Several libraries may have the same name, so
    /// the index of the source is the key.
    pub(super) fn answer(&self, source: &dyn Source, question: &Question) -> Answer {
        let is_it = |own: &Arc<dyn Source>| std::ptr::addr_eq(own.as_ref(), source);
        let Some(at) = self.sources.iter().position(is_it) else { return source.ask(question) };
        let is_same = |(source, asked, _): &&(usize, Question, Answer)| *source == at && asked == question;
        if let Some((_, _, answer)) = self.known.borrow().iter().find(is_same) {
            return answer.clone();
        }
        let answer = source.ask(question);
        self.known.borrow_mut().push((at, question.clone(), answer.clone()));
        answer
    }

    pub(super) fn state(&self, service: Service, question: &Question) -> QuestionState {
        self.state_of(service.name(), question)
    }

    /// Returns the state of a question to the source with a name; absent unless it is a service.
    pub(super) fn state_of(&self, name: &str, question: &Question) -> QuestionState {
        let Some(source) = self.source(name).filter(|_| is_service(name)) else {
            return QuestionState::Absent;
        };
        match self.answer(source, question) {
            Answer::Records(records) => QuestionState::Known(records),
            // Without consent the source was not asked; with consent it would be.
            Answer::None(SourceError::NotAsked | SourceError::Offline) => QuestionState::Unasked,
            Answer::None(SourceError::Unsuited) => QuestionState::Absent,
            Answer::None(_) => QuestionState::Failed,
        }
    }

    /// Returns the questions among these that were not asked yet, without duplicates.
    pub(super) fn unasked(&self, asks: Vec<SourceQuestion>) -> Vec<SourceQuestion> {
        let mut out: Vec<SourceQuestion> = Vec::new();
        for ask in asks {
            if !out.contains(&ask) && matches!(self.state_of(&ask.0, &ask.1), QuestionState::Unasked) {
                out.push(ask);
            }
        }
        out
    }

    /// Adds a question for the first of the sources that can answer it, and for the sources before
    /// it that failed.
    pub(super) fn first_of(&self, services: &[Service], question: &Question, out: &mut Vec<SourceQuestion>) {
        for service in services {
            match self.state(*service, question) {
                QuestionState::Absent => {}
                QuestionState::Failed => out.push((service.name().to_owned(), question.clone())),
                QuestionState::Unasked | QuestionState::Known(_) => {
                    out.push((service.name().to_owned(), question.clone()));
                    return;
                }
            }
        }
    }

    pub(super) fn like(&self) -> Question {
        self.like.clone()
    }

    /// Returns the question for each of the given sources that covers such works.
    pub(super) fn at(&self, services: &[Service], question: &Question) -> Vec<SourceQuestion> {
        services
            .iter()
            .filter(|service| self.coverage_of(**service) != Coverage::None)
            .map(|service| (service.name().to_owned(), question.clone()))
            .collect()
    }
}
