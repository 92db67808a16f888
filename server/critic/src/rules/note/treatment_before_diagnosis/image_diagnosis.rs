//! Tumours that guidelines allow to diagnose by imaging and treat without tissue.

use super::advised_treatments::AdvisedTreatmentScan;
use crate::pattern::{Pattern, any_case, any_of, context, forms};
use crate::{BlockContext, BlockFlags, Draft, Scan};
use referee_text::Span;
use std::sync::{Arc, LazyLock};

/// Criteria by which imaging alone establishes hepatocellular carcinoma.
static LIVER_CRITERIA: LazyLock<Pattern> = LazyLock::new(|| {
    let criteria = forms("treatment-before-diagnosis/image-diagnosis/liver-criteria-criteria");
    any_case(&format!("(?:{criteria})"))
});

/// A liver carcinoma, or the liver in which it grows.
static LIVER_TUMOUR: LazyLock<Pattern> = LazyLock::new(|| {
    any_case(
        r"\b(?:HCC|CHC|hepatocarcinoma|hepatocellular|hepatocelular|cirr?hos\w+|cirrosis|BCLC|TACE|Child)\b",
    )
});

/// Tumours that are treated on the basis of imaging.
static NO_TISSUE_NEEDED: LazyLock<Pattern> = LazyLock::new(|| {
    let place = any_of("treatment-before-diagnosis/image-diagnosis/no-tissue-needed-place");
    any_case(&format!(
        r"\b(?:DIPG|{place}[^.;\n]{{0,15}} gliomas?|gliomas? (?:{place})|(?:choroidal|uveal|ciliary body|iris|ocular) melanoma|melanoma (?:de )?(?:coroid\w+|uveal|ocular|de coroides|del? iris|la coroides)|retinoblastomas?|vestibular schwannoma|schwannoma vestibular|meningiomas?|glomus|paraganglioma|hepatoblastoma|Wilms)\b"
    ))
});

/// A tumour at a site where tissue comes first.
static OTHER_TUMOUR: LazyLock<Pattern> = LazyLock::new(|| {
    let tumour = any_of("treatment-before-diagnosis/image-diagnosis/other-tumour-tumour");
    let site = any_of("treatment-before-diagnosis/image-diagnosis/tumour-site");
    any_case(&format!(
        r"\b{tumour}\b[^.;\n]{{0,40}}\b{site}\b|\b{site}\b[^.;\n]{{0,25}}\b{tumour}s?\b|\b(?:BI|PI|TI)-?RADS"
    ))
});

/// Treatments of a liver carcinoma.
static LIVER_TREATMENT: LazyLock<Pattern> =
    LazyLock::new(|| context("treatment-before-diagnosis/image-diagnosis/liver-treatment"));

/// Treatments of the other tumours that are treated on the basis of imaging.
static OTHER_TREATMENT: LazyLock<Pattern> =
    LazyLock::new(|| context("treatment-before-diagnosis/image-diagnosis/other-treatment"));

/// The tumours in a block or a draft.
#[derive(Clone, Copy, Debug, Default)]
struct NamedTumours {
    needs_no_tissue: bool,
    has_criteria: bool,
    names_liver: bool,
    has_other: bool,
}

impl Scan for NamedTumours {
    type State = ();
    type Summary = NamedTumours;
    const NEEDS: BlockFlags = BlockFlags::NONE;

    fn visit((): &mut (), summary: &mut NamedTumours, block: &BlockContext<'_>) {
        if block.in_references || !block.is_prose() {
            return;
        }
        let here: Arc<NamedTumours> = block.fact(|block| {
            let text = block.prose();
            NamedTumours {
                needs_no_tissue: NO_TISSUE_NEEDED.is_match(text),
                has_criteria: LIVER_CRITERIA.is_match(text),
                names_liver: LIVER_TUMOUR.is_match(text),
                has_other: OTHER_TUMOUR.is_match(text),
            }
        });
        summary.add(&here);
    }
}

impl NamedTumours {
    fn add(&mut self, other: &NamedTumours) {
        self.needs_no_tissue |= other.needs_no_tissue;
        self.has_criteria |= other.has_criteria;
        self.names_liver |= other.names_liver;
        self.has_other |= other.has_other;
    }
}

/// Whether the recommendation is for a tumour that imaging alone establishes: hepatocellular carcinoma by its
/// enhancement, brain stem glioma, choroidal melanoma, retinoblastoma. A meningioma in the history does not justify
/// treatment of a breast mass.
pub(super) fn is_diagnosed_by_images(draft: &Draft<'_>, advised: &AdvisedTreatmentScan) -> bool {
    let mut named = NamedTumours::default();
    for group in draft.scan::<NamedTumours>(()) {
        named.add(&group.summary);
    }
    let needs_no_tissue = named.needs_no_tissue;
    let is_of_liver = named.has_criteria && named.names_liver;
    if !named.has_other {
        return needs_no_tissue || is_of_liver;
    }
    // If there is a tumour at another site too, the sentence of each treatment must refer to the imaged one.
    let is_for_it = |span: Span| {
        let Some(block) = draft.at(span.start as usize) else { return false };
        let at = (span.start as usize).saturating_sub(block.start);
        let Some(sentence) = block.sentence_at(at) else { return false };
        let text = block.slice(sentence.span);
        let is_liver = is_of_liver && (LIVER_TUMOUR.is_match(text) || LIVER_TREATMENT.is_match(text));
        let is_other = needs_no_tissue && (NO_TISSUE_NEEDED.is_match(text) || OTHER_TREATMENT.is_match(text));
        (is_liver || is_other) && !OTHER_TUMOUR.is_match(text)
    };
    let mut all = advised.first.iter().chain(&advised.under_way).peekable();
    (needs_no_tissue || is_of_liver) && all.peek().is_some() && all.all(|one| is_for_it(one.span))
}
