//! Ends the session when the editor is gone.
//!
//! A client that dies usually closes our input, which ends the session. The input stays open if
//! another process has inherited the pipe, so the parent process is polled as well.

use crate::lifecycle::{Ending, Lifecycle};
use std::sync::Arc;
use std::time::Duration;

/// The interval at which the editor is polled: the system reports the end of child processes only.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Watches the process `pid` and ends the session when it is gone. If it is invisible from the
/// start (the editor runs outside our container), nothing is watched.
pub(crate) async fn watch(pid: u32, lifecycle: Arc<Lifecycle>) {
    if !is_alive(pid) {
        tracing::debug!("the editor's process cannot be seen from here and is not watched");
        return;
    }
    while is_alive(pid) {
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            () = lifecycle.ended() => return,
        }
    }
    tracing::info!("the editor is gone");
    lifecycle.end(Ending::ParentGone);
}

#[cfg(unix)]
fn is_alive(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw) else {
        return false;
    };
    // A process of another user exists, too.
    !matches!(rustix::process::test_kill_process(pid), Err(rustix::io::Errno::SRCH))
}

/// Returns whether the process is alive. It is not checked outside of Unix, where the end of the
/// input suffices.
#[cfg(not(unix))]
fn is_alive(_pid: u32) -> bool {
    false
}
