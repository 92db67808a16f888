//! The HTTP clients. Nothing else in this project builds one.

use reqwest::{Client, ClientBuilder, Url, redirect};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Time to connect. Services that were never reached get less (`Timeouts::stranger`).
const CONNECT: Duration = Duration::from_secs(8);

/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(50);

/// The clients, built when they are first needed.
pub(super) struct Clients {
    user_agent: String,
    /// For plain HTTP to this machine: needs no certificates.
    loopback: OnceLock<Result<Client, String>>,
    /// The same without proxies: what goes to this machine must not take a way over another.
    direct: OnceLock<Result<Client, String>>,
    /// For writing requests that are sent by others.
    offline_client: OnceLock<Result<Client, String>>,
    /// For everything else.
    secure: OnceLock<Result<Client, String>>,
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

    /// The client for an address.
    ///
    /// # Errors
    ///
    /// Says in a few words why there is none.
    pub(super) fn to(&self, url: &Url) -> Result<&Client, String> {
        let made = match url.scheme() {
            "https" => self.secure.get_or_init(|| build(self.begin())),
            "http" if is_loopback(url) => self.loopback.get_or_init(|| self.bare(self.begin())),
            _ => return Err("only https is allowed".to_owned()),
        };
        made.as_ref().map_err(String::clone)
    }

    /// The client for letters to this machine: no proxy, whatever the environment says.
    ///
    /// # Errors
    ///
    /// Says in a few words why there is none.
    pub(super) fn direct(&self) -> Result<&Client, String> {
        let made = self.direct.get_or_init(|| build(self.begin().no_proxy()));
        made.as_ref().map_err(String::clone)
    }

    /// A client that makes requests and reaches nothing: its only way is a proxy that cannot be.
    ///
    /// # Errors
    ///
    /// Says in a few words why there is none.
    pub(super) fn offline_client(&self) -> Result<Client, String> {
        let made = self.offline_client.get_or_init(|| {
            let nowhere = reqwest::Proxy::all("http://127.0.0.1:0").map_err(|error| innermost(&error))?;
            self.bare(self.begin().no_proxy().proxy(nowhere))
        });
        made.clone()
    }

    /// A client without certificates.
    fn bare(&self, builder: ClientBuilder) -> Result<Client, String> {
        let bare = tls()?.with_root_certificates(rustls::RootCertStore::empty());
        build(builder.tls_backend_preconfigured(bare.with_no_client_auth()))
    }

    /// What all clients have in common. Proxies come from the environment.
    fn begin(&self) -> ClientBuilder {
        // The provider for TLS is chosen once for the process; whoever came first chose the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Client::builder()
            .user_agent(&self.user_agent)
            // Followed by hand: where a redirect may lead is the gate's decision.
            .redirect(redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECT)
            .pool_idle_timeout(IDLE)
            .tcp_nodelay(true)
    }
}

fn tls() -> Result<rustls::ConfigBuilder<rustls::ClientConfig, rustls::WantsVerifier>, String> {
    rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())
}

fn build(builder: ClientBuilder) -> Result<Client, String> {
    builder.build().map_err(|error| innermost(&error))
}

/// Whether an address is on this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Host and port as the log shows them.
pub(super) fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// What the last of the errors behind an error says: the cause. Holds no address.
pub(super) fn innermost(error: &dyn std::error::Error) -> String {
    let mut last = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string()
}
