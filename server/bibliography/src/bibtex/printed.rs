//! Entries that contain a whole printed reference, in `note` or `howpublished` or pasted into
//! `title`.
//!
//! An identifier next to such a text does not show that the entry describes that work; the text
//! does.

use super::known;
use super::resolve::Fields;
use crate::reference_list::read_item;
use crate::{Work, find_identifiers, latex_text};

/// The minimum number of words of a text that can describe a work; `Accessed 5 May 2020` and
/// `In press` are shorter.
const MIN_WORDS: usize = 6;

impl Work {
    /// Fills the missing fields of the work from a printed reference in one of its fields.
    pub(super) fn with_printed_reference(mut self, fields: &Fields) -> Self {
        if !self.authors.is_empty() || !self.editors.is_empty() || self.container.is_some() {
            return self;
        }
        let text = |name: &'static str| fields.get(&[name]).map(latex_text::plain);
        let is_pasted = |text: &String| !find_identifiers(text).is_empty();
        let printed = match fields.get(known::TITLE) {
            Some(_) => known::TITLE.iter().find_map(|name| text(name)).filter(is_pasted),
            None if self.identifiers.is_empty() => None,
            None => {
                ["note", "howpublished"].into_iter().find_map(|name| text(name).filter(|text| is_long(text)))
            }
        };
        let Some(item) = printed.as_deref().map(read_item) else { return self };
        // Without authors it may be a remark: `Comment on doi:10.1000/x`.
        if item.work.title.is_none() || item.work.authors.is_empty() {
            return self;
        }
        let read = item.work;
        self.title = read.title;
        self.printed = read.printed;
        self.authors = read.authors;
        self.authors_truncated = read.authors_truncated;
        self.editors = read.editors;
        self.container = read.container;
        self.publisher = self.publisher.or(read.publisher);
        self.date = self.date.or(read.date);
        self.volume = self.volume.or(read.volume);
        self.issue = self.issue.or(read.issue);
        self.pages = self.pages.or(read.pages);
        self.url = self.url.or(read.url);
        if self.identifiers.is_empty() {
            self.identifiers = read.identifiers;
        }
        self
    }
}

fn is_long(text: &str) -> bool {
    let is_word =
        |word: &&str| !word.contains("://") && word.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    text.split_whitespace().filter(is_word).count() >= MIN_WORDS
}
