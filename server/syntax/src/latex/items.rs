//! The references of a `thebibliography`, and numbered lists that are typed by hand.

use super::text::plain;
use crate::{ListItem, Named};
use referee_bibliography::list::{ParsedItem, read_item};
use referee_text::Span;

/// Where a `\bibitem` begins.
pub(super) struct Start {
    /// The command.
    pub(super) at: usize,
    /// The first byte behind its key.
    pub(super) text: usize,
    /// The key.
    pub(super) key: Named,
    /// What follows is written as in a journal, and not field by field as amsrefs has it.
    pub(super) prose: bool,
}

/// Reads the items that begin at `starts`; the last one ends at `end` or with the block.
pub(super) fn read(text: &str, starts: &[Start], end: Option<usize>) -> Vec<ListItem> {
    let mut items = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let next = starts.get(index + 1).map(|next| next.at);
        let end = next.or(end.filter(|end| *end >= start.text)).unwrap_or(text.len());
        items.push(item(text, start, end));
    }
    items
}

fn item(text: &str, start: &Start, end: usize) -> ListItem {
    let content = text.get(start.text..end).unwrap_or_default();
    let from = start.text + (content.len() - content.trim_start().len());
    let to = from + content.trim().len();
    let plain = plain(text, from..to);
    let parsed = if start.prose { read_item(&plain.text) } else { ParsedItem::default() };
    ListItem {
        number: None,
        key: Some(start.key.clone()),
        span: Span::new(from, to),
        work: parsed.work,
        fields: parsed.fields.into_iter().map(|(field, span)| (field, plain.source(span))).collect(),
    }
}
