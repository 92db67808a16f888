//! Escapes foreign text for a format, so that it is only displayed, literally.
//!
//! Titles from sources and sentences from language models are data. Code that writes them into a
//! draft, a bibliography or a report calls [`foreign`], or [`foreign_line`] if they begin a line;
//! code that writes them into a comment calls [`foreign_comment`]. The result is free of markup, code,
//! citations, control characters and line breaks.
//!
//! ```
//! use referee_bibliography::foreign::{Markup, foreign};
//!
//! assert_eq!(foreign(r"50% of \input{x}", Markup::Latex), r"50\% of \textbackslash{}input\{x\}");
//! assert_eq!(foreign("see @roe", Markup::Markdown), r"see \@roe");
//! ```

mod bibtex;
mod latex;
mod list_number;
mod markdown;
mod org;
mod plain;
mod rst;
mod typst;

use referee_text::visible::on_one_line;
use std::borrow::Cow;

/// The markup that foreign text is written into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Markup {
    /// Pandoc's Markdown, Quarto and R Markdown.
    Markdown,
    /// The text of a LaTeX document, which pdflatex compiles without further packages.
    Latex,
    /// Typst's markup mode.
    Typst,
    /// Org, as Emacs exports it.
    Org,
    /// reStructuredText, as docutils and Sphinx read it.
    Rst,
    /// No markup at all.
    Plain,
    /// The value of a BibTeX field between braces.
    Bibtex,
}

/// Escapes `words` as one line of `markup`, which shows them literally. Use [`foreign_line`] if
/// they begin a line.
#[must_use]
pub fn foreign(words: &str, markup: Markup) -> String {
    let words = inert_line(words);
    match markup {
        Markup::Markdown => markdown::escaped(&words),
        Markup::Latex => latex::escaped(&words),
        Markup::Typst => typst::escaped(&words),
        // In Org and reStructuredText, too, a number in brackets cites a list item.
        Markup::Org => org::escaped(&plain::without_citations(&words)),
        Markup::Rst => rst::escaped(&plain::without_citations(&words)),
        Markup::Plain => plain::without_citations(&words),
        Markup::Bibtex => bibtex::escaped(&words),
    }
}

/// Replaces the Greek letters and symbols that pdflatex does not support as characters by commands.
/// `written` is already LaTeX (a paragraph, a BibTeX entry).
#[must_use]
pub(crate) fn with_latex_commands(written: &str) -> String {
    latex::with_commands(written)
}

/// Works like [`foreign`], for words that begin a line, a paragraph or a list item.
#[must_use]
pub fn foreign_line(words: &str, markup: Markup) -> String {
    at_line_start(&foreign(words, markup), markup)
}

/// Escapes the first characters of `written`, which is already markup, so that they begin no list,
/// heading or argument.
#[must_use]
pub fn at_line_start(written: &str, markup: Markup) -> String {
    let written = written.trim_start();
    match markup {
        Markup::Markdown => markdown::at_line_start(written),
        Markup::Latex => latex::at_line_start(written),
        Markup::Typst => typst::at_line_start(written),
        Markup::Org => org::at_line_start(written),
        Markup::Rst => rst::at_line_start(written),
        Markup::Plain | Markup::Bibtex => written.to_owned(),
    }
}

/// Escapes `words` for a comment on one line, or between `<!--` and `-->`: they cannot end it, and
/// contain no code for tools that also search comments.
#[must_use]
pub fn foreign_comment(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in inert_line(words).chars() {
        match c {
            // knitr runs inline code even in comments.
            '`' => out.push('\''),
            // `-->`, `--!>` and Quarto's shortcodes.
            '-' | '>' | '!' if out.ends_with('-') => {
                out.push(' ');
                out.push(c);
            }
            '{' | '<' if out.ends_with('{') => {
                out.push(' ');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// Percent-encodes the characters of an address or an identifier that are special in LaTeX or
/// BibTeX, for a BibTeX field without escapes. Existing percent-encoding is kept.
#[must_use]
pub(crate) fn foreign_address(address: &str) -> String {
    let address = inert_line(address);
    let mut out = String::with_capacity(address.len());
    for (at, c) in address.char_indices() {
        let encoded =
            || address.get(at + 1..at + 3).is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        match c {
            '%' if encoded() => out.push('%'),
            '^' | '\\' | '#' | '%' | '{' | '}' | '"' | '`' | '<' | '>' | ' ' | '|' => {
                out.push_str(&format!("%{:02X}", u32::from(c)));
            }
            _ => out.push(c),
        }
    }
    out
}

/// Returns `words` on one line, without invisible characters: see
/// [`referee_text::visible::on_one_line`]. Consecutive spaces at a line break become one, and a
/// comment to referee loses its special meaning.
#[must_use]
pub fn inert_line(words: &str) -> Cow<'_, str> {
    const COMMENT: &str = "referee:";
    let line = on_one_line(words);
    if matches!(line, Cow::Borrowed(_)) && !contains_folded(words, COMMENT) {
        return line;
    }
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if c.is_alphabetic() && ends_folded(&out, COMMENT) {
            out.push(' ');
        }
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

fn contains_folded(text: &str, word: &str) -> bool {
    text.as_bytes().windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
}

fn ends_folded(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= word.len() && bytes[bytes.len() - word.len()..].eq_ignore_ascii_case(word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_means_something_to_latex_is_left() {
        assert_eq!(
            foreign(r"p < .05 & 5% of $_1 {~^\} \input{/etc/passwd} \write18{ls} ^^5cinput", Markup::Latex),
            r"p \textless{} .05 \& 5\% of \$\_1 \{\textasciitilde{}\textasciicircum{}\textbackslash{}\} \textbackslash{}input\{/etc/passwd\} \textbackslash{}write18\{ls\} \textasciicircum{}\textasciicircum{}5cinput"
        );
        assert_eq!(
            foreign("“a → b” 5 µg -- \"x\" CO₂", Markup::Latex),
            "``a $\\rightarrow$ b'' 5 $\\mu$g -{}- ``x'' CO\\textsubscript{2}"
        );
        assert_eq!(foreign_line("[x] y", Markup::Latex), "{}[x] y");
    }

    #[test]
    fn nothing_that_means_something_to_markdown_is_left() {
        for (words, written) in [
            ("<img src=x onerror=y>", r"\<img src=x onerror=y\>"),
            ("`r system('ls')`", "&#96;r system('ls')&#96;"),
            ("{{< include x >}}", r"\{\{\< include x \>\}\}"),
            ("@roe, [^1], $x$, ^[note]", r"\@roe, \[\^1\], \$x\$, \^\[note\]"),
        ] {
            assert_eq!(foreign(words, Markup::Markdown), written);
        }
        assert_eq!(foreign_line("1. One", Markup::Markdown), r"1\. One");
        assert_eq!(foreign_line("- One", Markup::Markdown), r"\- One");
    }

    #[test]
    fn nothing_that_means_something_to_typst_is_left() {
        assert_eq!(
            foreign("#read(\"x\") // y /* z */ a--b", Markup::Typst),
            r#"\#read("x") /\/ y /\* z \*\/ a-\-b"#
        );
    }

    #[test]
    fn what_cannot_be_seen_is_left_out_and_lines_are_joined() {
        assert_eq!(
            inert_line("A\0 ti\u{202e}tle\r\n of\u{1b}[31m\ttwo\u{2028}lines"),
            "A title of[31m two lines"
        );
        assert_eq!(inert_line("one\u{a0}mg"), "one\u{a0}mg");
        assert_eq!(inert_line("%referee:ignore-file all"), "%referee: ignore-file all");
    }

    #[test]
    fn a_comment_cannot_be_ended() {
        for words in ["--->", "-->", "<!-- x --!>", "a--b", "`r 1`", "{{{< x >}}}"] {
            let written = foreign_comment(words);
            for mark in ["--", "->", "!>", "`", "{{", "{<"] {
                assert!(mark == "!>" || !written.contains(mark), "{written}");
            }
        }
    }

    #[test]
    fn what_bibtex_would_obey_in_an_address_is_encoded() {
        assert_eq!(
            foreign_address(r"https://x.org/a^b\input#c%zz%20{d}"),
            "https://x.org/a%5Eb%5Cinput%23c%25zz%20%7Bd%7D"
        );
    }

    #[test]
    fn brackets_that_would_cite_become_round_in_plain_text() {
        assert_eq!(
            foreign("A [12] b [Article in Spanish] [^1]", Markup::Plain),
            "A (12) b [Article in Spanish] (^1)"
        );
    }
}
