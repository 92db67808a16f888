//! Finds the records that could be a work: by title, author, year and place.
//!
//! The statements are found through the indexes and ranked by [`referee_literature::candidates`],
//! as in the local library, so that both give the same answers.

use crate::error::DatabaseError;
use crate::postings::WordUse;
use crate::read::Reader;
use crate::terms::{author_lookup, indexed_word, place_lookup, title_list, title_lookup};
use crate::word_lists::WordLists;
use crate::word_query::{QueryWord, groups_of};
use referee_bibliography::Work;
use referee_literature::candidates::{
    self, DOUBTFUL_LIKENESS, MAX_TITLE_WORDS, MIN_LIKENESS, RARE_WORD_WEIGHT, TitleWord, WorkFeatures,
    adjacent_years,
};
use referee_records::record::Record;
use referee_records::words;
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The maximum total number of statements with title words that are each sufficient alone.
const MAX_SINGLE_WORD_STATEMENTS: i64 = 1_000;

/// The maximum number of statements to compare in full, for each way of finding them.
const MAX_BY_TITLE: usize = 24;
const MAX_BY_AUTHOR: usize = 12;
const MAX_BY_PLACE: i64 = 24;
const MAX_SAME_TITLE: i64 = 64;

/// The maximum number of similar words to examine for a misspelt one.
const MAX_NEIGHBOURS: i64 = 400;

/// The minimum trigram similarity of a misspelt word and a similar one: a typo in the middle of a
/// short word leaves two of ten trigrams.
const NEIGHBOUR_SIMILARITY: f32 = 0.19;

/// The weight of a word similar to a misspelt one: that of a rare word.
const NEIGHBOUR_WEIGHT: f32 = 8.0;

/// Selects the ids of the statements of given first authors and years: thousands for a common
/// surname.
const BY_AUTHOR: &str =
    "SELECT array_agg(l.statement) FROM referee.lookup_key l WHERE l.key = ANY($1::text[])";

/// Selects the statements with any of the given keys, up to a maximum for each.
const BY_KEY: &str = "
    SELECT s.id, s.key, s.record
    FROM (
        SELECT DISTINCT found.statement
        FROM unnest($1::text[], $2::bigint[]) AS wanted(key, most)
        CROSS JOIN LATERAL (
            SELECT l.statement FROM referee.lookup_key l
            WHERE l.key = wanted.key ORDER BY l.statement LIMIT wanted.most
        ) AS found
    ) AS any_key
    JOIN referee.statement s ON s.id = any_key.statement";

/// Selects the title words with a similar length and similar trigrams, most similar first.
const NEIGHBOURS: &str = "
    SELECT word, found FROM referee.title_word
    WHERE word % $1 AND found > 0 AND length(word) BETWEEN $2 AND $3
    ORDER BY similarity(word, $1) DESC, word LIMIT $4";

/// Statements that may be a work: their likeness, id, and the features that were compared.
type ScoredStatements = Vec<(f32, i64, WorkFeatures)>;

/// The posting lists of the words of a title, and groups of these lists. A statement must be in all
/// lists of one group.
struct TitleLists {
    groups: Vec<Vec<String>>,
    weighted: Vec<(String, f32)>,
    lists: WordLists,
}

impl Reader<'_> {
    /// Returns the records that could be `work`, best first.
    pub(crate) async fn like(&mut self, work: &Work) -> Result<Vec<Record>, DatabaseError> {
        let mut wanted = WorkFeatures::of(work);
        let title_words = self.title_words(work).await?;
        let mut ids: BTreeSet<i64> = BTreeSet::new();
        ids.extend(self.by_key(exact_keys(work, &wanted)).await?);
        let known: Vec<&QueryWord> =
            title_words.iter().filter(|word| word.found > 0).take(MAX_TITLE_WORDS).collect();
        let titles = self.title_lists(title_groups(&known), &known).await?;
        ids.extend(self.by_title(&titles).await?);
        ids.extend(self.by_author(work, &titles).await?);
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

    fn scored(
        &self,
        wanted: &WorkFeatures,
        ids: &BTreeSet<i64>,
        weight: &dyn Fn(u64) -> f32,
    ) -> ScoredStatements {
        let mut scored = ScoredStatements::with_capacity(ids.len());
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

    /// Returns the words of the titles of these statements.
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

    /// Returns the title words to look up, the rarest first; words that no record contains come
    /// before them.
    async fn title_words(&mut self, work: &Work) -> Result<Vec<QueryWord>, DatabaseError> {
        let all: HashSet<String> = candidates::title_variants(work)
            .iter()
            .flat_map(|title| words::stems(title))
            .map(|word| indexed_word(&word).to_owned())
            .collect();
        if all.is_empty() {
            return Ok(Vec::new());
        }
        let all: Vec<String> = all.into_iter().collect();
        // The local library counts the imported files as documents; add them here so that the
        // weights are equal.
        let sql = "SELECT w.word, w.found,
                       (SELECT statements FROM referee.library_state) + (SELECT count(*) FROM referee.import_file)
                   FROM referee.title_word w WHERE w.word = ANY($1::text[])";
        let mut counts: HashMap<String, u64> = HashMap::new();
        let mut statements: i64 = 0;
        for row in self.rows(sql, &[&all]).await? {
            counts.insert(row.get(0), u64::try_from(row.get::<_, i64>(1)).unwrap_or(0));
            statements = row.get(2);
        }
        let found = |word: &str| -> Result<u64, DatabaseError> {
            Ok(counts.get(indexed_word(word)).copied().unwrap_or(0))
        };
        let words = candidates::title_words(work, found)?.into_iter();
        let query_word = |TitleWord { text, found }| {
            QueryWord::by_rarity(text, i64::try_from(found).unwrap_or(i64::MAX), statements)
        };
        Ok(words.map(query_word).collect())
    }

    /// Returns the statements with any of these keys, up to a maximum for each.
    async fn by_key(&mut self, keys: Vec<(String, i64)>) -> Result<Vec<i64>, DatabaseError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let (keys, limits): (Vec<String>, Vec<i64>) = keys.into_iter().unzip();
        let rows = self.rows(BY_KEY, &[&keys, &limits]).await?;
        Ok(self.keep(&rows))
    }

    /// Loads the posting lists of title words and of `groups` of them in one read.
    async fn title_lists(
        &self,
        groups: Vec<Vec<String>>,
        words: &[&QueryWord],
    ) -> Result<TitleLists, DatabaseError> {
        let weighted: Vec<(String, f32)> =
            words.iter().map(|word| (title_list(&word.text), word.weight)).collect();
        let lists =
            if groups.is_empty() { WordLists::default() } else { self.lists(&groups, &weighted).await? };
        Ok(TitleLists { groups, weighted, lists })
    }

    /// Returns the best statements among those whose titles have all words of one of the groups.
    async fn by_title(&mut self, titles: &TitleLists) -> Result<Vec<i64>, DatabaseError> {
        let TitleLists { groups, weighted, lists } = titles;
        let ranked = lists.ranked(groups, weighted, WordUse::share_of_title);
        self.first_of(ranked, "", MAX_BY_TITLE).await
    }

    /// Returns records of the first author from about that year. They are ranked by the posting
    /// lists of the title words: reading the titles themselves would take one page of the table per
    /// record.
    async fn by_author(&mut self, work: &Work, titles: &TitleLists) -> Result<Vec<i64>, DatabaseError> {
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
        let rows = self.rows(BY_AUTHOR, &[&keys]).await?;
        let found = rows.first().and_then(|row| row.get::<_, Option<Vec<i64>>>(0)).unwrap_or_default();
        let ordered = titles.lists.ordered(found, &titles.weighted, WordUse::share_of_title);
        self.first_of(ordered, "", MAX_BY_AUTHOR).await
    }

    /// Returns the statements whose titles contain words similar to unknown ones.
    async fn by_misspelt(
        &mut self,
        words: &[QueryWord],
        known: &[&QueryWord],
    ) -> Result<Vec<i64>, DatabaseError> {
        let missing = words
            .iter()
            .filter(|word| word.found == 0 && word.text.chars().count() >= candidates::MIN_MISSPELT_LENGTH);
        let mut slots: Vec<QueryWord> = Vec::new();
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
                    slots.push(QueryWord { text: neighbour, found: row.get(1), weight: NEIGHBOUR_WEIGHT });
                }
            }
        }
        if slots.is_empty() {
            return Ok(Vec::new());
        }
        slots.sort_by_key(|word| word.found);
        slots.truncate(MAX_TITLE_WORDS);
        let query: Vec<&QueryWord> = slots.iter().collect();
        let mut groups = title_groups(&query);
        groups.extend(title_groups(known));
        let mut ranked = query;
        ranked.extend(known.iter().copied());
        ranked.truncate(MAX_TITLE_WORDS);
        let titles = self.title_lists(groups, &ranked).await?;
        self.by_title(&titles).await
    }
}

/// Returns the keys of the whole title and of the place in about that year, each with the maximum
/// number of statements to compare.
fn exact_keys(work: &Work, wanted: &WorkFeatures) -> Vec<(String, i64)> {
    let mut keys: Vec<(String, i64)> =
        wanted.title_key.iter().map(|key| (title_lookup(*key), MAX_SAME_TITLE)).collect();
    if let (Some(place), Some(year)) = (candidates::place_text(work), work.year()) {
        keys.extend(adjacent_years(year).map(|year| (place_lookup(&place, year), MAX_BY_PLACE)));
    }
    keys
}

/// Returns groups of these words, rarest first, as keys of posting lists. A title must have all
/// words of one group.
fn title_groups(words: &[&QueryWord]) -> Vec<Vec<String>> {
    groups_of(words, MAX_SINGLE_WORD_STATEMENTS, title_list)
}

/// Returns whether one letter was inserted, deleted, changed, or swapped with its neighbour.
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
}
