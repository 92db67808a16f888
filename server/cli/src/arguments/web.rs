//! The arguments of `web`.

use super::lookup::LookupOptions;
use clap::Args;

/// The arguments of `referee web`.
#[derive(Debug, Args)]
#[command(
    after_help = "Only your own browser on this machine can open the page: its address holds a random token. The page asks before \
    anything is looked up online, unless --online or --offline has answered that. Ctrl-C stops it.\n\n\
    Examples:\n  \
    referee web                      open the page in the browser\n  \
    referee web --offline            the same, and look nothing up online\n  \
    referee web --no-open            print the address, to open it yourself\n  \
    referee web --port 8090 --library ~/pubmed"
)]
pub(crate) struct Web {
    /// The port to listen on [default: a free one].
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) port: Option<u16>,
    /// Print the address, without opening a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The sources for judging references: the library, and online sources if allowed.
    #[command(flatten)]
    pub(crate) lookup: LookupOptions,
}
