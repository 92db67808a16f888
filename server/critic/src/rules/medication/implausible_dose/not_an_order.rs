//! Words of a sentence by which a high dose is no order of one dose: an overdose, an infusion, a maximum, a depot.

use crate::pattern::any_case;
use regex::Regex;
use std::sync::LazyLock;

/// Words of a sentence in which a dose of any height is no order.
const NOT_AN_ORDER: &[&str] = &[
    // The doses of two drugs stand behind both.
    "respectively",
    "respectivamente",
    "overdose",
    "overdosed",
    "ingested",
    "ingestion",
    "ingesting",
    "swallowed",
    "exceeding",
    "cumulative",
    "tablets",
    "toxic",
    "toxicity",
    "poisoning",
    "lethal",
    "limit",
    "overdosing",
    "sobredosis",
    "ingirio",
    "ingesta",
    "ingerido",
    "intoxicacion",
    "acumulada",
    "acumulado",
    "comprimidos",
    "toxicidad",
    "nebulizador",
    "limite",
    "endovenosa continua",
    "suicide",
    "autolitico",
    "autolitica",
    "intratecal",
    // Doses of animals.
    "rats",
    "mice",
    "ratas",
    "ratones",
];

/// Whether a sentence tells of an overdose by its abbreviation, or of harm to oneself: "mixed OD (paracetamol 30 g …)".
/// "Amlodipine 5 mg OD" is once a day.
pub(super) fn is_overdose(sentence: &str) -> bool {
    static OVERDOSE: LazyLock<Regex> = LazyLock::new(|| {
        any_case(
            r"\bOD of\b|\bOD['’]d\b|\b(?:mixed|intentional|deliberate|accidental|staggered|massive|poly-?pharmacy|paracetamol|opioid|TCA|took an|after an|had an|by) OD\b|\bself[- ](?:harm|poison\w*)|\b(?:sobreingesta|intento (?:de suicidio|autol[ií]tico|de autolisis)|sobredosificaci[oó]n)\b",
        )
    });
    OVERDOSE.is_match(sentence)
}

/// Whether a folded sentence says that a dose is given every few weeks or months, as depots are.
pub(super) fn is_every_few_weeks(sentence: &str) -> bool {
    static EVERY_FEW_WEEKS: LazyLock<Regex> = LazyLock::new(|| {
        let english = r"every (?:[2-9]|1[0-2]|two|three|four|six|eight|twelve|other|few) (?:weeks?|months?)|every (?:21|28|30) days|every month|q ?[2-9] ?(?:wk|w|weeks?|months?)\b|[2-9][- ]weekly|fortnightly|monthly|long[- ]acting|palmitate|pamoate";
        let spanish = r"cada (?:[2-9]|1[0-2]|dos|tres|cuatro|seis|ocho|doce) (?:semanas?|meses|sem)|cada (?:21|28|30) dias|c/ ?(?:2[18]|30) ?d|cada mes|quincenal|mensual|trimestral|palmitato|pamoato";
        referee_text::pattern(&format!(r"\b(?:{english}|{spanish})")).expect("the pattern is valid")
    });
    EVERY_FEW_WEEKS.is_match(sentence)
}

/// Words of [`NOT_AN_ORDER`] that name a plaster on the skin.
pub(super) const PATCH_WORDS: &[&str] = &["patch", "patches", "parche", "parches"];

/// Words of [`NOT_AN_ORDER`] in which a rate of infusion stands.
pub(super) const INFUSION_WORDS: &[&str] =
    &["infusion", "drip", "bag", "perfusion", "bomba", "pump", "pca", "total", "vial", "endovenosa continua"];

/// Words of a sentence that explain a dose some times too high and never one a hundred times too high.
pub(super) const EXPLAIN_HIGH_DOSES: &[&str] = &[
    "maximum",
    "max",
    "built",
    "titrated",
    "escalated",
    "tolerant",
    "titulado",
    "titulada",
    "tolerante",
    "exceed",
    "total",
    "infusion",
    "drip",
    "depot",
    "decanoate",
    "monthly",
    "took",
    "tomo",
    "lai",
    "vial",
    "bag",
    "patch",
    "nebulized",
    "nebulised",
    "neb",
    "maximo",
    "maxima",
    "superar",
    "perfusion",
    "bomba",
    "mensual",
    "nebulizado",
    "nebulizada",
    "pump",
    "pca",
    "parche",
];

/// From this multiple on, nothing of [`EXPLAIN_HIGH_DOSES`] explains a dose.
pub(super) const MAX_EXPLAINED_MULTIPLE: f64 = 100.0;

/// Whether a word of a sentence says that a high dose in it may be no order of one dose.
pub(super) fn is_other_context(word: &str) -> bool {
    NOT_AN_ORDER.contains(&word) || EXPLAIN_HIGH_DOSES.contains(&word)
}
