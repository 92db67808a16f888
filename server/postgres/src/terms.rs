//! The words and keys under which a statement is indexed: the same as in the local library.

use referee_bibliography::Subject;
use referee_literature::candidates::{self, MAX_AUTHORS, MAX_DATED_AUTHORS, author_year, dated_place};
use referee_literature::import::{document_title, guideline_key};
use referee_records::merge;
use referee_records::record::Record;
use referee_records::{keys, words};
use referee_text::stem;
use rustc_hash::FxHashMap;

/// The maximum length of a key that is stored whole, in bytes: a PostgreSQL index accepts 2,700.
const MAX_KEY_BYTES: usize = 1_000;

/// The maximum length of a word that is indexed whole, in bytes: a `tsvector` accepts less than
/// 2,048.
const MAX_WORD_BYTES: usize = 200;

/// The highest position in a `tsvector`.
const MAX_POSITION: usize = 16_383;

/// The maximum number of positions per word in a `tsvector`.
const MAX_POSITIONS: usize = 255;

/// The keys and words under which a statement is indexed.
#[derive(Debug, Default)]
pub(crate) struct IndexTerms {
    /// The keys in `referee.lookup_key`, without duplicates.
    pub(crate) lookup: Vec<String>,
    /// The folded words of the titles, without duplicates, for look-ups by title.
    pub(crate) title: Vec<String>,
    /// The roots of the words of the titles, without duplicates, from which the rarity of query
    /// words is computed.
    pub(crate) title_roots: Vec<String>,
    /// The roots of the words of title, subjects and abstract with their positions and weights;
    /// surnames and the year without positions.
    pub(crate) body: FxHashMap<String, Vec<(u16, Weight)>>,
    /// The folded titles of the journal, full and abbreviated.
    pub(crate) journals: Vec<String>,
}

/// The part of a record in which a word occurs, as a weight of `tsvector`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Title,
    Subject,
    Abstract,
}

impl Weight {
    /// Returns the number of the weight in a `tsvector`: 3 for A, 2 for B, 0 for D.
    pub(crate) fn number(self) -> u16 {
        match self {
            Weight::Title => 3,
            Weight::Subject => 2,
            Weight::Abstract => 0,
        }
    }
}

impl IndexTerms {
    /// Reads the terms of a record.
    pub(crate) fn of(record: &Record) -> Self {
        let work = &record.work;
        let mut terms = IndexTerms::default();
        let mut position = 0;
        for identifier in &work.identifiers {
            terms.lookup.extend(keys::record_keys(identifier));
        }
        terms.lookup.extend(keys::work_keys(work).filter(|key| key.starts_with("book:")));
        for (identifier, _) in merge::announcements(record) {
            terms.lookup.push(about_key(&keys::exact_key(&identifier)));
        }
        if let Some(whole) = document_title(record) {
            // Parts of guidelines are found by subject and by the title of the document, and are
            // never candidates for a cited work.
            terms.lookup.push(guideline_key(whole));
            let own = [(&work.title, Weight::Title), (&work.summary, Weight::Abstract)];
            for (text, weight) in own {
                terms.add_text(text.as_deref().unwrap_or_default(), weight, &mut position);
            }
            for subject in &record.subjects {
                terms.add_text(subject, Weight::Subject, &mut position);
            }
            terms.finish();
            return terms;
        }
        let full_title = work.full_title();
        for title in full_title.as_deref().into_iter().chain(work.original_title.as_deref()) {
            words::for_each_stem(title, |word| terms.title.push(indexed_word(word).to_owned()));
        }
        if let Some(key) = candidates::title_key(work) {
            terms.lookup.push(title_lookup(key));
        }
        let year = work.year();
        for (number, name) in work.authors.iter().take(MAX_AUTHORS).enumerate() {
            for key in candidates::author_keys(name) {
                if let Some(year) = year.filter(|_| number < MAX_DATED_AUTHORS) {
                    terms.lookup.push(author_lookup(&key, year));
                }
                terms.body.entry(surname_word(&key)).or_default();
            }
        }
        if let Some(year) = year {
            terms.body.entry(year_word(year)).or_default();
        }
        if let (Some(place), Some(year)) = (candidates::place_text(work), year) {
            terms.lookup.push(place_lookup(&place, year));
        }
        for name in [&work.container, &work.container_short].into_iter().flatten() {
            let key = words::journal_key(name);
            if !key.is_empty() && !terms.journals.contains(&key) {
                terms.journals.push(stored_key(&key));
            }
        }
        terms.add_text(full_title.as_deref().unwrap_or_default(), Weight::Title, &mut position);
        terms.add_text(work.original_title.as_deref().unwrap_or_default(), Weight::Title, &mut position);
        terms.add_text(work.summary.as_deref().unwrap_or_default(), Weight::Abstract, &mut position);
        for subject in &record.subjects {
            terms.add_text(Subject::read(subject).name, Weight::Subject, &mut position);
        }
        terms.finish();
        terms
    }

    fn add_text(&mut self, text: &str, weight: Weight, position: &mut usize) {
        stem::for_each_root(text, |root| {
            *position += 1;
            let word = indexed_word(root);
            if weight == Weight::Title {
                self.title_roots.push(word.to_owned());
            }
            let places = match self.body.get_mut(word) {
                Some(places) => places,
                None => self.body.entry(word.to_owned()).or_default(),
            };
            let here = u16::try_from((*position).min(MAX_POSITION)).unwrap_or(u16::MAX);
            // All words after the highest position get that position, which counts once.
            if places.len() < MAX_POSITIONS && places.last().is_none_or(|(before, _)| *before < here) {
                places.push((here, weight));
            }
        });
        // A phrase must not span two texts.
        *position += 1;
    }

    fn finish(&mut self) {
        for key in &mut self.lookup {
            *key = stored_key(key);
        }
        for list in [&mut self.lookup, &mut self.title, &mut self.title_roots, &mut self.journals] {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// Returns the words of title, subjects and abstract with their positions, sorted by their
    /// bytes.
    pub(crate) fn sorted_words(&mut self) -> Vec<(String, Vec<(u16, Weight)>)> {
        let mut sorted: Vec<(String, Vec<(u16, Weight)>)> =
            std::mem::take(&mut self.body).into_iter().collect();
        sorted.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        sorted
    }
}

/// Returns the key of announcements about the work with the exact key `key`.
pub(crate) fn about_key(key: &str) -> String {
    stored_key(&format!("about:{key}"))
}

/// Returns the key of records by their whole title; `key` is [`candidates::title_key`].
pub(crate) fn title_lookup(key: u64) -> String {
    format!("title:{key:016x}")
}

/// Returns the key of records by one of their first authors and the year.
pub(crate) fn author_lookup(surname: &str, year: i32) -> String {
    stored_key(&format!("author:{}", author_year(surname, year)))
}

/// Returns the key of records by year, volume and first page; `place` is
/// [`candidates::place_text`].
pub(crate) fn place_lookup(place: &str, year: i32) -> String {
    stored_key(&format!("place:{}", dated_place(place, year)))
}

/// Returns the key of the list of statements with a folded word in their titles: `=heart`.
pub(crate) fn title_list(word: &str) -> String {
    format!("={}", indexed_word(word))
}

/// Returns the word that represents a surname in the body: `@smith`.
pub(crate) fn surname_word(key: &str) -> String {
    format!("@{}", indexed_word(key))
}

/// Returns the word that represents a year in the body: `#2020`.
pub(crate) fn year_word(year: i32) -> String {
    format!("#{year}")
}

/// Returns a key as it is stored: a key longer than [`MAX_KEY_BYTES`] is truncated and extended by
/// a hash of the whole.
pub(crate) fn stored_key(key: &str) -> String {
    let key = if key.contains('\0') { key.replace('\0', "") } else { key.to_owned() };
    if key.len() <= MAX_KEY_BYTES {
        return key;
    }
    format!("{}…{:016x}", start_of(&key, MAX_KEY_BYTES - 32), candidates::hash(&key))
}

/// Returns the part of a word that is indexed and queried, at most [`MAX_WORD_BYTES`].
pub(crate) fn indexed_word(word: &str) -> &str {
    start_of(word, MAX_WORD_BYTES)
}

fn start_of(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// Quotes a word for `tsvector` and `tsquery`.
pub(crate) fn quoted_word(word: &str, out: &mut String) {
    out.push('\'');
    for character in word.chars() {
        match character {
            '\'' => out.push_str("''"),
            '\\' => out.push_str("\\\\"),
            '\0' => {}
            other => out.push(other),
        }
    }
    out.push('\'');
}
