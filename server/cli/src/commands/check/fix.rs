//! `--fix`: writes the mechanical fixes of all findings to the files.

use crate::output::{shown, why_not_written};
use referee_operations::Report;
use referee_operations::fixes::mechanical_edits;
use referee_text::TextEdit;
use referee_text::edit::apply_all;
use std::io::Write;
use std::path::Path;

/// The numbers of written edits and files, and the files that could not be written.
#[derive(Default)]
pub(super) struct Fixed {
    pub(super) edits: usize,
    pub(super) files: usize,
    pub(super) complaints: Vec<String>,
}

/// Applies the mechanical fixes of all findings.
pub(super) fn apply(report: &Report) -> Fixed {
    let mut fixed = Fixed::default();
    for (file, edits) in mechanical_edits(report) {
        let name = shown(file.path());
        let Some(text) = report.snapshot.source_text(&file) else { continue };
        if report.snapshot.is_outside(&file) {
            fixed.complaints.push(format!("{name}: not fixed: it lies outside of the workspace"));
            continue;
        }
        match write(file.path(), &text.to_string(), &edits) {
            Ok(()) => {
                fixed.edits += edits.len();
                fixed.files += 1;
            }
            Err(error) => fixed.complaints.push(format!("{name}: not fixed: {error}")),
        }
    }
    fixed
}

/// The reasons why a file was not fixed.
#[derive(Debug, thiserror::Error)]
enum FixError {
    /// The file on disk differs from the reviewed text.
    #[error("it is not plain UTF-8, or it was changed meanwhile")]
    Changed,
    /// The file is a link, and links are not followed for writing.
    #[error("it is a link, and links are not followed to write")]
    Link,
    /// The file cannot be read or written.
    #[error("{}", why_not_written(.0))]
    Io(#[from] std::io::Error),
}

/// Writes the edited text to a temporary file and renames it, so that a crash leaves either the old
/// or the new file.
fn write(path: &Path, text: &str, edits: &[TextEdit]) -> Result<(), FixError> {
    if std::fs::symlink_metadata(path)?.is_symlink() {
        return Err(FixError::Link);
    }
    let before = std::fs::read(path)?;
    let byte_order_mark: &[u8] = if before.starts_with(b"\xEF\xBB\xBF") { b"\xEF\xBB\xBF" } else { b"" };
    if before[byte_order_mark.len()..] != *text.as_bytes() {
        return Err(FixError::Changed);
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let permissions = std::fs::metadata(path)?.permissions();
    let mut out = tempfile::NamedTempFile::new_in(folder)?;
    out.write_all(byte_order_mark)?;
    out.write_all(apply_all(text, edits).as_bytes())?;
    out.as_file().set_permissions(permissions)?;
    out.as_file().sync_all()?;
    out.persist(path).map_err(|error| error.error)?;
    Ok(())
}
