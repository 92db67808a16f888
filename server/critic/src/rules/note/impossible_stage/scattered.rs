//! Categories spread over a report: "pT2 … 19 clear nodes, pN0 … no metastases (M0) … stage IV".

use crate::analysis::folding::fold;
use crate::pattern::{Pattern, exact, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_findings::Remark;
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// The highest value of each category in a block or a draft, with its location.
#[derive(Clone, Copy, Debug, Default)]
struct LoneCategories {
    tumour: Option<(u8, Span)>,
    nodes: Option<u8>,
    metastases: Option<u8>,
    /// Whether there is a category after treatment or at recurrence, or a metastasis is mentioned.
    is_excepted: bool,
}

impl LoneCategories {
    fn add(&mut self, other: &LoneCategories, start: usize) {
        if let Some((digit, span)) = other.tumour
            && self.tumour.is_none_or(|(known, _)| known < digit)
        {
            self.tumour = Some((digit, span.shift(start)));
        }
        self.nodes = self.nodes.max(other.nodes);
        self.metastases = self.metastases.max(other.metastases);
        self.is_excepted |= other.is_excepted;
    }
}

impl Scan for LoneCategories {
    type State = ();
    type Summary = LoneCategories;
    const NEEDS: BlockFlags = BlockFlags::DIGIT;

    fn visit((): &mut (), summary: &mut LoneCategories, block: &BlockContext<'_>) {
        if block.is_prose() && !block.in_references {
            let here: Arc<LoneCategories> = block.fact(read);
            summary.add(&here, block.start);
        }
    }
}

/// One category: T and N with their prefix, M as written.
static CATEGORY: LazyLock<Pattern> = LazyLock::new(|| {
    exact(
        r"\b(?:(?P<prefix>y?[cp]|r)(?P<letter>[TN])(?P<digit>[0-4])[a-d]?|[cp]?(?P<m>M)(?P<mdigit>[01])[a-d]?)\b",
    )
});

/// An asserted metastasis in folded text.
static METASTASIS: LazyLock<Pattern> =
    LazyLock::new(|| exact(&forms("impossible-stage/scattered/metastasis")));

fn read(block: &BlockContext<'_>) -> LoneCategories {
    let text = block.prose();
    let mut out = LoneCategories::default();
    for found in CATEGORY.captures_iter(text) {
        let digit = |name: &str| found.name(name)?.as_str().parse::<u8>().ok();
        out.is_excepted |= found.name("prefix").is_some_and(|prefix| prefix.as_str().contains(['y', 'r']));
        if let Some(digit) = digit("mdigit") {
            out.metastases = out.metastases.max(Some(digit));
        }
        let (Some(letter), Some(digit), Some(whole)) = (found.name("letter"), digit("digit"), found.get(0))
        else {
            continue;
        };
        let place = Span::new(whole.start(), whole.end());
        if letter.as_str() == "T" {
            if out.tumour.is_none_or(|(known, _)| known < digit) {
                out.tumour = Some((digit, place));
            }
        } else {
            out.nodes = out.nodes.max(Some(digit));
        }
    }
    let folded = fold(text);
    for found in METASTASIS.find_iter(&folded) {
        let before = folded.get(..found.start()).unwrap_or_default();
        let clause = before.rsplit(['.', ';', '\n']).next().unwrap_or_default();
        let is_denied = ["no ", "without", "sin ", "ni ", "negativ", "descart", "rule"]
            .iter()
            .any(|word| clause.contains(word));
        out.is_excepted |= !is_denied;
    }
    out
}

/// Reports stage IV at `place` if the report describes a small tumour without nodes and metastases.
pub(super) fn check(draft: &Draft<'_>, place: Span) -> Option<Remark> {
    let mut all = LoneCategories::default();
    for group in draft.scan::<LoneCategories>(()) {
        all.add(&group.summary, group.start);
    }
    let (digit, tumour) = all.tumour?;
    if all.is_excepted || !(1..=2).contains(&digit) || all.nodes != Some(0) || all.metastases != Some(0) {
        return None;
    }
    let (category, stage) = (draft.text(tumour)?, draft.text(place)?);
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{category}» con N0 y M0, y «{stage}», no van juntos: sin ganglios ni metástasis, un tumor T1 o T2 no es un estadio IV. Compruebe los dos."
            ),
            "la categoría",
        )
    } else {
        (
            format!(
                "“{category}” with N0 and M0, and “{stage}”, do not go together: without nodes and metastases a T1 or T2 is no stage IV. Check both."
            ),
            "the category",
        )
    };
    Some(Remark::new(place, message).with_related(tumour, other))
}

/// The remark on stage I with categories that belong to a later stage at every site.
pub(super) fn too_early(draft: &Draft<'_>, at: Span, place: Span) -> Remark {
    let (categories, stage) = (draft.text(at).unwrap_or_default(), draft.text(place).unwrap_or_default());
    let (message, other) = if draft.is_spanish() {
        (
            format!(
                "«{categories}» y «{stage}» no van juntos: un tumor T4, o ganglios N2 o N3, no son un estadio I. Compruebe los dos."
            ),
            "las categorías",
        )
    } else {
        (
            format!(
                "“{categories}” and “{stage}” do not go together: a T4 tumour, or N2 or N3 nodes, are no stage I. Check both."
            ),
            "the categories",
        )
    };
    Remark::new(place, message).with_related(at, other)
}
