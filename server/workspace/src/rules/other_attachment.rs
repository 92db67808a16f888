//! `bibliography/other-attachment`

use referee_findings::{Rule, Scope, Severity};

/// A file attached to an entry is another work.
pub static OTHER_ATTACHMENT: Rule = Rule {
    id: "bibliography/other-attachment",
    summary: "A file attached to an entry is another work",
    severity: Some(Severity::Hint),
    scope: Scope::Bibliography,
    needs_reason: false,
    kinds: &[],
    documentation: r#"
## What it flags

A paper in the field `file` of a BibTeX entry whose first pages say that it is another work: it has another DOI, or
another title and other authors. A hint in the .bib file; `check` lists it with `--verbose`, or where the settings give
the rule another severity.

## Why

The wrong PDF was attached, or the entry describes another work than the one that was read. Such a file is not used:
quotations and numbers are compared with the abstract only.

## Example

```bibtex
@article{smith2020, title = {On waking}, doi = {10.5555/waking}, file = {:papers/on-sleeping.pdf:PDF}}
```

## What it cannot tell

Which work a scan is, or a file whose first pages do not say what it is: about these it is silent. A preprint of the
work, or its accepted manuscript, is the same work. Only papers that were read count: those of cited entries, and in the
editor those of an open bibliography.

## Fixes

None: attach the right file, or correct the entry.

## Sources

The first pages of the file and its metadata, compared with the entry and the record that it was judged by.
"#,
};
