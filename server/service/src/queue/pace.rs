//! The common request rate of all workers for online sources: a row per source stores when the next
//! request may be sent.

use referee_literature::gate::{PaceRequest, SitePace};
use referee_postgres::{Database, DatabaseError};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// The factor by which the distance between requests exceeds the limit of the source: the source
/// counts arrivals, and of two requests the earlier may be in transit for longer.
const MARGIN: f64 = 1.1;

/// The shortest limit window whose requests may be sent in a burst: half of the allowed number at
/// once, the rest evenly spaced. Without the burst, a source that allows 60 requests an hour would
/// delay the second one by a minute.
const MIN_WINDOW_WITH_BURST: Duration = Duration::from_secs(600);

/// A [`SitePace`] in a database. Requests are evenly spaced and never sent at the same time, so
/// that no window of the limit contains more than the source allows. In a long window half of them
/// may be sent at once and the others are twice as far apart, which satisfies the same limit.
#[derive(Debug)]
pub struct SharedPace {
    database: Database,
}

impl SharedPace {
    /// Creates a pace in this database. Only the gate's threads may use its pool: a connection
    /// belongs to the runtime that opened it.
    #[must_use]
    pub fn new(database: Database) -> Self {
        SharedPace { database }
    }

    /// Reserves the next free time for a request, and returns how long to wait for it.
    async fn next(&self, request: &PaceRequest<'_>) -> Result<Duration, DatabaseError> {
        let (apart, ahead) = spacing(request.requests, request.per);
        // The row is locked while it is changed: of two workers the second gets the time after the
        // first one's.
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

/// Returns the distance between two requests, and how far ahead of their time requests may be sent,
/// both in seconds.
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

    /// Returns the times in seconds at which requests are sent if there is always a waiting one.
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
