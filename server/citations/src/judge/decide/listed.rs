//! Finds retractions that only a table of retracted works records.

use super::super::answers::{Gathered, records};
use super::super::compare::ClaimedWork;
use super::candidates::Candidate;
use super::notices::is_notice;
use crate::ListedRetraction;
use referee_bibliography::Identifier;
use referee_records::services::all;
use referee_records::{NoticeKind, Record};

/// Beginnings of titles that announce something about another work. Citing an announcement is
/// legitimate.
const ANNOUNCEMENTS: [&str; 16] = [
    "retraction:",
    "retraction notice",
    "retraction note",
    "retraction statement",
    "retraction of ",
    "retraction to ",
    "notice of retraction",
    "statement of retraction",
    "withdrawal:",
    "withdrawal notice",
    "notice of withdrawal",
    "expression of concern",
    "erratum",
    "corrigendum",
    "correction to ",
    "retractación",
];

/// Returns the retraction of the work of a reference if a table lists it and no source has a notice
/// of it. `None` if the listed identifier may belong to another work, or the reference is to an
/// announcement.
pub(super) fn listed_retraction(
    claim: &ClaimedWork<'_>,
    best: Option<&Candidate<'_>>,
    is_misidentified: bool,
    candidates: &[Candidate<'_>],
    gathered: &Gathered,
) -> Option<ListedRetraction> {
    let listed = gathered.listed.iter().find(|listed| match best {
        // If the record has a different identifier of the same kind, the one in the reference was
        // copied wrongly.
        Some(best) => {
            let own = &best.record.work.identifiers;
            let identifier = &listed.identifier;
            own.iter().any(|other| other == identifier)
                || (claims(claim, identifier) && !own.iter().any(|other| is_same_kind(other, identifier)))
        }
        None => !is_misidentified && claims(claim, &listed.identifier),
    })?;
    let identifier = &listed.identifier;
    let same_work = || candidates.iter().filter(|candidate| candidate.same_work).map(|one| one.record);
    let named = || records_under(gathered, identifier).map(|(_, record)| record);
    let is_about_another =
        named().chain(same_work()).any(|record| is_notice(record) || announces(record.work.title.as_deref()));
    let is_decided = named().chain(same_work()).flat_map(|record| &record.notices).any(|notice| {
        matches!(
            notice.kind,
            NoticeKind::Retraction | NoticeKind::Withdrawal | NoticeKind::Removal | NoticeKind::Reinstatement
        )
    });
    if is_about_another || is_decided || announces(claim.work.title.as_deref()) {
        return None;
    }
    let mut denied_by: Vec<String> = records_under(gathered, identifier)
        .map(|(source, _)| source)
        .filter(|source| all().iter().any(|service| service.name == *source && service.states_notices))
        .map(str::to_owned)
        .collect();
    denied_by.dedup();
    Some(ListedRetraction {
        identifier: identifier.clone(),
        as_of: listed.as_of,
        source: listed.source,
        denied_by,
    })
}

fn claims(claim: &ClaimedWork<'_>, identifier: &Identifier) -> bool {
    claim.work.identifiers.iter().any(|own| own == identifier)
}

/// Returns the records of all sources with an identifier, each with the name of its source.
fn records_under<'a>(
    gathered: &'a Gathered,
    identifier: &'a Identifier,
) -> impl Iterator<Item = (&'a str, &'a Record)> {
    gathered.answers.iter().flat_map(move |answered| {
        let looked = answered.by_identifier.iter().flat_map(|looked| records(&looked.answer));
        let all = looked.chain(answered.like.iter().flat_map(records)).chain(&answered.followed);
        let under = all.filter(move |record| record.work.identifiers.iter().any(|own| own == identifier));
        under.map(|record| (answered.source.as_str(), record.as_ref()))
    })
}

fn is_same_kind(a: &Identifier, b: &Identifier) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b)
}

/// Returns whether a title is that of an announcement about another work.
fn announces(title: Option<&str>) -> bool {
    let title = title.unwrap_or_default().trim_start_matches(['[', '(', '*', ' ']).to_lowercase();
    ANNOUNCEMENTS.iter().any(|beginning| title.starts_with(beginning))
}
