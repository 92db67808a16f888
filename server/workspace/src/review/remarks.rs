//! The remarks of the rules about a judged reference, and their conversion to findings.

use super::context::ReviewContext;
use crate::review_cache::{Remarks, ReviewCache};
use referee_bibliography::Entry;
use referee_citations::rules::{Anchor, Check, RULES, Remark};
use referee_citations::{Judgement, Reference};
use referee_critic::rules::draft::{ASSISTANT_LEFTOVER, marks_in_field};
use referee_findings::{Finding, Rule, RuleHit};
use referee_text::{Message, Span};
use std::sync::Arc;

/// Returns the remarks about the reference with this fingerprint, if it is judged; `reference` is
/// called only if they are not cached.
pub(crate) fn of(
    around: &ReviewContext<'_>,
    fingerprint: u64,
    reference: impl FnOnce() -> Reference,
) -> Option<Arc<Remarks>> {
    let sources = around.folder.sources.as_ref().filter(|sources| sources.can_judge())?;
    let cache = around.snapshot.cache();
    let name = (fingerprint, sources.generation);
    let judgement = around.judgement(fingerprint, sources)?;
    if let Some(known) = cache.remarks.get(&name).filter(|known| Arc::ptr_eq(&known.0, &judgement)) {
        return Some(Arc::clone(&known.1));
    }
    let remarks = cache.shared(about(&reference(), &judgement));
    cache.remarks.insert(name, (judgement, Arc::clone(&remarks)));
    Some(remarks)
}

fn about(reference: &Reference, judgement: &Judgement) -> Remarks {
    let mut out = Vec::new();
    for rule in RULES.iter().copied() {
        for check in rule.checks {
            if let Check::Judged(check) = check
                && let Some(remark) = check(reference, judgement)
            {
                out.push(RuleHit { rule: &rule.rule, remark });
            }
        }
    }
    out
}

/// Returns the remarks about an entry itself. Spans are relative to the start of the entry.
pub(crate) fn of_entry(cache: &ReviewCache, entry: &Entry<'_>) -> Arc<Remarks> {
    let fingerprint = entry.fingerprint();
    if let Some(known) = cache.entries.get(&fingerprint) {
        return Arc::clone(&known);
    }
    let mut out = Vec::new();
    for rule in RULES.iter().copied() {
        for check in rule.checks {
            if let Check::Entry(check) = check {
                out.extend(check(entry).into_iter().map(|remark| RuleHit { rule: &rule.rule, remark }));
            }
        }
    }
    out.extend(leftovers(entry));
    let remarks = cache.shared(out);
    cache.entries.insert(fingerprint, Arc::clone(&remarks));
    remarks
}

/// Returns the leftovers of a writing assistant in the address and note fields of an entry.
fn leftovers(entry: &Entry<'_>) -> Vec<RuleHit<Anchor, Message>> {
    let text = entry.bibliography().text();
    let start = entry.span().start as usize;
    let mut out = Vec::new();
    for field in entry.address_spans() {
        let Some(value) = text.get_byte_slice(field.range()) else { continue };
        for mark in marks_in_field(&value.to_string()) {
            let place = mark.span.shift(field.start as usize);
            let place = Span::new(place.start as usize - start, place.end as usize - start);
            let remark = Remark { place: Anchor::Span(place), message: mark.message, ..Remark::default() };
            out.push(RuleHit { rule: ASSISTANT_LEFTOVER, remark });
        }
    }
    out
}

/// Returns the finding for a remark at `span`; `None` if the author disabled the rule.
pub(crate) fn finding(
    around: &ReviewContext<'_>,
    rule: &Rule,
    remark: &Remark,
    span: Span,
    label: Option<&str>,
) -> Option<Finding> {
    let severity = around.folder.severity_of(rule, remark.kind, rule.default_severity(remark.severity))?;
    let mut finding =
        remark.clone().into_language(around.language()).into_finding(rule, severity, around.file, span);
    if finding.data.key.is_none() {
        finding.data.key = label.map(str::to_owned);
    }
    Some(finding)
}
