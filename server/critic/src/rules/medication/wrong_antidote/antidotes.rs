//! The antidotes, what each acts on, and what it is mistaken for.
//!
//! The facts come from the section *Antidotes and other substances used in poisonings* of WHO's
//! Model List of Essential Medicines, and from the labels at DailyMed (United States, public
//! domain); [`Source`] gives which. The rows of [`Antidote::not_for`] are our own selection: only
//! poisons for which the antidote is never given. Uses that have been tried or reported (naloxone
//! in clonidine poisoning, fomepizole together with acetylcysteine) are not in the lists.

use super::poisons::Poison as P;
use crate::analysis::drugs;

/// The source for the poisons that an antidote acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// WHO's Model List of Essential Medicines, and the label.
    EssentialMedicines,
    /// The label alone: WHO does not list it.
    Label,
    /// Guidelines; the label names other uses.
    Guideline,
}

impl Source {
    /// Returns the source in words.
    pub(super) fn name(self, spanish: bool) -> &'static str {
        match (self, spanish) {
            (Source::EssentialMedicines, false) => "WHO list of essential medicines, label",
            (Source::EssentialMedicines, true) => "lista de medicamentos esenciales de la OMS, ficha técnica",
            (Source::Label, false) => "label",
            (Source::Label, true) => "ficha técnica",
            (Source::Guideline, false) => "guidelines",
            (Source::Guideline, true) => "guías",
        }
    }
}

/// The maximum distance between an antidote and its indication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The sentence must give the indication, because the antidote has other uses.
    Sentence,
    /// The poisoning may be anywhere in the note, because the drug is only an antidote.
    Note,
}

/// An antidote with what it acts on and what it is mistaken for.
pub(super) struct Antidote {
    /// Its English generic name in the list of drugs.
    pub(super) name: &'static str,
    pub(super) scope: Scope,
    pub(super) source: Source,
    /// What it acts on, in English and Spanish.
    pub(super) acts_on: (&'static str, &'static str),
    /// The poisons for which the antidote is right if the note mentions any of them.
    pub(super) right_for: &'static [P],
    /// The poisons that it does not act on.
    pub(super) not_for: &'static [&'static [P]],
    /// Parts of words for other uses, in lower case, separated by `|`: a note that mentions one gives
    /// it for that use.
    pub(super) other_uses: &'static str,
    /// Parts of words for other uses without a dose per kilogram, written as `other_uses`.
    pub(super) uses_without_weight: &'static str,
}

impl Antidote {
    /// Whether a text, in lower case, names another use of the antidote.
    pub(super) fn is_otherwise_used_in(&self, text: &str) -> bool {
        Self::is_in(self.other_uses, text) || self.is_used_without_weight_in(text)
    }

    /// Whether a text, in lower case, names a use without a dose per kilogram.
    pub(super) fn is_used_without_weight_in(&self, text: &str) -> bool {
        Self::is_in(self.uses_without_weight, text)
    }

    /// Whether a text mentions any of some uses.
    pub(super) fn is_in(uses: &str, text: &str) -> bool {
        uses.split('|').any(|word| match word {
            "" => false,
            // A normal INR is not an indication for vitamin K.
            "inr" => names_raised_inr(text),
            word => text.contains(word),
        })
    }
}

/// Whether a text, in lower case, mentions an INR that may be raised: one without a normal value
/// after it.
fn names_raised_inr(text: &str) -> bool {
    /// The INR from which it counts as raised.
    const MIN_RAISED_INR: f64 = 1.5;
    text.match_indices("inr").any(|(at, name)| {
        let behind = text.get(at + name.len()..).unwrap_or_default();
        let behind =
            behind.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | ';' | '\n'));
        let behind =
            ["of ", "is ", "was ", "de "].iter().find_map(|word| behind.strip_prefix(word)).unwrap_or(behind);
        let number: String =
            behind.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
        let value = number.trim_end_matches(['.', ',']).replace(',', ".").parse::<f64>();
        value.map_or(true, |value| value >= MIN_RAISED_INR)
    })
}

/// Poisons unrelated to clotting, muscles or metals, for which one antidote is mistaken for
/// another.
const COMMON_POISONS: &[P] = &[
    P::Barbiturate,
    P::Salicylate,
    P::Nsaid,
    P::Iron,
    P::ToxicAlcohol,
    P::Organophosphate,
    P::Digoxin,
    P::BetaBlocker,
    P::CalciumBlocker,
    P::Cyanide,
    P::CarbonMonoxide,
    P::Methaemoglobin,
    P::LocalAnaesthetic,
    P::Tricyclic,
    P::Lithium,
    P::Lead,
    P::Heparin,
    P::VitaminKAntagonist,
    P::Dabigatran,
    P::FactorXaInhibitor,
];

/// The antidotes that are checked; each drug has one row.
pub(super) const ANTIDOTES: &[Antidote] = &[
    Antidote {
        name: "naloxone",
        scope: Scope::Note,
        source: Source::EssentialMedicines,
        acts_on: ("opioids", "los opioides"),
        right_for: &[P::Opioid, P::ClonidineOrValproate],
        not_for: &[
            &[P::Benzodiazepine, P::Paracetamol, P::Sulfonylurea, P::Insulin, P::Stimulant],
            RELAXANTS,
            COMMON_POISONS,
        ],
        other_uses: "pruritus|prurito|take-home|take home|harm reduction",
        uses_without_weight: "",
    },
    Antidote {
        name: "flumazenil",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("benzodiazepines", "las benzodiacepinas"),
        right_for: &[P::Benzodiazepine],
        not_for: &[
            &[P::Opioid, P::Paracetamol, P::Sulfonylurea, P::Insulin, P::Stimulant],
            RELAXANTS,
            COMMON_POISONS,
        ],
        other_uses: "hepatic enceph|encefalopat|hypersomnia|sedation|sedaci|baclof",
        uses_without_weight: "",
    },
    Antidote {
        name: "acetylcysteine",
        scope: Scope::Note,
        source: Source::EssentialMedicines,
        acts_on: ("paracetamol", "el paracetamol"),
        right_for: &[P::Paracetamol, P::Mushroom, P::Arsenic, P::Methaemoglobin],
        not_for: &[&[
            P::Opioid,
            P::Benzodiazepine,
            P::Salicylate,
            P::Nsaid,
            P::Iron,
            P::ToxicAlcohol,
            P::Organophosphate,
            P::Digoxin,
            P::BetaBlocker,
            P::CalciumBlocker,
            P::Tricyclic,
            P::Lithium,
            P::VitaminKAntagonist,
            P::Heparin,
            P::Sulfonylurea,
            P::Insulin,
        ]],
        other_uses: "liver|hepat|hígado|transaminas|contrast",
        uses_without_weight: "mucol|sputum|esputo|secre|nebul|copd|epoc|bronqu|bronch|fibros|cough| tos ",
    },
    Antidote {
        name: "deferoxamine",
        scope: Scope::Note,
        source: Source::EssentialMedicines,
        acts_on: ("iron", "el hierro"),
        right_for: &[P::Iron],
        not_for: &[&[
            P::Lead,
            P::Arsenic,
            P::Mercury,
            P::Thallium,
            P::Paracetamol,
            P::Opioid,
            P::Benzodiazepine,
            P::Digoxin,
            P::Salicylate,
            P::Lithium,
            P::Organophosphate,
            P::ToxicAlcohol,
        ]],
        other_uses: "alumin|transfus|thalass|talasem|ferritin|hemocromat|hemochromat|haemochromat",
        uses_without_weight: "",
    },
    Antidote {
        name: "fomepizole",
        scope: Scope::Note,
        source: Source::EssentialMedicines,
        acts_on: ("methanol and ethylene glycol", "el metanol y el etilenglicol"),
        right_for: &[P::ToxicAlcohol, P::Paracetamol],
        not_for: &[&[
            P::Opioid,
            P::Benzodiazepine,
            P::Salicylate,
            P::Iron,
            P::Organophosphate,
            P::Cyanide,
            P::CarbonMonoxide,
            P::Methaemoglobin,
            P::Digoxin,
            P::BetaBlocker,
            P::CalciumBlocker,
            P::Tricyclic,
            P::Lithium,
            P::Lead,
        ]],
        other_uses: "glycol|glicol|osmol|anion gap|anión|isopropan|disulfiram|alcohol",
        uses_without_weight: "",
    },
    Antidote {
        name: "pralidoxime",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("organophosphates", "los organofosforados"),
        right_for: &[P::Organophosphate],
        not_for: &[
            &[P::Opioid, P::Benzodiazepine, P::Paracetamol, P::Anticholinergic],
            POISONS_BUT_ORGANOPHOSPHATES,
        ],
        other_uses: "cholinergic|colinérg|myasthen|miasten|neostigm|pyridostigm",
        uses_without_weight: "",
    },
    Antidote {
        name: "digoxin immune fab",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("digoxin and its kin", "la digoxina y afines"),
        right_for: &[P::Digoxin],
        not_for: &[&[
            P::Opioid,
            P::Benzodiazepine,
            P::Paracetamol,
            P::BetaBlocker,
            P::CalciumBlocker,
            P::Lithium,
            P::Tricyclic,
            P::Organophosphate,
            P::Iron,
            P::Salicylate,
        ]],
        other_uses: "toad|sapo|glycoside|glucósido|preeclamp",
        uses_without_weight: "",
    },
    Antidote {
        name: "idarucizumab",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("dabigatran", "el dabigatrán"),
        right_for: &[P::Dabigatran],
        not_for: &[&[
            P::FactorXaInhibitor,
            P::VitaminKAntagonist,
            P::Heparin,
            P::Fondaparinux,
            P::Thrombolytic,
        ]],
        other_uses: "",
        uses_without_weight: "",
    },
    Antidote {
        name: "andexanet",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("apixaban and rivaroxaban", "el apixabán y el rivaroxabán"),
        right_for: &[P::FactorXaInhibitor, P::Heparin, P::Fondaparinux],
        not_for: &[&[P::Dabigatran, P::VitaminKAntagonist, P::Thrombolytic]],
        other_uses: "",
        uses_without_weight: "",
    },
    Antidote {
        name: "protamine",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("heparin", "la heparina"),
        right_for: &[P::Heparin],
        not_for: &[&[
            P::VitaminKAntagonist,
            P::Dabigatran,
            P::FactorXaInhibitor,
            P::Fondaparinux,
            P::Thrombolytic,
        ]],
        other_uses: "bypass|cpb|dialysis|diálisis|ecmo|cath|cateter|angiog|pci|icp|clamp|extracorp|insulin|\
                     nph|lispro|cardiac surgery|cirugía card|ablat|ablac|graft|endovasc|stent|valve repl|tavi",
        uses_without_weight: "",
    },
    Antidote {
        name: "vitamin k",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("warfarin and its kin", "la warfarina, el acenocumarol y afines"),
        right_for: &[P::VitaminKAntagonist],
        not_for: &[&[P::Heparin, P::Fondaparinux, P::Dabigatran, P::FactorXaInhibitor, P::Thrombolytic]],
        other_uses: "inr|liver|hepat|hígado|hepát|cirr|cholest|colest|jaundice|icter|malnutr|desnutr|newborn|\
                     neonat|nacid|deficien|déficit|prothrombin|protrombin|quick|coagulopat|warfarin|malabsor|\
                     bile|biliar|crohn|fibros|nutrition|supplement|bone|osteop|antibiotic|pt |tp ",
        uses_without_weight: "",
    },
    Antidote {
        name: "sugammadex",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("rocuronium and vecuronium", "el rocuronio y el vecuronio"),
        right_for: &[P::Aminosteroid],
        not_for: &[&[P::Benzylisoquinoline, P::Succinylcholine, P::Opioid, P::Benzodiazepine]],
        other_uses: "neuromuscular|tof|train-of-four|relax|relajac",
        uses_without_weight: "",
    },
    Antidote {
        name: "neostigmine",
        scope: Scope::Sentence,
        source: Source::EssentialMedicines,
        acts_on: (
            "relaxants of muscles that are no succinylcholine",
            "los relajantes musculares que no son succinilcolina",
        ),
        right_for: &[P::Aminosteroid, P::Benzylisoquinoline],
        not_for: &[&[P::Opioid, P::Benzodiazepine, P::Barbiturate, P::LocalAnaesthetic]],
        other_uses: "neuromuscular|tof|train-of-four|relax|relajac|myasthen|miasten|ileus|íleo|ogilvie|obstruct|\
                     obstruc|retention|retención|atony|atonía",
        uses_without_weight: "",
    },
    Antidote {
        name: "dimercaprol",
        scope: Scope::Note,
        source: Source::EssentialMedicines,
        acts_on: ("arsenic, mercury, gold and lead", "el arsénico, el mercurio, el oro y el plomo"),
        right_for: &[P::Arsenic, P::Mercury, P::Lead],
        not_for: &[&[P::Iron, P::Lithium, P::Thallium, P::Paracetamol, P::Opioid, P::Benzodiazepine]],
        other_uses: "gold|oro ",
        uses_without_weight: "",
    },
    Antidote {
        name: "glucagon",
        scope: Scope::Sentence,
        source: Source::Guideline,
        acts_on: (
            "beta blockers and calcium channel blockers, beside hypoglycemia",
            "los betabloqueantes y antagonistas del calcio, además de la hipoglucemia",
        ),
        right_for: &[P::BetaBlocker, P::CalciumBlocker, P::Insulin, P::Sulfonylurea],
        not_for: &[&[
            P::Opioid,
            P::Benzodiazepine,
            P::Paracetamol,
            P::Organophosphate,
            P::Iron,
            P::Heparin,
            P::VitaminKAntagonist,
            P::Methaemoglobin,
            P::Cyanide,
        ]],
        other_uses: "hypogly|hipogluc|glucose|glucosa|food|esophag|esofág|endosc",
        uses_without_weight: "",
    },
    Antidote {
        name: "hydroxocobalamin",
        scope: Scope::Sentence,
        source: Source::Label,
        acts_on: ("cyanide", "el cianuro"),
        right_for: &[P::Cyanide, P::CarbonMonoxide],
        not_for: &[&[
            P::Opioid,
            P::Benzodiazepine,
            P::Paracetamol,
            P::Organophosphate,
            P::Iron,
            P::ToxicAlcohol,
            P::Methaemoglobin,
            P::Digoxin,
        ]],
        other_uses: "b12|anemia|anaemia|smoke|humo|fire|incendio",
        uses_without_weight: "",
    },
    Antidote {
        name: "methylene blue",
        scope: Scope::Sentence,
        source: Source::EssentialMedicines,
        acts_on: ("methemoglobinemia", "la metahemoglobinemia"),
        right_for: &[P::Methaemoglobin],
        not_for: &[&[
            P::Opioid,
            P::Benzodiazepine,
            P::Paracetamol,
            P::Organophosphate,
            P::Iron,
            P::CarbonMonoxide,
            P::Cyanide,
            P::ToxicAlcohol,
            P::Digoxin,
        ]],
        other_uses: "vasopleg|shock|dye|tinci|stain|ifosf|node|gangli",
        uses_without_weight: "",
    },
    Antidote {
        name: "dantrolene",
        scope: Scope::Sentence,
        source: Source::Label,
        acts_on: ("malignant hyperthermia", "la hipertermia maligna"),
        right_for: &[P::MalignantHyperthermia, P::Stimulant],
        not_for: &[&[
            P::Opioid,
            P::Benzodiazepine,
            P::Paracetamol,
            P::Organophosphate,
            P::LocalAnaesthetic,
            P::Iron,
            P::Digoxin,
            P::Benzylisoquinoline,
            P::Aminosteroid,
        ]],
        other_uses: "spastic|espastic|hyperthermia|hipertermia|rigid",
        uses_without_weight: "",
    },
    Antidote {
        name: "lipid emulsion",
        scope: Scope::Sentence,
        source: Source::Guideline,
        acts_on: (
            "local anesthetics and other drugs that dissolve in fat",
            "los anestésicos locales y otros fármacos liposolubles",
        ),
        right_for: &[P::LocalAnaesthetic, P::Tricyclic, P::CalciumBlocker, P::BetaBlocker],
        not_for: &[&[
            P::Opioid,
            P::Paracetamol,
            P::Iron,
            P::Lithium,
            P::ToxicAlcohol,
            P::Cyanide,
            P::CarbonMonoxide,
            P::Methaemoglobin,
            P::MalignantHyperthermia,
        ]],
        other_uses: "parenteral|nutric|nutrition|tpn|npt",
        uses_without_weight: "",
    },
    Antidote {
        name: "physostigmine",
        scope: Scope::Note,
        source: Source::Label,
        acts_on: ("anticholinergic drugs", "los anticolinérgicos"),
        right_for: &[P::Anticholinergic, P::Tricyclic],
        not_for: &[&[
            P::Organophosphate,
            P::Opioid,
            P::BetaBlocker,
            P::CalciumBlocker,
            P::Digoxin,
            P::Paracetamol,
        ]],
        other_uses: "deliri",
        uses_without_weight: "",
    },
    Antidote {
        name: "atropine",
        scope: Scope::Sentence,
        source: Source::EssentialMedicines,
        acts_on: (
            "organophosphates and carbamates, beside bradycardia",
            "los organofosforados y carbamatos, además de la bradicardia",
        ),
        right_for: &[P::Organophosphate, P::Digoxin, P::BetaBlocker, P::CalciumBlocker],
        not_for: &[&[
            P::Anticholinergic,
            P::Cyanide,
            P::ToxicAlcohol,
            P::Paracetamol,
            P::Benzodiazepine,
            P::Iron,
            P::Methaemoglobin,
        ]],
        other_uses: "brady|bradic|heart rate|frecuencia|secretion|secrecion|eye|colirio",
        uses_without_weight: "",
    },
    Antidote {
        name: "leucovorin",
        scope: Scope::Sentence,
        source: Source::Label,
        acts_on: ("methotrexate", "el metotrexato"),
        right_for: &[P::Methotrexate, P::ToxicAlcohol],
        not_for: &[&[P::Fluorouracil]],
        other_uses: "folfox|folfiri|cycle|ciclo|regimen|esquema|chemotherapy|quimioterap",
        uses_without_weight: "",
    },
];

/// Muscle relaxants for surgery.
const RELAXANTS: &[P] = &[P::Aminosteroid, P::Benzylisoquinoline, P::Succinylcholine];

/// [`COMMON_POISONS`] without what pralidoxime acts on.
const POISONS_BUT_ORGANOPHOSPHATES: &[P] = &[
    P::Salicylate,
    P::Iron,
    P::ToxicAlcohol,
    P::Digoxin,
    P::BetaBlocker,
    P::CalciumBlocker,
    P::Cyanide,
    P::CarbonMonoxide,
    P::Methaemoglobin,
    P::Tricyclic,
    P::Lithium,
];

/// Returns the row of a drug, by its index in the list of drugs.
pub(super) fn row_of(drug: usize) -> Option<&'static Antidote> {
    let name = drugs::drug(drug)?.names.first()?;
    ANTIDOTES.iter().find(|antidote| antidote.name == name)
}
