//! Word lists that classify the name of a heading or a substance as a drug, a molecule, a process
//! or nothing.

/// Subjects that are too general to act or to be acted on, reagents of methods, and one that is a
/// verb in most sentences. Folded.
pub(super) const TOO_GENERAL: &[&str] = &[
    "acute disease",
    "beta galactosidase",
    "blood glucose",
    "calcium",
    "chronic disease",
    "communicable disease",
    "critical illness",
    "disease",
    "disease progression",
    "dna",
    "glucose",
    "horseradish peroxidase",
    "hydrogen",
    "infection",
    "lead",
    "lipid",
    "luciferase",
    "nitrogen",
    "oxygen",
    "peptide",
    "placebo",
    "postoperative complication",
    "potassium",
    "protein",
    "rare disease",
    "recurrence",
    "rna",
    "sodium",
    "solution",
    "solvent",
    "syndrome",
    "water",
];

/// Words for a substance by its action on others; it is a class, or a member whose other names are
/// more specific.
pub(super) const AGENT_WORDS: &[&str] = &[
    "agent",
    "agonist",
    "antagonist",
    "antibody",
    "antibodie",
    "antidote",
    "blocker",
    "extract",
    "inhibitor",
    "modulator",
    "vaccine",
];

/// Words for molecules of the body other than enzymes.
pub(super) const MOLECULES: &[&str] = &[
    "adiponectin",
    "antigen",
    "apolipoprotein",
    "cadherin",
    "channel",
    "chemokine",
    "connexin",
    "cyclin",
    "cytochrome",
    "factor",
    "integrin",
    "interferon",
    "interleukin",
    "microrna",
    "polypeptide",
    "protein",
    "receptor",
    "sirtuin",
    "subunit",
    "transporter",
];

/// Words before `Receptors` in headings of classes. Folded.
pub(super) const CLASSES_OF_RECEPTORS: &[&str] = &[
    "antigen",
    "cell surface",
    "chemokine",
    "cytokine",
    "cytoplasmic and nuclear",
    "drug",
    "g protein coupled",
    "growth factor",
    "immunologic",
    "neurotransmitter",
    "pattern recognition",
    "peptide",
    "steroid",
    "virus",
];

/// Endings of drug names: World Health Organization, "The use of stems in the selection of
/// International Nonproprietary Names (INN) for pharmaceutical substances", limited to endings that
/// are unambiguous by themselves.
pub(super) const DRUG_STEMS: &[&str] = &[
    "bactam",
    "caine",
    "ciclib",
    "cillin",
    "conazole",
    "cycline",
    "dipine",
    "gatran",
    "gliflozin",
    "gliptin",
    "glitazone",
    "glutide",
    "grel",
    "lukast",
    "oxacin",
    "parib",
    "prazole",
    "sartan",
    "setron",
    "tinib",
    "triptan",
    "vastatin",
    "xaban",
    "zomib",
    "zumab",
    "ximab",
];

/// Endings of words for cellular processes.
pub(super) const PROCESSES: &[&str] = &[
    "angiogenesis",
    "gluconeogenesis",
    "glycolysis",
    "lipogenesis",
    "lipolysis",
    "neurogenesis",
    "osteogenesis",
    "peroxidation",
    "phagocytosis",
    "phagy",
    "plasticity",
    "poptosis",
    "proliferation",
    "proteolysis",
    "roptosis",
    "senescence",
    "thermogenesis",
    "tumorigenesis",
];
