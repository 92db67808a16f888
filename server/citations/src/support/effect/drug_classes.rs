//! The classes of drugs: a sentence may name a drug, and the cited text its class.

use referee_text::{fold, stem};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The minimum length of the name of a drug; shorter ones are abbreviations of many other things.
const MIN_NAME_BYTES: usize = 6;

/// The roots of the classes of each drug of the dictionary with a single-word name, by the root of
/// this name. Only classes of one word count: `blocker` alone does not name one.
static CLASSES: LazyLock<HashMap<String, HashSet<String>>> = LazyLock::new(|| {
    let mut out: HashMap<String, HashSet<String>> = HashMap::new();
    let drugs = referee_knowledge::built_in_drugs().all().iter();
    for drug in drugs.filter(|drug| drug.ingredients.is_empty()) {
        let classes = drug.classes.iter().filter(|class| {
            class.len() >= MIN_NAME_BYTES && class.bytes().all(|byte| byte.is_ascii_lowercase())
        });
        let roots: HashSet<String> =
            classes.filter(|class| *class != "auxiliary").map(|class| stem::root(class)).collect();
        if roots.is_empty() {
            continue;
        }
        for name in drug.names().map(fold::title) {
            if name.len() >= MIN_NAME_BYTES && !name.contains(' ') {
                out.entry(stem::root(&name)).or_default().extend(roots.iter().cloned());
            }
        }
    }
    out
});

/// Returns whether one of two roots is a drug, and the other its class: `erythromycin` and
/// `macrolid`.
pub(super) fn is_class_and_member(left: &str, right: &str) -> bool {
    let is_member =
        |drug: &str, class: &str| CLASSES.get(drug).is_some_and(|classes| classes.contains(class));
    is_member(left, right) || is_member(right, left)
}

#[cfg(test)]
mod tests {
    use super::is_class_and_member;
    use referee_text::stem;

    #[test]
    fn a_drug_is_a_member_of_its_class() {
        let of = |left: &str, right: &str| is_class_and_member(&stem::root(left), &stem::root(right));
        assert!(of("erythromycin", "macrolides") && of("macrolide", "azithromycin"));
        assert!(of("atorvastatin", "statins") && of("apixaban", "anticoagulants"));
        assert!(
            !of("erythromycin", "statins") && !of("erythromycin", "azithromycin") && !of("cells", "drugs")
        );
    }
}
