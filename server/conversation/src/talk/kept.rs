//! Results computed from a source, kept for other rules and for the next edit of the note.

use crate::readings::Reading;
use crate::vocabulary::Reach;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// Whether a source affirms or denies something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// The source affirms it.
    Present,
    /// The source denies it.
    Denied,
    /// It is asked without a clear answer, hypothetical, or about another person.
    Unclear,
}

/// A mention of a problem in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The range of its words, by index.
    pub words: (usize, usize),
    /// What the words say of the problem.
    pub reach: Reach,
}

/// The mentions of a problem.
pub(super) type Mentions = Vec<Mention>;

/// A word of a source, or several as one, that may be a misspelt name of a drug.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) text: String,
    /// Which letters occur, as bits.
    pub(super) letters: u32,
    /// Whether it consists of several words.
    pub(super) is_joined: bool,
    /// The places of its first word.
    pub(super) places: Vec<usize>,
}

/// The results computed from a source, which does not change.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Drugs that the source does not name, with the words that may be misspellings of their names.
    pub(super) similar: Mutex<FxHashMap<u32, Vec<usize>>>,
    /// Words that may be misspelt names of drugs.
    pub(super) candidates: OnceLock<Vec<Candidate>>,
    pub(super) states: Mutex<FxHashMap<(u32, u32, bool), State>>,
    pub(super) problems: OnceLock<Vec<Mentions>>,
    pub(super) uses: OnceLock<Vec<Vec<usize>>>,
    pub(super) readings: OnceLock<Vec<Option<Reading>>>,
    pub(super) sides: OnceLock<Vec<usize>>,
    pub(super) aches: OnceLock<Vec<usize>>,
    pub(super) computed: AtomicUsize,
}

impl Memory {
    /// Counts something that was computed for the first time.
    pub(super) fn count(&self) {
        self.computed.fetch_add(1, Ordering::Relaxed);
    }
}
