//! The interface for printing works in a citation style, without the printer itself.
//!
//! A CSL processor is large, so not every build includes one. Code that shows works depends only on
//! [`ReferencePrinter`]; a program that is built with a processor passes it in.

use crate::Work;

/// The emphasis of words in a printed reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// No emphasis.
    #[default]
    None,
    /// In italics.
    Italic,
    /// In bold.
    Bold,
}

/// Words of a printed reference with the same emphasis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedWords {
    /// The words, with the spaces and punctuation between them.
    pub text: String,
    /// The emphasis of the words.
    pub emphasis: Emphasis,
}

/// The citation style of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CitationStyle<'a> {
    /// A style known by its name: `apa`, `vancouver`.
    Named(&'a str),
    /// The text of a style, in the Citation Style Language (CSL).
    Text(&'a str),
}

/// Prints works in a citation style.
pub trait ReferencePrinter: Send + Sync {
    /// Prints a work as an item of a reference list. `language` is the language of the draft
    /// (`en-GB`), if known. `None` if the style cannot be parsed or prints nothing of the work.
    fn print(
        &self,
        style: CitationStyle<'_>,
        work: &Work,
        language: Option<&str>,
    ) -> Option<Vec<PrintedWords>>;
}
