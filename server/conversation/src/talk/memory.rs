//! What was found in a source for one rule, kept for the others and for the next edit of the note.

use super::similar::Candidate;
use super::{State, Talk};
use crate::vocabulary::{self, forms_at, lists, problems, uses};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The mentions of a problem, as ranges of words, each with whether its form is broader than the
/// problem.
type Mentions = Vec<(usize, usize, bool)>;

/// What was computed from a source, which does not change.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Drugs that the source does not name, with the words that may be misspellings of their names.
    pub(super) similar: Mutex<FxHashMap<u32, Vec<usize>>>,
    /// Words that may be misspelt names of drugs.
    pub(super) candidates: OnceLock<Vec<Candidate>>,
    states: Mutex<FxHashMap<(u32, u32, bool), State>>,
    problems: OnceLock<Vec<Mentions>>,
    uses: OnceLock<Vec<Vec<usize>>>,
    sides: OnceLock<Vec<usize>>,
    computed: AtomicUsize,
}

impl Memory {
    /// Counts something that was computed for the first time.
    pub(super) fn count(&self) {
        self.computed.fetch_add(1, Ordering::Relaxed);
    }
}

impl Talk {
    /// Returns how much was computed from the source so far, as the number of answers that were not
    /// yet known. What an edit of the note adds to it is what the edit costs.
    #[must_use]
    pub fn computed(&self) -> usize {
        self.memory.computed.load(Ordering::Relaxed)
    }

    /// Returns the mentions of a problem.
    #[must_use]
    pub fn problem(&self, problem: usize) -> &[(usize, usize, bool)] {
        let all = self.memory.problems.get_or_init(|| {
            self.memory.count();
            self.find_problems()
        });
        all.get(problem).map_or(&[], Vec::as_slice)
    }

    fn find_problems(&self) -> Vec<Mentions> {
        let mut out: Vec<Mentions> = vec![Vec::new(); problems().len()];
        for at in 0..self.words.len() {
            for form in forms_at(&self.words, at, vocabulary::MAX_GAP) {
                if self.turn_of.get(form.end - 1) != self.turn_of.get(at) {
                    continue;
                }
                let list = &mut out[form.problem];
                match list.last_mut() {
                    // Of several forms at a word, the longest that is not broad.
                    Some(known) if known.0 == at => {
                        if (!form.is_broad, form.end) >= (!known.2, known.1) {
                            *known = (at, form.end, form.is_broad);
                        }
                    }
                    _ => list.push((at, form.end, form.is_broad)),
                }
            }
        }
        out
    }

    /// Returns the places of the words for what drugs are given for, by index in [`uses`].
    #[must_use]
    pub fn use_places(&self, index: usize) -> &[usize] {
        let all = self.memory.uses.get_or_init(|| {
            self.memory.count();
            let is_at = |one: &vocabulary::Use, at: usize| one.words.length_at(&self.words, at) > 0;
            uses().iter().map(|one| (0..self.words.len()).filter(|at| is_at(one, *at)).collect()).collect()
        });
        all.get(index).map_or(&[], Vec::as_slice)
    }

    /// Returns the places of the words for a side or for both.
    #[must_use]
    pub fn side_places(&self) -> &[usize] {
        self.memory.sides.get_or_init(|| {
            self.memory.count();
            let lists = lists();
            let is_side = |at: &usize| {
                let word = &self.words[*at];
                lists.left.has(word) || lists.right.has(word) || lists.both.has(word)
            };
            (0..self.words.len()).filter(is_side).collect()
        })
    }

    /// Whether the source affirms or denies these words.
    #[must_use]
    pub fn state(&self, first: usize, end: usize) -> State {
        self.state_in(first, end, false)
    }

    /// Like [`Talk::state`]; with `of_family`, words about a relative are not unclear.
    #[must_use]
    pub fn state_in(&self, first: usize, end: usize, of_family: bool) -> State {
        let key = (first as u32, end as u32, of_family);
        let known = self.memory.states.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            self.memory.count();
            let state = self.find_state(first, end, of_family);
            self.memory.states.lock().unwrap_or_else(PoisonError::into_inner).insert(key, state);
            state
        })
    }
}
