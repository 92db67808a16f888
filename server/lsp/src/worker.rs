//! Schedules the background work after a keystroke: the review and its inputs.
//!
//! There are three threads. The reviewer waits for changed files and reviews the last one first: at
//! once if it is idle, or once for all changes that arrived during a review. A review of an
//! outdated text is abandoned, unless the author types so fast that nothing would ever be shown.
//! Files that only depend on the change follow when the typing pauses.
//!
//! The reader (`threads/reader.rs`) reads the files that the workspace wants from disk and then
//! judges pending references by the sources on this machine; its results trigger a new review of
//! the same text, and existing findings stay visible until then.
//!
//! The verifier (`threads/verifier.rs`) looks up online what the sources on this machine cannot
//! settle, if the author allows it.
//!
//! An editor that pulls diagnostics triggers reviews by its requests; it is asked to pull again
//! after a change that it cannot notice.

mod lookup_queue;
mod read_queue;

use crate::sync::lock;
pub(crate) use lookup_queue::LookupOrder;
use lookup_queue::LookupQueue;
use read_queue::ReadQueue;
pub(crate) use read_queue::ReadStep;
use referee_text::FileId;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long the typing must pause before dependent files are reviewed.
const TYPING_PAUSE: Duration = Duration::from_millis(150);

/// The maximum delay of that review while the typing continues, and of a review that waits for
/// files to be read.
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// How long an author who keeps typing may have to wait for findings.
const MAX_SILENCE: Duration = Duration::from_millis(400);

/// How long the first review waits for the editor's settings, so that no finding that they disable
/// is shown briefly.
const SETTINGS_WAIT: Duration = Duration::from_millis(300);

/// How long a command of the author waits at most for its settings and files.
const READY_WAIT: Duration = Duration::from_secs(20);

/// How long the answer to a keystroke may process changed judgements elsewhere in the text.
pub(crate) const REVIEW_BUDGET: Duration = Duration::from_millis(2);

/// The pending work, shared with the handlers.
#[derive(Default)]
pub(crate) struct Worker {
    todo: Mutex<Todo>,
    changed: Condvar,
    /// Whether the editor is to be asked to pull again.
    pub(crate) refresh_wanted: AtomicBool,
    /// Whether the editor was asked to pull again and has not answered yet.
    pub(crate) refreshing: AtomicBool,
    /// The queue of the reader thread.
    pub(crate) reader: ReadQueue,
    /// The queue of the verifier thread.
    pub(crate) verifier: LookupQueue,
}

#[derive(Default)]
struct Todo {
    /// Files to review now; the last one changed last.
    now: Vec<FileId>,
    /// When the open files that depend on a change are to be reviewed, and when the oldest such
    /// request arrived.
    later: Option<(Instant, Instant)>,
    /// Whether every open file is to be reviewed.
    all: bool,
    /// Whether something changed that the editor does not know of.
    elsewhere: bool,
    /// Closed files, whose published findings must be cleared.
    closed: Vec<FileId>,
    /// Whether the editor was asked for its settings and has not answered.
    settings_asked: bool,
    /// Until when, at most, reviews wait for the editor's settings.
    held_until: Option<Instant>,
    /// Until when, at most, reviews wait for files that are being read.
    reading_until: Option<Instant>,
    /// The running review.
    running: Option<(FileId, CancellationToken)>,
    /// When each file was last reviewed completely.
    finished: HashMap<FileId, Instant>,
    over: bool,
}

/// The next step of the reviewer.
#[derive(Debug)]
pub(crate) enum ReviewStep {
    /// Clear the published findings of a file.
    Forget(FileId),
    /// Review a file that was edited.
    Review(FileId, CancellationToken),
    /// Review every open file with a changed input.
    All,
    /// Review every open file after a pause in the typing: the text may refer to other files now.
    Rest,
    /// End the thread, because the session is over.
    End,
}

impl Worker {
    /// Makes the first review, and all online work, wait until the editor has sent its settings.
    pub(crate) fn hold(&self) {
        self.verifier.hold();
        self.change(|todo| {
            todo.settings_asked = true;
            todo.held_until = Some(Instant::now() + SETTINGS_WAIT);
        });
    }

    /// Ends the wait that [`Worker::hold`] began.
    pub(crate) fn start(&self) {
        self.change(|todo| {
            todo.settings_asked = false;
            todo.held_until = None;
        });
        self.verifier.release();
    }

    /// Schedules the review of an edited file.
    pub(crate) fn edited(&self, file: &FileId) {
        self.change(|todo| {
            let now = Instant::now();
            todo.now.retain(|other| other != file);
            todo.now.push(file.clone());
            let first = todo.later.map_or(now, |(_, first)| first);
            todo.later = Some(((now + TYPING_PAUSE).min(first + MAX_PAUSE), first));
            if let Some((running, cancel)) = &todo.running
                && running == file
                && todo.finished.get(file).is_some_and(|at| at.elapsed() < MAX_SILENCE)
            {
                cancel.cancel();
            }
        });
    }

    /// Schedules a refresh after a change that may affect anything: a file was opened or changed on
    /// disk, or the settings or the folders changed. The files that the workspace wants are read,
    /// and then every open file is reviewed.
    pub(crate) fn refresh_all(&self) {
        self.change(|todo| {
            todo.elsewhere = true;
            todo.reading_until = Some(Instant::now() + MAX_PAUSE);
        });
        self.reader.read();
    }

    /// Schedules a review of every open file, for a reason that the editor does not know of.
    pub(crate) fn review_all(&self) {
        self.change(|todo| {
            todo.all = true;
            todo.elsewhere = true;
        });
    }

    /// Records that the files that the workspace wanted were read.
    pub(crate) fn files_read(&self) {
        self.change(|todo| {
            todo.reading_until = None;
            todo.all = true;
        });
    }

    /// Returns whether no review waits for files.
    pub(crate) fn are_files_read(&self) -> bool {
        lock(&self.todo).reading_until.is_none()
    }

    /// Handles that a file was closed.
    pub(crate) fn closed(&self, file: &FileId) {
        self.change(|todo| {
            todo.now.retain(|other| other != file);
            todo.closed.push(file.clone());
            if let Some((running, cancel)) = &todo.running
                && running == file
            {
                cancel.cancel();
            }
        });
        self.refresh_all();
    }

    /// Schedules a check for unnoticed changes on disk.
    pub(crate) fn check_disk(&self) {
        self.reader.check_disk();
    }

    /// Schedules a check for changes on disk after the author opened or saved a document, and
    /// resumes cancelled judging.
    pub(crate) fn resume(&self) {
        self.reader.resume();
        self.reader.check_disk();
    }

    /// Ends the worker with its session.
    pub(crate) fn end(&self) {
        self.change(|todo| {
            todo.over = true;
            if let Some((_, cancel)) = &todo.running {
                cancel.cancel();
            }
        });
        self.reader.end();
        self.verifier.end();
    }

    /// Schedules look-ups of open questions after something was opened, saved or allowed, as far as
    /// the author permits.
    pub(crate) fn verify(&self) {
        self.verifier.want();
    }

    /// Schedules look-ups after the author has just allowed them, with a report.
    pub(crate) fn verify_and_report(&self) {
        self.verifier.want_reported();
    }

    /// Schedules look-ups of everything on the author's request.
    pub(crate) fn verify_all(&self) {
        self.verifier.want_all();
    }

    /// Waits, up to a limit, until the open files and the files to which they refer have been read.
    /// Returns at once if there is nothing to read. With `judged`, also waits until the references
    /// are judged.
    pub(crate) async fn settled(&self, judged: bool) {
        let settled = async {
            loop {
                let mut progressed = pin!(self.reader.progressed());
                progressed.as_mut().enable();
                let now = Instant::now();
                let until = {
                    let todo = lock(&self.todo);
                    let waits = [todo.reading_until, todo.held_until];
                    waits.into_iter().flatten().filter(|until| *until > now).min()
                };
                match until {
                    None if !judged || !self.reader.is_busy() => return,
                    None => progressed.await,
                    Some(until) => {
                        // Whichever happens first; both conditions are checked again.
                        let _ = tokio::time::timeout(until.saturating_duration_since(now), progressed).await;
                    }
                }
            }
        };
        // Do not wait any longer than this limit.
        let _ = tokio::time::timeout(MAX_PAUSE, settled).await;
    }

    /// Waits until the editor has sent its settings and all files to which the workspace refers
    /// have been read. For a request of the author whose answer would otherwise be wrong; a review
    /// starts with incomplete data instead, see [`Self::settled`].
    pub(crate) async fn ready(&self) {
        let ready = async {
            loop {
                let mut progressed = pin!(self.reader.progressed());
                progressed.as_mut().enable();
                if !lock(&self.todo).settings_asked && !self.reader.is_busy() {
                    return;
                }
                progressed.await;
            }
        };
        // The limit covers an editor that never sends its settings.
        let _ = tokio::time::timeout(READY_WAIT, ready).await;
    }

    /// Waits until the author has not typed for a moment.
    pub(crate) async fn typing_paused(&self) {
        loop {
            let mut progressed = pin!(self.reader.progressed());
            progressed.as_mut().enable();
            let until = {
                let todo = lock(&self.todo);
                if todo.over {
                    return;
                }
                todo.later.map(|(at, _)| at)
            };
            let Some(until) = until else { return };
            let pause = until.saturating_duration_since(Instant::now()) + TYPING_PAUSE;
            // Whichever happens first; the condition is checked again.
            let _ = tokio::time::timeout(pause, progressed).await;
        }
    }

    /// Schedules another round of reviews without asking the editor to pull again.
    pub(crate) fn review_again(&self) {
        self.change(|todo| todo.all = true);
    }

    /// Returns whether the editor is to be asked to pull again, and resets the flag.
    pub(crate) fn take_elsewhere(&self) -> bool {
        std::mem::take(&mut lock(&self.todo).elsewhere)
    }

    fn change(&self, change: impl FnOnce(&mut Todo)) {
        change(&mut lock(&self.todo));
        self.changed.notify_one();
        self.reader.tell_progress();
    }

    /// Waits for the next step.
    pub(crate) fn next(&self) -> ReviewStep {
        let mut todo = lock(&self.todo);
        todo.running = None;
        loop {
            let now = Instant::now();
            match todo.take(now) {
                Ok(step) => return step,
                Err(None) => todo = self.changed.wait(todo).unwrap_or_else(PoisonError::into_inner),
                Err(Some(until)) => {
                    let pause = until.saturating_duration_since(now);
                    todo = self.changed.wait_timeout(todo, pause).unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    pub(crate) fn finished(&self, file: &FileId) {
        lock(&self.todo).finished.insert(file.clone(), Instant::now());
    }

    /// Returns whether the author is typing so fast that a review of an older text is better than
    /// no review.
    pub(crate) fn is_silent(&self, file: &FileId) -> bool {
        lock(&self.todo).finished.get(file).is_none_or(|at| at.elapsed() >= MAX_SILENCE)
    }

    /// Returns whether an edit or the end of the session is pending, which must not wait for other
    /// files.
    pub(crate) fn is_urgent(&self) -> bool {
        let todo = lock(&self.todo);
        todo.over || !todo.now.is_empty()
    }
}

impl Todo {
    /// Returns the next step or, before there is one, the time at which there may be a step.
    fn take(&mut self, now: Instant) -> Result<ReviewStep, Option<Instant>> {
        if self.over {
            return Ok(ReviewStep::End);
        }
        if let Some(file) = self.closed.pop() {
            self.finished.remove(&file);
            return Ok(ReviewStep::Forget(file));
        }
        for wait in [&mut self.held_until, &mut self.reading_until] {
            match *wait {
                Some(until) if now < until => return Err(Some(until)),
                _ => *wait = None,
            }
        }
        if let Some(file) = self.now.pop() {
            let cancel = CancellationToken::new();
            self.running = Some((file.clone(), cancel.clone()));
            return Ok(ReviewStep::Review(file, cancel));
        }
        if std::mem::take(&mut self.all) {
            return Ok(ReviewStep::All);
        }
        match self.later {
            Some((at, _)) if now >= at => {
                self.later = None;
                Ok(ReviewStep::Rest)
            }
            Some((at, _)) => Err(Some(at)),
            None => Err(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> FileId {
        FileId::new(format!("/{name}"))
    }

    #[test]
    fn the_file_that_was_edited_last_is_reviewed_first_and_once() {
        let worker = Worker::default();
        for name in ["a", "b", "a", "c", "a"] {
            worker.edited(&file(name));
        }
        let mut order = Vec::new();
        while let Ok(ReviewStep::Review(file, _)) = lock(&worker.todo).take(Instant::now()) {
            order.push(file.to_string());
        }
        assert_eq!(order, ["/a", "/c", "/b"]);
    }

    #[test]
    fn what_depends_on_an_edit_waits_for_a_pause_but_not_for_ever() {
        let worker = Worker::default();
        worker.edited(&file("a"));
        let mut todo = lock(&worker.todo);
        let now = Instant::now();
        assert!(matches!(todo.take(now), Ok(ReviewStep::Review(..))));
        let Err(Some(at)) = todo.take(now) else { panic!("nothing is left but the rest") };
        assert!(at > now && at <= now + TYPING_PAUSE);
        assert!(matches!(todo.take(at), Ok(ReviewStep::Rest)));
        assert!(matches!(todo.take(at), Err(None)));
        let first = now.checked_sub(MAX_PAUSE).expect("the clock is older than a second");
        todo.later = Some((now + TYPING_PAUSE, first));
        drop(todo);
        worker.edited(&file("a"));
        let mut todo = lock(&worker.todo);
        assert!(matches!(todo.take(Instant::now()), Ok(ReviewStep::Review(..))));
        assert!(matches!(todo.take(Instant::now()), Ok(ReviewStep::Rest)));
    }

    #[test]
    fn an_edit_gives_up_the_review_of_the_older_text_unless_nothing_has_been_shown_for_long() {
        let worker = Worker::default();
        worker.edited(&file("a"));
        let ReviewStep::Review(_, first) = worker.next() else { panic!("a review comes") };
        worker.edited(&file("a"));
        assert!(!first.is_cancelled(), "the first review is shown");
        worker.finished(&file("a"));
        let ReviewStep::Review(_, second) = worker.next() else { panic!("a review comes") };
        worker.edited(&file("a"));
        assert!(second.is_cancelled());
    }

    #[test]
    fn nothing_is_reviewed_while_the_settings_are_awaited() {
        let worker = Worker::default();
        worker.hold();
        worker.edited(&file("a"));
        assert!(matches!(lock(&worker.todo).take(Instant::now()), Err(Some(_))));
        worker.start();
        assert!(matches!(lock(&worker.todo).take(Instant::now()), Ok(ReviewStep::Review(..))));
    }

    #[test]
    fn nothing_is_reviewed_while_files_are_read_but_a_slow_disk_is_not_waited_for_long() {
        let worker = Worker::default();
        worker.refresh_all();
        worker.edited(&file("a"));
        let Err(Some(until)) = lock(&worker.todo).take(Instant::now()) else { panic!("it waits") };
        assert!(until <= Instant::now() + MAX_PAUSE);
        assert!(matches!(lock(&worker.todo).take(until), Ok(ReviewStep::Review(..))));
        worker.refresh_all();
        worker.files_read();
        assert!(matches!(lock(&worker.todo).take(Instant::now()), Ok(ReviewStep::All)));
    }
}
