//! A rule of the critic.

use crate::{BlockContext, BlockFlags, Draft};
use referee_findings::{Engine, Remark, RuleDefinition};
use referee_syntax::DraftKind;
use referee_text::FileId;

/// The engine that runs the rules about what a text says.
pub enum Critic {}

impl Engine for Critic {
    type Check = Check;
    type FixContext<'a> = FixContext<'a>;
}

/// One rule of the critic. To add one, write its file and one line in the list of its family.
pub type CriticRule = RuleDefinition<Critic>;

/// What the fixes of a rule may look at. The span of the finding is in offsets of the file.
pub struct FixContext<'a> {
    /// The file under review.
    pub file: &'a FileId,
    /// What was read from it.
    pub draft: Draft<'a>,
}

/// To which kind of drafts a check applies.
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
    /// Whether a draft of this kind is looked at.
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
    /// To which kind of drafts it applies.
    pub applies: Applies,
    /// What it looks at.
    pub subject: Subject,
    /// The kind of its remarks that do not say theirs.
    pub kind: Option<&'static str>,
}

/// What a check looks at.
pub enum Subject {
    /// One block. The check may depend on nothing but the [`BlockContext`]: what it says is kept until the block, its
    /// section or the setting changes. Spans are in offsets of the block.
    Block {
        /// What a block must have for the check to run on it; any of several. [`BlockFlags::NONE`] runs it on all.
        needs: BlockFlags,
        /// The check.
        run: fn(&BlockContext<'_>) -> Vec<Remark>,
    },
    /// The whole draft, asked after every change: the check should look at few blocks ([`Draft::flagged`]) and at facts
    /// that the blocks keep. Spans are in offsets of the file.
    Document(fn(&Draft<'_>) -> Vec<Remark>),
}

impl Check {
    /// A check of one block that has any of `needs`.
    #[must_use]
    pub const fn block(
        applies: Applies,
        needs: BlockFlags,
        run: fn(&BlockContext<'_>) -> Vec<Remark>,
    ) -> Self {
        Check { applies, subject: Subject::Block { needs, run }, kind: None }
    }

    /// The check with a kind of its rule.
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
