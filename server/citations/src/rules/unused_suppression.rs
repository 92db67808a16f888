//! Implements the rule `configuration/unused-suppression`.

use super::context::RuleContext;
use super::definition::CitationRule;
use crate::edits;
use referee_findings::{Finding, Fix, FixKind, suppression};
use referee_text::Message;

/// The rule. Its findings come from [`suppression::apply`], which knows what was suppressed.
pub(super) static RULE: CitationRule =
    CitationRule { rule: suppression::UNUSED, checks: &[], fixes: Some(fixes) };

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some(text) = super::subject::text(context) else { return Vec::new() };
    let mut out = Vec::new();
    let rule = finding.data.more.get("rule").map(String::as_str).unwrap_or_default();
    if let Some(nearest) = finding.data.more.get("nearest")
        && let Some(edit) = suppression::rename(text, finding.span, rule, nearest)
    {
        out.push(Fix {
            title: context.say(Message::new(format!("Write `{nearest}`"), format!("Escribir `{nearest}`"))),
            kind: FixKind::Chosen,
            preferred: true,
            edits: vec![edits::file_edit(context.file, edit)],
        });
    }
    if let Some(edit) = suppression::removal(text, finding.span, rule) {
        out.push(Fix {
            title: context.say(Message::new("Remove the comment", "Quitar el comentario")),
            kind: FixKind::Chosen,
            preferred: out.is_empty(),
            edits: vec![edits::file_edit(context.file, edit)],
        });
    }
    out
}
