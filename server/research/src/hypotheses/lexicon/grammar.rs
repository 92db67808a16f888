//! Function words: conjunctions, auxiliaries, negations and hedges.

pub(in crate::hypotheses) const PREPOSITIONS: &[&str] = &[
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
    "independent",
    "independently",
    "irrespective",
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

pub(in crate::hypotheses) const CONJUNCTIONS: &[&str] =
    &["and", "or", "nor", "but", "plus", "rather", "instead"];

/// Forms of `be`.
pub(in crate::hypotheses) const FORMS_OF_BE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];

/// Auxiliary verbs; they carry no meaning.
pub(in crate::hypotheses) const AUXILIARIES: &[&str] = &[
    "has", "have", "had", "do", "does", "did", "will", "can", "is", "are", "was", "were", "be", "been",
    "being",
];

/// Modal verbs, which make a statement a supposition.
pub(in crate::hypotheses) const MODALS: &[&str] = &["may", "might", "could", "would", "should", "must"];

/// Adverbs that do not end in `ly`.
pub(in crate::hypotheses) const ADVERBS: &[&str] = &[
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
pub(in crate::hypotheses) const STATED_BEFORE_TO: &[&str] = &[
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
    "act",
    "acts",
    "acted",
    "function",
    "functions",
    "serve",
    "serves",
];

/// Words before `to` after which a verb is denied: `failed to reduce`.
pub(in crate::hypotheses) const DENIED_BEFORE_TO: &[&str] = &["failed", "fails", "fail", "unable"];

/// Words before `to` after which a verb is supposed.
pub(in crate::hypotheses) const SUPPOSED_BEFORE_TO: &[&str] = &[
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

/// Beginnings of words that make the following statement a supposition.
pub(in crate::hypotheses) const HEDGE_BEGINNINGS: &[&str] = &[
    "whether",
    "hypothes",
    "conceivabl",
    "possib",
    "plausib",
    "perhaps",
    "speculat",
    "propos",
    "aim",
    "aims",
    "aimed",
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

/// Words before `that` which deny the following statement.
pub(in crate::hypotheses) const DENYING_WORDS: &[&str] = &[
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

/// Words before an effect that make it a possibility, not a finding.
pub(in crate::hypotheses) const POSSIBILITY_WORDS: &[&str] = &[
    "alleged",
    "concern",
    "concerns",
    "fear",
    "fears",
    "likelihood",
    "possibility",
    "possible",
    "potential",
    "presumed",
    "probability",
    "putative",
    "risk",
    "risks",
    "suspected",
    "threat",
];

/// Nouns for calculated results, which are sensitive to assumptions.
pub(in crate::hypotheses) const CALCULATED_NOUNS: &[&str] = &[
    "analyses",
    "analysis",
    "conclusions",
    "costs",
    "effectiveness",
    "estimates",
    "findings",
    "model",
    "models",
    "results",
    "strategy",
    "threshold",
    "thresholds",
];

/// Words that end a clause.
pub(in crate::hypotheses) const CLAUSE_BREAKS: &[&str] = &[
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

/// Returns whether a word is an adverb.
pub(in crate::hypotheses) fn is_adverb(word: &str) -> bool {
    const NOT_ADVERBS: &[&str] = &[
        "family", "assembly", "supply", "anomaly", "daily", "weekly", "monthly", "early", "elderly", "only",
    ];
    ADVERBS.contains(&word) || (word.len() > 4 && word.ends_with("ly") && !NOT_ADVERBS.contains(&word))
}

/// Returns whether a word is a number, or begins with one.
pub(in crate::hypotheses) fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}
