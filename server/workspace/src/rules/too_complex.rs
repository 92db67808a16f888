//! `document/too-complex`

use referee_findings::{Rule, Scope, Severity};

/// A block with too much markup to parse.
pub static TOO_COMPLEX: Rule = Rule {
    id: "document/too-complex",
    summary: "A paragraph has more markup than is read",
    severity: Some(Severity::Information),
    scope: Scope::Document,
    needs_reason: false,
    kinds: &[],
    documentation: r#"
## What it flags

A paragraph, list or table whose markup is nested so deeply, or so rarely closed, that reading it would take seconds.
It is read as plain text: citation keys, identifiers and numbers are found, emphasis, code and links are not.

## Why

What is in such a paragraph may be judged for what it is not: a key inside code counts as cited. Nothing else of
the draft is affected.

## Example

A log or a table of numbers that was pasted without a code fence, with thousands of `*`, `_` or backticks.

## What it cannot tell

Whether the markup is meant: the number of marks and the length of the paragraph decide, and the answer is the same on
every machine.

## Fixes

None: put what is not prose into a separate code block, or divide the paragraph with a blank line.

## Sources

CommonMark's and Pandoc's rules for emphasis and code spans, by which each mark is compared with all that follow it.
"#,
};
