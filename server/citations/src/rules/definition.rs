//! The parts of a rule about citations.

use super::checked_claim::CheckedClaim;
use super::context::RuleContext;
use super::files::BibliographyFile;
use crate::{Judgement, Reference};
use referee_bibliography::{Entry, FieldName};
use referee_findings::{Engine, RuleDefinition};
use referee_syntax::{Citation, Document};
use referee_text::{Message, Span};

/// The engine that runs the rules about citations.
pub enum Citations {}

impl Engine for Citations {
    type Check = Check;
    type FixContext<'a> = RuleContext<'a>;
}

/// A rule about citations.
pub type CitationRule = RuleDefinition<Citations>;

/// The message of a check about citations, in every language; the engine chooses where to show it.
pub type Remark = referee_findings::Remark<Anchor, Message>;

/// A related place of a remark about citations.
pub type RelatedPlace = referee_findings::RelatedPlace<Message>;

/// A check of a rule, by what it examines. The engine runs each kind where it applies.
pub enum Check {
    /// Checks one citation in a draft.
    Citation(fn(&RuleContext<'_>, &Citation) -> Option<Remark>),
    /// Checks a whole draft.
    Draft(fn(&RuleContext<'_>, &Document) -> Vec<Remark>),
    /// Checks a sentence with its cited works, if all of them are known and there are objections to
    /// the sentence.
    Claim(fn(&RuleContext<'_>, &CheckedClaim<'_>) -> Vec<Remark>),
    /// Checks a reference and its judgement. The engine shows the remark at the entry or the list
    /// item, and, in a draft that cites the entry, at the first citation.
    Judged(fn(&Reference, &Judgement) -> Option<Remark>),
    /// Checks one entry of a bibliography by itself. The result depends only on the entry, so the
    /// engine may cache it under the entry's fingerprint; remarks give a field as their place,
    /// never a span.
    Entry(fn(&Entry<'_>) -> Vec<Remark>),
    /// Checks a whole bibliography file.
    Bibliography(fn(&RuleContext<'_>, &BibliographyFile) -> Vec<Remark>),
}

/// The place at which a remark about citations is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The subject of the check: the citation, or the key of the entry.
    #[default]
    Subject,
    /// A span in the file that the check examined.
    Span(Span),
    /// A field of the reference, or its key if it lacks the field.
    Field(FieldName),
}

impl Anchor {
    /// Returns the span of the anchor; `field` looks up the span of a field.
    pub fn span(self, field: impl FnOnce(FieldName) -> Option<Span>) -> Option<Span> {
        match self {
            Anchor::Subject => None,
            Anchor::Span(span) => Some(span),
            Anchor::Field(name) => field(name),
        }
    }
}
