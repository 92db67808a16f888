//! The rule that reports a suppression comment without effect.

use crate::{Rule, Scope, Severity};

/// The rule for suppression comments without effect. Its findings are raised by
/// [`apply`](super::apply).
pub const UNUSED: Rule = Rule {
    id: "configuration/unused-silence",
    summary: "A suppression comment suppresses nothing",
    severity: Some(Severity::Information),
    scope: Scope::Document,
    needs_reason: false,
    kinds: &[],
    documentation: "\
## What it flags

A `referee:ignore` comment that has no effect: the rule it names finds nothing there, there is no such rule, it \
names none, the rule asks for a reason and none is given, or an `ignore-end` has no `ignore-start`. Each rule of a \
comment that names several is looked at by itself.

## Why

A silence that outlives its finding hides the next one, and a mistyped one makes its author believe that \
something is hidden.

## Example

```markdown
<!-- referee:ignore citation/difers in press -->
As shown before [@smith2020].
```

There is no rule `citation/difers`; the nearest is `citation/differs`.

## What it cannot tell

Whether a rule that did not run here would have found something: a rule that is switched off, and a rule that \
waits for records which are not at hand (offline), are not counted.

## Fixes

- Remove the comment, or the rule from its list.
- Replace a mistyped rule id by the nearest one.

## Sources

None: it compares the comments of the text with its findings.
",
};
