//! Indexes the entries of bibliographies by key, author, title and year, fast enough for every
//! keystroke.

use super::query::Query;
use referee_bibliography::render::short;
use referee_bibliography::{Bibliography, Entry, Work};
use referee_text::{FileId, Revision, fold};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// The indexes of the bibliographies that were requested.
///
/// An index is kept while its bibliography is unchanged; after an edit only the changed entries are
/// read again.
#[derive(Debug, Default)]
pub struct Indexes {
    known: Mutex<HashMap<FileId, IndexedBibliography>>,
    /// The items of the author's Zotero, as of the last search.
    zotero: Mutex<Option<IndexedBibliography>>,
}

/// An index and the revision of the bibliography that it was built from.
#[derive(Debug)]
struct IndexedBibliography {
    of: Revision,
    index: Arc<KeyIndex>,
}

impl Indexes {
    /// Returns the index of a bibliography, and builds it if necessary.
    #[must_use]
    pub fn get(&self, file: &FileId, bibliography: &Arc<Bibliography>) -> Arc<KeyIndex> {
        let before = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            match known.get(file) {
                Some(found) if is_of(found, bibliography) => return Arc::clone(&found.index),
                found => found.map(|found| Arc::clone(&found.index)),
            }
        };
        let index = Arc::new(KeyIndex::read(bibliography, before.as_deref()));
        let known = IndexedBibliography { of: bibliography.revision(), index: Arc::clone(&index) };
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(file.clone(), known);
        index
    }

    /// Returns the index of the items of the author's Zotero; `read` builds it if the revision has
    /// changed.
    #[must_use]
    pub fn of_zotero(&self, revision: Revision, read: impl FnOnce() -> KeyIndex) -> Arc<KeyIndex> {
        let mut known = self.zotero.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.as_ref().filter(|found| found.of == revision) {
            return Arc::clone(&found.index);
        }
        let index = Arc::new(read());
        *known = Some(IndexedBibliography { of: revision, index: Arc::clone(&index) });
        index
    }

    /// Returns the index of a bibliography, if it is already known.
    #[must_use]
    pub fn known(&self, file: &FileId, bibliography: &Arc<Bibliography>) -> Option<Arc<KeyIndex>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(file).filter(|found| is_of(found, bibliography)).map(|found| Arc::clone(&found.index))
    }

    /// Removes the indexes of files other than these.
    pub fn keep(&self, files: &[FileId]) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).retain(|file, _| files.contains(file));
    }
}

fn is_of(known: &IndexedBibliography, bibliography: &Bibliography) -> bool {
    known.of == bibliography.revision()
}

/// The index of the entries of one bibliography.
///
/// All texts are concatenated in two strings: the searched (folded) text, and the displayed text.
#[derive(Debug, Default)]
pub struct KeyIndex {
    rows: Vec<Row>,
    searched: String,
    shown: String,
}

/// An entry, with the positions of its texts.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The fingerprint of the entry's work.
    fingerprint: u64,
    /// The start of the key, the authors and the title in `searched`, each on a separate line.
    search: u32,
    /// The start of the key, author and year, and the title in `shown`.
    show: u32,
    /// The length of each of the three in `searched`, in bytes.
    search_parts: [u16; 3],
    /// The length of each of the three in `shown`, in bytes.
    show_parts: [u16; 3],
    /// The year; 0 if it is missing.
    year: i16,
}

/// An entry that matches a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexMatch {
    /// The score of the match; higher is better.
    pub score: u32,
    /// The index of the entry in its file.
    pub entry: usize,
}

/// The maximum number of bytes that are kept of each part of a row.
const MAX_PART_BYTES: usize = 300;

impl KeyIndex {
    /// Reads the entries of a bibliography; unchanged entries are copied from `before`.
    #[must_use]
    pub fn read(bibliography: &Bibliography, before: Option<&KeyIndex>) -> Self {
        let known: HashMap<u64, usize> = before
            .map(|before| {
                before.rows.iter().enumerate().map(|(number, row)| (row.fingerprint, number)).collect()
            })
            .unwrap_or_default();
        let mut index = KeyIndex::default();
        for entry in bibliography.entries() {
            let fingerprint = entry.fingerprint();
            match before.zip(known.get(&fingerprint)) {
                // The key is not part of the work: two entries may describe the same work.
                Some((before, number)) if before.key(*number) == cut(entry.key()) => {
                    index.copy(before, *number)
                }
                _ => index.add(&entry, fingerprint),
            }
        }
        index.rows.shrink_to_fit();
        index.searched.shrink_to_fit();
        index.shown.shrink_to_fit();
        index
    }

    /// Builds an index of works under keys: the items of a reference manager.
    #[must_use]
    pub fn of_works<'a>(works: impl IntoIterator<Item = (&'a str, &'a Work)>) -> Self {
        let mut index = KeyIndex::default();
        for (key, work) in works {
            index.add_work(key, work, 0);
        }
        index
    }

    fn add(&mut self, entry: &Entry<'_>, fingerprint: u64) {
        self.add_work(entry.key(), &entry.work(), fingerprint);
    }

    fn add_work(&mut self, key: &str, work: &Work, fingerprint: u64) {
        let names = if work.authors.is_empty() { &work.editors } else { &work.authors };
        let authors =
            names.iter().take(20).map(|name| fold::name(&name.surname())).collect::<Vec<_>>().join(" ");
        let title = work.full_title().unwrap_or_default();
        let year = work.year().and_then(|year| i16::try_from(year).ok()).unwrap_or_default();
        let searched = [key.to_lowercase(), authors, fold::name(&title)];
        let shown = [key.to_owned(), short(work), title];
        self.push(
            fingerprint,
            searched.each_ref().map(String::as_str),
            shown.each_ref().map(String::as_str),
            year,
        );
    }

    fn copy(&mut self, before: &KeyIndex, number: usize) {
        if let Some(row) = before.rows.get(number) {
            self.push(row.fingerprint, before.searched(row), before.shown(row), row.year);
        }
    }

    fn push(&mut self, fingerprint: u64, searched: [&str; 3], shown: [&str; 3], year: i16) {
        let searched = searched.map(cut);
        let shown = shown.map(cut);
        // The length of a part is bounded.
        let lengths = |parts: [&str; 3]| parts.map(|part| u16::try_from(part.len()).unwrap_or_default());
        let (Ok(search), Ok(show)) = (u32::try_from(self.searched.len()), u32::try_from(self.shown.len()))
        else {
            return;
        };
        self.rows.push(Row {
            fingerprint,
            search,
            show,
            search_parts: lengths(searched),
            show_parts: lengths(shown),
            year,
        });
        for part in searched {
            // Use a line for each part, so that a match cannot extend over two of them.
            self.searched.push_str(part);
            self.searched.push('\n');
        }
        shown.iter().for_each(|part| self.shown.push_str(part));
    }

    /// Returns the entries that contain the typed text anywhere. All texts are searched as one,
    /// which is much faster than a search of each.
    fn candidates(&self, query: &Query) -> Vec<bool> {
        let mut found = vec![false; self.rows.len()];
        let text = self.searched.as_bytes();
        for finder in query.words.first().map(|word| &word.finder).into_iter().chain([&query.finder]) {
            let mut at = 0;
            while let Some(hit) = text.get(at..).and_then(|rest| finder.find(rest)) {
                let row = self.rows.partition_point(|row| row.search as usize <= at + hit).saturating_sub(1);
                found[row] = true;
                match self.rows.get(row + 1) {
                    Some(next) => at = next.search as usize,
                    None => break,
                }
            }
        }
        if let Some(word) = query.words.first().filter(|word| word.is_number) {
            for (row, found) in self.rows.iter().zip(&mut found) {
                *found |= word.is_year(row.year);
            }
        }
        found
    }

    fn searched(&self, row: &Row) -> [&str; 3] {
        parts(&self.searched, row.search, row.search_parts, 1)
    }

    fn shown(&self, row: &Row) -> [&str; 3] {
        parts(&self.shown, row.show, row.show_parts, 0)
    }

    fn shown_part(&self, entry: usize, part: usize) -> &str {
        self.rows.get(entry).map_or("", |row| self.shown(row)[part])
    }

    /// Returns the key of an entry.
    #[must_use]
    pub fn key(&self, entry: usize) -> &str {
        self.shown_part(entry, 0)
    }

    /// Returns the fingerprint of an entry's work; `None` if the entry does not exist.
    #[must_use]
    pub fn fingerprint(&self, entry: usize) -> Option<u64> {
        self.rows.get(entry).map(|row| row.fingerprint)
    }

    /// Returns the author and year of an entry; `None` if the entry does not exist.
    #[must_use]
    pub fn author_year(&self, entry: usize) -> Option<String> {
        self.rows.get(entry).map(|row| self.shown(row)[1].to_owned())
    }

    /// Returns the title of an entry.
    #[must_use]
    pub fn title(&self, entry: usize) -> &str {
        self.shown_part(entry, 2)
    }

    /// Returns the author, year and title of an entry.
    #[must_use]
    pub fn describe(&self, entry: usize) -> String {
        let (who, title) = (self.shown_part(entry, 1), self.shown_part(entry, 2));
        if who.is_empty() || title.is_empty() { format!("{who}{title}") } else { format!("{who}: {title}") }
    }

    /// Returns the `limit` entries that match `query` best, the best first. An empty query matches
    /// all entries, in the order of the file.
    #[must_use]
    pub fn search(&self, query: &str, limit: usize) -> Vec<IndexMatch> {
        let query = Query::new(query);
        let mut best = BestMatches { limit, heap: BinaryHeap::with_capacity(limit + 1) };
        if query.key.is_empty() {
            (0..self.rows.len().min(limit)).for_each(|entry| best.offer(1, entry));
        } else {
            let candidates = self.candidates(&query);
            for (entry, row) in self.rows.iter().enumerate().filter(|(entry, _)| candidates[*entry]) {
                if let Some(score) = query.score(self.searched(row), row.year) {
                    best.offer(score, entry);
                }
            }
        }
        let sorted = best.heap.into_sorted_vec();
        sorted.into_iter().map(|Reverse((score, Reverse(entry)))| IndexMatch { score, entry }).collect()
    }
}

/// The entries with the highest scores so far, at most `limit`.
struct BestMatches {
    limit: usize,
    heap: BinaryHeap<Reverse<(u32, Reverse<usize>)>>,
}

impl BestMatches {
    fn offer(&mut self, score: u32, entry: usize) {
        // Of equal entries the earlier one is better, and entries arrive in order.
        let full = self.heap.len() == self.limit;
        if full && self.heap.peek().is_some_and(|Reverse((least, _))| *least >= score) {
            return;
        }
        self.heap.push(Reverse((score, Reverse(entry))));
        if full {
            self.heap.pop();
        }
    }
}

/// Returns three parts of a text, which are `gap` bytes apart.
fn parts(text: &str, start: u32, lengths: [u16; 3], gap: usize) -> [&str; 3] {
    let mut at = start as usize;
    lengths.map(|length| {
        let end = at + usize::from(length);
        let part = text.get(at..end).unwrap_or_default();
        at = end + gap;
        part
    })
}

/// Returns the first `MAX_PART_BYTES` of a text, or less to keep a character whole.
fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_PART_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(entries: &[(&str, &str, &str, i16)]) -> KeyIndex {
        let mut index = KeyIndex::default();
        for (number, (key, author, title, year)) in entries.iter().enumerate() {
            let searched = [key.to_lowercase(), fold::name(author), fold::name(title)];
            let searched = searched.each_ref().map(String::as_str);
            index.push(number as u64, searched, [key, &format!("{author} {year}"), title], *year);
        }
        index
    }

    fn found<'a>(index: &'a KeyIndex, query: &str) -> Vec<&'a str> {
        index.search(query, 50).iter().map(|hit| index.key(hit.entry)).collect()
    }

    #[test]
    fn a_key_is_found_by_itself_by_its_author_its_title_and_its_year() {
        let index = index(&[
            ("smith2020", "Smith", "Effect of metformin on mortality", 2020),
            ("ukpds34", "UKPDS Group", "Intensive blood-glucose control with metformin", 1998),
            ("muller:99", "Müller Lindqvist", "Große Wirkung", 1999),
        ]);
        assert_eq!(found(&index, "smi"), ["smith2020"]);
        assert_eq!(found(&index, "1998"), ["ukpds34"]);
        assert_eq!(found(&index, "müll"), ["muller:99"]);
        assert_eq!(found(&index, "lindqvist1999"), ["muller:99"]);
        assert_eq!(found(&index, "metformin"), ["smith2020", "ukpds34"]);
        assert_eq!(found(&index, "grosse"), ["muller:99"]);
        assert_eq!(found(&index, "zzz"), [""; 0]);
    }

    #[test]
    fn a_key_that_begins_with_what_was_typed_comes_before_an_author_and_that_before_a_title() {
        let index = index(&[
            ("a1", "Brown", "About roses", 2001),
            ("b1", "Rose", "About nothing", 2001),
            ("rose2001", "Green", "About something", 2001),
            ("r-o-s-e", "White", "Else", 2001),
        ]);
        assert_eq!(found(&index, "rose"), ["rose2001", "b1", "a1"]);
    }

    #[test]
    fn of_many_the_best_are_kept() {
        let keys: Vec<String> = (0..500).map(|n| format!("key{n:03}")).collect();
        let all: Vec<(&str, &str, &str, i16)> = keys.iter().map(|key| (key.as_str(), "", "", 0)).collect();
        let index = index(&all);
        let hits = index.search("key4", 3);
        assert_eq!(
            hits.iter().map(|hit| index.key(hit.entry)).collect::<Vec<_>>(),
            ["key400", "key401", "key402"]
        );
        assert_eq!(index.search("", 2).len(), 2);
    }
}
