//! A whole draft: what a rule about all of it is shown.

use crate::block_list::{BlockList, GroupSummary, Scan};
use crate::{BlockContext, BlockFlags, Setting};
use referee_syntax::Format;
use referee_text::Span;
use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What rules worked out about a draft as a whole, by type, until the draft changes.
#[derive(Default)]
pub(crate) struct DraftFacts(Mutex<Vec<Arc<dyn Any + Send + Sync>>>);

impl DraftFacts {
    /// Forgets all: the draft has changed.
    pub(crate) fn clear(&mut self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<dyn Any + Send + Sync>>> {
        // A fact is added whole, so a panic elsewhere cannot damage the list.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A whole draft. Places are offsets in the file.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    list: &'a BlockList,
    facts: &'a DraftFacts,
    /// The format.
    pub format: Format,
    /// What decides beside the text.
    pub setting: &'a Setting,
}

impl<'a> Draft<'a> {
    /// A draft made of blocks; what is worked out about it as a whole is kept in `facts`.
    pub(crate) fn new(
        list: &'a BlockList,
        facts: &'a DraftFacts,
        format: Format,
        setting: &'a Setting,
    ) -> Self {
        Draft { list, facts, format, setting }
    }

    /// What `find` finds in the draft, worked out once and kept until the draft changes; each kind of fact needs a
    /// type of its own.
    #[must_use]
    pub fn fact<T: Any + Send + Sync>(self, find: impl FnOnce(Draft<'a>) -> T) -> Arc<T> {
        let known = self.facts.lock().iter().find_map(|fact| Arc::clone(fact).downcast::<T>().ok());
        known.unwrap_or_else(|| {
            let found = Arc::new(find(self));
            self.facts.lock().push(Arc::clone(&found) as Arc<dyn Any + Send + Sync>);
            found
        })
    }

    /// What a scan finds, group of blocks by group, where the draft begins in `state`. Only groups that have changed,
    /// or begin in another state than before, are looked at.
    #[must_use]
    pub fn scan<S: Scan>(self, state: S::State) -> Vec<GroupSummary<S::Summary>> {
        self.list.scan::<S>(state, self.setting)
    }

    /// The blocks of one group of [`Draft::scan`], in order; groups that a scan passed over do not count in its
    /// answer, so this fits scans without needs.
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

    /// The block at an offset in the file.
    #[must_use]
    pub fn at(self, offset: usize) -> Option<BlockContext<'a>> {
        self.list.at(offset, self.setting)
    }

    /// Whether what is said about a draft is said in Spanish: because of its words, or of the region.
    #[must_use]
    pub fn is_spanish(self) -> bool {
        self.list.is_spanish() || self.setting.region.is_spanish()
    }

    /// Where the draft ends.
    #[must_use]
    pub fn end(self) -> usize {
        self.list.end()
    }

    /// The text at a place, where it lies in one block.
    #[must_use]
    pub fn text(self, span: Span) -> Option<&'a str> {
        let block = self.at(span.start as usize)?;
        let range = span.range();
        block.analysis.text().get(range.start.checked_sub(block.start)?..range.end.checked_sub(block.start)?)
    }
}
