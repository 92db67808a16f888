//! The life of the service: from listening to the end of what was under way.

use super::ServeError;
use super::router::router;
use super::state::{ServeOptions, ServiceState};
use crate::engine::CheckEngine;
use crate::signals::shutdown_signal;
use referee_serving::{ConnectionLimits, serve_connections};
use std::net::SocketAddr;
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
        let ending = || {
            tracing::info!("ending");
            state.shutdown.cancel();
        };
        serve_connections(listener, router(Arc::clone(&state)), LIMITS, shutdown_signal, ending).await;
        tracing::info!("ended");
        Ok(())
    });
    // Work that is still going on has had its time.
    runtime.shutdown_background();
    served
}
