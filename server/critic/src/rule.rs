//! A rule of the critic.

use crate::{BlockContext, BlockFlags, Draft};
use referee_findings::{Data, Finding, Fix, Rule, Severity};
use referee_syntax::Kind;
use referee_text::{FileId, Span};

/// One rule. To add one, write its file and one line in [`crate::rules::RULES`].
pub struct CriticRule {
    /// What it tells about itself.
    pub rule: Rule,
    /// To which kind of drafts it applies.
    pub applies: Applies,
    /// What a part must have for the rule to look at it: parts without any of these marks are passed over by
    /// [`Check::Block`], unread. [`BlockFlags::NONE`] looks at all.
    pub needs: BlockFlags,
    /// What it looks at.
    pub check: Check,
    /// The fixes for one of its findings, whose span is in offsets of the file; asked only when an author or a
    /// report wants them.
    pub fixes: fn(&FileId, &Draft<'_>, &Finding) -> Vec<Fix>,
}

/// To which kind of drafts a rule applies.
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
    pub fn to(self, kind: Kind) -> bool {
        match self {
            Applies::Notes => kind == Kind::ClinicalNote,
            Applies::Manuscripts => kind == Kind::Manuscript,
            Applies::Both => true,
        }
    }
}

/// What a rule looks at.
pub enum Check {
    /// One block. It may depend on nothing but the [`BlockContext`]: what it says is remembered until the block, its
    /// section or the setting changes. Spans are in offsets of the block.
    Block(fn(&BlockContext<'_>) -> Vec<Remark>),
    /// The whole draft, asked after every change: it should look at few passages ([`Draft::marked`]) and at facts
    /// that the parts remember. Spans are in offsets of the file.
    Document(fn(&Draft<'_>) -> Vec<Remark>),
    /// More than one of the others, none of them of this kind; see [`CriticRule::checks`].
    Several(&'static [Check]),
}

impl CriticRule {
    /// The checks of the rule, one by one.
    pub fn checks(&self) -> std::slice::Iter<'_, Check> {
        match &self.check {
            Check::Several(checks) => checks.iter(),
            check => std::slice::from_ref(check).iter(),
        }
    }
}

/// For rules without fixes.
pub fn no_fixes(_: &FileId, _: &Draft<'_>, _: &Finding) -> Vec<Fix> {
    Vec::new()
}

/// What a rule has to say, before settings and silences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// Where.
    pub span: Span,
    /// What, the numbers, the source, what next.
    pub message: String,
    /// A weaker or stronger severity than the rule's own, where the case is milder or worse.
    pub severity: Option<Severity>,
    /// Other places that belong to it, in the same offsets as `span`.
    pub related: Vec<(Span, String)>,
    /// What it is about.
    pub data: Data,
}

impl Remark {
    /// A remark at a place.
    #[must_use]
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Remark { span, message: message.into(), ..Remark::default() }
    }

    /// The remark with another severity than the rule's own.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// The remark with another place that belongs to it.
    #[must_use]
    pub fn with_related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push((span, message.into()));
        self
    }

    /// The remark moved `by` bytes to the right.
    #[must_use]
    pub fn shifted(&self, by: usize) -> Self {
        Remark {
            span: self.span.shift(by),
            related: self.related.iter().map(|(span, text)| (span.shift(by), text.clone())).collect(),
            ..self.clone()
        }
    }
}
