//! Checks whether a path leads to a regular file on disk.

use std::fs::Metadata;
use std::path::Path;

/// The virtual file systems of the Linux kernel. Some of their files block readers forever but
/// claim to be regular files of length 0: `/proc/kmsg`, `/sys/kernel/tracing/trace_pipe`.
#[cfg(target_os = "linux")]
const KERNEL_FOLDERS: [&str; 2] = ["/proc", "/sys"];

/// Returns whether `path`, whose metadata is `metadata`, is a file that can be read to its end,
/// following links: not a folder, pipe or device, and not a virtual file of the kernel that reports
/// length 0.
#[must_use]
pub fn is_plain_file(path: &Path, metadata: &Metadata) -> bool {
    metadata.is_file() && !is_made_by_the_kernel(path, metadata)
}

#[cfg(target_os = "linux")]
fn is_made_by_the_kernel(path: &Path, metadata: &Metadata) -> bool {
    // Resolve the path only for files that report length 0.
    metadata.len() == 0
        && path.canonicalize().is_ok_and(|real| KERNEL_FOLDERS.iter().any(|folder| real.starts_with(folder)))
}

#[cfg(not(target_os = "linux"))]
fn is_made_by_the_kernel(_path: &Path, _metadata: &Metadata) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn a_link_to_what_the_kernel_makes_up_is_no_plain_file_and_an_empty_file_is_one() {
        let folder = tempfile::tempdir().unwrap();
        let is_plain = |path: &Path| is_plain_file(path, &std::fs::metadata(path).unwrap());
        let empty = folder.path().join("empty.md");
        std::fs::write(&empty, "").unwrap();
        assert!(is_plain(&empty));
        for file in ["/proc/self/environ", "/proc/kmsg"] {
            if Path::new(file).exists() {
                let link = folder.path().join(file.replace('/', "-"));
                std::os::unix::fs::symlink(file, &link).unwrap();
                assert!(!is_plain(&link) && !is_plain(Path::new(file)), "{file}");
            }
        }
        assert!(!is_plain(folder.path()) && !is_plain(Path::new("/dev/null")));
    }
}
