//! What a rule is shown: one passage, or the whole draft.

use crate::analysis::sections::{Place, Section};
use crate::{BlockAnalysis, BlockFlags, Setting};
use referee_syntax::Format;
use referee_text::Span;
use std::any::Any;
use std::cell::RefCell;
use std::ops::Deref;
use std::sync::Arc;

/// A part in its place. Everything of [`BlockAnalysis`] can be asked of it; places are offsets in the block.
#[derive(Clone, Copy)]
pub struct BlockContext<'a> {
    /// What was read from the block.
    pub part: &'a BlockAnalysis,
    /// Where the block begins in the file.
    pub start: usize,
    /// The section in which the block begins.
    pub place: Place,
    /// Whether the block belongs to the list of references.
    pub in_references: bool,
    /// What decides beside the text.
    pub setting: &'a Setting,
}

impl Deref for BlockContext<'_> {
    type Target = BlockAnalysis;

    fn deref(&self) -> &BlockAnalysis {
        self.part
    }
}

impl BlockContext<'_> {
    /// The section at an offset in the block: a label such as `PLAN:` inside of it begins a new one.
    #[must_use]
    pub fn section_at(&self, offset: usize) -> Section {
        self.part.place_at(self.place, offset).section
    }

    /// What `find` finds in this passage, found out once and kept until the block or its section changes: for
    /// rules about the whole draft, which are asked after every keystroke. `find` sees the passage as if the file
    /// began with it, so that what it says of places holds wherever the passage moves; each kind of finding needs
    /// a type of its own.
    #[must_use]
    pub fn fact<T: Any + Send + Sync>(&self, find: impl FnOnce(&BlockContext<'_>) -> T) -> Arc<T> {
        let here = BlockContext { start: 0, ..*self };
        self.part.fact(self.place, self.in_references, || find(&here))
    }
}

/// A part of a draft with what is known of its place.
#[derive(Clone, Debug)]
pub struct Placed {
    /// What was read from the block.
    pub part: Arc<BlockAnalysis>,
    /// Where the block begins in the file.
    pub start: u32,
    /// The section in which the block begins.
    pub place: Place,
    /// Whether the block belongs to the list of references.
    pub in_references: bool,
}

/// What rules found out about a draft as a whole, by type.
#[derive(Default)]
pub struct Facts(RefCell<Vec<Arc<dyn Any + Send + Sync>>>);

impl Facts {
    /// Forgets all: the draft has changed.
    pub(crate) fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}

/// A whole draft. Places are offsets in the file.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    pub(crate) placed: &'a [Placed],
    facts: &'a Facts,
    /// The format.
    pub format: Format,
    /// What decides beside the text.
    pub setting: &'a Setting,
}

impl<'a> Draft<'a> {
    /// A draft made of parts; what is found out about them as a whole is kept in `facts`.
    #[must_use]
    pub fn new(placed: &'a [Placed], facts: &'a Facts, format: Format, setting: &'a Setting) -> Self {
        Draft { placed, facts, format, setting }
    }

    /// What `find` finds in the draft, found out once and kept until the draft changes; each kind of finding needs a
    /// type of its own.
    #[must_use]
    pub fn fact<T: Any + Send + Sync>(self, find: impl FnOnce(Draft<'a>) -> T) -> Arc<T> {
        let known = self.facts.0.borrow().iter().find_map(|fact| Arc::clone(fact).downcast::<T>().ok());
        known.unwrap_or_else(|| {
            let found = Arc::new(find(self));
            self.facts.0.borrow_mut().push(Arc::clone(&found) as Arc<dyn Any + Send + Sync>);
            found
        })
    }

    /// All passages in order.
    pub fn passages(self) -> impl DoubleEndedIterator<Item = BlockContext<'a>> + 'a {
        let setting = self.setting;
        self.placed.iter().map(move |placed| passage(placed, setting))
    }

    /// The passages that have any of these marks, in order.
    pub fn marked(self, marks: BlockFlags) -> impl DoubleEndedIterator<Item = BlockContext<'a>> + 'a {
        let setting = self.setting;
        self.placed
            .iter()
            .filter(move |placed| placed.part.marks().any(marks))
            .map(move |placed| passage(placed, setting))
    }

    /// The passage at an offset in the file.
    #[must_use]
    pub fn at(self, offset: usize) -> Option<BlockContext<'a>> {
        let behind = self.placed.partition_point(|placed| placed.start as usize <= offset);
        let placed = self.placed.get(behind.checked_sub(1)?)?;
        Some(passage(placed, self.setting))
    }

    /// The text at a place, where it lies in one block.
    #[must_use]
    pub fn text(self, span: Span) -> Option<&'a str> {
        let passage = self.at(span.start as usize)?;
        let range = span.range();
        passage.part.text().get(range.start - passage.start..range.end.checked_sub(passage.start)?)
    }
}

fn passage<'a>(placed: &'a Placed, setting: &'a Setting) -> BlockContext<'a> {
    BlockContext {
        part: &placed.part,
        start: placed.start as usize,
        place: placed.place,
        in_references: placed.in_references,
        setting,
    }
}
