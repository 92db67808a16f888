//! Implements the rule `citation/duplicate-key`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, RelatedPlace, Remark};
use super::files::BibliographyFile;
use crate::edits;
use referee_bibliography::{Entry, Format, Program, edit};
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_text::Message;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/duplicate-key",
        summary: "Two entries have the same key",
        severity: Some(Severity::Error),
        scope: Scope::Bibliography,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A key that an earlier entry has already: an error within one file, a warning across the files of one draft, \
information where the two entries are the same to the letter. In a Typst draft each of them is an error, for Typst \
stops. Keys of a .bib file that differ in their capitals only are information, and an error where BibTeX builds the \
draft: BibTeX takes them for one and prints the first, Biber and Pandoc do not.

## Why

One of the two is never printed, and which one depends on the program: BibTeX stops with an error, Biber and Pandoc \
take one of them in silence. The reader may see another work than the author meant.

## Example

```bibtex
@article{smith2020, title = {On sleep}}
@article{smith2020, title = {On waking}}
```

## What it cannot tell

Which of the two the citations mean.

## Fixes

- Give the later entry a key of its own. The citations keep the key, and so mean the first entry.
- Remove an entry that is the same to the letter.

## Sources

The bibliographies that the same drafts name.
",
    },
    checks: &[Check::Bibliography(check)],
    fixes: Some(fixes),
};

/// A key that is compared without regard to ASCII case.
struct CaseInsensitiveKey<'a>(&'a str);

impl PartialEq for CaseInsensitiveKey<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

impl Eq for CaseInsensitiveKey<'_> {}

impl Hash for CaseInsensitiveKey<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for byte in self.0.bytes() {
            state.write_u8(byte.to_ascii_lowercase());
        }
    }
}

fn check(context: &RuleContext<'_>, file: &BibliographyFile) -> Vec<Remark> {
    let mut out = Vec::new();
    let bibtex = file.bibliography.format() == Format::Bibtex;
    let is_bibtex_draft = context.programs.contains(Program::Bibtex);
    // Typst fails to compile a draft whose bibliographies have a key twice, however similar the
    // entries are.
    let stops_typst = context.programs.contains(Program::Typst);
    let mut first: HashMap<CaseInsensitiveKey<'_>, Vec<usize>> =
        HashMap::with_capacity(file.bibliography.len());
    let entries: Vec<Entry<'_>> = file.bibliography.entries().collect();
    for (index, entry) in entries.iter().enumerate() {
        let key = entry.key();
        if key.is_empty() {
            continue;
        }
        let earlier = first.entry(CaseInsensitiveKey(key)).or_default();
        let same = earlier.iter().filter_map(|at| entries.get(*at)).find(|other| other.key() == key);
        let alike = earlier.first().and_then(|at| entries.get(*at)).filter(|_| bibtex);
        if let Some(other) = same {
            let identical = other.source() == entry.source();
            let message = if identical {
                Message::new(
                    format!("“{key}” is defined twice, identically. Remove one of the two."),
                    format!("«{key}» está definida dos veces, de forma idéntica. Quite una de las dos."),
                )
            } else {
                Message::new(
                    format!(
                        "“{key}” is defined twice, for different entries. Give one of the two another key."
                    ),
                    format!(
                        "«{key}» está definida dos veces, para entradas distintas. Dé otra clave a una de las dos."
                    ),
                )
            };
            let severity = identical.then_some(Severity::Information).filter(|_| !stops_typst);
            out.push(remark(entry, message, severity, file, other));
        } else if let Some(other) = alike {
            let other_key = other.key();
            let message = Message::new(
                format!(
                    "The key “{key}” differs from “{other_key}” in capitals only. BibTeX takes them for one key."
                ),
                format!(
                    "La clave «{key}» se distingue de «{other_key}» solo por las mayúsculas. BibTeX las toma por una misma clave."
                ),
            );
            // Only the first of the two is printed, whichever is cited.
            let severity = if is_bibtex_draft { Severity::Error } else { Severity::Information };
            out.push(remark(entry, message, Some(severity), file, other));
        }
        if same.is_none() {
            earlier.push(index);
        }
    }
    // Across files, the finding is shown once: in the file whose name sorts later.
    for other in context.bibliographies.iter().filter(|other| other.file < file.file) {
        for entry in entries.iter().filter(|entry| !entry.key().is_empty()) {
            let Some(twin) = other.bibliography.get(entry.key()).filter(|twin| twin.key() == entry.key())
            else {
                continue;
            };
            let identical = twin.source() == entry.source();
            let severity = match identical {
                _ if stops_typst => Severity::Error,
                true => Severity::Information,
                false => Severity::Warning,
            };
            let (key, name) = (entry.key(), other.file.name());
            let (by, con) = match identical {
                true => ("by the same entry", "con la misma entrada"),
                false => ("by another entry", "con otra entrada"),
            };
            let (then, entonces) = match stops_typst {
                true => ("Typst stops", "Typst se detiene"),
                false => ("Programs take one of the two", "Los programas toman una de las dos"),
            };
            let message = Message::new(
                format!("The key “{key}” is also defined in {name}, {by}. {then}."),
                format!("La clave «{key}» está también en {name}, {con}. {entonces}."),
            );
            out.push(remark(entry, message, Some(severity), other, &twin));
        }
    }
    out
}

fn remark(
    entry: &Entry<'_>,
    message: Message,
    severity: Option<Severity>,
    file: &BibliographyFile,
    other: &Entry<'_>,
) -> Remark {
    let related = RelatedPlace {
        file: Some(file.file.clone()),
        span: other.key_span(),
        message: Message::new(
            format!("“{}” is defined here", other.key()),
            format!("«{}» se define aquí", other.key()),
        ),
    };
    let data = Data { key: Some(entry.key().to_owned()), ..Data::default() };
    Remark {
        place: Anchor::Span(entry.key_span()),
        message,
        severity,
        related: vec![related],
        data,
        ..Remark::default()
    }
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((file, entry)) = super::subject::entry_at(context, finding.span) else { return Vec::new() };
    let Some(related) = finding.related.first() else { return Vec::new() };
    let mut out = Vec::new();
    let twin = context
        .bibliographies
        .iter()
        .find(|other| other.file == related.file)
        .and_then(|other| other.bibliography.at(related.span.start as usize));
    let identical = twin.is_some_and(|twin| twin.source() == entry.source());
    if identical && let Some(edit) = edit::remove_entry(&entry) {
        out.push(Fix {
            title: context.say(Message::new(
                format!("Remove this second entry “{}”", entry.key()),
                format!("Quitar esta segunda entrada «{}»", entry.key()),
            )),
            kind: FixKind::Chosen,
            preferred: true,
            edits: vec![edits::file_edit(&file.file, edit)],
        });
    }
    let free = edits::free_key(context, entry.key());
    if let Some(edit) = edit::rename_entry(&entry, &free) {
        out.push(Fix {
            title: context.say(Message::new(
                format!("Rename this entry to “{free}”"),
                format!("Cambiar la clave de esta entrada a «{free}»"),
            )),
            kind: FixKind::Chosen,
            preferred: false,
            edits: vec![edits::file_edit(&file.file, edit)],
        });
    }
    out
}
