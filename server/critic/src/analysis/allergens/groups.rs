//! Groups of drugs that allergy lists name or that cross-react.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;

/// Drugs that one label names together, or that cross-react.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Penicillins.
    Penicillin,
    /// Cephalosporins.
    Cephalosporin,
    /// Carbapenems.
    Carbapenem,
    /// Aztreonam.
    Monobactam,
    /// Aminopenicillins and the cephalosporins that share their side chain.
    AminopenicillinSideChain,
    /// Cephalosporins with the methoxyimino side chain.
    MethoxyiminoSideChain,
    /// Ceftazidime and aztreonam, which share a side chain.
    CeftazidimeSideChain,
    /// Antibacterial sulfonamides, and sulfasalazine, which releases one.
    Sulfonamide,
    /// Quinolones.
    Quinolone,
    /// Macrolides.
    Macrolide,
    /// Tetracyclines.
    Tetracycline,
    /// Aminoglycosides.
    Aminoglycoside,
    /// Glycopeptides.
    Glycopeptide,
    /// NSAIDs that inhibit COX-1, aspirin included.
    Nsaid,
    /// Selective inhibitors of COX-2.
    Coxib,
    /// Metamizole and related drugs.
    Pyrazolone,
    /// Morphine and opioids derived from it.
    Phenanthrene,
    /// Opioids of every structure.
    Opioid,
    /// ACE inhibitors, whose names end in -pril.
    AceInhibitor,
    /// Angiotensin receptor blockers, whose names end in -sartan.
    Arb,
    /// Unfractionated and low-molecular-weight heparins.
    Heparin,
    /// Statins, which lower cholesterol.
    Statin,
    /// Iodinated contrast media.
    IodinatedContrast,
    /// Contrast media with gadolinium.
    Gadolinium,
    /// Local anaesthetics, whose names end in -caine.
    LocalAnaesthetic,
    /// Anticonvulsants with an aromatic ring.
    AromaticAnticonvulsant,
    /// Benzodiazepines, such as diazepam and midazolam.
    Benzodiazepine,
    /// Corticosteroids by mouth, vein or skin.
    Corticosteroid,
    /// Proton pump inhibitors, whose names end in -prazole.
    ProtonPumpInhibitor,
    /// Thiazides and thiazide-like diuretics.
    Thiazide,
    /// Neuromuscular blockers such as rocuronium, which cross-react.
    NeuromuscularBlocker,
    /// Platinum-based cytotoxic drugs.
    Platinum,
    /// Nitroimidazoles, such as metronidazole.
    Nitroimidazole,
    /// Beta blockers, whose names end in -olol.
    BetaBlocker,
    /// Calcium channel blockers.
    CalciumBlocker,
    /// Selective serotonin reuptake inhibitors.
    Ssri,
    /// Tricyclic antidepressants.
    Tricyclic,
    /// Phenothiazines.
    Phenothiazine,
    /// Azole antifungals.
    Azole,
    /// Echinocandin antifungals.
    Echinocandin,
    /// Rifampicin and related drugs.
    Rifamycin,
    /// Clindamycin and lincomycin.
    Lincosamide,
    /// Taxanes.
    Taxane,
    /// Anthracyclines.
    Anthracycline,
    /// Oral or intravenous iron.
    Iron,
    /// Intravenous iron.
    IntravenousIron,
    /// Bisphosphonates.
    Bisphosphonate,
    /// Sulfonylureas.
    Sulfonylurea,
    /// Sodium-glucose cotransporter 2 inhibitors.
    Sglt2Inhibitor,
    /// Dipeptidyl peptidase 4 inhibitors.
    Gliptin,
    /// Glucagon-like peptide 1 receptor agonists.
    Glp1Agonist,
    /// Loop diuretics.
    LoopDiuretic,
    /// Nitrates.
    Nitrate,
    /// Triptans.
    Triptan,
    /// Barbiturates.
    Barbiturate,
    /// 5-HT3 receptor antagonists.
    Setron,
    /// Tumour necrosis factor blockers.
    TnfBlocker,
    /// Direct oral anticoagulants.
    Anticoagulant,
    /// Insulins.
    Insulin,
    /// Local anaesthetics with an amide bond.
    AmideAnaesthetic,
    /// Local anaesthetics with an ester bond.
    EsterAnaesthetic,
    /// Fentanyl and its analogues.
    Phenylpiperidine,
}

use Group as G;

impl Group {
    /// The group for a value of the column `classes` in `drugs.tsv`; `None` if no allergy refers to that class.
    #[must_use]
    pub fn parse(class: &str) -> Option<Group> {
        let word: serde::de::value::StrDeserializer<'_, Error> = class.into_deserializer();
        Group::deserialize(word).ok()
    }

    /// The plural name of the group in English or Spanish.
    #[must_use]
    pub fn name(self, spanish: bool) -> &'static str {
        let (english, other) = match self {
            G::Penicillin => ("penicillins", "penicilinas"),
            G::Cephalosporin => ("cephalosporins", "cefalosporinas"),
            G::Carbapenem => ("carbapenems", "carbapenemes"),
            G::Monobactam => ("beta-lactams", "betalactámicos"),
            G::AminopenicillinSideChain | G::MethoxyiminoSideChain | G::CeftazidimeSideChain => {
                ("beta-lactams with the same side chain", "betalactámicos con la misma cadena lateral")
            }
            G::Sulfonamide => ("antibacterial sulfonamides", "sulfamidas antibacterianas"),
            G::Quinolone => ("quinolones", "quinolonas"),
            G::Macrolide => ("macrolides", "macrólidos"),
            G::Tetracycline => ("tetracyclines", "tetraciclinas"),
            G::Aminoglycoside => ("aminoglycosides", "aminoglucósidos"),
            G::Glycopeptide => ("glycopeptides", "glucopéptidos"),
            G::Nsaid => ("NSAIDs", "AINE"),
            G::Coxib => ("COX-2 inhibitors", "inhibidores de la COX-2"),
            G::Pyrazolone => ("pyrazolones", "pirazolonas"),
            G::Phenanthrene | G::Opioid => ("opioids", "opioides"),
            G::AceInhibitor => ("ACE inhibitors", "inhibidores de la ECA"),
            G::Arb => ("angiotensin receptor blockers", "antagonistas de la angiotensina II"),
            G::Heparin => ("heparins", "heparinas"),
            G::Statin => ("statins", "estatinas"),
            G::IodinatedContrast => ("iodinated contrast media", "contrastes yodados"),
            G::Gadolinium => ("gadolinium contrast media", "contrastes con gadolinio"),
            G::LocalAnaesthetic => ("local anaesthetics", "anestésicos locales"),
            G::AromaticAnticonvulsant => ("aromatic anticonvulsants", "anticonvulsivantes aromáticos"),
            G::Benzodiazepine => ("benzodiazepines", "benzodiacepinas"),
            G::Corticosteroid => ("corticosteroids", "corticoides"),
            G::ProtonPumpInhibitor => ("proton pump inhibitors", "inhibidores de la bomba de protones"),
            G::Thiazide => ("thiazide diuretics", "diuréticos tiazídicos"),
            G::NeuromuscularBlocker => ("neuromuscular blockers", "bloqueantes neuromusculares"),
            G::Platinum => ("platinum drugs", "derivados del platino"),
            G::Nitroimidazole => ("nitroimidazoles", "nitroimidazoles"),
            G::BetaBlocker => ("beta-blockers", "betabloqueantes"),
            G::CalciumBlocker => ("calcium channel blockers", "antagonistas del calcio"),
            G::Ssri => {
                ("selective serotonin reuptake inhibitors", "inhibidores de la recaptación de serotonina")
            }
            G::Tricyclic => ("tricyclic antidepressants", "antidepresivos tricíclicos"),
            G::Phenothiazine => ("phenothiazines", "fenotiazinas"),
            G::Azole => ("azole antifungals", "antifúngicos azólicos"),
            G::Echinocandin => ("echinocandins", "equinocandinas"),
            G::Rifamycin => ("rifamycins", "rifamicinas"),
            G::Lincosamide => ("lincosamides", "lincosamidas"),
            G::Taxane => ("taxanes", "taxanos"),
            G::Anthracycline => ("anthracyclines", "antraciclinas"),
            G::Iron => ("iron preparations", "preparados de hierro"),
            G::IntravenousIron => ("intravenous iron", "hierro intravenoso"),
            G::Bisphosphonate => ("bisphosphonates", "bifosfonatos"),
            G::Sulfonylurea => ("sulfonylureas", "sulfonilureas"),
            G::Sglt2Inhibitor => ("SGLT2 inhibitors", "inhibidores de SGLT2"),
            G::Gliptin => ("DPP-4 inhibitors", "inhibidores de la DPP-4"),
            G::Glp1Agonist => ("GLP-1 agonists", "agonistas de GLP-1"),
            G::LoopDiuretic => ("loop diuretics", "diuréticos del asa"),
            G::Nitrate => ("nitrates", "nitratos"),
            G::Triptan => ("triptans", "triptanes"),
            G::Barbiturate => ("barbiturates", "barbitúricos"),
            G::Setron => ("5-HT3 antagonists", "antagonistas 5-HT3"),
            G::TnfBlocker => ("TNF blockers", "anti-TNF"),
            G::Anticoagulant => ("direct oral anticoagulants", "anticoagulantes orales directos"),
            G::Insulin => ("insulins", "insulinas"),
            G::AmideAnaesthetic => {
                ("local anaesthetics of the amide type", "anestésicos locales de tipo amida")
            }
            G::EsterAnaesthetic => {
                ("local anaesthetics of the ester type", "anestésicos locales de tipo éster")
            }
            G::Phenylpiperidine => ("fentanyl and its kin", "fentanilo y derivados"),
        };
        if spanish { other } else { english }
    }

    pub(super) const fn bit(self) -> u64 {
        1 << self as u32
    }

    /// Whether an allergy to one drug of the group extends to the others, and which reaction that requires.
    pub(super) fn crosses(self) -> CrossReactivity {
        match self {
            G::Penicillin
            | G::AminopenicillinSideChain
            | G::MethoxyiminoSideChain
            | G::CeftazidimeSideChain
            | G::Sulfonamide
            | G::Quinolone
            | G::Macrolide
            | G::Tetracycline
            | G::Aminoglycoside
            | G::Nsaid
            | G::AceInhibitor
            | G::Heparin
            | G::Pyrazolone
            | G::Nitroimidazole
            | G::Carbapenem
            | G::Rifamycin
            | G::Lincosamide
            | G::IodinatedContrast => CrossReactivity::Always,
            G::Phenanthrene
            | G::AromaticAnticonvulsant
            | G::NeuromuscularBlocker
            | G::Platinum
            | G::Phenothiazine
            | G::Echinocandin
            | G::Taxane
            | G::Arb
            | G::IntravenousIron
            | G::Barbiturate
            | G::AmideAnaesthetic
            | G::EsterAnaesthetic
            | G::Thiazide => CrossReactivity::WithReaction,
            G::ProtonPumpInhibitor | G::Setron | G::Statin | G::Phenylpiperidine => {
                CrossReactivity::WithSevereReaction
            }
            _ => CrossReactivity::Never,
        }
    }
}

/// When an allergy extends to the rest of its group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CrossReactivity {
    Always,
    /// If the note documents an allergic reaction.
    WithReaction,
    /// If the note documents a severe reaction.
    WithSevereReaction,
    Never,
}

pub(super) const ALL_GROUPS: [Group; 62] = [
    G::Penicillin,
    G::AminopenicillinSideChain,
    G::MethoxyiminoSideChain,
    G::CeftazidimeSideChain,
    G::Cephalosporin,
    G::Carbapenem,
    G::Monobactam,
    G::Sulfonamide,
    G::Quinolone,
    G::Macrolide,
    G::Tetracycline,
    G::Aminoglycoside,
    G::Glycopeptide,
    G::Nsaid,
    G::Coxib,
    G::Pyrazolone,
    G::Phenanthrene,
    G::Opioid,
    G::AceInhibitor,
    G::Arb,
    G::Heparin,
    G::Statin,
    G::IodinatedContrast,
    G::Gadolinium,
    G::LocalAnaesthetic,
    G::AromaticAnticonvulsant,
    G::Benzodiazepine,
    G::Corticosteroid,
    G::ProtonPumpInhibitor,
    G::Thiazide,
    G::NeuromuscularBlocker,
    G::Platinum,
    G::Nitroimidazole,
    G::BetaBlocker,
    G::CalciumBlocker,
    G::Ssri,
    G::Tricyclic,
    G::Phenothiazine,
    G::Azole,
    G::Echinocandin,
    G::Rifamycin,
    G::Lincosamide,
    G::Taxane,
    G::Anthracycline,
    G::Iron,
    G::IntravenousIron,
    G::Bisphosphonate,
    G::Sulfonylurea,
    G::Sglt2Inhibitor,
    G::Gliptin,
    G::Glp1Agonist,
    G::LoopDiuretic,
    G::Nitrate,
    G::Triptan,
    G::Barbiturate,
    G::Setron,
    G::TnfBlocker,
    G::Anticoagulant,
    G::Insulin,
    G::AmideAnaesthetic,
    G::EsterAnaesthetic,
    G::Phenylpiperidine,
];
