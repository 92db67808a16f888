//! Decides whether two venues are one journal or one conference.
//!
//! Journals are cited by their full title, by their ISO 4 or NLM abbreviation, or by an acronym;
//! conferences with or without their year, ordinal, sponsor and place. Abbreviations are matched
//! word by word; `data/venues.tsv` has only the forms that no rule covers.

mod book_series;
mod conferences;
mod equivalence;
mod preprints;
mod series;
mod venue_forms;
mod venue_name;
mod vocabulary;

pub(crate) use preprints::is_preprint;
pub(super) use preprints::{is_preprint_doi, preprint_server};

use book_series::Series;
use conferences::{by_doi, conference, publishes};
use equivalence::{alias, are_akin, is_other_part, misspelt, same};
use referee_bibliography::{Work, WorkKind};
use referee_text::fold;
use series::is_outside;
use venue_forms::venues;
use venue_name::VenueName;
use vocabulary::is_series_of_proceedings;

/// The relation between the venues of a reference and of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VenueMatch {
    /// One of the two lacks a venue, or has something else in its place.
    Unknown,
    /// They have the same venue.
    Same,
    /// The reference cites a preprint; the record describes a publication.
    CitedAsPreprint,
    /// The reference cites a publication at a venue; the record describes a preprint.
    RecordedAsPreprint,
    /// The venues differ by a typing error in one word, and nothing else suggests that they are
    /// different.
    Misspelt,
    /// The venues share their distinctive words; no rule decides whether they are one.
    Akin,
    /// They have different venues.
    Different,
    /// The record has a book series, which may contain the venue of the reference: the volume is
    /// not known.
    InSeries,
    /// The record describes a chapter of a book series, and the reference cites a journal, or a
    /// conference with separate proceedings.
    OutsideSeries,
}

impl VenueMatch {
    /// Returns whether the venues may be different.
    pub(super) fn is_other(self) -> bool {
        matches!(self, VenueMatch::Akin | VenueMatch::Different | VenueMatch::OutsideSeries)
    }
}

/// The venue of a reference, parsed once for all comparisons.
pub(super) struct ClaimedVenue {
    venues: Vec<VenueName>,
}

impl ClaimedVenue {
    pub(super) fn read(work: &Work) -> ClaimedVenue {
        ClaimedVenue { venues: venues(work) }
    }
}

/// Compares the venue of a reference with the venue of a record.
pub(super) fn relate(claimed: &Work, venue: &ClaimedVenue, recorded: &Work) -> VenueMatch {
    let left = &venue.venues;
    match (is_preprint(claimed), is_preprint(recorded)) {
        (true, true) => return VenueMatch::Same,
        (true, false) => return VenueMatch::CitedAsPreprint,
        (false, true) if !left.is_empty() => return VenueMatch::RecordedAsPreprint,
        _ => {}
    }
    if share_journal_id(claimed, recorded) {
        return VenueMatch::Same;
    }
    let mut right = venues(recorded);
    if left.is_empty() || right.is_empty() {
        return VenueMatch::Unknown;
    }
    right.extend(by_doi(recorded));
    if any(left, &right, same) || any(left, &right, publishes) || any(&right, left, publishes) {
        return VenueMatch::Same;
    }
    if let Some(related) = in_series(claimed, left, recorded, &right) {
        return related;
    }
    // The reference or record has the publisher in the field for the journal.
    let publisher = |name: &VenueName, work: &Work| {
        work.publisher.as_deref().is_some_and(|publisher| fold::title(publisher) == name.folded)
    };
    if left.iter().any(|name| publisher(name, recorded)) || right.iter().any(|name| publisher(name, claimed))
    {
        return VenueMatch::Unknown;
    }
    // One database files the paper under the series of the proceedings, the other under the
    // conference.
    let in_series = |names: &[VenueName]| names.iter().any(|name| is_series_of_proceedings(&name.folded));
    if in_series(left) != in_series(&right) && completes_a_series(left, &right) {
        return VenueMatch::Unknown;
    }
    // A name that the tables list under another venue is known to be another venue.
    let known =
        |names: &[VenueName]| names.iter().any(|name| alias(name).is_some() || conference(name).is_some());
    if any(left, &right, misspelt) {
        VenueMatch::Misspelt
    } else if any(left, &right, are_akin) && !any(left, &right, is_other_part) && !known(left) {
        VenueMatch::Akin
    } else {
        VenueMatch::Different
    }
}

/// Returns the relation of the venues if one side has a book series; `None` if that decides
/// nothing.
fn in_series(claimed: &Work, left: &[VenueName], recorded: &Work, right: &[VenueName]) -> Option<VenueMatch> {
    let part = |names: &'_ [VenueName]| -> (Vec<Series>, usize) {
        (
            names.iter().filter_map(|name| name.series).collect(),
            names.iter().filter(|name| name.series.is_none()).count(),
        )
    };
    let ((claimed_series, claimed_names), (recorded_series, recorded_names)) = (part(left), part(right));
    if !recorded_series.is_empty() {
        let named: Vec<&VenueName> = left.iter().filter(|name| name.series.is_none()).collect();
        if claimed_series.is_empty() && is_outside(claimed, &named, &recorded_series) {
            return Some(VenueMatch::OutsideSeries);
        }
        return (recorded_names == 0 || claimed_names == 0).then_some(VenueMatch::InSeries);
    }
    if claimed_series.is_empty() || claimed_names > 0 {
        return None;
    }
    // A journal is not a volume of a series.
    let is_journal = recorded.kind == WorkKind::Article && right.iter().all(|name| !name.conference);
    Some(if is_journal { VenueMatch::Different } else { VenueMatch::Unknown })
}

/// Returns whether a catalogue has both journals under one number, however they are called. The
/// number of a series of proceedings covers many conferences and identifies none of them.
fn share_journal_id(claimed: &Work, recorded: &Work) -> bool {
    let is_journal = |work: &Work| matches!(work.kind, WorkKind::Article | WorkKind::Unknown);
    is_journal(claimed)
        && is_journal(recorded)
        && claimed.journal_ids.iter().any(|number| recorded.journal_ids.contains(number))
}

/// Returns whether one of the venues, apart from series of proceedings, is a conference.
fn completes_a_series(left: &[VenueName], right: &[VenueName]) -> bool {
    left.iter().chain(right).any(|name| name.conference && !is_series_of_proceedings(&name.folded))
}

/// Returns whether the venue of a reference is in the tables of venues.
pub(super) fn is_known(venue: &ClaimedVenue) -> bool {
    venue.venues.iter().any(|name| alias(name).is_some() || conference(name).is_some())
}

/// Returns whether `name` is a name of the venue of a record.
pub(super) fn is_venue_of(name: &str, recorded: &Work) -> bool {
    VenueName::read(name).is_some_and(|venue| any(&[venue], &venues(recorded), same))
}

fn any(left: &[VenueName], right: &[VenueName], related: fn(&VenueName, &VenueName) -> bool) -> bool {
    left.iter().any(|a| right.iter().any(|b| related(a, b)))
}
