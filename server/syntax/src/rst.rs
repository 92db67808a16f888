//! Parses reStructuredText: underlined headings, directives, `` :cite:p:`key` `` of
//! sphinxcontrib-bibtex.
//!
//! Source: the specification of docutils, and the documentation of sphinxcontrib-bibtex.

use crate::lines::Lines;
use crate::list_marker::Marker;
use crate::roles::{self, RoleSyntax};
use crate::{
    Block, Heading, Include, NamedSpan, Provenance, identifiers, named_sources, numbered, references, spans,
    suppressions,
};
use referee_text::blocks::Cut;
use referee_text::{BlockReader, RopeSlice, Span};

/// Directives whose content is prose.
const PROSE_DIRECTIVES: &[&str] = &[
    "note",
    "warning",
    "tip",
    "hint",
    "important",
    "caution",
    "danger",
    "attention",
    "error",
    "admonition",
    "abstract",
    "epigraph",
    "highlights",
    "pull-quote",
    "compound",
    "container",
    "topic",
    "sidebar",
    "rubric",
    "figure",
    "table",
    "list-table",
    "csv-table",
    "seealso",
    "versionadded",
    "deprecated",
    "versionchanged",
    "centered",
    "only",
];

/// The reStructuredText parser.
#[derive(Debug)]
pub(crate) struct Rst;

impl BlockReader for Rst {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
        cut(Lines::of_rope(rest))
    }

    fn read(&self, text: &str, _first: bool) -> Block {
        let mut block = Block { suppressions: suppressions::in_lines(text), ..Block::default() };
        let opening = text.lines().next().unwrap_or_default();
        if is_explicit(opening) {
            match directive(opening) {
                Some((name, argument)) => {
                    named_files(name, argument, opening, &mut block);
                    if !PROSE_DIRECTIVES.contains(&name) {
                        block.opaque.push(Span::new(0, text.len()));
                        return block;
                    }
                    block.opaque.push(Span::new(0, opening.len() - argument.len()));
                }
                // `.. [1] A footnote`, `.. [Smith2020] A citation` are prose; a comment is not.
                None if opening.trim_start_matches(['.', ' ']).starts_with('[') => {}
                None => {
                    let comment = opening.trim_end();
                    let words = comment.trim_start_matches('.');
                    block.provenance.extend(Provenance::parse(words, Span::new(0, comment.len())));
                    block.opaque.push(Span::new(0, text.len()));
                    return block;
                }
            }
        } else {
            block.headings.extend(heading(text));
            block.opaque.extend(literal_block(text));
        }
        let mut mute = block.opaque.clone();
        mute.extend(inline_literals(text));
        mute.sort_unstable();
        let mut known = spans::join(mute.clone());
        block.citations = roles::find(text, RoleSyntax::Colons);
        block.citations.retain(|citation| !spans::hold(&known, citation.group.start as usize));
        known.extend(block.citations.iter().map(|citation| citation.group));
        known.sort_unstable();
        let known = spans::join(known);
        block.citations.extend(identifiers::find(text, &known));
        block.citations.extend(numbered::find(text, &known));
        let named = named_sources::find(text, &spans::join(mute), &block.citations);
        block.citations.extend(named);
        block.citations.sort_by_key(|citation| (citation.span.start, citation.span.end));
        block.item_number = references::item_number(text);
        block
    }
}

/// Returns whether a line begins explicit markup: a directive, a comment, a footnote.
fn is_explicit(line: &str) -> bool {
    let line = line.trim_end();
    line == ".." || line.starts_with(".. ")
}

/// Returns whether a line underlines or overlines a heading.
fn is_rule(line: &str) -> bool {
    let line = line.trim_end();
    let Some(first) = line.chars().next() else { return false };
    line.len() >= 3 && first.is_ascii_punctuation() && line.chars().all(|c| c == first)
}

fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// Cuts a block: explicit markup and literal blocks include the indented lines below them, a
/// heading its lines, and everything else extends to a blank line or the next item of a list.
fn cut(mut lines: Lines<'_>) -> Cut {
    let Some(opening) = lines.next() else { return Cut { len: 0, seen: 0 } };
    let mut ahead = lines.clone();
    let (second, third) = (ahead.next(), ahead.next());
    let mut seen = third.as_ref().or(second.as_ref()).map_or(usize::MAX, crate::lines::Line::end);
    let over = is_rule(&opening.text)
        && second.as_ref().is_some_and(|line| !line.is_blank())
        && third.as_ref().is_some_and(|line| line.trimmed() == opening.trimmed());
    let under = !opening.is_blank()
        && !is_indented(&opening.text)
        && second.as_ref().is_some_and(|line| is_rule(&line.text));
    let heading_lines = if over { 2 } else { usize::from(under) };
    let mut end = opening.end();
    for _ in 0..heading_lines {
        end = lines.next().map_or(end, |line| line.end());
    }
    let is_heading = heading_lines > 0 || references::is_heading_line(opening.trimmed());
    let explicit = is_explicit(&opening.text);
    let list = Marker::of(opening.text.trim_start());
    let mut blank = opening.is_blank();
    let mut literal = opening.trimmed().ends_with("::");
    for line in lines {
        seen = seen.max(line.end());
        if line.is_blank() {
            blank = true;
            end = line.end();
            continue;
        }
        let indented = is_indented(&line.text);
        let goes_on = match (explicit, blank) {
            (true, _) => indented,
            (false, true) => literal && indented && !is_heading,
            (false, false) => {
                let begins = is_explicit(&line.text)
                    || references::is_heading_line(line.trimmed())
                    || (list.is_some() && Marker::of(line.text.trim_start()) == list);
                !is_heading && !begins
            }
        };
        if !goes_on {
            return Cut { len: end, seen };
        }
        literal = if blank { literal } else { line.trimmed().ends_with("::") };
        end = line.end();
    }
    Cut { len: end, seen: usize::MAX }
}

fn heading(text: &str) -> Option<Heading> {
    let mut lines = Lines::of_text(text);
    let first = lines.next()?;
    let second = lines.next();
    let (line, rule, over) =
        if is_rule(&first.text) { (second?, first, true) } else { (first, second?, false) };
    if !is_rule(&rule.text) {
        let line = text.trim_end();
        return references::is_heading_line(line).then(|| Heading {
            level: 6,
            text: line.trim().trim_matches(['*', '_', ':', ' ']).to_owned(),
            span: Span::new(0, line.len()),
        });
    }
    let title = line.text.trim();
    if title.is_empty() {
        return None;
    }
    // Documents choose the order of underline characters; this is the usual one.
    let level = match (over, rule.text.trim().chars().next()?) {
        (true, '#' | '=') => 1,
        (true, _) => 2,
        (false, '=') => 2,
        (false, '-') => 3,
        (false, '~' | '^') => 4,
        (false, _) => 5,
    };
    let start = line.start + (line.text.len() - line.text.trim_start().len());
    Some(Heading { level, text: title.to_owned(), span: Span::new(start, start + title.len()) })
}

/// Returns the name and the argument of a directive: `.. bibliography:: refs.bib`.
fn directive(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("..")?.trim_start();
    let (name, argument) = rest.split_once("::")?;
    let is_name = !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '+' | '.'));
    is_name.then_some((name, argument.trim()))
}

/// Records the files that a directive refers to: bibliographies and included files.
fn named_files(name: &str, argument: &str, opening: &str, block: &mut Block) {
    let Some(start) = opening.rfind(argument).filter(|_| !argument.is_empty()) else { return };
    let mut at = start;
    for word in argument.split(' ') {
        let span = Span::new(at, at + word.len());
        at += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        match name {
            "bibliography" => block.bibliographies.push(NamedSpan { name: word.to_owned(), span }),
            "include" if word.ends_with(".rst") || word.ends_with(".txt") => {
                block.includes.push(Include { name: word.to_owned(), span, is_import: false });
            }
            _ => {}
        }
    }
}

/// Returns the indented lines after a paragraph that ends with `::`.
fn literal_block(text: &str) -> Option<Span> {
    let mut opens = false;
    for line in Lines::of_text(text) {
        if opens && is_indented(&line.text) && !line.is_blank() {
            return Some(Span::new(line.start, text.len()));
        }
        opens = (opens && line.is_blank()) || line.trimmed().ends_with("::");
    }
    None
}

/// Returns the spans of inline literals: ``` ``code`` ```.
fn inline_literals(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("``")).map(|at| from + at) {
        let Some(close) = text.get(start + 2..).and_then(|rest| rest.find("``")) else { break };
        let end = start + 2 + close + 2;
        out.push(Span::new(start, end));
        from = end;
    }
    out
}
