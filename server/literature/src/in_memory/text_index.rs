//! Searches for evidence: records about a subject.

use crate::candidates::hash;
use referee_bibliography::Subject;
use referee_records::record::Record;
use referee_text::stem;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The term-frequency saturation parameter k1 of Okapi BM25.
const BM25_K1: f32 = 1.2;

/// The length-normalisation parameter b of Okapi BM25.
const BM25_B: f32 = 0.6;

/// An index of the words of titles, abstracts and subjects, ranked by BM25 (Robertson and Zaragoza,
/// 2009).
#[derive(Debug, Default)]
pub(super) struct TextIndex {
    /// The records with each root and its frequency; a word of the title counts twice.
    postings: FxHashMap<u64, Vec<(u32, u16)>>,
    lengths: Vec<f32>,
    average: f32,
}

impl TextIndex {
    pub(super) fn of(records: &[Arc<Record>]) -> Self {
        let mut index = TextIndex::default();
        let mut counts: FxHashMap<u64, u16> = FxHashMap::default();
        for (number, record) in records.iter().enumerate() {
            let Ok(number) = u32::try_from(number) else { break };
            let mut length = 0_u32;
            let mut count = |text: &str, weight: u16| {
                for root in stem::roots(text) {
                    let count = counts.entry(hash(&root)).or_default();
                    *count = count.saturating_add(weight);
                    length = length.saturating_add(u32::from(weight));
                }
            };
            count(&record.work.full_title().unwrap_or_default(), 2);
            count(record.work.summary.as_deref().unwrap_or_default(), 1);
            for subject in &record.subjects {
                count(Subject::read(subject).name, 1);
            }
            for (word, count) in counts.drain() {
                index.postings.entry(word).or_default().push((number, count));
            }
            #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
            index.lengths.push(length as f32);
        }
        #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
        let all = index.lengths.len().max(1) as f32;
        index.average = (index.lengths.iter().sum::<f32>() / all).max(1.0);
        index
    }

    /// Returns the best records, with their scores.
    pub(super) fn best(&self, text: &str, limit: usize) -> Vec<(f32, u32)> {
        let mut words: Vec<u64> = stem::roots(text).iter().map(|root| hash(root)).collect();
        words.sort_unstable();
        words.dedup();
        let mut scores: FxHashMap<u32, f32> = FxHashMap::default();
        for word in words {
            let Some(postings) = self.postings.get(&word) else { continue };
            #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
            let (all, found) = (self.lengths.len() as f32, postings.len() as f32);
            let rarity = (1.0 + (all - found + 0.5) / (found + 0.5)).ln();
            for (number, count) in postings {
                let length = self.lengths.get(*number as usize).copied().unwrap_or(self.average);
                let count = f32::from(*count);
                let damp = BM25_K1 * (1.0 - BM25_B + BM25_B * length / self.average);
                *scores.entry(*number).or_default() += rarity * count * (BM25_K1 + 1.0) / (count + damp);
            }
        }
        let mut scored: Vec<(f32, u32)> = scores.into_iter().map(|(number, score)| (score, number)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        scored.truncate(limit);
        scored
    }
}
