//! A sequence of blocks in chunks, so that replacing a few blocks costs the same in long and short
//! texts.

use super::placed::PlacedBlock;
use crate::Revision;
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of blocks in a chunk.
const MAX_BLOCKS: usize = 128;

/// The minimum number of blocks that an edit may leave in a chunk; a smaller one is merged with the
/// next.
const MIN_BLOCKS: usize = 32;

/// A stored block; its start is relative to its chunk.
#[derive(Debug)]
pub(super) struct StoredBlock<B> {
    start: u32,
    pub(super) len: u32,
    /// The number of bytes inspected to find its end, from its start.
    pub(super) seen: u32,
    pub(super) flags: u32,
    pub(super) revision: Revision,
    pub(super) content: Arc<B>,
}

impl<B> StoredBlock<B> {
    pub(super) fn new(len: u32, seen: u32, flags: u32, revision: Revision, content: Arc<B>) -> Self {
        StoredBlock { start: 0, len, seen, flags, revision, content }
    }
}

impl<B> Clone for StoredBlock<B> {
    fn clone(&self) -> Self {
        StoredBlock { content: Arc::clone(&self.content), ..*self }
    }
}

#[derive(Debug)]
struct Chunk<B> {
    blocks: Vec<StoredBlock<B>>,
    /// The number of bytes in all blocks.
    len: u32,
    /// The furthest byte that any block inspected, from the start of the chunk.
    seen: u64,
    /// The union of the blocks' flags.
    flags: u32,
}

impl<B> Chunk<B> {
    fn new(mut blocks: Vec<StoredBlock<B>>) -> Self {
        let (mut len, mut seen, mut flags) = (0_u32, 0_u64, 0_u32);
        for block in &mut blocks {
            block.start = len;
            seen = seen.max(u64::from(len) + u64::from(block.seen));
            len = len.saturating_add(block.len);
            flags |= block.flags;
        }
        Chunk { blocks, len, seen, flags }
    }
}

/// The start of a chunk: its byte in the text and the index of its first block.
#[derive(Clone, Copy, Debug, Default)]
struct ChunkStart {
    byte: u32,
    block: usize,
}

/// Consecutive blocks without gaps. A clone shares the chunks.
#[derive(Debug)]
pub(super) struct Chunks<B> {
    chunks: Vec<Arc<Chunk<B>>>,
    /// One more element than there are chunks: the last one is the end.
    starts: Vec<ChunkStart>,
}

impl<B> Clone for Chunks<B> {
    fn clone(&self) -> Self {
        Chunks { chunks: self.chunks.clone(), starts: self.starts.clone() }
    }
}

impl<B> Default for Chunks<B> {
    fn default() -> Self {
        Chunks { chunks: Vec::new(), starts: vec![ChunkStart::default()] }
    }
}

impl<B> FromIterator<StoredBlock<B>> for Chunks<B> {
    fn from_iter<I: IntoIterator<Item = StoredBlock<B>>>(blocks: I) -> Self {
        let mut blocks = blocks.into_iter();
        let mut chunks = Vec::new();
        loop {
            let some: Vec<_> = blocks.by_ref().take(MAX_BLOCKS).collect();
            if some.is_empty() {
                break;
            }
            chunks.push(Arc::new(Chunk::new(some)));
        }
        let mut all = Chunks { chunks, starts: Vec::new() };
        all.count_from(0);
        all
    }
}

impl<B> Chunks<B> {
    fn end(&self) -> ChunkStart {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Returns the number of blocks.
    pub(super) fn len(&self) -> usize {
        self.end().block
    }

    /// Returns the number of bytes in all blocks.
    pub(super) fn bytes(&self) -> u32 {
        self.end().byte
    }

    /// Returns the chunk that contains the block `index`, and its index there. Returns the chunk
    /// after the last one for the end.
    fn position(&self, index: usize) -> (usize, usize) {
        if index >= self.len() {
            return (self.chunks.len(), 0);
        }
        let chunk = self.starts.partition_point(|start| start.block <= index).saturating_sub(1);
        (chunk, index - self.starts.get(chunk).map_or(0, |start| start.block))
    }

    fn at_position(&self, chunk: usize, within: usize) -> Option<PlacedBlock<'_, B>> {
        let start = self.starts.get(chunk)?.byte;
        let block = self.chunks.get(chunk)?.blocks.get(within)?;
        Some(PlacedBlock {
            start: start.saturating_add(block.start),
            len: block.len,
            revision: block.revision,
            content: &block.content,
            seen: block.seen,
            flags: block.flags,
        })
    }

    /// Returns the number of blocks at the beginning and at the end that are in chunks shared with
    /// `other`, at the same distance from the beginning and the end.
    pub(super) fn shared(&self, other: &Self) -> (usize, usize) {
        let count = |pairs: &mut dyn Iterator<Item = (&Arc<Chunk<B>>, &Arc<Chunk<B>>)>| -> usize {
            pairs.take_while(|(a, b)| Arc::ptr_eq(a, b)).map(|(a, _)| a.blocks.len()).sum()
        };
        let before = count(&mut self.chunks.iter().zip(&other.chunks));
        let behind = count(&mut self.chunks.iter().rev().zip(other.chunks.iter().rev()));
        let most = self.len().min(other.len());
        (before.min(most), behind.min(most.saturating_sub(before)))
    }

    pub(super) fn get(&self, index: usize) -> Option<PlacedBlock<'_, B>> {
        let (chunk, within) = self.position(index);
        self.at_position(chunk, within)
    }

    /// Returns the index of the last block that starts at or before the byte `offset`.
    pub(super) fn index_at(&self, offset: usize) -> Option<usize> {
        let last = self.chunks.len().checked_sub(1)?;
        let behind = self.starts.partition_point(|start| start.byte as usize <= offset);
        let chunk = behind.saturating_sub(1).min(last);
        let start = self.starts.get(chunk)?;
        let blocks = &self.chunks.get(chunk)?.blocks;
        let behind = blocks.partition_point(|block| start.byte as usize + block.start as usize <= offset);
        Some(start.block + behind.saturating_sub(1))
    }

    /// Returns the index of the first block that looked as far as the byte `offset`, or the number
    /// of blocks.
    pub(super) fn first_that_saw(&self, offset: usize) -> usize {
        let offset = offset as u64;
        for (chunk, start) in self.chunks.iter().zip(&self.starts) {
            let base = u64::from(start.byte);
            if base + chunk.seen < offset {
                continue;
            }
            let saw =
                |block: &StoredBlock<B>| base + u64::from(block.start) + u64::from(block.seen) >= offset;
            if let Some(within) = chunk.blocks.iter().position(saw) {
                return start.block + within;
            }
        }
        self.len()
    }

    /// Returns the index of the first block from `from` on that has one of `flags`.
    pub(super) fn next_with(&self, flags: u32, from: usize) -> Option<usize> {
        let (first, mut within) = self.position(from);
        for (chunk, start) in self.chunks.iter().zip(&self.starts).skip(first) {
            if chunk.flags & flags != 0
                && let Some(found) =
                    chunk.blocks.iter().skip(within).position(|block| block.flags & flags != 0)
            {
                return Some(start.block + within + found);
            }
            within = 0;
        }
        None
    }

    /// Returns the index of the last block before `before` that has one of `flags`.
    pub(super) fn last_with(&self, flags: u32, before: usize) -> Option<usize> {
        let (last, within) = self.position(before);
        let mut len = Some(within);
        for (chunk, start) in self.chunks.iter().zip(&self.starts).take(last + 1).rev() {
            // The first chunk may contain `before`.
            let here = if start.block + chunk.blocks.len() <= before { None } else { len.take() };
            let blocks = chunk.blocks.get(..here.unwrap_or(chunk.blocks.len())).unwrap_or_default();
            if chunk.flags & flags != 0
                && let Some(found) = blocks.iter().rposition(|block| block.flags & flags != 0)
            {
                return Some(start.block + found);
            }
        }
        None
    }

    /// Iterates over the blocks of a range, in order.
    pub(super) fn iter(&self, range: Range<usize>) -> Iter<'_, B> {
        let end = range.end.min(self.len());
        let start = range.start.min(end);
        Iter { chunks: self, front: self.position(start), back: self.position(end), left: end - start }
    }

    /// Replaces the blocks of `range` by `new`; returns the replaced ones.
    pub(super) fn splice(&mut self, range: Range<usize>, new: Vec<StoredBlock<B>>) -> Vec<Arc<B>> {
        let end = range.end.min(self.len());
        let start = range.start.min(end);
        let removed: Vec<Arc<B>> = self.iter(start..end).map(|block| Arc::clone(block.content)).collect();
        // At the end of all blocks, extend the last chunk.
        let (first, _) =
            if start == self.len() { (self.chunks.len().saturating_sub(1), 0) } else { self.position(start) };
        let mut behind = match self.position(end) {
            (chunk, 0) => chunk.max(first),
            (chunk, _) => chunk + 1,
        };
        if start == end {
            behind = behind.max((first + 1).min(self.chunks.len()));
        }
        let from = self.starts.get(first).map_or(0, |start| start.block);
        let to = self.starts.get(behind).map_or(self.len(), |start| start.block);
        let kept = (to - from).saturating_sub(end - start) + new.len();
        if kept < MIN_BLOCKS && behind < self.chunks.len() {
            behind += 1;
        }
        let mut all = Vec::with_capacity(kept + MAX_BLOCKS);
        let mut index = from;
        let mut new = Some(new);
        for chunk in self.chunks.get(first..behind).unwrap_or_default() {
            for block in &chunk.blocks {
                if index == start {
                    all.extend(new.take().unwrap_or_default());
                }
                if index < start || index >= end {
                    all.push(block.clone());
                }
                index += 1;
            }
        }
        all.extend(new.take().unwrap_or_default());
        // Pieces of the same size, so that none has only a single block.
        let pieces = all.len().div_ceil(MAX_BLOCKS);
        let size = all.len().div_ceil(pieces.max(1)).max(1);
        let mut blocks = all.into_iter();
        let chunks: Vec<_> = (0..pieces)
            .map(|_| Arc::new(Chunk::new(blocks.by_ref().take(size).collect())))
            .filter(|chunk: &Arc<Chunk<B>>| !chunk.blocks.is_empty())
            .collect();
        self.chunks.splice(first..behind, chunks);
        self.count_from(first);
        removed
    }

    /// Recomputes the starts of the chunks, from the chunk `first` on.
    fn count_from(&mut self, first: usize) {
        self.starts.truncate(first + 1);
        let mut next = self.starts.pop().unwrap_or_default();
        for chunk in self.chunks.get(first..).unwrap_or_default() {
            self.starts.push(next);
            next = ChunkStart {
                byte: next.byte.saturating_add(chunk.len),
                block: next.block + chunk.blocks.len(),
            };
        }
        self.starts.push(next);
    }
}

/// A double-ended iterator over the blocks of a text.
#[derive(Debug)]
pub struct Iter<'a, B> {
    chunks: &'a Chunks<B>,
    /// The chunk of the next block, and its index in the chunk.
    front: (usize, usize),
    /// The chunk of the position after the last block, and its index in the chunk.
    back: (usize, usize),
    left: usize,
}

impl<B> Clone for Iter<'_, B> {
    fn clone(&self) -> Self {
        Iter { ..*self }
    }
}

impl<'a, B> Iterator for Iter<'a, B> {
    type Item = PlacedBlock<'a, B>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (chunk, within) = self.front;
        let block = self.chunks.at_position(chunk, within);
        let len = self.chunks.chunks.get(chunk).map_or(0, |chunk| chunk.blocks.len());
        self.front = if within + 1 < len { (chunk, within + 1) } else { (chunk + 1, 0) };
        block
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let n_left = self.left.checked_sub(n)?;
        let start = self.chunks.starts.get(self.front.0).map_or(0, |start| start.block) + self.front.1;
        self.front = self.chunks.position(start + n);
        self.left = n_left;
        self.next()
    }
}

impl<B> DoubleEndedIterator for Iter<'_, B> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let (chunk, within) = self.back;
        self.back = match within.checked_sub(1) {
            Some(within) => (chunk, within),
            None => {
                let chunk = chunk.saturating_sub(1);
                let len = self.chunks.chunks.get(chunk).map_or(0, |chunk| chunk.blocks.len());
                (chunk, len.saturating_sub(1))
            }
        };
        self.chunks.at_position(self.back.0, self.back.1)
    }
}

impl<B> ExactSizeIterator for Iter<'_, B> {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    fn block(len: u32, flags: u32) -> StoredBlock<u32> {
        StoredBlock::new(len, len, flags, Revision::next(), Arc::new(len))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn splices_in_any_order_equal_those_of_a_plain_list(
            count in 0_usize..400,
            splices in prop::collection::vec((0_usize..500, 0_usize..300, 0_usize..300), 1..8),
        ) {
            let mut plain: Vec<u32> = (0..count).map(|n| n as u32 % 7 + 1).collect();
            let mut chunks: Chunks<u32> = plain.iter().map(|len| block(*len, u32::from(*len == 3))).collect();
            for (at, removed, added) in splices {
                let start = at.min(plain.len());
                let end = (start + removed).min(plain.len());
                let new: Vec<u32> = (0..added).map(|n| n as u32 % 5 + 1).collect();
                let gone = chunks.splice(start..end, new.iter().map(|len| block(*len, u32::from(*len == 3))).collect());
                let expected: Vec<u32> = plain.splice(start..end, new).collect();
                prop_assert_eq!(gone.iter().map(|len| **len).collect::<Vec<_>>(), expected);
                prop_assert_eq!(chunks.len(), plain.len());
                let mut at = 0;
                for (index, len) in plain.iter().enumerate() {
                    let found = chunks.get(index).unwrap();
                    prop_assert_eq!((found.start, found.len, **found.content), (at, *len, *len));
                    prop_assert_eq!(chunks.index_at(at as usize), Some(index));
                    at += len;
                }
                prop_assert_eq!(chunks.bytes(), at);
                let forwards: Vec<u32> = chunks.iter(0..chunks.len()).map(|block| block.len).collect();
                let mut backwards: Vec<u32> = chunks.iter(0..chunks.len()).rev().map(|block| block.len).collect();
                backwards.reverse();
                prop_assert_eq!(&forwards, &plain);
                prop_assert_eq!(&backwards, &plain);
                for from in (0..=plain.len()).step_by(17) {
                    let next = plain.iter().skip(from).position(|len| *len == 3).map(|found| from + found);
                    let last = plain.iter().take(from).rposition(|len| *len == 3);
                    prop_assert_eq!(chunks.next_with(1, from), next);
                    prop_assert_eq!(chunks.last_with(1, from), last);
                    let skipped = chunks.iter(0..chunks.len()).nth(from).map(|block| block.start);
                    prop_assert_eq!(skipped, chunks.get(from).map(|block| block.start));
                }
                prop_assert!(chunks.chunks.iter().all(|chunk| (1..=MAX_BLOCKS).contains(&chunk.blocks.len())));
            }
        }
    }
}
