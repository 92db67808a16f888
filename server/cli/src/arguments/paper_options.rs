//! The options of commands that compare drafts with papers.

use clap::Args;

/// The options of commands that compare drafts with papers.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct PaperOptions {
    /// Do not read the papers that bibliographies and the setting `library.papers` name: compare
    /// with abstracts only.
    #[arg(long)]
    pub(crate) no_papers: bool,
}
