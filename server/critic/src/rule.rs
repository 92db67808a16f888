//! The definition of a critic rule.

use crate::{BlockContext, BlockFlags, Draft};
use referee_findings::{Engine, Remark, RuleDefinition};
use referee_syntax::DraftKind;
use referee_text::FileId;

/// The engine that runs the rules on a draft's text.
pub enum Critic {}

impl Engine for Critic {
    type Check = Check;
    type FixContext<'a> = FixContext<'a>;
}

/// One rule. To add one, write its file and add it to the list of its family.
pub type CriticRule = RuleDefinition<Critic>;

/// The inputs of a rule's fixes. The span of the finding is in file offsets.
pub struct FixContext<'a> {
    /// The file under review.
    pub file: &'a FileId,
    /// The draft read from it.
    pub draft: Draft<'a>,
}

/// The kinds of draft to which a check applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// Clinical notes.
    Notes,
    /// Manuscripts.
    Manuscripts,
    /// Both.
    Both,
}

impl Applies {
    /// Whether it applies to drafts of this kind.
    #[must_use]
    pub fn to(self, kind: DraftKind) -> bool {
        match self {
            Applies::Notes => kind == DraftKind::ClinicalNote,
            Applies::Manuscripts => kind == DraftKind::Manuscript,
            Applies::Both => true,
        }
    }
}

/// One check of a rule.
pub struct Check {
    /// The kinds of draft to which it applies.
    pub applies: Applies,
    /// Its scope.
    pub subject: Subject,
    /// The kind of remarks that do not set one.
    pub kind: Option<&'static str>,
}

/// The scope of a check.
pub enum Subject {
    /// One block. The check must depend only on the [`BlockContext`]: its hits are kept until the block, its section or
    /// the setting changes. Spans are offsets in the block.
    Block {
        /// Runs only on blocks with any of these flags; [`BlockFlags::NONE`] runs it on all.
        needs: BlockFlags,
        /// The check.
        run: fn(&BlockContext<'_>) -> Vec<Remark>,
    },
    /// The whole draft, after every change. The check should visit few blocks ([`Draft::flagged`]) and use facts that
    /// the blocks cache. Spans are offsets in the file.
    Document(fn(&Draft<'_>) -> Vec<Remark>),
    /// One block, by a rule that is a file.
    BlockOfFile {
        /// As for [`Subject::Block`].
        needs: BlockFlags,
        /// The check.
        run: &'static BlockRun,
    },
    /// The whole draft, by a rule that is a file.
    DocumentOfFile(&'static DocumentRun),
}

/// A check of a block that knows its rule.
pub type BlockRun = dyn Fn(&BlockContext<'_>) -> Vec<Remark> + Send + Sync;
/// A check of a draft that knows its rule.
pub type DocumentRun = dyn Fn(&Draft<'_>) -> Vec<Remark> + Send + Sync;

impl Check {
    /// A check of blocks with any of `needs`.
    #[must_use]
    pub const fn block(
        applies: Applies,
        needs: BlockFlags,
        run: fn(&BlockContext<'_>) -> Vec<Remark>,
    ) -> Self {
        Check { applies, subject: Subject::Block { needs, run }, kind: None }
    }

    /// Sets the kind of the rule that it reports.
    #[must_use]
    pub const fn of_kind(mut self, kind: &'static str) -> Self {
        self.kind = Some(kind);
        self
    }

    /// A check of the whole draft.
    #[must_use]
    pub const fn document(applies: Applies, run: fn(&Draft<'_>) -> Vec<Remark>) -> Self {
        Check { applies, subject: Subject::Document(run), kind: None }
    }
}
