//! The HTTP clients. No other module in this project builds one.

use reqwest::{Client, ClientBuilder, Url, redirect};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The connection timeout. A service that has not answered yet gets less
/// (`Timeouts::first_response`).
const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);

/// How long an unused connection is kept open.
const IDLE_TIMEOUT: Duration = Duration::from_secs(50);

/// Why a client for an address cannot be created.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClientError {
    /// The address is neither HTTPS nor on this machine.
    #[error("only https is allowed")]
    NotSecure,
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(#[source] Arc<rustls::Error>),
    /// The client cannot be built.
    #[error("{}", innermost(.0.as_ref()))]
    Build(#[source] Arc<reqwest::Error>),
}

type CachedClient = OnceLock<Result<Client, ClientError>>;

/// The clients, built on first use.
pub(super) struct Clients {
    user_agent: String,
    /// For plain HTTP to this machine; loads no certificates.
    loopback: CachedClient,
    /// The same without proxies: requests to this machine must not pass through another one.
    direct: CachedClient,
    /// Builds the requests that the gate sends; cannot connect itself.
    offline_client: CachedClient,
    /// For all other requests.
    secure: CachedClient,
}

impl Clients {
    pub(super) fn new(user_agent: String) -> Self {
        Clients {
            user_agent,
            loopback: OnceLock::new(),
            direct: OnceLock::new(),
            offline_client: OnceLock::new(),
            secure: OnceLock::new(),
        }
    }

    /// Returns the client for an address.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is not allowed or the client cannot be built.
    pub(super) fn to(&self, url: &Url) -> Result<&Client, ClientError> {
        let made = match url.scheme() {
            "https" => self.secure.get_or_init(|| build(self.begin())),
            "http" if is_loopback(url) => self.loopback.get_or_init(|| self.bare(self.begin())),
            _ => return Err(ClientError::NotSecure),
        };
        made.as_ref().map_err(ClientError::clone)
    }

    /// Returns the client for a language model on this machine. It uses no proxy, regardless of the
    /// environment.
    ///
    /// # Errors
    ///
    /// Returns an error if the client cannot be built.
    pub(super) fn direct(&self) -> Result<&Client, ClientError> {
        let made = self.direct.get_or_init(|| build(self.begin().no_proxy()));
        made.as_ref().map_err(ClientError::clone)
    }

    /// Returns a client that builds requests but cannot send them: it is configured with an
    /// impossible proxy.
    ///
    /// # Errors
    ///
    /// Returns an error if the client cannot be built.
    pub(super) fn offline_client(&self) -> Result<Client, ClientError> {
        let made = self.offline_client.get_or_init(|| {
            let nowhere = reqwest::Proxy::all("http://127.0.0.1:0")
                .map_err(|error| ClientError::Build(Arc::new(error)))?;
            self.bare(self.begin().no_proxy().proxy(nowhere))
        });
        made.clone()
    }

    /// Builds a client without root certificates.
    pub(super) fn bare(&self, builder: ClientBuilder) -> Result<Client, ClientError> {
        let bare = tls()?.with_root_certificates(rustls::RootCertStore::empty());
        build(builder.tls_backend_preconfigured(bare.with_no_client_auth()))
    }

    /// The settings shared by all clients. Proxies come from the environment.
    pub(super) fn begin(&self) -> ClientBuilder {
        // The TLS provider is set once per process; an error means that the same one is already
        // set.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Client::builder()
            .user_agent(&self.user_agent)
            // Redirects are followed manually: the gate decides which ones are allowed.
            .redirect(redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECT_TIMEOUT)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .tcp_nodelay(true)
    }
}

fn tls() -> Result<rustls::ConfigBuilder<rustls::ClientConfig, rustls::WantsVerifier>, ClientError> {
    rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| ClientError::Tls(Arc::new(error)))
}

fn build(builder: ClientBuilder) -> Result<Client, ClientError> {
    builder.build().map_err(|error| ClientError::Build(Arc::new(error)))
}

/// Returns whether an address is on this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Returns host and port as they appear in the log.
pub(super) fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Returns the message of the innermost error in the source chain. It contains no address.
pub(super) fn innermost(error: &dyn std::error::Error) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}
