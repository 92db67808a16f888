//! Runs the service and the single-user page, from listening to a graceful shutdown.

use super::ServeError;
use super::doorkeeper::{self, Doorkeeper};
use super::router::{page_router, router};
use super::state::{ServeOptions, ServiceState};
use crate::engine::CheckEngine;
use crate::signals::shutdown_signal;
use axum::{Router, middleware};
use referee_serving::{ConnectionLimits, serve_connections};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// The limits of client connections.
const LIMITS: ConnectionLimits = ConnectionLimits {
    connections: 512,
    head_time: Duration::from_secs(15),
    head_bytes: 64 << 10,
    grace_period: Duration::from_secs(10),
};

/// The limits for one user. The shutdown does not wait long for an open page.
const PAGE_LIMITS: ConnectionLimits =
    ConnectionLimits { connections: 64, grace_period: Duration::from_secs(1), ..LIMITS };

/// Serves until this process receives a shutdown signal (SIGTERM, SIGINT). `listening` is called
/// once, when requests are accepted, with the address, which contains the actual port if port 0 was
/// requested.
///
/// # Errors
///
/// Returns an error if listening on the address fails, or other machines could send requests
/// without a token.
pub fn serve(
    engine: CheckEngine,
    options: ServeOptions,
    listening: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let address = options.address;
    if options.tokens.is_empty() && !address.ip().is_loopback() {
        return Err(ServeError::TokensNeeded(address));
    }
    let on_shutdown = || tracing::info!("ending");
    run(engine, options, LIMITS, router, on_shutdown, |local, has_sources| {
        tracing::info!(address = %local, has_library = has_sources, "listening");
        listening(local);
    })?;
    tracing::info!("ended");
    Ok(())
}

/// The addresses of the single-user page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageAddress {
    /// The address that opens the page as long as it is served. Anyone who knows it may use the
    /// page.
    pub page: String,
    /// An address that opens the page once, soon after the start: for the command line of a
    /// browser, which other users of the machine can read.
    pub opens_once: String,
}

/// Serves the page and its checks to one user of this machine, on a loopback port (0 for a free
/// one), until this process receives a shutdown signal. `listening` is called once, when requests
/// are accepted.
///
/// # Errors
///
/// Returns an error if listening on the port fails, or the system provides no random bytes for a
/// token.
pub fn serve_page(
    engine: CheckEngine,
    port: u16,
    listening: impl FnOnce(&PageAddress),
) -> Result<(), ServeError> {
    let doorkeeper = Arc::new(Doorkeeper::new()?);
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let options = ServeOptions { asks: true, ..ServeOptions::at(address) };
    let guarded = |state| {
        Router::new()
            .fallback_service(page_router(state))
            .layer(middleware::from_fn_with_state(Arc::clone(&doorkeeper), doorkeeper::admit))
    };
    run(
        engine,
        options,
        PAGE_LIMITS,
        guarded,
        || (),
        |local, _| {
            let at = |path: String| format!("http://{local}{path}");
            listening(&PageAddress {
                page: at(doorkeeper.path()),
                opens_once: at(doorkeeper.opening_path()),
            });
        },
    )
}

/// Serves the routes that `router` builds from the state. `listening` receives the address, and
/// whether there is a source of records.
fn run(
    engine: CheckEngine,
    options: ServeOptions,
    limits: ConnectionLimits,
    router: impl FnOnce(Arc<ServiceState>) -> Router,
    on_shutdown: impl FnOnce(),
    listening: impl FnOnce(SocketAddr, bool),
) -> Result<(), ServeError> {
    let address = options.address;
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
        let shutdown_signal = shutdown_signal().map_err(failed)?;
        listening(local, has_sources);
        let ending = || {
            on_shutdown();
            state.shutdown.cancel();
        };
        serve_connections(listener, router(Arc::clone(&state)), limits, shutdown_signal, ending).await;
        Ok(())
    });
    // Work that is still running has used up the grace period.
    runtime.shutdown_background();
    served
}
