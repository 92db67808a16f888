//! Searches for words: queries of a person, and records about a subject.

use crate::error::DatabaseError;
use crate::postings::WordUse;
use crate::read::Reader;
use crate::terms::{indexed_word, surname_word, year_word};
use crate::word_lists::{Ranked, WordLists};
use crate::word_query::{QueryWord, groups_of, query_term, rarity};
use referee_literature::search_text;
use referee_records::record::Record;
use referee_records::words;
use std::collections::{HashMap, HashSet};

/// The maximum number of words to look up; a long sentence is represented by its rarest words.
const MAX_WORDS: usize = 24;

/// The maximum total number of titles with words that are each sufficient alone; some ten times as
/// many abstracts contain them.
const MAX_SINGLE_WORD_TITLES: i64 = 300;

/// The weights of a year and of a surname, relative to words.
const YEAR_WEIGHT: f32 = 2.0;
const SURNAME_WEIGHT: f32 = 4.0;

/// The assumed number of titles for a surname and for a year, which are not counted.
const SURNAME_FOUND: i64 = 10;
const YEAR_FOUND: i64 = 1_000_000;

/// The maximum number of statements to fetch at once.
const MAX_PORTION: usize = 5_000;

/// Reads the posting lists of the given words, one per segment.
const LISTS: &str = "
    SELECT w.word, list.postings
    FROM unnest($1::text[]) AS w(word)
    CROSS JOIN referee.posting_segment s
    CROSS JOIN LATERAL (
        SELECT p.postings FROM referee.posting p WHERE p.segment = s.number AND p.word = w.word LIMIT 1
    ) AS list";

/// Returns the length of the posting lists of the given words, in bytes.
const LIST_SIZES: &str = "
    SELECT w.word, sum(list.bytes)::bigint
    FROM unnest($1::text[]) AS w(word)
    CROSS JOIN referee.posting_segment s
    CROSS JOIN LATERAL (
        SELECT octet_length(p.postings) AS bytes FROM referee.posting p
        WHERE p.segment = s.number AND p.word = w.word LIMIT 1
    ) AS list
    GROUP BY w.word";

/// The maximum total length of posting lists that find no statements themselves but only rank those
/// found by others: these are the lists of the most frequent words, which discriminate least.
/// Corresponds to 350,000 statements.
const MAX_RANKING_BYTES: i64 = 1 << 20;

/// Selects those of the given statements that still exist.
const STATEMENTS: &str =
    "SELECT s.id, s.key, s.record FROM referee.statement s WHERE s.id = ANY($1::bigint[])";

/// Selects those of the given statements that contain phrases.
const STATEMENTS_WITH: &str = "SELECT s.id, s.key, s.record FROM referee.statement s
                               WHERE s.id = ANY($1::bigint[]) AND s.words @@ $2::text::tsquery";

impl Reader<'_> {
    /// Returns the records about the subject described by `text`, best first.
    pub(crate) async fn search_subject(
        &mut self,
        text: &str,
        limit: usize,
    ) -> Result<Vec<Record>, DatabaseError> {
        let words = self.rarest_roots(text).await?;
        // Fetch more statements than needed, since several statements about one work become one
        // record.
        let wanted = limit.saturating_add(limit / 4 + 4).min(10_000);
        let mut records = self.best(&words, &[], wanted).await?;
        records.truncate(limit);
        Ok(records)
    }

    /// Returns the records that match a person's `query`, best first.
    pub(crate) async fn search(&mut self, query: &str, limit: usize) -> Result<Vec<Record>, DatabaseError> {
        if let Some(identifier) = search_text::identifier_in(query) {
            let found = self.get(&identifier).await?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let phrases: Vec<Vec<String>> = search_text::phrases(query).collect();
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

    /// Returns the share of `query` that a record contains, from 0 to 1.
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

    /// Returns the number of titles with each of the given roots, and the number of statements.
    async fn counts(&self, words: &[String]) -> Result<(HashMap<String, i64>, i64), DatabaseError> {
        let asked: Vec<&str> = words.iter().map(|word| indexed_word(word)).collect();
        let sql = "SELECT word, found FROM referee.title_root WHERE word = ANY($1::text[]) AND found > 0";
        let rows = self.rows(sql, &[&asked]).await?;
        let (_, statements) = self.state().await?;
        Ok((rows.iter().map(|row| (row.get(0), row.get(1))).collect(), statements))
    }

    /// Returns the roots of the words of a text, those in the fewest titles first; a root in no
    /// title may occur in an abstract. Function words are left out unless all words are.
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

    /// Returns the records with these words, best first; each must contain all phrases.
    async fn best(
        &mut self,
        words: &[QueryWord],
        phrases: &[Vec<String>],
        limit: usize,
    ) -> Result<Vec<Record>, DatabaseError> {
        let list_word = |root: &str| indexed_word(root).to_owned();
        let phrase_words: Vec<String> = phrases.iter().flatten().map(|root| list_word(root)).collect();
        let weighted: Vec<(String, f32)> =
            words.iter().map(|word| (list_word(&word.text), word.weight)).collect();
        let groups: Vec<Vec<String>> = match phrases {
            [] => groups_of(&words.iter().collect::<Vec<_>>(), MAX_SINGLE_WORD_TITLES, list_word),
            // A phrase is more specific than one of its words.
            _ => vec![phrase_words],
        };
        let lists = self.lists(&groups, &weighted).await?;
        let ranked = lists.ranked(&groups, &weighted, WordUse::rank);
        let phrase = |roots: &Vec<String>| -> String {
            let words: Vec<String> = roots.iter().map(|root| query_term(root)).collect();
            format!("({})", words.join(" <-> "))
        };
        let phrases: Vec<String> = phrases.iter().map(phrase).collect();
        let ids = self.first_of(ranked, &phrases.join(" & "), limit).await?;
        self.distinct(&ids).await
    }

    /// Loads the posting lists of the words in `groups`, and of those weighted words, rarest first,
    /// whose lists are short enough.
    pub(crate) async fn lists(
        &self,
        groups: &[Vec<String>],
        weighted: &[(String, f32)],
    ) -> Result<WordLists, DatabaseError> {
        let mut words: Vec<&str> = groups.iter().flatten().map(String::as_str).collect();
        words.sort_unstable();
        words.dedup();
        let ranking: Vec<&str> =
            weighted.iter().map(|(word, _)| word.as_str()).filter(|word| !words.contains(word)).collect();
        if !ranking.is_empty() {
            let rows = self.rows(LIST_SIZES, &[&ranking]).await?;
            let sizes: HashMap<&str, i64> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
            let mut room = MAX_RANKING_BYTES;
            words.extend(ranking.into_iter().filter(|word| {
                let size = sizes.get(word).copied().unwrap_or(0);
                let fits = size <= room;
                room -= if fits { size } else { 0 };
                fits
            }));
        }
        let mut lists = WordLists::default();
        for row in self.rows(LISTS, &[&words]).await? {
            lists.add(row.get(0), row.get(1));
        }
        lists.sort();
        Ok(lists)
    }

    /// Returns the first `limit` of the ranked statements that still exist and match `phrases`,
    /// which is a `tsquery` or empty.
    pub(crate) async fn first_of(
        &mut self,
        mut ranked: Ranked,
        phrases: &str,
        limit: usize,
    ) -> Result<Vec<i64>, DatabaseError> {
        let mut out = Vec::new();
        let mut portion = limit;
        while out.len() < limit {
            let now = ranked.take(portion);
            if now.is_empty() {
                break;
            }
            let rows = match phrases {
                "" => self.rows(STATEMENTS, &[&now]).await?,
                phrases => self.rows(STATEMENTS_WITH, &[&now, &phrases]).await?,
            };
            let there: HashSet<i64> = self.keep(&rows).into_iter().collect();
            out.extend(now.into_iter().filter(|id| there.contains(id)));
            // If few statements remain, larger portions find the others sooner.
            portion = portion.saturating_mul(2).min(MAX_PORTION);
        }
        out.truncate(limit);
        Ok(out)
    }
}
