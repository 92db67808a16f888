//! Questions that are held back, to be sent with others in one request.

use referee_literature::lookup::Wanted;
use referee_records::{Question, Service};
use std::collections::HashMap;

/// The maximum number of searches per run at a service that is scarce and whose budget cannot be
/// read. Semantic Scholar without a key answers one in five, with a second between them: more are
/// not worth the wait.
const MAX_SCARCE_SEARCHES: (Service, usize) = (Service::SemanticScholar, 5);

/// The number of identifiers for one service that fill a request.
const FULL_BATCH: usize = 50;

/// The source that is queried once, after all others.
const LAST_SOURCE: Service = Service::Arxiv;

/// The held questions, and the number of searches at a limited service.
#[derive(Default)]
pub(super) struct HeldQuestions {
    waiting: Vec<Wanted>,
    scarce_searches: usize,
}

impl HeldQuestions {
    /// Holds back questions that are better sent with others, and returns the rest. Identifiers for
    /// a reference with a known verdict (`is_settled`), and everything for a scarce service, which
    /// counts requests and not questions, wait until no search is in progress. Identifiers for
    /// [`LAST_SOURCE`] wait for everything else.
    pub(super) fn hold(
        &mut self,
        is_settled: bool,
        wanted: Vec<Wanted>,
        is_scarce: &dyn Fn(&str) -> bool,
    ) -> Vec<Wanted> {
        let mut out = Vec::new();
        for wanted in wanted {
            let is_identifier = matches!(wanted.question, Question::Identifier(_));
            let waits = is_identifier && (*wanted.service == LAST_SOURCE || is_settled);
            if waits || is_scarce(wanted.service) {
                self.waiting.push(wanted);
            } else {
                out.push(wanted);
            }
        }
        out
    }

    /// Removes and returns the questions that may be sent now, with `searches` and `under_way`
    /// unanswered questions; held ones are included in these counts.
    pub(super) fn release(&mut self, searches: usize, under_way: usize) -> Vec<Wanted> {
        let is_last = |held: &Wanted| *held.service == LAST_SOURCE;
        let is_all_over = under_way <= self.waiting.len() && self.waiting.iter().all(is_last);
        let mut counts: HashMap<&'static str, usize> = HashMap::new();
        for held in &self.waiting {
            *counts.entry(held.service).or_default() += 1;
        }
        let is_search = |held: &&Wanted| matches!(held.question, Question::Like(_));
        let are_searches_over = searches <= self.waiting.iter().filter(is_search).count();
        let is_full = |held: &Wanted| counts.get(held.service).is_some_and(|count| *count >= FULL_BATCH);
        let may_leave =
            |held: &Wanted| if is_last(held) { is_all_over } else { are_searches_over || is_full(held) };
        let (out, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(may_leave);
        self.waiting = waiting;
        out
    }

    /// Removes and returns all questions.
    pub(super) fn take(&mut self) -> Vec<Wanted> {
        std::mem::take(&mut self.waiting)
    }

    /// Whether another search at a scarce service is allowed.
    pub(super) fn may_search(&mut self, service: &str) -> bool {
        let (limited, most) = MAX_SCARCE_SEARCHES;
        if *service != limited {
            return true;
        }
        self.scarce_searches += 1;
        self.scarce_searches <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_bibliography::{Identifier, Work};
    use std::sync::Arc;

    fn doi(service: &'static str, number: usize) -> Wanted {
        Wanted { service, question: Question::Identifier(Identifier::Doi(format!("10.1000/{number}"))) }
    }

    #[test]
    fn arxiv_leaves_after_everything_else() {
        let mut held = HeldQuestions::default();
        let now = held.hold(true, vec![doi("arxiv", 1), doi("europepmc", 1)], &|_| false);
        assert!(now.is_empty());
        assert!(held.release(1, 3).is_empty(), "a search is running");
        assert_eq!(held.release(0, 2), [doi("europepmc", 1)]);
        assert!(held.release(0, 2).is_empty(), "Europe PMC has not answered");
        assert_eq!(held.release(0, 1), [doi("arxiv", 1)]);
    }

    #[test]
    fn a_scarce_service_waits_for_the_searches_of_others() {
        let search = |service| Wanted { service, question: Question::Like(Arc::new(Work::default())) };
        let mut held = HeldQuestions::default();
        let wanted = vec![search("crossref"), doi("crossref", 1), search("openalex")];
        let now = held.hold(false, wanted, &|name| name == "openalex");
        assert_eq!(now, [search("crossref"), doi("crossref", 1)]);
        assert!(held.release(2, 3).is_empty(), "Crossref searches");
        assert_eq!(held.release(1, 1), [search("openalex")]);
    }

    #[test]
    fn a_full_request_does_not_wait() {
        let mut held = HeldQuestions::default();
        let _ = held.hold(true, (0..FULL_BATCH).map(|at| doi("crossref", at)).collect(), &|_| false);
        let _ = held.hold(true, vec![doi("europepmc", 1)], &|_| false);
        assert_eq!(held.release(7, 90).len(), FULL_BATCH);
    }
}
