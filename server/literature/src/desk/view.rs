//! A service as a source that answers from what is known.

use super::Inner;
use crate::source::{Answer, Coverage, Question, Source};
use referee_bibliography::Work;
use std::sync::Arc;

/// One service of a desk, as a source that answers at once.
pub(super) struct View {
    pub(super) desk: Arc<Inner>,
    pub(super) seat: usize,
}

impl Source for View {
    fn name(&self) -> &str {
        self.desk.seat(self.seat).map_or("", super::Seat::name)
    }

    fn covers(&self, work: &Work) -> Coverage {
        self.desk.seat(self.seat).map_or(Coverage::None, |seat| seat.reached.service.covers(work))
    }

    fn ask(&self, question: &Question) -> Answer {
        match self.desk.seat(self.seat) {
            Some(seat) => self.desk.memory.ask(&self.desk.gate, seat, question),
            None => Answer::None(crate::NoAnswer::Unsuited),
        }
    }
}
