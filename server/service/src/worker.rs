//! A worker: takes submissions from the queue, judges them, and writes the results.
//!
//! On shutdown, what it has under way is finished where that is quick, and given back where it is not. The submissions of
//! a worker that is killed go to others once their leases are over.

use crate::engine::{CheckEngine, CheckOptions, CheckResult};
use crate::queue::{LeasedSubmission, NOTICE_CHANNEL, Queue, QueueError, Release, WAITING_CHANNEL};
use referee_postgres::{DatabaseAddress, DatabaseError, Listener};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// How often a slot without work looks into the queue, where no message wakes it: a submission that is to be retried
/// becomes available without one.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// The pause before a statement that the database did not answer is tried again.
const DATABASE_RETRY: Duration = Duration::from_millis(500);

/// The pause before listening to the database, or looking for alerts, is tried again.
const BACKGROUND_RETRY: Duration = Duration::from_secs(2);

/// The longest time that judging one submission may take.
const MAX_CHECK_TIME: Duration = Duration::from_secs(900);

/// The longest time that judging and writing get after the worker was told to end.
const SHUTDOWN_GRACE_PERIOD: Duration = Duration::from_secs(20);

/// How often everything that was ever announced is compared with all judged submissions.
const FULL_SCAN_INTERVAL: Duration = Duration::from_secs(6 * 3_600);

/// How often the recent notices of the shared library are looked at, where no message says that there are new ones.
const NOTICE_POLL_INTERVAL: Duration = Duration::from_secs(3_600);

/// How a worker works, as `referee screen --work` sets it.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The name of the worker in the queue and the log.
    pub name: String,
    /// How many submissions the worker judges at the same time; at least one.
    pub slots: usize,
    /// How long a submission is kept from other workers without a renewal; it is renewed after each third of that.
    pub lease: Duration,
    /// Whether the worker ends when nothing waits any more, and no worker of the queue is judging. It does not wait for
    /// services that do not answer: what they left open is tried again by later workers.
    pub until_empty: bool,
}

/// What a worker did from its start to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerSummary {
    /// How many results it wrote.
    pub judged: u64,
    /// How many of those results are not complete, because services did not answer.
    pub not_looked_up: u64,
    /// How many references those results have together.
    pub references: u64,
    /// How often a submission was given up, or left for another attempt.
    pub failed: u64,
}

/// What the tasks of a worker share.
struct Worker {
    queue: Queue,
    engine: Arc<CheckEngine>,
    options: WorkerOptions,
    shutdown: CancellationToken,
    /// Notified when a submission may wait.
    submission_waits: Notify,
    /// Notified when the shared library may have new notices.
    notice_announced: Notify,
    judged: AtomicU64,
    not_looked_up: AtomicU64,
    references: AtomicU64,
    failed: AtomicU64,
    /// Why the worker cannot go on: the tables are of a version that it does not know.
    outdated: OnceLock<QueueError>,
}

/// Works until `shutdown` is cancelled, or until nothing waits where the options say so.
///
/// # Errors
///
/// Where a newer version has made tables that this one cannot work with. What the worker had goes to others.
pub async fn run_worker(
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

/// Wakes the other tasks when the database sends a message. Without the connection they look by themselves, later.
async fn listen(worker: Arc<Worker>, address: DatabaseAddress) {
    loop {
        match Listener::connect(&address, &[WAITING_CHANNEL, NOTICE_CHANNEL]).await {
            Ok(mut listener) => {
                // Messages that were sent while nobody listened are lost.
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

/// Raises alerts about judged submissions: at the start, when a message comes, and a few times a day.
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
        // A message or the time, whichever comes first: both are a reason to look again.
        let _ = tokio::time::timeout(NOTICE_POLL_INTERVAL, worker.notice_announced.notified()).await;
    }
}

/// One slot of the worker: judges one submission after the other.
async fn take_and_judge(worker: Arc<Worker>) {
    while !worker.shutdown.is_cancelled() {
        let notified = worker.submission_waits.notified();
        tokio::pin!(notified);
        // Before looking: a message between looking and waiting is not missed.
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
                // Another slot may have said it already.
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

/// Whether nothing waits and nothing is being judged by any worker.
async fn is_empty(worker: &Worker) -> bool {
    worker.queue.counts().await.is_ok_and(|counts| counts.waiting + counts.working == 0)
}

/// Judges a submission under its lease, which is renewed meanwhile, and writes the result or releases it.
async fn judge(worker: &Arc<Worker>, leased: LeasedSubmission) {
    let cancel = CancellationToken::new();
    let started = Instant::now();
    let (engine, submission) = (Arc::clone(&worker.engine), leased.submission.clone());
    let options = CheckOptions { cancel: cancel.clone(), ..CheckOptions::default() };
    let mut check = tokio::task::spawn_blocking(move || engine.check(&submission, &options));
    let mut renewal = tokio::time::interval(worker.options.lease / 3);
    // The first tick comes at once, and the lease is new.
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
                // As long as the database does not answer, nobody else can take it either.
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

/// Writes a result, and waits for a database that is away; false where it was not written.
async fn finish(worker: &Worker, leased: &LeasedSubmission, result: &CheckResult) -> bool {
    retry_until_answered(worker, leased, || worker.queue.finish(leased, &worker.options.name, result)).await
}

/// Ends the lease of a submission without a result.
async fn release(worker: &Worker, leased: &LeasedSubmission, release: Release) {
    if release != Release::Unused {
        worker.failed.fetch_add(1, Ordering::Relaxed);
        // Not the reason: it may quote the draft.
        tracing::warn!(submission = leased.id, attempts = leased.attempts, "not judged");
    }
    retry_until_answered(worker, leased, || {
        worker.queue.release(leased.id, leased.lease, leased.attempts, &release)
    })
    .await;
}

/// Runs a statement until the database answers, and returns its answer; the lease is renewed meanwhile. False where the
/// database refuses the statement for good, where the lease is lost, or where the database is still away when the worker
/// has to end: the submission then goes to another worker once the lease is over.
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
                // A database without room may take this and not the result. Were the lease to end meanwhile, each worker
                // would judge the submission once more, until it is given up.
                if let Ok(false) = worker.queue.renew(leased.id, leased.lease, worker.options.lease).await {
                    return false;
                }
            }
        }
    }
}
