//! Highest usual adult doses, and which part of a written dose can be compared with them.
//!
//! A limit is the highest single dose and the highest daily dose that a label gives for any adult use of the drug:
//! `doses.tsv` of `referee-knowledge`, where each row has its source. Limits ignore weight, age, kidney and liver
//! function. A dose above a limit may be right; a dose far above it is a slip.

use crate::analysis::drugs;
use crate::analysis::quantities::{Measure, Quantity};
use referee_knowledge::doses::Dose;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The unit in which a dose is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoseUnit {
    /// Milligrams.
    Milligrams,
    /// Units of activity.
    Units,
    /// Milliequivalents or millimoles.
    Milliequivalents,
}

impl DoseUnit {
    /// The word for the unit in the table.
    pub(crate) fn word(self) -> &'static str {
        match self {
            DoseUnit::Milligrams => "mg",
            DoseUnit::Units => "units",
            DoseUnit::Milliequivalents => "mEq",
        }
    }
}

/// The highest usual doses of a drug.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// The unit of both doses.
    pub counted: DoseUnit,
    /// The highest single dose.
    pub single: f64,
    /// The highest daily dose.
    pub daily: f64,
}

/// The rows of the dose table, by the index of their drug or stem.
static ROWS_BY_DRUG: LazyLock<FxHashMap<usize, Vec<&'static Dose>>> = LazyLock::new(|| {
    let mut out: FxHashMap<usize, Vec<&'static Dose>> = FxHashMap::default();
    for dose in referee_knowledge::doses().all() {
        if let Some(drug) = drugs::index_of(&dose.drug) {
            out.entry(drug).or_default().push(dose);
        }
    }
    out
});

/// Returns the rows for a drug, otherwise those of its stem.
pub(crate) fn rows(drug: usize) -> &'static [&'static Dose] {
    let own = ROWS_BY_DRUG.get(&drug);
    let of_stem = || {
        let stem = drugs::stem_of(drugs::drug(drug)?.names.first()?)?;
        ROWS_BY_DRUG.get(&stem)
    };
    own.or_else(of_stem).map_or(&[], Vec::as_slice)
}

/// The highest value for a drug, route and basis, in milligrams unless counted otherwise.
fn highest(drug: usize, route: &str, basis: &str, unit: DoseUnit) -> Option<f64> {
    let mut rows = rows(drug).iter();
    let row = rows.find(|row| {
        (row.route.as_str(), row.basis.as_str(), row.unit.as_str()) == (route, basis, unit.word())
            && matches!(row.who.as_str(), "adult" | "anyone")
    });
    row.map(|row| row.highest)
}

/// The highest single and daily dose of a drug per kilogram of body weight, in milligrams.
#[must_use]
pub fn per_kilogram(drug: usize) -> Option<(f64, f64)> {
    let highest = |basis| highest(drug, "any", basis, DoseUnit::Milligrams);
    Some((highest("dose/kg")?, highest("day/kg")?))
}

/// The highest dose of a drug per square metre of body surface, in milligrams.
#[must_use]
pub fn per_square_metre(drug: usize) -> Option<f64> {
    highest(drug, "any", "dose/m2", DoseUnit::Milligrams)
}

/// The most that a transdermal patch of the drug contains, in milligrams, if patches are labelled in micrograms per
/// hour.
#[must_use]
pub fn patch(drug: usize) -> Option<f64> {
    highest(drug, "patch", "dose", DoseUnit::Milligrams)
}

/// Whether the drug also exists as a depot, whose dose lasts for weeks.
#[must_use]
pub fn has_depot(drug: usize) -> bool {
    let known = drugs::drug(drug).and_then(|drug| referee_knowledge::drugs().get(&drug.id));
    known.is_some_and(|drug| drug.classes.iter().any(|class| class == "depot"))
}

/// The route of administration, as far as a limit depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Intravenous bolus.
    Injected,
    /// Inhaled.
    Inhaled,
    /// Any other route, or none stated.
    Other,
}

/// The highest usual infusion rate of a drug, in milligrams per hour.
#[must_use]
pub fn hourly_rate(drug: usize) -> Option<f64> {
    highest(drug, "infusion", "hour", DoseUnit::Milligrams)
}

/// The limits of a drug for doses in this unit and by this route.
#[must_use]
pub fn limit(drug: usize, counted: DoseUnit, way: Route) -> Option<Limit> {
    let of = |route| {
        let single = highest(drug, route, "dose", counted)?;
        Some(Limit { counted, single, daily: highest(drug, route, "day", counted)? })
    };
    let own = match way {
        Route::Injected => of("intravenous"),
        Route::Inhaled => of("inhaled"),
        Route::Other => None,
    };
    own.or_else(|| of("any"))
}

/// Milligrams in one unit of mass; `None` if the unit is not a mass.
#[must_use]
pub fn milligrams(unit: &str) -> Option<f64> {
    let folded = crate::analysis::folding::fold(unit);
    Some(match folded.as_str() {
        "mg" | "milligram" | "milligrams" | "miligramo" | "miligramos" => 1.0,
        "g" | "gr" | "gram" | "grams" | "gramo" | "gramos" => 1000.0,
        "mcg" | "µg" | "μg" | "ug" | "microgram" | "micrograms" | "microgramo" | "microgramos" => 0.001,
        "ng" | "nanograms" | "nanogramos" => 0.000_001,
        _ => return None,
    })
}

/// A dose in the unit of the limits; `None` for a dose per weight or surface, a volume or radiation.
#[must_use]
pub fn counted(quantity: &Quantity, unit: &str) -> Option<(DoseUnit, f64)> {
    if quantity.per.weight || quantity.per.surface || quantity.per.concentration {
        return None;
    }
    match quantity.measure {
        Measure::Mass => milligrams(unit).map(|factor| (DoseUnit::Milligrams, factor)),
        Measure::Units => {
            let lower = unit.to_lowercase();
            let millions = lower.contains("mill") || lower.contains("mega") || lower.starts_with("mu");
            Some((DoseUnit::Units, if millions { 1_000_000.0 } else { 1.0 }))
        }
        Measure::Amount => {
            matches!(unit.to_lowercase().as_str(), "meq" | "mmol" | "miliequivalentes" | "milliequivalents")
                .then_some((DoseUnit::Milliequivalents, 1.0))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_about_a_drug() {
        let rows: usize = ROWS_BY_DRUG.values().map(Vec::len).sum();
        assert_eq!(rows, referee_knowledge::doses().all().len());
    }

    #[test]
    fn a_drug_without_a_row_has_the_limit_of_its_stem() {
        let of = |name: &str| {
            drugs::stem_of(name).and_then(|stem| limit(stem, DoseUnit::Milligrams, Route::Other))
        };
        assert_eq!(of("zanidatinib").map(|limit| limit.daily), Some(1500.0));
        let own =
            drugs::index_of("imatinib").and_then(|drug| limit(drug, DoseUnit::Milligrams, Route::Other));
        assert!(own.is_some_and(|limit| limit.daily < 1500.0));
    }

    #[test]
    fn a_route_has_its_own_limit() {
        let of =
            |way| limit(drugs::index_of("metoprolol")?, DoseUnit::Milligrams, way).map(|limit| limit.single);
        assert_eq!(of(Route::Injected), Some(15.0));
        assert!(of(Route::Other).is_some_and(|single| single > 15.0));
        assert_eq!(limit(usize::MAX, DoseUnit::Units, Route::Other), None);
    }
}
