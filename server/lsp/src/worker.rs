//! What happens after a keystroke: the review, and what it needs, in the background.
//!
//! Three threads. The reviewer waits for files that changed and reviews the last one first: at once when it has
//! nothing else to do, and once for all that came meanwhile when it has. A review of a text that is no longer
//! the newest is given up, unless the author types so fast that nothing would ever be shown. Files that only
//! depend on what changed follow when the typing pauses.
//!
//! The reader (`threads/reader.rs`) reads what the workspace wants from disk and then asks the sources on this machine
//! about references that are not judged yet; what it learns makes a new review of the same text, and nothing is
//! blanked before that.
//!
//! The verifier (`threads/verifier.rs`) looks up online what the sources on this machine leave open, if the author allows
//! it.
//!
//! An editor that pulls diagnostics reviews by asking; it is told to ask again when something changed that it
//! cannot know of.

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

/// How long the typing must pause before what depends on it is reviewed.
const TYPING_PAUSE: Duration = Duration::from_millis(150);

/// How long it may be put off while the typing goes on, and how long a review waits for files to be read.
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// For so long an author who keeps typing may wait for findings.
const MAX_SILENCE: Duration = Duration::from_millis(400);

/// For so long the first review waits for the editor's settings, so that no finding flashes up that they forbid.
const SETTINGS_WAIT: Duration = Duration::from_millis(300);

/// How long a command of the author waits at most for the settings and files that its answer rests on.
const READY_WAIT: Duration = Duration::from_secs(20);

/// For so long the answer to a keystroke looks at what judgements have changed elsewhere in the text.
pub(crate) const REVIEW_BUDGET: Duration = Duration::from_millis(2);

/// What is to be done, shared with the handlers.
#[derive(Default)]
pub(crate) struct Worker {
    todo: Mutex<Todo>,
    changed: Condvar,
    /// The editor is to be asked to ask again.
    pub(crate) refresh_wanted: AtomicBool,
    /// The editor was asked to ask again and has not answered yet.
    pub(crate) refreshing: AtomicBool,
    /// What the thread that reads does next.
    pub(crate) reader: ReadQueue,
    /// What the thread that looks up does next.
    pub(crate) verifier: LookupQueue,
}

#[derive(Default)]
struct Todo {
    /// Files to review now, the last changed last.
    now: Vec<FileId>,
    /// When the open files that depend on what changed are looked at, and when the oldest of these wishes came.
    later: Option<(Instant, Instant)>,
    /// Every open file is to be reviewed.
    all: bool,
    /// Something changed that the editor does not know of.
    elsewhere: bool,
    /// Files that were closed: what was said of them is taken back.
    closed: Vec<FileId>,
    /// The editor was asked for its settings and has not answered.
    settings_asked: bool,
    /// Reviews wait for the editor's settings, until then at the latest.
    held_until: Option<Instant>,
    /// Files are being read; reviews wait for them, until then at the latest.
    reading_until: Option<Instant>,
    /// The review that is going on.
    running: Option<(FileId, CancellationToken)>,
    /// When each file was last reviewed to the end.
    finished: HashMap<FileId, Instant>,
    over: bool,
}

/// What the reviewer does next.
#[derive(Debug)]
pub(crate) enum ReviewStep {
    /// Take back what was said of a file.
    Forget(FileId),
    /// Review a file that was edited.
    Review(FileId, CancellationToken),
    /// Review every open file of which an input changed.
    All,
    /// Review every open file after a pause in the typing: the text may name other files now.
    Rest,
    /// End the thread, as the session is over.
    End,
}

impl Worker {
    /// Waits with the first review, and with everything online, until the editor has told its settings.
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

    /// Takes up that a file was edited.
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

    /// Anything may have changed: a file was opened or changed on disk, the settings or the folders changed. What
    /// the workspace wants is read, and then every open file reviewed.
    pub(crate) fn refresh_all(&self) {
        self.change(|todo| {
            todo.elsewhere = true;
            todo.reading_until = Some(Instant::now() + MAX_PAUSE);
        });
        self.reader.read();
    }

    /// Every open file is to be reviewed again, for a reason that the editor does not know of.
    pub(crate) fn review_all(&self) {
        self.change(|todo| {
            todo.all = true;
            todo.elsewhere = true;
        });
    }

    /// What the workspace wanted was read.
    pub(crate) fn files_read(&self) {
        self.change(|todo| {
            todo.reading_until = None;
            todo.all = true;
        });
    }

    /// Whether no review waits for files.
    pub(crate) fn are_files_read(&self) -> bool {
        lock(&self.todo).reading_until.is_none()
    }

    /// Takes up that a file was closed.
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

    /// Files on disk may have changed unseen.
    pub(crate) fn check_disk(&self) {
        self.reader.check_disk();
    }

    /// The author opened or saved a document: files on disk may have changed unseen, and what they called off before
    /// goes on.
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

    /// Something was opened or saved, or is allowed now: what it leaves open is looked up, as far as the author
    /// allows.
    pub(crate) fn verify(&self) {
        self.verifier.want();
    }

    /// The author has just allowed references to be looked up.
    pub(crate) fn verify_and_report(&self) {
        self.verifier.want_reported();
    }

    /// The author wants everything looked up.
    pub(crate) fn verify_all(&self) {
        self.verifier.want_all();
    }

    /// Waits until what is open has been read with what it names, but not for long. Ready at once when there is
    /// nothing to read. With `judged`, until the references are judged as well.
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
                        // Whichever comes first: both are looked at again.
                        let _ = tokio::time::timeout(until.saturating_duration_since(now), progressed).await;
                    }
                }
            }
        };
        // What is not settled by then is not waited for.
        let _ = tokio::time::timeout(MAX_PAUSE, settled).await;
    }

    /// Waits until the editor has told its settings and everything that the workspace names is read. For what the author
    /// asked for, whose answer would be wrong before that; a review rather starts with what there is, see
    /// [`Self::settled`].
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
        // An editor that never tells its settings has none to wait for.
        let _ = tokio::time::timeout(READY_WAIT, ready).await;
    }

    /// Another round of reviews follows, without a request to the editor to ask again.
    pub(crate) fn review_again(&self) {
        self.change(|todo| todo.all = true);
    }

    /// Whether the editor is to be asked to ask again; `false` until something changes once more.
    pub(crate) fn take_elsewhere(&self) -> bool {
        std::mem::take(&mut lock(&self.todo).elsewhere)
    }

    fn change(&self, change: impl FnOnce(&mut Todo)) {
        change(&mut lock(&self.todo));
        self.changed.notify_one();
        self.reader.tell_progress();
    }

    /// Waits for the next thing to do.
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

    /// Whether the author is typing so fast that a review of an older text is better than none.
    pub(crate) fn is_silent(&self, file: &FileId) -> bool {
        lock(&self.todo).finished.get(file).is_none_or(|at| at.elapsed() >= MAX_SILENCE)
    }

    /// Whether an edit or the end has come, which do not wait for other files.
    pub(crate) fn is_urgent(&self) -> bool {
        let todo = lock(&self.todo);
        todo.over || !todo.now.is_empty()
    }
}

impl Todo {
    /// The next thing to do; where there is nothing yet, the moment at which there may be.
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
