//! The embedder from a folder on this machine.

use super::local_error::LocalModelError;
use super::{Embedder, FOLDER_MODEL, UnusableEmbedder};
use std::path::Path;

/// Returns the embedder of a folder with all-MiniLM-L6-v2. If `folder` is `None` or a file is
/// missing, returns an embedder that reports this when it is asked.
#[must_use]
pub fn local(folder: Option<&Path>) -> Box<dyn Embedder> {
    match in_folder(folder) {
        Ok(embedder) => embedder,
        Err(error) => Box::new(UnusableEmbedder::new(FOLDER_MODEL, error.to_string())),
    }
}

fn in_folder(folder: Option<&Path>) -> Result<Box<dyn Embedder>, LocalModelError> {
    let folder = folder.ok_or(LocalModelError::NoFolder)?;
    Ok(Box::new(super::minilm::MiniLm::of(folder)?))
}
