//! Posting lists: the statements that contain each word. An import builds them in memory and writes
//! each list as a whole.
//!
//! The inverted indexes of PostgreSQL insert each word of each statement into a tree, which took
//! three quarters of an import. Here an import collects the words of some ten thousand statements,
//! and each word becomes one row with all of them.
//!
//! The list of a word is a sequence of blocks, in any order. A block has its number (4 bytes), the
//! number of its statements minus one (2 bytes), and 3 bytes per statement. It covers the
//! statements whose ids start at 65,536 times its number; the 3 bytes are the rest of the id (2)
//! and how the statement uses the word, see [`WordUse`]. So two lists of one word are merged by
//! concatenation, which the database can do, and the migration builds the lists in SQL. All numbers
//! are big-endian.

use crate::terms::Weight;
use rustc_hash::FxHashMap;

/// The number of bits of a statement id within a block.
const BLOCK_BITS: u32 = 16;

const HEADER_BYTES: usize = 6;
const POSTING_BYTES: usize = 3;

/// The number of statement ids that a block covers.
pub(crate) const BLOCK_STATEMENTS: usize = 1 << BLOCK_BITS;

/// The maximum count that [`WordUse`] can store.
const MAX_COUNT: u8 = 63;

/// How a statement uses a word, in one byte: either the part of the record and the frequency (at
/// most 63), or the length of the title that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordUse(u8);

impl WordUse {
    /// Returns the use of a word at these positions; empty for surnames and years.
    pub(crate) fn at(places: &[(u16, Weight)]) -> Self {
        let part = match places.iter().map(|(_, weight)| *weight).min() {
            Some(Weight::Title) => 3,
            Some(Weight::Subject) => 2,
            Some(Weight::Abstract) => 1,
            None => 0,
        };
        let count = u8::try_from(places.len()).unwrap_or(MAX_COUNT).min(MAX_COUNT);
        WordUse(part << 6 | count)
    }

    /// Returns the use of a title word by a statement whose titles have this many different words.
    pub(crate) fn in_title_of(words: usize) -> Self {
        WordUse(u8::try_from(words).unwrap_or(u8::MAX))
    }

    /// Returns the rank of the use, from 0 to 1: one occurrence in the title ranks above many in
    /// the abstract. Approximates `ts_rank` with the weights 1.0, 0.6 and 0.3.
    pub(crate) fn rank(self) -> f32 {
        const ABSTRACT: f32 = 0.3;
        let part = match self.0 >> 6 {
            3 => 1.0,
            2 => 0.6,
            _ => ABSTRACT,
        };
        let further: f32 = (2..=self.0 & MAX_COUNT).map(|number| 1.0 / f32::from(number).powi(2)).sum();
        (part + ABSTRACT * further) / 1.644_934
    }

    /// Returns every possible use, each at the index of its byte.
    pub(crate) fn all() -> [WordUse; 256] {
        std::array::from_fn(|byte| WordUse(u8::try_from(byte).unwrap_or(u8::MAX)))
    }

    /// Returns the index of the use in [`all`](Self::all).
    pub(crate) fn byte(self) -> u8 {
        self.0
    }

    /// Returns the weight of a word in its titles: the longer the title, the smaller.
    pub(crate) fn share_of_title(self) -> f32 {
        1.0 / f32::from(self.0.max(1)).sqrt()
    }
}

/// The words of a statement with their uses, stored compactly: an import holds those of thousands
/// of statements.
#[derive(Debug, Default)]
pub(crate) struct UsedWords {
    text: String,
    /// The end of each word in the text.
    ends: Vec<(usize, WordUse)>,
}

impl UsedWords {
    pub(crate) fn push(&mut self, word: &str, word_use: WordUse) {
        self.text.push_str(word);
        self.ends.push((self.text.len(), word_use));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, WordUse)> {
        let mut start = 0;
        self.ends.iter().filter_map(move |(end, word_use)| {
            let word = self.text.get(start..*end);
            start = *end;
            Some((word?, *word_use))
        })
    }
}

/// The posting lists of an import in progress.
#[derive(Debug, Default)]
pub(crate) struct PostingLists {
    by_word: FxHashMap<String, PostingList>,
    statements: i64,
}

/// The posting list of a word.
#[derive(Debug, Default)]
struct PostingList {
    bytes: Vec<u8>,
    /// The start of the last block, and its number.
    last_block: Option<(usize, u32)>,
}

impl PostingLists {
    /// Adds a statement with its words; statement ids must be added in ascending order.
    pub(crate) fn add<'w>(&mut self, statement: i64, words: impl IntoIterator<Item = (&'w str, WordUse)>) {
        self.statements += 1;
        for (word, word_use) in words {
            let list = match self.by_word.get_mut(word) {
                Some(list) => list,
                None => self.by_word.entry(word.to_owned()).or_default(),
            };
            list.push(statement, word_use);
        }
    }

    /// Returns the number of statements added.
    pub(crate) fn statements(&self) -> i64 {
        self.statements
    }

    /// Returns the words sorted by their bytes, each with its list.
    pub(crate) fn into_sorted(self) -> Vec<(String, Vec<u8>)> {
        let lists = self.by_word.into_iter().map(|(word, list)| (word, list.bytes));
        let mut sorted: Vec<(String, Vec<u8>)> = lists.collect();
        sorted.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        sorted
    }
}

impl PostingList {
    fn push(&mut self, statement: i64, word_use: WordUse) {
        let (block, within) = place(statement);
        let [high, low] = within.to_be_bytes();
        let start = match self.last_block {
            Some((start, number)) if number == block => start,
            _ => {
                let start = self.bytes.len();
                self.bytes.extend(block.to_be_bytes());
                self.bytes.extend([0, 0]);
                self.last_block = Some((start, block));
                start
            }
        };
        self.bytes.extend([high, low, word_use.0]);
        let count = (self.bytes.len() - start - HEADER_BYTES) / POSTING_BYTES;
        let last = u16::try_from(count - 1).unwrap_or(u16::MAX);
        if let Some(place) = self.bytes.get_mut(start + 4..start + HEADER_BYTES) {
            place.copy_from_slice(&last.to_be_bytes());
        }
    }
}

/// Iterates over the blocks of a stored list: the number of each, and its bytes for [`postings`]. A
/// truncated block is left out.
pub(crate) fn blocks(mut bytes: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    std::iter::from_fn(move || {
        let (&[a, b, c, d, high, low], rest) = bytes.split_first_chunk::<HEADER_BYTES>()?;
        let count = usize::from(u16::from_be_bytes([high, low])) + 1;
        let (block, behind) = rest.split_at((count * POSTING_BYTES).min(rest.len()));
        bytes = behind;
        Some((u32::from_be_bytes([a, b, c, d]), block))
    })
}

/// Iterates over the statements of a block: the id within the block, and the use of the word.
pub(crate) fn postings(block: &[u8]) -> impl Iterator<Item = (u16, WordUse)> {
    let (postings, _) = block.as_chunks::<POSTING_BYTES>();
    postings.iter().map(|&[high, low, word_use]| (u16::from_be_bytes([high, low]), WordUse(word_use)))
}

/// Returns the statement id for a block and an id within it.
pub(crate) fn statement(block: u32, within: u16) -> i64 {
    i64::from(block) << BLOCK_BITS | i64::from(within)
}

/// Returns the block of a statement, and its id within the block.
pub(crate) fn place(statement: i64) -> (u32, u16) {
    let [.., high, low] = statement.to_be_bytes();
    (u32::try_from(statement >> BLOCK_BITS).unwrap_or(u32::MAX), u16::from_be_bytes([high, low]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(i64, WordUse)> {
        let of_block = |(block, bytes)| {
            postings(bytes).map(move |(within, word_use)| (statement(block, within), word_use))
        };
        blocks(bytes).flat_map(of_block).collect()
    }

    #[test]
    fn lists_come_back_as_they_were_written_and_can_be_joined() {
        let title = WordUse::at(&[(1, Weight::Title), (9, Weight::Abstract)]);
        let author = WordUse::at(&[]);
        let ids = [1, 2, 65_535, 65_536, 65_537, 200_000, (1 << 33) + 5];
        let (mut first, mut second) = (PostingLists::default(), PostingLists::default());
        for id in ids {
            let mut words = UsedWords::default();
            words.push("heart", title);
            words.push("@smith", author);
            first.add(id, words.iter());
        }
        second.add((1 << 33) + 6, [("heart", author)]);
        assert_eq!(first.statements(), 7);
        let [(surname, _), (word, mut bytes)] = <[_; 2]>::try_from(first.into_sorted()).expect("two words");
        assert_eq!((surname.as_str(), word.as_str()), ("@smith", "heart"));
        bytes.extend(second.into_sorted().remove(0).1);
        let mut wanted: Vec<(i64, WordUse)> = ids.map(|id| (id, title)).to_vec();
        wanted.push(((1 << 33) + 6, author));
        assert_eq!(read(&bytes), wanted);
        bytes.pop();
        wanted.pop();
        assert_eq!(read(&bytes), wanted, "what is cut off is left out");
    }

    #[test]
    fn a_block_holds_all_its_statements() {
        let mut lists = PostingLists::default();
        let whole = (1 << 16)..(2 << 16);
        for id in whole.clone() {
            lists.add(id, [("heart", WordUse::at(&[(1, Weight::Abstract)]))]);
        }
        let read = read(&lists.into_sorted().remove(0).1);
        assert!(read.into_iter().map(|(id, _)| id).eq(whole));
    }

    #[test]
    fn a_title_says_more_than_an_abstract_and_twice_more_than_once() {
        let places =
            |parts: &[Weight]| -> Vec<(u16, Weight)> { (1_u16..).zip(parts.iter().copied()).collect() };
        let rank = |parts: &[Weight]| WordUse::at(&places(parts)).rank();
        let title = rank(&[Weight::Title]);
        let many = rank(&[Weight::Abstract; 300]);
        let twice = rank(&[Weight::Abstract; 2]);
        assert!(title > many && many > twice && twice > rank(&[Weight::Abstract]));
        assert!(rank(&[Weight::Title, Weight::Abstract]) > title && title > rank(&[Weight::Subject]));
        assert_eq!(
            rank(&[]),
            rank(&[Weight::Abstract]),
            "a surname and a year count as a word of the abstract"
        );
    }
}
