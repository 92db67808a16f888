//! Finds the subject of a finding again, for its fixes.

use super::context::RuleContext;
use super::files::BibliographyFile;
use crate::edits;
use crate::{Judgement, Origin, Reference};
use referee_bibliography::Entry;
use referee_findings::{FileEdit, Finding, Fix, FixKind};
use referee_syntax::{Citation, Document, Target};
use referee_text::{Message, Rope, Span};
use std::sync::Arc;

/// Returns the text of the file under review.
pub(super) fn text<'a>(context: &RuleContext<'a>) -> Option<&'a Rope> {
    match context.draft {
        Some(draft) => Some(draft.text()),
        None => own_bibliography(context).map(|file| file.bibliography.text()),
    }
}

fn own_bibliography<'a>(context: &RuleContext<'a>) -> Option<&'a BibliographyFile> {
    context.bibliographies.iter().find(|file| file.file == *context.file)
}

/// Returns the entry at a span in the bibliography under review.
pub(super) fn entry_at<'a>(
    context: &RuleContext<'a>,
    span: Span,
) -> Option<(&'a BibliographyFile, Entry<'a>)> {
    let file = own_bibliography(context)?;
    Some((file, file.bibliography.at(span.start as usize)?))
}

/// Returns the citation at a span in the draft under review, with spans in the file.
pub(super) fn citation_at<'a>(context: &RuleContext<'a>, span: Span) -> Option<(&'a Document, Citation)> {
    let draft = context.draft?;
    let block = draft.blocks().index_at(span.start as usize)?;
    let citations = || draft.citations_in(block).map(|cited| cited.to_citation());
    let found = citations()
        .find(|citation| citation.span == span)
        .or_else(|| citations().find(|citation| citation.group == span))
        .or_else(|| citations().find(|citation| citation.span.overlaps(span)))
        .or_else(|| citations().find(|citation| citation.group.overlaps(span)))?;
    Some((draft, found))
}

/// Returns the reference that a finding is about: an entry, an item of a list or a bare identifier.
#[must_use]
pub fn subject(context: &RuleContext<'_>, finding: &Finding) -> Option<Reference> {
    let Some(draft) = context.draft else {
        let (file, entry) = entry_at(context, finding.span)?;
        return Some(Reference::from_entry(&file.file, &entry));
    };
    let listed = draft.blocks().index_at(finding.span.start as usize).map(|index| draft.items_in(index));
    for listed in listed.unwrap_or_default() {
        if listed.item.span.shift(listed.start).contains(finding.span) {
            return Some(Reference::from_list_item(context.file, &listed.item, listed.start));
        }
    }
    if let Some((file, entry)) = finding.data.key.as_deref().and_then(|key| context.entry(key)) {
        return Some(Reference::from_entry(&file.file, &entry));
    }
    let (_, citation) = citation_at(context, finding.span)?;
    match &citation.target {
        Target::Identifier(identifier) => {
            Some(Reference::from_identifier(context.file, identifier, citation.span))
        }
        Target::Key(key) => context
            .entry(key)
            .map(|(file, entry)| Reference::from_entry(&file.file, &entry))
            .or_else(|| context.identifier_key(key, citation.span)),
        Target::Numbers(_) | Target::Malformed(..) | Target::Named(_) => None,
    }
}

/// Returns the reference that a finding is about, with its judgement.
pub(super) fn judged(context: &RuleContext<'_>, finding: &Finding) -> Option<(Reference, Arc<Judgement>)> {
    let reference = subject(context, finding)?;
    let judgement = (context.judgement)(&reference)?;
    Some((reference, judgement))
}

/// Adds a fix that the author must choose, unless `edits` is empty.
pub(super) fn push(
    context: &RuleContext<'_>,
    out: &mut Vec<Fix>,
    title: Message,
    preferred: bool,
    edits: Vec<FileEdit>,
) {
    if !edits.is_empty() {
        out.push(Fix { title: context.say(title), kind: FixKind::Chosen, preferred, edits });
    }
}

/// Returns the fix that removes the citation under review, if there is one.
pub(super) fn citation_removal(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let mut out = Vec::new();
    if let Some((draft, citation)) = citation_at(context, finding.span)
        && let Some(removal) = edits::remove_citation(draft, &citation, (context.language)())
    {
        let title = if removal.is_marked {
            replacing("this citation", "esta cita")
        } else {
            Message::new("Remove this citation", "Quitar esta cita")
        };
        push(context, &mut out, title, false, vec![edits::file_edit(context.file, removal.edit)]);
    }
    out
}

/// Returns the title of a fix that replaces a citation by a mark.
pub(super) fn replacing(english: &str, spanish: &str) -> Message {
    Message::written(|language| {
        let mark = edits::mark(language);
        language.pick(format!("Replace {english} with [{mark}]"), format!("Sustituir {spanish} por [{mark}]"))
    })
}

/// Returns the fixes that remove a reference: the entry with all its citations, or only the
/// citation under review.
pub(super) fn removals(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let mut out = citation_removal(context, finding);
    if let Some(reference) = subject(context, finding).filter(|one| one.origin == Origin::Entry) {
        let removed = edits::remove_reference(context, &reference);
        let title = removal_title(&reference.label, removed.citations, removed.marked);
        push(context, &mut out, title, false, removed.edits);
    }
    out
}

/// Returns the title of the fix that removes an entry with its citations; `marked` of them are
/// replaced by a mark.
fn removal_title(label: &str, citations: usize, marked: usize) -> Message {
    Message::written(|language| {
        let mark = edits::mark(language);
        let entry =
            language.pick(format!("Remove the entry “{label}”"), format!("Quitar la entrada «{label}»"));
        let all = language.pick(format!("its {citations} citations"), format!("sus {citations} citas"));
        match (citations, marked) {
            (0, _) => entry,
            (1, 0) => format!("{entry} {}", language.pick("and its citation", "y su cita")),
            (1, _) => language.pick(
                format!("{entry}; its citation becomes [{mark}]"),
                format!("{entry}; su cita pasa a ser [{mark}]"),
            ),
            (_, 0) => format!("{entry} {} {all}", language.pick("and", "y")),
            _ if marked == citations => language.pick(
                format!("{entry}; {all} become [{mark}]"),
                format!("{entry}; {all} pasan a ser [{mark}]"),
            ),
            _ => language.pick(
                format!("{entry} and {all} ([{mark}] in place of {marked})"),
                format!("{entry} y {all} ([{mark}] en lugar de {marked})"),
            ),
        }
    })
}
