//! Operations based on imaging alone although tissue is easily obtained first, and those based on benign tissue.

use super::advised_treatments::AdvisedTreatmentScan;
use crate::Draft;
use crate::analysis::assertion::{self, Experiencer, State};
use crate::analysis::folding::fold;
use crate::pattern::{Pattern, any_case, any_of, forms, words};
use std::sync::LazyLock;

/// Operations by folded name stems, with the imaging findings that require tissue first.
///
/// Excludes organs that are routinely operated on by imaging (pancreas, lung, kidney, testis, ovary, liver, adrenal)
/// and hemithyroidectomy, which is diagnostic.
static OPERATIONS_ON_IMAGES: LazyLock<Vec<(&[&str], Pattern)>> = LazyLock::new(|| {
    let mass = any_of("treatment-before-diagnosis/imaging/operations-on-images-mass");
    let near = |organ: &str| {
        any_case(&format!(
            r"\b{mass}\b[^.;\n]{{0,40}}\b(?:{organ})|\b(?:{organ})\w*[^.;\n]{{0,25}}\b{mass}\b"
        ))
    };
    vec![
        (
            &["lumpect", "tumorect", "quadrantect", "cuadrantect", "wide local excision", "mastect"]
                as &[&str],
            any_case(r"\bbi-? ?rads ?(?:category |categoria |grade |:)? ?[45]|\b[mu][45]\b"),
        ),
        (&["mastect"], near("breast|mama|mamari|mammary|seno")),
        (
            &["prostatect", "ralp", "rarp"],
            any_case(r"\bpi-? ?rads(?: v\d[.\d]*)? ?(?:score |category |categoria |:)? ?[45]"),
        ),
        (
            &["total thyroidect", "tiroidectomia total"],
            any_case(r"\b(?:acr |eu-?)?ti-? ?rads ?(?:category |categoria |:)? ?5"),
        ),
        (
            &[
                "colect",
                "hemicolect",
                "sigmoidect",
                "anterior resection",
                "reseccion anterior",
                "abdominoperineal",
                "proctect",
            ],
            near("colon|colonic|sigm|caec|cec|ciego|rect"),
        ),
        (&["gastrect"], near("stomach|gastric|estomago|gastric|antr")),
        (&["esophagect", "oesophagect", "esofagect"], near("oesophag|esophag|esofag")),
        (
            &["radical cystect", "cistectomia radical", "cistoprostatect", "cystoprostatect"],
            near("bladder|vejiga|vesical"),
        ),
        (&["laryngect", "laringect"], near("laryn|laring|glott|glot")),
        (&["glossect", "glosect"], near("tongue|lengua")),
    ]
});

/// Whether an operation is recommended for an imaging finding in an organ where tissue comes first, and nothing in the
/// note makes it urgent, preventive or diagnostic.
pub(super) fn rests_on_images(draft: &Draft<'_>, advised: &AdvisedTreatmentScan) -> bool {
    static URGENT_OR_BENIGN: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&forms("treatment-before-diagnosis/imaging/urgent-or-benign")));
    let mut shown = vec![false; OPERATIONS_ON_IMAGES.len()];
    for block in draft.blocks().filter(|block| !block.in_references && block.is_prose()) {
        if URGENT_OR_BENIGN.is_match(&fold(block.prose())) {
            return false;
        }
        for sentence in block.sentences() {
            let text = block.slice(sentence.span);
            let folded = fold(text);
            for (row, (_, images)) in OPERATIONS_ON_IMAGES.iter().enumerate() {
                let Some(found) = images.find(&folded) else { continue };
                if folded.len() != text.len() && !text.is_char_boundary(found.start()) {
                    continue;
                }
                let start = sentence.span.start as usize + found.start().min(text.len().saturating_sub(1));
                let span = referee_text::Span::new(start, (start + 1).min(sentence.span.end as usize));
                let said = assertion::within(&block, *sentence, span);
                let is_own = said.experiencer == Experiencer::Patient
                    && !matches!(said.state, State::Negated | State::Historical);
                let section = block.section_at(sentence.span.start as usize);
                shown[row] |= is_own && section != crate::analysis::sections::Section::FamilyHistory;
            }
        }
    }
    let before = |at: usize| {
        draft.text(referee_text::Span::new(at.saturating_sub(8), at)).map(fold).unwrap_or_default()
    };
    let behind = |at: usize| {
        let text = [12, 9, 6].iter().find_map(|len| draft.text(referee_text::Span::new(at, at + len)));
        text.map(fold).unwrap_or_default()
    };
    OPERATIONS_ON_IMAGES.iter().zip(shown).any(|((stems, _), shown)| {
        shown
            && advised.names.iter().any(|(name, span)| {
                let name = format!("{}{name}{}", before(span.start as usize), behind(span.end as usize));
                stems.iter().any(|stem| name.contains(stem))
            })
    })
}

/// Whether the tissue is known to be benign and only the lesion is removed: "biopsy: benign histology; lumpectomy for
/// symptoms".
pub(super) fn takes_out_benign(
    draft: &Draft<'_>,
    advised: &AdvisedTreatmentScan,
    tissue: referee_text::Span,
) -> bool {
    static BENIGN_TISSUE: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&forms("treatment-before-diagnosis/imaging/benign-tissue")));
    static DOUBTED_TISSUE: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"discordan|repeat|repetir|inadequate|insufficient|insuficiente|bi-? ?rads ?[45]|suspic|sospech",
        )
    });
    static LESSER_OPERATIONS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("treatment-before-diagnosis/imaging/lesser-operations"));
    let is_lesser =
        advised.names.iter().all(|(name, _)| LESSER_OPERATIONS.iter().any(|stem| name.contains(stem)));
    let Some(block) = draft.at(tissue.start as usize) else { return false };
    let Some(sentence) = block.sentence_at(tissue.start as usize - block.start) else { return false };
    let words = fold(block.slice(sentence.span));
    let is_doubted = draft.blocks().any(|block| DOUBTED_TISSUE.is_match(&fold(block.prose())));
    is_lesser && BENIGN_TISSUE.is_match(&words) && !is_doubted
}
