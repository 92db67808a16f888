//! What a rule may look at.

use super::entry_cache::EntryCache;
use super::files::{BibliographyFile, DraftFile};
use super::review_scratch::{ListReads, ReferenceLists, ReviewScratch};
use crate::support::ClaimCache;
use crate::{EvidenceIndex, Judgement, Reference};
use referee_bibliography::bibtex::CommentedEntry;
use referee_bibliography::{Entry, ProblemKind, Program, Programs};
use referee_records::{Record, Source};
use referee_syntax::{Document, DraftKind, Format, Mode, Target, WrittenPassage, identifier_in_key};
use referee_text::{FileId, Language, Message, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the checks and fixes of rules may look at: the file under review, the files that belong to it, and what is
/// known of their references. Everything is of one snapshot.
pub struct RuleContext<'a> {
    /// The file under review.
    pub file: &'a FileId,
    /// The draft under review; `None` where the file is a bibliography.
    pub draft: Option<&'a Document>,
    /// The bibliographies that count for the file: those that the draft names, itself or through the files that
    /// include it; for a bibliography, itself and the others that the same drafts name.
    pub bibliographies: &'a [BibliographyFile],
    /// Whether every bibliography that the draft names was found and read: where it is not, an undefined key
    /// may be defined there.
    pub complete: bool,
    /// The programs that read the bibliographies when the drafts are built; empty where that is not known.
    pub programs: Programs,
    /// The drafts that belong together with the file: those that include each other, those that name the same
    /// bibliography. For a bibliography, all drafts that name it.
    pub drafts: &'a [DraftFile],
    /// Whether `@key` in Typst may mean a label of the drafts that belong together. Every key may if a part of the drafts
    /// is not known.
    pub labels: &'a dyn Fn(&str) -> bool,
    /// The judgement of a reference, where there is one yet.
    pub judgement: &'a dyn Fn(&Reference) -> Option<Arc<Judgement>>,
    /// The judgement of the reference with this fingerprint in this file, where there is one yet: `judgement` without
    /// the cost of making the reference.
    pub known: &'a dyn Fn(&FileId, u64) -> Option<Arc<Judgement>>,
    /// What was found about sentences in earlier reviews.
    pub claims: &'a ClaimCache,
    /// What was read out of entries in earlier reviews.
    pub entry_cache: &'a EntryCache,
    /// What the file is for.
    pub kind: DraftKind,
    /// The passages of the draft that were written on request, in order.
    pub written: &'a [WrittenPassage],
    /// What the evidence of the workspace holds; `None` where there is none.
    pub evidence: Option<&'a EvidenceIndex>,
    /// What can answer a question at once (the library; never the network), for fixes.
    pub sources: &'a [Arc<dyn Source>],
    /// The language of the findings in the file, and of the titles of their fixes.
    pub language: &'a dyn Fn() -> Language,
    /// The language of what is offered beside the findings: the editor's.
    pub interface: Language,
    /// What the checks of one review work out once. Starts as `ReviewScratch::default()`.
    pub memo: ReviewScratch,
}

impl RuleContext<'_> {
    /// A message in the language of the findings in the file.
    pub(crate) fn say(&self, message: Message) -> String {
        message.into_text((self.language)())
    }

    /// The passage written on request that a place lies in.
    #[must_use]
    pub fn written_at(&self, place: Span) -> Option<&WrittenPassage> {
        self.written.iter().find(|written| written.span.contains(place))
    }

    /// The entry that a key names, the first where several bibliographies have it.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<(&BibliographyFile, Entry<'_>)> {
        self.bibliographies.iter().find_map(|file| file.bibliography.get(key).map(|entry| (file, entry)))
    }

    /// The entry that the program which builds the draft prints for a key: BibTeX does not look at capitals, and takes
    /// the first of several. It does not know the other keys of an entry (`ids`).
    #[must_use]
    pub fn printed_entry(&self, key: &str) -> Option<(&BibliographyFile, Entry<'_>)> {
        let first = || self.memo.folded_keys(self.bibliographies).entry(self.bibliographies, key);
        self.programs.is_only(Program::Bibtex).then(first).flatten().or_else(|| self.entry(key))
    }

    /// The entry with this key that is commented out in a bibliography, if BibTeX builds the draft: it has no comments and
    /// prints the entry.
    #[must_use]
    pub fn commented_entry(&self, key: &str) -> Option<(&BibliographyFile, &CommentedEntry)> {
        if !self.programs.contains(Program::Bibtex) {
            return None;
        }
        let (file, entry) =
            self.memo.commented_entries(self.bibliographies).get(&key.to_ascii_lowercase())?;
        Some((self.bibliographies.get(*file)?, entry))
    }

    /// The reference that a key makes by itself, being an identifier (`doi:10.1/x`), where no bibliography and no list
    /// of references has an item of that name; `span` is the place of the key.
    #[must_use]
    pub fn identifier_key(&self, key: &str, span: Span) -> Option<Reference> {
        let identifier = identifier_in_key(key)?;
        let is_defined = self.entry(key).is_some() || self.reference_lists().keys.contains(key);
        (!is_defined).then(|| Reference::from_identifier(self.file, &identifier, span))
    }

    /// The lists of references around the file under review.
    pub(super) fn reference_lists(&self) -> &ReferenceLists {
        let reads = &self.memo.list_reads;
        reads.set(ListReads { names: true, ..reads.get() });
        self.memo.lists.get_or_init(|| ReferenceLists::read(self.draft, self.drafts))
    }

    /// The keys that the draft cites and no bibliography and no list of it has, each once, also where none was found:
    /// a submission may have come without its bibliography. A bare `@word` in a format like Markdown may be a handle, and
    /// one with a label in LaTeX or Quarto a figure; neither counts, and no key that is an identifier.
    #[must_use]
    pub fn keys_without_entry(&self) -> BTreeSet<String> {
        let Some(draft) = self.draft else { return BTreeSet::new() };
        let is_latex = draft.format() == Format::Latex;
        let lists = &self.reference_lists().keys;
        draft
            .citations()
            .filter_map(|cited| match &cited.citation.target {
                Target::Key(key) if is_latex || cited.citation.mode != Mode::Textual => Some(key),
                _ => None,
            })
            .filter(|key| {
                let is_other = *key == "*" || key.contains("://") || identifier_in_key(key).is_some();
                let is_label = !is_latex && (self.labels)(key);
                !is_other && !is_label && self.entry(key).is_none() && !lists.contains(key.as_str())
            })
            .cloned()
            .collect()
    }

    /// The cited keys that cannot be checked: the draft names no bibliography, or one that was not found or could not be
    /// read, and no bibliography or list at hand has them. `citation/undefined-key` does not report them.
    #[must_use]
    pub fn keys_without_bibliography(&self) -> BTreeSet<String> {
        let has_all = self.complete && self.are_bibliographies_readable();
        if has_all && !(self.bibliographies.is_empty() && self.reference_lists().keys.is_empty()) {
            return BTreeSet::new();
        }
        self.keys_without_entry()
    }

    /// The keys of `\bibitem`s in all drafts that belong together.
    pub(crate) fn list_keys(&self) -> impl Iterator<Item = &str> {
        self.reference_lists().keys.iter().map(String::as_str)
    }

    /// The item with this number in the list of references of the draft under review.
    pub(crate) fn numbered_item(&self, number: u32) -> Option<Reference> {
        let draft = self.draft?;
        self.note_items_read();
        let start = *self.reference_lists().places.get(&number)?;
        let items = draft.items_in(draft.blocks().index_at(start)?);
        let found = items.iter().find(|listed| listed.item.number == Some(number))?;
        Some(Reference::from_list_item(self.file, &found.item, found.start))
    }

    /// What checks have looked at in the lists of references since this was last asked.
    pub fn take_list_reads(&self) -> ListReads {
        self.memo.list_reads.take()
    }

    /// A number for the keys and numbers of the items in the lists of references: it changes when one of them does,
    /// and not when only what an item says does.
    #[must_use]
    pub fn list_names(&self) -> u64 {
        self.reference_lists().hash_of_names()
    }

    /// Notes that a check looks at what the items of the lists of references say.
    pub(crate) fn note_items_read(&self) {
        let reads = &self.memo.list_reads;
        reads.set(ListReads { items: true, ..reads.get() });
    }

    /// Whether every bibliography could be read at all: one that could not may hold any key.
    pub(super) fn are_bibliographies_readable(&self) -> bool {
        *self.memo.are_readable.get_or_init(|| {
            self.bibliographies.iter().all(|file| {
                let problems = file.bibliography.problems();
                problems.iter().all(|problem| problem.kind != ProblemKind::NotReadable)
            })
        })
    }

    /// The part of a guideline that a source named in words means.
    pub(crate) fn guideline(&self, named: &str) -> Option<Arc<Record>> {
        self.memo.guideline(named, self.sources)
    }
}
