//! The arguments of `serve`.

use super::lookup::LookupOptions;
use clap::{Args, ValueEnum, ValueHint};
use referee_service::http::DEFAULT_MAX_BODY_MB;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The arguments of `referee serve`.
#[derive(Debug, Args)]
#[command(
    after_help = "Only programs on this machine can ask, unless --listen says otherwise; then tokens are needed. TLS is for a \
    proxy in front of it.\n\n\
    Examples:\n  \
    referee serve --library ~/pubmed\n  \
    curl --data-binary @paper.docx 'http://127.0.0.1:8080/check?name=paper.docx&wait=60'\n  \
    curl 'http://127.0.0.1:8080/service/lookup?doi=10.1056/NEJMoa012512'\n  \
    referee serve --new-token grobid --scope lookup >> tokens.toml\n  \
    referee serve --listen 0.0.0.0:8080 --tokens tokens.toml --online"
)]
pub(crate) struct Serve {
    /// The address and port to listen on. An address that other machines can reach needs --tokens.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,
    /// The sources for judging references: the library, and online sources if allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
    /// The file with the hashes of the tokens that requests must contain. Without it only programs
    /// on this machine have access.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) tokens: Option<PathBuf>,
    /// The maximum size of a draft, in megabytes.
    #[arg(long, default_value_t = DEFAULT_MAX_BODY_MB, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_024))]
    pub(crate) max_body: u64,
    /// Generate a token with this name and exit. The token is shown once, on standard error; its
    /// entry for the token file is printed on standard output.
    #[arg(long, value_name = "NAME")]
    pub(crate) new_token: Option<String>,
    /// The scope of the new token; may be repeated [default: check and lookup].
    #[arg(long, value_enum, value_name = "SCOPE", requires = "new_token")]
    pub(crate) scope: Vec<TokenScope>,
}

/// The scope of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TokenScope {
    /// Check drafts and lists: /check.
    Check,
    /// Look works up: /service/lookup, /works.
    Lookup,
    /// Read the counters: /metrics.
    Metrics,
}
