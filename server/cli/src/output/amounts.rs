//! Amounts as they are printed.

use referee_text::language::counted;

/// `1 record`, `2 records`. A number that is not one of this machine's sizes is printed as the largest.
pub(crate) fn records(number: impl TryInto<usize>) -> String {
    counted(number.try_into().unwrap_or(usize::MAX), "record", "records")
}
