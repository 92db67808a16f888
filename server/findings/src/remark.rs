//! The result of a check, before settings and suppressions are applied.

use crate::{Data, Finding, Related, Rule, Severity, Tag};
use referee_text::{FileId, Language, Message, Span};

/// A remark that a check of a rule makes about one place.
///
/// `P` is the type of the place in an engine's checks: a [`Span`] if a check always knows it, or a
/// type of the engine if the check may leave the choice to the engine.
///
/// `M` is the type of the message: a [`Message`] if the language is chosen when the remark is
/// shown, or a [`String`] if the check already knows the language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark<P = Span, M = String> {
    /// The place.
    pub place: P,
    /// The fact, the numbers, the source and the next step.
    pub message: M,
    /// The id of the kind, if the rule has kinds.
    pub kind: Option<&'static str>,
    /// Overrides the rule's severity for a milder or worse case.
    pub severity: Option<Severity>,
    /// Other places that belong to the remark.
    pub related: Vec<RelatedPlace<M>>,
    /// The subject of the remark.
    pub data: Data,
    /// How an editor may render it.
    pub tag: Option<Tag>,
}

/// Another place that belongs to a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedPlace<M = String> {
    /// The file; `None` means the checked file, in the same offsets as the remark.
    pub file: Option<FileId>,
    /// The span in that file.
    pub span: Span,
    /// The relation of the place to the remark.
    pub message: M,
}

/// A remark with the rule that made it.
#[derive(Clone, Debug)]
pub struct RuleHit<P = Span, M = String> {
    /// The rule that made the remark.
    pub rule: &'static Rule,
    /// The remark.
    pub remark: Remark<P, M>,
}

impl<P, M> RuleHit<P, M> {
    /// Whether `id` means it: the id of the rule, or of its kind.
    #[must_use]
    pub fn has_id(&self, id: &str) -> bool {
        self.rule.id == id || self.remark.kind == Some(id)
    }
}

impl<P> Remark<P> {
    /// Creates a remark at a place.
    #[must_use]
    pub fn new(place: P, message: impl Into<String>) -> Self {
        Remark {
            place,
            message: message.into(),
            kind: None,
            severity: None,
            related: Vec::new(),
            data: Data::default(),
            tag: None,
        }
    }

    /// The remark as one of a kind of its rule; it keeps the kind that it has.
    #[must_use]
    pub fn of_kind(mut self, kind: Option<&'static str>) -> Self {
        self.kind = self.kind.or(kind);
        self
    }

    /// The remark with another severity than the rule's own.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Sets the subject.
    #[must_use]
    pub fn with_data(mut self, data: Data) -> Self {
        self.data = data;
        self
    }

    /// Adds another place that belongs to the remark, in the checked file.
    #[must_use]
    pub fn with_related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(RelatedPlace { file: None, span, message: message.into() });
        self
    }

    /// Converts the remark into a finding in `file` at `span`.
    #[must_use]
    pub fn into_finding(self, rule: &Rule, severity: Severity, file: &FileId, span: Span) -> Finding {
        let related = self.related.into_iter().map(|place| Related {
            file: place.file.unwrap_or_else(|| file.clone()),
            span: place.span,
            message: place.message,
        });
        Finding {
            rule: rule.id,
            kind: self.kind,
            severity,
            span,
            message: self.message,
            related: related.collect(),
            data: self.data,
            tag: self.tag,
        }
    }
}

impl<P> Remark<P, Message> {
    /// Converts the messages into one language.
    #[must_use]
    pub fn into_language(self, language: Language) -> Remark<P> {
        let related = self.related.into_iter().map(|place| RelatedPlace {
            file: place.file,
            span: place.span,
            message: place.message.into_text(language),
        });
        Remark {
            place: self.place,
            message: self.message.into_text(language),
            kind: self.kind,
            severity: self.severity,
            related: related.collect(),
            data: self.data,
            tag: self.tag,
        }
    }
}

impl Remark<Span> {
    /// Shifts the remark, and its places in the same file, by `by` bytes to the right.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.place = self.place.shift(by);
        for related in self.related.iter_mut().filter(|related| related.file.is_none()) {
            related.span = related.span.shift(by);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scope;

    const RULE: Rule = Rule {
        id: "note/example",
        summary: "An example",
        severity: Some(Severity::Hint),
        scope: Scope::Block,
        needs_reason: false,
        kinds: &[],
        documentation: "",
    };

    #[test]
    fn a_shift_moves_what_lies_in_the_same_file_only() {
        let other = RelatedPlace {
            file: Some(FileId::new("refs.bib")),
            span: Span::new(1, 2),
            message: "the entry".to_owned(),
        };
        let mut remark = Remark::new(Span::new(3, 5), "Say so.").with_related(Span::new(0, 2), "here too");
        remark.related.push(other.clone());
        let moved = remark.shifted(10);
        assert_eq!(moved.place, Span::new(13, 15));
        assert_eq!(moved.related[0].span, Span::new(10, 12));
        assert_eq!(moved.related[1], other);
    }

    #[test]
    fn a_finding_names_the_reviewed_file_where_the_remark_names_none() {
        let file = FileId::new("note.md");
        let remark = Remark::new((), "Say so.").with_related(Span::new(0, 2), "here too");
        let finding = remark.into_finding(&RULE, Severity::Warning, &file, Span::new(3, 5));
        assert_eq!(
            (finding.rule, finding.severity, finding.span),
            ("note/example", Severity::Warning, Span::new(3, 5))
        );
        assert_eq!(finding.related[0].file, file);
    }
}
