//! Ranks the records that could be the work that a reference cites.
//!
//! A source finds candidates by rare words of the title, by author and year, and by volume and
//! page; this module sorts them. The order only decides which candidates are examined: whether one
//! of them is the cited work is decided elsewhere. Every library ranks its candidates here, so that
//! all libraries give the same answers.

use rapidfuzz::distance::osa;
use referee_bibliography::{Name, Work};
use referee_records::words;
use std::hash::Hasher;

/// The maximum number of candidates in an answer, not counting those that share a title with one of
/// them.
const MAX_CANDIDATES: usize = 8;

/// The maximum number of candidates in an answer.
const MAX_CANDIDATES_WITH_SAME_TITLE: usize = 32;

/// The maximum number of authors that are indexed together with the year.
pub const MAX_DATED_AUTHORS: usize = 3;

/// The maximum number of authors that are indexed; a consortium may have a thousand.
pub const MAX_AUTHORS: usize = 24;

/// The maximum number of title words to look up: the rarest ones. Frequent words cost the most and
/// discriminate the least.
pub const MAX_TITLE_WORDS: usize = 8;

/// The maximum number of these words from the main title, since the record may lack the subtitle.
const MAX_MAIN_TITLE_WORDS: usize = 4;

/// The weight of a word that occurs only in the record's title, not in the query.
pub const RARE_WORD_WEIGHT: f32 = 5.0;

/// If the likeness of the best candidate is below this, words that no record contains may be
/// misspelt.
pub const DOUBTFUL_LIKENESS: f32 = 0.6;

/// A record must have a likeness above this to be a candidate.
pub const MIN_LIKENESS: f32 = 0.15;

/// The features of a work that are compared: words, surnames and numbers, as hashes.
#[derive(Clone, Debug, Default)]
pub struct WorkFeatures {
    /// The words of each title variant (whole, without subtitle, original), sorted and without
    /// duplicates.
    pub titles: Vec<Box<[u64]>>,
    /// The key of the whole title, with the words in order.
    pub title_key: Option<u64>,
    /// The surname of the first author.
    pub(crate) first_author: Vec<u64>,
    /// The surnames of the other authors.
    pub(crate) other_authors: Vec<u64>,
    pub(crate) year: Option<i32>,
    /// Volume and first page.
    pub(crate) place: Option<u64>,
    /// The keys of the container and its abbreviation.
    pub(crate) containers: Vec<u64>,
}

impl WorkFeatures {
    /// Reads the features of a work; at most the first [`MAX_AUTHORS`] authors.
    #[must_use]
    pub fn of(work: &Work) -> Self {
        let mut titles = Vec::with_capacity(2);
        for variant in title_variants(work) {
            let mut hashes: Vec<u64> = words::stems(&variant).iter().map(|word| hash(word)).collect();
            hashes.sort_unstable();
            hashes.dedup();
            let hashes = hashes.into_boxed_slice();
            if !hashes.is_empty() && !titles.contains(&hashes) {
                titles.push(hashes);
            }
        }
        let mut authors = work.authors.iter().take(MAX_AUTHORS);
        WorkFeatures {
            titles,
            title_key: title_key(work),
            first_author: authors
                .next()
                .map(author_keys)
                .unwrap_or_default()
                .iter()
                .map(|key| hash(key))
                .collect(),
            other_authors: authors.flat_map(author_keys).map(|key| hash(&key)).collect(),
            year: work.year(),
            place: place_key(work),
            containers: [&work.container, &work.container_short]
                .into_iter()
                .flatten()
                .map(|name| hash(&words::journal_key(name)))
                .collect(),
        }
    }

    /// Scores how well `record` matches, from 0 upwards; `weight` returns the rarity of a word.
    #[must_use]
    pub fn likeness(&self, record: &WorkFeatures, weight: &dyn Fn(u64) -> f32) -> f32 {
        let mut score = 0.0_f32;
        for (left_number, left) in self.titles.iter().enumerate() {
            for (right_number, right) in record.titles.iter().enumerate() {
                // A match of main titles alone is slightly weaker evidence than one of whole
                // titles.
                let trust = if left_number == 0 || right_number == 0 { 1.0 } else { 0.95 };
                score = score.max(trust * cosine(left, right, weight));
            }
        }
        let meet = |left: &[u64], right: &[u64]| left.iter().any(|key| right.contains(key));
        if meet(&self.first_author, &record.first_author) {
            score += 0.2;
        } else if meet(&self.first_author, &record.other_authors)
            || meet(&self.other_authors, &record.first_author)
        {
            score += 0.08;
        }
        if let (Some(left), Some(right)) = (self.year, record.year) {
            score += match left.abs_diff(right) {
                0 => 0.1,
                1 => 0.07,
                2 | 3 => 0.02,
                _ => 0.0,
            };
        }
        if self.place.is_some() && self.place == record.place {
            score += 0.2;
        }
        if meet(&self.containers, &record.containers) {
            score += 0.05;
        }
        score
    }
}

/// Returns the weight of a word that occurs in `found` of `all` records: the rarer, the higher.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
pub fn rarity(all: u64, found: u64) -> f32 {
    (1.0 + (all as f32 + 1.0) / (found as f32 + 0.5)).ln()
}

/// A title word to look up.
#[derive(Clone, Debug)]
pub struct TitleWord {
    /// The word, folded as in [`words::stems`].
    pub text: String,
    /// The number of records with this word in a title.
    pub found: u64,
}

/// Selects the title words of a work to look up, the rarest first; words that no record contains
/// come before them. `found` returns the number of records with a word in a title.
///
/// # Errors
///
/// Returns the errors of `found`.
pub fn title_words<E>(
    work: &Work,
    mut found: impl FnMut(&str) -> Result<u64, E>,
) -> Result<Vec<TitleWord>, E> {
    let variants = title_variants(work);
    let mut kept: Vec<TitleWord> = Vec::with_capacity(MAX_TITLE_WORDS);
    // The shortest variant is the main title.
    let main = variants.iter().min_by_key(|title| title.len());
    for (title, limit) in main
        .into_iter()
        .map(|title| (title, MAX_MAIN_TITLE_WORDS))
        .chain(variants.iter().map(|title| (title, MAX_TITLE_WORDS)))
    {
        let mut texts = words::stems(title);
        texts.sort_unstable();
        texts.dedup();
        let mut counted = Vec::with_capacity(texts.len());
        for text in texts {
            counted.push(TitleWord { found: found(&text)?, text });
        }
        counted.sort_by_key(|word| word.found);
        for word in counted.into_iter().take(limit) {
            if !kept.iter().any(|known| known.text == word.text) {
                kept.push(word);
            }
        }
    }
    kept.sort_by_key(|word| word.found);
    Ok(kept)
}

/// Returns the year and its two neighbours: a work may be dated online in one year and in print in
/// the next.
pub fn adjacent_years(year: i32) -> impl Iterator<Item = i32> {
    year.saturating_sub(1)..=year.saturating_add(1)
}

/// Returns the titles by which a work may be found: the whole title, then without the subtitle,
/// then the original title.
#[must_use]
pub fn title_variants(work: &Work) -> Vec<String> {
    let mut out = Vec::with_capacity(3);
    if let Some(full) = work.full_title() {
        if let Some(main) = main_title(&full) {
            out.push(main.to_owned());
        }
        out.insert(0, full);
    }
    out.extend(work.original_title.clone());
    out
}

/// Returns the text before the first colon, dash, full stop or question mark, if it has at least
/// two words.
fn main_title(full: &str) -> Option<&str> {
    let end = [": ", " - ", " – ", " — ", "? ", ". "].iter().filter_map(|mark| full.find(mark)).min()?;
    let main = full.get(..end)?;
    (main.split_whitespace().nth(1).is_some()).then_some(main)
}

/// Returns the key of the whole title, with the words in order.
#[must_use]
pub fn title_key(work: &Work) -> Option<u64> {
    let words = words::stems(&work.full_title()?);
    (!words.is_empty()).then(|| hash(&words.join(" ")))
}

/// Returns the keys of an author: the parts of a surname, or the words of an organisation.
#[must_use]
pub fn author_keys(name: &Name) -> Vec<String> {
    match name {
        Name::Person { family, .. } => words::surname_keys(family),
        Name::Organisation { name } => words::surname_keys(name).into_iter().take(6).collect(),
    }
}

/// Returns the key of the volume and the first page.
fn place_key(work: &Work) -> Option<u64> {
    place_text(work).map(|text| hash(&text))
}

/// Returns the key that indexes a record by an author and its year; `surname` is one of
/// [`author_keys`].
#[must_use]
pub fn author_year(surname: &str, year: i32) -> String {
    format!("{surname}/{year}")
}

/// Returns the key that indexes a record by its year, volume and first page; `place` is its
/// [`place_text`].
#[must_use]
pub fn dated_place(place: &str, year: i32) -> String {
    format!("{year}/{place}")
}

/// Returns the volume and the first page as one text.
#[must_use]
pub fn place_text(work: &Work) -> Option<String> {
    let volume = digits(work.volume.as_deref()?)?;
    let page = digits(work.pages.as_deref()?)?;
    Some(format!("{volume}/{page}"))
}

/// Returns the first number in `text` without leading zeros, so that `S117-126`, `117--126` and
/// `117` are equal.
fn digits(text: &str) -> Option<String> {
    let start = text.find(|character: char| character.is_ascii_digit())?;
    let number: String = text.get(start..)?.chars().take_while(char::is_ascii_digit).take(12).collect();
    let number = number.trim_start_matches('0');
    (!number.is_empty()).then(|| number.to_owned())
}

/// The cosine similarity of two titles, with words weighted by their rarity.
fn cosine(left: &[u64], right: &[u64], weight: &dyn Fn(u64) -> f32) -> f32 {
    let (mut i, mut j) = (0, 0);
    let (mut shared, mut lefts, mut rights) = (0.0_f32, 0.0_f32, 0.0_f32);
    loop {
        match (left.get(i), right.get(j)) {
            (Some(a), Some(b)) if a == b => {
                let weight = weight(*a);
                shared += weight;
                lefts += weight;
                rights += weight;
                i += 1;
                j += 1;
            }
            (Some(a), Some(b)) if a < b => {
                lefts += weight(*a);
                i += 1;
            }
            (_, Some(b)) => {
                rights += weight(*b);
                j += 1;
            }
            (Some(a), None) => {
                lefts += weight(*a);
                i += 1;
            }
            (None, None) => break,
        }
    }
    if shared > 0.0 { shared / (lefts * rights).sqrt() } else { 0.0 }
}

/// The minimum length of a word to correct: shorter words have too many neighbours.
pub const MIN_MISSPELT_LENGTH: usize = 5;

/// Returns the words of the title with each word of `missing` replaced by the nearest word of
/// `vocabulary`; `None` if none of them has a near one.
#[must_use]
pub fn corrected(work: &Work, missing: &[&str], vocabulary: &[String]) -> Option<Box<[u64]>> {
    let title = work.full_title()?;
    let mut any = false;
    let mut out: Vec<u64> = words::stems(&title)
        .into_iter()
        .map(|word| {
            let near = if missing.contains(&word.as_str()) { nearest(&word, vocabulary) } else { None };
            any |= near.is_some();
            hash(near.unwrap_or(&word))
        })
        .collect();
    out.sort_unstable();
    out.dedup();
    any.then(|| out.into_boxed_slice())
}

/// Returns the word of `vocabulary` that `word` may be a misspelling of: within one edit, or two
/// for a long word.
pub(crate) fn nearest<'a>(word: &str, vocabulary: impl IntoIterator<Item = &'a String>) -> Option<&'a str> {
    if word.len() < MIN_MISSPELT_LENGTH {
        return None;
    }
    let allowed = if word.len() < 9 { 1 } else { 2 };
    let comparator = osa::BatchComparator::new(word.bytes());
    let mut best: Option<(usize, &str)> = None;
    for other in vocabulary {
        if let Some(distance) =
            comparator.distance_with_args(other.bytes(), &osa::Args::default().score_cutoff(allowed))
            && best.is_none_or(|(known, _)| distance < known)
        {
            best = Some((distance, other));
        }
    }
    best.map(|(_, word)| word)
}

/// Hashes a word. The result is stored in the library, so it must be the same on every machine and
/// in every version.
#[must_use]
pub fn hash(text: &str) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    hasher.write(text.as_bytes());
    hasher.finish()
}

struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Keeps the best candidates, and all others that share a title with one of them. `found` must be
/// sorted, best first.
#[must_use]
pub fn keep_best<T>(found: Vec<T>, traits: impl Fn(&T) -> &WorkFeatures) -> Vec<T> {
    let kept: Vec<u64> =
        found.iter().take(MAX_CANDIDATES).filter_map(|candidate| traits(candidate).title_key).collect();
    found
        .into_iter()
        .enumerate()
        .filter(|(number, candidate)| {
            *number < MAX_CANDIDATES || traits(candidate).title_key.is_some_and(|key| kept.contains(&key))
        })
        .map(|(_, candidate)| candidate)
        .take(MAX_CANDIDATES_WITH_SAME_TITLE)
        .collect()
}
