//! Decides whether a source affirms, denies or only asks about some words.

use super::Talk;
use super::kept::State;
use crate::reader::Role;
use crate::vocabulary::{self, Lists, lists};
use crate::words::WordKind;

impl Talk {
    /// Whether the word is part of a question.
    #[must_use]
    pub fn is_asked(&self, at: usize) -> bool {
        let (start, stop) = self.segment(at);
        self.is_question(start, at, stop)
    }

    /// Whether the words are about another person: "my mother has diabetes".
    #[must_use]
    pub fn is_of_relative(&self, first: usize) -> bool {
        let (start, _) = self.segment(first);
        (start..first).any(|at| self.is_relative(at))
    }

    /// Whether a word is a relative whom the statement is about; "has your wife noticed" is about the
    /// patient.
    fn is_relative(&self, at: usize) -> bool {
        const TOLD_WITHIN: usize = 3;
        lists().family.has(&self.words[at])
            && !self.words[at + 1..(at + 1 + TOLD_WITHIN).min(self.words.len())]
                .iter()
                .any(|next| lists().told.has(next) || lists().knowing.has(next))
    }

    /// Finds whether the source affirms or denies these words; see [`Talk::state_in`].
    pub(super) fn find_state(&self, first: usize, end: usize, of_family: bool) -> State {
        let lists: &Lists = lists();
        let (start, stop) = self.segment(first);
        let is_record = self.turn(first).is_none_or(|turn| turn.role == Role::Record);
        let is_question = !is_record && self.is_question(start, first, stop);
        if (start..first).any(|at| self.is_hypothetical(at, is_question))
            || (!of_family && (start..first).any(|at| self.is_relative(at)))
        {
            return State::Unclear;
        }
        let denied = self.is_denied(start, first) || self.is_denied_after(end, stop);
        if is_record {
            return if denied { State::Denied } else { State::Present };
        }
        if is_question {
            // "How is your heartburn, any problems with it?"
            let is_known = first > 0 && lists.known_thing.has(&self.words[first - 1]);
            if is_known && !self.asks_if_fine(first) {
                return State::Unclear;
            }
            return self.answered(first, denied);
        }
        if !denied && self.trails_off(end) {
            return State::Unclear;
        }
        if denied { State::Denied } else { State::Present }
    }

    /// Whether a word makes what follows hypothetical. "Do you know if you snore" is a question and
    /// "I would say" a statement.
    fn is_hypothetical(&self, at: usize, is_question: bool) -> bool {
        const SAID_WITHIN: usize = 2;
        const ASKED_WITHIN: usize = 3;
        let Some(word) = self.words.get(at).filter(|word| lists().hypothetical.has(word)) else {
            return false;
        };
        let is_stated = self.words[at + 1..(at + 1 + SAID_WITHIN).min(self.words.len())]
            .iter()
            .any(|next| lists().statement.has(next));
        let is_indirect = is_question
            && lists().case.has(word)
            && self.words[at.saturating_sub(ASKED_WITHIN)..at]
                .iter()
                .any(|before| lists().knowing.has(before));
        !is_stated && !is_indirect
    }

    /// Whether the clinician repeats a denial that the patient gave just before: "no chest pain .
    /// okay".
    #[must_use]
    pub fn is_echo(&self, first: usize, earlier: impl Iterator<Item = usize>) -> bool {
        const TURNS: u32 = 2;
        let turn = |at: usize| self.turn_of.get(at).copied().unwrap_or_default();
        let own = turn(first);
        self.turn(first).is_some_and(|turn| turn.role == Role::Clinician)
            && earlier.map(turn).any(|before| before < own && before + TURNS >= own)
    }

    /// Returns the state that the answer to a question about trouble gives: "How is your heartburn?
    /// Any problems with that?"
    #[must_use]
    pub fn trouble_asked_after(&self, end: usize) -> Option<State> {
        const WITHIN: usize = 8;
        let (_, last) = self.turn_words(*self.turn_of.get(end.checked_sub(1)?)? as usize);
        let at = (end..last.min(end + WITHIN)).find(|at| lists().trouble.has(&self.words[*at]))?;
        let (start, stop) = self.segment(at);
        self.is_question(start, at, stop).then(|| self.answered(at, false))
    }

    /// Whether the words are about an earlier time: "years ago I had chest pain". The cues are those
    /// of `cues.tsv`.
    #[must_use]
    pub fn is_past(&self, first: usize, end: usize) -> bool {
        const AHEAD: usize = 5;
        const SENTENCE_BEFORE: usize = 8;
        let (start, stop) = self.segment(first);
        let before = start.max(first.saturating_sub(AHEAD));
        // "About five years ago. I had chest pain."
        let from = (start.saturating_sub(SENTENCE_BEFORE)..start)
            .find(|at| self.turn_of[*at] == self.turn_of[first])
            .unwrap_or(start);
        let cues = vocabulary::historical();
        (before..first).any(|at| cues.ahead.length_at(&self.words, at) > 0)
            || (from..first).chain(end..stop).any(|at| cues.behind.length_at(&self.words, at) > 0)
    }

    /// Whether the clinician's turn ends with these words without a mark, so that it may be a
    /// question.
    fn trails_off(&self, end: usize) -> bool {
        let Some(turn) = self.turn(end.saturating_sub(1)) else { return false };
        turn.role == Role::Clinician
            && (end..(end + 2).min(self.words.len() + 1))
                .any(|at| self.turn_of.get(at) != self.turn_of.get(end - 1))
            && self
                .words
                .get(end)
                .is_none_or(|next| self.turn_of.get(end) != self.turn_of.get(end - 1) || next.is_letters())
    }

    /// Whether the patient says these words, or confirms them when asked.
    #[must_use]
    pub fn is_of_patient(&self, first: usize, end: usize) -> bool {
        let is_patient = self.turn(first).is_none_or(|turn| turn.role != Role::Clinician);
        let (start, stop) = self.segment(first);
        is_patient || (self.is_question(start, first, stop) && self.state(first, end) != State::Unclear)
    }

    /// Whether a denial before `at` applies to it.
    fn is_denied(&self, start: usize, at: usize) -> bool {
        const REACH: usize = 10;
        let from = start.max(at.saturating_sub(REACH));
        for place in (from..at).rev() {
            let word = &self.words[place];
            let is_between = place > from && place + 1 < at;
            if lists().quantifier.has(word) {
                return false;
            }
            if is_between
                && lists().reach_end.has(word)
                && (from..place).any(|before| self.is_content(before))
            {
                // "without contrast of your abdomen"
                return (from..place).any(|before| {
                    lists().negation.has(&self.words[before])
                        && !(before + 1..place).any(|inner| self.is_content(inner))
                });
            }
            if lists().negation.has(word) {
                // "I haven't been able to take": denying an action does not deny a symptom.
                let is_verb = matches!(&*word.text, "n't" | "not" | "never" | "cannot");
                let verb = (place + 1..at)
                    .find(|inner| self.is_content(*inner) || lists().having.has(&self.words[*inner]));
                let is_thought = verb.is_some_and(|verb| lists().thought.has(&self.words[verb]));
                if is_thought {
                    return true;
                }
                if is_verb && verb.is_some_and(|verb| !lists().having.has(&self.words[verb]) && at - verb > 0)
                {
                    return false;
                }
                // "no, I have pain", "no it hurts": an answer, which does not deny what follows.
                let next = self.words.get(place + 1);
                let is_answer = matches!(&*word.text, "no" | "nope" | "none" | "nothing")
                    && next.is_some_and(|next| lists().pronoun.has(next) || next.is_mark(','));
                if !is_answer {
                    return true;
                }
            }
            // "Any back pain, I mean abdominal pain": a correction, not a clause.
            if self.words.get(place + 1).is_some_and(|next| lists().repair.has(next)) {
                continue;
            }
            // A new clause begins here: "I can't sleep and I have pain".
            let is_joined = place > from && matches!(&*self.words[place - 1].text, "and" | "," | "y" | "so");
            let is_own = matches!(&*word.text, "your" | "my")
                && place > from
                && !lists().reach_end.has(&self.words[place - 1])
                && place + 2 < at
                && (from..place).any(|before| self.is_content(before));
            if is_own {
                return false;
            }
            // "Falling on it": no subject.
            let is_object = place > from && lists().reach_end.has(&self.words[place - 1]);
            let is_subject = lists().subject.has(word) && !is_object;
            let is_thought = place > from && lists().thought.has(&self.words[place - 1]);
            if lists().pronoun.has(word) && !is_thought && (is_joined || (is_subject && place + 1 < at)) {
                return false;
            }
        }
        false
    }

    /// Whether a word has content, rather than only a grammatical function.
    fn is_content(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| {
            word.is_letters()
                && !lists().filler.has(word)
                && !lists().negation.has(word)
                && !lists().having.has(word)
                && !lists().pronoun.has(word)
        })
    }

    /// Whether a denial follows: "fever, no", "the pain is gone".
    fn is_denied_after(&self, end: usize, stop: usize) -> bool {
        const REACH: usize = 4;
        let to = stop.min(end + REACH);
        for at in end..to {
            let word = &self.words[at];
            if lists().end_after.has(word) {
                // "fever , no": not "fever , no chills".
                return &*word.text != "no" || at + 1 >= stop || !self.words[at + 1].is_letters();
            }
            if lists().pronoun.has(word) || matches!(&*word.text, "and" | "or") {
                return false;
            }
        }
        false
    }

    fn is_question(&self, start: usize, at: usize, stop: usize) -> bool {
        let is_marked = self.words.get(stop.saturating_sub(1)).is_some_and(|word| word.is_mark('?'));
        if is_marked {
            return true;
        }
        if self.turn(at).is_none_or(|turn| turn.role == Role::Patient) {
            return false;
        }
        let asks = self.asks_before(start, at);
        asks || self.is_at_end_of_asked_turn(at)
    }

    /// Whether a question that begins before a word extends to it.
    fn asks_before(&self, start: usize, at: usize) -> bool {
        const REACH: usize = 14;
        const DENIED_WITHIN: usize = 5;
        for place in (start.max(at.saturating_sub(REACH))..=at).rev() {
            if lists().question.length_at(&self.words, place) > 0 {
                // "I don't appreciate any swelling" is not a question.
                let denied = self.words[place.saturating_sub(DENIED_WITHIN).max(start)..place]
                    .iter()
                    .any(|word| lists().negation.has(word));
                return !denied || &*self.words[place].text != "any";
            }
            let is_statement = matches!(&*self.words[place].text, "there" | "i" | "it")
                && place + 1 < at
                && place > start
                && self.words[place - 1].is_letters();
            if is_statement && lists().question.length_at(&self.words, place - 1) == 0 {
                return false;
            }
        }
        false
    }

    /// Whether the words end a turn of the clinician that the patient answers with yes or no; for
    /// transcripts without punctuation.
    fn is_at_end_of_asked_turn(&self, at: usize) -> bool {
        const LAST: usize = 14;
        let turn = self.turn_of[at] as usize;
        let end = self.turn_of.partition_point(|of| (*of as usize) <= turn);
        let marked = self.words[self.turn_start(turn)..end]
            .iter()
            .any(|word| matches!(word.kind, WordKind::Mark('.' | '?')));
        let next = self.turn_of.partition_point(|of| (*of as usize) <= turn + 1);
        end - at <= LAST
            && !marked
            && self.turns.get(turn + 1).is_some_and(|next| next.role == Role::Patient)
            && self.answer(end, next).is_some()
    }

    /// Returns the range of words of a turn.
    #[must_use]
    pub fn turn_words(&self, turn: usize) -> (usize, usize) {
        let first = self.turn_of.partition_point(|of| (*of as usize) < turn);
        (first, self.turn_of.partition_point(|of| (*of as usize) <= turn))
    }

    fn turn_start(&self, turn: usize) -> usize {
        self.turn_of.partition_point(|of| (*of as usize) < turn)
    }

    /// Returns the state that the answer to a question gives: the answer is in the rest of the turn
    /// if the asker gives it, otherwise in one of the next turns.
    fn answered(&self, at: usize, is_negative: bool) -> State {
        let turn = self.turn_of[at] as usize;
        if self.is_answered_at_once(at, turn) {
            let (first, last) = self.turn_words(turn + 1);
            let is_taken_back = self.turns.get(turn + 1).is_some_and(|next| next.role == Role::Patient)
                && self.answer(first, last) == Some(true);
            return if is_taken_back { State::Unclear } else { State::Denied };
        }
        // The answer follows the line in which the question ends.
        let rest = self.turns.iter().skip(turn + 1).take_while(|next| next.continues).count();
        let turn = turn + rest;
        let mut next = turn + 1;
        while next < self.turns.len() && next <= turn + 2 {
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
                    && (self.asks_more(at, turn) || self.affirms_another(first, last, at))
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
            if !is_same_speaker {
                break;
            }
            next += 1;
        }
        if is_negative { State::Denied } else { State::Unclear }
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

    /// Whether a question asks if something is as it should be.
    fn asks_if_fine(&self, at: usize) -> bool {
        const WITHIN: usize = 4;
        let (_, stop) = self.segment(at);
        (at + 1..stop.min(at + WITHIN)).any(|place| lists().fine.has(&self.words[place]))
    }

    /// Whether the answer no is in the turn itself, as in transcripts that join what two people
    /// say.
    fn is_answered_at_once(&self, at: usize, turn: usize) -> bool {
        const WITHIN: usize = 12;
        let end = self.turn_of.partition_point(|of| (*of as usize) <= turn);
        (at + 1..end.min(at + WITHIN)).any(|place| {
            let is_no = matches!(&*self.words[place].text, "no" | "nope");
            let next = self.words.get(place + 1).filter(|_| place + 1 < end);
            is_no
                && next
                    .is_none_or(|next| lists().answered.has(next) || next.is_mark('.') || next.is_mark(','))
        })
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
    fn answer(&self, first: usize, last: usize) -> Option<bool> {
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
