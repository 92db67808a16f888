//! What was announced about a work by all sources together: retractions, concerns, corrections.

use super::super::answers::Gathered;
use super::candidates::{Candidate, share_identifier};
use referee_records::{Notice, NoticeKind, Record, RelationKind};
use std::sync::Arc;

/// What was announced about the work and still stands, by any source.
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
    // A record under an identifier of the work is the work, however it is described there.
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

/// Whether a record is itself the announcement: citing that is legitimate.
pub(super) fn is_notice(record: &Record) -> bool {
    record.relations.iter().any(|relation| relation.kind == RelationKind::NoticeAbout)
        || record.types.iter().any(|kind| {
            ["retraction of publication", "published erratum", "expression of concern", "retraction notice"]
                .contains(&kind.to_ascii_lowercase().as_str())
        })
}

/// Whether two sources announce one event.
fn is_one_event(a: &Notice, b: &Notice) -> bool {
    a.kind == b.kind
        && (a == b
            || a.identifiers.iter().any(|identifier| b.identifiers.contains(identifier))
            || a.date.is_none()
            || b.date.is_none()
            || a.date == b.date
            || a.kind == NoticeKind::Retraction)
}

/// Leaves out what a later reinstatement took back, and the reinstatement; tells each event once.
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
