//! Looks up statements by exact keys, and merges those about the same work.

use crate::database::{Connection, Database};
use crate::error::DatabaseError;
use crate::migrations::Migrations;
use crate::terms::{about_key, stored_key};
use referee_bibliography::Identifier;
use referee_literature::import::{guideline_key, last_document};
use referee_literature::library::ImportedFile;
use referee_records::journals::Journals;
use referee_records::keys;
use referee_records::merge::{self, Merged, Statement};
use referee_records::record::Record;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tokio_postgres::Row;
use tokio_postgres::types::{Json, ToSql};

/// The maximum number of statements per work; a DOI that hundreds of meeting abstracts share must
/// not slow down each of them.
const MAX_STATEMENTS: usize = 48;

/// The maximum number of parts of a guideline.
const MAX_GUIDELINE_PARTS: i64 = 10_000;

/// Selects the statements with the given keys, those that share their identifiers, and the
/// announcements about all of them; that answers most questions. Returns each statement once, with
/// the keys that found it, and a row without a statement for the keys that found none. Records of
/// known statements are left out.
const WITH_KEYS: &str = "
    WITH asked AS (
        SELECT wanted.key, found.statement
        FROM unnest($1::text[]) AS wanted(key)
        LEFT JOIN LATERAL (
            SELECT l.statement FROM referee.lookup_key l WHERE l.key = wanted.key ORDER BY l.statement LIMIT $2
        ) AS found ON true
    ),
    identifiers AS MATERIALIZED (
        SELECT DISTINCT k.key, split_part(k.key, ':', 1) AS kind
        FROM referee.statement s
        CROSS JOIN LATERAL (
            SELECT unnest(s.lookup) AS key UNION ALL SELECT unnest($1::text[])
        ) AS k
        WHERE s.id = ANY (ARRAY(SELECT a.statement FROM asked a WHERE a.statement IS NOT NULL))
            AND split_part(k.key, ':', 1) IN ('arxiv', 'book', 'doi', 'isbn', 'pmc', 'pmid', 'trial')
    ),
    followed AS (
        SELECT i.key FROM identifiers i
        WHERE i.kind IN ('arxiv', 'book', 'doi', 'pmc', 'pmid') AND i.key <> ALL ($1::text[])
        UNION ALL
        SELECT 'about:' || i.key FROM identifiers i WHERE 'about:' || i.key <> ALL ($1::text[])
    ),
    found AS (
        SELECT a.statement, a.key FROM asked a
        UNION ALL
        SELECT next.statement, f.key
        FROM followed f
        LEFT JOIN LATERAL (
            SELECT l.statement FROM referee.lookup_key l WHERE l.key = f.key ORDER BY l.statement LIMIT $2
        ) AS next ON true
    )
    SELECT g.keys, s.id, s.key, CASE WHEN s.id <> ALL ($3::bigint[]) THEN s.record END
    FROM (SELECT statement, array_agg(key) AS keys FROM found GROUP BY statement) AS g
    LEFT JOIN referee.statement s ON s.id = g.statement";

/// Selects the statements with one key.
const WITH_KEY: &str = "
    SELECT s.id, s.key, s.record
    FROM (SELECT l.statement FROM referee.lookup_key l WHERE l.key = $1 ORDER BY l.statement LIMIT $2) AS found
    JOIN referee.statement s ON s.id = found.statement";

/// A statement as it is stored, with its id in `referee.statement`.
#[derive(Clone, Debug)]
pub(crate) struct StoredStatement {
    pub(crate) id: i64,
    pub(crate) key: String,
    pub(crate) record: Arc<Record>,
}

impl StoredStatement {
    /// Reads the statement in the columns from `first`: id, key, record. Returns `None` and logs a
    /// warning if the record cannot be read.
    fn of(row: &Row, first: usize) -> Option<Self> {
        match row.try_get::<_, Json<Record>>(first + 2) {
            Ok(Json(record)) => Some(StoredStatement {
                id: row.get(first),
                key: row.get(first + 1),
                record: Arc::new(record),
            }),
            Err(error) => {
                tracing::warn!("a record of the shared library cannot be read: {error}");
                None
            }
        }
    }

    fn into_statement(self) -> Statement {
        Statement { key: self.key, record: Arc::unwrap_or_clone(self.record) }
    }
}

/// Reads the library over one connection to answer one question, and caches the statements that it
/// reads.
pub(crate) struct Reader<'a> {
    database: &'a Database,
    connection: Connection,
    /// The statements read so far, by id.
    statements: HashMap<i64, StoredStatement>,
    /// The ids of the statements with each requested key.
    by_key: HashMap<String, Vec<i64>>,
    /// Whether a statement was found that this version cannot read.
    has_unreadable: bool,
}

impl<'a> Reader<'a> {
    pub(crate) async fn new(database: &'a Database) -> Result<Self, DatabaseError> {
        let connection = database.connection().await?;
        Ok(Reader {
            database,
            connection,
            statements: HashMap::new(),
            by_key: HashMap::new(),
            has_unreadable: false,
        })
    }

    /// Returns an answer, unless it involves a statement that this version cannot read: without
    /// that statement no work could be reported as missing.
    pub(crate) fn complete<T>(&self, answer: T) -> Result<T, DatabaseError> {
        match self.has_unreadable {
            true => Err(DatabaseError::Unreadable { address: self.database.shown_address().to_owned() }),
            false => Ok(answer),
        }
    }

    /// Checks that the tables are still compatible with this program.
    pub(crate) async fn check(&self, migrations: &Migrations) -> Result<(), DatabaseError> {
        migrations.check(self.database, &**self.connection).await
    }

    /// Runs an SQL statement, which is prepared once per connection, and returns its rows.
    pub(crate) async fn rows(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, DatabaseError> {
        let failed = |error| self.database.error(error);
        let statement = self.connection.prepare_cached(sql).await.map_err(failed)?;
        self.connection.query(&statement, parameters).await.map_err(failed)
    }

    /// Caches the statements in rows with the columns id, key and record, and returns their ids.
    pub(crate) fn keep(&mut self, rows: &[Row]) -> Vec<i64> {
        let mut ids = Vec::with_capacity(rows.len());
        for row in rows {
            let Some(statement) = StoredStatement::of(row, 0) else {
                self.has_unreadable = true;
                continue;
            };
            ids.push(statement.id);
            self.statements.entry(statement.id).or_insert(statement);
        }
        ids
    }

    /// Returns the statement with this id, if it was read for this question.
    pub(crate) fn statement(&self, id: i64) -> Option<&StoredStatement> {
        self.statements.get(&id)
    }

    /// Loads the statements with those of these keys that were not requested yet, and the related
    /// statements.
    async fn load(&mut self, wanted: impl IntoIterator<Item = String>) -> Result<(), DatabaseError> {
        let mut new: Vec<String> = wanted.into_iter().filter(|key| !self.by_key.contains_key(key)).collect();
        new.sort_unstable();
        new.dedup();
        if new.is_empty() {
            return Ok(());
        }
        let limit = i64::try_from(MAX_STATEMENTS).unwrap_or(i64::MAX);
        let known: Vec<i64> = self.statements.keys().copied().collect();
        let rows = self.rows(WITH_KEYS, &[&new, &limit, &known]).await?;
        let mut found: HashMap<&str, Vec<i64>> = HashMap::new();
        for row in &rows {
            let keys: Vec<&str> = row.get(0);
            let id: Option<i64> = row.get(1);
            if let Some(id) = id.filter(|id| !self.statements.contains_key(id)) {
                match StoredStatement::of(row, 1) {
                    Some(statement) => {
                        self.statements.insert(id, statement);
                    }
                    None => {
                        self.has_unreadable = true;
                        continue;
                    }
                }
            }
            for key in keys {
                found.entry(key).or_default().extend(id);
            }
        }
        for (key, mut ids) in found {
            ids.sort_unstable();
            self.by_key.entry(key.to_owned()).or_insert(ids);
        }
        for key in new {
            self.by_key.entry(key).or_default();
        }
        Ok(())
    }

    fn with_key(&self, key: &str) -> &[i64] {
        self.by_key.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns the records with this identifier, best first; if none match, those of another
    /// version of the work.
    pub(crate) async fn get(&mut self, identifier: &Identifier) -> Result<Vec<Record>, DatabaseError> {
        let found = self.with_keys(&[keys::exact_key(identifier)]).await?;
        if found.is_empty() { self.with_keys(&keys::other_versions(identifier)).await } else { Ok(found) }
    }

    async fn with_keys(&mut self, wanted: &[String]) -> Result<Vec<Record>, DatabaseError> {
        let stored: Vec<String> = wanted.iter().map(|key| stored_key(key)).collect();
        self.load(stored.iter().cloned()).await?;
        let seeds: Vec<i64> = stored.iter().flat_map(|key| self.with_key(key).to_vec()).collect();
        if seeds.is_empty() {
            return Ok(Vec::new());
        }
        let mut records = self.merged(&[seeds], &stored).await?.pop().unwrap_or_default();
        records.retain(|Merged { record, .. }| {
            record.work.identifiers.iter().flat_map(keys::record_keys).any(|key| wanted.contains(&key))
        });
        Ok(records.into_iter().map(|merged| merged.record).collect())
    }

    /// Returns, for each group of statements, the records of these and of all other statements
    /// about the same works, with the notices that other records announce about them. Statements
    /// with a key in `found_by` are already in the groups.
    pub(crate) async fn merged(
        &mut self,
        groups: &[Vec<i64>],
        found_by: &[String],
    ) -> Result<Vec<Vec<Merged>>, DatabaseError> {
        // Proceed in rounds for all groups at once, so that each round is one query.
        let mut frontier: Vec<i64> = groups.iter().flatten().copied().collect();
        let mut reached: HashSet<i64> = frontier.iter().copied().collect();
        for _ in 0..MAX_STATEMENTS {
            let own = frontier.iter().filter_map(|id| self.statements.get(id));
            let keys: HashSet<String> =
                own.flat_map(work_keys).filter(|key| !found_by.contains(key)).collect();
            self.load(keys.iter().cloned()).await?;
            frontier = keys
                .iter()
                .flat_map(|key| self.with_key(key).to_vec())
                .filter(|id| reached.insert(*id))
                .collect();
            if frontier.is_empty() || reached.len() > groups.len().saturating_mul(MAX_STATEMENTS) {
                break;
            }
        }
        let mut out: Vec<Vec<Merged>> =
            groups.iter().map(|seeds| self.merged_group(seeds, found_by)).collect();
        let about = out.iter().flatten().flat_map(|merged| &merged.record.work.identifiers);
        let about: Vec<String> = about.map(|identifier| about_key(&keys::exact_key(identifier))).collect();
        self.load(about).await?;
        for Merged { record, .. } in out.iter_mut().flatten() {
            self.add_announcements(record);
        }
        Ok(out)
    }

    /// Merges the statements related to these, as far as they were read.
    fn merged_group(&self, seeds: &[i64], found_by: &[String]) -> Vec<Merged> {
        let mut seen: HashSet<i64> = HashSet::new();
        let mut asked: HashSet<String> = found_by.iter().cloned().collect();
        let mut waiting = seeds.to_vec();
        let mut statements = Vec::new();
        while let Some(id) = waiting.pop() {
            if statements.len() >= MAX_STATEMENTS || !seen.insert(id) {
                continue;
            }
            let Some(stored) = self.statements.get(&id) else { continue };
            for key in work_keys(stored) {
                if !asked.contains(&key) {
                    waiting.extend(self.with_key(&key));
                    asked.insert(key);
                }
            }
            statements.push(stored.clone().into_statement());
        }
        merge::merge(statements)
    }

    /// Adds what retraction notices, errata and similar records announce about the record.
    fn add_announcements(&self, record: &mut Record) {
        let mut announced = Vec::new();
        for identifier in &record.work.identifiers {
            let key = keys::exact_key(identifier);
            for id in self.with_key(&about_key(&key)) {
                let Some(stored) = self.statements.get(id) else { continue };
                announced.extend(merge::announcements_about(&stored.record, &key));
            }
        }
        merge::announce(&mut record.notices, announced);
    }

    /// Returns the records of these statements, merged with related statements, in this order and
    /// without duplicates.
    pub(crate) async fn distinct(&mut self, ids: &[i64]) -> Result<Vec<Record>, DatabaseError> {
        let groups: Vec<Vec<i64>> = ids.iter().map(|id| vec![*id]).collect();
        let merged = self.merged(&groups, &[]).await?;
        let mut out = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        for (id, records) in ids.iter().zip(merged) {
            let Some(stored) = self.statements.get(id) else { continue };
            // Of the merged records, only the one that contains this statement is a match.
            if let Some(Merged { keys, record }) =
                records.into_iter().find(|merged| merged.keys.contains(&stored.key))
                && keys.into_iter().next().is_some_and(|best| seen.insert(best))
            {
                out.push(record);
            }
        }
        Ok(out)
    }

    /// Returns the parts of the guideline with this title, in order; if several documents have it,
    /// those of the last one.
    pub(crate) async fn guideline(&mut self, title: &str) -> Result<Vec<Record>, DatabaseError> {
        let key = stored_key(&guideline_key(title));
        let rows = self.rows(WITH_KEY, &[&key, &MAX_GUIDELINE_PARTS]).await?;
        let parts = rows.iter().filter_map(|row| StoredStatement::of(row, 0));
        Ok(last_document(parts.map(StoredStatement::into_statement).collect()))
    }

    /// Returns the imported files, in the order of import.
    pub(crate) async fn imported(&self) -> Result<Vec<ImportedFile>, DatabaseError> {
        let rows = self.rows("SELECT entry FROM referee.import_file ORDER BY number", &[]).await?;
        let mut files = Vec::with_capacity(rows.len());
        for row in rows {
            match row.try_get::<_, Json<ImportedFile>>(0) {
                Ok(Json(file)) => files.push(file),
                Err(error) => {
                    tracing::warn!(
                        "an entry of the shared library's list of imports cannot be read: {error}"
                    );
                }
            }
        }
        Ok(files)
    }

    /// Returns the folded titles of all journals with a record.
    pub(crate) async fn journals(&self) -> Result<Journals, DatabaseError> {
        let mut journals = Journals::default();
        for row in self.rows("SELECT name FROM referee.journal ORDER BY name", &[]).await? {
            journals.add_key(row.get(0));
        }
        Ok(journals)
    }

    /// Returns whether a key with this prefix exists, for example `doi:10.1056/`.
    pub(crate) async fn has_key_from(&self, start: &str) -> Result<bool, DatabaseError> {
        let end = format!("{start}\u{10ffff}");
        let sql = "SELECT EXISTS (SELECT FROM referee.lookup_key WHERE key >= $1 AND key < $2)";
        Ok(self.rows(sql, &[&start, &end]).await?.first().is_some_and(|row| row.get(0)))
    }

    /// Returns the generation of the content, and the number of statements.
    pub(crate) async fn state(&self) -> Result<(i64, i64), DatabaseError> {
        let rows = self.rows("SELECT generation, statements FROM referee.library_state", &[]).await?;
        Ok(rows.first().map_or((0, 0), |row| (row.get(0), row.get(1))))
    }
}

/// Returns the stored keys that identify the work of a statement.
fn work_keys(statement: &StoredStatement) -> Vec<String> {
    keys::work_keys(&statement.record.work).map(|key| stored_key(&key)).collect()
}
