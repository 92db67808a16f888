//! Being told to end: SIGTERM by whoever runs a service, SIGINT by a person at a terminal.

/// Comes to its end when this process is told to end.
#[cfg(unix)]
pub(crate) fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Comes to its end when this process is told to end.
#[cfg(not(unix))]
pub(crate) fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without the signal the service runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
