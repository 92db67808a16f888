//! References and verdicts in the format `referee.check/1`, which docs/json.md describes.

use crate::{Judgement, Outcome, Reference, Verdict};
use referee_records::services::would_cover;
use referee_records::{Notice, NoticeKind, SourceError};
use serde::Serialize;
use std::collections::BTreeMap;

/// A reference with its verdict, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedReference<'a> {
    /// The key of the reference, `[n]` for an item of a list, the identifier for a bare one.
    pub key: &'a str,
    /// The word of the verdict.
    pub verdict: &'static str,
    /// The kinds of the notices about the work, in the order of the record.
    pub notices: Vec<&'static str>,
    /// The fields in which the reference and the record differ.
    pub differences: Vec<&'static str>,
    /// The source that did not answer whether the work was withdrawn, with the reason: `arxiv:
    /// busy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawal_unchecked: Option<String>,
    /// The sources that were asked.
    pub sources: Vec<ConsultedSource<'a>>,
    /// The record that the reference was compared with.
    pub record: Option<RecordSummary>,
    /// Where to look up a work that no source covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_cover: Option<&'static str>,
}

/// The contribution of one source.
#[derive(Clone, Debug, Serialize)]
pub struct ConsultedSource<'a> {
    /// The name of the source.
    pub name: &'a str,
    /// The outcome of asking it.
    pub outcome: Outcome,
}

/// The fields that identify a record.
#[derive(Clone, Debug, Serialize)]
pub struct RecordSummary {
    /// The DOI.
    pub doi: Option<String>,
    /// The PMID.
    pub pmid: Option<String>,
    /// The title with the subtitle.
    pub title: Option<String>,
    /// The year of publication.
    pub year: Option<i32>,
}

impl<'a> JudgedReference<'a> {
    /// Combines a reference with its judgement; without a judgement the verdict is *unchecked*.
    #[must_use]
    pub fn of(reference: &'a Reference, judgement: Option<&'a Judgement>) -> Self {
        let differences = judgement.map_or(&[][..], |judgement| &judgement.differences);
        let mut differences: Vec<&str> = differences.iter().map(|difference| difference.field).collect();
        differences.dedup();
        let consulted = judgement.map_or(&[][..], |judgement| &judgement.consulted);
        let is_uncovered = verdict_of(judgement) == Verdict::Uncovered;
        JudgedReference {
            would_cover: is_uncovered.then(|| would_cover(reference.work.kind).english),
            key: &reference.label,
            verdict: verdict_of(judgement).as_str(),
            notices: notices(judgement.map_or(&[][..], |judgement| &judgement.notices)),
            differences,
            withdrawal_unchecked: judgement
                .and_then(|judgement| judgement.withdrawal_unchecked.as_ref())
                .map(|(source, why)| format!("{source}: {}", why.slug())),
            sources: consulted
                .iter()
                .map(|source| ConsultedSource { name: &source.name, outcome: source.outcome })
                .collect(),
            record: judgement.and_then(|judgement| judgement.record.as_ref()).map(|record| RecordSummary {
                doi: record.work.identifiers.doi().map(str::to_owned),
                pmid: record.work.identifiers.pmid().map(|number| number.to_string()),
                title: record.work.full_title(),
                year: record.work.year(),
            }),
        }
    }
}

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
