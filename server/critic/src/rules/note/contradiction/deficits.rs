//! A disease on one side in one place and on the other side in another: hemiparesis, pneumonia, leg thrombosis,
//! cellulitis; and hemiparesis on the same side as its cerebral infarct.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold_joined;
use crate::analysis::sections::Section;
use crate::pattern::{Pattern, context, forms, words};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::{Remark, Severity};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// A lateralised disease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disease {
    /// Paresis of that half of the body.
    Palsy,
    /// An infarct of that hemisphere.
    Infarct,
    /// Pneumonia or consolidation of that lung.
    Pneumonia,
    /// A thrombosis of that leg.
    Thrombosis,
    /// A cellulitis of that leg or arm.
    Cellulitis,
}

/// The diseases that are compared with themselves on the other side.
const ONE_SIDED_DISEASES: [Disease; 4] =
    [Disease::Palsy, Disease::Pneumonia, Disease::Thrombosis, Disease::Cellulitis];

/// A disease with its side.
#[derive(Clone, Copy, Debug)]
struct DiseaseMention {
    disease: Disease,
    is_left: bool,
    span: Span,
}

/// The mentions in a block or a draft. `excepted` holds diseases that are called old, new or bilateral somewhere.
#[derive(Clone, Debug, Default)]
struct Deficits {
    sides: Vec<DiseaseMention>,
    excepted: Vec<Disease>,
}

impl Deficits {
    fn add(&mut self, other: &Deficits, start: usize) {
        self.sides
            .extend(other.sides.iter().map(|side| DiseaseMention { span: side.span.shift(start), ..*side }));
        self.excepted.extend(&other.excepted);
    }
}

struct DeficitScan;

impl Scan for DeficitScan {
    type State = ();
    type Summary = Deficits;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Deficits, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<Deficits> = block.fact(deficits_in);
            summary.add(&here, block.start);
        }
    }
}

/// Words that place a disease on both sides, or at two times, folded.
static BOTH_SIDES_OR_TIMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("contradiction/deficits/both-sides-or-times"));

static PNEUMONIA: LazyLock<Pattern> = LazyLock::new(|| {
    let named = "(?:pneumonia|consolidation|infiltrate|neumonia|condensacion|consolidacion|infiltrado)";
    let lobes = "lsd|lmd|lid|lsi|lii|rul|rml|rll|lul|lll";
    Pattern::new(&format!(
        r"\b(?P<side>left|right|{lobes})(?:[- ]sided)?(?: (?:{words1}))*(?: [a-z]+)?? {named}\b|\b{named}(?: (?:{words2}))* (?P<lado>left|right|derech[oa]|izquierd[oa]|dch[oa]|izd[oa]|{lobes})\b",
        words1 = forms("contradiction/deficits/lobes"),
        words2 = forms("contradiction/deficits/lobes-2")
    ))
});

static THROMBOSIS: LazyLock<Pattern> = LazyLock::new(|| {
    let named = "(?:dvt|deep vein thrombosis|thrombosis|thrombus|tvp|trombosis(?: venosa profunda)?|trombo)";
    let place = "(?:leg|calf|popliteal|femoral|iliofemoral|lower limb|lower extremity|vein|proximal|distal|pierna|poplitea|femoral|femoropoplitea|mii|mid|en|de|la|miembro inferior|vena|in|of|the|acute)";
    Pattern::new(&format!(
        r"\b(?P<side>left|right)(?: {place})* {named}\b|\b{named}(?: {place})* (?P<lado>left|right|izquierda|derecha|izda|dcha|izquierdo|derecho)(?: (?:leg|calf|popliteal|femoral|lower|iliac|vein|pierna)|[.,;)]|$)"
    ))
});

static CELLULITIS: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"\b(?P<side>left|right|l|r) (?:lower )?(?:leg|calf|shin|foot|ankle|arm|forearm|hand|lower (?:limb|extremity)) cellulitis\b|\bcellulitis (?:of |in |on )?(?:the |his |her )?(?P<side2>left|right|l|r) (?:lower )?(?:leg|calf|shin|foot|ankle|arm|forearm|hand)\b|\b(?P<side3>left|right|l|r) (?:lower )?(?:leg|calf|shin) (?:is |was )?(?:red|erythematous|hot|warm and red)\b|\bcelulitis (?:de |en )?(?:la |el )?(?:pierna|pie|brazo|antebrazo|mano|miembro inferior) (?P<lado>izquierd[oa]|derech[oa])\b|\bpierna (?P<lado2>izquierda|derecha) (?:eritematosa|caliente|roja)\b",
    )
});

/// A day with its month and without a year, folded.
static DAY_AND_MONTH: LazyLock<Pattern> = LazyLock::new(|| context("contradiction/deficits/day-and-month"));

static YEAR: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"\b(?:19|20)[0-9]{2}\b"));

/// Whether a folded word means the left side; a lobe counts for its lung.
fn is_left(side: &str) -> bool {
    match side {
        "lsi" | "lii" | "lul" | "lll" => true,
        "lsd" | "lmd" | "lid" => false,
        _ => side.starts_with(['l', 'i']),
    }
}

fn deficits_in(block: &BlockContext<'_>) -> Deficits {
    static PALSY: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"\b(?P<side>left|right|l|r)(?:[- ]sided)? (?:dense |mild |severe |moderate |spastic |flaccid )?(?:hemi(?:paresis|plegia|paretic|plegic|body weakness)|hemi\b)|\b(?P<side2>left|right|l|r)(?:[- ]sided)? (?:upper limb|lower limb|arm|leg|limb|body|arm and leg)? ?(?:weakness|paralysis|paresis)\b|\b(?P<side4>left|right|l|r)(?:[- ]sided)? (?:pronator )?drift\b|\bweakness (?:of|in) (?:the |his |her )?(?P<side3>left|right) (?:arm|leg|side|limb|body)\b|\bhemi(?:paresia|plejia|plejía) (?:[a-z]+ ){0,2}?(?P<lado>izquierda|derecha|izda|dcha|izq|dch)\b|\b(?:plejia|paresia|debilidad|paralisis)(?: (?:de la|del|de|en el|en la))? (?:hemicuerpo|lado|brazo|pierna|(?:extremidad|miembro) (?:superior|inferior)) (?P<lado2>izquierd[oa]|derech[oa])\b",
        )
    });
    static INFARCT: LazyLock<Pattern> = LazyLock::new(|| {
        Pattern::new(
            r"\b(?P<side>left|right|l|r) (?:mca|m1|m2|aca|ica|middle cerebral artery|frontoparietal|hemispheric|internal capsule|thalamic|basal ganglia) (?:territory )?(?:infarct\w*|stroke|occlusion|cva|ischa?emia|thrombus|ha?emorrhage|bleed|ich)\b|\b(?:ictus|infarto|ivus|acv|isquemia|oclusion|trombo)(?: [a-z]+){0,3}? (?:acm|aca|m1|m2|silviana?|cerebral media|capsular|talamic[oa])(?: [a-z]+)?? (?P<lado>izquierda|derecha|izquierdo|derecho|izda|dcha)\b",
        )
    });
    /// A fragment of every word in the patterns, to skip most blocks quickly.
    static ANY_DISEASE: LazyLock<Pattern> =
        LazyLock::new(|| Pattern::new(&forms("contradiction/deficits/any-disease")));
    let mut out = Deficits::default();
    if !ANY_DISEASE.is_match(block.prose()) {
        return out;
    }
    for sentence in block.sentences() {
        let section = block.section_at(sentence.span.start as usize);
        let text = block.slice(sentence.span);
        let folded = fold_joined(text);
        let byte = |at: usize| {
            let nth = folded.get(..at).map_or(0, |ahead| ahead.chars().count());
            text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
        };
        for (disease, pattern) in [
            (Disease::Palsy, &PALSY),
            (Disease::Infarct, &INFARCT),
            (Disease::Pneumonia, &PNEUMONIA),
            (Disease::Thrombosis, &THROMBOSIS),
            (Disease::Cellulitis, &CELLULITIS),
        ] {
            let before = out.sides.len();
            for found in pattern.captures_iter(&folded) {
                let names = pattern.capture_names().flatten();
                let Some(side) = names.into_iter().find_map(|name| found.name(name)) else { continue };
                let Some(whole) = found.get(0) else { continue };
                let at = sentence.span.start as usize;
                let span = Span::new(at + byte(whole.start()), at + byte(whole.end()));
                let said = assertion::within(block, *sentence, span);
                if said.experiencer != Experiencer::Patient || said.state == State::Negated {
                    continue;
                }
                // "Background: left hemiplegia on 2 June from a right M1 occlusion" tells of this illness.
                let is_of_this_year = DAY_AND_MONTH.is_match(&folded);
                let is_other = section == Section::PastHistory && !is_of_this_year
                    || YEAR.is_match(&folded)
                    || said.state != State::Confirmed
                    || BOTH_SIDES_OR_TIMES.iter().any(|word| folded.contains(word));
                if is_other {
                    out.excepted.push(disease);
                }
                out.sides.push(DiseaseMention { disease, is_left: is_left(side.as_str()), span });
            }
            // Two sides in one sentence mean a bilateral disease.
            let here = out.sides.get(before..).unwrap_or_default();
            if here.iter().any(|side| side.is_left) && here.iter().any(|side| !side.is_left) {
                out.excepted.push(disease);
            }
        }
    }
    out
}

/// Reports a disease on different sides in two places, or hemiparesis on the side of the infarct.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Deficits::default();
    for group in draft.scan::<DeficitScan>(()) {
        all.add(&group.summary, group.start);
    }
    let first = |disease: Disease, is_left: bool| {
        let mut sides = all.sides.iter().filter(|_| !all.excepted.contains(&disease));
        sides.find(|side| side.disease == disease && side.is_left == is_left)
    };
    let shown = |span: Span| draft.text(span).unwrap_or_default();
    let spanish = draft.is_spanish();
    let tell = |here: Span, there: Span, english: String, spanish_text: String| {
        let other = if spanish { "el otro lado" } else { "the other side" };
        let message = if spanish { spanish_text } else { english };
        vec![Remark::new(here, message).with_severity(Severity::Warning).with_related(there, other)]
    };
    let on_both =
        ONE_SIDED_DISEASES.iter().find_map(|disease| Some((first(*disease, true)?, first(*disease, false)?)));
    if let Some((left, right)) = on_both {
        let (there, here) = if left.span.start < right.span.start {
            (left.span, right.span)
        } else {
            (right.span, left.span)
        };
        return tell(
            here,
            there,
            format!(
                "“{}” here and “{}” elsewhere: which side is it? Check both places.",
                shown(here),
                shown(there)
            ),
            format!(
                "«{}» aquí y «{}» en otro lugar: ¿qué lado es? Compruebe los dos lugares.",
                shown(here),
                shown(there)
            ),
        );
    }
    for is_left in [true, false] {
        if let (Some(palsy), Some(infarct), None) = (
            first(Disease::Palsy, is_left),
            first(Disease::Infarct, is_left),
            first(Disease::Infarct, !is_left),
        ) {
            return tell(
                palsy.span,
                infarct.span,
                format!(
                    "“{}” and “{}”: the deficit of a hemispheric infarct is contralateral. Check both sides.",
                    shown(palsy.span),
                    shown(infarct.span)
                ),
                format!(
                    "«{}» y «{}»: el déficit de un infarto hemisférico es contralateral. Compruebe los dos lados.",
                    shown(palsy.span),
                    shown(infarct.span)
                ),
            );
        }
    }
    Vec::new()
}
