//! The remarks about a reference, shown at its citations and at its own position.

use super::context::ReviewContext;
use super::remarks::{self, finding};
use crate::review_cache::Hit;
use referee_bibliography::Identifier;
use referee_citations::Reference;
use referee_citations::rules::{Anchor, RuleContext};
use referee_findings::{Finding, Related, RuleHit};
use referee_syntax::{Citation, Document, Target};
use referee_text::{FileId, Message, Phrase, Span};
use std::collections::HashMap;

/// The maximum number of other citations of the same reference in a finding.
const MAX_RELATED: usize = 5;

const CITED_TOO: Phrase = Phrase { english: "cited here too", spanish: "se cita también aquí" };

/// Returns the remarks about the reference of a citation.
pub(super) fn hit(around: &ReviewContext<'_>, context: &RuleContext<'_>, citation: &Citation) -> Option<Hit> {
    let (fingerprint, label, entry, remarks) = match &citation.target {
        Target::Key(key) => {
            let Some((file, entry)) = context.printed_entry(key) else {
                return identifier_hit(around, context.identifier_key(key, citation.span)?, citation.span);
            };
            let fingerprint = entry.fingerprint();
            let remarks = remarks::of(around, fingerprint, || Reference::from_entry(&file.file, &entry))?;
            if remarks.is_empty() {
                return None;
            }
            let reference = Reference::from_entry(&file.file, &entry);
            let places = remarks.iter().map(|hit| place_in(&reference, hit)).collect();
            (fingerprint, key.clone(), Some((file.file.clone(), places)), remarks)
        }
        Target::Identifier(identifier) => {
            let reference = Reference::from_identifier(context.file, identifier, citation.span);
            return identifier_hit(around, reference, citation.span);
        }
        Target::Numbers(_) | Target::Malformed(..) | Target::Named(_) => return None,
    };
    Some(Hit { span: citation.span, fingerprint, label, entry, remarks })
}

/// Returns the remarks about the work of a bare identifier, or of a key that is an identifier.
fn identifier_hit(around: &ReviewContext<'_>, reference: Reference, span: Span) -> Option<Hit> {
    let (fingerprint, label) = (reference.fingerprint, reference.label.clone());
    let remarks = remarks::of(around, fingerprint, || reference)?;
    (!remarks.is_empty()).then_some(Hit { span, fingerprint, label, entry: None, remarks })
}

/// Whether a block contains a trial registration.
pub(super) fn names_trial(document: &Document, index: usize) -> bool {
    document
        .citations_in(index)
        .any(|cited| matches!(&cited.citation.target, Target::Identifier(Identifier::Trial(_))))
}

/// Shows the remarks about a reference at its first citation, which lists the later ones.
pub(super) fn show_hit(
    around: &ReviewContext<'_>,
    file: &FileId,
    hit: &Hit,
    span: Span,
    findings: &mut Vec<Finding>,
    first_of: &mut HashMap<u64, usize>,
) {
    if let Some(&first) = first_of.get(&hit.fingerprint) {
        let also =
            Related { file: file.clone(), span, message: CITED_TOO.text(around.language()).to_owned() };
        for found in findings.iter_mut().skip(first).take(hit.remarks.len()) {
            let listed = found.related.iter().filter(|related| related.message == also.message).count();
            if found.data.key.as_deref() == Some(&hit.label) && listed < MAX_RELATED {
                found.related.push(also.clone());
            }
        }
        return;
    }
    first_of.insert(hit.fingerprint, findings.len());
    for (number, RuleHit { rule, remark }) in hit.remarks.iter().enumerate() {
        if let Some(mut found) = finding(around, rule, remark, span, Some(&hit.label)) {
            if let Some((file, places)) = &hit.entry
                && let Some(&span) = places.get(number)
            {
                found.related.push(Related {
                    file: file.clone(),
                    span,
                    message: around
                        .language()
                        .pick(format!("entry in {}", file.name()), format!("entrada en {}", file.name())),
                });
            }
            findings.push(found);
        }
    }
}

/// Returns the findings about a reference at its own position.
pub(super) fn at_reference(around: &ReviewContext<'_>, reference: &Reference) -> Vec<Finding> {
    let remarks = remarks::of(around, reference.fingerprint, || reference.clone());
    let mut out = Vec::new();
    for hit in remarks.iter().flat_map(|all| all.iter()) {
        let span = place_in(reference, hit);
        out.extend(finding(around, hit.rule, &hit.remark, span, Some(&reference.label)));
    }
    out
}

/// Returns the span in a reference that a remark concerns: a field, otherwise the name of the
/// reference.
fn place_in(reference: &Reference, hit: &RuleHit<Anchor, Message>) -> Span {
    hit.remark.place.span(|field| reference.field(field)).unwrap_or(reference.name_span)
}
