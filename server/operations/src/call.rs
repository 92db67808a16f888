//! The context of an operation, in addition to its parameters.

use crate::sent_text::Reading;
use crate::text_workspace::TextWorkspace;
use referee_citations::Reference;
use referee_workspace::Snapshot;
use referee_workspace::verify::{Progress, Verified, VerifyObserver, verify, verify_references};
use tokio_util::sync::CancellationToken;

/// One call of an operation.
pub struct Call<'a> {
    /// The settings and the library.
    pub workspace: &'a TextWorkspace,
    /// Cancelling it ends the work soon; what is not judged by then stays unchecked.
    pub cancel: CancellationToken,
    /// Receives the progress of the work.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl Call<'_> {
    fn observed<T>(&self, work: impl FnOnce(&VerifyObserver<'_>) -> T) -> T {
        work(&VerifyObserver {
            cancel: &self.cancel,
            learned: self.progress,
            newer: &|| None,
            reserved_cores: 0,
        })
    }

    /// Looks up the references of a text online, as far as the settings allow, and judges them.
    pub(crate) fn judge_text(&self, reading: &Reading) -> Verified {
        let Reading { snapshot, file, .. } = reading;
        let mut verified = Verified::default();
        if reading.may_look_up() {
            verified = self.observed(|observer| verify(snapshot, std::slice::from_ref(file), observer));
        }
        let pending = snapshot.pending(file);
        self.judge_each(snapshot, &pending);
        verified
    }

    /// Looks up and judges references that are not part of a text.
    pub(crate) fn judge_references(&self, reading: &Reading, references: &[Reference]) -> Verified {
        let Reading { snapshot, file, .. } = reading;
        let mut verified = Verified::default();
        if reading.may_look_up() {
            verified = self.observed(|observer| verify_references(snapshot, file, references, observer));
        }
        self.judge_each(snapshot, references);
        verified
    }

    /// Judges references by what is known. Those left when the call is cancelled stay unchecked.
    fn judge_each(&self, snapshot: &Snapshot, references: &[Reference]) {
        let of = references.len();
        for (done, reference) in references.iter().enumerate() {
            if self.cancel.is_cancelled() {
                return;
            }
            snapshot.judge(reference);
            (self.progress)(Progress { done: done + 1, of });
        }
    }
}
