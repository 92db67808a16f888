//! The keys of a rule file, as they are written.

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A rule file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Written {
    pub(super) id: Spanned<String>,
    pub(super) severity: Level,
    pub(super) drafts: Drafts,
    pub(super) scope: Reach,
    pub(super) place: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) needs_reason: bool,
    pub(super) title: InBoth<Spanned<String>>,
    pub(super) message: InBoth<Spanned<String>>,
    pub(super) source: Spanned<String>,
    pub(super) checked: Spanned<String>,
    pub(super) page: Option<String>,
    pub(super) when: BTreeMap<String, Spanned<WrittenFrame>>,
    #[serde(default)]
    pub(super) unless: BTreeMap<String, Spanned<WrittenFrame>>,
    pub(super) speaks: InBoth<Spanned<Vec<Spanned<String>>>>,
    pub(super) silent: InBoth<Spanned<Vec<Spanned<String>>>>,
}

/// A frame of `when` or `unless`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct WrittenFrame {
    pub(super) words: Option<Vec<Spanned<String>>>,
    pub(super) table: Option<Spanned<String>>,
    pub(super) column: Option<Spanned<String>>,
    pub(super) beside: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) rows: BTreeMap<String, Vec<String>>,
    pub(super) drugs: Option<Vec<Spanned<String>>>,
    pub(super) orders: Option<Vec<Spanned<String>>>,
    pub(super) condition: Option<Spanned<String>>,
    pub(super) route: Option<Vec<String>>,
    pub(super) patient: Option<Spanned<String>>,
    pub(super) said: Option<Vec<Said>>,
    pub(super) of: Option<Person>,
    #[serde(default)]
    pub(super) sections: Vec<Spanned<String>>,
    pub(super) scope: Option<Spanned<Reach>>,
    #[serde(default)]
    pub(super) except: Vec<Spanned<String>>,
    pub(super) quoted: Option<bool>,
}

/// A text in both languages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InBoth<T> {
    /// In English.
    pub english: T,
    /// In Spanish.
    pub spanish: T,
}

impl<T> InBoth<T> {
    /// Returns the text in one of the languages.
    #[must_use]
    pub fn of(&self, is_spanish: bool) -> &T {
        if is_spanish { &self.spanish } else { &self.english }
    }
}

/// A severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Certainly wrong, and it matters.
    Error,
    /// Probably wrong.
    Warning,
    /// Advice.
    Information,
    /// Shown unobtrusively.
    Hint,
    /// Not shown unless the settings switch it on.
    Off,
}

/// The kinds of draft that a rule reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drafts {
    /// Clinical notes.
    Notes,
    /// Manuscripts.
    Manuscripts,
    /// Both.
    Both,
}

/// A part of a text, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// One sentence.
    Sentence,
    /// One list item, table row or paragraph line.
    Item,
    /// One paragraph, or one whole list.
    Paragraph,
    /// From one heading or label to the next.
    Section,
    /// The whole text.
    Note,
}

/// How a text says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// As true.
    Confirmed,
    /// As true in the past.
    Past,
    /// As possible.
    Possible,
    /// As planned or awaited.
    Planned,
    /// As not so.
    Negated,
}

/// The person that a text speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Person {
    /// The patient.
    Patient,
    /// A relative.
    Relative,
    /// Either.
    Anyone,
}
