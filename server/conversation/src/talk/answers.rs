//! Questions of a source and their answers.

use super::Talk;
use super::kept::State;
use crate::reader::Role;
use crate::vocabulary::lists;
use crate::words::WordKind;

/// The maximum distance from a question to its answer, in turns.
const MAX_REACH: usize = 5;
/// The maximum length of a question that asks back, in words.
const MAX_ASKED_BACK: usize = 7;

impl Talk {
    /// Returns the state that the answer to a question gives: the answer is in the rest of the turn
    /// if the asker gives it, otherwise in one of the next turns.
    pub(super) fn answered(&self, at: usize, is_negative: bool) -> State {
        let turn = self.turn_of[at] as usize;
        let at_once = self.answered_at_once(at, turn);
        if at_once == Some(true) {
            return if is_negative || self.asks_if_fine(at) { State::Denied } else { State::Present };
        }
        if at_once == Some(false) {
            let (first, last) = self.turn_words(turn + 1);
            let is_taken_back = self.turns.get(turn + 1).is_some_and(|next| next.role == Role::Patient)
                && self.answer(first, last) == Some(true);
            return if is_taken_back { State::Unclear } else { State::Denied };
        }
        // The answer follows the line in which the question ends.
        let rest = self.turns.iter().skip(turn + 1).take_while(|next| next.continues).count();
        let turn = turn + rest;
        let mut next = turn + 1;
        let mut reach = turn + 2;
        while next < self.turns.len() && next <= reach {
            let first = self.turn_of.partition_point(|of| (*of as usize) < next);
            let last = self.turn_of.partition_point(|of| (*of as usize) <= next);
            let is_same_speaker = self.turns[next].role == self.turns[turn].role;
            if let Some(answer) = self.answer(first, last) {
                // "Yeah." "No.": withdrawn at once.
                let after = self.turn_of.partition_point(|of| (*of as usize) <= next + 1);
                let goes_on = self.turns.get(next + 1).is_some_and(|turn| turn.role == self.turns[next].role);
                if goes_on && self.answer(last, after).is_some_and(|other| other != answer) {
                    return State::Unclear;
                }
                if !answer && self.denies_another(first, last, at, turn) {
                    return State::Unclear;
                }
                // A yes answers only the last of several questions.
                if answer
                    && next == turn + 1
                    && (self.asks_more(at, turn)
                        || self.affirms_another(first, last, at)
                        || self.is_listed_before(first, last, at))
                {
                    return State::Unclear;
                }
                // To "no fever?", "no" is a denial just as it is to "any fever?"; "yes" confirms
                // the absence.
                // "Are your bowels working okay?" "Yes": nothing is wrong.
                let is_negative = is_negative || self.asks_if_fine(at);
                return match (answer, is_negative) {
                    (false, true) if self.asks_if_fine(at) => State::Present,
                    (false, _) | (true, true) => State::Denied,
                    (true, false) => State::Present,
                };
            }
            // "What is a seizure?" "When you lose consciousness." "No."
            let is_asked_back = !is_same_speaker
                && last - first <= MAX_ASKED_BACK
                && self.words[first..last].last().is_some_and(|word| word.is_mark('?'));
            if is_asked_back && reach < turn + MAX_REACH {
                reach += 2;
            } else if !is_same_speaker && !self.says_nothing(first, last) {
                break;
            } else if !is_same_speaker && reach < turn + MAX_REACH {
                reach += 1;
            }
            next += 1;
        }
        if is_negative { State::Denied } else { State::Unclear }
    }

    /// Whether a turn only says that its speaker listens: "Mmm.", "OK."
    fn says_nothing(&self, first: usize, last: usize) -> bool {
        self.words[first..last]
            .iter()
            .filter(|word| word.is_letters())
            .all(|word| lists().talk_end.has(word) || lists().listening.has(word))
    }

    /// Whether an answer denies only something else that was asked: "Coughing anything up, any
    /// fevers?" "No fever, but I cough up some."
    fn denies_another(&self, first: usize, last: usize, at: usize, turn: usize) -> bool {
        const LOOKED_AT: usize = 6;
        const OWN: usize = 2;
        let (from, to) = self.turn_words(turn);
        let is_asked = |place: usize| {
            let root = &self.words[place].root;
            let asked: Vec<usize> = (from..to).filter(|asked| self.words[*asked].root == *root).collect();
            !asked.is_empty() && asked.iter().all(|asked| asked.abs_diff(at) > OWN)
        };
        for place in first..last.min(first + LOOKED_AT) {
            let word = &self.words[place];
            // "No, no chest pain": the first no answers all of it.
            if place > first && matches!(word.kind, WordKind::Mark(',' | '.')) {
                return false;
            }
            let is_denied = place > first && lists().negation.has(&self.words[place - 1]);
            if is_denied && self.is_content(place) {
                return is_asked(place);
            }
        }
        false
    }

    /// Whether the answer to a question with alternatives names another one: "Do you snore or stop
    /// breathing?" "Yes, I snore."
    fn affirms_another(&self, first: usize, last: usize, at: usize) -> bool {
        const LOOKED_AT: usize = 12;
        let (start, stop) = self.segment(at);
        let is_or = |place: &usize| matches!(&*self.words[*place].text, "or" | "o" | ",");
        let ors: Vec<usize> = (start..stop).filter(is_or).collect();
        let side = |place: usize| ors.iter().filter(|or| **or < place).count();
        let said = |place: usize| {
            self.is_content(place)
                && (first..last.min(first + LOOKED_AT))
                    .any(|other| self.words[other].root == self.words[place].root)
        };
        !ors.is_empty()
            && (start..stop).any(|place| side(place) != side(at) && said(place))
            && !(start..stop).any(|place| side(place) == side(at) && said(place))
    }

    /// Whether the answer to a question denies something else by name: "any back surgeries or back
    /// problems?" "No surgeries."
    #[must_use]
    pub(crate) fn denies_by_name(&self, at: usize) -> bool {
        const LOOKED_AT: usize = 6;
        let turn = self.turn_of[at] as usize;
        let (first, last) = self.turn_words(turn + 1);
        (first..last.min(first + LOOKED_AT)).skip(1).any(|place| {
            let word = &self.words[place];
            lists().negation.has(&self.words[place - 1])
                && self.is_content(place)
                && word.root != self.words[at].root
                && !lists().trouble.has(word)
                && !lists().ache.has(word)
        })
    }

    /// Whether a word is one of a list that is asked about, not the last, and the answer does not repeat
    /// it: "Body aches, joint pain?" "Yes."
    fn is_listed_before(&self, first: usize, last: usize, at: usize) -> bool {
        const LOOKED_AT: usize = 12;
        let (_, stop) = self.segment(at);
        let is_joint = |place: usize| matches!(&*self.words[place].text, "or" | "o" | ",");
        let goes_on = (at + 1..stop)
            .any(|place| is_joint(place) && (place + 1..stop).any(|next| self.is_content(next)));
        let is_repeated =
            (first..last.min(first + LOOKED_AT)).any(|place| self.words[place].root == self.words[at].root);
        goes_on && !is_repeated
    }

    /// Whether a question asks if something is as it should be.
    pub(super) fn asks_if_fine(&self, at: usize) -> bool {
        const WITHIN: usize = 4;
        let (_, stop) = self.segment(at);
        (at + 1..stop.min(at + WITHIN)).any(|place| lists().fine.has(&self.words[place]))
    }

    /// Returns the answer in the turn itself, as in transcripts that join what two people say: "any
    /// fever no okay", "have you done therapy before i haven't".
    fn answered_at_once(&self, at: usize, turn: usize) -> Option<bool> {
        const WITHIN: usize = 12;
        let end = self.turn_of.partition_point(|of| (*of as usize) <= turn);
        let is_clinician = self.turns[turn].role == Role::Clinician;
        (at + 1..end.min(at + WITHIN)).find_map(|place| {
            let next = self.words.get(place + 1).filter(|_| place + 1 < end);
            let is_no = matches!(&*self.words[place].text, "no" | "nope")
                && next
                    .is_none_or(|next| lists().answered.has(next) || next.is_mark('.') || next.is_mark(','));
            let is_own_no = is_clinician
                && matches!(&*self.words[place].text, "i" | "no")
                && lists().no.length_at(&self.words, place) > 1;
            if is_no || is_own_no {
                return Some(false);
            }
            let is_yes = is_clinician
                && lists().yes.has(&self.words[place])
                && next.is_some_and(|next| matches!(&*next.text, "i" | "i've" | "i'm" | "it"));
            is_yes.then_some(true)
        })
    }

    /// Whether the patient confirms at once what the clinician states: "so, no vision problems." "No."
    pub(super) fn is_confirmed(&self, end: usize, state: State) -> bool {
        const WITHIN: usize = 14;
        let Some(turn) = self.turn_of.get(end.saturating_sub(1)).map(|turn| *turn as usize) else {
            return false;
        };
        let is_patient = self.turns.get(turn + 1).is_some_and(|next| next.role == Role::Patient);
        let (_, last) = self.turn_words(turn);
        let is_asked =
            |at: usize| self.words[at].is_mark('?') || lists().question.length_at(&self.words, at) > 0;
        if !is_patient || last.saturating_sub(end) > WITHIN || (end..last).any(is_asked) {
            return false;
        }
        let (from, to) = self.turn_words(turn + 1);
        match self.answer(from, to) {
            Some(true) => state != State::Unclear,
            Some(false) => state == State::Denied,
            None => false,
        }
    }

    /// Whether the turn asks another question after these words.
    fn asks_more(&self, at: usize, turn: usize) -> bool {
        let end = self.turn_of.partition_point(|of| (*of as usize) <= turn);
        let (_, stop) = self.segment(at);
        let from = if self.words[stop - 1].is_mark('?') { stop } else { at + 1 };
        (from..end)
            .any(|place| self.words[place].is_mark('?') || lists().question.length_at(&self.words, place) > 0)
    }

    /// Returns the first answer within the first few words: yes (`true`) or no (`false`).
    pub(super) fn answer(&self, first: usize, last: usize) -> Option<bool> {
        const LOOKED_AT: usize = 6;
        let mut at = first;
        while at < last && at < first + LOOKED_AT {
            if lists().no.length_at(&self.words, at) > 0 {
                return Some(false);
            }
            let yes = lists().yes.length_at(&self.words, at);
            if yes > 0 {
                let is_denied =
                    self.words.get(at + yes).is_some_and(|next| matches!(&*next.text, "n't" | "not"));
                // "It is fine" answers how something is.
                let is_fine = yes > 1 && self.words.get(at + yes).is_some_and(|next| lists().fine.has(next));
                return (!is_fine).then_some(!is_denied);
            }
            at += 1;
        }
        None
    }
}
