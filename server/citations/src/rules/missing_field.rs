//! Implements the rule `citation/missing-field`.

use super::definition::{Check, CitationRule, Remark};
use super::wording;
use referee_bibliography::{Entry, FieldName, Format, Work};
use referee_findings::{Data, Rule, Scope, Severity};
use referee_text::{Message, Phrase};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/missing-field",
        summary: "An entry lacks a field that its type requires",
        severity: Some(Severity::Hint),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A BibTeX or BibLaTeX entry without a field that both programs require of its type: the journal of an `@article`, the \
title of the book of an `@incollection`, the school of a `@phdthesis`. A hint in the .bib file; `check` lists it with \
`--verbose`, or where the settings give the rule another severity.

## Why

The reference is printed with a hole, and a reader may not find the work.

## Example

```bibtex
@article{smith2020, author = {Smith, Ada}, title = {On waking}, year = {2020}}
```

## What it cannot tell

Whether the work has such a thing at all: an editorial may have no author. What only one of the two programs requires \
(the publisher of a book, the type of a thesis) is not asked for, nor anything of `@misc`, data sets and software. \
Fields that are inherited (`crossref`, `xdata`) count.

## Fixes

None: add the field, or choose the type that fits.

## Sources

O. Patashnik, BibTeXing, section 3.1; P. Kime, M. Wemheuer and P. Lehman, The biblatex Package, section 2.1.
",
    },
    checks: &[Check::Entry(check)],
    fixes: None,
};

/// A field, or alternative fields, that a type of entry requires.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequiredField {
    Author,
    AuthorOrEditor,
    Editor,
    Title,
    Journal,
    BookTitle,
    Year,
    School,
    Institution,
    Address,
}

impl RequiredField {
    /// Returns the name of the field for messages.
    fn name(self) -> Phrase {
        let (english, spanish) = match self {
            RequiredField::Author => ("an author", "un autor"),
            RequiredField::AuthorOrEditor => ("an author or an editor", "un autor o un editor"),
            RequiredField::Editor => ("an editor", "un editor"),
            RequiredField::Title => ("a title", "un título"),
            RequiredField::Journal => ("a journal", "una revista"),
            RequiredField::BookTitle => {
                ("the title of the book or of the proceedings", "el título del libro o de las actas")
            }
            RequiredField::Year => ("a year", "un año"),
            RequiredField::School => ("a school", "una universidad"),
            RequiredField::Institution => ("an institution", "una institución"),
            RequiredField::Address => ("an address or a DOI", "una dirección o un DOI"),
        };
        Phrase { english, spanish }
    }

    fn is_given(self, entry: &Entry<'_>, work: &Work) -> bool {
        match self {
            RequiredField::Author => !work.authors.is_empty() || has(entry, FieldName::Authors),
            RequiredField::AuthorOrEditor => {
                !work.authors.is_empty() || !work.editors.is_empty() || has(entry, FieldName::Authors)
            }
            RequiredField::Editor => !work.editors.is_empty() || !work.authors.is_empty(),
            RequiredField::Title => work.title.is_some() || has(entry, FieldName::Title),
            RequiredField::Journal | RequiredField::BookTitle => {
                work.container.is_some() || work.container_short.is_some() || has(entry, FieldName::Journal)
            }
            // `year = {in press}` counts as a year, although it is not a number.
            RequiredField::Year => {
                work.year().is_some() || has(entry, FieldName::Year) || names_field(entry, "pubstate")
            }
            RequiredField::School | RequiredField::Institution => work.publisher.is_some(),
            RequiredField::Address => {
                work.url.is_some() || !work.identifiers.is_empty() || has(entry, FieldName::Url)
            }
        }
    }
}

/// Returns the fields that both BibTeX and BibLaTeX require of a type, which is in lower case.
fn required(kind: &str) -> &'static [RequiredField] {
    use RequiredField::*;
    match kind {
        "article" => &[Author, Title, Journal, Year],
        "book" | "mvbook" | "inbook" => &[AuthorOrEditor, Title, Year],
        "incollection" | "inproceedings" | "conference" => &[Author, Title, BookTitle, Year],
        "collection" | "mvcollection" => &[Editor, Title, Year],
        "proceedings" | "mvproceedings" => &[Title, Year],
        "booklet" | "manual" => &[Title],
        "mastersthesis" | "phdthesis" | "thesis" => &[Author, Title, School, Year],
        "techreport" | "report" => &[Author, Title, Institution, Year],
        "unpublished" => &[Author, Title],
        "patent" => &[Author, Title, Year],
        "online" | "electronic" | "www" => &[Title, Address],
        _ => &[],
    }
}

fn check(entry: &Entry<'_>) -> Vec<Remark> {
    if entry.bibliography().format() != Format::Bibtex {
        return Vec::new();
    }
    let kind = entry.kind_name().to_ascii_lowercase();
    let required = required(&kind);
    if required.is_empty() {
        return Vec::new();
    }
    let work = entry.shared_work();
    let missing: Vec<RequiredField> =
        required.iter().copied().filter(|field| !field.is_given(entry, &work)).collect();
    // The fields that an entry inherits from an entry in another file are not known here.
    if missing.is_empty() || ["crossref", "xdata", "entryset"].iter().any(|name| names_field(entry, name)) {
        return Vec::new();
    }
    let message = Message::written(|language| {
        let names: Vec<String> = missing.iter().map(|field| field.name().text(language).to_owned()).collect();
        let named = wording::list(language, &names);
        language.pick(
            format!("An @{kind} needs {named}, which this entry does not give."),
            format!("Un @{kind} necesita {named}, que esta entrada no da."),
        )
    });
    let data = Data { key: Some(entry.key().to_owned()), ..Data::default() };
    vec![Remark { message, data, ..Remark::default() }]
}

/// Returns whether an entry has a field with an alphanumeric value.
fn has(entry: &Entry<'_>, field: FieldName) -> bool {
    let value = entry
        .field_span(field)
        .and_then(|span| entry.bibliography().text().get_byte_slice(span.range()))
        .map(|value| value.to_string());
    value.is_some_and(|value| value.chars().any(char::is_alphanumeric))
}

/// Returns whether an entry has a field of this name, which is in lower case.
fn names_field(entry: &Entry<'_>, name: &str) -> bool {
    let source = entry.source().to_ascii_lowercase();
    source.match_indices(name).any(|(at, _)| {
        let is_word = source.get(..at).is_some_and(|before| !before.ends_with(char::is_alphanumeric));
        is_word && source.get(at + name.len()..).is_some_and(|behind| behind.trim_start().starts_with('='))
    })
}
