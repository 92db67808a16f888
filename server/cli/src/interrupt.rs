//! Ctrl-C during long work: the first one cancels it, so that finished parts are kept and reported;
//! the second one ends the program at once.

use tokio_util::sync::CancellationToken;

/// The exit status after an interrupt, by the convention of shells: 128 plus the number of the
/// signal.
const INTERRUPTED: i32 = 130;

/// Returns a token that the next Ctrl-C cancels. If the system does not support a handler, Ctrl-C
/// ends the program as usual.
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
    // The thread is never joined: it ends with the program.
    let _ = std::thread::Builder::new().name("interrupt".to_owned()).spawn(listen);
    token
}
