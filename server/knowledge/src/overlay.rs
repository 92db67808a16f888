//! The user's own tables, which add rows to the built-in ones.
//!
//! A hospital's formulary or a laboratory's reference ranges are files with the same format and
//! path in the user's folder. They are installed once, at program start, before the first table is
//! read.

use crate::files::{BUILT_IN, built_in};
use crate::table::{Problem, Row, Table, TableError};
use std::sync::OnceLock;

/// A file of the user.
#[derive(Clone, Debug)]
pub struct OverlayFile {
    /// The path below the folder, with `/`, such as `doses.tsv`.
    pub path: String,
    /// The display name of the file in messages: its full path.
    pub name: String,
    /// The contents.
    pub text: String,
}

static OVERLAY: OnceLock<Vec<OverlayFile>> = OnceLock::new();

/// Adds the user's files to the tables of this process. Returns false, without any effect, if a
/// table has already been read.
pub fn install(files: Vec<OverlayFile>) -> bool {
    OVERLAY.set(files).is_ok()
}

/// Returns the user's files; permanently empty if a table is read before [`install`].
pub(crate) fn overlay() -> &'static [OverlayFile] {
    OVERLAY.get_or_init(Vec::new)
}

/// Adds the rows of the user's files with this path to a table. Invalid rows, and rows of a medical
/// table without provenance, are skipped and reported.
pub(crate) fn extend(table: &mut Table, path: &str, files: &[OverlayFile]) -> Vec<TableError> {
    let mut errors = Vec::new();
    let Some(built_in) = BUILT_IN.iter().find(|file| file.path == path) else { return errors };
    for file in files.iter().filter(|file| file.path == path) {
        errors.extend(table.add(&file.name, &file.text, built_in.columns));
        if built_in.medical {
            errors.extend(table.retain(Row::provenance));
        }
    }
    errors
}

/// Returns a table with the user's rows, before their references to other tables are checked.
pub(crate) fn unchecked(path: &str, files: &[OverlayFile]) -> Table {
    let mut table = built_in(path).unwrap_or_default();
    let Some(built_in) = BUILT_IN.iter().find(|file| file.path == path) else { return table };
    for file in files.iter().filter(|file| file.path == path) {
        table.add(&file.name, &file.text, built_in.columns);
    }
    table
}

/// The tables, or folders of tables, that a user cannot extend.
const BUILT_IN_ONLY: &[&str] = &[
    "claim_words.tsv",
    "contexts.tsv",
    "cues.tsv",
    "exclusions.tsv",
    "names/",
    "opposed_states.tsv",
    "paper_parts.tsv",
    "relations/denied_classes.tsv",
    "relations/organisms.tsv",
    "sections.tsv",
    "stages/",
    "statement_measures.tsv",
    "statement_times.tsv",
    "statements.tsv",
    "study_designs.tsv",
    "words.tsv",
];

/// Whether a path below the user's folder is that of a rule.
pub(crate) fn is_rule_file(path: &str) -> bool {
    path.strip_prefix("rules/").is_some_and(|name| name.ends_with(".toml"))
}

/// Returns errors for the user's files with an unknown path, or for a table that cannot be
/// extended.
pub(crate) fn unknown_files(files: &[OverlayFile]) -> Vec<TableError> {
    let problem = |file: &OverlayFile| {
        if is_rule_file(&file.path) {
            None
        } else if !BUILT_IN.iter().any(|known| known.path == file.path) {
            Some(Problem::UnknownFile)
        } else if BUILT_IN_ONLY.iter().any(|path| file.path.starts_with(path)) {
            Some(Problem::BuiltInOnly)
        } else {
            None
        }
    };
    let error =
        |file: &OverlayFile| Some(TableError { file: file.name.clone(), line: 0, problem: problem(file)? });
    files.iter().filter_map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_whose_rows_do_not_count_is_an_error() {
        let files = ["drugs.tsv", "stages/groups.tsv", "drug.tsv"].map(|path| OverlayFile {
            path: path.to_owned(),
            name: format!("/home/{path}"),
            text: String::new(),
        });
        let errors: Vec<String> = unknown_files(&files).iter().map(ToString::to_string).collect();
        assert_eq!(
            errors,
            [
                "/home/stages/groups.tsv: only the program's own rows of this table count",
                "/home/drug.tsv: this program has no such table"
            ]
        );
    }
}
