//! Looking references up online: what is open is planned, asked, and judged again as answers come.
//!
//! [`verify`] runs on a thread of its own and takes as long as the services need. Judgements go into the shared
//! memory as they are made, a few times a second; nothing that was known is taken away meanwhile. Whoever shows
//! them is told through [`VerifyObserver`].

mod batches;
mod handover;
mod verification;

use crate::snapshot::Snapshot;
use batches::{LookupBatch, lookup_batch, lookup_batches};
use referee_citations::Reference;
use referee_literature::lookup::ServiceFailure;
use referee_text::FileId;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use verification::Verification;

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

    fn take(&mut self, other: Verified) {
        self.asked += other.asked;
        self.requests += other.requests;
        self.failures.extend(other.failures);
        for (workspace, count) in other.waiting {
            *self.waiting.entry(workspace).or_default() += count;
        }
    }
}

/// Judges the references of `files` by what is known, and looks up online what that leaves open, as far as the
/// settings and the author allow. The first files are asked about first. Waits; not to be called from async code.
pub fn verify(snapshot: &Snapshot, files: &[FileId], watch: &VerifyObserver<'_>) -> Verified {
    verify_batches(snapshot, lookup_batches(snapshot, files), watch)
}

/// The same for one reference, as it stands in `file`.
pub fn verify_one(
    snapshot: &Snapshot,
    file: &FileId,
    reference: &Reference,
    watch: &VerifyObserver<'_>,
) -> Verified {
    verify_references(snapshot, file, std::slice::from_ref(reference), watch)
}

/// The same for references that stand in one file with the first of them, looked up together for `file`.
pub fn verify_references(
    snapshot: &Snapshot,
    file: &FileId,
    references: &[Reference],
    watch: &VerifyObserver<'_>,
) -> Verified {
    let first = references.first();
    let lookup_batch = first.and_then(|first| {
        let lookup_batch = lookup_batch(snapshot, file)?;
        Some(LookupBatch {
            references: references.to_vec(),
            allowance: lookup_batch.allowance_for(snapshot, &first.file),
            ..lookup_batch
        })
    });
    verify_batches(snapshot, lookup_batch.into_iter().collect(), watch)
}

fn verify_batches(
    snapshot: &Snapshot,
    lookup_batches: Vec<LookupBatch>,
    watch: &VerifyObserver<'_>,
) -> Verified {
    let mut out = Verified::default();
    std::thread::scope(|scope| {
        // Each batch has services, limits or a privacy of its own: none waits for another.
        let threads: Vec<_> = lookup_batches
            .into_iter()
            .map(|lookup_batch| scope.spawn(|| Verification::new(snapshot, lookup_batch, watch).run()))
            .collect();
        for thread in threads {
            if let Ok(verified) = thread.join() {
                out.take(verified);
            }
        }
    });
    out
}
