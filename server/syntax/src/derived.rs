//! What a document works out over all its blocks.
//!
//! A few bits for each block are kept beside the blocks and spliced with them, so that a question about the whole
//! draft (where is the list of references?) runs over small numbers and touches only the blocks that matter.

use crate::{Block, Format, references};
use referee_text::blocks::{Changed, Placed};
use referee_text::{Blocks, Span};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

/// What a block has, in a few bits. The lowest three are the level of its first heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flags(u16);

impl Flags {
    const LEVEL: u16 = 0b111;
    const REFERENCES_HEADING: u16 = 1 << 3;
    const CITATIONS: u16 = 1 << 4;
    const LABELS: u16 = 1 << 5;
    const FRONT_MATTER: u16 = 1 << 6;
    const SILENCES: u16 = 1 << 7;
    const FILES: u16 = 1 << 8;
    const BEGINS_ITEM: u16 = 1 << 9;
    const MARKED_ITEMS: u16 = 1 << 10;
    const PROSE: u16 = 1 << 11;
    const CITES_ALL: u16 = 1 << 12;
    const PROVENANCE: u16 = 1 << 13;

    fn of(block: &Placed<Block>) -> Self {
        let content = &block.content;
        let mut bits = content.headings.first().map_or(0, |heading| u16::from(heading.level.clamp(1, 7)));
        let mut set = |bit: u16, on: bool| bits |= if on { bit } else { 0 };
        set(
            Self::REFERENCES_HEADING,
            content.headings.first().is_some_and(|heading| references::is_heading(&heading.text)),
        );
        set(Self::CITATIONS, !content.citations.is_empty());
        set(Self::LABELS, !content.labels.is_empty());
        set(Self::FRONT_MATTER, content.front_matter.is_some());
        set(Self::SILENCES, !content.suppressions.is_empty());
        set(Self::PROVENANCE, !content.provenance.is_empty());
        set(
            Self::FILES,
            !(content.bibliographies.is_empty() && content.includes.is_empty() && content.roots.is_empty()),
        );
        set(Self::BEGINS_ITEM, content.item_number.is_some());
        set(Self::CITES_ALL, content.cites_all);
        set(Self::MARKED_ITEMS, !content.list_items.is_empty());
        let whole = Span { start: 0, end: block.len };
        set(
            Self::PROSE,
            content.headings.is_empty() && !content.opaque.first().is_some_and(|part| part.contains(whole)),
        );
        Flags(bits)
    }

    fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }

    fn level(self) -> u16 {
        self.0 & Self::LEVEL
    }
}

fn is_markdown(format: Format) -> bool {
    matches!(format, Format::Markdown | Format::Quarto | Format::RMarkdown)
}

/// What the blocks of a document say together.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    flags: Vec<Flags>,
    context: Arc<Context>,
    /// Of the context, so that others can tell when it changed.
    fingerprint: u64,
    references: Range<usize>,
    numbering: Numbering,
}

/// How the items of the list of references are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// Not at all.
    None,
    /// As written.
    Written,
    /// One after the other from this number, whatever is written: Markdown's `1.` for every item.
    From(u32),
}

/// What decides, beside a block's own text, whether something in it is a citation. Equal contexts decide alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// Kinds of cross-references that the front matter adds.
    pub(crate) crossref_kinds: Vec<String>,
    /// What `@label` and `[1]` may mean instead of a work.
    pub(crate) labels: HashSet<String>,
}

impl Context {
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.crossref_kinds.hash(&mut hasher);
        // The order of a set is its own affair: the sum does not depend on it.
        let labels = self.labels.iter().map(|label| {
            let mut hasher = DefaultHasher::new();
            label.hash(&mut hasher);
            hasher.finish()
        });
        labels.fold(0_u64, u64::wrapping_add).hash(&mut hasher);
        hasher.finish()
    }
}

/// What a question about all blocks is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum With {
    Citations,
    Headings,
    FrontMatter,
    Silences,
    Files,
    CitesAll,
    Provenance,
}

impl Derived {
    pub(crate) fn read(format: Format, blocks: &Blocks<Block>) -> Self {
        let flags = blocks.iter().map(Flags::of).collect();
        let mut derived = Derived {
            flags,
            context: Arc::default(),
            fingerprint: 0,
            references: 0..0,
            numbering: Numbering::None,
        };
        derived.fingerprint = derived.context.fingerprint();
        derived.renew_context(blocks);
        derived.renew_references(format, blocks);
        derived
    }

    /// Takes up what an edit did to the blocks.
    pub(crate) fn edit(&mut self, format: Format, blocks: &Blocks<Block>, changed: Changed) {
        let fresh = blocks.as_slice().get(changed.first..changed.first + changed.added).unwrap_or_default();
        let fresh: Vec<Flags> = fresh.iter().map(Flags::of).collect();
        let matters =
            |flags: &[Flags]| flags.iter().any(|flags| flags.has(Flags::LABELS | Flags::FRONT_MATTER));
        let end = (changed.first + changed.removed).min(self.flags.len());
        let matters = matters(&fresh) || matters(self.flags.get(changed.first..end).unwrap_or_default());
        self.flags.splice(changed.first.min(end)..end, fresh);
        if matters {
            self.renew_context(blocks);
        }
        self.renew_references(format, blocks);
    }

    pub(crate) fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// Changes when the context changes, or whether numbers cite.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint ^ u64::from(self.numbering != Numbering::None)
    }

    /// The blocks that are the list of references.
    pub(crate) fn references(&self) -> Range<usize> {
        self.references.clone()
    }

    /// How the list of references is numbered: only where it is, numbers in the text may cite.
    pub(crate) fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// How many numbered items stand in the list of references before the block `index`.
    pub(crate) fn items_before(&self, index: usize) -> usize {
        let start = self.references.start;
        let before = self.flags.get(start..index.max(start)).unwrap_or_default();
        before.iter().filter(|flags| flags.has(Flags::BEGINS_ITEM)).count()
    }

    /// The indices of the blocks that have something.
    pub(crate) fn with(&self, what: With) -> impl Iterator<Item = usize> + '_ {
        let bits = match what {
            With::Citations => Flags::CITATIONS,
            With::Headings => Flags::LEVEL,
            With::FrontMatter => Flags::FRONT_MATTER,
            With::Silences => Flags::SILENCES,
            With::Files => Flags::FILES,
            With::CitesAll => Flags::CITES_ALL,
            With::Provenance => Flags::PROVENANCE,
        };
        self.flags.iter().enumerate().filter(move |(_, flags)| flags.has(bits)).map(|(index, _)| index)
    }

    fn renew_context(&mut self, blocks: &Blocks<Block>) {
        let mut context = Context::default();
        for (flags, block) in self.flags.iter().zip(blocks.iter()) {
            if flags.has(Flags::LABELS) {
                context.labels.extend(block.content.labels.iter().map(|label| label.name.clone()));
            }
            if let Some(front_matter) = &block.content.front_matter {
                context.crossref_kinds.extend(front_matter.crossref_kinds.iter().cloned());
            }
        }
        if *self.context != context {
            self.fingerprint = context.fingerprint();
            self.context = Arc::new(context);
        }
    }

    fn renew_references(&mut self, format: Format, blocks: &Blocks<Block>) {
        let marked = if format == Format::Latex { self.marked_items() } else { 0..0 };
        let references = if marked.is_empty() { self.below_heading() } else { marked };
        let range = self.flags.get(references.clone()).unwrap_or_default();
        let mut numbers = range
            .iter()
            .zip(blocks.as_slice().get(references.clone()).unwrap_or_default())
            .filter(|(flags, _)| flags.has(Flags::BEGINS_ITEM))
            .filter_map(|(_, block)| block.content.item_number);
        self.numbering = match (numbers.next(), numbers.next()) {
            (None, _) => Numbering::None,
            (Some(0), _) => Numbering::From(1),
            (Some(first), Some(second)) if first == second && is_markdown(format) => Numbering::From(first),
            _ => Numbering::Written,
        };
        self.references = references;
    }

    /// From the first block with items that the format marks to the last.
    fn marked_items(&self) -> Range<usize> {
        let marked = |flags: &Flags| flags.has(Flags::MARKED_ITEMS);
        match (self.flags.iter().position(marked), self.flags.iter().rposition(marked)) {
            (Some(first), Some(last)) => first..last + 1,
            _ => 0..0,
        }
    }

    /// From the last heading of a list of references below which there is text to the next heading that is not below
    /// it.
    fn below_heading(&self) -> Range<usize> {
        let headings =
            self.flags.iter().enumerate().rev().filter(|(_, flags)| flags.has(Flags::REFERENCES_HEADING));
        for (index, heading) in headings {
            let first = index + 1;
            let behind = self.flags.get(first..).unwrap_or_default();
            let ends = |flags: &Flags| flags.level() > 0 && flags.level() <= heading.level();
            let len = behind.iter().position(ends).unwrap_or(behind.len());
            if behind.iter().take(len).any(|flags| flags.has(Flags::PROSE)) {
                return first..first + len;
            }
        }
        0..0
    }
}
