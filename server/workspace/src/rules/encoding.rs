//! `document/encoding`

use referee_findings::{Rule, Scope, Severity};

/// A file that is not UTF-8.
pub static ENCODING: Rule = Rule {
    id: "document/encoding",
    summary: "A file is not encoded in UTF-8",
    severity: Some(Severity::Information),
    scope: Scope::Document,
    needs_reason: false,
    kinds: &[],
    documentation: r#"
## What it flags

A draft or a bibliography whose bytes are not UTF-8: UTF-16, Latin-1 (Windows-1252), or UTF-8 with broken bytes.
It is read all the same.

## Why

Pandoc, Typst, Biber and most editors expect UTF-8. In a Latin-1 file accents in names come out wrong, and a
wrong name looks like a wrong reference.

## Example

A .bib file exported by an old reference manager, with `Müller` written as the single byte FC.

## What it cannot tell

Which of the many one-byte encodings it is: whatever is not Unicode is read as Windows-1252.

## Fixes

None: save the file as UTF-8. `check --fix` leaves such a file alone, so that no byte of it is lost.

## Sources

RFC 3629; the Encoding Standard of WHATWG for Windows-1252.
"#,
};
