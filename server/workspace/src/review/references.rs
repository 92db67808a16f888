//! The references of a file: its citations, list items or entries.

use crate::files::Content;
use crate::snapshot::{Snapshot, list_items};
use referee_bibliography::Program;
use referee_citations::rules::{DraftFile, FoldedKeys};
use referee_citations::{Judgement, Reference};
use referee_syntax::{Document, Target};
use referee_text::FileId;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

impl Snapshot {
    /// Returns the references of a file that a local source could judge and has not judged yet.
    #[must_use]
    pub fn pending(&self, file: &FileId) -> Vec<Reference> {
        let Some(sources) = self.sources(file).filter(|sources| sources.can_judge()) else {
            return Vec::new();
        };
        references(self, file, &|fingerprint| self.judgements().get(fingerprint, &sources).is_none())
    }

    /// Returns the references that a draft and its chapters cite or list, or the entries of a
    /// bibliography, without duplicates, in the order of the text, with their judgements.
    #[must_use]
    pub fn references(&self, file: &FileId) -> Vec<(Reference, Option<Arc<Judgement>>)> {
        let all = self.references_where(file, &|_| true);
        all.into_iter()
            .map(|reference| {
                let judgement = self.judgement(&reference);
                (reference, judgement)
            })
            .collect()
    }

    /// Returns the judgement of each reference of a file, in the order of the text:
    /// [`Snapshot::references`] without the cost of parsing the references.
    #[must_use]
    pub fn judgements_of(&self, file: &FileId) -> Vec<Option<Arc<Judgement>>> {
        let sources = self.sources(file);
        let known = RefCell::new(Vec::new());
        let _ = references(self, file, &|fingerprint| {
            let judgement = sources.as_ref().and_then(|sources| self.judgements().get(fingerprint, sources));
            known.borrow_mut().push(judgement);
            false
        });
        known.into_inner()
    }

    /// Returns the references of a file whose fingerprint `wanted` accepts, without duplicates, in
    /// the order of the text.
    pub(crate) fn references_where(&self, file: &FileId, wanted: &dyn Fn(u64) -> bool) -> Vec<Reference> {
        references(self, file, wanted)
    }
}

/// Returns the references of a file whose fingerprint `wanted` accepts, without duplicates, in the
/// order of the text.
fn references(snapshot: &Snapshot, file: &FileId, wanted: &dyn Fn(u64) -> bool) -> Vec<Reference> {
    let Some(read) = snapshot.file(file) else { return Vec::new() };
    let mut out = Vec::new();
    match &read.content {
        Content::Bibliography(bibliography) => {
            for entry in snapshot.as_printed(file, bibliography).entries() {
                if wanted(entry.fingerprint()) {
                    out.push(Reference::from_entry(file, &entry));
                }
            }
        }
        Content::Draft(document) => {
            let mut seen = Seen::default();
            of_draft(snapshot, file, document, wanted, &mut seen, &mut out);
            for chapter in snapshot.included(file) {
                if let Some(document) = snapshot.file(&chapter).and_then(|read| read.draft()) {
                    of_draft(snapshot, &chapter, document, wanted, &mut seen, &mut out);
                }
            }
        }
        Content::Configuration(..) | Content::Project(..) | Content::CitationStyle(_) => {}
    }
    out
}

/// The references found so far in the drafts of a paper.
#[derive(Default)]
struct Seen {
    entries: HashSet<(FileId, usize)>,
    identifiers: HashSet<u64>,
}

/// Adds the references of one draft that are new.
fn of_draft(
    snapshot: &Snapshot,
    file: &FileId,
    document: &Arc<Document>,
    wanted: &dyn Fn(u64) -> bool,
    seen: &mut Seen,
    out: &mut Vec<Reference>,
) {
    let bibliographies = snapshot.bibliographies(file);
    let is_bibtex = snapshot.group(file).is_some_and(|group| group.setup.programs().is_only(Program::Bibtex));
    let folded = is_bibtex.then(|| FoldedKeys::of(&bibliographies));
    let Seen { entries, identifiers } = seen;
    // Returns whether a bibliography has the key.
    let mut cite = |key: &str, out: &mut Vec<Reference>| {
        let first = folded.as_ref().and_then(|keys| keys.entry(&bibliographies, key));
        let by_key = || bibliographies.iter().find_map(|found| Some((found, found.bibliography.get(key)?)));
        let found = first.or_else(by_key);
        let Some((found, entry)) = found else { return false };
        if entries.insert((found.file.clone(), entry.index())) && wanted(entry.fingerprint()) {
            out.push(Reference::from_entry(&found.file, &entry));
        }
        true
    };
    for cited in document.citations() {
        let named = match &cited.citation.target {
            Target::Key(key) if cite(key, out) => None,
            Target::Key(key) => snapshot.identifier_key(file, key, cited.span),
            Target::Identifier(identifier) => Some(Reference::from_identifier(file, identifier, cited.span)),
            Target::Numbers(_) | Target::Malformed(..) | Target::Named(_) => None,
        };
        out.extend(
            named.filter(|reference| {
                identifiers.insert(reference.fingerprint) && wanted(reference.fingerprint)
            }),
        );
    }
    if document.cites_all() {
        for found in &bibliographies {
            for entry in found.bibliography.entries() {
                cite(entry.key(), out);
            }
        }
    }
    let draft = DraftFile { file: file.clone(), document: Arc::clone(document) };
    out.extend(list_items(&draft).filter(|reference| wanted(reference.fingerprint)));
}
