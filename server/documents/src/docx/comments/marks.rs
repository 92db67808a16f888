//! Inserts the marks of comments into the text of a Word document.

use super::comment::Comment;
use crate::found_paragraph::{FoundParagraph, FoundRun};
use referee_text::Span;
use std::collections::BTreeMap;

/// The attribute with which an element keeps blanks at its beginning and end.
const KEEPS_BLANKS: &str = " xml:space=\"preserve\"";

/// What is inserted at one place of the part.
#[derive(Default)]
struct Insertion {
    /// The end of the first half of a run that is divided here, and the beginning of the second.
    halves: Option<(String, String)>,
    /// The ends of comments.
    ends: String,
    /// The beginnings of comments.
    starts: String,
}

/// A place for a mark: between two runs, or inside the text of one.
struct Anchor {
    at: usize,
    cut: Option<Cut>,
}

/// How a run is divided at a place inside its text.
struct Cut {
    /// The end of the first half, and the beginning of the second.
    halves: (String, String),
    /// The place at which the text element gets [`KEEPS_BLANKS`].
    blanks: Option<usize>,
}

/// Inserts the marks of the comments into the text; `first` is the number of the first comment.
pub(super) fn mark(
    document: &str,
    prefix: &str,
    paragraphs: &[FoundParagraph],
    comments: &[Comment],
    first: u32,
) -> String {
    let mut insertions: BTreeMap<usize, Insertion> = BTreeMap::new();
    let mut blanks: Vec<usize> = Vec::new();
    for (id, comment) in (first..).zip(comments) {
        let Some((start, end)) = anchors(document, prefix, paragraphs, comment) else { continue };
        let places = [(start, true), (end, false)];
        for (Anchor { at, cut }, is_start) in places {
            let insertion = insertions.entry(at).or_default();
            if let Some(cut) = cut {
                insertion.halves = Some(cut.halves);
                blanks.extend(cut.blanks);
            }
            if is_start {
                insertion.starts.push_str(&format!("<{prefix}:commentRangeStart {prefix}:id=\"{id}\"/>"));
            } else {
                insertion.ends.push_str(&format!(
                    "<{prefix}:commentRangeEnd {prefix}:id=\"{id}\"/><{prefix}:r><{prefix}:commentReference {prefix}:id=\"{id}\"/></{prefix}:r>"
                ));
            }
        }
    }
    let mut pieces: BTreeMap<usize, String> =
        insertions.into_iter().map(|(at, insertion)| (at, insertion.text())).collect();
    pieces.extend(blanks.into_iter().map(|at| (at, KEEPS_BLANKS.to_owned())));
    let mut out = String::with_capacity(document.len() + pieces.len() * 120);
    let mut done = 0;
    for (at, words) in pieces {
        out.push_str(document.get(done..at).unwrap_or_default());
        out.push_str(&words);
        done = at;
    }
    out.push_str(document.get(done..).unwrap_or_default());
    out
}

impl Insertion {
    /// Returns the text to insert: ends of comments come before beginnings.
    fn text(self) -> String {
        let (close, open) = self.halves.unwrap_or_default();
        [close, self.ends, self.starts, open].concat()
    }
}

/// Returns where a comment begins and ends; `None` if no run of the text can have it.
fn anchors(
    document: &str,
    prefix: &str,
    paragraphs: &[FoundParagraph],
    comment: &Comment,
) -> Option<(Anchor, Anchor)> {
    let has_runs = |one: &&FoundParagraph| one.place.note.is_none() && !one.runs.is_empty();
    let of_place = |one: &&FoundParagraph| one.place.paragraph == comment.paragraph;
    let found = paragraphs
        .iter()
        .filter(has_runs)
        .find(|one| comment.paragraph.is_some() && of_place(one))
        .or_else(|| paragraphs.iter().find(has_runs))?;
    let words = comment.words.trim_start();
    let blanks = comment.words.len() - words.len();
    let words = words.trim_end();
    let given = comment.offset.map(|offset| offset + blanks);
    let given = given.filter(|at| found.text.get(*at..).is_some_and(|rest| rest.starts_with(words)));
    let at = given.or_else(|| found.text.find(words)).filter(|_| !words.is_empty());
    let (from, to) = at.map_or((0, found.text.len()), |at| (at, at + words.len()));
    let is_within = |run: &&FoundRun| (run.text.start as usize) < to && (run.text.end as usize) > from;
    let mut runs: Vec<&FoundRun> = found.runs.iter().filter(is_within).collect();
    if runs.is_empty() {
        runs = found.runs.iter().collect();
    }
    let first = runs.iter().min_by_key(|run| run.place.start)?;
    let last = runs.iter().max_by_key(|run| run.place.end)?;
    let start = inside(document, prefix, first, from, true);
    let end = inside(document, prefix, last, to, false);
    Some((
        start.unwrap_or(Anchor { at: first.place.start as usize, cut: None }),
        end.unwrap_or(Anchor { at: last.place.end as usize, cut: None }),
    ))
}

/// Returns the place inside a run that corresponds to `offset` in the text of the paragraph, where a comment starts or
/// ends. `None` if that is the edge of the run, or if the run cannot be divided there without changing its text.
fn inside(document: &str, prefix: &str, run: &FoundRun, offset: usize, is_start: bool) -> Option<Anchor> {
    if offset <= run.text.start as usize || offset >= run.text.end as usize {
        return None;
    }
    let contains = |span: &Span| {
        let (start, end) = (span.start as usize, span.end as usize);
        if is_start { start <= offset && offset < end } else { start < offset && offset <= end }
    };
    let (words, place) = run.elements.iter().find(|(words, _)| contains(words))?;
    let source = document.get(run.place.range())?;
    let run_tag = start_tag(source, &format!("{prefix}:r"))?;
    let properties = match run.properties {
        Some(span) => document.get(span.range())?,
        None => "",
    };
    let element = document.get(place.range())?;
    let tag = start_tag(element, &format!("{prefix}:t"))?;
    let content = element.get(tag.len()..element.rfind("</")?)?;
    let keeps_blanks = tag.contains("xml:space=\"preserve\"") || tag.contains("xml:space='preserve'");
    let blank = |c: char| c.is_ascii_whitespace();
    // Word drops blanks at the edges of an element without the attribute.
    if !keeps_blanks && (tag.contains("xml:space") || content.starts_with(blank) || content.ends_with(blank))
    {
        return None;
    }
    let (length, at) = source_offset(content, offset - words.start as usize)?;
    if length != words.len() {
        return None;
    }
    let start = place.start as usize;
    let close = format!("</{prefix}:t></{prefix}:r>");
    let open = format!("{run_tag}{properties}<{prefix}:t{KEEPS_BLANKS}>");
    let blanks = (!keeps_blanks).then(|| start + 1 + prefix.len() + 2);
    Some(Anchor { at: start + tag.len() + at, cut: Some(Cut { halves: (close, open), blanks }) })
}

/// Returns the start tag of an element with this name; `None` if it has another name or no content.
fn start_tag<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let rest = element.strip_prefix('<')?.strip_prefix(name)?;
    if !rest.starts_with(|c: char| c == '>' || c.is_ascii_whitespace()) {
        return None;
    }
    let mut quote = None;
    let end = element.char_indices().find(|(_, c)| {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(*c),
            (Some(open), c) if open == *c => quote = None,
            _ => {}
        }
        quote.is_none() && *c == '>'
    });
    let tag = element.get(..=end?.0)?;
    (!tag.ends_with("/>")).then_some(tag)
}

/// Returns the length of the decoded content of an element, and the offset in `content` of the byte `wanted` of it.
/// `None` if the content has other parts than text, or if the byte is inside a character.
fn source_offset(content: &str, wanted: usize) -> Option<(usize, usize)> {
    let (mut decoded, mut at, mut found) = (0, 0, None);
    while let Some(c) = content.get(at..)?.chars().next() {
        if decoded == wanted {
            found = Some(at);
        }
        let (source, length) = match c {
            '&' => {
                let name = content.get(at + 1..)?.split_once(';')?.0;
                (name.len() + 2, referenced(name)?.len_utf8())
            }
            // A parser may replace line ends, and a comment has no text.
            '<' | '\r' => return None,
            c => (c.len_utf8(), c.len_utf8()),
        };
        at += source;
        decoded += length;
    }
    if decoded == wanted {
        found = Some(at);
    }
    Some((decoded, found?))
}

/// Returns the character of a reference: `amp`, `#233`, `#xE9`.
fn referenced(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(number)
        }
    }
}
