//! Ctrl-C during long work: the first calls it off, so that what is finished is kept and told; the second ends the
//! program at once.

use tokio_util::sync::CancellationToken;

/// The exit status of a program that an interrupt ended, as shells count it: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// A token that the first Ctrl-C from now on cancels. Where the system lets nobody listen for it, Ctrl-C ends the
/// program, as it does without a token.
pub(crate) fn token() -> CancellationToken {
    let token = CancellationToken::new();
    let cancelled = token.clone();
    let listen = move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                cancelled.cancel();
                if tokio::signal::ctrl_c().await.is_ok() {
                    std::process::exit(INTERRUPTED);
                }
            }
        });
    };
    // Nobody waits for this thread: it ends with the program.
    let _ = std::thread::Builder::new().name("interrupt".to_owned()).spawn(listen);
    token
}
