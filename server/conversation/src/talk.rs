//! A parsed source: its words, drugs, numbers, sides and problems.

mod answers;
mod kept;
mod memory;
mod similar;
mod states;

use crate::note::Note;
use crate::reader::{self, Role, Turn};
use crate::vocabulary::{self, DrugName, lists};
use crate::words::{Said, Word, WordKind, numbers, shown_name};
use kept::Memory;
pub use kept::{Mention, State};
use referee_text::Span;
use rustc_hash::FxHashMap;

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

/// A sentence of a record.
#[derive(Clone, Debug)]
pub struct RecordSentence {
    /// The index of the source.
    pub source: u32,
    /// The section, as `sections.tsv` names it; empty without one.
    pub section: &'static str,
    /// The place, in bytes of the source.
    pub span: Span,
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
    /// The sentences of records, with their sections.
    pub records: Vec<RecordSentence>,
    /// Whether the source is a conversation.
    pub is_talk: bool,
    /// Whether the rest of a source was ignored because it is too long.
    pub is_cut: bool,
    /// The results of earlier rules.
    memory: Memory,
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
        let mut turns: Vec<Turn> = Vec::new();
        let mut records = Vec::new();
        for (source, (text, name)) in sources.iter().enumerate() {
            let first = turns.len();
            for mut turn in reader::read(text, name) {
                turn.source = source as u32;
                all.extend(turn.words(text));
                turn_of.resize(all.len(), turns.len() as u32);
                turns.push(turn);
            }
            let is_record = |turn: &Turn| turn.role == Role::Record && !turn.is_row;
            if turns.get(first).is_some_and(is_record) {
                let note = Note::read(text, 0);
                records.extend(note.sentences.iter().map(|sentence| RecordSentence {
                    source: source as u32,
                    section: sentence.section,
                    span: note.span(sentence.words.0, sentence.words.1),
                }));
            }
        }
        let mut by_root: FxHashMap<Box<str>, Vec<u32>> = FxHashMap::default();
        for (at, word) in all.iter().enumerate().filter(|(_, word)| word.is_letters()) {
            by_root.entry(word.root.clone()).or_default().push(at as u32);
        }
        let mut talk = Talk {
            numbers: numbers(&all),
            records,
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
            memory: Memory::default(),
        };
        talk.cut();
        talk.find_drugs();
        talk.find_doses();
        talk
    }

    /// Reads again only the spoken sources, without the records; `None` without records, or if
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
            let is_new_turn = at > 0
                && self.turn_of[at] != self.turn_of[at - 1]
                && !self.turn(at).is_some_and(|turn| turn.continues);
            let begins = is_new_turn || (at > start && lists().talk_end.has(word) && !self.is_predicate(at));
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

    /// Whether a word says that something is fine, rather than beginning another clause: "are your
    /// bowels working okay?"
    fn is_predicate(&self, at: usize) -> bool {
        let is_last = self.words.get(at + 1).is_none_or(|next| next.is_mark('?'));
        is_last && lists().fine.has(&self.words[at]) && at > 0 && self.words[at - 1].is_letters()
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

    /// Returns the name by which a mention names its drug.
    #[must_use]
    pub(crate) fn name_of(&self, drug: &DrugMention) -> String {
        shown_name(&self.words, drug.words)
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

    /// Returns the end of the sentence that contains the word `at`, one past its last word: the next full
    /// stop, question mark, exclamation mark or semicolon, otherwise the end of the turn.
    #[must_use]
    pub fn sentence_end(&self, at: usize) -> usize {
        let mut end = self.segment(at).1;
        while end < self.words.len()
            && self.turn_of[end] == self.turn_of[at]
            && !matches!(self.words[end - 1].kind, WordKind::Mark('.' | '?' | '!' | ';'))
        {
            end = self.segment(end).1;
        }
        end
    }

    /// Returns the words of the turn before a turn, if they end in a question mark.
    #[must_use]
    pub fn question_before(&self, turn: usize) -> Option<(usize, usize)> {
        let (from, to) = self.turn_words(turn.checked_sub(1)?);
        let last = self.words[from..to].iter().rfind(|word| word.kind != WordKind::LineEnd)?;
        last.is_mark('?').then_some((from, to))
    }

    /// Returns the turn of a word.
    #[must_use]
    pub fn turn(&self, at: usize) -> Option<&Turn> {
        self.turn_of.get(at).and_then(|turn| self.turns.get(*turn as usize))
    }

    /// Returns the passage around some words that is shown to a reader: a few words on each side,
    /// within the turn of the first. Between two turns a source has names, times and markup.
    #[must_use]
    pub fn passage(&self, first: usize, end: usize) -> Span {
        const AROUND: usize = 8;
        let turn = self.turn_of.get(first);
        let end = (first..end).find(|at| self.turn_of.get(*at) != turn).unwrap_or(end);
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
