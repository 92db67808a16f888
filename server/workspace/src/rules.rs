//! The rules about files themselves: files that could not be found or read. One file each, and the
//! list of all.

mod damaged_entry;
mod encoding;
mod missing_attachment;
mod missing_file;
mod other_attachment;
mod too_complex;

use referee_findings::{Finding, Rule, Severity};

pub use damaged_entry::DAMAGED_ENTRY;
pub use encoding::ENCODING;
pub use missing_attachment::MISSING_ATTACHMENT;
pub use missing_file::MISSING_FILE;
pub use other_attachment::OTHER_ATTACHMENT;
pub use too_complex::TOO_COMPLEX;

/// Whether a finding in a bibliography concerns the program that builds the draft. Such findings
/// matter even if only the draft is reviewed.
#[must_use]
pub fn is_about_the_build(finding: &Finding) -> bool {
    match finding.rule {
        "bibliography/read-otherwise" => true,
        "citation/duplicate-key" => finding.severity == Severity::Error,
        rule => rule == DAMAGED_ENTRY.id,
    }
}

/// All rules of this crate, in the order of the documentation.
pub static RULES: &[&Rule] =
    &[&MISSING_FILE, &ENCODING, &TOO_COMPLEX, &DAMAGED_ENTRY, &MISSING_ATTACHMENT, &OTHER_ATTACHMENT];
