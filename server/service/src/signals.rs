//! The signals on which this process shuts down in good order.

/// Comes to its end when this process receives SIGTERM (whoever runs a service) or SIGINT (a person at a terminal).
///
/// # Errors
///
/// Where the system lets no signal be received.
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

/// Comes to its end when a person at a terminal presses Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the signal the service runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
