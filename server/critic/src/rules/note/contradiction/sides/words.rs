//! Words for sides, for paired organs and for operations on them.

use crate::pattern::words;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A side of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Right,
    Left,
}

/// Paired organs, with folded stems of the words about them; `=` ends a whole word.
pub(super) const ORGANS: &[(&str, &[&str])] = &[
    (
        "kidney",
        &[
            "kidney",
            "renal",
            "nephr",
            "rinon",
            "nefrect",
            "nefrolit",
            "nefrost",
            "ureter",
            "hydroneph",
            "hidronefr",
            "pyelopl",
            "pielopl",
            "vuj",
            "puj",
        ],
    ),
    ("breast", &["breast", "mastect", "lumpect", "mamari", "mama", "tumorect", "wle"]),
    (
        "lung",
        &[
            "lung",
            "lobe",
            "lobect",
            "pulmon",
            "lobul",
            "lobulo",
            "pneumonect",
            "neumonect",
            "hemithora",
            "hemitora",
            "pleural",
            "pneumothor",
            "neumotor",
            "thoracost",
            "thoracoto",
            "toracoto",
            "thoracent",
            "toracocent",
            "chesttube",
            "empyem",
            "empiem",
        ],
    ),
    (
        "knee",
        &[
            "knee", "rodilla", "menisc", "tibia", "gonartr", "tka", "tkr", "ptr", "acl", "lca", "patella",
            "rotula", "rotulian",
        ],
    ),
    (
        "hip",
        &[
            "hip",
            "cadera",
            "femoral",
            "femur",
            "coxartr",
            "tha",
            "thr",
            "ptc",
            "nof",
            "noff",
            "hemiarthropl",
            "hemiartropl",
            "dhs",
            "intertroch",
            "subtroch",
            "pertrocant",
            "trocanter",
            "trochanter",
            "acetabul",
        ],
    ),
    ("shoulder", &["shoulder", "hombro", "rotator", "humer", "clavic", "supraspin", "acromio", "manguito"]),
    ("elbow", &["elbow", "codo", "olecran"]),
    (
        "eye",
        &[
            "eye",
            "ojo",
            "cataract",
            "catarata",
            "vitrect",
            "vitrec",
            "retina",
            "retinal",
            "facoemulsif",
            "phacoemulsif",
            "glaucoma",
            "enucleat",
            "enucleac",
            "macula",
            "cornea",
            "corneal",
            "vitre",
            "trabeculect",
            "pterygi",
            "pterigi",
        ],
    ),
    (
        "ear",
        &[
            "ear",
            "oido",
            "tympan",
            "timpan",
            "mastoid",
            "cochlea",
            "coclea",
            "cholesteat",
            "colesteat",
            "otitis",
        ],
    ),
    (
        "side of the head",
        &["subdural", "sdh", "burr", "trephin", "trepan", "craniot", "craneot", "craniect", "craneect"],
    ),
    ("parotid", &["parotid"]),
    ("adrenal", &["adrenal", "suprarrenal", "adrenalect"]),
    ("ovary", &["ovari", "ovary", "oophorect", "ooforect", "adnexal", "anexial"]),
    ("testis", &["testic", "orchi", "orqui", "testis", "teste=", "testes=", "hydrocele", "hidrocele"]),
    ("thyroid lobe", &["thyroid", "tiroid", "hemithyroid", "hemitiroid"]),
    ("inguinal hernia", &["hernia", "hernias", "herniorr", "herniopl"]),
    ("carotid", &["carotid"]),
    ("ankle", &["ankle", "tobillo", "malleol"]),
    (
        "wrist",
        &[
            "wrist", "muneca", "carpal", "carpian", "radius", "ulna", "cubit", "scaphoid", "escafoid",
            "colles",
        ],
    ),
    ("foot", &["foot", "pie", "toe", "hallux", "bunion", "metatars", "calcane", "lisfranc", "talus"]),
    ("hand", &["hand", "mano", "finger", "metacarp", "thumb", "pulgar", "dedo"]),
    ("leg", &["leg", "pierna"]),
    ("arm", &["arm", "brazo"]),
];

/// Stems of words that mark a sentence about an operation, folded.
pub(super) static OPERATIONS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/sides/words/operations"));

/// The side that a folded word means.
pub(super) fn side_of(word: &str) -> Option<Side> {
    match word {
        "right" | "right-sided" | "rt" | "derecha" | "derecho" | "dcha" | "dcho" | "drcha" | "drcho"
        | "der" | "dch" => Some(Side::Right),
        "left" | "left-sided" | "lt" | "izquierda" | "izquierdo" | "izq" | "izda" | "izdo" | "izqda"
        | "izqdo" => Some(Side::Left),
        _ => None,
    }
}

/// The eye of an ophthalmological abbreviation: `RE` and `LE`, `OD` and `OS`, `OI` in Spanish. `OD` also means once a
/// day and `LE` a leg, so they count only next to a word of [`is_of_eyes`].
pub(super) fn side_of_eye(piece: &str) -> Option<Side> {
    match piece.trim_matches(|c: char| !c.is_alphabetic()) {
        "RE" | "OD" => Some(Side::Right),
        "LE" | "OS" | "OI" => Some(Side::Left),
        _ => None,
    }
}

/// Whether a folded word is an eye disease or eye operation.
pub(super) fn is_of_eyes(word: &str) -> bool {
    static EYE_STEMS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/sides/words/eye-stems"));
    matches!(
        word,
        "rd" | "ppv"
            | "vpp"
            | "iol"
            | "lio"
            | "crvo"
            | "brvo"
            | "crao"
            | "ovcr"
            | "orvr"
            | "yag"
            | "namd"
            | "dmae"
    ) || EYE_STEMS.iter().any(|stem| word.starts_with(stem))
}

/// The side of a capital letter directly before an organ: `R knee`, `L THR`.
pub(super) fn side_of_letter(piece: &str) -> Option<Side> {
    match piece {
        "R " => Some(Side::Right),
        "L " => Some(Side::Left),
        _ => None,
    }
}

/// The stems of [`ORGANS`] by first byte, each with its organ's index, in table order.
static STEMS_BY_FIRST_BYTE: LazyLock<HashMap<u8, Vec<(&str, usize)>>> = LazyLock::new(|| {
    let mut out: HashMap<u8, Vec<(&str, usize)>> = HashMap::new();
    for (organ, (_, stems)) in ORGANS.iter().enumerate() {
        for stem in *stems {
            out.entry(stem.as_bytes()[0]).or_default().push((stem, organ));
        }
    }
    out
});

/// The index in [`ORGANS`] of the organ that a folded word is about.
pub(super) fn organ_of(word: &str) -> Option<usize> {
    let stems = STEMS_BY_FIRST_BYTE.get(word.as_bytes().first()?)?;
    let is_named = |stem: &str| match stem.strip_suffix('=') {
        Some(whole) => word == whole,
        None if stem.len() <= 4 => word == stem || word.strip_suffix('s') == Some(stem),
        None => word.starts_with(stem),
    };
    stems.iter().find(|(stem, _)| is_named(stem)).map(|(_, organ)| *organ)
}
