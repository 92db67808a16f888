//! Writes markup.

use std::fmt::Write as _;

pub(super) fn add(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(arguments);
}
