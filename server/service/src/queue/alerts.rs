//! What was announced about works after submissions that cite them were judged.
//!
//! A retraction becomes known in two ways: the shared library notes it (its table `referee.notice`, a message on
//! [`NOTICE_CHANNEL`](super::NOTICE_CHANNEL), and a query at the start for what came meanwhile), or the library on a
//! worker's machine has it, which is asked for every identifier that judged submissions cite. Either way the submission
//! is opened again, its signature counts no more, and the alert says why.

use super::triage::TIME;
use super::{Queue, QueueError, WAITING_CHANNEL};
use crate::engine::CheckEngine;
use referee_bibliography::Identifier;
use referee_citations::json::notices;
use referee_records::{Answer, Question, Source};
use serde::Serialize;
use std::sync::Arc;
use tokio_postgres::error::SqlState;

/// What makes a person look again.
const ALARMING: [&str; 4] = ["retraction", "withdrawal", "removal", "concern"];

/// The key of the advisory lock of whoever looks for announcements: one worker is enough.
const LOOK_LOCK: i64 = 0x7265_6665_616c_7274;

/// How many days it is looked back where everything is looked at.
pub const ALL_DAYS: i32 = 36_500;

/// How many days it is looked back after a message: an import that takes a night notes when it began.
pub const RECENT_DAYS: i32 = 2;

/// How many references are looked at in one statement.
const PAGE: i64 = 5_000;

/// An announcement about a work that a judged submission cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alert {
    /// Its number.
    pub id: i64,
    /// The submission.
    pub submission: i64,
    /// What that is called.
    pub name: String,
    /// The key of the reference in it.
    pub key: String,
    /// The work.
    pub identifier: String,
    /// retraction, withdrawal, removal, concern.
    pub kind: String,
    /// Who announced it.
    pub source: String,
    /// The title of the work.
    pub title: Option<String>,
    /// When it was noticed here.
    pub noticed_at: String,
    /// Who had signed the submission off before.
    pub signed_before: Option<String>,
    /// Whether the submission was judged again since.
    pub judged_again: bool,
    /// Who has signed the submission off since.
    pub signed_by: Option<String>,
}

/// Something that was announced, as it concerns a reference.
#[derive(Clone, Debug)]
struct Announcement {
    submission: i64,
    key: String,
    identifier: String,
    kind: String,
    source: String,
}

/// What the library on this machine knows to be announced about a work: kinds and sources.
#[must_use]
pub fn announcements_in_library(
    sources: &[Arc<dyn Source>],
    identifier: &Identifier,
) -> Vec<(String, String)> {
    let question = Question::Identifier(identifier.clone());
    let answers = sources.iter().filter_map(|source| match source.ask(&question) {
        Answer::Records(records) => Some(records),
        Answer::None(_) => None,
    });
    let mut out = Vec::new();
    for record in answers.flatten() {
        // What was taken back is not among the words.
        let kinds = notices(&record.notices);
        for notice in &record.notices {
            let word = notices(std::slice::from_ref(notice));
            let Some(kind) = word.first().filter(|kind| ALARMING.contains(kind) && kinds.contains(kind))
            else {
                continue;
            };
            let found = ((*kind).to_owned(), notice.source.clone());
            if !out.contains(&found) {
                out.push(found);
            }
        }
    }
    out
}

/// An identifier from its key.
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
    /// Opens what cites a work again about which the shared library noted something in these last days. Gives how many
    /// alerts that made; none where the database holds no shared library.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub async fn look_at_shared_notices(&self, days: i32) -> Result<usize, QueueError> {
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await.map_err(self.failed())?;
        // Who comes second waits for nothing: the first looks at all that there is.
        let lock = "SELECT pg_try_advisory_xact_lock($1)";
        let is_first: bool = transaction.query_one(lock, &[&LOOK_LOCK]).await.map_err(self.failed())?.get(0);
        if !is_first {
            return Ok(0);
        }
        let fresh = "SELECT f.submission, f.key, n.key, n.kind, n.source
                     FROM referee.notice n
                     JOIN referee.submission_reference f ON f.identifiers @> ARRAY[n.key COLLATE \"default\"]
                     WHERE n.kind = ANY ($1) AND NOT n.kind = ANY (f.notices)
                       AND n.noted_at > now() - make_interval(days => $2)
                       AND NOT EXISTS (SELECT FROM referee.notice back WHERE back.key = n.key AND back.kind = 'reinstatement')";
        let kinds: Vec<&str> = ALARMING.to_vec();
        let rows = match transaction.query(fresh, &[&kinds, &days]).await {
            Ok(rows) => rows,
            // This database holds no shared library.
            Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => return Ok(0),
            Err(error) => return Err(self.database.error(error).into()),
        };
        let found: Vec<Announcement> = rows
            .iter()
            .map(|row| Announcement {
                submission: row.get(0),
                key: row.get(1),
                identifier: row.get(2),
                kind: row.get(3),
                source: row.get(4),
            })
            .collect();
        let made = self.note(&transaction, &found).await?;
        transaction.commit().await.map_err(self.failed())?;
        Ok(made)
    }

    /// The same by the library on this machine, which is asked for what all judged submissions cite.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub async fn look_in_library(&self, engine: &Arc<CheckEngine>) -> Result<usize, QueueError> {
        let page = "SELECT f.submission, f.number, f.key, f.notices, f.identifiers
                    FROM referee.submission_reference f JOIN referee.submission s ON s.id = f.submission
                    WHERE s.state = 'done' AND (f.submission, f.number) > ($1, $2) AND f.identifiers <> '{}'
                    ORDER BY f.submission, f.number LIMIT $3";
        let (mut after, mut made): ((i64, i32), usize) = ((0, 0), 0);
        loop {
            let mut connection = self.connection().await?;
            let rows = connection.query(page, &[&after.0, &after.1, &PAGE]).await.map_err(self.failed())?;
            let Some(last) = rows.last() else { return Ok(made) };
            after = (last.get(0), last.get(1));
            let cited: Vec<(i64, String, Vec<String>, Vec<String>)> =
                rows.iter().map(|row| (row.get(0), row.get(2), row.get(3), row.get(4))).collect();
            let shared = Arc::clone(engine);
            let asked = tokio::task::spawn_blocking(move || {
                let sources = shared.sources();
                cited.iter().flat_map(|cited| newly_announced(&sources, cited)).collect::<Vec<_>>()
            });
            // A fault in one page hides no other page.
            let found = asked.await.unwrap_or_default();
            if !found.is_empty() {
                let transaction = connection.transaction().await.map_err(self.failed())?;
                made += self.note(&transaction, &found).await?;
                transaction.commit().await.map_err(self.failed())?;
            }
        }
    }

    /// Notes alerts and opens their submissions again; gives how many of them are new.
    async fn note(
        &self,
        transaction: &tokio_postgres::Transaction<'_>,
        found: &[Announcement],
    ) -> Result<usize, QueueError> {
        let note = "INSERT INTO referee.submission_alert (submission, key, identifier, kind, source, title, signed_before)
                    SELECT s.id, $2, $3, $4, $5,
                        (SELECT title FROM referee.submission_reference WHERE submission = s.id AND key = $2 LIMIT 1),
                        s.signed_by
                    FROM referee.submission s WHERE s.id = $1
                    ON CONFLICT (submission, key, kind) DO NOTHING";
        let open =
            "UPDATE referee.submission SET state = 'waiting', round = round + 1, attempts = 0, reason = NULL,
                        available_at = clock_timestamp(), signed_by = NULL, signed_at = NULL, sign_note = NULL
                    WHERE id = $1 AND state = 'done'";
        let mut made = 0;
        for one in found {
            let noted = transaction
                .execute(note, &[&one.submission, &one.key, &one.identifier, &one.kind, &one.source])
                .await
                .map_err(self.failed())?;
            if noted == 1 {
                made += 1;
                transaction.execute(open, &[&one.submission]).await.map_err(self.failed())?;
            }
        }
        if made > 0 {
            let notify = "SELECT pg_notify($1, '')";
            transaction.execute(notify, &[&WAITING_CHANNEL]).await.map_err(self.failed())?;
        }
        Ok(made)
    }

    /// All alerts, the newest first.
    ///
    /// # Errors
    ///
    /// Where the database does not answer.
    pub async fn alerts(&self) -> Result<Vec<Alert>, QueueError> {
        let all = format!(
            "SELECT a.id, a.submission, s.name, a.key, a.identifier, a.kind, a.source, a.title,
                 to_char(a.noticed_at AT TIME ZONE 'UTC', {TIME}), a.signed_before,
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

/// What a library knows to be announced about a cited work and was not known when it was judged.
fn newly_announced(
    sources: &[Arc<dyn Source>],
    (submission, key, known, identifiers): &(i64, String, Vec<String>, Vec<String>),
) -> Vec<Announcement> {
    let mut out: Vec<Announcement> = Vec::new();
    for name in identifiers {
        let Some(identifier) = identifier_of(name) else { continue };
        for (kind, source) in announcements_in_library(sources, &identifier) {
            if known.contains(&kind) || out.iter().any(|other| other.kind == kind) {
                continue;
            }
            out.push(Announcement {
                submission: *submission,
                key: key.clone(),
                identifier: name.clone(),
                kind,
                source,
            });
        }
    }
    out
}
