//! Searching for words: what a person looks for, and what is about a subject.

use crate::error::DatabaseError;
use crate::read::{Reader, StoredStatement};
use crate::terms::{indexed_word, quoted_word, surname_word, year_word};
use crate::title_match::rarity;
use referee_bibliography::Identifier;
use referee_records::record::Record;
use referee_records::words;
use referee_text::stem;
use std::collections::{HashMap, HashSet};

/// How many words are asked for at most; a long sentence is told by its rarest.
const MAX_WORDS: usize = 24;

/// How many titles may have the words together that are each asked for alone; some ten times as many abstracts have them,
/// and each that is found is unpacked and ranked. Of the words behind, two have to stand in one statement.
const MAX_SINGLE_WORD_TITLES: i64 = 300;

/// How many of the words behind are asked for in pairs.
const MAX_PAIRED_WORDS: usize = 4;

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

/// A word that is asked for, quoted, with the number of titles that have it and what it counts.
struct SearchWord {
    quoted: String,
    found: i64,
    weight: f32,
}

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
        if let Some(identifier) = identifier_in(query) {
            let found = self.get(&identifier).await?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let mut phrases = Vec::new();
        for phrase in query.split(['"', '“', '”', '„']).skip(1).step_by(2) {
            let roots = stem::roots(phrase);
            if let [_, _, ..] = roots.as_slice() {
                let quoted: Vec<String> = roots.iter().map(|root| quoted(root)).collect();
                phrases.push(quoted.join(" <-> "));
            }
        }
        let mut words = self.rarest_roots(query).await?;
        for word in words::stems(query).iter().take(MAX_WORDS) {
            if let Some(year) = word.parse::<i32>().ok().filter(|year| (1800..2200).contains(year)) {
                words.push(SearchWord {
                    quoted: quoted(&year_word(year)),
                    found: YEAR_FOUND,
                    weight: YEAR_WEIGHT,
                });
            }
        }
        for name in words::surname_keys(query).iter().take(MAX_WORDS) {
            let quoted = quoted(&surname_word(name));
            words.push(SearchWord { quoted, found: SURNAME_FOUND, weight: SURNAME_WEIGHT });
        }
        words.sort_by_key(|word| word.found);
        let mut records = self.best(&words, &phrases, limit.saturating_mul(2).min(10_000)).await?;
        records.truncate(limit);
        Ok(records)
    }

    /// How much of what `query` says a record has, from 0 to 1.
    pub(crate) async fn coverage(&mut self, query: &str, record: &Record) -> Result<f32, DatabaseError> {
        let work = &record.work;
        if Identifier::parse(query).is_some_and(|wanted| work.identifiers.iter().any(|own| *own == wanted)) {
            return Ok(1.0);
        }
        let full_title = work.full_title();
        let texts = [&full_title, &work.original_title, &work.summary, &work.container];
        let surnames: Vec<String> = work.authors.iter().map(|name| name.surname().to_string()).collect();
        let year = work.year().map(|year| year.to_string());
        let mut own: HashSet<String> = HashSet::new();
        let all = texts.into_iter().flatten().chain(&record.subjects).chain(&surnames).chain(&year);
        for text in all {
            own.extend(stem::roots(text));
        }
        let mut roots = stem::roots(query);
        roots.sort_unstable();
        roots.dedup();
        roots.retain(|root| !words::is_function_word(root));
        let (counts, statements) = self.counts(&roots).await?;
        let (mut met, mut whole) = (0.0_f32, 0.0_f32);
        for root in roots {
            let found = counts.get(indexed_word(&root)).copied().unwrap_or(0);
            let rarity = rarity(statements, found);
            whole += rarity;
            if own.contains(&root) {
                met += rarity;
            }
        }
        Ok(if whole > 0.0 { met / whole } else { 0.0 })
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
    async fn rarest_roots(&self, text: &str) -> Result<Vec<SearchWord>, DatabaseError> {
        let mut roots = stem::roots(text);
        roots.sort_unstable();
        roots.dedup();
        if !roots.iter().all(|root| words::is_function_word(root)) {
            roots.retain(|root| !words::is_function_word(root));
        }
        let (counts, statements) = self.counts(&roots).await?;
        let mut found: Vec<(i64, String)> = roots
            .into_iter()
            .map(|root| (counts.get(indexed_word(&root)).copied().unwrap_or(0), root))
            .collect();
        found.sort();
        found.truncate(MAX_WORDS);
        let word = |(found, root): (i64, String)| SearchWord {
            quoted: quoted(&root),
            found,
            weight: rarity(statements, found),
        };
        Ok(found.into_iter().map(word).collect())
    }

    /// The records that have these words, best first; each phrase has to stand in them.
    async fn best(
        &mut self,
        words: &[SearchWord],
        phrases: &[String],
        limit: usize,
    ) -> Result<Vec<Record>, DatabaseError> {
        let any = any_of(words);
        let query = match (any, phrases) {
            (None, []) => return Ok(Vec::new()),
            (Some(any), []) => any,
            // A phrase says more than that one of its words is there.
            (_, phrases) => {
                let all: Vec<String> = phrases.iter().map(|phrase| format!("({phrase})")).collect();
                all.join(" & ")
            }
        };
        let quoted: Vec<&str> = words.iter().map(|word| word.quoted.as_str()).collect();
        let weights: Vec<f32> = words.iter().map(|word| word.weight).collect();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.rows(BEST, &[&query, &quoted, &weights, &limit]).await?;
        let mut ids = Vec::with_capacity(rows.len());
        for statement in rows.iter().filter_map(|row| StoredStatement::of(row, 0)) {
            ids.push(statement.id);
            self.remember(statement);
        }
        self.distinct(&ids).await
    }
}

/// The query for statements with any of these words, the rarest first: rare ones alone, common ones two at a time.
fn any_of(words: &[SearchWord]) -> Option<String> {
    let mut total: i64 = 0;
    let alone = words
        .iter()
        .take_while(|word| {
            total = total.saturating_add(word.found);
            total <= MAX_SINGLE_WORD_TITLES
        })
        .count();
    let (single, common) = words.split_at(alone);
    let mut clauses: Vec<String> = single.iter().map(|word| word.quoted.clone()).collect();
    let paired: Vec<&SearchWord> = common.iter().take(MAX_PAIRED_WORDS).collect();
    for (number, word) in paired.iter().enumerate() {
        let others = paired.iter().skip(number + 1);
        clauses.extend(others.map(|other| format!("({} & {})", word.quoted, other.quoted)));
    }
    if clauses.is_empty() {
        clauses.extend(paired.first().map(|word| word.quoted.clone()));
    }
    (!clauses.is_empty()).then(|| clauses.join(" | "))
}

fn quoted(word: &str) -> String {
    let mut out = String::new();
    quoted_word(indexed_word(word), &mut out);
    out
}

/// The identifier that `query` is as a whole. A bare number is one only where it cannot be a year.
fn identifier_in(query: &str) -> Option<Identifier> {
    let query = query.trim();
    if query.contains(char::is_whitespace) && !query.contains(':') {
        return None;
    }
    Identifier::parse(query).filter(|_| query.len() > 4)
}
