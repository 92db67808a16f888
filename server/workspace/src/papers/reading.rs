//! Finds, reads and verifies the papers of the works that files cite.

use super::attached_state::AttachedState;
use super::extract::extract;
use super::matching::{FileIndex, Match, Matches};
use super::plan::{PlannedFile, plan};
use super::planned_reference::PlannedReference;
use super::remote;
use super::shelf::{AttachedFiles, PaperOrigin, Shelf, ShelvedPaper};
use crate::snapshot::Snapshot;
use referee_literature::papers::{
    FileStamp, MAX_PAPER_BYTES, Paper, PaperBytes, PaperError, PaperState, PaperStore,
};
use referee_text::FileId;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How often newly read papers are made available while others are being read.
const PUBLISH_INTERVAL: Duration = Duration::from_secs(3);

/// The number of files in the folders up to which all are read, whatever their names.
const MAX_READ_ANYWAY: usize = 20;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperProgress {
    /// The number of files and works that were read or asked for.
    pub done: usize,
    /// Their total number.
    pub of: usize,
}

/// The caller's interface to a run.
pub struct ReadPapers<'a> {
    /// Cancels the run after the current file.
    pub cancel: &'a CancellationToken,
    /// Whether all files in the folders of `library.papers` are read, rather than a few or only those
    /// whose names fit a cited work.
    pub whole_folders: bool,
    /// Whether the papers of other files than the given ones are forgotten.
    pub only_these: bool,
    /// Whether files are read that were not read before.
    pub reads_files: bool,
    /// Whether services are asked, as far as the settings allow.
    pub asks: bool,
    /// Called before each file or request.
    pub progress: &'a dyn Fn(PaperProgress),
    /// Called after each file or request with the time that it took: a caller in the background
    /// pauses.
    pub rest: &'a dyn Fn(Duration),
    /// Called when full texts became available or unavailable.
    pub changed: &'a dyn Fn(),
}

/// The result of a run.
#[derive(Debug, Default)]
pub struct PaperReport {
    /// The number of files that were read now.
    pub read: usize,
    /// The number of cited works, over all files, with a full text.
    pub available: usize,
    /// The number of files in the folders that were not read.
    pub unread: usize,
    /// Why what was read is not stored; nothing further was read then.
    pub error: Option<PaperError>,
}

/// Finds the papers of the works that `files` cite, reads those that were not read before, and
/// gives every later snapshot the verified ones. One file is read at a time. Does nothing in a
/// session without a store of papers.
pub fn read_papers(snapshot: &Snapshot, files: &[FileId], run: &ReadPapers<'_>) -> PaperReport {
    let Some(store) = snapshot.shelves().store() else { return PaperReport::default() };
    let planned = plan(snapshot, files, run.reads_files && !run.only_these);
    let mut reading = Reading::new(snapshot, store, planned, run);
    if run.only_these {
        snapshot.shelves().keep(files);
    }
    reading.read();
    reading.report
}

/// Reads all given files and the papers in given folders into the store, whether they are cited or
/// not, and returns how many were read now.
pub fn read_paths(snapshot: &Snapshot, paths: &[PathBuf], run: &ReadPapers<'_>) -> PaperReport {
    let Some(store) = snapshot.shelves().store() else { return PaperReport::default() };
    let mut reading = Reading::new(snapshot, store, Vec::new(), run);
    reading.read_all(paths);
    reading.report
}

struct Reading<'a> {
    snapshot: &'a Snapshot,
    store: PaperStore,
    planned: Vec<PlannedFile>,
    run: &'a ReadPapers<'a>,
    /// What is known about each file.
    outcomes: BTreeMap<PathBuf, Outcome>,
    /// The papers of services, by the hash of the reference.
    remote: HashMap<u64, Arc<ShelvedPaper>>,
    report: PaperReport,
}

/// What is known about a file.
#[derive(Clone)]
pub(super) enum Outcome {
    Paper(Arc<Paper>),
    /// It is too large to be read.
    TooLarge,
    /// It does not exist or cannot be opened.
    Missing,
    /// It was not read yet.
    Unread,
}

impl<'a> Reading<'a> {
    fn new(
        snapshot: &'a Snapshot,
        store: PaperStore,
        planned: Vec<PlannedFile>,
        run: &'a ReadPapers<'a>,
    ) -> Self {
        Reading {
            snapshot,
            store,
            planned,
            run,
            outcomes: BTreeMap::new(),
            remote: HashMap::new(),
            report: PaperReport::default(),
        }
    }

    /// Reads the files on this machine, then asks services.
    fn read(&mut self) {
        let named: Vec<PathBuf> = self.planned.iter().flat_map(PlannedFile::named).collect();
        let folders: BTreeSet<_> = self.planned.iter().flat_map(|file| &file.folders).cloned().collect();
        let in_folders: BTreeMap<_, Vec<PathBuf>> = folders
            .into_iter()
            .map(|folder| {
                let files = folder.files();
                (folder, files)
            })
            .collect();
        for path in named.iter().chain(in_folders.values().flatten()) {
            self.look_up(path);
        }
        self.look_up_remote();
        let files: Vec<Vec<PathBuf>> = self
            .planned
            .iter()
            .map(|planned| {
                let listed = planned.folders.iter().filter_map(|folder| in_folders.get(folder));
                listed.flatten().cloned().collect()
            })
            .collect();
        self.publish(&files);
        if self.run.reads_files {
            let mut queue: Vec<PathBuf> = named;
            queue.extend(self.named_alike(&files));
            let all: BTreeSet<&PathBuf> = in_folders.values().flatten().collect();
            if self.run.whole_folders || all.len() <= MAX_READ_ANYWAY {
                queue.extend(all.into_iter().filter(|path| self.is_unread(path)).cloned());
            }
            self.read_all_of(queue, &files);
        }
        if self.run.asks {
            self.ask_services(&files);
        }
        let all: BTreeSet<&PathBuf> = in_folders.values().flatten().collect();
        self.report.unread = all.into_iter().filter(|path| self.is_unread(path)).count();
    }

    fn is_unread(&self, path: &Path) -> bool {
        matches!(self.outcomes.get(path), Some(Outcome::Unread))
    }

    /// Reads the given files and folders.
    fn read_all(&mut self, paths: &[PathBuf]) {
        for path in paths {
            self.look_up(path);
        }
        self.read_all_of(paths.to_vec(), &[]);
    }

    fn read_all_of(&mut self, mut queue: Vec<PathBuf>, files: &[Vec<PathBuf>]) {
        let mut seen = BTreeSet::new();
        queue.retain(|path| {
            matches!(self.outcomes.get(path), Some(Outcome::Unread)) && seen.insert(path.clone())
        });
        let mut published = Instant::now();
        let of = queue.len();
        for (done, path) in queue.into_iter().enumerate() {
            if self.run.cancel.is_cancelled() || self.report.error.is_some() {
                break;
            }
            (self.run.progress)(PaperProgress { done, of });
            let began = Instant::now();
            self.read_file(&path);
            (self.run.rest)(began.elapsed());
            if published.elapsed() >= PUBLISH_INTERVAL {
                self.publish(files);
                published = Instant::now();
            }
        }
        if of > 0 {
            self.publish(files);
        }
    }

    /// Looks up what the store knows about a file.
    fn look_up(&mut self, path: &Path) {
        if self.outcomes.contains_key(path) {
            return;
        }
        let outcome = match FileStamp::of(path) {
            None => Outcome::Missing,
            Some(stamp) if stamp.size > MAX_PAPER_BYTES => Outcome::TooLarge,
            Some(stamp) => match self.stored(path, stamp) {
                Ok(Some(paper)) => Outcome::Paper(Arc::new(paper)),
                Ok(None) => Outcome::Unread,
                Err(error) => {
                    self.report.error.get_or_insert(error);
                    Outcome::Unread
                }
            },
        };
        self.outcomes.insert(path.to_path_buf(), outcome);
    }

    fn stored(&self, path: &Path, stamp: FileStamp) -> Result<Option<Paper>, PaperError> {
        match self.store.content_of(path, stamp)? {
            Some(hash) => self.store.paper(hash),
            None => Ok(None),
        }
    }

    /// Reads a file and stores what was read.
    fn read_file(&mut self, path: &Path) {
        // Before it is read: a change in the meantime is then noticed the next time.
        let Some(stamp) = FileStamp::of(path) else {
            self.outcomes.insert(path.to_path_buf(), Outcome::Missing);
            return;
        };
        let Ok(bytes) = PaperBytes::read(path) else {
            self.outcomes.insert(path.to_path_buf(), Outcome::Missing);
            return;
        };
        let hash = bytes.hash;
        let known = self.store.paper(hash);
        let stored = match known {
            Ok(Some(paper)) => {
                let noted = self.store.note_place(path, stamp, hash);
                self.outcomes.insert(path.to_path_buf(), Outcome::Paper(Arc::new(paper)));
                noted
            }
            Ok(None) => {
                let (paper, text) = extract(bytes, path);
                self.report.read += 1;
                let stored = self.store.write(&paper, text.as_ref(), Some((path, stamp)));
                if let Some(text) = text {
                    self.snapshot.shelves().remember(hash, text);
                }
                self.outcomes.insert(path.to_path_buf(), Outcome::Paper(Arc::new(paper)));
                stored
            }
            Err(error) => Err(error),
        };
        if let Err(error) = stored {
            self.report.error = Some(error);
        }
    }

    /// Returns the unread files in folders whose names fit a cited work.
    fn named_alike(&self, files: &[Vec<PathBuf>]) -> Vec<PathBuf> {
        let mut out = Vec::new();
        for (planned, listed) in self.planned.iter().zip(files) {
            let index = self.index(listed);
            for reference in &planned.references {
                out.extend(index.candidates(reference).into_iter().map(Path::to_path_buf));
            }
        }
        out
    }

    fn index<'f>(&'f self, listed: &'f [PathBuf]) -> FileIndex<'f> {
        FileIndex::of(listed.iter().map(|path| {
            let paper = match self.outcomes.get(path) {
                Some(Outcome::Paper(paper)) => Some(&**paper),
                _ => None,
            };
            (path.as_path(), paper)
        }))
    }

    /// Gives the snapshots the papers that are known now.
    fn publish(&mut self, files: &[Vec<PathBuf>]) {
        let mut matches = self.snapshot.shelves().matches();
        let (mut changed, mut available) = (false, 0);
        for (at, planned) in self.planned.iter().enumerate() {
            let listed = files.get(at).map(Vec::as_slice).unwrap_or_default();
            let index = self.index(listed);
            let mut papers = Vec::new();
            let mut attached = AttachedFiles::new();
            for reference in &planned.references {
                let before = papers.len();
                self.add_attached(reference, &mut matches, &mut papers, &mut attached);
                for path in index.candidates(reference) {
                    self.add(PaperOrigin::Folder(path.to_path_buf()), reference, &mut matches, &mut papers);
                }
                papers.extend(self.remote.get(&reference.hash).cloned());
                available += usize::from(papers.len() > before);
            }
            changed |= self.snapshot.shelves().put(&planned.file, Shelf::new(papers, attached));
        }
        drop(matches);
        self.report.available = available;
        if changed {
            (self.run.changed)();
        }
    }

    /// Adds the papers that an entry lists or Zotero has.
    fn add_attached(
        &self,
        reference: &PlannedReference,
        matches: &mut Matches,
        papers: &mut Vec<Arc<ShelvedPaper>>,
        attached: &mut AttachedFiles,
    ) {
        for (path, may_read) in &reference.attached {
            let state = match may_read {
                None => AttachedState::Missing,
                Some(false) => AttachedState::NotAllowed,
                Some(true) => self.add(PaperOrigin::Attachment(path.clone()), reference, matches, papers),
            };
            attached.insert((reference.label.clone(), path.clone()), state);
        }
        for path in &reference.in_zotero {
            self.add(PaperOrigin::Zotero(path.clone()), reference, matches, papers);
        }
    }

    /// Adds a file if it is the work of a reference; returns what is known about it.
    fn add(
        &self,
        origin: PaperOrigin,
        reference: &PlannedReference,
        matches: &mut Matches,
        papers: &mut Vec<Arc<ShelvedPaper>>,
    ) -> AttachedState {
        let outcome = origin.path().and_then(|path| self.outcomes.get(path));
        let paper = match outcome {
            Some(Outcome::Paper(paper)) if paper.state == PaperState::Read => paper,
            Some(Outcome::Paper(paper)) => return AttachedState::Unread(paper.state),
            Some(Outcome::TooLarge) => return AttachedState::Unread(PaperState::TooLarge),
            Some(Outcome::Missing) => return AttachedState::Missing,
            Some(Outcome::Unread) | None => return AttachedState::Waiting,
        };
        match matches.of(&self.store, paper, reference) {
            Match::ThisWork => {
                let (paper, works) = (Arc::clone(paper), reference.works.clone());
                papers.push(Arc::new(ShelvedPaper { origin, paper, works }));
                AttachedState::ThisWork
            }
            Match::OtherWork(why) => AttachedState::OtherWork(why),
            Match::Unknown => AttachedState::Unknown,
        }
    }

    /// Looks up what services sent before.
    fn look_up_remote(&mut self) {
        for planned in &self.planned {
            for reference in &planned.references {
                if let Some(paper) = remote::known(self.snapshot, &self.store, reference) {
                    self.remote.insert(reference.hash, Arc::new(paper));
                }
            }
        }
    }

    /// Asks services for the works of drafts whose paper is not on this machine, one request for
    /// each work.
    fn ask_services(&mut self, files: &[Vec<PathBuf>]) {
        let mut open: Vec<(FileId, PlannedReference)> = Vec::new();
        for planned in self.planned.iter().filter(|planned| planned.may_ask) {
            let shelf = self.snapshot.shelves().of(&planned.file);
            for reference in &planned.references {
                let has_paper = shelf
                    .as_ref()
                    .is_some_and(|shelf| reference.works.iter().any(|work| shelf.find(work).is_some()));
                let is_asked = open.iter().any(|(_, other)| other.hash == reference.hash);
                if !has_paper && !is_asked {
                    open.push((planned.file.clone(), reference.clone()));
                }
            }
        }
        let wanted: Vec<_> = open
            .into_iter()
            .filter_map(|(file, reference)| {
                let requests = remote::requests(self.snapshot, &self.store, &file, &reference);
                (!requests.is_empty()).then_some((file, reference, requests))
            })
            .collect();
        let of = wanted.len();
        for (done, (file, reference, requests)) in wanted.into_iter().enumerate() {
            if self.run.cancel.is_cancelled() || self.report.error.is_some() {
                break;
            }
            (self.run.progress)(PaperProgress { done, of });
            let began = Instant::now();
            match remote::ask(self.snapshot, &self.store, (&file, &reference), requests, self.run.cancel) {
                Ok(Some(paper)) => {
                    self.remote.insert(reference.hash, Arc::new(paper));
                    self.report.read += 1;
                }
                Ok(None) => {}
                Err(error) => self.report.error = Some(error),
            }
            (self.run.rest)(began.elapsed());
        }
        if of > 0 {
            self.publish(files);
        }
    }
}
