//! Services that are searched by subject: unlike the sources used for judging, these send requests
//! and wait.

use super::call::Wanted;
use super::fetch::FetchCall;
use super::shared::SharedState;
use crate::gate::Allowance;
use referee_bibliography::Work;
use referee_records::Service;
use referee_records::record::Record;
use referee_records::services;
use referee_records::source::{Answer, Coverage, Question, Source};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// The services whose record can turn a web page into a publication, best first.
const WORK_SERVICES: &[Service] = &[
    Service::PubMed,
    Service::EuropePmc,
    Service::Crossref,
    Service::ClinicalTrials,
    Service::Arxiv,
    Service::DataCite,
    Service::OpenAlex,
];

/// The shared state of the searchers of one call of
/// [`LookupScheduler::searchers`](super::LookupScheduler::searchers).
pub(super) struct SearchSession {
    lookup: Arc<SharedState>,
    allowance: Allowance,
    cancel: CancellationToken,
    /// The queries searched so far.
    searched: Mutex<HashSet<String>>,
}

impl SearchSession {
    pub(super) fn new(lookup: Arc<SharedState>, allowance: Allowance, cancel: CancellationToken) -> Self {
        SearchSession { lookup, allowance, cancel, searched: Mutex::default() }
    }

    fn fetch(&self, wanted: Vec<Wanted>) {
        FetchCall::new(&self.lookup, self.allowance, &self.cancel).run(wanted, &mut |_| Vec::new());
    }
}

/// One service of a scheduler, as a source that is searched by subject.
pub(super) struct Searcher {
    pub(super) session: Arc<SearchSession>,
    pub(super) service: usize,
}

impl Source for Searcher {
    fn name(&self) -> &str {
        self.session.lookup.handle(self.service).map_or("", |handle| handle.name())
    }

    fn covers(&self, work: &Work) -> Coverage {
        let handle = self.session.lookup.handle(self.service);
        handle.map_or(Coverage::None, |handle| handle.endpoint.service.covers(work))
    }

    fn ask(&self, question: &Question) -> Answer {
        let lookup = &self.session.lookup;
        match lookup.handle(self.service) {
            Some(handle) => lookup.answer_cache.ask(&lookup.gate, handle, question),
            None => Answer::None(referee_records::SourceError::Unsuited),
        }
    }

    /// Sends the query to all services when the first of them is searched; the others then answer
    /// at once.
    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        let session = &self.session;
        let handle = session.lookup.handle(self.service)?;
        let question = Question::Subject(words.into());
        if !handle.endpoint.service.answers(&question) {
            return None;
        }
        let new = session.searched.lock().unwrap_or_else(PoisonError::into_inner).insert(words.to_owned());
        if new {
            let handles = session.lookup.handles.iter();
            let wanted: Vec<Wanted> = handles
                .filter(|handle| handle.endpoint.service.answers(&question))
                .map(|handle| Wanted { service: handle.name(), question: question.clone() })
                .collect();
            session.fetch(wanted);
        }
        Some(match self.ask(&question) {
            Answer::Records(mut records) => {
                records.truncate(limit);
                if handle.name() == services::WEB.name {
                    records = self.resolved(records);
                }
                Answer::Records(records)
            }
            none => none,
        })
    }
}

impl Searcher {
    /// Replaces pages whose address contains an identifier by the records of these works; keeps the
    /// other pages.
    fn resolved(&self, pages: Vec<Arc<Record>>) -> Vec<Arc<Record>> {
        let session = &self.session;
        let questions = |page: &Record| -> Vec<Question> {
            page.work.identifiers.iter().cloned().map(Question::Identifier).collect()
        };
        let mut wanted = Vec::new();
        for question in pages.iter().flat_map(|page| questions(page)) {
            for handle in
                session.lookup.handles.iter().filter(|handle| Service::is_among(handle.name(), WORK_SERVICES))
            {
                if handle.endpoint.service.answers(&question) {
                    wanted.push(Wanted { service: handle.name(), question: question.clone() });
                }
            }
        }
        if !wanted.is_empty() {
            session.fetch(wanted);
        }
        let lookup = &session.lookup;
        let record = |page: &Record| -> Option<Arc<Record>> {
            let asked = questions(page);
            WORK_SERVICES.iter().find_map(|service| {
                let handle = lookup.handles.iter().find(|handle| *handle.name() == *service)?;
                asked.iter().find_map(|question| {
                    match lookup.answer_cache.ask(&lookup.gate, handle, question) {
                        Answer::Records(records) => records.into_iter().next(),
                        Answer::None(_) => None,
                    }
                })
            })
        };
        pages.into_iter().map(|page| record(&page).unwrap_or(page)).collect()
    }
}
