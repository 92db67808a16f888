//! Finding candidates by title, author, year and place, and searching for words.

use super::snapshot::Snapshot;
use crate::candidates::{self, WorkFeatures, author_year, dated_place};
use referee_bibliography::{Identifier, Work};
use referee_records::merge::{Merged, Statement};
use referee_records::record::Record;
use referee_records::words;
use referee_text::stem;
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, FuzzyTermQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, Term};

/// How many words of a title are asked for: the rarest. Those that stand everywhere cost the most and tell
/// nothing.
const MAX_TITLE_WORDS: usize = 8;

/// How many of them come from the main title, where the record may lack the subtitle.
const MAX_MAIN_TITLE_WORDS: usize = 4;

/// A word that more records have than this is asked for only where there are fewer than [`MIN_ASKED_WORDS`] rarer ones:
/// in a large library it costs much and tells little.
const COMMON_WORD_RECORDS: u64 = 20_000;
const MIN_ASKED_WORDS: usize = 4;

/// How many documents are compared in full, for each way to find them.
const MAX_BY_TITLE: usize = 24;
const MAX_BY_AUTHOR: usize = 12;
const MAX_BY_PLACE: usize = 24;
const MAX_SAME_TITLE: usize = 64;

/// How many words of a search are looked up, of each kind.
const MAX_SEARCH_WORDS: usize = 32;

/// Below this likeness, words that no record has may be misspelt.
const DOUBTFUL_LIKENESS: f32 = 0.6;

/// A word that is asked for, with the number of records that have it.
struct TitleWord {
    text: String,
    found: u64,
}

impl Snapshot {
    /// See [`super::Library::like`].
    pub(super) fn like(&self, work: &Work) -> tantivy::Result<Vec<Record>> {
        let mut wanted = WorkFeatures::of(work);
        let title_words = self.title_words(work)?;
        let mut addresses: HashSet<DocAddress> = HashSet::new();
        if let Some(key) = wanted.title_key {
            let term = Term::from_field_u64(self.fields.title_key, key);
            addresses.extend(self.with_term(&term, MAX_SAME_TITLE)?);
        }
        let clauses = self.title_clauses(&title_words);
        addresses.extend(self.top(clauses, MAX_BY_TITLE)?);
        if let (Some(place), Some(year)) = (candidates::place_text(work), work.year()) {
            for year in adjacent_years(year) {
                let term = dated_place(&place, year);
                addresses.extend(self.with_text(self.fields.place, &term, MAX_BY_PLACE)?);
            }
        }
        addresses.extend(self.by_author(work, &title_words)?);
        let weights = self.weights(&title_words);
        let weight = |word: u64| weights.get(&word).copied().unwrap_or(RARE_WORD_WEIGHT);
        let mut scored = self.scored(&wanted, &addresses, &weight)?;
        if !scored.first().is_some_and(|(score, ..)| *score > DOUBTFUL_LIKENESS)
            && let Some(clauses) = self.fuzzy_clauses(&title_words)
        {
            let more = self.top(clauses, MAX_BY_TITLE)?;
            let missing = title_words.iter().filter(|word| word.found == 0).map(|word| word.text.as_str());
            let vocabulary = self.vocabulary(&more)?;
            wanted.titles.extend(candidates::corrected(work, &missing.collect::<Vec<_>>(), &vocabulary));
            addresses.extend(more);
            scored = self.scored(&wanted, &addresses, &weight)?;
        }
        let kept = candidates::keep_best(scored, |(_, _, traits)| traits);
        self.distinct(kept.into_iter().map(|(_, address, _)| address))
    }

    /// The records of these documents, merged with what belongs to them, in this order.
    pub(super) fn distinct(
        &self,
        addresses: impl Iterator<Item = DocAddress>,
    ) -> tantivy::Result<Vec<Record>> {
        let mut out = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        for address in addresses {
            let Some(statement) = self.statement(address)? else { continue };
            // Of what hangs together only the record that this document is part of was found.
            let merged = self.merged(vec![address], &[])?;
            if let Some(Merged { keys, record }) =
                merged.into_iter().find(|merged| merged.keys.contains(&statement.key))
                && keys.into_iter().next().is_some_and(|best| seen.insert(best))
            {
                out.push(record);
            }
        }
        Ok(out)
    }

    fn scored(
        &self,
        wanted: &WorkFeatures,
        addresses: &HashSet<DocAddress>,
        weight: &dyn Fn(u64) -> f32,
    ) -> tantivy::Result<Vec<(f32, DocAddress, WorkFeatures)>> {
        let mut scored = Vec::with_capacity(addresses.len());
        for &address in addresses {
            let Some(Statement { record, .. }) = self.statement(address)? else { continue };
            let traits = WorkFeatures::of(&record.work);
            let score = wanted.likeness(&traits, weight);
            if score > 0.15 {
                scored.push((score, address, traits));
            }
        }
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        Ok(scored)
    }

    /// The words of the titles of these documents.
    fn vocabulary(&self, addresses: &[DocAddress]) -> tantivy::Result<Vec<String>> {
        let mut out = Vec::new();
        for &address in addresses {
            let Some(Statement { record, .. }) = self.statement(address)? else { continue };
            out.extend(candidates::title_variants(&record.work).iter().flat_map(|title| words::stems(title)));
        }
        out.sort_unstable();
        out.dedup();
        Ok(out)
    }

    /// The words of the title that are asked for, the rarest first, those that no record has before them.
    fn title_words(&self, work: &Work) -> tantivy::Result<Vec<TitleWord>> {
        let variants = candidates::title_variants(work);
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
            let mut found = Vec::with_capacity(texts.len());
            for text in texts {
                let term = Term::from_field_text(self.fields.title, &text);
                found.push(TitleWord { found: self.searcher.doc_freq(&term)?, text });
            }
            found.sort_by_key(|word| word.found);
            for word in found.into_iter().take(limit) {
                if !kept.iter().any(|known| known.text == word.text) {
                    kept.push(word);
                }
            }
        }
        kept.sort_by_key(|word| word.found);
        Ok(kept)
    }

    fn title_clauses(&self, words: &[TitleWord]) -> Vec<(Occur, Box<dyn Query>)> {
        // The rarest come first.
        let known = words.iter().filter(|word| word.found > 0).take(MAX_TITLE_WORDS).enumerate();
        known
            .take_while(|(place, word)| *place < MIN_ASKED_WORDS || word.found <= COMMON_WORD_RECORDS)
            .map(|(_, word)| {
                (Occur::Should, self.term(self.fields.title, &word.text, IndexRecordOption::WithFreqs))
            })
            .collect()
    }

    /// The same with the neighbours of words that no record has; `None` where there is no such word.
    fn fuzzy_clauses(&self, words: &[TitleWord]) -> Option<Vec<(Occur, Box<dyn Query>)>> {
        let mut clauses = self.title_clauses(words);
        let exact = clauses.len();
        for word in words
            .iter()
            .filter(|word| word.found == 0 && word.text.chars().count() >= candidates::MIN_MISSPELT_LENGTH)
            .take(3)
        {
            let term = Term::from_field_text(self.fields.title, &word.text);
            // Neighbours all have the same weight: one word found is worth what a rare word is.
            let query = FuzzyTermQuery::new(term, 1, true);
            clauses.push((Occur::Should, Box::new(BoostQuery::new(Box::new(query), 8.0))));
        }
        (clauses.len() > exact).then_some(clauses)
    }

    /// Records of the first author from about that year; the words of the title put them in order.
    fn by_author(&self, work: &Work, words: &[TitleWord]) -> tantivy::Result<Vec<DocAddress>> {
        let (Some(author), Some(year)) = (work.authors.first(), work.year()) else { return Ok(Vec::new()) };
        let mut who: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for key in candidates::author_keys(author).iter().take(3) {
            for year in adjacent_years(year) {
                who.push((
                    Occur::Should,
                    self.term(self.fields.author_year, &author_year(key, year), IndexRecordOption::Basic),
                ));
            }
        }
        if who.is_empty() {
            return Ok(Vec::new());
        }
        let mut clauses = self.title_clauses(words);
        for name in [&work.container, &work.container_short].into_iter().flatten() {
            clauses.push((
                Occur::Should,
                self.term(self.fields.journal, &words::journal_key(name), IndexRecordOption::Basic),
            ));
        }
        clauses.push((Occur::Must, Box::new(BoostQuery::new(Box::new(BooleanQuery::new(who)), 0.1))));
        self.top(clauses, MAX_BY_AUTHOR)
    }

    pub(super) fn term(&self, field: Field, text: &str, option: IndexRecordOption) -> Box<dyn Query> {
        Box::new(TermQuery::new(Term::from_field_text(field, text), option))
    }

    pub(super) fn top(
        &self,
        clauses: Vec<(Occur, Box<dyn Query>)>,
        limit: usize,
    ) -> tantivy::Result<Vec<DocAddress>> {
        if clauses.is_empty() || limit == 0 {
            return Ok(Vec::new());
        }
        let found = self
            .searcher
            .search(&BooleanQuery::new(clauses), &TopDocs::with_limit(limit).order_by_score())?;
        Ok(found.into_iter().map(|(_, address)| address).collect())
    }

    /// How rare the words are that were asked for.
    fn weights(&self, words: &[TitleWord]) -> FxHashMap<u64, f32> {
        #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
        let all = self.searcher.num_docs() as f32;
        words
            .iter()
            .map(|word| {
                #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
                let found = word.found as f32;
                (candidates::hash(&word.text), (1.0 + (all + 1.0) / (found + 0.5)).ln())
            })
            .collect()
    }

    /// See [`super::Library::search`].
    pub(super) fn search(&self, query: &str, limit: usize) -> tantivy::Result<Vec<Record>> {
        if let Some(identifier) = identifier_in(query) {
            let found = self.get(&identifier)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for phrase in quoted(query) {
            let roots = stem::roots(phrase);
            if let [_, _, ..] = roots.as_slice() {
                let terms = roots.iter().map(|root| Term::from_field_text(self.fields.text, root)).collect();
                clauses.push((Occur::Must, Box::new(PhraseQuery::new(terms))));
            }
        }
        for root in self.rarest_roots(query)? {
            clauses.push((Occur::Should, self.term(self.fields.text, &root, IndexRecordOption::WithFreqs)));
        }
        for word in words::stems(query).iter().take(MAX_SEARCH_WORDS) {
            if let Some(year) = word.parse::<u64>().ok().filter(|year| (1800..2200).contains(year)) {
                let term = Term::from_field_u64(self.fields.year, year);
                clauses.push((
                    Occur::Should,
                    Box::new(BoostQuery::new(Box::new(TermQuery::new(term, IndexRecordOption::Basic)), 2.0)),
                ));
            }
        }
        for name in words::surname_keys(query).iter().take(MAX_SEARCH_WORDS) {
            clauses.push((Occur::Should, self.term(self.fields.author, name, IndexRecordOption::Basic)));
        }
        // Two statements about one work become one record.
        let found = self.top(clauses, limit.saturating_mul(2).min(10_000))?;
        let mut records = self.distinct(found.into_iter())?;
        records.truncate(limit);
        Ok(records)
    }
}

/// What stands in quotation marks.
fn quoted(query: &str) -> impl Iterator<Item = &str> {
    query.split(['"', '“', '”', '„']).skip(1).step_by(2)
}

/// The weight of a word of a record that was not asked for.
const RARE_WORD_WEIGHT: f32 = 5.0;

fn adjacent_years(year: i32) -> impl Iterator<Item = i32> {
    year.saturating_sub(1)..=year.saturating_add(1)
}

/// The identifier that `query` is as a whole. A bare number is one only where it cannot be a year.
fn identifier_in(query: &str) -> Option<Identifier> {
    let query = query.trim();
    if query.contains(char::is_whitespace) && !query.contains(':') {
        return None;
    }
    Identifier::parse(query).filter(|_| query.len() > 4)
}
