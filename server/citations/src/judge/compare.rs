//! A reference beside one record: what agrees, what differs, and whether they are one work.

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

/// A reference, read for comparison once.
pub(super) struct ClaimedWork<'a> {
    pub work: &'a Work,
    titles: Vec<Title>,
    authors: Authors,
    venue: journals::ClaimedVenue,
    /// Whether it cites a preprint as a preprint.
    pub preprint: bool,
    /// The records that it was compared with; planning, gathering and deciding compare the same ones.
    compared: RefCell<Vec<Compared>>,
}

/// A record, how it was found, and what came of comparing it.
type Compared = (Arc<Record>, FoundBy, Option<Comparison>);

/// How a record was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoundBy {
    /// An identifier of the reference.
    Identifier,
    /// Its likeness to the description of the reference.
    Likeness,
}

/// How completely works of this kind were searched for, which decides what absence means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchCompleteness {
    /// All sources answered, and one of them lists every work of this kind.
    Complete,
    /// All sources that list such works were searched, several of them, and answered; whether they list the venue
    /// is not known.
    Searched,
    /// Another version or another work of the same title may exist elsewhere.
    Partial,
    /// No source lists works of this kind: only what fits in everything is the work.
    Uncovered,
}

/// A reference beside one record.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    /// `None` where one of the two has no title.
    pub title: Option<TitleMatch>,
    pub authors: AuthorComparison,
    pub year: Option<YearComparison>,
    pub venue: VenueMatch,
    pub volume: Option<bool>,
    pub page: Option<bool>,
    /// Whether the record is of a preprint.
    pub recorded_preprint: bool,
    /// From 0 to 1, as [`score`](Comparison::score) weighs it.
    pub score: f64,
    /// Whether the title alone tells the work.
    pub(super) distinctive: bool,
    /// Whether both titles are so long that two works hardly share them.
    long: bool,
    /// Whether one of the two may give the title in translation, so that the words say nothing.
    translated: bool,
    /// Whether both have identifiers, other ones, and another year, venue or volume: a Cochrane review before its
    /// update, a conference paper before its article.
    is_other_version: bool,
    /// Whether a registry has a program of this name at the very address that the reference gives.
    is_at_address: bool,
    /// Whether the record is the book in which the reference is a chapter.
    host: bool,
    last_page: bool,
    /// Whether both end on the same page, and not on the first one.
    same_range: bool,
    /// Whether the venue of the reference is one whose names are known.
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

    /// Whether it says anything but identifiers.
    pub(super) fn has_title(&self) -> bool {
        !self.titles.is_empty()
    }

    /// Whether it names anybody who wrote or edited it.
    pub(super) fn names_authors(&self) -> bool {
        !self.work.authors.is_empty() || !self.work.editors.is_empty()
    }

    /// Compares with a record that may be the work; `None` where it cannot be: another title on another page, and no
    /// identifier that led there.
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
        // The fields of a printed item are told by their form: a title that stands in its text is its title.
        let is_printed = title != Some(TitleMatch::Same)
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
            // Sources differ in whether the editor of a book is its author.
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
        let host = title == Some(TitleMatch::Different)
            && self
                .work
                .container
                .as_deref()
                .is_some_and(|book| titles::relate(&[Title::read(book)], &recorded_titles).is_same());
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

    /// Whether title and venue agree if the first words of the venue are given back to it: in a list of
    /// references, "… of phthalates, Toxicol. Appl. Pharmacol." is cut where a sentence seems to end.
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

    /// Whether the titles may be one title in two languages: the record has it in translation and the reference
    /// in another language than English, or the other way round, or the scripts differ.
    fn is_translation_of(&self, recorded: &Work, recorded_titles: &[Title]) -> bool {
        let english = |titles: &[Title]| titles.iter().any(Title::is_english);
        let ascii = |titles: &[Title]| titles.iter().any(Title::is_ascii);
        let bracketed = self.work.title.as_deref().is_some_and(|title| title.starts_with('['));
        (is_translated(recorded) && !english(&self.titles))
            || (bracketed && !english(recorded_titles))
            || ascii(&self.titles) != ascii(recorded_titles)
    }

    /// Whether a record, found like this, is the work, and whether nothing in the reference is seriously wrong then.
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

    /// Whether the name of its venue is one whose names are known here.
    pub(super) fn names_known_venue(&self) -> bool {
        journals::is_known(&self.venue)
    }

    /// Whether nothing is seriously wrong beside a record but the name of the journal.
    pub(super) fn is_wrong_in_journal_alone(&self, record: &Arc<Record>, found: FoundBy) -> bool {
        self.compare(record, found)
            .is_some_and(|comparison| comparison.venue.is_other() && comparison.is_right_but_for_journal())
    }

    /// Whether a record that an identifier led to leaves nothing to ask: the same work, nothing seriously wrong,
    /// and no preprint that may have been published.
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
    /// The score by which candidates are ranked, never accepted: title 2.0, authors 0.8, year 0.4, as in
    /// Crossref's matching of preprints and articles (precision 0.99, recall 0.95 there, with 0.85 as the least
    /// score). What is unknown counts half.
    fn score(title: f64, authors: &AuthorComparison, year: Option<YearComparison>) -> f64 {
        let authors = if authors.known { authors.overlap } else { 0.5 };
        let year = year.map_or(0.5, YearComparison::score);
        (2.0 * title + 0.8 * authors + 0.4 * year) / 3.2
    }

    /// How many of journal, volume, first page and year agree.
    pub(super) fn coordinates(&self) -> usize {
        usize::from(self.venue == VenueMatch::Same)
            + usize::from(self.volume == Some(true))
            + usize::from(self.page == Some(true))
            + usize::from(self.year.is_some_and(YearComparison::is_near))
    }

    /// Whether volume and first page say that this is the place.
    pub(super) fn is_placed(&self) -> bool {
        self.page == Some(true) && (self.volume == Some(true) || self.venue == VenueMatch::Same)
    }

    /// Whether everything but the journal is right, so that a reader finds the work under whatever name.
    pub(super) fn is_right_but_for_journal(&self) -> bool {
        self.page == Some(true) && self.volume == Some(true) && self.is_otherwise_right()
    }

    /// Whether volume and first page say that this is another place.
    pub(super) fn is_elsewhere(&self) -> bool {
        self.page == Some(false) && self.volume == Some(false)
    }

    /// Whether the reference names a venue that the record of a chapter in a book series does not confirm, and pages that
    /// are not those of the chapter.
    pub(super) fn is_elsewhere_in_series(&self, found: FoundBy) -> bool {
        self.venue == VenueMatch::InSeries
            && found == FoundBy::Identifier
            && self.page == Some(false)
            && self.volume != Some(true)
    }
}

/// Whether the two are of kinds that versions of one work have: a conference paper and an article.
fn kinds_differ(a: &Work, b: &Work) -> bool {
    a.kind != b.kind && a.kind != WorkKind::Unknown && b.kind != WorkKind::Unknown
}

/// The authors; of a book without any, the editors.
fn names_of(work: &Work) -> &[Name] {
    if work.authors.is_empty() { &work.editors } else { &work.authors }
}

/// Whether one of the two is a book, or a part of one, with editors.
fn has_editors(a: &Work, b: &Work) -> bool {
    let book = |work: &Work| matches!(work.kind, WorkKind::Book | WorkKind::Chapter);
    (book(a) || book(b)) && (!a.editors.is_empty() || !b.editors.is_empty())
}

/// Whether a record may give the title of a work in another language than the work's own, and no other.
fn is_translated(work: &Work) -> bool {
    let english =
        work.language.as_deref().is_none_or(|language| language.to_ascii_lowercase().starts_with("en"));
    let bracketed = work.title.as_deref().is_some_and(|title| title.starts_with('['));
    work.original_title.is_none() && (bracketed || !english)
}

/// Whether two records may be of one publication: no identifier says otherwise.
pub(super) fn is_one_publication(a: &Record, b: &Record) -> bool {
    !identifiers::conflict(&a.work, &b.work)
}
