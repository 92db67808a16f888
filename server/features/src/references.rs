//! Finds every place that cites a work.

use crate::cursor_target::CursorTarget;
use referee_citations::{Origin, Reference};
use referee_syntax::Target;
use referee_text::{FileId, Span};
use referee_workspace::{FileKind, Snapshot};

/// Returns the places that cite the target at `offset`, in the drafts that belong together; with
/// `declaration`, the entry or list item itself comes first.
#[must_use]
pub fn references(
    snapshot: &Snapshot,
    file: &FileId,
    offset: usize,
    declaration: bool,
) -> Vec<(FileId, Span)> {
    let Some(target) = CursorTarget::at(snapshot, file, offset) else { return Vec::new() };
    let mut out = Vec::new();
    if declaration
        && let Some(reference) = target.reference()
        && reference.origin != Origin::Identifier
    {
        out.push((reference.file.clone(), reference.name_span));
    }
    match &target {
        CursorTarget::Citation(citation, reference) => match &citation.target {
            Target::Key(key) => {
                out.extend(citations(snapshot, file, key, reference.as_deref()));
            }
            other => out.extend(same_target(snapshot, file, other)),
        },
        CursorTarget::Reference(reference) if reference.origin == Origin::Entry => {
            out.extend(citations(snapshot, file, &reference.label, Some(reference)));
        }
        CursorTarget::Reference(reference) => {
            out.extend(snapshot.citations_of(file, &reference.label));
            let number = reference.label.trim_matches(['[', ']']).parse().ok();
            out.extend(
                number.iter().flat_map(|number| same_target(snapshot, file, &Target::Numbers(vec![*number]))),
            );
        }
    }
    let mut seen = std::collections::HashSet::new();
    out.retain(|place| seen.insert(place.clone()));
    out
}

/// Returns the citations of a key and of the aliases of its entry: in the drafts that belong
/// together with `file`, and in all drafts that use its bibliography.
fn citations(
    snapshot: &Snapshot,
    file: &FileId,
    key: &str,
    reference: Option<&Reference>,
) -> Vec<(FileId, Span)> {
    let mut out = Vec::new();
    for key in keys(snapshot, key, reference) {
        out.extend(snapshot.citations_of(file, &key));
        if let Some(reference) = reference {
            out.extend(snapshot.citations_of(&reference.file, &key));
        }
    }
    out
}

/// Returns all names of the entry with this key: its key and BibLaTeX's `ids`.
fn keys(snapshot: &Snapshot, key: &str, reference: Option<&Reference>) -> Vec<String> {
    let mut out = vec![key.to_owned()];
    if let Some(reference) = reference
        && let Some(FileKind::Bibliography(bibliography)) = snapshot.kind(&reference.file)
        && let Some(entry) = bibliography.get(&reference.label)
    {
        for name in std::iter::once(entry.key().to_owned()).chain(entry.aliases()) {
            if !out.contains(&name) {
                out.push(name);
            }
        }
    }
    out
}

/// Returns the citations in a draft that share a number or the identifier with `target`.
fn same_target(snapshot: &Snapshot, file: &FileId, target: &Target) -> Vec<(FileId, Span)> {
    let Some(FileKind::Draft(document)) = snapshot.kind(file) else { return Vec::new() };
    let same = |other: &Target| match (target, other) {
        (Target::Numbers(wanted), Target::Numbers(cited)) => {
            wanted.iter().any(|number| cited.contains(number))
        }
        (Target::Identifier(wanted), Target::Identifier(cited)) => wanted == cited,
        _ => false,
    };
    document
        .blocks()
        .iter()
        .flat_map(|block| {
            let here = block.content.citations.iter().filter(|citation| same(&citation.target));
            here.map(move |citation| (file.clone(), citation.span.shift(block.start as usize)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, PAPER};

    fn found(fixture: &Fixture, declaration: bool) -> Vec<String> {
        let found = references(&fixture.snapshot, &fixture.file, fixture.offset, declaration);
        found.iter().map(|(file, span)| fixture.shown(file, *span)).collect()
    }

    fn two_drafts(cursor: &str) -> Fixture {
        let bib =
            if cursor == "bib" { PAPER.replace("{smith2020", "{smit$0h2020") } else { PAPER.to_owned() };
        let draft =
            if cursor == "draft" { "[@smit$0h2020] and @smith2020" } else { "[@smith2020] and @smith2020" };
        Fixture::new(&format!(
            "{bib}//- a.md\n---\nbibliography: refs.bib\n---\n{draft}\n//- b.tex\n\\addbibresource{{refs.bib}}\n\\cite{{smith2020}}\n"
        ))
    }

    #[test]
    fn every_draft_that_names_the_bibliography_is_looked_at() {
        for cursor in ["draft", "bib"] {
            let fixture = two_drafts(cursor);
            let mut places = found(&fixture, false);
            places.sort();
            assert_eq!(places, ["a.md:smith2020", "a.md:smith2020", "b.tex:smith2020"], "{cursor}");
            assert_eq!(found(&fixture, true).first().map(String::as_str), Some("refs.bib:smith2020"));
        }
    }
}
