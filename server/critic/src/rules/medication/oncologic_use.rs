//! Detects whether a note mentions a cancer of its patient, or another use of high doses of
//! methotrexate.

use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::analysis::sections::Section;
use crate::analysis::staging::ClaimedStage;
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, any_case, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan, Sentence};
use referee_text::Span;
use std::sync::LazyLock;

/// Whether a note mentions a cancer of this patient, or another use of high doses.
pub(super) fn is_named(draft: &Draft<'_>) -> bool {
    draft.scan::<OncologicUse>(()).iter().any(|group| *group.summary)
}

struct OncologicUse;

impl Scan for OncologicUse {
    type State = ();
    type Summary = bool;
    const NEEDS: BlockFlags = BlockFlags::TUMOUR.and(BlockFlags::ONCOLOGY).and(BlockFlags::STAGE);

    fn visit((): &mut (), summary: &mut bool, block: &BlockContext<'_>) {
        if *summary {
            return;
        }
        let mut terms =
            block.terms_in(block.whole(), |term| matches!(term, Term::Histology | Term::Oncology));
        let named = terms.any(|found| {
            let Some(sentence) = block.sentence_at(found.span.start as usize) else { return false };
            let said = assertion::within(block, sentence, found.span);
            said.state != State::Negated
                && said.experiencer == Experiencer::Patient
                && block.section_at(found.span.start as usize) != Section::FamilyHistory
                && !is_only_mentioned(block, sentence, found.span)
        });
        let staged = block.stages().iter().any(|stage| matches!(stage.says, ClaimedStage::Tnm(_)));
        *summary |= named || staged;
    }
}

/// Whether a word for cancer is not a diagnosis of the patient: screening, a worry, a workplace, a
/// risk, another service.
fn is_only_mentioned(block: &BlockContext<'_>, sentence: Sentence, word: Span) -> bool {
    static FEAR_OR_FAMILY_BEFORE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:{words})\b[^.;:]{{0,40}}$",
            words = forms("oncologic-use/fear-or-family-before")
        ))
    });
    static COMPOUND_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"^[- ](?:{words})\b|^,? (?:by profession|de profesi[oó]n)\b|^ ?[/&] ?\w|^[^.;]{{0,25}}\bjubilad[oa]\b",
            words = forms("oncologic-use/compound-behind")
        ))
    });
    static OCCUPATION_BEHIND: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(r"^ (?:{words})\b", words = forms("oncologic-use/occupation-behind")))
    });
    let ahead = block.slice(Span { start: sentence.span.start, end: word.start });
    let behind = block.slice(Span { start: word.end, end: sentence.span.end });
    // "Is an oncology nurse", but not "is a lymphoma of the stomach".
    let is_carer = OCCUPATION_BEHIND.is_match(behind);
    let before = fold(ahead);
    let is_job = before.trim_end().ends_with(" an") || before.trim_end().ends_with(" a");
    let is_called = |text: &str| text.trim_end().ends_with("is a") || text.trim_end().ends_with("is an");
    if is_called(&before) && !is_carer {
        return COMPOUND_BEHIND.is_match(behind);
    }
    ahead.ends_with(['/', '&'])
        || FEAR_OR_FAMILY_BEFORE.is_match(ahead)
        || COMPOUND_BEHIND.is_match(behind)
        || is_carer && is_job
}
