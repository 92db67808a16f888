//! What rule files read about medicines and the patient.

use super::patient::Patient;
use super::patient_limit::holds_of_order;
use super::regimen::{BlockRegimen, Regimen, Taken};
use super::relations::{self, Condition};
use crate::analysis::drugs;
use crate::analysis::folding::fold;
use crate::{BlockContext, Draft};
use referee_text::Span;

/// A set of drugs, by their indexes in [`drugs::all`], sorted.
#[derive(Debug)]
pub(crate) struct DrugSet(Vec<usize>);

impl DrugSet {
    /// Reads ids of drugs, and classes after `@`.
    pub(crate) fn read(names: &[String]) -> DrugSet {
        let mut all = relations::drugs_named(names.iter().map(String::as_str));
        all.sort_unstable();
        all.dedup();
        DrugSet(all)
    }

    /// Whether it has a drug, or one that a product contains.
    pub(crate) fn has_any(&self, index: usize, ingredients: &[usize]) -> bool {
        let has = |drug: &usize| self.0.binary_search(drug).is_ok();
        has(&index) || ingredients.iter().any(has)
    }

    fn has_order(&self, taken: &Taken) -> bool {
        taken.ingredients().iter().any(|drug| self.0.binary_search(drug).is_ok())
    }
}

/// Returns the name of a drug in the dictionary; `None` for one that is only known by its ending.
pub(crate) fn drug_name(index: usize, spanish: bool) -> Option<&'static str> {
    let drug = referee_knowledge::drugs().get(&drugs::drug(index)?.id)?;
    Some(if spanish { &drug.spanish } else { &drug.english })
}

/// Conditions, as in the column `when` of `limits.tsv`.
#[derive(Debug)]
pub(crate) struct Conditions(Vec<Condition>);

impl Conditions {
    pub(crate) fn read(text: &'static str) -> Conditions {
        Conditions(Condition::read_all(text).unwrap_or_default())
    }
}

/// The orders that a frame looks for.
#[derive(Debug)]
pub(crate) struct WantedOrders {
    pub(crate) drugs: DrugSet,
    pub(crate) conditions: Conditions,
    /// Folded words of the route; empty for any.
    pub(crate) routes: Vec<String>,
}

/// An order of a drug.
pub(crate) struct OrderedDrug {
    /// The name of the drug.
    pub(crate) place: Span,
    /// The drug, by its index in [`drugs::all`].
    pub(crate) drug: Option<usize>,
}

impl WantedOrders {
    fn fits(&self, taken: &Taken, route: impl FnOnce() -> Option<String>) -> bool {
        self.drugs.has_order(taken)
            && self.conditions.0.iter().all(|condition| holds_of_order(condition, taken))
            && (self.routes.is_empty() || route().is_some_and(|route| self.routes.contains(&route)))
    }

    /// Returns the fitting orders of a block, with places relative to its start.
    pub(crate) fn in_block(&self, block: &BlockContext<'_>) -> Vec<OrderedDrug> {
        let all = BlockRegimen::of(block);
        let fitting = all.0.iter().filter(|taken| self.fits(taken, || route(block, taken.place)));
        fitting.map(ordered).collect()
    }

    /// Returns the fitting orders of a draft that are in force at the same time.
    pub(crate) fn in_draft(&self, draft: &Draft<'_>) -> Vec<OrderedDrug> {
        let regimen = Regimen::of(draft);
        let route_of = |taken: &Taken| {
            let block = draft.at(taken.place.start as usize)?;
            let start = u32::try_from(block.start).ok()?;
            let place = Span {
                start: taken.place.start.checked_sub(start)?,
                end: taken.place.end.checked_sub(start)?,
            };
            route(&block, place)
        };
        let current = regimen.current().into_iter();
        current.filter(|taken| self.fits(taken, || route_of(taken))).map(ordered).collect()
    }
}

fn ordered(taken: &Taken) -> OrderedDrug {
    OrderedDrug { place: taken.place, drug: taken.ingredients().first().copied() }
}

/// Returns the folded words of the route of a drug.
fn route(block: &BlockContext<'_>, drug: Span) -> Option<String> {
    let medication = block.medications().iter().find(|medication| medication.drug == drug)?;
    Some(fold(block.slice(medication.route?)))
}

/// What a note says of the patient.
pub(crate) struct PatientFact {
    /// The place of the first value or state.
    pub(crate) place: Option<Span>,
    /// The number of the first value.
    pub(crate) number: Option<f64>,
}

/// Returns the fact of a draft that meets all conditions; `None` if one does not hold.
pub(crate) fn patient_fact(draft: &Draft<'_>, conditions: &Conditions) -> Option<PatientFact> {
    let patient = Patient::of(draft);
    let mut fact = PatientFact { place: None, number: None };
    for condition in &conditions.0 {
        let (true, place) = patient.holds(condition)? else { return None };
        fact.place = fact.place.or(place);
        if let Condition::Value(name, ..) = condition {
            fact.number = fact.number.or(patient.value(name).map(|value| value.number));
        }
    }
    Some(fact)
}
