//! The context of a tool call, in addition to its arguments.

use crate::reading::Reading;
use crate::workspace::AgentWorkspace;
use referee_citations::Reference;
use referee_workspace::Snapshot;
use referee_workspace::verify::{Progress, Verified, VerifyObserver, verify, verify_references};
use tokio_util::sync::CancellationToken;

/// One call of a tool.
pub(crate) struct ToolCall<'a> {
    /// The settings and the library.
    pub(crate) workspace: &'a AgentWorkspace,
    /// Cancelled by the client, by the end of its input, or after the time limit.
    pub(crate) cancel: CancellationToken,
    /// Receives the progress of the work.
    pub(crate) progress: &'a (dyn Fn(Progress) + Sync),
}

impl ToolCall<'_> {
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
