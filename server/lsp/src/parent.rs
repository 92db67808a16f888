//! Ends the session when the editor is gone.
//!
//! A client that dies closes our input, as a rule, and that ends the session. The input stays open where some
//! other process has inherited the pipe; so the process that started us is looked at as well.

use crate::lifecycle::{Ending, Lifecycle};
use std::sync::Arc;
use std::time::Duration;

/// How often the editor is looked at: the system tells of the end of a child, and the editor is none of ours.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Watches the process `pid` and ends the session when it is gone. Where it cannot be seen from the start (the
/// editor runs outside our container), there is nothing to watch.
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

/// Whether the process can be seen and lives. Outside of Unix it is not looked at: the end of the input says enough.
#[cfg(not(unix))]
fn is_alive(_pid: u32) -> bool {
    false
}
