//! A bibliographic description.

use crate::name::remove_controls;
use crate::{Identifiers, Name};
use referee_text::visible::cleaned_lines;
use std::borrow::Cow;

/// The kind of a work, which determines the sources that can be expected to list it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkKind {
    /// An article in a journal.
    Article,
    /// A preprint, on arXiv, bioRxiv, medRxiv or the like.
    Preprint,
    /// A paper in the proceedings of a conference.
    ConferencePaper,
    /// A book, a volume of proceedings.
    Book,
    /// A chapter or a part of a book.
    Chapter,
    /// A thesis of any degree.
    Thesis,
    /// A report, a working paper, a guideline, a white paper.
    Report,
    /// A web page, or anything else that exists only at an address.
    WebPage,
    /// Software or a package.
    Software,
    /// A data set.
    Dataset,
    /// A technical standard.
    Standard,
    /// A patent.
    Patent,
    /// A clinical trial, cited by its registration.
    Trial,
    /// A law, a case, a newspaper article, a letter, a film: works that no scholarly source lists.
    Other,
    /// The entry does not specify a kind (`@misc` without further fields).
    #[default]
    Unknown,
}

/// A date, up to its known precision.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Date {
    /// The year, of the common era.
    pub year: i32,
    /// The month, 1 to 12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<u8>,
    /// The day of the month, 1 to 31.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<u8>,
}

/// A bibliographic description, in plain Unicode: LaTeX, HTML and XML markup are already resolved.
///
/// Empty strings do not occur: unknown fields are `None` or an empty list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Work {
    /// The kind of work.
    pub kind: WorkKind,
    /// The title, without the subtitle if the format separates them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The subtitle, if the format separates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtitle: Option<String>,
    /// The title in the original language, if `title` is a translation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_title: Option<String>,
    /// The authors, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<Name>,
    /// Whether the list of authors is truncated: it ended with "and others" or "et al.".
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub authors_truncated: bool,
    /// The editors, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub editors: Vec<Name>,
    /// The journal, proceedings or book that contains the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// The abbreviation of `container`, if the format has both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_short: Option<String>,
    /// Other titles of the container: the volume of a series, the conference and its acronym.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub container_others: Vec<String>,
    /// The journal's identifiers in catalogues, in the notation of [`crate::journal_id`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub journal_ids: Vec<String>,
    /// The publisher, the institution or the school.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    /// The date of publication; in print, if there are several dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The date of online publication, if it is known separately.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub online_date: Option<Date>,
    /// The volume.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<String>,
    /// The issue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
    /// The pages, or the article number, as written: `117-126`, `e1002533`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<String>,
    /// The edition of a book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// DOI, PMID and other identifiers, normalised.
    #[serde(skip_serializing_if = "Identifiers::is_empty")]
    pub identifiers: Identifiers,
    /// The web address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The language, as an ISO 639 code or as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The abstract; each section is a line `LABEL: text`.
    #[serde(skip_serializing_if = "Option::is_none", rename = "abstract")]
    pub summary: Option<String>,
    /// The source text, if the work was parsed from an item of a printed list, whose fields are
    /// recognised by their form. It is compared but never shown.
    #[serde(skip)]
    pub printed: Option<String>,
}

impl Work {
    /// Removes control characters for terminals and editors; see [`referee_text::visible`].
    ///
    /// Every reader of a format ends with this call, so that no other code has to sanitise records.
    /// The abstract keeps its line breaks; identifiers with such a character are invalid and are
    /// removed.
    #[must_use]
    pub fn without_controls(mut self) -> Self {
        let texts = [
            &mut self.title,
            &mut self.subtitle,
            &mut self.original_title,
            &mut self.container,
            &mut self.container_short,
            &mut self.publisher,
            &mut self.volume,
            &mut self.issue,
            &mut self.pages,
            &mut self.edition,
            &mut self.url,
            &mut self.language,
        ];
        for text in texts {
            if let Some(shown) = text {
                remove_controls(shown);
                if shown.is_empty() {
                    *text = None;
                }
            }
        }
        self.container_others.iter_mut().for_each(remove_controls);
        self.container_others.retain(|name| !name.is_empty());
        if let Some(summary) = &mut self.summary
            && let Cow::Owned(shown) = cleaned_lines(summary)
        {
            *summary = shown;
        }
        self.authors = self.authors.into_iter().map(Name::without_controls).collect();
        self.editors = self.editors.into_iter().map(Name::without_controls).collect();
        self.identifiers.drop_unprintable();
        self
    }

    /// Returns title and subtitle, joined by a colon.
    #[must_use]
    pub fn full_title(&self) -> Option<String> {
        match (&self.title, &self.subtitle) {
            (Some(title), Some(subtitle)) => {
                Some(format!("{}: {subtitle}", title.trim_end_matches([':', ' '])))
            }
            (Some(title), None) => Some(title.clone()),
            (None, subtitle) => subtitle.clone(),
        }
    }

    /// Returns the year in print, otherwise the year online.
    #[must_use]
    pub fn year(&self) -> Option<i32> {
        self.date.or(self.online_date).map(|date| date.year)
    }
}

/// First and last page, if `pages` is a plain range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The first page.
    pub first: u32,
    /// The last page; equal to `first` if only one page is given.
    pub last: u32,
}

impl Pages {
    /// Parses `117-126`, `117--126`, `117–26` (an abbreviated last page is completed) and `117`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Pages> {
        let mut parts = text
            .split(['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}'])
            .filter(|part| !part.trim().is_empty());
        let first_text = parts.next()?.trim();
        let first: u32 = first_text.parse().ok()?;
        let Some(last_text) = parts.next().map(str::trim) else {
            return Some(Pages { first, last: first });
        };
        let last: u32 = last_text.parse().ok()?;
        if last >= first || last_text.len() >= first_text.len() {
            return Some(Pages { first, last });
        }
        let completed = format!("{}{last_text}", &first_text[..first_text.len() - last_text.len()]);
        Some(Pages { first, last: completed.parse().unwrap_or(last) })
    }
}
