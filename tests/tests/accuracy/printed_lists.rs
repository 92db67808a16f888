//! References in the form of printed reference lists, made from records.

use crate::biomedical::Style;
use referee_bibliography::{Name, Work};

/// The styles of numbered reference lists.
pub(crate) const LISTED: &[(&str, Style)] = &[
    ("listed as in Vancouver", |work| {
        Some(format!("{}. {}. {}. {}.", vancouver(work, 6), title(work)?, short(work)?, imprint(work)?))
    }),
    ("listed as in Vancouver, all authors", |work| {
        Some(format!(
            "{}. {}. {}. {}.",
            vancouver(work, usize::MAX),
            title(work)?,
            short(work)?,
            imprint(work)?
        ))
    }),
    ("listed as in AMA, with DOI", |work| {
        let doi = work.identifiers.doi()?;
        Some(format!(
            "1. {}. {}. {}. {}. doi:{doi}",
            vancouver(work, 3),
            title(work)?,
            short(work)?,
            imprint(work)?
        ))
    }),
    ("listed as in NLM, with PMID", |work| {
        let pmid = work.identifiers.pmid()?;
        Some(format!(
            "{}. {}. {}. {}. PMID: {pmid}.",
            vancouver(work, 3),
            title(work)?,
            short(work)?,
            imprint(work)?
        ))
    }),
    ("listed as in APA", |work| {
        let names: Vec<String> = persons(work)?
            .iter()
            .map(|(family, initials)| {
                format!(
                    "{family}, {}",
                    initials.chars().map(|c| format!("{c}.")).collect::<Vec<_>>().join(" ")
                )
            })
            .collect();
        let (last, first) = names.split_last()?;
        let authors = if first.is_empty() { last.clone() } else { format!("{}, & {last}", first.join(", ")) };
        Some(format!(
            "{authors} ({}). {}. {}, {}({}), {}.",
            work.year()?,
            title(work)?,
            work.container.as_deref()?,
            work.volume.as_deref()?,
            work.issue.as_deref()?,
            work.pages.as_deref()?
        ))
    }),
];

fn persons(work: &Work) -> Option<Vec<(String, String)>> {
    let person = |name: &Name| match name {
        Name::Person { given, .. } if !given.is_empty() => {
            Some((name.surname(), given.split([' ', '-']).filter_map(|part| part.chars().next()).collect()))
        }
        _ => None,
    };
    let names: Option<Vec<(String, String)>> = work.authors.iter().map(person).collect();
    names.filter(|names| !names.is_empty())
}

fn vancouver(work: &Work, shown: usize) -> String {
    let names: Vec<String> = work
        .authors
        .iter()
        .map(|name| match name {
            Name::Person { given, suffix, .. } => {
                let initials: String =
                    given.split([' ', '-']).filter_map(|part| part.chars().next()).collect();
                format!("{} {initials} {suffix}", name.surname()).trim_end().to_owned()
            }
            Name::Organisation { name } => name.clone(),
        })
        .collect();
    let list = names.iter().take(shown).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > shown { format!("{list}, et al") } else { list }
}

fn title(work: &Work) -> Option<String> {
    Some(work.full_title()?.trim_end_matches('.').to_owned())
}

fn short(work: &Work) -> Option<String> {
    work.container_short.clone()
}

fn imprint(work: &Work) -> Option<String> {
    let issue = work.issue.as_deref().map(|issue| format!("({issue})")).unwrap_or_default();
    Some(format!("{};{}{issue}:{}", work.year()?, work.volume.as_deref()?, work.pages.as_deref()?))
}
