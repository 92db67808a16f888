//! The dictionary of drugs: `drugs.tsv`, with `drug_stems.tsv` for unlisted drugs.

use crate::files::built_in;
use crate::overlay::{self, OverlayFile};
use crate::table::{Problem, Row, Table, TableError};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The valid values of the column `kind`: what a drug is used for.
pub const KINDS: &[&str] = &[
    "ace-inhibitor",
    "anti-infective",
    "antibody",
    "anticoagulant",
    "antidiabetic",
    "cancer-antibody",
    "cancer-hormone",
    "cephalosporin",
    "cytotoxic",
    "insulin",
    "macrolide",
    "methotrexate",
    "nsaid",
    "opioid",
    "other",
    "penicillin",
    "quinolone",
    "statin",
    "sulfonamide-antibiotic",
    "targeted",
    "tetracycline",
];

/// The minimum length of a name in characters; a shorter one would match everywhere.
const MIN_NAME_CHARS: usize = 2;

/// A drug, or a combination product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drug {
    /// The id that the tables use: English, lower case.
    pub id: String,
    /// The English display name.
    pub english: String,
    /// The Spanish name, without accents.
    pub spanish: String,
    /// Other generic names, brands, abbreviations and frequent misspellings.
    pub other: Vec<String>,
    /// What the drug is used for; one of [`KINDS`].
    pub kind: String,
    /// The classes of the drug.
    pub classes: Vec<String>,
    /// The ids of the ingredients of a combination product; empty for a single substance.
    pub ingredients: Vec<String>,
    /// Its codes, such as `DrugBank:DB00331`.
    pub codes: Vec<String>,
    /// The source of the row.
    pub source: String,
    /// The date on which the row was compared with its source, or
    /// [`UNREVIEWED`](crate::UNREVIEWED).
    pub checked: String,
}

/// The kind and classes of unlisted drugs with a common name ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stem {
    /// The ending.
    pub stem: String,
    /// What these drugs are used for; one of [`KINDS`].
    pub kind: String,
    /// The classes of these drugs.
    pub classes: Vec<String>,
}

/// The dictionary of drugs.
#[derive(Clone, Debug, Default)]
pub struct Drugs {
    list: Vec<Drug>,
    stems: Vec<Stem>,
    by_id: HashMap<String, usize>,
    stop_words: HashSet<String>,
    errors: Vec<TableError>,
}

impl Drug {
    /// Iterates over every name, the id first; may contain duplicates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.id, &self.english, &self.spanish].into_iter().chain(&self.other).map(String::as_str)
    }
}

/// Returns the built-in dictionary, without the user's rows.
#[must_use]
pub fn built_in_drugs() -> &'static Drugs {
    static DRUGS: LazyLock<Drugs> = LazyLock::new(|| Drugs::with(&[]));
    &DRUGS
}

/// Returns the dictionary including the user's rows.
#[must_use]
pub fn drugs() -> &'static Drugs {
    static DRUGS: LazyLock<Drugs> = LazyLock::new(|| Drugs::with(overlay::overlay()));
    if overlay::overlay().is_empty() { built_in_drugs() } else { &DRUGS }
}

impl Drugs {
    /// Builds the dictionary with a user's files.
    #[must_use]
    pub fn with(files: &[OverlayFile]) -> Drugs {
        let mut out = Drugs::default();
        match built_in("drug_stop_words.tsv") {
            Ok(words) => out.stop_words = words.rows().iter().map(|row| row.get("word").to_owned()).collect(),
            Err(error) => out.errors.push(error),
        }
        for (path, add) in [
            ("drugs.tsv", Drugs::add as fn(&mut Drugs, &Row) -> Result<(), TableError>),
            ("drug_stems.tsv", Drugs::add_stem),
        ] {
            let mut table = built_in(path).unwrap_or_else(|error| {
                out.errors.push(error);
                Table::default()
            });
            out.errors.extend(overlay::extend(&mut table, path, files));
            for row in table.rows() {
                if let Err(error) = add(&mut out, row) {
                    out.errors.push(error);
                }
            }
        }
        out
    }

    /// Adds a row. A row about a known drug extends its list `other`, its classes, ingredients and
    /// codes.
    fn add(&mut self, row: &Row) -> Result<(), TableError> {
        let id = row.require("id")?.to_lowercase();
        for column in ["id", "english", "spanish", "other"] {
            let stopped = row.list(column).find(|name| {
                name.chars().count() < MIN_NAME_CHARS || self.stop_words.contains(&name.to_lowercase())
            });
            if let Some(name) = stopped {
                return Err(row.error(Problem::OrdinaryWord(name.to_owned())));
            }
        }
        let list = |column: &str| row.list(column).map(str::to_owned).collect::<Vec<String>>();
        if let Some(known) = self.by_id.get(&id).and_then(|at| self.list.get_mut(*at)) {
            let names = ["english", "spanish"].map(|column| row.get(column).to_owned());
            extend_list(
                &mut known.other,
                names.into_iter().filter(|name| !name.is_empty()).chain(list("other")),
            );
            extend_list(&mut known.classes, list("classes"));
            extend_list(&mut known.ingredients, list("ingredients"));
            extend_list(&mut known.codes, list("code"));
            return Ok(());
        }
        let or_id = |column: &str| match row.get(column) {
            "" => id.clone(),
            name => name.to_owned(),
        };
        self.by_id.insert(id.clone(), self.list.len());
        self.list.push(Drug {
            english: or_id("english"),
            spanish: or_id("spanish"),
            other: list("other"),
            kind: kind(row)?,
            classes: list("classes"),
            ingredients: list("ingredients"),
            codes: list("code"),
            source: row.get("source").to_owned(),
            checked: row.get("checked").to_owned(),
            id,
        });
        Ok(())
    }

    fn add_stem(&mut self, row: &Row) -> Result<(), TableError> {
        let stem = row.require("stem")?.to_lowercase();
        let classes = row.list("classes").map(str::to_owned).collect();
        self.stems.push(Stem { stem, kind: kind(row)?, classes });
        Ok(())
    }

    /// Returns all drugs in the order of the table; the user's drugs come last.
    #[must_use]
    pub fn all(&self) -> &[Drug] {
        &self.list
    }

    /// Returns the stems in the order of the table.
    #[must_use]
    pub fn stems(&self) -> &[Stem] {
        &self.stems
    }

    /// Returns the drug with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Drug> {
        self.by_id.get(id).and_then(|at| self.list.get(*at))
    }

    /// Whether a table may refer to `id`: the id of a drug, or a stem after a hyphen.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        match id.strip_prefix('-') {
            Some(stem) => self.stems.iter().any(|known| known.stem == stem),
            None => self.by_id.contains_key(id),
        }
    }

    /// Returns the errors of the invalid rows.
    #[must_use]
    pub fn errors(&self) -> &[TableError] {
        &self.errors
    }
}

fn extend_list(list: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for item in more {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}

fn kind(row: &Row) -> Result<String, TableError> {
    match row.get("kind") {
        "" => Ok("other".to_owned()),
        kind if KINDS.contains(&kind) => Ok(kind.to_owned()),
        kind => Err(row.error(Problem::Unexpected {
            column: "kind".to_owned(),
            expected: format!("one of {}", KINDS.join(", ")),
            value: kind.to_owned(),
        })),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn overlay(text: &str) -> Drugs {
        Drugs::with(&[OverlayFile {
            path: "drugs.tsv".to_owned(),
            name: "/home/a/knowledge/drugs.tsv".to_owned(),
            text: text.to_owned(),
        }])
    }

    #[test]
    fn the_dictionary_has_no_error_and_each_name_means_one_drug() {
        let drugs = built_in_drugs();
        assert_eq!(drugs.errors(), []);
        assert!(drugs.all().is_sorted_by_key(|drug| drug.id.as_str()), "not in the order of the alphabet");
        let mut owners: HashMap<&str, &str> = HashMap::new();
        let mut shared = Vec::new();
        for drug in drugs.all() {
            for name in drug.names() {
                if let Some(other) = owners.insert(name, &drug.id).filter(|other| *other != drug.id) {
                    shared.push(format!("{name}: {other} and {}", drug.id));
                }
            }
        }
        assert!(shared.is_empty(), "{shared:#?}");
    }

    #[test]
    fn what_a_product_contains_is_in_the_dictionary() {
        let drugs = built_in_drugs();
        let parts = drugs.all().iter().flat_map(|drug| &drug.ingredients);
        let missing: Vec<&String> = parts.filter(|id| drugs.get(id).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn a_user_adds_a_drug_and_names_of_a_known_one() {
        let drugs = overlay(
            "id\tenglish\tspanish\tother\tkind\tclasses\tsource\tchecked\n\
             zzmycin\t\tzzmicina\tZz Forte\tanti-infective\tmacrolide\tformulary 2026\t2026-11-28\n\
             aspirin\t\t\thouse aspirin\t\t\tformulary 2026\tunreviewed\n",
        );
        assert_eq!(drugs.errors(), []);
        let added = drugs.get("zzmycin").unwrap();
        assert_eq!(
            (added.english.as_str(), added.classes.as_slice()),
            ("zzmycin", &["macrolide".to_owned()][..])
        );
        let aspirin = drugs.get("aspirin").unwrap();
        assert!(aspirin.names().any(|name| name == "house aspirin") && aspirin.kind == "nsaid");
        assert!(built_in_drugs().get("zzmycin").is_none());
    }

    #[test]
    fn an_ordinary_word_is_no_name_of_a_drug() {
        let drugs = overlay("id\tother\tsource\tchecked\nzzmycin\tZz|Plan\tformulary\tunreviewed\n");
        let errors: Vec<String> = drugs.errors().iter().map(ToString::to_string).collect();
        assert_eq!(errors.len(), 1);
        assert!(
            errors[0].starts_with("/home/a/knowledge/drugs.tsv:2: `Plan` is an ordinary word"),
            "{errors:?}"
        );
        assert!(drugs.get("zzmycin").is_none());
    }

    #[test]
    fn an_error_in_a_users_row_names_file_and_line() {
        let drugs =
            overlay("id\tkind\tsource\tchecked\nzz\tmagic\tformulary\tunreviewed\nyy\tother\t\tunreviewed\n");
        let errors: Vec<String> = drugs.errors().iter().map(ToString::to_string).collect();
        assert!(
            errors.iter().any(|error| error.starts_with("/home/a/knowledge/drugs.tsv:2: the column `kind`")),
            "{errors:?}"
        );
        assert!(
            errors.iter().any(|error| error == "/home/a/knowledge/drugs.tsv:3: the column `source` is empty"),
            "{errors:?}"
        );
        assert!(drugs.get("zz").is_none() && drugs.get("yy").is_none());
    }
}
