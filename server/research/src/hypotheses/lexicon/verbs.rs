//! Verbs and the nouns derived from them, with their effect on the object.

use crate::hypotheses::relation::Sign;
use std::collections::HashMap;
use std::sync::OnceLock;

pub(in crate::hypotheses) use super::forms::verb;

/// The effect that a verb expresses on its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hypotheses) enum VerbMeaning {
    /// More of the object: `increase`.
    More,
    /// Less of the object: `inhibit`.
    Less,
    /// Back to a normal amount: `restore`.
    Restore,
    /// Less of something bad, more of something good: `improve`.
    Better,
    /// More of something bad, less of something good: `worsen`.
    Worse,
    /// An effect without a direction: `affect`.
    Something,
    /// The direction in the object: `had lower mortality`.
    AsTheObjectSays,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::hypotheses) enum VerbForm {
    /// `reduce`, `reduces`.
    Present,
    /// `reduced`, which may be a participle.
    Past,
    /// `reducing`.
    Gerund,
}

const MORE_VERBS: &[&str] = &[
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
    "triple",
    "quadruple",
    "amplify",
    "lengthen",
    "drive",
    "precipitate",
    "favor",
    "favour",
    "foster",
    "mediate",
    "initiate",
    "stabilize",
    "stabilise",
    "generate",
    "enable",
    "synthesize",
    "synthesise",
    "secrete",
    "catalyze",
    "catalyse",
];

const LESS_VERBS: &[&str] = &[
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
    "eradicate",
    "nullify",
    "thwart",
    "degrade",
    "desensitize",
    "desensitise",
    "terminate",
    "kill",
    "relax",
    "constrain",
    "scavenge",
    "sequester",
    "oppose",
    "hydrolyze",
    "hydrolyse",
];

const RESTORE_VERBS: &[&str] =
    &["restore", "rescue", "recover", "preserve", "maintain", "normalise", "normalize"];

const BETTER_VERBS: &[&str] = &[
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

const WORSE_VERBS: &[&str] = &["worsen", "aggravate", "exacerbate", "deteriorate"];

const UNDIRECTED_VERBS: &[&str] = &[
    "affect",
    "alter",
    "modulate",
    "influence",
    "regulate",
    "modify",
    "change",
    "bind",
    "metabolize",
    "metabolise",
    "phosphorylate",
    "occupy",
    "engage",
];

const OBJECT_DIRECTED_VERBS: &[&str] = &[
    "have",
    "show",
    "exhibit",
    "display",
    "develop",
    "experience",
    "demonstrate",
    "report",
    "present",
    "suffer",
    "sustain",
    "incur",
];

/// Forms that cannot be derived from endings.
pub(super) const IRREGULAR_FORMS: &[(&str, VerbMeaning, VerbForm)] = &[
    ("had", VerbMeaning::AsTheObjectSays, VerbForm::Past),
    ("has", VerbMeaning::AsTheObjectSays, VerbForm::Present),
    ("having", VerbMeaning::AsTheObjectSays, VerbForm::Gerund),
    ("shown", VerbMeaning::AsTheObjectSays, VerbForm::Past),
    ("targets", VerbMeaning::Something, VerbForm::Present),
    ("targeted", VerbMeaning::Something, VerbForm::Past),
    ("releases", VerbMeaning::More, VerbForm::Present),
    ("underlies", VerbMeaning::More, VerbForm::Present),
    ("underlie", VerbMeaning::More, VerbForm::Present),
    ("targeting", VerbMeaning::Something, VerbForm::Gerund),
    ("bound", VerbMeaning::Something, VerbForm::Past),
    ("drove", VerbMeaning::More, VerbForm::Past),
    ("driven", VerbMeaning::More, VerbForm::Past),
    ("halved", VerbMeaning::Less, VerbForm::Past),
    ("cut", VerbMeaning::Less, VerbForm::Past),
    ("cuts", VerbMeaning::Less, VerbForm::Present),
    ("controlled", VerbMeaning::Better, VerbForm::Past),
];

/// The lemmas of verbs with their meanings.
pub(super) const VERBS: &[(&[&str], VerbMeaning)] = &[
    (MORE_VERBS, VerbMeaning::More),
    (LESS_VERBS, VerbMeaning::Less),
    (RESTORE_VERBS, VerbMeaning::Restore),
    (BETTER_VERBS, VerbMeaning::Better),
    (WORSE_VERBS, VerbMeaning::Worse),
    (UNDIRECTED_VERBS, VerbMeaning::Something),
    (OBJECT_DIRECTED_VERBS, VerbMeaning::AsTheObjectSays),
];

/// Verbs whose object follows a preposition: the forms, the prepositions and the meaning.
pub(in crate::hypotheses) const PREPOSITIONAL_VERBS: &[(&[&str], &[&str], VerbMeaning)] = &[
    (&["led", "lead", "leads"], &["to"], VerbMeaning::More),
    (&["resulted", "result", "results"], &["in"], VerbMeaning::More),
    (&["contributed", "contribute", "contributes"], &["to"], VerbMeaning::More),
    (&["predisposed", "predispose", "predisposes"], &["to"], VerbMeaning::More),
    (&["interfered", "interfere", "interferes"], &["with"], VerbMeaning::Less),
    (&["protected", "protect", "protects"], &["against", "from"], VerbMeaning::Less),
    (&["bound", "bind", "binds"], &["to", "with", "within"], VerbMeaning::Something),
    (&["interacted", "interact", "interacts"], &["with"], VerbMeaning::Something),
    (&["acted", "act", "acts"], &["on", "at", "upon", "via", "through"], VerbMeaning::Something),
    (&["participated", "participate", "participates"], &["in"], VerbMeaning::Something),
];

/// Returns whether a word is a verb whose object follows a preposition.
pub(in crate::hypotheses) fn is_prepositional_verb(word: &str) -> bool {
    PREPOSITIONAL_VERBS.iter().any(|(forms, ..)| forms.contains(&word))
}

/// Nouns for an effect, each with its direction: `inhibition of`, `an increase in`.
pub(in crate::hypotheses) const EFFECT_NOUNS: &[(&str, Sign)] = &[
    ("abolition", Sign::Decreases),
    ("ablation", Sign::Decreases),
    ("absence", Sign::Decreases),
    ("acceleration", Sign::Increases),
    ("activation", Sign::Increases),
    ("alleviation", Sign::Decreases),
    ("agonism", Sign::Increases),
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
    ("regression", Sign::Decreases),
    ("eradication", Sign::Decreases),
    ("shortening", Sign::Decreases),
    ("slowing", Sign::Decreases),
    ("gain", Sign::Increases),
    ("gains", Sign::Increases),
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
    ("degrader", Sign::Decreases),
    ("degraders", Sign::Decreases),
    ("transactivation", Sign::Increases),
    ("ligand", Sign::Affects),
    ("ligands", Sign::Affects),
    ("modulator", Sign::Affects),
    ("modulators", Sign::Affects),
];

/// Returns the direction of a noun for an effect.
pub(in crate::hypotheses) fn effect_noun(word: &str) -> Option<Sign> {
    static SIGNS: OnceLock<HashMap<&str, Sign>> = OnceLock::new();
    SIGNS.get_or_init(|| EFFECT_NOUNS.iter().copied().collect()).get(word).copied()
}

/// Nouns for an effect that denote an agent: `is an inhibitor of`.
pub(in crate::hypotheses) fn is_agent_noun(word: &str) -> bool {
    const AGENT_NOUNS: &[&str] = &[
        "inhibitor",
        "antagonist",
        "blocker",
        "suppressor",
        "activator",
        "agonist",
        "inducer",
        "stimulator",
        "enhancer",
        "ligand",
        "modulator",
        "degrader",
    ];
    AGENT_NOUNS.contains(&word)
}
