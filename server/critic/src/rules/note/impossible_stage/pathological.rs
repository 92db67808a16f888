//! A pathological T category in a note by which nothing was resected.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::staging::ClaimedStage;
use crate::pattern::any_case;
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::Remark;
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// What speaks for and against a pathological category.
#[derive(Clone, Copy, Default)]
struct Resection {
    category: Option<Span>,
    unresected: Option<Span>,
    resected: bool,
}

/// Stems of words for an operation that takes the tumour out, folded.
const RESECTION_STEMS: &[&str] = &[
    "ectomy",
    "ectomia",
    "resect",
    "resec",
    "excis",
    "exeresis",
    "turbt",
    "rtu",
    "surgical specimen",
    "pieza",
    "postop",
    "post-op",
    "operated",
    "operad",
    "underwent surgery",
    "whipple",
    "removed",
    "extirpa",
    "conization",
    "conizacion",
    "amputat",
    "amputac",
    "adjuvant",
    "adyuvan",
    "margins",
    "margenes",
    "polypect",
    "polipect",
    "after surgery",
    "tras cirugia",
    "intervenid",
];

/// Phrases by which the tumour is still in the patient, folded.
const UNRESECTED_PHRASES: &[&str] = &[
    "unresectable",
    "irresecable",
    "no resecable",
    "inoperable",
    "not operated",
    "no operad",
    "not a surgical candidate",
    "no surgery",
    "sin cirugia",
    "no surgical resection",
    "no resection",
    "not resected",
    "awaiting surgery",
    "awaiting resection",
    "before surgery",
    "prior to surgery",
    "pending surgery",
    "pendiente de cirugia",
    "pendiente de intervencion",
    "pendiente de reseccion",
    "declined surgery",
    "declines surgery",
    "refused surgery",
    "rechaza cirugia",
    "rechaza la cirugia",
    "biopsy only",
    "solo biopsia",
    "neoadjuvant",
    "neoadyuvan",
    "core biopsy only",
    "surgery is planned",
    "surgery planned",
    "has not had surgery",
    "no se ha operado",
    "sin reseccion",
    "no ha sido operad",
    "not been operated",
    "not yet operated",
    "not yet been operated",
    "has not yet had",
    "surgery is scheduled",
    "surgery scheduled",
    "no operado todavia",
    "todavia no operad",
    "aun no operad",
    "no se ha intervenido",
    "nothing resected",
    "nothing has been resected",
    "awaits resection",
    "surgery in ",
    "intervencion prevista",
    "cirugia prevista",
    "ectomia prevista",
    "ectomia programada",
    "ectomia pendiente",
    "ectomy planned",
    "ectomy scheduled",
    "ectomy is planned",
    "ectomy booked",
    "ectomy pending",
    "pendiente de operar",
    "sin operar",
    "no operada todavia",
    "awaiting operation",
    "awaits surgery",
    "has had no surgery",
    "no operation has",
    "not had an operation",
    "not undergone surgery",
    "not undergone resection",
    "no surgery has been",
    "no se ha resecado",
    "no ha sido intervenid",
    "surgery declined",
    "on the basis of mri",
    "on the basis of ct",
    "on imaging alone",
    "por imagen",
];

/// A biopsy with a needle, in a folded sentence.
static NEEDLE_BIOPSY: LazyLock<Regex> = LazyLock::new(|| {
    any_case(
        r"\b(?:prostate|prostatic|transrectal|transperineal|core|needle|tru-?cut|fusion) (?:needle |core )?biops|\bbiopsia (?:de (?:la )?prostata|prostatica|transrectal|transperineal|con aguja|por puncion)",
    )
});

impl Scan for Resection {
    type State = ();
    type Summary = Resection;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut Resection, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here = block.fact(read);
            summary.add(&here, block.start);
        }
    }
}

impl Resection {
    fn add(&mut self, other: &Resection, start: usize) {
        self.category = self.category.or(other.category.map(|span| span.shift(start)));
        self.unresected = self.unresected.or(other.unresected.map(|span| span.shift(start)));
        self.resected |= other.resected;
    }
}

fn read(block: &BlockContext<'_>) -> Resection {
    let mut out = Resection::default();
    for sentence in block.sentences() {
        let folded = fold(block.slice(sentence.span));
        for stage in block.stages().iter().filter(|stage| sentence.span.contains(stage.span)) {
            let said = assertion::within(block, *sentence, stage.span);
            if let ClaimedStage::Tnm(tnm) = &stage.says
                && tnm.prefix == "p"
                && tnm.t.as_deref().is_some_and(|t| !t.eq_ignore_ascii_case("x"))
                && said.experiencer == Experiencer::Patient
                && !matches!(
                    said.state,
                    State::Negated | State::Uncertain | State::Pending | State::Historical
                )
            {
                out.category.get_or_insert(stage.span);
            }
        }
        // What a needle takes has no pT.
        let has_category = out.category.is_some_and(|category| sentence.span.contains(category));
        if has_category && NEEDLE_BIOPSY.is_match(&folded) {
            out.unresected.get_or_insert(sentence.span);
        }
        let mut rest = folded.clone();
        for phrase in UNRESECTED_PHRASES.iter().filter(|phrase| folded.contains(**phrase)) {
            out.unresected.get_or_insert(sentence.span);
            rest = rest.replace(phrase, " ");
        }
        let is_planned = [
            "if ",
            "si ",
            "decision",
            "pending",
            "pendiente",
            "await",
            "a la espera",
            "plan",
            "schedul",
            "program",
            "propon",
            "will ",
            "candidate",
            "candidat",
            "consider",
            "valor",
        ]
        .iter()
        .any(|word| rest.contains(word));
        out.resected |= !is_planned && RESECTION_STEMS.iter().any(|stem| rest.contains(stem));
    }
    out
}

/// A category from a specimen, where the note says that there is none.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    let mut all = Resection::default();
    for group in draft.scan::<Resection>(()) {
        all.add(&group.summary, group.start);
    }
    let (Some(category), Some(unresected), false) = (all.category, all.unresected, all.resected) else {
        return Vec::new();
    };
    let shown = draft.text(category).unwrap_or_default();
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{shown}» es patológico (p) y, según la nota, el tumor no se ha resecado. Sin la pieza, el estadio es clínico (c)."
            ),
            "sin resección",
        )
    } else {
        (
            format!(
                "“{shown}” is pathological (p), and by the note nothing was resected. Without a specimen the stage is clinical (c)."
            ),
            "no resection",
        )
    };
    vec![Remark::new(category, message).with_related(unresected, other)]
}
