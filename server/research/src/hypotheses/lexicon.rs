//! The words by which sentences say who acts on whom.
//!
//! A word that is in none of these lists ends the reading: what is not understood says nothing.

use super::relation::Sign;

/// What a verb says of its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerbMeaning {
    /// More of it: `increase`.
    More,
    /// Less of it: `inhibit`.
    Less,
    /// As much of it as is good, where it was lost: `restore`.
    Restore,
    /// What is bad becomes less and what is good more: `improve`.
    Better,
    /// What is bad becomes more and what is good less: `worsen`.
    Worse,
    /// Something, in no direction: `affect`.
    Something,
    /// What the object says itself: `had lower mortality`.
    AsTheObjectSays,
}

/// The form of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerbForm {
    /// `reduce`, `reduces`.
    Present,
    /// `reduced`, which may be a participle.
    Past,
    /// `reducing`.
    Gerund,
}

const MORE: &[&str] = &[
    "accelerate",
    "activate",
    "augment",
    "boost",
    "cause",
    "elevate",
    "elicit",
    "enhance",
    "evoke",
    "extend",
    "facilitate",
    "heighten",
    "increase",
    "induce",
    "intensify",
    "potentiate",
    "produce",
    "prolong",
    "promote",
    "provoke",
    "raise",
    "stimulate",
    "strengthen",
    "trigger",
    "upregulate",
    "double",
    "amplify",
    "lengthen",
    "drive",
    "precipitate",
    "favor",
    "favour",
    "foster",
];

const LESS: &[&str] = &[
    "abolish",
    "abrogate",
    "antagonise",
    "antagonize",
    "arrest",
    "attenuate",
    "block",
    "blunt",
    "counteract",
    "curb",
    "dampen",
    "decrease",
    "delay",
    "deplete",
    "depress",
    "diminish",
    "disrupt",
    "downregulate",
    "eliminate",
    "halt",
    "halve",
    "hamper",
    "hinder",
    "impair",
    "impede",
    "inactivate",
    "inhibit",
    "lessen",
    "limit",
    "lower",
    "minimise",
    "minimize",
    "neutralise",
    "neutralize",
    "prevent",
    "reduce",
    "repress",
    "restrain",
    "retard",
    "reverse",
    "shorten",
    "silence",
    "slow",
    "stop",
    "suppress",
    "weaken",
    "avert",
    "forestall",
    "quench",
    "curtail",
    "decelerate",
    "compromise",
    "ablate",
];

const RESTORE: &[&str] = &["restore", "rescue", "recover", "preserve", "maintain", "normalise", "normalize"];

const BETTER: &[&str] = &[
    "improve",
    "ameliorate",
    "alleviate",
    "relieve",
    "mitigate",
    "ease",
    "palliate",
    "protect",
    "treat",
    "cure",
    "resolve",
];

const WORSE: &[&str] = &["worsen", "aggravate", "exacerbate", "deteriorate"];

const SOMETHING: &[&str] = &["affect", "alter", "modulate", "influence", "regulate", "modify", "change"];

const AS_THE_OBJECT_SAYS: &[&str] =
    &["have", "show", "exhibit", "display", "develop", "experience", "demonstrate", "report", "present"];

/// Forms that no ending tells.
const IRREGULAR: &[(&str, VerbMeaning, VerbForm)] = &[
    ("had", VerbMeaning::AsTheObjectSays, VerbForm::Past),
    ("has", VerbMeaning::AsTheObjectSays, VerbForm::Present),
    ("having", VerbMeaning::AsTheObjectSays, VerbForm::Gerund),
    ("shown", VerbMeaning::AsTheObjectSays, VerbForm::Past),
    ("drove", VerbMeaning::More, VerbForm::Past),
    ("driven", VerbMeaning::More, VerbForm::Past),
    ("halved", VerbMeaning::Less, VerbForm::Past),
];

/// What a verb says and its form; `None` for other words, nouns made of verbs among them.
pub(super) fn verb(word: &str) -> Option<(VerbMeaning, VerbForm)> {
    if let Some((_, meaning, form)) = IRREGULAR.iter().find(|(irregular, ..)| *irregular == word) {
        return Some((*meaning, *form));
    }
    let endings: [(&str, &[&str], VerbForm); 4] = [
        ("", &[""], VerbForm::Present),
        ("s", &[""], VerbForm::Present),
        ("ed", &["", "e"], VerbForm::Past),
        ("ing", &["", "e"], VerbForm::Gerund),
    ];
    let doubled = |stem: &str| -> Option<String> {
        let mut letters = stem.chars().rev();
        let (last, before) = (letters.next()?, letters.next()?);
        (last == before).then(|| stem.chars().take(stem.chars().count() - 1).collect())
    };
    for (ending, added, form) in endings {
        let Some(stem) = word.strip_suffix(ending) else { continue };
        let mut lemmas: Vec<String> = added.iter().map(|added| format!("{stem}{added}")).collect();
        if ending == "s" {
            lemmas.extend(stem.strip_suffix('e').map(str::to_owned));
        }
        if ending.len() > 1 {
            lemmas.extend(doubled(stem));
            // `intensified`.
            lemmas.extend(stem.strip_suffix('i').map(|stem| format!("{stem}y")));
        }
        if let Some(meaning) = lemmas.iter().find_map(|lemma| lemma_meaning(lemma)) {
            return Some((meaning, form));
        }
    }
    None
}

fn lemma_meaning(lemma: &str) -> Option<VerbMeaning> {
    [
        (MORE, VerbMeaning::More),
        (LESS, VerbMeaning::Less),
        (RESTORE, VerbMeaning::Restore),
        (BETTER, VerbMeaning::Better),
        (WORSE, VerbMeaning::Worse),
        (SOMETHING, VerbMeaning::Something),
        (AS_THE_OBJECT_SAYS, VerbMeaning::AsTheObjectSays),
    ]
    .into_iter()
    .find(|(lemmas, _)| lemmas.contains(&lemma))
    .map(|(_, meaning)| meaning)
}

/// Verbs whose object stands behind a preposition: the forms, the preposition, what they say.
pub(super) const PREPOSITIONAL_VERBS: &[(&[&str], &[&str], VerbMeaning)] = &[
    (&["led", "lead", "leads"], &["to"], VerbMeaning::More),
    (&["resulted", "result", "results"], &["in"], VerbMeaning::More),
    (&["contributed", "contribute", "contributes"], &["to"], VerbMeaning::More),
    (&["interfered", "interfere", "interferes"], &["with"], VerbMeaning::Less),
    (&["protected", "protect", "protects"], &["against", "from"], VerbMeaning::Less),
];

/// Nouns for an effect, each with its direction: `inhibition of`, `an increase in`.
pub(super) const EFFECT_NOUNS: &[(&str, Sign)] = &[
    ("abolition", Sign::Decreases),
    ("ablation", Sign::Decreases),
    ("absence", Sign::Decreases),
    ("acceleration", Sign::Increases),
    ("activation", Sign::Increases),
    ("alleviation", Sign::Decreases),
    ("antagonism", Sign::Decreases),
    ("attenuation", Sign::Decreases),
    ("augmentation", Sign::Increases),
    ("blockade", Sign::Decreases),
    ("blocking", Sign::Decreases),
    ("decline", Sign::Decreases),
    ("decrease", Sign::Decreases),
    ("decreases", Sign::Decreases),
    ("deficiency", Sign::Decreases),
    ("deficit", Sign::Decreases),
    ("degradation", Sign::Decreases),
    ("deletion", Sign::Decreases),
    ("depletion", Sign::Decreases),
    ("deprivation", Sign::Decreases),
    ("discontinuation", Sign::Decreases),
    ("disruption", Sign::Decreases),
    ("downregulation", Sign::Decreases),
    ("drop", Sign::Decreases),
    ("elevation", Sign::Increases),
    ("elevations", Sign::Increases),
    ("enhancement", Sign::Increases),
    ("excess", Sign::Increases),
    ("fall", Sign::Decreases),
    ("impairment", Sign::Decreases),
    ("inactivation", Sign::Decreases),
    ("increase", Sign::Increases),
    ("increases", Sign::Increases),
    ("induction", Sign::Increases),
    ("inhibition", Sign::Decreases),
    ("insufficiency", Sign::Decreases),
    ("knockdown", Sign::Decreases),
    ("knockout", Sign::Decreases),
    ("lack", Sign::Decreases),
    ("loss", Sign::Decreases),
    ("lowering", Sign::Decreases),
    ("neutralisation", Sign::Decreases),
    ("neutralization", Sign::Decreases),
    ("omission", Sign::Decreases),
    ("overexpression", Sign::Increases),
    ("prevention", Sign::Decreases),
    ("potentiation", Sign::Increases),
    ("prolongation", Sign::Increases),
    ("promotion", Sign::Increases),
    ("reduction", Sign::Decreases),
    ("reductions", Sign::Decreases),
    ("removal", Sign::Decreases),
    ("repression", Sign::Decreases),
    ("restoration", Sign::Increases),
    ("rise", Sign::Increases),
    ("scarcity", Sign::Decreases),
    ("shortage", Sign::Decreases),
    ("silencing", Sign::Decreases),
    ("stimulation", Sign::Increases),
    ("suppression", Sign::Decreases),
    ("upregulation", Sign::Increases),
    ("withdrawal", Sign::Decreases),
    ("cessation", Sign::Decreases),
    ("inhibitor", Sign::Decreases),
    ("inhibitors", Sign::Decreases),
    ("antagonist", Sign::Decreases),
    ("antagonists", Sign::Decreases),
    ("blocker", Sign::Decreases),
    ("blockers", Sign::Decreases),
    ("suppressor", Sign::Decreases),
    ("activator", Sign::Increases),
    ("activators", Sign::Increases),
    ("agonist", Sign::Increases),
    ("agonists", Sign::Increases),
    ("inducer", Sign::Increases),
    ("stimulator", Sign::Increases),
    ("enhancer", Sign::Increases),
];

/// The direction of a noun for an effect.
pub(super) fn effect_noun(word: &str) -> Option<Sign> {
    EFFECT_NOUNS.iter().find(|(noun, _)| *noun == word).map(|(_, sign)| *sign)
}

/// Nouns for an effect that name somebody who acts: `is an inhibitor of`.
pub(super) fn is_agent_noun(word: &str) -> bool {
    const AGENTS: &[&str] = &[
        "inhibitor",
        "antagonist",
        "blocker",
        "suppressor",
        "activator",
        "agonist",
        "inducer",
        "stimulator",
        "enhancer",
    ];
    AGENTS.contains(&word)
}

/// What stands behind a name and takes away what it names: `AMPK knockdown`, `vitamin D deficient rats`.
pub(super) const TAKEN_AWAY: &[&str] = &[
    "ablation",
    "absence",
    "antagonism",
    "antagonist",
    "antagonists",
    "blockade",
    "blocker",
    "blockers",
    "blocking",
    "deficiency",
    "deficient",
    "deficits",
    "degradation",
    "deletion",
    "depletion",
    "depleted",
    "deprivation",
    "discontinuation",
    "inactivation",
    "inhibition",
    "inhibitor",
    "inhibitors",
    "insufficiency",
    "insufficient",
    "knockdown",
    "knockout",
    "lack",
    "loss",
    "null",
    "silencing",
    "suppression",
    "withdrawal",
    "cessation",
    "restriction",
    "shortage",
];

/// What stands behind a name and is that of which there is more or less: `AMPK activity`.
pub(super) const MEASURES: &[&str] = &[
    "accumulation",
    "activation",
    "activity",
    "activities",
    "addition",
    "administration",
    "availability",
    "concentration",
    "concentrations",
    "content",
    "expression",
    "exposure",
    "formation",
    "generation",
    "induction",
    "infusion",
    "infusions",
    "injection",
    "injections",
    "intake",
    "incidence",
    "ingestion",
    "level",
    "levels",
    "mortality",
    "overexpression",
    "pathway",
    "phosphorylation",
    "production",
    "rate",
    "rates",
    "release",
    "risk",
    "score",
    "scores",
    "secretion",
    "severity",
    "signaling",
    "signalling",
    "status",
    "stimulation",
    "supplementation",
    "supplements",
    "symptoms",
    "synthesis",
    "therapy",
    "treatment",
    "use",
    "users",
    "usage",
    "events",
    "episodes",
    "onset",
    "progression",
    "development",
    "consumption",
    "monotherapy",
    "prophylaxis",
    "pretreatment",
    "group",
    "arm",
    "recipients",
    "upregulation",
    "agonist",
    "agonists",
    "agonism",
    "frequency",
];

/// What stands before `of` and is that of which there is more or less, or the giving of it: `the risk of stroke`,
/// `use of aspirin`.
pub(super) const MEASURES_OF: &[&str] = &[
    "accumulation",
    "activity",
    "addition",
    "administration",
    "amount",
    "application",
    "burden",
    "concentration",
    "concentrations",
    "consumption",
    "course",
    "cycle",
    "days",
    "degree",
    "development",
    "dose",
    "doses",
    "duration",
    "episodes",
    "exposure",
    "expression",
    "extent",
    "formation",
    "frequency",
    "generation",
    "hours",
    "incidence",
    "infusion",
    "infusions",
    "ingestion",
    "injection",
    "injections",
    "intake",
    "intensity",
    "level",
    "levels",
    "likelihood",
    "months",
    "number",
    "occurrence",
    "odds",
    "onset",
    "phosphorylation",
    "prevalence",
    "probability",
    "production",
    "progression",
    "rate",
    "rates",
    "recurrence",
    "release",
    "risk",
    "risks",
    "secretion",
    "severity",
    "signs",
    "supplementation",
    "symptoms",
    "synthesis",
    "therapy",
    "treatment",
    "use",
    "users",
    "weeks",
    "years",
    "recipients",
    "prescription",
    "initiation",
    "coadministration",
    "pretreatment",
    "hazard",
    "concentrations",
    "expression",
    "progress",
    "speed",
    "course",
    "worsening",
];

/// People and animals, who had more or less of something.
pub(super) const SUBJECTS: &[&str] = &[
    "adults",
    "animals",
    "babies",
    "cells",
    "children",
    "cohort",
    "controls",
    "cultures",
    "group",
    "individuals",
    "infants",
    "men",
    "mice",
    "mothers",
    "neonates",
    "neurons",
    "participants",
    "patients",
    "people",
    "persons",
    "pigs",
    "rabbits",
    "rats",
    "recipients",
    "residents",
    "subjects",
    "survivors",
    "those",
    "veterans",
    "volunteers",
    "women",
    "arm",
];

/// What joins people and animals to what they were given.
pub(super) const GIVEN: &[&str] = &[
    "on",
    "receiving",
    "taking",
    "given",
    "using",
    "treated",
    "fed",
    "assigned",
    "randomised",
    "randomized",
    "exposed",
    "prescribed",
    "who",
    "took",
    "received",
    "used",
    "were",
    "had",
    "allocated",
    "started",
];

/// Words for how likely something is.
pub(super) const RISK_WORDS: &[&str] =
    &["hazard", "incidence", "likelihood", "odds", "probability", "rate", "rates", "risk", "risks"];

/// What joins people and animals to what they lack.
pub(super) const WITHOUT: &[&str] = &["lacking", "deficient", "without", "deprived"];

/// Words before a noun that say that there is more of it.
pub(super) const MORE_ADJECTIVES: &[&str] = &[
    "elevated",
    "enhanced",
    "excess",
    "excessive",
    "greater",
    "heightened",
    "high",
    "higher",
    "increased",
    "increasing",
    "longer",
    "more",
    "prolonged",
    "raised",
    "sufficient",
    "stronger",
    "faster",
    "upregulated",
    "accelerated",
    "adequate",
    "larger",
];

/// Words before a noun that say that there is less of it.
pub(super) const LESS_ADJECTIVES: &[&str] = &[
    "attenuated",
    "blunted",
    "decreased",
    "decreasing",
    "defective",
    "deficient",
    "diminished",
    "fewer",
    "impaired",
    "inadequate",
    "insufficient",
    "less",
    "low",
    "lower",
    "lowered",
    "poor",
    "reduced",
    "scarce",
    "shorter",
    "slower",
    "smaller",
    "suboptimal",
    "suppressed",
    "weaker",
    "declining",
    "delayed",
    "downregulated",
];

/// Words before a noun that say that it is better or worse.
pub(super) const BETTER_ADJECTIVES: &[(&str, bool)] = &[
    ("improved", true),
    ("better", true),
    ("superior", true),
    ("worse", false),
    ("worsened", false),
    ("poorer", false),
];

/// Nouns that stand before another noun and only say where or when.
pub(super) const PLACES: &[&str] = &[
    "airway",
    "blood",
    "bone",
    "bowel",
    "brain",
    "breast",
    "cell",
    "colon",
    "cortex",
    "disease",
    "ear",
    "eye",
    "gut",
    "hand",
    "heart",
    "hip",
    "hippocampus",
    "host",
    "joint",
    "kidney",
    "knee",
    "limb",
    "liver",
    "lung",
    "marrow",
    "mouse",
    "muscle",
    "nerve",
    "neuron",
    "neuronal",
    "organ",
    "overall",
    "plasma",
    "rat",
    "serum",
    "skin",
    "spine",
    "stem",
    "tissue",
    "tumor",
    "tumour",
    "vessel",
    "wound",
    "stress",
    "major",
    "minor",
    "severe",
    "mild",
    "moderate",
    "median",
    "mean",
    "total",
    "whole",
    "early",
    "late",
    "acute",
    "oral",
    "daily",
    "weekly",
    "monthly",
    "single",
    "repeated",
    "long",
    "short",
    "term",
    "dose",
    "standard",
    "adjuvant",
    "prior",
    "prolonged",
    "continuous",
    "intravenous",
    "in",
    "hospital",
    "in-hospital",
    "day",
    "year",
    "new",
    "recurrent",
    "first",
    "second",
    "human",
    "male",
    "female",
    "aged",
    "young",
    "older",
    "adult",
    "infant",
    "basal",
    "excitatory",
    "mature",
    "exogenous",
    "endogenous",
    "intake",
    "supplemental",
    "extended",
    "release",
    "regular",
    "habitual",
    "concurrent",
    "current",
    "past",
    "further",
    "progressive",
    "age",
    "free",
];

/// Words that are left out on the way to a noun.
pub(super) const DETERMINERS: &[&str] = &[
    "a", "an", "the", "its", "their", "this", "these", "those", "both", "all", "any", "each", "some",
    "several", "most", "many", "such", "either", "either", "one", "two", "three", "four", "six", "of",
];

/// Doses and times.
pub(super) const DOSES: &[&str] = &[
    "mg",
    "g",
    "kg",
    "ug",
    "mcg",
    "ml",
    "iu",
    "mmol",
    "nmol",
    "um",
    "nm",
    "mm",
    "daily",
    "once",
    "twice",
    "per",
    "day",
    "days",
    "week",
    "weeks",
    "month",
    "months",
    "weekly",
    "hour",
    "hours",
    "h",
    "min",
    "every",
    "orally",
    "intravenously",
    "bid",
    "tid",
    "alone",
    "dose",
    "doses",
    "at",
];

/// Prepositions.
pub(super) const PREPOSITIONS: &[&str] = &[
    "in",
    "at",
    "for",
    "from",
    "during",
    "after",
    "before",
    "over",
    "within",
    "on",
    "among",
    "by",
    "with",
    "without",
    "through",
    "via",
    "under",
    "upon",
    "than",
    "to",
    "into",
    "against",
    "versus",
    "vs",
    "between",
    "across",
    "throughout",
    "compared",
    "relative",
    "following",
    "of",
    "as",
    "toward",
    "towards",
    "per",
    "until",
    "since",
    "despite",
    "regardless",
    "independently",
    "including",
    "using",
    "whereas",
    "while",
    "when",
    "where",
    "because",
    "due",
    "owing",
];

/// Words that join.
pub(super) const CONJUNCTIONS: &[&str] = &["and", "or", "nor", "but", "plus", "rather", "instead"];

/// Forms of `be`.
pub(super) const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];

/// Words that help a verb and say nothing of their own.
pub(super) const AUXILIARIES: &[&str] = &[
    "has", "have", "had", "do", "does", "did", "will", "can", "is", "are", "was", "were", "be", "been",
    "being",
];

/// Words that help a verb and make it a supposition.
pub(super) const MODALS: &[&str] = &["may", "might", "could", "would", "should", "must"];

/// Adverbs that do not end in `ly`.
pub(super) const ADVERBS: &[&str] = &[
    "also",
    "both",
    "further",
    "thus",
    "then",
    "still",
    "even",
    "again",
    "thereby",
    "therefore",
    "almost",
    "far",
    "rather",
    "more",
    "soon",
    "often",
    "always",
    "moreover",
    "furthermore",
    "here",
    "overall",
    "finally",
    "consequently",
    "hence",
    "however",
    "indeed",
    "interestingly",
    "too",
    "quite",
    "very",
    "substantially",
    "dose",
    "only",
    "yet",
];

/// Words before `to` after which a verb is stated: `was found to reduce`.
pub(super) const STATED_BEFORE_TO: &[&str] = &[
    "shown",
    "found",
    "observed",
    "reported",
    "known",
    "demonstrated",
    "seen",
    "proven",
    "proved",
    "appeared",
    "appears",
    "seemed",
    "seems",
    "helped",
    "helps",
    "able",
    "began",
    "continued",
    "noted",
    "confirmed",
    "established",
];

/// Words before `to` after which a verb is denied: `failed to reduce`.
pub(super) const DENIED_BEFORE_TO: &[&str] = &["failed", "fails", "fail", "unable"];

/// Words before `to` after which a verb is supposed.
pub(super) const SUPPOSED_BEFORE_TO: &[&str] = &[
    "tended",
    "tends",
    "tend",
    "expected",
    "thought",
    "believed",
    "hypothesized",
    "hypothesised",
    "likely",
    "predicted",
    "suggested",
    "said",
    "claimed",
    "proposed",
    "assumed",
    "supposed",
    "considered",
];

/// Beginnings of words that make what follows a supposition.
pub(super) const SUPPOSING: &[&str] = &[
    "whether",
    "hypothes",
    "conceivabl",
    "possib",
    "plausib",
    "perhaps",
    "speculat",
    "propos",
    "aim",
    "objective",
    "purpose",
    "expected",
    "assum",
    "unknown",
    "unclear",
    "believ",
    "theor",
    "predict",
    "potential",
    "investigat",
    "examin",
    "evaluat",
    "explor",
    "determin",
    "conjectur",
    "presum",
    "intend",
    "intent",
    "designed",
    "sought",
    "imagin",
    "postulat",
    "suspect",
    "questionable",
    "argue",
    "claim",
    "debat",
    "may",
    "might",
    "could",
    "would",
    "should",
    "if",
    "question",
    "likely",
    "remains",
    "suppose",
    "think",
    "hope",
];

/// Words before `that` which deny what follows it.
pub(super) const DENYING: &[&str] = &[
    "no",
    "not",
    "little",
    "unlikely",
    "neither",
    "nor",
    "never",
    "without",
    "failed",
    "insufficient",
    "lack",
    "refute",
    "refutes",
    "refuted",
    "contradict",
    "contradicts",
    "disprove",
    "disproved",
    "scant",
    "scarce",
    "nothing",
    "rejected",
    "hardly",
    "weak",
    "doubt",
    "doubtful",
    "limited",
    "against",
    "cannot",
    "absence",
];

/// Words at which a clause ends.
pub(super) const BREAKS: &[&str] = &[
    "but",
    "whereas",
    "while",
    "although",
    "though",
    "because",
    "until",
    "unless",
    "whilst",
    "yet",
    "nevertheless",
];

/// Outcomes and functions of which more is better, by the name that is shown. Folded.
const GOOD: &[&str] = &[
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
];

/// Processes of which less is better, by the name that is shown; conditions are bad without being named here.
const BAD: &[&str] = &[
    "inflammation",
    "neuroinflammation",
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
];

/// Whether more of something is good (`true`) or bad (`false`); `None` where neither is sure.
pub(super) fn is_good(name: &str, is_condition: bool) -> Option<bool> {
    const NEUTRAL: &[&str] =
        &["body weight", "blood pressure", "weight loss", "intraocular pressure", "HbA1c"];
    if GOOD.contains(&name) {
        Some(true)
    } else if BAD.contains(&name) || (is_condition && !NEUTRAL.contains(&name)) {
        Some(false)
    } else {
        None
    }
}

/// Whether a word before a name makes it something that the name does not name: `respiratory depression`.
pub(super) fn is_another_sense(shown: &str, described_by: &str) -> bool {
    const SENSES: &[(&str, &[&str])] = &[
        ("memory", &["cell", "tissue", "muscle", "material"]),
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
        ("relapse", &["behavioral", "behavioural"]),
    ];
    SENSES.iter().any(|(name, words)| *name == shown && words.contains(&described_by))
}

/// Whether a word is an adverb.
pub(super) fn is_adverb(word: &str) -> bool {
    const NOT: &[&str] = &[
        "family", "assembly", "supply", "anomaly", "daily", "weekly", "monthly", "early", "elderly", "only",
    ];
    ADVERBS.contains(&word) || (word.len() > 4 && word.ends_with("ly") && !NOT.contains(&word))
}

/// Whether a word before a noun only describes it, by its ending.
pub(super) fn is_adjective(word: &str) -> bool {
    const NOT: &[&str] = &[
        "trial",
        "hospital",
        "animal",
        "metal",
        "material",
        "journal",
        "withdrawal",
        "removal",
        "shape",
        "immune",
        "immunological",
        "immunologic",
        "placebo",
        "antibiotic",
        "diuretic",
        "anaesthetic",
        "anesthetic",
        "topic",
        "clinic",
        "panic",
        "virus",
        "focus",
        "fungus",
        "thymus",
        "hippocampus",
        "sugar",
        "agar",
        "collar",
        "scar",
        "computer",
        "episodic-like",
        "trigger",
        "arsenic",
        "mosaic",
        "polyphenolic",
        "antagonistic",
        "polymeric",
        "metallic",
        "magnetic",
        "elastic",
        "thermal",
    ];
    const ENDINGS: &[&str] = &["al", "ic", "ar", "ous", "ive", "ary", "ory", "ine-free"];
    PLACES.contains(&word)
        || (word.len() > 4 && !NOT.contains(&word) && ENDINGS.iter().any(|ending| word.ends_with(ending)))
}
