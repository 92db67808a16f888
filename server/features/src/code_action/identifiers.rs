//! Actions for identifiers: adding missing ones to an entry, and turning a bare one into a
//! citation.

use super::action::{ActionKind, CodeAction, Command};
use crate::address;
use crate::cursor_target::CursorTarget;
use referee_bibliography::Identifier;
use referee_citations::{Origin, Reference, edits};
use referee_syntax::{Citation, Mode, Target, identifier_in_key};
use referee_text::{FileId, Language, Span};
use referee_workspace::settings::Network;
use referee_workspace::{FileKind, Snapshot};

/// Returns the action that adds the identifiers of the record that are missing in the entry under
/// the cursor.
pub(super) fn add_identifiers(snapshot: &Snapshot, file: &FileId, range: Span) -> Option<CodeAction> {
    let target = CursorTarget::at(snapshot, file, range.start as usize)?;
    let reference = target.reference()?;
    let judgement = snapshot.judgement(reference)?;
    let record = judgement.record.as_ref()?;
    let missing = edits::missing_identifiers(reference, &record.work);
    let edits = snapshot.with_context(&reference.file, |context| {
        edits::add_missing_identifiers(context, reference, &record.work)
    });
    if edits.is_empty() || missing.is_empty() {
        return None;
    }
    let names: Vec<&str> = missing
        .iter()
        .map(|identifier| match identifier {
            Identifier::Doi(_) => "DOI",
            _ => "PMID",
        })
        .collect();
    Some(CodeAction {
        title: add_title(snapshot.interface_language(), &names, &record.source),
        kind: ActionKind::Rewrite,
        preferred: false,
        finding: None,
        edits,
        command: None,
    })
}

fn add_title(language: Language, names: &[&str], source: &str) -> String {
    let are_missing = if names.len() == 1 { "que falta" } else { "que faltan" };
    let names = names.join(language.pick(" and ", " y "));
    let source = referee_records::source_name(language, source);
    language.pick(
        format!("Add the missing {names} from {source}"),
        format!("Añadir {names}, {are_missing}, de {source}"),
    )
}

/// Returns the action that turns the bare identifier under the cursor into a citation and adds a
/// missing entry. If its work is unknown and it may be looked up, the action looks it up first.
pub(super) fn cite_identifier(snapshot: &Snapshot, file: &FileId, range: Span) -> Option<CodeAction> {
    let reference = bare_identifier(snapshot, file, range.start as usize)?;
    let known = snapshot.judge(&reference).is_some_and(|judgement| judgement.record.is_some());
    if known || snapshot.network(file) != Network::Allow || snapshot.bibliographies(file).is_empty() {
        return cite_reference(snapshot, file, &reference);
    }
    Some(CodeAction {
        title: snapshot.interface_language().pick(
            format!("Look up {} and cite it", reference.label),
            format!("Consultar {} y citarlo", reference.label),
        ),
        kind: ActionKind::Rewrite,
        preferred: false,
        finding: None,
        edits: Vec::new(),
        command: Some(Command::CiteIdentifier),
    })
}

/// Returns the reference that the bare identifier at `offset` makes.
#[must_use]
pub fn bare_identifier(snapshot: &Snapshot, file: &FileId, offset: usize) -> Option<Reference> {
    match CursorTarget::at(snapshot, file, offset) {
        Some(CursorTarget::Citation(_, Some(reference))) if reference.origin == Origin::Identifier => {
            Some(*reference)
        }
        Some(_) => None,
        None => {
            let FileKind::Draft(_) = snapshot.kind(file)? else { return None };
            let (span, identifier) = address::at(&snapshot.text(file)?, offset)?;
            Some(Reference::from_identifier(file, &identifier, span))
        }
    }
}

/// Returns the action that turns the bare identifier of `reference` into a citation of its work, at
/// the occurrence nearest to the place of the reference. `None` if its work is unknown, or the
/// draft no longer contains it.
#[must_use]
pub fn cite_reference(snapshot: &Snapshot, file: &FileId, reference: &Reference) -> Option<CodeAction> {
    let judgement = snapshot.judgement(reference)?;
    let record = judgement.record.as_ref()?;
    let FileKind::Draft(document) = snapshot.kind(file)? else { return None };
    let meant = |target: &Target| match target {
        Target::Identifier(identifier) => names(reference, identifier),
        Target::Key(key) => identifier_in_key(key).is_some_and(|identifier| names(reference, &identifier)),
        _ => false,
    };
    let citation = document
        .citations()
        .filter(|cited| meant(&cited.citation.target))
        .min_by_key(|cited| cited.span.start.abs_diff(reference.span.start))
        .map(|cited| cited.to_citation())
        .or_else(|| {
            let (span, identifier) = address::at(document.text(), reference.span.start as usize)?;
            let target = Target::Identifier(identifier);
            meant(&target).then_some(Citation { span, group: span, target, mode: Mode::Textual })
        })?;
    let fix =
        snapshot.with_context(file, |context| edits::cite_identifier(context, &citation, &record.work))?;
    Some(CodeAction {
        title: fix.title,
        kind: ActionKind::Rewrite,
        preferred: false,
        finding: None,
        edits: fix.edits,
        command: None,
    })
}

/// Whether an identifier belongs to the work of `reference`.
fn names(reference: &Reference, identifier: &Identifier) -> bool {
    reference.work.identifiers.iter().any(|own| own.canonical() == identifier.canonical())
}

#[cfg(test)]
mod tests {
    use super::add_title;
    use referee_text::Language;

    #[test]
    fn what_is_missing_is_one_or_several() {
        let one = add_title(Language::Spanish, &["DOI"], "pubmed");
        assert_eq!(one, "Añadir DOI, que falta, de PubMed");
        let both = add_title(Language::Spanish, &["DOI", "PMID"], "pubmed");
        assert_eq!(both, "Añadir DOI y PMID, que faltan, de PubMed");
        assert_eq!(add_title(Language::English, &["DOI"], "pubmed"), "Add the missing DOI from PubMed");
    }
}
