//! Implements the rule `citation/unused-entry`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use super::files::BibliographyFile;
use crate::edits;
use referee_bibliography::{Entry, Format, Program, edit};
use referee_findings::{Data, Finding, Fix, FixKind, Rule, Scope, Severity, Tag};
use referee_syntax::Target;
use referee_text::{Language, Message, Span};
use std::collections::HashSet;

/// The maximum number of unused entries that are reported one by one. More are reported in one
/// remark: the file is a collection, not the list of one paper.
const MAX_LISTED_ENTRIES: usize = 20;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/unused-entry",
        summary: "Nothing cites an entry",
        severity: Some(Severity::Hint),
        scope: Scope::Bibliography,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

An entry that no draft cites, among the drafts that name its bibliography. Where more than 20 entries or more than \
half of them are not cited, it says so once, at the top of the file: a collection that serves many papers is no \
mistake.

## Why

An entry that nothing cites is often a citation that was lost in a revision.

## Example

```bibtex
@book{unread1999, title = {Never cited}}
```

## What it cannot tell

Whether a draft outside the workspace cites it. It is silent where no draft names the bibliography, where a draft \
cites everything (`\\nocite{*}`, `nocite: '@*'`, `full: true`), and where a part of a draft is missing. Entries that \
others inherit from (`crossref`, `xdata`, `related`, sets) count as used.

## Fixes

- Remove the entry, or all entries that nothing cites.

## Sources

The drafts of the workspace that name the bibliography.
",
    },
    checks: &[Check::Bibliography(check)],
    fixes: Some(fixes),
};

fn check(context: &RuleContext<'_>, file: &BibliographyFile) -> Vec<Remark> {
    let unused = unused(context, file);
    let total = file.bibliography.len();
    if unused.len() > MAX_LISTED_ENTRIES || (unused.len() > 1 && unused.len() * 2 > total) {
        let span = file.bibliography.entries().next().map_or(Span::at(0), |entry| entry.key_span());
        let count = unused.len();
        let message = Message::written(|language| {
            let drafts = drafts(context, language);
            language.pick(
                format!("{count} of the {total} entries of this file are not cited in {drafts}."),
                format!("{count} de las {total} entradas de este archivo no se citan en {drafts}."),
            )
        });
        return vec![Remark { place: Anchor::Span(span), message, ..Remark::default() }];
    }
    unused
        .iter()
        .map(|entry| Remark {
            place: Anchor::Span(entry.key_span()),
            message: Message::written(|language| {
                let (key, drafts) = (entry.key(), drafts(context, language));
                language.pick(
                    format!("“{key}” is not cited in {drafts}."),
                    format!("«{key}» no se cita en {drafts}."),
                )
            }),
            data: Data { key: Some(entry.key().to_owned()), ..Data::default() },
            tag: Some(Tag::Unnecessary),
            ..Remark::default()
        })
        .collect()
}

/// Returns the entries that no draft cites; empty if that cannot be known.
fn unused<'a>(context: &RuleContext<'_>, file: &'a BibliographyFile) -> Vec<Entry<'a>> {
    if context.drafts.is_empty() || !context.complete {
        return Vec::new();
    }
    let mut cited: HashSet<&str> = HashSet::new();
    for draft in context.drafts {
        if draft.document.cites_all() {
            return Vec::new();
        }
        cited.extend(draft.document.citations().filter_map(|cited| match &cited.citation.target {
            Target::Key(key) => Some(key.as_str()),
            _ => None,
        }));
    }
    // BibTeX ignores the case of keys.
    let is_bibtex = context.programs.contains(Program::Bibtex);
    let folded: HashSet<String> =
        cited.iter().filter(|_| is_bibtex).map(|key| key.to_ascii_lowercase()).collect();
    let is_cited = |key: &str| cited.contains(key) || is_bibtex && folded.contains(&key.to_ascii_lowercase());
    let mut unused: Vec<Entry<'_>> = file
        .bibliography
        .entries()
        .filter(|entry| !entry.key().is_empty() && !is_cited(entry.key()))
        .collect();
    if unused.is_empty() || file.bibliography.format() != Format::Bibtex {
        return unused;
    }
    let parents: HashSet<String> = edit::links(&file.bibliography).into_iter().map(|(key, _)| key).collect();
    let folded_parents: HashSet<String> =
        parents.iter().filter(|_| is_bibtex).map(|key| key.to_ascii_lowercase()).collect();
    unused.retain(|entry| {
        !parents.contains(entry.key())
            && !folded_parents.contains(&entry.key().to_ascii_lowercase())
            && !matches!(entry.kind_name().to_ascii_lowercase().as_str(), "xdata" | "set")
            && !entry.aliases().iter().any(|alias| cited.contains(alias.as_str()))
    });
    unused
}

/// Describes the drafts in which the entries were searched for.
fn drafts(context: &RuleContext<'_>, language: Language) -> String {
    match context.drafts {
        [one] => one.file.name().into_owned(),
        many => language.pick(
            format!("any of the {} drafts that name this bibliography", many.len()),
            format!("ninguno de los {} textos que nombran esta bibliografía", many.len()),
        ),
    }
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some(file) = context.bibliographies.iter().find(|file| file.file == *context.file) else {
        return Vec::new();
    };
    let (title, entries) = match &finding.data.key {
        Some(key) => {
            let Some((_, entry)) = super::subject::entry_at(context, finding.span) else { return Vec::new() };
            let title =
                Message::new(format!("Remove the entry “{key}”"), format!("Quitar la entrada «{key}»"));
            (title, vec![entry])
        }
        None => {
            let unused = unused(context, file);
            let title = Message::new(
                format!("Remove the {} entries that nothing cites", unused.len()),
                format!("Quitar las {} entradas que nada cita", unused.len()),
            );
            (title, unused)
        }
    };
    let removed =
        entries.iter().filter_map(edit::remove_entry).map(|edit| edits::file_edit(&file.file, edit));
    let edits = edits::removals(removed.collect());
    if edits.is_empty() {
        return Vec::new();
    }
    vec![Fix { title: context.say(title), kind: FixKind::Chosen, preferred: false, edits }]
}
