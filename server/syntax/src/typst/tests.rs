#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

use super::Typst;
use crate::{Block, Mode, Target};
use proptest::prelude::*;
use referee_text::effort::bytes_looked_at;
use referee_text::{Blocks, Rope, Span, TextEdit};

fn blocks(text: &str) -> Blocks<Block> {
    Blocks::read(&Typst, &Rope::from_str(text))
}

/// Returns the keys of a draft, in order; asserts that each is in the text at its span.
fn keys(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for block in blocks(text).iter() {
        for citation in &block.content.citations {
            if let Target::Key(key) = &citation.target {
                assert_eq!(&text[citation.span.shift(block.start as usize).range()], key);
                assert!(citation.group.contains(citation.span));
                out.push(key.clone());
            }
        }
    }
    out
}

fn one(text: &str) -> Block {
    let blocks = blocks(text);
    assert_eq!(blocks.len(), 1, "{text}");
    Block::clone(blocks.get(0).unwrap().content)
}

fn labels(text: &str) -> Vec<String> {
    let blocks = blocks(text);
    let all = blocks.iter().flat_map(|block| block.content.labels.clone());
    all.map(|label| label.name).collect()
}

#[test]
fn references_and_calls_cite() {
    assert_eq!(keys("As @smith2020 and @doe:2021[p. 3] say, see @x-y."), ["smith2020", "doe:2021", "x-y"]);
    assert_eq!(
        keys("#cite(<a>, supplement: [see @b]) #cite(label(\"DBLP:c/d\"), form: \"prose\")"),
        ["a", "b", "DBLP:c/d"]
    );
    assert_eq!(keys("#let x = { cite(<a>); [@b] }\n#figure(caption: [By @c.])[x] <fig:x>"), ["a", "b", "c"]);
    assert_eq!(keys("#quote(attribution: <d>)[x] #std.cite(<e>)"), ["e"]);
    assert_eq!(keys("#ref(<f>) #ref(label(\"g\"))"), ["f", "g"]);
}

#[test]
fn what_is_not_text_cites_nothing() {
    assert_eq!(keys("`@no` ```typ\n@no\n\n@no\n``` // @no\n/* @no\n\n@no */ \\@no \"x\" @yes"), ["yes"]);
    assert_eq!(keys("#import \"@preview/cetz:0.3.4\": canvas\n#let mail = \"a@b.org\"\n@yes"), ["yes"]);
}

#[test]
fn modes_tell_how_a_citation_is_set() {
    let modes: Vec<_> =
        one("@a #cite(<b>) #cite(<c>, form: \"year\") #cite(<d>, form: \"prose\") #cite(<e>, form: none)")
            .citations
            .iter()
            .map(|citation| citation.mode)
            .collect();
    assert_eq!(modes, [Mode::Textual, Mode::Parenthetical, Mode::YearOnly, Mode::Textual, Mode::Hidden]);
}

#[test]
fn the_group_of_a_citation_is_the_whole_call() {
    let text = "see #cite(<a>, supplement: [p. 3]).";
    assert_eq!(&text[one(text).citations[0].group.range()], "#cite(<a>, supplement: [p. 3])");
    let text = "see @a[p. 3].";
    assert_eq!(&text[one(text).citations[0].group.range()], "@a[p. 3]");
}

#[test]
fn bibliographies_are_named_however_they_are_given() {
    let named = |text: &str| {
        let block = one(text);
        let names: Vec<_> = block.bibliographies.iter().map(|named| named.name.clone()).collect();
        (names, block.cites_all)
    };
    assert_eq!(named("#bibliography(\"a.bib\")"), (vec!["a.bib".to_owned()], false));
    assert_eq!(
        named("#bibliography((\"a.bib\", \"b.yml\"), full: true, style: \"ieee\", title: [X])"),
        (vec!["a.bib".to_owned(), "b.yml".to_owned()], true)
    );
    assert_eq!(named("#bibliography(\"a.bib\", \"b.yml\", full: false)").0, ["a.bib", "b.yml"]);
    assert_eq!(named("#show: ieee.with(title: \"T\", bibliography: bibliography(\"r.yaml\"))").0, ["r.yaml"]);
    assert_eq!(named("#show: paper.with(bibliography-file: \"r.bib\")").0, ["r.bib"]);
    assert_eq!(named("#bibliography(bytes(read(\"r.bib\")))").0, ["r.bib"]);
}

#[test]
fn the_style_of_a_bibliography_is_named() {
    let style = |text: &str| one(text).citation_style;
    let text = "#bibliography(\"a.bib\", style: \"styles/house.csl\", title: \"X\")";
    let named = style(text).unwrap();
    assert_eq!((named.name.as_str(), &text[named.span.range()]), ("styles/house.csl", "styles/house.csl"));
    assert_eq!(style("#bibliography(\"a.bib\", title: \"ieee\")"), None);
}

#[test]
fn parts_of_the_draft_are_included_and_packages_are_not() {
    let block =
        one("#include \"a.typ\"\n#import \"b.typ\": x\n#import \"@preview/x:1.0.0\"\n#include \"c/d.typ\"");
    let names: Vec<_> = block.includes.iter().map(|include| include.name.as_str()).collect();
    assert_eq!(names, ["a.typ", "b.typ", "c/d.typ"]);
}

#[test]
fn files_that_a_loop_includes_are_read_and_names_that_are_worked_out_are_empty() {
    let names = |text: &str| one(text).includes.into_iter().map(|include| include.name).collect::<Vec<_>>();
    for (text, wanted) in [
        ("#include(\"a.typ\")", vec!["a.typ"]),
        ("#include (\"parts/a.typ\")", vec!["parts/a.typ"]),
        ("#{ include((\"a.typ\")) }", vec!["a.typ"]),
        ("#for f in (\"a.typ\", \"b.typ\") { include f }", vec!["a.typ", "b.typ"]),
        (
            "#for f in (\"a\", \"b\",) [#include \"parts/\" + f + \".typ\"]",
            vec!["parts/a.typ", "parts/b.typ"],
        ),
        ("#for f in (\"a\", \"b\") { include(\"p-\" + f + \".typ\") }", vec!["p-a.typ", "p-b.typ"]),
        ("#for f in files { include f }", vec![""]),
        ("#for n in range(1, 4) { include \"part\" + str(n) + \".typ\" }", vec![""]),
        ("#include path", vec![""]),
        ("#import \"a.typ\"\n#import calc: pow\n#import mine: x", vec!["a.typ"]),
        ("#for f in (\"a\", \"b\") [#f]", vec![]),
        ("#let part(name) = include name", vec![""]),
    ] {
        assert_eq!(names(text), wanted, "{text}");
    }
    // A half-typed include does not refer to a file yet.
    assert_eq!(names("#include "), Vec::<String>::new());
}

#[test]
fn labels_are_what_the_draft_defines() {
    assert_eq!(
        labels(
            "= Methods <sec:m>\n\n$ x $ <eq:x>\n\n#figure[x] <fig:x> #cite(<no>) #cite(label(\"no\")) #link(<no>)[x]"
        ),
        ["sec:m", "eq:x", "fig:x"]
    );
    assert_eq!(
        labels("#grid(figure[x], <a>, label: <b>) #register((key: \"gpt\", short: \"GPT\"))"),
        ["a", "b", "gpt"]
    );
}

#[test]
fn headings_have_levels_and_plain_text() {
    let blocks =
        blocks("= One *two* \"three\" <x>\ntext\n\n=== Deep `raw`--end\n\n#heading(level: 2)[Called @a]");
    let found: Vec<_> = blocks
        .iter()
        .flat_map(|block| block.content.headings.clone())
        .map(|heading| (heading.level, heading.text))
        .collect();
    assert_eq!(
        found,
        [(1, "One two \"three\"".to_owned()), (3, "Deep raw–end".to_owned()), (2, "Called".to_owned())]
    );
}

#[test]
fn a_heading_is_a_block_of_its_own() {
    let blocks = blocks("text\n= One <a>\nmore\n== Two #footnote[a\n\nb]\nend");
    let lens: Vec<_> = blocks.iter().map(|block| block.content.headings.len()).collect();
    assert_eq!(lens, [0, 1, 0, 1]);
}

#[test]
fn a_block_goes_on_while_something_is_open() {
    for text in [
        "#figure(\n  [a\n\n  b @k],\n\n  caption: [c],\n) <fig>",
        "```typ\n= a\n\nb\n```",
        "/* a\n\nb */ c",
        "#{\n  let a = 1\n\n  [@k]\n}",
        "$ a\n\n b $",
        "#\"a\n\nb\"",
    ] {
        let text = format!("{text}\n\n");
        let both = format!("{text}Next @n.");
        let blocks = blocks(&both);
        assert_eq!(blocks.len(), 2, "{text}");
        assert_eq!(blocks.get(0).unwrap().span().end as usize, text.len());
    }
}

#[test]
fn a_half_typed_place_damages_its_own_paragraph_only() {
    for half in [
        "#cite(<a",
        "#figure(",
        "#foo[",
        "$x + ",
        "$ x + ",
        "`raw",
        "#let x = {",
        "*bold",
        "#link(\"http",
        "@a[p. 3",
    ] {
        let text = format!("{half}\n\nSecond @b.\n\n= Heading\n\nThird $y$ @c `z` (see @d).");
        let found = keys(&text);
        assert!(found.ends_with(&["b".to_owned(), "c".to_owned(), "d".to_owned()]), "{half}: {found:?}");
    }
    assert_eq!(keys("#cite(<abc"), ["abc"]);
    assert_eq!(keys("#cite(<abc) and more\n\n@b"), ["abc", "b"]);
}

#[test]
fn code_comments_and_formulas_are_no_prose() {
    let text = "We give $5 x$ #emph[now] `raw` @k <l> /* no */ and // no";
    let block = one(text);
    let mut prose = text.to_owned();
    for span in block.opaque.iter().rev() {
        prose.replace_range(span.range(), "");
    }
    assert_eq!(prose.split_whitespace().collect::<Vec<_>>(), ["We", "give", "now", "and"]);
}

#[test]
fn identifiers_in_text_and_links_count_once() {
    let ids = |text: &str| -> Vec<String> {
        let all = one(text).citations;
        all.into_iter()
            .filter_map(|citation| match citation.target {
                Target::Identifier(identifier) => Some(identifier.to_string()),
                _ => None,
            })
            .collect()
    };
    assert_eq!(
        ids("See https://doi.org/10.1056/NEJMoa012512 and PMID: 11832527. // PMID: 123456"),
        ["doi:10.1056/nejmoa012512", "PMID:11832527"]
    );
    assert_eq!(
        ids("#link(\"https://doi.org/10.1000/1\")[10.1000/1] `10.1000/2` #f(\"10.1000/3\")"),
        ["doi:10.1000/1"]
    );
}

#[test]
fn comments_silence() {
    let block = one("// referee:ignore citation/differs as printed\n@a");
    assert_eq!(block.suppressions[0].rule, "citation/differs");
}

/// The maximum average number of times that each byte is read.
const MAX_LOOKS: u64 = 40;

#[test]
fn many_beginnings_without_end_cost_little_more_than_one() {
    for piece in ["#(\n\n", "#f[\n\n", "```\n\n", "/*\n\n", "$ \n\n", "#{\"\n\n", "[", "#f("] {
        let looked_at = |bytes: usize| {
            let text = piece.repeat(bytes / piece.len());
            bytes_looked_at(|| assert!(!blocks(&text).is_empty()))
        };
        let (once, twice) = (looked_at(50_000), looked_at(100_000));
        assert!(twice < 3 * once, "{piece:?}: {once} and {twice} bytes");
        assert!(once < MAX_LOOKS * 50_000, "{piece:?}: {once} bytes");
    }
}

#[test]
fn an_edit_in_a_paragraph_re_reads_that_paragraph_only() {
    let mut text = String::new();
    for i in 0..300 {
        text.push_str(&format!("Paragraph {i} by @k{i}, with $x$ and #emph[code].\n\n"));
    }
    let mut rope = Rope::from_str(&text);
    let mut blocks = Blocks::read(&Typst, &rope);
    let edit = TextEdit::new(Span::at(text.find("Paragraph 150").unwrap() + 3), "x").apply(&mut rope);
    let changed = blocks.edit(&Typst, &rope, &edit);
    assert!(changed.added <= 2, "{changed:?}");
}

fn shape(blocks: &Blocks<Block>) -> Vec<String> {
    blocks.iter().map(|block| format!("{:?} {:?}", block.span(), block.content)).collect()
}

fn typst() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            Just("@a"),
            Just("@b[p. 3]"),
            Just("#cite(<c>)"),
            Just("#cite("),
            Just("<d>"),
            Just("<"),
            Just("#["),
            Just("]"),
            Just("#("),
            Just(")"),
            Just("#{"),
            Just("}"),
            Just("$"),
            Just("`"),
            Just("```"),
            Just("/*"),
            Just("*/"),
            Just("//"),
            Just("\""),
            Just("\n\n"),
            Just("\n"),
            Just("\r\n"),
            Just(" "),
            Just("= H"),
            Just("é"),
            Just("*"),
            Just("_"),
            Just("- "),
            Just("+ "),
            Just("#bibliography((\"a.bib\","),
            Just("#let x = "),
            Just("#include \"a.typ\""),
            Just("text"),
            Just("\\"),
            Just("10.1000/ab"),
            Just("#link(\"https://doi.org/10.1000/1\")["),
            Just("  "),
            Just("#if x "),
            Just("else"),
            Just(", "),
            Just(":"),
            Just("// referee:ignore a/b c\n")
        ],
        0..20,
    )
    .prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn edits_in_any_order_equal_a_fresh_read(
        start in typst(),
        edits in prop::collection::vec((0usize..150, 0usize..30, typst()), 1..6),
    ) {
        let mut rope = Rope::from_str(&start);
        let mut blocks = Blocks::read(&Typst, &rope);
        for (at, len, text) in edits {
            let at = at.min(rope.len_bytes());
            let end = (at + len).min(rope.len_bytes());
            let edit = TextEdit::new(Span::new(at, end), text).apply(&mut rope);
            blocks.edit(&Typst, &rope, &edit);
            prop_assert_eq!(shape(&blocks), shape(&Blocks::read(&Typst, &rope)));
        }
    }

    #[test]
    fn every_place_is_in_the_text_and_on_a_character(text in typst()) {
        for block in blocks(&text).iter() {
            let own = &text[block.span().range()];
            let content = &block.content;
            let named = content.labels.iter().chain(&content.bibliographies).map(|named| named.span);
            let all = content.opaque.iter().copied().chain(named);
            let all = all.chain(content.citations.iter().flat_map(|citation| [citation.span, citation.group]));
            let all = all.chain(content.headings.iter().map(|heading| heading.span));
            let all = all.chain(content.includes.iter().map(|include| include.span));
            for span in all {
                prop_assert!(own.get(span.range()).is_some(), "{:?} in {:?}", span, own);
            }
        }
    }

    #[test]
    fn nothing_that_is_typed_stops_the_reading(text in "[#@$`/*\"<>(){}\\[\\]=:a-zé\n ]{0,80}") {
        blocks(&text);
    }
}
