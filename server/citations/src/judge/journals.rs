//! Whether two names mean one journal or one conference.
//!
//! Journals are cited by their name, by the abbreviation of ISO 4 or of the NLM, by an acronym; conferences with
//! or without their year, ordinal, sponsor and place. Abbreviations are worked out word by word; only what no
//! rule leads to is in `data/venues.tsv`.

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

/// How the venues of a reference and of a record are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VenueMatch {
    /// One of the two names none, or names something that is no venue.
    Unknown,
    /// The same venue.
    Same,
    /// Cited as a preprint; the record is of a publication.
    CitedAsPreprint,
    /// Cited as published at a venue; the record is of a preprint.
    RecordedAsPreprint,
    /// The same name but for a slip of the pen in one word, where nothing else speaks for another venue.
    Misspelt,
    /// Two names that share what tells them from others; whether they are one venue, no rule says.
    Akin,
    /// Two venues.
    Different,
    /// The record names a book series, in which the venue of the reference may be: its volume is not known.
    InSeries,
    /// The record is of a chapter of a book series, and the reference names a journal, or a conference with proceedings
    /// of its own.
    OutsideSeries,
}

impl VenueMatch {
    /// Whether the venues may be two.
    pub(super) fn is_other(self) -> bool {
        matches!(self, VenueMatch::Akin | VenueMatch::Different | VenueMatch::OutsideSeries)
    }
}

/// The venue of a reference, read for comparison once.
pub(super) struct ClaimedVenue {
    venues: Vec<VenueName>,
}

impl ClaimedVenue {
    pub(super) fn read(work: &Work) -> ClaimedVenue {
        ClaimedVenue { venues: venues(work) }
    }
}

/// Compares where a reference says that the work appeared with where a record says so.
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
    // A publisher in the field for the journal.
    let publisher = |name: &VenueName, work: &Work| {
        work.publisher.as_deref().is_some_and(|publisher| fold::title(publisher) == name.folded)
    };
    if left.iter().any(|name| publisher(name, recorded)) || right.iter().any(|name| publisher(name, claimed))
    {
        return VenueMatch::Unknown;
    }
    // One database files the paper under the series in which the proceedings appear, the other under the conference.
    let in_series = |names: &[VenueName]| names.iter().any(|name| is_series_of_proceedings(&name.folded));
    if in_series(left) != in_series(&right) && completes_a_series(left, &right) {
        return VenueMatch::Unknown;
    }
    // What stands in the table of names under another name is known to be another venue.
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

/// How the venues are related where one side names a book series; `None` where that decides nothing.
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
    // A journal is no volume of a series.
    let is_journal = recorded.kind == WorkKind::Article && right.iter().all(|name| !name.conference);
    Some(if is_journal { VenueMatch::Different } else { VenueMatch::Unknown })
}

/// Whether a catalogue has both journals under one number, whatever they are called. The number of a series of
/// proceedings is that of many conferences and says nothing about one.
fn share_journal_id(claimed: &Work, recorded: &Work) -> bool {
    let is_journal = |work: &Work| matches!(work.kind, WorkKind::Article | WorkKind::Unknown);
    is_journal(claimed)
        && is_journal(recorded)
        && claimed.journal_ids.iter().any(|number| recorded.journal_ids.contains(number))
}

/// Whether the one of the two that is no series of proceedings is a conference, or a volume with a number.
fn completes_a_series(left: &[VenueName], right: &[VenueName]) -> bool {
    left.iter().chain(right).any(|name| name.conference && !is_series_of_proceedings(&name.folded))
}

/// Whether the venue of a reference is one whose names are known here.
pub(super) fn is_known(venue: &ClaimedVenue) -> bool {
    venue.venues.iter().any(|name| alias(name).is_some() || conference(name).is_some())
}

/// Whether `name` is a name of the venue of a record.
pub(super) fn is_venue_of(name: &str, recorded: &Work) -> bool {
    VenueName::read(name).is_some_and(|venue| any(&[venue], &venues(recorded), same))
}

fn any(left: &[VenueName], right: &[VenueName], related: fn(&VenueName, &VenueName) -> bool) -> bool {
    left.iter().any(|a| right.iter().any(|b| related(a, b)))
}
