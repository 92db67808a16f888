//! Splits a note into sentences with their sections, and finds the problems that each affirms or denies.

use crate::vocabulary::{lists, section};
use crate::words::{Said, Word, WordKind, numbers, words};
use referee_text::Span;

/// A sentence of a note.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The section, as `sections.tsv` names it; empty before the first heading that is known.
    pub section: &'static str,
    /// The range of its words, by index in [`Note::words`].
    pub words: (usize, usize),
}

/// Whether a note affirms or denies something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The note affirms it with a verb.
    Reported,
    /// The note affirms it by naming it alone.
    Named,
    /// The note denies it.
    Denied,
}

/// Something that a note affirms or denies.
#[derive(Clone, Debug)]
pub struct Item {
    /// The sentence, by index.
    pub sentence: usize,
    /// Whether it is affirmed or denied.
    pub claim: Claim,
    /// The word that affirms or denies it, by index; otherwise the first word of the item.
    pub cue: usize,
    /// The range of its words, by index.
    pub words: (usize, usize),
    /// Whether the words go with a denial, although the verb affirms: "reports any injury".
    pub is_open: bool,
}

/// A note that was read.
#[derive(Debug)]
pub struct Note {
    /// Its words.
    pub words: Vec<Word>,
    /// Its sentences.
    pub sentences: Vec<Sentence>,
    /// Its numbers.
    pub numbers: Vec<Said>,
    /// The things that it affirms or denies.
    pub items: Vec<Item>,
    /// The words that are headings and labels.
    pub labels: Vec<(usize, usize)>,
}

/// The maximum length of a heading or label, in words.
const MAX_HEADING_WORDS: usize = 7;
/// The maximum length of a sentence that is only a name, in words.
const MAX_NAMED: usize = 7;
/// The maximum length of the first name of a list, in words.
const MAX_LISTED: usize = 4;

impl Note {
    /// Reads a note; text before `start` (front matter) is ignored.
    #[must_use]
    pub fn read(text: &str, start: usize) -> Note {
        let all = words(text.get(start..).unwrap_or_default(), start);
        let mut note = Note {
            numbers: numbers(&all),
            words: all,
            sentences: Vec::new(),
            items: Vec::new(),
            labels: Vec::new(),
        };
        note.cut();
        for index in 0..note.sentences.len() {
            note.find_items(index);
        }
        note
    }

    /// Returns the range of these words in the text.
    #[must_use]
    pub fn span(&self, first: usize, end: usize) -> Span {
        match (self.words.get(first), self.words.get(end.saturating_sub(1))) {
            (Some(first), Some(last)) => first.span.cover(last.span),
            _ => Span::default(),
        }
    }

    fn cut(&mut self) {
        let mut current: &'static str = "";
        let mut at = 0;
        while at < self.words.len() {
            let end = (at..self.words.len())
                .find(|place| self.words[*place].kind == WordKind::LineEnd)
                .unwrap_or(self.words.len());
            let first = (at..end).find(|place| {
                self.words[*place].is_letters() || matches!(self.words[*place].kind, WordKind::Number(_))
            });
            if let Some(first) = first {
                self.line(at, first, end, &mut current);
            }
            at = end + 1;
        }
    }

    /// Reads a line: a heading, or a label and sentences.
    fn line(&mut self, at: usize, first: usize, end: usize, current: &mut &'static str) {
        // The number of a list item.
        let is_numbered = matches!(self.words[first].kind, WordKind::Number(_))
            && self.words.get(first + 1).is_some_and(|mark| mark.is_mark('.') || mark.is_mark(')'))
            && first + 2 < end;
        let first = if is_numbered { first + 2 } else { first };
        // "Blood pressure 130/80. Pulse: 76" does not begin with a label.
        let colon = (first..end.min(first + MAX_HEADING_WORDS + 1))
            .take_while(|place| !self.words[*place].is_mark('.'))
            .find(|place| self.words[*place].is_mark(':'));
        let head_end = colon.unwrap_or(end);
        let letters = self.words[first..head_end].iter().filter(|word| word.is_letters());
        let name: Vec<&str> = letters.map(|word| &*word.text).collect();
        let known = if name.len() <= MAX_HEADING_WORDS { section(&name.join(" ")) } else { None };
        let is_alone = head_end >= end || colon == Some(end - 1);
        if let Some(known) = known.filter(|_| is_alone || colon.is_some()) {
            *current = known;
            self.labels.push((at, head_end));
            if let Some(colon) = colon {
                self.sentences_of(colon + 1, end, known);
            }
            return;
        }
        if let Some(colon) = colon.filter(|_| !is_alone) {
            // "Fever: no".
            let rest: Vec<&Word> =
                self.words[colon + 1..end].iter().filter(|word| word.is_letters()).collect();
            if matches!(rest.as_slice(), [one] if lists().denial.has(one)) {
                self.sentences_of(first, end, current);
                return;
            }
            self.labels.push((at, colon));
            self.sentences_of(colon + 1, end, current);
            return;
        }
        if is_numbered || at < first {
            self.labels.push((at, first));
        }
        self.sentences_of(first, end, current);
    }

    fn sentences_of(&mut self, first: usize, end: usize, section: &'static str) {
        let mut start = first;
        for at in first..end {
            let is_end = matches!(self.words[at].kind, WordKind::Mark('.' | ';' | '•'));
            if is_end || at + 1 == end {
                let stop = if is_end { at } else { end };
                if stop > start {
                    self.sentences.push(Sentence { section, words: (start, stop) });
                }
                start = at + 1;
            }
        }
    }

    /// Splits a sentence into the things that it affirms and denies.
    fn find_items(&mut self, index: usize) {
        let Sentence { words: (start, end), .. } = self.sentences[index];
        let lists = lists();
        let letters = self.words[start..end].iter().filter(|word| word.is_letters()).count();
        let is_named = letters <= MAX_NAMED || self.begins_with_list(start, end);
        let mut claim = is_named.then_some((Claim::Named, start));
        let mut from = start;
        let mut items: Vec<Item> = Vec::new();
        let mut close = |claim: Option<(Claim, usize)>, from: usize, to: usize, words: &[Word]| {
            let Some((claim, cue)) = claim else { return };
            let is_content = |at: &usize| words[*at].is_letters() && !lists.filler.has(&words[*at]);
            let Some(first) = (from..to).find(|at| words[*at].is_letters()) else { return };
            if !(from..to).any(|at| is_content(&at)) {
                return;
            }
            let is_open = claim == Claim::Reported
                && (is_open_list(words, cue, to, end) || (cue..=first).any(|at| lists.open.has(&words[at])));
            let last = (from..to).rev().find(|at| words[*at].is_letters()).map_or(to, |at| at + 1);
            items.push(Item {
                sentence: index,
                claim,
                cue: if claim == Claim::Named { first } else { cue },
                words: (first, last),
                is_open,
            });
        };
        for at in start..end {
            let word = &self.words[at];
            // "Fiebre no, tos sí", "Illicit drugs: never".
            let is_after = lists.denial.has(word)
                && matches!(claim, Some((Claim::Named, _)))
                && from < at
                && (at + 1 == end || !self.words[at + 1].is_letters())
                && (&*word.text == "no" || self.is_alone_after_colon(at, end));
            if is_after {
                close(Some((Claim::Denied, from)), from, at, &self.words);
                from = at + 1;
            } else if lists.denial.has(word) && !self.is_in_name(at, claim.map(|(claim, _)| claim)) {
                close(claim, from, at, &self.words);
                claim = Some((Claim::Denied, at));
                from = at + 1;
            } else if lists.present.has(word)
                && claim.is_some_and(|(claim, cue)| {
                    claim == Claim::Reported && at - cue <= 2 && lists.reporting.has(&self.words[cue])
                })
            {
                // "reports having": the statement continues.
                from = at + 1;
            } else if lists.present.has(word)
                && matches!(claim, Some((Claim::Denied, cue)) if at - cue <= 2
                    || from + 1 >= at && !is_after_joint(&self.words, from)
                    || self.denies_thought(cue, at))
            {
                // "denies having", "has not had": the denial continues.
                from = at + 1;
            } else if lists.present.has(word) {
                close(claim, from, at, &self.words);
                claim = Some((Claim::Reported, at));
                from = at + 1;
            } else if word.is_mark(':') && self.is_denied_after_colon(at, end) {
                continue;
            } else if lists.clause_end.has(word) || word.is_mark(':') {
                close(claim, from, at, &self.words);
                claim = None;
                from = at + 1;
            } else if matches!(word.kind, WordKind::Mark(',' | '/' | '(' | ')' | '+'))
                || matches!(&*word.text, "and" | "or" | "nor" | "y" | "o" | "ni")
            {
                close(claim, from, at, &self.words);
                // "Non-smoker, moderate alcohol": it denies a single word. Brackets contain an
                // aside.
                let is_of_one = claim.is_some_and(|(_, cue)| self.denies_one_word(cue, end));
                if is_of_one || word.is_mark('(') || word.is_mark(')') {
                    claim = None;
                }
                from = at + 1;
            }
        }
        close(claim, from, end, &self.words);
        self.items.extend(items);
    }

    /// Whether a denial is of a thought whose clause contains a word: "does not think she has had it".
    fn denies_thought(&self, cue: usize, at: usize) -> bool {
        const WITHIN: usize = 5;
        at - cue <= WITHIN && self.words.get(cue + 1).is_some_and(|next| lists().thought.has(next))
    }

    /// Whether a denial is part of a name within a statement: "history of non-small cell cancer".
    fn is_in_name(&self, at: usize, claim: Option<Claim>) -> bool {
        &*self.words[at].text == "non" && matches!(claim, Some(Claim::Reported | Claim::Denied))
    }

    /// Whether a denial belongs to the next words only: "non-smoker, moderate alcohol", "negative
    /// margins and five nodes", "nil of note, back pain".
    fn denies_one_word(&self, cue: usize, end: usize) -> bool {
        let next = self.words[cue + 1..end].first();
        match &*self.words[cue].text {
            "non" => true,
            "negative" => next.is_none_or(|next| !matches!(&*next.text, "for" | "para")),
            "nil" | "nothing" => {
                next.is_some_and(|next| matches!(&*next.text, "of" | "significant" | "else"))
            }
            _ => false,
        }
    }

    /// Whether a single word of denial follows a colon: "Fever: no".
    fn is_denied_after_colon(&self, colon: usize, end: usize) -> bool {
        let mut letters = self.words[colon + 1..end].iter().filter(|word| word.is_letters());
        letters.next().is_some_and(|word| lists().denial.has(word)) && letters.next().is_none()
    }

    /// Whether the word is the only one after a colon.
    fn is_alone_after_colon(&self, at: usize, end: usize) -> bool {
        let colon = (0..at).rev().take_while(|before| !self.words[*before].is_letters());
        colon.last().is_some_and(|mark| self.words[mark].is_mark(':'))
            && self.words[at + 1..end].iter().all(|word| !word.is_letters())
    }

    /// Whether a sentence begins like a list of findings: "Dysphagia, dysarthria, no weakness".
    fn begins_with_list(&self, start: usize, end: usize) -> bool {
        let lists = lists();
        let is_break = |word: &Word| matches!(word.kind, WordKind::Mark(',' | '/')) || lists.denial.has(word);
        let Some(first) = (start..end).find(|at| is_break(&self.words[*at])) else { return false };
        let letters = self.words[start..first].iter().filter(|word| word.is_letters()).count();
        let is_clause =
            self.words[start..first].iter().any(|word| lists.pronoun.has(word) || lists.present.has(word));
        (1..=MAX_LISTED).contains(&letters) && !is_clause
    }

    /// Returns the sentence of a word.
    #[must_use]
    pub fn sentence_of(&self, at: usize) -> Option<&Sentence> {
        let index = self.sentences.partition_point(|sentence| sentence.words.1 <= at);
        self.sentences.get(index).filter(|sentence| sentence.words.0 <= at)
    }

    /// Whether a word is in a heading or label.
    #[must_use]
    pub fn is_label(&self, at: usize) -> bool {
        self.label_of(at).is_some()
    }

    /// Returns the range of the heading or label that contains a word.
    #[must_use]
    pub(crate) fn label_of(&self, at: usize) -> Option<(usize, usize)> {
        let index = self.labels.partition_point(|label| label.1 <= at);
        self.labels.get(index).copied().filter(|label| label.0 <= at)
    }
}

/// Whether a word follows "and" or a comma, so that another statement may begin.
fn is_after_joint(words: &[Word], at: usize) -> bool {
    at.checked_sub(1)
        .and_then(|before| words.get(before))
        .is_some_and(|word| matches!(&*word.text, "and" | "y" | ","))
}

/// Whether the statement that begins with `cue` is a list of three or more with "or", which goes
/// with a denial.
fn is_open_list(words: &[Word], cue: usize, from: usize, end: usize) -> bool {
    const WITHIN: usize = 12;
    let is_stop =
        |word: &Word| lists().clause_end.has(word) || lists().denial.has(word) || lists().case.has(word);
    let last = end.min(cue + WITHIN);
    let stop = (cue + 1..last).find(|at| is_stop(&words[*at])).unwrap_or(last);
    let is_or = |at: usize| {
        let is_number = |next: &Word| matches!(next.kind, WordKind::Number(_));
        matches!(&*words[at].text, "or" | "o") && !words.get(at + 1).is_some_and(is_number)
    };
    from <= stop && words[cue..stop].iter().any(|word| word.is_mark(',')) && (cue + 1..stop).any(is_or)
}
