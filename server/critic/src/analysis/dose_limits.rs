//! The highest usual doses of drugs for adults, and what of a dose can be compared with them.
//!
//! A limit is the highest single dose, and the highest dose a day, that a label names for any use of the drug in
//! adults. They are a selection of our own, written from general knowledge of the labels and not compared figure by
//! figure with a register of medicines, and take no account of weight, age, kidneys or liver. A dose above them may be
//! right; one far above them is a slip.

mod by_weight;
mod route_limits;

use crate::analysis::drugs;
use crate::analysis::quantities::{Measure, Quantity};
use by_weight::LIMITS_PER_KILOGRAM;
use route_limits::{DEPOT_DRUGS, INFUSION_RATE_LIMITS, INHALED_LIMITS, INJECTED_LIMITS, PATCH_LIMITS};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// In what a dose is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoseUnit {
    /// Milligrams.
    Milligrams,
    /// Units of activity.
    Units,
    /// Milliequivalents or millimoles.
    Milliequivalents,
}

/// The highest usual doses of a drug.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// In what both are counted.
    pub counted: DoseUnit,
    /// The highest single dose.
    pub single: f64,
    /// The highest dose a day.
    pub daily: f64,
}

/// The highest single dose and dose a day of a drug for each kilogram of weight, in milligrams.
#[must_use]
pub fn per_kilogram(drug: usize) -> Option<(f64, f64)> {
    let names = &drugs::drug(drug)?.names;
    let row = LIMITS_PER_KILOGRAM.iter().find(|(name, ..)| names.first().is_some_and(|first| first == name));
    row.map(|(_, single, daily)| (*single, *daily))
}

/// The most that a plaster of a drug holds, in milligrams, where it is sold by micrograms an hour.
#[must_use]
pub fn patch(drug: usize) -> Option<f64> {
    let names = &drugs::drug(drug)?.names;
    PATCH_LIMITS
        .iter()
        .find(|(name, _)| names.first().is_some_and(|first| first == name))
        .map(|(_, most)| *most)
}

/// Whether a drug is also sold as a depot, one dose of which lasts for weeks.
#[must_use]
pub fn has_depot(drug: usize) -> bool {
    let names = drugs::drug(drug).map(|drug| drug.names.as_slice()).unwrap_or_default();
    names.first().is_some_and(|first| DEPOT_DRUGS.contains(&first.as_str()))
}

/// How a dose gets into the body, as far as its limit depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Into a vein, at once.
    Injected,
    /// Through the lungs.
    Inhaled,
    /// In another way, or the note does not say how.
    Other,
}

/// The highest usual rate of infusion of a drug, in milligrams an hour.
#[must_use]
pub fn hourly_rate(drug: usize) -> Option<f64> {
    let names = &drugs::drug(drug)?.names;
    INFUSION_RATE_LIMITS
        .iter()
        .find(|(name, _)| names.first().is_some_and(|first| first == name))
        .map(|(_, rate)| *rate)
}

/// The highest usual doses for adults, by the first name of the drug.
fn adult_doses() -> impl Iterator<Item = (&'static str, Limit)> {
    let lines = include_str!("../../data/adult_doses.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut cells = line.split('\t');
        let name = cells.next()?;
        let counted = match cells.next()? {
            "mg" => DoseUnit::Milligrams,
            "units" => DoseUnit::Units,
            "mEq" => DoseUnit::Milliequivalents,
            _ => return None,
        };
        Some((
            name,
            Limit { counted, single: cells.next()?.parse().ok()?, daily: cells.next()?.parse().ok()? },
        ))
    })
}

static LIMITS_BY_DRUG: LazyLock<FxHashMap<usize, Vec<Limit>>> = LazyLock::new(|| {
    let mut out: FxHashMap<usize, Vec<Limit>> = FxHashMap::default();
    for (name, limit) in adult_doses() {
        let drug = drugs::all().iter().position(|drug| drug.names.first().is_some_and(|first| first == name));
        if let Some(drug) = drug {
            out.entry(drug).or_default().push(limit);
        }
    }
    out
});

/// The limits of a drug for doses that are counted so and given so.
#[must_use]
pub fn limit(drug: usize, counted: DoseUnit, way: Route) -> Option<Limit> {
    let list = match way {
        Route::Injected => INJECTED_LIMITS,
        Route::Inhaled => INHALED_LIMITS,
        Route::Other => &[],
    };
    let names = &drugs::drug(drug)?.names;
    let own = list.iter().find(|(name, ..)| names.first().is_some_and(|first| first == name));
    if let Some((_, single, daily)) = own.filter(|_| counted == DoseUnit::Milligrams) {
        return Some(Limit { counted, single: *single, daily: *daily });
    }
    LIMITS_BY_DRUG.get(&drug)?.iter().copied().find(|limit| limit.counted == counted)
}

/// How many milligrams one of a unit of mass is; `None` for what is no unit of mass.
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

/// A dose in what limits are counted in; `None` for a dose per weight or surface, in a volume or a radiation.
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
    fn every_drug_with_a_limit_is_in_the_list_of_drugs_once() {
        let rows = include_str!("../../data/adult_doses.tsv").lines().filter(|line| !line.starts_with('#'));
        let all: Vec<(&str, Limit)> = adult_doses().collect();
        assert_eq!(all.len(), rows.count(), "a row cannot be read");
        for (at, (name, limit)) in all.iter().enumerate() {
            assert!(
                drugs::all().iter().any(|drug| drug.names.first().is_some_and(|first| first == name)),
                "{name}"
            );
            assert!(limit.single > 0.0 && limit.daily >= limit.single, "{name}");
            // What is ordered in milligrams and in milliequivalents has a limit in each.
            let again =
                all[..at].iter().any(|(known, other)| known == name && other.counted == limit.counted);
            assert!(!again, "{name} stands twice");
        }
        assert!(all.is_sorted_by_key(|(name, _)| *name), "not in the order of the alphabet");
        assert!(all.len() >= 80);
        let by_way =
            INJECTED_LIMITS.iter().chain(INHALED_LIMITS).chain(LIMITS_PER_KILOGRAM).map(|(name, ..)| *name);
        for name in by_way.chain(INFUSION_RATE_LIMITS.iter().map(|(name, _)| *name)) {
            assert!(
                drugs::all().iter().any(|drug| drug.names.first().is_some_and(|first| first == name)),
                "{name}"
            );
        }
    }
}
