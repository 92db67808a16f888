//! Finds the differences between a reference and the record of its work, using the answers of all
//! sources.

use super::super::answers::{Gathered, JournalStatus, Unasked, records};
use super::super::compare::{ClaimedWork, is_one_publication};
use super::super::identifiers;
use super::super::journals::{self, VenueMatch};
use super::super::titles::TitleMatch;
use super::answer_summary::AnswerSummary;
use super::candidates::{Candidate, share_identifier};
use crate::{Difference, Weight};
use referee_bibliography::{Identifier, Work};
use referee_records::services::is_number_of_acm;
use referee_records::{Answer, Coverage};

/// Returns the differences between the reference and the best record. A field that agrees with
/// another record of the same publication does not differ: sources abbreviate, transliterate and
/// date in their own ways.
pub(super) fn differences(
    claim: &ClaimedWork<'_>,
    best: &Candidate<'_>,
    candidates: &[Candidate<'_>],
    gathered: &Gathered,
    summary: AnswerSummary,
) -> Vec<Difference> {
    let others = || {
        candidates.iter().filter(|other| {
            other.same_work
                && !std::ptr::eq(*other, best)
                && is_one_publication(other.record, best.record)
                && share_identifier(other.record, best.record)
        })
    };
    let mut out: Vec<Difference> = best
        .differences
        .iter()
        .filter(|difference| !others().any(|other| agrees_in(other, difference.field)))
        .cloned()
        .collect();
    // One source may leave out subtitles; another may give the full title without this one.
    let states_title = |other: &Candidate<'_>| {
        other.comparison.title == Some(TitleMatch::Extended)
            && other.differences.iter().any(|own| own.field == "title" && own.weight == Weight::Serious)
    };
    if best.comparison.title == Some(TitleMatch::Extended) && others().any(states_title) {
        let title = out.iter_mut().filter(|difference| difference.field == "title");
        title.for_each(|difference| difference.weight = Weight::Serious);
    }
    // A name that no source knows is that of a series, a translation or a slip; volume and page
    // lead a reader to the work.
    if gathered.journal == JournalStatus::Unknown && best.comparison.is_right_but_for_journal() {
        for difference in out.iter_mut().filter(|difference| difference.field == "journal") {
            difference.weight = difference.weight.min(Weight::Slight);
        }
    }
    out.extend(identifier_differences(claim.work, best, candidates, gathered, summary));
    out
}

/// Returns whether a record has the field and agrees in it.
fn agrees_in(candidate: &Candidate<'_>, field: &str) -> bool {
    let comparison = &candidate.comparison;
    match field {
        "title" => comparison.title == Some(TitleMatch::Same),
        "authors" => comparison.authors.known && comparison.authors.weight.is_none(),
        "year" => comparison.year.is_some_and(|year| year.distance == 0),
        "journal" => comparison.venue == VenueMatch::Same,
        "volume" => comparison.volume == Some(true),
        "pages" => {
            comparison.page == Some(true)
                && !candidate.differences.iter().any(|difference| difference.field == "pages")
        }
        _ => false,
    }
}

/// Returns the identifiers of the reference that the record lacks and that lead to no record.
fn identifier_differences(
    work: &Work,
    best: &Candidate<'_>,
    candidates: &[Candidate<'_>],
    gathered: &Gathered,
    summary: AnswerSummary,
) -> Vec<Difference> {
    let mut out: Vec<Difference> = Vec::new();
    let recorded = &best.record.work;
    for identifier in work.identifiers.iter().filter(|identifier| identifiers::is_of_one_work(identifier)) {
        let leads_somewhere = candidates.iter().any(|candidate| candidate.identifiers.contains(&identifier));
        if leads_somewhere || identifiers::bears(recorded, identifier) {
            continue;
        }
        let own = identifiers::counterpart(recorded, identifier);
        let Some(weight) = unknown_identifier_weight(identifier, own, best, gathered, summary) else {
            continue;
        };
        out.push(Difference {
            field: identifiers::field(identifier),
            claimed: identifiers::value(identifier),
            recorded: own.map(identifiers::value).unwrap_or_default(),
            weight,
            authors: Vec::new(),
        });
    }
    out
}

/// Returns how serious it is that no source knows an identifier of the reference; `own` is the
/// record's identifier of the same kind.
fn unknown_identifier_weight(
    identifier: &Identifier,
    own: Option<&Identifier>,
    best: &Candidate<'_>,
    gathered: &Gathered,
    summary: AnswerSummary,
) -> Option<Weight> {
    // "10.1371/journal.pone.0012345.g001" is the DOI of a figure of the work.
    if let (Identifier::Doi(doi), Some(Identifier::Doi(own))) = (identifier, own)
        && doi.strip_prefix(own.as_str()).is_some_and(|rest| rest.starts_with(['.', '/']))
    {
        return None;
    }
    // No register has ACM's own numbers: `citation/malformed-identifier` reports them.
    if matches!(identifier, Identifier::Doi(doi) if is_number_of_acm(doi)) {
        return None;
    }
    let looked = || {
        gathered
            .answers
            .iter()
            .flat_map(|answered| &answered.by_identifier)
            .filter(|looked| looked.identifier == *identifier)
    };
    // The identifier exists, although no source describes its work.
    if looked().any(|looked| !records(&looked.answer).is_empty()) {
        return None;
    }
    let answered = looked().all(|looked| matches!(looked.answer, Answer::Records(_)));
    if answered
        && summary.unasked != Unasked::Identifiers
        && summary.unanswered.is_none()
        && looked().any(|looked| looked.coverage == Coverage::Complete)
    {
        return Some(Weight::Serious);
    }
    if !answered {
        return None;
    }
    match identifier {
        // A work has one PMID; it may have several DOIs: of its preprint, its versions, its
        // reprints.
        Identifier::Pmid(_) | Identifier::Pmcid(_) => own.map(|_| Weight::Serious),
        Identifier::Doi(doi) => {
            own?;
            let version = journals::is_preprint_doi(doi) || best.comparison.recorded_preprint;
            let placed = best.comparison.venue == VenueMatch::Same
                && (best.comparison.volume == Some(true) || best.comparison.page == Some(true));
            (!version).then_some(if placed { Weight::Serious } else { Weight::Slight })
        }
        _ => None,
    }
}
