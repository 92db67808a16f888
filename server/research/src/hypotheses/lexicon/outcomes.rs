//! Outcomes with a good and a bad direction, and names with another sense.

/// Outcomes and functions for which an increase is good, by display name. Folded.
const GOOD_OUTCOMES: &[&str] = &[
    "cognition",
    "memory",
    "quality of life",
    "survival",
    "lifespan",
    "remission",
    "bone mineral density",
    "insulin sensitivity",
    "bone formation",
    "mitochondrial function",
    "endothelial function",
    "synaptic plasticity",
    "neurogenesis",
    "neuroprotection",
    "axonal regeneration",
    "myelination",
    "glucose uptake",
    "insulin signaling",
    "sleep",
    "DNA repair",
    "mitochondrial respiration",
    "mitochondrial biogenesis",
    "amyloid clearance",
    "autophagy",
    "mitophagy",
    "circadian rhythm",
    "erectile function",
    "sleep quality",
    "muscle mass",
    "muscle strength",
    "glomerular filtration rate",
    "lung function",
    "ejection fraction",
    "cardiac function",
    "cardiorespiratory fitness",
    "glucose tolerance",
    "wound healing",
    "smoking cessation",
    "live birth",
    "birth weight",
    "motor function",
    "CD4 count",
    "beta cell function",
    "cholesterol efflux",
    "telomere length",
    "cell survival",
    "cell viability",
    "neurite outgrowth",
    "remyelination",
    "osteogenesis",
];

/// Processes for which a decrease is good, by display name; conditions are always bad and not listed here.
const BAD_PROCESSES: &[&str] = &[
    "inflammation",
    "neuroinflammation",
    "tumorigenesis",
    "oxidative stress",
    "mitochondrial dysfunction",
    "endothelial dysfunction",
    "synaptic loss",
    "neuronal death",
    "excitotoxicity",
    "fibrosis",
    "cardiac remodeling",
    "DNA damage",
    "protein aggregation",
    "unfolded protein response",
    "tau phosphorylation",
    "lipid peroxidation",
    "lipid accumulation",
    "foam cell formation",
    "beta cell apoptosis",
    "demyelination",
    "airway hyperresponsiveness",
    "intestinal permeability",
    "tubular injury",
    "podocyte injury",
    "neointima formation",
    "bronchoconstriction",
    "hemolysis",
];

/// Returns whether more of something is good (`true`) or bad (`false`); `None` if neither is
/// certain.
pub(in crate::hypotheses) fn is_good(name: &str, is_condition: bool) -> Option<bool> {
    const NEUTRAL_CONDITIONS: &[&str] = &[
        "body weight",
        "blood pressure",
        "weight loss",
        "intraocular pressure",
        "HbA1c",
        "uric acid",
        "heart rate",
        "body mass index",
        "total cholesterol",
        "hemoglobin level",
        "mechanical ventilation",
        "menopause",
    ];
    if GOOD_OUTCOMES.contains(&name) {
        Some(true)
    } else if BAD_PROCESSES.contains(&name) || (is_condition && !NEUTRAL_CONDITIONS.contains(&name)) {
        Some(false)
    } else {
        None
    }
}

/// Returns whether an outcome, given by display name, occurs with every disease and so does not
/// identify one.
pub(crate) fn is_outcome_of_any_disease(name: &str) -> bool {
    const COMMON_OUTCOMES: &[&str] = &[
        "adverse events",
        "disability",
        "hospitalization",
        "mortality",
        "quality of life",
        "recurrence",
        "relapse",
        "remission",
        "survival",
    ];
    COMMON_OUTCOMES.contains(&name)
}

/// Returns whether a word before a name changes its meaning: `respiratory depression`.
pub(in crate::hypotheses) fn is_another_sense(shown: &str, described_by: &str) -> bool {
    const OTHER_SENSES: &[(&str, &[&str])] = &[
        ("memory", &["cell", "tissue", "muscle", "material"]),
        ("mortality", &["cell", "neuronal", "cardiomyocyte", "photoreceptor", "brain", "tissue", "fetal"]),
        ("non-alcoholic fatty liver disease", &["alcoholic"]),
        (
            "depression",
            &[
                "respiratory",
                "myocardial",
                "marrow",
                "cardiac",
                "synaptic",
                "term",
                "ventilatory",
                "cortical",
            ],
        ),
        ("survival", &["cell", "neuron", "neuronal", "bacterial", "fungal", "viral", "tumor", "cellular"]),
        ("sleep", &["respiratory"]),
        ("disability", &["intellectual", "learning"]),
        ("hypersensitivity", &["visceral", "mechanical", "pain"]),
        ("fatigue", &["muscle", "material"]),
        ("relapse", &["behavioral", "behavioural"]),
    ];
    OTHER_SENSES.iter().any(|(name, words)| *name == shown && words.contains(&described_by))
}
