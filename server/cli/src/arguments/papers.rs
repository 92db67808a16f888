//! The arguments of `papers`.

use super::research::AnswerFormat;
use clap::{Args, Subcommand, ValueHint};
use std::path::PathBuf;

/// The arguments of `referee papers`.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "What is read of a paper is kept in the cache of your user account, so that it is read once. The papers\n\
    themselves are never changed or copied.\n\n\
    Examples:\n  \
    referee papers                           what was read: the file, the work that it says it is, its pages\n  \
    referee papers --format json             the same for programs\n  \
    referee papers read ~/Papers             read all papers of a folder now\n  \
    referee papers remove ~/Papers/roe.pdf   forget what was read of one\n  \
    referee papers remove --all              forget everything"
)]
pub(crate) struct Papers {
    #[command(subcommand)]
    pub(crate) action: Option<PapersAction>,
    /// The format of the list.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: AnswerFormat,
}

/// The actions on papers other than listing them.
#[derive(Debug, Subcommand)]
pub(crate) enum PapersAction {
    /// Read papers now, rather than when a draft cites them.
    Read(ReadPapersArguments),
    /// Forget what was read of papers. The files themselves are not touched.
    Remove(RemovePapers),
}

/// The arguments of `referee papers read`.
#[derive(Debug, Args)]
pub(crate) struct ReadPapersArguments {
    /// Papers or folders of papers, .pdf, .xml or .nxml; the folders of the setting
    /// `library.papers` by default.
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
}

/// The arguments of `referee papers remove`.
#[derive(Debug, Args)]
pub(crate) struct RemovePapers {
    /// The papers, as `referee papers` lists them.
    #[arg(required_unless_present = "all", value_hint = ValueHint::FilePath)]
    pub(crate) papers: Vec<PathBuf>,
    /// Forget all papers.
    #[arg(long, conflicts_with = "papers")]
    pub(crate) all: bool,
}
