//! One pace for each online source over all workers: a row for each says when the next request may leave.

use referee_literature::gate::{PaceRequest, SitePace};
use referee_postgres::{Database, DatabaseError};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// How much further apart requests are than the limit of the source asks: the source counts arrivals, and of two
/// requests the earlier may be under way for longer.
const MARGIN: f64 = 1.1;

/// The pace of a site. Its requests leave one by one, never several at once: no window of the source's length then holds
/// more than it allows.
#[derive(Debug)]
pub struct SharedPace {
    database: Database,
}

impl SharedPace {
    /// The pace that is kept in a database. Its connections are of the gate's own threads, so nothing else uses them.
    #[must_use]
    pub fn new(database: Database) -> Self {
        SharedPace { database }
    }

    async fn next(&self, request: &PaceRequest<'_>) -> Result<Duration, DatabaseError> {
        let apart = request.per.as_secs_f64() * MARGIN / f64::from(request.requests.max(1));
        // The row is locked while it is changed: who comes at the same time gets the turn behind.
        let reserve = "INSERT INTO referee.source_pace AS pace (service, class, next_at)
                       VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
                       ON CONFLICT (service, class) DO UPDATE
                           SET next_at = greatest(pace.next_at, clock_timestamp()) + make_interval(secs => $3)
                       RETURNING extract(epoch FROM next_at - make_interval(secs => $3) - clock_timestamp())::float8";
        let connection = self.database.connection().await?;
        let row = connection
            .query_one(reserve, &[&request.service, &request.class, &apart])
            .await
            .map_err(|error| self.database.error(error))?;
        let seconds: f64 = row.get(0);
        Ok(Duration::from_secs_f64(seconds.max(0.0)))
    }
}

impl SitePace for SharedPace {
    fn reserve<'a>(
        &'a self,
        request: &'a PaceRequest<'a>,
    ) -> Pin<Box<dyn Future<Output = Option<Duration>> + Send + 'a>> {
        Box::pin(async move {
            match self.next(request).await {
                Ok(wait) => Some(wait),
                Err(error) => {
                    tracing::warn!(%error, "the pace that all workers share is not known: requests wait");
                    None
                }
            }
        })
    }
}
