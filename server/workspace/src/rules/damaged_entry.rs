//! `bibliography/damaged-entry`

use referee_findings::{Rule, Scope, Severity};

/// A bibliography entry that could be read only in part.
pub static DAMAGED_ENTRY: Rule = Rule {
    id: "bibliography/damaged-entry",
    summary: "A bibliography entry could be read only in part",
    severity: Some(Severity::Error),
    scope: Scope::Bibliography,
    needs_reason: false,
    kinds: &[],
    documentation: r#"
## What it flags

A place in a bibliography that is not of its format: a brace that is not closed, a missing comma, a JSON or YAML
file that is cut off. The message names what the program that builds the draft does with it. A closing brace too many,
which every program passes over, is information.

## Why

One such place costs the whole list of references: Biber, Pandoc and Typst read no entry of the file, and BibTeX prints
the damaged entry with the fields before the place.

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

- Add the comma, write an empty value, remove the brace. These are safe and part of `check --fix`.
- Add the sign =. This one is for the author to choose.
- None for a brace that is not closed: only the author knows where the text was meant to end.

## Sources

The grammar of BibTeX as described in “BibTeXing”, Oren Patashnik, 1988. BibTeX 0.99d and 0.99e, Biber 2.18 and 2.22,
Pandoc 3.9 and Typst 0.15.2, run on 2026-11-28.
"#,
};
