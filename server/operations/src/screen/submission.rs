//! Submissions in the queue, and what was announced about them.

use referee_citations::Verdict;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The number of submissions in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QueueCounts {
    /// Those that wait for a worker.
    pub waiting: i64,
    /// Those that a worker judges under a lease.
    pub working: i64,
    /// Those that are judged, signed off or not.
    pub done: i64,
    /// Those that were given up.
    pub dead: i64,
    /// Those among `done` that are not signed off.
    pub unsigned: i64,
    /// Those about whose references services did not answer; they are tried again.
    pub not_looked_up: i64,
}

/// A submission as shown in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TriageRow {
    /// The id in the queue.
    pub id: i64,
    /// The name of the file or folder that was handed in.
    pub name: String,
    /// One of `waiting`, `working`, `done`, `dead` (given up) and `not-looked-up` (services did not
    /// answer about some of its references, and it is tried again).
    pub state: String,
    /// Why the last attempt ended without a result, or with an incomplete one; `None` if this has
    /// not happened since the last complete result.
    pub reason: Option<String>,
    /// The number of the current or awaited judgement: 1, incremented each time that a judged
    /// submission is opened again.
    pub round: i32,
    /// The number of references with each verdict in the newest result; empty before the first
    /// result.
    pub verdicts: BTreeMap<String, i64>,
    /// The number of references that were retracted, withdrawn or removed.
    pub retracted: i64,
    /// The number of references with an expression of concern.
    pub concern: i64,
    /// The number of cited keys without an entry in any bibliography of the submission.
    pub undefined_keys: i64,
    /// Why references are unchecked, in the words of docs/json.md.
    pub unchecked_because: Vec<String>,
    /// The number of references in the newest result that were not looked up because services did
    /// not answer.
    pub not_looked_up: i64,
    /// The latest time of the next try, in UTC; `None` if it is not retried automatically, or is
    /// due.
    pub next_try_at: Option<String>,
    /// When it was handed in, in UTC: `2026-03-01T08:00:00Z`.
    pub submitted_at: String,
    /// When the newest result was written, in UTC.
    pub judged_at: Option<String>,
    /// The number of all alerts ever raised about it.
    pub alerts: i64,
    /// Who signed it off; reset to `None` when it is opened again.
    pub signed_by: Option<String>,
    /// When it was signed off, in UTC.
    pub signed_at: Option<String>,
    /// The note of the person who signed it off.
    pub sign_note: Option<String>,
}

impl TriageRow {
    /// Returns the number of its references with a verdict.
    pub(crate) fn count(&self, verdict: Verdict) -> i64 {
        self.verdicts.get(verdict.as_str()).copied().unwrap_or(0)
    }
}

/// An announcement about a work that a judged submission cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Alert {
    /// The id of the alert; later alerts have larger ids.
    pub id: i64,
    /// The id of the submission in the queue.
    pub submission: i64,
    /// The name of the submission.
    pub name: String,
    /// The key of the reference in the submission, or `[7]` for an item of a list.
    pub key: String,
    /// The identifier by which the work was found, for example `doi:10.1000/1`.
    pub identifier: String,
    /// The kind of the notice: `retraction`, `withdrawal`, `removal` or `concern`.
    pub kind: String,
    /// The source of the notice, for example `crossref`.
    pub source: String,
    /// The title of the work; `None` if neither the reference nor its record has one.
    pub title: Option<String>,
    /// When the alert was raised, in UTC: `2026-03-01T08:00:00Z`.
    pub noticed_at: String,
    /// Who had signed off the submission when the alert was raised.
    pub signed_before: Option<String>,
    /// Whether the submission has been judged again since.
    pub judged_again: bool,
    /// Who has signed off the submission since.
    pub signed_by: Option<String>,
}
