//! Rate limits of services, shared by all processes of this machine.
//!
//! Services count the requests of an IP address, not those of a process. So every process records
//! the starts of its requests in one small SQLite file, and takes a start in one transaction: only
//! if no window of the service would then contain more starts than it allows. A single process can
//! use the whole limit. The starts of a killed process expire by themselves. A start counts from
//! the time when its request is sent, which on a busy machine may be long after it was taken.
//!
//! If the file cannot be used, the same is done in memory, for this process only. SQLite blocks, so
//! all of this runs on a separate thread.

use super::blocking::BlockingQueue;
use super::clock::{Clock, micros};
use super::service_state::{self, Closure, StoredBudget};
use crate::cache::store;
use crate::private_files;
use crate::processes::is_running;
use rusqlite::{Connection, TransactionBehavior, params};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The schema version of the file.
const VERSION: i64 = 3;

/// The minimum time that a start counts beyond its window, since clocks and wake-ups are not exact.
const MIN_MARGIN: Duration = Duration::from_millis(20);

/// The maximum time that a start counts beyond its window, as a share of the window.
const MAX_MARGIN_SHARE: f32 = 0.15;

/// A request that is sent within this time after taking its start counts from the start.
const START_TOLERANCE: Duration = Duration::from_millis(3);

/// A start further in the future than this was recorded with a different clock and is deleted.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(60);

/// How long to wait for another process that holds the file.
const BUSY_TIMEOUT: Duration = Duration::from_millis(1_500);

/// How long to wait before the next try if the file was still busy after that time.
const BUSY_RETRY: Duration = Duration::from_millis(50);

/// The number of consecutive busy timeouts before this process continues without the file. A
/// process that was stopped while it held the file, or a file system that lost a lock, delays a
/// request by less than five seconds.
const MAX_BUSY: u32 = 2;

/// The window of a rate limit.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The key of the service.
    pub(super) service: String,
    /// The class of request.
    pub(super) class: &'static str,
    /// The maximum number of starts …
    pub(super) requests: u32,
    /// … within this time.
    pub(super) per: Duration,
    /// The maximum number of requests under way at the service, of all classes.
    pub(super) at_once: usize,
    /// The quickest response time for such a request.
    pub(super) quickest: Option<Duration>,
    /// The cost of such a request, taken from the budget of the service.
    pub(super) cost: u64,
    /// Whether such requests leave a part of the budget for others.
    pub(super) leaves_reserve: bool,
}

impl Window {
    /// Returns how long a start counts in total if the response took `took`.
    ///
    /// The service counts arrivals, and of two requests the earlier one may have been in transit
    /// for longer: it may have arrived later by as much as its response took longer than the
    /// quickest one.
    fn counts(&self, took: Option<Duration>) -> Duration {
        let at_most =
            self.per.mul_f32(MAX_MARGIN_SHARE).clamp(Duration::from_millis(100), Duration::from_millis(250));
        let later = match (took, self.quickest) {
            (Some(took), Some(quickest)) => took.saturating_sub(quickest),
            _ => at_most,
        };
        self.per + later.clamp(MIN_MARGIN, at_most)
    }
}

/// The result of trying to take a start.
pub(super) enum StartDecision {
    /// The request may start now.
    Granted(Start),
    /// No start is available before this time has passed; try again then.
    WaitFor(Duration),
    /// The maximum number of requests is under way.
    AtCapacity,
    /// The service is given up, by this process or another one.
    Closed(Closure),
    /// The budget of the service does not allow such a request before it is renewed.
    Spent(StoredBudget),
}

/// A recorded start of a request. If dropped before the request is sent, it is returned; if dropped
/// afterwards, the request counts as ended.
pub(super) struct Start {
    departure: Departure,
    over: bool,
}

/// Reports to the rate limiter that the request of a start is sent; held by the code that sends it.
#[derive(Clone)]
pub(super) struct Departure {
    store: Arc<Store>,
    id: i64,
    /// When the start was taken, in microseconds since 1970.
    taken: i64,
    stage: Arc<Mutex<Stage>>,
}

/// The stage of the request that belongs to a start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The request has not been sent; it counts as if it were sent now.
    Waiting,
    /// The request has been sent.
    Left,
    /// The request was not sent and the start was returned: it must not be sent any more.
    GivenBack,
}

impl Departure {
    /// Records that the request is sent now. Returns false if it must not be sent, because its
    /// start has been returned.
    #[must_use]
    pub(super) fn leave(&self) -> bool {
        let mut stage = self.stage();
        match *stage {
            Stage::GivenBack => return false,
            // Redirected to another address of the service.
            Stage::Left => return true,
            Stage::Waiting => *stage = Stage::Left,
        }
        let (id, now) = (self.id, self.store.clock.unix_micros());
        let is_late = now - self.taken > micros(START_TOLERANCE);
        self.store.post(move |starts| {
            if is_late {
                starts.change("UPDATE starts SET at = ?2 WHERE id = ?1", params![id, now]);
            }
            starts.waiting().remove(&id);
        });
        true
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Start {
    /// Returns the handle that reports the sending of the request.
    pub(super) fn departure(&self) -> Departure {
        self.departure.clone()
    }

    /// Records that the request was answered after `took`.
    pub(super) fn answered(&mut self, took: Duration) {
        if !std::mem::replace(&mut self.over, true) {
            self.note_over(Some(took));
        }
    }

    fn note_over(&self, took: Option<Duration>) {
        let (id, took) = (self.departure.id, took.map(micros));
        self.departure.store.post(move |starts| {
            let statement = "UPDATE starts SET took = ?2, under_way_until = 0 WHERE id = ?1";
            starts.change(statement, params![id, took]);
        });
    }
}

impl Drop for Start {
    fn drop(&mut self) {
        if self.over {
            return;
        }
        let mut stage = self.departure.stage();
        if *stage == Stage::Waiting {
            *stage = Stage::GivenBack;
            let id = self.departure.id;
            self.departure.store.post(move |starts| {
                starts.change("DELETE FROM starts WHERE id = ?1", [id]);
                starts.waiting().remove(&id);
            });
        } else {
            drop(stage);
            self.note_over(None);
        }
    }
}

/// The starts of all processes.
pub(super) struct RateLimits {
    store: Arc<Store>,
}

/// The file, and the thread that works on it.
struct Store {
    clock: Clock,
    queue: BlockingQueue,
    starts: Arc<Starts>,
}

impl Store {
    fn post(&self, job: impl FnOnce(&Starts) + Send + 'static) {
        let starts = Arc::clone(&self.starts);
        self.queue.post(move || job(&starts));
    }
}

impl RateLimits {
    pub(super) fn new(file: PathBuf, clock: Clock) -> Self {
        let queue = BlockingQueue::new("referee-limits");
        let starts = Arc::new(Starts {
            file,
            open: Mutex::new(None),
            waiting: Mutex::default(),
            busy: AtomicU32::new(0),
        });
        RateLimits { store: Arc::new(Store { clock, queue, starts }) }
    }

    /// Takes a start, if one is free. If the request has not ended after `lease`, it no longer
    /// counts as under way. Cancel-safe: a start that was taken in the meantime is returned.
    pub(super) async fn take(&self, window: Window, lease: Duration) -> StartDecision {
        let (store, per) = (Arc::clone(&self.store), window.per);
        let taking = self.store.queue.run(move || {
            let taken = store.clock.unix_micros();
            match store.starts.take(&window, lease, taken) {
                StartOutcome::Start(id) => {
                    let stage = Arc::new(Mutex::new(Stage::Waiting));
                    StartDecision::Granted(Start {
                        departure: Departure { store, id, taken, stage },
                        over: false,
                    })
                }
                StartOutcome::WaitFor(time) => StartDecision::WaitFor(time),
                StartOutcome::AtCapacity => StartDecision::AtCapacity,
                StartOutcome::Closed(closure) => StartDecision::Closed(closure),
                StartOutcome::Spent(budget) => StartDecision::Spent(budget),
            }
        });
        taking.await.unwrap_or(StartDecision::WaitFor(per))
    }

    /// Returns the closure of a service without a limit, for which starts are not counted.
    pub(super) async fn closure(&self, service: String) -> Option<Closure> {
        let store = Arc::clone(&self.store);
        let now = self.store.clock.unix_micros();
        let looked = self
            .store
            .queue
            .run(move || store.starts.read(|file| service_state::closure(file, &service, now)));
        looked.await.flatten().flatten()
    }

    /// Records, for all processes, that a service asked for a pause.
    pub(super) fn close(&self, service: String, closure: Closure) {
        self.store.post(move |starts| {
            starts.read(|file| service_state::close(file, &service, &closure));
        });
    }

    /// Records, for all processes, the remaining budget of a service.
    pub(super) fn set_budget(&self, service: String, budget: StoredBudget) {
        let now = self.store.clock.unix_micros();
        self.store.post(move |starts| {
            starts.read(|file| service_state::set_budget(file, &service, &budget, now));
        });
    }

    /// Waits until all recorded changes are in the file. Must not be called from async code.
    pub(super) fn flush(&self) {
        self.store.queue.flush();
    }
}

/// The operations on the file, run on a thread that may block.
struct Starts {
    file: PathBuf,
    open: Mutex<Option<Connection>>,
    /// The starts of this process whose requests have not been sent.
    waiting: Mutex<FxHashSet<i64>>,
    /// The number of consecutive times that the file was busy.
    busy: AtomicU32,
}

/// The result of looking for a free start; `Start` has its id in the file.
enum StartOutcome {
    Start(i64),
    WaitFor(Duration),
    AtCapacity,
    Closed(Closure),
    Spent(StoredBudget),
}

impl Starts {
    fn take(&self, window: &Window, lease: Duration, now: i64) -> StartOutcome {
        let mut open = self.lock();
        if open.is_none() {
            *open = connect(&self.file).or_else(in_memory);
        }
        for _ in 0..2 {
            let Some(connection) = open.as_mut() else { break };
            let taken = take(connection, &self.waiting(), window, lease, now);
            match taken {
                Ok(taken) => {
                    self.busy.store(0, Ordering::Relaxed);
                    if let StartOutcome::Start(id) = taken {
                        self.waiting().insert(id);
                    }
                    return taken;
                }
                // Another process holds the file: do not ignore the limits immediately.
                Err(error)
                    if store::is_busy(&error) && self.busy.fetch_add(1, Ordering::Relaxed) < MAX_BUSY =>
                {
                    return StartOutcome::WaitFor(BUSY_RETRY);
                }
                Err(error) => {
                    tracing::warn!("the limits shared with other processes cannot be used: {error}");
                    *open = in_memory();
                }
            }
        }
        // Not even an in-memory database works: wait for a whole window.
        StartOutcome::WaitFor(window.per)
    }

    /// Reads or writes the shared state of services; `None` if the file cannot be used.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        let mut open = self.lock();
        if open.is_none() {
            *open = connect(&self.file).or_else(in_memory);
        }
        let done = work(open.as_ref()?);
        done.inspect_err(|error| tracing::debug!("the state of services cannot be shared: {error}")).ok()
    }

    fn change(&self, statement: &str, values: impl rusqlite::Params) {
        let open = self.lock();
        let Some(connection) = open.as_ref() else { return };
        if let Err(error) = connection.prepare_cached(statement).and_then(|mut done| done.execute(values)) {
            // The start expires by itself.
            tracing::debug!("the limits shared with other processes cannot be written: {error}");
        }
    }

    fn waiting(&self) -> MutexGuard<'_, FxHashSet<i64>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Connection>> {
        // The lock protects a connection to a file; a panic elsewhere does not invalidate it.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn connect(file: &Path) -> Option<Connection> {
    if let Err(error) = private_files::prepare_database(file) {
        tracing::warn!("{}: {error}; limits hold for this process alone", file.display());
        return None;
    }
    let opened = Connection::open(file).and_then(prepare).or_else(|error| {
        if !store::is_damaged(&error) {
            return Err(error);
        }
        tracing::warn!("{} is damaged and is rebuilt: {error}", file.display());
        store::put_aside(file);
        // Ignore the error: if the file cannot be created, SQLite reports why.
        let _ = private_files::prepare_database(file);
        Connection::open(file).and_then(prepare)
    });
    opened
        .inspect_err(|error| {
            tracing::warn!("{}: {error}; limits hold for this process alone", file.display())
        })
        .ok()
}

fn in_memory() -> Option<Connection> {
    Connection::open_in_memory().and_then(prepare).ok()
}

fn prepare(mut connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    store::quick_journal(&connection)?;
    let version = |connection: &Connection| -> rusqlite::Result<i64> {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0))
    };
    if version(&connection)? != VERSION {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Check again: another process may have upgraded the file first and recorded starts. Starts
        // of another version expire within minutes, so dropping them loses nothing.
        if version(&transaction)? != VERSION {
            transaction.execute_batch(&format!(
                "DROP TABLE IF EXISTS starts;
                 CREATE TABLE starts (
                     id INTEGER PRIMARY KEY AUTOINCREMENT,
                     place TEXT NOT NULL,
                     class TEXT NOT NULL,
                     process INTEGER NOT NULL,
                     at INTEGER NOT NULL,
                     took INTEGER,
                     under_way_until INTEGER NOT NULL
                 ) STRICT;
                 CREATE INDEX starts_by_place ON starts (place, class, at);
                 {}
                 PRAGMA user_version = {VERSION};",
                service_state::SCHEMA
            ))?;
        }
        transaction.commit()?;
    }
    Ok(connection)
}

fn take(
    connection: &mut Connection,
    waiting: &FxHashSet<i64>,
    window: &Window,
    lease: Duration,
    now: i64,
) -> rusqlite::Result<StartOutcome> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if let Some(closure) = service_state::closure(&transaction, &window.service, now)? {
        return Ok(StartOutcome::Closed(closure));
    }
    if window.cost > 0
        && let Some(budget) = service_state::budget(&transaction, &window.service, now)?
        && !budget.allows(window.cost, window.leaves_reserve)
    {
        return Ok(StartOutcome::Spent(budget));
    }
    // Another process may have counted with different settings: keep starts for twice the time.
    let forgotten = now - micros(window.counts(None)).saturating_mul(2);
    transaction
        .prepare_cached(
            "DELETE FROM starts WHERE place = ?1 AND class = ?2
             AND ((at <= ?3 AND under_way_until <= ?4) OR at > ?5)",
        )?
        .execute(params![window.service, window.class, forgotten, now, now + micros(MAX_CLOCK_SKEW)])?;

    let mut under_way = 0_usize;
    {
        let mut statement = transaction.prepare_cached(
            "SELECT process, COUNT(*) FROM starts WHERE place = ?1 AND under_way_until > ?2 GROUP BY process",
        )?;
        let mut rows = statement.query(params![window.service, now])?;
        while let Some(row) = rows.next()? {
            let (process, requests): (u32, i64) = (row.get(0)?, row.get(1)?);
            if is_running(process) {
                under_way += usize::try_from(requests).unwrap_or(0);
            }
        }
    }
    if under_way >= window.at_once.max(1) {
        return Ok(StartOutcome::AtCapacity);
    }

    // If n or more starts still count, there is room again when the n-th latest of them expires.
    let mut counting: Vec<i64> = Vec::new();
    {
        let mut statement =
            transaction.prepare_cached("SELECT id, at, took FROM starts WHERE place = ?1 AND class = ?2")?;
        let mut rows = statement.query(params![window.service, window.class])?;
        while let Some(row) = rows.next()? {
            let (id, at, took): (i64, i64, Option<i64>) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let at = if waiting.contains(&id) { now } else { at };
            let took = took.and_then(|took| u64::try_from(took).ok()).map(Duration::from_micros);
            let until = at.saturating_add(micros(window.counts(took)));
            if until > now {
                counting.push(until);
            }
        }
    }
    counting.sort_unstable_by(|a, b| b.cmp(a));
    let requests = usize::try_from(window.requests.max(1)).unwrap_or(usize::MAX);
    if let Some(room) = counting.get(requests - 1) {
        return Ok(StartOutcome::WaitFor(Duration::from_micros(u64::try_from(room - now).unwrap_or(0))));
    }
    transaction
        .prepare_cached(
            "INSERT INTO starts (place, class, process, at, under_way_until) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![window.service, window.class, std::process::id(), now, now + micros(lease)])?;
    let id = transaction.last_insert_rowid();
    if window.cost > 0 {
        service_state::spend(&transaction, &window.service, window.cost)?;
    }
    transaction.commit()?;
    Ok(StartOutcome::Start(id))
}
