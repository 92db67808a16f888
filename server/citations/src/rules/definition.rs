//! What a rule about citations is made of.

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

/// One rule about citations.
pub type CitationRule = RuleDefinition<Citations>;

/// What a check about citations says, in every language: the engine chooses where it shows the remark.
pub type Remark = referee_findings::Remark<Anchor, Message>;

/// Another place that belongs to a remark about citations.
pub type RelatedPlace = referee_findings::RelatedPlace<Message>;

/// One check of a rule: what it looks at. The engine runs each kind where it belongs.
pub enum Check {
    /// One citation in a draft.
    Citation(fn(&RuleContext<'_>, &Citation) -> Option<Remark>),
    /// A whole draft.
    Draft(fn(&RuleContext<'_>, &Document) -> Vec<Remark>),
    /// A sentence and what it cites, where all of it is known and something speaks against the sentence.
    Claim(fn(&RuleContext<'_>, &CheckedClaim<'_>) -> Vec<Remark>),
    /// A reference and the judgement of it. The engine shows the remark at the entry or the list item, and, in
    /// a draft that cites the entry, at the first citation.
    Judged(fn(&Reference, &Judgement) -> Option<Remark>),
    /// One entry of a bibliography by itself. It depends on nothing but the entry, so the engine may remember
    /// what it says under the entry's fingerprint; remarks say where by their field, never by a span.
    Entry(fn(&Entry<'_>) -> Vec<Remark>),
    /// A whole bibliography file.
    Bibliography(fn(&RuleContext<'_>, &BibliographyFile) -> Vec<Remark>),
}

/// Where a remark about citations is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// At what the check was asked about: the citation, or the key of the entry.
    #[default]
    Subject,
    /// At a place in the file that the check looked at.
    Span(Span),
    /// At a field of the reference, and at its key where the field is not there.
    Field(FieldName),
}

impl Anchor {
    /// The place itself, else what `field` finds for a field.
    pub fn span(self, field: impl FnOnce(FieldName) -> Option<Span>) -> Option<Span> {
        match self {
            Anchor::Subject => None,
            Anchor::Span(span) => Some(span),
            Anchor::Field(name) => field(name),
        }
    }
}
