//! Taking connections in, and ending in good order.

use super::ServeError;
use super::router::router;
use super::state::{ServeOptions, ServiceState};
use crate::engine::CheckEngine;
use crate::signals::told_to_end;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How long the head of a request may take, and how long a connection may be idle.
const MAX_HEAD_TIME: Duration = Duration::from_secs(15);

/// How many connections there may be.
const MAX_CONNECTIONS: usize = 512;

/// How long requests that are under way may take after the service was told to end.
const MAX_ENDING_TIME: Duration = Duration::from_secs(10);

/// How long to wait after the system gave no connection: it is out of files, mostly.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The largest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 64 << 10;

/// Serves until this process is told to end (SIGTERM, SIGINT). `listening` is told the address once requests are taken.
///
/// # Errors
///
/// Where the address cannot be listened on, or others could ask without a token.
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
        .worker_threads(options.at_once.clamp(2, 8))
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
        let told_to_end = told_to_end().map_err(failed)?;
        listening(local);
        accept(listener, &state, told_to_end).await;
        tracing::info!("ended");
        Ok(())
    });
    // Work that is still going on has had its time.
    runtime.shutdown_background();
    served
}

async fn accept(listener: TcpListener, state: &Arc<ServiceState>, told_to_end: impl Future<Output = ()>) {
    let router = router(Arc::clone(state));
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    tokio::pin!(told_to_end);
    loop {
        let taken = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (listener.accept().await, place)
        };
        let (accepted, place) = tokio::select! {
            () = &mut told_to_end => break,
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
            drop(place);
        });
    }
    tracing::info!("ending");
    state.ending.cancel();
    drop(listener);
    // Who is still slow then is cut off.
    let _ = tokio::time::timeout(MAX_ENDING_TIME, graceful.shutdown()).await;
}
