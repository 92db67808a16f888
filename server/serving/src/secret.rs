//! Tokens: creating them, reading them from requests, and comparing them.

use http::HeaderMap;
use http::header::{AUTHORIZATION, AsHeaderName};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Returns this many random bytes as hexadecimal digits.
///
/// # Errors
///
/// Returns an error if the system provides no random bytes.
pub fn random_hex(bytes: usize) -> Result<String, getrandom::Error> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)?;
    Ok(to_hex(&random))
}

/// Formats bytes as lower-case hexadecimal digits.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses 64 hexadecimal digits into bytes; `None` for anything else.
#[must_use]
pub fn from_hex(text: &str) -> Option<[u8; 32]> {
    let text = text.trim().as_bytes();
    if text.len() != 64 || !text.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let mut out = [0_u8; 32];
    for (byte, pair) in out.iter_mut().zip(text.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(out)
}

/// The SHA-256 of a token, for comparison. Tokens are random, so no slower hash is needed.
#[derive(Clone, Copy, Debug)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// Computes the hash of a token, ignoring surrounding blanks.
    #[must_use]
    pub fn of(token: &str) -> Self {
        SecretHash(Sha256::digest(token.trim().as_bytes()).into())
    }

    /// Restores a stored hash.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        SecretHash(bytes)
    }

    /// Returns the bytes of the hash, for storage.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns whether both are hashes of the same token, in constant time.
    #[must_use]
    pub fn is_same(&self, other: &SecretHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// Returns the token of a request from `Authorization: Bearer …`, or in the same form from `other`,
/// a header that some clients use instead.
#[must_use]
pub fn bearer(headers: &HeaderMap, other: Option<impl AsHeaderName>) -> Option<&str> {
    let given = headers.get(AUTHORIZATION).or_else(|| headers.get(other?))?;
    let (scheme, token) = given.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_same_by_all_of_their_bytes() {
        let hash = SecretHash::of("a-token");
        assert!(hash.is_same(&SecretHash::of(" a-token\n")));
        for other in ["", "a-toke", "a-tokem", "A-token", "a-token-"] {
            assert!(!hash.is_same(&SecretHash::of(other)), "{other}");
        }
        assert_eq!(
            from_hex(&to_hex(hash.as_bytes())).as_ref().map(<[u8; 32]>::as_slice),
            Some(hash.as_bytes())
        );
        assert_eq!(from_hex("zz"), None);
    }

    #[test]
    fn what_is_random_is_never_the_same() {
        let made = random_hex(16).ok();
        assert_eq!(made.as_deref().map(str::len), Some(32));
        assert_ne!(made, random_hex(16).ok());
    }

    #[test]
    fn a_token_is_read_in_the_forms_in_which_it_is_sent() {
        let with = |name: &'static str, value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, http::HeaderValue::from_static(value));
            bearer(&headers, Some("x-token")).map(str::to_owned)
        };
        assert_eq!(with("authorization", "Bearer abc").as_deref(), Some("abc"));
        assert_eq!(with("authorization", "bearer  abc ").as_deref(), Some("abc"));
        assert_eq!(with("x-token", "Bearer abc").as_deref(), Some("abc"));
        assert_eq!(with("authorization", "Basic abc"), None);
        assert_eq!(with("authorization", "abc"), None);
        assert_eq!(with("y-token", "Bearer abc"), None);
    }
}
