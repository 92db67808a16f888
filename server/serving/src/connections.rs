//! The listening socket: connections within limits, and shutting down in good order.

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The pause after the system gave no connection: mostly it is out of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// What one client may take up.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// The most connections that are open at the same time. Others wait until the system refuses them.
    pub connections: usize,
    /// The longest time in which the head of a request must have come; so long a connection may be idle, too.
    pub head_time: Duration,
    /// The largest head of a request, in bytes.
    pub head_bytes: usize,
    /// The longest time that requests which are under way get after the shutdown began.
    pub grace_period: Duration,
}

/// Serves connections until `shutdown` comes to its end, then lets requests come to theirs. `ending` is called in between.
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
            // A client that breaks off is no fault of the server.
            let _ = connection.await;
            drop(permit);
        });
    }
    ending();
    drop(listener);
    // Connections that are still open then are closed.
    let _ = tokio::time::timeout(limits.grace_period, graceful.shutdown()).await;
}
