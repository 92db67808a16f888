//! The operations of a person on the queue: read the list, most urgent first, read a result, sign
//! it off, have it judged again.

use super::{Queue, QueueError};
use referee_operations::screen::{QueueCounts, TriageRow};
use serde_json::Value;

/// The format of times for `to_char`, as ISO 8601 in UTC.
pub(super) const UTC_TIME_FORMAT: &str = "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'";

impl Queue {
    /// Returns the number of submissions in each state.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub async fn counts(&self) -> Result<QueueCounts, QueueError> {
        let count = "SELECT state, count(*), count(*) FILTER (WHERE signed_at IS NULL)
                     FROM referee.submission GROUP BY state";
        let rows = self.connection().await?.query(count, &[]).await.map_err(self.failed())?;
        let mut out = QueueCounts::default();
        for row in rows {
            let (state, all, unsigned): (String, i64, i64) = (row.get(0), row.get(1), row.get(2));
            match state.as_str() {
                "waiting" => out.waiting = all,
                "working" => out.working = all,
                "done" => (out.done, out.unsigned) = (all, unsigned),
                "not-looked-up" => out.not_looked_up = all,
                _ => out.dead = all,
            }
        }
        Ok(out)
    }

    /// Returns all submissions, most urgent first: those given up; then by the number of retracted,
    /// misidentified and not-found references, then by the number of keys without an entry; then
    /// those not looked up, those with other unchecked references, and clean ones. Signed-off
    /// submissions are last.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub async fn list(&self) -> Result<Vec<TriageRow>, QueueError> {
        let list = format!(
            "SELECT s.id, s.name, s.state, s.reason, s.round, r.verdicts,
                 (SELECT count(*) FROM referee.submission_reference f WHERE f.submission = s.id
                      AND f.notices && ARRAY['retraction', 'withdrawal', 'removal']) AS retracted,
                 (SELECT count(*) FROM referee.submission_reference f WHERE f.submission = s.id
                      AND 'concern' = ANY (f.notices)) AS concern,
                 coalesce(r.unchecked_because, ARRAY[]::text[]),
                 to_char(s.submitted_at AT TIME ZONE 'UTC', {UTC_TIME_FORMAT}),
                 to_char(r.judged_at AT TIME ZONE 'UTC', {UTC_TIME_FORMAT}),
                 (SELECT count(*) FROM referee.submission_alert a WHERE a.submission = s.id) AS alerts,
                 s.signed_by, to_char(s.signed_at AT TIME ZONE 'UTC', {UTC_TIME_FORMAT}), s.sign_note,
                 coalesce(r.undefined_keys, 0) AS undefined_keys, coalesce(r.not_looked_up, 0),
                 CASE WHEN s.state = 'not-looked-up' AND s.available_at > clock_timestamp()
                     THEN to_char(nullif(s.available_at, 'infinity') AT TIME ZONE 'UTC', {UTC_TIME_FORMAT}) END
             FROM referee.submission s
             LEFT JOIN LATERAL (SELECT verdicts, unchecked_because, undefined_keys, not_looked_up, judged_at
                 FROM referee.submission_result
                 WHERE submission = s.id ORDER BY round DESC LIMIT 1) r ON true
             ORDER BY s.signed_at IS NOT NULL, s.state <> 'dead', retracted DESC,
                 coalesce((r.verdicts ->> 'misidentified')::bigint, 0) DESC,
                 coalesce((r.verdicts ->> 'not-found')::bigint, 0) DESC, undefined_keys DESC,
                 s.waits_for <> '{{}}' DESC, coalesce((r.verdicts ->> 'unchecked')::bigint, 0) > 0 DESC, s.id"
        );
        let rows = self.connection().await?.query(&list, &[]).await.map_err(self.failed())?;
        rows.iter()
            .map(|row| {
                let verdicts: Option<Value> = row.get(5);
                Ok(TriageRow {
                    id: row.get(0),
                    name: row.get(1),
                    state: row.get(2),
                    reason: row.get(3),
                    round: row.get(4),
                    verdicts: verdicts.map(serde_json::from_value).transpose()?.unwrap_or_default(),
                    retracted: row.get(6),
                    concern: row.get(7),
                    undefined_keys: row.get(15),
                    unchecked_because: row.get(8),
                    not_looked_up: row.get(16),
                    next_try_at: row.get(17),
                    submitted_at: row.get(9),
                    judged_at: row.get(10),
                    alerts: row.get(11),
                    signed_by: row.get(12),
                    signed_at: row.get(13),
                    sign_note: row.get(14),
                })
            })
            .collect()
    }

    /// Records that the person `by` has reviewed a submission that is judged or given up, or that
    /// is not looked up and not retried automatically.
    ///
    /// # Errors
    ///
    /// Returns an error if the submission does not exist, is not judged, or will be looked up
    /// again, or if the database does not answer.
    pub async fn sign(&self, id: i64, by: &str, note: Option<&str>) -> Result<(), QueueError> {
        let sign =
            "UPDATE referee.submission SET signed_by = $2, signed_at = clock_timestamp(), sign_note = $3
                    WHERE id = $1 AND (state IN ('done', 'dead')
                        OR state = 'not-looked-up' AND available_at = 'infinity')";
        let connection = self.connection().await?;
        if connection.execute(sign, &[&id, &by, &note]).await.map_err(self.failed())? == 1 {
            return Ok(());
        }
        let known = "SELECT waits_for <> '{}' FROM referee.submission WHERE id = $1";
        match connection.query_opt(known, &[&id]).await.map_err(self.failed())? {
            Some(row) if row.get(0) => Err(QueueError::NotLookedUp(id)),
            Some(_) => Err(QueueError::NotJudged(id)),
            None => Err(QueueError::NoSubmission(id)),
        }
    }

    /// Returns the newest result of a submission: as `referee.check/1`, and as an HTML page.
    ///
    /// # Errors
    ///
    /// Returns an error if the submission has not been judged, or the database does not answer.
    pub async fn result(&self, id: i64) -> Result<(String, String), QueueError> {
        let newest = "SELECT report, page FROM referee.submission_result WHERE submission = $1
                      ORDER BY round DESC LIMIT 1";
        let row = self.connection().await?.query_opt(newest, &[&id]).await.map_err(self.failed())?;
        let row = row.ok_or(QueueError::NoSubmission(id))?;
        Ok((row.get(0), row.get(1)))
    }

    /// Queues a judged or given-up submission for another judgement, or one that is not looked up
    /// for an immediate try. Its signature becomes invalid.
    ///
    /// # Errors
    ///
    /// Returns an error if the submission does not exist or is already waiting, or the database
    /// does not answer.
    pub async fn open_again(&self, id: i64) -> Result<(), QueueError> {
        let open = "UPDATE referee.submission SET state = 'waiting', attempts = 0, reason = NULL,
                        available_at = clock_timestamp(), signed_by = NULL, signed_at = NULL, sign_note = NULL,
                        round = round + CASE state WHEN 'done' THEN 1 ELSE 0 END, lookups = 0, open_since = NULL
                    WHERE id = $1 AND state IN ('done', 'dead', 'not-looked-up')";
        let connection = self.connection().await?;
        if connection.execute(open, &[&id]).await.map_err(self.failed())? == 1 {
            return Ok(());
        }
        let exists = "SELECT 1 FROM referee.submission WHERE id = $1";
        let row = connection.query_opt(exists, &[&id]).await.map_err(self.failed())?;
        Err(if row.is_some() { QueueError::AlreadyQueued(id) } else { QueueError::NoSubmission(id) })
    }

    /// Deletes a submission with its files, results and alerts.
    ///
    /// # Errors
    ///
    /// Returns an error if the submission does not exist, or the database does not answer.
    pub async fn forget(&self, id: i64) -> Result<(), QueueError> {
        let forget = "DELETE FROM referee.submission WHERE id = $1";
        let gone = self.connection().await?.execute(forget, &[&id]).await.map_err(self.failed())?;
        if gone == 1 { Ok(()) } else { Err(QueueError::NoSubmission(id)) }
    }
}
