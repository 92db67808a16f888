//! The allocator's option for programs that run for days.
//!
//! mimalloc keeps freed memory for a second and returns it only when the thread that freed it allocates again. A server
//! that has reviewed a manuscript then keeps 20 to 30 MB that contain nothing. Memory that is returned at once costs no
//! measurable time per keystroke (docs/decisions.md). mimalloc reads the option from the environment before `main`, and
//! its function for it is not safe Rust, so a server replaces itself with the same program in another environment.

/// The environment variable of the delay in milliseconds. An author's own value is kept.
#[cfg(unix)]
const PURGE_DELAY: &str = "MIMALLOC_PURGE_DELAY";

/// Replaces this process with the same program, whose allocator returns freed memory at once. Returns if it already
/// does, or if the program cannot be started again, which is not an error.
#[cfg(unix)]
pub(crate) fn restart_with_small_memory() {
    use std::os::unix::process::CommandExt;
    let mut arguments = std::env::args_os();
    let (Some(name), Ok(program)) = (arguments.next(), std::env::current_exe()) else { return };
    if std::env::var_os(PURGE_DELAY).is_some() {
        return;
    }
    let _not_replaced =
        std::process::Command::new(program).arg0(name).args(arguments).env(PURGE_DELAY, "0").exec();
}

/// Windows has no such call: a server there keeps freed memory for a second.
#[cfg(not(unix))]
pub(crate) fn restart_with_small_memory() {}
