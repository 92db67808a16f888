//! A text kept as blocks, so that an edit re-reads only what it touched.
//!
//! A format says where a block ends ([`BlockReader::cut`]) and what a block holds ([`BlockReader::read`]).
//! [`Blocks`] keeps the pieces in order. After an edit it cuts again from the first block that had looked at the
//! edited bytes, and stops as soon as a new cut falls on an old one behind the edit: from there on everything is
//! as it was. That is right because a block is read from its own text alone. Reading therefore costs what the
//! edit touched, not what the file holds.

use crate::{Span, TextEdit};
use ropey::{Rope, RopeSlice};
use std::sync::Arc;

/// Where a block ends, and how far its reader had to look to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bytes in the block; at least 1 unless the rest of the text is empty.
    pub len: usize,
    /// Bytes that were looked at, from the start of the block: an edit among them makes the cut anew.
    /// At least `len`. A cut that looked for something up to the end of the text and did not find it has seen
    /// the whole rest.
    pub seen: usize,
}

/// How one format is cut into blocks and how a block is read.
pub trait BlockReader {
    /// What reading a block gives. Places inside are relative to the start of the block.
    type Block;

    /// Where the block ends that starts at the start of `rest`. `first` says that `rest` is the whole text.
    /// The answer depends on nothing but the arguments.
    fn cut(&self, rest: RopeSlice<'_>, first: bool) -> Cut;

    /// Reads a block. Never fails: what cannot be read is part of the answer.
    fn read(&self, text: &str, first: bool) -> Self::Block;
}

/// One block of a text.
#[derive(Debug)]
pub struct Placed<B> {
    /// The first byte of the block in the file.
    pub start: u32,
    /// Bytes in the block.
    pub len: u32,
    seen: u32,
    /// What was read. The same `Arc` as before an edit where the edit did not touch the block, so that work
    /// done on a block can be remembered by its address.
    pub content: Arc<B>,
}

impl<B> Clone for Placed<B> {
    fn clone(&self) -> Self {
        Placed { start: self.start, len: self.len, seen: self.seen, content: Arc::clone(&self.content) }
    }
}

impl<B> Placed<B> {
    /// The place of the block in the file.
    #[must_use]
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.start + self.len }
    }
}

/// What an edit did to the blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The index of the first block that is new.
    pub first: usize,
    /// How many old blocks went, from `first`.
    pub removed: usize,
    /// How many new blocks came, from `first`.
    pub added: usize,
}

/// A text as blocks, in order and without gaps.
#[derive(Debug)]
pub struct Blocks<B> {
    items: Vec<Placed<B>>,
}

impl<B> Clone for Blocks<B> {
    fn clone(&self) -> Self {
        Blocks { items: self.items.clone() }
    }
}

impl<B> Default for Blocks<B> {
    fn default() -> Self {
        Blocks { items: Vec::new() }
    }
}

impl<B> Blocks<B> {
    /// Reads the whole text.
    pub fn read<R: BlockReader<Block = B>>(reader: &R, text: &Rope) -> Self {
        let mut items = Vec::new();
        let mut at = 0;
        while at < text.len_bytes() {
            let placed = read_at(reader, text, at, None);
            at += placed.len as usize;
            items.push(placed);
        }
        Blocks { items }
    }

    /// Takes up one edit. `text` is the text after the edit; `edit.span` is in offsets of the text before it.
    pub fn edit<R: BlockReader<Block = B>>(&mut self, reader: &R, text: &Rope, edit: &TextEdit) -> Changed {
        let (edit_start, edit_end) = (edit.span.start as usize, edit.span.end as usize);
        let grown = edit.text.len() as i64 - edit.span.len() as i64;
        // A block that had looked as far as the edit is cut again; so is the one that ends where it starts,
        // since what is typed behind the last line belongs to it.
        let first = self
            .items
            .iter()
            .position(|block| block.start as usize + block.seen as usize >= edit_start)
            .unwrap_or(self.items.len());
        let mut at = self.items.get(first).map_or_else(
            || self.items.last().map_or(0, |block| block.span().end as usize),
            |block| block.start as usize,
        );
        let mut added: Vec<Placed<B>> = Vec::new();
        let mut old = first;
        let mut untouched = first;
        while at < text.len_bytes() {
            // An old block that starts here, behind the edit, has the same text and so the same cut.
            let before = at as i64 - grown;
            while old < self.items.len() && i64::from(self.items[old].start) < before {
                old += 1;
            }
            if before >= edit_end as i64
                && (at == 0) == (before == 0)
                && self.items.get(old).is_some_and(|block| i64::from(block.start) == before)
            {
                break;
            }
            // An old block that starts here, before the edit, and had not looked as far stays as it is. There are
            // such blocks behind one that had looked far ahead, for the end of a comment that is never closed.
            while self.items.get(untouched).is_some_and(|block| (block.start as usize) < at) {
                untouched += 1;
            }
            let before = self.items.get(untouched).filter(|block| block.start as usize == at);
            let placed = match before {
                Some(block) if block.start as usize + (block.seen as usize) < edit_start => block.clone(),
                before => {
                    read_at(reader, text, at, before.filter(|block| block.span().end as usize <= edit_start))
                }
            };
            at += placed.len as usize;
            added.push(placed);
        }
        if at >= text.len_bytes() {
            old = self.items.len();
        }
        let changed = Changed { first, removed: old - first, added: added.len() };
        for block in &mut self.items[old..] {
            block.start = u32::try_from(i64::from(block.start) + grown).unwrap_or(u32::MAX);
        }
        self.items.splice(first..old, added);
        changed
    }

    /// The blocks in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Placed<B>] {
        &self.items
    }

    /// The blocks in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Placed<B>> {
        self.items.iter()
    }

    /// The index of the block that holds the byte `offset`; the last block for the end of the text.
    #[must_use]
    pub fn index_at(&self, offset: usize) -> Option<usize> {
        if self.items.is_empty() {
            return None;
        }
        let after = self.items.partition_point(|block| block.start as usize <= offset);
        Some(after.saturating_sub(1))
    }

    /// The block that holds the byte `offset`.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<&Placed<B>> {
        self.index_at(offset).map(|index| &self.items[index])
    }
}

/// Cuts and reads the block at `at`. `before` is what stood there and has the same text as far as it reached: where
/// the new block ends at the same place, it is the old one.
fn read_at<R: BlockReader>(
    reader: &R,
    text: &Rope,
    at: usize,
    before: Option<&Placed<R::Block>>,
) -> Placed<R::Block> {
    let rest = text.byte_slice(at..);
    let cut = reader.cut(rest, at == 0);
    let len = cut.len.clamp(1, rest.len_bytes());
    let slice = rest.byte_slice(..len);
    let content = match (before, slice.as_str()) {
        (Some(before), _) if before.len as usize == len => Arc::clone(&before.content),
        (_, Some(contiguous)) => Arc::new(reader.read(contiguous, at == 0)),
        (_, None) => Arc::new(reader.read(&String::from(slice), at == 0)),
    };
    Placed {
        start: u32::try_from(at).unwrap_or(u32::MAX),
        len: u32::try_from(len).unwrap_or(u32::MAX),
        seen: u32::try_from(cut.seen.max(len)).unwrap_or(u32::MAX),
        content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Paragraphs; a paragraph that starts with `<` runs to the next `>`, over blank lines, or to the end.
    struct Paragraphs;

    impl BlockReader for Paragraphs {
        type Block = String;

        fn cut(&self, rest: RopeSlice<'_>, _first: bool) -> Cut {
            let text = rest.to_string();
            if text.starts_with('<') {
                return match text.find('>') {
                    Some(at) => Cut { len: at + 1, seen: at + 1 },
                    None => Cut { len: text.find("\n\n").map_or(text.len(), |at| at + 2), seen: text.len() },
                };
            }
            match text.find("\n\n") {
                // A following indented line belongs to this block: the cut looks one character ahead.
                Some(at) => {
                    let mut end = at + 2;
                    while text[end..].starts_with(' ') {
                        end = text[end..].find("\n\n").map_or(text.len(), |more| end + more + 2);
                    }
                    Cut { len: end, seen: (end + 1).min(text.len()) }
                }
                None => Cut { len: text.len(), seen: text.len() },
            }
        }

        fn read(&self, text: &str, first: bool) -> String {
            format!("{first}:{text}")
        }
    }

    fn shape(blocks: &Blocks<String>) -> Vec<(Span, String)> {
        blocks.iter().map(|block| (block.span(), String::clone(&block.content))).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn edits_in_any_order_equal_a_fresh_read(
            start in "[ab \n<>]{0,60}",
            edits in prop::collection::vec((0usize..80, 0usize..20, "[ab \n<>]{0,8}"), 1..12),
        ) {
            let mut rope = Rope::from_str(&start);
            let mut blocks = Blocks::read(&Paragraphs, &rope);
            for (at, len, text) in edits {
                let at = at.min(rope.len_bytes());
                let end = (at + len).min(rope.len_bytes());
                let edit = TextEdit::new(Span::new(at, end), text).apply(&mut rope);
                blocks.edit(&Paragraphs, &rope, &edit);
                prop_assert_eq!(shape(&blocks), shape(&Blocks::read(&Paragraphs, &rope)));
            }
        }
    }

    #[test]
    fn a_block_that_looked_to_the_end_does_not_make_all_blocks_behind_it_new() {
        let mut rope = Rope::from_str("<one\n\ntwo\n\nthree\n\nfour\n\nfive");
        let mut blocks = Blocks::read(&Paragraphs, &rope);
        let before: Vec<_> = blocks.iter().map(|block| Arc::as_ptr(&block.content)).collect();
        let edit = TextEdit::new(Span::at(rope.len_bytes()), "x").apply(&mut rope);
        blocks.edit(&Paragraphs, &rope, &edit);
        let after: Vec<_> = blocks.iter().map(|block| Arc::as_ptr(&block.content)).collect();
        assert_eq!(before[..4], after[..4]);
    }

    #[test]
    fn an_edit_in_one_paragraph_leaves_the_others_as_they_were() {
        let mut rope = Rope::from_str("one\n\ntwo\n\nthree\n\nfour");
        let mut blocks = Blocks::read(&Paragraphs, &rope);
        let before: Vec<_> = blocks.iter().map(|block| Arc::as_ptr(&block.content)).collect();
        let edit = TextEdit::new(Span::at(6), "x").apply(&mut rope);
        let changed = blocks.edit(&Paragraphs, &rope, &edit);
        assert!(changed.added <= 2, "{changed:?}");
        let after: Vec<_> = blocks.iter().map(|block| Arc::as_ptr(&block.content)).collect();
        assert_eq!(before[2..], after[2..]);
    }
}
