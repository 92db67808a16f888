//! Compiles the patterns that rules consist of.

mod lazy;
mod letters;
mod needs;
mod relaxed;

pub(crate) use lazy::Pattern;

use referee_knowledge::{Row, Table};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// Compiles a built-in pattern over European letters. Panics if the pattern is not valid, which a
/// test of its rule detects.
pub(crate) fn exact(text: &str) -> Pattern {
    Pattern::new(text)
}

/// Compiles a pattern that ignores case.
pub(crate) fn any_case(text: &str) -> Pattern {
    exact(&format!("(?i){text}"))
}

static CONTEXTS: LazyLock<Table> =
    LazyLock::new(|| referee_knowledge::built_in("contexts.tsv").expect("the built-in table is well-formed"));

/// Returns the contexts of `contexts.tsv` whose ids begin with `prefix`: the rest of the id and the
/// forms.
pub(crate) fn contexts(prefix: &str) -> impl Iterator<Item = (&'static str, String)> {
    let mut out: Vec<(&'static str, String)> = Vec::new();
    let mut places: FxHashMap<&'static str, usize> = FxHashMap::default();
    for row in CONTEXTS.rows() {
        let Some(name) = row.get("context").strip_prefix(prefix) else { continue };
        let place = *places.entry(name).or_insert(out.len());
        match out.get_mut(place) {
            Some((_, forms)) => *forms = format!("{forms}|{}", row.get("forms")),
            None => out.push((name, row.get("forms").to_owned())),
        }
    }
    out.into_iter()
}

/// Returns the forms of a context of `contexts.tsv`, separated by `|`. Panics if the table lacks
/// it, which a test of its rule detects.
pub(crate) fn forms(context: &str) -> String {
    static BY_ID: LazyLock<FxHashMap<&'static str, String>> = LazyLock::new(|| contexts("").collect());
    BY_ID.get(context).cloned().expect("the table has the context")
}

static WORDS: LazyLock<Table> =
    LazyLock::new(|| referee_knowledge::built_in("words.tsv").expect("the built-in table is well-formed"));

/// Returns the words of a list of `words.tsv`. Panics if the table lacks it, which a test of its
/// rule detects.
pub(crate) fn words(list: &str) -> Vec<&'static str> {
    static BY_ID: LazyLock<FxHashMap<&'static str, &'static Row>> =
        LazyLock::new(|| WORDS.rows().iter().map(|row| (row.get("list"), row)).collect());
    let row = BY_ID.get(list).expect("the table has the list");
    row.list("words").map(with_blanks).collect()
}

/// Returns the words of a list of `words.tsv` as a set, for lists that are compared with each word of a text.
pub(crate) fn word_set(list: &str) -> FxHashSet<&'static str> {
    words(list).into_iter().collect()
}

/// Replaces `_` at the start and end of a word of a table with a blank.
pub(crate) fn with_blanks(word: &'static str) -> &'static str {
    if !word.starts_with('_') && !word.ends_with('_') {
        return word;
    }
    // The leak is bounded: a few hundred words, each once.
    let start = if word.starts_with('_') { " " } else { "" };
    let end = if word.ends_with('_') { " " } else { "" };
    Box::leak(format!("{start}{}{end}", word.trim_matches('_')).into_boxed_str())
}

/// Returns a group that matches any form of a context, for use within a pattern.
pub(crate) fn any_of(context: &str) -> String {
    format!("(?:{})", forms(context))
}

/// Returns a pattern that matches any form of a context of `contexts.tsv` as whole words, ignoring
/// case.
pub(crate) fn context(context: &str) -> Pattern {
    any_case(&format!(r"\b(?:{})\b", forms(context)))
}

/// Expands to the words of a list of `words.tsv`, read once per call site.
macro_rules! word_list {
    ($list:literal) => {{
        static WORDS: std::sync::LazyLock<Vec<&'static str>> =
            std::sync::LazyLock::new(|| $crate::pattern::words($list));
        &*WORDS
    }};
}
pub(crate) use word_list;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_of_words_has_an_id_of_its_own() {
        let mut known = FxHashSet::default();
        for row in WORDS.rows() {
            assert!(known.insert(row.get("list")), "{} is there twice", row.get("list"));
        }
    }

    #[test]
    fn a_mark_at_an_end_of_a_word_is_a_blank() {
        assert_eq!(with_blanks("_ago"), " ago");
        assert_eq!(with_blanks("now_"), "now ");
        assert_eq!(with_blanks("_ca_"), " ca ");
        assert_eq!(with_blanks("renal"), "renal");
    }
}
