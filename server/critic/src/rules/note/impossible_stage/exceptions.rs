//! Stages of things other than cancer, and tumours with different stage rules.

use crate::BlockContext;
use crate::analysis::folding::fold;
use crate::analysis::staging::{ClaimedStage, Stage};
use crate::analysis::terms::Term;
use crate::pattern::{Pattern, any_of, exact, words};
use std::sync::LazyLock;

/// Staged diseases other than cancer, and cancers with a stage V, folded.
static OTHER_STAGED_THINGS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/exceptions/other-staged-things"));

/// Tumours in which metastases do not imply stage IV, folded.
static EXEMPT_TUMOURS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("impossible-stage/exceptions/exempt-tumours"));

/// Tumours of organs that notes also mention for their function or examination, folded: "hypothyroidism", "perfil
/// tiroideo" and "testes normal" do not refer to a tumour.
static EXEMPT_ORGAN_TUMOUR: LazyLock<Pattern> = LazyLock::new(|| {
    let organ = r"(?:thyroid|tiroid[a-z]*|testic[a-z]*|testis|testes)";
    let tumour = any_of("impossible-stage/exceptions/organ-tumour");
    exact(&format!(
        r"\b{organ}[^.;\n]{{0,30}}\b{tumour}\b|\b{tumour}\b[^.;\n]{{0,40}}\b{organ}\b|\b(?:total |hemi)?thyroidectomy|\btiroidectomia|\borchi?d?ectomy|\borqui[a-z]*ectomia"
    ))
});

/// Whether a folded text mentions a tumour in which metastases do not imply stage IV.
pub(super) fn names_exempt_tumour(folded: &str) -> bool {
    EXEMPT_TUMOURS.iter().any(|word| folded.contains(word)) || EXEMPT_ORGAN_TUMOUR.is_match(folded)
}

/// A folded sentence without the ulceration of a melanoma, which is not a staged ulcer.
fn without_ulceration(folded: &str) -> String {
    ["ulcerat", "ulcerac", "ulcerad"].iter().fold(folded.to_owned(), |text, stem| text.replace(stem, " "))
}

/// Whether a stage refers to a cancer, by its sentence.
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

/// Whether a folded sentence mentions another staged disease. Short names must be whole words, since they occur in many
/// others ("rop" in "propone").
fn names_other(folded: &str) -> bool {
    const MAX_SHORT: usize = 4;
    let is_word = |name: &str| folded.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    OTHER_STAGED_THINGS
        .iter()
        .any(|name| if name.len() <= MAX_SHORT { is_word(name) } else { folded.contains(name) })
}

/// Whether a sentence is about the stage of another disease.
pub(super) fn is_other(sentence: &str) -> bool {
    let folded = without_ulceration(&fold(sentence));
    names_other(&folded)
}
