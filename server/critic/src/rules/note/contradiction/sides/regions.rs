//! An operation on the side that the note calls healthy although the findings are on the other: "left loin pain,
//! calculus at the left VUJ, right kidney clear … right DJ stent placed". Mentions are compared by body region, so that
//! the stone, the kidney and the stent need not be one organ.
//! stone, the kidney and the stent need not be one organ.

use super::words::{OPERATIONS, Side, side_of, side_of_letter};
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, context};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// Paired body regions: folded word prefixes for their contents; `=` ends a whole word.
const REGIONS: &[&[&str]] = &[
    &[
        "kidney",
        "renal",
        "ureter",
        "rinon",
        "nephr",
        "nefr",
        "hydroneph",
        "hidronefr",
        "vuj=",
        "puj=",
        "vesico",
        "loin",
        "calcul",
        "litias",
        "lithias",
    ],
    &[
        "leg=",
        "legs=",
        "pierna",
        "knee",
        "rodilla",
        "hip=",
        "cadera",
        "femur",
        "femor",
        "tibia",
        "ankle",
        "tobillo",
        "foot=",
        "pie=",
        "radicul",
        "sciatic",
        "ciatic",
        "slr=",
        "calf=",
        "pantorrilla",
        "foramen",
        "foramin",
        "thigh",
        "muslo",
        "menisc",
        "root=",
        "raiz=",
        "transforam",
    ],
    &[
        "arm=",
        "brazo",
        "hand=",
        "mano=",
        "thumb",
        "pulgar",
        "finger",
        "dedo",
        "wrist",
        "muneca",
        "elbow",
        "codo=",
        "shoulder",
        "hombro",
        "clavic",
        "humer",
        "radius",
        "carpal",
        "carpian",
        "forearm",
        "antebrazo",
        "escafoid",
        "scaphoid",
    ],
    &[
        "chest",
        "rib=",
        "ribs=",
        "costill",
        "costal",
        "lung",
        "pulmon",
        "pleur",
        "hemithor",
        "hemitor",
        "thorac",
        "torac",
        "torax",
        "thorax",
        "serrat",
        "axill",
        "axila",
        "pneumoth",
        "neumot",
        "intercost",
        "paravert",
    ],
    &["testis=", "testes=", "testic", "teste", "scrot", "escrot", "cremast"],
    &["breast", "mama=", "mamari"],
    &["eye", "ojo", "catarat", "cataract", "retin", "cornea", "macul", "vitre"],
    &["ear=", "ears=", "oido", "tympan", "timpan", "mastoid", "cochle", "cocle", "retroauric"],
    &["inguin", "groin", "ingle=", "hernia"],
    &["ovar", "adnex", "anex", "salping", "tube=", "trompa"],
    &["parotid", "carotid", "neck=", "tonsil", "amigdal"],
];

/// Words for a healthy side, folded.
static HEALTHY_SIDE: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/regions/healthy-side"));

/// Words for a procedure on a side, in addition to those for operations, folded.
static PROCEDURE_WORDS: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/regions/procedure-words"));

/// Words that mean both sides, or another time, folded.
static BOTH_SIDES_OR_OTHER_TIME: LazyLock<Pattern> =
    LazyLock::new(|| context("contradiction/sides/regions/both-sides-or-other-time"));

/// The state of a side in a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RegionState {
    Found,
    Spared,
    Done,
}

/// A mention of a side of a region.
#[derive(Clone, Copy, Debug)]
struct RegionMention {
    region: usize,
    side: Side,
    says: RegionState,
    span: Span,
}

/// The sides of regions in a block or a draft; `excepted` holds regions in which both sides are meant.
#[derive(Clone, Debug, Default)]
struct Regions {
    named: Vec<RegionMention>,
    excepted: Vec<usize>,
}

impl Scan for Regions {
    type State = ();
    type Summary = Regions;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Regions, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Regions> = block.fact(read);
            summary.named.extend(
                here.named.iter().map(|one| RegionMention { span: one.span.shift(block.start), ..*one }),
            );
            summary.excepted.extend(&here.excepted);
        }
    }
}

/// The region that a word belongs to.
fn region_of(word: &str) -> Option<usize> {
    let is_named = |stem: &str| match stem.strip_suffix('=') {
        Some(whole) => word == whole,
        None => word.starts_with(stem),
    };
    REGIONS.iter().position(|stems| stems.iter().any(|stem| is_named(stem)))
}

/// The folded words of a range, with their locations in the block.
fn words_in(block: &BlockContext<'_>, span: Span) -> Vec<(String, Span)> {
    let mut out = Vec::new();
    let mut at = span.start as usize;
    for piece in block.slice(span).split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = piece.trim_matches(|c: char| !c.is_alphabetic());
        if !word.is_empty() {
            out.push((fold(word), Span::new(at, at + piece.len())));
        }
        at += piece.len();
    }
    out
}

/// The clauses of a sentence, between commas and semicolons.
fn clauses(block: &BlockContext<'_>, sentence: Sentence) -> Vec<Span> {
    let mut at = sentence.span.start as usize;
    let pieces = block.slice(sentence.span).split_inclusive([',', ';', '(', ')']);
    pieces
        .map(|piece| {
            let span = Span::new(at, at + piece.len());
            at += piece.len();
            span
        })
        .collect()
}

fn read(block: &BlockContext<'_>) -> Regions {
    let mut out = Regions::default();
    for sentence in block.sentences() {
        let all = words_in(block, sentence.span);
        let names_a_side = all
            .iter()
            .any(|(word, span)| side_of(word).is_some() || side_of_letter(block.slice(*span)).is_some());
        let section = block.section_at(sentence.span.start as usize);
        if !names_a_side || matches!(section, Section::FamilyHistory | Section::PastHistory) {
            continue;
        }
        let folded = fold(block.slice(sentence.span));
        let tells_of_complaint =
            ["history", "pain", "complain", "dolor", "motivo"].iter().any(|word| folded.contains(word));
        let is_done = !tells_of_complaint
            && (OPERATIONS.iter().any(|stem| folded.contains(stem)) || PROCEDURE_WORDS.is_match(&folded));
        let of_sentence = all.iter().find_map(|(word, _)| region_of(word));
        for clause in clauses(block, *sentence) {
            let words = words_in(block, clause);
            let mut sides = words.iter().filter_map(|(word, span)| {
                let side = side_of(word).or_else(|| side_of_letter(block.slice(*span)))?;
                Some((side, *span))
            });
            let Some((side, place)) = sides.next() else { continue };
            let region = words.iter().find_map(|(word, _)| region_of(word)).or(of_sentence);
            let Some(region) = region else { continue };
            let text = fold(block.slice(clause));
            let names_two = sides.any(|(other, _)| other != side);
            if names_two || BOTH_SIDES_OR_OTHER_TIME.is_match(&text) {
                out.excepted.push(region);
                continue;
            }
            let said = assertion::within(block, *sentence, place);
            if said.experiencer == Experiencer::Relative || said.state == State::Historical {
                continue;
            }
            let says = if HEALTHY_SIDE.is_match(&text) {
                RegionState::Spared
            } else if is_done {
                RegionState::Done
            } else if said.state == State::Negated {
                continue;
            } else {
                RegionState::Found
            };
            let len = block.slice(clause).trim_end_matches(|c: char| !c.is_alphanumeric()).len();
            let end = (clause.start as usize + len).max(place.start as usize);
            out.named.push(RegionMention { region, side, says, span: Span::new(place.start as usize, end) });
        }
    }
    out
}

/// The locations of a procedure on the healthy side and of the finding on the other.
pub(super) fn operated(draft: &Draft<'_>) -> Option<(Span, Span)> {
    let mut all = Regions::default();
    for group in draft.scan::<Regions>(()) {
        let named = group.summary.named.iter();
        all.named.extend(named.map(|one| RegionMention { span: one.span.shift(group.start), ..*one }));
        all.excepted.extend(&group.summary.excepted);
    }
    let of = |region: usize, says: RegionState| {
        all.named.iter().filter(move |one| one.region == region && one.says == says)
    };
    all.named.iter().filter(|one| one.says == RegionState::Done).find_map(|done| {
        let is_spared_before =
            of(done.region, RegionState::Spared).any(|one| one.side == done.side && one.span < done.span);
        let is_found =
            of(done.region, RegionState::Found).any(|one| one.side == done.side && one.span < done.span);
        let is_done_there = of(done.region, RegionState::Done).any(|one| one.side != done.side);
        let found = of(done.region, RegionState::Found).find(|one| one.side != done.side)?;
        (is_spared_before && !is_found && !is_done_there && !all.excepted.contains(&done.region))
            .then_some((done.span, found.span))
    })
}
