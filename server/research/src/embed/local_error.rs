//! The errors of the embedder from a folder.

use std::path::PathBuf;

/// The reason why the model of a folder cannot be used. The text follows the name of the model.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocalModelError {
    /// The settings contain no folder.
    #[error(
        "is not installed: `referee model install minilm` fetches it, or embeddings.folder names a folder that holds it"
    )]
    NoFolder,
    /// The configured folder does not exist.
    #[error("has no folder: {} is none", .0.display())]
    NotAFolder(PathBuf),
    /// The folder lacks one of the files of a model.
    #[error("is not whole: {} has no {file}", folder.display())]
    Incomplete {
        /// The configured folder.
        folder: PathBuf,
        /// The name of the missing file.
        file: &'static str,
    },
    /// A file cannot be read, or does not belong to a model.
    #[error("cannot be read: {}: {source}", path.display())]
    Unreadable {
        /// The file, or the folder.
        path: PathBuf,
        /// The error of the system or of the format's reader.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
