//! Collects the records that may be the work of a reference, and chooses the best one.

use super::super::answers::{Gathered, is_described, records};
use super::super::compare::{ClaimedWork, Comparison, FoundBy, SearchCompleteness, is_one_publication};
use super::super::{identifiers, trials};
use crate::{Difference, Weight};
use referee_bibliography::{Identifier, WorkKind};
use referee_records::{Record, RelationKind, Service};
use std::sync::Arc;

/// A record that may be the work.
pub(super) struct Candidate<'a> {
    pub(super) record: &'a Record,
    /// The identifiers of the reference that led to the record.
    pub(super) identifiers: Vec<&'a Identifier>,
    pub(super) comparison: Comparison,
    pub(super) same_work: bool,
    pub(super) differences: Vec<Difference>,
}

impl Candidate<'_> {
    pub(super) fn found(&self) -> FoundBy {
        if self.identifiers.is_empty() { FoundBy::Likeness } else { FoundBy::Identifier }
    }

    pub(super) fn serious(&self) -> usize {
        self.differences.iter().filter(|difference| difference.weight == Weight::Serious).count()
    }
}

pub(super) fn candidates<'a>(
    claim: &ClaimedWork<'_>,
    gathered: &'a Gathered,
    completeness: SearchCompleteness,
) -> Vec<Candidate<'a>> {
    let mut found: Vec<(&Arc<Record>, Vec<&Identifier>)> = Vec::new();
    for answered in &gathered.answers {
        for looked in &answered.by_identifier {
            for record in records(&looked.answer) {
                match found.iter_mut().find(|(known, _)| is_same_record(known, record)) {
                    Some((_, identifiers)) => identifiers.push(&looked.identifier),
                    None => found.push((record, vec![&looked.identifier])),
                }
            }
        }
        for record in answered.like.iter().flat_map(records).chain(&answered.followed) {
            if !found.iter().any(|(known, _)| is_same_record(known, record)) {
                found.push((record, Vec::new()));
            }
        }
    }
    found
        .into_iter()
        // A record that only confirms that an identifier exists cannot be compared with a
        // description.
        .filter(|(record, _)| is_described(record) || !claim.has_title())
        .filter_map(|(record, identifiers)| {
            if record.work.kind == WorkKind::Trial {
                return trial_candidate(claim, record, identifiers);
            }
            let how = if identifiers.is_empty() { FoundBy::Likeness } else { FoundBy::Identifier };
            let comparison = claim.compare(record, how)?;
            let same_work = comparison.is_same_work(claim, how, completeness);
            let differences = comparison.differences(claim, record, how, completeness);
            Some(Candidate { record, identifiers, comparison, same_work, differences })
        })
        .collect()
}

/// Returns whether two records are the same or equal.
pub(super) fn is_same_record(a: &Record, b: &Record) -> bool {
    std::ptr::eq(a, b) || a == b
}

/// Returns the candidate for a trial whose registration number the reference has. If the reference
/// is an article, the registration is a candidate only if it belongs to another trial.
fn trial_candidate<'a>(
    claim: &ClaimedWork<'_>,
    record: &'a Arc<Record>,
    identifiers: Vec<&'a Identifier>,
) -> Option<Candidate<'a>> {
    let other = trials::is_other(claim.work, record);
    if !other && !trials::is_cited(claim.work) && claim.has_title() {
        return None;
    }
    let comparison = claim.compare(record, FoundBy::Identifier)?;
    Some(Candidate { record, identifiers, comparison, same_work: !other, differences: Vec::new() })
}

/// Returns the record of the work that the reference means: among the records of the work, the one
/// with the fewest serious differences, then the closest title, then one found by an identifier,
/// then the highest score.
pub(super) fn best_candidate<'c, 'a>(candidates: &'c [Candidate<'a>]) -> Option<&'c Candidate<'a>> {
    let best = most_alike(candidates)?;
    // Two works begin on the same page: without a title, the reference may mean either.
    let is_placed = |candidate: &Candidate<'_>| {
        candidate.comparison.title.is_none() && candidate.found() == FoundBy::Likeness
    };
    let is_ambiguous = is_placed(best)
        && candidates.iter().any(|other| {
            other.same_work && is_placed(other) && !is_one_publication(best.record, other.record)
        });
    (!is_ambiguous).then_some(best)
}

fn most_alike<'c, 'a>(candidates: &'c [Candidate<'a>]) -> Option<&'c Candidate<'a>> {
    candidates.iter().filter(|candidate| candidate.same_work).min_by(|a, b| {
        let key = |candidate: &Candidate<'_>| {
            (
                candidate.serious(),
                candidate.comparison.title,
                candidate.identifiers.is_empty(),
                candidate.differences.len(),
            )
        };
        key(a).cmp(&key(b)).then_with(|| b.comparison.score.total_cmp(&a.comparison.score))
    })
}

/// Returns the identifier of the reference that belongs to another work than the one meant, with
/// the record of that work.
pub(super) fn misidentified<'a>(
    candidates: &[Candidate<'a>],
    best: Option<&Candidate<'a>>,
) -> Option<(&'a Identifier, &'a Record)> {
    candidates
        .iter()
        .filter(|candidate| {
            !best.is_some_and(|best| std::ptr::eq(*candidate, best) || is_version(candidate, best))
        })
        .find_map(|candidate| {
            let identifier = candidate.identifiers.iter().find(|identifier| {
                identifiers::is_of_one_work(identifier)
                    || (candidate.record.work.kind == WorkKind::Trial && !candidate.same_work)
            })?;
            // Another source assigns the identifier to the work that is meant.
            let is_said_otherwise = !candidate.same_work
                && (best.is_some_and(|best| identifiers::bears(&best.record.work, identifier))
                    || candidates
                        .iter()
                        .any(|other| other.same_work && other.identifiers.contains(identifier)));
            if is_said_otherwise {
                return None;
            }
            let other = match best {
                _ if !candidate.same_work => true,
                // Two publications with the same title and authors: the identifier belongs to the
                // other one.
                Some(best) => {
                    !is_one_publication(candidate.record, best.record)
                        && candidate.serious() > 0
                        && best.serious() == 0
                }
                None => false,
            };
            other.then_some((*identifier, candidate.record))
        })
}

/// Returns whether the register of an identifier has the record under it, and the authors and, if
/// the record is of another work, title and place all contradict the reference. Sources that did
/// not answer cannot change that.
pub(super) fn is_contradicted_by_register(candidate: &Candidate<'_>, gathered: &Gathered) -> bool {
    let is_register = |source: &str, identifier: &Identifier| {
        let registers: &[Service] = match identifier {
            Identifier::Doi(_) => &[Service::Crossref, Service::DataCite],
            Identifier::Pmid(_) => &[Service::PubMed],
            Identifier::Pmcid(_) => &[Service::EuropePmc],
            Identifier::Arxiv(..) => &[Service::Arxiv, Service::DataCite],
            Identifier::Trial(_) | Identifier::Isbn(_) => &[],
        };
        Service::is_among(source, registers)
    };
    let is_registered = gathered.answers.iter().any(|answered| {
        answered.by_identifier.iter().any(|looked| {
            is_register(&answered.source, &looked.identifier)
                && records(&looked.answer).iter().any(|record| is_same_record(record, candidate.record))
        })
    });
    is_registered && candidate.comparison.contradicts(candidate.same_work)
}

/// Returns whether a record is a version of the work that is meant: its preprint or its article.
/// Citing one of them under the identifier of the other misleads no reader.
fn is_version(candidate: &Candidate<'_>, best: &Candidate<'_>) -> bool {
    let linked = |a: &Record, b: &Record| {
        a.relations.iter().any(|relation| {
            matches!(
                relation.kind,
                RelationKind::PublishedAs | RelationKind::HasPreprint | RelationKind::RepublishedAs
            ) && identifiers::bears(&b.work, &relation.identifier)
        })
    };
    let close = candidate.comparison.authors.agree()
        && candidate.comparison.title.is_none_or(|title| title.is_of_one_work());
    linked(candidate.record, best.record)
        || linked(best.record, candidate.record)
        || (close && (candidate.comparison.recorded_preprint || best.comparison.recorded_preprint))
}

/// Returns whether two records share an identifier that belongs to one work only.
pub(super) fn share_identifier(a: &Record, b: &Record) -> bool {
    a.work
        .identifiers
        .iter()
        .any(|identifier| identifiers::is_of_one_work(identifier) && identifiers::bears(&b.work, identifier))
}

/// Returns the first record with an abstract that another source gives for the best one's identifier; `None` if the
/// best record has an abstract.
pub(super) fn with_abstract<'a>(best: &Candidate<'a>, candidates: &[Candidate<'a>]) -> Option<&'a Record> {
    if best.record.work.summary.is_some() {
        return None;
    }
    let is_of_best = |other: &&Candidate<'a>| {
        other.same_work
            && other.record.work.summary.is_some()
            && share_identifier(best.record, other.record)
            && is_one_publication(best.record, other.record)
    };
    candidates.iter().find(is_of_best).map(|candidate| candidate.record)
}
