//! Turns a bare identifier, or a key that is an identifier, into the citation of an entry.

use super::link::link_around;
use super::matching::entry_of;
use super::{adding_title, citing_title, draft, file_edit, in_order, key, new_entry};
use crate::rules::context::RuleContext;
use referee_bibliography::Work;
use referee_findings::{Fix, FixKind};
use referee_syntax::{Citation, Document, Format, Mode, Target, identifier_in_key};
use referee_text::{Span, TextEdit};
use std::collections::HashMap;

/// Replaces a bare identifier in the draft under review, or a key that is an identifier
/// (`@doi:10.1/x`), by a citation of `work`. Adds an entry for the work to the first bibliography
/// of the draft if the bibliographies lack it. `None` if the draft lacks a bibliography or its
/// format lacks citations by key.
#[must_use]
pub fn cite_identifier(context: &RuleContext<'_>, citation: &Citation, work: &Work) -> Option<Fix> {
    let document = context.draft?;
    let identifier = match &citation.target {
        Target::Identifier(identifier) => identifier.clone(),
        Target::Key(key) => identifier_in_key(key)?,
        Target::Numbers(_) | Target::Malformed(..) | Target::Named(_) => return None,
    };
    if document.format() == Format::PlainText {
        return None;
    }
    let (key, added) = match entry_of(context, work, std::slice::from_ref(&identifier)) {
        Some(key) => (key, None),
        None => {
            let file = context.bibliographies.first()?;
            let key = key::new_key(context, &file.bibliography, work);
            let edit = new_entry(context, &file.bibliography, &key, work)?;
            (key, Some(file_edit(&file.file, edit)))
        }
    };
    let title = match &added {
        Some(_) => adding_title(context, work, &context.bibliographies.first()?.file.name()),
        None => citing_title(context, &key),
    };
    let mut edits = vec![file_edit(context.file, citation_edit(document, citation, &key)?)];
    edits.extend(added);
    Some(Fix { title, kind: FixKind::Chosen, preferred: true, edits: in_order(edits) })
}

/// Returns the edit that writes the citation of `key` in the draft's syntax. It replaces the
/// identifier and the brackets around it if they contain nothing else.
fn citation_edit(document: &Document, citation: &Citation, key: &str) -> Option<TextEdit> {
    if matches!(citation.target, Target::Key(_)) {
        return Some(draft::write_key(document, citation, key));
    }
    let text = document.text();
    let mut span = citation.group;
    if let Some(link) = link_around(document, span) {
        let words = citation_words(document, key, link.whole.end as usize)?;
        let text = if link.text.is_empty() { words } else { format!("{} {words}", link.text) };
        return Some(TextEdit::new(link.whole, text));
    }
    let byte = |at: usize| text.get_byte(at);
    let (start, end) = (span.start as usize, span.end as usize);
    let bracketed = start > 0
        && matches!((byte(start - 1), byte(end)), (Some(b'('), Some(b')')) | (Some(b'['), Some(b']')));
    // `[PMID: 1](https://…)` is a link; its text keeps its brackets.
    if bracketed && !matches!(byte(end + 1), Some(b'(' | b'[' | b'{')) {
        span = Span::new(start - 1, end + 1);
    }
    let words = citation_words(document, key, span.end as usize)?;
    Some(TextEdit::new(span, words))
}

/// Returns the citation of `key` in the draft's syntax, for a place that ends at the byte `end`.
pub(super) fn citation_words(document: &Document, key: &str, end: usize) -> Option<String> {
    let text = document.text();
    Some(match document.format() {
        Format::Markdown | Format::Quarto | Format::RMarkdown => {
            if draft::plain_in_markdown(key) {
                format!("[@{key}]")
            } else {
                format!("[@{{{key}}}]")
            }
        }
        Format::Latex => format!("\\{}{{{key}}}", usual_command(document)),
        Format::Typst => {
            let plain = draft::plain_in_typst(key);
            let mut behind = text.get_byte_slice(end..)?.chars();
            let of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            let joined = match behind.next() {
                // A punctuation mark belongs to the key only if the key continues after it.
                Some('.' | ':') => behind.next().is_some_and(of_key),
                Some(c) => of_key(c) || c == '[',
                None => false,
            };
            match (plain, joined) {
                (true, false) => format!("@{key}"),
                (true, true) => format!("#cite(<{key}>)"),
                (false, _) => format!("#cite(label(\"{}\"))", key.replace('\\', "\\\\").replace('"', "\\\"")),
            }
        }
        Format::Org => format!("[cite:@{key}]"),
        Format::Rst => format!(":cite:p:`{key}`"),
        Format::PlainText => return None,
    })
}

/// Returns the command that the draft uses most often for citations in brackets; `cite` if it has
/// none yet.
fn usual_command(document: &Document) -> String {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for cited in document.citations() {
        if cited.citation.mode != Mode::Parenthetical || !matches!(cited.citation.target, Target::Key(_)) {
            continue;
        }
        let Some(text) = document.text().get_byte_slice(cited.group.range()) else { continue };
        let mut characters = text.chars();
        if characters.next() == Some('\\') {
            let name: String = characters.take_while(char::is_ascii_alphabetic).collect();
            // `\cites` has a different syntax for its keys.
            if name.contains("cite") && !name.ends_with("cites") {
                *counts.entry(name).or_default() += 1;
            }
        }
    }
    counts
        .into_iter()
        .max_by(|a, b| (a.1, &b.0).cmp(&(b.1, &a.0)))
        .map_or_else(|| String::from("cite"), |(name, _)| name)
}
