//! A pathological T category in a note without a resection.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::staging::ClaimedStage;
use crate::pattern::{Pattern, any_case, word_list, words};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::Remark;
use referee_text::Span;
use std::sync::LazyLock;

/// Evidence for and against a pathological category.
#[derive(Clone, Copy, Default)]
struct Resection {
    category: Option<Span>,
    unresected: Option<Span>,
    resected: bool,
}

/// Stems of words for an operation that resects the tumour, folded.
static RESECTION_STEMS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/pathological/resection-stems"));

/// Phrases that mean that the tumour was not resected, folded.
static UNRESECTED_PHRASES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/pathological/unresected-phrases"));

/// A needle biopsy, in a folded sentence.
static NEEDLE_BIOPSY: LazyLock<Pattern> = LazyLock::new(|| {
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
        // A needle biopsy cannot give a pT.
        let has_category = out.category.is_some_and(|category| sentence.span.contains(category));
        if has_category && NEEDLE_BIOPSY.is_match(&folded) {
            out.unresected.get_or_insert(sentence.span);
        }
        let mut rest = folded.clone();
        for phrase in UNRESECTED_PHRASES.iter().filter(|phrase| folded.contains(**phrase)) {
            out.unresected.get_or_insert(sentence.span);
            rest = rest.replace(phrase, " ");
        }
        let is_planned =
            || word_list!("impossible-stage/pathological/read").iter().any(|word| rest.contains(word));
        out.resected |= RESECTION_STEMS.iter().any(|stem| rest.contains(stem)) && !is_planned();
    }
    out
}

/// Reports a pathological category if the note excludes a specimen.
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
