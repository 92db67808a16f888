//! Tests texts that no author writes but a broken file may contain: the time to parse them is
//! linear in their length.

use super::{read, targets};
use referee_syntax::Format;

const FORMATS: [Format; 6] =
    [Format::Markdown, Format::Latex, Format::Typst, Format::Org, Format::Rst, Format::PlainText];

/// Returns 400 KB of a piece: parsing it takes minutes if the work is quadratic in the length.
fn long(piece: &str) -> String {
    piece.repeat(400 * 1024 / piece.len())
}

#[test]
fn marks_that_are_never_closed_are_read_as_plain_text_and_said_so() {
    for piece in ["`", "` ", "*a_ ", "~", "$a ^b ", "[a](", "<a ", "{", "]"] {
        let text = format!("First [@a].\n\n{}\n\nLast [@b].\n", long(piece));
        let document = read(Format::Markdown, &text);
        let complex: Vec<_> = document.too_complex().collect();
        assert_eq!(complex.len(), 1, "{piece:?}");
        assert!(complex[0].len() >= 400_000, "{piece:?}");
        assert_eq!(targets(Format::Markdown, &text), ["a", "b"], "{piece:?}");
    }
}

#[test]
fn items_within_items_without_end_are_read_as_plain_text() {
    for marker in ["- ", "1. ", "a. ", "xviii) ", "(B) ", "1000. ", "#. ", "(@a) ", "> "] {
        let text = format!("First [@a].\n\n{}\n\nLast [@b].\n", long(marker));
        assert_eq!(read(Format::Markdown, &text).too_complex().count(), 1, "{marker:?}");
    }
}

#[test]
fn a_draft_of_blank_lines_is_read_like_any_other() {
    for blank in ["\n", "\r\n", " \n", "\t\n", "\r"] {
        for format in FORMATS {
            let text = format!("[@a]{0}{0}\\cite{{a}} {1}", blank, long(blank));
            assert_eq!(read(format, &text).too_complex().count(), 0, "{format:?} {blank:?}");
        }
        assert_eq!(targets(Format::Markdown, &format!("[@a]{}[@b]", long(blank))), ["a", "b"], "{blank:?}");
    }
    // Lines with words, followed only by blank lines.
    for format in FORMATS {
        let text = format!("{}{}", "a\n".repeat(100 * 1024), "\n".repeat(200 * 1024));
        assert_eq!(read(format, &text).too_complex().count(), 0, "{format:?}");
    }
    // An item continues, indented, after any number of blank lines.
    let item = format!("- One [@a]\n{}  two [@b]\n", long("\n"));
    assert_eq!(targets(Format::Markdown, &item), ["a", "b"]);
}

#[test]
fn keys_in_a_block_that_is_too_complex_are_still_cited() {
    let text = format!("{} see @smith2020 {}\n", long("*a_ "), long("`"));
    assert_eq!(targets(Format::Markdown, &text), ["smith2020"]);
}

#[test]
fn a_paragraph_with_much_markup_is_not_too_complex() {
    let paragraph = "Some *words* and `code`, $x_1$ and [a link](https://example.org) [@a; @b].\n".repeat(60);
    assert_eq!(read(Format::Markdown, &paragraph).too_complex().count(), 0);
    let many = format!("{paragraph}\n").repeat(40);
    assert_eq!(read(Format::Markdown, &many).too_complex().count(), 0);
}

#[test]
fn words_of_any_length_are_read_in_every_format() {
    for format in FORMATS {
        for piece in [
            "doi:10.1/a",
            "[1].",
            "[1,2].",
            "cite:",
            "[cite:@a",
            ":cite:",
            ":",
            "{cite}`a",
            "a^1^",
            "@a/",
            "10.10.",
            "PMID:",
            "(((",
            "<!--",
        ] {
            read(format, &long(piece)).citations().count();
        }
    }
}

#[test]
fn openers_that_are_never_closed_are_searched_for_once() {
    for piece in [
        "<!--\n\n",
        "```a\n\n",
        "<pre>\n\n",
        "\\begin{a}\n\n",
        "$$\n\n",
        "~~~~\n\nx\n\n",
        "/*\n\n",
        "#f(\n\n",
        "#+begin_src\n\n",
        ".. x::\n\n",
    ] {
        for format in FORMATS {
            read(format, &long(piece)).citations().count();
        }
    }
}

#[test]
fn latex_commands_that_are_never_closed_are_read_in_time() {
    for piece in [
        "\\section{",
        "\\def\\a{",
        "\\def\\a",
        "\\newcommand{\\x}{",
        "\\bibitem{",
        "\\bib{",
        "\\cite{",
        "\\cite[",
        "\\footnote{",
        "\\href{",
        "\\label{",
        "\\input{",
    ] {
        read(Format::Latex, &long(piece)).citations().count();
    }
    let document =
        read(Format::Latex, "\\section{One \\section{Two \\cite{a}\n\nText \\cite{b}.\n\\section{Three}\n");
    let headings: Vec<String> = document.headings().into_iter().map(|heading| heading.text).collect();
    assert_eq!(headings.len(), 2, "{headings:?}");
    assert_eq!(headings[1], "Three");
}
