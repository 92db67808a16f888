//! Words that weigh more, or less, than others when titles are compared.

use referee_text::number_words::value_of_english_word;

/// Words whose presence or absence makes a title that of another work: its population, its
/// direction, its question. They are compared after folding and with American spelling, so the list
/// has `randomized` for `randomised` and `pediatric` for `paediatric`.
const DECISIVE_WORDS: &[&str] = &[
    // Negation and opposites.
    "not",
    "no",
    "non",
    "without",
    "with",
    "never",
    "neither",
    "nor",
    "lack",
    "absence",
    "presence",
    "fails",
    "failed",
    "increases",
    "increased",
    "increase",
    "decreases",
    "decreased",
    "decrease",
    "reduces",
    "reduced",
    "higher",
    "lower",
    "high",
    "low",
    "positive",
    "negative",
    "early",
    "late",
    "acute",
    "chronic",
    "short",
    "long",
    "before",
    "after",
    "during",
    "versus",
    "vs",
    "upper",
    "left",
    "right",
    "systolic",
    "diastolic",
    "primary",
    "secondary",
    "tertiary",
    "benign",
    "malignant",
    "active",
    "inactive",
    "inhibits",
    "induces",
    "inhibition",
    "activation",
    "agonist",
    "antagonist",
    "dominant",
    "recessive",
    "inpatient",
    "outpatient",
    "inpatients",
    "outpatients",
    "maternal",
    "paternal",
    "local",
    "general",
    "soluble",
    "insoluble",
    "sensitive",
    "resistant",
    "hypertension",
    "hypotension",
    "efferent",
    "afferent",
    "ischemic",
    "hemorrhagic",
    "arterial",
    "venous",
    "gain",
    "loss",
    "fast",
    "slow",
    "large",
    "small",
    "old",
    "new",
    "first",
    "last",
    "proximal",
    "distal",
    "anterior",
    "posterior",
    "medial",
    "lateral",
    "central",
    "peripheral",
    "internal",
    "external",
    "superior",
    "inferior",
    "noninferior",
    "equivalent",
    "safety",
    "efficacy",
    "effectiveness",
    "incidence",
    "prevalence",
    "mortality",
    "morbidity",
    "survival",
    "prevention",
    "treatment",
    "diagnosis",
    "screening",
    "prognosis",
    // Populations.
    "children",
    "child",
    "adult",
    "adults",
    "infants",
    "infant",
    "neonates",
    "neonatal",
    "adolescents",
    "adolescent",
    "elderly",
    "older",
    "younger",
    "young",
    "men",
    "women",
    "male",
    "female",
    "males",
    "females",
    "boys",
    "girls",
    "pregnant",
    "pregnancy",
    "postmenopausal",
    "premenopausal",
    "pediatric",
    "geriatric",
    "human",
    "humans",
    "mice",
    "mouse",
    "rats",
    "rat",
    "animal",
    "animals",
    "vivo",
    "vitro",
    "patients",
    "healthy",
    // Methods.
    "randomized",
    "nonrandomized",
    "observational",
    "placebo",
    "controlled",
    "uncontrolled",
    "blind",
    "retrospective",
    "prospective",
    "protocol",
    "pilot",
    "review",
    "meta",
    "systematic",
    "cohort",
    "trial",
    "cross",
    "longitudinal",
    "supervised",
    "unsupervised",
    "single",
    "double",
    "multi",
    "mono",
    "oral",
    "intravenous",
    "topical",
    "inhaled",
];

/// Returns whether a folded word is decisive by itself or contains a digit.
pub(super) fn is_decisive(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit()) || DECISIVE_WORDS.contains(&word)
}

/// Prefixes that change the meaning of a word, often into its opposite: a pair of words that differ
/// in one of them is not a typing error, however similar it looks.
const MEANING_PREFIXES: &[&str] = &[
    "a", "ab", "ad", "af", "an", "ante", "anti", "auto", "allo", "bi", "co", "counter", "de", "dis", "dys",
    "ef", "e", "endo", "epi", "eu", "ex", "exo", "extra", "hetero", "homo", "hyper", "hypo", "il", "im",
    "in", "inter", "intra", "infra", "ir", "iso", "m", "macro", "micro", "mono", "multi", "neo", "non",
    "para", "per", "peri", "poly", "post", "pre", "pro", "re", "retro", "semi", "sub", "super", "supra",
    "tachy", "brady", "trans", "tri", "ultra", "un", "under", "over", "uni", "meth", "eth", "prop", "but",
    "nor", "des", "es", "levo", "dextro", "s", "r", "l", "d",
];

/// Returns whether two words are the same except for a prefix that changes the meaning.
pub(super) fn differ_by_prefix(a: &str, b: &str) -> bool {
    let stems = |word: &str| -> Vec<String> {
        let mut out = vec![word.to_owned()];
        out.extend(
            MEANING_PREFIXES
                .iter()
                .filter_map(|prefix| word.strip_prefix(prefix))
                .filter(|stem| stem.len() >= 3)
                .map(str::to_owned),
        );
        out
    };
    let (left, right) = (stems(a), stems(b));
    a != b && left.iter().any(|stem| right.contains(stem))
}

/// Returns whether two words differ only near their ends, as related substances do: nitrate and
/// nitrite, ethanol and ethanal.
pub(super) fn differ_in_ending(a: &str, b: &str) -> bool {
    let common = a.bytes().zip(b.bytes()).take_while(|(left, right)| left == right).count();
    common + 3 >= a.len().min(b.len())
}

/// Words by which a title describes its own work: a work with one of these words is separate from
/// the one that it is about.
const SEPARATE_WORK_WORDS: &[&str] = &[
    "reply",
    "replies",
    "response",
    "comment",
    "comments",
    "commentary",
    "erratum",
    "errata",
    "correction",
    "corrections",
    "corrigendum",
    "corrigenda",
    "retraction",
    "retracted",
    "withdrawal",
    "withdrawn",
    "rebuttal",
    "editorial",
    "letter",
    "addendum",
    "protocol",
    "abstract",
    "poster",
    "part",
    "volume",
    "vol",
    "chapter",
    "book",
    "supplement",
    "discussion",
    "concern",
    "rejoinder",
    "reappraisal",
    "revisited",
    "update",
    "notice",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
];

/// Returns whether a word says that a title is that of a separate work.
pub(super) fn is_mark(word: &str) -> bool {
    SEPARATE_WORK_WORDS.contains(&word)
}

/// Returns whether the text after a complete title makes it another work: "…: reply", "…: part 2",
/// "…: study protocol for a trial"; but not "…: response rates in 12 centres" or "…: one-year
/// results".
pub(super) fn is_work_of_its_own(tail: &[String]) -> bool {
    const SEPARATE_WORK_LEADS: &[&str] =
        &["protocol", "erratum", "corrigendum", "reply", "rejoinder", "retraction", "rebuttal"];
    if is_commentary_on(tail) {
        return false;
    }
    match tail {
        [] => false,
        [one] => is_mark(one),
        [one, other] => is_mark(one) || is_mark(other),
        _ => {
            is_mark(&tail[0])
                && !matches!(
                    tail[0].as_str(),
                    "response" | "discussion" | "letter" | "update" | "book" | "abstract"
                )
                && !tail[0].bytes().all(|byte| byte.is_ascii_digit())
                || tail.iter().take(3).any(|word| SEPARATE_WORK_LEADS.contains(&word.as_str()))
        }
    }
}

/// Returns whether the text after a title is "commentary on" and the title of another work; the
/// text before it is then the title of the commentary.
pub(super) fn is_commentary_on(tail: &[String]) -> bool {
    const MIN_TITLE_WORDS: usize = 4;
    matches!(tail, [mark, on, rest @ ..] if matches!(on.as_str(), "on" | "to")
        && matches!(mark.as_str(), "commentary" | "comment" | "comments" | "response" | "reply")
        && rest.len() >= MIN_TITLE_WORDS)
}

/// Words after which `I`, `V` and `X` are numbers, and `A` is not an article.
const NUMBERED_NOUNS: &[&str] = &[
    "type",
    "types",
    "part",
    "phase",
    "phases",
    "stage",
    "stages",
    "class",
    "grade",
    "factor",
    "volume",
    "vol",
    "book",
    "chapter",
    "level",
    "group",
    "groups",
    "study",
    "trial",
    "section",
    "mark",
    "series",
    "collagen",
    "angiotensin",
    "interferon",
    "complex",
    "vitamin",
    "vitamins",
    "hepatitis",
    "influenza",
    "protein",
    "hemophilia",
    "haemophilia",
    "toxin",
    "apolipoprotein",
    "immunoglobulin",
    "coenzyme",
    "serum",
    "amyloid",
    "cyclosporin",
    "hla",
    "cathepsin",
    "aurora",
    "lamin",
    "serotype",
    "subtype",
    "model",
    "category",
    "appendix",
    "table",
    "session",
    "arm",
    "cohort",
    "strain",
    "form",
    "isoform",
    "subunit",
];

/// Returns whether a letter or a Roman numeral after this word is a number or label.
pub(super) fn counts(word: &str) -> bool {
    NUMBERED_NOUNS.contains(&word)
}

/// The largest number that titles write in words and in digits alike.
const MAX_NUMBER_IN_TITLES: u32 = 12;

/// Returns the canonical spelling of a folded word for comparison.
pub(super) fn canonical(word: &str, before: Option<&str>) -> String {
    if let Some(number) = value_of_english_word(word).filter(|number| *number <= MAX_NUMBER_IN_TITLES) {
        return number.to_string();
    }
    let number = match word {
        "1st" => "first",
        "2nd" => "second",
        "3rd" => "third",
        "ii" => "2",
        "iii" => "3",
        "iv" => "4",
        "vi" => "6",
        "vii" => "7",
        "viii" => "8",
        "ix" => "9",
        "xi" => "11",
        "xii" => "12",
        "i" if before.is_some_and(counts) => "1",
        "v" if before.is_some_and(counts) => "5",
        "x" if before.is_some_and(counts) => "10",
        "versus" | "v" => "vs",
        // The rest of the TeX command for ℓ.
        "ell" => "l",
        _ => return referee_text::fold::spelling(word),
    };
    number.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_that_look_alike_differ_by_their_beginning() {
        for (a, b) in [
            ("hypertension", "hypotension"),
            ("symptomatic", "asymptomatic"),
            ("intracranial", "extracranial"),
            ("afferent", "efferent"),
            ("abduction", "adduction"),
            ("ethanol", "methanol"),
            ("omeprazole", "esomeprazole"),
        ] {
            assert!(differ_by_prefix(a, b), "{a} {b}");
        }
        assert!(!differ_by_prefix("convolutional", "convolutonal"));
        assert!(differ_in_ending("nitrate", "nitrite"));
    }

    #[test]
    fn roman_and_arabic_numbers_agree_behind_a_type() {
        assert_eq!(canonical("ii", Some("type")), canonical("2", Some("type")));
        assert_eq!(canonical("i", Some("phase")), "1");
        assert_eq!(canonical("i", Some("do")), "i");
    }
}
