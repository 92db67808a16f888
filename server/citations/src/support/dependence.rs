//! Finds contradictions of the form `X-dependent` against `X-independent`.

use super::sentence_content::{SentenceContent, sentence_content};
use referee_text::sentences::sentences;
use referee_text::stem;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The minimum share of a claim's words in a sentence about the same subject.
const MIN_SHARED: f64 = 0.6;

#[expect(clippy::unwrap_used, reason = "a constant pattern, and a test compiles it")]
static DEPENDENCE: LazyLock<Regex> = LazyLock::new(|| {
    referee_text::pattern(
        r"(?i)\b([\p{L}\d]{2,})[-‐‑–]((?:in)?depend)ent(?:ly)?\b|\b((?:in)?depend)(?:ent(?:ly)?|s)\s+(?:of|on|from)\s+(?:the\s+)?([\p{L}\d]{2,})",
    )
    .unwrap()
});

/// Returns the things that something depends on (`true`) or does not depend on (`false`) according
/// to a text, by root.
fn dependences(text: &str) -> BTreeSet<(String, bool)> {
    DEPENDENCE
        .captures_iter(text)
        .filter_map(|found| {
            let name = found.get(1).or_else(|| found.get(4))?;
            let word = found.get(2).or_else(|| found.get(3))?;
            let is_dependent = word.as_str().eq_ignore_ascii_case("depend");
            Some((stem::root(&name.as_str().to_lowercase()), is_dependent))
        })
        .collect()
}

/// Returns the sentence of a text that states independence where the claim states dependence on the
/// same thing, or the other way round; `None` if another sentence agrees with the claim.
pub(super) fn contradicted(read: &SentenceContent, claim: &str, text: &str) -> Option<String> {
    let said = dependences(claim);
    if said.is_empty() || read.denied {
        return None;
    }
    let mut found = None;
    for range in sentences(text) {
        let sentence = text.get(range)?;
        let there = dependences(sentence);
        if said.iter().any(|one| there.contains(one)) {
            return None;
        }
        let is_opposite = said.iter().any(|(name, is)| there.contains(&(name.clone(), !is)));
        if is_opposite && read.shared(&sentence_content(sentence)) >= MIN_SHARED {
            found.get_or_insert_with(|| sentence.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_depend_on_it_is_not_what_does() {
        let claim = "Calcium cycling is a UCP1-dependent mechanism of heat in beige fat.";
        let against = "We report a UCP1-independent mechanism of heat in beige fat by calcium cycling.";
        assert!(contradicted(&sentence_content(claim), claim, against).is_some());
        for fine in [
            "We report a UCP1-dependent mechanism of heat in beige fat by calcium cycling.",
            "We report an insulin-independent mechanism of heat in beige fat by calcium cycling.",
            "UCP1-independent growth of plants was seen.",
        ] {
            assert_eq!(contradicted(&sentence_content(claim), claim, fine), None, "{fine}");
        }
    }
}
