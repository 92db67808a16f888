//! Alerts: notices about works that were announced after submissions that cite them were judged.
//!
//! A retraction becomes known in two ways: the shared library records it (in its table
//! `referee.notice`, with a message on [`NOTICE_CHANNEL`](super::NOTICE_CHANNEL)), or a worker's
//! local library has it, which is asked about every identifier that judged submissions cite. In
//! both cases the submission is opened again, its signature becomes invalid, and the alert states
//! the reason.

use super::triage::UTC_TIME_FORMAT;
use super::{Queue, QueueError, WAITING_CHANNEL};
use crate::engine::CheckEngine;
use referee_bibliography::Identifier;
use referee_citations::json::notices;
use referee_operations::screen::Alert;
use referee_records::{Answer, Question, Source};
use std::sync::Arc;
use tokio_postgres::error::SqlState;

/// The kinds of notices for which a person must review a submission again.
const ALARMING_NOTICES: [&str; 4] = ["retraction", "withdrawal", "removal", "concern"];

/// The key of the advisory lock for raising alerts from the shared library: one worker suffices.
const ALERT_LOCK_KEY: i64 = 0x7265_6665_616c_7274;

/// The number of days that covers all notices of the shared library.
const ALL_DAYS: i32 = 36_500;

/// The number of days of notices to examine after a message: notices are dated with the start of
/// their import, which may take a night.
const RECENT_DAYS: i32 = 2;

/// The number of cited references that one statement reads for the local library.
const REFERENCES_PER_PAGE: i64 = 5_000;

/// A notice that concerns a reference of a judged submission.
#[derive(Clone, Debug)]
struct Announcement {
    submission: i64,
    key: String,
    identifier: String,
    kind: String,
    source: String,
}

/// A reference of a judged submission, with the data that later announcements are matched against.
struct CitedReference {
    submission: i64,
    key: String,
    /// The kinds of notices known when it was judged.
    known_notices: Vec<String>,
    /// In the form `doi:10.1000/1`.
    identifiers: Vec<String>,
}

/// Returns the alarming notices of the sources about a work: the kind and the source of each.
fn alarming_notices(sources: &[Arc<dyn Source>], identifier: &Identifier) -> Vec<(String, String)> {
    let question = Question::Identifier(identifier.clone());
    let answers = sources.iter().filter_map(|source| match source.ask(&question) {
        Answer::Records(records) => Some(records),
        Answer::None(_) => None,
    });
    let mut out = Vec::new();
    for record in answers.flatten() {
        // `notices` leaves out a retraction that was revoked.
        let kinds = notices(&record.notices);
        for notice in &record.notices {
            let word = notices(std::slice::from_ref(notice));
            let Some(kind) =
                word.first().filter(|kind| ALARMING_NOTICES.contains(kind) && kinds.contains(kind))
            else {
                continue;
            };
            let announced = ((*kind).to_owned(), notice.source.clone());
            if !out.contains(&announced) {
                out.push(announced);
            }
        }
    }
    out
}

/// Parses an identifier from its form in results; `None` for a kind that is not used to look up
/// notices.
fn identifier_of(key: &str) -> Option<Identifier> {
    let (kind, value) = key.split_once(':')?;
    match kind {
        "doi" => Identifier::doi(value),
        "pmid" => Identifier::pmid(value),
        "pmcid" => Identifier::pmcid(&format!("PMC{value}")),
        "arxiv" => Identifier::arxiv(value),
        _ => None,
    }
}

impl Queue {
    /// Raises alerts for all announcements in the shared and the local library. Returns the number
    /// of new alerts.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub(crate) async fn raise_all_alerts(&self, engine: &Arc<CheckEngine>) -> Result<usize, QueueError> {
        let shared = self.raise_alerts_from_shared_library(ALL_DAYS).await?;
        Ok(shared + self.raise_alerts_from_local_library(engine).await?)
    }

    /// Raises alerts for recent announcements in the shared library. Returns the number of new
    /// alerts.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub(crate) async fn raise_recent_alerts(&self) -> Result<usize, QueueError> {
        self.raise_alerts_from_shared_library(RECENT_DAYS).await
    }

    /// Raises an alert, and opens the submission again, for each judged reference about whose work
    /// the shared library recorded an alarming notice in the last `days`. Returns the number of new
    /// alerts: 0 if the database contains no shared library, or another worker is doing this.
    async fn raise_alerts_from_shared_library(&self, days: i32) -> Result<usize, QueueError> {
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await.map_err(self.failed())?;
        // The worker that holds the lock examines everything, so another one need not wait.
        let lock = "SELECT pg_try_advisory_xact_lock($1)";
        let is_locked: bool =
            transaction.query_one(lock, &[&ALERT_LOCK_KEY]).await.map_err(self.failed())?.get(0);
        if !is_locked {
            return Ok(0);
        }
        let fresh = "SELECT f.submission, f.key, n.key, n.kind, n.source
                     FROM referee.notice n
                     JOIN referee.submission_reference f ON f.identifiers @> ARRAY[n.key COLLATE \"default\"]
                     WHERE n.kind = ANY ($1) AND NOT n.kind = ANY (f.notices)
                       AND n.noted_at > now() - make_interval(days => $2)
                       AND NOT EXISTS (SELECT FROM referee.notice back WHERE back.key = n.key AND back.kind = 'reinstatement')";
        let kinds: Vec<&str> = ALARMING_NOTICES.to_vec();
        let rows = match transaction.query(fresh, &[&kinds, &days]).await {
            Ok(rows) => rows,
            // This database contains no shared library.
            Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => return Ok(0),
            Err(error) => return Err(self.database.error(error).into()),
        };
        let announced: Vec<Announcement> = rows
            .iter()
            .map(|row| Announcement {
                submission: row.get(0),
                key: row.get(1),
                identifier: row.get(2),
                kind: row.get(3),
                source: row.get(4),
            })
            .collect();
        let raised = self.raise(&transaction, &announced).await?;
        transaction.commit().await.map_err(self.failed())?;
        Ok(raised)
    }

    /// Raises an alert, and opens the submission again, for each judged reference about whose work
    /// the local library has an alarming notice that was unknown when it was judged. Returns the
    /// number of new alerts.
    async fn raise_alerts_from_local_library(&self, engine: &Arc<CheckEngine>) -> Result<usize, QueueError> {
        let page = "SELECT f.submission, f.number, f.key, f.notices, f.identifiers
                    FROM referee.submission_reference f JOIN referee.submission s ON s.id = f.submission
                    WHERE s.state IN ('done', 'not-looked-up') AND (f.submission, f.number) > ($1, $2) AND f.identifiers <> '{}'
                    ORDER BY f.submission, f.number LIMIT $3";
        let (mut after, mut raised): ((i64, i32), usize) = ((0, 0), 0);
        loop {
            let mut connection = self.connection().await?;
            let rows = connection
                .query(page, &[&after.0, &after.1, &REFERENCES_PER_PAGE])
                .await
                .map_err(self.failed())?;
            let Some(last) = rows.last() else { return Ok(raised) };
            after = (last.get(0), last.get(1));
            let cited: Vec<CitedReference> = rows
                .iter()
                .map(|row| CitedReference {
                    submission: row.get(0),
                    key: row.get(2),
                    known_notices: row.get(3),
                    identifiers: row.get(4),
                })
                .collect();
            let engine = Arc::clone(engine);
            let asked = tokio::task::spawn_blocking(move || {
                let sources = engine.sources();
                cited.iter().flat_map(|cited| newly_announced(&sources, cited)).collect::<Vec<_>>()
            });
            // A panic in one page must not affect the others.
            let announced = asked.await.unwrap_or_default();
            if !announced.is_empty() {
                let transaction = connection.transaction().await.map_err(self.failed())?;
                raised += self.raise(&transaction, &announced).await?;
                transaction.commit().await.map_err(self.failed())?;
            }
        }
    }

    /// Writes an alert for each announcement, and opens the submission again. Returns the number of
    /// new alerts: there is one alert per kind of notice and reference.
    async fn raise(
        &self,
        transaction: &tokio_postgres::Transaction<'_>,
        announced: &[Announcement],
    ) -> Result<usize, QueueError> {
        let insert = "INSERT INTO referee.submission_alert (submission, key, identifier, kind, source, title, signed_before)
                    SELECT s.id, $2, $3, $4, $5,
                        (SELECT title FROM referee.submission_reference WHERE submission = s.id AND key = $2 LIMIT 1),
                        s.signed_by
                    FROM referee.submission s WHERE s.id = $1
                    ON CONFLICT (submission, key, kind) DO NOTHING";
        let open =
            "UPDATE referee.submission SET state = 'waiting', round = round + 1, attempts = 0, reason = NULL,
                        available_at = clock_timestamp(), signed_by = NULL, signed_at = NULL, sign_note = NULL,
                        lookups = 0, open_since = NULL, waits_for = '{}'
                    WHERE id = $1 AND state IN ('done', 'not-looked-up')";
        let mut raised = 0;
        for one in announced {
            let inserted = transaction
                .execute(insert, &[&one.submission, &one.key, &one.identifier, &one.kind, &one.source])
                .await
                .map_err(self.failed())?;
            if inserted == 1 {
                raised += 1;
                transaction.execute(open, &[&one.submission]).await.map_err(self.failed())?;
            }
        }
        if raised > 0 {
            let notify = "SELECT pg_notify($1, '')";
            transaction.execute(notify, &[&WAITING_CHANNEL]).await.map_err(self.failed())?;
        }
        Ok(raised)
    }

    /// Returns all alerts, newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    pub async fn alerts(&self) -> Result<Vec<Alert>, QueueError> {
        let all = format!(
            "SELECT a.id, a.submission, s.name, a.key, a.identifier, a.kind, a.source, a.title,
                 to_char(a.noticed_at AT TIME ZONE 'UTC', {UTC_TIME_FORMAT}), a.signed_before,
                 EXISTS (SELECT 1 FROM referee.submission_result r
                     WHERE r.submission = a.submission AND r.judged_at > a.noticed_at),
                 s.signed_by
             FROM referee.submission_alert a JOIN referee.submission s ON s.id = a.submission
             ORDER BY a.id DESC"
        );
        let rows = self.connection().await?.query(&all, &[]).await.map_err(self.failed())?;
        Ok(rows
            .iter()
            .map(|row| Alert {
                id: row.get(0),
                submission: row.get(1),
                name: row.get(2),
                key: row.get(3),
                identifier: row.get(4),
                kind: row.get(5),
                source: row.get(6),
                title: row.get(7),
                noticed_at: row.get(8),
                signed_before: row.get(9),
                judged_again: row.get(10),
                signed_by: row.get(11),
            })
            .collect())
    }
}

/// Returns the alarming notices of the sources about a cited work that were unknown when it was
/// judged, one of each kind.
fn newly_announced(sources: &[Arc<dyn Source>], cited: &CitedReference) -> Vec<Announcement> {
    let mut out: Vec<Announcement> = Vec::new();
    for name in &cited.identifiers {
        let Some(identifier) = identifier_of(name) else { continue };
        for (kind, source) in alarming_notices(sources, &identifier) {
            if cited.known_notices.contains(&kind) || out.iter().any(|other| other.kind == kind) {
                continue;
            }
            out.push(Announcement {
                submission: cited.submission,
                key: cited.key.clone(),
                identifier: name.clone(),
                kind,
                source,
            });
        }
    }
    out
}
