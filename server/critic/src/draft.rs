//! A whole draft: the input of document rules.

use crate::block_list::{BlockList, GroupSummary, Scan};
use crate::{BlockContext, BlockFlags, Setting};
use referee_syntax::Format;
use referee_text::Span;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Facts that rules derived from the whole draft, by type, until it changes.
#[derive(Default)]
pub(crate) struct DraftFacts(Mutex<Vec<Arc<dyn Any + Send + Sync>>>);

impl DraftFacts {
    /// Drops all facts, because the draft has changed.
    pub(crate) fn clear(&mut self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<dyn Any + Send + Sync>>> {
        // A fact is added whole, so a panic elsewhere cannot damage the list.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A whole draft. Positions are offsets in the file.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    list: &'a BlockList,
    facts: &'a DraftFacts,
    /// The format.
    pub format: Format,
    /// Inputs other than the text.
    pub setting: &'a Setting,
}

impl<'a> Draft<'a> {
    /// A draft made of blocks; `facts` caches its derived facts.
    pub(crate) fn new(
        list: &'a BlockList,
        facts: &'a DraftFacts,
        format: Format,
        setting: &'a Setting,
    ) -> Self {
        Draft { list, facts, format, setting }
    }

    /// The fact that `find` derives from the draft, computed once and kept until the draft changes. Each kind of fact
    /// needs a separate type.
    #[must_use]
    pub fn fact<T: Any + Send + Sync>(self, find: impl FnOnce(Draft<'a>) -> T) -> Arc<T> {
        let known = self.facts.lock().iter().find_map(|fact| Arc::clone(fact).downcast::<T>().ok());
        known.unwrap_or_else(|| {
            let found = Arc::new(find(self));
            self.facts.lock().push(Arc::clone(&found) as Arc<dyn Any + Send + Sync>);
            found
        })
    }

    /// The result of a scan for each group of blocks if the draft begins in `state`. Only visits groups that changed or
    /// whose initial state changed.
    #[must_use]
    pub fn scan<S: Scan>(self, state: S::State) -> Vec<GroupSummary<S::Summary>> {
        self.list.scan::<S>(state, self.setting)
    }

    /// The blocks of one group of [`Draft::scan`], in order. A scan's result omits skipped groups, so use this only
    /// with scans without `NEEDS`.
    pub(crate) fn group(self, group: usize) -> impl DoubleEndedIterator<Item = BlockContext<'a>> + 'a {
        self.list.group(group, self.setting)
    }

    /// All blocks in order.
    pub fn blocks(self) -> impl DoubleEndedIterator<Item = BlockContext<'a>> + 'a {
        self.list.contexts(self.setting)
    }

    /// The blocks that have any of these flags, in order.
    pub fn flagged(self, flags: BlockFlags) -> impl DoubleEndedIterator<Item = BlockContext<'a>> + 'a {
        self.list.flagged(flags, self.setting)
    }

    /// Whether any block has any of these flags.
    #[must_use]
    pub fn has(self, flags: BlockFlags) -> bool {
        self.list.has(flags)
    }

    /// Whether it is long enough for a rule to use several threads.
    pub(crate) fn is_long(self) -> bool {
        self.list.is_long()
    }

    /// The block at an offset in the file.
    #[must_use]
    pub fn at(self, offset: usize) -> Option<BlockContext<'a>> {
        self.list.at(offset, self.setting)
    }

    /// Whether messages about the draft are in Spanish, because of its language or the region.
    #[must_use]
    pub fn is_spanish(self) -> bool {
        self.list.is_spanish() || self.setting.region.is_spanish()
    }

    /// Returns the length of the draft in bytes.
    #[must_use]
    pub fn end(self) -> usize {
        self.list.end()
    }

    /// The text in a range, if one block contains it.
    #[must_use]
    pub fn text(self, span: Span) -> Option<&'a str> {
        let block = self.at(span.start as usize)?;
        let range = span.range();
        block.analysis.text().get(range.start.checked_sub(block.start)?..range.end.checked_sub(block.start)?)
    }
}
