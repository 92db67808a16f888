//! The person and the time of the claim in a sentence.

use crate::BlockContext;
use crate::pattern::{Pattern, any_case, forms, word_list, words};
use referee_text::Span;
use std::sync::LazyLock;

/// A folded sentence up to the end of the clause that contains `place`, an offset in the lower-case sentence.
pub(super) fn up_to_clause_end<'a>(folded: &'a str, lower: &str, place: usize) -> &'a str {
    // Folding removes accents, so the punctuation that ends the clause is found by counting.
    let ends = [',', ';', '('];
    let before = lower.get(..place).map_or(0, |text| text.matches(ends).count());
    let end = folded.match_indices(ends).nth(before).map_or(folded.len(), |(at, _)| at);
    folded.get(..end).unwrap_or(folded)
}

/// A folded text without the members of the household: "lives with son, 45 pack-years".
pub(crate) fn without_household(folded: &str) -> String {
    static LIVES_WITH: LazyLock<Pattern> = LazyLock::new(|| {
        any_case(&format!(
            r"\b(?:lives?|living|resides?|vive|viviendo|convive) (?:alone )?(?:with|con) (?:(?:his|her|their|a|su|sus|el|la) )?(?:elderly |mayor )?(?:{words})\b",
            words = forms("contradiction/claims/wording/lives-with")
        ))
    });
    static RELATIVE_PRONOUN: LazyLock<Pattern> =
        LazyLock::new(|| any_case(r"^,? (?:who|whose|que|quien|and (?:he|she)|y (?:el|ella))\b"));
    // "Lives with her husband, who smokes": the husband smokes.
    match LIVES_WITH.find(folded) {
        Some(found) if RELATIVE_PRONOUN.is_match(folded.get(found.end()..).unwrap_or_default()) => {
            folded.to_owned()
        }
        Some(_) => LIVES_WITH.replace_all(folded, " ").into_owned(),
        None => folded.to_owned(),
    }
}

/// A folded sentence without the bystanders of a death.
pub(super) fn without_bystanders(folded: &str) -> String {
    static BYSTANDERS: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| words("contradiction/claims/wording/bystanders"));
    BYSTANDERS.iter().fold(folded.to_owned(), |text, words| text.replace(words, " "))
}

/// The words and numbers of a text.
pub(super) fn words_of(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a sentence that denies allergies denies only food allergies, or makes an exception.
pub(super) fn speaks_of_no_drug_or_excepts(folded: &str) -> bool {
    word_list!("contradiction/claims/wording/speaks-of-no-drug-or-excepts")
        .iter()
        .any(|word| folded.contains(word))
}

/// Whether a folded sentence dates an event: a year, `s/p`, "ago".
pub(super) fn tells_when(folded: &str) -> bool {
    let is_year = |word: &str| word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    words_of(folded).any(|word| is_year(word) && word.bytes().all(|b| b.is_ascii_digit()))
        || [
            "s/p",
            "status post",
            " ago",
            "previous",
            "prior",
            "hace ",
            "previa",
            "history of",
            "antecedente",
            "histerectomizada",
        ]
        .iter()
        .any(|word| folded.contains(word))
}

/// Whether a folded sentence is about what follows a death, or about the time before it.
pub(super) fn is_behind_a_death(folded: &str) -> bool {
    word_list!("contradiction/claims/wording/is-behind-a-death").iter().any(|word| folded.contains(word))
}

/// Whether a number before `F` is the gauge of a catheter or drain.
pub(super) fn is_gauge(block: &BlockContext<'_>, span: Span) -> bool {
    let behind: String =
        block.prose().get(span.end as usize..).unwrap_or_default().chars().take(16).collect();
    let behind = behind.to_lowercase();
    block.slice(span).starts_with(|c: char| c.is_ascii_digit())
        && ["cath", "foley", "sheath", "drain", "tube", "sonda", "stent"]
            .iter()
            .any(|word| behind.contains(word))
}
