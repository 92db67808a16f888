//! The progress of a verification, and its result.

use crate::snapshot::Snapshot;
use referee_literature::lookup::ServiceFailure;
use referee_text::FileId;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The progress of a verification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of references that have all pending answers.
    pub done: usize,
    /// The number of references with questions.
    pub of: usize,
}

/// The caller's interface to a verification: progress and cancellation.
pub struct VerifyObserver<'a> {
    /// Cancels the verification.
    pub cancel: &'a CancellationToken,
    /// Called when judgements arrive or the progress changes.
    pub learned: &'a (dyn Fn(Progress) + Sync),
    /// Returns the current files if they have changed: new references are added to the run.
    pub newer: &'a (dyn Fn() -> Option<(Snapshot, Vec<FileId>)> + Sync),
    /// How many processors remain free for other work, such as the editor while the author is
    /// typing.
    pub reserved_cores: usize,
}

/// The result of a verification.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// The number of references with questions.
    pub asked: usize,
    /// The number of requests sent.
    pub requests: u64,
    /// The services that did not answer all their questions.
    pub failures: Vec<ServiceFailure>,
    /// The workspaces whose references were not looked up because the author has not been asked,
    /// with the number of references.
    pub waiting: BTreeMap<PathBuf, usize>,
}

impl Verified {
    /// Returns when to ask again, if some failure may be temporary.
    #[must_use]
    pub fn again_in(&self) -> Option<Duration> {
        self.failures
            .iter()
            .filter(|trouble| trouble.why.passes())
            .filter_map(|trouble| trouble.again_in)
            .min()
    }

    /// Adds the result of another batch.
    pub(super) fn take(&mut self, other: Verified) {
        self.asked += other.asked;
        self.requests += other.requests;
        self.failures.extend(other.failures);
        for (workspace, count) in other.waiting {
            *self.waiting.entry(workspace).or_default() += count;
        }
    }
}
