//! Writes the documentation pages of the rules from their descriptions.

use crate::{Rule, Scope};

/// The first line of a generated page.
const GENERATED: &str =
    "<!-- Written by `referee rules --format markdown` from the rule's own file. Change it there. -->";

/// Returns the page of one rule, in Markdown.
#[must_use]
pub fn rule_page(rule: &Rule) -> String {
    let severity = rule.severity.map_or("off", crate::Severity::as_str);
    let reason = if rule.needs_reason { "needs a reason" } else { "a reason is optional" };
    let kinds = kinds(rule);
    format!(
        "{GENERATED}\n\n# {id}\n\n{summary}.\n\n\
         - Severity: {severity}; change it with `\"{id}\" = \"off\"` (or `hint`, `information`, `warning`, `error`) under `[rules]` in `referee.toml`.\n\
         - Looks at: {scope}.\n\
         - Silence it for one line with `referee:ignore {id} reason` in a comment; {reason}.\n\n\
         {documentation}\n{kinds}",
        id = rule.id,
        summary = rule.summary,
        scope = scope(rule.scope),
        documentation = rule.documentation.trim(),
    )
}

/// The sections about the kinds of a rule; empty for a rule without kinds.
fn kinds(rule: &Rule) -> String {
    if rule.kinds.is_empty() {
        return String::new();
    }
    let mut out = format!(
        "\n## Kinds\n\nEach kind can be switched and silenced by its own id, as `{}`; what is said of the kind comes before \
         what is said of the rule.\n",
        rule.kinds.first().map_or(rule.id, |kind| kind.id)
    );
    for kind in rule.kinds {
        out.push_str(&format!(
            "\n### {}\n\n`{}`: {}. {}\n",
            kind.name(),
            kind.id,
            kind.summary,
            kind.documentation.trim()
        ));
    }
    out
}

/// The page that lists `rules`, with links to their pages in the same folder.
#[must_use]
pub fn rule_index(rules: &[&Rule]) -> String {
    let mut out = format!("{GENERATED}\n\n# Rules\n");
    let mut family = "";
    for rule in rules {
        if rule.family() != family {
            family = rule.family();
            out.push_str(&format!("\n## {family}\n\n| Rule | Flags | Severity |\n|---|---|---|\n"));
        }
        let severity = rule.severity.map_or("off", crate::Severity::as_str);
        out.push_str(&format!(
            "| [{id}]({id}.md) | {summary} | {severity} |\n",
            id = rule.id,
            summary = rule.summary
        ));
        for kind in rule.kinds {
            out.push_str(&format!(
                "| [{id}]({rule}.md#{name}) | {summary} | {severity} |\n",
                id = kind.id,
                rule = rule.id,
                name = kind.name(),
                summary = kind.summary
            ));
        }
    }
    out
}

/// Returns all pages: the path relative to `docs/rules/`, and the text.
#[must_use]
pub fn pages(rules: &[&Rule]) -> Vec<(String, String)> {
    let mut out = vec![(String::from("README.md"), rule_index(rules))];
    out.extend(rules.iter().map(|rule| (format!("{}.md", rule.id), rule_page(rule))));
    out
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Sentence => "one sentence or one citation",
        Scope::Block => "one paragraph",
        Scope::Section => "one section",
        Scope::Document => "the whole draft",
        Scope::Entry => "one reference",
        Scope::Bibliography => "a whole bibliography",
        Scope::Configuration => "referee.toml",
    }
}
