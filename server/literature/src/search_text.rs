//! Parses library queries of people and programs: identifiers, phrases, years, and words of a
//! subject.
//!
//! Every library uses this parser, so that all libraries give the same answers.

use referee_bibliography::Identifier;
use referee_records::record::Record;
use referee_records::words;
use referee_text::stem;
use std::collections::HashSet;
use std::ops::Range;

/// The numbers that are read as years of publication.
const PUBLICATION_YEARS: Range<u16> = 1800..2200;

/// Returns the identifier that `query` as a whole consists of. A bare number must have at least
/// five digits, since a shorter one may be a year.
#[must_use]
pub fn identifier_in(query: &str) -> Option<Identifier> {
    let query = query.trim();
    if query.contains(char::is_whitespace) && !query.contains(':') {
        return None;
    }
    Identifier::parse(query).filter(|_| query.len() > 4)
}

/// Returns the phrases in quotation marks, each as a list of at least two roots that must be
/// adjacent.
pub fn phrases(query: &str) -> impl Iterator<Item = Vec<String>> {
    let quoted = query.split(['"', '“', '”', '„']).skip(1).step_by(2);
    quoted.map(stem::roots).filter(|roots| roots.len() >= 2)
}

/// Returns the years among the first `limit` words of a query.
pub fn years(query: &str, limit: usize) -> impl Iterator<Item = u16> {
    let numbers = words::stems(query).into_iter().take(limit).filter_map(|word| word.parse::<u16>().ok());
    numbers.filter(|year| PUBLICATION_YEARS.contains(year))
}

/// Returns the distinct roots of the words of a text about a subject. Function words are left out,
/// unless all its words are.
#[must_use]
pub fn subject_roots(text: &str) -> Vec<String> {
    let mut roots = distinct_roots(text);
    if !roots.iter().all(|root| words::is_function_word(root)) {
        roots.retain(|root| !words::is_function_word(root));
    }
    roots
}

/// Returns the distinct roots of the words of a text, without function words.
#[must_use]
pub fn content_roots(text: &str) -> Vec<String> {
    let mut roots = distinct_roots(text);
    roots.retain(|root| !words::is_function_word(root));
    roots
}

fn distinct_roots(text: &str) -> Vec<String> {
    let mut roots = stem::roots(text);
    roots.sort_unstable();
    roots.dedup();
    roots
}

/// Returns whether `query` is an identifier of the record.
#[must_use]
pub fn names_identifier_of(query: &str, record: &Record) -> bool {
    Identifier::parse(query).is_some_and(|wanted| record.work.identifiers.iter().any(|own| *own == wanted))
}

/// Returns the share of the weighted roots that a record contains, from 0 to 1.
#[must_use]
pub fn covered_share(weighted: &[(String, f32)], record: &Record) -> f32 {
    let own = roots_of(record);
    let (mut met, mut whole) = (0.0_f32, 0.0_f32);
    for (root, weight) in weighted {
        whole += weight;
        if own.contains(root) {
            met += weight;
        }
    }
    if whole > 0.0 { met / whole } else { 0.0 }
}

/// Returns the roots of all words in a record: titles, abstract, journal, subjects, surnames and
/// the year.
fn roots_of(record: &Record) -> HashSet<String> {
    let work = &record.work;
    let full_title = work.full_title();
    let texts = [&full_title, &work.original_title, &work.summary, &work.container];
    let surnames: Vec<String> = work.authors.iter().map(|name| name.surname()).collect();
    let year = work.year().map(|year| year.to_string());
    let all = texts.into_iter().flatten().chain(&record.subjects).chain(&surnames).chain(&year);
    all.flat_map(|text| stem::roots(text)).collect()
}
