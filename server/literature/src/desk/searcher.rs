//! Services that are searched by subject: unlike the sources that judging looks at, these ask, and wait.

use super::{Desk, Wanted};
use crate::gate::{Allowance, Cancel};
use crate::online;
use crate::record::Record;
use crate::source::{Answer, Coverage, Question, Source};
use referee_bibliography::Work;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The services whose record makes literature of a page, best first.
const STATING: &[&str] =
    &["pubmed", "europepmc", "crossref", "clinicaltrials", "arxiv", "datacite", "openalex"];

/// What the searchers of one occasion share.
pub(super) struct Occasion {
    pub(super) desk: Desk,
    pub(super) allowance: Allowance,
    pub(super) cancel: Cancel,
    /// The words that were asked for.
    pub(super) asked: Mutex<HashSet<String>>,
}

/// One service of a desk, as a source that is searched by subject.
pub(super) struct Searcher {
    pub(super) occasion: Arc<Occasion>,
    pub(super) seat: usize,
}

impl Source for Searcher {
    fn name(&self) -> &str {
        self.occasion.desk.inner.seat(self.seat).map_or("", super::Seat::name)
    }

    fn covers(&self, work: &Work) -> Coverage {
        let seat = self.occasion.desk.inner.seat(self.seat);
        seat.map_or(Coverage::None, |seat| seat.reached.service.covers(work))
    }

    fn ask(&self, question: &Question) -> Answer {
        let inner = &self.occasion.desk.inner;
        match inner.seat(self.seat) {
            Some(seat) => inner.memory.ask(&inner.gate, seat, question),
            None => Answer::None(crate::NoAnswer::Unsuited),
        }
    }

    /// Asks all services for these words when the first of them is searched; the others then answer at once.
    fn search(&self, words: &str, limit: usize) -> Option<Answer> {
        let occasion = &self.occasion;
        let seat = occasion.desk.inner.seat(self.seat)?;
        let question = Question::Subject(words.into());
        if !seat.reached.service.answers(&question) {
            return None;
        }
        let new = occasion.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(words.to_owned());
        if new {
            let seats = occasion.desk.inner.seats.iter();
            let wanted: Vec<Wanted> = seats
                .filter(|seat| seat.reached.service.answers(&question))
                .map(|seat| Wanted { service: seat.name(), question: question.clone() })
                .collect();
            occasion.desk.fetch(wanted, occasion.allowance, &occasion.cancel, &mut |_| Vec::new());
        }
        Some(match self.ask(&question) {
            Answer::Records(mut records) => {
                records.truncate(limit);
                if seat.name() == online::WEB {
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
            for seat in occasion.desk.inner.seats.iter().filter(|seat| STATING.contains(&seat.name())) {
                if seat.reached.service.answers(&question) {
                    wanted.push(Wanted { service: seat.name(), question: question.clone() });
                }
            }
        }
        if !wanted.is_empty() {
            occasion.desk.fetch(wanted.clone(), occasion.allowance, &occasion.cancel, &mut |_| Vec::new());
        }
        let inner = &occasion.desk.inner;
        let record = |page: &Record| -> Option<Arc<Record>> {
            let asked = questions(page);
            STATING.iter().find_map(|name| {
                let seat = inner.seats.iter().find(|seat| seat.name() == *name)?;
                asked.iter().find_map(|question| match inner.memory.ask(&inner.gate, seat, question) {
                    Answer::Records(records) => records.into_iter().next(),
                    Answer::None(_) => None,
                })
            })
        };
        pages.into_iter().map(|page| record(&page).unwrap_or(page)).collect()
    }
}
