//! `document/missing-file`

use referee_findings::{Rule, Scope, Severity};

/// A bibliography of the draft does not exist or cannot be read.
pub static MISSING_FILE: Rule = Rule {
    id: "document/missing-file",
    summary: "A bibliography of the draft is missing or cannot be read",
    severity: Some(Severity::Warning),
    scope: Scope::Document,
    needs_reason: false,
    kinds: &[],
    documentation: r#"
## What it flags

A bibliography that the draft names and that is not there, is a folder, or is too large to be read.

## Why

While a bibliography is missing, no key that it may define can be judged: undefined keys are not reported, and
the references in it are not checked. This finding says so in the place where it can be mended.

## Example

```yaml
bibliography: refrences.bib
```

## What it cannot tell

Whether a build step makes the file later, and what lies in folders that only TeX knows (`BIBINPUTS`). Addresses
(`https://…`) are not read and not reported; neither are included files, which the typesetting itself complains of,
nor what a draft names that lies in no folder of this machine (an unsaved buffer, a remote workspace).

## Fixes

None: correct the name, or put the file there.

## Sources

Pandoc's manual, “Specifying bibliographic data”: names are looked up from the folder of the document.
"#,
};
