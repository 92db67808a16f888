//! The inputs of a review other than its own file, as revisions and hashes: the keys of cached
//! results.
//!
//! [`Inputs`] covers everything that a rule can reach through its
//! [`RuleContext`](referee_citations::rules::RuleContext). [`CommonInputs`] is part of every key.
//! Each key destructures the rest of [`Inputs`] completely, so that a new field does not compile
//! until every key either uses or ignores it.

use crate::graph::Dangling;
use crate::snapshot::Snapshot;
use referee_bibliography::Programs;
use referee_syntax::{DocumentPart, DraftKind, Format};
use referee_text::{FileId, Language, Revision};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The inputs of a review other than its own file.
pub(crate) struct Inputs {
    common: CommonInputs,
    drafts: Vec<DraftInputs>,
    /// A counter of the language model's readings of works. Only drafts have citing sentences.
    readings: u64,
    /// The language of messages about files that are not drafts. The critic determines that of a
    /// draft.
    author_language: Language,
}

/// The inputs shared by the reviews of drafts and of bibliographies.
#[derive(Hash)]
struct CommonInputs {
    /// The bibliographies, with their revisions.
    bibliographies: Vec<(FileId, Revision)>,
    /// Whether every referenced bibliography was found and read.
    complete: bool,
    /// Whether unknown parts of the drafts may define labels.
    has_unread_parts: bool,
    /// The programs that read the bibliographies.
    programs: Programs,
    kind: DraftKind,
    /// The hash of all settings of the folder.
    settings: u64,
    /// The generation of the sources; 0 without sources.
    sources: u64,
    /// Whether there are papers and no sources: claims are read then. With sources each block records
    /// the texts that it looked up.
    has_only_papers: bool,
    evidence: Option<Revision>,
}

/// The inputs from a draft in the same group as the reviewed file.
struct DraftInputs {
    file: FileId,
    cited_keys: Revision,
    references: Revision,
    /// The hash of the labels, if `@key` in the other drafts may refer to them.
    labels: u64,
}

impl Inputs {
    pub(crate) fn of(snapshot: &Snapshot, file: &FileId) -> Self {
        let group = snapshot.group(file);
        let bibliographies = group.iter().flat_map(|group| &group.bibliographies).filter_map(|id| {
            let read = snapshot.file(id)?;
            read.bibliography()?;
            Some((id.clone(), read.revision))
        });
        let drafts = group.iter().flat_map(|group| &group.drafts).filter_map(|id| {
            let read = snapshot.file(id)?;
            let document = read.draft()?;
            // Only Typst uses the same syntax for cross-references and citations.
            let labels = if document.format() == Format::Typst { document.context() } else { 0 };
            let (cited_keys, references) = (DocumentPart::Citations, DocumentPart::ReferenceItems);
            let (cited_keys, references) =
                (document.revision_of(cited_keys), document.revision_of(references));
            Some(DraftInputs { file: id.clone(), cited_keys, references, labels })
        });
        let folder = snapshot.folder_settings(file);
        Inputs {
            common: CommonInputs {
                bibliographies: bibliographies.collect(),
                complete: group.is_none_or(|group| group.complete),
                has_unread_parts: group.is_some_and(|group| group.has_unread_parts),
                programs: group.map(|group| group.setup.programs()).unwrap_or_default(),
                kind: snapshot.document_kind(file),
                settings: folder.hash,
                sources: folder.sources.as_ref().map_or(0, |sources| sources.generation),
                has_only_papers: folder.sources.as_ref().is_none_or(|sources| sources.is_empty())
                    && snapshot.has_papers(file),
                evidence: snapshot.revised_evidence(file).map(|(revision, _)| revision),
            },
            drafts: drafts.collect(),
            readings: snapshot.cache().claims.readings(),
            author_language: snapshot.author_language(file),
        }
    }

    /// Changes whenever the findings about any block of a draft may change although the block has
    /// not. Excludes the inputs of only some blocks: the reference lists ([`Inputs::lists_key`])
    /// and the judgements.
    pub(crate) fn block_key(&self) -> u64 {
        let Inputs { common, drafts, readings, author_language: _ } = self;
        let mut hasher = DefaultHasher::new();
        (common, readings).hash(&mut hasher);
        for DraftInputs { file, cited_keys: _, references: _, labels } in drafts {
            (file, labels).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Changes whenever an item in a reference list of any of the drafts changes.
    pub(crate) fn lists_key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for DraftInputs { file, cited_keys: _, references, labels: _ } in &self.drafts {
            (file, references).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Changes whenever the references of the file, the keys that it cites or the settings may have
    /// changed.
    pub(crate) fn references_key(&self) -> u64 {
        let Inputs { common, drafts, readings: _, author_language: _ } = self;
        let mut hasher = DefaultHasher::new();
        common.hash(&mut hasher);
        for DraftInputs { file, cited_keys, references, labels: _ } in drafts {
            (file, cited_keys, references).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Changes whenever the findings about a bibliography may change, except through the
    /// judgements. The bibliography itself is part of [`CommonInputs::bibliographies`].
    pub(crate) fn bibliography_key(&self) -> u64 {
        let Inputs { common, drafts, readings: _, author_language } = self;
        let mut hasher = DefaultHasher::new();
        (common, author_language).hash(&mut hasher);
        for DraftInputs { file, cited_keys, references: _, labels: _ } in drafts {
            (file, cited_keys).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Returns a hash that changes whenever an input of a review of `file`, or the position of its
/// findings, changes.
pub(crate) fn fingerprint(snapshot: &Snapshot, file: &FileId) -> u64 {
    let inputs = Inputs::of(snapshot, file);
    let mut hasher = DefaultHasher::new();
    let read = snapshot.file(file);
    read.map(|read| (read.revision, read.version)).hash(&mut hasher);
    if read.is_some_and(|read| read.bibliography().is_some()) {
        inputs.bibliography_key().hash(&mut hasher);
        snapshot.parts().attachments.get(file).map(|missing| missing.hash).hash(&mut hasher);
    } else {
        (inputs.block_key(), inputs.lists_key()).hash(&mut hasher);
    }
    for Dangling { span, name, reason } in snapshot.dangling(file) {
        (span, name, reason).hash(&mut hasher);
    }
    for Dangling { span, name, reason } in snapshot.graph().missing_sources(file) {
        (span, name, reason).hash(&mut hasher);
    }
    for source in snapshot.note_sources(file) {
        (source, snapshot.file(source).map(|read| read.revision)).hash(&mut hasher);
    }
    (snapshot.judgements().revision(), snapshot.papers_revision()).hash(&mut hasher);
    hasher.finish()
}
