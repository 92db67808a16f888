//! Resolves citations to references, and returns their judgements.

use super::Snapshot;
use referee_bibliography::{Date, Program};
use referee_citations::rules::DraftFile;
use referee_citations::{Judgement, Reference};
use referee_syntax::{Citation, Target, identifier_in_key};
use referee_text::{FileId, Span};
use std::sync::Arc;

impl Snapshot {
    /// Returns the citation at an offset, with its span and group in offsets of the file. The
    /// brackets around several keys belong to none of them.
    #[must_use]
    pub fn citation_at(&self, file: &FileId, offset: usize) -> Option<Citation> {
        let document = self.file(file)?.draft()?;
        let index = document.blocks().index_at(offset)?;
        // A cursor after the last character of a block is at the start of the next one.
        let near = (index.saturating_sub(1)..=index).rev();
        let all = near.flat_map(|index| document.citations_in(index)).map(|cited| cited.to_citation());
        let on_it = |citation: &Citation| {
            // The marker in front of a key belongs to it.
            let marker = usize::from(matches!(citation.target, Target::Key(_)));
            Span::new((citation.span.start as usize).saturating_sub(marker), citation.span.end as usize)
                .touches(offset)
        };
        let all: Vec<Citation> = all.collect();
        all.iter()
            .find(|citation| on_it(citation))
            .or_else(|| {
                let mut around = all.iter().filter(|citation| citation.group.touches(offset));
                let only = around.next()?;
                around.all(|other| other.group != only.group).then_some(only)
            })
            .cloned()
    }

    /// Returns the reference of a citation in `file`; for several numbers the first.
    #[must_use]
    pub fn reference(&self, file: &FileId, citation: &Citation) -> Option<Reference> {
        match &citation.target {
            Target::Key(key) => {
                let bibliographies = self.bibliographies(file);
                // BibTeX ignores case and prints the first of several entries.
                let is_bibtex =
                    self.group(file).is_some_and(|group| group.setup.programs().is_only(Program::Bibtex));
                let first = || {
                    bibliographies.iter().find_map(|found| {
                        let mut entries = found.bibliography.entries();
                        Some((found, entries.find(|entry| entry.key().eq_ignore_ascii_case(key))?))
                    })
                };
                let by_key =
                    || bibliographies.iter().find_map(|found| Some((found, found.bibliography.get(key)?)));
                let found = is_bibtex.then(first).flatten().or_else(by_key);
                found
                    .map(|(found, entry)| Reference::from_entry(&found.file, &entry))
                    .or_else(|| {
                        self.drafts(file)
                            .iter()
                            .find_map(|draft| list_items(draft).find(|reference| reference.label == *key))
                    })
                    .or_else(|| self.identifier_key(file, key, citation.span))
            }
            Target::Numbers(numbers) => {
                let number = numbers.first()?;
                let document = Arc::clone(self.file(file)?.draft()?);
                let draft = DraftFile { file: file.clone(), document };
                let label = format!("[{number}]");
                list_items(&draft).find(|reference| reference.label == label)
            }
            Target::Identifier(identifier) => {
                Some(Reference::from_identifier(file, identifier, citation.span))
            }
            Target::Malformed(..) | Target::Named(_) => None,
        }
    }

    /// Returns the reference for a key that is itself an identifier (`doi:10.1/x`), if no
    /// bibliography and no reference list has an item with that key; `span` is the position of the
    /// key.
    #[must_use]
    pub fn identifier_key(&self, file: &FileId, key: &str, span: Span) -> Option<Reference> {
        let identifier = identifier_in_key(key)?;
        let is_defined = self.bibliographies(file).iter().any(|found| found.bibliography.get(key).is_some())
            || self
                .drafts(file)
                .iter()
                .any(|draft| list_items(draft).any(|reference| reference.label == key));
        (!is_defined).then(|| Reference::from_identifier(file, &identifier, span))
    }

    /// Returns the judgement of a reference. Never queries a source.
    #[must_use]
    pub fn judgement(&self, reference: &Reference) -> Option<Arc<Judgement>> {
        let sources = self.sources(&reference.file)?;
        self.0.parts.judgements.get(reference.fingerprint, &sources)
    }

    /// Returns the judgement of the reference with this fingerprint in a file:
    /// [`Snapshot::judgement`] without the cost of creating the reference.
    #[must_use]
    pub fn judgement_of(&self, file: &FileId, fingerprint: u64) -> Option<Arc<Judgement>> {
        let sources = self.sources(file)?;
        self.0.parts.judgements.get(fingerprint, &sources)
    }

    /// Returns the day on which an online source last answered about a reference, in this session.
    #[must_use]
    pub fn heard(&self, reference: &Reference) -> Option<Date> {
        let sources = self.sources(&reference.file)?;
        self.0.parts.judgements.heard(reference.fingerprint, &sources)
    }

    /// Judges a reference with the records on this machine and stores the judgement for later
    /// snapshots. `None` without sources.
    pub fn judge(&self, reference: &Reference) -> Option<Arc<Judgement>> {
        let sources = self.sources(&reference.file).filter(|sources| sources.can_judge())?;
        Some(self.0.parts.judgements.judge(reference, &sources))
    }

    /// Whether a file has any source on this machine.
    #[must_use]
    pub fn has_sources(&self, file: &FileId) -> bool {
        self.sources(file).is_some_and(|sources| !sources.is_empty())
    }

    /// Returns every citation of `key` in the drafts of `file`'s group.
    #[must_use]
    pub fn citations_of(&self, file: &FileId, key: &str) -> Vec<(FileId, Span)> {
        let mut out = Vec::new();
        for draft in self.drafts(file) {
            for cited in draft.document.citations() {
                if matches!(&cited.citation.target, Target::Key(name) if name == key) {
                    out.push((draft.file.clone(), cited.span));
                }
            }
        }
        out
    }
}

/// Iterates over the references in the reference list of a draft.
pub(crate) fn list_items(draft: &DraftFile) -> impl Iterator<Item = Reference> + '_ {
    draft
        .document
        .list_items()
        .map(|listed| Reference::from_list_item(&draft.file, &listed.item, listed.start))
}
