//! Looks references up online: plans the open questions, sends them, and judges again as answers
//! arrive.
//!
//! [`verify`] runs on a separate thread and takes as long as the services need. Judgements are
//! stored in the shared cache as they are made, a few times per second; known ones remain
//! meanwhile. [`VerifyObserver`] receives the progress.

mod batches;
mod handover;
mod held;
mod notices;
mod outcome;
mod verification;

use crate::snapshot::Snapshot;
use batches::{LookupBatch, lookup_batch, lookup_batches};
pub use notices::{ServiceNotice, service_notices};
pub use outcome::{Progress, Verified, VerifyObserver};
use referee_citations::Reference;
pub use referee_literature::lookup::ServiceFailure;
use referee_text::FileId;
use verification::Verification;

/// Judges the references of `files` with the known records, and looks up online what remains open,
/// as far as the settings and the author allow. The first files have priority. Blocks; must not be
/// called from async code.
pub fn verify(snapshot: &Snapshot, files: &[FileId], watch: &VerifyObserver<'_>) -> Verified {
    verify_batches(snapshot, lookup_batches(snapshot, files), watch)
}

/// Looks up one reference of `file`.
pub fn verify_one(
    snapshot: &Snapshot,
    file: &FileId,
    reference: &Reference,
    watch: &VerifyObserver<'_>,
) -> Verified {
    verify_references(snapshot, file, std::slice::from_ref(reference), watch)
}

/// Looks up references of one file together, for `file`.
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
        // Each batch has separate services, limits or privacy, so they run in parallel.
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
