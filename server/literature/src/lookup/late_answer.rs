//! Answers that arrive after their caller has timed out.

use super::answer_cache::set_retrieval_date;
use super::shared::SharedState;
use crate::gate::{Allowance, TimedOut};
use crate::online::Reading;
use std::sync::{Arc, PoisonError};

/// Counts a late answer as under way until it is dropped.
pub(super) struct LateAnswerPending(Arc<SharedState>);

impl Drop for LateAnswerPending {
    fn drop(&mut self) {
        self.0.late.under_way.send_modify(|count| *count = count.saturating_sub(1));
    }
}

impl LateAnswerPending {
    /// Counts one more late answer as under way.
    pub(super) fn new(lookup: Arc<SharedState>) -> Self {
        lookup.late.under_way.send_modify(|count| *count += 1);
        LateAnswerPending(lookup)
    }

    /// Waits for the answer and stores it for the next time.
    pub(super) async fn keep(self, service: usize, allowance: Allowance, timed_out: TimedOut) {
        let Some((request, readings)) = timed_out.answer().await else { return };
        let lookup = &self.0;
        let Some(handle) = lookup.handle(service) else { return };
        let answers =
            request.questions.iter().zip(readings).filter_map(|(question, reading)| match reading {
                Reading::Records(mut records) => {
                    set_retrieval_date(&mut records);
                    Some((handle.key(question), records))
                }
                Reading::See(_) | Reading::AskAlone | Reading::Json(_) | Reading::Document(_) => None,
            });
        let (answers, lookup) = (answers.collect(), Arc::clone(lookup));
        // Storing it writes to files and to a shared database, which block.
        let kept =
            tokio::task::spawn_blocking(move || lookup.answer_cache.answered(answers, allowance)).await;
        if let Err(error) = kept {
            tracing::warn!("a late answer was not kept: {error}");
        }
        let lookup = &self.0;
        lookup.late.answered.lock().unwrap_or_else(PoisonError::into_inner).insert(service);
    }
}
