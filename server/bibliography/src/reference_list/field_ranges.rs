//! Finds the fields of an item: authors, title, journal and imprint.

mod leading_names;
mod unusual_order;

use super::breaks;
use super::endings::{without_date, without_year};
use super::imprint::{self, Imprint};
use super::quotation::{Quotation, quoted};
use super::visible_text::VisibleText;
use crate::Name;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The ranges of the fields in the visible text.
#[derive(Debug, Default)]
pub(super) struct FieldRanges {
    pub(super) names: Vec<Name>,
    pub(super) truncated: bool,
    pub(super) authors: Option<Range<usize>>,
    pub(super) title: Option<Range<usize>>,
    pub(super) container: Option<Range<usize>>,
    pub(super) editors: Vec<Name>,
    pub(super) publisher: Option<Range<usize>>,
    pub(super) edition: Option<Range<usize>>,
    pub(super) imprint: Imprint,
    pub(super) italics: Vec<Range<usize>>,
    /// Whether the work is part of a book or of proceedings.
    pub(super) within: bool,
    /// Whether the item has a publisher or a place of publication.
    pub(super) published: bool,
    /// Whether commas separate authors, title and journal:
    /// `J. A. Smith, A title, A Journal 12 (2020) 3`.
    pub(super) has_commas: bool,
}

impl FieldRanges {
    pub(super) fn read(view: &VisibleText, body: Range<usize>) -> Self {
        // Some journals print the number of an item without punctuation:
        // `9 Higgins JP, Thompson SG. Title.`
        static BARE_NUMBER: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"^ ?[0-9]{1,3} ").expect("the pattern is valid"));
        let parts = Self::read_from(view, body.clone());
        let number = view.text().get(body.clone()).and_then(|text| BARE_NUMBER.find(text));
        let Some(number) = number.filter(|_| parts.authors.is_none()) else { return parts };
        let behind = Self::read_from(view, body.start + number.end()..body.end);
        if behind.authors.is_some() && behind.title.is_some() { behind } else { parts }
    }

    fn read_from(view: &VisibleText, body: Range<usize>) -> Self {
        let mut parts = FieldRanges { italics: view.italics.clone(), ..FieldRanges::default() };
        let Some(visible) = view.text().get(..body.end) else { return parts };
        let mut from = body.start;
        if let Some(after) = parts.year_behind_names(visible, from) {
            from = after;
            parts.read_rest(visible, from, true);
            return parts;
        }
        if let Some(quoted) = quoted(visible, from, 2_000) {
            let names = visible.get(from..quoted.inner.start).unwrap_or_default();
            let names = names.trim_end_matches(|c: char| {
                c.is_whitespace() || "\"\u{201c}\u{ab}\u{201e}\u{2018}'".contains(c)
            });
            // Chicago, author and date: `Smith, John, and Jane Doe. 2020. “A title.”`
            let (names, year) = without_year(names);
            if names.trim().is_empty() || parts.take_names(visible, from..from + names.len(), false) {
                parts.imprint.year = year.map(|year| from + year.start..from + year.end);
                parts.read_quoted(visible, &quoted);
                return parts;
            }
        }
        if let Some(after) = parts.leading_names(visible, from) {
            from = after;
        } else if parts.read_title_first(visible, from) {
            return parts;
        }
        let has_editors = !parts.editors.is_empty();
        parts.read_rest(visible, from, has_editors);
        parts
    }

    /// Reads what follows the authors: title, journal and imprint, or a book, a chapter, a web
    /// page.
    fn read_rest(&mut self, text: &str, from: usize, early: bool) {
        // French lists have a dash between year and title.
        let rest = text.get(from..).unwrap_or_default();
        let from = from + (rest.len() - rest.trim_start_matches([' ', '–', '—', '-']).len());
        if self.read_year_in_the_middle(text, from) || self.read_in_a_journal(text, from) {
            return;
        }
        if let Some(quoted) = quoted(text, from, 1) {
            self.read_quoted(text, &quoted);
            return;
        }
        if self.read_chapter(text, from, early) {
            return;
        }
        let imprint = imprint::find(text, from, early).or_else(|| imprint::find_in_words(text, from));
        let Some(imprint) = imprint else {
            self.read_without_imprint(text, from, early);
            return;
        };
        self.take_imprint(imprint);
        let end = self.imprint.range.start;
        let middle = text.get(from..end).unwrap_or_default();
        let middle = middle.trim_end_matches([' ', ',', ';', '(']);
        // `A title. A journal. 26 December 2014. Vol. 289, no. 52, p. 1–10.`
        let (middle, year) = without_date(middle);
        if self.imprint.year.is_none() {
            self.imprint.year = year.map(|year| from + year.start..from + year.end);
        }
        if breaks::is_dotted_journal(middle) {
            self.take_journal_alone(text, from..from + middle.len());
            return;
        }
        // Russian and Ukrainian lists have `//` between title and journal.
        let slashes = middle.find(" // ").map(|at| (at, at + 4));
        // Chinese lists give the kind of work in brackets: `A title[J]. A journal`.
        let marked = middle.find("[J]. ").map(|at| (at, at + 5));
        let split = slashes
            .or(marked)
            .or_else(|| self.italic_journal(text, from, from + middle.len()))
            .or_else(|| self.abbreviated_journal(middle))
            .or_else(|| breaks::journal_start(middle))
            .or_else(|| middle.rfind(", ").filter(|_| self.has_commas).map(|at| (at, at + 2)));
        let Some((title_end, journal_at)) = split else {
            self.take_journal_alone(text, from..from + middle.len());
            self.take_first_sentence(text, from..from + middle.len());
            return;
        };
        let journal = from + journal_at..from + middle.len();
        let mut journal = trimmed(text, journal, &[' ', '.', ',', ':', '–', '—']);
        let mut title = trimmed(text, from..from + title_end, &[' ', '.', ',']);
        if slashes.is_some() {
            journal = self.split_publisher(text, journal, end);
            title = self.split_statement(text, title);
        }
        let container = text.get(journal.clone()).unwrap_or_default();
        let heading = text.get(title.clone()).unwrap_or_default();
        if !breaks::is_container(container) || !is_title(heading) {
            return;
        }
        self.container = Some(journal);
        // Without authors, a supposed title may begin with a group; groups do not end with a
        // question mark.
        let groups = breaks::breaks(heading, true)
            .into_iter()
            .filter(|(end, _)| !heading.get(..*end).is_some_and(|before| before.ends_with(['?', '!'])));
        if self.authors.is_some() || groups.count() == 0 {
            self.title = Some(title);
        }
    }

    /// Reads `Cancer Res. 1988 Dec 1;48(23):6739-44`: the text before an imprint with year, volume
    /// and page is a journal if each of its words looks like part of a journal's name.
    fn take_journal_alone(&mut self, text: &str, range: Range<usize>) {
        let Imprint { year, volume, pages, .. } = &self.imprint;
        let journal = trimmed(text, range, &[' ', '.', ',', ':']);
        let name = text.get(journal.clone()).unwrap_or_default();
        let is_name = name.split_whitespace().all(|word| {
            word.starts_with(|c: char| c.is_uppercase() || c == '(')
                || matches!(word, "of" | "and" | "the" | "in" | "for" | "&" | "de" | "et" | "der")
        });
        if year.is_some() && volume.is_some() && pages.is_some() && is_name && breaks::is_container(name) {
            self.container = Some(journal);
        }
    }

    /// Reads `A title of some words. Foo Bar. Baz` if it is not known where the journal begins: the
    /// title has at least the first sentence.
    fn take_first_sentence(&mut self, text: &str, range: Range<usize>) {
        let middle = text.get(range.clone()).unwrap_or_default();
        let Some((end, _)) = breaks::breaks(middle, true).first().copied() else { return };
        let title = trimmed(text, range.start..range.start + end, &[' ', '.', ',']);
        let is_read = self.authors.is_some() && self.container.is_none();
        if is_read && text.get(title.clone()).is_some_and(|title| is_title(title) && is_sentence(title)) {
            self.title = Some(title);
        }
    }

    /// Reads `A title, Prog. Photovoltaics`: if commas separate the fields, a journal with an
    /// abbreviating full stop begins after the last comma.
    fn abbreviated_journal(&self, middle: &str) -> Option<(usize, usize)> {
        let comma = middle.rfind(", ").filter(|_| self.has_commas)?;
        let (head, _) = middle.get(comma + 2..)?.split_once(". ")?;
        let mut words = head.split_whitespace();
        let is_short = words.by_ref().take(3).all(|word| word.starts_with(char::is_uppercase));
        (is_short && words.next().is_none()).then_some((comma, comma + 2))
    }

    /// Finds a journal in italics directly before the imprint, which begins at `end`. Returns the
    /// end of the title and the start of the journal, relative to `from`.
    fn italic_journal(&self, text: &str, from: usize, end: usize) -> Option<(usize, usize)> {
        let italic = self.italics.iter().rev().find(|italic| italic.start < end && italic.end + 2 >= end)?;
        let title = text.get(from..italic.start)?.trim_end();
        (title.ends_with(['.', '?', '!', ',', '\u{201d}', '"']) && title.len() > 4)
            .then_some((title.len(), italic.start - from))
    }

    /// Reads what follows a title in quotation marks.
    fn read_quoted(&mut self, text: &str, quoted: &Quotation) {
        self.title = Some(trimmed(text, quoted.inner.clone(), &[' ', ',', '.']));
        let rest = text.get(quoted.behind..).unwrap_or_default();
        let from = quoted.behind + (rest.len() - rest.trim_start_matches([' ', ',', '.']).len());
        let worded = imprint::find_in_words(text, from);
        let imprint = match worded {
            Some(imprint) if imprint.volume.is_some() => Some(imprint),
            worded => imprint::find(text, from.saturating_sub(1), true).or(worded),
        };
        let end = match imprint {
            Some(imprint) => {
                self.take_imprint(imprint);
                self.imprint.range.start
            }
            None => {
                if self.imprint.year.is_none() {
                    self.imprint.year = imprint::final_year(text, from);
                }
                return;
            }
        };
        let mut journal = trimmed(text, from..end.max(from), &[' ', '.', ',', ':', '(']);
        let container = text.get(journal.clone()).unwrap_or_default();
        // `“Mini-mental state”. A method for grading the cognitive state. J Psychiatr Res`
        if let Some((sentence, start)) = breaks::journal_start(container)
            && container.get(..sentence).is_some_and(is_sentence)
        {
            let title = quoted.inner.start - quoted.opening..journal.start + sentence;
            self.title = Some(trimmed(text, title, &[' ', '.']));
            journal.start += start;
        }
        let container = text.get(journal.clone()).unwrap_or_default();
        let (skipped, within) = within(container);
        self.within = within;
        let journal = journal.start + skipped..journal.end;
        let container = text.get(journal.clone()).unwrap_or_default();
        // `in Proc. X, City, Country, 2020` contains more than the name.
        let plain = if within { container.split(", ").next().unwrap_or_default() } else { container };
        // `in A book (J. Doe, ed.)`
        let plain = match plain.rsplit_once(" (") {
            Some((name, behind)) if within && !behind.contains(')') => name,
            _ => plain,
        };
        if breaks::is_container(plain)
            && (within || !plain.contains(", ") || plain.matches(", ").count() <= 1)
        {
            self.container = Some(journal.start..journal.start + plain.len());
        }
    }

    fn take_imprint(&mut self, imprint: Imprint) {
        let year = self.imprint.year.take();
        self.imprint = imprint;
        if year.is_some() {
            self.imprint.year = year;
        }
    }
}

/// Trims `ends` from the end of `range` and white space from its start.
pub(super) fn trimmed(text: &str, range: Range<usize>, ends: &[char]) -> Range<usize> {
    let source = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (source.len() - source.trim_start().len());
    let source = source.trim_start().trim_end_matches(ends);
    start..start + source.len()
}

/// Whether `text` can be a title, rather than the rest of an unrecognised name list.
fn is_title(text: &str) -> bool {
    let mut chars = text.chars();
    let initial = chars.next().is_some_and(char::is_uppercase)
        && chars.next() == Some('.')
        && chars.next() == Some(',');
    text.chars().filter(|c| c.is_alphabetic()).count() >= 3 && !initial && !text.contains("et al. ")
}

/// Whether `text` reads like a title; the name of a journal has few lower-case words.
fn is_sentence(text: &str) -> bool {
    let is_small = |word: &&str| word.len() > 1 && word.chars().all(char::is_lowercase);
    text.split_whitespace().filter(is_small).count() >= 3
}

/// Returns the length of an initial "In", and whether `text` begins with it.
fn within(text: &str) -> (usize, bool) {
    ["In: ", "in: ", "In ", "in ", "En: ", "en: "]
        .iter()
        .find(|word| text.starts_with(**word))
        .map_or((0, false), |word| (word.len(), true))
}
