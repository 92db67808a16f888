//! Tables including the user's rows, with checked references between tables.

use crate::files::built_in;
use crate::overlay::{self, OverlayFile};
use crate::relations;
use crate::table::{Table, TableError};

/// Parses a table including the user's rows. Invalid rows of the user are skipped;
/// [`errors`](crate::errors()) lists them.
///
/// # Errors
///
/// See [`built_in`].
pub fn table(path: &str) -> Result<Table, TableError> {
    let mut table = built_in(path)?;
    extend(&mut table, path, overlay::overlay());
    Ok(table)
}

/// Adds the rows of the user's files with this path to a table, like [`overlay::extend`]. Rows that
/// refer to an unknown drug or class are also skipped and reported.
pub(crate) fn extend(table: &mut Table, path: &str, files: &[OverlayFile]) -> Vec<TableError> {
    let mut errors = overlay::extend(table, path, files);
    errors.extend(table.retain(|row| relations::check(path, row)));
    errors
}
