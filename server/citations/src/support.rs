//! Checks, without a language model, whether the title and abstract of a cited work contradict a
//! sentence.
//!
//! The checks see only a title and an abstract: a number that is missing there may be in the full
//! text, and a finding must say so. Quotations are looked up in two tiers, numbers after
//! normalization, and a direction is compared with the one sentence that states the same effect in
//! the other direction. The absence of objections proves nothing: the checks never claim that a
//! work supports a sentence.

mod advice;
mod cited_page;
mod claim_cache;
mod dependence;
mod effect;
mod numbers;
mod objection;
mod own_analysis;
mod paper_numbers;
mod passages;
mod quote;
pub mod reading;
mod sentence_content;
mod study_kind;
mod subjects;
mod word_lists;

pub use cited_page::CitedPages;
pub use claim_cache::{ClaimCache, Contradiction};
pub use effect::Stance;
pub use numbers::missing_numbers;
pub(crate) use numbers::stated_quantity;
pub use objection::{Field, Objection};
pub use passages::{FoundPassage, PassageIndex, QuotePlace, other_work, place_of_passage};
pub use quote::{QuoteFound, find_quote, nearest, quotations};

use crate::guideline;
pub(crate) use advice::is_advice;
use referee_bibliography::Subject;
use referee_records::Record;
use referee_text::sentences::sentences;
use sentence_content::{SentenceContent, clauses, is_english, is_in_another_language, sentence_content};
use std::cell::LazyCell;
use std::ops::Range;
use word_lists::WordList;

/// The minimum number of words in an abstract that is compared.
const MIN_SUMMARY_WORDS: usize = 20;

/// The minimum share of a sentence's content words that another sentence with the same statement
/// has.
const MIN_SAME_SHARE: f64 = 0.75;

/// The minimum number of content words in a sentence that is compared.
const MIN_CONTENT_WORDS: usize = 4;

/// The minimum share of a sentence's content words that a text has; otherwise the numbers of the
/// sentence are not searched for in it.
const MIN_ABOUT_SHARE: f64 = 0.5;

/// The minimum weighted share of a sentence's words that a passage of a full text about the same
/// subject contains.
const MIN_PASSAGE_SHARE: f64 = 0.5;

/// The minimum share of a sentence's words that occur in a full text on its subject.
const MIN_TOPIC_SHARE: f64 = 0.5;

/// The maximum length of a sentence that is checked, in bytes.
const MAX_SENTENCE_BYTES: usize = 2_000;

/// A work that a sentence cites, with what is known of its text.
#[derive(Clone, Copy, Debug)]
pub struct ComparedWork<'a> {
    /// Its record.
    pub record: &'a Record,
    /// Its full text, if the author has it.
    pub paper: Option<&'a PassageIndex>,
    /// The pages that the citation gives.
    pub pages: &'a [CitedPages],
}

impl<'a> From<&'a Record> for ComparedWork<'a> {
    fn from(record: &'a Record) -> Self {
        ComparedWork { record, paper: None, pages: &[] }
    }
}

/// Returns the objections to a sentence that cites these works; an empty list does not prove that
/// they support it. `works` must contain every work that the sentence cites: another one may have
/// what the first lacks.
#[must_use]
pub fn objections(sentence: &str, works: &[&Record]) -> Vec<Objection> {
    objections_in(sentence, "", works)
}

/// Returns whether a sentence is about the author's own work, or refers to a table or figure of it.
pub(crate) fn names_own_work(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    lower
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| WordList::OwnWork.has(word) || WordList::OwnPlace.has(word))
        || own_analysis::names_own_study(sentence, "")
}

/// Returns whether a folded heading is that of a section about other people's work.
pub(crate) fn is_background_heading(folded: &str) -> bool {
    WordList::BackgroundHeading.has(folded)
}

/// Returns whether a folded heading is that of a section about the author's own work.
pub(crate) fn is_own_heading(folded: &str) -> bool {
    WordList::OwnHeading.has(folded)
}

/// Does the work of [`objections`] with the surrounding text of the paragraph, which may say which
/// patients the advice is for.
#[must_use]
pub fn objections_in(sentence: &str, around: &str, works: &[&Record]) -> Vec<Objection> {
    let works: Vec<ComparedWork<'_>> = works.iter().map(|record| ComparedWork::from(*record)).collect();
    objections_with(sentence, around, &works)
}

/// Does the work of [`objections_in`] with the full texts of the works.
#[must_use]
pub fn objections_with(sentence: &str, around: &str, works: &[ComparedWork<'_>]) -> Vec<Objection> {
    let mut texts = Vec::new();
    for work in works {
        let Some(text) = text_of(work) else { return Vec::new() };
        texts.push(text);
    }
    if texts.is_empty() || sentence.len() > MAX_SENTENCE_BYTES {
        return Vec::new();
    }
    let quotes = quotations(sentence);
    let mut out: Vec<Objection> =
        quotes.iter().filter_map(|at| missing_quote(sentence, at, works, &texts)).collect();
    // Quotations were compared above, character by character.
    let unquoted = blanked(sentence, &quotes);
    let lower = unquoted.to_lowercase();
    let own = lower.split(|c: char| !c.is_alphanumeric()).any(|word| WordList::OwnWork.has(word))
        || own_analysis::names_own_study(sentence, around);
    if WordList::Contrast.is_in(&lower) {
        return out;
    }
    // "We recommend" is advice, and its content is not the authors' own finding.
    let advised = match texts.as_slice() {
        [text] if !own || is_advice(&unquoted) => advice::objections(&unquoted, around, text),
        _ => Vec::new(),
    };
    if own {
        out.extend(advised);
        return out;
    }
    let claim = sentence_content(&unquoted);
    // A short claim may contain no function words: “DUSP4 decreases apoptosis.”
    let english = !is_in_another_language(&unquoted) && texts.iter().all(|text| is_english(text));
    // Stemming a whole abstract takes longer than everything else, and most sentences do not need it.
    let wholes: LazyCell<Vec<SentenceContent>, _> =
        LazyCell::new(|| texts.iter().map(|text| sentence_content(text)).collect());
    let shares_words = || wholes.iter().any(|whole| claim.shared(whole) >= MIN_ABOUT_SHARE);
    let is_about =
        || !english || (claim.content.len() >= 2 && shares_words()) || is_in_a_paper(&unquoted, works);
    if !own_analysis::has_own_numbers(sentence) && is_about() {
        for objection in missing_numbers_of(&unquoted, &claim, works, &texts) {
            let Objection::NumberNotInSource { number: shown, at, .. } = &objection else { continue };
            let is_known = out
                .iter()
                .any(|one| matches!(one, Objection::NumberNotInSource { number, .. } if number == shown));
            // The objection to the whole dosing covers this number.
            let is_ordered = advised.iter().any(|one| {
                matches!(one, Objection::NumberNotInSource { at: whole, .. } if whole.start <= at.start && at.end <= whole.end)
            });
            if !is_known && !is_ordered {
                out.push(objection);
            }
        }
    }
    out.extend(advised);
    if let ([work], [text]) = (works, texts.as_slice())
        && english
    {
        let told = out.iter().any(|one| matches!(one, Objection::OppositeDirection { .. }));
        let opposite = contradicted(&claim, &unquoted, text)
            .or_else(|| contradicted_in_paper(&claim, &unquoted, text, work.paper?))
            .filter(|_| !told);
        out.extend(opposite.map(|(sentence, field)| Objection::OppositeDirection { sentence, field }));
        let record = work.record;
        out.extend(
            study_kind::clash(&unquoted, record)
                .or_else(|| subjects::clash(&unquoted, record).filter(|_| shares_words()))
                .or_else(|| study_kind::causal(&unquoted, record).filter(|_| shares_words()))
                .map(|clash| Objection::OtherKind { said: clash.said, is: clash.is, field: clash.field }),
        );
        let headings: Vec<&str> = record.subjects.iter().map(|subject| Subject::read(subject).name).collect();
        let named = LazyCell::new(|| sentence_content(&headings.join(" ")));
        let subject = claim.subject();
        if is_english(&unquoted)
            && subject.len() >= MIN_CONTENT_WORDS
            && !subject.iter().any(|root| {
                named.content.contains(*root) || wholes.iter().any(|whole| whole.content.contains(*root))
            })
            && !is_in_a_paper(&unquoted, works)
            // A sentence about a detail of a work has the words of the text, not those of its title.
            && work.paper.is_none_or(|paper| paper.share_of_words(&unquoted) < MIN_TOPIC_SHARE)
        {
            out.push(Objection::OtherTopic);
        }
    }
    out
}

/// Returns whether a passage of a full text is about what the sentence is about.
fn is_in_a_paper(sentence: &str, works: &[ComparedWork<'_>]) -> bool {
    let mut papers = works.iter().filter_map(|work| work.paper);
    papers.any(|paper| paper.find(sentence, 1).first().is_some_and(|found| found.share >= MIN_PASSAGE_SHARE))
}

/// Returns the objections to the numbers of a sentence that no abstract and no full text has.
fn missing_numbers_of(
    sentence: &str,
    claim: &SentenceContent,
    works: &[ComparedWork<'_>],
    texts: &[String],
) -> Vec<Objection> {
    let all: Vec<&str> = texts.iter().map(String::as_str).collect();
    let papers: Vec<(&PassageIndex, Vec<paper_numbers::LackingNumber>)> = works
        .iter()
        .filter_map(|work| work.paper)
        .map(|paper| (paper, paper_numbers::lacking(sentence, paper)))
        .collect();
    let mut out = Vec::new();
    for number in numbers::missing(sentence, &all) {
        let mut instead = texts.iter().find_map(|text| same_with_other(claim, text, &number));
        let mut is_found = false;
        for (paper, lacking) in &papers {
            match lacking.iter().find(|lacking| lacking.number.range == number.range) {
                Some(lacking) => {
                    let other = lacking.instead.as_ref().map(|found| paper.sentence(found).to_owned());
                    instead = instead.or(other);
                }
                None => is_found = true,
            }
        }
        if !is_found {
            let shown = numbers::shown(&number, sentence);
            out.push(Objection::NumberNotInSource { number: shown, at: number.range, instead });
        }
    }
    out
}

/// Returns the sentence of a full text that contradicts a claim, from the passages that state what
/// the work found. The abstract `summary` must not agree with the claim.
fn contradicted_in_paper(
    claim: &SentenceContent,
    sentence: &str,
    summary: &str,
    paper: &PassageIndex,
) -> Option<(String, Field)> {
    const MAX_PASSAGES: usize = 6;
    if stance(sentence, summary) == Some(Stance::Agrees) {
        return None;
    }
    let found = paper.find(sentence, MAX_PASSAGES);
    let own: Vec<&str> = found
        .iter()
        .filter(|found| found.share >= MIN_PASSAGE_SHARE && paper.is_own_finding(found))
        .map(|found| paper.sentence(found))
        .collect();
    contradicted(claim, sentence, &own.join("\n"))
}

/// Returns whether the abstract of a record is long enough to compare a sentence with; otherwise
/// the result of [`objections`] is meaningless.
#[must_use]
pub fn is_comparable(record: &Record) -> bool {
    text_of(&ComparedWork::from(record)).is_some()
}

/// Returns the title and the abstract of a work, from its record or else from its full text, if the
/// abstract is long enough to compare with, or there is a full text.
fn text_of(work: &ComparedWork<'_>) -> Option<String> {
    let record = work.record;
    let summary = record.work.summary.as_deref().unwrap_or_default();
    // A part of a guideline is complete however short it is; a short summary elsewhere is a remark
    // of the publisher.
    let least = if guideline::is_part(record) { 1 } else { MIN_SUMMARY_WORDS };
    let is_enough = summary.split_whitespace().take(least).count() >= least;
    let title = record.work.full_title().unwrap_or_default();
    let title = title.trim_end_matches('.');
    if is_enough {
        return Some(format!("{title}.\n{summary}"));
    }
    Some(format!("{title}.\n{}", work.paper?.summary()))
}

fn missing_quote(
    sentence: &str,
    at: &Range<usize>,
    works: &[ComparedWork<'_>],
    texts: &[String],
) -> Option<Objection> {
    let quote = sentence.get(at.clone())?;
    let places: Vec<(usize, Vec<QuotePlace>)> = works
        .iter()
        .enumerate()
        .filter_map(|(number, work)| Some((number, work.paper?.places_of_quote(quote))))
        .filter(|(_, places)| !places.is_empty())
        .collect();
    if let [(number, places)] = places.as_slice() {
        let work = works.get(*number)?;
        let (cited, page) = cited_page::other_page(work.paper?, work.pages, places)?;
        return Some(Objection::QuoteOnOtherPage {
            quote: quote.to_owned(),
            at: at.clone(),
            work: *number,
            cited,
            page,
        });
    }
    if !places.is_empty() || texts.iter().any(|text| find_quote(quote, text).is_some()) {
        return None;
    }
    let in_abstract = || texts.iter().find_map(|text| text.get(nearest(quote, text)?).map(str::to_owned));
    let in_paper = || works.iter().find_map(|work| work.paper?.nearest(quote));
    let near = in_abstract().or_else(in_paper);
    Some(Objection::QuoteNotFound { quote: quote.to_owned(), at: at.clone(), nearest: near })
}

/// Replaces the given ranges of a text by spaces.
fn blanked(text: &str, ranges: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        if let Some(part) = bytes.get_mut(range.clone()) {
            part.fill(b' ');
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Returns the sentence of an abstract that is closest to `claim`, with the share of the content
/// words of `claim` that it has, from 0 to 1.
#[must_use]
pub fn closest(claim: &str, record: &Record) -> Option<(String, f64)> {
    let summary = record.work.summary.as_deref()?;
    let wanted = sentence_content(claim);
    let mut best: Option<(String, f64)> = None;
    for range in sentences(summary) {
        let Some(sentence) = summary.get(range) else { continue };
        let share = wanted.shared(&sentence_content(sentence));
        if share > best.as_ref().map_or(0.0, |(_, known)| *known) {
            best = Some((sentence.to_owned(), share));
        }
    }
    best
}

/// Returns the sentence of a text that makes the same statement with another number of the same
/// kind.
fn same_with_other(claim: &SentenceContent, text: &str, wanted: &numbers::Number) -> Option<String> {
    if claim.content.len() < 3 {
        return None;
    }
    for range in sentences(text) {
        let sentence = text.get(range)?;
        if claim.shared(&sentence_content(sentence)) >= MIN_SAME_SHARE
            && numbers::numbers(sentence).iter().any(|number| wanted.is_of_kind(number))
        {
            return Some(sentence.to_owned());
        }
    }
    None
}

/// Returns whether a sentence of an abstract states a question or an aim, not a finding.
fn is_question(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    sentence.ends_with('?') || WordList::Question.is_in(&lower)
}

/// Returns the sentence of a text that states the claim in the opposite direction, or denies it;
/// `None` if no sentence does, or another sentence agrees with the claim.
#[must_use]
pub fn contradicting(claim: &str, text: &str) -> Option<String> {
    contradicted(&sentence_content(claim), claim, text).map(|(sentence, _)| sentence)
}

/// Returns the stance of a text to a claim; `None` if the claim does not state what affects what.
#[must_use]
pub fn stance(claim: &str, text: &str) -> Option<Stance> {
    Some(effect::EffectClaim::read_all(claim, text).first()?.stance_of(text))
}

/// Returns whether a sentence of an abstract states a finding, by a word for a direction or an
/// association, and not an aim, a method or earlier knowledge.
#[must_use]
pub fn is_finding(sentence: &str) -> bool {
    effect::is_finding(sentence)
}

/// Returns the share of a sentence's words, without function words and words of direction, that a
/// text has, from 0 to 1.
#[must_use]
pub fn shared_content(sentence: &str, text: &str) -> f64 {
    sentence_content(sentence).shared(&sentence_content(text))
}

/// Returns the sentence of a text that contradicts a claim: one that states the opposite effect
/// between the same two things or, if the claim does not state what affects what, one with nearly
/// the same wording.
fn contradicted(read: &SentenceContent, claim: &str, text: &str) -> Option<(String, Field)> {
    let dependence = dependence::contradicted(read, claim, text).map(|sentence| (sentence, Field::Negation));
    let comparison = || {
        let sentence = effect::GroupComparison::read(claim)?.contradicted_by(text)?;
        Some((sentence, Field::Comparator))
    };
    dependence
        .or_else(|| match effect::EffectClaim::read_all(claim, text).as_slice() {
            [] => opposite(read, text).map(|sentence| (sentence, Field::Direction)),
            claims => claims.iter().find_map(|claim| claim.contradicted_by(text)),
        })
        .or_else(comparison)
}

/// Does the work of [`contradicting`] for a claim whose content was already parsed.
fn opposite(claim: &SentenceContent, text: &str) -> Option<String> {
    let direction = claim.direction?;
    if claim.content.len() < MIN_CONTENT_WORDS {
        return None;
    }
    let mut found = None;
    for range in sentences(text) {
        let sentence = text.get(range)?;
        let whole = sentence_content(sentence);
        if claim.shared(&whole) < MIN_SAME_SHARE || is_question(sentence) {
            continue;
        }
        // A sentence may deny something in one clause and state it in another.
        let clause = clauses(sentence)
            .into_iter()
            .map(sentence_content)
            .find(|clause| claim.shared(clause) >= MIN_SAME_SHARE);
        let other = match clause {
            Some(clause) => clause,
            None if whole.denials == 0 && claim.denials == 0 => whole,
            None => continue,
        };
        let Some(said) = other.direction else { continue };
        let same_way = (said == direction) == (claim.denied == other.denied);
        if same_way {
            return None;
        }
        found.get_or_insert_with(|| sentence.to_owned());
    }
    found
}

#[cfg(test)]
mod tests;
