//! What a person looks at: the submissions, the worst first, and who signed them off.

use super::{Queue, QueueError};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// How many submissions are in which state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QueueCounts {
    /// Waiting for a worker.
    pub waiting: i64,
    /// Under a lease.
    pub working: i64,
    /// Judged.
    pub done: i64,
    /// Given up.
    pub dead: i64,
    /// Judged and not signed off.
    pub unsigned: i64,
}

/// A submission as a person reads it in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TriageRow {
    /// Its number.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// waiting, working, done, dead.
    pub state: String,
    /// Why it was given up or is tried again.
    pub reason: Option<String>,
    /// How often it was judged or is to be.
    pub round: i32,
    /// How many references have each verdict.
    pub verdicts: BTreeMap<String, i64>,
    /// How many references were retracted, withdrawn or removed.
    pub retracted: i64,
    /// Of how many references there is an expression of concern.
    pub concern: i64,
    /// Why references are unchecked.
    pub unchecked_because: Vec<String>,
    /// When it was handed in.
    pub submitted_at: String,
    /// When it was judged last.
    pub judged_at: Option<String>,
    /// How many alerts came after it was judged.
    pub alerts: i64,
    /// Who signed it off.
    pub signed_by: Option<String>,
    /// When.
    pub signed_at: Option<String>,
    /// What was noted with it.
    pub sign_note: Option<String>,
}

/// A time as programs read it.
pub(super) const TIME: &str = "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'";

impl Queue {
    /// How many submissions are in which state.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
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
                _ => out.dead = all,
            }
        }
        Ok(out)
    }

    /// The submissions, what needs a person first: given up, retracted, misidentified, not found; what is signed off last.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub async fn list(&self) -> Result<Vec<TriageRow>, QueueError> {
        let list = format!(
            "SELECT s.id, s.name, s.state, s.reason, s.round, r.verdicts,
                 (SELECT count(*) FROM referee.submission_reference f WHERE f.submission = s.id
                      AND f.notices && ARRAY['retraction', 'withdrawal', 'removal']) AS retracted,
                 (SELECT count(*) FROM referee.submission_reference f WHERE f.submission = s.id
                      AND 'concern' = ANY (f.notices)) AS concern,
                 coalesce(r.unchecked_because, ARRAY[]::text[]),
                 to_char(s.submitted_at AT TIME ZONE 'UTC', {TIME}),
                 to_char(r.judged_at AT TIME ZONE 'UTC', {TIME}),
                 (SELECT count(*) FROM referee.submission_alert a WHERE a.submission = s.id) AS alerts,
                 s.signed_by, to_char(s.signed_at AT TIME ZONE 'UTC', {TIME}), s.sign_note
             FROM referee.submission s
             LEFT JOIN LATERAL (SELECT verdicts, unchecked_because, judged_at FROM referee.submission_result
                 WHERE submission = s.id ORDER BY round DESC LIMIT 1) r ON true
             ORDER BY s.signed_at IS NOT NULL, s.state <> 'dead', retracted DESC,
                 coalesce((r.verdicts ->> 'misidentified')::bigint, 0) DESC,
                 coalesce((r.verdicts ->> 'not-found')::bigint, 0) DESC, s.id"
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
                    unchecked_because: row.get(8),
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

    /// Notes that a person has looked at a submission.
    ///
    /// # Errors
    ///
    /// Where there is no such submission, it is not judged, or the database does not answer.
    pub async fn sign(&self, id: i64, by: &str, note: Option<&str>) -> Result<(), QueueError> {
        let sign =
            "UPDATE referee.submission SET signed_by = $2, signed_at = clock_timestamp(), sign_note = $3
                    WHERE id = $1 AND state IN ('done', 'dead')";
        let connection = self.connection().await?;
        if connection.execute(sign, &[&id, &by, &note]).await.map_err(self.failed())? == 1 {
            return Ok(());
        }
        let known = "SELECT 1 FROM referee.submission WHERE id = $1";
        match connection.query_opt(known, &[&id]).await.map_err(self.failed())? {
            Some(_) => Err(QueueError::NotJudged(id)),
            None => Err(QueueError::NoSubmission(id)),
        }
    }

    /// The report and the page of the newest result of a submission.
    ///
    /// # Errors
    ///
    /// Where there is none, or the database does not answer.
    pub async fn result(&self, id: i64) -> Result<(String, String), QueueError> {
        let newest = "SELECT report, page FROM referee.submission_result WHERE submission = $1
                      ORDER BY round DESC LIMIT 1";
        let row = self.connection().await?.query_opt(newest, &[&id]).await.map_err(self.failed())?;
        let row = row.ok_or(QueueError::NoSubmission(id))?;
        Ok((row.get(0), row.get(1)))
    }

    /// Has a submission judged once more: one that was given up, or one whose sources did not answer.
    ///
    /// # Errors
    ///
    /// Where there is no such submission, it waits already, or the database does not answer.
    pub async fn open_again(&self, id: i64) -> Result<(), QueueError> {
        let open = "UPDATE referee.submission SET state = 'waiting', attempts = 0, reason = NULL,
                        available_at = clock_timestamp(), signed_by = NULL, signed_at = NULL, sign_note = NULL,
                        round = round + CASE state WHEN 'done' THEN 1 ELSE 0 END
                    WHERE id = $1 AND state IN ('done', 'dead')";
        let changed = self.connection().await?.execute(open, &[&id]).await.map_err(self.failed())?;
        if changed == 1 { Ok(()) } else { Err(QueueError::NoSubmission(id)) }
    }

    /// Forgets a submission with its files, results and alerts.
    ///
    /// # Errors
    ///
    /// Where there is no such submission, or the database does not answer.
    pub async fn forget(&self, id: i64) -> Result<(), QueueError> {
        let forget = "DELETE FROM referee.submission WHERE id = $1";
        let gone = self.connection().await?.execute(forget, &[&id]).await.map_err(self.failed())?;
        if gone == 1 { Ok(()) } else { Err(QueueError::NoSubmission(id)) }
    }
}
