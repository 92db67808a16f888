//! Decides whether two descriptions of an outcome are about different things.

use referee_text::fold;
use std::collections::BTreeSet;

/// The things that a trial measures, each with prefixes of the words for it, in English and
/// Spanish.
///
/// A word with several meanings is listed under each of them, so that unclear cases do not differ.
const OUTCOME_SUBJECTS: &[(&str, &[&str])] = &[
    ("death", &["death", "mortal", "died", "surviv", "alive", "fatal", "muert", "fallec", "superviv", "os"]),
    ("weight", &["weight", "bmi", "obes", "adipos", "waist", "fat", "peso", "imc", "grasa", "cintura"]),
    (
        "sugar",
        &["hba1c", "a1c", "glyc", "gluc", "insulin", "glucem", "glic", "hypoglyc", "hipogluc", "diabet"],
    ),
    (
        "pressure",
        &[
            "systolic",
            "diastolic",
            "hypertens",
            "sbp",
            "dbp",
            "sistol",
            "diastol",
            "hipertens",
            "presion",
            "tension",
        ],
    ),
    (
        "pain",
        &[
            "pain", "analges", "opioid", "morphine", "vas", "nrs", "headache", "migraine", "dolor",
            "cefalea", "migran", "eva", "opioide", "morfin",
        ],
    ),
    (
        "mood",
        &[
            "depress", "madrs", "ham", "hamd", "hdrs", "phq", "bdi", "mood", "anxi", "gad", "depres",
            "ansied", "animo", "suicid",
        ],
    ),
    (
        "heart",
        &[
            "infarct",
            "mace",
            "cardiovasc",
            "cardiac",
            "coronary",
            "revascul",
            "heart",
            "stroke",
            "ischem",
            "ischaem",
            "arrhythm",
            "fibrillation",
            "ejection",
            "infarto",
            "corazon",
            "ictus",
            "isquem",
            "coronari",
            "cardiac",
            "fibrilacion",
            "eyeccion",
        ],
    ),
    (
        "tumour",
        &[
            "progress",
            "pfs",
            "dfs",
            "recist",
            "tumor",
            "tumour",
            "recurr",
            "relapse",
            "remission",
            "respon",
            "recidiv",
            "recaid",
            "progres",
            "respues",
            "remision",
        ],
    ),
    (
        "infection",
        &[
            "infect",
            "viral",
            "hiv",
            "bacter",
            "cure",
            "eradic",
            "cultur",
            "clearance",
            "virolog",
            "sepsis",
            "pneumonia",
            "infec",
            "erradic",
            "cultiv",
            "neumon",
            "curacion",
            "seroconv",
            "antibod",
            "titer",
            "titre",
            "anticuerp",
            "covid",
        ],
    ),
    (
        "kidney",
        &[
            "renal",
            "kidney",
            "egfr",
            "creatinin",
            "dialys",
            "albuminur",
            "proteinur",
            "riñon",
            "rinon",
            "dialis",
            "nefr",
            "nephr",
        ],
    ),
    (
        "lung",
        &[
            "fev1",
            "lung",
            "pulmon",
            "asthma",
            "exacerb",
            "respirat",
            "ventilat",
            "oxygen",
            "spiromet",
            "intubat",
            "extubat",
            "asma",
            "ventilac",
            "oxigen",
            "espirom",
            "exacerbac",
        ],
    ),
    ("bleeding", &["bleed", "haemorrh", "hemorrh", "transfus", "haemost", "hemost", "sangrad", "hemorrag"]),
    ("clot", &["thromb", "embol", "dvt", "vte", "tromb"]),
    (
        "birth",
        &[
            "birth",
            "pregnan",
            "deliver",
            "gestat",
            "preterm",
            "neonat",
            "miscarr",
            "fertil",
            "ovulat",
            "implant",
            "parto",
            "embaraz",
            "nacid",
            "prematur",
            "cesarea",
            "cesarean",
            "caesarean",
        ],
    ),
    (
        "function",
        &[
            "function", "disab", "rankin", "mrs", "barthel", "walk", "gait", "mobil", "womac", "strength",
            "funcion", "discapac", "marcha", "fuerza",
        ],
    ),
    (
        "cognition",
        &["cognit", "adas", "mmse", "moca", "memory", "dement", "delir", "cognic", "memoria", "demenc"],
    ),
    ("sleep", &["sleep", "insomn", "isi", "psqi", "sueñ", "sueno", "insomni"]),
    (
        "stay",
        &[
            "length",
            "stay",
            "hospital",
            "discharge",
            "readmis",
            "icu",
            "estancia",
            "ingreso",
            "alta",
            "uci",
            "reingres",
        ],
    ),
    ("seizures", &["seizure", "epilep", "crisis", "convuls"]),
    (
        "skin",
        &[
            "pasi", "easi", "psoria", "eczema", "dermat", "itch", "prurit", "lesion", "wound", "heal",
            "herida", "cicatriz", "ulcer", "acne",
        ],
    ),
    ("lipids", &["ldl", "cholest", "lipid", "triglyc", "colest", "triglic"]),
    ("bone", &["fractur", "bone", "bmd", "densit", "hueso", "osea", "densidad"]),
    (
        "sight",
        &["visual", "acuity", "vision", "intraocular", "iop", "retin", "macular", "myop", "agudeza", "miop"],
    ),
    ("nausea", &["nause", "vomit", "emes", "ponv", "vomit", "emesis"]),
    (
        "safety",
        &["adverse", "safety", "toxic", "tolerab", "side effect", "dlt", "advers", "segurid", "toxicid"],
    ),
    ("smoking", &["smok", "abstin", "nicotin", "cessation", "tabac", "fum", "alcohol", "drink", "bebid"]),
    ("life", &["quality", "qol", "eq", "sf", "calidad"]),
];

/// Returns whether two descriptions of an outcome are about unrelated things.
///
/// Both must contain known subjects, none in common, and share no other significant word: outcomes
/// are worded in too many ways for anything less to be certain.
pub(crate) fn differ_in_subject(paper: &str, registered: &[String]) -> bool {
    let registered = registered.join(" ");
    let (paper, registered) = (fold::words(paper), fold::words(&registered));
    let (in_paper, in_registry) = (subjects(&paper), subjects(&registered));
    !in_paper.is_empty()
        && !in_registry.is_empty()
        && in_paper.is_disjoint(&in_registry)
        && !paper.iter().any(|word| registered.iter().any(|other| is_telling(word) && is_alike(word, other)))
        && !is_composite(&paper)
        && !is_composite(&registered)
}

/// A composite outcome may be described by one of its parts, by its name or by all of its parts.
fn is_composite(words: &[String]) -> bool {
    words.iter().any(|word| {
        word.starts_with("composit") || word.starts_with("combin") || word.starts_with("compuest")
    })
}

fn subjects(words: &[String]) -> BTreeSet<&'static str> {
    // A short name must be a whole word, because many other words begin with it.
    let names = |word: &String, start: &str| {
        if start.len() <= 3 { word == start } else { word.starts_with(start) }
    };
    let of = |(_, starts): &&(&str, &[&str])| {
        words.iter().any(|word| starts.iter().any(|start| names(word, start)))
    };
    OUTCOME_SUBJECTS.iter().filter(of).map(|(subject, _)| *subject).collect()
}

/// Returns whether a word says what is measured, and not when or how.
fn is_telling(word: &str) -> bool {
    const GENERAL_WORDS: [&str; 56] = [
        "change",
        "changes",
        "baseline",
        "week",
        "weeks",
        "month",
        "months",
        "year",
        "years",
        "days",
        "hours",
        "number",
        "rate",
        "rates",
        "proportion",
        "percentage",
        "patients",
        "participants",
        "subjects",
        "treatment",
        "group",
        "groups",
        "with",
        "from",
        "that",
        "this",
        "which",
        "than",
        "score",
        "scale",
        "time",
        "first",
        "incidence",
        "occurrence",
        "measured",
        "measure",
        "defined",
        "assessed",
        "assessment",
        "primary",
        "outcome",
        "total",
        "mean",
        "difference",
        "between",
        "after",
        "before",
        "during",
        "follow",
        "event",
        "events",
        "study",
        "trial",
        "using",
        "level",
        "least",
    ];
    word.len() > 3 && !word.chars().all(|letter| letter.is_ascii_digit()) && !GENERAL_WORDS.contains(&word)
}

fn is_alike(word: &str, other: &str) -> bool {
    const STEM_CHARACTERS: usize = 5;
    let stem = |word: &str| word.chars().take(STEM_CHARACTERS).collect::<String>();
    stem(word) == stem(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_outcomes_of_different_things_differ() {
        for (paper, registered) in [
            (
                "change in body weight at 24 weeks",
                "Change in HbA1c. Glycated hemoglobin from baseline to week 24",
            ),
            ("pain at rest on the visual analogue scale", "Length of hospital stay"),
            ("la mortalidad a los 28 días", "Change in FEV1 at week 12"),
            ("relapse of depression within a year", "Sleep efficiency by actigraphy"),
        ] {
            assert!(differ_in_subject(paper, &[registered.to_owned()]), "{paper} | {registered}");
        }
        for (paper, registered) in [
            ("change in body weight at 24 weeks", "BMI at week 24"),
            ("overall survival", "OS"),
            ("death from any cause", "All-cause mortality at 28 days"),
            ("a composite of death and stroke", "Time to first MACE"),
            ("a 75% reduction of the psoriasis area and severity index", "PASI-75 response"),
            ("the score of the new questionnaire", "Change in HbA1c"),
            ("change in body weight", "Efficacy of the drug"),
            ("mortality and pain", "Pain intensity"),
            ("la presión arterial sistólica", "24-hour blood pressure (systolic)"),
        ] {
            assert!(!differ_in_subject(paper, &[registered.to_owned()]), "{paper} | {registered}");
        }
    }
}
