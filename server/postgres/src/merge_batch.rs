//! Merging a batch of statements into the shared library: a `COPY` into a staging table, a removal of what is replaced, and
//! an insertion of what is new.

use crate::database::Database;
use crate::error::DatabaseError;
use crate::terms::{IndexTerms, array_literal, copy_value, stored_key};
use deadpool_postgres::ClientWrapper;
use futures::SinkExt;
use referee_literature::candidates::hash;
use referee_literature::library::age;
use referee_records::keys;
use referee_records::merge::{self, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::Arc;

/// Makes the staging table, which lives as long as the transaction.
pub(crate) const STAGING: &str = "
    CREATE TEMP TABLE incoming (
        ordinal integer NOT NULL,
        key text COLLATE \"C\" NOT NULL,
        source text NOT NULL,
        revised bigint NOT NULL,
        deleted boolean NOT NULL,
        lookup text[] NOT NULL,
        title tsvector NOT NULL,
        body tsvector NOT NULL,
        journals text[] NOT NULL,
        notices jsonb,
        record jsonb
    ) ON COMMIT DROP";

/// How much is handed to the connection at once, in bytes.
const COPY_CHUNK_BYTES: usize = 256 * 1024;

const COPY: &str =
    "COPY incoming (ordinal, key, source, revised, deleted, lookup, title, body, journals, notices, record)
    FROM STDIN";

/// Inserts what is staged and not older than what is there. Gives the keys of which the library has a newer statement, and
/// how many notices are new.
const MERGE: &str = "
    WITH fresh AS (
        INSERT INTO referee.statement (key, source, file, revised, lookup, title, body, record)
        SELECT key, source, $1, revised, lookup, title, body, record
        FROM incoming WHERE NOT deleted ORDER BY ordinal
        ON CONFLICT (key) DO NOTHING
        RETURNING id, key, lookup
    ),
    keys AS (
        INSERT INTO referee.lookup_key (key, statement)
        SELECT k.key, fresh.id FROM fresh, unnest(fresh.lookup) AS k(key) ORDER BY 1
    ),
    journals AS (
        INSERT INTO referee.journal (name)
        SELECT DISTINCT j.name FROM incoming, unnest(incoming.journals) AS j(name)
        WHERE NOT EXISTS (SELECT FROM referee.journal known WHERE known.name = j.name)
        ON CONFLICT DO NOTHING
    ),
    notices AS (
        INSERT INTO referee.notice (key, kind, source, date)
        SELECT DISTINCT ON (n.key, n.kind, n.source) n.key, n.kind, n.source, n.date
        FROM incoming, jsonb_to_recordset(incoming.notices) AS n(key text, kind text, source text, date text)
        WHERE incoming.notices IS NOT NULL AND NOT incoming.deleted
        ORDER BY n.key, n.kind, n.source
        ON CONFLICT DO NOTHING
        RETURNING number
    )
    SELECT ARRAY(
        SELECT i.key::text FROM incoming i LEFT JOIN fresh f ON f.key = i.key
        WHERE f.key IS NULL AND NOT i.deleted
    ), (SELECT count(*) FROM notices)";

/// How many statements and notices a merge, or all merges of a file, added and removed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MergeCounts {
    /// How many statements were inserted, also in place of an older one.
    pub(crate) inserted: u64,
    /// How many statements were removed, also those that were replaced.
    pub(crate) removed: u64,
    /// How many of those removed were replaced by a newer one.
    pub(crate) replaced: u64,
    /// How many were left out because there is a newer one.
    pub(crate) older: u64,
    /// How many notices were inserted that the library did not have.
    pub(crate) notices: u64,
}

/// A row of the staging table.
struct StagedRow {
    /// The columns behind the number of the row, in the text form of `COPY`.
    line: String,
    key: String,
    /// The date of the statement as a number, see [`age`]; `None` for a removal.
    revised: Option<u64>,
    /// The words of the titles, which [`BatchMerger::merge`] counts.
    title: Vec<String>,
    /// The roots of the words of the titles, which it counts too.
    title_roots: Vec<String>,
}

/// Statements and removals that go into the database together, one for each key.
#[derive(Default)]
pub(crate) struct Batch {
    rows: Vec<StagedRow>,
    /// The places in `rows`, by the hash of the key.
    by_key: FxHashMap<u64, usize>,
}

/// What came of adding a statement to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddOutcome {
    /// It was added; the batch had none with its key.
    New,
    /// It took the place of an older one of the batch.
    Replaced,
    /// It was left out, since the batch has a newer one.
    Older,
    /// It was not added, since the batch removes the same key: the batch has to be merged first.
    AfterMerge,
}

impl Batch {
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a statement, unless the batch has a newer one or a removal with its key.
    pub(crate) fn add(&mut self, statement: &Statement) -> Result<AddOutcome, DatabaseError> {
        let revised = age(statement.record.as_of);
        let known = self.by_key.get(&hash(&statement.key)).copied();
        let known_row = known.and_then(|index| self.rows.get(index));
        match known_row.map(|row| row.revised) {
            Some(None) => return Ok(AddOutcome::AfterMerge),
            Some(Some(other)) if other > revised => return Ok(AddOutcome::Older),
            _ => {}
        }
        let terms = IndexTerms::of(&statement.record);
        let mut line = String::with_capacity(4096);
        staged_fields(statement, revised, &terms, &mut line)?;
        let row = StagedRow {
            line,
            key: statement.key.clone(),
            revised: Some(revised),
            title: terms.title,
            title_roots: terms.title_roots,
        };
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

    /// Adds the removal of the statement with this key, in place of one that is in the batch.
    pub(crate) fn remove(&mut self, key: &str) {
        let mut line = String::with_capacity(64);
        copy_value(key, &mut line);
        line.push_str("\t\t0\tt\t{}\t\t\t{}\t\\N\t\\N");
        let row = StagedRow {
            line,
            key: key.to_owned(),
            revised: None,
            title: Vec::new(),
            title_roots: Vec::new(),
        };
        match self.by_key.get(&hash(key)).copied().and_then(|index| self.rows.get_mut(index)) {
            Some(known) => *known = row,
            None => {
                self.by_key.insert(hash(key), self.rows.len());
                self.rows.push(row);
            }
        }
    }
}

/// Writes the columns of a statement behind the number of its row, in the order of [`COPY`].
fn staged_fields(
    statement: &Statement,
    revised: u64,
    terms: &IndexTerms,
    out: &mut String,
) -> Result<(), DatabaseError> {
    let mut value = String::new();
    copy_value(&statement.key, out);
    out.push('\t');
    copy_value(&statement.record.source, out);
    let _ = write!(out, "\t{revised}\tf\t");
    copy_value(&array_literal(&terms.lookup), out);
    out.push('\t');
    terms.title_vector(&mut value);
    copy_value(&value, out);
    out.push('\t');
    value.clear();
    terms.body_vector(&mut value);
    copy_value(&value, out);
    out.push('\t');
    copy_value(&array_literal(&terms.journals), out);
    out.push('\t');
    match staged_notices(statement) {
        Some(notices) => copy_value(&stored_json(&notices)?, out),
        None => out.push_str("\\N"),
    }
    out.push('\t');
    copy_value(&stored_json(&statement.record)?, out);
    Ok(())
}

/// A value as JSON without U+0000, which no text of PostgreSQL may hold.
fn stored_json(value: &impl serde::Serialize) -> Result<String, DatabaseError> {
    let text = serde_json::to_string(value)?;
    if !text.contains("\\u0000") {
        return Ok(text);
    }
    let mut value: serde_json::Value = serde_json::from_str(&text)?;
    remove_nul(&mut value);
    Ok(value.to_string())
}

fn remove_nul(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::String(text) => text.retain(|character| character != '\0'),
        serde_json::Value::Array(values) => values.iter_mut().for_each(remove_nul),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(remove_nul),
        _ => {}
    }
}

/// The rows of `referee.notice` for what a statement announces about its own work or, being a notice itself, about others;
/// `None` where it announces nothing.
fn staged_notices(statement: &Statement) -> Option<serde_json::Value> {
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
    (!out.is_empty()).then_some(serde_json::Value::Array(out))
}

/// The SQL that removes the statements for which `condition` holds, with their keys and their part in the counts of words;
/// `from` is a `USING` clause or empty. It gives how many were removed, and for how many of them `replaced` holds.
pub(crate) fn removal_sql(from: &str, condition: &str, replaced: &str) -> String {
    format!(
        "WITH gone AS (
            DELETE FROM referee.statement s {from} WHERE {condition}
            RETURNING s.id, s.lookup, s.title, s.body, ({replaced}) AS replaced
        ),
        keys AS (
            DELETE FROM referee.lookup_key l
            USING (SELECT id, k.key FROM gone, unnest(lookup) AS k(key)) AS g
            WHERE l.key = g.key AND l.statement = g.id
        ),
        titles AS (
            UPDATE referee.title_word w SET found = w.found - g.n
            FROM (SELECT word, count(*) AS n FROM gone, unnest(tsvector_to_array(title)) AS t(word) GROUP BY word) AS g
            WHERE w.word = g.word
        ),
        roots AS (
            UPDATE referee.title_root w SET found = w.found - g.n
            FROM (
                SELECT word, count(*) AS n
                FROM gone, unnest(tsvector_to_array(ts_filter(body, '{{a}}'))) AS t(word) GROUP BY word
            ) AS g
            WHERE w.word = g.word
        )
        SELECT count(*), count(*) FILTER (WHERE replaced) FROM gone"
    )
}

/// Merges batches of one file over a connection in whose transaction there is the staging table.
#[derive(Clone)]
pub(crate) struct BatchMerger {
    pub(crate) database: Database,
    pub(crate) client: Arc<ClientWrapper>,
    /// The number of the file under way.
    pub(crate) file: i64,
}

impl BatchMerger {
    /// Merges a batch, and leaves the staging table empty.
    pub(crate) async fn merge(&self, batch: Batch) -> Result<MergeCounts, DatabaseError> {
        let failed = |error| self.database.error(error);
        self.copy(&batch).await?;
        let condition = "s.key = i.key AND (i.deleted OR s.revised <= i.revised)";
        let remove = removal_sql("USING incoming i", condition, "NOT i.deleted");
        let row = self.client.query_one(&remove, &[]).await.map_err(failed)?;
        let (removed, replaced): (i64, i64) = (row.get(0), row.get(1));
        let row = self.client.query_one(MERGE, &[&self.file]).await.map_err(failed)?;
        let older: Vec<String> = row.get(0);
        let notices: i64 = row.get(1);
        let left_out: FxHashSet<&str> = older.iter().map(String::as_str).collect();
        let kept = || batch.rows.iter().filter(|row| !left_out.contains(row.key.as_str()));
        self.count_words("title_word", kept().flat_map(|row| &row.title)).await?;
        self.count_words("title_root", kept().flat_map(|row| &row.title_roots)).await?;
        self.client.batch_execute("TRUNCATE incoming").await.map_err(failed)?;
        let statements = batch.rows.iter().filter(|row| row.revised.is_some()).count();
        Ok(MergeCounts {
            inserted: statements.saturating_sub(older.len()) as u64,
            removed: u64::try_from(removed).unwrap_or(0),
            replaced: u64::try_from(replaced).unwrap_or(0),
            older: older.len() as u64,
            notices: u64::try_from(notices).unwrap_or(0),
        })
    }

    async fn copy(&self, batch: &Batch) -> Result<(), DatabaseError> {
        let failed = |error| self.database.error(error);
        let sink = self.client.copy_in(COPY).await.map_err(failed)?;
        futures::pin_mut!(sink);
        let mut chunk = String::with_capacity(COPY_CHUNK_BYTES + 8192);
        for (number, row) in batch.rows.iter().enumerate() {
            let _ = write!(chunk, "{number}\t");
            chunk.push_str(&row.line);
            chunk.push('\n');
            if chunk.len() >= COPY_CHUNK_BYTES {
                let full = std::mem::replace(&mut chunk, String::with_capacity(COPY_CHUNK_BYTES + 8192));
                sink.feed(Cursor::new(full.into_bytes())).await.map_err(failed)?;
            }
        }
        sink.send(Cursor::new(chunk.into_bytes())).await.map_err(failed)?;
        sink.finish().await.map_err(failed)?;
        Ok(())
    }

    /// Adds to the counts in `table` of statements that have a word; `all` has a word once for each statement.
    async fn count_words<'a>(
        &self,
        table: &str,
        all: impl Iterator<Item = &'a String>,
    ) -> Result<(), DatabaseError> {
        let mut counts: FxHashMap<&str, i64> = FxHashMap::default();
        for word in all {
            *counts.entry(word).or_default() += 1;
        }
        // In one order, so that the pages of the index are visited one after the other.
        let mut counts: Vec<(&str, i64)> = counts.into_iter().collect();
        counts.sort_unstable();
        let (words, numbers): (Vec<&str>, Vec<i64>) = counts.into_iter().unzip();
        let sql = format!(
            "INSERT INTO referee.{table} AS w (word, found) SELECT * FROM unnest($1::text[], $2::bigint[])
             ON CONFLICT (word) DO UPDATE SET found = w.found + excluded.found"
        );
        self.client.execute(&sql, &[&words, &numbers]).await.map_err(|error| self.database.error(error))?;
        Ok(())
    }
}
