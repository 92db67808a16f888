//! A text kept as blocks, so that an edit re-reads only what it touched.
//!
//! A format says where a block ends ([`BlockReader::cut`]) and what a block holds ([`BlockReader::read`]).
//! [`Blocks`] keeps the pieces in order. After an edit it cuts again from the first block that had looked at the
//! edited bytes, and stops as soon as a new cut falls on an old one behind the edit: from there on everything is
//! as it was. That is right because a block is read from its own text alone. Reading therefore costs what the
//! edit touched, not what the file holds. The blocks are kept in chunks that clones share, so that neither an edit
//! nor a clone passes over all of them.

mod chunks;
mod placed;

use crate::{Revision, TextEdit};
pub use chunks::Iter;
use chunks::{Chunks, StoredBlock};
pub use placed::PlacedBlock;
use ropey::{Rope, RopeSlice};
use std::ops::Range;
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

    /// What the block of `len` bytes has, in bits that [`Blocks::next_with`] finds without a look at every block.
    fn flags(&self, _block: &Self::Block, _len: u32) -> u32 {
        0
    }
}

/// What an edit did to the blocks.
#[derive(Clone, Debug)]
pub struct Changed<B> {
    /// The index of the first block that is new.
    pub first: usize,
    /// The old blocks that went, from `first`.
    pub removed: Vec<Arc<B>>,
    /// How many new blocks came, from `first`.
    pub added: usize,
}

/// A text as blocks, in order and without gaps. A clone is cheap.
#[derive(Debug)]
pub struct Blocks<B> {
    chunks: Chunks<B>,
}

impl<B> Clone for Blocks<B> {
    fn clone(&self) -> Self {
        Blocks { chunks: self.chunks.clone() }
    }
}

impl<B> Default for Blocks<B> {
    fn default() -> Self {
        Blocks { chunks: Chunks::default() }
    }
}

impl<B> Blocks<B> {
    /// Reads the whole text.
    pub fn read<R: BlockReader<Block = B>>(reader: &R, text: &Rope) -> Self {
        let mut at = 0;
        let blocks = std::iter::from_fn(|| {
            let block = (at < text.len_bytes()).then(|| read_at(reader, text, at, None))?;
            at += block.len as usize;
            Some(block)
        });
        Blocks { chunks: blocks.collect() }
    }

    /// Blocks that were read elsewhere, in order and without gaps: the length of each in bytes, its flags, and what it
    /// holds. They are cut by their lengths alone.
    pub fn of(blocks: impl IntoIterator<Item = (u32, u32, B)>) -> Self {
        let stored = blocks.into_iter().map(|(len, flags, content)| {
            StoredBlock::new(len, len, flags, Revision::next(), Arc::new(content))
        });
        Blocks { chunks: stored.collect() }
    }

    /// Takes up one edit. `text` is the text after the edit; `edit.span` is in offsets of the text before it.
    pub fn edit<R: BlockReader<Block = B>>(
        &mut self,
        reader: &R,
        text: &Rope,
        edit: &TextEdit,
    ) -> Changed<B> {
        let (edit_start, edit_end) = (edit.span.start as usize, edit.span.end as usize);
        let grown = edit.text.len() as i64 - edit.span.len() as i64;
        // A block that had looked as far as the edit is cut again; so is the one that ends where it starts,
        // since what is typed behind the last line belongs to it.
        let first = self.chunks.first_that_saw(edit_start);
        let mut at = self.chunks.get(first).map_or(self.chunks.bytes(), |block| block.start) as usize;
        let mut added: Vec<StoredBlock<B>> = Vec::new();
        let mut old = first;
        let mut old_blocks = self.chunks.iter(first..self.chunks.len()).peekable();
        let mut untouched = old_blocks.clone();
        while at < text.len_bytes() {
            // An old block that starts here, behind the edit, has the same text and so the same cut.
            let before = at as i64 - grown;
            while old_blocks.next_if(|block| i64::from(block.start) < before).is_some() {
                old += 1;
            }
            if before >= edit_end as i64
                && (at == 0) == (before == 0)
                && old_blocks.peek().is_some_and(|block| i64::from(block.start) == before)
            {
                break;
            }
            // An old block that starts here, before the edit, and had not looked as far stays as it is. There are
            // such blocks behind one that had looked far ahead, for the end of a comment that is never closed.
            while untouched.next_if(|block| (block.start as usize) < at).is_some() {}
            let before = untouched.peek().filter(|block| block.start as usize == at);
            let block = match before {
                Some(block) if block.start as usize + (block.seen as usize) < edit_start => stored(block),
                before => {
                    read_at(reader, text, at, before.filter(|block| block.span().end as usize <= edit_start))
                }
            };
            at += block.len as usize;
            added.push(block);
        }
        if at >= text.len_bytes() {
            old = self.chunks.len();
        }
        let count = added.len();
        let removed = self.chunks.splice(first..old, added);
        Changed { first, removed, added: count }
    }

    /// How many blocks at the beginning and at the end are certainly the same as those of an earlier state of the
    /// text, found without a look at each of them. There may be more.
    #[must_use]
    pub fn shared(&self, earlier: &Blocks<B>) -> (usize, usize) {
        self.chunks.shared(&earlier.chunks)
    }

    /// How many blocks there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The block with this index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<PlacedBlock<'_, B>> {
        self.chunks.get(index)
    }

    /// The blocks in order.
    pub fn iter(&self) -> Iter<'_, B> {
        self.chunks.iter(0..self.len())
    }

    /// The blocks whose indices are in `range`, in order; what lies behind the last block is left out.
    pub fn range(&self, range: Range<usize>) -> Iter<'_, B> {
        self.chunks.iter(range)
    }

    /// The index of the first block from `from` on that has one of `flags`.
    #[must_use]
    pub fn next_with(&self, flags: u32, from: usize) -> Option<usize> {
        self.chunks.next_with(flags, from)
    }

    /// The index of the last block before `before` that has one of `flags`.
    #[must_use]
    pub fn last_with(&self, flags: u32, before: usize) -> Option<usize> {
        self.chunks.last_with(flags, before)
    }

    /// The indices of the blocks that have one of `flags`, in order. What lies between them is passed over in chunks.
    pub fn with(&self, flags: u32) -> impl Iterator<Item = usize> + '_ {
        let mut from = 0;
        std::iter::from_fn(move || {
            let index = self.next_with(flags, from)?;
            from = index + 1;
            Some(index)
        })
    }

    /// The index of the block that holds the byte `offset`; the last block for the end of the text.
    #[must_use]
    pub fn index_at(&self, offset: usize) -> Option<usize> {
        self.chunks.index_at(offset)
    }

    /// The block that holds the byte `offset`.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<PlacedBlock<'_, B>> {
        self.get(self.index_at(offset)?)
    }
}

fn stored<B>(block: &PlacedBlock<'_, B>) -> StoredBlock<B> {
    StoredBlock::new(block.len, block.seen, block.flags, block.revision, Arc::clone(block.content))
}

/// Cuts and reads the block at `at`. `before` is what stood there and has the same text as far as it reached: where
/// the new block ends at the same place, it is the old one.
fn read_at<R: BlockReader>(
    reader: &R,
    text: &Rope,
    at: usize,
    before: Option<&PlacedBlock<'_, R::Block>>,
) -> StoredBlock<R::Block> {
    let rest = text.byte_slice(at..);
    let cut = reader.cut(rest, at == 0);
    let len = cut.len.clamp(1, rest.len_bytes());
    let seen = u32::try_from(cut.seen.max(len)).unwrap_or(u32::MAX);
    if let Some(before) = before.filter(|before| before.len as usize == len) {
        let mut same = stored(before);
        same.seen = seen;
        return same;
    }
    let slice = rest.byte_slice(..len);
    let content = match slice.as_str() {
        Some(contiguous) => reader.read(contiguous, at == 0),
        None => reader.read(&String::from(slice), at == 0),
    };
    let len = u32::try_from(len).unwrap_or(u32::MAX);
    let flags = reader.flags(&content, len);
    StoredBlock::new(len, seen, flags, Revision::next(), Arc::new(content))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;
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
        blocks.iter().map(|block| (block.span(), String::clone(block.content))).collect()
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
        let before: Vec<_> = blocks.iter().map(|block| block.revision).collect();
        let edit = TextEdit::new(Span::at(rope.len_bytes()), "x").apply(&mut rope);
        blocks.edit(&Paragraphs, &rope, &edit);
        let after: Vec<_> = blocks.iter().map(|block| block.revision).collect();
        assert_eq!(before[..4], after[..4]);
    }

    #[test]
    fn an_edit_in_one_paragraph_leaves_the_others_as_they_were() {
        let mut rope = Rope::from_str("one\n\ntwo\n\nthree\n\nfour");
        let mut blocks = Blocks::read(&Paragraphs, &rope);
        let before: Vec<_> = blocks.iter().map(|block| block.revision).collect();
        let edit = TextEdit::new(Span::at(6), "x").apply(&mut rope);
        let changed = blocks.edit(&Paragraphs, &rope, &edit);
        assert!(changed.added <= 2, "{changed:?}");
        let after: Vec<_> = blocks.iter().map(|block| block.revision).collect();
        assert_eq!(before[2..], after[2..]);
    }
}
