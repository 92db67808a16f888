//! Expressions for alcohol use and previous surgery.

use super::claim::Claim;
use crate::analysis::assertion::{Assertion, Experiencer, State};
use crate::pattern::words;
use std::sync::LazyLock;

/// Whether the folded words before a quantity of drinks give advice: "no more than 14 units a week".
pub(super) fn is_advised(before: &str) -> bool {
    static ADVICE_WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/claims/habits/advice-words"));
    ADVICE_WORDS.iter().any(|words| before.contains(words))
}

/// Whether words that match one of these claims make it: "no alcohol since 2019" and "no previous surgery apart from a
/// hernia" do not.
pub(super) fn is_said(claim: Claim, said: &Assertion, folded: &str) -> bool {
    static OTHER_TIME_WORDS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/claims/habits/other-time-words"));
    // Insulin units are not units of alcohol.
    const INSULIN_WORDS: &[&str] = &[
        "insul",
        "lantus",
        "novorapid",
        "humalog",
        "glargin",
        "levemir",
        "toujeo",
        "tresiba",
        "basal",
        "bolus",
    ];
    const EXCEPTION_WORDS: &[&str] =
        &["except", "apart", "other than", "but", "salvo", "excepto", "aparte", "recent"];
    let has = |words: &[&str]| words.iter().any(|word| folded.contains(word));
    let is_of_patient = said.experiencer == Experiencer::Patient;
    match claim {
        Claim::NoAlcohol => is_of_patient && !has(&OTHER_TIME_WORDS),
        Claim::Drinks => {
            // Drinking since then implies drinking now.
            let is_of_other_time = OTHER_TIME_WORDS
                .iter()
                .any(|word| !matches!(*word, "since" | "desde") && folded.contains(word));
            is_of_patient && said.state == State::Confirmed && !is_of_other_time && !has(INSULIN_WORDS)
        }
        Claim::NoSurgery => is_of_patient && !has(EXCEPTION_WORDS),
        _ => is_of_patient && matches!(said.state, State::Confirmed | State::Historical),
    }
}
