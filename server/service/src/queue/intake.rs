//! Adds submissions to the queue.

use super::{Queue, QueueError, WAITING_CHANNEL};
use crate::submission::Submission;
use sha2::{Digest, Sha256};

/// The outcome of handing in a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmitOutcome {
    /// The submission waits for a worker; holds its id.
    New(i64),
    /// The same files were handed in before; holds the id of that submission.
    Known(i64),
}

impl Queue {
    /// Adds a submission to the queue and wakes the workers. The same files at the same paths are
    /// one submission, however often they are handed in.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not accept it; then nothing is stored.
    pub(crate) async fn submit(&self, submission: &Submission) -> Result<SubmitOutcome, QueueError> {
        let digest = digest(submission);
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await.map_err(self.failed())?;
        let insert = "INSERT INTO referee.submission (name, digest) VALUES ($1, $2)
                      ON CONFLICT (digest) DO NOTHING RETURNING id";
        let made =
            transaction.query_opt(insert, &[&submission.name, &digest]).await.map_err(self.failed())?;
        let Some(made) = made else {
            let known = "SELECT id FROM referee.submission WHERE digest = $1";
            let id = transaction.query_one(known, &[&digest]).await.map_err(self.failed())?.get(0);
            return Ok(SubmitOutcome::Known(id));
        };
        let id: i64 = made.get(0);
        let file = "INSERT INTO referee.submission_file (submission, path, content) VALUES ($1, $2, $3)";
        let file = transaction.prepare(file).await.map_err(self.failed())?;
        for one in &submission.files {
            // PostgreSQL does not allow NUL in texts.
            let path = one.path.replace('\0', "");
            transaction.execute(&file, &[&id, &path, &one.content]).await.map_err(self.failed())?;
        }
        let notify = "SELECT pg_notify($1, '')";
        transaction.execute(notify, &[&WAITING_CHANNEL]).await.map_err(self.failed())?;
        transaction.commit().await.map_err(self.failed())?;
        Ok(SubmitOutcome::New(id))
    }
}

/// Returns the SHA-256 of the files with their paths.
fn digest(submission: &Submission) -> Vec<u8> {
    let mut hash = Sha256::new();
    for file in &submission.files {
        for part in [file.path.as_bytes(), file.content.as_slice()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hash.finalize().to_vec()
}
