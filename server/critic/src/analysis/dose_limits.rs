//! The highest usual doses of drugs for adults, and what of a dose can be compared with them.
//!
//! A limit is the highest single dose, and the highest dose a day, that a label names for any use of the drug in
//! adults. They are a selection of our own, written from general knowledge of the labels and not compared figure by
//! figure with a register of medicines, and take no account of weight, age, kidneys or liver. A dose above them may be
//! right; one far above them is a slip.

use crate::analysis::drugs;
use crate::analysis::quantities::{Measure, Quantity};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// In what a dose is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
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
    pub counted: Counted,
    /// The highest single dose.
    pub single: f64,
    /// The highest dose a day.
    pub daily: f64,
}

/// First name of the drug (`_` stands for a space), highest single dose, highest dose a day; in milligrams.
const MILLIGRAMS: &[(&str, f64, f64)] = &[
    // Hormones, and what is given in micrograms.
    ("levothyroxine", 0.5, 0.5),
    ("liothyronine", 0.1, 0.1),
    ("digoxin", 0.75, 1.5),
    ("fentanyl", 1.6, 12.0),
    ("remifentanil", 2.0, 50.0),
    ("naloxone", 10.0, 20.0),
    ("clonidine", 0.6, 2.4),
    ("colchicine", 1.8, 2.4),
    ("calcitriol", 0.004, 0.004),
    ("cyanocobalamin", 2.0, 2.0),
    ("desmopressin", 0.6, 1.2),
    ("misoprostol", 0.8, 1.6),
    ("octreotide", 0.5, 1.5),
    ("tiotropium", 0.018, 0.036),
    ("fluticasone", 1.0, 2.0),
    ("salmeterol", 0.1, 0.2),
    ("formoterol", 0.024, 0.072),
    ("mometasone", 0.8, 0.8),
    ("beclomethasone", 5.0, 5.0),
    ("budesonide", 9.0, 9.0),
    ("ipratropium", 0.5, 3.0),
    ("epinephrine", 1.0, 10.0),
    ("atropine", 3.0, 6.0),
    ("glucagon", 5.0, 10.0),
    // Heart and vessels.
    ("warfarin", 15.0, 15.0),
    ("acenocoumarol", 10.0, 10.0),
    ("apixaban", 10.0, 20.0),
    ("rivaroxaban", 20.0, 30.0),
    ("dabigatran", 220.0, 300.0),
    ("edoxaban", 60.0, 60.0),
    ("enoxaparin", 200.0, 300.0),
    ("clopidogrel", 600.0, 600.0),
    ("ticagrelor", 180.0, 270.0),
    ("lisinopril", 80.0, 80.0),
    ("enalapril", 40.0, 40.0),
    ("ramipril", 20.0, 20.0),
    ("captopril", 150.0, 450.0),
    ("amlodipine", 10.0, 10.0),
    ("nifedipine", 120.0, 180.0),
    ("diltiazem", 540.0, 540.0),
    ("verapamil", 480.0, 480.0),
    ("losartan", 150.0, 150.0),
    ("valsartan", 320.0, 320.0),
    ("candesartan", 32.0, 32.0),
    ("irbesartan", 300.0, 300.0),
    ("telmisartan", 80.0, 160.0),
    ("olmesartan", 40.0, 40.0),
    ("metoprolol", 400.0, 450.0),
    ("atenolol", 200.0, 200.0),
    ("bisoprolol", 20.0, 20.0),
    ("carvedilol", 80.0, 100.0),
    ("nebivolol", 40.0, 40.0),
    ("propranolol", 320.0, 640.0),
    ("hydrochlorothiazide", 100.0, 200.0),
    ("chlorthalidone", 100.0, 200.0),
    ("indapamide", 5.0, 5.0),
    ("furosemide", 500.0, 1500.0),
    ("torsemide", 200.0, 200.0),
    ("bumetanide", 5.0, 10.0),
    ("spironolactone", 200.0, 400.0),
    ("eplerenone", 100.0, 100.0),
    ("amiodarone", 800.0, 2400.0),
    ("flecainide", 300.0, 400.0),
    ("sotalol", 320.0, 640.0),
    ("labetalol", 800.0, 2400.0),
    ("hydralazine", 100.0, 300.0),
    ("isosorbide", 240.0, 240.0),
    ("ivabradine", 7.5, 15.0),
    ("ranolazine", 1000.0, 2000.0),
    ("prasugrel", 60.0, 60.0),
    ("cilostazol", 100.0, 200.0),
    ("doxazosin", 16.0, 16.0),
    ("atorvastatin", 80.0, 80.0),
    ("simvastatin", 80.0, 80.0),
    ("rosuvastatin", 40.0, 40.0),
    ("pravastatin", 80.0, 80.0),
    ("ezetimibe", 10.0, 10.0),
    // Diabetes.
    ("metformin", 2000.0, 3000.0),
    ("glipizide", 20.0, 40.0),
    ("gliclazide", 160.0, 320.0),
    ("glimepiride", 8.0, 8.0),
    ("glyburide", 20.0, 20.0),
    ("sitagliptin", 100.0, 100.0),
    ("linagliptin", 5.0, 5.0),
    ("empagliflozin", 25.0, 25.0),
    ("dapagliflozin", 10.0, 10.0),
    ("semaglutide", 14.0, 14.0),
    ("pioglitazone", 45.0, 45.0),
    // Pain and inflammation.
    ("acetaminophen", 1300.0, 4000.0),
    ("ibuprofen", 800.0, 3200.0),
    ("naproxen", 1000.0, 1650.0),
    ("diclofenac", 150.0, 225.0),
    ("ketorolac", 60.0, 120.0),
    ("celecoxib", 400.0, 800.0),
    ("meloxicam", 15.0, 15.0),
    ("indomethacin", 75.0, 200.0),
    ("dexketoprofen", 50.0, 150.0),
    ("aspirin", 1000.0, 6000.0),
    ("metamizole", 2500.0, 6000.0),
    ("tramadol", 400.0, 400.0),
    ("codeine", 60.0, 360.0),
    ("morphine", 200.0, 400.0),
    ("hydromorphone", 32.0, 64.0),
    ("sumatriptan", 100.0, 200.0),
    ("rizatriptan", 10.0, 30.0),
    ("oxycodone", 160.0, 400.0),
    ("tapentadol", 250.0, 600.0),
    ("buprenorphine", 32.0, 32.0),
    ("prednisone", 100.0, 200.0),
    ("prednisolone", 100.0, 200.0),
    ("dexamethasone", 40.0, 96.0),
    ("methylprednisolone", 1000.0, 1500.0),
    ("allopurinol", 800.0, 900.0),
    ("febuxostat", 120.0, 120.0),
    ("baclofen", 25.0, 100.0),
    ("cyclobenzaprine", 30.0, 60.0),
    ("tizanidine", 12.0, 36.0),
    // Infections.
    ("amoxicillin", 3000.0, 6000.0),
    ("amoxicillin_clavulanate", 2200.0, 8800.0),
    ("ampicillin", 3000.0, 14000.0),
    ("cephalexin", 1000.0, 4000.0),
    ("cefazolin", 3000.0, 12000.0),
    ("cefuroxime", 3000.0, 9000.0),
    ("ceftriaxone", 4000.0, 4000.0),
    ("cefepime", 2000.0, 6000.0),
    ("ceftazidime", 2000.0, 6000.0),
    ("meropenem", 2000.0, 6000.0),
    ("ertapenem", 1000.0, 1000.0),
    ("ciprofloxacin", 1000.0, 1500.0),
    ("levofloxacin", 1000.0, 1000.0),
    ("moxifloxacin", 400.0, 400.0),
    ("azithromycin", 2000.0, 2000.0),
    ("clarithromycin", 1000.0, 1500.0),
    ("doxycycline", 300.0, 300.0),
    ("clindamycin", 1200.0, 4800.0),
    ("metronidazole", 2000.0, 4000.0),
    ("nitrofurantoin", 100.0, 400.0),
    ("vancomycin", 3000.0, 6000.0),
    ("gentamicin", 700.0, 700.0),
    ("amikacin", 2000.0, 2000.0),
    ("linezolid", 600.0, 1200.0),
    ("fluconazole", 800.0, 1600.0),
    ("acyclovir", 1000.0, 4000.0),
    ("valacyclovir", 2000.0, 4000.0),
    ("oseltamivir", 150.0, 300.0),
    ("hydroxychloroquine", 800.0, 1200.0),
    // Stomach, lungs, allergy.
    ("omeprazole", 120.0, 360.0),
    ("pantoprazole", 120.0, 240.0),
    ("esomeprazole", 80.0, 240.0),
    ("lansoprazole", 90.0, 180.0),
    ("famotidine", 80.0, 640.0),
    ("ranitidine", 300.0, 6000.0),
    ("ondansetron", 24.0, 32.0),
    ("metoclopramide", 20.0, 60.0),
    ("loperamide", 4.0, 16.0),
    ("montelukast", 10.0, 10.0),
    ("albuterol", 10.0, 40.0),
    ("cetirizine", 20.0, 40.0),
    ("loratadine", 20.0, 40.0),
    ("diphenhydramine", 100.0, 400.0),
    ("hydroxyzine", 100.0, 400.0),
    // Mind and nerves.
    ("sertraline", 200.0, 200.0),
    ("fluoxetine", 90.0, 90.0),
    ("citalopram", 40.0, 60.0),
    ("escitalopram", 20.0, 30.0),
    ("paroxetine", 60.0, 75.0),
    ("venlafaxine", 375.0, 375.0),
    ("duloxetine", 120.0, 120.0),
    ("mirtazapine", 45.0, 60.0),
    ("trazodone", 400.0, 600.0),
    ("bupropion", 450.0, 450.0),
    ("amitriptyline", 150.0, 300.0),
    ("quetiapine", 800.0, 800.0),
    ("olanzapine", 30.0, 30.0),
    ("risperidone", 8.0, 16.0),
    ("haloperidol", 20.0, 100.0),
    ("clozapine", 450.0, 900.0),
    ("diazepam", 30.0, 60.0),
    ("lorazepam", 8.0, 12.0),
    ("alprazolam", 4.0, 10.0),
    ("clonazepam", 6.0, 20.0),
    ("zolpidem", 12.5, 12.5),
    ("gabapentin", 1800.0, 4800.0),
    ("pregabalin", 300.0, 600.0),
    ("carbamazepine", 1200.0, 2000.0),
    ("lamotrigine", 400.0, 700.0),
    ("topiramate", 400.0, 1600.0),
    ("levetiracetam", 4500.0, 4500.0),
    ("phenytoin", 2000.0, 2000.0),
    ("valproate", 4000.0, 5000.0),
    ("donepezil", 23.0, 23.0),
    ("memantine", 28.0, 28.0),
    ("lacosamide", 400.0, 600.0),
    ("lithium", 1200.0, 2400.0),
    ("midazolam", 30.0, 200.0),
    ("temazepam", 40.0, 60.0),
    // Others.
    ("sildenafil", 100.0, 100.0),
    ("tadalafil", 40.0, 40.0),
    ("finasteride", 5.0, 5.0),
    ("tamsulosin", 0.8, 0.8),
    ("dutasteride", 0.5, 0.5),
    ("oxybutynin", 30.0, 30.0),
    ("solifenacin", 10.0, 10.0),
    ("mirabegron", 50.0, 50.0),
    ("theophylline", 600.0, 1200.0),
    ("risedronate", 150.0, 150.0),
    ("ibandronate", 150.0, 150.0),
    ("varenicline", 1.0, 2.0),
    ("mycophenolate", 1500.0, 3000.0),
    ("leflunomide", 100.0, 100.0),
    ("alendronate", 70.0, 70.0),
    ("zoledronic_acid", 5.0, 5.0),
    ("denosumab", 120.0, 120.0),
    ("folic_acid", 15.0, 30.0),
    ("tamoxifen", 40.0, 40.0),
    ("letrozole", 2.5, 2.5),
    ("anastrozole", 1.0, 1.0),
    ("exemestane", 25.0, 50.0),
    ("vincristine", 2.0, 2.0),
    ("azathioprine", 300.0, 300.0),
    ("tacrolimus", 20.0, 30.0),
    ("methimazole", 60.0, 120.0),
    ("tranexamic_acid", 2000.0, 6000.0),
];

/// The same in units of activity.
const UNITS: &[(&str, f64, f64)] = &[
    ("insulin", 150.0, 400.0),
    ("insulin_glargine", 150.0, 300.0),
    ("insulin_lispro", 100.0, 300.0),
    ("insulin_aspart", 100.0, 300.0),
    ("insulin_degludec", 160.0, 300.0),
    ("nph", 150.0, 300.0),
    ("heparin", 10_000.0, 60_000.0),
    ("dalteparin", 18_000.0, 20_000.0),
    ("bemiparin", 12_500.0, 12_500.0),
    ("oxytocin", 40.0, 100.0),
];

/// The same in milliequivalents.
const MILLIEQUIVALENTS: &[(&str, f64, f64)] = &[("potassium_chloride", 80.0, 240.0)];

/// The highest usual doses in milligrams of what is injected into a vein at once, where they are lower than by mouth.
const INJECTED: &[(&str, f64, f64)] = &[
    ("morphine", 20.0, 400.0),
    ("hydromorphone", 4.0, 64.0),
    ("fentanyl", 1.0, 12.0),
    ("metoprolol", 15.0, 60.0),
    ("labetalol", 80.0, 2400.0),
    ("diltiazem", 30.0, 540.0),
    ("verapamil", 10.0, 100.0),
    ("propranolol", 5.0, 30.0),
    ("hydralazine", 40.0, 300.0),
    ("digoxin", 1.0, 1.5),
    ("midazolam", 20.0, 400.0),
    ("diazepam", 30.0, 100.0),
    ("bumetanide", 5.0, 10.0),
    ("famotidine", 40.0, 80.0),
];

/// The highest usual doses in milligrams of what is inhaled, where they are lower than by mouth.
const INHALED: &[(&str, f64, f64)] = &[("budesonide", 2.0, 4.0), ("beclomethasone", 0.8, 2.0)];

/// The most that a plaster for the skin holds, in milligrams.
const PATCHES: &[(&str, f64)] = &[("fentanyl", 16.0)];

/// The highest usual rates of infusion, in milligrams an hour, of an adult of 80 kg where they go by weight.
const RATES: &[(&str, f64)] = &[
    ("fentanyl", 1.0),
    ("remifentanil", 10.0),
    ("norepinephrine", 20.0),
    ("epinephrine", 20.0),
    ("phenylephrine", 30.0),
    ("dopamine", 150.0),
    ("dobutamine", 200.0),
    ("nitroglycerin", 24.0),
    ("octreotide", 0.1),
    ("midazolam", 40.0),
    ("morphine", 60.0),
    ("hydromorphone", 20.0),
    ("propofol", 800.0),
    ("ketamine", 200.0),
    ("diltiazem", 20.0),
    ("labetalol", 360.0),
    ("amiodarone", 900.0),
    ("lidocaine", 300.0),
    ("furosemide", 240.0),
];

/// First name of the drug, the highest single dose and the highest dose a day for each kilogram of weight, in milligrams;
/// of children and adults alike.
const PER_KILOGRAM: &[(&str, f64, f64)] = &[
    ("morphine", 0.5, 2.0),
    ("fentanyl", 0.1, 0.1),
    ("hydromorphone", 0.1, 0.5),
    ("codeine", 1.5, 6.0),
    ("tramadol", 3.0, 8.0),
    ("acetaminophen", 40.0, 100.0),
    ("ibuprofen", 20.0, 50.0),
    ("metamizole", 40.0, 120.0),
    ("gentamicin", 10.0, 10.0),
    ("amikacin", 30.0, 30.0),
    ("tobramycin", 12.0, 12.0),
    ("vancomycin", 40.0, 80.0),
    ("amoxicillin", 100.0, 200.0),
    ("amoxicillin clavulanate", 100.0, 200.0),
    ("ampicillin", 100.0, 400.0),
    ("cefotaxime", 100.0, 300.0),
    ("ceftriaxone", 100.0, 150.0),
    ("cefazolin", 50.0, 150.0),
    ("meropenem", 40.0, 120.0),
    ("acyclovir", 30.0, 80.0),
    ("azithromycin", 30.0, 30.0),
    ("metronidazole", 30.0, 50.0),
    ("levetiracetam", 60.0, 100.0),
    ("phenobarbital", 40.0, 40.0),
    ("phenytoin", 25.0, 30.0),
    ("valproate", 50.0, 80.0),
    ("midazolam", 1.0, 2.0),
    ("diazepam", 1.0, 3.0),
    ("lorazepam", 0.3, 0.6),
    ("ketamine", 15.0, 30.0),
    ("propofol", 6.0, 100.0),
    ("rocuronium", 2.0, 10.0),
    ("succinylcholine", 6.0, 6.0),
    ("epinephrine", 0.2, 1.0),
    ("atropine", 0.1, 0.2),
    ("adenosine", 0.5, 1.0),
    ("digoxin", 0.05, 0.06),
    ("naloxone", 0.4, 2.0),
    ("ondansetron", 0.5, 1.0),
    ("furosemide", 8.0, 12.0),
    ("dexamethasone", 2.0, 4.0),
    ("prednisolone", 5.0, 5.0),
    ("prednisone", 5.0, 5.0),
    ("methylprednisolone", 40.0, 40.0),
    ("levothyroxine", 0.02, 0.02),
    ("enoxaparin", 2.0, 4.0),
];

/// The highest single dose and dose a day of a drug for each kilogram of weight, in milligrams.
#[must_use]
pub fn per_kilogram(drug: usize) -> Option<(f64, f64)> {
    let names = &drugs::drug(drug)?.names;
    let row = PER_KILOGRAM.iter().find(|(name, ..)| names.first().is_some_and(|first| first == name));
    row.map(|(_, single, daily)| (*single, *daily))
}

/// The most that a plaster of a drug holds, in milligrams, where it is sold by micrograms an hour.
#[must_use]
pub fn patch(drug: usize) -> Option<f64> {
    let names = &drugs::drug(drug)?.names;
    PATCHES.iter().find(|(name, _)| names.first().is_some_and(|first| first == name)).map(|(_, most)| *most)
}

/// How a dose gets into the body, as far as its limit depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
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
    RATES.iter().find(|(name, _)| names.first().is_some_and(|first| first == name)).map(|(_, rate)| *rate)
}

static LIMITS: LazyLock<FxHashMap<usize, Vec<Limit>>> = LazyLock::new(|| {
    let mut out: FxHashMap<usize, Vec<Limit>> = FxHashMap::default();
    for (list, counted) in [
        (MILLIGRAMS, Counted::Milligrams),
        (UNITS, Counted::Units),
        (MILLIEQUIVALENTS, Counted::Milliequivalents),
    ] {
        for (name, single, daily) in list {
            let name = name.replace('_', " ");
            let drug = drugs::all().iter().position(|drug| drug.names.first() == Some(&name));
            if let Some(drug) = drug {
                out.entry(drug).or_default().push(Limit { counted, single: *single, daily: *daily });
            }
        }
    }
    out
});

/// The limits of a drug for doses that are counted so and given so.
#[must_use]
pub fn limit(drug: usize, counted: Counted, way: Way) -> Option<Limit> {
    let list = match way {
        Way::Injected => INJECTED,
        Way::Inhaled => INHALED,
        Way::Other => &[],
    };
    let names = &drugs::drug(drug)?.names;
    let own = list.iter().find(|(name, ..)| names.first().is_some_and(|first| first == name));
    if let Some((_, single, daily)) = own.filter(|_| counted == Counted::Milligrams) {
        return Some(Limit { counted, single: *single, daily: *daily });
    }
    LIMITS.get(&drug)?.iter().copied().find(|limit| limit.counted == counted)
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
pub fn counted(quantity: &Quantity, unit: &str) -> Option<(Counted, f64)> {
    if quantity.per.weight || quantity.per.surface || quantity.per.concentration {
        return None;
    }
    match quantity.measure {
        Measure::Mass => milligrams(unit).map(|factor| (Counted::Milligrams, factor)),
        Measure::Units => {
            let lower = unit.to_lowercase();
            let millions = lower.contains("mill") || lower.contains("mega") || lower.starts_with("mu");
            Some((Counted::Units, if millions { 1_000_000.0 } else { 1.0 }))
        }
        Measure::Amount => {
            matches!(unit.to_lowercase().as_str(), "meq" | "mmol" | "miliequivalentes" | "milliequivalents")
                .then_some((Counted::Milliequivalents, 1.0))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drug_with_a_limit_is_in_the_list_of_drugs_once() {
        let mut seen = Vec::new();
        for (name, single, daily) in MILLIGRAMS.iter().chain(UNITS).chain(MILLIEQUIVALENTS) {
            let folded = name.replace('_', " ");
            assert!(drugs::all().iter().any(|drug| drug.names.first() == Some(&folded)), "{name}");
            assert!(*single > 0.0 && daily >= single, "{name}");
            assert!(!seen.contains(name), "{name} stands twice");
            seen.push(name);
        }
        assert!(MILLIGRAMS.len() >= 80);
        let by_way = INJECTED.iter().chain(INHALED).chain(PER_KILOGRAM).map(|(name, ..)| *name);
        for name in by_way.chain(RATES.iter().map(|(name, _)| *name)) {
            assert!(
                drugs::all().iter().any(|drug| drug.names.first().is_some_and(|first| first == name)),
                "{name}"
            );
        }
    }
}
