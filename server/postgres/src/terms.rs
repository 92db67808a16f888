//! Under what a statement is found: the same words and keys as in the library on one machine.

use referee_bibliography::Subject;
use referee_literature::candidates::{self, author_year, dated_place};
use referee_literature::import::{document_title, guideline_key};
use referee_records::merge;
use referee_records::record::Record;
use referee_records::{keys, words};
use referee_text::stem;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// How many authors find a record together with the year; as in the library on one machine.
const FIRST_AUTHORS: usize = 3;

/// How many authors find a record; a consortium may have a thousand.
const AUTHORS: usize = 24;

/// The longest key that an index of PostgreSQL takes with room to spare, in bytes.
const MAX_KEY_BYTES: usize = 1_000;

/// The longest word that is indexed, in bytes.
const MAX_WORD_BYTES: usize = 200;

/// The highest position that a `tsvector` holds.
const MAX_POSITION: usize = 16_383;

/// How many positions of one word a `tsvector` keeps.
const MAX_POSITIONS: usize = 255;

/// What finds a statement.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    /// The keys in `referee.lookup_key`, without doubles.
    pub(crate) lookup: Vec<String>,
    /// The words of its titles, without doubles.
    pub(crate) title: Vec<String>,
    /// The roots of the words of its titles, without doubles.
    pub(crate) title_roots: Vec<String>,
    /// The words of title, subjects and abstract with their places and weights.
    pub(crate) body: FxHashMap<String, Vec<(u16, Weight)>>,
    /// The folded names of its journal.
    pub(crate) journals: Vec<String>,
}

/// Where a word stands: the weights of `tsvector`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    Title,
    Subject,
    Abstract,
}

impl Weight {
    fn letter(self) -> char {
        match self {
            Weight::Title => 'A',
            Weight::Subject => 'B',
            Weight::Abstract => 'D',
        }
    }
}

impl Terms {
    /// What finds a record.
    pub(crate) fn of(record: &Record) -> Self {
        let work = &record.work;
        let mut terms = Terms::default();
        let mut position = 0;
        for identifier in &work.identifiers {
            terms.lookup.extend(keys::record_keys(identifier));
        }
        terms.lookup.extend(keys::work_keys(work).filter(|key| key.starts_with("book:")));
        for (identifier, _) in merge::announcements(record) {
            terms.lookup.push(about_key(&keys::exact_key(&identifier)));
        }
        if let Some(whole) = document_title(record) {
            // Found by its subject and by the name of the whole, and never taken for a work that somebody cites.
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
        for (number, name) in work.authors.iter().take(AUTHORS).enumerate() {
            for key in candidates::author_keys(name) {
                if let Some(year) = year.filter(|_| number < FIRST_AUTHORS) {
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
            if places.len() < MAX_POSITIONS {
                let position = u16::try_from((*position).min(MAX_POSITION)).unwrap_or(u16::MAX);
                places.push((position, weight));
            }
        });
        // A phrase does not go over from one text to the next.
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

    /// The words of the titles in the text form of a `tsvector`.
    pub(crate) fn title_vector(&self, out: &mut String) {
        for word in &self.title {
            quoted_word(word, out);
            out.push(' ');
        }
    }

    /// The words of title, subjects and abstract in the text form of a `tsvector`.
    pub(crate) fn body_vector(&self, out: &mut String) {
        for (word, places) in &self.body {
            quoted_word(word, out);
            for (number, (position, weight)) in places.iter().enumerate() {
                let mark = if number == 0 { ':' } else { ',' };
                let _ = write!(out, "{mark}{position}{}", weight.letter());
            }
            out.push(' ');
        }
    }
}

/// The key of what others announce about the work with this key.
pub(crate) fn about_key(key: &str) -> String {
    stored_key(&format!("about:{key}"))
}

/// The key of a whole title.
pub(crate) fn title_lookup(key: u64) -> String {
    format!("title:{key:016x}")
}

/// The key of a first author's surname and the year.
pub(crate) fn author_lookup(surname: &str, year: i32) -> String {
    stored_key(&format!("author:{}", author_year(surname, year)))
}

/// The key of year, volume and first page.
pub(crate) fn place_lookup(place: &str, year: i32) -> String {
    stored_key(&format!("place:{}", dated_place(place, year)))
}

/// The word in the body that stands for a surname.
pub(crate) fn surname_word(key: &str) -> String {
    format!("@{}", indexed_word(key))
}

/// The word in the body that stands for a year.
pub(crate) fn year_word(year: i32) -> String {
    format!("#{year}")
}

/// A key as it is stored: one that is too long for an index is cut, and told apart by a number.
pub(crate) fn stored_key(key: &str) -> String {
    let key = if key.contains('\0') { key.replace('\0', "") } else { key.to_owned() };
    if key.len() <= MAX_KEY_BYTES {
        return key;
    }
    format!("{}…{:016x}", start_of(&key, MAX_KEY_BYTES - 32), candidates::hash(&key))
}

/// A word as it is indexed and asked for.
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

/// A word in the quotation marks of `tsvector` and `tsquery`.
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

/// A value in a line of `COPY … FROM STDIN` in text form.
pub(crate) fn copy_value(value: &str, out: &mut String) {
    let mut rest = value;
    while let Some(at) = rest.find(['\\', '\t', '\n', '\r', '\0']) {
        out.push_str(rest.get(..at).unwrap_or_default());
        out.push_str(match rest.as_bytes().get(at) {
            Some(b'\\') => "\\\\",
            Some(b'\t') => "\\t",
            Some(b'\n') => "\\n",
            Some(b'\r') => "\\r",
            _ => "",
        });
        rest = rest.get(at + 1..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// A list of texts as a literal of `text[]`.
pub(crate) fn array_literal(values: &[String]) -> String {
    let mut out = String::from("{");
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            out.push(',');
        }
        out.push('"');
        for character in value.chars() {
            if matches!(character, '"' | '\\') {
                out.push('\\');
            }
            out.push(character);
        }
        out.push('"');
    }
    out.push('}');
    out
}
