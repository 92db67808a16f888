//! All rules, in the order of the documentation.

use referee_findings::Rule;

/// Iterates over all rules. Each crate lists its own family; this crate adds the rules about files.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    let citations = || referee_citations::rules::RULES.iter().map(|rule| &rule.rule);
    let critic = referee_critic::rules::RULES.iter().map(|rule| &rule.rule);
    let of_sources = referee_conversation::ALL.iter().copied();
    // A family is listed in one place, whichever crates its rules are in.
    let is_about_files = |rule: &&Rule| rule.family() == "bibliography";
    let of_files = crate::rules::RULES.iter().copied().chain(citations().filter(is_about_files));
    citations().filter(move |rule| !is_about_files(rule)).chain(critic).chain(of_sources).chain(of_files)
}

/// Returns the rule with this id, or with a kind of this id.
#[must_use]
pub fn find_by_any_id(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id || rule.kind(id).is_some())
}

/// The rule with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}
