//! The data that a document derives from all its blocks.
//!
//! Each block has a few bits that describe its contents ([`flags`]), so that a question about the
//! whole draft (where is the list of references?) reads only the blocks that matter. The effect of
//! an edit is computed from the removed and added blocks: a list that is the same in both keeps its
//! revision.

use crate::{Block, Format, references};
use referee_text::blocks::Changed;
use referee_text::{Blocks, Revision, Span};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

/// The bits that describe the contents of a block.
pub(crate) mod flags {
    use super::*;

    /// A heading of level 1; the following bits are the lower levels, up to 7.
    const TOP_LEVEL: u32 = 1;
    /// A heading of any level.
    pub(crate) const HEADING: u32 = 0b111_1111;
    pub(super) const REFERENCES_HEADING: u32 = 1 << 7;
    pub(crate) const CITATIONS: u32 = 1 << 8;
    pub(crate) const LABELS: u32 = 1 << 9;
    pub(crate) const FRONT_MATTER: u32 = 1 << 10;
    pub(crate) const SUPPRESSIONS: u32 = 1 << 11;
    pub(crate) const FILES: u32 = 1 << 12;
    pub(super) const BEGINS_ITEM: u32 = 1 << 13;
    pub(super) const MARKED_ITEMS: u32 = 1 << 14;
    pub(super) const PROSE: u32 = 1 << 15;
    pub(crate) const CITES_ALL: u32 = 1 << 16;
    pub(crate) const PROVENANCE: u32 = 1 << 17;
    pub(crate) const TOO_COMPLEX: u32 = 1 << 18;

    /// Returns the bits of a block of `len` bytes.
    pub(crate) fn of(block: &Block, len: u32) -> u32 {
        let heading = block.headings.first();
        let level = heading.map_or(0, |heading| TOP_LEVEL << (heading.level.clamp(1, 7) - 1));
        let files = !(block.bibliographies.is_empty()
            && block.includes.is_empty()
            && block.roots.is_empty()
            && block.embedded.is_empty()
            && block.citation_style.is_none()
            && block.bibliography_setup.is_empty());
        let whole = Span { start: 0, end: len };
        let is_opaque = block.opaque.first().is_some_and(|part| part.contains(whole));
        let bits = [
            (REFERENCES_HEADING, heading.is_some_and(|heading| references::is_heading(&heading.text))),
            (CITATIONS, !block.citations.is_empty()),
            (LABELS, !block.labels.is_empty()),
            (FRONT_MATTER, block.front_matter.is_some()),
            (SUPPRESSIONS, !block.suppressions.is_empty()),
            (PROVENANCE, !block.provenance.is_empty()),
            (FILES, files),
            (BEGINS_ITEM, block.item_number.is_some()),
            (CITES_ALL, block.cites_all),
            (TOO_COMPLEX, block.too_complex),
            (MARKED_ITEMS, !block.list_items.is_empty()),
            (PROSE, heading.is_none() && !is_opaque),
        ];
        bits.iter().filter(|(_, on)| *on).fold(level, |all, (bit, _)| all | bit)
    }

    /// Returns the bits of the level of a heading with these bits and of the levels above it.
    pub(super) fn same_or_higher(bits: u32) -> u32 {
        ((1 << (bits & HEADING).trailing_zeros().min(7).saturating_add(1)) - 1) & HEADING
    }
}

fn is_markdown(format: Format) -> bool {
    matches!(format, Format::Markdown | Format::Quarto | Format::RMarkdown)
}

/// A list in a document. Each has a separate revision:
/// [`Document::revision_of`](crate::Document::revision_of).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentPart {
    /// The citations in order, and what decides whether something is a citation:
    /// [`Document::citations`](crate::Document::citations),
    /// [`Document::cites_all`](crate::Document::cites_all).
    Citations,
    /// The items of the list of references: [`Document::list_items`](crate::Document::list_items).
    ReferenceItems,
    /// The headings.
    Headings,
    /// The front matter.
    FrontMatter,
    /// The comments that suppress findings.
    Suppressions,
    /// The bibliographies and other files of the draft, and the embedded files.
    Files,
    /// The comments that give the origin of a passage.
    Provenance,
}

/// The revisions of the parts of a document.
#[derive(Clone, Copy, Debug)]
struct Revisions {
    citations: Revision,
    reference_items: Revision,
    headings: Revision,
    front_matter: Revision,
    suppressions: Revision,
    files: Revision,
    provenance: Revision,
}

impl Revisions {
    /// Returns one revision for all parts of a document that was just parsed.
    fn fresh() -> Self {
        let revision = Revision::next();
        Revisions {
            citations: revision,
            reference_items: revision,
            headings: revision,
            front_matter: revision,
            suppressions: revision,
            files: revision,
            provenance: revision,
        }
    }
}

/// The data derived from all blocks of a document.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    context: Arc<Context>,
    /// A hash of the context, by which others detect that it changed.
    fingerprint: u64,
    references: Range<usize>,
    numbering: Numbering,
    revisions: Revisions,
}

/// The first number of four digits. Such a number is a citation only if the list of references is
/// that long: elsewhere it is a size or a year.
pub(crate) const FIRST_OF_FOUR_DIGITS: u32 = 1_000;

/// How the items of the list of references are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// The items are not numbered.
    None,
    /// The numbers are as written.
    Written,
    /// The items are numbered consecutively from this number, whatever is written: Markdown's `1.`
    /// for every item.
    From(u32),
}

/// The data outside a block that decide whether something in it is a citation. Equal contexts give
/// equal results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// Kinds of cross-references that the front matter adds.
    pub(crate) crossref_kinds: Vec<String>,
    /// The labels to which `@label` and `[1]` may refer instead of a work.
    pub(crate) labels: HashSet<String>,
    /// Those of the `labels` that example lists define. `[@label]` in brackets still refers to a
    /// work.
    pub(crate) example_labels: HashSet<String>,
}

impl Context {
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.crossref_kinds.hash(&mut hasher);
        for labels in [&self.labels, &self.example_labels] {
            // The order of a set is unspecified; the sum does not depend on it.
            let labels = labels.iter().map(|label| {
                let mut hasher = DefaultHasher::new();
                label.hash(&mut hasher);
                hasher.finish()
            });
            labels.fold(0_u64, u64::wrapping_add).hash(&mut hasher);
        }
        hasher.finish()
    }
}

impl Derived {
    pub(crate) fn read(format: Format, blocks: &Blocks<Block>) -> Self {
        let context = Arc::new(Context::read(blocks));
        let references = find_references(format, blocks);
        Derived {
            fingerprint: context.fingerprint(),
            context,
            numbering: Numbering::read(format, blocks, references.clone()),
            references,
            revisions: Revisions::fresh(),
        }
    }

    /// Updates the data after an edit of the blocks.
    pub(crate) fn edit(&mut self, format: Format, blocks: &Blocks<Block>, changed: &Changed<Block>) {
        let change = Change { blocks, changed };
        let mut citations = change.differs(|block| block.citations.iter().map(|citation| &citation.target))
            || change.differs(|block| block.citations.iter().map(|citation| citation.mode))
            || change.differs(|block| block.cites_all.then_some(()).into_iter());
        let front_matter = change.differs(|block| block.front_matter.iter());
        if front_matter
            || change.differs(|block| block.labels.iter().map(|label| &label.name))
            || change.differs(|block| block.example_labels.iter().map(|label| &label.name))
        {
            let context = Context::read(blocks);
            if *self.context != context {
                self.fingerprint = context.fingerprint();
                self.context = Arc::new(context);
                citations = true;
            }
        }
        let references = find_references(format, blocks);
        let numbering = Numbering::read(format, blocks, references.clone());
        let items = numbering != self.numbering || change.differs_in(&self.references, &references);
        self.references = references;
        self.numbering = numbering;

        let revision = Revision::next();
        let renew = |of: &mut Revision, differs: bool| {
            if differs {
                *of = revision;
            }
        };
        // The position of the list of references decides what counts as a citation.
        renew(&mut self.revisions.citations, citations || items);
        renew(&mut self.revisions.reference_items, items);
        renew(&mut self.revisions.headings, change.differs(|block| block.headings.iter()));
        renew(&mut self.revisions.front_matter, front_matter);
        renew(&mut self.revisions.suppressions, change.differs(|block| block.suppressions.iter()));
        renew(&mut self.revisions.provenance, change.differs(|block| block.provenance.iter()));
        let files = change.differs(|block| block.includes.iter())
            || change.differs(|block| block.bibliographies.iter())
            || change.differs(|block| block.roots.iter())
            || change.has(|block| !block.embedded.is_empty());
        renew(&mut self.revisions.files, files);
    }

    pub(crate) fn revision_of(&self, part: DocumentPart) -> Revision {
        match part {
            DocumentPart::Citations => self.revisions.citations,
            DocumentPart::ReferenceItems => self.revisions.reference_items,
            DocumentPart::Headings => self.revisions.headings,
            DocumentPart::FrontMatter => self.revisions.front_matter,
            DocumentPart::Suppressions => self.revisions.suppressions,
            DocumentPart::Files => self.revisions.files,
            DocumentPart::Provenance => self.revisions.provenance,
        }
    }

    pub(crate) fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// Returns a hash that changes when the context changes, or when numbers start or stop being
    /// citations.
    pub(crate) fn fingerprint(&self) -> u64 {
        let list = u64::from(self.numbering != Numbering::None) | u64::from(self.is_list_of_thousands()) << 1;
        self.fingerprint ^ list
    }

    /// Returns whether the list of references is so long that a number of four digits may be a
    /// citation.
    pub(crate) fn is_list_of_thousands(&self) -> bool {
        self.references.len() >= FIRST_OF_FOUR_DIGITS as usize
    }

    /// Returns the blocks of the list of references.
    pub(crate) fn references(&self) -> Range<usize> {
        self.references.clone()
    }

    /// Returns how the list of references is numbered; numbers in the text may be citations only if
    /// it is.
    pub(crate) fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// Returns the number of numbered items in the list of references before each of its blocks.
    pub(crate) fn items_before_each(&self, blocks: &Blocks<Block>) -> Vec<u32> {
        let mut before = 0;
        let counted = blocks.range(self.references.clone()).map(|block| {
            let here = before;
            before += u32::from(block.flags() & flags::BEGINS_ITEM != 0);
            here
        });
        counted.collect()
    }

    /// Returns the number of numbered items in the list of references before the block `index`.
    pub(crate) fn items_before(&self, blocks: &Blocks<Block>, index: usize) -> usize {
        let start = self.references.start;
        let before = blocks.range(start..index.max(start));
        before.filter(|block| block.flags() & flags::BEGINS_ITEM != 0).count()
    }
}

/// The effect of an edit on the blocks, and the blocks after it.
struct Change<'a> {
    blocks: &'a Blocks<Block>,
    changed: &'a Changed<Block>,
}

impl<'a> Change<'a> {
    fn added(&self) -> impl Iterator<Item = &'a Block> {
        let first = self.changed.first;
        self.blocks.range(first..first + self.changed.added).map(|block| &**block.content)
    }

    /// Returns whether the added blocks have another list than the removed ones.
    fn differs<T: PartialEq, I: Iterator<Item = T>>(&self, list: impl Fn(&'a Block) -> I) -> bool {
        let removed = self.changed.removed.iter().flat_map(|block| list(block));
        !removed.eq(self.added().flat_map(&list))
    }

    fn has(&self, what: impl Fn(&Block) -> bool) -> bool {
        self.changed.removed.iter().any(|block| what(block)) || self.added().any(&what)
    }

    /// Returns whether an edit added, removed or changed blocks in a range, given the range before
    /// and after.
    fn differs_in(&self, before: &Range<usize>, after: &Range<usize>) -> bool {
        let (first, removed) = (self.changed.first, self.changed.removed.len());
        let shifted = |index: usize| (index + self.changed.added).saturating_sub(removed);
        if before.is_empty() {
            return !after.is_empty();
        }
        if first >= before.end {
            return before != after;
        }
        // The edit is in front of the list.
        first + removed > before.start || *after != (shifted(before.start)..shifted(before.end))
    }
}

impl Context {
    fn read(blocks: &Blocks<Block>) -> Self {
        let mut context = Context::default();
        for index in blocks.with(flags::LABELS | flags::FRONT_MATTER) {
            let Some(block) = blocks.get(index) else { continue };
            context.labels.extend(block.content.labels.iter().map(|label| label.name.clone()));
            let examples = block.content.example_labels.iter();
            context.example_labels.extend(examples.map(|label| label.name.clone()));
            if let Some(front_matter) = &block.content.front_matter {
                context.crossref_kinds.extend(front_matter.crossref_kinds.iter().cloned());
            }
        }
        context
    }
}

impl Numbering {
    fn read(format: Format, blocks: &Blocks<Block>, references: Range<usize>) -> Self {
        let mut from = references.start;
        let mut next = || {
            let index = blocks.next_with(flags::BEGINS_ITEM, from).filter(|index| *index < references.end)?;
            from = index + 1;
            blocks.get(index)?.content.item_number
        };
        match (next(), next()) {
            (None, _) => Numbering::None,
            (Some(0), _) => Numbering::From(1),
            (Some(first), Some(second)) if first == second && is_markdown(format) => Numbering::From(first),
            _ => Numbering::Written,
        }
    }
}

/// Returns the blocks of the list of references.
fn find_references(format: Format, blocks: &Blocks<Block>) -> Range<usize> {
    if format == Format::Latex
        && let Some(first) = blocks.next_with(flags::MARKED_ITEMS, 0)
        && let Some(last) = blocks.last_with(flags::MARKED_ITEMS, blocks.len())
    {
        // From the first to the last block with items that the format marks.
        return first..last + 1;
    }
    let headed = below_heading(blocks);
    // In a document that holds its references as data, there may be typed ones next to them.
    match blocks.next_with(flags::MARKED_ITEMS, 0) {
        Some(first) if !headed.contains(&first) => {
            first..blocks.last_with(flags::MARKED_ITEMS, blocks.len()).unwrap_or(first) + 1
        }
        _ => headed,
    }
}

/// Returns the blocks from the last heading of a list of references with text below it to the next
/// heading of the same or a higher level.
fn below_heading(blocks: &Blocks<Block>) -> Range<usize> {
    let mut before = blocks.len();
    while let Some(index) = blocks.last_with(flags::REFERENCES_HEADING, before) {
        let first = index + 1;
        let ends = blocks.get(index).map_or(flags::HEADING, |heading| flags::same_or_higher(heading.flags()));
        let end = blocks.next_with(ends, first).unwrap_or(blocks.len());
        if blocks.next_with(flags::PROSE, first).is_some_and(|prose| prose < end) {
            return first..end;
        }
        before = index;
    }
    0..0
}
