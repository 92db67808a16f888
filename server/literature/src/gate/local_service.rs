//! Requests to a program on this machine that is neither a scholarly service nor a language model:
//! a reference manager. They do not leave the machine, so no consent is needed. The address must be
//! a loopback address, no proxy is used, and redirects are not followed.

use super::client::{self, Clients};
use super::loopback;
use reqwest::Url;
use serde_json::Value;
use std::net::TcpStream;
use std::time::Duration;

/// The timeout for connecting to a program on this machine and receiving its answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(8);

/// The timeout for the connection.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(400);

/// The maximum size of an answer in bytes.
const MAX_ANSWER_BYTES: usize = 64 << 20;

/// Why a program on this machine gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocalError {
    /// The address is not on this machine.
    #[error("the address is not one of this machine")]
    NotLocal,
    /// Another user of this machine listens there.
    #[error("another user of this machine uses it")]
    OtherUser,
    /// Nothing listens there, or it did not answer in time.
    #[error("it does not answer")]
    Silent,
    /// It answered with a status other than success.
    #[error("it answered with status {0}")]
    Status(u16),
    /// The answer is not JSON, or too large.
    #[error("the answer cannot be read")]
    Unreadable,
}

/// An answer of a program on this machine.
#[derive(Clone, Debug)]
pub struct LocalAnswer {
    /// The body, as JSON.
    pub body: Value,
    headers: Vec<(String, String)>,
}

impl LocalAnswer {
    /// Returns the value of a header, given its name in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Sends a request to a program on this machine: GET, or POST with JSON. Blocks; must not be called
/// from async code.
///
/// # Errors
///
/// Returns why the service did not answer.
pub fn ask_local(url: &str, post: Option<&Value>) -> Result<LocalAnswer, LocalError> {
    let url = Url::parse(url).map_err(|_| LocalError::NotLocal)?;
    if url.scheme() != "http" || !client::is_loopback(&url) || !url.username().is_empty() {
        return Err(LocalError::NotLocal);
    }
    // Finding the owner of a port takes milliseconds, and usually nothing listens there, so try to
    // connect first.
    if !is_listened_at(&url) {
        return Err(LocalError::Silent);
    }
    if loopback::other_user_listening_at(&url).is_some() {
        return Err(LocalError::OtherUser);
    }
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|_| LocalError::Silent)?;
    runtime.block_on(async {
        let clients = Clients::new(format!("referee/{}", env!("CARGO_PKG_VERSION")));
        let client = clients.local().map_err(|_| LocalError::Silent)?;
        let request = match post {
            Some(body) => client.post(url).json(body),
            None => client.get(url),
        };
        let mut response = request.timeout(ANSWER_TIMEOUT).send().await.map_err(|_| LocalError::Silent)?;
        let status = response.status();
        if !status.is_success() {
            return Err(LocalError::Status(status.as_u16()));
        }
        let text = |(name, value): (&reqwest::header::HeaderName, &reqwest::header::HeaderValue)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        };
        let headers = response.headers().iter().filter_map(text).collect();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|_| LocalError::Silent)? {
            if body.len() + chunk.len() > MAX_ANSWER_BYTES {
                return Err(LocalError::Unreadable);
            }
            body.extend_from_slice(&chunk);
        }
        let body = serde_json::from_slice(&body).map_err(|_| LocalError::Unreadable)?;
        Ok(LocalAnswer { body, headers })
    })
}

/// Returns whether a program accepts connections at an address of this machine. Sends nothing.
fn is_listened_at(url: &Url) -> bool {
    let addresses = url.socket_addrs(|| None).unwrap_or_default();
    addresses.iter().any(|address| TcpStream::connect_timeout(address, CONNECT_TIMEOUT).is_ok())
}

impl Clients {
    /// Returns the client for a program on this machine.
    fn local(&self) -> Result<reqwest::Client, client::ClientError> {
        self.bare(self.begin().no_proxy().connect_timeout(CONNECT_TIMEOUT))
    }
}
