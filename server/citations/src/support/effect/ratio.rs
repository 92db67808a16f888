//! Reads a direction from a ratio with its confidence interval: `the odds ratio for falls was 0.70
//! (95% CI 0.60 to 0.81)`.

use super::sentence::Effect;
use regex::Regex;
use std::sync::LazyLock;

#[expect(clippy::unwrap_used, reason = "a constant pattern, and a test compiles it")]
static RATIO: LazyLock<Regex> = LazyLock::new(|| {
    referee_text::pattern(
        r"(?x)\b(?:(?i:odds|hazards?|risk|rate|prevalence)\s+ratios?|(?i:relative\s+risks?)|[ah]?OR|a?HR|a?RR|IRR)\b
        [^;]*?\b(?P<value>\d{1,2}[.·]\d{1,3})
        [^;\d]{0,20}(?:9\d(?:[.·]\d)?\s?%\s*)?[^;\d]{0,40}
        (?P<low>\d{1,3}[.·]\d{1,3})\s*(?:\[[^\]]*\]\s*)?(?:to|-|–|,|and|;)\s*(?P<high>\d{1,3}[.·]\d{1,3})",
    )
    .unwrap()
});

/// Returns the effect that the ratios of a clause state; `None` if the clause lacks a ratio, or the
/// ratios differ. A ratio in parentheses may belong to something else than the subject of the
/// clause.
pub(super) fn ratio(clause: &str) -> Option<Effect> {
    let mut said: Option<Effect> = None;
    for found in RATIO.captures_iter(clause) {
        let before = clause.get(..found.get(0)?.start())?;
        if before.matches('(').count() > before.matches(')').count() {
            return None;
        }
        let number = |name: &str| found.name(name)?.as_str().replace('·', ".").parse::<f64>().ok();
        let (value, low, high) = (number("value")?, number("low")?, number("high")?);
        if !(low..=high).contains(&value) {
            return None;
        }
        let effect = if high < 1.0 {
            Effect::Less
        } else if low > 1.0 {
            Effect::More
        } else {
            Effect::Nothing
        };
        if said.is_some_and(|known| known != effect) {
            return None;
        }
        said = Some(effect);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::{Effect, ratio};

    #[test]
    fn an_interval_on_one_side_of_one_is_a_direction() {
        for (clause, wanted) in [
            (
                "the pooled hazard ratio of falls was 0.70 (95% confidence interval 0.60 to 0.81)",
                Some(Effect::Less),
            ),
            (
                "the odds ratio for gastric cancer was 2.77 (95% CI 1.04 to 7.97, 2p = 0.039)",
                Some(Effect::More),
            ),
            ("the HR for death was 1.05 (95% CI 0.90-1.21)", Some(Effect::Nothing)),
            ("death (HR 1.05, 95% CI 0.90-1.21)", None),
            ("mean weight was 70.2 (60.1 to 80.3)", None),
            ("the odds ratio was 2.0", None),
        ] {
            assert_eq!(ratio(clause), wanted, "{clause}");
        }
    }
}
