//! Text for people, rendered as Markdown or plain text, depending on the editor.
//!
//! Text from a bibliography or a source is never interpreted as markup: a title with asterisks or
//! brackets is shown literally, and cannot inject a link into the card.

use referee_bibliography::foreign::{Markup as Format, foreign, inert_line};

/// The text format that an editor shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Markdown.
    #[default]
    Markdown,
    /// Plain text.
    Plain,
}

/// A text that is built in one style.
#[derive(Clone, Debug)]
pub struct Markup {
    style: Style,
    text: String,
}

impl Markup {
    /// Creates an empty text.
    #[must_use]
    pub fn new(style: Style) -> Self {
        Markup { style, text: String::new() }
    }

    /// Adds words, which are shown literally whatever they contain.
    pub fn words(&mut self, words: &str) -> &mut Self {
        match self.style {
            Style::Plain => self.text.push_str(&inert_line(words)),
            Style::Markdown => self.text.push_str(&foreign(words, Format::Markdown)),
        }
        self
    }

    /// Adds words in italics.
    pub fn emphasis(&mut self, words: &str) -> &mut Self {
        self.between("*", words)
    }

    /// Adds words in bold.
    pub fn strong(&mut self, words: &str) -> &mut Self {
        self.between("**", words)
    }

    fn between(&mut self, mark: &str, words: &str) -> &mut Self {
        let words = words.trim();
        if self.style == Style::Plain || words.is_empty() {
            return self.words(words);
        }
        self.text.push_str(mark);
        self.text.push_str(&foreign(words, Format::Markdown));
        self.text.push_str(mark);
        self
    }

    /// Adds a link.
    pub fn link(&mut self, words: &str, target: &str) -> &mut Self {
        match self.style {
            Style::Plain => {
                self.text.push_str(words);
                self.text.push_str(": ");
                self.text.push_str(target);
            }
            Style::Markdown => {
                self.text.push('[');
                self.text.push_str(&foreign(words, Format::Markdown));
                self.text.push_str("](<");
                self.text
                    .extend(target.chars().filter(|c| !matches!(c, '<' | '>' | '\\') && !c.is_control()));
                self.text.push_str(">)");
            }
        }
        self
    }

    /// Starts a new line of the same paragraph.
    pub fn line(&mut self) -> &mut Self {
        if !self.text.is_empty() {
            self.text.push_str(if self.style == Style::Markdown { "  \n" } else { "\n" });
        }
        self
    }

    /// Starts a new paragraph.
    pub fn paragraph(&mut self) -> &mut Self {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self
    }

    /// Starts an item of a list.
    pub fn item(&mut self) -> &mut Self {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str("- ");
        self
    }

    /// Returns the text.
    #[must_use]
    pub fn finish(&self) -> String {
        self.text.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_with_markup_is_shown_as_it_is() {
        let mut text = Markup::new(Style::Markdown);
        text.words("[click](http://x) *now*");
        assert_eq!(text.finish(), r"\[click\](http://x) \*now\*");
    }

    #[test]
    fn a_link_cannot_be_broken_out_of() {
        let mut text = Markup::new(Style::Markdown);
        text.link("DOI", "https://doi.org/10.1/a>)[x](<b");
        assert_eq!(text.finish(), "[DOI](<https://doi.org/10.1/a)[x](b>)");
    }

    #[test]
    fn plain_text_has_no_marks() {
        let mut text = Markup::new(Style::Plain);
        text.strong("Retracted").words(" *here*");
        assert_eq!(text.finish(), "Retracted *here*");
    }
}
