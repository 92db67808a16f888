//! Compares a reference with one record: what agrees, what differs, and whether they are one work.

mod differences;
mod same_work;

use super::{dates, identifiers, journals, names, pages, printed, titles};
use crate::Weight;
use dates::YearComparison;
use journals::VenueMatch;
use names::{AuthorComparison, Authors, Versions};
use referee_bibliography::{Name, Work, WorkKind};
use referee_records::Record;
use std::cell::RefCell;
use std::sync::Arc;
use titles::{Title, TitleMatch};

/// A reference, parsed once for all comparisons.
pub(super) struct ClaimedWork<'a> {
    pub work: &'a Work,
    titles: Vec<Title>,
    authors: Authors,
    venue: journals::ClaimedVenue,
    /// Whether the reference cites a preprint as a preprint.
    pub preprint: bool,
    /// The comparisons made so far; planning, gathering and deciding compare the same records.
    compared: RefCell<Vec<Compared>>,
}

/// A record, how it was found, and the result of the comparison.
type Compared = (Arc<Record>, FoundBy, Option<Comparison>);

/// How a record was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoundBy {
    /// By an identifier of the reference.
    Identifier,
    /// By its similarity to the description of the reference.
    Likeness,
}

/// How completely the sources were searched for works of this kind, which decides what absence
/// means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchCompleteness {
    /// All sources answered, and one of them lists every work of this kind.
    Complete,
    /// Several sources that list such works were searched and answered; whether they list the venue
    /// is not known.
    Searched,
    /// Another version, or another work of the same title, may exist elsewhere.
    Partial,
    /// No source lists works of this kind: only a record that agrees in everything is the work.
    Uncovered,
}

/// The comparison of a reference with one record.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// `None` if the reference or the record lacks a title.
    pub title: Option<TitleMatch>,
    pub authors: AuthorComparison,
    pub year: Option<YearComparison>,
    pub venue: VenueMatch,
    pub volume: Option<bool>,
    pub page: Option<bool>,
    /// Whether the record describes a preprint.
    pub recorded_preprint: bool,
    /// The similarity from 0 to 1, as weighed by [`score`](Comparison::score).
    pub score: f64,
    /// Whether the title alone identifies the work.
    pub(super) distinctive: bool,
    /// Whether both titles are so long that two works are unlikely to share them.
    long: bool,
    /// Whether one of the two may give a translated title, so that the words cannot be compared.
    translated: bool,
    /// Whether both have identifiers that differ, and also differ in year, venue or volume: a
    /// Cochrane review before its update, a conference paper before its article.
    is_other_version: bool,
    /// Whether a registry has a program of this name at the address that the reference gives.
    is_at_address: bool,
    /// Whether the record is the book that contains the chapter of the reference.
    host: bool,
    last_page: bool,
    /// Whether both end on the same page, and that page is not the first.
    same_range: bool,
    /// Whether the venue of the reference is in the tables of venues.
    known_venue: bool,
}

impl<'a> ClaimedWork<'a> {
    pub(super) fn read(work: &'a Work) -> Self {
        ClaimedWork {
            work,
            titles: titles::claimed(work),
            authors: Authors::read(names_of(work), work.authors_truncated),
            venue: journals::ClaimedVenue::read(work),
            preprint: journals::is_preprint(work),
            compared: RefCell::default(),
        }
    }

    /// Returns whether the reference has a title.
    pub(super) fn has_title(&self) -> bool {
        !self.titles.is_empty()
    }

    /// Returns whether the reference gives authors or editors.
    pub(super) fn names_authors(&self) -> bool {
        !self.work.authors.is_empty() || !self.work.editors.is_empty()
    }

    /// Compares the reference with a record that may be the work; `None` if it cannot be: another
    /// title on another page, and no identifier led to the record.
    pub(super) fn compare(&self, record: &Arc<Record>, found: FoundBy) -> Option<Comparison> {
        let known = |(other, how, _): &&Compared| *how == found && Arc::ptr_eq(other, record);
        if let Some((_, _, comparison)) = self.compared.borrow().iter().find(known) {
            return comparison.clone();
        }
        let comparison = self.compare_anew(record, found);
        self.compared.borrow_mut().push((Arc::clone(record), found, comparison.clone()));
        comparison
    }

    fn compare_anew(&self, record: &Record, found: FoundBy) -> Option<Comparison> {
        let recorded = &record.work;
        let recorded_titles = titles::of(recorded);
        let known = self.has_title() && !recorded_titles.is_empty();
        let mut title = known.then(|| titles::relate(&self.titles, &recorded_titles));
        let page = pages::same_first_page(self.work, recorded);
        let other = matches!(title, None | Some(TitleMatch::Different));
        if other && found == FoundBy::Likeness && page != Some(true) {
            return None;
        }
        let recorded_preprint = journals::is_preprint(recorded);
        let mut venue = journals::relate(self.work, &self.venue, recorded);
        if venue.is_other() && title.is_some() && self.is_cut_elsewhere(recorded, &recorded_titles) {
            (title, venue) = (Some(TitleMatch::Same), VenueMatch::Same);
        }
        // The fields of a printed item are guessed from its form: if its text contains the recorded
        // title, that is its title, unless it goes on after a colon.
        let is_printed = !matches!(title, Some(TitleMatch::Same | TitleMatch::Extended))
            && found == FoundBy::Identifier
            && printed::holds_title_of(self.work, recorded);
        if is_printed {
            title = Some(TitleMatch::Same);
        }
        let versions = if self.preprint
            || recorded_preprint
            || (kinds_differ(self.work, recorded) && venue != VenueMatch::Same)
        {
            Versions::Maybe
        } else {
            Versions::One
        };
        let recorded_authors =
            Authors::of_record(names_of(recorded), recorded.authors_truncated, recorded.year());
        let mut authors = names::compare(&self.authors, &recorded_authors, versions);
        if authors.weight == Some(Weight::Serious) && has_editors(self.work, recorded) {
            // Sources differ in whether the editor of a book counts as its author.
            let claimed_editors = Authors::read(&self.work.editors, false);
            let recorded_editors = Authors::read(&recorded.editors, recorded.authors_truncated);
            for other in [
                names::compare(&self.authors, &recorded_editors, versions),
                names::compare(&claimed_editors, &recorded_authors, versions),
            ] {
                if other.known && other.weight < authors.weight {
                    authors = other;
                }
            }
        }
        if is_printed && authors.weight.is_some() && printed::may_name_authors_of(self.work, recorded) {
            authors = names::compare(&Authors::read(&[], false), &recorded_authors, versions);
        }
        let year = dates::compare(self.work, recorded, self.preprint, recorded_preprint);
        let similarity = match (self.titles.first(), recorded_titles.first()) {
            _ if title == Some(TitleMatch::Same) => 1.0,
            (Some(a), Some(b)) => a.similarity(b),
            _ => 0.0,
        };
        let host =
            title == Some(TitleMatch::Different)
                && self.work.container.as_deref().is_some_and(|book| {
                    titles::relate(&[Title::read(book)], &recorded_titles).is_of_one_work()
                });
        let volume = pages::same_volume(self.work, recorded);
        let is_other_version = identifiers::conflict(self.work, recorded)
            && (year.is_some_and(|year| !year.is_near()) || venue.is_other() || volume == Some(false));
        Some(Comparison {
            title,
            is_other_version,
            score: Comparison::score(similarity, &authors, year),
            authors,
            year,
            venue,
            volume,
            page,
            recorded_preprint,
            distinctive: is_printed || self.titles.iter().any(Title::is_distinctive),
            long: self.titles.first().is_some_and(Title::is_long)
                && recorded_titles.first().is_some_and(Title::is_long),
            translated: self.is_translation_of(recorded, &recorded_titles),
            is_at_address: recorded.kind == WorkKind::Software
                && recorded.url.is_some()
                && recorded.url == self.work.url,
            host,
            last_page: pages::other_last_page(self.work, recorded),
            same_range: pages::same_range(self.work, recorded),
            known_venue: journals::is_known(&self.venue),
        })
    }

    /// Returns whether title and venue agree once the last words of the title are moved to the
    /// venue: in a list of references, "… of phthalates, Toxicol. Appl. Pharmacol." is split at the
    /// apparent end of a sentence.
    fn is_cut_elsewhere(&self, recorded: &Work, recorded_titles: &[Title]) -> bool {
        const MAX_MOVED_WORDS: usize = 3;
        let (Some(title), Some(container)) = (&self.work.title, &self.work.container) else { return false };
        let words: Vec<&str> = title.split_whitespace().collect();
        (1..=MAX_MOVED_WORDS.min(words.len().saturating_sub(1))).any(|count| {
            let (head, tail) = words.split_at(words.len() - count);
            journals::is_venue_of(&format!("{} {container}", tail.join(" ")), recorded)
                && titles::relate(&[Title::read(&head.join(" "))], recorded_titles).is_same()
        })
    }

    /// Returns whether the titles may be one title in two languages: the record has a translated
    /// title and the reference one that is not English, or the other way round, or only one of them
    /// is ASCII.
    fn is_translation_of(&self, recorded: &Work, recorded_titles: &[Title]) -> bool {
        let english = |titles: &[Title]| titles.iter().any(Title::is_english);
        let ascii = |titles: &[Title]| titles.iter().any(Title::is_ascii);
        let bracketed = self.work.title.as_deref().is_some_and(|title| title.starts_with('['));
        (is_translated(recorded) && !english(&self.titles))
            || (bracketed && !english(recorded_titles))
            || ascii(&self.titles) != ascii(recorded_titles)
    }

    /// Returns whether a record that was found in this way is the work, and whether the reference
    /// is then free of serious errors.
    pub(super) fn assess(&self, record: &Arc<Record>, found: FoundBy) -> (bool, bool) {
        let Some(comparison) = self.compare(record, found) else { return (false, false) };
        let is_work = comparison.is_same_work(self, found, SearchCompleteness::Partial);
        let fits = is_work
            && comparison.title.is_none_or(TitleMatch::is_same)
            && !comparison
                .differences(self, record, found, SearchCompleteness::Complete)
                .iter()
                .any(|difference| difference.weight == Weight::Serious);
        (is_work, fits)
    }

    /// Returns whether the venue of the reference is in the tables of venues.
    pub(super) fn names_known_venue(&self) -> bool {
        journals::is_known(&self.venue)
    }

    /// Returns whether the name of the journal is the only serious difference from a record.
    pub(super) fn is_wrong_in_journal_alone(&self, record: &Arc<Record>, found: FoundBy) -> bool {
        self.compare(record, found)
            .is_some_and(|comparison| comparison.venue.is_other() && comparison.is_right_but_for_journal())
    }

    /// Returns whether a record that an identifier led to leaves no question open: it is the same
    /// work, nothing is seriously wrong, and it is not a preprint that may have been published.
    pub(super) fn fits(&self, record: &Arc<Record>) -> bool {
        let Some(comparison) = self.compare(record, FoundBy::Identifier) else { return false };
        !self.preprint
            && !comparison.recorded_preprint
            && comparison.is_same_work(self, FoundBy::Identifier, SearchCompleteness::Partial)
            && comparison.title.is_none_or(TitleMatch::is_same)
            && !comparison
                .differences(self, record, FoundBy::Identifier, SearchCompleteness::Complete)
                .iter()
                .any(|difference| difference.weight == Weight::Serious)
    }
}

impl Comparison {
    /// Computes the score by which candidates are ranked, never accepted: title 2.0, authors 0.8,
    /// year 0.4, as in Crossref's matching of preprints and articles (precision 0.99, recall 0.95
    /// there, with 0.85 as the minimum score). An unknown field counts half.
    fn score(title: f64, authors: &AuthorComparison, year: Option<YearComparison>) -> f64 {
        let authors = if authors.known { authors.overlap } else { 0.5 };
        let year = year.map_or(0.5, YearComparison::score);
        (2.0 * title + 0.8 * authors + 0.4 * year) / 3.2
    }

    /// Returns how many of journal, volume, first page and year agree.
    pub(super) fn coordinates(&self) -> usize {
        usize::from(self.venue == VenueMatch::Same)
            + usize::from(self.volume == Some(true))
            + usize::from(self.page == Some(true))
            + usize::from(self.year.is_some_and(YearComparison::is_near))
    }

    /// Returns whether the first page and the volume or venue agree.
    pub(super) fn is_placed(&self) -> bool {
        self.page == Some(true) && (self.volume == Some(true) || self.venue == VenueMatch::Same)
    }

    /// Returns whether everything but the journal agrees, so that a reader can find the work in
    /// spite of the wrong name.
    pub(super) fn is_right_but_for_journal(&self) -> bool {
        self.page == Some(true) && self.volume == Some(true) && self.is_otherwise_right()
    }

    /// Returns whether no author is the same and, for the record of another work, title and place
    /// have nothing in common either.
    pub(super) fn contradicts(&self, is_same_work: bool) -> bool {
        let is_of_another = self.title == Some(TitleMatch::Different)
            && !self.translated
            && !self.host
            && self.coordinates() < 2;
        self.authors.disjoint() && (is_same_work || is_of_another)
    }

    /// Returns whether volume and first page both differ.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.page == Some(false) && self.volume == Some(false)
    }

    /// Returns whether the reference cites a venue that the record of a chapter in a book series
    /// does not confirm, and pages that are not those of the chapter.
    pub(super) fn is_elsewhere_in_series(&self, found: FoundBy) -> bool {
        self.venue == VenueMatch::InSeries
            && found == FoundBy::Identifier
            && self.page == Some(false)
            && self.volume != Some(true)
    }
}

/// Returns whether the works have different known kinds, as versions of one work may: a conference
/// paper and an article.
fn kinds_differ(a: &Work, b: &Work) -> bool {
    a.kind != b.kind && a.kind != WorkKind::Unknown && b.kind != WorkKind::Unknown
}

/// Returns the authors of a work, or its editors if the authors are missing.
fn names_of(work: &Work) -> &[Name] {
    if work.authors.is_empty() { &work.editors } else { &work.authors }
}

/// Returns whether one of the works is a book or a chapter, and one of them has editors.
fn has_editors(a: &Work, b: &Work) -> bool {
    let book = |work: &Work| matches!(work.kind, WorkKind::Book | WorkKind::Chapter);
    (book(a) || book(b)) && (!a.editors.is_empty() || !b.editors.is_empty())
}

/// Returns whether a record may give only a translation of the work's title.
fn is_translated(work: &Work) -> bool {
    let english =
        work.language.as_deref().is_none_or(|language| language.to_ascii_lowercase().starts_with("en"));
    let bracketed = work.title.as_deref().is_some_and(|title| title.starts_with('['));
    work.original_title.is_none() && (bracketed || !english)
}

/// Returns whether two records may describe one publication: their identifiers do not conflict.
pub(super) fn is_one_publication(a: &Record, b: &Record) -> bool {
    !identifiers::conflict(&a.work, &b.work)
}
