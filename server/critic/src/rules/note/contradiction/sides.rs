//! An operation on one side where everything else in the note is on the other.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Right,
    Left,
}

/// Organs of which there are two, with the stems of what is said and done of them, folded.
const ORGANS: &[(&str, &[&str])] = &[
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
            "pleural",
        ],
    ),
    ("knee", &["knee", "rodilla", "menisc", "tibia"]),
    ("hip", &["hip", "cadera", "femoral", "femur"]),
    ("shoulder", &["shoulder", "hombro", "rotator", "humer"]),
    ("eye", &["eye", "ojo", "cataract", "catarata", "vitrect", "retina"]),
    ("ear", &["ear", "oido", "tympan", "timpan"]),
    ("adrenal", &["adrenal", "suprarrenal", "adrenalect"]),
    ("ovary", &["ovari", "ovary", "oophorect", "ooforect", "adnexal", "anexial"]),
    ("testis", &["testic", "orchi", "orqui", "testis"]),
    ("thyroid lobe", &["thyroid", "tiroid", "hemithyroid", "hemitiroid"]),
    ("inguinal hernia", &["hernia", "hernias", "herniorr"]),
    ("carotid", &["carotid"]),
    ("ankle", &["ankle", "tobillo", "malleol"]),
    ("wrist", &["wrist", "muneca", "carpal", "carpian"]),
    ("foot", &["foot", "pie", "toe"]),
    ("hand", &["hand", "mano", "finger"]),
    ("leg", &["leg", "pierna"]),
    ("arm", &["arm", "brazo"]),
];

/// Stems of words that make a sentence one about an operation, folded.
const OPERATIONS: &[&str] = &[
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
];

/// A side of an organ, and whether the sentence is about an operation.
#[derive(Clone, Copy, Debug)]
struct Sided {
    organ: usize,
    side: Side,
    is_operation: bool,
    is_past: bool,
    span: Span,
}

/// The sides that a block or a draft names; `both` holds the organs that are named on both sides at once.
#[derive(Clone, Debug, Default)]
struct Sides {
    named: Vec<Sided>,
    both: Vec<usize>,
}

/// How many places of one organ, side and sort are kept.
const MAX_PLACES: usize = 2;

impl Sides {
    fn add(&mut self, one: Sided) {
        let same = |known: &&Sided| {
            (known.organ, known.side, known.is_operation, known.is_past)
                == (one.organ, one.side, one.is_operation, one.is_past)
        };
        if self.named.iter().filter(same).count() < MAX_PLACES {
            self.named.push(one);
        }
    }
}

struct SideScan;

impl Scan for SideScan {
    type State = ();
    type Summary = Sides;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Sides, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Sides> = block.fact(sides_in);
            for one in &here.named {
                summary.add(Sided { span: one.span.shift(block.start), ..*one });
            }
            for organ in &here.both {
                if !summary.both.contains(organ) {
                    summary.both.push(*organ);
                }
            }
        }
    }
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "right" | "right-sided" | "rt" | "derecha" | "derecho" | "dcha" | "dcho" | "der" | "dch" => {
            Some(Side::Right)
        }
        "left" | "left-sided" | "lt" | "izquierda" | "izquierdo" | "izq" | "izda" | "izdo" => {
            Some(Side::Left)
        }
        _ => None,
    }
}

fn organ_of(word: &str) -> Option<usize> {
    ORGANS.iter().position(|(_, stems)| {
        stems.iter().any(|stem| {
            if stem.len() <= 4 { word == *stem || word == format!("{stem}s") } else { word.starts_with(stem) }
        })
    })
}

fn sides_in(block: &BlockContext<'_>) -> Sides {
    let mut out = Sides::default();
    for sentence in block.sentences() {
        let text = block.slice(sentence.span);
        let section = block.section_at(sentence.span.start as usize);
        if section == Section::FamilyHistory {
            continue;
        }
        let mut words: Vec<(String, Span)> = Vec::new();
        let mut at = sentence.span.start as usize;
        for piece in text.split_inclusive(|c: char| !c.is_alphabetic() && c != '-') {
            let word = piece.trim_matches(|c: char| !c.is_alphabetic());
            if !word.is_empty() {
                words.push((fold(word), Span::new(at, at + piece.len())));
            }
            at += piece.len();
        }
        let folded = fold(text);
        let is_operation = OPERATIONS.iter().any(|stem| folded.contains(stem));
        let contrasts = [
            "contralateral",
            "other side",
            "otro lado",
            "bilateral",
            "both ",
            "ambos",
            "ambas",
            "versus",
            "normal",
            "unremarkable",
            "conserv",
            "sin hallazgos",
            "sin alteracion",
            "compared",
            "unlike",
        ]
        .iter()
        .any(|word| folded.contains(word));
        for (index, (word, span)) in words.iter().enumerate() {
            let Some(side) = side_of(word) else {
                if let Some(organ) = organ_of(word).filter(|_| contrasts) {
                    out.both.push(organ);
                }
                continue;
            };
            // "right renal mass", "masa renal derecha", "mastectomía radical izquierda": the nearest organ in reach.
            let near = [1_isize, -1, 2, -2, 3, -3].iter().find_map(|step| {
                let at = index.checked_add_signed(*step)?;
                let (word, other) = words.get(at)?;
                let gap = Span { start: span.end.min(other.end), end: span.start.max(other.start) };
                let apart = block.slice(span.cover(*other)).trim_end_matches(|c: char| !c.is_alphabetic());
                (gap.len() < 40 && !apart.contains([';', '.', ',', ':', '(', ')']))
                    .then(|| organ_of(word).map(|organ| (organ, *other)))
                    .flatten()
            });
            let Some((organ, other)) = near else { continue };
            let place = span.cover(other);
            let said = assertion::within(block, *sentence, place);
            if said.experiencer == Experiencer::Relative || said.state == State::Negated {
                continue;
            }
            let is_done = is_operation
                && [
                    "done",
                    "performed",
                    "since",
                    "realizad",
                    "hace ",
                    "in 19",
                    "in 20",
                    "en 19",
                    "en 20",
                    "desde",
                    "previous",
                    "prior",
                ]
                .iter()
                .any(|word| folded.contains(word));
            let is_past = said.state == State::Historical || section == Section::PastHistory || is_done;
            let len = block.slice(place).trim_end_matches(|c: char| !c.is_alphabetic()).len();
            let span = Span::new(place.start as usize, place.start as usize + len);
            out.add(Sided { organ, side, is_operation, is_past, span });
        }
    }
    out
}

/// An operation on a side of which the rest of the note does not speak, where the rest speaks of the other.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Sides::default();
    for group in draft.scan::<SideScan>(()) {
        for one in &group.summary.named {
            all.add(Sided { span: one.span.shift(group.start), ..*one });
        }
        all.both.extend(group.summary.both.iter().copied());
    }
    let mut out = Vec::new();
    for organ in 0..ORGANS.len() {
        if all.both.contains(&organ) {
            continue;
        }
        let of_organ = || all.named.iter().filter(move |one| one.organ == organ && !one.is_past);
        for side in [Side::Right, Side::Left] {
            let operated = of_organ().find(|one| one.side == side && one.is_operation);
            let elsewhere = of_organ().any(|one| one.side == side && !one.is_operation);
            let past = all.named.iter().any(|one| one.organ == organ && one.is_past);
            let other = of_organ().find(|one| one.side != side && !one.is_operation);
            let other_operated = of_organ().any(|one| one.side != side && one.is_operation);
            if let (Some(here), Some(there), false, false, false) =
                (operated, other, elsewhere, past, other_operated)
            {
                out.push(remark(draft, here.span, there.span));
            } else if let (Some(here), Some(there), false, false) = (
                operated,
                of_organ().find(|one| one.side != side && one.is_operation && side == Side::Left),
                all.named.iter().any(|one| one.organ == organ && !one.is_operation),
                past,
            ) && draft.text(here.span).map(without_side) == draft.text(there.span).map(without_side)
            {
                // The same operation on both sides, in two places, and nothing that explains it.
                let (first, second) =
                    if here.span.start < there.span.start { (here, there) } else { (there, here) };
                out.push(remark(draft, second.span, first.span));
            }
        }
    }
    out
}

/// The words of a place without the side.
fn without_side(text: &str) -> String {
    let folded = fold(text);
    let words: Vec<&str> = folded
        .split(|c: char| !c.is_alphabetic() && c != '-')
        .filter(|word| !word.is_empty() && side_of(word).is_none())
        .collect();
    words.join(" ")
}

fn remark(draft: &Draft<'_>, here: Span, there: Span) -> Remark {
    let (this, that) = (draft.text(here).unwrap_or_default(), draft.text(there).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (
            format!("«{this}» aquí y «{that}» en otro lugar: ¿qué lado es? Compruebe los dos lugares."),
            "el otro lado",
        )
    } else {
        (
            format!("“{this}” here and “{that}” elsewhere: which side is it? Check both places."),
            "the other side",
        )
    };
    Remark::new(here, message).with_severity(Severity::Warning).with_related(there, other)
}
