//! Whether a path leads to a file whose bytes lie on a disk.

use std::fs::Metadata;
use std::path::Path;

/// The folders in which the kernel of Linux shows itself. Some of what lies there keeps its reader waiting for ever and
/// calls itself a regular file of no length: `/proc/kmsg`, `/sys/kernel/tracing/trace_pipe`.
#[cfg(target_os = "linux")]
const KERNEL_FOLDERS: [&str; 2] = ["/proc", "/sys"];

/// Whether `path`, of which the system says `metadata`, is a file that can be read to its end: no folder, no pipe, no
/// device, and nothing that the kernel makes up and calls empty, links followed.
#[must_use]
pub fn is_plain_file(path: &Path, metadata: &Metadata) -> bool {
    metadata.is_file() && !is_made_by_the_kernel(path, metadata)
}

#[cfg(target_os = "linux")]
fn is_made_by_the_kernel(path: &Path, metadata: &Metadata) -> bool {
    // Where a path leads is asked only of what looks empty.
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
