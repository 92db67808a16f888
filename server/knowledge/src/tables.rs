//! Tables with what the user adds, whose rows refer to what exists.

use crate::files::built_in;
use crate::overlay::{self, OverlayFile};
use crate::relations;
use crate::table::{Table, TableError};

/// Reads a table with what the user adds to it. Rows of the user that cannot be read are left out; [`errors`](crate::errors())
/// lists them.
///
/// # Errors
///
/// As [`built_in`].
pub fn table(path: &str) -> Result<Table, TableError> {
    let mut table = built_in(path)?;
    extend(&mut table, path, overlay::overlay());
    Ok(table)
}

/// Adds the rows of the user's files of one path to a table, as [`overlay::extend`] does. Rows that refer to an unknown drug
/// or class are left out and reported too.
pub(crate) fn extend(table: &mut Table, path: &str, files: &[OverlayFile]) -> Vec<TableError> {
    let mut errors = overlay::extend(table, path, files);
    errors.extend(table.retain(|row| relations::check(path, row)));
    errors
}
