//! Finds candidates by title, author, year and place, and searches for words.

use super::snapshot::Snapshot;
use crate::candidates::{
    self, DOUBTFUL_LIKENESS, MAX_TITLE_WORDS, MIN_LIKENESS, RARE_WORD_WEIGHT, TitleWord, WorkFeatures,
    adjacent_years, author_year, dated_place,
};
use crate::search_text;
use referee_bibliography::Work;
use referee_records::merge::{Merged, Statement};
use referee_records::record::Record;
use referee_records::words;
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, FuzzyTermQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, Term};

/// A word in more records than this is only looked up if there are fewer than [`MIN_ASKED_WORDS`]
/// rarer ones: in a large library it is expensive and discriminates little.
const COMMON_WORD_RECORDS: u64 = 20_000;
const MIN_ASKED_WORDS: usize = 4;

/// The maximum number of documents to compare in full, for each way of finding them.
const MAX_BY_TITLE: usize = 24;
const MAX_BY_AUTHOR: usize = 12;
const MAX_BY_PLACE: usize = 24;
const MAX_SAME_TITLE: usize = 64;

/// The maximum number of words of a query that are looked up, per field.
const MAX_SEARCH_WORDS: usize = 32;

impl Snapshot {
    /// See [`super::Library::like`].
    pub(super) fn like(&self, work: &Work) -> tantivy::Result<Vec<Record>> {
        let mut wanted = WorkFeatures::of(work);
        let title_words = candidates::title_words(work, |word| {
            self.searcher.doc_freq(&Term::from_field_text(self.fields.title, word))
        })?;
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
        self.distinct(kept.into_iter().map(|(_, address, _)| address), usize::MAX)
    }

    /// Returns the record that the statement in a document belongs to, merged with related
    /// statements.
    pub(super) fn record_with(
        &self,
        address: DocAddress,
        statement: Statement,
    ) -> tantivy::Result<Option<Merged>> {
        // Of the merged records, only the one that contains this statement is a match.
        let key = statement.key.clone();
        let merged = self.merged(Vec::new(), Some((address, statement)), &[])?;
        Ok(merged.into_iter().find(|merged| merged.keys.contains(&key)))
    }

    /// Returns the records of these documents, merged with related statements, in this order and
    /// without duplicates. Stops after `limit` records without reading further documents.
    pub(super) fn distinct(
        &self,
        addresses: impl Iterator<Item = DocAddress>,
        limit: usize,
    ) -> tantivy::Result<Vec<Record>> {
        let mut out = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        for address in addresses {
            if out.len() >= limit {
                break;
            }
            let Some(statement) = self.statement(address)? else { continue };
            if let Some(Merged { keys, record }) = self.record_with(address, statement)?
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
            if score > MIN_LIKENESS {
                scored.push((score, address, traits));
            }
        }
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        Ok(scored)
    }

    /// Returns the words of the titles of these documents.
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

    fn title_clauses(&self, words: &[TitleWord]) -> Vec<(Occur, Box<dyn Query>)> {
        // The rarest words come first.
        let known = words.iter().filter(|word| word.found > 0).take(MAX_TITLE_WORDS).enumerate();
        known
            .take_while(|(place, word)| *place < MIN_ASKED_WORDS || word.found <= COMMON_WORD_RECORDS)
            .map(|(_, word)| {
                (Occur::Should, self.term(self.fields.title, &word.text, IndexRecordOption::WithFreqs))
            })
            .collect()
    }

    /// Returns the clauses of a title search that matches unknown words by similar spellings;
    /// `None` if all words are known.
    fn fuzzy_clauses(&self, words: &[TitleWord]) -> Option<Vec<(Occur, Box<dyn Query>)>> {
        let mut clauses = self.title_clauses(words);
        let exact = clauses.len();
        for word in words
            .iter()
            .filter(|word| word.found == 0 && word.text.chars().count() >= candidates::MIN_MISSPELT_LENGTH)
            .take(3)
        {
            let term = Term::from_field_text(self.fields.title, &word.text);
            // All similar spellings get the same weight, that of a rare word.
            let query = FuzzyTermQuery::new(term, 1, true);
            clauses.push((Occur::Should, Box::new(BoostQuery::new(Box::new(query), 8.0))));
        }
        (clauses.len() > exact).then_some(clauses)
    }

    /// Returns records of the first author from about that year, ranked by the words of the title.
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

    /// Returns the rarity of each query word.
    fn weights(&self, words: &[TitleWord]) -> FxHashMap<u64, f32> {
        let all = self.count();
        let weight = |word: &TitleWord| (candidates::hash(&word.text), candidates::rarity(all, word.found));
        words.iter().map(weight).collect()
    }

    /// See [`super::Library::search`].
    pub(super) fn search(&self, query: &str, limit: usize) -> tantivy::Result<Vec<Record>> {
        if let Some(identifier) = search_text::identifier_in(query) {
            let found = self.get(&identifier)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for roots in search_text::phrases(query) {
            let terms = roots.iter().map(|root| Term::from_field_text(self.fields.text, root)).collect();
            clauses.push((Occur::Must, Box::new(PhraseQuery::new(terms))));
        }
        for root in self.rarest_roots(query)? {
            clauses.push((Occur::Should, self.term(self.fields.text, &root, IndexRecordOption::WithFreqs)));
        }
        for year in search_text::years(query, MAX_SEARCH_WORDS) {
            let term = Term::from_field_u64(self.fields.year, u64::from(year));
            clauses.push((
                Occur::Should,
                Box::new(BoostQuery::new(Box::new(TermQuery::new(term, IndexRecordOption::Basic)), 2.0)),
            ));
        }
        for name in words::surname_keys(query).iter().take(MAX_SEARCH_WORDS) {
            clauses.push((Occur::Should, self.term(self.fields.author, name, IndexRecordOption::Basic)));
        }
        // Fetch more documents than needed, since several statements about one work become one
        // record.
        let found = self.top(clauses, limit.saturating_mul(2).min(10_000))?;
        self.distinct(found.into_iter(), limit)
    }
}
