//! Who may ask over HTTP: a program on this machine that knows the token. A page in a browser runs on this machine as
//! well, so what a browser says of where a request comes from is looked at too.

use super::error::{HttpError, MIN_TOKEN_CHARACTERS};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode, Uri, header};
use std::net::IpAddr;
use std::sync::Arc;
use subtle::ConstantTimeEq;

/// How many random bytes a token is made of where none is given.
const TOKEN_BYTES: usize = 32;

/// The name of this machine that a request may be for and come from, beside its addresses of loopback: other names can
/// be made to lead here.
const LOOPBACK_NAME: &str = "localhost";

/// What each request must bring.
pub(super) struct AccessToken(String);

impl AccessToken {
    /// The token that the user chose.
    pub(super) fn given(token: String) -> Result<Self, HttpError> {
        let token = token.trim();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let is_strong = token.len() >= MIN_TOKEN_CHARACTERS && token.bytes().all(is_plain);
        if is_strong { Ok(AccessToken(token.to_owned())) } else { Err(HttpError::WeakToken) }
    }

    /// A token for this run.
    pub(super) fn random() -> Result<Self, HttpError> {
        Ok(AccessToken(random_digits(TOKEN_BYTES)?))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// So many random bytes as hexadecimal digits.
pub(super) fn random_digits(bytes: usize) -> Result<String, getrandom::Error> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Passes a request on where it is for this machine, comes from no foreign page, and brings the token.
pub(super) async fn admit(State(token): State<Arc<AccessToken>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !is_for_this_machine(headers) {
        return (StatusCode::FORBIDDEN, "`Host` is not this machine").into_response();
    }
    if !headers.get_all(header::ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(is_loopback_origin)) {
        return (StatusCode::FORBIDDEN, "pages of other sites may not ask").into_response();
    }
    let is_known = bearer(headers).is_some_and(|given| given.as_bytes().ct_eq(token.0.as_bytes()).into());
    if !is_known {
        let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
        let why = "the token is needed: Authorization: Bearer TOKEN";
        return (StatusCode::UNAUTHORIZED, challenge, why).into_response();
    }
    next.run(request).await
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Whether the one `Host` of a request is a name of loopback: any other name could belong to somebody else, who had it
/// lead here.
fn is_for_this_machine(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let uri = host.to_str().ok().and_then(|host| format!("http://{host}/").parse::<Uri>().ok());
    uri.is_some_and(|uri| is_loopback(&uri))
}

fn is_loopback_origin(origin: &str) -> bool {
    let is_page = |uri: &Uri| matches!(uri.scheme_str(), Some("http" | "https"));
    origin.parse::<Uri>().is_ok_and(|uri| is_page(&uri) && is_loopback(&uri))
}

fn is_loopback(uri: &Uri) -> bool {
    let has_user = uri.authority().is_some_and(|authority| authority.as_str().contains('@'));
    let is_address = |host: &str| {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    };
    !has_user && uri.host().is_some_and(|host| LOOPBACK_NAME.eq_ignore_ascii_case(host) || is_address(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_machine_may_ask() {
        for (origin, allowed) in [
            ("http://localhost:5173", true),
            ("http://127.0.0.1", true),
            ("https://[::1]:8443", true),
            ("http://127.0.0.2:7000", true),
            ("http://LOCALHOST:1", true),
            ("https://example.org", false),
            ("http://localhost.example.org", false),
            ("http://127.0.0.1.example.org", false),
            ("http://localhost@example.org", false),
            ("http://example.org@localhost", false),
            ("null", false),
            ("", false),
            ("file://", false),
            ("http://0.0.0.0", false),
        ] {
            assert_eq!(is_loopback_origin(origin), allowed, "{origin}");
        }
    }

    #[test]
    fn a_name_that_somebody_made_lead_here_is_not_this_machine() {
        let with = |hosts: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(header::HOST, http::HeaderValue::from_static(host));
            }
            is_for_this_machine(&headers)
        };
        assert!(with(&["localhost:8090"]) && with(&["127.0.0.1:8090"]) && with(&["[::1]:8090"]));
        for hosts in [
            &[][..],
            &["attacker.example:8090"],
            &["localhost:8090", "attacker.example"],
            &["a@localhost"],
            &[""],
        ] {
            assert!(!with(hosts), "{hosts:?}");
        }
    }

    #[test]
    fn a_token_that_can_be_guessed_is_not_taken() {
        for token in
            ["", "secret", "short-but-honest", "long enough but with spaces", "long-enough-with-ü-letters"]
        {
            assert!(AccessToken::given(token.to_owned()).is_err(), "{token}");
        }
        assert!(AccessToken::given(" 0123456789abcdef_-.XYZ\n".to_owned()).is_ok());
        let made = AccessToken::random().map(|token| token.as_str().len());
        assert_eq!(made.ok(), Some(64));
    }
}
