//! A block with its position: the input of block rules.

use crate::analysis::sections::{Section, SectionInForce};
use crate::{BlockAnalysis, Sentence, Setting};
use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

/// A block with its position. It dereferences to [`BlockAnalysis`]; spans are offsets in the block.
#[derive(Clone, Copy)]
pub struct BlockContext<'a> {
    /// The analyses of the block.
    pub analysis: &'a BlockAnalysis,
    /// The offset of the block in the file.
    pub start: usize,
    /// The section in which the block begins.
    pub place: SectionInForce,
    /// Whether the block belongs to the reference list.
    pub in_references: bool,
    /// Whether the draft declares Spanish, or declares no language and is mostly Spanish.
    pub in_spanish_draft: bool,
    /// Inputs other than the text.
    pub setting: &'a Setting,
}

impl Deref for BlockContext<'_> {
    type Target = BlockAnalysis;

    fn deref(&self) -> &BlockAnalysis {
        self.analysis
    }
}

impl BlockContext<'_> {
    /// The section at an offset in the block; an inline label such as `PLAN:` begins a new one.
    #[must_use]
    pub fn section_at(&self, offset: usize) -> Section {
        self.analysis.place_at(self.place, offset).section
    }

    /// Whether messages about the draft are in Spanish, because of its language or the region.
    #[must_use]
    pub fn in_spanish(&self) -> bool {
        self.in_spanish_draft || self.setting.region.is_spanish()
    }

    /// The fact that `find` derives from this block, computed once and kept until the block or its section changes; for
    /// whole-draft rules. `find` sees the block as if it began the file, so its positions remain valid when the block
    /// moves. Each kind of fact needs a separate type.
    #[must_use]
    pub fn fact<T: Any + Send + Sync>(&self, find: impl FnOnce(&BlockContext<'_>) -> T) -> Arc<T> {
        let here = BlockContext { start: 0, ..*self };
        self.analysis.fact(self.place, self.in_references, || find(&here))
    }

    /// A fact composed from the block's sentences: `add` adds the contribution of one sentence.
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
