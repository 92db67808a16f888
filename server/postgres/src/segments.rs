//! The segments of the lists of statements by their words: written by imports, merged beside them.
//!
//! Each import writes the words of its statements as a segment. A search reads a row of each segment for each word, so
//! segments are merged, eight of a level into one of the next, on a connection of its own while the import goes on. That a
//! statement is gone, its lists do not say: whoever reads them asks for the statement.

use crate::copy_rows::{self, CopyRows};
use crate::database::Database;
use crate::error::DatabaseError;
use crate::postings::PostingLists;
use deadpool_postgres::{ClientWrapper, Object};
use std::sync::Arc;

/// How many segments of one level are merged into one of the next.
const MERGED_AT_ONCE: i64 = 8;

/// Segments of more statements together are left as they are: the list of a word is a value of PostgreSQL, which has less
/// than a gigabyte, and merging it anew and anew costs more than to read some more rows.
const MAX_MERGED_STATEMENTS: i64 = 40_000_000;

/// Lists are made anew when they have as many statements that are gone as there are others, and no fewer than this.
const MIN_REMOVED: i64 = 10_000;

/// The settings of the connection that merges: what comes out of a sort needs little memory for each word.
const SETTINGS: &str =
    "SET work_mem = '128MB'; SET enable_hashagg = off; SET jit = off; SET statement_timeout = '1h'";

/// The key of the advisory lock of whoever merges or remakes lists: "segment" as a number.
const MERGE_LOCK: i64 = 0x0073_6567_6d65_6e74;

/// Notes a new segment, and gives its number.
const NEW_SEGMENT: &str =
    "INSERT INTO referee.posting_segment (level, statements) VALUES ($1, $2) RETURNING number";

/// The segments of the lowest level that has enough of them.
const DUE: &str = "
    SELECT level, numbers, statements FROM (
        SELECT level, array_agg(number ORDER BY number) AS numbers, sum(statements)::bigint AS statements
        FROM referee.posting_segment GROUP BY level
    ) AS levels
    WHERE cardinality(numbers) >= $1::bigint AND statements <= $2 ORDER BY level LIMIT 1";

/// Makes all lists anew, of what the statements have.
const FILL: &str = include_str!("sql/fill_postings.sql");

/// Writes lists as a segment; nothing where there is no statement.
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

/// Merges segments over a connection of its own, one merge at a time.
#[derive(Clone)]
pub(crate) struct SegmentMerger {
    database: Database,
    /// The connection, made when it is first needed; who holds the lock, merges.
    client: Arc<tokio::sync::Mutex<Option<ClientWrapper>>>,
}

impl SegmentMerger {
    pub(crate) fn new(database: Database) -> Self {
        SegmentMerger { database, client: Arc::default() }
    }

    /// Merges what is due, and returns when nothing is.
    pub(crate) async fn merge(&self) -> Result<(), DatabaseError> {
        let mut held = self.client.lock().await;
        let client = match &mut *held {
            Some(client) => client,
            none => none.insert(self.connect().await?),
        };
        let failed = |error| self.database.error(error);
        loop {
            let transaction = client.transaction().await.map_err(failed)?;
            // Of a program that was killed the last merge may still be under way.
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

    /// Waits until nothing is merged.
    pub(crate) async fn idle(&self) {
        let _ = self.client.lock().await;
    }

    async fn connect(&self) -> Result<ClientWrapper, DatabaseError> {
        // Not given back to the pool, whose connections are those of the import.
        let client = Object::take(self.database.connection().await?);
        client.batch_execute(SETTINGS).await.map_err(|error| self.database.error(error))?;
        Ok(client)
    }
}

/// Makes all lists anew where half of what they have is gone.
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

/// Waits until nobody else merges, for as long as the transaction lasts.
fn lock_merges() -> String {
    format!("SELECT pg_advisory_xact_lock({MERGE_LOCK})")
}
