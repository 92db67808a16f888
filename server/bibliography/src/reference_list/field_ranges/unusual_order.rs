//! Items with an unusual order of fields: exports of databases, and lists of Russian and German
//! journals.

use super::super::{breaks, imprint};
use super::{FieldRanges, is_title, trimmed};
use crate::name::read_names;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The maximum number of sentences tried as the title of an item that begins with its title.
const MAX_TITLE_SENTENCES: usize = 3;

/// The maximum number of full stops after such a title tried as the end of its name list.
const MAX_NAME_ENDS: usize = 12;

impl FieldRanges {
    /// Parses an item exported by Scopus; returns whether it is one. The year is in brackets
    /// between title and journal: `A title (2002) A journal, 346 (6), pp. 393-403`.
    pub(super) fn read_year_in_the_middle(&mut self, text: &str, from: usize) -> bool {
        static SHAPE: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(concat!(
                r"^(?P<t>.{8,400}?)[.,]? \((?P<y>(?:1[6-9]|20)[0-9]{2})\) (?P<j>\p{Lu}[^()]{2,139}?), ",
                r"(?P<v>[0-9A-Z]{1,6})(?: ?\((?P<i>[^()]{1,20})\))?, ",
                r"(?:(?:pp?\. ?(?P<p>[A-Za-z]?[0-9]+(?: ?[-–] ?[A-Za-z]?[0-9]+)?))|(?:art\. no\. ?(?P<a>[0-9A-Za-z.]{1,20})))"
            ))
            .expect("the pattern is valid")
        });
        let Some(captures) = text.get(from..).and_then(|rest| SHAPE.captures(rest)) else { return false };
        let group = |name: &str| captures.name(name).map(|group| from + group.start()..from + group.end());
        let (Some(title), Some(journal)) = (group("t"), group("j")) else { return false };
        let container = text.get(journal.clone()).unwrap_or_default();
        let heading = text.get(title.clone()).unwrap_or_default();
        if self.authors.is_none() || !is_title(heading) || !breaks::is_container(container) {
            return false;
        }
        self.title = Some(trimmed(text, title, &[' ', '.', ',']));
        self.container = Some(journal);
        self.imprint.year = group("y");
        self.imprint.volume = group("v");
        self.imprint.issue = group("i");
        self.imprint.pages = group("p").or_else(|| group("a"));
        true
    }

    /// Parses an article without volume and pages; returns whether it is one:
    /// `A title // A journal. A publisher, 2002.`, `A title[J]. A journal, 2002.` and, if commas
    /// separate the fields, `A title, A journal (2002).`
    pub(in crate::reference_list) fn read_title_and_journal(&mut self, text: &str, from: usize) -> bool {
        static MARKED: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"^(?P<t>.{8,600}?)(?: // |\[J(?:/OL)?\]\. )(?P<j>[^.,;:(/]{2,140})[.,(]")
                .expect("the pattern is valid")
        });
        static PARTED: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"^(?P<t>.{8,600}), (?P<j>[^,.;:()]{2,140}) \((?:1[6-9]|20)[0-9]{2}\)\.? ?$")
                .expect("the pattern is valid")
        });
        let Some(rest) = text.get(from..).filter(|_| self.authors.is_some()) else { return false };
        let captures = MARKED.captures(rest).or_else(|| PARTED.captures(rest).filter(|_| self.has_commas));
        let Some(captures) = captures else { return false };
        let group = |name: &str| captures.name(name).map(|group| from + group.start()..from + group.end());
        let (Some(title), Some(journal)) = (group("t"), group("j")) else { return false };
        let (title, journal) = (trimmed(text, title, &[' ', '.', ',']), trimmed(text, journal, &[' ']));
        let is_article = text.get(journal.clone()).is_some_and(breaks::is_container)
            && text.get(title.clone()).is_some_and(is_title);
        if is_article {
            self.title = Some(title);
            self.container = Some(journal);
            if self.imprint.year.is_none() {
                self.imprint.year = imprint::final_year(text, from);
            }
        }
        is_article
    }

    /// Parses an item in German style; returns whether it is one:
    /// `A title, in: A journal 346 (2002), H. 6, S. 393-403`.
    pub(super) fn read_in_a_journal(&mut self, text: &str, from: usize) -> bool {
        const IN: &str = ", in: ";
        let Some(at) = text.get(from..).and_then(|rest| rest.rfind(IN)).map(|at| from + at) else {
            return false;
        };
        let journal_at = at + IN.len();
        let Some(imprint) = imprint::find(text, journal_at, false) else { return false };
        let title = trimmed(text, from..at, &[' ', '.', ',']);
        let journal = trimmed(text, journal_at..imprint.range.start.max(journal_at), &[' ', '.', ',', ':']);
        let container = text.get(journal.clone()).unwrap_or_default();
        let is_journal = self.authors.is_some()
            && imprint.year.is_some()
            && imprint.pages.is_some()
            && !container.contains(", ")
            && breaks::is_container(container)
            && is_title(text.get(title.clone()).unwrap_or_default());
        if is_journal {
            self.title = Some(title);
            self.container = Some(journal);
            self.take_imprint(imprint);
        }
        is_journal
    }

    /// Parses an item of The Lens or of a list by title; returns whether it is one:
    /// `A title. Jane Doe; John Roe. A journal. 2002. Volume 346, Issue 6, Pages 393-403`.
    pub(super) fn read_title_first(&mut self, text: &str, from: usize) -> bool {
        let Some(rest) = text.get(from..) else { return false };
        // A name list may end after an initial, a sentence may not.
        let names_ends = breaks::breaks(rest, false);
        for (title_end, names_at) in breaks::breaks(rest, true).iter().take(MAX_TITLE_SENTENCES) {
            let behind = names_ends.iter().filter(|(end, _)| end > names_at);
            for (names_end, journal_at) in behind.take(MAX_NAME_ENDS) {
                let names = rest.get(*names_at..*names_end).unwrap_or_default().trim_end_matches('.');
                let Some(list) = read_names(names) else { continue };
                // A single name may be a journal.
                let is_list = list.names.len() > 1 && (list.sure || names.contains(';'));
                let title = trimmed(text, from..from + title_end, &[' ', '.']);
                let journal_at = from + journal_at;
                let imprint = imprint::find(text, journal_at, false)
                    .or_else(|| imprint::find(text, journal_at, true))
                    .filter(|imprint| imprint.year.is_some() && imprint.range.start > journal_at);
                let Some(imprint) = imprint.filter(|_| is_list) else { continue };
                let journal = trimmed(text, journal_at..imprint.range.start, &[' ', '.', ',', ':']);
                let container = text.get(journal.clone()).unwrap_or_default();
                if !breaks::is_container(container) || !is_title(text.get(title.clone()).unwrap_or_default())
                {
                    continue;
                }
                self.truncated = list.truncated;
                self.names = list.names;
                self.authors = Some(from + names_at..from + names_at + names.len());
                self.title = Some(title);
                self.container = Some(journal);
                self.take_imprint(imprint);
                return true;
            }
        }
        false
    }

    /// Removes the publisher between journal and year in a list with `//`:
    /// `A journal. — Springer, 1975.` Returns the range of the journal; `end` is the start of the
    /// imprint.
    pub(super) fn split_publisher(&mut self, text: &str, journal: Range<usize>, end: usize) -> Range<usize> {
        let has_comma = text.get(..end).is_some_and(|before| before.trim_end().ends_with(','));
        let container = text.get(journal.clone()).unwrap_or_default();
        let Some(at) = container.rfind(". ").filter(|at| has_comma && *at > 2) else { return journal };
        let publisher = container.get(at + 2..).unwrap_or_default();
        let named = publisher.trim_start_matches([' ', '–', '—', '-']);
        let publisher = journal.end - named.len()..journal.end;
        self.publisher = Some(trimmed(text, publisher, &[' ', '.', ',', ':']));
        trimmed(text, journal.start..journal.start + at, &[' ', '.', ',', ':'])
    }

    /// Removes the statement of responsibility after the title in a list with `//`:
    /// `A title / J. Doe, J. Roe`. If it lists more people than the head of the item, they become
    /// the authors. Returns the range of the title.
    pub(super) fn split_statement(&mut self, text: &str, title: Range<usize>) -> Range<usize> {
        const SLASH: &str = " / ";
        let whole = text.get(title.clone()).unwrap_or_default();
        let Some(at) = whole.rfind(SLASH) else { return title };
        let people = title.start + at + SLASH.len()..title.end;
        let Some(list) = text.get(people.clone()).and_then(read_names).filter(|list| list.sure) else {
            return title;
        };
        if list.names.len() > self.names.len() {
            self.truncated = list.truncated;
            self.names = list.names;
            self.authors = Some(people);
        }
        trimmed(text, title.start..title.start + at, &[' ', '.', ','])
    }
}
