//! The life of the service, and of the page of one user: from listening to the end of what was under way.

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

/// How many connections clients may hold, and for how long.
const LIMITS: ConnectionLimits = ConnectionLimits {
    connections: 512,
    head_time: Duration::from_secs(15),
    head_bytes: 64 << 10,
    grace_period: Duration::from_secs(10),
};

/// The limits for one user. A page that is open when the command ends is not waited for.
const PAGE_LIMITS: ConnectionLimits =
    ConnectionLimits { connections: 64, grace_period: Duration::from_secs(1), ..LIMITS };

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
    let on_shutdown = || tracing::info!("ending");
    run(engine, options, LIMITS, router, on_shutdown, |local, has_sources| {
        tracing::info!(address = %local, has_library = has_sources, "listening");
        listening(local);
    })?;
    tracing::info!("ended");
    Ok(())
}

/// The addresses of the page of one user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageAddress {
    /// The address that opens the page as long as it is served. Whoever knows it may use the page.
    pub page: String,
    /// An address that opens the page once, soon after the start: for the command line of a browser, which other users
    /// of the machine can read.
    pub opens_once: String,
}

/// Serves the page and its checks to one user of this machine, on a port of loopback (0 for a free one), until this process
/// is told to end. `listening` is called once, when requests are taken.
///
/// # Errors
///
/// If the port cannot be listened on, or the system gives no random bytes for a token.
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

/// Serves what `router` makes of the state. `listening` gets the address, and whether there is a source of records.
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
    // Work that is still going on has had its time.
    runtime.shutdown_background();
    served
}
