//! Places of a .bib file that a program reads differently from what the author means.
//!
//! `rows` says what each program does with each kind of place, as seen when the programs were run; the readers of [`bibtex`](crate::bibtex) find the places. Whether a place matters depends on the programs that build
//! the draft, which only the caller knows.

pub(crate) mod notation_rows;
pub(crate) mod rows;

pub use notation_rows::{
    CITED_ALIAS, CITED_COMMENT, CITED_COMMENT_LINES, CITED_SET, CITED_XDATA, DAMAGED, EXAMPLE_LABEL,
    EXAMPLE_LABEL_BESIDE_CITATION,
};

use crate::{Program, Programs};
use referee_text::{Message, Phrase, Span, TextEdit};

/// What a program does with a place that it reads differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// A field is missing from the printed reference, or is printed wrongly.
    LosesField,
    /// The program ends with an error message but prints the reference.
    Complains,
    /// The reference has no year.
    NoYear,
    /// The reference names somebody who is not an author.
    OtherAuthor,
    /// The reference is that of another work, or its title is cut off.
    OtherWork,
    /// The reference is not printed.
    DropsEntry,
    /// Typesetting stops at the reference, or goes on without the rest of the list.
    StopsAtEntry,
    /// The program reads no entry of the file.
    Stops,
}

impl Effect {
    /// Whether it concerns the whole file, so that it does not matter whether the entry is cited.
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
    /// What it does, for the severity.
    pub effect: Effect,
    /// What it does, in words that follow “With Biber 2.22”.
    pub words: Phrase,
}

/// A kind of place, and what the programs do with it. A program without a consequence reads it as it is meant.
#[derive(Debug)]
pub struct Row {
    /// Its name in tables and in the data of findings.
    pub id: &'static str,
    /// What is in the file: a sentence without its full stop. `{}` stands for the words in question.
    pub fact: Phrase,
    /// What the programs do.
    pub consequences: &'static [Consequence],
    /// What to do about it, a sentence.
    pub advice: Phrase,
}

impl Row {
    /// The consequences for those of the programs that read the place differently.
    pub fn for_programs(&self, programs: Programs) -> impl Iterator<Item = &'static Consequence> {
        self.consequences.iter().filter(move |consequence| programs.contains(consequence.program))
    }

    /// Whether each program has a consequence: then the place is wrong whatever builds the draft.
    #[must_use]
    pub fn is_for_all(&self) -> bool {
        let programs: Programs = self.consequences.iter().map(|consequence| consequence.program).collect();
        programs == Programs::all()
    }
}

/// A place that at least one program reads differently.
#[derive(Clone, Debug)]
pub struct Misreading {
    /// What kind of place it is.
    pub row: &'static Row,
    /// The place, in the file.
    pub span: Span,
    /// The words in question, for the message; short.
    pub value: String,
    /// Edits that make every program read what is meant.
    pub corrections: Vec<Correction>,
    /// The key of the entry that it is in.
    pub key: Option<String>,
}

/// One way to write what is meant.
#[derive(Clone, Debug)]
pub struct Correction {
    /// What the author reads in the menu.
    pub title: Message,
    /// The edits, in offsets of the file.
    pub edits: Vec<TextEdit>,
    /// Whether it keeps the meaning beyond doubt, so that it may be applied without being looked at.
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

    /// Moves all places by `base`.
    #[must_use]
    pub fn shift(mut self, base: usize) -> Misreading {
        self.span = self.span.shift(base);
        for edit in self.corrections.iter_mut().flat_map(|correction| &mut correction.edits) {
            edit.span = edit.span.shift(base);
        }
        self
    }
}

/// The first words of a value, in one line.
fn shortened(value: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}
