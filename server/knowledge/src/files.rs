//! The files in `data/`, which are built into the program.

use crate::table::{Table, TableError};

/// A file in `data/`, with the requirements for its rows.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// The path below `data/`, with `/`; a file with the same path in the user's folder adds rows.
    pub path: &'static str,
    /// The contents.
    pub text: &'static str,
    /// The columns that the header must contain; others are allowed.
    pub columns: &'static [&'static str],
    /// Whether the rows are medical, so that each one needs a `source` and a date in `checked`.
    pub medical: bool,
}

/// Every table in `data/`, sorted by path. Add an entry here for a new file.
// A constant would be copied, with all texts, into each unit of code that uses it.
pub static BUILT_IN: &[BuiltIn] = &[
    BuiltIn {
        path: "allergy_labels.tsv",
        text: include_str!("../data/allergy_labels.tsv"),
        columns: &["names", "classes", "ordered", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "claim_words.tsv",
        text: include_str!("../data/claim_words.tsv"),
        columns: &["list", "words", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "contexts.tsv",
        text: include_str!("../data/contexts.tsv"),
        columns: &["context", "forms", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "cues.tsv",
        text: include_str!("../data/cues.tsv"),
        columns: &["effect", "side", "forms", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "doses.tsv",
        text: include_str!("../data/doses.tsv"),
        columns: &["drug", "route", "who", "basis", "highest", "unit", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "drug_stems.tsv",
        text: include_str!("../data/drug_stems.tsv"),
        columns: &["stem", "kind", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "drug_stop_words.tsv",
        text: include_str!("../data/drug_stop_words.tsv"),
        columns: &["word", "meaning", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "drugs.tsv",
        text: include_str!("../data/drugs.tsv"),
        columns: &["id", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "exclusions.tsv",
        text: include_str!("../data/exclusions.tsv"),
        columns: &[
            "one", "other", "unless", "scope", "sides", "kind", "english", "spanish", "source", "checked",
        ],
        medical: true,
    },
    BuiltIn {
        path: "names/conditions.tsv",
        text: include_str!("../data/names/conditions.tsv"),
        columns: &["name", "keys"],
        medical: false,
    },
    BuiltIn {
        path: "names/drugs.tsv",
        text: include_str!("../data/names/drugs.tsv"),
        columns: &["name", "keys"],
        medical: false,
    },
    BuiltIn {
        path: "names/molecules.tsv",
        text: include_str!("../data/names/molecules.tsv"),
        columns: &["name", "keys"],
        medical: false,
    },
    BuiltIn {
        path: "names/processes.tsv",
        text: include_str!("../data/names/processes.tsv"),
        columns: &["name", "keys"],
        medical: false,
    },
    BuiltIn {
        path: "opposed_states.tsv",
        text: include_str!("../data/opposed_states.tsv"),
        columns: &[
            "kind", "keys", "one", "other", "unless", "others", "english", "spanish", "source", "checked",
        ],
        medical: true,
    },
    BuiltIn {
        path: "paper_parts.tsv",
        text: include_str!("../data/paper_parts.tsv"),
        columns: &["part", "forms", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "regions.tsv",
        text: include_str!("../data/regions.tsv"),
        columns: &["region", "parts", "complaints", "diagnoses", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/analytes.tsv",
        text: include_str!("../data/relations/analytes.tsv"),
        columns: &[
            "analyte",
            "names",
            "exact",
            "low",
            "high",
            "conversions",
            "thousands",
            "source",
            "checked",
        ],
        medical: true,
    },
    BuiltIn {
        path: "relations/ansm.tsv",
        text: include_str!("../data/relations/ansm.tsv"),
        columns: &["one", "other", "strength", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/ansm_classes.tsv",
        text: include_str!("../data/relations/ansm_classes.tsv"),
        columns: &["class", "french", "members", "unmapped", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/child_doses.tsv",
        text: include_str!("../data/relations/child_doses.tsv"),
        columns: &["drug", "highest", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/classes.tsv",
        text: include_str!("../data/relations/classes.tsv"),
        columns: &["class", "english", "spanish", "members", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/denied_classes.tsv",
        text: include_str!("../data/relations/denied_classes.tsv"),
        columns: &["classes", "drugs", "states", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/duplicates.tsv",
        text: include_str!("../data/relations/duplicates.tsv"),
        columns: &["class", "strength", "english", "spanish", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/ingredients.tsv",
        text: include_str!("../data/relations/ingredients.tsv"),
        columns: &["product", "ingredient", "milligrams", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/interactions.tsv",
        text: include_str!("../data/relations/interactions.tsv"),
        columns: &["one", "other", "when", "strength", "english", "spanish", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/limits.tsv",
        text: include_str!("../data/relations/limits.tsv"),
        columns: &["drugs", "when", "routes", "strength", "english", "spanish", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/organisms.tsv",
        text: include_str!("../data/relations/organisms.tsv"),
        columns: &["organism", "names", "basis", "inactive", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "relations/source_words.tsv",
        text: include_str!("../data/relations/source_words.tsv"),
        columns: &["english", "spanish", "source", "checked"],
        medical: false,
    },
    BuiltIn {
        path: "scales.tsv",
        text: include_str!("../data/scales.tsv"),
        columns: &["name", "lowest", "highest", "english", "spanish", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "sections.tsv",
        text: include_str!("../data/sections.tsv"),
        columns: &["section", "names", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "spoken/drugs.tsv",
        text: include_str!("../data/spoken/drugs.tsv"),
        columns: &["names", "classes", "drugs", "meaning", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "spoken/measures.tsv",
        text: include_str!("../data/spoken/measures.tsv"),
        columns: &["measure", "words", "exact", "low", "high", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "spoken/numbers.tsv",
        text: include_str!("../data/spoken/numbers.tsv"),
        columns: &["word", "value", "role"],
        medical: false,
    },
    BuiltIn {
        path: "spoken/problems.tsv",
        text: include_str!("../data/spoken/problems.tsv"),
        columns: &["problem", "kind", "forms", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "spoken/units.tsv",
        text: include_str!("../data/spoken/units.tsv"),
        columns: &["unit", "forms", "base", "factor"],
        medical: false,
    },
    BuiltIn {
        path: "spoken/uses.tsv",
        text: include_str!("../data/spoken/uses.tsv"),
        columns: &["use", "about", "words", "classes", "drugs", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "spoken/words.tsv",
        text: include_str!("../data/spoken/words.tsv"),
        columns: &["list", "words", "cues", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "stages/groups.tsv",
        text: include_str!("../data/stages/groups.tsv"),
        columns: &["site", "edition", "t", "n", "m", "groups", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "stages/sites.tsv",
        text: include_str!("../data/stages/sites.tsv"),
        columns: &["english", "spanish", "organ", "tumour", "team", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "statement_measures.tsv",
        text: include_str!("../data/statement_measures.tsv"),
        columns: &[
            "measure",
            "lasts",
            "forms",
            "unless",
            "lowest",
            "highest",
            "tolerance",
            "parts",
            "kind",
            "english",
            "spanish",
            "source",
            "checked",
        ],
        medical: true,
    },
    BuiltIn {
        path: "statement_times.tsv",
        text: include_str!("../data/statement_times.tsv"),
        columns: &["time", "forms", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "statements.tsv",
        text: include_str!("../data/statements.tsv"),
        columns: &[
            "state", "lasts", "reads", "place", "forms", "with", "unless", "denied", "measure", "from", "to",
            "source", "checked",
        ],
        medical: true,
    },
    BuiltIn {
        path: "study_designs.tsv",
        text: include_str!("../data/study_designs.tsv"),
        columns: &["design", "place", "forms", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "terms.tsv",
        text: include_str!("../data/terms.tsv"),
        columns: &["term", "forms", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "tortured_phrases.tsv",
        text: include_str!("../data/tortured_phrases.tsv"),
        columns: &["phrase", "term", "source", "checked"],
        medical: true,
    },
    BuiltIn {
        path: "words.tsv",
        text: include_str!("../data/words.tsv"),
        columns: &["list", "words", "source", "checked"],
        medical: true,
    },
];

/// Every rule in `data/rules/`, sorted by path: the path and the contents. Add an entry here for a new file.
pub static RULE_FILES: &[(&str, &str)] =
    &[("rules/tortured-phrase.toml", include_str!("../data/rules/tortured-phrase.toml"))];

/// Parses a built-in table.
///
/// # Errors
///
/// The first invalid line, or [`Problem::UnknownFile`](crate::table::Problem::UnknownFile).
///
/// # Examples
///
/// ```
/// let doses = referee_knowledge::built_in("doses.tsv")?;
/// let aspirin = doses.rows().iter().find(|row| row.get("drug") == "aspirin" && row.get("basis") == "day");
/// assert_eq!(aspirin.map(|row| row.get("unit")), Some("mg"));
/// # Ok::<(), referee_knowledge::TableError>(())
/// ```
pub fn built_in(path: &str) -> Result<Table, TableError> {
    match BUILT_IN.iter().find(|file| file.path == path) {
        Some(file) => Table::parse(file.path, file.text, file.columns),
        None => Err(TableError::unknown_file(path)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use std::path::{Path, PathBuf};

    fn tables_below(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder can be listed") {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                tables_below(&path, out);
            } else if path.extension().is_some_and(|extension| extension == "tsv") {
                out.push(path);
            }
        }
    }

    #[test]
    fn every_table_of_data_is_built_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let mut files = Vec::new();
        tables_below(&folder, &mut files);
        let mut names: Vec<String> = files
            .iter()
            .map(|file| file.strip_prefix(&folder).expect("it lies in the folder"))
            .map(|file| file.to_string_lossy().replace('\\', "/"))
            .collect();
        names.sort();
        let listed: Vec<&str> = BUILT_IN.iter().map(|file| file.path).collect();
        assert_eq!(names, listed);
    }

    #[test]
    fn every_built_in_table_can_be_read() {
        for file in BUILT_IN {
            let table = built_in(file.path).expect("a built-in table is well-formed");
            assert!(!table.rows().is_empty(), "{} has no rows", file.path);
        }
    }

    #[test]
    fn every_row_of_a_medical_table_has_a_source_and_a_date() {
        for file in BUILT_IN.iter().filter(|file| file.medical) {
            let table = built_in(file.path).expect("a built-in table is well-formed");
            let errors: Vec<String> = table
                .rows()
                .iter()
                .filter_map(|row| row.provenance().err())
                .map(|error| error.to_string())
                .collect();
            assert!(errors.is_empty(), "{errors:#?}");
        }
    }

    #[test]
    fn a_file_that_is_not_built_in_is_an_error() {
        let error = built_in("nothing.tsv").unwrap_err();
        assert_eq!(error.to_string(), "nothing.tsv: this program has no such table");
    }
}
