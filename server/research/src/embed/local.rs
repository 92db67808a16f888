//! The embedder of a folder on this machine.

use super::local_error::LocalModelError;
use super::{Embedder, FOLDER_MODEL, UnusableEmbedder};
use std::path::Path;

/// The embedder of a folder that holds all-MiniLM-L6-v2. Where `folder` is `None` or a file is missing, it is
/// one that says so when it is asked.
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
