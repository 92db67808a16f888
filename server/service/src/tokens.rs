//! Bearer tokens: which requests they allow, and how often. The token file contains their hashes.

use referee_serving::{SecretHash, from_hex, random_hex, to_hex};
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of random bytes in a token, which are written as twice as many hexadecimal digits.
const TOKEN_BYTES: usize = 32;

/// The prefix of every token, by which a leaked token in a log or a repository can be recognised.
const TOKEN_PREFIX: &str = "referee_";

/// The prefix of a hash in the token file.
const HASH_PREFIX: &str = "sha256:";

/// The default number of requests per minute of a token.
pub const DEFAULT_REQUESTS_PER_MINUTE: u32 = 600;

/// The purpose of a request. A token has one scope or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Checking drafts and lists.
    Check,
    /// Looking up works.
    Lookup,
    /// Reading the metrics.
    Metrics,
}

impl Scope {
    /// Returns the scope as it is written in the token file and in messages.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::Check => "check",
            Scope::Lookup => "lookup",
            Scope::Metrics => "metrics",
        }
    }
}

/// A table `[[token]]` of the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenEntry {
    name: String,
    hash: String,
    scopes: Vec<Scope>,
    requests_per_minute: Option<u32>,
}

/// The token file in TOML.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenFile {
    #[serde(default)]
    token: Vec<TokenEntry>,
}

/// Why the token file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The path of the token file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is not TOML, or has unknown members.
    #[error("{}: {source}", path.display())]
    Format {
        /// The path of the token file.
        path: PathBuf,
        /// The error, with its line.
        source: toml::de::Error,
    },
    /// A hash does not have the form that `--new-token` prints.
    #[error("{}: the hash of the token `{name}` is not `sha256:` with 64 hexadecimal digits", path.display())]
    Hash {
        /// The path of the token file.
        path: PathBuf,
        /// The name of the token.
        name: String,
    },
    /// The file contains no token, which would allow all requests; holds its path.
    #[error("{}: there is no token in it", .0.display())]
    Empty(PathBuf),
    /// The system provides no random bytes for a token.
    #[error("this machine gives no random bytes: {0}")]
    Random(#[from] getrandom::Error),
}

/// A token in the file: its hash and what it allows.
#[derive(Debug)]
struct Token {
    name: String,
    hash: SecretHash,
    scopes: Vec<Scope>,
    requests_per_minute: u32,
}

/// The tokens of a service, and the number of requests that each has left.
#[derive(Debug, Default)]
pub struct Tokens {
    all: Vec<Token>,
    /// By the name of the token.
    buckets: Mutex<HashMap<String, Bucket>>,
}

/// The token bucket of a token: it refills evenly, up to the requests of one minute.
#[derive(Debug)]
struct Bucket {
    left: f64,
    /// When `left` was last computed.
    at: Instant,
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The request contains no token, or an unknown one.
    Unknown,
    /// The token does not have this scope.
    Scope(Scope),
    /// The token has used up its requests; holds the number of seconds until the next one.
    TooOften(u64),
}

impl Tokens {
    /// Reads the token file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is not a list of tokens, or contains none.
    pub fn read(path: &Path) -> Result<Tokens, TokenError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| TokenError::Read { path: path.to_path_buf(), source })?;
        let file: TokenFile = toml::from_str(&text)
            .map_err(|source| TokenError::Format { path: path.to_path_buf(), source })?;
        let mut all = Vec::new();
        for entry in file.token {
            let hash = entry
                .hash
                .strip_prefix(HASH_PREFIX)
                .and_then(from_hex)
                .map(SecretHash::from_bytes)
                .ok_or_else(|| TokenError::Hash { path: path.to_path_buf(), name: entry.name.clone() })?;
            let requests_per_minute = entry.requests_per_minute.unwrap_or(DEFAULT_REQUESTS_PER_MINUTE).max(1);
            all.push(Token { name: entry.name, hash, scopes: entry.scopes, requests_per_minute });
        }
        if all.is_empty() {
            Err(TokenError::Empty(path.to_path_buf()))
        } else {
            Ok(Tokens { all, buckets: Mutex::default() })
        }
    }

    /// Returns whether no token is needed: anyone who reaches the service may use it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Counts a request of `token` at the time `now`, and returns the name of the token; the empty
    /// string if none is needed.
    ///
    /// # Errors
    ///
    /// Returns an error if the token is missing or unknown, lacks the scope, or has used up its
    /// requests.
    pub fn admit(&self, token: Option<&str>, scope: Scope, now: Instant) -> Result<String, Refusal> {
        if self.all.is_empty() {
            return Ok(String::new());
        }
        let hash = SecretHash::of(token.ok_or(Refusal::Unknown)?);
        // Every hash is compared, each in constant time.
        let mut found = None;
        for known in &self.all {
            if known.hash.is_same(&hash) {
                found = Some(known);
            }
        }
        let token = found.ok_or(Refusal::Unknown)?;
        self.take(token, now)?;
        if token.scopes.contains(&scope) { Ok(token.name.clone()) } else { Err(Refusal::Scope(scope)) }
    }

    /// Takes one of the remaining requests of a token.
    fn take(&self, token: &Token, now: Instant) -> Result<(), Refusal> {
        let most = f64::from(token.requests_per_minute);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(token.name.clone()).or_insert(Bucket { left: most, at: now });
        let since = now.saturating_duration_since(bucket.at);
        bucket.left = (bucket.left + since.as_secs_f64() * most / 60.0).min(most);
        bucket.at = now;
        if bucket.left < 1.0 {
            let wait = Duration::from_secs_f64((1.0 - bucket.left) * 60.0 / most);
            return Err(Refusal::TooOften(wait.as_secs() + 1));
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

/// Creates a token. Returns the token, which is stored nowhere, and the entry with its hash for the
/// token file.
///
/// # Errors
///
/// Returns an error if the system provides no random bytes.
pub fn new_token(name: &str, scopes: &[Scope]) -> Result<(String, String), TokenError> {
    let token = format!("{TOKEN_PREFIX}{}", random_hex(TOKEN_BYTES)?);
    let scopes: Vec<String> = scopes.iter().map(|scope| format!("\"{}\"", scope.as_str())).collect();
    let name = toml::Value::String(name.to_owned());
    let entry = format!(
        "[[token]]\nname = {name}\nhash = \"{HASH_PREFIX}{}\"\nscopes = [{}]\nrequests_per_minute = {DEFAULT_REQUESTS_PER_MINUTE}\n",
        to_hex(SecretHash::of(&token).as_bytes()),
        scopes.join(", ")
    );
    Ok((token, entry))
}

/// Returns random hexadecimal digits for the id of a check or a request.
pub(crate) fn random_id() -> String {
    // Without random bytes the time is unique enough: an id alone grants no access.
    random_hex(16).unwrap_or_else(|_| {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        to_hex(&since.as_nanos().to_le_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::{Refusal, Scope, Tokens, new_token};
    use std::time::{Duration, Instant};

    fn tokens(entry: &str) -> Tokens {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), entry).unwrap();
        Tokens::read(file.path()).unwrap()
    }

    #[test]
    fn a_token_allows_what_its_entry_says_and_no_other_token_does() {
        let (token, entry) = new_token("grobid", &[Scope::Lookup]).unwrap();
        let tokens = tokens(&entry);
        let now = Instant::now();
        assert_eq!(tokens.admit(Some(&token), Scope::Lookup, now), Ok("grobid".to_owned()));
        assert_eq!(tokens.admit(Some(&token), Scope::Check, now), Err(Refusal::Scope(Scope::Check)));
        assert_eq!(tokens.admit(None, Scope::Lookup, now), Err(Refusal::Unknown));
        let other = token.replace(&token[10..12], "zz");
        assert_eq!(tokens.admit(Some(&other), Scope::Lookup, now), Err(Refusal::Unknown));
        assert!(!entry.contains(&token[10..30]));
    }

    #[test]
    fn a_token_that_was_used_too_often_waits_and_goes_on() {
        let (token, entry) = new_token("a", &[Scope::Lookup]).unwrap();
        let tokens = tokens(&entry.replace("= 600", "= 3"));
        let now = Instant::now();
        for _ in 0..3 {
            assert!(tokens.admit(Some(&token), Scope::Lookup, now).is_ok());
        }
        let Err(Refusal::TooOften(seconds)) = tokens.admit(Some(&token), Scope::Lookup, now) else {
            panic!("a fourth request in the minute passed")
        };
        assert!((1..=21).contains(&seconds), "{seconds}");
        assert!(tokens.admit(Some(&token), Scope::Lookup, now + Duration::from_secs(seconds)).is_ok());
    }
}
