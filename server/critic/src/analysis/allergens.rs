//! What an allergy to a drug, or to a group of drugs, forbids.
//!
//! A label in a note names a drug ("amoxicillin"), a combination ("Percocet") or a group ("beta-lactams"). An allergy
//! clashes with what is ordered where both share an ingredient, where the drug belongs to the group that the label
//! names, or where both belong to a group within which allergies are known to cross.
//!
//! Which drug belongs to which group is a fact of pharmacology; the lists are our own, written from general knowledge
//! and not generated from a register. Which cephalosporin shares its R1 side chain with which penicillin follows from
//! their structures.

use crate::analysis::drugs;
use std::sync::LazyLock;

/// Drugs that a label names together, or between which allergies cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Penicillins.
    Penicillin,
    /// Cephalosporins.
    Cephalosporin,
    /// Carbapenems.
    Carbapenem,
    /// Aztreonam.
    Monobactam,
    /// Aminopenicillins, and the cephalosporins with their side chain.
    AminopenicillinSideChain,
    /// Cephalosporins with the methoxyimino side chain.
    MethoxyiminoSideChain,
    /// Ceftazidime and aztreonam, which share a side chain.
    CeftazidimeSideChain,
    /// Antibacterial sulfonamides, and sulfasalazine, which sets one free.
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
    /// Metamizole and its relatives.
    Pyrazolone,
    /// Opioids that are morphine or made from it.
    Phenanthrene,
    /// Opioids of every structure.
    Opioid,
    /// ACE inhibitors.
    AceInhibitor,
    /// Angiotensin receptor blockers.
    Arb,
    /// Unfractionated and low-molecular-weight heparins.
    Heparin,
    /// Statins.
    Statin,
    /// Iodinated contrast media.
    IodinatedContrast,
    /// Contrast media with gadolinium.
    Gadolinium,
    /// Local anaesthetics, whose names end in -caine.
    LocalAnaesthetic,
    /// Anticonvulsants with an aromatic ring.
    AromaticAnticonvulsant,
    /// Benzodiazepines.
    Benzodiazepine,
    /// Corticosteroids.
    Corticosteroid,
    /// Proton pump inhibitors.
    ProtonPumpInhibitor,
}

use Group as G;

impl Group {
    /// The group in words, plural, in English or Spanish.
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
        };
        if spanish { other } else { english }
    }

    const fn bit(self) -> u64 {
        1 << self as u32
    }

    /// Whether an allergy to one drug of the group is taken for one to all, and what must be known of it for that.
    fn crosses(self) -> Crossing {
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
            | G::IodinatedContrast => Crossing::Always,
            G::Phenanthrene | G::AromaticAnticonvulsant => Crossing::WithReaction,
            _ => Crossing::Never,
        }
    }
}

/// When an allergy crosses within a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Crossing {
    Always,
    /// Where the note says that the reaction was an allergic one.
    WithReaction,
    Never,
}

const ALL_GROUPS: [Group; 29] = [
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
];

/// The names by which a group is called. `true` where the name can also stand in an order.
pub(crate) const LABELS: &[(&str, &[Group], bool)] = &[
    ("pcn|pcns|pnc|pen allergy|pen allergic|pen", &[G::Penicillin], false),
    (
        "penicillins|penicilinas|penicillin family|familia de las penicilinas|penicillin class|penicillin antibiotics|\
         aminopenicillins|aminopenicilinas",
        &[G::Penicillin],
        true,
    ),
    (
        "beta lactams|beta lactam|betalactams|betalactam|beta lactam antibiotics|betalactamicos|betalactamico|\
         beta lactamicos|beta lactamico|b lactamicos|antibioticos betalactamicos|β lactams|β lactam|β lactamicos",
        &[G::Penicillin, G::Cephalosporin, G::Carbapenem, G::Monobactam],
        true,
    ),
    ("cephalosporins|cephalosporin|cephs|cefalosporinas|cefalosporina", &[G::Cephalosporin], true),
    ("carbapenems|carbapenem|carbapenemes|carbapenemicos|carbapenem antibiotics", &[G::Carbapenem], true),
    (
        "sulfa|sulfas|sulpha|sulfa drugs|sulpha drugs|sulfa antibiotics|sulfonamides|sulfonamide|sulphonamides|\
         sulphonamide|sulfonamide antibiotics|sulfamidas|sulfamida|sulfonamidas|sulfonamida|sulfa allergy",
        &[G::Sulfonamide],
        true,
    ),
    (
        "quinolones|quinolone|fluoroquinolones|fluoroquinolone|quinolonas|quinolona|fluoroquinolonas|\
         fluoroquinolona|fluorquinolonas|floxacins",
        &[G::Quinolone],
        true,
    ),
    ("macrolides|macrolide|macrolidos|macrolido|mycins", &[G::Macrolide], true),
    ("tetracyclines|tetraciclinas", &[G::Tetracycline], true),
    (
        "aminoglycosides|aminoglycoside|aminoglucosidos|aminoglucosido|aminoglicosidos",
        &[G::Aminoglycoside],
        true,
    ),
    ("glycopeptides|glucopeptidos|glicopeptidos", &[G::Glycopeptide], true),
    (
        "nsaid|nsaids|nonsteroidals|non steroidals|nonsteroidal anti inflammatory drugs|\
         non steroidal anti inflammatory drugs|nonsteroidal antiinflammatories|non steroidal anti inflammatories|\
         anti inflammatories|antiinflammatories|aine|aines|antiinflamatorios no esteroideos|antiinflamatorios|\
         anti inflamatorios|antiinflamatorio no esteroideo|antiinflamatorio",
        &[G::Nsaid, G::Coxib, G::Pyrazolone],
        true,
    ),
    ("salicylates|salicylate|salicilatos|salicilato", &[G::Nsaid], false),
    ("pyrazolones|pyrazolone|pirazolonas|pirazolona", &[G::Pyrazolone], true),
    (
        "opioids|opioid|opiates|opiate|narcotics|narcotic|opiaceos|opiaceo|opioides|opioide|morficos|\
         derivados morficos|derivados de la morfina",
        &[G::Opioid],
        true,
    ),
    (
        "ace inhibitors|ace inhibitor|acei|aceis|ace i|ace is|ieca|iecas|inhibidores de la eca|inhibidor de la eca|\
         inhibidores de la enzima convertidora",
        &[G::AceInhibitor],
        true,
    ),
    (
        "arbs|angiotensin receptor blocker|angiotensin receptor blockers|ara ii|araii|sartans|sartanes",
        &[G::Arb],
        true,
    ),
    (
        "heparins|heparinas|hbpm|lmwh|low molecular weight heparin|heparina de bajo peso molecular",
        &[G::Heparin],
        true,
    ),
    ("statins|statin|estatinas|estatina|hmg coa reductase inhibitors", &[G::Statin], true),
    (
        "iv contrast|intravenous contrast|iodinated contrast|iodine contrast|iodinated contrast media|\
         iodinated contrast medium|radiocontrast|radiocontrast media|contrast ct|contrast enhanced ct|contraste iv|\
         contraste intravenoso|contraste yodado|contrastes yodados|contraste iodado|contrastes iodados|\
         contraste endovenoso|tac con contraste|tc con contraste|ct with contrast|cect",
        &[G::IodinatedContrast],
        true,
    ),
    (
        "contrast|contrast dye|ct dye|iv dye|x ray dye|contrast media|contrast material|iodine|contraste|contrastes|\
         medios de contraste|yodo",
        &[G::IodinatedContrast],
        false,
    ),
    ("gadolinium|gadolinium contrast|gadolinio|contraste con gadolinio|mri contrast", &[G::Gadolinium], true),
    (
        "local anesthetics|local anaesthetics|local anesthetic|caine anesthetics|caines|anestesicos locales|\
         anestesia local|novocaine|novocain",
        &[G::LocalAnaesthetic],
        false,
    ),
    ("aromatic anticonvulsants|anticonvulsivantes aromaticos", &[G::AromaticAnticonvulsant], false),
    (
        "benzodiazepines|benzodiazepine|benzos|bzd|benzodiacepinas|benzodiazepinas|benzodiacepina",
        &[G::Benzodiazepine],
        true,
    ),
    (
        "corticosteroids|steroids|corticoides|corticosteroides|esteroides|cortisone|cortisona",
        &[G::Corticosteroid],
        false,
    ),
    (
        "proton pump inhibitors|ppis|ibp|ibps|inhibidores de la bomba de protones",
        &[G::ProtonPumpInhibitor],
        true,
    ),
];

/// The members of groups by the first name of the drug; `_` stands for a space.
const MEMBERS: &[(&[Group], &str)] = &[
    (
        &[G::Penicillin],
        "penicillin flucloxacillin dicloxacillin cloxacillin oxacillin nafcillin piperacillin ticarcillin \
         benzylpenicillin phenoxymethylpenicillin pivmecillinam temocillin",
    ),
    (&[G::Penicillin, G::AminopenicillinSideChain], "amoxicillin ampicillin"),
    (&[G::Cephalosporin, G::AminopenicillinSideChain], "cephalexin cefadroxil cefaclor cefprozil"),
    (
        &[G::Cephalosporin, G::MethoxyiminoSideChain],
        "ceftriaxone cefotaxime cefepime cefpodoxime cefditoren cefuroxime",
    ),
    (&[G::Cephalosporin, G::CeftazidimeSideChain], "ceftazidime cefiderocol ceftolozane"),
    (&[G::Cephalosporin], "cefazolin cefixime cefdinir cefoxitin ceftaroline cefonicid"),
    (&[G::Carbapenem], "meropenem imipenem ertapenem doripenem"),
    (&[G::Monobactam, G::CeftazidimeSideChain], "aztreonam"),
    (&[G::Sulfonamide], "sulfamethoxazole sulfadiazine sulfacetamide sulfadoxine sulfasalazine"),
    (
        &[G::Quinolone],
        "ciprofloxacin levofloxacin moxifloxacin ofloxacin norfloxacin delafloxacin gemifloxacin",
    ),
    (&[G::Macrolide], "azithromycin clarithromycin erythromycin roxithromycin spiramycin"),
    (&[G::Tetracycline], "doxycycline minocycline tetracycline tigecycline"),
    (&[G::Aminoglycoside], "gentamicin tobramycin amikacin streptomycin neomycin"),
    (&[G::Glycopeptide], "vancomycin teicoplanin dalbavancin oritavancin"),
    (
        &[G::Nsaid],
        "ibuprofen naproxen diclofenac ketorolac indomethacin meloxicam piroxicam ketoprofen dexketoprofen \
         flurbiprofen mefenamic_acid aspirin nimesulide aceclofenac nabumetone etodolac sulindac tenoxicam lornoxicam",
    ),
    (&[G::Coxib], "celecoxib etoricoxib parecoxib"),
    (&[G::Pyrazolone], "metamizole propyphenazone phenylbutazone"),
    (
        &[G::Opioid, G::Phenanthrene],
        "morphine oxycodone hydrocodone hydromorphone codeine dihydrocodeine oxymorphone",
    ),
    (&[G::Opioid], "fentanyl tramadol methadone buprenorphine tapentadol meperidine remifentanil sufentanil"),
    (
        &[G::AceInhibitor],
        "lisinopril enalapril ramipril captopril perindopril benazepril quinapril fosinopril trandolapril",
    ),
    (&[G::Arb], "losartan valsartan candesartan irbesartan telmisartan olmesartan"),
    (&[G::Heparin], "heparin enoxaparin dalteparin tinzaparin bemiparin nadroparin"),
    (&[G::Statin], "atorvastatin simvastatin rosuvastatin pravastatin fluvastatin lovastatin pitavastatin"),
    (&[G::IodinatedContrast], "iohexol iopamidol iodixanol iopromide ioversol"),
    (&[G::Gadolinium], "gadobutrol gadoterate gadobenate gadoxetate"),
    (
        &[G::LocalAnaesthetic],
        "lidocaine bupivacaine ropivacaine mepivacaine articaine prilocaine levobupivacaine",
    ),
    (
        &[G::AromaticAnticonvulsant],
        "phenytoin fosphenytoin carbamazepine oxcarbazepine eslicarbazepine phenobarbital primidone",
    ),
    (
        &[G::Benzodiazepine],
        "diazepam lorazepam alprazolam clonazepam midazolam temazepam bromazepam lormetazepam",
    ),
    (
        &[G::Corticosteroid],
        "prednisone prednisolone methylprednisolone dexamethasone hydrocortisone betamethasone triamcinolone \
         deflazacort",
    ),
    (&[G::ProtonPumpInhibitor], "omeprazole esomeprazole pantoprazole lansoprazole rabeprazole"),
];

/// What combinations contain, by the first name of each.
const CONTAINS: &[(&str, &[&str])] = &[
    ("amoxicillin clavulanate", &["amoxicillin"]),
    ("piperacillin tazobactam", &["piperacillin"]),
    ("ampicillin sulbactam", &["ampicillin"]),
    ("ticarcillin clavulanate", &["ticarcillin"]),
    ("ceftazidime avibactam", &["ceftazidime"]),
    ("imipenem cilastatin", &["imipenem"]),
    ("trimethoprim sulfamethoxazole", &["trimethoprim", "sulfamethoxazole"]),
    ("silver sulfadiazine", &["sulfadiazine"]),
    ("oxycodone acetaminophen", &["oxycodone", "acetaminophen"]),
    ("hydrocodone acetaminophen", &["hydrocodone", "acetaminophen"]),
    ("codeine acetaminophen", &["codeine", "acetaminophen"]),
    ("tramadol acetaminophen", &["tramadol", "acetaminophen"]),
    ("tramadol dexketoprofen", &["tramadol", "dexketoprofen"]),
    ("oxycodone naloxone", &["oxycodone", "naloxone"]),
    ("buprenorphine naloxone", &["buprenorphine", "naloxone"]),
    ("hydrocodone ibuprofen", &["hydrocodone", "ibuprofen"]),
    ("sumatriptan naproxen", &["sumatriptan", "naproxen"]),
    ("naproxen esomeprazole", &["naproxen", "esomeprazole"]),
    ("ibuprofen famotidine", &["ibuprofen", "famotidine"]),
    ("diclofenac misoprostol", &["diclofenac", "misoprostol"]),
    ("aspirin caffeine", &["aspirin"]),
    ("aspirin acetaminophen caffeine", &["aspirin", "acetaminophen"]),
    ("aspirin dipyridamole", &["aspirin", "dipyridamole"]),
    ("metamizole hyoscine", &["metamizole"]),
    ("amlodipine benazepril", &["amlodipine", "benazepril"]),
    ("losartan hydrochlorothiazide", &["losartan", "hydrochlorothiazide"]),
    ("valsartan hydrochlorothiazide", &["valsartan", "hydrochlorothiazide"]),
    ("amlodipine valsartan", &["amlodipine", "valsartan"]),
    ("amlodipine olmesartan", &["amlodipine", "olmesartan"]),
    ("fluticasone salmeterol", &["fluticasone", "salmeterol"]),
    ("budesonide formoterol", &["budesonide", "formoterol"]),
    ("sacubitril valsartan", &["sacubitril", "valsartan"]),
    ("enalapril hydrochlorothiazide", &["enalapril", "hydrochlorothiazide"]),
    ("lisinopril hydrochlorothiazide", &["lisinopril", "hydrochlorothiazide"]),
];

/// What an allergy or an order names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Substance {
    /// A drug, by its index in [`drugs::all`].
    Drug(usize),
    /// A group, by its index among the labels.
    Label(usize),
}

/// Why an order clashes with an allergy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clash {
    /// Both belong to a group within which allergies cross.
    Crossing(Group),
    /// The label of the allergy names the group that the drug belongs to.
    Member(Group),
    /// Both are, or contain, the same drug.
    Same,
}

/// What is known of a drug for allergies.
#[derive(Clone, Default)]
struct Makeup {
    ingredients: Vec<usize>,
    groups: u64,
    is_group_name: bool,
}

static MAKEUP: LazyLock<Vec<Makeup>> = LazyLock::new(|| {
    let all = drugs::all();
    let named =
        |name: &str| all.iter().position(|drug| drug.names.first().is_some_and(|first| first == name));
    let mut out: Vec<Makeup> = (0..all.len())
        .map(|index| Makeup {
            ingredients: vec![index],
            groups: stem_groups(all, index),
            is_group_name: false,
        })
        .collect();
    for (groups, members) in MEMBERS {
        let bits = groups.iter().fold(0, |bits, group| bits | group.bit());
        for name in members.split_whitespace() {
            let index = named(&name.replace('_', " "));
            if let Some(makeup) = index.and_then(|index| out.get_mut(index)) {
                makeup.groups |= bits;
                // "Penicillin" on a list of allergies means all of them.
                makeup.is_group_name = name == "penicillin";
            }
        }
    }
    for (name, parts) in CONTAINS {
        let ingredients: Vec<usize> = parts.iter().filter_map(|part| named(part)).collect();
        let groups = ingredients
            .iter()
            .filter_map(|index| out.get(*index))
            .fold(0, |bits, makeup| bits | makeup.groups);
        if let Some(makeup) = named(name).and_then(|index| out.get_mut(index)) {
            makeup.ingredients.extend(ingredients);
            makeup.groups |= groups;
        }
    }
    out
});

/// The group of drugs that the list lacks and that are known by their stem.
fn stem_groups(all: &[drugs::Drug], index: usize) -> u64 {
    use drugs::Class;
    match all.get(index) {
        Some(drug) if drug.names.is_empty() => match drug.class {
            Class::Penicillin => G::Penicillin.bit(),
            Class::Quinolone => G::Quinolone.bit(),
            Class::Macrolide => G::Macrolide.bit(),
            Class::Statin => G::Statin.bit(),
            _ => 0,
        },
        _ => 0,
    }
}

impl Substance {
    fn groups(self) -> u64 {
        match self {
            Substance::Drug(index) => MAKEUP.get(index).map_or(0, |makeup| makeup.groups),
            Substance::Label(index) => LABELS
                .get(index)
                .map_or(0, |(_, groups, _)| groups.iter().fold(0, |bits, group| bits | group.bit())),
        }
    }

    fn ingredients(self) -> &'static [usize] {
        match self {
            // All drugs of one stem have one index: two of them are not known to be the same.
            Substance::Drug(index) if drugs::drug(index).is_some_and(|drug| drug.names.is_empty()) => &[],
            Substance::Drug(index) => MAKEUP.get(index).map_or(&[], |makeup| &makeup.ingredients),
            Substance::Label(_) => &[],
        }
    }

    fn names_group(self) -> bool {
        match self {
            Substance::Drug(index) => MAKEUP.get(index).is_some_and(|makeup| makeup.is_group_name),
            Substance::Label(_) => true,
        }
    }

    /// Whether the name can be one of an order.
    #[must_use]
    pub fn can_be_ordered(self) -> bool {
        match self {
            Substance::Drug(_) => true,
            Substance::Label(index) => LABELS.get(index).is_some_and(|(_, _, orders)| *orders),
        }
    }

    /// Whether both are, or contain, the same drug, or have the same name of a group.
    #[must_use]
    pub fn is_same_as(self, other: Substance) -> bool {
        let is_label = matches!(self, Substance::Label(_));
        (is_label && self == other)
            || self.ingredients().iter().any(|ingredient| other.ingredients().contains(ingredient))
    }

    /// Whether both belong to one chemical family, so that who tolerates one is expected to tolerate the other. A
    /// common side chain alone is none.
    #[must_use]
    pub fn is_of_family_of(self, other: Substance) -> bool {
        let side_chains = G::AminopenicillinSideChain.bit()
            | G::MethoxyiminoSideChain.bit()
            | G::CeftazidimeSideChain.bit();
        self.groups() & other.groups() & !side_chains != 0
    }

    /// Whether an order of `self` clashes with an allergy to `allergen`. `is_allergic` says that the note tells of an
    /// allergic reaction, `is_intolerance` that it tells of an intolerance of the gut and nothing else.
    #[must_use]
    pub fn clashes_with(self, allergen: Substance, is_allergic: bool, is_intolerance: bool) -> Option<Clash> {
        if self.is_same_as(allergen) {
            return Some(Clash::Same);
        }
        let common = self.groups() & allergen.groups();
        let group = |wanted: &dyn Fn(Group) -> bool| {
            ALL_GROUPS.into_iter().find(|group| common & group.bit() != 0 && wanted(*group))
        };
        if allergen.names_group() || self.names_group() {
            return group(&|_| true).map(Clash::Member);
        }
        if is_intolerance {
            return None;
        }
        group(&|group| match group.crosses() {
            Crossing::Always => true,
            Crossing::WithReaction => is_allergic,
            Crossing::Never => false,
        })
        .map(Clash::Crossing)
    }
}

/// The label of all heparins.
#[must_use]
pub fn heparins() -> Option<usize> {
    LABELS.iter().position(|(_, groups, _)| groups.contains(&G::Heparin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_tables_is_a_drug_of_the_list() {
        let all = drugs::all();
        let known = |name: &str| all.iter().any(|drug| drug.names.first().is_some_and(|first| first == name));
        let members = MEMBERS.iter().flat_map(|(_, names)| names.split_whitespace());
        let mut missing: Vec<String> =
            members.map(|name| name.replace('_', " ")).filter(|name| !known(name)).collect();
        for (name, parts) in CONTAINS {
            missing.extend(
                std::iter::once(name)
                    .chain(*parts)
                    .filter(|name| !known(name))
                    .map(|name| (*name).to_owned()),
            );
        }
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn each_group_stands_once_in_the_list_of_all() {
        for (index, group) in ALL_GROUPS.iter().enumerate() {
            assert!(!ALL_GROUPS.iter().skip(index + 1).any(|other| other == group), "{group:?}");
        }
    }
}
