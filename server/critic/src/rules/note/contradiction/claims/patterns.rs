//! Patterns for the statements of [`Claim`].

use super::claim::Claim;
use crate::pattern::forms;
use crate::pattern_table::PatternTable;
use std::sync::LazyLock;

/// The claims and their row names in `contexts.tsv`.
const CLAIMS: [(Claim, &str); 24] = [
    (Claim::NeverSmoked, "never-smoked"),
    (Claim::DoesNotSmoke, "does-not-smoke"),
    (Claim::Smokes, "smokes"),
    (Claim::SmokesNow, "smokes-now"),
    (Claim::StoppedSmoking, "stopped-smoking"),
    (Claim::NeverPregnant, "never-pregnant"),
    (Claim::WasPregnant, "was-pregnant"),
    (Claim::Died, "died"),
    (Claim::ComesBack, "comes-back"),
    (Claim::Man, "man"),
    (Claim::Woman, "woman"),
    (Claim::OfWomen, "of-women"),
    (Claim::OfMen, "of-men"),
    (Claim::NoDrugAllergy, "no-drug-allergy"),
    (Claim::Transgender, "transgender"),
    (Claim::NeverDelivered, "never-delivered"),
    (Claim::Delivered, "delivered"),
    (Claim::ImpossibleFormula, "impossible-formula"),
    (Claim::UterusRemoved, "uterus-removed"),
    (Claim::MenstruatesOrPregnant, "menstruates-or-pregnant"),
    (Claim::NoAlcohol, "no-alcohol"),
    (Claim::Drinks, "drinks"),
    (Claim::NoSurgery, "no-surgery"),
    (Claim::Operated, "operated"),
];

/// Patterns over lower-case text with accents.
pub(super) static PATTERNS: LazyLock<PatternTable<Claim>> =
    LazyLock::new(|| PatternTable::new(CLAIMS.map(|(claim, name)| (claim, forms(&format!("claim/{name}"))))));
