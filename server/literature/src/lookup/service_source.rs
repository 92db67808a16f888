//! A service as a source that answers from what is known.

use super::shared::SharedState;
use referee_bibliography::Work;
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
        self.lookup.handle(self.service).map_or(Coverage::None, |handle| handle.endpoint.service.covers(work))
    }

    fn is_scarce(&self) -> bool {
        self.lookup
            .handle(self.service)
            .is_some_and(|handle| handle.endpoint.service.is_scarce(&handle.endpoint.access))
    }

    fn ask(&self, question: &Question) -> Answer {
        match self.lookup.handle(self.service) {
            Some(handle) => self.lookup.answer_cache.ask(&self.lookup.gate, handle, question),
            None => Answer::None(referee_records::SourceError::Unsuited),
        }
    }
}
