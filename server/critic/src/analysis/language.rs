//! Detects whether a text is English or Spanish, by its function words and drug names.

use crate::analysis::drugs;
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Whether a text is Spanish, by its share of Spanish function words.
#[must_use]
pub fn is_spanish(text: &str) -> bool {
    language_balance(text) > 0
}

/// Twice the surplus of Spanish over English function words among the first 200; on a tie, one if the text has a letter
/// that English lacks.
#[must_use]
pub(crate) fn language_balance(text: &str) -> i32 {
    const SPANISH_WORDS: &[&str] = &[
        "de",
        "la",
        "el",
        "en",
        "y",
        "con",
        "se",
        "que",
        "por",
        "los",
        "las",
        "del",
        "al",
        "una",
        "un",
        "para",
        "es",
        "cada",
        "sin",
        "su",
        "dosis",
        "vo",
        "iniciar",
        "dia",
        "horas",
        "paciente",
        "tratamiento",
        "unidades",
        "pautar",
        "administrar",
        "comprimido",
        "comprimidos",
        "cada",
        "alergia",
        "alergias",
        "alergico",
        "alergica",
        "diario",
        "diaria",
        "insulina",
        "dolor",
        "anos",
        "varon",
        "mujer",
        "niega",
        "sospecha",
        "exploracion",
        "biopsia",
        "pendiente",
        "iniciamos",
        "inicia",
        "comenzar",
        "suspender",
        "antecedentes",
        "acude",
        "presenta",
        "semana",
        "lado",
        "izquierda",
        "derecha",
        "anterior",
        "estadio",
        "cirugia",
        "quimioterapia",
        "fc",
        "fr",
        "ta",
        "lpm",
        "ui",
        "fiebre",
        "tos",
        "disnea",
        "cefalea",
        "ingreso",
        "urgencias",
        "analitica",
        "ecografia",
        "radiografia",
        "radioterapia",
        "derecho",
        "izquierdo",
        "derechos",
        "izquierdos",
        "ojo",
        "rodilla",
        "cadera",
        "pulmon",
        "higado",
        "rinon",
        "neumonia",
        "hipertension",
        "hijo",
        "hija",
        "madre",
        "padre",
        "marido",
        "fumador",
        "noche",
        "manana",
        "semanal",
        "semanas",
        "dias",
        "meses",
        "hora",
        "ampolla",
        "capsula",
        "gotas",
        "intravenosa",
        "intratecal",
        "subcutanea",
        "peso",
        "talla",
        "temperatura",
        "tension",
        "frecuencia",
        "ganglios",
        "masa",
        "nodulo",
        "artritis",
        "reumatoide",
        "sospecha",
        "fallecido",
        "exitus",
        "refiere",
        "revision",
        "proxima",
        "potasio",
        "sodio",
        "hemoglobina",
    ];
    const ENGLISH_WORDS: &[&str] = &[
        "the",
        "of",
        "and",
        "to",
        "in",
        "with",
        "is",
        "was",
        "for",
        "at",
        "on",
        "by",
        "an",
        "every",
        "daily",
        "her",
        "his",
        "patient",
        "without",
        "tablet",
        "start",
        "give",
        "has",
        "she",
        "he",
        "will",
        "be",
        "take",
        "years",
        "old",
        "man",
        "woman",
        "denies",
        "allergies",
        "allergic",
        "allergy",
        "biopsy",
        "pending",
        "stage",
        "surgery",
        "mass",
        "right",
        "left",
        "units",
        "once",
        "twice",
        "hours",
        "or",
        "from",
    ];
    static SPANISH_SET: LazyLock<FxHashSet<&str>> = LazyLock::new(|| SPANISH_WORDS.iter().copied().collect());
    static ENGLISH_SET: LazyLock<FxHashSet<&str>> = LazyLock::new(|| ENGLISH_WORDS.iter().copied().collect());
    let text = &*without_keys(text);
    let mut balance = 0_i32;
    let mut end = 0;
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric()).map(|piece| {
        let start = end;
        end += piece.len();
        (start, piece.trim_end_matches(|c: char| !c.is_alphanumeric()))
    });
    for (start, word) in words.filter(|(_, word)| (1..=24).contains(&word.len())).take(200) {
        let folded = fold(word);
        if folded == "y" && is_years(text, start) {
            continue;
        }
        if SPANISH_SET.contains(folded.as_str())
            || is_spanish_by_ending(&folded)
            || SPANISH_DRUGS.contains(folded.as_str())
        {
            balance += 1;
        } else if ENGLISH_SET.contains(folded.as_str()) {
            balance -= 1;
        }
    }
    balance += i32::from(has_decimal_comma(text));
    2 * balance + i32::from(text.contains(['ñ', 'á', 'é', 'í', 'ó', 'ú', '¿', '¡', 'ª', 'º']))
}

/// Returns a text without its citation keys, which belong to no language: `@garcía2019:y`,
/// `\\citep[12]{de_la_cruz}`, `[cite:@x]`.
fn without_keys(text: &str) -> Cow<'_, str> {
    static KEYS: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"@\{[^}\n]*\}|@[\p{L}\p{N}_][\p{L}\p{N}_:.#$%&+?<>~/-]*|\\\w*cite\w*\*?(?:\[[^\]\n]*\])*\{[^}\n]*\}|#cite\([^)\n]*\)",
        )
    });
    match text.contains(['@', '\\', '#']) {
        true => KEYS.replace_all(text, " "),
        false => Cow::Borrowed(text),
    }
}

/// Whether a `y` is a unit of age or duration ("boy 6 y", "12 y/o", "6-y-old") rather than the Spanish "and", as in
/// "entre 6 y 8" and "6 y fiebre".
fn is_years(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let behind = text.get(at + 1..).unwrap_or_default();
    if !before.trim_end_matches([' ', '-', '\u{a0}']).ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let next: String =
        behind.trim_start_matches([' ', '\u{a0}']).chars().take_while(|c| c.is_alphanumeric()).collect();
    let joins = behind.starts_with([' ', '\u{a0}']) && !next.is_empty();
    !joins
        || matches!(
            fold(&next).as_str(),
            "o" | "old" | "male" | "female" | "boy" | "girl" | "man" | "woman" | "m" | "f"
        )
}

/// Drug names that are Spanish and not English, folded: "heparina", "omeprazol".
static SPANISH_DRUGS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    const MIN_BYTES: usize = 6;
    /// Brand names seldom share more than this many initial bytes with their drug's name.
    const MAX_SHARED_BYTES: usize = 4;
    let firsts: FxHashSet<&str> =
        drugs::all().iter().filter_map(|drug| drug.names.first()).map(String::as_str).collect();
    let mut out = FxHashSet::default();
    for drug in drugs::all() {
        let Some(first) = drug.names.first() else { continue };
        let is_form = |name: &str| {
            let is_same =
                |other: &str| other.get(..MAX_SHARED_BYTES).is_some_and(|start| name.starts_with(start));
            (is_same(first) || is_same(&drugs::spanish(first)))
                && (name.ends_with(['a', 'o']) || name.ends_with("ol") && first.ends_with("ole"))
        };
        out.extend(drug.names.iter().skip(1).map(String::as_str).filter(|name| {
            name.len() >= MIN_BYTES && !name.contains(' ') && !firsts.contains(name) && is_form(name)
        }));
    }
    out
});

/// Whether a text has a number with a decimal comma, one or two decimals and a unit: "1,5 mg".
fn has_decimal_comma(text: &str) -> bool {
    static DECIMAL_COMMA: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(r"(?:^|[\s(])\d{1,3},\d{1,2} ?(?:mg|mcg|µg|ug|g|kg|ml|l|ui|u|mmol|meq|cm|mm|%|ºc)(?:\W|$)")
    });
    text.contains(',') && DECIMAL_COMMA.is_match(text)
}

/// Whether a folded word is the Spanish name of a drug or an operation, by its ending: stems of international
/// nonproprietary names that have another ending in English. A note of a few words often lacks other signs of its
/// language.
fn is_spanish_by_ending(folded: &str) -> bool {
    const SPANISH_DRUG_ENDINGS: &[&str] = &[
        "cilina",
        "ciclina",
        "micina",
        "xacino",
        "prazol",
        "conazol",
        "nidazol",
        "oxazol",
        "statina",
        "parina",
        "profeno",
        "fenaco",
        "proxeno",
        "trexato",
        "semida",
        "amida",
        "tiazida",
        "dipino",
        "zepina",
        "isona",
        "solona",
        "isolona",
        "clona",
        "peridona",
        "xetina",
        "zapina",
        "tiapina",
        "azina",
        "gliptina",
        "gliflozina",
        "formina",
        "tiroxina",
        "goxina",
        "caina",
        "rubicina",
        "cristina",
        "blastina",
        "platino",
        "codona",
        "morfona",
        "morfina",
        "codeina",
        "fentanilo",
        "triptilina",
        "tidina",
        "toina",
        "nalina",
        "prolina",
        "enalina",
        "penamida",
        "colchicina",
        "ectomia",
        "oscopia",
        "oplastia",
    ];
    // "Cristina" is a given name.
    folded.len() > 8 && SPANISH_DRUG_ENDINGS.iter().any(|ending| folded.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_of_a_few_words_is_spanish_by_its_drugs_and_decimals() {
        for text in [
            "Plan: heparina 18 U/kg/h.",
            "Plan: oxitocina 5 U iv.",
            "Plan: morfina 100 mg iv.",
            "Digoxina 125 mg.",
            "Lorazepam 1,0 mg.",
            "Plan: omeprazol 20 mg.",
            "Entre 6 y 8.",
            "Dieta y reposo @smith2019.",
            "T 38,5 y SpO2 94.",
        ] {
            assert!(is_spanish(text), "{text}");
        }
        for text in [
            "Plan: heparin 18 U/kg/h.",
            "Digoxin 125 mg.",
            "Lorazepam 1.0 mg.",
            "Plan: omeprazole 20 mg.",
            "Cohort of 1,200 mg doses.",
            "Days 1,2 of chemotherapy.",
            "Naproxen 500 mg, Zofran, Toradol.",
            "Lisinopril @x:y.",
            "Lisinopril [@de_la_cruz2019:en; @muñoz2020].",
            "Lisinopril \\parencite[12]{garcía:y}.",
            "Boy 6 y, fever.",
            "6 y old, cough.",
            "Girl, 14 y/o.",
        ] {
            assert!(!is_spanish(text), "{text}");
        }
    }
}
