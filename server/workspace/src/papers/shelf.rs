//! The verified papers of the works that each file cites, in memory.

use super::attached_state::AttachedState;
use super::keys::{is_same, keys};
use super::matching::Matches;
use dashmap::DashMap;
use referee_bibliography::Work;
use referee_literature::papers::{ContentHash, Paper, PaperStore};
use referee_records::FullText;
use referee_text::{FileId, Message};
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum size of the texts in memory, in bytes. Others are loaded when they are needed.
const MAX_TEXT_BYTES: usize = 64 << 20;

/// The memory that a passage takes besides its text, in bytes.
const BYTES_PER_PASSAGE: usize = 160;

/// Where a paper came from, best first: a file of the author is preferred to a service.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PaperOrigin {
    /// A file that the entry lists as an attachment.
    Attachment(PathBuf),
    /// A file that is attached in the author's Zotero.
    Zotero(PathBuf),
    /// A file in a folder of the setting `library.papers`.
    Folder(PathBuf),
    /// A service, by its name in the settings.
    Service(&'static str),
}

impl PaperOrigin {
    /// Returns the file; `None` for a service.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            PaperOrigin::Attachment(path) | PaperOrigin::Zotero(path) | PaperOrigin::Folder(path) => {
                Some(path)
            }
            PaperOrigin::Service(_) => None,
        }
    }
}

/// A paper that was verified to be a cited work.
#[derive(Clone, Debug)]
pub struct ShelvedPaper {
    /// Where it came from.
    pub origin: PaperOrigin,
    /// The paper, without its whole text.
    pub paper: Arc<Paper>,
    /// The descriptions of the work: that of the reference, and that of its record.
    pub(crate) works: Vec<Arc<Work>>,
}

/// The verified papers of the works that one file cites.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    papers: Vec<Arc<ShelvedPaper>>,
    /// The indexes in `papers`, by the keys of the works.
    by_key: HashMap<String, Vec<usize>>,
    /// What is known about the files that entries list, whether they are used or not.
    pub(super) attached: AttachedFiles,
    /// The files that entries list and that are other works.
    pub(super) wrong: WrongPapers,
}

/// What is known about files, by the label of the reference that lists them and their place.
pub(super) type AttachedFiles = HashMap<(String, PathBuf), AttachedState>;

/// Files that are other works than the references that list them, with the reason.
pub(crate) type WrongPapers = BTreeMap<(String, PathBuf), Message>;

impl Shelf {
    pub(super) fn new(mut papers: Vec<Arc<ShelvedPaper>>, attached: AttachedFiles) -> Self {
        papers.sort_by(|one, other| (&one.origin, one.paper.hash).cmp(&(&other.origin, other.paper.hash)));
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, paper) in papers.iter().enumerate() {
            for key in paper.works.iter().flat_map(|work| keys(work)) {
                let of_key = by_key.entry(key).or_default();
                if of_key.last() != Some(&index) {
                    of_key.push(index);
                }
            }
        }
        let wrong = attached.iter().filter_map(|(place, state)| match state {
            AttachedState::OtherWork(why) => Some((place.clone(), why.clone())),
            _ => None,
        });
        Shelf { papers, by_key, wrong: wrong.collect(), attached }
    }

    /// Whether the shelf is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.papers.is_empty()
    }

    /// Returns the best paper of a work.
    pub(crate) fn find(&self, work: &Work) -> Option<Arc<ShelvedPaper>> {
        if self.papers.is_empty() {
            return None;
        }
        self.candidates(&keys(work))
            .find(|paper| paper.works.iter().any(|own| is_same(own, work)))
            .map(Arc::clone)
    }

    /// Returns the papers with one of these keys, the best first, without duplicates.
    fn candidates<'a>(&'a self, keys: &[String]) -> impl Iterator<Item = &'a Arc<ShelvedPaper>> + use<'a> {
        let mut found: Vec<usize> =
            keys.iter().filter_map(|key| self.by_key.get(key)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|index| self.papers.get(index))
    }

    /// Returns a hash of the papers with one of these keys: it changes whenever the answer of
    /// [`Shelf::find`] for a work with these keys may change.
    fn state(&self, keys: &[String]) -> u64 {
        let mut hasher = DefaultHasher::new();
        for paper in self.candidates(keys) {
            (&paper.origin, paper.paper.hash).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Whether it has the same papers and knows the same of attached files.
    fn is_same(&self, other: &Shelf) -> bool {
        let same = |(one, other): (&Arc<ShelvedPaper>, &Arc<ShelvedPaper>)| {
            one.origin == other.origin && one.paper.hash == other.paper.hash && one.works == other.works
        };
        self.papers.len() == other.papers.len()
            && self.papers.iter().zip(&other.papers).all(same)
            && self.attached == other.attached
    }
}

/// A recorded look-up of a full text: the keys of the work, and the papers with these keys at that
/// time.
#[derive(Clone, Debug)]
pub(crate) struct LookedForText {
    keys: Box<[String]>,
    state: u64,
}

/// The shelves of all files of a session, shared by all snapshots.
#[derive(Default)]
pub(crate) struct Shelves {
    shelves: DashMap<FileId, Arc<Shelf>>,
    store: Mutex<Option<PaperStore>>,
    texts: Mutex<Texts>,
    matches: Mutex<Matches>,
    revision: AtomicU64,
}

impl std::fmt::Debug for Shelves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shelves").field("revision", &self.revision()).finish_non_exhaustive()
    }
}

impl Shelves {
    /// Creates shelves for papers in a store.
    pub(crate) fn with_store(store: PaperStore) -> Self {
        Shelves { store: Mutex::new(Some(store)), ..Shelves::default() }
    }

    pub(super) fn store(&self) -> Option<PaperStore> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn of(&self, file: &FileId) -> Option<Arc<Shelf>> {
        self.shelves.get(file).map(|shelf| Arc::clone(&shelf))
    }

    /// Returns a counter that increases with every change.
    pub(crate) fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    /// Replaces the shelf of a file; returns whether it changed.
    pub(super) fn put(&self, file: &FileId, shelf: Shelf) -> bool {
        let is_same = match self.shelves.get(file) {
            Some(known) => known.is_same(&shelf),
            None => shelf.papers.is_empty() && shelf.attached.is_empty(),
        };
        if is_same {
            return false;
        }
        self.shelves.insert(file.clone(), Arc::new(shelf));
        self.revision.fetch_add(1, Ordering::AcqRel);
        true
    }

    /// Drops the shelves of other files than these.
    pub(super) fn keep(&self, files: &[FileId]) {
        self.shelves.retain(|file, _| files.contains(file));
    }

    /// Returns the text of a paper, from memory or the store.
    pub(super) fn text(&self, shelved: &ShelvedPaper) -> Option<Arc<FullText>> {
        let hash = shelved.paper.hash;
        if let Some(known) = self.texts().get(hash) {
            return Some(known);
        }
        let text = Arc::new(self.store()?.text(hash)?);
        self.texts().put(hash, Arc::clone(&text));
        Some(text)
    }

    /// Keeps a text in memory that was just read.
    pub(super) fn remember(&self, hash: ContentHash, text: FullText) {
        self.texts().put(hash, Arc::new(text));
    }

    /// Records what is known about the full text of a work that `file` cites.
    pub(crate) fn look_for(&self, file: &FileId, work: &Work) -> LookedForText {
        let keys = keys(work).into_boxed_slice();
        LookedForText { state: self.state(file, &keys), keys }
    }

    /// Whether a recorded look-up would still give the same text.
    pub(crate) fn holds(&self, file: &FileId, then: &LookedForText) -> bool {
        self.state(file, &then.keys) == then.state
    }

    fn state(&self, file: &FileId, keys: &[String]) -> u64 {
        // A file without a shelf is like one with an empty shelf.
        self.of(file).map_or_else(|| Shelf::default().state(keys), |shelf| shelf.state(keys))
    }

    /// Returns the comparisons of papers and works that were made before.
    pub(super) fn matches(&self) -> MutexGuard<'_, Matches> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The texts in memory. Those that were not used for longest are dropped first.
#[derive(Default)]
struct Texts {
    known: HashMap<ContentHash, (Arc<FullText>, usize, u64)>,
    bytes: usize,
    clock: u64,
}

impl Texts {
    fn get(&mut self, hash: ContentHash) -> Option<Arc<FullText>> {
        self.clock += 1;
        let (text, _, used) = self.known.get_mut(&hash)?;
        *used = self.clock;
        Some(Arc::clone(text))
    }

    fn put(&mut self, hash: ContentHash, text: Arc<FullText>) {
        let bytes: usize = text.passages.iter().map(|passage| passage.text.len() + BYTES_PER_PASSAGE).sum();
        self.clock += 1;
        if let Some((_, before, _)) = self.known.insert(hash, (text, bytes, self.clock)) {
            self.bytes -= before;
        }
        self.bytes += bytes;
        while self.bytes > MAX_TEXT_BYTES && self.known.len() > 1 {
            let oldest = self.known.iter().min_by_key(|(_, (_, _, used))| *used).map(|(hash, _)| *hash);
            let Some((_, bytes, _)) = oldest.and_then(|oldest| self.known.remove(&oldest)) else { return };
            self.bytes -= bytes;
        }
    }
}
