//! Compiling the patterns that rules are made of.

use referee_knowledge::Table;
use regex::Regex;
use std::sync::LazyLock;

/// A pattern over European letters that is part of the program; panics where it is not valid, which a test of its rule shows.
pub(crate) fn exact(text: &str) -> Regex {
    referee_text::pattern(text).expect("the pattern is valid")
}

/// Compiles a pattern that matches letters in either case.
pub(crate) fn any_case(text: &str) -> Regex {
    exact(&format!("(?i){text}"))
}

static CONTEXTS: LazyLock<Table> =
    LazyLock::new(|| referee_knowledge::built_in("contexts.tsv").expect("the built-in table is well-formed"));

/// The contexts of `contexts.tsv` whose ids begin with `prefix`, by the rest of the id, with their forms.
pub(crate) fn contexts(prefix: &str) -> impl Iterator<Item = (&'static str, String)> {
    let mut out: Vec<(&'static str, String)> = Vec::new();
    for row in CONTEXTS.rows() {
        let Some(name) = row.get("context").strip_prefix(prefix) else { continue };
        match out.iter_mut().find(|(known, _)| *known == name) {
            Some((_, forms)) => *forms = format!("{forms}|{}", row.get("forms")),
            None => out.push((name, row.get("forms").to_owned())),
        }
    }
    out.into_iter()
}

/// The forms of a context of `contexts.tsv`, separated by `|`; panics if the table lacks it, which a test of its rule shows.
pub(crate) fn forms(context: &str) -> String {
    let mut all = contexts(context).filter(|(rest, _)| rest.is_empty());
    all.next().map(|(_, forms)| forms).expect("the table has the context")
}

/// A pattern for any form of a context of `contexts.tsv`, as whole words in either case.
pub(crate) fn context(context: &str) -> Regex {
    any_case(&format!(r"\b(?:{})\b", forms(context)))
}
