//! Merges notices of several sources about one work, and collects what notices announce about other
//! works.

use super::source_rank::rank;
use crate::keys;
use crate::record::{Notice, NoticeKind, Record, RelationKind};
use referee_bibliography::{Date, Identifier};
use std::mem::discriminant;

/// Adds a notice; if it is known, updates its date, identifiers and reason.
pub fn add_notice(notices: &mut Vec<Notice>, notice: Notice) {
    let Some(known) = notices.iter_mut().find(|known| one_notice(known, &notice)) else {
        notices.push(notice);
        return;
    };
    // Keep the more precise date.
    if known
        .date
        .is_none_or(|date| date.month.is_none() && notice.date.is_some_and(|other| other.month.is_some()))
    {
        known.date = notice.date.or(known.date);
    }
    for identifier in notice.identifiers {
        if !known.identifiers.contains(&identifier) {
            known.identifiers.push(identifier);
        }
    }
    if known.reason.is_none() {
        known.reason = notice.reason;
    }
}

/// Whether two sources report the same announcement. A work is retracted once but may be corrected
/// often.
fn one_notice(left: &Notice, right: &Notice) -> bool {
    if left.kind != right.kind {
        return false;
    }
    let shared = left.identifiers.iter().any(|identifier| right.identifiers.contains(identifier));
    if shared {
        return true;
    }
    let contradicted = left.identifiers.iter().any(|identifier| {
        right.identifiers.iter().any(|other| discriminant(other) == discriminant(identifier))
    });
    if contradicted {
        return false;
    }
    let often = left.kind == NoticeKind::Correction;
    match (left.date, right.date) {
        (Some(left), Some(right)) => {
            left.year == right.year
                && (!often || left.month.is_none() || right.month.is_none() || left.month == right.month)
        }
        _ => !often || (left.identifiers.is_empty() && right.identifiers.is_empty()),
    }
}

/// Returns what `record` announces about other works if it is a retraction, an erratum or similar.
#[must_use]
pub fn announcements(record: &Record) -> Vec<(Identifier, Notice)> {
    let about: Vec<&Identifier> = record
        .relations
        .iter()
        .filter(|relation| relation.kind == RelationKind::NoticeAbout)
        .map(|relation| &relation.identifier)
        .collect();
    if about.is_empty() {
        return Vec::new();
    }
    let Some(kind) = record.types.iter().find_map(|name| announced_by(name)) else {
        return Vec::new();
    };
    let notice = Notice {
        kind,
        date: record.work.date.or(record.work.online_date),
        identifiers: record
            .work
            .identifiers
            .iter()
            .filter(|identifier| matches!(identifier, Identifier::Doi(_) | Identifier::Pmid(_)))
            .cloned()
            .collect(),
        source: record.source.clone(),
        reason: None,
    };
    about.into_iter().map(|identifier| (identifier.clone(), notice.clone())).collect()
}

/// Returns what `record` announces about the work with the exact key `key`; see
/// [`keys::exact_key`].
pub fn announcements_about(record: &Record, key: &str) -> impl Iterator<Item = Notice> {
    let about = announcements(record).into_iter();
    about.filter(move |(identifier, _)| keys::exact_key(identifier) == key).map(|(_, notice)| notice)
}

/// Returns the publication type of notices of this kind, in PubMed's spelling if PubMed has it.
#[must_use]
pub fn type_of_notice(kind: NoticeKind) -> &'static str {
    match kind {
        NoticeKind::Retraction => "Retraction of Publication",
        NoticeKind::Correction => "Published Erratum",
        NoticeKind::Concern => "Expression of Concern",
        NoticeKind::Withdrawal => "Withdrawal Notice",
        NoticeKind::Removal => "Removal Notice",
        NoticeKind::Reinstatement => "Reinstatement Notice",
    }
}

/// Returns what a publication of this type announces about another work.
fn announced_by(publication_type: &str) -> Option<NoticeKind> {
    use NoticeKind::{Concern, Correction, Reinstatement, Removal, Retraction, Withdrawal};
    let kinds = [Retraction, Correction, Concern, Withdrawal, Removal, Reinstatement];
    kinds.into_iter().find(|kind| type_of_notice(*kind) == publication_type)
}

/// Adds announcements of others and sorts the notices.
///
/// The result does not depend on the order of `announced`.
pub fn announce(notices: &mut Vec<Notice>, mut announced: Vec<Notice>) {
    if announced.is_empty() {
        return;
    }
    announced.sort_by_cached_key(|notice| {
        let identifiers: Vec<String> = notice.identifiers.iter().map(ToString::to_string).collect();
        (rank(&notice.source), notice.date.is_none(), notice.date, notice.kind, identifiers)
    });
    for notice in announced {
        add_notice(notices, notice);
    }
    in_order(notices);
}

/// Sorts notices by date; those without a date come last.
pub(super) fn in_order(notices: &mut [Notice]) {
    notices.sort_by_key(|notice| notice.date.unwrap_or(Date { year: i32::MAX, month: None, day: None }));
}
