//! Works as a citation style prints them: what a printer gives, without the printer itself.
//!
//! A processor of styles is large, and not every build has one. Who shows works knows only [`ReferencePrinter`]; the
//! program puts one in where it was built with one.

use crate::Work;

/// How words of a printed reference stand out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Emphasis {
    /// They do not.
    #[default]
    None,
    /// In italics.
    Italic,
    /// In bold.
    Bold,
}

/// Words of a printed reference that look the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedWords {
    /// The words, with the spaces and signs between them.
    pub text: String,
    /// How they stand out.
    pub emphasis: Emphasis,
}

/// The citation style that a draft names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CitationStyle<'a> {
    /// A style that is known by its name: `apa`, `vancouver`.
    Named(&'a str),
    /// The text of a style, in the Citation Style Language (CSL).
    Text(&'a str),
}

/// Prints works as a citation style says.
pub trait ReferencePrinter: Send + Sync {
    /// A work as an item of a list of references; `language` is that of the draft (`en-GB`), where it names one. `None`
    /// where the style cannot be read or prints nothing of the work.
    fn print(
        &self,
        style: CitationStyle<'_>,
        work: &Work,
        language: Option<&str>,
    ) -> Option<Vec<PrintedWords>>;
}
