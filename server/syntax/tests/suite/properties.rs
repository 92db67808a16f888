//! Tests properties that hold for any text.

use super::read;
use proptest::prelude::*;
use referee_syntax::{Document, Format};
use referee_text::{Rope, Span, TextEdit};

const FORMATS: [Format; 8] = [
    Format::Markdown,
    Format::Quarto,
    Format::RMarkdown,
    Format::Latex,
    Format::Typst,
    Format::Org,
    Format::Rst,
    Format::PlainText,
];

/// Returns the parsed document in a form that can be compared.
fn shape(document: &Document) -> String {
    let blocks: Vec<_> =
        document.blocks().iter().map(|block| (block.span(), format!("{:?}", block.content))).collect();
    format!("{blocks:#?}\n{:?}\n{:?}", document.reference_blocks(), document.context())
}

/// Generates pieces that open, close and half-open the constructs of the formats.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "    ",
        "\t",
        "a",
        "é😀",
        "@a",
        "* One\n",
        "#+begin_src\n",
        "#+end_src\n",
        "#+bibliography: x.bib\n",
        "[cite:@a; @b]",
        "[[cite:&a]]",
        "cite:a,b",
        ".. note::\n",
        ".. x\n",
        "::\n",
        ":cite:p:`a,b`",
        "{cite}`a`",
        "[@b; -@c]",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "```",
        "```r\n",
        "~~~\n",
        "$$",
        "$",
        "<!--",
        "-->",
        "---\n",
        "...\n",
        "bibliography: x\n",
        "title: \"\n",
        "- ",
        "1. ",
        "2. ",
        "[1] ",
        "[^1]: ",
        "# ",
        "# References\n",
        "References\n",
        "=====\n",
        "<pre>",
        "</pre>",
        "<div>\n",
        "\\begin{x}",
        "\\end{x}",
        "\\cite{a}",
        "%",
        "> ",
        "(@x) ",
        ": ",
        "doi:10.1/x",
        "PMID: 1",
        "^1^",
        "::: x\n",
        "`",
        "@fig-a",
        "#bibliography(\"x\")",
        "//",
        "/*",
        "*/",
        "referee:ignore a/b",
        "crossref:\n  custom:\n  - key: a\n",
        "Smith J. Title. 2020;1:2.\n",
        "|",
        "_",
        "*",
        "\\",
        "<",
        ">",
        "&",
        "\u{2028}",
        "\0",
    ];
    prop::sample::select(pieces.to_vec()).prop_map(str::to_owned)
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn edits_in_any_order_equal_a_fresh_read(
        start in text(),
        edits in prop::collection::vec((0usize..200, 0usize..30, prop::collection::vec(piece(), 0..3)), 1..8),
    ) {
        for format in FORMATS {
            let mut rope = Rope::from_str(&start);
            let mut document = Document::read(format, rope.clone(), std::sync::Arc::default());
            for (at, len, pieces) in &edits {
                let at = (*at).min(rope.len_bytes());
                let edit = TextEdit::new(Span::new(at, (at + len).min(rope.len_bytes())), pieces.concat()).apply(&mut rope);
                document.edit(rope.clone(), &edit);
            }
            let fresh = Document::read(format, rope.clone(), std::sync::Arc::default());
            prop_assert_eq!(shape(&document), shape(&fresh), "{:?} {:?}", format, rope.to_string());
        }
    }

    #[test]
    fn places_lie_in_the_text_and_on_characters(text in text()) {
        for format in FORMATS {
            let document = read(format, &text);
            for cited in document.citations() {
                prop_assert!(text.get(cited.span.range()).is_some() && text.get(cited.group.range()).is_some());
                prop_assert!(cited.group.contains(cited.span));
            }
            for heading in document.headings() {
                prop_assert!(text.get(heading.span.range()).is_some());
            }
            for listed in document.list_items() {
                prop_assert!(text.get(listed.item.span.shift(listed.start).range()).is_some());
            }
            for named in document.names_bibliographies() {
                prop_assert!(text.get(named.span.range()).is_some());
            }
            for suppression in document.suppressions() {
                prop_assert!(text.get(suppression.span.range()).is_some());
            }
            for block in document.blocks().iter() {
                let inside = block.content.opaque.iter().all(|part| part.end <= block.len);
                prop_assert!(inside);
            }
        }
    }
}
