//! Putting a batch of statements into the shared library: one `COPY` into a staging table, and one statement that merges.

use crate::database::Database;
use crate::error::DatabaseError;
use crate::terms::{Terms, array_literal, copy_value};
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

/// The staging table of one transaction.
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

const COPY: &str =
    "COPY incoming (ordinal, key, source, revised, deleted, lookup, title, body, journals, notices, record)
    FROM STDIN";

/// Puts what is staged where it belongs. Gives the keys of which the library has a newer statement, and how many notices
/// are new.
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

/// What a merge did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MergeCounts {
    /// How many statements are there now that were not.
    pub(crate) inserted: u64,
    /// How many statements were removed, also those that were replaced.
    pub(crate) removed: u64,
    /// How many of them were replaced by a newer one.
    pub(crate) replaced: u64,
    /// How many were left out because there is a newer one.
    pub(crate) older: u64,
    /// How many notices nobody had announced yet.
    pub(crate) notices: u64,
}

/// One line of the staging table.
struct StagedRow {
    line: String,
    key: String,
    /// The date of the statement as a number; `None` for a removal.
    revised: Option<u64>,
    title: Vec<String>,
    roots: Vec<String>,
}

/// Statements that go into the database together.
#[derive(Default)]
pub(crate) struct Batch {
    rows: Vec<StagedRow>,
    by_key: FxHashMap<u64, usize>,
}

/// Whether a statement was taken into a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// As one that the batch did not have.
    New,
    /// In place of an older one of the same batch.
    Replaced,
    /// Not at all: the batch has a newer one.
    Older,
    /// Not yet: the batch takes back the same key, and has to be merged first.
    AfterMerge,
}

impl Batch {
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a statement.
    pub(crate) fn add(&mut self, statement: &Statement) -> Result<Taken, DatabaseError> {
        let revised = age(statement.record.as_of);
        let known = self.by_key.get(&hash(&statement.key)).copied();
        let known_row = known.and_then(|index| self.rows.get(index));
        match known_row.map(|row| row.revised) {
            Some(None) => return Ok(Taken::AfterMerge),
            Some(Some(other)) if other > revised => return Ok(Taken::Older),
            _ => {}
        }
        let terms = Terms::of(&statement.record);
        let mut line = String::with_capacity(4096);
        staged_fields(statement, revised, &terms, &mut line)?;
        let row = StagedRow {
            line,
            key: statement.key.clone(),
            revised: Some(revised),
            title: terms.title,
            roots: terms.title_roots,
        };
        match known.and_then(|index| self.rows.get_mut(index)) {
            Some(known) => {
                *known = row;
                Ok(Taken::Replaced)
            }
            None => {
                self.by_key.insert(hash(&statement.key), self.rows.len());
                self.rows.push(row);
                Ok(Taken::New)
            }
        }
    }

    /// Takes back the statement with this key.
    pub(crate) fn remove(&mut self, key: &str) {
        let mut line = String::with_capacity(64);
        copy_value(key, &mut line);
        line.push_str("\t\t0\tt\t{}\t\t\t{}\t\\N\t\\N");
        let row =
            StagedRow { line, key: key.to_owned(), revised: None, title: Vec::new(), roots: Vec::new() };
        match self.by_key.get(&hash(key)).copied().and_then(|index| self.rows.get_mut(index)) {
            Some(known) => *known = row,
            None => {
                self.by_key.insert(hash(key), self.rows.len());
                self.rows.push(row);
            }
        }
    }
}

/// The columns of a statement behind its number.
fn staged_fields(
    statement: &Statement,
    revised: u64,
    terms: &Terms,
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

/// JSON as the database takes it: without the character that no text of PostgreSQL may hold.
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

/// What the statement announces: about its own work, or, being a notice itself, about others.
fn staged_notices(statement: &Statement) -> Option<serde_json::Value> {
    let record = &statement.record;
    let mut out = Vec::new();
    let mut add = |key: String, notice: &referee_records::Notice| {
        out.push(serde_json::json!({
            "key": crate::terms::stored_key(&key),
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

/// The statement that removes what a condition names, with all that leads there. Gives how many were removed, and for how
/// many of them `replaced` holds.
pub(crate) fn removal(from: &str, condition: &str, replaced: &str) -> String {
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

/// A connection in a transaction that has the staging table.
#[derive(Clone)]
pub(crate) struct Merging {
    pub(crate) database: Database,
    pub(crate) client: Arc<ClientWrapper>,
    /// The number of the file under way.
    pub(crate) file: i64,
}

impl Merging {
    /// Merges a batch.
    pub(crate) async fn merge(&self, batch: Batch) -> Result<MergeCounts, DatabaseError> {
        let failed = |error| self.database.error(error);
        self.copy(&batch).await?;
        let condition = "s.key = i.key AND (i.deleted OR s.revised <= i.revised)";
        let remove = removal("USING incoming i", condition, "NOT i.deleted");
        let row = self.client.query_one(&remove, &[]).await.map_err(failed)?;
        let (removed, replaced): (i64, i64) = (row.get(0), row.get(1));
        let row = self.client.query_one(MERGE, &[&self.file]).await.map_err(failed)?;
        let older: Vec<String> = row.get(0);
        let notices: i64 = row.get(1);
        let left_out: FxHashSet<&str> = older.iter().map(String::as_str).collect();
        let kept = || batch.rows.iter().filter(|row| !left_out.contains(row.key.as_str()));
        self.count_words("title_word", kept().flat_map(|row| &row.title)).await?;
        self.count_words("title_root", kept().flat_map(|row| &row.roots)).await?;
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

    /// Adds to the numbers of statements that have a word.
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

/// How much is handed to the connection at once, in bytes.
const COPY_CHUNK_BYTES: usize = 256 * 1024;
