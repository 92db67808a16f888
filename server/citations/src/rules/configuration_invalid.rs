//! Implements the rule `configuration/invalid`.

use super::context::RuleContext;
use super::definition::CitationRule;
use referee_findings::{FileEdit, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_text::Message;

/// The rule. Its findings come from the settings parser. `data.more["replacement"]` is the text
/// that may replace the span of the finding.
pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "configuration/invalid",
        summary: "A setting cannot be used",
        severity: Some(Severity::Warning),
        scope: Scope::Configuration,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A line of `referee.toml` that has no effect: an unknown key, a value of the wrong sort, a key that counts only in \
the user's own settings (the network, addresses, keys, the places of the library and the model), or a file that is \
not TOML. The rest of the file stays in force.

## Why

A setting that is silently ignored makes its author believe that something is switched on or off.

## Example

```toml
[rules]
\"citation/difers\" = \"off\"
```

There is no such rule; the nearest is `citation/differs`.

## What it cannot tell

Whether a setting does what its author wants.

## Fixes

- Write the nearest key or value, where there is one.

## Sources

The list of settings that this version knows.
",
    },
    checks: &[],
    fixes: Some(fixes),
};

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some(replacement) = finding.data.more.get("replacement") else { return Vec::new() };
    vec![Fix {
        title: context.say(Message::new(format!("Write {replacement}"), format!("Escribir {replacement}"))),
        kind: FixKind::Chosen,
        preferred: true,
        edits: vec![FileEdit { file: context.file.clone(), span: finding.span, text: replacement.clone() }],
    }]
}
