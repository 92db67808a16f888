//! A rule that is a file, as the critic reads it.

use crate::rules::written::{Drafts, InBoth, Level, Person, Reach, Said};
use std::collections::BTreeMap;

/// The family of the user's rules; their ids cannot be those of built-in ones.
pub const SITE_FAMILY: &str = "site";

/// A rule that is a file.
#[derive(Clone, Debug)]
pub struct RuleFile {
    /// The file: its path below `data/`, or the path of the user's file.
    pub file: String,
    /// Whether the user wrote it.
    pub is_of_user: bool,
    /// `family/name`.
    pub id: String,
    /// The default severity.
    pub severity: Level,
    /// The kinds of draft that it reads.
    pub drafts: Drafts,
    /// The part of a text in which its frames must be together.
    pub scope: Reach,
    /// Whether a suppression must give a reason.
    pub needs_reason: bool,
    /// One line without a full stop.
    pub title: InBoth<String>,
    /// The message, with placeables.
    pub message: InBoth<Vec<Piece>>,
    /// The source.
    pub source: String,
    /// The date on which the rule was compared with the source, or `unreviewed`.
    pub checked: String,
    /// The text of its page, in Markdown; `None` for one that is composed from the file.
    pub page: Option<String>,
    /// The frame at which the finding is, by its index in `when`.
    pub place: usize,
    /// The frames that must all be there.
    pub when: Vec<Frame>,
    /// The frames of which none may be there.
    pub unless: Vec<Frame>,
    /// The sentences on which it must or must not report.
    pub sentences: Vec<Sentence>,
}

/// A sentence on which a rule must or must not report.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The text; a line break is a line break.
    pub text: String,
    /// Whether the rule must report.
    pub must: bool,
    /// The line in the file, from 1.
    pub line: usize,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text.
    Text(String),
    /// The source, with the date on which it was compared.
    Source,
    /// What a frame found in the text, by the frame's index in `when`.
    Words(usize),
    /// The dictionary's name of the drug that a frame found.
    Drug(usize),
    /// The number of the value that a frame found.
    Value(usize),
    /// The cell of a column in the row of the table that a frame found.
    Cell(usize, String),
}

/// One thing that a rule looks for.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its name in the file.
    pub name: String,
    /// What it looks for.
    pub target: Target,
    /// How it must be said; empty for any way.
    pub said: Vec<Said>,
    /// The person that it must concern.
    pub person: Person,
    /// The sections in which it counts, by their ids; empty for all.
    pub sections: Vec<String>,
    /// For a frame of `unless`: the part of the text around the finding in which it counts.
    pub scope: Reach,
    /// Longer phrases within which its words do not count.
    pub except: Vec<String>,
    /// Whether its words also count directly after an opening quotation mark.
    pub quoted: bool,
}

/// What a frame looks for.
#[derive(Clone, Debug)]
pub enum Target {
    /// Words or phrases.
    Words(Vec<Form>),
    /// Drugs by id, or classes after `@`.
    Drugs(Vec<String>),
    /// Orders of drugs.
    Orders {
        /// Drugs by id, or classes after `@`.
        drugs: Vec<String>,
        /// Conditions about the order, as in `limits.tsv`; empty for any order.
        condition: String,
        /// The words of its route; empty for any route.
        routes: Vec<String>,
    },
    /// Conditions about the patient, as in `limits.tsv`.
    Patient(String),
}

/// A word or phrase, with the cells of its row if it comes from a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The phrase; a word that ends with `*` fits any ending.
    pub text: String,
    /// The other cells by their columns.
    pub cells: BTreeMap<String, String>,
    /// Words of which one must be in the same paragraph; empty if none is needed.
    pub beside: Vec<String>,
}

impl RuleFile {
    /// Every word and phrase that the rule looks for.
    pub fn phrases(&self) -> impl Iterator<Item = &str> {
        self.when.iter().chain(&self.unless).flat_map(|frame| {
            let forms = match &frame.target {
                Target::Words(forms) => forms.as_slice(),
                _ => &[],
            };
            let beside = forms.iter().flat_map(|form| &form.beside);
            let own = forms.iter().map(|form| form.text.as_str());
            own.chain(beside.chain(&frame.except).map(String::as_str))
        })
    }
}
