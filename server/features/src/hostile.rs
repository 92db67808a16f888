//! Property tests: no feature panics, or returns an invalid place, wherever the cursor is in a
//! broken draft.

#![allow(clippy::unwrap_used, reason = "a property fails by panicking")]

use crate::card::{CardView, card};
use crate::completion::{Indexes, completions};
use crate::fixture::{Fixture, PAPER};
use crate::markup::Style;
use crate::*;
use proptest::prelude::*;
use proptest::sample::select;
use referee_citations::Reference;
use referee_findings::FileEdit;
use referee_text::{FileId, Language, Span};
use referee_workspace::FileKind;
use tokio_util::sync::CancellationToken;

/// Fragments of drafts in all formats, valid and broken, and characters of two, three and four
/// bytes.
const PIECES: [&str; 74] = [
    "é",
    "😀",
    "\u{301}",
    "—",
    "“",
    "”",
    "\u{a0}",
    "中文",
    "\u{feff}",
    "\u{2028}",
    "\0",
    "\r\n",
    "\r",
    "\n",
    "\n\n",
    "\t",
    " ",
    "smith2020",
    "ukpds:34",
    "word",
    "Metformin lowers mortality by 12 %.",
    "#cite(<",
    "<",
    ">",
    "label(\"",
    "#cite(label(\"",
    "é\")",
    "@",
    "@{",
    "}",
    "{",
    "[@",
    "]",
    "[",
    "; ",
    "-@smith2020",
    "[^1]",
    "[1, 2]",
    "[1]",
    "(1-3)",
    "\\cite{",
    "\\citep[é]{",
    "\\bibitem{ü}",
    "\\",
    "%",
    "$",
    "$$",
    "`",
    "```\n",
    "<!-- ",
    "-->",
    "//",
    "/*",
    "# ",
    "## References\n\n",
    "1. Smith A. Title. J. 2020;1:1-2.\n",
    "doi:10.5555/example.1",
    "https://doi.org/10.5555/ex",
    "PMID: 12345678",
    "PMID:",
    "https://x.org/10.1234/é",
    "---\n",
    "bibliography: refs.bib\n",
    "#bibliography(\"refs.bib\")\n",
    "\\addbibresource{refs.bib}\n",
    "\\begin{document}\n",
    "\\begin{thebibliography}{9}\n",
    "<!-- referee: written 2024-01-01 by x -->",
    "<!-- referee:ignore -->",
    "\"",
    "'",
    "“word word word word word word”",
    "*a_ ",
    ":",
];

/// Fragments of bibliographies.
const BIB_PIECES: [&str; 30] = [
    "é",
    "😀",
    "\0",
    "\r\n",
    "\n",
    " ",
    "@article{",
    "@article{é,",
    "@string{a = \"é\"}",
    "@comment{",
    "}",
    "{",
    "\"",
    ",",
    "=",
    "title = {É {T}},",
    "doi = {10.1056é},",
    "pmid = 12x,",
    "crossref = {é,smith2020},",
    "ids = {",
    "smith2020",
    "author = {Müller, Ü and others},",
    "year = {20é0},",
    "@",
    "%",
    "# ",
    "url = {https://é.org/a},",
    "\\\"u",
    "- id: é\n",
    "[{\"id\": \"é\", \"title\": \"T\"}]",
];

/// Fails if a place is outside its file or splits a character.
fn assert_place(fixture: &Fixture, file: &FileId, span: Span, feature: &str) {
    let text = fixture.text(file);
    assert!(text.get(span.range()).is_some(), "{feature}: {span:?} is no place in {:?}", text);
}

fn assert_edits(fixture: &Fixture, edits: &[FileEdit], feature: &str) {
    for edit in edits.iter().filter(|edit| fixture.has(&edit.file)) {
        assert_place(fixture, &edit.file, edit.span, feature);
    }
}

/// Calls every feature at every byte of `file`, on and between the boundaries of characters.
fn ask_everything(fixture: &Fixture, file: &FileId) {
    let (snapshot, cancel, indexes) = (&fixture.snapshot, CancellationToken::new(), Indexes::default());
    let length = fixture.text(file).len();
    let whole = Span::new(0, length);
    for link in document_link::document_links(snapshot, file, &cancel).unwrap() {
        assert_place(fixture, file, link.span, "link");
        let _ = document_link::resolve(snapshot, file, link.span);
    }
    for lens in code_lens::code_lenses(snapshot, file) {
        assert_place(fixture, file, lens.span, "lens");
    }
    for hint in inlay_hint::inlay_hints(snapshot, &indexes, file, whole) {
        assert_place(fixture, file, Span::at(hint.offset), "hint");
    }
    for span in folding::folding(snapshot, file) {
        assert_place(fixture, file, span, "folding");
    }
    for symbol in document_symbol::document_symbols(snapshot, &indexes, file) {
        assert_place(fixture, file, symbol.span, "symbol");
        assert_place(fixture, file, symbol.focus, "focus of a symbol");
    }
    for status in reference_status::reference_statuses(snapshot, file, &cancel).unwrap() {
        for (file, span) in &status.cited {
            assert_place(fixture, file, *span, "citation of a reference");
        }
        assert_place(fixture, &status.file, status.span, "reference");
    }
    assert_edits(fixture, &write::strip_provenance(snapshot, file), "strip");
    let _ = support::check(snapshot, file, None);
    for offset in 0..=length + 2 {
        ask_at(fixture, file, offset, &indexes, &cancel);
    }
}

fn ask_at(fixture: &Fixture, file: &FileId, offset: usize, indexes: &Indexes, cancel: &CancellationToken) {
    let snapshot = &fixture.snapshot;
    if let Some(found) = completions(snapshot, indexes, file, offset, cancel) {
        assert_place(fixture, file, found.typed, "typed key");
        assert_place(fixture, file, found.whole, "whole key");
    }
    if let Some(found) = hover::hover(snapshot, file, offset, Style::Markdown) {
        assert_place(fixture, file, found.span, "hover");
    }
    if let Some(found) = definition::definition(snapshot, file, offset) {
        assert_place(fixture, file, found.origin, "definition, origin");
        assert_place(fixture, &found.file, found.span, "definition");
        assert_place(fixture, &found.file, found.focus, "definition, focus");
    }
    for (file, span) in references::references(snapshot, file, offset, true) {
        assert_place(fixture, &file, span, "references");
    }
    if let Ok((span, _)) = rename::prepare(snapshot, file, offset) {
        assert_place(fixture, file, span, "rename, place");
        if let Ok(edits) = rename::rename(snapshot, file, offset, "nëw") {
            assert_edits(fixture, &edits, "rename");
        }
    }
    for range in [Span::at(offset), Span::new(offset, offset + 3), Span::new(offset, offset + 40)] {
        for action in code_action::code_actions(snapshot, file, range, &|_| true, cancel).unwrap_or_default()
        {
            assert_edits(fixture, &action.edits, &action.title);
        }
        if let Ok(found) = cite::place(snapshot, file, range, None) {
            assert_place(fixture, file, Span::at(found.at), "end of a sentence");
        }
        let _ = support::check(snapshot, file, Some(range));
        let _ = inlay_hint::inlay_hints(snapshot, indexes, file, range);
    }
    if let Some(reference) = code_action::bare_identifier(snapshot, file, offset) {
        assert_place(fixture, file, reference.span, "bare identifier");
    }
    let told = write::GenerationInfo { by: "counted", question: "é?", what: "report", works: 1 };
    if let Ok(edit) = write::insert_text(snapshot, file, Span::at(offset), "## Tëxt\n\nwords", told, &[]) {
        assert_edits(fixture, &[edit], "text");
    }
    if let Some(FileKind::Bibliography(bibliography)) = snapshot.kind(file)
        && let Some(entry) = bibliography.at(offset)
    {
        let _ = card(
            &Reference::from_entry(file, &entry),
            None,
            CardView::plain(Language::English, Style::Markdown),
        );
    }
}

/// Creates a workspace with the two entries of [`PAPER`], settings that enable hints, and one more
/// file.
fn workspace(name: &str, text: &str) -> Fixture {
    let (_, bibliography) = PAPER.split_once("refs.bib\n").unwrap();
    Fixture::of(&[("refs.bib", bibliography), ("referee.toml", "inlay_hints = true\n"), (name, text)])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_feature_panics_anywhere_in_a_broken_draft(
        name in select(&["a.md", "a.qmd", "a.Rmd", "a.tex", "a.typ", "a.txt"][..]),
        pieces in prop::collection::vec(select(&PIECES[..]), 0..16),
    ) {
        let fixture = workspace(name, &pieces.concat());
        ask_everything(&fixture, &fixture.id(name));
        ask_everything(&fixture, &fixture.id("refs.bib"));
    }

    #[test]
    fn no_feature_panics_anywhere_in_a_broken_bibliography(
        name in select(&["b.bib", "b.json", "b.yaml", "b.yml"][..]),
        pieces in prop::collection::vec(select(&BIB_PIECES[..]), 0..20),
    ) {
        let fixture = workspace(name, &pieces.concat());
        ask_everything(&fixture, &fixture.id(name));
    }
}

#[test]
fn a_character_of_several_bytes_before_a_key_is_no_part_of_it() {
    for (name, draft) in [
        ("a.typ", "é<smi$0"),
        ("a.typ", "#cite(é smi$0"),
        ("a.typ", "—$0"),
        ("a.typ", "—#cite(<smi$0"),
        ("a.typ", "#é(<smi$0"),
        ("a.typ", "é#é(<smi$0"),
        ("a.typ", "中$0"),
    ] {
        let fixture = Fixture::new(&format!("{PAPER}//- {name}\n#bibliography(\"refs.bib\")\n{draft}"));
        let found = completions(
            &fixture.snapshot,
            &Indexes::default(),
            &fixture.file,
            fixture.offset,
            &CancellationToken::new(),
        );
        let offered = found.is_some_and(|found| !found.items.is_empty());
        assert_eq!(offered, draft.contains("#cite(<"), "{draft}");
    }
}
