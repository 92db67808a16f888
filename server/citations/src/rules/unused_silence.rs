//! `configuration/unused-silence`

use super::{Check, CitationRule, Surroundings};
use crate::edits;
use referee_findings::{Finding, Fix, FixKind, silence};

/// The rule. Its findings come from [`silence::apply`], which knows what was silenced.
pub(super) static RULE: CitationRule = CitationRule { rule: silence::UNUSED, check: Check::Elsewhere, fixes };

fn fixes(surroundings: &Surroundings<'_>, finding: &Finding) -> Vec<Fix> {
    let Some(text) = super::text(surroundings) else { return Vec::new() };
    let mut out = Vec::new();
    let rule = finding.data.more.get("rule").map(String::as_str).unwrap_or_default();
    if let Some(nearest) = finding.data.more.get("nearest")
        && let Some(edit) = silence::rename(text, finding.span, rule, nearest)
    {
        out.push(Fix {
            title: format!("Write `{nearest}`"),
            kind: FixKind::Chosen,
            preferred: true,
            edits: vec![edits::file_edit(surroundings.file, edit)],
        });
    }
    if let Some(edit) = silence::removal(text, finding.span, rule) {
        out.push(Fix {
            title: String::from("Remove the comment"),
            kind: FixKind::Chosen,
            preferred: out.is_empty(),
            edits: vec![edits::file_edit(surroundings.file, edit)],
        });
    }
    out
}
