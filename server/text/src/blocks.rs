//! A text stored as blocks, so that an edit only re-reads the blocks that it affects.
//!
//! A format defines where a block ends ([`BlockReader::cut`]) and how a block is parsed
//! ([`BlockReader::read`]). [`Blocks`] stores the blocks in order. After an edit, it cuts again
//! from the first block whose cut looked at the edited bytes, and stops as soon as a new cut
//! coincides with an old one after the edit: all later blocks are unchanged. This is correct
//! because a block is parsed from its own text alone. So the cost depends on the edited text, not
//! on the size of the file. The blocks are stored in chunks that clones share, so that neither an
//! edit nor a clone visits all of them.

mod chunks;
mod placed;

use crate::{Revision, TextEdit};
pub use chunks::Iter;
use chunks::{Chunks, StoredBlock};
pub use placed::PlacedBlock;
use ropey::{Rope, RopeSlice};
use std::ops::Range;
use std::sync::Arc;

/// The end of a block, and how far its reader looked to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The length of the block in bytes; at least 1 unless the rest of the text is empty.
    pub len: usize,
    /// The number of bytes inspected, from the start of the block; an edit among them invalidates
    /// the cut. At least `len`. A cut that searched in vain up to the end of the text has inspected
    /// the whole rest.
    pub seen: usize,
}

/// Defines how a format is cut into blocks, and how a block is parsed.
pub trait BlockReader {
    /// The result of parsing a block. Spans are relative to the start of the block.
    type Block;

    /// Returns the end of the block at the start of `rest`. `first` is true if `rest` is the whole
    /// text. The result depends only on the arguments.
    fn cut(&self, rest: RopeSlice<'_>, first: bool) -> Cut;

    /// Parses a block. Never fails: the result includes what could not be parsed.
    fn read(&self, text: &str, first: bool) -> Self::Block;

    /// Returns the properties of a block of `len` bytes as bits, which [`Blocks::next_with`] finds
    /// without visiting every block.
    fn flags(&self, _block: &Self::Block, _len: u32) -> u32 {
        0
    }
}

/// The effect of an edit on the blocks.
#[derive(Clone, Debug)]
pub struct Changed<B> {
    /// The index of the first new block.
    pub first: usize,
    /// The removed blocks, from `first`.
    pub removed: Vec<Arc<B>>,
    /// The number of new blocks, from `first`.
    pub added: usize,
}

/// A text as consecutive blocks without gaps. A clone is cheap.
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
    /// Parses the whole text.
    pub fn read<R: BlockReader<Block = B>>(reader: &R, text: &Rope) -> Self {
        let mut at = 0;
        let blocks = std::iter::from_fn(|| {
            let block = (at < text.len_bytes()).then(|| read_at(reader, text, at, None))?;
            at += block.len as usize;
            Some(block)
        });
        Blocks { chunks: blocks.collect() }
    }

    /// Builds the text from blocks that were parsed elsewhere, in order and without gaps: the
    /// length of each in bytes, its flags and its content. Only their lengths determine the cuts.
    pub fn of(blocks: impl IntoIterator<Item = (u32, u32, B)>) -> Self {
        let stored = blocks.into_iter().map(|(len, flags, content)| {
            StoredBlock::new(len, len, flags, Revision::next(), Arc::new(content))
        });
        Blocks { chunks: stored.collect() }
    }

    /// Applies one edit. `text` is the text after the edit; `edit.span` is in offsets of the text
    /// before it.
    pub fn edit<R: BlockReader<Block = B>>(
        &mut self,
        reader: &R,
        text: &Rope,
        edit: &TextEdit,
    ) -> Changed<B> {
        let (edit_start, edit_end) = (edit.span.start as usize, edit.span.end as usize);
        let grown = edit.text.len() as i64 - edit.span.len() as i64;
        // Cut the blocks that looked as far as the edit again, and the block that ends where the
        // edit starts, because text typed after its last line belongs to it.
        let first = self.chunks.first_that_saw(edit_start);
        let mut at = self.chunks.get(first).map_or(self.chunks.bytes(), |block| block.start) as usize;
        let mut added: Vec<StoredBlock<B>> = Vec::new();
        let mut old = first;
        let mut old_blocks = self.chunks.iter(first..self.chunks.len()).peekable();
        let mut untouched = old_blocks.clone();
        while at < text.len_bytes() {
            // An old block that starts here, after the edit, has the same text and thus the same
            // cut.
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
            // An old block that starts here, before the edit, and did not look as far is unchanged.
            // Such blocks follow one that looked far ahead, for example for the end of an unclosed
            // comment.
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

    /// Returns lower bounds for the number of blocks at the beginning and at the end that are the
    /// same as in an earlier state of the text, without visiting each of them.
    #[must_use]
    pub fn shared(&self, earlier: &Blocks<B>) -> (usize, usize) {
        self.chunks.shared(&earlier.chunks)
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the block with this index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<PlacedBlock<'_, B>> {
        self.chunks.get(index)
    }

    /// Iterates over the blocks in order.
    pub fn iter(&self) -> Iter<'_, B> {
        self.chunks.iter(0..self.len())
    }

    /// Iterates over the blocks with indices in `range`, in order; indices past the last block are
    /// ignored.
    pub fn range(&self, range: Range<usize>) -> Iter<'_, B> {
        self.chunks.iter(range)
    }

    /// Returns the index of the first block from `from` on that has one of `flags`.
    #[must_use]
    pub fn next_with(&self, flags: u32, from: usize) -> Option<usize> {
        self.chunks.next_with(flags, from)
    }

    /// Returns the index of the last block before `before` that has one of `flags`.
    #[must_use]
    pub fn last_with(&self, flags: u32, before: usize) -> Option<usize> {
        self.chunks.last_with(flags, before)
    }

    /// Iterates over the indices of the blocks that have one of `flags`, in order. Skips whole
    /// chunks without them.
    pub fn with(&self, flags: u32) -> impl Iterator<Item = usize> + '_ {
        let mut from = 0;
        std::iter::from_fn(move || {
            let index = self.next_with(flags, from)?;
            from = index + 1;
            Some(index)
        })
    }

    /// Returns the index of the block that contains the byte `offset`; the last block for the end
    /// of the text.
    #[must_use]
    pub fn index_at(&self, offset: usize) -> Option<usize> {
        self.chunks.index_at(offset)
    }

    /// Returns the block that contains the byte `offset`.
    #[must_use]
    pub fn at(&self, offset: usize) -> Option<PlacedBlock<'_, B>> {
        self.get(self.index_at(offset)?)
    }
}

fn stored<B>(block: &PlacedBlock<'_, B>) -> StoredBlock<B> {
    StoredBlock::new(block.len, block.seen, block.flags, block.revision, Arc::clone(block.content))
}

/// Cuts and parses the block at `at`. `before` is the old block there, with the same text up to its
/// end; it is reused if the new block has the same end.
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

    /// Paragraphs; a paragraph that starts with `<` extends to the next `>`, across blank lines, or
    /// to the end.
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
                // A following indented line belongs to this block: the cut looks one character
                // ahead.
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
