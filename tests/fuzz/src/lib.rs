//! What the fuzz targets share: the bytes of a case are a text and edits of it, and a reader that was led through
//! the edits must say what a fresh read says.

use referee_bibliography::Bibliography;
use referee_syntax::{Document, Options};
use referee_text::{Rope, Span, TextEdit, decode::decode};
use std::sync::Arc;

/// A text and edits of it.
pub struct Case {
    /// The text at first.
    pub text: String,
    /// The edits, in order. Places past the end of the text are moved to its end when they are applied.
    pub edits: Vec<TextEdit>,
}

impl Case {
    /// Reads a case. The parts are separated by the byte `0x1F`: the text, then for each edit two bytes for the
    /// place (in 65,536ths of the text), one for what is removed, and the rest is what is inserted.
    #[must_use]
    pub fn new(data: &[u8]) -> Self {
        let mut parts = data.split(|byte| *byte == 0x1F);
        let text = decode(parts.next().unwrap_or_default().to_vec()).text;
        let len = text.len();
        let edits = parts.take(16).filter_map(|part| {
            let [high, low, removed, inserted @ ..] = part else { return None };
            let at = len.saturating_mul(usize::from(*high) << 8 | usize::from(*low)) >> 16;
            let text = decode(inserted.to_vec()).text;
            Some(TextEdit::new(Span::new(at, at + usize::from(*removed)), text))
        });
        let edits = edits.collect();
        Case { text, edits }
    }
}

/// Reads a draft, edits it and reads it afresh.
///
/// # Panics
///
/// Where the two differ, or a place lies outside of its block.
pub fn draft(format: referee_syntax::Format, data: &[u8]) {
    let case = Case::new(data);
    let mut rope = Rope::from_str(&case.text);
    let mut document = Document::read(format, rope.clone(), Arc::new(Options::default()));
    check_places(&document);
    for edit in &case.edits {
        let edit = edit.apply(&mut rope);
        document.edit(rope.clone(), &edit);
    }
    check_places(&document);
    let fresh = Document::read(format, rope, Arc::new(Options::default()));
    assert_eq!(shape(&document), shape(&fresh));
    let _ = (document.headings(), document.reference_blocks(), document.declared_kind());
}

fn shape(document: &Document) -> Vec<String> {
    document
        .blocks()
        .iter()
        .map(|block| {
            let content = &block.content;
            format!(
                "{:?} {:?} {:?} {:?} {:?}",
                block.span(),
                content.citations,
                content.headings,
                content.labels,
                content.opaque
            )
        })
        .collect()
}

fn check_places(document: &Document) {
    for block in document.blocks().iter() {
        let text = document.text().byte_slice(block.span().range()).to_string();
        let content = &block.content;
        let citations = content.citations.iter().flat_map(|citation| [citation.span, citation.group]);
        let named = content.labels.iter().chain(&content.bibliographies).map(|named| named.span);
        let headings = content.headings.iter().map(|heading| heading.span);
        let items = content.list_items.iter();
        let items = items.flat_map(|item| std::iter::once(item.span).chain(item.fields.iter().map(|(_, span)| *span)));
        for span in citations.chain(named).chain(headings).chain(items).chain(content.opaque.iter().copied()) {
            assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
        }
    }
}

/// Reads a bibliography, edits it and reads it afresh.
///
/// # Panics
///
/// Where the two differ, or a place lies outside of the text.
pub fn bibliography(format: referee_bibliography::Format, data: &[u8]) {
    let case = Case::new(data);
    let mut rope = Rope::from_str(&case.text);
    let mut bibliography = Bibliography::read(format, rope.clone());
    for edit in &case.edits {
        let edit = edit.apply(&mut rope);
        bibliography.edit(rope.clone(), &edit);
    }
    let fresh = Bibliography::read(format, rope);
    assert_eq!(entries(&bibliography), entries(&fresh));
}

fn entries(bibliography: &Bibliography) -> Vec<String> {
    let text = bibliography.text().to_string();
    bibliography
        .entries()
        .map(|entry| {
            assert!(text.get(entry.span().range()).is_some(), "{:?}", entry.span());
            assert!(text.get(entry.key_span().range()).is_some(), "{:?}", entry.key_span());
            format!("{:?} {:?} {:?}", entry.key(), entry.span(), entry.work())
        })
        .collect()
}
