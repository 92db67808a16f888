//! A source that was read: its words, and what it says about drugs, numbers, sides and problems.

use crate::reader::{self, Role, Turn};
use crate::vocabulary::{self, DrugName, Lists, lists, problems};
use crate::words::{Said, Word, WordKind, numbers, words};
use referee_text::{Span, similarity};
use rustc_hash::FxHashMap;
use std::sync::Mutex;

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

/// A mention of a drug in the source.
#[derive(Clone, Debug)]
pub struct DrugMention {
    /// The range of its words, by index.
    pub words: (usize, usize),
    /// The drugs that the name means.
    pub drugs: Vec<u32>,
    /// The subset of `drugs` that the name means without doubt.
    pub sure: Vec<u32>,
    /// The amounts in mg that the name means by itself.
    pub implied: &'static [f64],
    /// Whether the name is that of a drug class.
    pub is_class: bool,
}

/// An amount in a unit of drugs, and the drug it belongs to.
#[derive(Clone, Debug)]
pub struct Dose {
    /// The number, by index in [`Talk::numbers`].
    pub number: usize,
    /// The mention of the drug, by index in [`Talk::drugs`]; `None` if none is near.
    pub drug: Option<usize>,
    /// Whether a unit of drugs follows the number.
    pub has_unit: bool,
}

/// A source with everything that was found in it.
#[derive(Debug)]
pub struct Talk {
    /// The turns, in the order of the source.
    pub turns: Vec<Turn>,
    /// The words of the turns.
    pub words: Vec<Word>,
    /// The turn of each word.
    pub turn_of: Vec<u32>,
    /// The segment of each word: the words between two marks or pauses.
    pub segment_of: Vec<u32>,
    /// The segments as ranges of words: the first word, and one past the last.
    pub segments: Vec<(usize, usize)>,
    /// The numbers.
    pub numbers: Vec<Said>,
    /// The drugs.
    pub drugs: Vec<DrugMention>,
    /// The amounts of drugs.
    pub doses: Vec<Dose>,
    /// The places of the words with each root.
    pub by_root: FxHashMap<Box<str>, Vec<u32>>,
    /// Whether the source is a conversation.
    pub is_talk: bool,
    /// Whether the rest of a source was ignored because it is too long.
    pub is_cut: bool,
    /// Drugs that the source does not name, with the words that may be misspellings of their names.
    similar: Mutex<FxHashMap<u32, Vec<usize>>>,
}

/// The maximum distance from an amount back to its drug, in words.
const DOSE_BACK: usize = 26;
/// The maximum distance from an amount forward to its drug, in words.
const DOSE_AHEAD: usize = 9;

impl Talk {
    /// Reads sources, given as pairs of text and name, as if they were one.
    #[must_use]
    pub fn read(sources: &[(&str, &str)]) -> Talk {
        let mut all: Vec<Word> = Vec::new();
        let mut turn_of = Vec::new();
        let mut turns = Vec::new();
        for (source, (text, name)) in sources.iter().enumerate() {
            for mut turn in reader::read(text, name) {
                turn.source = source as u32;
                let said = text.get(turn.span.range()).unwrap_or_default();
                all.extend(words(said, turn.span.start as usize));
                turn_of.resize(all.len(), turns.len() as u32);
                turns.push(turn);
            }
        }
        let mut by_root: FxHashMap<Box<str>, Vec<u32>> = FxHashMap::default();
        for (at, word) in all.iter().enumerate().filter(|(_, word)| word.is_letters()) {
            by_root.entry(word.root.clone()).or_default().push(at as u32);
        }
        let mut talk = Talk {
            numbers: numbers(&all),
            is_talk: turns.iter().any(|turn| turn.role != Role::Record),
            is_cut: sources.iter().any(|(text, _)| text.len() > reader::MAX_SOURCE_BYTES),
            turns,
            words: all,
            turn_of,
            segment_of: Vec::new(),
            segments: Vec::new(),
            drugs: Vec::new(),
            doses: Vec::new(),
            by_root,
            similar: Mutex::default(),
        };
        talk.cut();
        talk.find_drugs();
        talk.find_doses();
        talk
    }

    /// Reads again only the spoken sources, without the records; `None` if there are no records or
    /// nothing is spoken.
    #[must_use]
    pub fn spoken(&self, sources: &[(&str, &str)]) -> Option<Talk> {
        let is_record = |source: usize| {
            self.turns.iter().any(|turn| turn.source as usize == source && turn.role == Role::Record)
        };
        let kept: Vec<(&str, &str)> = sources
            .iter()
            .enumerate()
            .map(|(at, (text, name))| (if is_record(at) { "" } else { *text }, *name))
            .collect();
        let has_records = (0..sources.len()).any(is_record);
        (has_records && self.is_talk).then(|| Talk::read(&kept))
    }

    /// Whether a record among the sources contains these words in sequence.
    #[must_use]
    pub fn is_recorded(&self, sentence: &[Word]) -> bool {
        let letters: Vec<&str> =
            sentence.iter().filter(|word| word.is_letters()).map(|word| &*word.text).collect();
        let Some(first) = sentence.iter().find(|word| word.is_letters()).filter(|_| letters.len() > 1) else {
            return false;
        };
        let places = self.by_root.get(&first.root).map_or(&[][..], Vec::as_slice);
        places.iter().any(|place| {
            let from = *place as usize;
            let is_record = self.turn(from).is_some_and(|turn| turn.role == Role::Record);
            let theirs = self.words[from..].iter().filter(|word| word.is_letters()).map(|word| &*word.text);
            is_record && theirs.take(letters.len()).eq(letters.iter().copied())
        })
    }

    /// Cuts the turns into segments.
    fn cut(&mut self) {
        let mut start = 0;
        let mut ends = Vec::new();
        for at in 0..self.words.len() {
            let word = &self.words[at];
            let is_new_turn = at > 0 && self.turn_of[at] != self.turn_of[at - 1];
            let begins = is_new_turn || (at > start && lists().talk_end.has(word));
            if begins && at > start {
                ends.push((start, at));
                start = at;
            }
            if matches!(word.kind, WordKind::Mark('.' | '?' | '!' | ';')) {
                let is_decimal = word.is_mark('.')
                    && self.words.get(at + 1).is_some_and(|next| matches!(next.kind, WordKind::Number(_)))
                    && at > start
                    && matches!(self.words[at - 1].kind, WordKind::Number(_));
                if !is_decimal {
                    ends.push((start, at + 1));
                    start = at + 1;
                }
            }
        }
        if start < self.words.len() {
            ends.push((start, self.words.len()));
        }
        self.segment_of = vec![0; self.words.len()];
        for (index, (start, end)) in ends.iter().enumerate() {
            self.segment_of[*start..*end].fill(index as u32);
        }
        self.segments = ends;
    }

    fn find_drugs(&mut self) {
        let mut at = 0;
        while at < self.words.len() {
            match vocabulary::drug_at(&self.words, at).filter(|_| !is_ordinary(&self.words, at)) {
                Some((DrugName { drugs, sure, implied, is_class }, length)) => {
                    self.drugs.push(DrugMention {
                        words: (at, at + length),
                        drugs: drugs.clone(),
                        sure: sure.clone(),
                        implied,
                        is_class: *is_class,
                    });
                    at += length;
                }
                None => at += 1,
            }
        }
    }

    /// Relates each amount to its drug: the one after "of", otherwise the nearest before it,
    /// otherwise the next one in the same turn.
    fn find_doses(&mut self) {
        self.doses.clear();
        let mut doses = Vec::new();
        for (number, said) in self.numbers.iter().enumerate() {
            let next = self.words.get(said.words.1);
            let next_unit = next.and_then(|word| vocabulary::unit(&word.text));
            let has_unit = next_unit.is_some_and(|unit| is_dose_unit(&unit.base));
            if !has_unit && next_unit.is_some() {
                continue;
            }
            let after = said.words.1 + usize::from(has_unit);
            let says_of = self.words.get(after).is_some_and(|word| matches!(&*word.text, "of" | "de"));
            let ahead = self.drugs.iter().position(|drug| {
                drug.words.0 >= after && drug.words.0 <= after + if says_of { 3 } else { DOSE_AHEAD }
            });
            let back_reach = if has_unit { DOSE_BACK } else { 8 };
            let back = self
                .drugs
                .iter()
                .rposition(|drug| drug.words.1 <= said.words.0 && drug.words.1 + back_reach >= said.words.0);
            let turn = |at: usize| self.turn_of.get(at).copied().unwrap_or_default();
            let drug = match (back, ahead) {
                (_, Some(ahead)) if says_of && has_unit => Some(ahead),
                (Some(back), _) => Some(back),
                (None, Some(ahead)) if has_unit && turn(self.drugs[ahead].words.0) == turn(said.words.0) => {
                    Some(ahead)
                }
                _ => None,
            };
            if has_unit || (drug.is_some() && said.value >= 5.0) {
                doses.push(Dose { number, drug, has_unit });
            }
        }
        self.doses = doses;
    }

    /// Finds a mention of a drug: by one of its names, by a word that is similar to one of them, or
    /// by the name of its class. The flag is `true` for a mention by class.
    #[must_use]
    pub fn said_drug(&self, drugs: &[u32]) -> Option<(usize, bool)> {
        let exact = |is_class: bool| {
            let meant = |said: &DrugMention| {
                vocabulary::share_substance(if is_class { &said.drugs } else { &said.sure }, drugs)
            };
            self.drugs.iter().find(|said| meant(said)).map(|said| said.words.0)
        };
        if let Some(at) = exact(false) {
            return Some((at, false));
        }
        if let Some(at) = drugs.iter().find_map(|drug| self.similar_to(*drug).first().copied()) {
            return Some((at, false));
        }
        exact(true).map(|at| (at, true))
    }

    /// Returns the words of the source that may be misspelt names of a drug.
    #[must_use]
    pub fn similar_to(&self, drug: u32) -> Vec<usize> {
        let mut known = self.similar.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.entry(drug).or_insert_with(|| self.find_similar(drug)).clone()
    }

    fn find_similar(&self, drug: u32) -> Vec<usize> {
        let names: Vec<&String> =
            vocabulary::one_word_names(drug).iter().filter(|name| name.len() >= 6).collect();
        let mut out = Vec::new();
        let is_like = |candidate: &str| names.iter().any(|name| are_alike(candidate, name));
        for at in 0..self.words.len() {
            let word = &self.words[at];
            if !word.is_letters() || is_a_drug(word) {
                continue;
            }
            let mut joined = word.text.to_string();
            let mut is_found = joined.len() >= 4 && is_like(&joined);
            for next in self.words.get(at + 1..(at + 3).min(self.words.len())).unwrap_or_default() {
                if is_found || !next.is_letters() || is_a_drug(next) {
                    break;
                }
                joined.push_str(&next.text);
                is_found = joined.len() >= 6 && names.iter().any(|name| is_close(&joined, name));
            }
            if is_found {
                out.push(at);
            }
        }
        out
    }

    /// Returns the doses of any of these drugs, as indices of [`Talk::doses`].
    #[must_use]
    pub fn doses_of(&self, drugs: &[u32]) -> Vec<usize> {
        let is_of = |dose: &Dose| {
            dose.drug.is_some_and(|at| vocabulary::share_substance(&self.drugs[at].drugs, drugs))
        };
        let mut out: Vec<usize> = (0..self.doses.len()).filter(|at| is_of(&self.doses[*at])).collect();
        for similar in drugs.iter().flat_map(|drug| self.similar_to(*drug)) {
            let is_near = |dose: &Dose| {
                let at = self.numbers[dose.number].words.0;
                at > similar
                    && at - similar <= DOSE_BACK
                    && dose.drug.is_none_or(|drug| {
                        self.drugs[drug].words.0 < similar || self.drugs[drug].words.0 > at
                    })
            };
            out.extend((0..self.doses.len()).filter(|at| is_near(&self.doses[*at])));
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Whether the source contains a number.
    #[must_use]
    pub fn says_number(&self, value: f64) -> bool {
        self.numbers.iter().any(|said| said.may_be(value))
    }

    /// Returns the range of words of the segment that contains the word `at`.
    #[must_use]
    pub fn segment(&self, at: usize) -> (usize, usize) {
        self.segment_of
            .get(at)
            .and_then(|segment| self.segments.get(*segment as usize))
            .copied()
            .unwrap_or((at, at + 1))
    }

    /// Returns the turn of a word.
    #[must_use]
    pub fn turn(&self, at: usize) -> Option<&Turn> {
        self.turn_of.get(at).and_then(|turn| self.turns.get(*turn as usize))
    }

    /// Returns the passage around some words that is shown to a reader: a few words on each side,
    /// within the turn.
    #[must_use]
    pub fn passage(&self, first: usize, end: usize) -> Span {
        const AROUND: usize = 8;
        let turn = self.turn_of.get(first);
        let mut from = first;
        while from > 0 && first - from < AROUND && self.turn_of.get(from - 1) == turn {
            from -= 1;
        }
        let mut to = end;
        while to < self.words.len() && to - end < AROUND && self.turn_of.get(to) == turn {
            to += 1;
        }
        match (self.words.get(from), self.words.get(to.saturating_sub(1))) {
            (Some(from), Some(to)) => from.span.cover(to.span),
            _ => Span::default(),
        }
    }

    /// Finds the mentions of a problem, as ranges of words, each with whether its form is broader
    /// than the problem.
    #[must_use]
    pub fn problem(&self, problem: usize) -> Vec<(usize, usize, bool)> {
        let mut out: Vec<(usize, usize, bool)> = Vec::new();
        let Some(problem) = problems().get(problem) else { return out };
        for at in (0..self.words.len()).filter(|at| self.words[*at].is_letters()) {
            let ends = problem.forms.iter().filter_map(|form| {
                Some((form.end_at(&self.words, at, vocabulary::max_gap())?, form.is_broad))
            });
            let best = ends
                .filter(|(end, _)| self.turn_of.get(end - 1) == self.turn_of.get(at))
                .max_by_key(|(end, is_broad)| (!is_broad, *end));
            if let Some((end, is_broad)) = best {
                out.push((at, end, is_broad));
            }
        }
        out
    }

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
        self.words[start..first].iter().any(|word| lists().family.has(word))
    }

    /// Whether the source affirms or denies these words.
    #[must_use]
    pub fn state(&self, first: usize, end: usize) -> State {
        let lists: &Lists = lists();
        let (start, stop) = self.segment(first);
        let before = &self.words[start..first];
        let is_record = self.turn(first).is_none_or(|turn| turn.role == Role::Record);
        if before.iter().any(|word| lists.hypothetical.has(word))
            || before.iter().any(|word| lists.family.has(word))
        {
            return State::Unclear;
        }
        let denied = self.is_denied(start, first) || self.is_denied_after(end, stop);
        if is_record {
            return if denied { State::Denied } else { State::Present };
        }
        if self.is_question(start, first, stop) {
            // "How is your heartburn, any problems with it?"
            let is_known = first > 0 && lists.known_thing.has(&self.words[first - 1]);
            if is_known {
                return State::Unclear;
            }
            return self.answered(first, denied);
        }
        if !denied && self.trails_off(end) {
            return State::Unclear;
        }
        if denied { State::Denied } else { State::Present }
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
            let is_subject = lists().subject.has(word);
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

    fn turn_start(&self, turn: usize) -> usize {
        self.turn_of.partition_point(|of| (*of as usize) < turn)
    }

    /// Returns the state that the answer to a question gives: the answer is in the rest of the turn
    /// if the asker gives it, otherwise in one of the next turns.
    fn answered(&self, at: usize, is_negative: bool) -> State {
        let turn = self.turn_of[at] as usize;
        if self.is_answered_at_once(at, turn) {
            return State::Denied;
        }
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
                // A yes answers only the last of several questions.
                if answer && next == turn + 1 && self.asks_more(at, turn) {
                    return State::Unclear;
                }
                // To "no fever?", "no" is a denial just as it is to "any fever?"; "yes" confirms
                // the absence.
                return match (answer, is_negative) {
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
                return Some(!is_denied);
            }
            at += 1;
        }
        None
    }
}

/// Whether a unit is one in which drugs are measured.
#[must_use]
pub fn is_dose_unit(base: &str) -> bool {
    matches!(base, "mg" | "unit" | "ml" | "puff")
}

/// Whether the name of a drug is an ordinary word here.
fn is_ordinary(words: &[Word], at: usize) -> bool {
    words[at].text.len() < 3
}

fn is_a_drug(word: &Word) -> bool {
    vocabulary::is_drug_word(&word.text)
}

/// The minimum similarity between a name and a possible misspelling of it.
const ALIKE: f64 = 0.70;

fn are_alike(candidate: &str, name: &str) -> bool {
    let length = name.len().max(candidate.len());
    if candidate.len() < 5 || candidate.len().abs_diff(name.len()) > 4 {
        return false;
    }
    if candidate.len() >= 6 && name.starts_with(candidate) {
        return true;
    }
    let is_same_start = candidate.as_bytes().first() == name.as_bytes().first();
    let allowed = match length {
        0..=6 => 1,
        7..=8 if candidate.as_bytes()[..3] == name.as_bytes()[..3] => 2,
        7..=8 => 1,
        _ => (length as f64 * (1.0 - ALIKE)) as usize,
    };
    (is_same_start || length >= 9) && similarity::edits(candidate, name) <= allowed
}

/// Whether joined words equal a name except for a letter or two.
fn is_close(candidate: &str, name: &str) -> bool {
    let allowed = if name.len() >= 8 { name.len() / 5 } else { 0 };
    candidate.len().abs_diff(name.len()) <= allowed && similarity::edits(candidate, name) <= allowed
}
