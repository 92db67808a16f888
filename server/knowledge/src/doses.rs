//! The highest usual doses, from `doses.tsv`.

use crate::drugs::{Drugs, drugs};
use crate::files::built_in;
use crate::overlay::{self, OverlayFile};
use crate::table::{Row, Table, TableError};
use std::sync::LazyLock;

/// The valid routes.
const ROUTES: &[&str] = &["any", "intravenous", "inhaled", "infusion", "patch"];
/// The valid patients without a number; see also [`PATIENTS_WITH_NUMBER`].
const PATIENTS: &[&str] = &["adult", "anyone", "child"];
/// The valid patients with a number after these words: `eGFR below 30`.
const PATIENTS_WITH_NUMBER: &[&str] = &["eGFR below ", "age above ", "age below "];
/// The valid bases: per dose, per day, per hour.
const BASES: &[&str] = &["dose", "day", "hour", "dose/kg", "day/kg", "dose/m2"];
/// The valid units.
const UNITS: &[&str] = &["mg", "units", "mEq"];

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Dose {
    /// The id of the drug, or a stem after a hyphen, which applies to every drug that ends with it
    /// and lacks a separate row.
    pub drug: String,
    /// `any`, `intravenous`, `inhaled`, `infusion` or `patch`.
    pub route: String,
    /// `adult`, `child`, `anyone` (both), or with a number: `eGFR below 30`, `age above 75`,
    /// `age below 12`.
    pub who: String,
    /// `dose`, `day`, `hour`, `dose/kg`, `day/kg` or `dose/m2`.
    pub basis: String,
    /// The highest usual dose, in `unit` per `basis`.
    pub highest: f64,
    /// `mg`, `units` or `mEq`.
    pub unit: String,
    /// The source of the row.
    pub source: String,
    /// The date on which the row was compared with its source, or
    /// [`UNREVIEWED`](crate::UNREVIEWED).
    pub checked: String,
}

/// The rows of the table.
#[derive(Clone, Debug, Default)]
pub struct Doses {
    list: Vec<Dose>,
    errors: Vec<TableError>,
}

/// Returns the doses including the user's rows.
#[must_use]
pub fn doses() -> &'static Doses {
    static DOSES: LazyLock<Doses> = LazyLock::new(|| Doses::with(overlay::overlay(), drugs()));
    &DOSES
}

impl Doses {
    /// Builds the doses with a user's files. A user's row can lower a known limit but not raise it.
    #[must_use]
    pub fn with(files: &[OverlayFile], drugs: &Drugs) -> Doses {
        let mut out = Doses::default();
        let mut table = built_in("doses.tsv").unwrap_or_else(|error| {
            out.errors.push(error);
            Table::default()
        });
        out.errors.extend(overlay::extend(&mut table, "doses.tsv", files));
        for row in table.rows() {
            match Dose::read(row, drugs) {
                Ok(dose) => out.add(dose),
                Err(error) => out.errors.push(error),
            }
        }
        out
    }

    fn add(&mut self, dose: Dose) {
        let is_same = |known: &Dose| {
            (&known.drug, &known.route, &known.who, &known.basis, &known.unit)
                == (&dose.drug, &dose.route, &dose.who, &dose.basis, &dose.unit)
        };
        // Search from the end: the table is sorted by drug, and a user's rows are few.
        match self.list.iter_mut().rev().find(|known| is_same(known)) {
            Some(known) if known.highest <= dose.highest => {}
            Some(known) => *known = dose,
            None => self.list.push(dose),
        }
    }

    /// Returns all rows in the order of the table; the user's rows come last.
    #[must_use]
    pub fn all(&self) -> &[Dose] {
        &self.list
    }

    /// Returns the errors of the invalid rows.
    #[must_use]
    pub fn errors(&self) -> &[TableError] {
        &self.errors
    }
}

impl Dose {
    fn read(row: &Row, drugs: &Drugs) -> Result<Dose, TableError> {
        let drug = row.require("drug")?.to_lowercase();
        if !drugs.has(&drug) {
            return Err(
                row.unexpected("drug", "an id of drugs.tsv, or a stem of drug_stems.tsv after a hyphen")
            );
        }
        let one_of = |column: &str, known: &[&str]| {
            let value = row.require(column)?;
            match known.contains(&value) {
                true => Ok(value.to_owned()),
                false => Err(row.unexpected(column, &format!("one of {}", known.join(", ")))),
            }
        };
        let highest = row.number("highest")?.filter(|number| *number > 0.0);
        Ok(Dose {
            drug,
            route: one_of("route", ROUTES)?,
            who: who(row)?,
            basis: one_of("basis", BASES)?,
            highest: highest.ok_or_else(|| row.unexpected("highest", "a number above 0"))?,
            unit: one_of("unit", UNITS)?,
            source: row.get("source").to_owned(),
            checked: row.get("checked").to_owned(),
        })
    }
}

fn who(row: &Row) -> Result<String, TableError> {
    let value = row.require("who")?;
    let has_number = PATIENTS_WITH_NUMBER
        .iter()
        .filter_map(|words| value.strip_prefix(words))
        .any(|number| number.parse::<f64>().is_ok_and(|number| number > 0.0));
    if PATIENTS.contains(&value) || has_number {
        return Ok(value.to_owned());
    }
    Err(row.unexpected(
        "who",
        "adult, child, anyone, or such as `eGFR below 30`, `age above 75`, `age below 12`",
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::drugs::built_in_drugs;

    fn overlay(text: &str) -> Doses {
        let file =
            OverlayFile { path: "doses.tsv".to_owned(), name: "mine.tsv".to_owned(), text: text.to_owned() };
        Doses::with(&[file], built_in_drugs())
    }

    fn highest(doses: &Doses, drug: &str, basis: &str) -> Option<f64> {
        let mut rows = doses.all().iter();
        rows.find(|dose| dose.drug == drug && dose.route == "any" && dose.basis == basis)
            .map(|dose| dose.highest)
    }

    #[test]
    fn the_table_has_no_error_and_no_row_twice() {
        let doses = Doses::with(&[], built_in_drugs());
        assert_eq!(doses.errors(), []);
        assert_eq!(doses.all().len(), built_in("doses.tsv").unwrap().rows().len());
        assert!(doses.all().is_sorted_by_key(|dose| dose.drug.as_str()), "not in the order of the alphabet");
    }

    #[test]
    fn a_day_allows_at_least_one_dose() {
        let all = Doses::with(&[], built_in_drugs());
        let singles = all.all().iter().filter(|dose| matches!(dose.basis.as_str(), "dose" | "dose/kg"));
        for dose in singles.filter(|dose| dose.route != "patch" && dose.who != "child") {
            let a_day = all.all().iter().find(|other| {
                other.basis == dose.basis.replace("dose", "day")
                    && (&other.drug, &other.route, &other.unit) == (&dose.drug, &dose.route, &dose.unit)
            });
            assert!(a_day.is_some_and(|other| other.highest >= dose.highest), "{dose:?}");
        }
    }

    #[test]
    fn a_user_adds_and_lowers_a_limit_and_does_not_raise_it() {
        let header = "drug\troute\twho\tbasis\thighest\tunit\tsource\tchecked\n";
        let doses = overlay(&format!(
            "{header}acenocoumarol\tany\tadult\tday\t8\tmg\tformulary\t2026-11-28\nabacavir\tany\tadult\tday\t9000\tmg\tformulary\t2026-11-28\n"
        ));
        assert_eq!(doses.errors(), []);
        assert_eq!(highest(&doses, "acenocoumarol", "day"), Some(8.0));
        assert_eq!(highest(&doses, "abacavir", "day"), Some(600.0));
        let wrong = overlay(&format!(
            "{header}nodrug\tany\tadult\tday\t8\tmg\tf\tunreviewed\nabacavir\tany\tadult\tday\t-1\tmg\tf\tunreviewed\nabacavir\tany\tadult\tyear\t1\tmg\tf\tunreviewed\n"
        ));
        let lines: Vec<usize> = wrong.errors().iter().map(|error| error.line).collect();
        assert_eq!(lines, [2, 3, 4]);
    }
}
