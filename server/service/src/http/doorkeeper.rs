//! Access control for the single-user page: only a browser on this machine that knows the address
//! with its token may open it.
//!
//! The token is the first part of every path, so all requests of the page contain it. The browser
//! is started with a code instead of the token, because other users of the machine can read command
//! lines: the code opens the page once, and only for a short time.

use super::problem::Problem;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::uri::PathAndQuery;
use http::{HeaderValue, StatusCode, Uri, header};
use referee_serving::{SecretHash, is_from_this_machine, random_hex};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of random bytes in a token or a code.
const TOKEN_BYTES: usize = 24;

/// How long the code is valid.
const CODE_TIME: Duration = Duration::from_secs(120);

/// The first part of the path with the code.
const OPEN: &str = "open";

/// The text shown if the page is opened with another address.
const WHAT_IS_NEEDED: &str = "This page opens with the whole address that `referee web` printed in the terminal, and only while that command runs. / Esta página se abre con la dirección completa que `referee web` mostró en la terminal, y solo mientras el comando esté en marcha.";

/// The token of the page, and the code that is exchanged for it.
pub(crate) struct Doorkeeper {
    token: String,
    code: String,
    /// The end of the validity of the code; `None` once it was used.
    code_until: Mutex<Option<Instant>>,
}

impl Doorkeeper {
    /// Creates a token and a code for this run.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let (token, code) = (random_hex(TOKEN_BYTES)?, random_hex(TOKEN_BYTES)?);
        Ok(Doorkeeper { token, code, code_until: Mutex::new(Some(Instant::now() + CODE_TIME)) })
    }

    /// Returns the path of the page, which is valid as long as it is served.
    pub(crate) fn path(&self) -> String {
        format!("/{}/", self.token)
    }

    /// Returns the path that opens the page once.
    pub(crate) fn opening_path(&self) -> String {
        format!("/{OPEN}/{}", self.code)
    }

    fn is_token(&self, given: &str) -> bool {
        SecretHash::of(given).is_same(&SecretHash::of(&self.token))
    }

    /// Returns whether this is the code, in time and for the first time.
    fn take_code(&self, given: &str) -> bool {
        if !SecretHash::of(given).is_same(&SecretHash::of(&self.code)) {
            return false;
        }
        let until = self.code_until.lock().unwrap_or_else(PoisonError::into_inner).take();
        until.is_some_and(|until| Instant::now() <= until)
    }
}

/// Passes on a request without its token, if it is for this machine, does not come from a foreign
/// page and has the token.
pub(crate) async fn admit(
    State(doorkeeper): State<std::sync::Arc<Doorkeeper>>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Err(why) = is_from_this_machine(request.headers()) {
        return Problem::new(StatusCode::FORBIDDEN, why.to_string()).closing().into_response();
    }
    let path = request.uri().path().trim_start_matches('/').to_owned();
    let (first, rest) = path.split_once('/').unwrap_or((&path, ""));
    if first == OPEN && doorkeeper.take_code(rest) {
        let to = [(header::LOCATION, doorkeeper.path()), (header::CACHE_CONTROL, String::from("no-store"))];
        return (StatusCode::SEE_OTHER, to).into_response();
    }
    // The slash is required: the page's relative addresses depend on it.
    let inner = if doorkeeper.is_token(first) && path.contains('/') {
        without_first_part(request.uri(), rest)
    } else {
        None
    };
    let Some(inner) = inner else { return needs_the_address() };
    *request.uri_mut() = inner;
    next.run(request).await
}

/// Returns an address with another path and the same query.
fn without_first_part(uri: &Uri, path: &str) -> Option<Uri> {
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let path = PathAndQuery::try_from(format!("/{path}{query}")).ok()?;
    Some(Uri::from(path))
}

fn needs_the_address() -> Response {
    let mut response = (StatusCode::FORBIDDEN, WHAT_IS_NEEDED).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

#[cfg(test)]
mod tests {
    use super::Doorkeeper;

    #[test]
    fn a_code_opens_once_and_the_token_always() {
        let doorkeeper = Doorkeeper::new().unwrap();
        let code = doorkeeper.opening_path().rsplit('/').next().unwrap().to_owned();
        let token = doorkeeper.path().trim_matches('/').to_owned();
        assert!(doorkeeper.is_token(&token) && doorkeeper.is_token(&token));
        assert!(!doorkeeper.is_token(&code) && !doorkeeper.is_token(""));
        assert!(!doorkeeper.take_code(&token) && !doorkeeper.take_code(""));
        assert!(doorkeeper.take_code(&code));
        assert!(!doorkeeper.take_code(&code));
    }

    #[test]
    fn a_code_that_is_too_old_opens_nothing() {
        let doorkeeper = Doorkeeper::new().unwrap();
        let code = doorkeeper.opening_path().rsplit('/').next().unwrap().to_owned();
        *doorkeeper.code_until.lock().unwrap() = Some(std::time::Instant::now());
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(!doorkeeper.take_code(&code));
    }
}
