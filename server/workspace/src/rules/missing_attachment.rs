//! `bibliography/missing-attachment`

use referee_findings::{Rule, Scope, Severity};

/// A file attached to an entry does not exist.
pub static MISSING_ATTACHMENT: Rule = Rule {
    id: "bibliography/missing-attachment",
    summary: "A file attached to an entry is missing",
    severity: Some(Severity::Hint),
    scope: Scope::Bibliography,
    needs_reason: false,
    kinds: &[],
    documentation: r#"
## What it flags

A path in the field `file` of a BibTeX entry that leads to no file, as JabRef, Zotero, Better BibTeX and Mendeley write
it. A hint in the .bib file; `check` lists it with `--verbose`, or where the settings give the rule another severity.

## Why

The PDF was moved or renamed: the reference manager opens nothing, and the copy that was read is lost from sight.

## Example

```bibtex
@article{smith2020, title = {On waking}, file = {:papers/Smith2020.pdf:PDF}}
```

## What it cannot tell

Where the reference manager looks besides: paths are taken from the folder of the .bib file, and nothing is said where
that is doubtful, because the folder that a path names is not there, or because no path without a folder in this file
leads to one. Only whether a file is there is looked at, never what is in it, and only inside of the workspace and of
your home folder; addresses and other machines are left alone.

## Fixes

None: put the file back, or correct the path.

## Sources

JabRef's documentation, “Managing associated files”; the exports of Zotero and Better BibTeX.
"#,
};
