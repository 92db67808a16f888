//! A service as a source that answers from what is known.

use super::Inner;
use referee_bibliography::Work;
use referee_records::source::{Answer, Coverage, Question, Source};
use std::sync::Arc;

/// One service of a scheduler, as a source that answers at once.
pub(super) struct View {
    pub(super) lookup: Arc<Inner>,
    pub(super) handle: usize,
}

impl Source for View {
    fn name(&self) -> &str {
        self.lookup.handle(self.handle).map_or("", super::ServiceHandle::name)
    }

    fn covers(&self, work: &Work) -> Coverage {
        self.lookup.handle(self.handle).map_or(Coverage::None, |handle| handle.reached.service.covers(work))
    }

    fn ask(&self, question: &Question) -> Answer {
        match self.lookup.handle(self.handle) {
            Some(handle) => self.lookup.answer_cache.ask(&self.lookup.gate, handle, question),
            None => Answer::None(referee_records::SourceError::Unsuited),
        }
    }
}
