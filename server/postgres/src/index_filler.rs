//! Filling the inverted index of abstracts over a connection of its own while an import goes on.
//!
//! Most of the work of an import is that index: each statement has a hundred words in it and more. PostgreSQL does it in
//! the connection that inserts, one core for everything. What is inserted waits in a list that belongs to the index, and
//! any connection may empty it: so another one does, on another core. The list is part of the index and read by every
//! search, so answers are right whatever happens to whoever fills.

use crate::database::{Connection, Database};
use crate::error::DatabaseError;
use deadpool_postgres::{ClientWrapper, Object};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// After how many statements what waits is put into the index. A search reads all that waits; the more wait, the fewer
/// places of the index are visited again.
const FILL_STATEMENTS: usize = 10_000;

/// The settings of the connection. What waits is sorted in memory: in portions that stay in the processor's cache.
const SETTINGS: &str = "SET maintenance_work_mem = '64MB'; SET statement_timeout = '1h'";

const FILL: &str = "SELECT gin_clean_pending_list('referee.statement_body'::regclass)";

/// Tells the connection that fills the index what was inserted; it ends with this value.
pub(crate) struct IndexFiller {
    orders: Sender<()>,
    /// How many statements were inserted since the last order.
    waiting: usize,
}

impl IndexFiller {
    /// A filler, and what [`fill`] listens to.
    pub(crate) fn new() -> (Self, Receiver<()>) {
        // One order may wait while the one before is carried out: whoever inserts faster than the index is filled waits
        // for it, so that searches never have to read more than a few portions that wait.
        let (orders, receiver) = channel(1);
        (IndexFiller { orders, waiting: 0 }, receiver)
    }

    /// Notes that so many statements were inserted.
    pub(crate) async fn note(&mut self, statements: usize) {
        self.waiting += statements;
        if self.waiting >= FILL_STATEMENTS {
            self.waiting = 0;
            // Without a filler the server does it in the connection that inserts; ignore the send error.
            let _ = self.orders.send(()).await;
        }
    }
}

/// Fills the index at each order, until the [`IndexFiller`] is gone or the database refuses.
pub(crate) async fn fill(database: Database, mut orders: Receiver<()>) {
    let mut client: Option<ClientWrapper> = None;
    while orders.recv().await.is_some() {
        let filled = async {
            let client = match &mut client {
                Some(client) => client,
                none => none.insert(connect(&database).await?),
            };
            client.simple_query(FILL).await.map_err(|error| database.error(error))
        };
        if let Err(error) = filled.await {
            // A role that does not own the tables may not; then the import does it alone.
            tracing::info!("the index of abstracts is filled by the import itself: {error}");
            return;
        }
    }
}

async fn connect(database: &Database) -> Result<ClientWrapper, DatabaseError> {
    let connection: Connection = database.connection().await?;
    // Not given back to the pool, whose connections are those of the import.
    let client = Object::take(connection);
    client.batch_execute(SETTINGS).await.map_err(|error| database.error(error))?;
    Ok(client)
}
