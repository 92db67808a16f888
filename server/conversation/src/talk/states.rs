//! Decides whether a source affirms, denies or only asks about some words.

use super::Talk;
use super::kept::State;
use crate::reader::Role;
use crate::vocabulary::{self, Lists, lists};
use crate::words::{Word, WordKind};

/// The maximum distance from "how" or "what" to the thing that is asked about, in words.
const OPEN_WITHIN: usize = 6;

/// The maximum distance from "do you" to what a turn without a question mark asks about, in words.
const ASKED_WITHIN: usize = 6;

impl Talk {
    /// Whether the word is part of a question.
    #[must_use]
    pub fn is_asked(&self, at: usize) -> bool {
        let (start, stop) = self.segment(at);
        self.is_question(start, at, stop)
    }

    /// Whether the clinician speaks of an examination around the word: "one plus pitting edema".
    #[must_use]
    pub(crate) fn is_examined(&self, at: usize) -> bool {
        const BEFORE: usize = 12;
        let turn = self.turn_of[at];
        self.turn(at).is_some_and(|turn| turn.role == Role::Clinician)
            && (at.saturating_sub(BEFORE)..at)
                .any(|place| self.turn_of[place] == turn && lists().examining.has(&self.words[place]))
    }

    /// Whether the word follows the beginning of a question: "any problems with your speech".
    #[must_use]
    pub(crate) fn is_asked_directly(&self, at: usize) -> bool {
        const WITHIN: usize = 9;
        let (start, stop) = self.segment(at);
        let is_begun = |place: usize| {
            lists().question.length_at(&self.words, place) > 0 || lists().known_thing.has(&self.words[place])
        };
        self.is_question(start, at, stop) && (start.max(at.saturating_sub(WITHIN))..at).any(is_begun)
    }

    /// Whether the clinician says of the words that the patient has or had them: "you had a stent
    /// placed".
    #[must_use]
    pub(crate) fn is_told_of_patient(&self, at: usize) -> bool {
        const WITHIN: usize = 10;
        let (start, _) = self.segment(at);
        (start.max(at.saturating_sub(WITHIN))..at)
            .any(|place| lists().of_patient.length_at(&self.words, place) > 0)
    }

    /// Whether the words follow "had": "I've had surgery".
    #[must_use]
    pub(crate) fn has_had(&self, at: usize) -> bool {
        const WITHIN: usize = 4;
        let (start, _) = self.segment(at);
        self.words[start.max(at.saturating_sub(WITHIN))..at].iter().any(|word| lists().had.has(word))
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
        // "Could my weight gain come from the pill?" presupposes it.
        let is_own = first > 0
            && &*self.words[first - 1].text == "my"
            && self.turn(first).is_some_and(|turn| turn.role == Role::Patient);
        if is_own && self.is_asked(first) {
            return State::Present;
        }
        // "I've been trying to lose weight" is an intention.
        let is_intended = first > 1
            && matches!(&*self.words[first - 1].text, "to" | "na")
            && lists.intent.has(&self.words[first - 2]);
        if is_intended {
            return State::Unclear;
        }
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
            let answer = self.answered(first, denied);
            // "How is your heartburn, any problems with it?" A yes confirms what is known.
            let is_known = first > 0 && lists.known_thing.has(&self.words[first - 1]);
            let is_open = (start.max(first.saturating_sub(OPEN_WITHIN))..first)
                .any(|at| lists.open_question.has(&self.words[at]));
            let says_yes =
                answer == State::Present && !denied && !is_open && self.trouble_near(first, end).is_none();
            if is_known && !says_yes && !self.asks_if_fine(first) {
                return State::Unclear;
            }
            return answer;
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
        // "Sí, pierdo fuerza" is an answer, "si pierdo fuerza" a case.
        let is_followed = self.words.get(at + 1).is_some_and(|next| next.is_mark(','));
        if &*word.text == "si" && (word.is_accented() || is_followed) {
            return false;
        }
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
    /// Any problems with that?", "no issues with the migraine?"; with `is_before`, only of trouble that is
    /// named before the words.
    #[must_use]
    pub(crate) fn trouble_asked(&self, first: usize, end: usize, is_before: bool) -> Option<State> {
        let at = self.trouble_near(first, end).filter(|at| !is_before || *at < first)?;
        let (start, stop) = self.segment(at);
        let denied = at < first && self.is_denied(start, at);
        self.is_question(start, at, stop).then(|| self.answered(at, denied))
    }

    /// Returns the word for trouble that goes with some words: a little before them in their segment,
    /// otherwise after them in their turn.
    fn trouble_near(&self, first: usize, end: usize) -> Option<usize> {
        const BEFORE: usize = 8;
        const WITHIN: usize = 8;
        let is_trouble = |at: &usize| lists().trouble.has(&self.words[*at]);
        let (start, _) = self.segment(first);
        let (_, last) = self.turn_words(*self.turn_of.get(end.checked_sub(1)?)? as usize);
        (start.max(first.saturating_sub(BEFORE))..first)
            .rev()
            .find(is_trouble)
            .or_else(|| (end..last.min(end + WITHIN)).find(is_trouble))
    }

    /// Returns the answer to whether what was just mentioned was there before: "I felt chest pain." "Had
    /// you ever had that before?" "No."
    #[must_use]
    pub(crate) fn asked_of_before(&self, first: usize, end: usize) -> Option<State> {
        const TURNS: usize = 2;
        let turn = *self.turn_of.get(first)? as usize;
        let (_, to) = self.turn_words((turn + TURNS).min(self.turns.len().saturating_sub(1)));
        let at = (end..to).find(|at| lists().earlier_question.length_at(&self.words, *at) > 0)?;
        let (start, stop) = self.segment(at);
        let is_asked = self.turn(at).is_some_and(|turn| turn.role == Role::Clinician);
        (is_asked && self.is_question(start, at, stop)).then(|| self.answered(at, false))
    }

    /// Whether the words are about an earlier time: "years ago I had chest pain". The cues are those
    /// of `cues.tsv`.
    #[must_use]
    pub fn is_past(&self, first: usize, end: usize) -> bool {
        const AHEAD: usize = 5;
        const SENTENCE_BEFORE: usize = 12;
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
        if is_patient {
            return true;
        }
        let state = self.state(first, end);
        if self.is_question(start, first, stop) {
            state != State::Unclear
        } else {
            self.is_confirmed(end, state)
        }
    }

    /// Whether Spanish "he" is here, which is no pronoun: "no he vomitado".
    fn is_spanish_perfect(&self, at: usize) -> bool {
        const PARTICIPLES: [&str; 5] = ["ado", "ido", "cho", "sto", "rto"];
        let is_he = self.words.get(at).is_some_and(|word| &*word.text == "he");
        let next = self.words.get(at + 1).map_or("", |word| &*word.text);
        is_he && PARTICIPLES.iter().any(|ending| next.ends_with(ending))
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
                // "without contrast of your abdomen", "I can't recall falling on it, hitting it"
                return (from..place).any(|before| {
                    let next = (before + 1..place).find(|inner| self.is_content(*inner));
                    lists().negation.has(&self.words[before])
                        && next.is_none_or(|next| lists().thought.has(&self.words[next]))
                });
            }
            // "Not without pain": two denials.
            let is_denied_itself = place > from && lists().denied_verb.has(&self.words[place - 1]);
            if lists().negation.has(word) && is_denied_itself && !lists().denied_verb.has(word) {
                return false;
            }
            if lists().negation.has(word) {
                // "I haven't been able to take": denying an action does not deny a symptom.
                let is_verb = lists().denied_verb.has(word);
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
                let is_answer = lists().plain_no.has(word)
                    && next.is_some_and(|next| lists().pronoun.has(next) || next.is_mark(','))
                    && !self.is_spanish_perfect(place + 1);
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
    pub(crate) fn is_content(&self, at: usize) -> bool {
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
        // "Tos no tengo", "fever i haven't had": not "no tengo fiebre" after another thing.
        let from = if self.words.get(end).is_some_and(|word| word.is_mark(',')) { end + 1 } else { end };
        let length = lists().denied_before.length_at(&self.words, from);
        let next = self.words.get(from + length).filter(|_| from + length < stop);
        // "Fiebre no he tenido hasta hoy" denies nothing of today.
        let ends =
            |next: &Word| !next.is_letters() || lists().after_object.has(next) && !lists().limited.has(next);
        if length > 0 && next.is_none_or(ends) {
            return true;
        }
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

    pub(super) fn is_question(&self, start: usize, at: usize, stop: usize) -> bool {
        let is_marked = self.words.get(stop.saturating_sub(1)).is_some_and(|word| word.is_mark('?'));
        if is_marked {
            return true;
        }
        if self.turn(at).is_none_or(|turn| turn.role == Role::Patient) {
            // "Does that pain radiate": a question of the clinician in a turn of another name.
            return (start.max(at.saturating_sub(ASKED_WITHIN))..at)
                .any(|place| lists().asking.length_at(&self.words, place) > 1);
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
        // "You've come in with some knee pain, can you tell me about it?" asks about something else.
        let asks_openly = (at..end).any(|place| {
            lists().open_question.has(&self.words[place]) || lists().asking.length_at(&self.words, place) > 1
        });
        if asks_openly {
            return false;
        }
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
}
