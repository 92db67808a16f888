//! Caches values that the checks of one review compute once.

use super::files::{BibliographyFile, DraftFile, FoldedKeys};
use crate::guideline;
use referee_bibliography::bibtex::CommentedEntry;
use referee_records::{Record, Source};
use referee_syntax::Document;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The values that the checks of one review compute once for all citations. The engine creates one
/// for each review and does not read it.
#[derive(Debug, Default)]
pub struct ReviewScratch {
    pub(super) lists: OnceLock<ReferenceLists>,
    /// Whether every bibliography could be read.
    pub(super) are_readable: OnceLock<bool>,
    /// The parts of guidelines, by the words of their citations.
    guidelines: Mutex<HashMap<String, Option<Arc<Record>>>>,
    pub(super) list_reads: Cell<ListReads>,
    folded: OnceLock<FoldedKeys>,
    /// The first commented-out entry of each key in lower case, with the index of its bibliography.
    commented: OnceLock<HashMap<String, (usize, CommentedEntry)>>,
}

/// The parts of the lists of references that checks have read. The engine keeps the results of the
/// checks until these parts change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListReads {
    /// Whether keys and numbers of the items were read: see
    /// [`RuleContext::list_names`](super::RuleContext::list_names).
    pub names: bool,
    /// Whether the texts of items were read.
    pub items: bool,
}

/// The lists of references in the drafts.
#[derive(Debug, Default)]
pub(super) struct ReferenceLists {
    /// The keys of the `\bibitem`s in all related drafts.
    pub(super) keys: HashSet<String>,
    /// The numbers of the items: of the draft under review if it has a list, else of the others.
    pub(super) numbers: HashSet<u32>,
    /// The highest of `numbers`; 0 if `numbers` is empty.
    pub(super) last: u32,
    /// The start of the block of each numbered item in the draft under review.
    pub(super) places: HashMap<u32, usize>,
}

impl ReviewScratch {
    /// Returns the first entry of each key, ignoring case.
    pub(super) fn folded_keys(&self, bibliographies: &[BibliographyFile]) -> &FoldedKeys {
        self.folded.get_or_init(|| FoldedKeys::of(bibliographies))
    }

    /// Returns the first commented-out entry of each key in lower case, with the index of its
    /// bibliography.
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

    /// Returns the part of a guideline that a source cited in words refers to.
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
    /// Reads the lists of the draft under review and of the related drafts.
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

    /// Returns a hash of the keys and numbers.
    pub(super) fn hash_of_names(&self) -> u64 {
        // The order of a set is unspecified; the sums do not depend on it.
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
