//! The words for sides, for organs of which there are two, and for operations on them.

/// The side of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Right,
    Left,
}

/// Organs of which there are two, with the stems of what is said and done of them, folded.
pub(super) const ORGANS: &[(&str, &[&str])] = &[
    ("kidney", &["kidney", "renal", "nephr", "rinon", "nefrect", "nefrolit", "nefrost", "ureter"]),
    ("breast", &["breast", "mastect", "lumpect", "mamari", "mama", "tumorect"]),
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
    ("knee", &["knee", "rodilla", "menisc", "tibia", "gonartr", "tka", "tkr", "ptr"]),
    ("hip", &["hip", "cadera", "femoral", "femur", "coxartr", "tha", "thr", "ptc"]),
    ("shoulder", &["shoulder", "hombro", "rotator", "humer", "clavic"]),
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
        ],
    ),
    ("ear", &["ear", "oido", "tympan", "timpan", "mastoid", "cochlea", "coclea"]),
    ("side of the head", &["subdural", "craniot", "craneot", "craniect", "craneect"]),
    ("parotid", &["parotid"]),
    ("adrenal", &["adrenal", "suprarrenal", "adrenalect"]),
    ("ovary", &["ovari", "ovary", "oophorect", "ooforect", "adnexal", "anexial"]),
    ("testis", &["testic", "orchi", "orqui", "testis"]),
    ("thyroid lobe", &["thyroid", "tiroid", "hemithyroid", "hemitiroid"]),
    ("inguinal hernia", &["hernia", "hernias", "herniorr", "herniopl"]),
    ("carotid", &["carotid"]),
    ("ankle", &["ankle", "tobillo", "malleol"]),
    ("wrist", &["wrist", "muneca", "carpal", "carpian", "radius", "ulna", "cubit"]),
    ("foot", &["foot", "pie", "toe", "hallux", "bunion"]),
    ("hand", &["hand", "mano", "finger"]),
    ("leg", &["leg", "pierna"]),
    ("arm", &["arm", "brazo"]),
];

/// Stems of words that make a sentence one about an operation, folded.
pub(super) const OPERATIONS: &[&str] = &[
    "ectomy",
    "ectomia",
    "plasty",
    "plastia",
    "replacement",
    "surgery",
    "operat",
    "resection",
    "reseccion",
    "amputa",
    "arthroscop",
    "artroscop",
    "repair",
    "reparacion",
    "fixation",
    "osteosynthesis",
    "osteosintesis",
    "excision",
    "exeresis",
    "consent",
    "cirugia",
    "protesis",
    "interven",
    "biopsy",
    "biopsia",
    "release",
    "extraction",
    "stent",
    "endarter",
    "thoracentesis",
    "toracocentesis",
    "drain",
    "drenaje",
    "injection",
    "infiltra",
    "block",
    "bloqueo",
    "orquidopex",
    "herniorra",
    "hernioplast",
    "orif",
    "tka",
    "tkr",
    "tha",
    "facoemulsif",
    "phacoemulsif",
    "craneotomia",
    "craniotomy",
    "chest tube",
    "nephrostom",
    "nefrostom",
    "placement",
    "colocacion",
    "thoracostom",
    "toracostom",
    "tubo de torax",
    "procedure:",
    "operation:",
    "implant",
];

/// The side that a folded word names.
pub(super) fn side_of(word: &str) -> Option<Side> {
    match word {
        "right" | "right-sided" | "rt" | "derecha" | "derecho" | "dcha" | "dcho" | "drcha" | "drcho"
        | "der" | "dch" => Some(Side::Right),
        "left" | "left-sided" | "lt" | "izquierda" | "izquierdo" | "izq" | "izda" | "izdo" | "izqda"
        | "izqdo" => Some(Side::Left),
        _ => None,
    }
}

/// The side that a capital letter right before an organ names: `R knee`, `L THR`.
pub(super) fn side_of_letter(piece: &str) -> Option<Side> {
    match piece {
        "R " => Some(Side::Right),
        "L " => Some(Side::Left),
        _ => None,
    }
}

/// The index in [`ORGANS`] of the organ that a folded word names or is about.
pub(super) fn organ_of(word: &str) -> Option<usize> {
    ORGANS.iter().position(|(_, stems)| {
        stems.iter().any(|stem| {
            if stem.len() <= 4 { word == *stem || word == format!("{stem}s") } else { word.starts_with(stem) }
        })
    })
}
