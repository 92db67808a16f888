//! Shared parts of the fuzz targets: the bytes of a case are a text and edits of it; after the
//! edits an incremental reader must agree with a fresh read.

use referee_bibliography::Bibliography;
use referee_syntax::{Document, Options};
use referee_text::{Rope, Span, TextEdit, decode::decode};
use std::sync::Arc;

/// A text and its edits.
pub struct Case {
    /// The initial text.
    pub text: String,
    /// The edits, in order. Places past the end of the text are clamped when they are applied.
    pub edits: Vec<TextEdit>,
}

impl Case {
    /// Parses a case. The byte `0x1F` separates the parts: the text, then for each edit two bytes
    /// for the position (in 65,536ths of the text), one byte for the length removed, and the
    /// inserted text.
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

/// Reads a draft, edits it and compares it with a fresh read.
///
/// # Panics
///
/// If the two differ, or a position is outside its block.
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

/// Reads a bibliography, edits it and compares it with a fresh read.
///
/// # Panics
///
/// If the two differ, or a position is outside the text.
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
