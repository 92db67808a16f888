//! Controls access over HTTP: only programs on this machine that know the token are allowed.
//! Browsers also run on this machine, so the headers in which they declare the origin of a request
//! are checked too.

use super::error::{HttpError, MIN_TOKEN_CHARACTERS};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use referee_serving::{SecretHash, bearer, is_from_this_machine, random_hex};
use std::sync::Arc;

/// The number of random bytes of a generated token.
const TOKEN_BYTES: usize = 32;

/// The token that each request must have.
pub(super) struct AccessToken(String);

impl AccessToken {
    /// Validates the user's token.
    pub(super) fn given(token: String) -> Result<Self, HttpError> {
        let token = token.trim();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let is_strong = token.len() >= MIN_TOKEN_CHARACTERS && token.bytes().all(is_plain);
        if is_strong { Ok(AccessToken(token.to_owned())) } else { Err(HttpError::WeakToken) }
    }

    /// Generates a token for this run.
    pub(super) fn random() -> Result<Self, HttpError> {
        Ok(AccessToken(random_hex(TOKEN_BYTES)?))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Forwards a request if it is addressed to this machine, does not come from a foreign web page,
/// and has the token.
pub(super) async fn admit(State(token): State<Arc<AccessToken>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if let Err(why) = is_from_this_machine(headers) {
        return (StatusCode::FORBIDDEN, why.to_string()).into_response();
    }
    let is_known = bearer(headers, None::<&str>)
        .is_some_and(|given| SecretHash::of(given).is_same(&SecretHash::of(&token.0)));
    if !is_known {
        let challenge = [(header::WWW_AUTHENTICATE, "Bearer")];
        let why = "the token is needed: Authorization: Bearer TOKEN";
        return (StatusCode::UNAUTHORIZED, challenge, why).into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

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
