//! Merges the statements of several sources about one work into one record.
//!
//! Statements with a common identifying key belong together, unless they contradict each other in
//! an identifier or describe different works (one of them then has a wrong identifier and is kept
//! separate). A trial number does not identify a work: see [`keys::work_keys`]. The best source
//! comes first; the others fill its missing fields. Notices are collected from all.

mod notices;
mod source_rank;

pub use notices::{add_notice, announce, announcements, announcements_about, type_of_notice};
pub use source_rank::{is_typed, rank};

use crate::record::{Notice, Record};
use crate::{Service, keys, words};
use notices::in_order;
use referee_bibliography::identifier::base_doi;
use referee_bibliography::{Date, Identifier, Identifiers, Work, WorkKind};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::mem::discriminant;

/// The description of one work by one source.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The key in the library: `pubmed:123`, or the file with the number of the record in it.
    pub key: String,
    /// The record of the source.
    pub record: Record,
}

/// A record with the keys of its statements.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The keys of the statements, the best first.
    pub keys: Vec<String>,
    /// The merged record.
    pub record: Record,
}

/// Merges statements into records, the best first.
///
/// The result does not depend on the order of `statements`.
#[must_use]
pub fn merge(mut statements: Vec<Statement>) -> Vec<Merged> {
    statements.sort_by(|a, b| order(a).cmp(&order(b)));
    let mut merged: Vec<Merged> = Vec::new();
    for Statement { key, record } in statements {
        match merged.iter_mut().find(|known| one_work(&known.record, &record)) {
            Some(known) => {
                fill(&mut known.record, record);
                known.keys.push(key);
            }
            None => merged.push(Merged { keys: vec![key], record }),
        }
    }
    for Merged { record, .. } in &mut merged {
        in_order(&mut record.notices);
    }
    merged
}

fn order(statement: &Statement) -> (u8, Reverse<Option<Date>>, &str) {
    (rank(&statement.record.source), Reverse(statement.record.as_of), &statement.key)
}

/// Whether the statement is about the work of `record`: they share an identifier, do not contradict
/// each other, and their titles are compatible.
fn one_work(record: &Record, statement: &Record) -> bool {
    let (left, right) = (&record.work.identifiers, &statement.work.identifiers);
    keys::share_work_key(&record.work, &statement.work)
        && (watches(&record.source)
            || watches(&statement.source)
            || !contradict(left, right, &statement.source))
        && titles_agree(&record.work, &statement.work)
}

/// Whether the source is Retraction Watch. Its notices must reach the work by any identifier, since
/// one of them is often wrong.
fn watches(source: &str) -> bool {
    source == "retraction-watch"
}

/// Whether both have an identifier of a kind that is unique for a work, and these differ. A work
/// may have several DOIs, but in a user's file a different DOI is assumed to be an error.
fn contradict(left: &Identifiers, right: &Identifiers, source: &str) -> bool {
    fn differ<T: PartialEq>(left: Option<T>, right: Option<T>) -> bool {
        matches!((left, right), (Some(left), Some(right)) if left != right)
    }
    differ(left.pmid(), right.pmid())
        || differ(left.pmcid(), right.pmcid())
        || differ(left.arxiv(), right.arxiv())
        || (is_typed(source) && differ(left.doi().map(base_doi), right.doi().map(base_doi)))
}

/// Whether two titles are compatible; a missing title always is.
fn titles_agree(left: &Work, right: &Work) -> bool {
    let (lefts, rights) = (titles(left), titles(right));
    if lefts.is_empty() || rights.is_empty() {
        return true;
    }
    lefts.iter().any(|left| {
        rights.iter().any(|right| {
            let shared = left.intersection(right).count();
            let (shorter, longer) = (left.len().min(right.len()), left.len().max(right.len()));
            shared * 2 >= longer || (shorter >= 3 && shared == shorter) || shorter == 0
        })
    })
}

fn titles(work: &Work) -> Vec<HashSet<String>> {
    let full = work.full_title();
    [full.as_deref(), work.title.as_deref(), work.original_title.as_deref()]
        .into_iter()
        .flatten()
        .map(|title| words::stems(title).into_iter().collect())
        .collect()
}

/// Fills the missing fields of `record` from `other`, and adds its notices.
fn fill(record: &mut Record, other: Record) {
    fill_work(&mut record.work, other.work);
    for notice in other.notices {
        add_notice(&mut record.notices, notice);
    }
    for relation in other.relations {
        if !record.relations.contains(&relation) {
            record.relations.push(relation);
        }
    }
    if record.subjects.is_empty() {
        record.subjects = other.subjects;
    }
    if record.types.is_empty() {
        record.types = other.types;
    }
    if record.trial.is_none() {
        record.trial = other.trial;
    }
}

fn fill_work(work: &mut Work, other: Work) {
    macro_rules! take {
        ($($field:ident),*) => { $(if work.$field.is_none() { work.$field = other.$field; })* };
    }
    // A title without a separate subtitle may contain it.
    if work.title.is_none() {
        work.subtitle = other.subtitle;
    }
    take!(
        title,
        original_title,
        container,
        container_short,
        publisher,
        date,
        online_date,
        volume,
        issue,
        pages,
        edition,
        url,
        language,
        summary
    );
    if work.kind == WorkKind::Unknown {
        work.kind = other.kind;
    }
    if work.authors.is_empty()
        || (work.authors_truncated && !other.authors_truncated && other.authors.len() > work.authors.len())
    {
        work.authors = other.authors;
        work.authors_truncated = other.authors_truncated;
    }
    if work.editors.is_empty() {
        work.editors = other.editors;
    }
    for identifier in &other.identifiers {
        let single = matches!(identifier, Identifier::Pmid(_) | Identifier::Pmcid(_));
        if !(single && work.identifiers.iter().any(|known| discriminant(known) == discriminant(identifier))) {
            work.identifiers.insert(identifier.clone());
        }
    }
}

/// Merges a whole library: groups the statements by common identifiers and adds to each record the
/// announcements of others about it. The best come first.
#[must_use]
pub fn merge_all(statements: Vec<Statement>) -> Vec<Record> {
    let mut statements = newest(statements);
    // Records within a group and across groups keep this order.
    statements.sort_by(|a, b| order(a).cmp(&order(b)));
    let mut announced: HashMap<String, Vec<Notice>> = HashMap::new();
    let mut first_with: HashMap<String, usize> = HashMap::new();
    let mut parent: Vec<usize> = (0..statements.len()).collect();
    for (index, statement) in statements.iter().enumerate() {
        for (identifier, notice) in announcements(&statement.record) {
            announced.entry(keys::exact_key(&identifier)).or_default().push(notice);
        }
        for key in keys::work_keys(&statement.record.work) {
            let first = *first_with.entry(key).or_insert(index);
            let (a, b) = (root(&mut parent, first), root(&mut parent, index));
            if let Some(slot) = parent.get_mut(b) {
                *slot = a;
            }
        }
    }
    let mut groups: Vec<Vec<(usize, Statement)>> = Vec::new();
    let mut group_of: HashMap<usize, usize> = HashMap::new();
    for (index, statement) in statements.into_iter().enumerate() {
        let root = root(&mut parent, index);
        let group = *group_of.entry(root).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        if let Some(group) = groups.get_mut(group) {
            group.push((index, statement));
        }
    }
    let mut out = Vec::new();
    for group in groups {
        let places: HashMap<String, usize> =
            group.iter().map(|(index, statement)| (statement.key.clone(), *index)).collect();
        for Merged { keys, mut record } in merge(group.into_iter().map(|(_, statement)| statement).collect())
        {
            let notices = record
                .work
                .identifiers
                .iter()
                .filter_map(|identifier| announced.get(&keys::exact_key(identifier)));
            announce(&mut record.notices, notices.flatten().cloned().collect());
            out.push((keys.first().and_then(|best| places.get(best)).copied(), record));
        }
    }
    out.sort_by_key(|(place, _)| *place);
    out.into_iter().map(|(_, record)| record).collect()
}

fn root(parent: &mut [usize], mut index: usize) -> usize {
    while let Some(&up) = parent.get(index) {
        if up == index {
            break;
        }
        let above = parent.get(up).copied().unwrap_or(up);
        if let Some(slot) = parent.get_mut(index) {
            *slot = above;
        }
        index = above;
    }
    index
}

/// Keeps the last statement under each key, unless an earlier one has a newer date.
fn newest(statements: Vec<Statement>) -> Vec<Statement> {
    let mut place: HashMap<String, usize> = HashMap::with_capacity(statements.len());
    let mut out: Vec<Statement> = Vec::with_capacity(statements.len());
    for statement in statements {
        match place.get(&statement.key).and_then(|&index| out.get_mut(index)) {
            Some(known) => {
                if known.record.as_of <= statement.record.as_of {
                    *known = statement;
                }
            }
            None => {
                place.insert(statement.key.clone(), out.len());
                out.push(statement);
            }
        }
    }
    out
}

/// Returns the key of a record in the library. Sources with record numbers replace a record under
/// its number; a user's import is stored as the `number`th record of its file.
#[must_use]
pub fn statement_key(record: &Record, file: &str, number: usize) -> String {
    let identifiers = &record.work.identifiers;
    match Service::named(&record.source) {
        Some(Service::PubMed) => identifiers.pmid().map(|pmid| format!("{}:{pmid}", record.source)),
        Some(Service::Crossref | Service::DataCite) => {
            identifiers.doi().map(|doi| format!("{}:{doi}", record.source))
        }
        _ => None,
    }
    .unwrap_or_else(|| format!("{file}#{number:08}"))
}

#[cfg(test)]
mod tests;
