//! The installed files of a model.

use super::checksum::sha256;
use super::{ModelInstallError, ModelPackage};
use crate::gate::user_folder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The file next to those of the model that contains their [`Manifest`].
pub(super) const MANIFEST: &str = "installed.json";

/// The wheel from which the files of a model were extracted, and their checksums.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Manifest {
    /// The package in the index.
    pub(super) package: String,
    /// The version of the package.
    pub(super) version: String,
    /// The SHA-256 of the wheel, in hexadecimal digits.
    pub(super) sha256: String,
    /// The SHA-256 of each file in hexadecimal digits, by file name.
    pub(super) files: BTreeMap<String, String>,
}

/// An installed model. Its files may have changed since; see [`InstalledModel::damaged_files`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledModel {
    pub(super) folder: PathBuf,
    pub(super) manifest: Manifest,
}

impl InstalledModel {
    /// Returns the folder with the files of the model.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the version of the package from which the model was extracted.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.manifest.version
    }

    /// Returns the total size of the files of the model, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let length = |name: &String| std::fs::metadata(self.folder.join(name)).map_or(0, |data| data.len());
        self.manifest.files.keys().map(length).sum()
    }

    /// Returns the files that are missing or have changed since the installation. Reads all files.
    #[must_use]
    pub fn damaged_files(&self) -> Vec<&str> {
        let is_damaged = |(name, wanted): &(&String, &String)| {
            sha256(&self.folder.join(name)).ok().as_deref() != Some(wanted.as_str())
        };
        self.manifest.files.iter().filter(is_damaged).map(|(name, _)| name.as_str()).collect()
    }
}

/// Returns the folder into which models are installed: `models` in `REFEREE_DATA`, else in
/// `$XDG_DATA_HOME/referee`, else in `~/.local/share/referee`; on Windows in
/// `%LOCALAPPDATA%\referee`.
///
/// # Errors
///
/// Returns an error if none of these variables is set.
pub fn models_folder() -> Result<PathBuf, ModelInstallError> {
    let data = user_folder("REFEREE_DATA", "XDG_DATA_HOME", ".local/share");
    data.map(|data| data.join("models")).ok_or(ModelInstallError::NoFolder)
}

impl ModelPackage {
    /// Returns the installation of this package in `models`; `None` if it is missing or from
    /// another version.
    #[must_use]
    pub fn installed(&self, models: &Path) -> Option<InstalledModel> {
        let folder = models.join(self.title);
        let text = std::fs::read(folder.join(MANIFEST)).ok()?;
        let manifest: Manifest = serde_json::from_slice(&text).ok()?;
        let is_whole = self.files.iter().all(|name| folder.join(name).is_file());
        (is_whole && manifest.sha256 == self.sha256).then_some(InstalledModel { folder, manifest })
    }
}
