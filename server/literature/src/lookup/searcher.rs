//! Services that are searched by subject: unlike the sources that judging looks at, these ask, and wait.

use super::{LookupScheduler, Wanted};
use crate::gate::Allowance;
use referee_bibliography::Work;
use referee_records::record::Record;
use referee_records::services;
use referee_records::source::{Answer, Coverage, Question, Source};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// The services whose record makes literature of a page, best first.
const STATING: &[&str] =
    &["pubmed", "europepmc", "crossref", "clinicaltrials", "arxiv", "datacite", "openalex"];

/// What the searchers of one occasion share.
pub(super) struct Occasion {
    pub(super) lookup: LookupScheduler,
    pub(super) allowance: Allowance,
    pub(super) cancel: CancellationToken,
    /// The words that were asked for.
    pub(super) asked: Mutex<HashSet<String>>,
}

/// One service of a scheduler, as a source that is searched by subject.
pub(super) struct Searcher {
    pub(super) occasion: Arc<Occasion>,
    pub(super) handle: usize,
}

impl Source for Searcher {
    fn name(&self) -> &str {
        self.occasion.lookup.inner.handle(self.handle).map_or("", super::ServiceHandle::name)
    }

    fn covers(&self, work: &Work) -> Coverage {
        let handle = self.occasion.lookup.inner.handle(self.handle);
        handle.map_or(Coverage::None, |handle| handle.reached.service.covers(work))
    }

    fn ask(&self, question: &Question) -> Answer {
        let inner = &self.occasion.lookup.inner;
        match inner.handle(self.handle) {
            Some(handle) => inner.answer_cache.ask(&inner.gate, handle, question),
            None => Answer::None(referee_records::SourceError::Unsuited),
        }
    }

    /// Asks all services for these words when the first of them is searched; the others then answer at once.
    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        let occasion = &self.occasion;
        let handle = occasion.lookup.inner.handle(self.handle)?;
        let question = Question::Subject(words.into());
        if !handle.reached.service.answers(&question) {
            return None;
        }
        let new = occasion.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(words.to_owned());
        if new {
            let handles = occasion.lookup.inner.handles.iter();
            let wanted: Vec<Wanted> = handles
                .filter(|handle| handle.reached.service.answers(&question))
                .map(|handle| Wanted { service: handle.name(), question: question.clone() })
                .collect();
            occasion.lookup.fetch(wanted, occasion.allowance, &occasion.cancel, &mut |_| Vec::new());
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
    /// Pages whose address names a work, as the records that sources have of these works; the others stay pages.
    fn resolved(&self, pages: Vec<Arc<Record>>) -> Vec<Arc<Record>> {
        let occasion = &self.occasion;
        let questions = |page: &Record| -> Vec<Question> {
            page.work.identifiers.iter().cloned().map(Question::Identifier).collect()
        };
        let mut wanted = Vec::new();
        for question in pages.iter().flat_map(|page| questions(page)) {
            for handle in
                occasion.lookup.inner.handles.iter().filter(|handle| STATING.contains(&handle.name()))
            {
                if handle.reached.service.answers(&question) {
                    wanted.push(Wanted { service: handle.name(), question: question.clone() });
                }
            }
        }
        if !wanted.is_empty() {
            occasion.lookup.fetch(wanted.clone(), occasion.allowance, &occasion.cancel, &mut |_| Vec::new());
        }
        let inner = &occasion.lookup.inner;
        let record = |page: &Record| -> Option<Arc<Record>> {
            let asked = questions(page);
            STATING.iter().find_map(|name| {
                let handle = inner.handles.iter().find(|handle| handle.name() == *name)?;
                asked.iter().find_map(|question| {
                    match inner.answer_cache.ask(&inner.gate, handle, question) {
                        Answer::Records(records) => records.into_iter().next(),
                        Answer::None(_) => None,
                    }
                })
            })
        };
        pages.into_iter().map(|page| record(&page).unwrap_or(page)).collect()
    }
}
