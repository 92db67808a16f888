//! The pace of requests to online sources over all workers: a row for each source says when the next request may leave.

use referee_literature::gate::{PaceRequest, SitePace};
use referee_postgres::{Database, DatabaseError};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// The factor by which requests are further apart than the limit of the source asks: the source counts arrivals, and of
/// two requests the earlier may be under way for longer.
const MARGIN: f64 = 1.1;

/// The shortest window of a limit whose requests may leave in a burst: half of what the window allows at once, the rest
/// evenly spaced. Otherwise a source that allows 60 requests an hour would make the second one wait for a minute.
const MIN_WINDOW_WITH_BURST: Duration = Duration::from_secs(600);

/// A [`SitePace`] that is kept in a database. Requests leave evenly spaced and never several at once, so that no window
/// of the limit's length holds more than the source allows; in a long window half of them may leave at once and
/// the others are twice as far apart, which holds the same limit.
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
        let (apart, ahead) = spacing(request.requests, request.per);
        // The row is locked while it is changed: of two workers the second gets the time after the first one's.
        let reserve = "INSERT INTO referee.source_pace AS pace (service, class, next_at)
                       VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
                       ON CONFLICT (service, class) DO UPDATE
                           SET next_at = greatest(pace.next_at, clock_timestamp()) + make_interval(secs => $3)
                       RETURNING extract(epoch FROM
                           next_at - make_interval(secs => $3) - make_interval(secs => $4) - clock_timestamp())::float8";
        let connection = self.database.connection().await?;
        let row = connection
            .query_one(reserve, &[&request.service, &request.class, &apart, &ahead])
            .await
            .map_err(|error| self.database.error(error))?;
        let seconds: f64 = row.get(0);
        Ok(Duration::from_secs_f64(seconds.max(0.0)))
    }
}

/// The seconds between two requests, and the seconds by which requests may leave before their time.
fn spacing(requests: u32, per: Duration) -> (f64, f64) {
    let apart = per.as_secs_f64() * MARGIN / f64::from(requests.max(1));
    let at_once = requests / 2;
    if per < MIN_WINDOW_WITH_BURST || at_once < 2 {
        return (apart, 0.0);
    }
    (2.0 * apart, 2.0 * apart * f64::from(at_once - 1))
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

#[cfg(test)]
mod tests {
    use super::{MARGIN, spacing};
    use std::time::Duration;

    /// When requests that are wanted all the time leave, in seconds.
    fn leaving(requests: u32, per: Duration, count: usize) -> Vec<f64> {
        let (apart, ahead) = spacing(requests, per);
        let (mut now, mut next): (f64, f64) = (0.0, 0.0);
        (0..count)
            .map(|_| {
                next = next.max(now) + apart;
                now += (next - apart - ahead - now).max(0.0);
                now
            })
            .collect()
    }

    #[test]
    fn no_window_holds_more_than_the_source_allows_and_a_long_one_makes_few_wait() {
        for (requests, per) in [(3, 1), (1, 3), (30, 60), (60, 3_600), (120, 3_600), (5_000, 3_600)] {
            let times = leaving(requests, Duration::from_secs(per), 4 * requests as usize);
            for (at, from) in times.iter().enumerate() {
                let within = times[at..].iter().filter(|time| **time - from < per as f64).count();
                assert!(within <= requests as usize, "{requests} in {per} s: {within}");
            }
        }
        let hour = leaving(60, Duration::from_secs(3_600), 60);
        assert_eq!(hour.iter().filter(|time| **time == 0.0).count(), 30);
        assert!(hour[59] < 2.0 * 3_600.0 * MARGIN);
    }
}
