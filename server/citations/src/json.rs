//! The words for verdicts, notices and silent sources in the format `referee.check/1`, which docs/json.md describes.

use crate::{Judgement, Verdict};
use referee_records::{Notice, NoticeKind, SourceError};
use std::collections::BTreeMap;

/// Returns the verdict of a reference; *unchecked* if it was not judged.
#[must_use]
pub fn verdict_of(judgement: Option<&Judgement>) -> Verdict {
    judgement.map_or(Verdict::Unchecked, |judgement| judgement.verdict)
}

/// Returns the words for notices, in their order; leaves out reinstatements and merges adjacent
/// duplicates.
#[must_use]
pub fn notices(all: &[Notice]) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = all
        .iter()
        .filter_map(|notice| match notice.kind {
            NoticeKind::Retraction => Some("retraction"),
            NoticeKind::Concern => Some("concern"),
            NoticeKind::Correction => Some("correction"),
            NoticeKind::Withdrawal => Some("withdrawal"),
            NoticeKind::Removal => Some("removal"),
            NoticeKind::Reinstatement => None,
        })
        .collect();
    kinds.dedup();
    kinds
}

/// Returns the sources that did not answer whether works were withdrawn, each with its reason and
/// the number of works it affects, the largest number first.
#[must_use]
pub fn withdrawals_unchecked<'a>(
    judgements: impl IntoIterator<Item = &'a Judgement>,
) -> Vec<(String, SourceError, usize)> {
    let mut all: BTreeMap<(&str, SourceError), usize> = BTreeMap::new();
    for (source, why) in
        judgements.into_iter().filter_map(|judgement| judgement.withdrawal_unchecked.as_ref())
    {
        *all.entry((source, *why)).or_default() += 1;
    }
    by_count(all)
}

/// Returns the sources whose missing answers left references unchecked, each with its reason and
/// the number of references it affects, the largest number first.
#[must_use]
pub fn silent_sources<'a>(
    judgements: impl IntoIterator<Item = &'a Judgement>,
) -> Vec<(String, SourceError, usize)> {
    silent_about(Verdict::Unchecked, judgements)
}

/// Returns the sources that did not answer about references with this verdict, each with its reason
/// and the number of references it affects, the largest number first.
#[must_use]
pub fn silent_about<'a>(
    verdict: Verdict,
    judgements: impl IntoIterator<Item = &'a Judgement>,
) -> Vec<(String, SourceError, usize)> {
    let mut all: BTreeMap<(&str, SourceError), usize> = BTreeMap::new();
    for judgement in judgements {
        if judgement.verdict != verdict {
            continue;
        }
        for consulted in &judgement.consulted {
            let Some(why) = consulted.why else { continue };
            if !matches!(why, SourceError::NotAsked | SourceError::Offline) {
                *all.entry((&consulted.name, why)).or_default() += 1;
            }
        }
    }
    by_count(all)
}

fn by_count(counts: BTreeMap<(&str, SourceError), usize>) -> Vec<(String, SourceError, usize)> {
    let mut all: Vec<_> =
        counts.into_iter().map(|((name, why), count)| (name.to_owned(), why, count)).collect();
    all.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
    all
}
