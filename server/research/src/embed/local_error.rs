//! Why the embedder of a folder cannot be used.

use std::path::PathBuf;

/// Why the model of a folder cannot be used. The text stands behind the name of the model.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocalModelError {
    /// The settings name no folder.
    #[error(
        "is not installed: `referee model install minilm` fetches it, or embeddings.folder names a folder that holds it"
    )]
    NoFolder,
    /// The folder of the settings does not exist.
    #[error("has no folder: {} is none", .0.display())]
    NotAFolder(PathBuf),
    /// The folder lacks one of the files of a model.
    #[error("is not whole: {} has no {file}", folder.display())]
    Incomplete {
        /// The folder that the settings name.
        folder: PathBuf,
        /// The name of the file that is missing.
        file: &'static str,
    },
    /// A file cannot be read, or is none of a model.
    #[error("cannot be read: {}: {source}", path.display())]
    Unreadable {
        /// The file, or the folder.
        path: PathBuf,
        /// What the system or the reader of the format said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
