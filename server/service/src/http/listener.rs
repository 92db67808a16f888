//! The listening socket: connections within limits, and shutting down in good order.

use super::ServeError;
use super::router::router;
use super::state::{ServeOptions, ServiceState};
use crate::engine::CheckEngine;
use crate::signals::shutdown_signal;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The longest time in which the head of a request must have come; so long a connection may be idle, too.
const MAX_HEAD_TIME: Duration = Duration::from_secs(15);

/// The most connections that are open at the same time. Others wait until the system refuses them.
const MAX_CONNECTIONS: usize = 512;

/// The longest time that requests which are under way get after the service was told to end.
const SHUTDOWN_GRACE_PERIOD: Duration = Duration::from_secs(10);

/// The pause after the system gave no connection: mostly it is out of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The largest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// Serves until this process is told to end (SIGTERM, SIGINT). `listening` is called once, when requests are taken, with
/// the address: its port is known where port 0 was asked for.
///
/// # Errors
///
/// Where the address cannot be listened on, or other machines could ask without a token.
pub fn serve(
    engine: CheckEngine,
    options: ServeOptions,
    listening: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let address = options.address;
    if options.tokens.is_empty() && !address.ip().is_loopback() {
        return Err(ServeError::TokensNeeded(address));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(options.concurrency.clamp(2, 8))
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?;
    let has_sources = engine.prepare();
    let state = Arc::new(ServiceState::new(engine, options));
    let served = runtime.block_on(async {
        let failed = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let local = listener.local_addr().map_err(failed)?;
        tracing::info!(address = %local, has_library = has_sources, "listening");
        let shutdown_signal = shutdown_signal().map_err(failed)?;
        listening(local);
        accept(listener, &state, shutdown_signal).await;
        tracing::info!("ended");
        Ok(())
    });
    // Work that is still going on has had its time.
    runtime.shutdown_background();
    served
}

/// Takes connections until the signal comes, then lets requests come to their end.
async fn accept(listener: TcpListener, state: &Arc<ServiceState>, shutdown_signal: impl Future<Output = ()>) {
    let router = router(Arc::clone(state));
    let graceful = GracefulShutdown::new();
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    tokio::pin!(shutdown_signal);
    loop {
        let taken = async {
            let permit = Arc::clone(&permits).acquire_owned().await;
            (listener.accept().await, permit)
        };
        let (accepted, permit) = tokio::select! {
            () = &mut shutdown_signal => break,
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
            .header_read_timeout(MAX_HEAD_TIME)
            .max_buf_size(MAX_HEAD_BYTES);
        let service = TowerToHyperService::new(router.clone());
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off is no fault of the service.
            let _ = connection.await;
            drop(permit);
        });
    }
    tracing::info!("ending");
    state.shutdown.cancel();
    drop(listener);
    // Who is still slow then is cut off.
    let _ = tokio::time::timeout(SHUTDOWN_GRACE_PERIOD, graceful.shutdown()).await;
}
