//! Tests that words of records and of a language model are shown and never interpreted as markup in
//! a passage that is written into a draft, and that the rest of the draft stays unchanged.

use super::{GenerationInfo, insert, insert_text};
use crate::fixture::Fixture;
use proptest::prelude::*;
use referee_findings::FileEdit;
use referee_fixture::hostile_words::{PIECES, active_part};
use referee_research::page::{Inline, Page};
use referee_syntax::{Document, Target};
use referee_text::Span;
use referee_workspace::FileKind;

/// A draft in each format.
const DRAFTS: [&str; 8] = ["a.md", "a.qmd", "a.Rmd", "a.tex", "a.typ", "a.org", "a.rst", "a.txt"];

fn words() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES.to_vec()), 1..6)
        .prop_map(|pieces| format!("{} of sleep", pieces.join(" ")))
}

/// Returns the effects of a draft apart from showing words: keys, headings, included files,
/// bibliographies, suppressed rules, generated passages.
fn effects(document: &Document) -> (Vec<String>, [usize; 5]) {
    let keys = document.citations().filter_map(|cited| match &cited.citation.target {
        Target::Key(key) => Some(key.clone()),
        _ => None,
    });
    let counts = [
        document.headings().len(),
        document.includes().len() + document.roots().len(),
        document.names_bibliographies().len(),
        document.suppressions().len(),
        document.written().len(),
    ];
    (keys.collect(), counts)
}

fn document(fixture: &Fixture) -> std::sync::Arc<Document> {
    match fixture.snapshot.kind(&fixture.file) {
        Some(FileKind::Draft(document)) => document,
        other => panic!("{other:?}"),
    }
}

/// Asserts that the draft has the same effects as before, except for `headings` more headings and
/// one generated passage.
fn assert_shown(name: &str, edits: &[FileEdit], headings: usize) -> Result<(), TestCaseError> {
    let before = Fixture::of(&[(name, "It is shown.\n")]);
    let text = before.after(name, edits);
    let after = Fixture::of(&[(name, &text)]);
    for edit in edits {
        // The comments around a passage are our own.
        let body: String = edit
            .text
            .lines()
            .filter(|line| !line.contains("referee:"))
            .map(|line| format!("{line}\n"))
            .collect();
        let active = active_part(name, &without_code(name, &body));
        prop_assert!(active.is_none(), "{active:?} in {body}");
    }
    let (keys, counts) = effects(&document(&after));
    prop_assert!(keys.is_empty(), "{keys:?} in {text}");
    // Plain text lacks comments that could mark a passage, and headings.
    if name != "a.txt" {
        prop_assert_eq!(counts, [headings, 0, 0, 0, 1], "{}", text);
    }
    Ok(())
}

/// Returns a text without code between backticks, in Markdown and Typst. Code that knitr or Quarto
/// would run stays.
fn without_code(name: &str, text: &str) -> String {
    if !matches!(name, "a.md" | "a.qmd" | "a.Rmd" | "a.typ") {
        return text.to_owned();
    }
    let mut out = String::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split('`').collect();
        let (mut code, mut is_code) = (String::new(), false);
        for (at, part) in parts.iter().enumerate() {
            let target = if is_code { &mut code } else { &mut out };
            target.push_str(part);
            // A backslash escapes a backtick, but not inside code.
            is_code = if is_code { false } else { at + 1 < parts.len() && !part.ends_with('\\') };
            if !is_code && (code.starts_with("r ") || code.contains("{{<")) {
                out.push_str(&format!("`{code}`"));
            }
        }
        out.push('\n');
    }
    out
}

fn told(question: &str) -> GenerationInfo<'_> {
    GenerationInfo { by: "counted", question, what: "report", works: 3 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_recommendation_of_hostile_words_shows_them_and_does_nothing(
        name in prop::sample::select(DRAFTS.to_vec()),
        title in words(),
        lines in prop::collection::vec(words(), 1..4),
    ) {
        let fixture = Fixture::of(&[(name, "It is shown.\n")]);
        let text = format!("## {}\n\n{}\n", title.replace(['\n', '\r'], " "), lines.join("\n"));
        let headings = text.lines().filter(|line| line.starts_with("## ")).count();
        let edit = insert_text(&fixture.snapshot, &fixture.file, Span::at(0), &text, told(""), &[]);
        assert_shown(name, &[edit.expect("it can be written")], headings)?;
    }

    #[test]
    fn a_report_of_hostile_words_shows_them_and_does_nothing(
        name in prop::sample::select(DRAFTS.to_vec()),
        question in words(),
        (title, text, strong, quote, code) in (words(), words(), words(), words(), words()),
    ) {
        let fixture = Fixture::of(&[(name, "It is shown.\n")]);
        let mut page = Page::default();
        page.heading(2, title);
        page.words(text.clone());
        page.paragraph(vec![Inline::Strong(strong), Inline::Text(": ".into()), Inline::Quote(quote.clone())]);
        page.item(vec![Inline::Text(text), Inline::Code(code)]);
        page.item(vec![Inline::Quote(quote)]);
        let edits = insert(&fixture.snapshot, &fixture.file, Span::at(0), &page, &[], told(&question));
        assert_shown(name, &edits.expect("it can be written"), 1)?;
    }
}
