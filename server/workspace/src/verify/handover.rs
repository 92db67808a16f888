//! Passes judgements to the observer, a few times per second.

use super::outcome::{Progress, VerifyObserver};
use referee_citations::Judgement;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The interval between two handovers while answers arrive.
const HANDOVER_INTERVAL: Duration = Duration::from_millis(250);

/// A judgement with the fingerprint of its reference.
pub(super) type Judged = (u64, Arc<Judgement>);

/// Judgements that wait to be handed over.
#[derive(Default)]
pub(super) struct Outbox {
    pub(super) judgements: Vec<Judged>,
    pub(super) progress: Progress,
    pub(super) changed: bool,
    pub(super) over: bool,
}

/// The outbox, with the signal that it changed.
pub(super) type SharedOutbox = (Mutex<Outbox>, Condvar);

/// Hands judgements over a few times per second, until the run has ended and the outbox is empty.
pub(super) fn hand_over(
    outbox: &SharedOutbox,
    learn: impl Fn(Vec<Judged>) -> bool,
    watch: &VerifyObserver<'_>,
) {
    let mut last: Option<Instant> = None;
    loop {
        let mut waiting = lock(&outbox.0);
        loop {
            let pause = last.map_or(Duration::ZERO, |last| HANDOVER_INTERVAL.saturating_sub(last.elapsed()));
            if waiting.over || (waiting.changed && pause.is_zero()) {
                break;
            }
            waiting = match waiting.changed {
                true => outbox.1.wait_timeout(waiting, pause).unwrap_or_else(PoisonError::into_inner).0,
                false => outbox.1.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            };
        }
        let (over, changed) = (waiting.over, std::mem::take(&mut waiting.changed));
        let fresh = std::mem::take(&mut waiting.judgements);
        let progress = waiting.progress;
        drop(waiting);
        if changed {
            learn(fresh);
            (watch.learned)(progress);
        }
        if over {
            return;
        }
        last = Some(Instant::now());
    }
}

/// Locks a mutex, ignoring poisoning.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
