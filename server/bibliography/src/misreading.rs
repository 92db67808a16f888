//! Places of a .bib or .ris file that a program reads differently from what the author means.
//!
//! `rows` lists what each program does with each kind of place, as observed by running the
//! programs; the readers of [`bibtex`](crate::bibtex) and [`ris`](crate::ris) find the places. Whether a place matters
//! depends on the programs that build the draft, which only the caller knows.

pub(crate) mod notation_rows;
pub(crate) mod ris_rows;
pub(crate) mod rows;

pub use notation_rows::{
    CITED_ALIAS, CITED_COMMENT, CITED_COMMENT_LINES, CITED_SET, CITED_XDATA, DAMAGED, EXAMPLE_LABEL,
    EXAMPLE_LABEL_BESIDE_CITATION,
};

use crate::{Program, Programs};
use referee_text::{Message, Phrase, Span, TextEdit};

/// The effect of a place that a program reads differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// A field is missing from the printed reference, or is printed wrongly.
    LosesField,
    /// The program ends with an error message but prints the reference.
    Complains,
    /// The reference lacks a year.
    NoYear,
    /// The reference lists somebody who is not an author.
    OtherAuthor,
    /// The reference is printed as another work, or its title is cut off.
    OtherWork,
    /// The reference is not printed.
    DropsEntry,
    /// Typesetting stops at the reference, or continues without the rest of the list.
    StopsAtEntry,
    /// The program reads no entry of the file.
    Stops,
}

impl Effect {
    /// Whether the effect concerns the whole file, so that it does not matter whether the entry is
    /// cited.
    #[must_use]
    pub fn is_of_file(self) -> bool {
        matches!(self, Effect::Stops | Effect::Complains)
    }
}

/// What one program does with a kind of place.
#[derive(Clone, Copy, Debug)]
pub struct Consequence {
    /// The program.
    pub program: Program,
    /// The effect, which determines the severity.
    pub effect: Effect,
    /// The effect in words that follow “With Biber 2.22”.
    pub words: Phrase,
}

/// A kind of place, and what the programs do with it. A program without a consequence reads it as
/// the author means it.
#[derive(Debug)]
pub struct Row {
    /// Its identifier in tables and in the data of findings.
    pub id: &'static str,
    /// The content of the file: a sentence without its full stop. `{}` is replaced by the text in
    /// question.
    pub fact: Phrase,
    /// The consequences for each program.
    pub consequences: &'static [Consequence],
    /// The advice to the author, a sentence.
    pub advice: Phrase,
}

impl Row {
    /// Returns the consequences for those of the programs that read the place differently.
    pub fn for_programs(&self, programs: Programs) -> impl Iterator<Item = &'static Consequence> {
        self.consequences.iter().filter(move |consequence| programs.contains(consequence.program))
    }

    /// Whether every program has a consequence, so that the place is wrong whatever builds the
    /// draft.
    #[must_use]
    pub fn is_for_all(&self) -> bool {
        let programs: Programs = self.consequences.iter().map(|consequence| consequence.program).collect();
        programs == Programs::all()
    }
}

/// A place that at least one program reads differently.
#[derive(Clone, Debug)]
pub struct Misreading {
    /// The kind of place.
    pub row: &'static Row,
    /// The place in the file.
    pub span: Span,
    /// The text in question, shortened for the message.
    pub value: String,
    /// Edits that make every program read what the author means.
    pub corrections: Vec<Correction>,
    /// The key of the entry that contains the place.
    pub key: Option<String>,
}

/// One way to write what the author means.
#[derive(Clone, Debug)]
pub struct Correction {
    /// The title in the menu of the editor.
    pub title: Message,
    /// The edits, in offsets of the file.
    pub edits: Vec<TextEdit>,
    /// Whether the edit certainly keeps the meaning, so that it may be applied without review.
    pub is_safe: bool,
}

impl Misreading {
    pub(crate) fn new(row: &'static Row, span: Span, value: &str) -> Misreading {
        Misreading { row, span, value: shortened(value), corrections: Vec::new(), key: None }
    }

    pub(crate) fn with(mut self, title: Message, edits: Vec<TextEdit>, is_safe: bool) -> Misreading {
        self.corrections.push(Correction { title, edits, is_safe });
        self
    }

    /// Shifts all spans by `base`.
    #[must_use]
    pub fn shift(mut self, base: usize) -> Misreading {
        self.span = self.span.shift(base);
        for edit in self.corrections.iter_mut().flat_map(|correction| &mut correction.edits) {
            edit.span = edit.span.shift(base);
        }
        self
    }
}

/// Returns the beginning of a value, on one line.
fn shortened(value: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}
