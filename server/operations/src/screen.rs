//! The queue of submissions: the list, a result, the signature of a person. The queue itself is in
//! `service`; [`SubmissionQueue`] is what it must do.

mod lines;
mod page;
mod submission;
mod table;

pub use lines::{NOT_FOR_NOTES, alert_line, counts_line, handed_in, row_line, worked};
pub use page::page;
pub use submission::{Alert, QueueCounts, TriageRow};
pub use table::{TableError, table};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a person asks of the queue of submissions.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Screen {
    /// All submissions, most urgent first.
    List,
    /// The newest result of a submission.
    Show {
        /// The submission.
        id: i64,
    },
    /// Records that a person has reviewed a submission.
    Sign {
        /// The submission.
        id: i64,
        /// The person.
        by: String,
        /// What the person notes.
        note: Option<String>,
    },
    /// Judges a submission once more; its signature becomes invalid.
    Again {
        /// The submission.
        id: i64,
    },
    /// Deletes a submission with its files, results and alerts.
    Forget {
        /// The submission.
        id: i64,
    },
}

/// A queue of submissions.
pub trait SubmissionQueue {
    /// Why the queue cannot be used.
    type Error;

    /// Returns the number of submissions in each state.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    fn counts(&self) -> Result<QueueCounts, Self::Error>;

    /// Returns all submissions, most urgent first.
    ///
    /// # Errors
    ///
    /// If the database does not answer.
    fn list(&self) -> Result<Vec<TriageRow>, Self::Error>;

    /// Returns the newest result of a submission: as `referee.check/1`, and as an HTML page.
    ///
    /// # Errors
    ///
    /// If the submission has not been judged.
    fn result(&self, id: i64) -> Result<(String, String), Self::Error>;

    /// Records that the person `by` has reviewed a submission.
    ///
    /// # Errors
    ///
    /// If the submission does not exist, or is not judged.
    fn sign(&self, id: i64, by: &str, note: Option<&str>) -> Result<(), Self::Error>;

    /// Queues a submission for another judgement.
    ///
    /// # Errors
    ///
    /// If the submission does not exist, or is already waiting.
    fn open_again(&self, id: i64) -> Result<(), Self::Error>;

    /// Deletes a submission with its files and results.
    ///
    /// # Errors
    ///
    /// If the submission does not exist.
    fn forget(&self, id: i64) -> Result<(), Self::Error>;
}

/// What the queue answers.
#[derive(Clone, Debug)]
pub enum Screened {
    /// The list.
    List(Submissions),
    /// A result.
    Result {
        /// As `referee.check/1`.
        report: String,
        /// As an HTML page.
        page: String,
    },
    /// What was done, as a sentence.
    Done(String),
}

/// All submissions, most urgent first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Submissions {
    #[schemars(extend("const" = "referee.screen/1"))]
    schema: &'static str,
    /// The number in each state.
    pub counts: QueueCounts,
    /// The submissions.
    pub submissions: Vec<TriageRow>,
}

/// What was announced about works that judged submissions cite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Announced {
    #[schemars(extend("const" = "referee.alerts/1"))]
    schema: &'static str,
    /// The alerts, newest first.
    pub alerts: Vec<Alert>,
    /// The tables of retracted works that are known without a library.
    pub retraction_tables: Vec<String>,
}

impl Announced {
    /// Describes alerts.
    #[must_use]
    pub fn of(alerts: Vec<Alert>, retraction_tables: Vec<String>) -> Self {
        Announced { schema: "referee.alerts/1", alerts, retraction_tables }
    }

    /// Whether an alert concerns a submission that nobody has signed off since.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.alerts.iter().any(|alert| alert.signed_by.is_none())
    }
}

/// Asks the queue.
///
/// # Errors
///
/// If the submission does not exist or is not in the state for this, or the database does not
/// answer.
pub fn screen<Q: SubmissionQueue>(request: &Screen, queue: &Q) -> Result<Screened, Q::Error> {
    Ok(match request {
        Screen::List => Screened::List(Submissions {
            schema: "referee.screen/1",
            submissions: queue.list()?,
            counts: queue.counts()?,
        }),
        Screen::Show { id } => {
            let (report, page) = queue.result(*id)?;
            Screened::Result { report, page }
        }
        Screen::Sign { id, by, note } => {
            queue.sign(*id, by, note.as_deref())?;
            Screened::Done(format!("{id} is signed off by {by}"))
        }
        Screen::Again { id } => {
            queue.open_again(*id)?;
            Screened::Done(format!("{id} waits to be judged once more"))
        }
        Screen::Forget { id } => {
            queue.forget(*id)?;
            Screened::Done(format!("{id} is forgotten"))
        }
    })
}
