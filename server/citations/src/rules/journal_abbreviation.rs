//! Implements the rule `citation/journal-abbreviation`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, RelatedPlace, Remark};
use super::entry_cache::EntryCache;
use super::files::BibliographyFile;
use super::wording;
use crate::edits;
use referee_bibliography::{Entry, FieldName, WorkKind};
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity};
use referee_text::stop_words::{StopWordUse, is_stop_word};
use referee_text::{Message, TextEdit, fold};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/journal-abbreviation",
        summary: "A journal is abbreviated in one entry and spelled out in another",
        severity: Some(Severity::Hint),
        scope: Scope::Bibliography,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A journal that some entries of a file abbreviate and others write in full: `J. Clin. Oncol.` and `Journal of Clinical \
Oncology`. Said once for each journal, at the first entry of the form that fewer entries use. A hint in the .bib \
file; `check` lists it with `--verbose`, or where the settings give the rule another severity.

## Why

The list of references shows one journal under two names.

## Example

```bibtex
@article{a, title = {On waking}, journal = {Journal of Clinical Oncology}}
@article{b, title = {On sleep}, journal = {J. Clin. Oncol.}}
```

## What it cannot tell

Which form the journal that you write for wants. Names are compared word by word, without articles and prepositions; \
an acronym (`PNAS`, `JAMA`) is not compared with the full name.

## Fixes

- Write the other form in all entries of the file that have this one.

## Sources

The file alone.
",
    },
    checks: &[Check::Bibliography(check)],
    fixes: Some(fixes),
};

/// One form of a journal's name in the entries of a file.
struct WrittenName {
    name: Arc<str>,
    words: Vec<String>,
    /// The indexes of the entries with this form, in the order of the file.
    entries: Vec<usize>,
}

/// Two forms of one journal's name in a file.
struct TwoForms {
    /// The form that fewer entries use; if both are equally frequent, the later one.
    rare: WrittenName,
    usual: Arc<str>,
    usual_entries: Vec<usize>,
}

fn check(context: &RuleContext<'_>, file: &BibliographyFile) -> Vec<Remark> {
    let entries: Vec<Entry<'_>> = file.bibliography.entries().collect();
    two_forms(context.entry_cache, &entries)
        .into_iter()
        .filter_map(|forms| {
            let entry = entries.get(*forms.rare.entries.first()?)?;
            let other = entries.get(*forms.usual_entries.first()?)?;
            let (rare, usual, key) = (&forms.rare.name, &forms.usual, other.key());
            let message = Message::written(|language| {
                let others = match forms.usual_entries.len() - 1 {
                    0 => String::new(),
                    1 => language.pick(" and another", " y en otra").to_owned(),
                    more => language.pick(format!(" and {more} more"), format!(" y en {more} más")),
                };
                let fact = language.pick(
                    format!("“{rare}” is written “{usual}” in “{key}”{others}."),
                    format!("«{rare}» se escribe «{usual}» en «{key}»{others}."),
                );
                let before = match wording::fits_first(&fact) {
                    true => "",
                    false => language.pick(
                        "This journal is written in two ways. ",
                        "Esta revista está escrita de dos formas. ",
                    ),
                };
                let next =
                    language.pick("Write one form throughout.", "Escriba una sola forma en todas partes.");
                format!("{before}{fact} {next}")
            });
            Some(Remark {
                place: Anchor::Span(entry.field_span(FieldName::Journal).unwrap_or_else(|| entry.key_span())),
                message,
                data: Data { key: Some(entry.key().to_owned()), ..Data::default() },
                related: vec![RelatedPlace {
                    file: None,
                    span: other.field_span(FieldName::Journal).unwrap_or_else(|| other.key_span()),
                    message: Message::new("written in the other form here", "escrita aquí de la otra forma"),
                }],
                ..Remark::default()
            })
        })
        .collect()
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((file, entry)) = super::subject::entry_at(context, finding.span) else { return Vec::new() };
    let entries: Vec<Entry<'_>> = file.bibliography.entries().collect();
    let forms = two_forms(context.entry_cache, &entries);
    let Some(forms) = forms.iter().find(|forms| forms.rare.entries.contains(&entry.index())) else {
        return Vec::new();
    };
    // A journal that is written with a macro or markup is left unchanged.
    let plain = |index: &usize| {
        let span = entries.get(*index)?.field_span(FieldName::Journal)?;
        let text = file.bibliography.text().get_byte_slice(span.range())?.to_string();
        (text.trim() == &*forms.rare.name).then_some(span)
    };
    let is_plain = !forms.usual.contains(['&', '%', '#', '_', '{', '}', '\\', '"']);
    let edits: Vec<_> = forms
        .rare
        .entries
        .iter()
        .filter_map(plain)
        .map(|span| edits::file_edit(&file.file, TextEdit::new(span, &*forms.usual)))
        .collect();
    if edits.is_empty() || !is_plain {
        return Vec::new();
    }
    let title = match edits.len() {
        1 => Message::new(format!("Write “{}”", forms.usual), format!("Escribir «{}»", forms.usual)),
        count => Message::new(
            format!("Write “{}” in {count} entries", forms.usual),
            format!("Escribir «{}» en {count} entradas", forms.usual),
        ),
    };
    let title = context.say(title);
    vec![Fix { title, kind: FixKind::Chosen, preferred: false, edits }]
}

/// Returns the journals that the entries of a file write in two forms, in the order of the rarer
/// form.
fn two_forms(cache: &EntryCache, entries: &[Entry<'_>]) -> Vec<TwoForms> {
    let mut names: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
    for (at, journal) in cache.journals.of_all(entries.iter().copied(), journal).into_iter().enumerate() {
        if let Some(journal) = journal {
            names.entry(journal).or_default().push(at);
        }
    }
    // Both forms have the same number of words, with the same initials.
    let mut by_initials: BTreeMap<String, Vec<WrittenName>> = BTreeMap::new();
    for (name, entries) in names {
        let words = words(&name);
        let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
        if !initials.is_empty() {
            by_initials.entry(initials).or_default().push(WrittenName { name, words, entries });
        }
    }
    let mut out = Vec::new();
    for mut alike in by_initials.into_values().filter(|alike| alike.len() > 1) {
        // The form that most entries use is kept; each other form is compared with those before it.
        alike.sort_by_key(|written| {
            (std::cmp::Reverse(written.entries.len()), written.entries.first().copied())
        });
        let mut kept: Vec<WrittenName> = Vec::new();
        for written in alike {
            let other =
                kept.iter().find(|other| is_short_form(&written, other) || is_short_form(other, &written));
            match other {
                Some(other) => {
                    let (usual, usual_entries) = (Arc::clone(&other.name), other.entries.clone());
                    out.push(TwoForms { rare: written, usual, usual_entries });
                }
                None => kept.push(written),
            }
        }
    }
    out.sort_by_key(|forms| forms.rare.entries.first().copied());
    out
}

/// Returns the words of a journal's name that an abbreviation keeps.
fn words(name: &str) -> Vec<String> {
    fold::title(name)
        .split_whitespace()
        .filter(|word| !is_stop_word(word, StopWordUse::Abbreviation))
        .map(str::to_owned)
        .collect()
}

/// Returns whether one name abbreviates another, word by word.
fn is_short_form(short: &WrittenName, full: &WrittenName) -> bool {
    let mut shortened = 0;
    for (short, full) in short.words.iter().zip(&full.words) {
        if short == full {
            continue;
        }
        let mut letters = full.chars();
        let is_within = short.chars().all(|letter| letters.any(|other| other == letter));
        if !is_within || full.chars().count() < short.chars().count() + 2 {
            return false;
        }
        shortened += 1;
    }
    // A single word can be another journal: Cell, Cellulose.
    shortened > 0 && (short.words.len() > 1 || short.name.ends_with('.'))
}

/// Returns the journal of an article.
fn journal(entry: &Entry<'_>) -> Option<Arc<str>> {
    let work = entry.work();
    let journal = work.container.filter(|_| work.kind == WorkKind::Article)?;
    Some(Arc::from(journal.trim()))
}
