//! The blocks of a draft in order, in groups with cached summaries.
//!
//! A whole-draft rule must not visit all blocks after each keystroke, since a long draft has tens of thousands. It
//! defines a [`Scan`] that summarises a group of adjacent blocks, and combines the summaries. An edit invalidates only
//! the group that contains the edited block.

use crate::analysis::sections::SectionInForce;
use crate::{BlockAnalysis, BlockContext, BlockFlags, Setting, parallel};
use referee_findings::RuleHit;
use referee_text::Revision;
use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of blocks in a new group; it is split at twice this size. Smaller in tests, whose short drafts should
/// have several groups too.
const GROUP_SIZE: usize = if cfg!(test) { 4 } else { 64 };

/// From how many groups on the rules are asked about several at once. Each thread compiles and keeps its own state of
/// the patterns, which shorter drafts would pay for without a gain.
const PARALLEL_GROUPS: usize = if cfg!(test) { 2 } else { 16 };

/// A summary of the blocks of a draft that a rule needs, computed group by group.
pub trait Scan: 'static {
    /// State carried from one block to the next. It must not contain file positions. A group is scanned again if its
    /// initial state changes.
    type State: Clone + PartialEq + Send + Sync + 'static;
    /// The summary of a group. Positions are offsets in the group.
    type Summary: Default + Send + Sync + 'static;

    /// Blocks without any of these flags are skipped, as are groups without such blocks.
    const NEEDS: BlockFlags = BlockFlags::NONE;

    /// Adds one block. Its `start` is its offset in the group.
    fn visit(state: &mut Self::State, summary: &mut Self::Summary, block: &BlockContext<'_>);
}

/// The summary that a [`Scan`] computed for one group.
pub struct GroupSummary<T> {
    /// The offset of the group in the file.
    pub start: usize,
    /// The summary; positions are offsets in the group.
    pub summary: Arc<T>,
}

/// A block of a draft with its analyses and position.
#[derive(Clone, Debug)]
pub(crate) struct AnalysedBlock {
    /// Assigned when the block was parsed; it identifies its content.
    pub(crate) revision: Revision,
    /// The analyses of the block.
    pub(crate) analysis: Arc<BlockAnalysis>,
    /// Its length in bytes.
    pub(crate) len: usize,
    /// The section in which it begins.
    pub(crate) place: SectionInForce,
    /// Whether it belongs to the reference list.
    pub(crate) in_references: bool,
    /// The hits of the block rules; `None` if they have not run.
    pub(crate) hits: Option<BlockHits>,
}

/// The hits of the block rules in one block. Spans are offsets in the block.
#[derive(Clone, Debug)]
pub(crate) struct BlockHits {
    /// Increases each time the rules run.
    pub(crate) revision: u64,
    pub(crate) hits: Arc<[RuleHit]>,
}

/// Hits by the index of their block.
type NewHits = Vec<(usize, Arc<[RuleHit]>)>;

/// Neighbouring blocks.
#[derive(Default)]
struct Group {
    /// The index of its first block.
    first: usize,
    /// How many blocks it has.
    len: usize,
    /// Its offset in the file.
    start: usize,
    /// Its length in bytes.
    bytes: usize,
    /// Spanish minus English words of its blocks.
    spanish_balance: i64,
    /// The union of its blocks' flags.
    flags: BlockFlags,
    /// Whether the block rules must still run on some of its blocks.
    is_unasked: bool,
    /// The indexes of the blocks with hits.
    with_hits: Vec<usize>,
    /// Each a [`Scanned`], by its type.
    scanned: Mutex<Vec<Arc<dyn Any + Send + Sync>>>,
}

impl Group {
    fn blocks(&self) -> Range<usize> {
        self.first..self.first + self.len
    }

    fn scanned(&self) -> MutexGuard<'_, Vec<Arc<dyn Any + Send + Sync>>> {
        // A result is added whole, so a panic elsewhere cannot damage the list.
        self.scanned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of one scan of a group for one initial state.
struct Scanned<S: Scan> {
    before: S::State,
    after: S::State,
    summary: Arc<S::Summary>,
}

/// The blocks of a draft, in order and contiguous.
#[derive(Default)]
pub(crate) struct BlockList {
    blocks: Vec<AnalysedBlock>,
    groups: Vec<Group>,
    references: Range<usize>,
    /// Whether the draft declares Spanish, or declares no language and is mostly Spanish.
    is_spanish: bool,
}

impl BlockList {
    /// The blocks, in order.
    pub(crate) fn blocks(&self) -> &[AnalysedBlock] {
        &self.blocks
    }

    /// Replaces a range of blocks with `fresh` and updates which blocks are the reference list. Sections are recomputed
    /// from the first fresh block until they match the previous ones.
    pub(crate) fn replace(
        &mut self,
        replaced: Range<usize>,
        fresh: Vec<AnalysedBlock>,
        references: Range<usize>,
    ) {
        let fresh_end = replaced.start + fresh.len();
        self.regroup(&replaced, fresh.len());
        self.blocks.splice(replaced.clone(), fresh);
        self.sum_up();
        self.mark_references(&replaced, fresh_end, references);
        self.place_from(replaced.start, fresh_end);
        self.settle_language();
    }

    /// Determines the language of the draft; if it changed, all rules must run again.
    fn settle_language(&mut self) {
        let is_spanish = self.groups.iter().map(|group| group.spanish_balance).sum::<i64>() > 0;
        if is_spanish == self.is_spanish {
            return;
        }
        self.is_spanish = is_spanish;
        self.blocks.iter_mut().for_each(|block| block.hits = None);
        for group in &mut self.groups {
            group.scanned().clear();
            group.is_unasked = true;
        }
    }

    /// Whether the draft declares Spanish, or declares no language and is mostly Spanish.
    pub(crate) fn is_spanish(&self) -> bool {
        self.is_spanish
    }

    /// Regroups replaced blocks. Afterwards only the block counts are valid.
    fn regroup(&mut self, replaced: &Range<usize>, added: usize) {
        if replaced.is_empty() && added == 0 {
            return;
        }
        // A group that ends at an insertion absorbs it, so that groups do not shrink.
        let mut first = self.groups.partition_point(|group| group.blocks().end < replaced.start);
        let mut end = self.groups.partition_point(|group| group.first < replaced.end).max(first);
        let touched = |groups: &[Group], range: Range<usize>| {
            groups.get(range).unwrap_or_default().iter().map(|group| group.len).sum::<usize>()
        };
        let mut total = touched(&self.groups, first..end) - replaced.len() + added;
        while total > 0 && total < GROUP_SIZE / 4 && (first > 0 || end < self.groups.len()) {
            if end < self.groups.len() {
                end += 1;
            } else {
                first -= 1;
            }
            total = touched(&self.groups, first..end) - replaced.len() + added;
        }
        let pieces = if total <= 2 * GROUP_SIZE { total.min(1) } else { total.div_ceil(GROUP_SIZE) };
        let made = (0..pieces).map(|piece| Group {
            len: total * (piece + 1) / pieces - total * piece / pieces,
            is_unasked: true,
            ..Group::default()
        });
        self.groups.splice(first..end, made);
        let mut index = 0;
        for group in &mut self.groups {
            // Shift the indexes after the edit.
            let moved = index as isize - group.first as isize;
            if moved != 0 {
                group.with_hits.iter_mut().for_each(|hit| *hit = hit.wrapping_add_signed(moved));
            }
            group.first = index;
            index += group.len;
        }
    }

    /// Marks the fresh blocks, and those that entered or left the reference list.
    fn mark_references(&mut self, replaced: &Range<usize>, fresh_end: usize, references: Range<usize>) {
        // The new indexes of the blocks that were in the list before the edit.
        let moved = |index: usize| {
            if index <= replaced.start {
                index
            } else {
                (index + fresh_end).saturating_sub(replaced.end).max(replaced.start)
            }
        };
        let was = moved(self.references.start)..moved(self.references.end);
        let same = was.start.max(references.start)..was.end.min(references.end);
        let first = was.start.min(references.start);
        let end = was.end.max(references.end).min(self.blocks.len());
        let (before, behind) =
            if same.is_empty() { (first..end, 0..0) } else { (first..same.start, same.end..end) };
        for index in before.chain(behind).chain(replaced.start..fresh_end) {
            let Some(block) = self.blocks.get_mut(index) else { continue };
            let is_in = references.contains(&index);
            if block.in_references != is_in {
                block.in_references = is_in;
                block.hits = None;
                self.forget(index);
            }
        }
        self.references = references;
    }

    /// Computes the offsets of all groups and the contents of new ones.
    fn sum_up(&mut self) {
        let mut start = 0;
        for group in &mut self.groups {
            group.start = start;
            if group.bytes == 0 {
                for block in self.blocks.get(group.blocks()).unwrap_or_default() {
                    group.bytes += block.len;
                    group.flags = group.flags.and(block.analysis.flags());
                    group.spanish_balance += i64::from(block.analysis.spanish_balance());
                }
                let blocks = &self.blocks;
                let has_hits = |index: &usize| {
                    let hits = blocks.get(*index).and_then(|block| block.hits.as_ref());
                    hits.is_some_and(|hits| !hits.hits.is_empty())
                };
                group.with_hits = group.blocks().filter(has_hits).collect();
            }
            start += group.bytes;
        }
    }

    /// Recomputes sections from a block on. After `fresh_end` it stops at the first block whose initial section is
    /// unchanged.
    fn place_from(&mut self, from: usize, fresh_end: usize) {
        let before = from.checked_sub(1).and_then(|index| self.blocks.get(index));
        let mut place =
            before.map_or_else(SectionInForce::default, |block| block.analysis.place_behind(block.place));
        let mut changed = Vec::new();
        for (index, block) in self.blocks.iter_mut().enumerate().skip(from) {
            if block.place == place {
                if index >= fresh_end {
                    break;
                }
            } else {
                block.place = place;
                block.hits = None;
                changed.push(index);
            }
            place = block.analysis.place_behind(place);
        }
        for index in changed {
            self.forget(index);
        }
    }

    /// Drops the cached scans of a block's group after a change.
    fn forget(&mut self, index: usize) {
        let behind = self.groups.partition_point(|group| group.first <= index);
        if let Some(group) = behind.checked_sub(1).and_then(|group| self.groups.get_mut(group)) {
            group.scanned().clear();
            group.is_unasked = true;
        }
    }

    /// Runs `check` on each block that has not been checked. `None` when `cancelled`; the hits found by then are
    /// kept. `revision` is incremented for each block.
    pub(crate) fn ask(
        &mut self,
        setting: &Setting,
        cancelled: &dyn Fn() -> bool,
        revision: &mut u64,
        check: impl Fn(&BlockContext<'_>) -> Vec<RuleHit> + Sync,
    ) -> Option<()> {
        let groups = self.groups.iter().enumerate();
        let unasked: Vec<usize> = groups.filter(|(_, group)| group.is_unasked).map(|(at, _)| at).collect();
        if unasked.len() >= PARALLEL_GROUPS {
            let list = &*self;
            let done = parallel::map(unasked.len(), cancelled, |at| {
                let group = unasked.get(at).copied().unwrap_or_default();
                list.ask_group(group, setting, &check, &|| false)
            });
            let is_cancelled = done.is_err();
            let done = done.unwrap_or_else(|done| done.into_iter().map(|(_, hits)| hits).collect());
            for (hits, _) in done {
                self.keep_hits(hits, revision);
            }
            if is_cancelled {
                return None;
            }
        } else {
            for &group in &unasked {
                let (hits, is_complete) = self.ask_group(group, setting, &check, cancelled);
                self.keep_hits(hits, revision);
                if !is_complete {
                    return None;
                }
            }
        }
        unasked.into_iter().for_each(|group| self.was_asked(group));
        Some(())
    }

    /// Returns the hits of `check` in the unchecked blocks of a group, and whether all of them were checked.
    fn ask_group(
        &self,
        group: usize,
        setting: &Setting,
        check: &impl Fn(&BlockContext<'_>) -> Vec<RuleHit>,
        cancelled: &dyn Fn() -> bool,
    ) -> (NewHits, bool) {
        let mut out = Vec::new();
        let Some(group) = self.groups.get(group) else { return (out, true) };
        let mut start = group.start;
        for index in group.blocks() {
            let Some(block) = self.blocks.get(index) else { break };
            if block.hits.is_none() {
                if cancelled() {
                    return (out, false);
                }
                out.push((index, check(&context(block, start, self.is_spanish, setting)).into()));
            }
            start += block.len;
        }
        (out, true)
    }

    fn keep_hits(&mut self, hits: NewHits, revision: &mut u64) {
        for (index, hits) in hits {
            *revision += 1;
            if let Some(block) = self.blocks.get_mut(index) {
                block.hits = Some(BlockHits { revision: *revision, hits });
            }
        }
    }

    /// Notes that all blocks of a group have been asked about.
    fn was_asked(&mut self, group: usize) {
        let blocks = &self.blocks;
        let Some(group) = self.groups.get_mut(group) else { return };
        let has_hits = |index: &usize| {
            let hits = blocks.get(*index).and_then(|block| block.hits.as_ref());
            hits.is_some_and(|hits| !hits.hits.is_empty())
        };
        group.with_hits = group.blocks().filter(has_hits).collect();
        group.is_unasked = false;
    }

    /// Iterates over the blocks with hits, in order, each with its start in the file.
    pub(crate) fn hits(&self) -> impl Iterator<Item = (usize, &BlockHits)> {
        self.groups.iter().filter(|group| !group.with_hits.is_empty()).flat_map(move |group| {
            let mut start = group.start;
            let mut next = group.first;
            group.with_hits.iter().filter_map(move |&index| {
                let between = self.blocks.get(next..index).unwrap_or_default();
                start += between.iter().map(|block| block.len).sum::<usize>();
                next = index;
                Some((start, self.blocks.get(index)?.hits.as_ref()?))
            })
        })
    }

    /// The blocks of the draft, in order.
    pub(crate) fn contexts<'a>(
        &'a self,
        setting: &'a Setting,
    ) -> impl DoubleEndedIterator<Item = BlockContext<'a>> + 'a {
        (0..self.groups.len()).flat_map(move |group| self.group(group, setting))
    }

    /// The blocks of the draft with any of these flags, in order. Skips groups without them.
    pub(crate) fn flagged<'a>(
        &'a self,
        flags: BlockFlags,
        setting: &'a Setting,
    ) -> impl DoubleEndedIterator<Item = BlockContext<'a>> + 'a {
        (0..self.groups.len())
            .filter(move |&group| self.groups.get(group).is_some_and(|group| group.flags.any(flags)))
            .flat_map(move |group| self.group(group, setting))
            .filter(move |block| block.flags().any(flags))
    }

    /// The blocks of one group, in order.
    pub(crate) fn group<'a>(
        &'a self,
        group: usize,
        setting: &'a Setting,
    ) -> impl DoubleEndedIterator<Item = BlockContext<'a>> + 'a {
        let (blocks, start) = self.groups.get(group).map_or((0..0, 0), |group| (group.blocks(), group.start));
        let blocks = self.blocks.get(blocks).unwrap_or_default();
        let ends: Vec<usize> = blocks
            .iter()
            .scan(start, |at, block| {
                *at += block.len;
                Some(*at)
            })
            .collect();
        blocks
            .iter()
            .zip(ends)
            .map(move |(block, end)| context(block, end - block.len, self.is_spanish, setting))
    }

    /// Whether it has so many groups that several threads are worth their start.
    pub(crate) fn is_long(&self) -> bool {
        self.groups.len() >= PARALLEL_GROUPS
    }

    /// Whether any block has any of these flags.
    pub(crate) fn has(&self, flags: BlockFlags) -> bool {
        self.groups.iter().any(|group| group.flags.any(flags))
    }

    /// The block at an offset in the file; the last one for an offset past the end.
    pub(crate) fn at<'a>(&'a self, offset: usize, setting: &'a Setting) -> Option<BlockContext<'a>> {
        let behind = self.groups.partition_point(|group| group.start <= offset);
        self.group(behind.checked_sub(1)?, setting).take_while(|block| block.start <= offset).last()
    }

    /// Returns the length of the draft in bytes.
    pub(crate) fn end(&self) -> usize {
        self.groups.last().map_or(0, |group| group.start + group.bytes)
    }

    /// The result of a scan for each group if the draft begins in `state`.
    pub(crate) fn scan<S: Scan>(
        &self,
        mut state: S::State,
        setting: &Setting,
    ) -> Vec<GroupSummary<S::Summary>> {
        let mut out = Vec::with_capacity(self.groups.len());
        for group in self.groups.iter().filter(|group| group.flags.any(S::NEEDS)) {
            let known = group
                .scanned()
                .iter()
                .find_map(|known| known.downcast_ref::<Scanned<S>>())
                .filter(|known| known.before == state)
                .map(|known| (known.after.clone(), Arc::clone(&known.summary)));
            let (after, summary) = known.unwrap_or_else(|| {
                let scanned = self.scan_group::<S>(group, state.clone(), setting);
                let result = (scanned.after.clone(), Arc::clone(&scanned.summary));
                let mut all = group.scanned();
                all.retain(|known| !known.is::<Scanned<S>>());
                all.push(Arc::new(scanned));
                result
            });
            state = after;
            out.push(GroupSummary { start: group.start, summary });
        }
        out
    }

    fn scan_group<S: Scan>(&self, group: &Group, before: S::State, setting: &Setting) -> Scanned<S> {
        let mut state = before.clone();
        let mut summary = S::Summary::default();
        let mut start = 0;
        for block in self.blocks.get(group.blocks()).unwrap_or_default() {
            if block.analysis.flags().any(S::NEEDS) {
                S::visit(&mut state, &mut summary, &context(block, start, self.is_spanish, setting));
            }
            start += block.len;
        }
        Scanned { before, after: state, summary: Arc::new(summary) }
    }
}

fn context<'a>(
    block: &'a AnalysedBlock,
    start: usize,
    in_spanish_draft: bool,
    setting: &'a Setting,
) -> BlockContext<'a> {
    BlockContext {
        analysis: &block.analysis,
        start,
        place: block.place,
        in_references: block.in_references,
        in_spanish_draft,
        setting,
    }
}
