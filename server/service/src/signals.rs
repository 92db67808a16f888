//! The signals that shut down this process gracefully.

/// Returns a future that completes when this process receives SIGTERM (from a service manager) or
/// SIGINT (from a person at a terminal).
///
/// # Errors
///
/// Returns an error if a signal handler cannot be installed.
#[cfg(unix)]
pub(crate) fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Returns a future that completes when a person at a terminal presses Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the signal the service runs until it is killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
