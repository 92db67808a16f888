//! Leases a submission, renews the lease while it is judged, and writes its result once.

use super::look_up_again::{LookupState, wake};
use super::{QUEUE, Queue, QueueError};
use crate::engine::CheckResult;
use crate::submission::{Submission, SubmittedFile};
use serde_json::json;
use std::time::Duration;

/// The maximum number of attempts per round; it limits the number of workers that a harmful draft
/// can kill.
pub const MAX_ATTEMPTS: i32 = 10;

/// The time between the first and the second attempt; doubled after each further one.
const FIRST_BACK_OFF: Duration = Duration::from_secs(5);

/// The maximum time between two attempts.
const MAX_BACK_OFF: Duration = Duration::from_secs(3_600);

/// A submission that a worker has leased.
#[derive(Clone, Debug)]
pub struct LeasedSubmission {
    /// The id of the submission in the queue.
    pub id: i64,
    /// The number of the lease, larger than every earlier one. The worker owns the submission as
    /// long as the row has this number.
    pub lease: i64,
    /// The number of attempts in this round, including this one.
    pub attempts: i32,
    /// The files to judge.
    pub submission: Submission,
}

/// How a worker releases a submission without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Release {
    /// Retry later, with growing delays; after [`MAX_ATTEMPTS`] the submission is given up. Holds
    /// the reason.
    Retry(String),
    /// Give up: the submission cannot be judged as it is. Holds the reason.
    GiveUp(String),
    /// Return it as if it had not been taken: the worker is shutting down.
    Unused,
}

impl Queue {
    /// Leases the submission that has waited longest for `time`, or one whose worker did not renew
    /// its lease. Returns `None` if none is waiting.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub async fn lease(&self, worker: &str, time: Duration) -> Result<Option<LeasedSubmission>, QueueError> {
        let take = "UPDATE referee.submission SET state = 'working', attempts = attempts + 1, worker = $1,
                        lease = nextval('referee.submission_lease'),
                        lease_until = clock_timestamp() + make_interval(secs => $2)
                    WHERE id = (
                        SELECT id FROM referee.submission
                        WHERE (state IN ('waiting', 'not-looked-up') AND available_at <= clock_timestamp())
                           OR (state = 'working' AND lease_until < clock_timestamp())
                        ORDER BY available_at, id FOR UPDATE SKIP LOCKED LIMIT 1)
                    RETURNING id, lease, attempts, name";
        loop {
            let connection = self.connection().await?;
            QUEUE.check(&self.database, &**connection).await?;
            let row =
                connection.query_opt(take, &[&worker, &time.as_secs_f64()]).await.map_err(self.failed())?;
            let Some(row) = row else { return Ok(None) };
            let (id, lease, attempts, name): (i64, i64, i32, String) =
                (row.get(0), row.get(1), row.get(2), row.get(3));
            if attempts > MAX_ATTEMPTS {
                drop(connection);
                let why = format!("{MAX_ATTEMPTS} workers took it and none came to an end");
                self.release(id, lease, attempts, &Release::GiveUp(why)).await?;
                continue;
            }
            let files =
                "SELECT path, content FROM referee.submission_file WHERE submission = $1 ORDER BY path";
            let rows = connection.query(files, &[&id]).await.map_err(self.failed())?;
            let files =
                rows.iter().map(|row| SubmittedFile { path: row.get(0), content: row.get(1) }).collect();
            return Ok(Some(LeasedSubmission {
                id,
                lease,
                attempts,
                submission: Submission { name, files },
            }));
        }
    }

    /// Extends a lease by `time` from now; returns false if the submission now belongs to another
    /// worker.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub async fn renew(&self, id: i64, lease: i64, time: Duration) -> Result<bool, QueueError> {
        let renew =
            "UPDATE referee.submission SET lease_until = clock_timestamp() + make_interval(secs => $3)
                     WHERE id = $1 AND lease = $2 AND state = 'working'";
        let connection = self.connection().await?;
        let renewed =
            connection.execute(renew, &[&id, &lease, &time.as_secs_f64()]).await.map_err(self.failed())?;
        Ok(renewed == 1)
    }

    /// Writes a result and ends the lease; returns false and writes nothing if the lease has
    /// expired. If services did not answer, the submission becomes *not looked up*: it becomes
    /// available again later, and the next result of the same round replaces this one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer. It is then unknown whether the result was
    /// written; repeating the call is safe.
    pub async fn finish(
        &self,
        leased: &LeasedSubmission,
        worker: &str,
        result: &CheckResult,
    ) -> Result<bool, QueueError> {
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await.map_err(self.failed())?;
        QUEUE.check(&self.database, &*transaction).await?;
        let state = "SELECT round, lookups, waits_for,
                         extract(epoch FROM clock_timestamp() - open_since)::float8 AS open_for
                     FROM referee.submission WHERE id = $1 AND lease = $2 AND state = 'working' FOR UPDATE";
        let row = transaction.query_opt(state, &[&leased.id, &leased.lease]).await.map_err(self.failed())?;
        let Some(row) = row else { return Ok(false) };
        let (round, waited_for): (i32, Vec<String>) = (row.get("round"), row.get("waits_for"));
        let next = LookupState::after(
            result.open_lookup.as_ref(),
            row.get("lookups"),
            row.get::<_, Option<f64>>("open_for").unwrap_or(0.0),
        );
        // The random factor spreads submissions that the same outage left open. Without a next try,
        // the submission waits for a service.
        let end = "UPDATE referee.submission SET state = $2, lease = NULL, lease_until = NULL, reason = $3,
                       finished_at = clock_timestamp(), attempts = 0, lookups = $4, waits_for = $5,
                       open_since = CASE WHEN $2 = 'done' THEN NULL ELSE coalesce(open_since, clock_timestamp()) END,
                       available_at = coalesce(
                           clock_timestamp() + make_interval(secs => $6) * (1 + random() / 4), 'infinity')
                   WHERE id = $1";
        transaction
            .execute(
                end,
                &[
                    &leased.id,
                    &next.state,
                    &next.reason,
                    &next.lookups,
                    &next.waits_for,
                    &next.wait_seconds(),
                ],
            )
            .await
            .map_err(self.failed())?;
        let (verdicts, findings) = (json!(result.verdicts), json!(result.findings));
        let insert = "INSERT INTO referee.submission_result
                          (submission, round, lease, worker, report, page, verdicts, findings, unchecked_because,
                           undefined_keys, not_looked_up)
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
                      ON CONFLICT (submission, round) DO UPDATE SET lease = excluded.lease,
                          worker = excluded.worker, judged_at = clock_timestamp(), report = excluded.report,
                          page = excluded.page, verdicts = excluded.verdicts, findings = excluded.findings,
                          unchecked_because = excluded.unchecked_because,
                          undefined_keys = excluded.undefined_keys, not_looked_up = excluded.not_looked_up";
        let plain = |text: &str| text.replace('\0', "");
        transaction
            .execute(
                insert,
                &[
                    &leased.id,
                    &round,
                    &leased.lease,
                    &worker,
                    &plain(&result.json),
                    &plain(&result.html),
                    &verdicts,
                    &findings,
                    &result.unchecked_because,
                    &i64::try_from(result.undefined_keys).unwrap_or(i64::MAX),
                    &i64::try_from(result.open_lookup.as_ref().map_or(0, |open| open.references))
                        .unwrap_or(i64::MAX),
                ],
            )
            .await
            .map_err(self.failed())?;
        let forget = "DELETE FROM referee.submission_reference WHERE submission = $1";
        transaction.execute(forget, &[&leased.id]).await.map_err(self.failed())?;
        // One statement for all references instead of a round trip for each.
        let all: Vec<serde_json::Value> = result
            .references
            .iter()
            .map(|one| {
                json!({
                    "key": plain(&one.key),
                    "verdict": one.verdict,
                    "notices": one.notices,
                    "identifiers": one.identifiers.iter().map(|name| plain(name)).collect::<Vec<_>>(),
                    "title": one.title.as_deref().map(plain),
                })
            })
            .collect();
        let references = "INSERT INTO referee.submission_reference
                              (submission, number, key, verdict, notices, identifiers, title)
                          SELECT $1, number, item ->> 'key', item ->> 'verdict',
                              ARRAY(SELECT jsonb_array_elements_text(item -> 'notices')),
                              ARRAY(SELECT jsonb_array_elements_text(item -> 'identifiers')),
                              item ->> 'title'
                          FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS items (item, number)";
        transaction.execute(references, &[&leased.id, &json!(all)]).await.map_err(self.failed())?;
        // A service that this submission waited for has answered, so the others need not wait. A
        // service that it stopped waiting for may not have been asked at all, because others
        // failed; so require an answer.
        let answered: Vec<&String> = waited_for
            .iter()
            .filter(|service| result.answered.contains(service) && !next.waits_for.contains(service))
            .collect();
        wake(&transaction, &answered).await.map_err(self.failed())?;
        transaction.commit().await.map_err(self.failed())?;
        Ok(true)
    }

    /// Ends a lease without a result; returns false if the submission now belongs to another
    /// worker.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub async fn release(
        &self,
        id: i64,
        lease: i64,
        attempts: i32,
        release: &Release,
    ) -> Result<bool, QueueError> {
        let (state, reason, wait, unused) = match release {
            Release::Retry(why) if attempts < MAX_ATTEMPTS => {
                ("waiting", Some(why.as_str()), back_off(attempts), 0)
            }
            Release::Retry(why) | Release::GiveUp(why) => ("dead", Some(why.as_str()), Duration::ZERO, 0),
            Release::Unused => ("waiting", None, Duration::ZERO, 1),
        };
        // A submission that was partly looked up before keeps that state and its result.
        let end = "UPDATE referee.submission SET reason = coalesce($4, reason), lease = NULL, lease_until = NULL,
                       state = CASE WHEN $3 = 'waiting' AND waits_for <> '{}' THEN 'not-looked-up' ELSE $3 END,
                       waits_for = CASE WHEN $3 = 'dead' THEN '{}' ELSE waits_for END,
                       available_at = clock_timestamp() + make_interval(secs => $5), attempts = attempts - $6
                   WHERE id = $1 AND lease = $2 AND state = 'working'";
        let connection = self.connection().await?;
        let ended = connection
            .execute(end, &[&id, &lease, &state, &reason, &wait.as_secs_f64(), &unused])
            .await
            .map_err(self.failed())?;
        Ok(ended == 1)
    }
}

/// Returns the time before the next attempt, after `attempts` attempts.
fn back_off(attempts: i32) -> Duration {
    let doubled = u32::try_from(attempts.clamp(1, 20) - 1).unwrap_or(0);
    FIRST_BACK_OFF.saturating_mul(1_u32 << doubled).min(MAX_BACK_OFF)
}

#[cfg(test)]
mod tests {
    use super::{MAX_BACK_OFF, back_off};
    use std::time::Duration;

    #[test]
    fn the_wait_doubles_and_has_an_end() {
        assert_eq!([1, 2, 3].map(back_off), [5, 10, 20].map(Duration::from_secs));
        assert_eq!(back_off(i32::MAX), MAX_BACK_OFF);
    }
}
