//! Finds places in a draft that the program reads differently because of the bibliography.

use super::super::context::RuleContext;
use super::super::definition::{Anchor, Remark};
use super::program_effects::{ProgramEffects, remark};
use crate::edits;
use referee_bibliography::misreading::{
    CITED_ALIAS, CITED_COMMENT, CITED_COMMENT_LINES, CITED_SET, CITED_XDATA, EXAMPLE_LABEL,
    EXAMPLE_LABEL_BESIDE_CITATION, Row,
};
use referee_bibliography::{Format as BibliographyFormat, Program, edit};
use referee_findings::{FileEdit, Finding, Fix, FixKind};
use referee_syntax::{Citation, Document, Format, Target};
use referee_text::{Message, Span, TextEdit};
use std::collections::HashSet;

/// Checks a citation of a key that only some programs resolve, or of an entry that is not a
/// reference by itself.
pub(super) fn citation(context: &RuleContext<'_>, citation: &Citation) -> Option<Remark> {
    let Target::Key(key) = &citation.target else { return None };
    if context.programs.is_empty() {
        return None;
    }
    let Some((file, entry)) = context.entry(key) else { return commented_out(context, key) };
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
    let effects = ProgramEffects::of(row, context.programs)?;
    Some(remark(row, key, &effects, Some(entry.key())))
}

/// Checks a citation of an entry that is commented out but that BibTeX still prints.
fn commented_out(context: &RuleContext<'_>, key: &str) -> Option<Remark> {
    if context.printed_entry(key).is_some() {
        return None;
    }
    let is_cut_off = context.commented_entry(key)?.1.is_cut_off;
    let row = if is_cut_off { &CITED_COMMENT_LINES } else { &CITED_COMMENT };
    let effects = ProgramEffects::of(row, context.programs)?;
    Some(remark(row, key, &effects, Some(key)))
}

/// Finds the items of Pandoc's example lists whose labels are keys of entries.
pub(super) fn example_labels(context: &RuleContext<'_>, draft: &Document) -> Vec<Remark> {
    let is_of_pandoc = matches!(draft.format(), Format::Markdown | Format::Quarto | Format::RMarkdown);
    if !is_of_pandoc || context.programs.is_empty() {
        return Vec::new();
    }
    let labels = draft.example_labels();
    let mut labels: Vec<_> =
        labels.into_iter().filter(|label| context.entry(&label.name).is_some()).collect();
    if labels.is_empty() {
        return Vec::new();
    }
    // One remark for each key is enough: its later places have the same cause.
    let mut seen = HashSet::new();
    labels.retain(|label| seen.insert(label.name.clone()));
    let cited: HashSet<&str> = draft
        .citations()
        .filter_map(|cited| match &cited.citation.target {
            Target::Key(key) => Some(key.as_str()),
            _ => None,
        })
        .collect();
    let remarks = labels.iter().filter_map(|label| {
        let key = label.name.as_str();
        let row = if cited.contains(key) { &EXAMPLE_LABEL_BESIDE_CITATION } else { &EXAMPLE_LABEL };
        // Pandoc reads the draft, whichever program prints the bibliography.
        let effects = ProgramEffects::of(row, Program::Pandoc.into())?;
        let remark = remark(row, key, &effects, Some(key));
        Some(Remark { place: Anchor::Span(label.span), ..remark })
    });
    remarks.collect()
}

pub(super) fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some(key) = &finding.data.key else { return Vec::new() };
    match finding.data.more.get("row").map(String::as_str) {
        Some(row) if row == CITED_ALIAS.id => own_key(context, finding, key).into_iter().collect(),
        Some(row) if row == CITED_COMMENT.id => uncomment(context, key).into_iter().collect(),
        Some(row) if row == EXAMPLE_LABEL.id => brackets(context, finding, key),
        Some(row) if row == CITED_SET.id => members(context, finding, key).into_iter().collect(),
        // Only the author knows which of the entries that use the `@xdata` is meant.
        _ => Vec::new(),
    }
}

/// Returns the fix that cites an entry by its primary key.
fn own_key(context: &RuleContext<'_>, finding: &Finding, key: &str) -> Option<Fix> {
    let (draft, citation) = super::super::subject::citation_at(context, finding.span)?;
    let edit = edits::file_edit(context.file, edits::write_key(draft, &citation, key));
    let text = &edit.text;
    let title = Message::new(format!("Write “{text}”"), format!("Escribir «{text}»"));
    Some(chosen(context, title, true, vec![edit]))
}

/// Returns the fix that cites the entries of a set instead of the set.
fn members(context: &RuleContext<'_>, finding: &Finding, key: &str) -> Option<Fix> {
    let (file, entry) = context.entry(key)?;
    let links = edit::links(&file.bibliography);
    let own = links.iter().filter(|(_, span)| entry.span().contains(*span));
    let members: Vec<&str> = own.map(|(member, _)| member.as_str()).collect();
    if members.is_empty() || !members.iter().all(|member| context.entry(member).is_some()) {
        return None;
    }
    let (draft, citation) = super::super::subject::citation_at(context, finding.span)?;
    let span = citation.span;
    let before = (span.start as usize).checked_sub(1).and_then(|at| draft.text().get_byte(at));
    let separator = match draft.format() {
        Format::Latex | Format::Rst => ",",
        Format::Markdown | Format::Quarto | Format::RMarkdown
            if citation.is_in_brackets() && before == Some(b'@') =>
        {
            "; @"
        }
        Format::Org if before == Some(b'@') => ";@",
        Format::Typst if before == Some(b'@') => " @",
        _ => return None,
    };
    let title = Message::new("Cite the entries of the set", "Citar las entradas del conjunto");
    let edit = edits::file_edit(context.file, TextEdit::new(span, members.join(separator)));
    Some(chosen(context, title, true, vec![edit]))
}

/// Returns the fix that moves an entry out of a comment, so that every program reads it.
fn uncomment(context: &RuleContext<'_>, key: &str) -> Option<Fix> {
    let (file, entry) = context.commented_entry(key)?;
    let edits: Vec<FileEdit> =
        entry.uncomment.iter().map(|edit| edits::file_edit(&file.file, edit.clone())).collect();
    let title = Message::new(
        format!("Take the entry “{key}” out of the comment"),
        format!("Sacar la entrada «{key}» del comentario"),
    );
    (!edits.is_empty()).then(|| chosen(context, title, true, edits))
}

/// Returns the fixes that turn the label of an example into a citation, at all places of the label
/// at once.
fn brackets(context: &RuleContext<'_>, finding: &Finding, key: &str) -> Vec<Fix> {
    let Some(draft) = context.draft else { return Vec::new() };
    let labels = || draft.example_labels().into_iter().filter(|label| label.name == key);
    if !labels().any(|label| label.span == finding.span) {
        return Vec::new();
    }
    // The finding marks the label without the parentheses and the `@` around it.
    let whole = |label: Span| Span::new((label.start as usize).saturating_sub(2), label.end as usize + 1);
    let edits = |text: &dyn Fn(Span) -> TextEdit| -> Vec<FileEdit> {
        labels().map(|label| edits::file_edit(context.file, text(whole(label.span)))).collect()
    };
    let in_brackets = edits(&|place| TextEdit::new(place, format!("[@{key}]")));
    let escaped = edits(&|place| TextEdit::new(Span::at(place.start as usize), "\\"));
    vec![
        chosen(
            context,
            Message::new(format!("Write “[@{key}]”"), format!("Escribir «[@{key}]»")),
            true,
            in_brackets,
        ),
        chosen(
            context,
            Message::new(
                "Write a backslash before the parenthesis",
                "Escribir una barra invertida delante del paréntesis",
            ),
            false,
            escaped,
        ),
    ]
}

fn chosen(context: &RuleContext<'_>, title: Message, preferred: bool, edits: Vec<FileEdit>) -> Fix {
    Fix { title: context.say(title), kind: FixKind::Chosen, preferred, edits }
}
