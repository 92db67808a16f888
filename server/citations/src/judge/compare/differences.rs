//! Finds the differences between a reference and one record of its work, with their weights.

use super::super::dates::YearComparison;
use super::super::journals::{self, VenueMatch};
use super::super::names;
use super::super::titles::TitleMatch;
use super::{ClaimedWork, Comparison, FoundBy, SearchCompleteness, kinds_differ, names_of};
use crate::{Difference, Weight};
use referee_bibliography::{Name, Work, WorkKind};
use referee_records::{Record, Service};

/// The maximum number of years between publication online and in print.
const MAX_YEARS_TO_PRINT: i32 = 2;

impl Comparison {
    /// Returns the differences between the reference and the record, except those of identifiers.
    pub(in crate::judge) fn differences(
        &self,
        claim: &ClaimedWork<'_>,
        record: &Record,
        found: FoundBy,
        completeness: SearchCompleteness,
    ) -> Vec<Difference> {
        let (claimed, recorded) = (claim.work, &record.work);
        let mut out = Vec::new();
        let mut add = |field: &'static str,
                       weight: Option<Weight>,
                       claimed: Option<String>,
                       recorded: Option<String>| {
            if let Some(weight) = weight {
                out.push(Difference {
                    field,
                    claimed: claimed.unwrap_or_default(),
                    recorded: recorded.unwrap_or_default(),
                    weight,
                    authors: Vec::new(),
                });
            }
        };
        let anchored = found == FoundBy::Identifier || self.is_placed();
        add("title", self.title_weight(claim, record, anchored), claimed.full_title(), recorded.full_title());
        let authors = self.authors.weight.filter(|_| !self.host);
        add("authors", authors, Some(list(names_of(claimed))), Some(list(names_of(recorded))));
        // Without a venue, the reference may mean the earlier preprint.
        let early =
            claimed.container.is_none() && self.year.is_some_and(|year| (-3..0).contains(&year.distance));
        let year = self.year.and_then(YearComparison::weight).filter(|_| !self.host);
        // Some journals print an article years after they publish it online, and a source may know
        // only the earlier date.
        let printed_later = self.year.is_some_and(|year| year.distance == MAX_YEARS_TO_PRINT)
            && claimed.volume.is_some()
            && recorded.kind != WorkKind::ConferencePaper
            && self.venue == VenueMatch::Same
            && self.title == Some(TitleMatch::Same)
            && self.authors.known
            && self.authors.weight.is_none();
        let year = if early || printed_later { year.map(|weight| weight.min(Weight::Slight)) } else { year };
        add(
            "year",
            year,
            claimed.year().map(|year| year.to_string()),
            recorded.year().map(|year| year.to_string()),
        );
        add(
            "journal",
            self.venue_weight(claimed, recorded, found, completeness),
            claimed.container.clone(),
            recorded.container.clone().or_else(|| journals::preprint_server(recorded)),
        );
        let one_version =
            self.venue != VenueMatch::CitedAsPreprint && self.venue != VenueMatch::RecordedAsPreprint;
        let is_elsewhere = self.is_elsewhere() || self.is_elsewhere_in_series(found);
        let place = if is_elsewhere { Weight::Serious } else { Weight::Slight };
        let volume = (one_version && self.volume == Some(false)).then_some(place);
        add("volume", volume, claimed.volume.clone(), recorded.volume.clone());
        let page = (one_version && self.page == Some(false)).then_some(place);
        let last = (one_version && self.last_page).then_some(Weight::Slight);
        add("pages", page.or(last), claimed.pages.clone(), recorded.pages.clone());
        for difference in out.iter_mut().filter(|difference| difference.field == "authors") {
            difference.authors.clone_from(&self.authors.changes);
        }
        out
    }

    /// Returns whether title, authors and year agree with this work.
    pub(super) fn is_otherwise_right(&self) -> bool {
        self.title.is_none_or(TitleMatch::is_same)
            && self.authors.weight != Some(Weight::Serious)
            && self.year.is_none_or(YearComparison::is_near)
    }

    fn title_weight(&self, claim: &ClaimedWork<'_>, record: &Record, anchored: bool) -> Option<Weight> {
        let loose = matches!(
            claim.work.kind,
            WorkKind::Software | WorkKind::Dataset | WorkKind::WebPage | WorkKind::Other
        );
        match self.title? {
            TitleMatch::Same | TitleMatch::Part => None,
            _ if self.host => None,
            // A plural is a slip if an identifier or a page confirms the work. If there is only the
            // title, it has to be exact.
            TitleMatch::Slip => Some(if anchored { Weight::Slight } else { Weight::Serious }),
            TitleMatch::Different if self.translated && self.coordinates() >= 2 => Some(Weight::Slight),
            _ if loose && self.authors.agree() => Some(Weight::Slight),
            // Another version, and a source that leaves out subtitles, may lack this one.
            TitleMatch::Extended
                if !states_full_titles(record) || claim.preprint != self.recorded_preprint =>
            {
                Some(Weight::Slight)
            }
            _ => Some(Weight::Serious),
        }
    }

    fn venue_weight(
        &self,
        claimed: &Work,
        recorded: &Work,
        found: FoundBy,
        completeness: SearchCompleteness,
    ) -> Option<Weight> {
        match self.venue {
            VenueMatch::Unknown | VenueMatch::Same | VenueMatch::CitedAsPreprint | VenueMatch::InSeries => {
                None
            }
            _ if self.host => None,
            // The identifier determines the publication; the name of a series does not excuse
            // another venue.
            VenueMatch::OutsideSeries => {
                Some(if found == FoundBy::Identifier || completeness == SearchCompleteness::Complete {
                    Weight::Serious
                } else {
                    Weight::Slight
                })
            }
            // A complete source would have the published version; any other source may lack it.
            VenueMatch::RecordedAsPreprint if completeness == SearchCompleteness::Complete => {
                Some(Weight::Serious)
            }
            // Nothing links this venue with the work: its name is not in the tables either, or the
            // DOI of the reference leads to the preprint.
            VenueMatch::RecordedAsPreprint => {
                let leads_to_preprint = claimed.identifiers.doi().is_some_and(journals::is_preprint_doi);
                let is_doubtful = !self.known_venue || leads_to_preprint;
                (is_doubtful && completeness == SearchCompleteness::Searched).then_some(Weight::Slight)
            }
            VenueMatch::Misspelt if self.page == Some(true) && self.volume == Some(true) => {
                Some(Weight::Slight)
            }
            VenueMatch::Different | VenueMatch::Akin | VenueMatch::Misspelt
                if !is_periodical(claimed) || !is_periodical(recorded) =>
            {
                Some(Weight::Slight)
            }
            // A conference paper and the article based on it are two publications.
            VenueMatch::Different | VenueMatch::Akin | VenueMatch::Misspelt
                if completeness != SearchCompleteness::Complete && kinds_differ(claimed, recorded) =>
            {
                Some(Weight::Slight)
            }
            VenueMatch::Akin if self.is_placed() && self.is_otherwise_right() => Some(Weight::Slight),
            VenueMatch::Different | VenueMatch::Akin | VenueMatch::Misspelt => Some(Weight::Serious),
        }
    }
}

/// Returns whether the container of a work of this kind is a journal or proceedings, which have one
/// name.
fn is_periodical(work: &Work) -> bool {
    matches!(
        work.kind,
        WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Preprint | WorkKind::Unknown
    )
}

/// Returns whether the record gives the title with its subtitle: PubMed copies it from the article,
/// and other sources have a field for the subtitle, which is often empty.
fn states_full_titles(record: &Record) -> bool {
    record.source == Service::PubMed || record.source == Service::EuropePmc || record.work.subtitle.is_some()
}

/// Formats a list of persons for messages and reports in any language: "A One, B Two … (+8)" if it
/// is long.
fn list(names: &[Name]) -> String {
    const MAX_NAMES_SHOWN: usize = 6;
    let mut out = names.iter().take(MAX_NAMES_SHOWN).map(names::shown).collect::<Vec<_>>().join(", ");
    if names.len() > MAX_NAMES_SHOWN {
        out.push_str(&format!(" … (+{})", names.len() - MAX_NAMES_SHOWN));
    }
    out
}
