//! Places in a draft that the program reads differently because of the bibliography.

use super::super::context::RuleContext;
use super::super::definition::{Anchor, Remark};
use super::{Verdict, remark};
use crate::edits;
use referee_bibliography::Format as BibliographyFormat;
use referee_bibliography::misreading::{CITED_ALIAS, CITED_SET, CITED_XDATA, EXAMPLE_LABEL, Row};
use referee_findings::{FileEdit, Finding, Fix, FixKind};
use referee_syntax::{Citation, Document, Format, Target};
use referee_text::{Message, Span};

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

/// Paragraphs of Markdown that begin with `(@key)`, which Pandoc takes for an item of a list of examples.
pub(super) fn example_labels(context: &RuleContext<'_>, draft: &Document) -> Vec<Remark> {
    let is_markdown = matches!(draft.format(), Format::Markdown | Format::Quarto | Format::RMarkdown);
    if !is_markdown || !draft.labels().any(|label| context.entry(label).is_some()) {
        return Vec::new();
    }
    let Some(verdict) = Verdict::of(&EXAMPLE_LABEL, context.programs) else { return Vec::new() };
    let mut out = Vec::new();
    for block in draft.blocks().iter() {
        for label in block.content.labels.iter().filter(|label| context.entry(&label.name).is_some()) {
            let span = label.span.shift(block.start as usize);
            if written_label(draft, span).is_some() {
                let remark = remark(&EXAMPLE_LABEL, &label.name, &verdict, Some(&label.name));
                out.push(Remark { place: Anchor::Span(span), ..remark });
            }
        }
    }
    out
}

/// The place of `(@label)`, where the label at `span` is written like this.
fn written_label(draft: &Document, span: Span) -> Option<Span> {
    let start = (span.start as usize).checked_sub(2)?;
    let whole = Span::new(start, span.end as usize + 1);
    let text = draft.text().get_byte_slice(whole.range())?.to_string();
    (text.starts_with("(@") && text.ends_with(')')).then_some(whole)
}

pub(super) fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let (Some(draft), Some(key)) = (context.draft, &finding.data.key) else { return Vec::new() };
    let edit = match finding.data.more.get("row").map(String::as_str) {
        Some("example-label") => written_label(draft, finding.span).map(|span| FileEdit {
            file: context.file.clone(),
            span,
            text: format!("[@{key}]"),
        }),
        Some("cited-alias") => super::super::subject::citation_at(context, finding.span)
            .map(|(draft, citation)| edits::file_edit(context.file, edits::write_key(draft, &citation, key))),
        _ => None,
    };
    let Some(edit) = edit else { return Vec::new() };
    let text = &edit.text;
    vec![Fix {
        title: context.say(Message::new(format!("Write “{text}”"), format!("Escribir «{text}»"))),
        kind: FixKind::Chosen,
        preferred: true,
        edits: vec![edit],
    }]
}
