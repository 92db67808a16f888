//! Parses books, chapters, and items without volume and pages.

use super::field_ranges::{FieldRanges, trimmed};
use super::{breaks, imprint};
use crate::Name;
use crate::name::{given_first_names, read_names};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Matches `2nd ed.`, `(3rd edn)`, `3ª ed.`, `Rev. ed.`
static EDITION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[ (,.])(?P<e>(?:[0-9]{1,2}(?:st|nd|rd|th|[ªa]\.?)?|[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Rr]ev(?:ised|\.)?)) ?(?:ed(?:n|ition|ición|\.)?)(?:[.,;:) ]|$)")
        .expect("the pattern is valid")
});

/// Matches `Philadelphia: Saunders; 2009`, `New York, NY: Springer, 2009`.
static PUBLISHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:^|[.?!)] |, )(?P<place>\p{Lu}[\p{L}.' -]{2,40}(?:(?:, | \()\p{Lu}[\p{L}. ]{1,20}\)?)?(?: (?:and|&|y) \p{Lu}\p{L}+)?): ?",
        r"(?P<pub>[^:;.]{2,80}?(?:\. ?[^:;.]{0,40})?)[;,] ?(?:c|cop\. ?)?(?P<y>(?:1[6-9]|20)[0-9]{2})(?:[^0-9]|$)"
    ))
    .expect("the pattern is valid")
});

impl FieldRanges {
    /// Parses `Title. In: Editors, editors. Book. Place: Publisher; 2009. p. 1-10.`, and
    /// proceedings without "In".
    pub(super) fn read_chapter(&mut self, text: &str, from: usize, early: bool) -> bool {
        static IN: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"(?:[.?!],?|,) (?P<in>(?:In|En|in)(?::| )|Proc(?:eedings|\.) )")
                .expect("the pattern is valid")
        });
        let Some(captures) = IN
            .captures_at(text, from)
            .filter(|captures| captures.get(0).is_some_and(|whole| whole.start() >= from))
        else {
            return false;
        };
        let (Some(whole), Some(word)) = (captures.get(0), captures.name("in")) else { return false };
        // The title of proceedings begins with the word itself.
        let is_bare = word.as_str().starts_with("Proc");
        let begins = if is_bare { word.start() } else { word.end() };
        let rest = text.get(begins..).unwrap_or_default();
        let named = EditorsOfBook::find(rest);
        // If "In" begins a second sentence of the title, neither editors nor a colon follow.
        let is_proceedings = ["Proceedings", "Proc. "].iter().any(|word| rest.trim_start().starts_with(word));
        let firm = word.as_str().ends_with(':') || named.is_some() || is_proceedings;
        // After a comma, or in lower case, it may be part of the title.
        let may_be_title = whole.as_str().starts_with(',') || word.as_str().starts_with("in ");
        let is_doubtful = may_be_title && named.is_none() && !word.as_str().ends_with(':') && !is_proceedings;
        if !firm || is_doubtful || is_bare && imprint::find(text, begins, early).is_some() {
            return false;
        }
        self.within = true;
        self.title = Some(trimmed(text, from..whole.start() + 1, &[' ', '.', ',']));
        let mut at = begins + (rest.len() - rest.trim_start().len());
        if let Some(EditorsOfBook { names, book, behind }) = named {
            self.editors = names;
            if let Some(book) = book
                .map(|book| trimmed(text, begins + book.start..begins + book.end, &[' ', '.', ',', ';', ':']))
                && text.get(book.clone()).is_some_and(breaks::is_container)
            {
                self.container = Some(book);
            }
            at = begins + behind;
        }
        self.take_publisher(text, at);
        self.take_pages(text, at);
        if self.imprint.year.is_none() && !early {
            self.imprint.year = imprint::final_year(text, at);
        }
        if self.container.is_some() {
            return true;
        }
        let tail = text.get(at..).unwrap_or_default();
        let end = [" (pp", " (p.", ", pp", ", p.", ", page", ", volume ", ", number ", ". ", "; ", ": "]
            .iter()
            .filter_map(|mark| tail.find(mark))
            .min()
            .unwrap_or(tail.len());
        let book = trimmed(text, at..at + end, &[' ', '.', ',', ';', ':']);
        // A title with a full stop within cannot be separated from what follows.
        if text.get(book.clone()).is_some_and(|name| breaks::is_container(name) && name.len() >= 8) {
            self.container = Some(book);
        }
        true
    }

    /// Parses an item without volume and pages: a book, a web page, a preprint, a paper not yet in
    /// print.
    pub(super) fn read_without_imprint(&mut self, text: &str, from: usize, early: bool) {
        if self.read_title_and_journal(text, from) {
            return;
        }
        let rest = text.get(from..).unwrap_or_default();
        let published = self.take_publisher(text, from);
        let edition = EDITION
            .captures_at(text, from)
            .and_then(|captures| Some((captures.get(0)?.start(), captures.name("e")?.range())));
        if self.imprint.year.is_none() {
            self.imprint.year = imprint::final_year(text, from);
        }
        let mut end = [published, edition.as_ref().map(|(start, _)| *start)].into_iter().flatten().min();
        self.edition = edition.map(|(_, range)| range);
        // `A title. A publisher, City, 2nd edition, 2011.`
        let is_behind_comma = self.edition.is_some()
            && published.is_none()
            && end.is_some_and(|end| {
                text.get(from..end).is_some_and(|before| before.trim_end().ends_with(','))
            });
        if end.is_none() || is_behind_comma {
            end = breaks::breaks(rest, true).first().map(|(end, _)| from + end).or(end);
        }
        // A single sentence is a title only after authors.
        let end = match end {
            Some(end) => end,
            None if self.authors.is_some() => text.len(),
            None => return,
        };
        let mut title = trimmed(text, from..end, &[' ', '.', ',', '(', ':']);
        // Chinese lists give the kind of work in brackets: `A title[J]. 2024.`
        static MARK: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r" ?\[(?:[A-Z]{1,2})(?:/OL)?\]$").expect("the pattern is valid"));
        if let Some(mark) = text.get(title.clone()).and_then(|title| MARK.find(title)) {
            title.end = title.start + mark.start();
        }
        let heading = text.get(title.clone()).unwrap_or_default();
        if heading.len() < 4
            || !heading.contains(char::is_alphabetic)
            || (published.is_some() && !breaks::breaks(heading, true).is_empty())
        {
            return;
        }
        if self.authors.is_none() && !early {
            // A group may precede the title: `Heart disease facts. CDC. 2020.`
            return;
        }
        self.title = Some(title);
        self.take_server(text, end);
    }

    /// Reads `Place: Publisher; year`; returns its start.
    fn take_publisher(&mut self, text: &str, from: usize) -> Option<usize> {
        let captures = PUBLISHER.captures_at(text, from)?;
        self.published = true;
        self.publisher = captures.name("pub").map(|publisher| publisher.range());
        if self.imprint.year.is_none() {
            self.imprint.year = captures.name("y").map(|year| year.range());
        }
        captures.name("place").map(|place| place.start())
    }

    /// Reads the only year after the title, if no usual place has one. Removes a year or an edition
    /// from the end of the title.
    pub(super) fn take_only_year(&mut self, text: &str, body: Range<usize>) {
        static FINAL_EDITION: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"[,.]? \(?(?P<e>[0-9]{1,2}(?:st|nd|rd|th)) [Ee]d(?:n|ition)?\.?\)?$")
                .expect("the pattern is valid")
        });
        let Some(mut title) = self.title.clone() else { return };
        let words = text.get(title.clone()).unwrap_or_default();
        if let Some(found) = FINAL_EDITION.captures(words)
            && let (Some(whole), Some(edition)) = (found.get(0), found.name("e"))
            && whole.start() > 3
        {
            self.edition = Some(title.start + edition.start()..title.start + edition.end());
            title.end = title.start + whole.start();
            self.title = Some(title.clone());
        }
        match &self.imprint.year {
            None => {
                let behind = text.get(title.end..body.end).unwrap_or_default();
                let year = imprint::only_year(behind);
                self.imprint.year = year.map(|year| title.end + year.start..title.end + year.end);
            }
            Some(year) if year.end == title.end && year.start > title.start => {
                self.title = Some(trimmed(text, title.start..year.start, &[' ', '.', ',', '(']));
            }
            Some(_) => {}
        }
    }

    /// Reads the pages of a chapter: `p. 1-10`, `(pp. 1–10)`.
    fn take_pages(&mut self, text: &str, from: usize) {
        static PAGES: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"\b(?:pp?\.|págs?\.|pages) ?(?P<p>[A-Za-z]{0,3}[0-9]+(?: ?[-\x{2010}-\x{2015}]{1,2} ?[A-Za-z]{0,3}[0-9]+)?)").expect("the pattern is valid")
        });
        let pages = PAGES.captures_at(text, from).and_then(|captures| captures.name("p"));
        self.imprint.pages = pages.map(|pages| pages.range());
    }

    /// Reads a preprint server after the title.
    fn take_server(&mut self, text: &str, from: usize) {
        static SERVER: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"^[ .]*(?P<s>(?i:medrxiv|biorxiv|arxiv|chemrxiv|psyarxiv|research square|ssrn))\b")
                .expect("the pattern is valid")
        });
        let rest = text.get(from..).unwrap_or_default();
        if let Some(server) = SERVER.captures(rest).and_then(|captures| captures.name("s")) {
            let range: Range<usize> = from + server.start()..from + server.end();
            self.container = Some(range);
        }
    }
}

/// The editors of a book and its title, in the text that follows "In".
struct EditorsOfBook {
    names: Vec<Name>,
    /// The title of the book, if it precedes the editors.
    book: Option<Range<usize>>,
    /// The offset of the text after the editors.
    behind: usize,
}

impl EditorsOfBook {
    /// Finds them in `Doe J, editors. A book`, `A book (eds Doe, J.)`, `A book, edited by Jane Doe`
    /// and `A book, J. Doe, eds.`
    fn find(text: &str) -> Option<Self> {
        static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"^(?P<who>.{3,300}?)[,.;]? (?:\((?:[Ee]ditors?|[Ee]ds?\.?|[Ee]ditores?|Hrsg\.?)\)[.,:]*|",
                r"(?:[Ee]ditors?|[Ee]ds?\.?|[Ee]ditores?|Hrsg\.?)[.,:;]+) ?"
            ))
            .expect("the pattern is valid")
        });
        static BOOK_FIRST: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"^(?P<book>[^()]{4,200}?)(?: \((?:[Ee]ds?\.?|[Ee]dited by) (?P<in>[^()]{3,300})\)|",
                r", (?:[Ee]dited by|eds?\.?) (?P<by>[^();:]{3,300}?)(?:\. | \(|[;:]|\.?$))"
            ))
            .expect("the pattern is valid")
        });
        let behind = BEHIND.captures(text);
        let behind = behind.and_then(|found| Some((found.get(0)?, found.name("who")?)));
        let all = behind.and_then(|(_, who)| read_names(who.as_str()));
        if let (Some((whole, _)), Some(list)) = (behind, all.as_ref().filter(|list| list.sure)) {
            return Some(EditorsOfBook { names: list.names.clone(), book: None, behind: whole.end() });
        }
        if let Some(found) = BOOK_FIRST.captures(text)
            && let Some(who) = found.name("in").or_else(|| found.name("by"))
            && let Some(list) = read_names(who.as_str()).or_else(|| given_first_names(who.as_str()))
        {
            let book = found.name("book").map(|book| book.range());
            return Some(EditorsOfBook { names: list.names, book, behind: who.end() });
        }
        let (whole, who) = behind?;
        // The book may precede them, followed by a comma or a semicolon.
        let parted = who.as_str().match_indices([',', ';']).take(6).find_map(|(at, _)| {
            let list = read_names(who.as_str().get(at + 1..)?)?;
            list.sure.then_some((at, list.names))
        });
        let all = all.map(|list| list.names).unwrap_or_default();
        let (book, names) = parted.map_or((None, all), |(at, names)| (Some(0..at), names));
        Some(EditorsOfBook { names, book, behind: whole.end() })
    }
}
