//! Finding the records that could be a work: by title, author, year and place.
//!
//! The statements are gathered by their indexes and put in order by [`referee_literature::candidates`], as in the library
//! on one machine, so that both give the same answers.

use crate::error::DatabaseError;
use crate::read::{Reader, StoredStatement};
use crate::terms::{author_lookup, indexed_word, place_lookup, quoted_word, title_lookup};
use referee_bibliography::Work;
use referee_literature::candidates::{self, WorkFeatures};
use referee_records::record::Record;
use referee_records::words;
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, HashMap};

/// How many words of a title are asked for: the rarest. [`BY_TITLE`] has this many places.
const MAX_TITLE_WORDS: usize = 8;

/// How many of them come from the main title, where the record may lack the subtitle.
const MAX_MAIN_TITLE_WORDS: usize = 4;

/// How many statements the words may have together that are each asked for alone. Of the words behind, two have to stand
/// in one title.
const MAX_SINGLE_WORD_STATEMENTS: i64 = 1_000;

/// How many of the words behind are asked for in pairs.
const MAX_PAIRED_WORDS: usize = 4;

/// How many statements are compared in full, for each way to find them.
const MAX_BY_TITLE: i64 = 24;
const MAX_BY_AUTHOR: i64 = 12;
const MAX_BY_PLACE: i64 = 24;
const MAX_SAME_TITLE: i64 = 64;

/// How many words near to a misspelt one are looked at.
const MAX_NEIGHBOURS: i64 = 400;

/// How alike the trigrams of a misspelt word and its neighbour are at least: a slip in the middle of a short word
/// leaves two of ten.
const NEIGHBOUR_SIMILARITY: f32 = 0.19;

/// Below this likeness, words that no record has may be misspelt.
const DOUBTFUL_LIKENESS: f32 = 0.6;

/// Below this likeness a statement is no candidate.
const MIN_LIKENESS: f32 = 0.15;

/// The weight of a word of a record that was not asked for.
const RARE_WORD_WEIGHT: f32 = 5.0;

/// What a neighbour of a misspelt word counts.
const NEIGHBOUR_WEIGHT: f32 = 8.0;

/// The best statements for words with weights, among those that a query finds.
///
/// The inner query reads each word once, and not for each title.
const BY_TITLE: &str = "
    SELECT s.id, s.key, s.record
    FROM (
        SELECT c.id
        FROM (
            SELECT $2::text::tsquery AS a, $4::text::tsquery AS b, $6::text::tsquery AS c, $8::text::tsquery AS d,
                   $10::text::tsquery AS e, $12::text::tsquery AS f, $14::text::tsquery AS g, $16::text::tsquery AS h
            OFFSET 0
        ) AS word
        CROSS JOIN referee.statement c
        WHERE c.title @@ $1::text::tsquery
        ORDER BY (
            (c.title @@ word.a)::int * $3::real + (c.title @@ word.b)::int * $5::real
          + (c.title @@ word.c)::int * $7::real + (c.title @@ word.d)::int * $9::real
          + (c.title @@ word.e)::int * $11::real + (c.title @@ word.f)::int * $13::real
          + (c.title @@ word.g)::int * $15::real + (c.title @@ word.h)::int * $17::real
        ) / sqrt(greatest(length(c.title), 1)) DESC, c.id
        LIMIT $18
    ) AS best
    JOIN referee.statement s ON s.id = best.id";

/// The statements of some first authors and years, those first that share words or the journal.
const BY_AUTHOR: &str = "
    SELECT s.id, s.key, s.record
    FROM (
        SELECT c.id
        FROM (SELECT DISTINCT l.statement FROM referee.lookup_key l WHERE l.key = ANY($1::text[])) AS found
        JOIN referee.statement c ON c.id = found.statement
        ORDER BY ts_rank(c.title, $2::text::tsquery) DESC, c.id
        LIMIT $3
    ) AS best
    JOIN referee.statement s ON s.id = best.id";

/// The statements with any of some keys, so many for each.
const BY_KEY: &str = "
    SELECT s.id, s.key, s.record
    FROM unnest($1::text[]) AS wanted(key)
    CROSS JOIN LATERAL (
        SELECT l.statement FROM referee.lookup_key l WHERE l.key = wanted.key ORDER BY l.statement LIMIT $2
    ) AS found
    JOIN referee.statement s ON s.id = found.statement";

/// The words that are alike by their trigrams.
const NEIGHBOURS: &str = "
    SELECT word, found FROM referee.title_word
    WHERE word % $1 AND found > 0 AND length(word) BETWEEN $2 AND $3
    ORDER BY similarity(word, $1) DESC, word LIMIT $4";

/// A word that is asked for, with the number of statements that have it.
#[derive(Clone, Debug)]
struct TitleWord {
    text: String,
    found: i64,
    weight: f32,
}

/// The statements that may be a work, with how alike they are.
type Scored = Vec<(f32, i64, WorkFeatures)>;

impl Reader<'_> {
    /// The records that could be `work`, best first.
    pub(crate) async fn like(&mut self, work: &Work) -> Result<Vec<Record>, DatabaseError> {
        let mut wanted = WorkFeatures::of(work);
        let title_words = self.title_words(work).await?;
        let mut ids: BTreeSet<i64> = BTreeSet::new();
        if let Some(key) = wanted.title_key {
            ids.extend(self.by_key(vec![title_lookup(key)], MAX_SAME_TITLE).await?);
        }
        let known: Vec<&TitleWord> =
            title_words.iter().filter(|word| word.found > 0).take(MAX_TITLE_WORDS).collect();
        if let Some(query) = title_query(&known) {
            ids.extend(self.by_title(&query, &known).await?);
        }
        if let (Some(place), Some(year)) = (candidates::place_text(work), work.year()) {
            let keys = adjacent_years(year).map(|year| place_lookup(&place, year)).collect();
            ids.extend(self.by_key(keys, MAX_BY_PLACE).await?);
        }
        ids.extend(self.by_author(work, &known).await?);
        let weights: FxHashMap<u64, f32> =
            title_words.iter().map(|word| (candidates::hash(&word.text), word.weight)).collect();
        let weight = |word: u64| weights.get(&word).copied().unwrap_or(RARE_WORD_WEIGHT);
        let mut scored = self.scored(&wanted, &ids, &weight);
        if !scored.first().is_some_and(|(score, ..)| *score > DOUBTFUL_LIKENESS) {
            let more = self.by_misspelt(&title_words, &known).await?;
            if !more.is_empty() {
                let missing =
                    title_words.iter().filter(|word| word.found == 0).map(|word| word.text.as_str());
                let vocabulary = self.vocabulary(&more);
                wanted.titles.extend(candidates::corrected(work, &missing.collect::<Vec<_>>(), &vocabulary));
                ids.extend(more);
                scored = self.scored(&wanted, &ids, &weight);
            }
        }
        let kept = candidates::keep_best(scored, |(_, _, features)| features);
        let kept: Vec<i64> = kept.into_iter().map(|(_, id, _)| id).collect();
        self.distinct(&kept).await
    }

    fn scored(&self, wanted: &WorkFeatures, ids: &BTreeSet<i64>, weight: &dyn Fn(u64) -> f32) -> Scored {
        let mut scored = Scored::with_capacity(ids.len());
        for id in ids {
            let Some(stored) = self.statement(*id) else { continue };
            let features = WorkFeatures::of(&stored.record.work);
            let score = wanted.likeness(&features, weight);
            if score > MIN_LIKENESS {
                scored.push((score, *id, features));
            }
        }
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        scored
    }

    /// The words of the titles of these statements.
    fn vocabulary(&self, ids: &[i64]) -> Vec<String> {
        let mut out = Vec::new();
        for stored in ids.iter().filter_map(|id| self.statement(*id)) {
            let titles = candidates::title_variants(&stored.record.work);
            out.extend(titles.iter().flat_map(|title| words::stems(title)));
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The words of the title that are asked for, the rarest first, those that no record has before them.
    async fn title_words(&mut self, work: &Work) -> Result<Vec<TitleWord>, DatabaseError> {
        let variants = candidates::title_variants(work);
        let stems = |title: &String| {
            let mut texts = words::stems(title);
            texts.sort_unstable();
            texts.dedup();
            texts
        };
        let mut all: Vec<String> =
            variants.iter().flat_map(stems).map(|word| indexed_word(&word).to_owned()).collect();
        all.sort_unstable();
        all.dedup();
        if all.is_empty() {
            return Ok(Vec::new());
        }
        // The library on one machine counts the files with its documents, and the weights are to be the same.
        let sql = "SELECT w.word, w.found,
                       (SELECT statements FROM referee.library_state) + (SELECT count(*) FROM referee.import_file)
                   FROM referee.title_word w WHERE w.word = ANY($1::text[])";
        let mut counts: HashMap<String, i64> = HashMap::new();
        let mut statements = 0;
        for row in self.rows(sql, &[&all]).await? {
            counts.insert(row.get(0), row.get(1));
            statements = row.get(2);
        }
        let mut kept: Vec<TitleWord> = Vec::with_capacity(MAX_TITLE_WORDS);
        // The shortest variant is the main title.
        let main = variants.iter().min_by_key(|title| title.len());
        let limits = main
            .into_iter()
            .map(|title| (title, MAX_MAIN_TITLE_WORDS))
            .chain(variants.iter().map(|title| (title, MAX_TITLE_WORDS)));
        for (title, limit) in limits {
            let mut found: Vec<TitleWord> = stems(title)
                .into_iter()
                .map(|text| {
                    let found = counts.get(indexed_word(&text)).copied().unwrap_or(0).max(0);
                    TitleWord { weight: rarity(statements, found), found, text }
                })
                .collect();
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

    /// The statements with any of these keys.
    async fn by_key(&mut self, keys: Vec<String>, limit: i64) -> Result<Vec<i64>, DatabaseError> {
        let rows = self.rows(BY_KEY, &[&keys, &limit]).await?;
        Ok(self.keep(&rows))
    }

    /// The best statements that a query finds in titles.
    async fn by_title(&mut self, query: &str, words: &[&TitleWord]) -> Result<Vec<i64>, DatabaseError> {
        let mut slots: Vec<(String, f32)> = words
            .iter()
            .map(|word| {
                let mut quoted = String::new();
                quoted_word(indexed_word(&word.text), &mut quoted);
                (quoted, word.weight)
            })
            .collect();
        slots.resize(MAX_TITLE_WORDS, (String::new(), 0.0));
        let mut parameters: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> = vec![&query];
        for (word, weight) in &slots {
            parameters.push(word);
            parameters.push(weight);
        }
        parameters.push(&MAX_BY_TITLE);
        let rows = self.rows(BY_TITLE, &parameters).await?;
        Ok(self.keep(&rows))
    }

    /// Records of the first author from about that year; the words of the title put them in order.
    async fn by_author(&mut self, work: &Work, words: &[&TitleWord]) -> Result<Vec<i64>, DatabaseError> {
        let (Some(author), Some(year)) = (work.authors.first(), work.year()) else { return Ok(Vec::new()) };
        let surnames = candidates::author_keys(author);
        let keys: Vec<String> = surnames
            .iter()
            .take(3)
            .flat_map(|key| adjacent_years(year).map(|year| author_lookup(key, year)))
            .collect();
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let any_word = joined(words, " | ");
        let rows = self.rows(BY_AUTHOR, &[&keys, &any_word, &MAX_BY_AUTHOR]).await?;
        Ok(self.keep(&rows))
    }

    /// The statements whose titles have neighbours of words that no record has.
    async fn by_misspelt(
        &mut self,
        words: &[TitleWord],
        known: &[&TitleWord],
    ) -> Result<Vec<i64>, DatabaseError> {
        let missing = words
            .iter()
            .filter(|word| word.found == 0 && word.text.chars().count() >= candidates::MIN_MISSPELT_LENGTH);
        let mut slots: Vec<TitleWord> = Vec::new();
        for word in missing.take(3) {
            self.rows(
                "SELECT set_config('pg_trgm.similarity_threshold', $1, false)",
                &[&NEIGHBOUR_SIMILARITY.to_string()],
            )
            .await?;
            let length = i32::try_from(word.text.chars().count()).unwrap_or(i32::MAX);
            let (shortest, longest) = (length.saturating_sub(1), length.saturating_add(1));
            let rows = self.rows(NEIGHBOURS, &[&word.text, &shortest, &longest, &MAX_NEIGHBOURS]).await?;
            for row in rows {
                let neighbour: String = row.get(0);
                if is_one_slip(&word.text, &neighbour) {
                    slots.push(TitleWord { text: neighbour, found: row.get(1), weight: NEIGHBOUR_WEIGHT });
                }
            }
        }
        if slots.is_empty() {
            return Ok(Vec::new());
        }
        slots.sort_by_key(|word| word.found);
        slots.truncate(MAX_TITLE_WORDS);
        let query: Vec<&TitleWord> = slots.iter().collect();
        let Some(mut text) = title_query(&query) else { return Ok(Vec::new()) };
        if let Some(exact) = title_query(known) {
            text = format!("{text} | {exact}");
        }
        let mut ranked = query;
        ranked.extend(known.iter().copied());
        ranked.truncate(MAX_TITLE_WORDS);
        self.by_title(&text, &ranked).await
    }

    /// Remembers the statements of these rows, and gives their numbers.
    fn keep(&mut self, rows: &[tokio_postgres::Row]) -> Vec<i64> {
        let mut ids = Vec::with_capacity(rows.len());
        for statement in rows.iter().filter_map(|row| StoredStatement::of(row, 0)) {
            ids.push(statement.id);
            self.remember(statement);
        }
        ids
    }
}

/// How much a word tells that so many of all statements have; as in the library on one machine.
#[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
pub(crate) fn rarity(statements: i64, found: i64) -> f32 {
    (1.0 + (statements as f32 + 1.0) / (found as f32 + 0.5)).ln()
}

/// The query for titles with these words, the rarest first: rare ones alone, common ones two at a time.
fn title_query(words: &[&TitleWord]) -> Option<String> {
    let mut total: i64 = 0;
    let alone = words
        .iter()
        .take_while(|word| {
            total = total.saturating_add(word.found);
            total <= MAX_SINGLE_WORD_STATEMENTS
        })
        .count();
    let (single, common) = words.split_at(alone);
    let mut clauses: Vec<String> = single.iter().map(|word| joined(&[*word], "")).collect();
    let paired: Vec<&TitleWord> = common.iter().copied().take(MAX_PAIRED_WORDS).collect();
    for (number, word) in paired.iter().enumerate() {
        let others = paired.iter().skip(number + 1);
        clauses.extend(others.map(|other| format!("({})", joined(&[*word, *other], " & "))));
    }
    if clauses.is_empty() {
        // A title of one common word.
        clauses.extend(paired.first().map(|word| joined(&[*word], "")));
    }
    (!clauses.is_empty()).then(|| clauses.join(" | "))
}

fn joined(words: &[&TitleWord], mark: &str) -> String {
    let mut out = String::new();
    for (number, word) in words.iter().enumerate() {
        if number > 0 {
            out.push_str(mark);
        }
        quoted_word(indexed_word(&word.text), &mut out);
    }
    out
}

/// Whether one letter was added, lost, changed, or swapped with its neighbour.
fn is_one_slip(word: &str, other: &str) -> bool {
    let (left, right): (Vec<char>, Vec<char>) = (word.chars().collect(), other.chars().collect());
    let same_start = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    let (left, right) =
        (left.get(same_start..).unwrap_or_default(), right.get(same_start..).unwrap_or_default());
    let same_end = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    let left = left.get(..left.len() - same_end).unwrap_or_default();
    let right = right.get(..right.len() - same_end).unwrap_or_default();
    match (left, right) {
        ([a, b], [c, d]) => a == d && b == c,
        _ => left.len() <= 1 && right.len() <= 1,
    }
}

fn adjacent_years(year: i32) -> impl Iterator<Item = i32> {
    year.saturating_sub(1)..=year.saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_one_letter_or_two_swapped() {
        for (word, other) in [
            ("aspirin", "asprin"),
            ("asprin", "aspirin"),
            ("sleep", "slepe"),
            ("heart", "hearth"),
            ("tumor", "tumer"),
        ] {
            assert!(is_one_slip(word, other), "{word} {other}");
        }
        for (word, other) in [("aspirin", "aspn"), ("sleep", "sheap"), ("abcd", "badc")] {
            assert!(!is_one_slip(word, other), "{word} {other}");
        }
    }

    #[test]
    fn common_words_are_asked_for_in_pairs() {
        let word = |text: &str, found| TitleWord { text: text.to_owned(), found, weight: 1.0 };
        let (rare, heart, failure) =
            (word("levosimendan", 40), word("heart", 50_000), word("failure", 60_000));
        let query = title_query(&[&rare, &heart, &failure]).expect("there are words");
        assert_eq!(query, "'levosimendan' | ('heart' & 'failure')");
        assert_eq!(title_query(&[&heart]).as_deref(), Some("'heart'"));
        assert_eq!(title_query(&[]), None);
    }
}
