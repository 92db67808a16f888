//! A service as a source that answers from known answers.

use super::shared::SharedState;
use crate::cache;
use referee_bibliography::{Date, Identifier, Work};
use referee_records::services::DOI;
use referee_records::source::{Answer, Coverage, Question, Source};
use std::sync::Arc;

/// One service of a scheduler, as a source that answers at once.
pub(super) struct ServiceSource {
    pub(super) lookup: Arc<SharedState>,
    pub(super) service: usize,
}

impl Source for ServiceSource {
    fn name(&self) -> &str {
        self.lookup.handle(self.service).map_or("", |handle| handle.name())
    }

    fn covers(&self, work: &Work) -> Coverage {
        let Some(handle) = self.lookup.handle(self.service) else { return Coverage::None };
        match handle.endpoint.service.covers(work) {
            Coverage::Complete if is_new_to_registers(handle.name(), work, cache::today()) => {
                Coverage::Partial
            }
            coverage => coverage,
        }
    }

    fn is_scarce(&self) -> bool {
        self.lookup.handle(self.service).is_some_and(|handle| {
            let asked = self.lookup.gate.in_force(&handle.endpoint);
            asked.service.is_scarce(&asked.access)
        })
    }

    fn ask(&self, question: &Question) -> Answer {
        match self.lookup.handle(self.service) {
            Some(handle) => self.lookup.answer_cache.ask(&self.lookup.gate, handle, question),
            None => Answer::None(referee_records::SourceError::Unsuited),
        }
    }
}

/// Returns whether an arXiv id is so new that doi.org may not have it: arXiv registers the DOI of a
/// paper a few days after announcing the paper.
fn is_new_to_registers(service: &str, work: &Work, today: Date) -> bool {
    /// Until this day of a month, papers announced in the previous month still count as new.
    const MAX_DAYS: u8 = 5;
    let months = |year: i32, month: u8| year * 12 + i32::from(month);
    let announced = work.identifiers.iter().find_map(|identifier| match identifier.canonical() {
        // The first digits are the year and the month, as in `2611.01234`; ids in the older scheme
        // are never new.
        Identifier::Arxiv(number, _) if service == DOI.name && !number.contains('/') => {
            Some(months(2000 + number.get(..2)?.parse::<i32>().ok()?, number.get(2..4)?.parse().ok()?))
        }
        _ => None,
    });
    let this_month = today.month.map(|month| months(today.year, month));
    announced.zip(this_month).is_some_and(|(announced, this_month)| {
        announced == this_month
            || (announced + 1 == this_month && today.day.is_some_and(|day| day <= MAX_DAYS))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doi_org_may_not_have_the_newest_papers_of_arxiv() {
        let is_new = |number: &str, day: u8| {
            let identifier = Identifier::Arxiv(number.to_owned(), None);
            let work = Work { identifiers: [identifier].into_iter().collect(), ..Work::default() };
            is_new_to_registers("doi", &work, Date { year: 2026, month: Some(11), day: Some(day) })
        };
        assert!(is_new("2611.01234", 28));
        assert!(is_new("2610.01234", 3));
        assert!(!is_new("2610.01234", 28));
        assert!(!is_new("2401.99999", 3));
        assert!(!is_new("2712.00001", 3), "nobody has announced it");
        assert!(!is_new("hep-th/9901001", 3));
    }
}
