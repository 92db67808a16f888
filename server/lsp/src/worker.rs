//! What happens after a keystroke: the review, and what it needs, in the background.
//!
//! Two threads. The reviewer waits for files that changed and reviews the last one first: at once when it has
//! nothing else to do, and once for all that came meanwhile when it has. A review of a text that is no longer
//! the newest is given up, unless the author types so fast that nothing would ever be shown. Files that only
//! depend on what changed follow when the typing pauses, and whatever the workspace wants to read is read then.
//! The judge asks the sources on this machine about references that are not judged yet; what it learns makes a
//! new review of the same text, and nothing is blanked before that.
//!
//! An editor that pulls diagnostics reviews by asking; it is told to ask again when something changed that it
//! cannot know of.

mod disk;
mod judge;
mod publish;

pub(crate) use publish::content;

use crate::state::{State, lock};
use referee_text::FileId;
use referee_workspace::Cancel;
use referee_workspace::load::{Wanted, load};
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the typing must pause before what depends on it is reviewed.
const PAUSE: Duration = Duration::from_millis(150);

/// How long it may be put off while the typing goes on.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// For so long an author who keeps typing may wait for findings.
const LONGEST_SILENCE: Duration = Duration::from_millis(400);

/// For so long the first review waits for the editor's settings, so that no finding flashes up that they forbid.
const HELD: Duration = Duration::from_millis(300);

/// What is to be done, shared with the handlers.
#[derive(Default)]
pub(crate) struct Worker {
    todo: Mutex<Todo>,
    changed: Condvar,
    judge: judge::Judge,
}

#[derive(Default)]
struct Todo {
    /// Files to review now, the last changed last.
    now: Vec<FileId>,
    /// When the open files that depend on what changed are looked at, and when the oldest of these wishes came.
    later: Option<(Instant, Instant)>,
    /// What the workspace wants is to be read first, and then every open file reviewed.
    everything: bool,
    /// Files that were closed: what was said of them is taken back.
    closed: Vec<FileId>,
    /// Known files on disk are looked at: one may have changed without anybody saying so.
    look_at_disk: bool,
    /// Nothing happens before this moment.
    held_until: Option<Instant>,
    /// The review that is going on.
    running: Option<(FileId, Cancel)>,
    /// What the workspace wants is being read.
    reading: bool,
    /// When each file was last reviewed to the end.
    finished: HashMap<FileId, Instant>,
    over: bool,
}

/// What the reviewer does next.
#[derive(Debug)]
enum Step {
    /// Take back what was said of a file.
    Forget(FileId),
    /// Look at the known files on disk.
    LookAtDisk,
    /// Read what the workspace wants, then review every open file.
    Everything,
    /// Review a file that was edited.
    Review(FileId, Cancel),
    /// Review the open files that depend on what changed.
    Rest,
    /// The session is over.
    End,
}

impl Worker {
    /// Starts the threads.
    pub(crate) fn run(state: &Arc<State>) {
        for (name, work) in [("review", reviewer as fn(&Arc<State>)), ("judge", judge::run)] {
            let state = Arc::clone(state);
            let runtime = tokio::runtime::Handle::current();
            let started = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
                let _runtime = runtime.enter();
                work(&state);
            });
            if let Err(error) = started {
                tracing::error!("no thread for the {name}: {error}");
            }
        }
    }

    /// Waits with the first review until the editor has told its settings.
    pub(crate) fn hold(&self) {
        self.change(|todo| todo.held_until = Some(Instant::now() + HELD));
    }

    /// Waits no longer.
    pub(crate) fn start(&self) {
        self.change(|todo| todo.held_until = None);
    }

    /// A file was edited.
    pub(crate) fn edited(&self, file: &FileId) {
        self.change(|todo| {
            let now = Instant::now();
            todo.now.retain(|other| other != file);
            todo.now.push(file.clone());
            let first = todo.later.map_or(now, |(_, first)| first);
            todo.later = Some(((now + PAUSE).min(first + LONGEST_PAUSE), first));
            if let Some((running, cancel)) = &todo.running
                && running == file
                && todo.finished.get(file).is_some_and(|at| at.elapsed() < LONGEST_SILENCE)
            {
                cancel.cancel();
            }
        });
    }

    /// Anything may have changed: a file was opened or changed on disk, the settings or the folders changed.
    pub(crate) fn everything(&self) {
        self.change(|todo| todo.everything = true);
    }

    /// A file was closed.
    pub(crate) fn closed(&self, file: &FileId) {
        self.change(|todo| {
            todo.now.retain(|other| other != file);
            todo.closed.push(file.clone());
            todo.everything = true;
            if let Some((running, cancel)) = &todo.running
                && running == file
            {
                cancel.cancel();
            }
        });
    }

    /// The author came back to the editor or saved: files on disk may have changed unseen.
    pub(crate) fn look_at_disk(&self) {
        self.judge.allow();
        self.change(|todo| todo.look_at_disk = true);
    }

    /// The session is over.
    pub(crate) fn end(&self) {
        self.change(|todo| {
            todo.over = true;
            if let Some((_, cancel)) = &todo.running {
                cancel.cancel();
            }
        });
        self.judge.end();
    }

    fn change(&self, change: impl FnOnce(&mut Todo)) {
        change(&mut lock(&self.todo));
        self.changed.notify_one();
    }

    /// Waits for the next thing to do.
    fn next(&self) -> Step {
        let mut todo = lock(&self.todo);
        todo.running = None;
        todo.reading = false;
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

    /// Waits until what is open has been read with what it names, but not for long. Ready at once when there is
    /// nothing to read. With `judged`, until the references are judged as well.
    pub(crate) async fn settled(&self, judged: bool) {
        let end = Instant::now() + LONGEST_PAUSE;
        while Instant::now() < end {
            let busy = {
                let todo = lock(&self.todo);
                todo.everything || todo.reading || todo.held_until.is_some_and(|until| Instant::now() < until)
            };
            let judging = judged && self.judge.is_busy();
            if !busy && !judging {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    fn finished(&self, file: &FileId) {
        lock(&self.todo).finished.insert(file.clone(), Instant::now());
    }

    /// Whether the author is typing so fast that a review of an older text is better than none.
    fn is_silent(&self, file: &FileId) -> bool {
        lock(&self.todo).finished.get(file).is_none_or(|at| at.elapsed() >= LONGEST_SILENCE)
    }

    /// Whether something has come that cannot wait for the rest.
    fn is_urgent(&self) -> bool {
        let todo = lock(&self.todo);
        todo.over || !todo.now.is_empty()
    }
}

impl Todo {
    /// The next thing to do; where there is nothing yet, the moment at which there may be.
    fn take(&mut self, now: Instant) -> Result<Step, Option<Instant>> {
        if self.over {
            return Ok(Step::End);
        }
        if let Some(until) = self.held_until {
            if now < until {
                return Err(Some(until));
            }
            self.held_until = None;
        }
        if let Some(file) = self.closed.pop() {
            self.finished.remove(&file);
            return Ok(Step::Forget(file));
        }
        if let Some(file) = self.now.pop() {
            let cancel = Cancel::default();
            self.running = Some((file.clone(), cancel.clone()));
            return Ok(Step::Review(file, cancel));
        }
        if std::mem::take(&mut self.look_at_disk) {
            return Ok(Step::LookAtDisk);
        }
        if std::mem::take(&mut self.everything) {
            self.later = None;
            self.reading = true;
            return Ok(Step::Everything);
        }
        match self.later {
            Some((at, _)) if now >= at => {
                self.later = None;
                Ok(Step::Rest)
            }
            Some((at, _)) => Err(Some(at)),
            None => Err(None),
        }
    }
}

fn reviewer(state: &Arc<State>) {
    let mut reviewer =
        Reviewer { state: Arc::clone(state), told: HashMap::new(), disk: disk::Disk::default() };
    loop {
        let step = state.worker.next();
        if matches!(step, Step::End) {
            return;
        }
        // One review that fails must not end all reviews.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reviewer.take(step)));
        if done.is_err() {
            tracing::error!("a review was given up because of an internal error");
        }
    }
}

/// The thread that reviews.
struct Reviewer {
    state: Arc<State>,
    told: HashMap<FileId, publish::Said>,
    disk: disk::Disk,
}

impl Reviewer {
    fn take(&mut self, step: Step) {
        match step {
            Step::Forget(file) => self.forget(&file),
            Step::LookAtDisk => self.look_at_disk(),
            Step::Everything => {
                self.read_wanted(true);
                self.review_all(true);
            }
            Step::Review(file, cancel) => self.review(&file, &cancel),
            Step::Rest => {
                let read = self.read_wanted(true);
                self.review_all(read);
            }
            Step::End => {}
        }
    }

    /// Reads what the workspace wants. Libraries can be large: before the first of them what is known already is
    /// shown. Says whether anything was read.
    fn read_wanted(&mut self, mut show: bool) -> bool {
        let mut read = false;
        // A file can name further files: as deep as people nest them, and no deeper.
        for _ in 0..64 {
            let wanted = lock(&self.state.session).wanted();
            let (libraries, files): (Vec<_>, Vec<_>) =
                wanted.into_iter().partition(|wanted| matches!(wanted, Wanted::Library(_)));
            if libraries.is_empty() && files.is_empty() {
                break;
            }
            let batch = if files.is_empty() { libraries } else { files };
            let slow = batch.iter().any(|wanted| matches!(wanted, Wanted::Library(_)));
            if slow && std::mem::take(&mut show) {
                self.review_all(true);
            }
            for wanted in &batch {
                if let Wanted::File(file, _) = wanted {
                    self.disk.note(file);
                }
                let supplied = load(wanted);
                lock(&self.state.session).supply(supplied);
            }
            read = true;
        }
        read
    }

    /// Reviews every open file whose surroundings changed. `elsewhere` says that the reason is nothing the editor
    /// knows of.
    fn review_all(&mut self, elsewhere: bool) {
        let snapshot = lock(&self.state.session).snapshot();
        for file in snapshot.open_files() {
            if self.state.worker.is_urgent() {
                // The rest follows; what is done already is not done again.
                self.state.worker.everything();
                return;
            }
            self.review(&file, &Cancel::default());
        }
        self.warm(&snapshot);
        self.state.worker.judge.look();
        if elsewhere {
            publish::refresh(&self.state);
        }
    }

    /// Makes the indexes for completion before somebody needs them.
    fn warm(&self, snapshot: &referee_workspace::Snapshot) {
        let mut wanted = Vec::new();
        for file in snapshot.open_files() {
            for found in snapshot.bibliographies(&file) {
                if !wanted.contains(&found.file) {
                    if self.state.worker.is_urgent() {
                        return;
                    }
                    let _index = self.state.indexes.get(&found.file, &found.bibliography);
                    wanted.push(found.file);
                }
            }
        }
        self.state.indexes.keep(&wanted);
    }

    fn look_at_disk(&mut self) {
        let snapshot = lock(&self.state.session).snapshot();
        let changed = self.disk.changed(&snapshot);
        if !changed.is_empty() {
            lock(&self.state.session).disk_changed(&changed);
            self.state.worker.everything();
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
        while let Ok(Step::Review(file, _)) = lock(&worker.todo).take(Instant::now()) {
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
        assert!(matches!(todo.take(now), Ok(Step::Review(..))));
        let Err(Some(at)) = todo.take(now) else { panic!("nothing is left but the rest") };
        assert!(at > now && at <= now + PAUSE);
        assert!(matches!(todo.take(at), Ok(Step::Rest)));
        assert!(matches!(todo.take(at), Err(None)));
        let first = now.checked_sub(LONGEST_PAUSE).expect("the clock is older than a second");
        todo.later = Some((now + PAUSE, first));
        drop(todo);
        worker.edited(&file("a"));
        let mut todo = lock(&worker.todo);
        assert!(matches!(todo.take(Instant::now()), Ok(Step::Review(..))));
        assert!(matches!(todo.take(Instant::now()), Ok(Step::Rest)));
    }

    #[test]
    fn an_edit_gives_up_the_review_of_the_older_text_unless_nothing_has_been_shown_for_long() {
        let worker = Worker::default();
        worker.edited(&file("a"));
        let Step::Review(_, first) = worker.next() else { panic!("a review comes") };
        worker.edited(&file("a"));
        assert!(!first.is_cancelled(), "the first review is shown");
        worker.finished(&file("a"));
        let Step::Review(_, second) = worker.next() else { panic!("a review comes") };
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
        assert!(matches!(lock(&worker.todo).take(Instant::now()), Ok(Step::Review(..))));
    }
}
