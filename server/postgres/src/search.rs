//! Searching for words: what a person looks for, and what is about a subject.

use crate::error::DatabaseError;
use crate::read::Reader;
use crate::terms::{indexed_word, surname_word, year_word};
use crate::word_query::{QueryWord, any_of, query_term, rarity};
use referee_literature::search_text;
use referee_records::record::Record;
use referee_records::words;
use std::collections::HashMap;

/// How many words are asked for at most; a long sentence is told by its rarest.
const MAX_WORDS: usize = 24;

/// How many titles may have the words together that are each asked for alone; some ten times as many abstracts have them,
/// and each that is found is unpacked and ranked.
const MAX_SINGLE_WORD_TITLES: i64 = 300;

/// What a year or a surname counts, beside words.
const YEAR_WEIGHT: f32 = 2.0;
const SURNAME_WEIGHT: f32 = 4.0;

/// In how many titles a surname and a year are taken to stand: nobody counts who has them.
const SURNAME_FOUND: i64 = 10;
const YEAR_FOUND: i64 = 1_000_000;

/// The best statements that a query finds. What a title says weighs more than what an abstract mentions.
const BEST: &str = "
    SELECT s.id, s.key, s.record
    FROM (
        SELECT c.id, (
            SELECT sum(w.weight * ts_rank('{0.3, 0.4, 0.6, 1.0}', c.body, w.word::tsquery))
            FROM unnest($2::text[], $3::real[]) AS w(word, weight)
        ) AS score
        FROM referee.statement c
        WHERE c.body @@ $1::text::tsquery
        ORDER BY score DESC, c.id
        LIMIT $4
    ) AS best
    JOIN referee.statement s ON s.id = best.id
    ORDER BY best.score DESC, best.id";

impl Reader<'_> {
    /// The records about the subject that `text` names, best first.
    pub(crate) async fn about(&mut self, text: &str, limit: usize) -> Result<Vec<Record>, DatabaseError> {
        let words = self.rarest_roots(text).await?;
        // Two statements about one work become one record.
        let wanted = limit.saturating_add(limit / 4 + 4).min(10_000);
        let mut records = self.best(&words, &[], wanted).await?;
        records.truncate(limit);
        Ok(records)
    }

    /// The records that a person means by `query`, best first.
    pub(crate) async fn search(&mut self, query: &str, limit: usize) -> Result<Vec<Record>, DatabaseError> {
        if let Some(identifier) = search_text::identifier_in(query) {
            let found = self.get(&identifier).await?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let phrase = |roots: Vec<String>| -> String {
            roots.iter().map(|root| query_term(root)).collect::<Vec<_>>().join(" <-> ")
        };
        let phrases: Vec<String> = search_text::phrases(query).map(phrase).collect();
        let mut words = self.rarest_roots(query).await?;
        for year in search_text::years(query, MAX_WORDS) {
            let text = year_word(i32::from(year));
            words.push(QueryWord { text, found: YEAR_FOUND, weight: YEAR_WEIGHT });
        }
        for name in words::surname_keys(query).iter().take(MAX_WORDS) {
            let text = surname_word(name);
            words.push(QueryWord { text, found: SURNAME_FOUND, weight: SURNAME_WEIGHT });
        }
        words.sort_by_key(|word| word.found);
        let mut records = self.best(&words, &phrases, limit.saturating_mul(2).min(10_000)).await?;
        records.truncate(limit);
        Ok(records)
    }

    /// How much of what `query` says a record has, from 0 to 1.
    pub(crate) async fn coverage(&mut self, query: &str, record: &Record) -> Result<f32, DatabaseError> {
        if search_text::names_identifier_of(query, record) {
            return Ok(1.0);
        }
        let roots = search_text::content_roots(query);
        let (counts, statements) = self.counts(&roots).await?;
        let weigh = |root: String| {
            let found = counts.get(indexed_word(&root)).copied().unwrap_or(0);
            (root, rarity(statements, found))
        };
        let weighted: Vec<(String, f32)> = roots.into_iter().map(weigh).collect();
        Ok(search_text::covered_share(&weighted, record))
    }

    /// In how many titles each of some roots stands, and how many statements there are.
    async fn counts(&self, words: &[String]) -> Result<(HashMap<String, i64>, i64), DatabaseError> {
        let asked: Vec<&str> = words.iter().map(|word| indexed_word(word)).collect();
        let sql = "SELECT word, found FROM referee.title_root WHERE word = ANY($1::text[]) AND found > 0";
        let rows = self.rows(sql, &[&asked]).await?;
        let (_, statements) = self.state().await?;
        Ok((rows.iter().map(|row| (row.get(0), row.get(1))).collect(), statements))
    }

    /// The roots of the words of a text, those that stand in the fewest titles first: one that stands in none may stand in
    /// an abstract. Words of grammar are left out where there are others.
    async fn rarest_roots(&self, text: &str) -> Result<Vec<QueryWord>, DatabaseError> {
        let roots = search_text::subject_roots(text);
        let (counts, statements) = self.counts(&roots).await?;
        let mut found: Vec<(i64, String)> = roots
            .into_iter()
            .map(|root| (counts.get(indexed_word(&root)).copied().unwrap_or(0), root))
            .collect();
        found.sort();
        found.truncate(MAX_WORDS);
        let word = |(found, root)| QueryWord::by_rarity(root, found, statements);
        Ok(found.into_iter().map(word).collect())
    }

    /// The records that have these words, best first; each phrase has to stand in them.
    async fn best(
        &mut self,
        words: &[QueryWord],
        phrases: &[String],
        limit: usize,
    ) -> Result<Vec<Record>, DatabaseError> {
        let any = any_of(&words.iter().collect::<Vec<_>>(), MAX_SINGLE_WORD_TITLES);
        let query = match (any, phrases) {
            (None, []) => return Ok(Vec::new()),
            (Some(any), []) => any,
            // A phrase says more than that one of its words is there.
            (_, phrases) => {
                let all: Vec<String> = phrases.iter().map(|phrase| format!("({phrase})")).collect();
                all.join(" & ")
            }
        };
        let quoted: Vec<String> = words.iter().map(QueryWord::quoted).collect();
        let weights: Vec<f32> = words.iter().map(|word| word.weight).collect();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.rows(BEST, &[&query, &quoted, &weights, &limit]).await?;
        let ids = self.keep(&rows);
        self.distinct(&ids).await
    }
}
