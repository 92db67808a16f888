//! Places in a draft that the program reads differently because of the bibliography.

use super::super::context::RuleContext;
use super::super::definition::Remark;
use super::verdict::{Verdict, remark};
use crate::edits;
use referee_bibliography::Format as BibliographyFormat;
use referee_bibliography::misreading::{CITED_ALIAS, CITED_SET, CITED_XDATA, Row};
use referee_findings::{Finding, Fix, FixKind};
use referee_syntax::{Citation, Target};
use referee_text::Message;

/// A citation of a key that only Biber resolves, or of an entry that is no reference by itself.
pub(super) fn citation(context: &RuleContext<'_>, citation: &Citation) -> Option<Remark> {
    let Target::Key(key) = &citation.target else { return None };
    if context.programs.is_empty() {
        return None;
    }
    let (file, entry) = context.entry(key)?;
    if file.bibliography.format() != BibliographyFormat::Bibtex {
        return None;
    }
    let row: &'static Row = if entry.key() != key {
        &CITED_ALIAS
    } else if entry.kind_name().eq_ignore_ascii_case("set") {
        &CITED_SET
    } else if entry.kind_name().eq_ignore_ascii_case("xdata") {
        &CITED_XDATA
    } else {
        return None;
    };
    let verdict = Verdict::of(row, context.programs)?;
    Some(remark(row, key, &verdict, Some(entry.key())))
}

pub(super) fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some(key) = &finding.data.key else { return Vec::new() };
    // The entries of a set, and those that use an `@xdata`, are for the author to choose.
    if finding.data.more.get("row").map(String::as_str) != Some(CITED_ALIAS.id) {
        return Vec::new();
    }
    let edit = super::super::subject::citation_at(context, finding.span)
        .map(|(draft, citation)| edits::file_edit(context.file, edits::write_key(draft, &citation, key)));
    let Some(edit) = edit else { return Vec::new() };
    let text = &edit.text;
    vec![Fix {
        title: context.say(Message::new(format!("Write “{text}”"), format!("Escribir «{text}»"))),
        kind: FixKind::Chosen,
        preferred: true,
        edits: vec![edit],
    }]
}
