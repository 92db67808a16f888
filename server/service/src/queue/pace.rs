//! The pace of requests to online sources over all workers: a row for each source says when the next request may leave.

use referee_literature::gate::{PaceRequest, SitePace};
use referee_postgres::{Database, DatabaseError};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// The factor by which requests are further apart than the limit of the source asks: the source counts arrivals, and of
/// two requests the earlier may be under way for longer.
const MARGIN: f64 = 1.1;

/// A [`SitePace`] that is kept in a database. Requests leave evenly spaced and never several at once, so that no window
/// of the limit's length holds more than the source allows.
#[derive(Debug)]
pub struct SharedPace {
    database: Database,
}

impl SharedPace {
    /// A pace that is kept in this database. Only the gate's threads may use its pool: a connection belongs to the
    /// runtime that opened it.
    #[must_use]
    pub fn new(database: Database) -> Self {
        SharedPace { database }
    }

    /// Reserves the next free time for a request, and returns how long to wait for it.
    async fn next(&self, request: &PaceRequest<'_>) -> Result<Duration, DatabaseError> {
        let apart = request.per.as_secs_f64() * MARGIN / f64::from(request.requests.max(1));
        // The row is locked while it is changed: of two workers the second gets the time after the first one's.
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
