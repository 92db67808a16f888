//! Reads a dose that is written as a strength and a volume: "100 mg/ml, 3 ml", "250 mg in 5 mL: 10
//! mL".

use crate::pattern::{Pattern, any_case};
use std::sync::LazyLock;

/// Returns the milligrams of a volume with the strength before it; `None` if either is missing.
pub(super) fn milligrams(own: &str) -> Option<f64> {
    static STRENGTH_AND_VOLUME: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(
            r"(?P<mass>\d+(?:[.,]\d+)?) ?mg ?(?:/|per|por|in|en) ?(?P<per>\d+(?:[.,]\d+)?)? ?m[lL]\b\)?[^.;\n\d]{0,25}?[:,( ] ?(?P<volume>\d+(?:[.,]\d+)?) ?m[lL]\b",
        )
    });
    let found = STRENGTH_AND_VOLUME.captures(own)?;
    let number = |name: &str| found.name(name)?.as_str().replace(',', ".").parse::<f64>().ok();
    let per = number("per").unwrap_or(1.0);
    (per > 0.0).then(|| Some(number("mass")? / per * number("volume")?)).flatten()
}

#[cfg(test)]
mod tests {
    use super::milligrams;

    #[test]
    fn a_strength_and_a_volume_give_milligrams() {
        assert_eq!(milligrams(" syrup 40 mg/ml, 5 ml every 8 hours"), Some(200.0));
        assert_eq!(milligrams(" suspensión 125 mg/5 ml: 10 ml cada 12 h"), Some(250.0));
        assert_eq!(milligrams(" 250 mg/5 ml"), None);
        assert_eq!(milligrams(" 500 mg in 100 ml"), None);
        assert_eq!(milligrams(" suspensión 200 mg/5 ml: 400 mg (10 ml)"), None);
    }
}
