//! Searches a full text for the numbers of a sentence.
//!
//! A paper has thousands of numbers, and nearly every small one occurs somewhere. So a number
//! counts as found if it is in the passages that the sentence is about, in any form; in a table or
//! a caption; or elsewhere, with the same digits and unit.

use super::numbers::{Number, missing_of, numbers, significant};
use super::passages::{FoundPassage, PassageIndex};
use referee_records::PassagePart;

/// The number of passages that are read for a sentence.
const MAX_PASSAGES: usize = 8;

/// The minimum share of the sentence that such a passage contains.
const MIN_SHARE: f64 = 0.3;

/// The minimum share of the sentence in a passage that states the same with another number.
const MIN_SAME_SHARE: f64 = 0.75;

/// The minimum share of a passage that is as close as the closest one, as a part of its share.
const MIN_AS_CLOSE: f64 = 0.9;

/// A number of a sentence that a full text lacks.
#[derive(Debug)]
pub(super) struct LackingNumber {
    pub(super) number: Number,
    /// The passage that states the same with another number of the same kind.
    pub(super) instead: Option<FoundPassage>,
}

/// Returns the numbers of a sentence that a full text lacks.
pub(super) fn lacking(sentence: &str, paper: &PassageIndex) -> Vec<LackingNumber> {
    let wanted = significant(sentence);
    if wanted.is_empty() {
        return Vec::new();
    }
    // The numbers themselves may be wrong.
    let words: String = sentence.chars().map(|c| if c.is_ascii_digit() { ' ' } else { c }).collect();
    let found = paper.find(&words, MAX_PASSAGES);
    let related: Vec<&FoundPassage> = found.iter().filter(|passage| passage.share >= MIN_SHARE).collect();
    let same = related.first().filter(|passage| passage.share >= MIN_SAME_SHARE).copied();
    let windows = |least: f64| -> Vec<&str> {
        related.iter().filter(|passage| passage.share >= least).map(|passage| paper.window(passage)).collect()
    };
    let is_in = |number: &Number, texts: &[&str]| missing_of(vec![number.clone()], texts).is_empty();
    wanted
        .iter()
        .filter_map(|number| {
            let replaced = same.filter(|passage| {
                !is_in(number, &[paper.window(passage)])
                    && has_another(number, &wanted, paper.sentence(passage))
            });
            // If a passage states the same with another number, only passages that are as close
            // may have this one.
            let least = replaced.map_or(0.0, |passage| passage.share * MIN_AS_CLOSE);
            if is_in(number, &windows(least)) || is_elsewhere(number, paper, replaced.is_some()) {
                return None;
            }
            Some(LackingNumber { number: number.clone(), instead: replaced.cloned() })
        })
        .collect()
}

/// Returns whether a text has a number of the same kind that the sentence does not have.
fn has_another(number: &Number, wanted: &[Number], text: &str) -> bool {
    numbers(text)
        .iter()
        .any(|other| number.is_like(other) && !wanted.iter().any(|wanted| wanted.is_same(other, false)))
}

/// Returns whether the number is anywhere in the paper with the same digits: in a table or caption;
/// in the text if it has the same unit or enough digits. If a passage states the same with another
/// number, only a distinctive number counts.
fn is_elsewhere(number: &Number, paper: &PassageIndex, is_replaced: bool) -> bool {
    if is_replaced && !number.is_distinctive() {
        return false;
    }
    let passages = paper.full_text().passages.iter().enumerate();
    for (index, passage) in passages {
        let is_table = matches!(passage.part, PassagePart::Table | PassagePart::Caption);
        let there = paper.numbers_of(index);
        let is_there = there.iter().any(|other| {
            number.is_same(other, is_table)
                && (is_table || number.is_distinctive() || number.is_of_kind(other) || number.percent)
        });
        let is_share = is_table && !is_replaced && number.percent && {
            let totals = || there.iter().filter(|total| total.is_total(&passage.text));
            there.iter().any(|part| totals().any(|total| number.is_share_of(part, total)))
        };
        if is_there || is_share {
            return true;
        }
    }
    false
}
