//! The segments of the posting lists: written by imports, and merged in the background.
//!
//! Each import writes the words of its statements as a segment. A search reads one row per segment
//! for each word, so segments are merged, eight of one level into one of the next, on a separate
//! connection while the import continues. The lists do not record that a statement was deleted:
//! readers must check the statement.

use crate::copy_rows::{self, CopyRows};
use crate::database::Database;
use crate::error::DatabaseError;
use crate::postings::PostingLists;
use deadpool_postgres::{ClientWrapper, Object};
use std::sync::Arc;

/// The number of segments of one level that are merged into one of the next.
const MERGED_AT_ONCE: i64 = 8;

/// The maximum total number of statements of segments to merge: the list of a word is a PostgreSQL
/// value, which is limited to one gigabyte, and merging it repeatedly costs more than reading a few
/// more rows.
const MAX_MERGED_STATEMENTS: i64 = 40_000_000;

/// The minimum number of deleted statements for a rebuild of the lists; they must also be at least
/// as many as the others.
const MIN_REMOVED: i64 = 10_000;

/// The settings of the merging connection: output in sorted order needs little memory per word.
const SETTINGS: &str =
    "SET work_mem = '128MB'; SET enable_hashagg = off; SET jit = off; SET statement_timeout = '1h'";

/// The key of the advisory lock for merging or rebuilding lists: "segment" as a number.
const MERGE_LOCK: i64 = 0x0073_6567_6d65_6e74;

/// Records a new segment, and returns its number.
const NEW_SEGMENT: &str =
    "INSERT INTO referee.posting_segment (level, statements) VALUES ($1, $2) RETURNING number";

/// Selects the segments of the lowest level that has enough of them.
const DUE: &str = "
    SELECT level, numbers, statements FROM (
        SELECT level, array_agg(number ORDER BY number) AS numbers, sum(statements)::bigint AS statements
        FROM referee.posting_segment GROUP BY level
    ) AS levels
    WHERE cardinality(numbers) >= $1::bigint AND statements <= $2 ORDER BY level LIMIT 1";

/// Rebuilds all lists from the statements.
const FILL: &str = include_str!("sql/fill_postings.sql");

/// Writes lists as a segment; does nothing without statements.
pub(crate) async fn write_segment(
    database: &Database,
    client: &ClientWrapper,
    lists: PostingLists,
) -> Result<(), DatabaseError> {
    if lists.statements() == 0 {
        return Ok(());
    }
    let row = client.query_one(NEW_SEGMENT, &[&0_i16, &lists.statements()]).await;
    let number: i64 = row.map_err(|error| database.error(error))?.get(0);
    let mut rows = CopyRows::into(database, client, "referee.posting (segment, word, postings)").await?;
    for (word, list) in lists.into_sorted() {
        rows.add(3, |out| {
            copy_rows::bigint(number, out);
            copy_rows::text(&word, out);
            copy_rows::bytes(&list, out);
        })
        .await?;
    }
    rows.finish().await
}

/// Merges segments over a separate connection, one merge at a time.
#[derive(Clone)]
pub(crate) struct SegmentMerger {
    database: Database,
    /// The connection, opened on first use; the holder of the lock merges.
    client: Arc<tokio::sync::Mutex<Option<ClientWrapper>>>,
}

impl SegmentMerger {
    pub(crate) fn new(database: Database) -> Self {
        SegmentMerger { database, client: Arc::default() }
    }

    /// Merges all segments that are due.
    pub(crate) async fn merge(&self) -> Result<(), DatabaseError> {
        let mut held = self.client.lock().await;
        let client = match &mut *held {
            Some(client) => client,
            none => none.insert(self.connect().await?),
        };
        let failed = |error| self.database.error(error);
        loop {
            let transaction = client.transaction().await.map_err(failed)?;
            // The last merge of a killed program may still be running.
            transaction.batch_execute(&lock_merges()).await.map_err(failed)?;
            let due = transaction.query_opt(DUE, &[&MERGED_AT_ONCE, &MAX_MERGED_STATEMENTS]).await;
            let Some(due) = due.map_err(failed)? else { return Ok(()) };
            let (level, merged, statements): (i16, Vec<i64>, i64) = (due.get(0), due.get(1), due.get(2));
            let row = transaction.query_one(NEW_SEGMENT, &[&(level + 1), &statements]).await;
            let number: i64 = row.map_err(failed)?.get(0);
            let join = "INSERT INTO referee.posting (segment, word, postings)
                        SELECT $1::bigint, word, string_agg(postings, ''::bytea) FROM (
                            SELECT word, postings FROM referee.posting
                            WHERE segment = ANY($2::bigint[]) ORDER BY word
                        ) AS old GROUP BY word";
            transaction.execute(join, &[&number, &merged]).await.map_err(failed)?;
            for table in ["posting_segment WHERE number", "posting WHERE segment"] {
                let remove = format!("DELETE FROM referee.{table} = ANY($1::bigint[])");
                transaction.execute(&remove, &[&merged]).await.map_err(failed)?;
            }
            transaction.commit().await.map_err(failed)?;
        }
    }

    /// Waits until no merge is running.
    pub(crate) async fn idle(&self) {
        let _ = self.client.lock().await;
    }

    async fn connect(&self) -> Result<ClientWrapper, DatabaseError> {
        // Not returned to the pool, whose connections are those of the import.
        let client = Object::take(self.database.connection().await?);
        client.batch_execute(SETTINGS).await.map_err(|error| self.database.error(error))?;
        Ok(client)
    }
}

/// Rebuilds all lists if half of their statements are deleted.
pub(crate) async fn rebuild_if_stale(
    database: &Database,
    client: &ClientWrapper,
) -> Result<(), DatabaseError> {
    let failed = |error| database.error(error);
    let stale = "SELECT removed >= greatest(statements, $1) FROM referee.library_state";
    if !client.query_one(stale, &[&MIN_REMOVED]).await.map_err(failed)?.get::<_, bool>(0) {
        return Ok(());
    }
    // One message is one transaction.
    let lock = lock_merges();
    let anew = format!(
        "{lock}; DELETE FROM referee.posting; DELETE FROM referee.posting_segment;
         UPDATE referee.library_state SET removed = 0;
         {FILL}"
    );
    client.batch_execute(&anew).await.map_err(failed)
}

/// Returns the SQL that locks merges for the duration of the transaction.
fn lock_merges() -> String {
    format!("SELECT pg_advisory_xact_lock({MERGE_LOCK})")
}
