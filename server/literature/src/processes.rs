//! Checks which processes of this machine are running.

/// Returns whether a process is running; true if that cannot be determined.
#[cfg(unix)]
#[must_use]
pub fn is_running(process: u32) -> bool {
    let own = process == std::process::id();
    let Some(process) = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw) else {
        return false;
    };
    own || !matches!(rustix::process::test_kill_process(process), Err(rustix::io::Errno::SRCH))
}

/// Returns whether a process is running; true if that cannot be determined.
#[cfg(not(unix))]
#[must_use]
pub fn is_running(_: u32) -> bool {
    true
}
