//! A worker: takes submissions from the queue, judges them, and writes what came of it.
//!
//! It ends when it is told to: what it has under way is finished where that is quick, and given back where it is not. One
//! that is killed leaves its submissions to others as soon as its lease is over.

use crate::engine::{CheckEngine, CheckError, CheckOptions, CheckResult};
use crate::queue::{
    ALL_DAYS, Leased, NOTICE_CHANNEL, Outcome, Queue, QueueError, RECENT_DAYS, WAITING_CHANNEL,
};
use referee_postgres::{DatabaseAddress, Listener};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// How long a worker waits before it looks again, where nothing waits and no message comes.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// How long to wait after the database did not answer.
const DATABASE_RETRY: Duration = Duration::from_millis(500);

/// How long one submission may take.
const MAX_CHECK_TIME: Duration = Duration::from_secs(900);

/// How long work that is under way may take after the worker was told to end.
const MAX_ENDING_TIME: Duration = Duration::from_secs(20);

/// How often what was announced is looked for, beside at the start and when a message says so.
const LOOK_INTERVAL: Duration = Duration::from_secs(6 * 3_600);

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// What it is called in the queue.
    pub name: String,
    /// How many submissions it judges at the same time.
    pub slots: usize,
    /// For how long it takes a submission; it renews that three times meanwhile.
    pub lease: Duration,
    /// It ends when nothing waits any more and nothing is under way anywhere.
    pub until_empty: bool,
}

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkSummary {
    /// How many submissions it judged.
    pub judged: u64,
    /// How many references they had.
    pub references: u64,
    /// How many submissions were given up or are to be tried again.
    pub failed: u64,
}

/// What the tasks of a worker share.
struct Shared {
    queue: Queue,
    engine: Arc<CheckEngine>,
    options: WorkerOptions,
    ending: CancellationToken,
    waiting: Notify,
    announced: Notify,
    judged: AtomicU64,
    references: AtomicU64,
    failed: AtomicU64,
}

/// Works until `ending`, or until nothing waits where the options say so.
pub async fn work(
    queue: Queue,
    address: &DatabaseAddress,
    engine: Arc<CheckEngine>,
    options: WorkerOptions,
    ending: CancellationToken,
) -> WorkSummary {
    let slots = options.slots.max(1);
    let shared = Arc::new(Shared {
        queue,
        engine,
        options,
        ending: ending.clone(),
        waiting: Notify::new(),
        announced: Notify::new(),
        judged: AtomicU64::new(0),
        references: AtomicU64::new(0),
        failed: AtomicU64::new(0),
    });
    tracing::info!(worker = shared.options.name, slots, "working");
    let background = CancellationToken::new();
    let mut helpers = JoinSet::new();
    helpers.spawn(listen(Arc::clone(&shared), address.clone(), background.clone()));
    helpers.spawn(look_for_announcements(Arc::clone(&shared), background.clone()));
    let mut slots_at_work = JoinSet::new();
    for _ in 0..slots {
        slots_at_work.spawn(take_and_judge(Arc::clone(&shared)));
    }
    while slots_at_work.join_next().await.is_some() {}
    background.cancel();
    helpers.shutdown().await;
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let summary = WorkSummary {
        judged: count(&shared.judged),
        references: count(&shared.references),
        failed: count(&shared.failed),
    };
    let WorkSummary { judged, references, failed } = summary;
    tracing::info!(worker = shared.options.name, judged, references, failed, "ended");
    summary
}

/// Wakes who waits when a message comes. Without the connection everybody looks now and then.
async fn listen(shared: Arc<Shared>, address: DatabaseAddress, ending: CancellationToken) {
    while !ending.is_cancelled() {
        match Listener::connect(&address, &[WAITING_CHANNEL, NOTICE_CHANNEL]).await {
            Ok(mut listener) => {
                // What was announced while nobody listened.
                shared.waiting.notify_waiters();
                shared.announced.notify_one();
                while let Some(channel) = listener.next().await {
                    match channel.as_str() {
                        NOTICE_CHANNEL => shared.announced.notify_one(),
                        _ => shared.waiting.notify_waiters(),
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "messages of the database are not heard"),
        }
        tokio::time::sleep(DATABASE_RETRY * 4).await;
    }
}

/// Looks for announcements about what was judged: at the start, when a message comes, and a few times a day.
async fn look_for_announcements(shared: Arc<Shared>, ending: CancellationToken) {
    let mut in_library = Instant::now();
    let mut is_first = true;
    while !ending.is_cancelled() {
        let looks_at_all = is_first || in_library.elapsed() >= LOOK_INTERVAL;
        let days = if looks_at_all { ALL_DAYS } else { RECENT_DAYS };
        let looked = shared.queue.look_at_shared_notices(days).await;
        let looked = match looked {
            Ok(alerts) if looks_at_all => {
                in_library = Instant::now();
                shared.queue.look_in_library(&shared.engine).await.map(|more| alerts + more)
            }
            other => other,
        };
        match looked {
            Ok(0) => is_first = false,
            Ok(alerts) => {
                is_first = false;
                tracing::info!(alerts, "submissions were opened again");
            }
            Err(error) => {
                tracing::warn!(%error, "announcements were not looked for");
                tokio::time::sleep(DATABASE_RETRY * 4).await;
                continue;
            }
        }
        let heard = shared.announced.notified();
        // Neither a message nor the time: then the worker ends.
        let _ = tokio::time::timeout(LOOK_INTERVAL / 6, heard).await;
    }
}

/// One slot of the worker.
async fn take_and_judge(shared: Arc<Shared>) {
    while !shared.ending.is_cancelled() {
        let heard = shared.waiting.notified();
        tokio::pin!(heard);
        // Before looking: a message between looking and waiting is not missed.
        heard.as_mut().enable();
        match shared.queue.lease(&shared.options.name, shared.options.lease).await {
            Ok(Some(leased)) => judge(&shared, leased).await,
            Ok(None) => {
                if shared.options.until_empty && is_empty(&shared).await {
                    return;
                }
                tokio::select! {
                    () = shared.ending.cancelled() => {}
                    () = heard => {}
                    () = tokio::time::sleep(POLL_INTERVAL) => {}
                }
            }
            Err(error) => {
                tracing::warn!(%error, "no submission can be taken");
                tokio::time::sleep(DATABASE_RETRY).await;
            }
        }
    }
}

async fn is_empty(shared: &Shared) -> bool {
    shared.queue.counts().await.is_ok_and(|counts| counts.waiting + counts.working == 0)
}

/// Judges a submission and writes what came of it.
async fn judge(shared: &Arc<Shared>, leased: Leased) {
    let cancel = CancellationToken::new();
    let started = Instant::now();
    let (engine, submission) = (Arc::clone(&shared.engine), leased.submission.clone());
    let options = CheckOptions { is_note: false, cancel: cancel.clone() };
    let mut check = tokio::task::spawn_blocking(move || engine.check(&submission, &options));
    let mut renewal = tokio::time::interval(shared.options.lease / 3);
    renewal.tick().await;
    let mut told_to_end = None;
    let outcome = loop {
        tokio::select! {
            checked = &mut check => break checked,
            _ = renewal.tick() => match shared.queue.renew(leased.id, leased.lease, shared.options.lease).await {
                Ok(true) => {}
                Ok(false) => {
                    tracing::warn!(submission = leased.id, "another worker has it by now");
                    cancel.cancel();
                    return;
                }
                // Nobody else can take it either as long as the database does not answer.
                Err(error) => tracing::warn!(submission = leased.id, %error, "the lease was not renewed"),
            },
            () = shared.ending.cancelled(), if told_to_end.is_none() => told_to_end = Some(Instant::now()),
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
        if told_to_end.is_some_and(|at| at.elapsed() > MAX_ENDING_TIME) {
            cancel.cancel();
            end(shared, &leased, Outcome::Unused).await;
            return;
        }
        if started.elapsed() > MAX_CHECK_TIME {
            cancel.cancel();
            let why = format!("it took longer than {} s", MAX_CHECK_TIME.as_secs());
            end(shared, &leased, Outcome::TryAgain(why)).await;
            return;
        }
    };
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    match outcome {
        Ok(Ok(result)) => {
            let references = result.references.len();
            if finish(shared, &leased, &result).await {
                shared.judged.fetch_add(1, Ordering::Relaxed);
                shared.references.fetch_add(references as u64, Ordering::Relaxed);
                tracing::info!(submission = leased.id, references, milliseconds, "judged");
            }
        }
        Ok(Err(error @ (CheckError::Unreadable(_) | CheckError::TooManyReferences(_)))) => {
            end(shared, &leased, Outcome::GiveUp(error.to_string())).await;
        }
        Ok(Err(error)) => end(shared, &leased, Outcome::TryAgain(error.to_string())).await,
        Err(_) => {
            let why = String::from("a fault of referee stopped the check");
            end(shared, &leased, Outcome::TryAgain(why)).await;
        }
    }
}

/// Writes a result, for as long as that takes; false where the submission is somebody else's by now.
async fn finish(shared: &Shared, leased: &Leased, result: &CheckResult) -> bool {
    until_answered(shared, leased, || shared.queue.finish(leased, &shared.options.name, result)).await
}

async fn end(shared: &Shared, leased: &Leased, outcome: Outcome) {
    if outcome != Outcome::Unused {
        shared.failed.fetch_add(1, Ordering::Relaxed);
        // Not the reason: it may quote the draft.
        tracing::warn!(submission = leased.id, attempts = leased.attempts, "not judged");
    }
    until_answered(shared, leased, || shared.queue.end(leased.id, leased.lease, leased.attempts, &outcome))
        .await;
}

/// Says something to the database until it answers. A database that is away comes back; what it refuses for good is left
/// to whoever takes the submission next.
async fn until_answered<F>(shared: &Shared, leased: &Leased, say: impl Fn() -> F) -> bool
where
    F: Future<Output = Result<bool, QueueError>>,
{
    let mut told_to_end = None;
    loop {
        match say().await {
            Ok(written) => return written,
            Err(error) => {
                tracing::warn!(submission = leased.id, %error, "what came of it is not written yet");
                let passes = matches!(&error, QueueError::Database(error) if error.passes());
                if shared.ending.is_cancelled() {
                    told_to_end.get_or_insert_with(Instant::now);
                }
                if !passes || told_to_end.is_some_and(|at| at.elapsed() > MAX_ENDING_TIME) {
                    return false;
                }
                tokio::time::sleep(DATABASE_RETRY).await;
            }
        }
    }
}
