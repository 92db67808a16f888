//! Decides whether a venue can be in a book series. A work appears in one volume of a series, so
//! the name of the series says little about the venue.

use super::book_series::{Series, guests};
use super::conferences::{conference, has_own_proceedings};
use super::equivalence::alias;
use super::venue_name::VenueName;
use super::vocabulary::{is_common, is_journal_word};
use crate::judge::tables::rows;
use referee_bibliography::{Work, WorkKind};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Returns whether the venues of a reference cannot be those of a work in these series: they are
/// conferences with separate proceedings, or one is a journal.
pub(super) fn is_outside(claimed: &Work, names: &[&VenueName], series: &[Series]) -> bool {
    let known: Vec<_> = names.iter().filter_map(|name| conference(name)).collect();
    if !known.is_empty() {
        return known.iter().all(|conference| {
            has_own_proceedings(*conference) && series.iter().all(|series| !hosts(*series, *conference))
        });
    }
    matches!(claimed.kind, WorkKind::Article | WorkKind::Unknown)
        && names.iter().all(|name| !name.conference || name.acronym)
        && names.iter().any(|name| is_journal(name))
}

fn hosts(series: Series, own: usize) -> bool {
    match guests(series) {
        "-" => false,
        "*" => true,
        list => list
            .split(',')
            .filter_map(|name| VenueName::read(&name.to_ascii_uppercase()))
            .any(|name| conference(&name) == Some(own)),
    }
}

/// Returns whether a name is that of a known journal, or has a word that is common for journals and
/// rare in book titles.
fn is_journal(name: &VenueName) -> bool {
    alias(name).is_some()
        || JOURNALS.contains(name.folded.as_str())
        || name.words.iter().any(|word| is_journal_word(word))
            && name.words.iter().any(|word| !is_common(word))
}

/// The folded titles of widely cited journals that contain no typical word for a journal.
static JOURNALS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| rows(include_str!("../../../data/journals.txt")).map(|(_, name)| name).collect());
