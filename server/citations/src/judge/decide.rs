//! Decides the verdict about one reference from everything that was gathered about it.

mod answer_summary;
mod candidates;
mod differences;
mod listed;
mod notices;
mod published;

use super::answers::{Gathered, Unasked, records};
use super::compare::{ClaimedWork, FoundBy, SearchCompleteness};
use super::identifiers;
use crate::{Consulted, Judgement, Outcome, Verdict, Weight};
use answer_summary::{AnswerSummary, unanswered_because};
use candidates::{
    Candidate, best_candidate, candidates, is_contradicted_by_register, is_same_record, misidentified,
    with_abstract,
};
use differences::differences;
use listed::listed_retraction;
use notices::notices;
use published::published;
use referee_bibliography::{Identifier, Work};
use referee_records::services::{is_number_of_acm, is_service};
use referee_records::{Answer, Coverage, Record, SourceError};
use std::sync::Arc;

/// Judges `work` by what was gathered. Pure: the same arguments give the same judgement.
#[must_use]
pub fn judge(work: &Work, gathered: &Gathered) -> Judgement {
    decide(&ClaimedWork::read(work), gathered)
}

/// Does the work of [`judge`] for a reference that was already parsed.
pub(super) fn decide(claim: &ClaimedWork<'_>, gathered: &Gathered) -> Judgement {
    let summary = AnswerSummary::of(gathered);
    let candidates = candidates(claim, gathered, summary.completeness);
    let best = best_candidate(&candidates);
    let misidentified = misidentified(&candidates, best);

    let mut judgement = Judgement {
        verdict: Verdict::Unchecked,
        record: best.map(|candidate| candidate.record.clone()),
        with_abstract: best.and_then(|best| with_abstract(best, &candidates)).cloned(),
        other: misidentified.map(|(identifier, record)| (identifier.clone(), record.clone())),
        notices: best.map(|best| notices(best, &candidates, gathered)).unwrap_or_default(),
        published: best.and_then(|best| published(claim, best, &candidates, gathered)).cloned(),
        differences: best
            .map(|best| differences(claim, best, &candidates, gathered, summary))
            .unwrap_or_default(),
        consulted: consulted(gathered, &candidates),
        page: gathered.page.clone(),
        unregistered: Vec::new(),
        unchecked_because: None,
        withdrawal_unchecked: best.and_then(|_| {
            gathered
                .answers
                .iter()
                .find_map(|answered| Some((answered.source.clone(), answered.withdrawal_unanswered?)))
        }),
        listed_retraction: listed_retraction(claim, best, misidentified.is_some(), &candidates, gathered),
    };
    if let Some(listed) = judgement.listed_retraction.as_ref().filter(|listed| listed.denied_by.is_empty()) {
        judgement.notices.push(listed.notice());
    }
    let serious = judgement.differences.iter().any(|difference| difference.weight == Weight::Serious);
    // An incomplete answer can verify but not accuse: a source that did not answer, or was not
    // asked yet, may hold the version that is meant. An identifier that the library alone decides
    // needs no service, whether that is down or was never asked; a service that is down does not weaken that of a
    // register whose record has nothing in common with the reference.
    let by_library = |found: FoundBy| found == FoundBy::Identifier && is_accused_by_library(claim, gathered);
    let accused_by = match misidentified {
        Some((_, record)) => candidates.iter().find(|candidate| std::ptr::eq(candidate.record, record)),
        None => best,
    };
    let by_register = |found: FoundBy| {
        found == FoundBy::Identifier
            && accused_by.is_some_and(|accuser| is_contradicted_by_register(accuser, gathered))
    };
    let doubt = |found: FoundBy| match (summary.unanswered, summary.unasked) {
        _ if by_library(found) => None,
        (_, unasked) if unasked != Unasked::Identifiers && by_register(found) => None,
        (Some(why), _) => Some(why),
        (None, Unasked::Identifiers) => Some(SourceError::NotAsked),
        (None, Unasked::Descriptions) if found == FoundBy::Likeness => Some(SourceError::NotAsked),
        _ => None,
    };
    judgement.verdict = match best {
        _ if judgement.other.is_some() => match doubt(FoundBy::Identifier) {
            None => Verdict::Misidentified,
            Some(why) => judgement.withhold(why),
        },
        Some(best) if serious => match doubt(best.found()) {
            None => Verdict::Differs,
            Some(why) => {
                if best.found() == FoundBy::Likeness {
                    judgement.record = None;
                }
                judgement.withhold(why)
            }
        },
        Some(_) if judgement.differences.iter().all(|difference| difference.weight == Weight::Hint) => {
            Verdict::Verified
        }
        Some(_) => Verdict::Differs,
        None => without_record(claim, gathered, summary, &mut judgement),
    };
    if judgement.verdict == Verdict::NotFound {
        judgement.unregistered = unregistered(claim.work, gathered);
    }
    judgement
}

/// Returns whether the sources on this machine, by themselves, find another work or serious
/// differences under the identifiers of a reference.
fn is_accused_by_library(claim: &ClaimedWork<'_>, gathered: &Gathered) -> bool {
    let local = gathered.without_services();
    let summary = AnswerSummary::of(&local);
    if summary.unanswered.is_some() {
        return false;
    }
    let candidates = candidates(claim, &local, summary.completeness);
    let best = best_candidate(&candidates);
    if misidentified(&candidates, best).is_some() {
        return true;
    }
    best.filter(|best| best.found() == FoundBy::Identifier).is_some_and(|best| {
        let differences = differences(claim, best, &candidates, &local, summary);
        differences.iter().any(|difference| difference.weight == Weight::Serious)
    })
}

impl Judgement {
    /// Removes what would accuse the reference and records why it is unchecked.
    fn withhold(&mut self, why: SourceError) -> Verdict {
        self.unchecked_because = Some(why);
        self.differences.clear();
        self.other = None;
        Verdict::Unchecked
    }
}

fn consulted(gathered: &Gathered, candidates: &[Candidate<'_>]) -> Vec<Consulted> {
    gathered
        .answers
        .iter()
        .map(|answered| {
            let all = || answered.by_identifier.iter().map(|looked| &looked.answer).chain(&answered.like);
            let has = |record: &Arc<Record>| {
                candidates
                    .iter()
                    .any(|candidate| candidate.same_work && is_same_record(candidate.record, record))
            };
            let why = unanswered_because(answered)
                .or(answered.page_unanswered)
                .or(answered.withdrawal_unanswered)
                .or(answered.unneeded);
            let outcome = if all().flat_map(records).chain(&answered.followed).any(has) {
                Outcome::Match
            } else {
                match why {
                    // The source was not asked, so it did not fail.
                    Some(
                        SourceError::NotAsked
                        | SourceError::Offline
                        | SourceError::Private
                        | SourceError::OwnLimit
                        | SourceError::Unlogged,
                    ) => Outcome::Skipped,
                    Some(_) => Outcome::Error,
                    None if all().next().is_none() => Outcome::Skipped,
                    None => Outcome::NoMatch,
                }
            };
            Consulted { name: answered.source.clone(), outcome, why }
        })
        .collect()
}

/// Returns the verdict if no record is the work.
fn without_record(
    claim: &ClaimedWork<'_>,
    gathered: &Gathered,
    summary: AnswerSummary,
    judgement: &mut Judgement,
) -> Verdict {
    if gathered.answers.is_empty() {
        return Verdict::Unchecked;
    }
    let identified = claim.work.identifiers.iter().any(identifiers::is_of_one_work);
    if !claim.has_title() && !identified && claim.work.identifiers.is_empty() {
        // The reference has too little to distinguish one work from another.
        return Verdict::Unchecked;
    }
    let doubt = summary.undecided.or((summary.unasked != Unasked::Nothing).then_some(SourceError::NotAsked));
    let unregistered = is_unregistered(claim.work, gathered);
    match summary.completeness {
        SearchCompleteness::Uncovered if !unregistered => Verdict::Uncovered,
        _ if doubt.is_some() => {
            judgement.unchecked_because = doubt;
            Verdict::Unchecked
        }
        // An identifier that is not registered belongs to no work of any kind.
        _ if unregistered => Verdict::NotFound,
        // A bare identifier: its absence counts only in a source that knows all identifiers of its
        // kind.
        SearchCompleteness::Complete if claim.has_title() => Verdict::NotFound,
        _ => Verdict::Unchecked,
    }
}

/// Returns the identifiers of a reference that are unknown to the online service that registers
/// their kind and to every other source, each with the name of that service. A library on this
/// machine is not a register: it may be older than the identifier.
fn unregistered(work: &Work, gathered: &Gathered) -> Vec<(Identifier, String)> {
    let denies = |identifier: &Identifier| {
        let looked = || {
            gathered.answers.iter().flat_map(|answered| {
                let own = answered.by_identifier.iter().filter(|looked| looked.identifier == *identifier);
                own.map(|looked| (&answered.source, looked))
            })
        };
        let is_empty = |answer: &Answer| matches!(answer, Answer::Records(records) if records.is_empty());
        if looked().any(|(_, looked)| !records(&looked.answer).is_empty()) {
            return None;
        }
        let mut registers = looked().filter(|(source, looked)| {
            is_service(source) && looked.coverage == Coverage::Complete && is_empty(&looked.answer)
        });
        Some((identifier.clone(), registers.next()?.0.clone()))
    };
    work.identifiers.iter().filter_map(denies).collect()
}

/// Returns whether none of the identifiers of a reference exists: a source that lists all
/// identifiers of their kind answered that it lacks them, and no other source has a record under
/// them or failed to answer.
fn is_unregistered(work: &Work, gathered: &Gathered) -> bool {
    let looked = |identifier: &Identifier| {
        let identifier = identifier.canonical();
        gathered
            .answers
            .iter()
            .flat_map(|answered| &answered.by_identifier)
            .filter(move |looked| looked.identifier.canonical() == identifier)
    };
    let missing = |identifier: &Identifier| {
        looked(identifier).any(|looked| looked.coverage == Coverage::Complete)
            && looked(identifier)
                .all(|looked| matches!(&looked.answer, Answer::Records(records) if records.is_empty()))
    };
    // No register has ACM's own numbers, even if the settings call a library complete.
    let mut registered = work
        .identifiers
        .iter()
        .filter(|identifier| !matches!(identifier, Identifier::Doi(doi) if is_number_of_acm(doi)))
        .peekable();
    registered.peek().is_some() && registered.all(missing)
}
