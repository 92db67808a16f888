//! The arguments shared by the commands that judge references.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Whether references are looked up online, and in which library.
#[derive(Debug, Args)]
pub(crate) struct LookupOptions {
    /// Do not look anything up online.
    #[arg(long, conflicts_with = "online")]
    pub(crate) offline: bool,
    /// Allow references to be looked up online.
    #[arg(long)]
    pub(crate) online: bool,
    /// The folder of the library on this machine.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) library: Option<PathBuf>,
}
