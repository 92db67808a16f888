//! Tests what is read from drafts as authors write them.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot set itself up should fail, and says what it counted and what it skipped"
)]

mod complexity;
mod front_matter;
mod latex_and_typst;
mod lists;
mod manuscripts;
mod markdown;
mod numbers_in_latex_and_typst;
mod org_and_rst;
mod properties;
mod revisions;

use referee_syntax::{Document, Format, Mode, Target};
use referee_text::Rope;
use std::sync::Arc;

fn read(format: Format, text: &str) -> Document {
    Document::read(format, Rope::from_str(text), Arc::default())
}

/// Returns the text with `‹›` around the span of each citation.
fn marked(format: Format, text: &str) -> String {
    let document = read(format, text);
    let mut out = String::new();
    let mut at = 0;
    for cited in document.citations() {
        let range = cited.span.range();
        assert!(at <= range.start, "citations in order and apart in {text:?}");
        out.push_str(&text[at..range.start]);
        out.push('‹');
        out.push_str(&text[range.clone()]);
        out.push('›');
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// Asserts that parsing `expected` without its marks `‹›` gives these marks.
#[track_caller]
fn cites(format: Format, expected: &str) {
    let text = expected.replace(['‹', '›'], "");
    assert_eq!(marked(format, &text), expected);
}

/// Returns the targets of the citations, one word each.
fn targets(format: Format, text: &str) -> Vec<String> {
    let document = read(format, text);
    document
        .citations()
        .map(|cited| match &cited.citation.target {
            Target::Key(key) => key.clone(),
            Target::Numbers(numbers) => format!("{numbers:?}"),
            Target::Identifier(identifier) => identifier.to_string(),
            Target::Named(name) => name.clone(),
            Target::Malformed(text, reason) => format!("{text}: {}", reason.english),
        })
        .collect()
}

/// Returns how the citations are typeset.
fn modes(format: Format, text: &str) -> Vec<Mode> {
    read(format, text).citations().map(|cited| cited.citation.mode).collect()
}

/// Reports why a test is skipped, bypassing the test harness, which captures the output of passing
/// tests.
fn skipped(why: std::fmt::Arguments<'_>) {
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("skipped: {why}\n"));
}
