//! The allocator's option for programs that run for days.
//!
//! mimalloc keeps freed memory for a second and returns it only when the thread that freed it allocates again. A server
//! that has reviewed a manuscript then keeps 20 to 30 MB that contain nothing. Memory that is returned at once costs no
//! measurable time per keystroke (docs/decisions.md). mimalloc reads the option from the environment before `main`, and
//! its function for it is not safe Rust, so a server replaces itself with the same program in another environment.

/// The environment variable of the delay in milliseconds. An author's own value is kept.
#[cfg(unix)]
const PURGE_DELAY: &str = "MIMALLOC_PURGE_DELAY";

/// The commands that run until they are ended.
#[cfg(unix)]
const SERVERS: [&str; 3] = ["lsp", "mcp", "serve"];

/// Replaces a server with the same program, whose allocator returns freed memory at once. Returns for other commands,
/// if the allocator already does, or if the program cannot be started again, which is not an error.
///
/// It looks for the word among the arguments before they are parsed, which takes a third of a start. A file of that name
/// among the arguments of another command only restarts that command too.
#[cfg(unix)]
pub(crate) fn restart_server_with_small_memory() {
    use std::os::unix::process::CommandExt;
    let mut arguments = std::env::args_os();
    let Some(name) = arguments.next() else { return };
    let arguments: Vec<_> = arguments.collect();
    let is_server = arguments.iter().any(|argument| SERVERS.iter().any(|server| argument == server));
    if !is_server || std::env::var_os(PURGE_DELAY).is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let _not_replaced =
        std::process::Command::new(program).arg0(name).args(arguments).env(PURGE_DELAY, "0").exec();
}

/// Windows cannot replace a running program: a server there keeps freed memory for a second.
#[cfg(not(unix))]
pub(crate) fn restart_server_with_small_memory() {}
