//! Implements the rule `citation/differs`.

use super::context::RuleContext;
use super::definition::{Anchor, Check, CitationRule, Remark};
use super::{difference_clause, wording};
use crate::edits;
use crate::{Difference, Judgement, Reference, Verdict, Weight};
use referee_bibliography::{Name, Work};
use referee_findings::{Data, Finding, Fix, Rule, Scope, Severity};
use referee_records::source_name;
use referee_text::{Language, Message, fold};
use std::collections::HashSet;

pub(super) static RULE: CitationRule = CitationRule {
    rule: Rule {
        id: "citation/differs",
        summary: "A reference differs from the record of the work",
        severity: Some(Severity::Warning),
        scope: Scope::Entry,
        needs_reason: false,
        kinds: &[],
        documentation: "\
## What it flags

A reference whose title, authors, year, journal, volume, pages or identifiers are not those of the record of the \
same work. A warning where a reader would be misled, also by a co-author whom the record does not have; information \
where it is a slip (a letter, a list that has at least half as many authors again as the record, since registers lose \
authors, a journal under a name that nobody knows beside volume and page that are right); a hint \
where something is only missing, and for a year beside that of the record, which sources give in different ways: \
`referee check` lists that one with `--verbose`. One remark for a reference, at the field that matters most. It shows \
the difference itself: which author, which words of a title.

## Why

Readers look for a work by these fields, and a field that is wrong is also a sign that nobody looked at the work.

## Example

```bibtex
@article{knowler2002, title = {Reduction in the incidence of type 2 diabetes …}, year = {2012}}
```

The record says 2002.

## What it cannot tell

Who is right: records have mistakes too, and the message says whose record it is. Abbreviated journals, initials, \
shortened lists of authors, subtitles that are left out, the year of the online edition and differences of spelling \
alone are no differences.

## Fixes

- Replace one field with the record's, or all fields in which the two differ. Not if they may be two works with one title, by \
other authors and in another year or venue. A preprint gives no venue to a paper of a conference.
- Add the identifiers that are missing.

## Sources

The record that the message names, as its source gave it on that date.
",
    },
    checks: &[Check::Judged(check)],
    fixes: Some(fixes),
};

fn check(reference: &Reference, judgement: &Judgement) -> Option<Remark> {
    // A verified reference may have a hint too: a year that differs between sources.
    if !matches!(judgement.verdict, Verdict::Differs | Verdict::Verified) {
        return None;
    }
    let record = judgement.record.as_ref()?;
    let mut differences: Vec<&Difference> = judgement.differences.iter().collect();
    differences
        .sort_by_key(|difference| (std::cmp::Reverse(difference.weight), difference.claimed.is_empty()));
    let first = differences.first()?;
    let message = Message::written(|language| {
        let source = source_name(language, &record.source);
        let named = match record.work.identifiers.iter().next() {
            Some(identifier) => format!("{source} ({})", wording::identifier(language, identifier)),
            None => source.to_owned(),
        };
        difference_clause::sentences(language, reference, &differences, source, &named)
    });
    let severity = match first.weight {
        Weight::Serious => None,
        Weight::Slight if differences.iter().all(|difference| difference.claimed.is_empty()) => {
            Some(Severity::Hint)
        }
        Weight::Slight => Some(Severity::Information),
        Weight::Hint => Some(Severity::Hint),
    };
    let mut data = Data::default();
    let fields: Vec<&str> = differences.iter().map(|difference| difference.field).collect();
    data.more.insert("fields", fields.join(","));
    data.more.insert("claimed", first.claimed.clone());
    data.more.insert("recorded", first.recorded.clone());
    Some(Remark {
        place: wording::field_named(first.field).map_or(Anchor::Subject, Anchor::Field),
        message,
        severity,
        data,
        ..Remark::default()
    })
}

/// Returns whether reference and record may be two works with one title: different authors, and a
/// different year or venue.
///
/// Fixes from the record are not offered then: they would turn the reference into one of another
/// work.
fn may_be_another_work(claimed: &Work, recorded: &Work, differences: &[Difference]) -> bool {
    let surnames = |work: &Work| -> HashSet<String> {
        let people = if work.authors.is_empty() { &work.editors } else { &work.authors };
        people.iter().map(|name| fold::name(&name.surname())).collect()
    };
    let (own, others) = (surnames(claimed), surnames(recorded));
    let differs =
        |field: &str| differences.iter().any(|one| one.field == field && one.weight == Weight::Serious);
    !claimed.identifiers.meet(&recorded.identifiers)
        && differs("authors")
        && (differs("year") || differs("journal") || differs("volume"))
        && !own.is_empty()
        && !others.is_empty()
        && own.is_disjoint(&others)
}

/// The family names of the first authors and how many follow: `Hsu, Nien, Chen, +4`.
fn authors(language: Language, work: &Work) -> String {
    const SHOWN: usize = 3;
    let people = if work.authors.is_empty() { &work.editors } else { &work.authors };
    let mut names: Vec<String> = people.iter().take(SHOWN).map(Name::surname).collect();
    match people.len().saturating_sub(SHOWN) {
        0 => {}
        more => names.push(format!("+{more}")),
    }
    match names.is_empty() {
        true => language.pick("none", "ninguno").to_owned(),
        false => names.join(", "),
    }
}

fn fixes(context: &RuleContext<'_>, finding: &Finding) -> Vec<Fix> {
    let Some((reference, judgement)) = super::subject::judged(context, finding) else { return Vec::new() };
    let Some(record) = &judgement.record else { return Vec::new() };
    if may_be_another_work(&reference.work, &record.work, &judgement.differences) {
        return Vec::new();
    }
    let mut out = Vec::new();
    let fields: Vec<_> = judgement
        .differences
        .iter()
        .filter_map(|difference| wording::field_named(difference.field))
        .filter(|field| edits::gives(&record.work, *field, &reference.work))
        .collect();
    if fields.len() > 1 {
        let edits = edits::take_record(context, &reference, &record.work, &fields);
        super::subject::push(
            context,
            &mut out,
            Message::written(|language| {
                let (count, source) = (fields.len(), source_name(language, &record.source));
                language.pick(
                    format!("Replace the {count} fields with those of {source}"),
                    format!("Sustituir los {count} campos por los de {source}"),
                )
            }),
            false,
            edits,
        );
    }
    for difference in &judgement.differences {
        let Some(field) = wording::field_named(difference.field) else { continue };
        let edits = edits::take_record(context, &reference, &record.work, &[field]);
        let is_missing = difference.claimed.is_empty();
        super::subject::push(
            context,
            &mut out,
            Message::written(|language| {
                let field = wording::field(language, difference.field);
                let source = source_name(language, &record.source);
                let value = match difference.field {
                    "authors" => authors(language, &record.work),
                    _ => wording::quoted(language, &difference.recorded),
                };
                if is_missing {
                    return language.pick(
                        format!("Add {field} from {source}: {value}"),
                        format!("Añadir {field} de {source}: {value}"),
                    );
                }
                let article = match difference.field {
                    "authors" => "los",
                    "pages" => "las",
                    "journal" => "la",
                    _ => "el",
                };
                language.pick(
                    format!("Replace {field} with {source}'s ({value})"),
                    format!("Sustituir {field} por {article} de {source} ({value})"),
                )
            }),
            fields.len() == 1,
            edits,
        );
    }
    let added = edits::add_missing_identifiers(context, &reference, &record.work);
    let already = |identifier: &referee_bibliography::Identifier| {
        wording::field_of(identifier).is_some_and(|field| fields.contains(&field))
    };
    let mut missing = edits::missing_identifiers(&reference, &record.work);
    missing.retain(|identifier| !already(identifier));
    if !missing.is_empty() {
        let title = Message::written(|language| {
            let all: Vec<String> =
                missing.iter().map(|identifier| wording::identifier(language, identifier)).collect();
            format!("{} {}", language.pick("Add", "Añadir"), wording::list(language, &all))
        });
        super::subject::push(context, &mut out, title, false, added);
    }
    out
}
