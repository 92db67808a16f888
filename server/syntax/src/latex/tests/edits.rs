//! Tests edits in a LaTeX draft, and unintended texts.

use super::{blocks, reader};
use crate::{Block, Target};
use proptest::prelude::*;
use referee_text::effort::bytes_looked_at;
use referee_text::{Blocks, Rope, Span, TextEdit};

#[test]
fn an_edit_in_a_paragraph_re_reads_that_paragraph_only() {
    let mut text = String::new();
    for i in 0..500 {
        text.push_str(&format!("Paragraph {i} by \\citet{{k{i}}}.\n\n"));
    }
    let mut rope = Rope::from_str(&text);
    let mut blocks = Blocks::read(&reader(&[]), &rope);
    let at = text.find("Paragraph 250").unwrap();
    let edit = TextEdit::new(Span::at(at + 3), "x").apply(&mut rope);
    let changed = blocks.edit(&reader(&[]), &rope, &edit);
    assert!(changed.added <= 2, "{changed:?}");
}

/// The length of a text with many beginnings.
const BYTES: usize = 100_000;

/// The maximum average number of times that each byte is read.
const MAX_LOOKS: usize = 40;

/// The maximum number of bytes that are read after each `\url{` and `\verb|`, the distance in which
/// their ends are searched for.
const MAX_LOOKAHEAD: usize = 2048;

#[test]
fn many_beginnings_without_end_cost_no_more_than_one() {
    for piece in [
        "\\begin{verbatim}\n\n",
        "\\iffalse\n\n",
        "\\cite[\\cite{",
        "\\url{",
        "{[",
        "\\newcommand{\\a}{",
        "\\verb|x",
    ] {
        let looked_at = |bytes: usize| {
            let text = piece.repeat(bytes / piece.len());
            bytes_looked_at(|| assert!(!blocks(&text).is_empty()))
        };
        let (once, twice) = (looked_at(BYTES), looked_at(2 * BYTES));
        assert!(twice < 3 * once, "{piece:?}: {once} and {twice} bytes");
        let beginnings = BYTES / piece.len();
        assert!(once < (MAX_LOOKS * BYTES + MAX_LOOKAHEAD * beginnings) as u64, "{piece:?}: {once} bytes");
    }
}

fn shape(blocks: &Blocks<Block>) -> Vec<String> {
    blocks.iter().map(|block| format!("{:?} {:?}", block.span(), block.content)).collect()
}

fn spans(block: &Block) -> Vec<Span> {
    let mut out = block.opaque.clone();
    out.extend(block.citations.iter().flat_map(|citation| [citation.span, citation.group]));
    out.extend(block.headings.iter().map(|heading| heading.span));
    out.extend(block.labels.iter().chain(&block.bibliographies).chain(&block.roots).map(|named| named.span));
    out.extend(block.embedded.iter().map(|named| named.span));
    out.extend(block.includes.iter().map(|include| include.span));
    out.extend(block.list_items.iter().map(|item| item.span));
    out.extend(block.list_items.iter().flat_map(|item| item.fields.iter().map(|(_, span)| *span)));
    out
}

fn latex() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            Just("\\cite{"),
            Just("\\citep[see]{a,b}"),
            Just("\\parencites(x)[1]{a}{b}"),
            Just("}"),
            Just("{"),
            Just("["),
            Just("]"),
            Just("\n\n"),
            Just("\n"),
            Just(" "),
            Just("% c"),
            Just("\\begin{verbatim}"),
            Just("\\end{verbatim}"),
            Just("\\iffalse "),
            Just("\\ifx"),
            Just("\\fi "),
            Just("\\else"),
            Just("\\verb|"),
            Just("|"),
            Just("\\end{document}"),
            Just("\\section{é"),
            Just("\\bibitem[x]{k}"),
            Just("10.1000/a\\_b"),
            Just("\\end{thebibliography}"),
            Just("$"),
            Just("$$"),
            Just("\\["),
            Just("\\]"),
            Just("\\url{"),
            Just("ü"),
            Just("\\newcommand{\\x}[1]{"),
            Just("\\def\\y#1{"),
            Just("\\input "),
            Just("\\input{f}"),
            Just("\r\n"),
            Just("\r"),
            Just("\\"),
            Just("a,b"),
            Just("\\href{https://doi.org/10.1000/1}{10.1000/1}"),
            Just("<"),
            Just(">"),
            Just("\\bibliography{x,"),
            Just("% referee:ignore a/b c"),
            Just("\\begin{filecontents}{a.bib}"),
            Just("\\end{filecontents}"),
            Just("\\section{A}"),
            Just("\\bibitem{q} Smith J. A title. BMJ 2020;3:4."),
            Just("\\if0 "),
            Just("% !TEX root = é"),
            Just("\\lstinline{"),
            Just("\\mintinline{p}{")
        ],
        0..24,
    )
    .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn edits_in_any_order_equal_a_fresh_read(
        start in latex(),
        edits in prop::collection::vec((0usize..200, 0usize..30, latex()), 1..6),
    ) {
        let mut rope = Rope::from_str(&start);
        let latex = reader(&[]);
        let mut blocks = Blocks::read(&latex, &rope);
        for (at, len, text) in edits {
            let at = at.min(rope.len_bytes());
            let end = (at + len).min(rope.len_bytes());
            let edit = TextEdit::new(Span::new(at, end), text).apply(&mut rope);
            blocks.edit(&latex, &rope, &edit);
            prop_assert_eq!(shape(&blocks), shape(&Blocks::read(&latex, &rope)));
        }
    }

    #[test]
    fn every_place_is_in_the_text_and_on_a_character(text in latex()) {
        let blocks = blocks(&text);
        for block in blocks.iter() {
            let own = &text[block.span().range()];
            for span in spans(block.content) {
                prop_assert!(own.get(span.range()).is_some(), "{:?} in {:?}", span, own);
            }
            for citation in &block.content.citations {
                if let Target::Key(key) = &citation.target && !key.contains(' ') && !own.contains('%') {
                    prop_assert_eq!(&own[citation.span.range()], key);
                }
            }
        }
    }

    #[test]
    fn nothing_that_is_typed_stops_the_reading(text in "[\\\\{}\\[\\]%$#&a-zé\n *@,|<>()]{0,80}") {
        blocks(&text);
    }
}
