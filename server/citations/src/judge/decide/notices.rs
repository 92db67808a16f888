//! Combines the notices of all sources about a work: retractions, concerns, corrections.

use super::super::answers::Gathered;
use super::candidates::{Candidate, share_identifier};
use referee_records::{Notice, NoticeKind, Record, RelationKind};
use std::sync::Arc;

/// Returns the notices about the work, from any source, that are still in force.
pub(super) fn notices(
    best: &Candidate<'_>,
    candidates: &[Candidate<'_>],
    gathered: &Gathered,
) -> Vec<Notice> {
    if is_notice(best.record) {
        return Vec::new();
    }
    let mut all: Vec<Notice> = best.record.notices.clone();
    let alike = candidates
        .iter()
        .filter(|other| other.same_work && share_identifier(other.record, best.record))
        .map(|other| other.record);
    // A record under an identifier of the work is the work, whatever its description.
    let followed = gathered.answers.iter().flat_map(|answered| &answered.followed);
    let named = followed.map(Arc::as_ref).filter(|record| share_identifier(record, best.record));
    for record in alike.chain(named).filter(|record| !is_notice(record)) {
        for notice in &record.notices {
            if !all.iter().any(|known| is_one_event(known, notice)) {
                all.push(notice.clone());
            }
        }
    }
    notices_in_force(all)
}

/// Returns whether a record is itself an announcement; citing one is legitimate.
pub(super) fn is_notice(record: &Record) -> bool {
    record.relations.iter().any(|relation| relation.kind == RelationKind::NoticeAbout)
        || record.types.iter().any(|kind| {
            ["retraction of publication", "published erratum", "expression of concern", "retraction notice"]
                .contains(&kind.to_ascii_lowercase().as_str())
        })
}

/// Returns whether two notices announce the same event.
fn is_one_event(a: &Notice, b: &Notice) -> bool {
    a.kind == b.kind
        && (a == b
            || a.identifiers.iter().any(|identifier| b.identifiers.contains(identifier))
            || a.date.is_none()
            || b.date.is_none()
            || a.date == b.date
            || a.kind == NoticeKind::Retraction)
}

/// Removes notices that a later reinstatement revoked, the reinstatement itself, and duplicates of
/// one event.
fn notices_in_force(mut notices: Vec<Notice>) -> Vec<Notice> {
    notices.sort_by_key(|notice| notice.date);
    let reinstated = notices
        .iter()
        .filter(|notice| notice.kind == NoticeKind::Reinstatement)
        .map(|notice| notice.date)
        .max();
    let mut out: Vec<Notice> = Vec::new();
    for notice in notices {
        let taken_back = match (reinstated, notice.kind) {
            (_, NoticeKind::Reinstatement) => true,
            (
                Some(date),
                NoticeKind::Retraction | NoticeKind::Withdrawal | NoticeKind::Removal | NoticeKind::Concern,
            ) => date.is_none() || notice.date <= date,
            _ => false,
        };
        if !taken_back && !out.iter().any(|known| is_one_event(known, &notice)) {
            out.push(notice);
        }
    }
    out
}
