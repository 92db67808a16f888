//! A worker: takes submissions from the queue, judges them, and writes the results.
//!
//! On shutdown, running checks are finished if they are quick, and otherwise returned to the queue.
//! The submissions of a killed worker go to others once their leases expire.

use crate::engine::{CheckEngine, CheckOptions, CheckResult};
use crate::queue::{LeasedSubmission, NOTICE_CHANNEL, Queue, QueueError, Release, WAITING_CHANNEL};
use referee_postgres::{DatabaseAddress, DatabaseError, Listener};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// How often an idle slot polls the queue without a message: a submission that is due for a retry
/// becomes available without one.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// The pause before a statement that the database did not answer is retried.
const DATABASE_RETRY: Duration = Duration::from_millis(500);

/// The pause before listening to the database, or checking for alerts, is retried.
const BACKGROUND_RETRY: Duration = Duration::from_secs(2);

/// The time limit for judging one submission.
const MAX_CHECK_TIME: Duration = Duration::from_secs(900);

/// The time limit for judging and writing after the shutdown of the worker has begun.
const SHUTDOWN_GRACE_PERIOD: Duration = Duration::from_secs(20);

/// How often all announcements are compared with all judged submissions.
const FULL_SCAN_INTERVAL: Duration = Duration::from_secs(6 * 3_600);

/// How often the recent notices of the shared library are examined without a message.
const NOTICE_POLL_INTERVAL: Duration = Duration::from_secs(3_600);

/// The options of a worker, as set by `referee screen --work`.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The name of the worker in the queue and the log.
    pub name: String,
    /// The number of submissions that the worker judges concurrently; at least one.
    pub slots: usize,
    /// How long a submission is reserved without a renewal; it is renewed after each third of that
    /// time.
    pub lease: Duration,
    /// Whether the worker ends when no submission is waiting or being judged by any worker of the
    /// queue. It does not wait for services that do not answer: later workers retry what they left
    /// open.
    pub until_empty: bool,
}

/// The totals of a worker from its start to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerSummary {
    /// The number of results written.
    pub judged: u64,
    /// The number of these results that are incomplete, because services did not answer.
    pub not_looked_up: u64,
    /// The total number of references in these results.
    pub references: u64,
    /// How often a submission was given up, or left for another attempt.
    pub failed: u64,
}

/// The state that the tasks of a worker share.
struct Worker {
    queue: Queue,
    engine: Arc<CheckEngine>,
    options: WorkerOptions,
    shutdown: CancellationToken,
    /// Notified when a submission may be waiting.
    submission_waits: Notify,
    /// Notified when the shared library may have new notices.
    notice_announced: Notify,
    judged: AtomicU64,
    not_looked_up: AtomicU64,
    references: AtomicU64,
    failed: AtomicU64,
    /// The error that stops the worker: the tables have an unsupported version.
    outdated: OnceLock<QueueError>,
}

/// Works until `shutdown` is cancelled, or, if the options say so, until the queue is empty.
///
/// # Errors
///
/// Returns an error if a newer version has upgraded the tables to an incompatible version. Other
/// workers then take over the leased submissions.
pub(crate) async fn run_worker(
    queue: Queue,
    address: &DatabaseAddress,
    engine: Arc<CheckEngine>,
    options: WorkerOptions,
    shutdown: CancellationToken,
) -> Result<WorkerSummary, QueueError> {
    let slots = options.slots.max(1);
    let worker = Arc::new(Worker {
        queue,
        engine,
        options,
        shutdown,
        submission_waits: Notify::new(),
        notice_announced: Notify::new(),
        judged: AtomicU64::new(0),
        not_looked_up: AtomicU64::new(0),
        references: AtomicU64::new(0),
        failed: AtomicU64::new(0),
        outdated: OnceLock::new(),
    });
    tracing::info!(worker = worker.options.name, slots, "working");
    let mut background_tasks = JoinSet::new();
    background_tasks.spawn(listen(Arc::clone(&worker), address.clone()));
    background_tasks.spawn(raise_alerts(Arc::clone(&worker)));
    let mut slot_tasks = JoinSet::new();
    for _ in 0..slots {
        slot_tasks.spawn(take_and_judge(Arc::clone(&worker)));
    }
    while slot_tasks.join_next().await.is_some() {}
    background_tasks.shutdown().await;
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let summary = WorkerSummary {
        judged: count(&worker.judged),
        not_looked_up: count(&worker.not_looked_up),
        references: count(&worker.references),
        failed: count(&worker.failed),
    };
    let WorkerSummary { judged, not_looked_up, references, failed } = summary;
    tracing::info!(worker = worker.options.name, judged, not_looked_up, references, failed, "ended");
    match Arc::into_inner(worker).and_then(|worker| worker.outdated.into_inner()) {
        Some(error) => Err(error),
        None => Ok(summary),
    }
}

/// Wakes the other tasks when the database sends a message. Without the connection they poll, which
/// takes longer.
async fn listen(worker: Arc<Worker>, address: DatabaseAddress) {
    loop {
        match Listener::connect(&address, &[WAITING_CHANNEL, NOTICE_CHANNEL]).await {
            Ok(mut listener) => {
                // Messages sent while the connection was down are lost, so wake all tasks.
                worker.submission_waits.notify_waiters();
                worker.notice_announced.notify_one();
                while let Some(channel) = listener.next().await {
                    match channel.as_str() {
                        NOTICE_CHANNEL => worker.notice_announced.notify_one(),
                        _ => worker.submission_waits.notify_waiters(),
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "messages of the database are not heard"),
        }
        tokio::time::sleep(BACKGROUND_RETRY).await;
    }
}

/// Raises alerts about judged submissions: at the start, after each message, and a few times a day.
async fn raise_alerts(worker: Arc<Worker>) {
    let mut last_full_scan: Option<Instant> = None;
    loop {
        let is_full = last_full_scan.is_none_or(|at| at.elapsed() >= FULL_SCAN_INTERVAL);
        let raised = match is_full {
            true => worker.queue.raise_all_alerts(&worker.engine).await,
            false => worker.queue.raise_recent_alerts().await,
        };
        match raised {
            Ok(alerts) => {
                if is_full {
                    last_full_scan = Some(Instant::now());
                }
                if alerts > 0 {
                    tracing::info!(alerts, "submissions were opened again");
                }
            }
            Err(error) => {
                tracing::warn!(%error, "announcements were not looked for");
                tokio::time::sleep(BACKGROUND_RETRY).await;
                continue;
            }
        }
        // Wait for a message or the timeout: both are a reason to check again.
        let _ = tokio::time::timeout(NOTICE_POLL_INTERVAL, worker.notice_announced.notified()).await;
    }
}

/// One slot of the worker: judges one submission after another.
async fn take_and_judge(worker: Arc<Worker>) {
    while !worker.shutdown.is_cancelled() {
        let notified = worker.submission_waits.notified();
        tokio::pin!(notified);
        // Register before the check, so that a message between check and wait is not missed.
        notified.as_mut().enable();
        match worker.queue.lease(&worker.options.name, worker.options.lease).await {
            Ok(Some(leased)) => judge(&worker, leased).await,
            Ok(None) => {
                if worker.options.until_empty && is_empty(&worker).await {
                    return;
                }
                tokio::select! {
                    () = worker.shutdown.cancelled() => {}
                    () = notified => {}
                    () = tokio::time::sleep(POLL_INTERVAL) => {}
                }
            }
            Err(error @ QueueError::Database(DatabaseError::NewerSchema { .. })) => {
                tracing::error!(%error, "this worker ends");
                // Another slot may have set it already.
                let _ = worker.outdated.set(error);
                worker.shutdown.cancel();
            }
            Err(error) => {
                tracing::warn!(%error, "no submission can be taken");
                tokio::time::sleep(DATABASE_RETRY).await;
            }
        }
    }
}

/// Returns whether no submission is waiting or being judged by any worker.
async fn is_empty(worker: &Worker) -> bool {
    worker.queue.counts().await.is_ok_and(|counts| counts.waiting + counts.working == 0)
}

/// Judges a submission, renewing its lease, and writes the result or releases it.
async fn judge(worker: &Arc<Worker>, leased: LeasedSubmission) {
    let cancel = CancellationToken::new();
    let started = Instant::now();
    let (engine, submission) = (Arc::clone(&worker.engine), leased.submission.clone());
    let options = CheckOptions { cancel: cancel.clone(), ..CheckOptions::default() };
    let mut check = tokio::task::spawn_blocking(move || engine.check(&submission, &options));
    let mut renewal = tokio::time::interval(worker.options.lease / 3);
    // The first tick is immediate, and the lease is new.
    renewal.tick().await;
    let check_end = tokio::time::Instant::now() + MAX_CHECK_TIME;
    let mut grace_end: Option<tokio::time::Instant> = None;
    let outcome = loop {
        tokio::select! {
            checked = &mut check => break checked,
            _ = renewal.tick() => match worker.queue.renew(leased.id, leased.lease, worker.options.lease).await {
                Ok(true) => {}
                Ok(false) => {
                    tracing::warn!(submission = leased.id, "another worker has it by now");
                    cancel.cancel();
                    return;
                }
                // As long as the database does not answer, no other worker can take it either.
                Err(error) => tracing::warn!(submission = leased.id, %error, "the lease was not renewed"),
            },
            () = worker.shutdown.cancelled(), if grace_end.is_none() => {
                grace_end = Some(tokio::time::Instant::now() + SHUTDOWN_GRACE_PERIOD);
            }
            () = tokio::time::sleep_until(grace_end.map_or(check_end, |end| end.min(check_end))) => {}
        }
        let now = tokio::time::Instant::now();
        if grace_end.is_some_and(|end| now >= end) {
            cancel.cancel();
            release(worker, &leased, Release::Unused).await;
            return;
        }
        if now >= check_end {
            cancel.cancel();
            let why = format!("it took longer than {} s", MAX_CHECK_TIME.as_secs());
            release(worker, &leased, Release::Retry(why)).await;
            return;
        }
    };
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    match outcome {
        Ok(Ok(result)) => {
            let references = result.references.len();
            if finish(worker, &leased, &result).await {
                worker.judged.fetch_add(1, Ordering::Relaxed);
                worker.references.fetch_add(references as u64, Ordering::Relaxed);
                let not_looked_up = result.open_lookup.as_ref().map_or(0, |open| open.references);
                worker.not_looked_up.fetch_add(u64::from(not_looked_up > 0), Ordering::Relaxed);
                tracing::info!(submission = leased.id, references, not_looked_up, milliseconds, "judged");
            }
        }
        Ok(Err(error)) if error.is_final() => {
            release(worker, &leased, Release::GiveUp(error.to_string())).await;
        }
        Ok(Err(error)) => release(worker, &leased, Release::Retry(error.to_string())).await,
        Err(_) => {
            let why = String::from("a fault of referee stopped the check");
            release(worker, &leased, Release::Retry(why)).await;
        }
    }
}

/// Writes a result, waiting while the database is unavailable; returns false if it was not written.
async fn finish(worker: &Worker, leased: &LeasedSubmission, result: &CheckResult) -> bool {
    retry_until_answered(worker, leased, || worker.queue.finish(leased, &worker.options.name, result)).await
}

/// Ends the lease of a submission without a result.
async fn release(worker: &Worker, leased: &LeasedSubmission, release: Release) {
    if release != Release::Unused {
        worker.failed.fetch_add(1, Ordering::Relaxed);
        // Do not log the reason: it may quote the draft.
        tracing::warn!(submission = leased.id, attempts = leased.attempts, "not judged");
    }
    retry_until_answered(worker, leased, || {
        worker.queue.release(leased.id, leased.lease, leased.attempts, &release)
    })
    .await;
}

/// Repeats a statement until the database answers, and returns its answer; the lease is renewed in
/// the meantime. Returns false if the database permanently refuses the statement, if the lease is
/// lost, or if the database is still unavailable when the worker must end: the submission then goes
/// to another worker once the lease expires.
async fn retry_until_answered<F>(
    worker: &Worker,
    leased: &LeasedSubmission,
    statement: impl Fn() -> F,
) -> bool
where
    F: Future<Output = Result<bool, QueueError>>,
{
    let mut shutdown_started = None;
    loop {
        match statement().await {
            Ok(written) => return written,
            Err(error) => {
                tracing::warn!(submission = leased.id, %error, "what came of it is not written yet");
                let passes = matches!(&error, QueueError::Database(error) if error.passes());
                if worker.shutdown.is_cancelled() {
                    shutdown_started.get_or_insert_with(Instant::now);
                }
                if !passes || shutdown_started.is_some_and(|at| at.elapsed() > SHUTDOWN_GRACE_PERIOD) {
                    return false;
                }
                tokio::time::sleep(DATABASE_RETRY).await;
                // A full database may accept the renewal but not the result. If the lease expired,
                // each worker would judge the submission again until it is given up.
                if let Ok(false) = worker.queue.renew(leased.id, leased.lease, worker.options.lease).await {
                    return false;
                }
            }
        }
    }
}
