//! Whether the session has ended, and why.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use tokio_util::sync::CancellationToken;

/// The reason why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Ending {
    /// The session is still running.
    None = 0,
    /// `exit` arrived after `shutdown`.
    Exit = 1,
    /// `exit` arrived without `shutdown`.
    ExitWithoutShutdown = 2,
    /// The input ended.
    Disconnected = 3,
    /// The editor's process has ended although the input is still open.
    ParentGone = 4,
}

impl Ending {
    /// Returns the exit status of the process.
    pub(crate) fn code(self) -> u8 {
        u8::from(self == Ending::ExitWithoutShutdown)
    }
}

/// The state of the session between `initialize` and the end of the process.
#[derive(Default)]
pub(crate) struct Lifecycle {
    ending: AtomicU8,
    shut_down: AtomicBool,
    shutdown_answered: AtomicBool,
    ended: CancellationToken,
}

impl Lifecycle {
    /// Ends the session; only the first reason is kept.
    pub(crate) fn end(&self, why: Ending) {
        // An error means that the session had already ended, so the first reason stays.
        let _ =
            self.ending.compare_exchange(Ending::None as u8, why as u8, Ordering::SeqCst, Ordering::SeqCst);
        self.ended.cancel();
    }

    /// Ends the session because of `exit`.
    pub(crate) fn exit(&self) {
        let orderly = self.shut_down.load(Ordering::SeqCst);
        self.end(if orderly { Ending::Exit } else { Ending::ExitWithoutShutdown });
    }

    /// Returns the reason why the session ended, or [`Ending::None`].
    pub(crate) fn ending(&self) -> Ending {
        match self.ending.load(Ordering::SeqCst) {
            1 => Ending::Exit,
            2 => Ending::ExitWithoutShutdown,
            3 => Ending::Disconnected,
            4 => Ending::ParentGone,
            _ => Ending::None,
        }
    }

    /// Waits for the end of the session.
    pub(crate) async fn ended(&self) {
        self.ended.cancelled().await;
    }

    /// Records that `shutdown` was received.
    pub(crate) fn shut_down(&self) {
        self.shut_down.store(true, Ordering::SeqCst);
    }

    /// Claims the right to answer `shutdown`; `true` for the first caller only.
    pub(crate) fn claim_shutdown_answer(&self) -> bool {
        !self.shutdown_answered.swap(true, Ordering::SeqCst)
    }
}
