//! What `serve` takes.

use super::lookup::LookupOptions;
use clap::{Args, ValueEnum, ValueHint};
use std::net::SocketAddr;
use std::path::PathBuf;

/// `referee serve`
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
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub(crate) listen: SocketAddr,
    /// What judges references: the library, and online sources where that is allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
    /// The file with the hashes of the tokens. Without it only this machine is served.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) tokens: Option<PathBuf>,
    /// The largest draft, in megabytes.
    #[arg(long, default_value_t = 32, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1_024))]
    pub(crate) max_body: u64,
    /// Make a token with this name: it is shown once on standard error, its entry for the file is printed.
    #[arg(long, value_name = "NAME")]
    pub(crate) new_token: Option<String>,
    /// What a new token allows.
    #[arg(long, value_enum, value_name = "SCOPE", requires = "new_token")]
    pub(crate) scope: Vec<TokenScope>,
}

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TokenScope {
    /// To have drafts and lists checked.
    Check,
    /// To look works up.
    Lookup,
    /// To read the metrics.
    Metrics,
}
