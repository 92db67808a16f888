//! Whether two names mean one journal or one conference.
//!
//! Journals are cited by their name, by the abbreviation of ISO 4 or of the NLM, by an acronym; conferences with
//! or without their year, ordinal, sponsor and place. Abbreviations are worked out word by word; only what no
//! rule leads to is in `data/venues.tsv`.

mod equivalence;
mod preprints;
mod venue_name;
mod vocabulary;

pub(super) use preprints::{is_preprint, is_preprint_doi, preprint_server};

use equivalence::{alias, are_akin, is_other_part, misspelt, same};
use referee_bibliography::{Work, WorkKind};
use referee_text::fold;
use venue_name::{VenueName, venues};
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
}

impl VenueMatch {
    /// Whether the venues may be two.
    pub(super) fn is_other(self) -> bool {
        matches!(self, VenueMatch::Akin | VenueMatch::Different)
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
    let right = venues(recorded);
    if left.is_empty() || right.is_empty() {
        return VenueMatch::Unknown;
    }
    if any(left, &right, same) {
        return VenueMatch::Same;
    }
    // A publisher in the field for the journal.
    let publisher = |name: &VenueName, work: &Work| {
        work.publisher.as_deref().is_some_and(|publisher| fold::title(publisher) == name.folded)
    };
    if left.iter().any(|name| publisher(name, recorded)) || right.iter().any(|name| publisher(name, claimed))
    {
        return VenueMatch::Unknown;
    }
    if confused(left, &right) || confused(&right, left) {
        return VenueMatch::Unknown;
    }
    // One database files the paper under the series in which the proceedings appear, the other under the conference.
    let in_series = |names: &[VenueName]| names.iter().any(|name| is_series_of_proceedings(&name.folded));
    if in_series(left) != in_series(&right) && completes_a_series(left, &right) {
        return VenueMatch::Unknown;
    }
    // What stands in the table of names under another name is known to be another venue.
    let known = |names: &[VenueName]| names.iter().any(|name| alias(name).is_some());
    if any(left, &right, misspelt) {
        VenueMatch::Misspelt
    } else if any(left, &right, are_akin) && !any(left, &right, is_other_part) && !known(left) {
        VenueMatch::Akin
    } else {
        VenueMatch::Different
    }
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
    venue.venues.iter().any(|name| alias(name).is_some())
}

/// Whether `name` is a name of the venue of a record.
pub(super) fn is_venue_of(name: &str, recorded: &Work) -> bool {
    VenueName::read(name).is_some_and(|venue| any(&[venue], &venues(recorded), same))
}

fn any(left: &[VenueName], right: &[VenueName], related: fn(&VenueName, &VenueName) -> bool) -> bool {
    left.iter().any(|a| right.iter().any(|b| related(a, b)))
}

/// The proceedings of these conferences appear in the Proceedings of Machine Learning Research, which began as
/// a series of the Journal of Machine Learning Research: indexes file them under either.
fn confused(series: &[VenueName], conference: &[VenueName]) -> bool {
    const SIMILAR_ACRONYMS: &[&str] =
        &["icml", "aistats", "colt", "uai", "acml", "alt", "corl", "mlhc", "clear", "automl", "chil", "midl"];
    let in_series = series.iter().any(|name| name.folded.contains("machine learning research"));
    in_series
        && conference.iter().any(|name| {
            let line = alias(name);
            SIMILAR_ACRONYMS.iter().any(|acronym| {
                name.core.iter().any(|word| word == acronym)
                    || (line.is_some() && VenueName::read(acronym).and_then(|venue| alias(&venue)) == line)
            })
        })
}
