//! Extracts the content words and the direction of a sentence.

use referee_text::common_words::is_common;
use referee_text::{fold, stem};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Roots that mean more; [`LESS_ROOTS`] mean less.
const MORE_ROOTS: &[&str] = &[
    "increas",
    "higher",
    "rais",
    "elev",
    "upregul",
    "greater",
    "enhanc",
    "promot",
    "activ",
    "more",
    "augment",
    "stimul",
    "induc",
    "improv",
    "facilit",
    "gain",
    "elevat",
    "high",
    "heighten",
    "acceler",
    "strengthen",
    "accumul",
];
const LESS_ROOTS: &[&str] = &[
    "decreas",
    "lower",
    "reduc",
    "reduct",
    "diminish",
    "downregul",
    "less",
    "suppress",
    "inhibit",
    "attenu",
    "impair",
    "prevent",
    "fewer",
    "abolish",
    "abrog",
    "declin",
    "block",
    "low",
    "wors",
    "loss",
    "reduction",
    "deplet",
    "antagon",
    "protect",
    "weaken",
    "slow",
    "repress",
    "lack",
    "defici",
];

/// Roots and words of denial.
const NEGATIONS: &[&str] = &[
    "not",
    "no",
    "never",
    "neither",
    "nor",
    "fail",
    "cannot",
    "unaffected",
    "nothing",
    "independ",
    "unrel",
    "unchang",
    "unlik",
    "insuffici",
    "dispens",
    "irrespect",
];

/// Further words, besides the common ones, that do not identify the subject of a finding.
const UNINFORMATIVE_WORDS: &[&str] = &[
    "other",
    "one",
    "two",
    "only",
    "compared",
    "found",
    "suggest",
    "suggests",
    "suggested",
    "demonstrated",
    "demonstrate",
    "using",
    "used",
    "based",
    "about",
    "all",
    "due",
    "s",
];

/// The content of a sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct SentenceContent {
    /// The roots of the content words.
    pub(super) content: BTreeSet<String>,
    /// `Some(true)` for more, `Some(false)` for less; `None` if neither or both.
    pub(super) direction: Option<bool>,
    /// Whether the sentence denies something.
    pub(super) denied: bool,
    /// The number of words of denial.
    pub(super) denials: usize,
}

/// The sense of a word in a sentence, in order of priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sense {
    Denies,
    More,
    Less,
    Empty,
    Other,
}

/// Returns the sense of a word with this root; if two lists have it, the one with the higher
/// priority.
fn sense(word: &str, root: &str) -> Sense {
    static SENSE_OF_WORD: LazyLock<FxHashMap<&str, Sense>> = LazyLock::new(|| {
        let lists =
            [(UNINFORMATIVE_WORDS, Sense::Empty), (LESS_ROOTS, Sense::Less), (MORE_ROOTS, Sense::More)];
        let lists = lists.into_iter().chain([(NEGATIONS, Sense::Denies)]);
        lists.flat_map(|(list, sense)| list.iter().map(move |word| (*word, sense))).collect()
    });
    let of = |word: &str| SENSE_OF_WORD.get(word).copied().unwrap_or(Sense::Other);
    // Uninformative words are listed as words, not as roots.
    let of_root = Some(of(root)).filter(|sense| *sense != Sense::Empty).unwrap_or(Sense::Other);
    of(word).min(of_root)
}

/// Parses a sentence.
pub(super) fn sentence_content(text: &str) -> SentenceContent {
    let folded = fold::title(text);
    let (mut more, mut less) = (0, 0);
    let mut out = SentenceContent::default();
    for word in folded.split(' ').filter(|word| !word.is_empty()) {
        let root = stem::root(word);
        match sense(word, &root) {
            Sense::Denies => out.denials += 1,
            Sense::More => more += 1,
            Sense::Less => less += 1,
            Sense::Empty => {}
            Sense::Other
                if is_common(word) || word.len() < 2 || word.bytes().all(|byte| byte.is_ascii_digit()) => {}
            Sense::Other => {
                out.content.insert(root);
            }
        }
    }
    out.denied = out.denials % 2 == 1;
    out.direction = match (more, less) {
        (1, 0) => Some(true),
        (0, 1) => Some(false),
        _ => None,
    };
    out
}

impl SentenceContent {
    /// Returns the share of its content that another sentence has, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "sentences have few words")]
    pub(super) fn shared(&self, other: &SentenceContent) -> f64 {
        let shared = self.content.intersection(&other.content).count();
        shared as f64 / self.content.len().max(1) as f64
    }
}

/// Returns whether a text is in English, by its function words: a sentence in another language
/// shares no words with an abstract, which is not evidence.
pub(super) fn is_english(text: &str) -> bool {
    let (english, others) = words_of_grammar(text);
    english > 0 && english > 2 * others
}

/// Returns whether the function words of a sentence are those of another language. A sentence
/// without function words may be in English.
pub(super) fn is_in_another_language(text: &str) -> bool {
    let (english, others) = words_of_grammar(text);
    others > 0 && english <= 2 * others || (english == 0 && !text.is_ascii() && !has_english_verb(text))
}

/// Returns whether a sentence has a verb with an English ending: `reduces`, `lowered`.
fn has_english_verb(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| {
        let lower = word.to_lowercase();
        (lower.ends_with('s') || lower.ends_with("ed"))
            && !matches!(sense(&lower, &stem::root(&lower)), Sense::Other | Sense::Empty)
    })
}

/// Returns the number of English function words in a text, and the number of those in other
/// languages.
fn words_of_grammar(text: &str) -> (usize, usize) {
    const ENGLISH_GRAMMAR: &[&str] = &[
        "the", "of", "and", "in", "to", "is", "was", "are", "were", "with", "that", "for", "by", "from",
        "on", "this", "as", "an", "be", "have", "has", "not", "or", "which", "than", "it",
    ];
    const OTHER_GRAMMARS: &[&str] = &[
        "de", "la", "el", "los", "las", "que", "en", "del", "una", "un", "con", "por", "para", "le", "les",
        "des", "et", "dans", "une", "der", "die", "das", "und", "von", "mit", "den", "il", "di", "che",
        "per", "do", "da", "os", "um", "uma", "se", "y", "al", "su", "du", "est", "ist", "een", "het", "van",
    ];
    static IS_ENGLISH_GRAMMAR: LazyLock<FxHashMap<&str, bool>> = LazyLock::new(|| {
        let of = |list: &'static [&str], english| list.iter().map(move |word| (*word, english));
        of(OTHER_GRAMMARS, false).chain(of(ENGLISH_GRAMMAR, true)).collect()
    });
    let folded = fold::title(text);
    let (mut english, mut others) = (0, 0);
    for word in folded.split(' ') {
        match IS_ENGLISH_GRAMMAR.get(word) {
            Some(true) => english += 1,
            Some(false) => others += 1,
            None => {}
        }
    }
    (english, others)
}

/// Roots that are common in all papers.
const PAPER_ROOTS: &[&str] = &[
    "stud",
    "study",
    "need",
    "further",
    "confirm",
    "find",
    "result",
    "data",
    "mechan",
    "mechanism",
    "explor",
    "valid",
    "larg",
    "large",
    "prospect",
    "random",
    "randomiz",
    "trial",
    "control",
    "warrant",
    "necessar",
    "necessary",
    "research",
    "futur",
    "future",
    "develop",
    "implem",
    "implement",
    "applic",
    "approach",
    "design",
    "caus",
    "causal",
    "infer",
    "inference",
    "evid",
    "evidence",
    "observ",
    "promis",
    "potent",
    "potenti",
    "altern",
    "cost",
    "safe",
    "safety",
    "determin",
    "impact",
    "ongo",
    "ongoing",
    "specif",
    "threshold",
    "defin",
    "define",
    "propos",
    "consid",
    "consider",
    "draw",
    "drawn",
    "attent",
    "attention",
    "resourc",
    "resource",
    "prevent",
    "measur",
    "measure",
    "direct",
    "method",
    "previous",
    "describ",
    "describe",
    "perform",
    "done",
    "befor",
    "before",
    "accord",
    "review",
    "literatur",
    "literature",
    "work",
    "author",
    "recent",
    "known",
    "analys",
    "analysis",
    "model",
    "system",
    "common",
    "import",
    "important",
    "differ",
    "level",
    "effect",
    "process",
    "addit",
    "include",
    "includ",
    "provid",
    "provide",
    "pilot",
    "investig",
    "possib",
    "possible",
];

impl SentenceContent {
    /// Returns its words, without those that are common in all papers.
    pub(super) fn subject(&self) -> BTreeSet<&str> {
        self.content.iter().map(String::as_str).filter(|root| !PAPER_ROOTS.contains(root)).collect()
    }
}

/// Returns the clauses of a sentence.
pub(super) fn clauses(sentence: &str) -> Vec<&str> {
    let mut out = vec![sentence];
    for link in
        ["; ", ", but ", ", and ", ", although ", ", whereas ", ", while ", " but ", ", which ", ", however"]
    {
        out = out.into_iter().flat_map(|part| part.split(link)).collect();
    }
    out
}
