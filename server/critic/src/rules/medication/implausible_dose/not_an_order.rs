//! Words of a sentence that mean that a high dose is not a single ordered dose: an overdose, an
//! infusion, a maximum, a depot.

use crate::BlockContext;
use crate::analysis::medication::MedicationStatement;
use crate::pattern::{Pattern, any_case, forms, words};
use std::sync::LazyLock;

/// Words of a sentence in which a dose of any size is not an order.
static NOT_AN_ORDER: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("implausible-dose/not-an-order/not-an-order"));

/// Whether a sentence reports an overdose by its abbreviation, or self-harm: "mixed OD (paracetamol
/// 30 g …)". "Amlodipine 5 mg OD" means once a day.
pub(super) fn is_overdose(sentence: &str) -> bool {
    static OVERDOSE: LazyLock<Pattern> =
        LazyLock::new(|| any_case(&forms("implausible-dose/not-an-order/overdose")));
    OVERDOSE.is_match(sentence)
}

/// Whether a folded sentence gives a dose every few weeks or months, as for depots.
pub(super) fn is_every_few_weeks(sentence: &str) -> bool {
    static EVERY_FEW_WEEKS: LazyLock<Pattern> = LazyLock::new(|| {
        let english = forms("implausible-dose/not-an-order/every-few-weeks-english");
        let spanish = forms("implausible-dose/not-an-order/english-spanish");
        Pattern::new(&format!(r"\b(?:{english}|{spanish})"))
    });
    EVERY_FEW_WEEKS.is_match(sentence)
}

/// Words of [`NOT_AN_ORDER`] for a patch.
pub(super) const PATCH_WORDS: &[&str] = &["patch", "patches", "parche", "parches"];

/// Words of [`NOT_AN_ORDER`] that accompany an infusion rate.
pub(super) const INFUSION_WORDS: &[&str] =
    &["infusion", "drip", "bag", "perfusion", "bomba", "pump", "pca", "total", "vial", "endovenosa continua"];

/// Words of a sentence that explain a dose that is several times too high, but not one a hundred
/// times too high.
pub(super) static EXPLAIN_HIGH_DOSES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| words("implausible-dose/not-an-order/explain-high-doses"));

/// The multiple from which no word of [`EXPLAIN_HIGH_DOSES`] explains a dose.
pub(super) const MAX_EXPLAINED_MULTIPLE: f64 = 100.0;

/// Whether a word of a sentence means that a high dose in it may not be a single ordered dose.
pub(super) fn is_other_context(word: &str) -> bool {
    NOT_AN_ORDER.contains(&word) || EXPLAIN_HIGH_DOSES.contains(&word)
}

/// Returns the start of the next drug after a statement.
pub(super) fn next_drug(block: &BlockContext<'_>, medication: &MedicationStatement) -> Option<u32> {
    let others = block
        .medications()
        .iter()
        .filter(|other| other.drug.start > medication.drug.start && other.index != medication.index);
    others.map(|other| other.drug.start).min()
}
