//! Finds the publication of a work that is cited as a preprint.

use super::super::answers::Gathered;
use super::super::compare::ClaimedWork;
use super::super::identifiers;
use super::candidates::Candidate;
use referee_bibliography::{Work, WorkKind};
use referee_records::{Record, RelationKind};
use std::sync::Arc;

/// Returns the published version of a work that is cited as a preprint.
pub(super) fn published<'a>(
    claim: &ClaimedWork<'_>,
    best: &Candidate<'a>,
    candidates: &[Candidate<'a>],
    gathered: &'a Gathered,
) -> Option<&'a Record> {
    // The minimum score in Crossref's matching of preprints and articles.
    const MIN_SCORE: f64 = 0.85;
    let cited_as_preprint =
        claim.preprint || (claim.work.container.is_none() && best.comparison.recorded_preprint);
    if !cited_as_preprint {
        return None;
    }
    if !best.comparison.recorded_preprint {
        return is_publication(&best.record.work).then_some(best.record);
    }
    let links = || best.record.relations.iter().filter(|relation| relation.kind == RelationKind::PublishedAs);
    let everything = gathered
        .answers
        .iter()
        .flat_map(|answered| &answered.related)
        .map(Arc::as_ref)
        .chain(candidates.iter().map(|candidate| candidate.record));
    for record in everything {
        if links().any(|link| identifiers::bears(&record.work, &link.identifier)) {
            return Some(record);
        }
    }
    candidates
        .iter()
        .find(|candidate| {
            let comparison = &candidate.comparison;
            is_publication(&candidate.record.work)
                && !comparison.recorded_preprint
                && comparison.title.is_some_and(|title| title.is_of_one_work())
                && comparison.authors.agree()
                && comparison.authors.first
                && comparison.score >= MIN_SCORE
                && comparison.year.is_none_or(|year| (-3..=1).contains(&year.distance))
        })
        .map(|candidate| candidate.record)
}

fn is_publication(work: &Work) -> bool {
    matches!(work.kind, WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Chapter)
        && work.container.is_some()
}
