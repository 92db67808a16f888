//! The data that a rule may use.

use super::entry_cache::EntryCache;
use super::files::{BibliographyFile, DraftFile};
use super::review_scratch::{ListReads, ReferenceLists, ReviewScratch};
use crate::support::ClaimCache;
use crate::{EvidenceIndex, Judgement, Reference};
use referee_bibliography::bibtex::CommentedEntry;
use referee_bibliography::{Entry, ProblemKind, Program, Programs, Work};
use referee_records::{FullText, Record, Source};
use referee_syntax::{Document, DraftKind, Format, Mode, Target, WrittenPassage, identifier_in_key};
use referee_text::{FileId, Language, Message, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The data that the checks and fixes of rules may use: the file under review, the files related to
/// it, and what is known of their references. All data belong to one snapshot.
pub struct RuleContext<'a> {
    /// The file under review.
    pub file: &'a FileId,
    /// The draft under review; `None` if the file is a bibliography.
    pub draft: Option<&'a Document>,
    /// The bibliographies that apply to the file: those that the draft uses, directly or through
    /// the files that include it; for a bibliography, itself and the others that the same drafts
    /// use.
    pub bibliographies: &'a [BibliographyFile],
    /// Whether every bibliography that the draft uses was found and read; if not, an undefined key
    /// may be defined in a missing one.
    pub complete: bool,
    /// The programs that read the bibliographies when the drafts are built; empty if not known.
    pub programs: Programs,
    /// The drafts related to the file: those that include each other or use the same bibliography.
    /// For a bibliography, all drafts that use it.
    pub drafts: &'a [DraftFile],
    /// Returns whether `@key` in Typst may be a label of the related drafts. True for every key if
    /// a part of the drafts is not known.
    pub labels: &'a dyn Fn(&str) -> bool,
    /// Returns the judgement of a reference, if there is one yet.
    pub judgement: &'a dyn Fn(&Reference) -> Option<Arc<Judgement>>,
    /// Returns the judgement of the reference with this fingerprint in this file, if there is one
    /// yet: like `judgement`, without the cost of building the reference.
    pub known: &'a dyn Fn(&FileId, u64) -> Option<Arc<Judgement>>,
    /// Returns the full text of a cited work that the author has, verified to be this work. The
    /// look-up is recorded: what depends on it is checked again when a full text arrives.
    pub full_text: &'a dyn Fn(&Work) -> Option<Arc<FullText>>,
    /// The results about sentences from earlier reviews.
    pub claims: &'a ClaimCache,
    /// The data read from entries in earlier reviews.
    pub entry_cache: &'a EntryCache,
    /// The purpose of the file.
    pub kind: DraftKind,
    /// The passages of the draft that were written on request, in order.
    pub written: &'a [WrittenPassage],
    /// A view of the evidence of the workspace; `None` without evidence.
    pub evidence: Option<&'a EvidenceIndex>,
    /// The sources that can answer a question at once (the library; never the network), for fixes.
    pub sources: &'a [Arc<dyn Source>],
    /// Returns the language of the findings in the file, and of the titles of their fixes.
    pub language: &'a dyn Fn() -> Language,
    /// The language of other texts in the editor's interface.
    pub interface: Language,
    /// Values that the checks of one review compute once. Starts as `ReviewScratch::default()`.
    pub memo: ReviewScratch,
}

impl RuleContext<'_> {
    /// Returns a message in the language of the findings in the file.
    pub(crate) fn say(&self, message: Message) -> String {
        message.into_text((self.language)())
    }

    /// Returns the passage written on request that contains a span.
    #[must_use]
    pub fn written_at(&self, place: Span) -> Option<&WrittenPassage> {
        self.written.iter().find(|written| written.span.contains(place))
    }

    /// Returns the entry of a key; the first one if several bibliographies have it.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<(&BibliographyFile, Entry<'_>)> {
        self.bibliographies.iter().find_map(|file| file.bibliography.get(key).map(|entry| (file, entry)))
    }

    /// Returns the entry that the program which builds the draft prints for a key: BibTeX ignores
    /// case and takes the first of several. It does not know the other keys of an entry (`ids`).
    #[must_use]
    pub fn printed_entry(&self, key: &str) -> Option<(&BibliographyFile, Entry<'_>)> {
        let first = || self.memo.folded_keys(self.bibliographies).entry(self.bibliographies, key);
        self.programs.is_only(Program::Bibtex).then(first).flatten().or_else(|| self.entry(key))
    }

    /// Returns the entry with this key that is commented out in a bibliography, if BibTeX builds
    /// the draft: BibTeX ignores the comment sign and prints the entry.
    #[must_use]
    pub fn commented_entry(&self, key: &str) -> Option<(&BibliographyFile, &CommentedEntry)> {
        if !self.programs.contains(Program::Bibtex) {
            return None;
        }
        let (file, entry) =
            self.memo.commented_entries(self.bibliographies).get(&key.to_ascii_lowercase())?;
        Some((self.bibliographies.get(*file)?, entry))
    }

    /// Returns the reference that a key forms by itself because it is an identifier (`doi:10.1/x`);
    /// `None` if a bibliography or list of references defines the key. `span` is the span of the
    /// key.
    #[must_use]
    pub fn identifier_key(&self, key: &str, span: Span) -> Option<Reference> {
        let identifier = identifier_in_key(key)?;
        let is_defined = self.entry(key).is_some() || self.reference_lists().keys.contains(key);
        (!is_defined).then(|| Reference::from_identifier(self.file, &identifier, span))
    }

    /// Returns the lists of references of the file under review and the related drafts.
    pub(super) fn reference_lists(&self) -> &ReferenceLists {
        let reads = &self.memo.list_reads;
        reads.set(ListReads { names: true, ..reads.get() });
        self.memo.lists.get_or_init(|| ReferenceLists::read(self.draft, self.drafts))
    }

    /// Returns the keys that the draft cites and that no bibliography or list has, without
    /// duplicates, even if no bibliography was found: a submission may come without it. Outside
    /// LaTeX, a bare `@word` does not count, since it may be a handle, nor does a key that may be a
    /// label in Typst. An identifier or an address is not counted either.
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

    /// Returns the cited keys that cannot be checked: the draft uses no bibliography, or one that
    /// was not found or could not be read, and no available bibliography or list has them.
    /// `citation/undefined-key` does not report them.
    #[must_use]
    pub fn keys_without_bibliography(&self) -> BTreeSet<String> {
        let has_all = self.complete && self.are_bibliographies_readable();
        if has_all && !(self.bibliographies.is_empty() && self.reference_lists().keys.is_empty()) {
            return BTreeSet::new();
        }
        self.keys_without_entry()
    }

    /// Returns the keys of the `\bibitem`s in all related drafts.
    pub(crate) fn list_keys(&self) -> impl Iterator<Item = &str> {
        self.reference_lists().keys.iter().map(String::as_str)
    }

    /// Returns the item with this number in the list of references of the draft under review.
    pub(crate) fn numbered_item(&self, number: u32) -> Option<Reference> {
        let draft = self.draft?;
        self.note_items_read();
        let start = *self.reference_lists().places.get(&number)?;
        let items = draft.items_in(draft.blocks().index_at(start)?);
        let found = items.iter().find(|listed| listed.item.number == Some(number))?;
        Some(Reference::from_list_item(self.file, &found.item, found.start))
    }

    /// Returns which parts of the lists of references the checks have read since the last call, and
    /// resets the record.
    pub fn take_list_reads(&self) -> ListReads {
        self.memo.list_reads.take()
    }

    /// Returns a hash of the keys and numbers of the items in the lists of references; it changes
    /// when one of them does, but not when only the text of an item does.
    #[must_use]
    pub fn list_names(&self) -> u64 {
        self.reference_lists().hash_of_names()
    }

    /// Records that a check reads the text of items of the lists of references.
    pub(crate) fn note_items_read(&self) {
        let reads = &self.memo.list_reads;
        reads.set(ListReads { items: true, ..reads.get() });
    }

    /// Returns whether every bibliography could be read: an unreadable one may contain any key.
    pub(super) fn are_bibliographies_readable(&self) -> bool {
        *self.memo.are_readable.get_or_init(|| {
            self.bibliographies.iter().all(|file| {
                let problems = file.bibliography.problems();
                problems.iter().all(|problem| problem.kind != ProblemKind::NotReadable)
            })
        })
    }

    /// Returns the part of a guideline that a source cited in words refers to.
    pub(crate) fn guideline(&self, named: &str) -> Option<Arc<Record>> {
        self.memo.guideline(named, self.sources)
    }
}
