//! Finds and keeps results about a source, for all rules and for the next edit of the note.

use super::Talk;
use super::kept::{Mention, Mentions, State};
use crate::reader::Role;
use crate::readings::{Reading, reading};
use crate::vocabulary::{self, Gap, Reach, forms_at, lists, problems, uses};
use crate::words::Said;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

/// The maximum distance from the name of a measurement to its value, in words of a source.
const SAID_WITHIN: usize = 12;

impl Talk {
    /// Returns how much was computed from the source so far, as the number of answers that were not
    /// yet known. The increase after an edit is its cost.
    #[must_use]
    pub fn computed(&self) -> usize {
        self.memory.computed.load(Ordering::Relaxed)
    }

    /// Returns the mentions of a problem.
    #[must_use]
    pub fn problem(&self, problem: usize) -> &[Mention] {
        let all = self.memory.problems.get_or_init(|| {
            self.memory.count();
            self.find_problems()
        });
        all.get(problem).map_or(&[], Vec::as_slice)
    }

    fn find_problems(&self) -> Vec<Mentions> {
        let mut out: Vec<Mentions> = vec![Vec::new(); problems().len()];
        for at in 0..self.words.len() {
            for form in forms_at(&self.words, at, Gap::Any) {
                if self.turn_of.get(form.end - 1) != self.turn_of.get(at) {
                    continue;
                }
                let list = &mut out[form.problem];
                let mention = Mention { words: (at, form.end), reach: form.reach };
                let weight = |one: &Mention| (one.reach != Reach::Broad, one.words.1);
                match list.last_mut() {
                    // Of several forms at a word, the longest that is not broad.
                    Some(known) if known.words.0 == at => {
                        if weight(&mention) >= weight(known) {
                            *known = mention;
                        }
                    }
                    _ => list.push(mention),
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

    /// Returns for each number the measurement that it is the value of.
    #[must_use]
    pub fn readings(&self) -> &[Option<Reading>] {
        self.memory.readings.get_or_init(|| {
            self.memory.count();
            self.find_readings()
        })
    }

    fn find_readings(&self) -> Vec<Option<Reading>> {
        let of = |said: &Said| {
            let turn = self.turn_of[said.words.0];
            let start = self.turn_of.partition_point(|of| *of < turn);
            let is_written = self.turn(said.words.0).is_some_and(|turn| turn.role == Role::Record);
            reading(&self.words, &self.numbers, said, start, SAID_WITHIN, is_written)
        };
        self.numbers.iter().map(of).collect()
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

    /// Returns the places of the words for pain.
    #[must_use]
    pub(crate) fn ache_places(&self) -> &[usize] {
        self.memory.aches.get_or_init(|| {
            self.memory.count();
            (0..self.words.len()).filter(|at| lists().ache.has(&self.words[*at])).collect()
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
