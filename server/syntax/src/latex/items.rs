//! Reads the references of a `thebibliography`, and numbered lists that are typed by hand.

use super::lex::{TokenKind, Tokens};
use super::text::plain;
use crate::lines::Lines;
use crate::list_marker::Marker;
use crate::references::is_reference;
use crate::{ListItem, NamedSpan};
use referee_bibliography::Work;
use referee_bibliography::reference_list::{read_bibitem, read_item};
use referee_text::{MappedText, Span};

/// The start of a `\bibitem`.
pub(super) struct BibitemStart {
    /// The offset of the command.
    pub(super) at: usize,
    /// The first byte after its key.
    pub(super) text: usize,
    pub(super) key: NamedSpan,
    /// Whether the item is written as in a journal, and not field by field as in amsrefs.
    pub(super) prose: bool,
}

/// Reads the items that begin at `starts`; the last one ends at `end` or with the block.
pub(super) fn read(text: &str, starts: &[BibitemStart], end: Option<usize>) -> Vec<ListItem> {
    let mut items = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let next = starts.get(index + 1).map(|next| next.at);
        let end = next.or(end.filter(|end| *end >= start.text)).unwrap_or(text.len());
        items.push(item(text, start, end));
    }
    items
}

fn item(text: &str, start: &BibitemStart, end: usize) -> ListItem {
    let content = text.get(start.text..end).unwrap_or_default();
    let from = start.text + (content.len() - content.trim_start().len());
    let to = from + content.trim().len();
    let mut item = ListItem {
        number: None,
        key: Some(start.key.clone()),
        span: Span::new(from, to),
        work: Work::default(),
        fields: Vec::new(),
    };
    if start.prose {
        let parsed = read_bibitem(text.get(from..to).unwrap_or_default());
        item.work = parsed.work;
        item.fields = parsed.fields.into_iter().map(|(field, span)| (field, span.shift(from))).collect();
    }
    item
}

fn describe(item: &mut ListItem, plain: &MappedText) {
    let parsed = read_item(plain.as_str());
    item.work = parsed.work;
    item.fields =
        parsed.fields.into_iter().map(|(field, span)| (field, plain.source(span.range()))).collect();
}

/// Returns the number at the start of a block that is a list item; 0 if LaTeX numbers it.
pub(super) fn number(text: &str) -> Option<u32> {
    let body = without_indent_commands(text.trim_start());
    if let Some(rest) = body.strip_prefix("\\item") {
        let label = rest.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
        return match label {
            Some((label, _)) => label.trim_matches(['[', '{', '(', ')', '}', '.', ' ']).parse().ok(),
            None => (!rest.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(0),
        };
    }
    match Marker::with_rest(body)? {
        (Marker::Number | Marker::Bracket, number, _) => number,
        _ => None,
    }
}

fn without_indent_commands(line: &str) -> &str {
    line.strip_prefix("\\noindent").map_or(line, str::trim_start)
}

/// Returns the references in a block below the heading of a list of references that contains no
/// `\bibitem`: items of `enumerate`, numbered lines, or the whole block.
pub(crate) fn listed(text: &str) -> Vec<ListItem> {
    let tokens = Tokens::new(text);
    let mut starts: Vec<(Option<u32>, usize, usize)> = Vec::new();
    for token in tokens.as_slice().iter().filter(|token| token.kind == TokenKind::Word) {
        match text.get(token.start..token.end) {
            Some("\\item") => {
                let number = text.get(token.start..).and_then(number).filter(|number| *number > 0);
                let label = tokens.group(token.end, TokenKind::OpenBracket);
                starts.push((number, token.start, label.map_or(token.end, |label| label.after)));
            }
            Some("\\end") => starts.push((None, token.start, text.len())),
            _ => {}
        }
    }
    if starts.iter().all(|(_, _, behind)| *behind == text.len()) {
        starts.extend(numbered_lines(text));
        starts.sort_by_key(|(_, at, _)| *at);
    }
    if !starts.iter().any(|(_, _, behind)| *behind < text.len()) {
        let first =
            tokens.as_slice().iter().find(|token| text.get(token.start..token.end) == Some("\\begin"));
        if first.is_none() {
            starts.insert(0, (None, 0, 0));
        }
    }
    let mut out = Vec::new();
    for (index, (number, _, from)) in starts.iter().enumerate() {
        let end = starts.get(index + 1).map_or(text.len(), |(_, at, _)| *at);
        out.extend(listed_item(text, *number, *from, end));
    }
    out
}

fn listed_item(text: &str, number: Option<u32>, from: usize, end: usize) -> Option<ListItem> {
    let source = text.get(from..end)?;
    let start = from + (source.len() - source.trim_start().len());
    let source = source.trim_end().trim_end_matches("\\\\").trim_end();
    let end = start.max(from + source.len());
    let plain = plain(text, start..end);
    if !is_reference(plain.as_str(), number.is_some()) {
        return None;
    }
    let mut item = ListItem {
        number,
        key: None,
        span: Span::new(start, end),
        work: Work::default(),
        fields: Vec::new(),
    };
    describe(&mut item, &plain);
    Some(item)
}

/// Returns lines such as `[3] Smith J. …` and `3. Smith J. …`, if the first line is one.
fn numbered_lines(text: &str) -> Vec<(Option<u32>, usize, usize)> {
    let mut out = Vec::new();
    for line in Lines::of_text(text) {
        let own = line.trimmed();
        let body = without_indent_commands(own.trim_start());
        match Marker::with_rest(body) {
            Some((Marker::Number | Marker::Bracket, number, len)) => {
                let start = line.start + (own.len() - body.len());
                out.push((number, start, start + len.min(body.len())));
            }
            _ if out.is_empty() && !body.is_empty() && !body.starts_with('%') => break,
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_items_of_a_list_that_is_typed_by_hand_are_found() {
        let numbers = |text: &str| -> Vec<(Option<u32>, String)> {
            listed(text).into_iter().map(|item| (item.number, text[item.span.range()].to_owned())).collect()
        };
        assert_eq!(
            numbers("[1] Smith J. A title of it. BMJ 2020.\\\\\n[2] Roe K. Another title.\n  Lancet 2019.\n"),
            [
                (Some(1), "Smith J. A title of it. BMJ 2020.".to_owned()),
                (Some(2), "Roe K. Another title.\n  Lancet 2019.".to_owned())
            ]
        );
        assert_eq!(
            numbers("\\item[3.] Smith J. {\\em A title} of it. BMJ 2020.\n\\end{enumerate}\n"),
            [(Some(3), "Smith J. {\\em A title} of it. BMJ 2020.".to_owned())]
        );
        assert_eq!(
            numbers("\\noindent Smith, J. (2020). A title of it. BMJ."),
            [(None, "\\noindent Smith, J. (2020). A title of it. BMJ.".to_owned())]
        );
        assert!(numbers("\\begin{enumerate}\n").is_empty());
    }
}
