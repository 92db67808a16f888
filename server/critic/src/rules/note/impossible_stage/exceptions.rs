//! Stages of other things than cancer, and tumours whose stages follow rules of their own.

use crate::BlockContext;
use crate::analysis::folding::fold;
use crate::analysis::staging::{ClaimedStage, Stage};
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, any_of, exact, words};
use std::sync::LazyLock;

/// Things other than cancer that have stages, and cancers with a stage V, folded.
static OTHER_STAGED_THINGS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/exceptions/other-staged-things"));

/// Tumours for which metastases do not make stage IV, folded.
static EXEMPT_TUMOURS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/exceptions/exempt-tumours"));

/// Tumours of organs that notes also name for their function or their examination, folded: "hypothyroidism", "perfil
/// tiroideo" and "testes normal" speak of none.
static EXEMPT_ORGAN_TUMOUR: LazyLock<Pattern> = LazyLock::new(|| {
    let organ = r"(?:thyroid|tiroid[a-z]*|testic[a-z]*|testis|testes)";
    let tumour = any_of("impossible-stage/exceptions/organ-tumour");
    exact(&format!(
        r"\b{organ}[^.;\n]{{0,30}}\b{tumour}\b|\b{tumour}\b[^.;\n]{{0,40}}\b{organ}\b|\b(?:total |hemi)?thyroidectomy|\btiroidectomia|\borchi?d?ectomy|\borqui[a-z]*ectomia"
    ))
});

/// Whether a folded text names a tumour for which metastases do not make stage IV.
pub(super) fn names_exempt_tumour(folded: &str) -> bool {
    EXEMPT_TUMOURS.iter().any(|word| folded.contains(word)) || EXEMPT_ORGAN_TUMOUR.is_match(folded)
}

/// A folded sentence without the ulceration of a melanoma, which is no ulcer with stages of its own.
fn without_ulceration(folded: &str) -> String {
    ["ulcerat", "ulcerac", "ulcerad"].iter().fold(folded.to_owned(), |text, stem| text.replace(stem, " "))
}

/// Whether a stage is one of a cancer, by the sentence that it stands in.
pub(super) fn is_of_cancer(block: &BlockContext<'_>, stage: &Stage) -> bool {
    let Some(sentence) = block.sentence_at(stage.span.start as usize) else { return false };
    let folded = without_ulceration(&fold(block.slice(sentence.span)));
    if names_other(&folded) {
        return false;
    }
    block.terms_in(sentence.span, |term| matches!(term, Term::Cancer | Term::Histology)).next().is_some()
        || block
            .stages()
            .iter()
            .any(|other| matches!(other.says, ClaimedStage::Tnm(_)) && sentence.span.contains(other.span))
}

/// Whether a folded sentence names something else that has stages; a short name is a word by itself, since it stands in
/// many others ("rop" in "propone").
fn names_other(folded: &str) -> bool {
    const MAX_SHORT: usize = 4;
    let is_word = |name: &str| folded.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    OTHER_STAGED_THINGS
        .iter()
        .any(|name| if name.len() <= MAX_SHORT { is_word(name) } else { folded.contains(name) })
}

/// Whether a sentence speaks of a stage of something else.
pub(super) fn is_other(sentence: &str) -> bool {
    let folded = without_ulceration(&fold(sentence));
    names_other(&folded)
}
