//! A parsed BibTeX file, updated incrementally.

use super::entry::{Block, RawEntry, Strings, hash_of};
use super::index::{HashIndex, shifted};
use super::{cut, entry, known, scan, value};
use crate::program::RepeatedField;
use crate::{FieldName, Problem, ProblemKind};
use referee_text::blocks::{Changed, Cut, Iter, PlacedBlock};
use referee_text::{BlockReader, Blocks, Message, Rope, RopeSlice, Span, TextEdit};
use std::cmp::Ordering;
use std::sync::Arc;

struct Reader;

impl BlockReader for Reader {
    type Block = Block;

    fn cut(&self, rest: RopeSlice<'_>, first: bool) -> Cut {
        cut::cut(rest, first)
    }

    fn read(&self, text: &str, _first: bool) -> Block {
        entry::read(text)
    }
}

/// The entries of a BibTeX file, with indexes of its keys and `@string`s.
#[derive(Clone, Debug)]
pub(crate) struct BibtexFile {
    blocks: Blocks<Block>,
    /// The numbers of the blocks that are entries, in order.
    entries: Arc<Vec<u32>>,
    keys: HashIndex,
    strings: HashIndex,
}

impl BibtexFile {
    pub(crate) fn read(text: &Rope) -> Self {
        let blocks = Blocks::read(&Reader, text);
        let added = Added::of(blocks.iter(), 0);
        BibtexFile {
            entries: Arc::new(added.entries),
            keys: HashIndex::new(added.keys),
            strings: HashIndex::new(added.strings),
            blocks,
        }
    }

    pub(crate) fn edit(&mut self, text: &Rope, edit: &TextEdit) {
        let Changed { first, removed, added } = self.blocks.edit(&Reader, text, edit);
        let removed = removed.len();
        let new = Added::of(self.blocks.range(first..first + added), first);
        self.keys.splice(first, removed, added, new.keys);
        self.strings.splice(first, removed, added, new.strings);
        let from = self.entries.partition_point(|block| (*block as usize) < first);
        let to = self.entries.partition_point(|block| (*block as usize) < first + removed);
        if removed != added || self.entries.get(from..to) != Some(&new.entries) {
            let entries = Arc::make_mut(&mut self.entries);
            for block in entries.iter_mut().skip(to) {
                *block = shifted(*block, removed, added);
            }
            entries.splice(from..to, new.entries);
        }
    }

    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the entry with this index and its block.
    pub(super) fn placed(&self, index: usize) -> Option<(PlacedBlock<'_, Block>, &RawEntry)> {
        let placed = self.blocks.get(*self.entries.get(index)? as usize)?;
        match &**placed.content {
            Block::Entry(entry) => Some((placed, entry)),
            _ => None,
        }
    }

    /// Returns the block number of an entry.
    pub(super) fn block_of(&self, index: usize) -> usize {
        self.entries.get(index).map_or(usize::MAX, |block| *block as usize)
    }

    /// Returns the entry with this key, otherwise the one that lists it among its `ids`.
    pub(crate) fn find(&self, key: &str) -> Option<usize> {
        if key.is_empty() {
            return None;
        }
        let mut alias = None;
        for block in self.keys.blocks(hash_of(key)) {
            let Some(Block::Entry(entry)) = self.blocks.get(block).map(|placed| &**placed.content) else {
                continue;
            };
            if entry.key() == key {
                return self.index_of(block);
            }
            if alias.is_none() && entry.aliases().iter().any(|other| **other == *key) {
                alias = self.index_of(block);
            }
        }
        alias
    }

    fn index_of(&self, block: usize) -> Option<usize> {
        self.entries.binary_search_by(|entry| (*entry as usize).cmp(&block)).ok()
    }

    /// Returns the entry that contains the byte `offset`.
    pub(crate) fn at(&self, offset: usize) -> Option<usize> {
        let block = self.blocks.index_at(offset)?;
        // At the first byte of a block the cursor may still touch the end of the previous entry.
        [block, block.wrapping_sub(1)].into_iter().find_map(|block| {
            let index = self.index_of(block)?;
            self.span(index).touches(offset).then_some(index)
        })
    }

    pub(crate) fn span(&self, index: usize) -> Span {
        self.placed(index)
            .map_or_else(Span::default, |(placed, entry)| entry.span.shift(placed.start as usize))
    }

    pub(crate) fn key(&self, index: usize) -> &str {
        self.placed(index).map_or("", |(_, entry)| entry.key())
    }

    pub(crate) fn kind(&self, index: usize) -> &str {
        self.placed(index).map_or("", |(_, entry)| entry.kind())
    }

    pub(crate) fn key_span(&self, index: usize) -> Span {
        self.placed(index)
            .map_or_else(Span::default, |(placed, entry)| entry.key_span.shift(placed.start as usize))
    }

    /// Returns the fields in `wanted` that the entry itself has, with their values' spans without
    /// delimiters.
    pub(crate) fn field_spans(
        &self,
        text: &Rope,
        index: usize,
        wanted: &[FieldName],
        repeated: RepeatedField,
    ) -> Vec<(FieldName, Span)> {
        let Some((placed, entry)) = self.placed(index) else { return Vec::new() };
        let source = String::from(text.byte_slice(placed.span().range()));
        let slice = |span: Span| source.get(span.range()).unwrap_or_default();
        let own: Vec<(&str, Span)> = entry.fields.iter().map(|own| (slice(own.name), own.value)).collect();
        let place = |field: FieldName| {
            known::names(field).iter().find_map(|name| {
                let (_, value) = repeated.of(own.iter().filter(|(own, _)| own.eq_ignore_ascii_case(name)))?;
                Some(value::inside(slice(*value), *value).shift(placed.start as usize))
            })
        };
        wanted.iter().filter_map(|field| place(*field).map(|span| (*field, span))).collect()
    }

    /// Returns the spans of the values that hold an address or a remark, without braces or quotes.
    pub(crate) fn address_spans(&self, text: &Rope, index: usize) -> Vec<Span> {
        const NAMES: [&str; 9] =
            ["url", "doi", "ee", "link", "note", "howpublished", "annote", "annotation", "addendum"];
        let Some((placed, entry)) = self.placed(index) else { return Vec::new() };
        let source = String::from(text.byte_slice(placed.span().range()));
        let slice = |span: Span| source.get(span.range()).unwrap_or_default();
        let fields = entry.fields.iter();
        fields
            .filter(|field| NAMES.iter().any(|name| slice(field.name).eq_ignore_ascii_case(name)))
            .map(|field| value::inside(slice(field.value), field.value).shift(placed.start as usize))
            .collect()
    }

    pub(crate) fn aliases(&self, index: usize) -> Vec<String> {
        self.placed(index)
            .map_or_else(Vec::new, |(_, entry)| entry.aliases().iter().map(|key| key.to_string()).collect())
    }

    /// Returns the value of the `@string` `name` (in lower case) as seen by the block `block`, and
    /// the block that defines it: the last definition before `block`, otherwise the first one after
    /// it.
    pub(super) fn string(&self, name: &str, block: usize) -> Option<(usize, &str)> {
        let mut best = None;
        for at in self.strings.blocks(hash_of(name)) {
            if at >= block && best.is_some() {
                break;
            }
            if let Some(Block::Strings(strings)) = self.blocks.get(at).map(|placed| &**placed.content)
                && let Some((_, value)) =
                    strings.definitions.iter().rev().find(|(defined, _)| **defined == *name)
            {
                best = Some((at, &**value));
            }
        }
        best
    }

    /// Returns all blocks of the file.
    pub(super) fn placed_blocks(&self) -> Iter<'_, Block> {
        self.blocks.iter()
    }

    /// Returns the key of the entry in a block; `None` for a block without an entry.
    pub(super) fn key_of_block(&self, block: usize) -> Option<&str> {
        self.index_of(block).map(|index| self.key(index))
    }

    /// Returns the keys of all entries.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.key(index))
    }

    /// Compares the block of the first entry with this key (ignoring case) with `block`; `None` if
    /// no entry has the key.
    pub(super) fn place_of_key(&self, key: &str, block: usize) -> Option<Ordering> {
        let first = (0..self.len()).find(|index| self.key(*index).eq_ignore_ascii_case(key))?;
        Some(self.block_of(first).cmp(&block))
    }

    /// Whether the file defines any `@string`.
    pub(super) fn has_strings(&self) -> bool {
        !self.strings.is_empty()
    }

    pub(crate) fn problems(&self) -> Vec<Problem> {
        let mut out = Vec::new();
        let mut prose = None;
        for placed in self.blocks.iter() {
            let damage = match &**placed.content {
                Block::Entry(entry) => entry.damage.as_deref().map(|damage| (damage, entry.key())),
                Block::Strings(strings) => {
                    let Strings { damage, .. } = &**strings;
                    damage.as_ref().map(|damage| (damage, "@string"))
                }
                Block::Other { prose: true } => {
                    prose = prose.or(Some(placed.span()));
                    None
                }
                Block::Other { .. } => None,
            };
            if let Some(((span, what), name)) = damage {
                let kind = match *what {
                    scan::EXTRA_BRACE => ProblemKind::Surplus,
                    _ => ProblemKind::Damaged,
                };
                let message = Message::written(|language| {
                    let entry = match name {
                        "" => language.pick("This entry", "Esta entrada").to_owned(),
                        name => language.pick(format!("The entry {name}"), format!("La entrada {name}")),
                    };
                    let what = what.text(language);
                    language.pick(
                        format!("{entry} could be read in part only: {what}."),
                        format!("{entry} solo se pudo leer en parte: {what}."),
                    )
                });
                out.push(Problem { span: span.shift(placed.start as usize), kind, message });
            }
        }
        if self.entries.is_empty()
            && self.strings.is_empty()
            && let Some(span) = prose
        {
            let message = Message::new(
                "There is text in this file, but no BibTeX entry.",
                "Hay texto en este archivo, pero ninguna entrada de BibTeX.",
            );
            out.push(Problem { span, kind: ProblemKind::NotReadable, message });
        }
        out
    }
}

/// The index entries for a run of new blocks.
#[derive(Default)]
struct Added {
    entries: Vec<u32>,
    keys: Vec<(u64, u32)>,
    strings: Vec<(u64, u32)>,
}

impl Added {
    fn of(blocks: Iter<'_, Block>, first: usize) -> Self {
        let mut added = Added::default();
        for (at, placed) in blocks.enumerate() {
            let block = u32::try_from(first + at).unwrap_or(u32::MAX);
            match &**placed.content {
                Block::Entry(entry) => {
                    added.entries.push(block);
                    added.keys.push((hash_of(entry.key()), block));
                    added.keys.extend(entry.aliases().iter().map(|key| (hash_of(&**key), block)));
                }
                Block::Strings(strings) => {
                    added
                        .strings
                        .extend(strings.definitions.iter().map(|(name, _)| (hash_of(&**name), block)));
                }
                Block::Other { .. } => {}
            }
        }
        added
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    fn shape(file: &BibtexFile) -> String {
        let mut out = String::new();
        for index in 0..file.len() {
            let (placed, entry) = file.placed(index).unwrap();
            out.push_str(&format!("{} {:?}\n", placed.start, entry));
        }
        out + &format!("{:?} {:?} {:?}", file.keys, file.strings, file.problems())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]
        #[test]
        fn edits_in_any_order_equal_a_fresh_read(
            start in "(@(a|b|string|comment)[{(][xy],? ?|[ab]=[{\"]?[xy]|[}\")],?|\n|\n\n@b[{]|% |é){0,25}",
            edits in prop::collection::vec((0usize..120, 0usize..12, "(@a[{(]x,|[{}\"=,\n@%]|[xy]|@string[{]y=\"x\"[}]){0,3}"), 1..8),
        ) {
            let mut rope = Rope::from_str(&start);
            let mut file = BibtexFile::read(&rope);
            for (at, len, text) in edits {
                let at = at.min(rope.len_bytes());
                let end = (at + len).min(rope.len_bytes());
                let edit = TextEdit::new(Span::new(at, end), text).apply(&mut rope);
                file.edit(&rope, &edit);
                prop_assert_eq!(shape(&file), shape(&BibtexFile::read(&rope)));
            }
        }
    }
}
