//! Implements the rule `citation/malformed-identifier`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use super::wording;
use crate::edits;
use referee_bibliography::{Entry, FieldName, Identifier, identifier};
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_records::services::is_number_of_acm;
use referee_syntax::{Citation, Target};
use referee_text::{Message, TextEdit};

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/malformed-identifier",
        summary: "An identifier is not well formed",
        severity: Some(Severity::Error),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A DOI, PMID, PMCID, arXiv number, trial registration or ISBN that cannot be one, whatever it was meant to name: in a \
field of that name, or in the text after that word. An error. An ISBN whose check digit is wrong is a warning, \
because some books were printed with one. A DOI that is written as an address in the DOI field is a hint; so is a DOI \
in a field that holds other words too, which is read all the same, and a number of ACM's library \
(`10.5555/3295222.3295349`), which no register knows: the work is judged by its title.

## Why

Nobody can follow it, and no program can link it.

## Example

```bibtex
@article{smith2020, doi = {10.1056NEJMoa012512}, pmid = {PMC2675004}}
```

## What it cannot tell

Whether a well-formed identifier exists; `citation/not-found` and `citation/misidentified` look at that. Fields with \
other names, and identifiers of other systems (handles, JSTOR, SSRN), are left alone.

## Fixes

- Write the identifier in its usual form, where it can be read: safe, and part of `check --fix`.

## Sources

The DOI Handbook (International DOI Foundation); NLM on PMID and PMCID; arXiv's identifier scheme; ISO 2108 for ISBN.
",
    },
    checks: &[Check::Entry(in_entry), Check::Citation(in_text)],
    fixes: Some(fixes),
};

fn in_text(_: &RuleContext<'_>, citation: &Citation) -> Option<Remark> {
    let Target::Malformed(text, why) = &citation.target else { return None };
    let message = Message::new(
        format!("“{text}” is not well formed: {}.", why.english),
        format!("«{text}» no está bien formado: {}.", why.spanish),
    );
    Some(Remark { message, data: Data { key: Some(text.clone()), ..Data::default() }, ..Remark::default() })
}

const FIELDS: [FieldName; 5] =
    [FieldName::Doi, FieldName::Pmid, FieldName::Pmcid, FieldName::Arxiv, FieldName::Isbn];

fn in_entry(entry: &Entry<'_>) -> Vec<Remark> {
    FIELDS
        .into_iter()
        .filter_map(|field| {
            let text = value(entry, field)?;
            let field_problem = field_problem(entry, field, &text)?;
            let data = Data { key: Some(entry.key().to_owned()), more: [("value", text)].into() };
            Some(Remark {
                place: Anchor::Field(field),
                message: field_problem.message,
                severity: field_problem.severity,
                data,
                ..Remark::default()
            })
        })
        .collect()
}

/// Returns the value of a field as written in the file.
fn value(entry: &Entry<'_>, field: FieldName) -> Option<String> {
    let span = entry.field_span(field)?;
    let text = entry.bibliography().text().get_byte_slice(span.range())?.to_string();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

struct FieldProblem {
    message: Message,
    severity: Option<Severity>,
}

impl FieldProblem {
    fn certain(message: Message) -> Option<Self> {
        Some(FieldProblem { message, severity: None })
    }

    fn milder(severity: Severity, message: Message) -> Option<Self> {
        Some(FieldProblem { message, severity: Some(severity) })
    }
}

fn field_problem(entry: &Entry<'_>, field: FieldName, text: &str) -> Option<FieldProblem> {
    if placeholder(text) {
        return None;
    }
    match field {
        FieldName::Doi => doi_trouble(text),
        FieldName::Pmid => {
            if let Some(pmid) = Identifier::pmid(text) {
                return with_more_than_number(&pmid, text);
            }
            if Identifier::pmcid(text).is_some() && text.to_ascii_lowercase().contains("pmc") {
                return FieldProblem::certain(Message::new(
                    format!("“{text}” is a PMCID, and this field is for the PMID, a number without letters."),
                    format!("«{text}» es un PMCID, y este campo es para el PMID, un número sin letras."),
                ));
            }
            FieldProblem::certain(Message::new(
                format!("“{text}” is not a PMID: a PMID is a number of 1 to 8 digits."),
                format!("«{text}» no es un PMID: un PMID es un número de 1 a 8 cifras."),
            ))
        }
        FieldName::Pmcid => match Identifier::pmcid(text) {
            Some(pmcid) => with_more_than_number(&pmcid, text),
            None => FieldProblem::certain(Message::new(
                format!("“{text}” is not a PMCID: a PMCID is `PMC` and a number."),
                format!("«{text}» no es un PMCID: un PMCID es `PMC` y un número."),
            )),
        },
        FieldName::Arxiv => {
            // The field holds numbers of many archives; only an entry that mentions arXiv refers to
            // arXiv.
            let says_arxiv = entry.source().to_ascii_lowercase().contains("arxiv");
            (says_arxiv && Identifier::arxiv(text).is_none() && !text.contains("://"))
                .then(|| {
                    Message::new(
                        format!(
                            "“{text}” is not an arXiv number: one looks like `2103.15348` or `hep-th/9901001`."
                        ),
                        format!(
                            "«{text}» no es un número de arXiv: uno es como `2103.15348` o `hep-th/9901001`."
                        ),
                    )
                })
                .and_then(|message| FieldProblem::milder(Severity::Warning, message))
        }
        FieldName::Isbn => isbn_trouble(text),
        _ => None,
    }
}

/// Returns the problem of a PMID or PMCID with a prefix or an address: "PMID: 24597993". A PMCID may
/// be a number alone.
fn with_more_than_number(identifier: &Identifier, text: &str) -> Option<FieldProblem> {
    alone(identifier, text)?;
    FieldProblem::milder(
        Severity::Hint,
        Message::written(|language| {
            let (kind, value) = (wording::kind(language, identifier), wording::value(identifier));
            language.pick(
                format!("There is more than the {kind} {value} in this field. Programs take the whole field for it."),
                format!("Hay más que el {kind} {value} en este campo. Los programas toman todo el campo por él."),
            )
        }),
    )
}

/// Returns the PMID or PMCID alone if `text` has a prefix or an address.
fn alone(identifier: &Identifier, text: &str) -> Option<String> {
    let value = wording::value(identifier);
    let is_alone = value.eq_ignore_ascii_case(text) || text.bytes().all(|byte| byte.is_ascii_digit());
    (!is_alone).then_some(value)
}

fn doi_trouble(text: &str) -> Option<FieldProblem> {
    let Some(problem) = identifier::doi_problem(text) else {
        let doi = match Identifier::doi(text) {
            Some(Identifier::Doi(doi)) => doi,
            _ => String::new(),
        };
        if is_number_of_acm(&doi) {
            let message = Message::new(
                format!(
                    "{doi} is a number of ACM's library and no registered DOI. doi.org does not know it."
                ),
                format!(
                    "{doi} es un número de la biblioteca de ACM y no un DOI registrado. doi.org no lo conoce."
                ),
            );
            return FieldProblem::milder(Severity::Hint, message);
        }
        if !doi.is_empty() && has_more_than_doi(text) {
            let message = Message::new(
                format!(
                    "There is more than the DOI {doi} in this field. Programs take the whole field for the DOI."
                ),
                format!(
                    "Hay más que el DOI {doi} en este campo. Los programas toman todo el campo por el DOI."
                ),
            );
            return FieldProblem::milder(Severity::Hint, message);
        }
        let lower = text.to_ascii_lowercase();
        let dressed = lower.starts_with("http")
            || lower.starts_with("doi:")
            || lower.starts_with("dx.doi.")
            || lower.starts_with("doi.org");
        let message = if lower.starts_with("doi:") {
            Message::new(
                "The DOI is given with the prefix “doi:”. Styles put an address before it, and then the link is wrong.",
                "El DOI está aquí con el prefijo «doi:». Los estilos ponen una dirección delante, y entonces el enlace es incorrecto.",
            )
        } else {
            Message::new(
                "The DOI is given with its address. Styles put the address before it, and then it is there twice.",
                "El DOI está aquí con su dirección. Los estilos ponen la dirección delante, y entonces está dos veces.",
            )
        };
        return dressed.then_some(message).and_then(|message| FieldProblem::milder(Severity::Hint, message));
    };
    if text.contains("://") && !text.to_ascii_lowercase().contains("doi") {
        return FieldProblem::milder(
            Severity::Warning,
            Message::new(
                format!("“{text}” is an address and no DOI. It belongs into the field for the URL."),
                format!("«{text}» es una dirección y no un DOI. Va en el campo para la URL."),
            ),
        );
    }
    let parts = || text.split([' ', ',', ';', '\n']).filter(|part| !part.is_empty());
    if parts().count() > 1 && parts().any(|part| Identifier::doi(part).is_some()) {
        return FieldProblem::milder(
            Severity::Warning,
            Message::new(
                format!("There is more than a DOI in “{text}”. Programs take the whole field for the DOI."),
                format!("Hay más que un DOI en «{text}». Los programas toman todo el campo por el DOI."),
            ),
        );
    }
    FieldProblem::certain(Message::new(
        format!("“{text}” is not a DOI: {}.", problem.english),
        format!("«{text}» no es un DOI: {}.", problem.spanish),
    ))
}

/// Returns whether a field with a DOI has more than the DOI: other words, a line break, a `%` or a
/// second slash.
fn has_more_than_doi(text: &str) -> bool {
    let bare = text.trim_end_matches(|c: char| c.is_whitespace() || c == '}');
    let bare = bare.strip_suffix("[doi]").unwrap_or(bare).trim_end();
    let from = bare.find("10.").unwrap_or(0);
    let doi = bare.get(from..).unwrap_or_default();
    let before = bare.get(..from).unwrap_or_default();
    doi.contains(char::is_whitespace)
        || before.contains('%')
        || doi.split_once('/').is_some_and(|(_, rest)| rest.starts_with('/'))
}

fn isbn_trouble(text: &str) -> Option<FieldProblem> {
    if Identifier::isbn(text).is_some() {
        return None;
    }
    // Fields often hold several ISBNs, or one followed by a remark; one valid ISBN is then enough,
    // and numbers of another length are something else.
    let parts: Vec<&str> =
        text.split([',', ';', '(', ')', '/']).flat_map(|part| part.split_whitespace()).collect();
    if parts.iter().any(|part| Identifier::isbn(part).is_some()) {
        return None;
    }
    let digits = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, 'X' | 'x')).count();
    let plain = text.chars().all(|c| {
        c.is_ascii_digit() || c.is_whitespace() || matches!(c, 'X' | 'x' | '-' | '\u{2010}'..='\u{2015}')
    });
    if !plain {
        return None;
    }
    match digits {
        10 | 13 => FieldProblem::milder(
            Severity::Warning,
            Message::new(
                format!("The check digit of the ISBN {text} does not fit: one of its digits is wrong."),
                format!("El dígito de control del ISBN {text} no cuadra: una de sus cifras es incorrecta."),
            ),
        ),
        // An ISSN in the wrong field does no harm.
        8 => None,
        _ => FieldProblem::milder(
            Severity::Warning,
            Message::new(
                format!("“{text}” is not an ISBN: an ISBN has 10 or 13 digits, and these are {digits}."),
                format!("«{text}» no es un ISBN: un ISBN tiene 10 o 13 cifras, y estas son {digits}."),
            ),
        ),
    }
}

/// Detects placeholders that authors write for a missing identifier.
fn placeholder(text: &str) -> bool {
    let word = text.trim_matches(['{', '}', '"', '.', ' ']).to_ascii_lowercase();
    word.is_empty()
        || word.chars().all(|c| matches!(c, '-' | '?' | '–' | '—'))
        || matches!(
            word.as_str(),
            "n/a"
                | "na"
                | "none"
                | "null"
                | "nil"
                | "tbd"
                | "tba"
                | "todo"
                | "unknown"
                | "in press"
                | "forthcoming"
                | "pending"
                | "no doi"
                | "not available"
        )
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((file, entry)) = super::subject::entry_at(context, finding.span) else { return Vec::new() };
    let Some(field) = FIELDS
        .into_iter()
        .find(|field| entry.field_span(*field).is_some_and(|span| span.touches(finding.span.start as usize)))
    else {
        return Vec::new();
    };
    let Some(text) = value(&entry, field) else { return Vec::new() };
    let Some((title, kind, right)) = repaired(field, &text) else { return Vec::new() };
    // `edit::set_field` keeps the address in front of a DOI; this fix removes it.
    let Some(span) = entry.field_span(field) else { return Vec::new() };
    let edits = vec![edits::file_edit(&file.file, TextEdit::new(span, right))];
    vec![Fix { title: context.say(title), kind, preferred: kind == FixKind::Mechanical, edits }]
}

/// Returns the identifier that the field means, if it can be read.
fn repaired(field: FieldName, text: &str) -> Option<(Message, FixKind, String)> {
    let number = match field {
        FieldName::Pmid => Identifier::pmid(text),
        FieldName::Pmcid => Identifier::pmcid(text),
        FieldName::Doi => None,
        _ => return None,
    };
    if let Some(identifier) = number {
        let title = Message::written(|language| {
            let kind = wording::kind(language, &identifier);
            language.pick(format!("Write the {kind} alone"), format!("Escribir solo el {kind}"))
        });
        return alone(&identifier, text).map(|right| (title, FixKind::Mechanical, right));
    }
    if field != FieldName::Doi {
        return None;
    }
    if let Some(Identifier::Doi(doi)) = Identifier::doi(text) {
        // Keep the author's capitals if they can be separated from the address.
        let own = text
            .len()
            .checked_sub(doi.len())
            .and_then(|at| text.get(at..))
            .filter(|own| own.eq_ignore_ascii_case(&doi));
        let right = own.map_or(doi.clone(), str::to_owned);
        return (right != text).then(|| {
            let title = match has_more_than_doi(text) || text.to_ascii_lowercase().starts_with("doi:") {
                true => Message::new("Write the DOI alone", "Escribir solo el DOI"),
                false => {
                    Message::new("Write the DOI without its address", "Escribir el DOI sin su dirección")
                }
            };
            (title, FixKind::Mechanical, right)
        });
    }
    let mut parts = text.split([' ', ',', ';', '\n', '\t']).filter_map(Identifier::doi);
    let found = parts.next()?;
    let title = Message::written(|language| {
        let (kind, value) = (wording::kind(language, &found), wording::value(&found));
        language.pick(format!("Change {kind} to {value}"), format!("Cambiar el {kind} a {value}"))
    });
    parts.next().is_none().then(|| (title, FixKind::Chosen, wording::value(&found)))
}
