//! Reads whether a passage of a cited work says what a sentence says.
//!
//! [`read`] gives one of three states with its passage: the passage says so, the passage says
//! otherwise, or no passage was found that does either. “Says so” needs the same statement in one
//! sentence of the work: nearly all of the sentence's words, its numbers, and the same direction
//! and denial. It is a help for a reader, not a proof.

use super::passages::{FoundPassage, PassageIndex, other_work};
use super::sentence_content::{SentenceContent, sentence_content};
use super::{ComparedWork, Objection, Stance, blanked, effect, numbers, quotations, stance, text_of};
use referee_records::{FullText, Passage, PassagePart};
use referee_text::sentences::sentences;
use serde::Serialize;
use std::sync::Arc;

/// The number of passages of each work that are read.
const MAX_PASSAGES: usize = 5;

/// The minimum weighted share of a sentence's words in a passage that states the same, if the
/// effect that the sentence states could be read in it.
const MIN_SHARE_WITH_EFFECT: f64 = 0.7;

/// The same if no effect could be read.
const MIN_SHARE: f64 = 0.8;

/// The minimum weighted share in a passage that is shown at all.
const MIN_SHARE_SHOWN: f64 = 0.25;

/// The maximum length of the text of a reference, in characters.
const MAX_REFERENCE_CHARACTERS: usize = 300;

/// The relation of the cited works to a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassageState {
    /// A passage makes the same statement.
    SaysSo,
    /// A passage makes another statement about the same, or lacks a quotation or a number.
    SaysOtherwise,
    /// No passage was found that does either.
    NoPassage,
}

/// A passage of a cited work.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadPassage {
    /// The index of the work.
    pub work: usize,
    /// The sentence.
    pub text: String,
    /// Where it is in the full text; `None` if it is in the abstract of the record.
    pub place: Option<Passage>,
    /// The weighted share of the sentence's words that it and its neighbours contain, from 0 to 1.
    pub share: f64,
    /// Whether it states the same.
    pub says_so: bool,
    /// The reference that the passage itself gives for it, from the list of references of the work.
    pub primary: Option<String>,
}

/// The state of a sentence, and its passages: the one that the state rests on, or else the closest,
/// comes first.
#[derive(Clone, Debug, PartialEq)]
pub struct SupportReading {
    /// The state.
    pub state: PassageState,
    /// The passages.
    pub passages: Vec<ReadPassage>,
}

/// Reads whether cited works support or contradict a sentence. `objections` are those of
/// [`objections_with`](super::objections_with) to the same sentence.
#[must_use]
pub fn read(sentence: &str, works: &[ComparedWork<'_>], objections: &[Objection]) -> SupportReading {
    let quotes = quotations(sentence);
    let unquoted = blanked(sentence, &quotes);
    let claim = Claim { text: &unquoted, content: sentence_content(&unquoted) };
    let mut passages: Vec<ReadPassage> = Vec::new();
    for (number, work) in works.iter().enumerate() {
        let of_abstract = abstract_of(work);
        for (paper, is_paper) in work
            .paper
            .map(|paper| (paper, true))
            .into_iter()
            .chain(of_abstract.as_ref().map(|paper| (paper, false)))
        {
            for found in paper.find(&unquoted, MAX_PASSAGES) {
                if found.share >= MIN_SHARE_SHOWN {
                    passages.push(claim.compare(number, paper, &found, is_paper));
                }
            }
        }
        // A quotation that is there decides.
        for quote in quotes.iter().filter_map(|at| sentence.get(at.clone())) {
            if let Some((paper, place)) =
                work.paper.and_then(|paper| Some((paper, paper.places_of_quote(quote).into_iter().next()?)))
            {
                let whole = paper.full_text().passages.get(place.passage);
                passages.push(ReadPassage {
                    work: number,
                    text: quote.to_owned(),
                    place: whole.cloned(),
                    share: 1.0,
                    says_so: true,
                    primary: None,
                });
            }
        }
    }
    passages.sort_by(|left, right| {
        // An aim or a method is shown only if nothing else is close.
        let key = |passage: &ReadPassage| (passage.says_so, !effect::is_no_finding(&passage.text));
        key(right).cmp(&key(left)).then(right.share.total_cmp(&left.share))
    });
    passages.dedup_by(|later, first| later.work == first.work && later.text == first.text);
    let against = objections.iter().find(|one| !matches!(one, Objection::QuoteOnOtherPage { .. }));
    if let Some(against) = against {
        if let Some(words) = against.words_of_source() {
            bring_forward(&mut passages, works, words);
        }
        for passage in &mut passages {
            passage.says_so = false;
        }
        return SupportReading { state: PassageState::SaysOtherwise, passages };
    }
    let says_so = passages.first().is_some_and(|passage| passage.says_so);
    SupportReading { state: if says_so { PassageState::SaysSo } else { PassageState::NoPassage }, passages }
}

impl Objection {
    /// Returns the words of the source that the objection rests on.
    #[must_use]
    pub fn words_of_source(&self) -> Option<&str> {
        match self {
            Objection::OppositeDirection { sentence, .. } => Some(sentence),
            Objection::NumberNotInSource { instead, .. } => instead.as_deref(),
            Objection::QuoteNotFound { nearest, .. } => nearest.as_deref(),
            _ => None,
        }
    }
}

/// Puts the passage with these words first.
fn bring_forward(passages: &mut Vec<ReadPassage>, works: &[ComparedWork<'_>], words: &str) {
    let known = passages.iter().position(|passage| passage.text.contains(words));
    let first = match known {
        Some(at) => passages.remove(at),
        None => {
            let mut papers =
                works.iter().enumerate().filter_map(|(number, work)| Some((number, work.paper?)));
            let found = papers.find_map(|(number, paper)| Some((number, paper.passage_with(words)?)));
            ReadPassage {
                work: found.map_or(0, |(number, _)| number),
                text: words.to_owned(),
                place: found.map(|(_, passage)| passage.clone()),
                share: 1.0,
                says_so: false,
                primary: None,
            }
        }
    };
    passages.insert(0, first);
}

/// Returns the index of the abstract of a record, each sentence a passage.
fn abstract_of(work: &ComparedWork<'_>) -> Option<PassageIndex> {
    let summary = work.record.work.summary.as_deref()?;
    text_of(work)?;
    let passage =
        |text: &str| Passage { text: text.to_owned(), part: PassagePart::Abstract, ..Passage::default() };
    let all = sentences(summary).into_iter().filter_map(|range| summary.get(range));
    let text = FullText { passages: all.map(passage).collect(), ..FullText::default() };
    Some(PassageIndex::new(Arc::new(text)))
}

/// A sentence that is compared.
struct Claim<'a> {
    text: &'a str,
    content: SentenceContent,
}

impl Claim<'_> {
    fn compare(
        &self,
        work: usize,
        paper: &PassageIndex,
        found: &FoundPassage,
        is_paper: bool,
    ) -> ReadPassage {
        let text = paper.sentence(found);
        let passage = paper.full_text().passages.get(found.passage);
        ReadPassage {
            work,
            text: text.to_owned(),
            place: passage.filter(|_| is_paper).cloned(),
            share: found.share,
            says_so: self.is_said_in(text, found.share),
            primary: other_work(text)
                .filter(|_| is_paper)
                .and_then(|mark| reference(paper.full_text(), mark)),
        }
    }

    /// Returns whether a sentence of the work makes the same statement.
    fn is_said_in(&self, text: &str, share: f64) -> bool {
        if effect::is_no_finding(text) || !numbers::missing(self.text, &[text]).is_empty() {
            return false;
        }
        match stance(self.text, text) {
            Some(Stance::Agrees) => share >= MIN_SHARE_WITH_EFFECT,
            Some(Stance::Contradicts) => false,
            Some(Stance::Open) | None => {
                let said = sentence_content(text);
                let is_same_way = self.content.denied == said.denied
                    && (self.content.direction == said.direction || said.direction.is_none());
                share >= MIN_SHARE && is_same_way && self.content.shared(&said) >= MIN_SHARE
            }
        }
    }
}

/// Returns the item of a list of references that a mark in the text refers to: `[12]`, `(Roe et al.,
/// 2019)`.
fn reference(text: &FullText, mark: &str) -> Option<String> {
    let mut items = text.passages.iter().filter(|passage| passage.part == PassagePart::Reference);
    let year = mark.split(|c: char| !c.is_ascii_digit()).find(|part| part.len() == 4);
    let found = match year {
        Some(year) => {
            let name = mark
                .split(|c: char| !c.is_alphabetic())
                .find(|word| word.len() > 2 && word.starts_with(char::is_uppercase))?;
            items.find(|item| item.text.contains(name) && item.text.contains(year))?
        }
        None => {
            let number: usize =
                plain_digits(mark).split(|c: char| !c.is_ascii_digit()).find_map(|part| part.parse().ok())?;
            let is_numbered = |item: &&Passage| {
                let text = item.text.trim_start_matches(['[', '(', ' ']);
                let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
                text.get(..digits).and_then(|digits| digits.parse().ok()) == Some(number)
            };
            let all: Vec<&Passage> = items.collect();
            all.iter().copied().find(is_numbered).or_else(|| all.get(number.checked_sub(1)?).copied())?
        }
    };
    Some(found.text.chars().take(MAX_REFERENCE_CHARACTERS).collect())
}

/// Returns a text with raised digits as digits.
fn plain_digits(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{2070}' => '0',
            '\u{b9}' => '1',
            '\u{b2}' => '2',
            '\u{b3}' => '3',
            '\u{2074}'..='\u{2079}' => char::from_digit(u32::from(c) - 0x2070, 10).unwrap_or(c),
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::objections_with;
    use referee_bibliography::Work;
    use referee_records::Record;

    fn paper() -> PassageIndex {
        let passage = |text: &str, part, section: &str| Passage {
            text: text.to_owned(),
            page: Some(4),
            section: Some(section.to_owned()),
            part,
            ..Passage::default()
        };
        let text = FullText {
            origin: "roe.pdf".to_owned(),
            passages: vec![
                passage(
                    "Statins are used by millions of adults. Fibrates cause stones [2].",
                    PassagePart::Body,
                    "Introduction",
                ),
                passage(
                    "Statins lowered mortality in older adults by 12.5%. No harm was seen.",
                    PassagePart::Body,
                    "Results",
                ),
                passage("1. Doe J. A guide. 2001.", PassagePart::Reference, "References"),
                passage("2. Moe J. Stones and fibrates. 2002.", PassagePart::Reference, "References"),
            ],
            ..FullText::default()
        };
        PassageIndex::new(Arc::new(text))
    }

    fn read_sentence(sentence: &str) -> SupportReading {
        let record = Record::new("pubmed", Work { title: Some("Statins".to_owned()), ..Work::default() });
        let paper = paper();
        let works = [ComparedWork { record: &record, paper: Some(&paper), pages: &[] }];
        read(sentence, &works, &objections_with(sentence, "", &works))
    }

    #[test]
    fn a_sentence_has_one_of_three_states_with_its_passage() {
        for (sentence, state, words) in [
            ("Statins lowered the mortality of older adults.", PassageState::SaysSo, "by 12.5%"),
            ("Statins increase mortality in older adults.", PassageState::SaysOtherwise, "by 12.5%"),
            ("Statins lowered mortality in older adults by 21.5%.", PassageState::SaysOtherwise, "by 12.5%"),
            ("Exercise helps adults to sleep in winter.", PassageState::NoPassage, ""),
        ] {
            let read = read_sentence(sentence);
            assert_eq!(read.state, state, "{sentence}: {read:?}");
            let first = read.passages.first();
            assert!(words.is_empty() || first.is_some_and(|first| first.text.contains(words)), "{read:?}");
        }
    }

    #[test]
    fn a_passage_that_repeats_another_work_names_it() {
        let read = read_sentence("Fibrates cause stones.");
        let first = read.passages.first();
        assert_eq!(
            first.and_then(|first| first.primary.as_deref()),
            Some("2. Moe J. Stones and fibrates. 2002."),
            "{read:?}"
        );
    }
}
