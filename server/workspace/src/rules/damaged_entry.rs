//! `bibliography/damaged-entry`

use referee_findings::{Rule, Scope, Severity};

/// An entry of a bibliography that could be read in part only.
pub static DAMAGED_ENTRY: Rule = Rule {
    id: "bibliography/damaged-entry",
    summary: "An entry of a bibliography could be read in part only",
    severity: Some(Severity::Warning),
    scope: Scope::Bibliography,
    needs_reason: false,
    documentation: r#"
## What it flags

A place in a bibliography that is not of its format: a brace that is not closed, a missing comma, a JSON or YAML
file that is cut off.

## Why

BibTeX and Biber drop such an entry, and often the next one with it. The other entries are read as they stand.

## Example

```bibtex
@article{smith2020,
  title = {A title without its end,
  year = {2020}
}
```

## What it cannot tell

What was meant. Fields before the broken place are used.

## Fixes

None: close the brace, add the comma.

## Sources

The grammar of BibTeX as described in “BibTeXing”, Oren Patashnik, 1988.
"#,
};
