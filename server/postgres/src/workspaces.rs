//! What the members of a workspace share in the database: evidence for their questions, and
//! verdicts about their references.
//!
//! Access to a workspace is decided by the database (row-level security) from the role that
//! connects, and not by this program. Nothing is shared automatically: each command that writes
//! here was typed by a person. Data from clinical notes is never shared.

use crate::address::DatabaseAddress;
use crate::database::{Connection, Database, PoolLimits};
use crate::driver_runtime::DriverRuntime;
use crate::error::DatabaseError;
use crate::schema::WORKSPACE_MIGRATIONS;
use referee_records::record::Record;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::types::Json;

/// The time limit for sharing or fetching a workspace.
const LIMIT: Duration = Duration::from_secs(300);

/// The maximum length of a work key, in characters: an index accepts some 2,700 bytes.
const MAX_KEY_CHARACTERS: usize = 500;

/// The maximum length of a workspace name, in bytes.
const MAX_NAME_BYTES: usize = 100;

/// Adds evidence. A work that already exists keeps its better relevance and the earliest round. A
/// role that improves one of them also replaces the record and signs the row: no role can change a
/// row under another role's name.
const ADD_EVIDENCE: &str = "
    INSERT INTO referee.evidence AS e (workspace, question, work, record, relevance, round)
    SELECT $1, item ->> 'question', item ->> 'work', item -> 'record', (item ->> 'relevance')::float8,
        (item ->> 'round')::integer
    FROM jsonb_array_elements($2::jsonb) AS items (item)
    ON CONFLICT (workspace, question, work) DO UPDATE
        SET record = EXCLUDED.record, relevance = greatest(e.relevance, EXCLUDED.relevance),
            round = least(e.round, EXCLUDED.round), found_by = current_user, found_at = now()
        WHERE EXCLUDED.relevance > e.relevance OR EXCLUDED.round < e.round";

/// Stores verdicts, replacing earlier ones about the same references.
const ADD_VERDICTS: &str = "
    INSERT INTO referee.verdict (workspace, draft, key, verdict, identifiers, rested_on)
    SELECT $1, item ->> 'draft', item ->> 'key', item ->> 'verdict',
        ARRAY(SELECT jsonb_array_elements_text(item -> 'identifiers')), item -> 'rested_on'
    FROM jsonb_array_elements($2::jsonb) AS items (item)
    ON CONFLICT (workspace, draft, key) DO UPDATE
        SET verdict = EXCLUDED.verdict, identifiers = EXCLUDED.identifiers, rested_on = EXCLUDED.rested_on,
            judged_by = current_user, judged_at = now()";

/// A work found for a question.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedEvidence {
    /// The question, as it was asked.
    pub question: String,
    /// The record, as its source stated it.
    pub record: Record,
    /// The relevance from 0 to 1: the best of all searches for the question.
    pub relevance: f64,
    /// The round in which it was first found, from 1.
    pub round: u32,
}

/// The last verdict about a reference of a draft.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedVerdict {
    /// The draft, as its path relative to the folder of the workspace.
    pub draft: String,
    /// The key of the reference in the draft.
    pub key: String,
    /// The verdict, as a value in the JSON of `check`.
    pub verdict: String,
    /// The identifiers of the work: `doi:10.1000/1`, `pmid:7`.
    pub identifiers: Vec<String>,
    /// The basis of the verdict, as in the JSON of `check`: `record`, `notices`, `differences`,
    /// `sources`.
    pub rested_on: Value,
    /// The role that shared it; empty if it is not shared yet.
    pub judged_by: String,
    /// When it was shared, as `2026-11-20 08:15`; empty if it is not shared yet.
    pub judged_at: String,
}

/// The contents of a workspace, as far as the current role may see them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkspaceContents {
    /// The works found, by question, most relevant first.
    pub evidence: Vec<SharedEvidence>,
    /// The verdicts, by draft and key.
    pub verdicts: Vec<SharedVerdict>,
    /// The number of rows whose record cannot be read.
    pub unreadable: usize,
}

/// Why a workspace cannot be shared or fetched.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// The database did not answer, or refused.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The name is empty or too long.
    #[error("a workspace has a name of 1 to {MAX_NAME_BYTES} bytes")]
    Name,
    /// The workspace does not exist, or the role is not a member: the database does not reveal
    /// which.
    #[error("there is no workspace “{0}” in the database that this role belongs to")]
    NotAMember(String),
    /// A role to be added does not exist: a role created later with this name would become a
    /// member.
    #[error("there is no role “{0}” in this database; create it first")]
    NoSuchRole(String),
    /// Only the creator of a workspace can add members.
    #[error("only who made the workspace “{0}” can say who belongs to it")]
    NotTheOwner(String),
}

/// The workspaces of a shared database.
pub struct SharedWorkspaces {
    database: Arc<Database>,
    driver: DriverRuntime,
}

impl SharedWorkspaces {
    /// Opens the workspaces of the database at an address. Creates missing tables.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer, or lacks the tables and this role may not
    /// create them.
    pub fn open(address: &DatabaseAddress) -> Result<Self, DatabaseError> {
        let workspaces = SharedWorkspaces {
            database: Arc::new(Database::new(address, PoolLimits::for_import())?),
            driver: DriverRuntime::new()?,
        };
        workspaces.run(|database| async move { WORKSPACE_MIGRATIONS.apply(&database).await })?;
        Ok(workspaces)
    }

    /// Adds contents to a workspace, which is created if it does not exist, and adds these roles as
    /// members.
    ///
    /// # Errors
    ///
    /// Returns an error if the current role is not a member, adds roles to a workspace that another
    /// role created, or the database does not answer. Then nothing is added.
    pub fn share(
        &self,
        name: &str,
        contents: &WorkspaceContents,
        with: &[String],
    ) -> Result<(), WorkspaceError> {
        let name = checked_name(name)?;
        // A statement may write a row only once; in a fixed order, so that two writers cannot
        // deadlock.
        let evidence: BTreeMap<_, Value> = (contents.evidence.iter().rev())
            .map(|one| ((plain(&one.question), work_key(&one.record)), evidence_row(one)))
            .collect();
        let verdicts: BTreeMap<_, Value> = (contents.verdicts.iter())
            .map(|one| ((plain(&one.draft), plain(&one.key)), verdict_row(one)))
            .collect();
        let rows = [
            (ADD_EVIDENCE, Value::Array(evidence.into_values().collect())),
            (ADD_VERDICTS, Value::Array(verdicts.into_values().collect())),
        ];
        let with = with.to_vec();
        let asked = name.clone();
        let shared = self.run(move |database| async move {
            let failed = |error| database.error(error);
            let mut connection = database.connection().await?;
            let transaction = connection.transaction().await.map_err(failed)?;
            let make = "INSERT INTO referee.workspace (name) VALUES ($1) ON CONFLICT (name) DO NOTHING";
            transaction.execute(make, &[&asked]).await.map_err(failed)?;
            let find = "SELECT id FROM referee.workspace WHERE name = $1";
            let Some(row) = transaction.query_opt(find, &[&asked]).await.map_err(failed)? else {
                return Ok(Shared::NotAMember);
            };
            let id: i64 = row.get(0);
            if !with.is_empty() {
                // Compare as text: an overlong name would be truncated to that of another role.
                let unknown = "SELECT role FROM unnest($1::text[]) AS roles (role)
                               WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.rolname::text = role)";
                if let Some(row) = transaction.query_opt(&format!("{unknown} LIMIT 1"), &[&with]).await.map_err(failed)? {
                    return Ok(Shared::NoSuchRole(row.get(0)));
                }
                let add = "UPDATE referee.workspace
                           SET members = ARRAY(SELECT DISTINCT unnest(members || $2::text[]::name[])) WHERE id = $1";
                if transaction.execute(add, &[&id, &with]).await.map_err(failed)? == 0 {
                    return Ok(Shared::NotTheOwner);
                }
            }
            for (sql, rows) in &rows {
                transaction.execute(*sql, &[&id, rows]).await.map_err(failed)?;
            }
            transaction.commit().await.map_err(failed)?;
            Ok(Shared::Done)
        })?;
        match shared {
            Shared::Done => Ok(()),
            Shared::NotAMember => Err(WorkspaceError::NotAMember(name)),
            Shared::NotTheOwner => Err(WorkspaceError::NotTheOwner(name)),
            Shared::NoSuchRole(role) => Err(WorkspaceError::NoSuchRole(role)),
        }
    }

    /// Returns the contents of a workspace.
    ///
    /// # Errors
    ///
    /// Returns an error if the current role is not a member, or the database does not answer.
    pub fn fetch(&self, name: &str) -> Result<WorkspaceContents, WorkspaceError> {
        let name = checked_name(name)?;
        let asked = name.clone();
        let fetched = self.run(move |database| async move {
            let connection = database.connection().await?;
            let find = "SELECT id FROM referee.workspace WHERE name = $1";
            let row = connection.query_opt(find, &[&asked]).await.map_err(|error| database.error(error))?;
            match row {
                Some(row) => contents(&database, &connection, row.get(0)).await.map(Some),
                None => Ok(None),
            }
        })?;
        fetched.ok_or(WorkspaceError::NotAMember(name))
    }

    /// Runs a future on the thread of the driver, and waits for it.
    fn run<T, F>(&self, work: impl FnOnce(Arc<Database>) -> F) -> Result<T, DatabaseError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, DatabaseError>> + Send + 'static,
    {
        self.driver.run(self.database.shown_address(), LIMIT, work(Arc::clone(&self.database)))
    }
}

/// The outcome of sharing a workspace.
enum Shared {
    Done,
    NotAMember,
    NotTheOwner,
    NoSuchRole(String),
}

fn checked_name(name: &str) -> Result<String, WorkspaceError> {
    let name = plain(name.trim());
    if name.is_empty() || name.len() > MAX_NAME_BYTES { Err(WorkspaceError::Name) } else { Ok(name) }
}

/// Removes NUL characters, which PostgreSQL does not accept in texts.
fn plain(text: &str) -> String {
    text.replace('\0', "")
}

/// Returns the key that identifies a work within a question: its best identifier, else its title
/// and year.
fn work_key(record: &Record) -> String {
    let identifier = record.work.identifiers.iter().next();
    let key = identifier.map_or_else(
        || format!("title:{}", record.work.full_title().unwrap_or_default().to_lowercase()),
        referee_records::keys::exact_key,
    );
    plain(&key).chars().take(MAX_KEY_CHARACTERS).collect()
}

fn evidence_row(one: &SharedEvidence) -> Value {
    let record = serde_json::to_value(&one.record).unwrap_or_default();
    serde_json::json!({
        "question": plain(&one.question),
        "work": work_key(&one.record),
        "record": without_nul(record),
        "relevance": one.relevance,
        "round": one.round,
    })
}

fn verdict_row(one: &SharedVerdict) -> Value {
    serde_json::json!({
        "draft": plain(&one.draft),
        "key": plain(&one.key),
        "verdict": plain(&one.verdict),
        "identifiers": one.identifiers.iter().map(|name| plain(name)).collect::<Vec<_>>(),
        "rested_on": without_nul(one.rested_on.clone()),
    })
}

/// Removes NUL characters from all strings in JSON, which PostgreSQL does not accept.
fn without_nul(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(plain(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(without_nul).collect()),
        Value::Object(members) => Value::Object(
            members.into_iter().map(|(name, value)| (plain(&name), without_nul(value))).collect(),
        ),
        other => other,
    }
}

async fn contents(
    database: &Database,
    connection: &Connection,
    id: i64,
) -> Result<WorkspaceContents, DatabaseError> {
    let failed = |error| database.error(error);
    let mut contents = WorkspaceContents::default();
    let evidence = "SELECT question, record, relevance, round FROM referee.evidence WHERE workspace = $1
                    ORDER BY question, relevance DESC, work";
    for row in connection.query(evidence, &[&id]).await.map_err(failed)? {
        match row.try_get::<_, Json<Record>>(1) {
            Ok(Json(record)) => contents.evidence.push(SharedEvidence {
                question: row.get(0),
                record,
                relevance: row.get(2),
                round: u32::try_from(row.get::<_, i32>(3)).unwrap_or(1),
            }),
            Err(_) => contents.unreadable += 1,
        }
    }
    let verdicts = "SELECT draft, key, verdict, identifiers, rested_on, judged_by::text,
                        to_char(judged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
                    FROM referee.verdict WHERE workspace = $1 ORDER BY draft, key";
    for row in connection.query(verdicts, &[&id]).await.map_err(failed)? {
        contents.verdicts.push(SharedVerdict {
            draft: row.get(0),
            key: row.get(1),
            verdict: row.get(2),
            identifiers: row.get(3),
            rested_on: row.get(4),
            judged_by: row.get(5),
            judged_at: row.get(6),
        });
    }
    Ok(contents)
}
