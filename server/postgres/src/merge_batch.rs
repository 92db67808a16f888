//! Merges a batch of statements into the shared library: deletes replaced statements and copies in
//! new ones.
//!
//! Only one import runs at a time, so the database cannot change between check and copy, and
//! statement ids can be assigned here. Data that is collected over many batches (the counts of
//! title words, and the posting lists) is written by [`BatchMerger::write_gathered`].

use crate::copy_rows::{self, CopyRows};
use crate::database::Database;
use crate::error::DatabaseError;
use crate::postings::{PostingLists, UsedWords, WordUse};
use crate::segments;
use crate::terms::{IndexTerms, stored_key, title_list};
use deadpool_postgres::ClientWrapper;
use referee_literature::candidates::hash;
use referee_literature::library::age;
use referee_records::keys;
use referee_records::merge::{self, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The columns into which a statement is copied, and their number.
const STATEMENT: &str = "referee.statement (id, file, key, source, revised, lookup, title, words, record)";
const STATEMENT_FIELDS: i16 = 9;

/// The number of statements whose posting lists are written together. More statements yield fewer
/// rows but need more memory: some 40 MB.
const GATHERED_STATEMENTS: i64 = 60_000;

/// The date of a removal, newer than that of any statement.
const NEWEST: i64 = i64::MAX;

/// Selects those of the given keys with dates for which the library has a newer statement.
const NEWER: &str = "SELECT s.key FROM unnest($1::text[], $2::bigint[]) AS i(key, revised)
                     JOIN referee.statement s ON s.key = i.key WHERE s.revised > i.revised";

/// Inserts the missing journal titles.
const JOURNALS: &str =
    "INSERT INTO referee.journal (name) SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING";

/// Inserts the missing notices, and returns their number.
const NOTICES: &str = "
    INSERT INTO referee.notice (key, kind, source, date)
    SELECT DISTINCT ON (n.key, n.kind, n.source) n.key, n.kind, n.source, n.date
    FROM jsonb_to_recordset($1::jsonb) AS n(key text, kind text, source text, date text)
    ORDER BY n.key, n.kind, n.source
    ON CONFLICT DO NOTHING";

/// The number of statements and notices that a merge, or all merges of a file, added and removed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MergeCounts {
    /// The number of inserted statements, including those that replaced an older one.
    pub(crate) inserted: u64,
    /// The number of removed statements, including those that were replaced.
    pub(crate) removed: u64,
    /// The number of removed statements that were replaced by a newer one.
    pub(crate) replaced: u64,
    /// The number of statements that were skipped because the library has a newer one.
    pub(crate) older: u64,
    /// The number of inserted notices that the library did not have.
    pub(crate) notices: u64,
}

/// A statement or a removal that waits to be merged.
struct PreparedRow {
    key: String,
    /// The date of the statement as a number, see [`age`]; `None` for a removal.
    revised: Option<i64>,
    /// The fields of [`STATEMENT`] after id and file, in binary format.
    fields: Vec<u8>,
    /// The keys in `referee.lookup_key`.
    lookup: Vec<String>,
    /// The folded titles of the journal.
    journals: Vec<String>,
    /// The rows of `referee.notice`.
    notices: Vec<serde_json::Value>,
    /// The words of the titles, and their roots, both of which are counted.
    title: Vec<String>,
    title_roots: Vec<String>,
    /// The posting lists that contain the statement.
    words: UsedWords,
}

impl PreparedRow {
    fn of(statement: &Statement, revised: i64) -> Result<Self, DatabaseError> {
        let record = &statement.record;
        let mut terms = IndexTerms::of(record);
        let words = terms.sorted_words();
        let mut fields = Vec::with_capacity(4096);
        copy_rows::text(&statement.key, &mut fields);
        copy_rows::text(&record.source, &mut fields);
        copy_rows::bigint(revised, &mut fields);
        copy_rows::text_array(&terms.lookup, &mut fields);
        copy_rows::tsvector(terms.title.iter().map(|word| (word.as_str(), &[][..])), &mut fields);
        copy_rows::tsvector(
            words.iter().map(|(word, places)| (word.as_str(), places.as_slice())),
            &mut fields,
        );
        copy_rows::jsonb(&stored_json(record)?, &mut fields);
        let in_titles = WordUse::in_title_of(terms.title.len());
        let mut listed = UsedWords::default();
        words.iter().for_each(|(word, places)| listed.push(word, WordUse::at(places)));
        terms.title.iter().for_each(|word| listed.push(&title_list(word), in_titles));
        Ok(PreparedRow {
            key: without_nul(&statement.key),
            revised: Some(revised),
            fields,
            notices: announced(statement),
            lookup: terms.lookup,
            journals: terms.journals,
            title: terms.title,
            title_roots: terms.title_roots,
            words: listed,
        })
    }

    fn removal(key: &str) -> Self {
        PreparedRow {
            key: without_nul(key),
            revised: None,
            fields: Vec::new(),
            lookup: Vec::new(),
            journals: Vec::new(),
            notices: Vec::new(),
            title: Vec::new(),
            title_roots: Vec::new(),
            words: UsedWords::default(),
        }
    }
}

/// Statements and removals that are merged together, at most one per key.
#[derive(Default)]
pub(crate) struct Batch {
    rows: Vec<PreparedRow>,
    /// The index in `rows`, by the hash of the key.
    by_key: FxHashMap<u64, usize>,
}

/// The result of adding a statement to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddOutcome {
    /// The statement was added; the batch had none with its key.
    New,
    /// The statement replaced an older one in the batch.
    Replaced,
    /// The statement was skipped, since the batch has a newer one.
    Older,
    /// The statement was not added, since the batch removes the same key: merge the batch first.
    AfterMerge,
}

impl Batch {
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a statement, unless the batch has a newer one or a removal with its key.
    pub(crate) fn add(&mut self, statement: &Statement) -> Result<AddOutcome, DatabaseError> {
        let revised = i64::try_from(age(statement.record.as_of)).unwrap_or(NEWEST - 1);
        let known = self.by_key.get(&hash(&statement.key)).copied();
        let known_row = known.and_then(|index| self.rows.get(index));
        match known_row.map(|row| row.revised) {
            Some(None) => return Ok(AddOutcome::AfterMerge),
            Some(Some(other)) if other > revised => return Ok(AddOutcome::Older),
            _ => {}
        }
        let row = PreparedRow::of(statement, revised)?;
        match known.and_then(|index| self.rows.get_mut(index)) {
            Some(known) => {
                *known = row;
                Ok(AddOutcome::Replaced)
            }
            None => {
                self.by_key.insert(hash(&statement.key), self.rows.len());
                self.rows.push(row);
                Ok(AddOutcome::New)
            }
        }
    }

    /// Adds the removal of the statement with this key, replacing a statement in the batch.
    pub(crate) fn remove(&mut self, key: &str) {
        let row = PreparedRow::removal(key);
        match self.by_key.get(&hash(key)).copied().and_then(|index| self.rows.get_mut(index)) {
            Some(known) => *known = row,
            None => {
                self.by_key.insert(hash(key), self.rows.len());
                self.rows.push(row);
            }
        }
    }
}

/// Serialises a value as JSON without U+0000, which PostgreSQL does not allow in texts.
fn stored_json(value: &impl serde::Serialize) -> Result<String, DatabaseError> {
    let text = serde_json::to_string(value)?;
    if !text.contains("\\u0000") {
        return Ok(text);
    }
    let mut value: serde_json::Value = serde_json::from_str(&text)?;
    remove_nul(&mut value);
    Ok(value.to_string())
}

/// Removes U+0000 from a text.
fn without_nul(text: &str) -> String {
    text.replace('\0', "")
}

fn remove_nul(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::String(text) => text.retain(|character| character != '\0'),
        serde_json::Value::Array(values) => values.iter_mut().for_each(remove_nul),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(remove_nul),
        _ => {}
    }
}

/// Returns the rows of `referee.notice` for what a statement announces about its work or, if it is
/// a notice, about others.
fn announced(statement: &Statement) -> Vec<serde_json::Value> {
    let record = &statement.record;
    let mut out = Vec::new();
    let mut add = |key: String, notice: &referee_records::Notice| {
        out.push(serde_json::json!({
            "key": stored_key(&key),
            "kind": notice.kind,
            "source": notice.source,
            "date": notice.date,
        }));
    };
    for notice in &record.notices {
        for key in keys::work_keys(&record.work) {
            add(key, notice);
        }
    }
    for (identifier, notice) in merge::announcements(record) {
        add(keys::exact_key(&identifier), &notice);
    }
    out.iter_mut().for_each(remove_nul);
    out
}

/// Returns the SQL that removes the statements that satisfy `condition`, with their keys and their
/// part in the word counts; `from` is a `USING` clause or empty. It returns the number of removed
/// statements, and the number of those that satisfy `replaced`.
pub(crate) fn removal_sql(from: &str, condition: &str, replaced: &str) -> String {
    format!(
        "WITH gone AS (
            DELETE FROM referee.statement s {from} WHERE {condition}
            RETURNING s.id, s.lookup, s.title, s.words, ({replaced}) AS replaced
        ),
        keys AS (
            DELETE FROM referee.lookup_key l
            USING (SELECT id, k.key FROM gone, unnest(lookup) AS k(key)) AS g
            WHERE l.key = g.key AND l.statement = g.id
        ),
        titles AS (
            INSERT INTO referee.title_word AS w (word, found)
            SELECT word, -count(*) FROM gone, unnest(tsvector_to_array(title)) AS t(word) GROUP BY word
            ON CONFLICT (word) DO UPDATE SET found = w.found + excluded.found
        ),
        roots AS (
            INSERT INTO referee.title_root AS w (word, found)
            SELECT word, -count(*)
            FROM gone, unnest(tsvector_to_array(ts_filter(words, '{{a}}'))) AS t(word) GROUP BY word
            ON CONFLICT (word) DO UPDATE SET found = w.found + excluded.found
        )
        SELECT count(*), count(*) FILTER (WHERE replaced) FROM gone"
    )
}

/// Data that is written once for many batches.
#[derive(Default)]
struct Gathered {
    lists: PostingLists,
    /// The number of statements with each word, or root, in their titles.
    title_words: FxHashMap<String, i64>,
    title_roots: FxHashMap<String, i64>,
    /// The journal titles that this transaction has inserted or found.
    journals: FxHashSet<String>,
    /// The id of the last statement.
    last_statement: i64,
}

/// Merges batches of one file over a connection that is in a transaction.
#[derive(Clone)]
pub(crate) struct BatchMerger {
    database: Database,
    client: Arc<ClientWrapper>,
    /// The number of the current file.
    file: i64,
    gathered: Arc<tokio::sync::Mutex<Gathered>>,
}

impl BatchMerger {
    /// Creates a merger for the file with this number; `last_statement` is the id of the last
    /// statement in the library.
    pub(crate) fn new(
        database: Database,
        client: Arc<ClientWrapper>,
        file: i64,
        last_statement: i64,
    ) -> Self {
        let gathered = Gathered { last_statement, ..Gathered::default() };
        BatchMerger { database, client, file, gathered: Arc::new(tokio::sync::Mutex::new(gathered)) }
    }

    pub(crate) async fn merge(&self, mut batch: Batch) -> Result<MergeCounts, DatabaseError> {
        let failed = |error| self.database.error(error);
        let (keys, dates): (Vec<&str>, Vec<i64>) =
            batch.rows.iter().map(|row| (row.key.as_str(), row.revised.unwrap_or(NEWEST))).unzip();
        let newer =
            self.client.query(&self.prepared(NEWER).await?, &[&keys, &dates]).await.map_err(failed)?;
        let using = "USING unnest($1::text[], $2::bigint[]) AS i(key, revised)";
        let remove =
            removal_sql(using, "s.key = i.key AND s.revised <= i.revised", &format!("i.revised < {NEWEST}"));
        let row =
            self.client.query_one(&self.prepared(&remove).await?, &[&keys, &dates]).await.map_err(failed)?;
        let (removed, replaced): (i64, i64) = (row.get(0), row.get(1));
        let newer: FxHashSet<&str> = newer.iter().map(|row| row.get(0)).collect();
        let older = newer.len() as u64;
        batch.rows.retain(|row| row.revised.is_some() && !newer.contains(row.key.as_str()));
        let notices = self.insert(&mut batch.rows).await?;
        Ok(MergeCounts {
            inserted: batch.rows.len() as u64,
            removed: u64::try_from(removed).unwrap_or(0),
            replaced: u64::try_from(replaced).unwrap_or(0),
            older,
            notices,
        })
    }

    /// Inserts rows whose keys are not in the library. Returns the number of new notices.
    async fn insert(&self, rows: &mut [PreparedRow]) -> Result<u64, DatabaseError> {
        let failed = |error| self.database.error(error);
        let mut gathered = self.gathered.lock().await;
        let first = gathered.last_statement + 1;
        let mut statements = CopyRows::into(&self.database, &self.client, STATEMENT).await?;
        for (id, row) in (first..).zip(rows.iter()) {
            statements
                .add(STATEMENT_FIELDS, |out| {
                    copy_rows::bigint(id, out);
                    copy_rows::bigint(self.file, out);
                    out.extend(&row.fields);
                })
                .await?;
        }
        statements.finish().await?;
        let own_keys =
            (first..).zip(rows.iter()).flat_map(|(id, row)| row.lookup.iter().map(move |key| (key, id)));
        let mut all_keys: Vec<(&String, i64)> = own_keys.collect();
        // Sorted, so that the pages of the index are visited sequentially.
        all_keys.sort_unstable();
        let mut lookup =
            CopyRows::into(&self.database, &self.client, "referee.lookup_key (key, statement)").await?;
        for (key, id) in all_keys {
            lookup
                .add(2, |out| {
                    copy_rows::text(key, out);
                    copy_rows::bigint(id, out);
                })
                .await?;
        }
        lookup.finish().await?;
        let mut journals: Vec<&str> = Vec::new();
        for name in rows.iter().flat_map(|row| &row.journals) {
            if gathered.journals.insert(name.clone()) {
                journals.push(name);
            }
        }
        if !journals.is_empty() {
            self.client.execute(JOURNALS, &[&journals]).await.map_err(failed)?;
        }
        let notices: Vec<serde_json::Value> =
            rows.iter_mut().flat_map(|row| std::mem::take(&mut row.notices)).collect();
        let new_notices = match notices.is_empty() {
            true => 0,
            false => {
                let notices = serde_json::Value::Array(notices);
                self.client.execute(NOTICES, &[&notices]).await.map_err(failed)?
            }
        };
        for (id, row) in (first..).zip(rows.iter_mut()) {
            gathered.last_statement = id;
            gathered.lists.add(id, row.words.iter());
            let counts = &mut gathered.title_words;
            std::mem::take(&mut row.title).into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
            let counts = &mut gathered.title_roots;
            std::mem::take(&mut row.title_roots)
                .into_iter()
                .for_each(|word| *counts.entry(word).or_default() += 1);
        }
        if gathered.lists.statements() >= GATHERED_STATEMENTS {
            self.write(&mut gathered).await?;
        }
        Ok(new_notices)
    }

    /// Writes the data collected from all batches, and returns the id of the last statement.
    pub(crate) async fn write_gathered(&self) -> Result<i64, DatabaseError> {
        let mut gathered = self.gathered.lock().await;
        self.write(&mut gathered).await?;
        Ok(gathered.last_statement)
    }

    async fn write(&self, gathered: &mut Gathered) -> Result<(), DatabaseError> {
        self.count_words("title_word", std::mem::take(&mut gathered.title_words)).await?;
        self.count_words("title_root", std::mem::take(&mut gathered.title_roots)).await?;
        let lists = std::mem::take(&mut gathered.lists);
        segments::write_segment(&self.database, &self.client, lists).await
    }

    async fn prepared(&self, sql: &str) -> Result<tokio_postgres::Statement, DatabaseError> {
        self.client.prepare_cached(sql).await.map_err(|error| self.database.error(error))
    }

    /// Adds to the counts of statements per word in `table`.
    async fn count_words(&self, table: &str, counts: FxHashMap<String, i64>) -> Result<(), DatabaseError> {
        // Sorted, so that the pages of the index are visited sequentially.
        let mut counts: Vec<(String, i64)> = counts.into_iter().collect();
        counts.sort_unstable();
        let (words, numbers): (Vec<String>, Vec<i64>) = counts.into_iter().unzip();
        let sql = format!(
            "INSERT INTO referee.{table} AS w (word, found) SELECT * FROM unnest($1::text[], $2::bigint[])
             ON CONFLICT (word) DO UPDATE SET found = w.found + excluded.found"
        );
        self.client.execute(&sql, &[&words, &numbers]).await.map_err(|error| self.database.error(error))?;
        Ok(())
    }
}
