//! The words by which sentences say who acts on whom; roots where a verb has many forms.

/// Roots of words that say more.
pub(super) const MORE: &[&str] = &[
    "activ",
    "stimul",
    "increas",
    "enhanc",
    "promot",
    "induc",
    "upregul",
    "elev",
    "rais",
    "augment",
    "potenti",
    "restor",
    "trigger",
    "caus",
    "produc",
    "facilit",
    "acceler",
    "boost",
    "evok",
    "elicit",
    "improv",
    "preserv",
    "rose",
    "rise",
    "support",
    "exacerb",
    "aggrav",
    "worsen",
    "predispos",
];

/// Roots of words that say less.
pub(super) const LESS: &[&str] = &[
    "inhibit",
    "suppress",
    "reduc",
    "reduction",
    "decreas",
    "lower",
    "attenu",
    "block",
    "blockad",
    "prevent",
    "impair",
    "downregul",
    "diminish",
    "abolish",
    "abrog",
    "amelior",
    "allevi",
    "protect",
    "delay",
    "slow",
    "antagon",
    "limit",
    "repress",
    "revers",
    "lessen",
    "mitig",
    "disrupt",
    "depress",
    "fell",
    "fall",
    "declin",
    "counteract",
    "curb",
    "halt",
];

/// Roots of words that say that there is something, and not in which direction.
pub(super) const SOMETHING: &[&str] = &[
    "regul", "modul", "affect", "influenc", "target", "bind", "associ", "link", "correl", "alter", "interact",
];

/// Roots of words that say something good: of a condition they say less, of a function more.
pub(super) const GOOD: &[&str] = &["improv", "amelior", "allevi", "restor", "protect", "preserv"];

/// Conditions and outcomes of which more is better.
pub(super) const BETTER: &[&str] = &["cognition", "memory", "quality of life"];

/// What a hyphen joins to what acts: `X-induced Y`.
pub(super) const PARTICIPLES: &[&str] =
    &["induced", "stimulated", "mediated", "activated", "driven", "dependent"];

/// Comparatives before an outcome.
pub(super) const MORE_OF: &[&str] = &["higher", "more", "greater", "increased", "elevated", "raised"];
pub(super) const LESS_OF: &[&str] = &["lower", "fewer", "less", "reduced", "decreased", "smaller"];

/// Words that take away what they stand at: `AMPK knockdown`, `loss of AMPK`.
pub(super) const WITHOUT: &[&str] = &[
    "inhibitor",
    "inhibition",
    "knockdown",
    "knockout",
    "deficiency",
    "deficient",
    "deletion",
    "silencing",
    "loss",
    "lack",
    "absence",
    "blockade",
    "depletion",
    "antagonist",
    "null",
    "ablation",
    "blocking",
    "inhibiting",
    "lacking",
    "degradation",
    "disruption",
    "suppression",
];

pub(super) const NOT: &[&str] = &[
    "not",
    "no",
    "never",
    "neither",
    "nor",
    "without",
    "failed",
    "fails",
    "fail",
    "cannot",
    "unable",
    "independently",
    "independent",
    "unlikely",
];

pub(super) const SUPPOSED: &[&str] = &[
    "may",
    "might",
    "could",
    "whether",
    "hypothesized",
    "hypothesised",
    "hypothesize",
    "hypothesis",
    "possible",
    "possibly",
    "potential",
    "potentially",
    "investigate",
    "investigated",
    "examine",
    "examined",
    "aim",
    "aimed",
    "determine",
    "tested",
    "explore",
    "explored",
    "if",
    "would",
    "unknown",
    "unclear",
    "speculate",
    "propose",
    "proposed",
    "evaluate",
    "evaluated",
    "assess",
    "assessed",
    "objective",
    "purpose",
    "thought",
    "believed",
];

/// Words at which a clause ends.
pub(super) const BREAKS: &[&str] =
    &["but", "whereas", "while", "although", "however", "though", "because", "until", "unless"];

pub(super) const BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being", "get", "got"];
