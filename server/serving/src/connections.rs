//! The listening socket: connection limits and graceful shutdown.

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The pause after a failed accept, which usually means that file descriptors have run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The limits of client connections.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// The maximum number of open connections. Others wait until the system refuses them.
    pub connections: usize,
    /// The time limit for receiving the headers of a request, and for idle connections.
    pub head_time: Duration,
    /// The maximum size of the headers of a request, in bytes.
    pub head_bytes: usize,
    /// The time that running requests have to finish after the shutdown has begun.
    pub grace_period: Duration,
}

/// Serves connections until `shutdown` completes, then lets running requests finish. `ending` is
/// called in between.
pub async fn serve_connections(
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    shutdown: impl Future<Output = ()>,
    ending: impl FnOnce(),
) {
    let graceful = GracefulShutdown::new();
    let permits = Arc::new(Semaphore::new(limits.connections));
    tokio::pin!(shutdown);
    loop {
        let taken = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (listener.accept().await, permit)
        };
        let (accepted, permit) = tokio::select! {
            () = &mut shutdown => break,
            taken = taken => taken,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let mut builder = Builder::new(TokioExecutor::new());
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head_time)
            .max_buf_size(limits.head_bytes);
        let service = TowerToHyperService::new(router.clone());
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Ignore the error: a client that disconnects is not a fault of the server.
            let _ = connection.await;
            drop(permit);
        });
    }
    ending();
    drop(listener);
    // Connections that are still open after the grace period are closed.
    let _ = tokio::time::timeout(limits.grace_period, graceful.shutdown()).await;
}
