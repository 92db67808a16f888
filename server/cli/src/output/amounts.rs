//! Formatting of amounts.

use referee_text::language::counted;

/// Returns `1 record`, `2 records`. A number that does not fit `usize` is printed as the largest
/// one.
pub(crate) fn records(number: impl TryInto<usize>) -> String {
    counted(number.try_into().unwrap_or(usize::MAX), "record", "records")
}
