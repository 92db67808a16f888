//! Checks the references in the tables of `relations/`: drugs, drug classes, strengths and
//! conditions.

use crate::drugs::drugs;
use crate::overlay::{self, OverlayFile};
use crate::table::{Row, TableError};
use std::collections::HashSet;
use std::sync::LazyLock;

/// The valid values of the column `strength`: how strongly a source advises against something, from
/// weak to strong.
pub const STRENGTHS: &[&str] = &["caution", "not-recommended", "boxed", "contraindicated"];

/// The tables that define classes.
const CLASS_TABLES: &[&str] = &["relations/classes.tsv", "relations/ansm_classes.tsv"];

/// The columns of each table that list ids of drugs.tsv, or classes after `@`.
const DRUG_COLUMNS: &[(&str, &[&str])] = &[
    ("relations/ansm.tsv", &["one", "other"]),
    ("relations/ansm_classes.tsv", &["members"]),
    ("relations/child_doses.tsv", &["drug"]),
    ("relations/classes.tsv", &["members"]),
    ("relations/denied_classes.tsv", &["classes"]),
    ("relations/ingredients.tsv", &["product", "ingredient"]),
    ("relations/interactions.tsv", &["one", "other"]),
    ("relations/limits.tsv", &["drugs"]),
    ("relations/organisms.tsv", &["inactive"]),
];

/// The columns with a number above 0.
const NUMBER_COLUMNS: &[(&str, &str)] =
    &[("relations/child_doses.tsv", "highest"), ("relations/ingredients.tsv", "milligrams")];

/// The valid routes of a limit: how a drug is given, of which the limit is.
pub const ROUTES: &[&str] = &["swallowed", "injected", "inhaled", "local"];

/// The numbers that a condition may compare, in addition to the ids of analytes.tsv.
const CONDITION_VALUES: &[&str] =
    &["age", "day", "dose", "dose-for-kilogram", "other day", "systolic", "weight"];

/// The Boolean facts that a condition may test.
const CONDITION_FLAGS: &[&str] = &[
    "asthma",
    "calcium-infusion",
    "cirrhosis",
    "cirrhosis-c",
    "daily",
    "delirium",
    "dementia",
    "dialysis",
    "four-times",
    "injected",
    "lactating",
    "liver",
    "man",
    "palliative",
    "pregnant",
    "pregnant-term",
    "pregnant1",
    "pregnant20",
    "pregnant3",
    "psychosis",
    "regular",
    "risk-weighed",
    "start",
    "three-times",
    "tonsils",
    "twice",
    "unprotected",
    "woman",
];

/// The conditions about an order; all others are about the patient.
const ORDER_CONDITIONS: &[&str] = &[
    "daily",
    "day",
    "dose",
    "dose-for-kilogram",
    "four-times",
    "injected",
    "regular",
    "start",
    "three-times",
    "twice",
];

/// The classes and analytes to which rows may refer.
struct Known {
    classes: HashSet<String>,
    analytes: HashSet<String>,
}

impl Known {
    fn with(files: &[OverlayFile]) -> Known {
        let ids = |path: &str, column: &str| -> Vec<String> {
            let table = overlay::unchecked(path, files);
            table.rows().iter().map(|row| row.get(column).to_owned()).collect()
        };
        Known {
            classes: CLASS_TABLES.iter().flat_map(|path| ids(path, "class")).collect(),
            analytes: ids("relations/analytes.tsv", "analyte").into_iter().collect(),
        }
    }
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| Known::with(overlay::overlay()));

/// Whether a name is the id of a drug, or of a class after `@`.
pub(crate) fn is_drug_or_class(name: &str) -> bool {
    match name.strip_prefix('@') {
        Some(class) => KNOWN.classes.contains(class),
        None => drugs().get(name).is_some(),
    }
}

/// Whether all parts of a condition are valid and about an order, or all about the patient.
pub(crate) fn is_condition_of(text: &str, is_of_order: bool) -> bool {
    text.split('&').map(str::trim).all(|part| {
        let name = part.strip_prefix("not ").unwrap_or(part);
        let name = name.split(['<', '>']).next().unwrap_or_default().trim();
        is_condition(part, &KNOWN.analytes)
            && ORDER_CONDITIONS.contains(&name) == is_of_order
            && name != "other day"
    })
}

/// Checks a row of a table: its drugs and classes exist, and strength, condition and number are
/// valid.
///
/// # Errors
///
/// [`Problem::Unexpected`](crate::Problem::Unexpected) or [`Problem::Empty`](crate::Problem::Empty)
/// with file and line.
pub(crate) fn check(path: &str, row: &Row) -> Result<(), TableError> {
    if !path.starts_with("relations/") {
        return Ok(());
    }
    if path == "relations/duplicates.tsv" && !KNOWN.classes.contains(row.require("class")?) {
        return Err(row.unexpected("class", "a class of relations/classes.tsv"));
    }
    let columns = DRUG_COLUMNS.iter().filter(|(table, _)| *table == path).flat_map(|(_, columns)| *columns);
    for column in columns {
        let unknown = row.list(column).find(|name| !is_drug_or_class(name));
        if let Some(name) = unknown {
            let expected = format!("ids of drugs.tsv, or classes after @ (`{name}` is neither)");
            return Err(row.unexpected(column, &expected));
        }
    }
    if let Some((_, column)) = NUMBER_COLUMNS.iter().find(|(table, _)| *table == path)
        && row.number(column)?.is_none_or(|number| number <= 0.0)
    {
        return Err(row.unexpected(column, "a number above 0"));
    }
    if row.has_column("strength") && !STRENGTHS.contains(&row.require("strength")?) {
        return Err(row.unexpected("strength", &format!("one of {}", STRENGTHS.join(", "))));
    }
    if row.list("routes").any(|route| !ROUTES.contains(&route)) {
        return Err(row.unexpected("routes", &format!("some of {}", ROUTES.join(", "))));
    }
    let is_known = |condition: &str| is_condition(condition, &KNOWN.analytes);
    if !row.get("when").split('&').map(str::trim).all(|part| part.is_empty() || is_known(part)) {
        return Err(
            row.unexpected("when", "conditions such as `egfr<30 & daily`, as the table explains them")
        );
    }
    Ok(())
}

/// Whether a text is a valid condition: `egfr<30`, `other day>20`, `pregnant`, `not age<65`.
fn is_condition(text: &str, analytes: &HashSet<String>) -> bool {
    let text = text.strip_prefix("not ").unwrap_or(text).trim();
    let Some(at) = text.find(['<', '>']) else { return CONDITION_FLAGS.contains(&text) };
    let (name, rest) = text.split_at(at);
    let number = rest.trim_start_matches(['<', '>']).trim_start_matches('=');
    let name = name.trim();
    (CONDITION_VALUES.contains(&name) || analytes.contains(name)) && number.trim().parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::files::{BUILT_IN, built_in};
    use crate::table::Table;

    #[test]
    fn every_row_of_the_relations_refers_to_what_exists() {
        for file in BUILT_IN.iter().filter(|file| file.path.starts_with("relations/")) {
            let table = built_in(file.path).unwrap();
            let errors: Vec<String> = table
                .rows()
                .iter()
                .filter_map(|row| check(file.path, row).err())
                .map(|error| error.to_string())
                .collect();
            assert!(errors.is_empty(), "{errors:#?}");
        }
    }

    /// Declare a new table, or a new column of an existing one, in [`DRUG_COLUMNS`] if it lists
    /// drugs.
    #[test]
    fn every_column_that_lists_drugs_is_checked() {
        let lists_words =
            |path: &str| matches!(path, "relations/analytes.tsv" | "relations/source_words.tsv");
        let all =
            BUILT_IN.iter().filter(|file| file.path.starts_with("relations/") && !lists_words(file.path));
        for file in all {
            let table = built_in(file.path).unwrap();
            let declared = DRUG_COLUMNS.iter().find(|(path, _)| *path == file.path);
            for column in
                file.columns.iter().filter(|column| !declared.is_some_and(|(_, all)| all.contains(column)))
            {
                let listed = table.rows().iter().flat_map(|row| row.list(column));
                let drugs: Vec<&str> =
                    listed.filter(|name| name.starts_with('@') || drugs().get(name).is_some()).collect();
                let is_french = matches!(*column, "french" | "unmapped");
                assert!(drugs.is_empty() || is_french, "{} {column}: {drugs:?}", file.path);
            }
        }
    }

    fn errors(path: &str, text: &'static str) -> Vec<String> {
        let columns = BUILT_IN.iter().find(|file| file.path == path).unwrap().columns;
        let mut table = Table::default();
        assert_eq!(table.add("mine.tsv", text, columns), []);
        table.rows().iter().filter_map(|row| check(path, row).err()).map(|error| error.to_string()).collect()
    }

    #[test]
    fn an_unknown_drug_class_strength_or_condition_is_an_error() {
        let header = "one\tother\twhen\tstrength\tenglish\tspanish\tsource\tchecked\n";
        for (row, problem) in [
            ("aspirine\twarfarin\t\tboxed\ta\ta\tf\tunreviewed", "`aspirine` is neither"),
            ("aspirin\t@blood-thinners\t\tboxed\ta\ta\tf\tunreviewed", "`@blood-thinners` is neither"),
            ("aspirin\twarfarin\t\tbad\ta\ta\tf\tunreviewed", "one of caution, not-recommended"),
            ("aspirin\twarfarin\tegfr=3\tboxed\ta\ta\tf\tunreviewed", "the column `when`"),
            ("aspirin\twarfarin\tmoon<3\tboxed\ta\ta\tf\tunreviewed", "the column `when`"),
        ] {
            let text = Box::leak(format!("{header}{row}\n").into_boxed_str());
            let found = errors("relations/interactions.tsv", text);
            assert!(matches!(&found[..], [one] if one.contains(problem)), "{row}: {found:?}");
        }
        let good = "one\tother\twhen\tstrength\tenglish\tspanish\tsource\tchecked\n\
            aspirin|@nsaids\twarfarin\tday>100 & inr>=2 & pregnant\tboxed\ta\ta\tf\tunreviewed\n";
        assert_eq!(errors("relations/interactions.tsv", good), Vec::<String>::new());
        let duplicates =
            "class\tstrength\tenglish\tspanish\tsource\tchecked\nnothing\tboxed\ta\ta\tf\tunreviewed\n";
        assert_eq!(errors("relations/duplicates.tsv", duplicates).len(), 1);
        let child = "drug\thighest\tsource\tchecked\naspirin\t0\tf\tunreviewed\n";
        assert_eq!(errors("relations/child_doses.tsv", child).len(), 1);
    }
}
