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
    /// The address and port to listen on. One that other machines reach needs --tokens.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,
    /// What judges references: the library, and online sources where that is allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
    /// The file with the hashes of the tokens that requests must bring. Without it only programs on this machine can ask.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) tokens: Option<PathBuf>,
    /// The largest draft that is taken, in megabytes.
    #[arg(long, default_value_t = DEFAULT_MAX_BODY_MB, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_024))]
    pub(crate) max_body: u64,
    /// Make a token with this name and end. The token is shown once, on standard error; its entry for the file of tokens
    /// is printed on standard output.
    #[arg(long, value_name = "NAME")]
    pub(crate) new_token: Option<String>,
    /// What the new token allows; may be given several times [default: check and lookup].
    #[arg(long, value_enum, value_name = "SCOPE", requires = "new_token")]
    pub(crate) scope: Vec<TokenScope>,
}

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TokenScope {
    /// Checking drafts and lists: /check.
    Check,
    /// Looking works up: /service/lookup, /works.
    Lookup,
    /// Reading the counters: /metrics.
    Metrics,
}
