//! A block in its place: what a rule about one block is shown.

use crate::analysis::sections::{Section, SectionInForce};
use crate::{BlockAnalysis, Sentence, Setting};
use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

/// A block in its place. Everything of [`BlockAnalysis`] can be asked of it; spans are in offsets of the block.
#[derive(Clone, Copy)]
pub struct BlockContext<'a> {
    /// What was read from the block.
    pub analysis: &'a BlockAnalysis,
    /// Where the block begins in the file.
    pub start: usize,
    /// The section in which the block begins.
    pub place: SectionInForce,
    /// Whether the block belongs to the list of references.
    pub in_references: bool,
    /// Whether the draft declares Spanish as its language, or else most of its words are Spanish.
    pub in_spanish_draft: bool,
    /// What decides beside the text.
    pub setting: &'a Setting,
}

impl Deref for BlockContext<'_> {
    type Target = BlockAnalysis;

    fn deref(&self) -> &BlockAnalysis {
        self.analysis
    }
}

impl BlockContext<'_> {
    /// The section at an offset in the block: a label such as `PLAN:` inside of it begins a new one.
    #[must_use]
    pub fn section_at(&self, offset: usize) -> Section {
        self.analysis.place_at(self.place, offset).section
    }

    /// Whether what is said about a draft is said in Spanish: because of its words, or of the region.
    #[must_use]
    pub fn in_spanish(&self) -> bool {
        self.in_spanish_draft || self.setting.region.is_spanish()
    }

    /// What `find` finds in this block, worked out once and kept until the block or its section changes: for rules
    /// about the whole draft. `find` sees the block as if the file began with it, so that what it says of places
    /// holds wherever the block moves; each kind of fact needs a type of its own.
    #[must_use]
    pub fn fact<T: Any + Send + Sync>(&self, find: impl FnOnce(&BlockContext<'_>) -> T) -> Arc<T> {
        let here = BlockContext { start: 0, ..*self };
        self.analysis.fact(self.place, self.in_references, || find(&here))
    }

    /// A fact of the block that is put together from its sentences: `add` adds what one sentence of the block tells.
    #[must_use]
    pub fn fact_of_sentences<T: Any + Default + Send + Sync>(
        &self,
        add: impl Fn(&BlockContext<'_>, Sentence, &mut T),
    ) -> Arc<T> {
        self.fact(|block| {
            let mut out = T::default();
            for sentence in block.sentences() {
                add(block, *sentence, &mut out);
            }
            out
        })
    }
}
