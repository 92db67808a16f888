//! What a verification tells while it goes on, and what came of it.

use crate::snapshot::Snapshot;
use referee_literature::lookup::ServiceFailure;
use referee_text::FileId;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How far a verification is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many references have all the answers that they wait for.
    pub done: usize,
    /// How many references something is asked about.
    pub of: usize,
}

/// What the caller of a verification is told, and how it calls it off.
pub struct VerifyObserver<'a> {
    /// Cancels the verification.
    pub cancel: &'a CancellationToken,
    /// Called when judgements came or the progress changed.
    pub learned: &'a (dyn Fn(Progress) + Sync),
    /// The files to look at now, where they are others than before: references that came meanwhile are taken in.
    pub newer: &'a (dyn Fn() -> Option<(Snapshot, Vec<FileId>)> + Sync),
    /// How many processors are left to others, since somebody may be typing meanwhile.
    pub reserved_cores: usize,
}

/// What came of a verification.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// How many references something was asked about.
    pub asked: usize,
    /// How many requests were sent.
    pub requests: u64,
    /// The services that did not answer all that they were asked.
    pub failures: Vec<ServiceFailure>,
    /// The workspaces whose references were not looked up because the author was not asked, and how many.
    pub waiting: BTreeMap<PathBuf, usize>,
}

impl Verified {
    /// When asking again makes sense, where something failed that may pass.
    #[must_use]
    pub fn again_in(&self) -> Option<Duration> {
        self.failures
            .iter()
            .filter(|trouble| trouble.why.passes())
            .filter_map(|trouble| trouble.again_in)
            .min()
    }

    /// Adds what came of another batch.
    pub(super) fn take(&mut self, other: Verified) {
        self.asked += other.asked;
        self.requests += other.requests;
        self.failures.extend(other.failures);
        for (workspace, count) in other.waiting {
            *self.waiting.entry(workspace).or_default() += count;
        }
    }
}
