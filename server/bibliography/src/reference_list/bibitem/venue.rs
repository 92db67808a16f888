//! Parses what follows the title in an item of BibTeX: a journal with its imprint, a book with its
//! editors and pages, or a publisher.

use super::super::field_ranges::{FieldRanges, trimmed};
use super::super::visible_text::VisibleText;
use super::super::{breaks, imprint};
use crate::name::names_of_block;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Whether a block can be a title, rather than an imprint, a book or a kind of work.
pub(super) fn is_title(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_other =
        ["phd thesis", "ph.d. thesis", "master's thesis", "technical report", "in: ", "url ", "doi "]
            .iter()
            .any(|word| lower.starts_with(word));
    let is_place = imprint::find(text, 0, false).is_some_and(|imprint| {
        imprint.volume.is_some() && imprint.pages.is_some()
            || imprint.year.is_some() && imprint.volume.is_some()
    }) || imprint::find(text, 0, true)
        .is_some_and(|imprint| imprint.volume.is_some() && imprint.pages.is_some());
    text.chars().filter(|c| c.is_alphabetic()).count() >= 3 && !is_other && !is_place
}

impl FieldRanges {
    /// Reads what follows the title. `is_italic` is true if the title was in italics, which marks a
    /// book unless `are_all_italic`.
    pub(super) fn take_venue(
        &mut self,
        view: &VisibleText,
        venue: Range<usize>,
        is_italic: bool,
        are_all_italic: bool,
    ) {
        let text = view.text();
        let venue = trimmed(text, venue, &[' ', '.', ',', ';']);
        let source = text.get(venue.clone()).unwrap_or_default();
        let word = ["In: ", "in: ", "In ", "in "].iter().find(|word| source.starts_with(**word));
        if let Some(word) = word {
            let book = venue.start + word.len()..venue.end;
            // German styles also put the word before journals.
            if !word.contains(':') || !self.take_journal(view, book.clone()) {
                self.take_book(view, book);
            }
            return;
        }
        let is_book = is_italic && !are_all_italic;
        if is_book || !self.take_journal(view, venue.clone()) {
            self.published = is_italic;
            if self.imprint.year.is_none() {
                self.imprint.year = last_year(text, &venue);
            }
        }
    }

    /// Reads `A journal, 346(6):393–403, 2002`; returns whether it is one.
    fn take_journal(&mut self, view: &VisibleText, venue: Range<usize>) -> bool {
        // 346, 6 (2002), 393-403; 346 (2002), 393-403; 346 (2002), Nr. 6, S. 393-403; 346 (2002),
        // pp. 393-403
        static ACM: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"[ ,](?P<v>[0-9A-Z]{1,6})(?:, (?P<i>[0-9][0-9A-Za-z/–-]{0,9}))? \((?P<y>(?:1[6-9]|20)[0-9]{2})\)",
                r"(?:, (?:Nr|no)\. ?(?P<j>[0-9A-Za-z/–-]{1,10}))?",
                r"(?:,? (?:(?:pp?|S)\. ?)?(?P<p>[A-Za-z]{0,3}[0-9][0-9A-Za-z.]{0,13}(?: ?[-–] ?[A-Za-z]?[0-9]{1,7})?))?\.?$"
            ))
            .expect("the pattern is valid")
        });
        let Some(visible) = view.text().get(..venue.end) else { return false };
        let acm = visible.get(venue.start..).and_then(|source| ACM.captures(source)).map(|captures| {
            let group = |name: &str| {
                captures.name(name).map(|group| venue.start + group.start()..venue.start + group.end())
            };
            let volume = group("v");
            imprint::Imprint {
                range: volume.as_ref().map_or(venue.end, |volume| volume.start)..venue.end,
                year: group("y"),
                issue: group("i").or_else(|| group("j")),
                pages: group("p"),
                volume,
                ..imprint::Imprint::default()
            }
        });
        let early = self.imprint.year.is_some();
        let found = acm
            .or_else(|| imprint::find(visible, venue.start, early))
            .or_else(|| imprint::find_in_words(visible, venue.start));
        let Some(found) = found else { return false };
        let journal =
            trimmed(visible, venue.start..found.range.start.max(venue.start), &[' ', '.', ',', ':', ';']);
        let name = visible.get(journal.clone()).unwrap_or_default();
        // Page numbers alone belong to a book.
        if found.volume.is_none() && found.issue.is_none() || !breaks::is_container(name) {
            return false;
        }
        self.container = Some(journal);
        let year = self.imprint.year.take();
        self.imprint = found;
        if year.is_some() {
            self.imprint.year = year;
        }
        if self.imprint.year.is_none() {
            self.imprint.year = last_year(view.text(), &venue);
        }
        true
    }

    /// Reads `Jane Doe, editor, A book, pages 1–9. A publisher, 2002` after "In".
    fn take_book(&mut self, view: &VisibleText, book: Range<usize>) {
        static PAGES: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(
                r",? (?:pages?|pp?\.|S\.) *(?P<p>[A-Za-z]{0,3}[0-9]+(?: ?[-–—] ?[A-Za-z]{0,3}[0-9]+)?)",
            )
            .expect("the pattern is valid")
        });
        static EDITORS: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"^(?P<n>[^()]{3,300}?)(?:, (?:editors?|[Ee]ds?\.?),|,? \([Ee]ds?\.\),) ")
                .expect("the pattern is valid")
        });
        let text = view.text();
        self.within = true;
        let source = text.get(book.clone()).unwrap_or_default();
        let pages = PAGES.captures(source);
        if let Some(pages) = pages.as_ref().and_then(|captures| captures.name("p")) {
            self.imprint.pages = Some(book.start + pages.start()..book.start + pages.end());
        }
        if self.imprint.year.is_none() {
            let mut masked = source.to_owned();
            if let Some(found) = pages.as_ref().and_then(|captures| captures.get(0)) {
                masked.replace_range(found.range(), &" ".repeat(found.len()));
            }
            let shifted = |year: Range<usize>| book.start + year.start..book.start + year.end;
            self.imprint.year =
                imprint::final_year(&masked, 0).or_else(|| imprint::only_year(&masked)).map(shifted);
        }
        let mut start = book.start;
        if let Some(captures) = EDITORS.captures(source)
            && let Some(names) = captures.name("n")
            && let Some(list) = names_of_block(names.as_str().trim_end_matches('.'))
        {
            self.editors = list.names;
            start += captures.get(0).map_or(0, |whole| whole.end());
        }
        // The title of a book is in italics, or extends to its pages.
        let italic = view.italics.iter().find(|italic| {
            italic.start >= start
                && italic.end <= book.end
                && text.get(start..italic.start).is_some_and(|before| before.trim().is_empty())
        });
        let named = match (italic, pages.as_ref().and_then(|captures| captures.get(0))) {
            (Some(italic), _) => Some(italic.clone()),
            (None, Some(pages)) if book.start + pages.start() > start => {
                Some(start..book.start + pages.start())
            }
            _ => None,
        };
        let Some(mut named) = named.map(|named| trimmed(text, named, &[' ', '.', ',', ';'])) else { return };
        // `in A book, 2017, pp. 1–9`
        if let Some(year) = text.get(named.clone()).and_then(|name| imprint::final_year(name, 0)) {
            let comma = named.start + year.start;
            if text.get(named.start..comma).is_some_and(|name| name.ends_with(", ")) {
                named = trimmed(text, named.start..comma, &[' ', ',']);
            }
        }
        let name = text.get(named.clone()).unwrap_or_default();
        let is_doubtful =
            italic.is_none() && (name.contains(", ") || name.contains(". ") || name.contains('('));
        if !is_doubtful && breaks::is_container(name) {
            self.container = Some(named);
        }
    }
}

/// Returns the year at the end of a text, or the only year in it.
fn last_year(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let source = text.get(range.clone())?;
    let year = imprint::final_year(source, 0).or_else(|| imprint::only_year(source))?;
    Some(range.start + year.start..range.start + year.end)
}
