//! Lists the errors in the user's tables.

use crate::files::{BUILT_IN, built_in};
use crate::table::TableError;
use crate::{doses, drugs, overlay, rule_files, tables};

/// Returns the errors in the user's files, with file and line.
#[must_use]
pub fn errors() -> Vec<TableError> {
    let files = overlay::overlay();
    let mut out = overlay::unknown_files(files);
    out.extend_from_slice(drugs().errors());
    out.extend_from_slice(doses().errors());
    out.extend_from_slice(rule_files().errors());
    for known in BUILT_IN.iter().filter(|known| !TYPED.contains(&known.path)) {
        out.extend(
            built_in(known.path)
                .map_or_else(|error| vec![error], |mut table| tables::extend(&mut table, known.path, files)),
        );
    }
    out
}

/// Tables whose own readers report their errors.
const TYPED: &[&str] = &["doses.tsv", "drug_stems.tsv", "drugs.tsv"];
