//! Decides whether a reference and a record are one work, whatever else is wrong with the
//! reference.

use super::super::dates::YearComparison;
use super::super::journals::VenueMatch;
use super::super::titles::TitleMatch;
use super::{ClaimedWork, Comparison, FoundBy, SearchCompleteness};
use crate::Weight;

impl Comparison {
    /// Returns whether reference and record are one work, whatever else is wrong with the
    /// reference.
    pub(in crate::judge) fn is_same_work(
        &self,
        claim: &ClaimedWork<'_>,
        found: FoundBy,
        completeness: SearchCompleteness,
    ) -> bool {
        match found {
            FoundBy::Identifier => self.is_identified(),
            FoundBy::Likeness => match completeness {
                SearchCompleteness::Uncovered if self.is_at_address => {
                    matches!(self.title, Some(TitleMatch::Same | TitleMatch::Part | TitleMatch::Extended))
                        && !self.authors.disjoint()
                }
                SearchCompleteness::Uncovered => {
                    self.title == Some(TitleMatch::Same) && self.authors.agree() && self.is_clean()
                }
                SearchCompleteness::Searched if self.is_long_title_of_another() => true,
                _ => self.is_alike(claim, completeness == SearchCompleteness::Complete),
            },
        }
    }

    fn is_clean(&self) -> bool {
        self.authors.weight != Some(Weight::Serious) && self.year.is_none_or(YearComparison::is_near)
    }

    /// Returns whether a record that an identifier led to is the work: it is, unless the
    /// description is of another work.
    fn is_identified(&self) -> bool {
        match self.title {
            // No title to compare: only different authors in a different place make it another
            // work.
            None => !self.authors.disjoint() || self.coordinates() >= 2,
            _ if self.host => true,
            Some(TitleMatch::Different) if self.translated && !self.authors.disjoint() => true,
            Some(TitleMatch::Same | TitleMatch::Part | TitleMatch::Slip | TitleMatch::Extended) => {
                // An "Editorial" by another author in another place is another editorial.
                self.distinctive || !self.authors.disjoint() || self.is_placed()
            }
            Some(TitleMatch::Near | TitleMatch::Sibling) => {
                self.authors.agree() || (!self.authors.known && self.coordinates() >= 2) || self.is_placed()
            }
            // A completely different title: the same authors may have published the work in the
            // same place under another name, or it is a translation.
            Some(TitleMatch::Different) => {
                (self.authors.agree() && self.coordinates() >= 2 && !self.is_elsewhere())
                    || (self.is_placed() && !self.authors.disjoint())
            }
        }
    }

    /// Returns whether the record has the same long title but other authors: by chance this happens
    /// only with titles that state the genre, and those have few words.
    fn is_long_title_of_another(&self) -> bool {
        self.title == Some(TitleMatch::Same) && self.long && self.authors.known && self.authors.disjoint()
    }

    /// Returns whether only the titles agree: authors, year and venue all differ.
    fn is_by_others_elsewhere(&self) -> bool {
        self.authors.disjoint() && self.coordinates() == 0 && (self.venue.is_other() || self.is_elsewhere())
    }

    /// Returns whether the reference gives no author, and its journal, year, volume and page range
    /// (of more than one page) are those of the record.
    fn is_exactly_placed(&self, claim: &ClaimedWork<'_>) -> bool {
        !claim.names_authors()
            && self.venue == VenueMatch::Same
            && self.volume == Some(true)
            && self.page == Some(true)
            && self.same_range
            && self.year.is_some_and(|year| year.distance == 0)
    }

    /// Returns whether a record that was found by its description is the work.
    fn is_alike(&self, claim: &ClaimedWork<'_>, complete: bool) -> bool {
        // Without completeness, a different place means another publication of the same title: a
        // yearly report, a guideline that several journals printed.
        if !complete && (self.is_elsewhere() || self.is_other_version) {
            return false;
        }
        match self.title {
            // A page range in a journal, from first to last page, belongs to one work.
            None => {
                !claim.has_title()
                    && (self.authors.first && self.is_placed() || self.is_exactly_placed(claim))
            }
            Some(TitleMatch::Same | TitleMatch::Slip) => {
                if !self.authors.known {
                    // A guideline of the same name appears every few years.
                    let year = self.year.is_none_or(YearComparison::is_near);
                    // A journal prints many a "Reply" in a year, each on its own page.
                    let is_placed = self.distinctive || self.page != Some(false);
                    return (self.distinctive && (complete || year)) || is_placed && self.coordinates() >= 2;
                }
                // Many works share a title; authors, year and venue distinguish them.
                self.authors.agree()
                    || self.is_placed()
                    || (self.distinctive
                        && (complete && !self.is_by_others_elsewhere()
                            || self.venue == VenueMatch::Same
                            || (!self.authors.disjoint() && self.coordinates() >= 1)))
            }
            Some(TitleMatch::Part | TitleMatch::Extended) => {
                self.authors.agree() || (!self.authors.known && self.coordinates() >= 2) || self.is_placed()
            }
            Some(TitleMatch::Near) => {
                self.authors.agree() && (complete || self.coordinates() >= 2)
                    || (self.is_placed() && !self.authors.disjoint())
            }
            Some(TitleMatch::Sibling) => {
                (self.authors.agree() && complete) || (self.is_placed() && !self.authors.disjoint())
            }
            Some(TitleMatch::Different) => {
                self.authors.agree()
                    && self.page == Some(true)
                    && self.volume == Some(true)
                    && !self.venue.is_other()
            }
        }
    }
}
