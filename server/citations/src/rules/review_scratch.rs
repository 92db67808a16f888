//! What the checks of one review work out once.

use super::files::{BibliographyFile, DraftFile, FoldedKeys};
use crate::guideline;
use referee_bibliography::bibtex::CommentedEntry;
use referee_records::{Record, Source};
use referee_syntax::Document;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What the checks of one review work out once for all citations. The engine makes one for each review and reads
/// nothing from it.
#[derive(Debug, Default)]
pub struct ReviewScratch {
    pub(super) lists: OnceLock<ReferenceLists>,
    /// Whether every bibliography could be read at all.
    pub(super) are_readable: OnceLock<bool>,
    /// The parts of guidelines by the words that name them.
    guidelines: Mutex<HashMap<String, Option<Arc<Record>>>>,
    pub(super) list_reads: Cell<ListReads>,
    folded: OnceLock<FoldedKeys>,
    /// The first commented-out entry of each key in small letters, with the number of its bibliography.
    commented: OnceLock<HashMap<String, (usize, CommentedEntry)>>,
}

/// What checks looked at in the lists of references. The engine keeps what they said until that changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListReads {
    /// The keys and numbers of the items: see [`RuleContext::list_names`](super::RuleContext::list_names).
    pub names: bool,
    /// What an item says.
    pub items: bool,
}

/// The lists of references in the drafts.
#[derive(Debug, Default)]
pub(super) struct ReferenceLists {
    /// The keys of `\bibitem`s in all drafts that belong together.
    pub(super) keys: HashSet<String>,
    /// The numbers of the items: of the draft under review where it has a list, else of the others.
    pub(super) numbers: HashSet<u32>,
    /// The highest of `numbers`; 0 where there is none.
    pub(super) last: u32,
    /// Where the block of each numbered item begins in the draft under review.
    pub(super) places: HashMap<u32, usize>,
}

impl ReviewScratch {
    /// The first entry of each key, whatever its capitals.
    pub(super) fn folded_keys(&self, bibliographies: &[BibliographyFile]) -> &FoldedKeys {
        self.folded.get_or_init(|| FoldedKeys::of(bibliographies))
    }

    /// The first commented-out entry of each key in small letters, with the number of its bibliography.
    pub(super) fn commented_entries(
        &self,
        bibliographies: &[BibliographyFile],
    ) -> &HashMap<String, (usize, CommentedEntry)> {
        self.commented.get_or_init(|| {
            let mut commented = HashMap::new();
            for (number, file) in bibliographies.iter().enumerate() {
                for entry in file.bibliography.commented_entries() {
                    commented.entry(entry.key.to_ascii_lowercase()).or_insert((number, entry));
                }
            }
            commented
        })
    }

    /// The part of a guideline that a source named in words means.
    pub(super) fn guideline(&self, named: &str, sources: &[Arc<dyn Source>]) -> Option<Arc<Record>> {
        let guidelines = || self.guidelines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = guidelines().get(named) {
            return known.clone();
        }
        // Searching takes time, so it is done without the lock.
        let part = guideline::find(named, sources).map(Arc::new);
        guidelines().insert(named.to_owned(), part.clone());
        part
    }
}

impl ReferenceLists {
    /// Reads the lists of the draft under review and of the drafts that belong together with it.
    pub(super) fn read(reviewed: Option<&Document>, drafts: &[DraftFile]) -> Self {
        let mut lists = ReferenceLists::default();
        let mut elsewhere = HashSet::new();
        for draft in drafts {
            for listed in draft.document.list_items() {
                lists.keys.extend(listed.item.key.iter().map(|key| key.name.clone()));
                elsewhere.extend(listed.item.number);
            }
        }
        for listed in reviewed.into_iter().flat_map(Document::list_items) {
            lists.keys.extend(listed.item.key.iter().map(|key| key.name.clone()));
            if let Some(number) = listed.item.number {
                lists.numbers.insert(number);
                lists.places.entry(number).or_insert(listed.start);
            }
        }
        if lists.numbers.is_empty() {
            lists.numbers = elsewhere;
        }
        lists.last = lists.numbers.iter().copied().max().unwrap_or(0);
        lists
    }

    /// A number for the keys and numbers.
    pub(super) fn hash_of_names(&self) -> u64 {
        // The order of a set is its own affair: the sums do not depend on it.
        let keys = self.keys.iter().map(hash).fold(0, u64::wrapping_add);
        let numbers = self.numbers.iter().map(hash).fold(0, u64::wrapping_add);
        hash((keys, numbers))
    }
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
