//! How what several sources state about one work becomes one record.
//!
//! Statements that share an identifier of one work belong together, unless they contradict each other in an
//! identifier or describe different works (one of them then carries a wrong identifier, and stays apart). The
//! number of a trial is not an identifier of one work: see [`keys::work_keys`]. The better source comes first;
//! the others fill in what it leaves open. Notices are collected from all.

use crate::record::{Notice, NoticeKind, Record, RelationKind};
use crate::{keys, words};
use referee_bibliography::identifier::base_doi;
use referee_bibliography::{Date, Identifier, Identifiers, Work, WorkKind};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// What one source states about one work.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Under what the library keeps it: `pubmed:123`, or the file and its number in it.
    pub key: String,
    /// The record as this source has it.
    pub record: Record,
}

/// A record, and of which statements it is made.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The keys of the statements, that of the best first.
    pub keys: Vec<String>,
    /// What they say together.
    pub record: Record,
}

/// How good a source is; the lower the better. What a user imported comes last: it may hold the very slip that
/// is being looked for.
#[must_use]
pub fn rank(source: &str) -> u8 {
    match source {
        "pubmed" | "clinicaltrials" => 0,
        "crossref" => 1,
        "europepmc" | "datacite" | "arxiv" | "dblp" => 2,
        "openalex" | "semanticscholar" => 3,
        "retraction-watch" => 4,
        "nbib" => 5,
        "csl" | "csl-json" => 6,
        "ris" => 7,
        _ => 8,
    }
}

/// Whether the source is a file of the user's own, which may hold any slip.
#[must_use]
pub fn is_typed(source: &str) -> bool {
    rank(source) > rank("retraction-watch")
}

/// Merges statements into records, best first.
///
/// The result depends on what is stated, not on the order of `statements`.
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

/// Puts notices in order, those without a date last.
fn in_order(notices: &mut [Notice]) {
    notices.sort_by_key(|notice| notice.date.unwrap_or(Date { year: i32::MAX, month: None, day: None }));
}

fn order(statement: &Statement) -> (u8, Reverse<Option<Date>>, &str) {
    (rank(&statement.record.source), Reverse(statement.record.as_of), &statement.key)
}

/// Whether the statement is about the work of `record`: they share an identifier, do not contradict each other,
/// and their titles can be of one work.
fn one_work(record: &Record, statement: &Record) -> bool {
    let (left, right) = (&record.work.identifiers, &statement.work.identifiers);
    keys::share_work_key(&record.work, &statement.work)
        && (watches(&record.source)
            || watches(&statement.source)
            || !contradict(left, right, &statement.source))
        && titles_agree(&record.work, &statement.work)
}

/// Retraction Watch: what it says must reach the work by any of its identifiers, one of which is often off.
fn watches(source: &str) -> bool {
    source == "retraction-watch"
}

/// Whether both have an identifier of a kind of which a work has only one, and they differ. A work may have
/// several DOIs, but that is not believed of a user's file: there the other one is a slip.
fn contradict(left: &Identifiers, right: &Identifiers, source: &str) -> bool {
    fn differ<T: PartialEq>(left: Option<T>, right: Option<T>) -> bool {
        matches!((left, right), (Some(left), Some(right)) if left != right)
    }
    differ(left.pmid(), right.pmid())
        || differ(left.pmcid(), right.pmcid())
        || differ(left.arxiv(), right.arxiv())
        || (is_typed(source) && differ(left.doi().map(base_doi), right.doi().map(base_doi)))
}

/// Whether two titles can be of one work; a missing one can.
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

/// Takes from `other` what `record` leaves open, and its notices.
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
}

fn fill_work(work: &mut Work, other: Work) {
    macro_rules! take {
        ($($field:ident),*) => { $(if work.$field.is_none() { work.$field = other.$field; })* };
    }
    // A title that has no subtitle of its own may contain it.
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
        if !(single && work.identifiers.iter().any(|known| kind_of(known) == kind_of(identifier))) {
            work.identifiers.insert(identifier.clone());
        }
    }
}

fn kind_of(identifier: &Identifier) -> u8 {
    match identifier {
        Identifier::Doi(_) => 0,
        Identifier::Pmid(_) => 1,
        Identifier::Pmcid(_) => 2,
        Identifier::Arxiv(..) => 3,
        Identifier::Trial(_) => 4,
        Identifier::Isbn(_) => 5,
    }
}

/// Adds a notice unless it is known; what is known takes its date, its identifiers and its reason.
pub fn add_notice(notices: &mut Vec<Notice>, notice: Notice) {
    let Some(known) = notices.iter_mut().find(|known| one_notice(known, &notice)) else {
        notices.push(notice);
        return;
    };
    // The more exact of two dates.
    if known
        .date
        .is_none_or(|date| date.month.is_none() && notice.date.is_some_and(|other| other.month.is_some()))
    {
        known.date = notice.date.or(known.date);
    }
    for identifier in notice.identifiers {
        if !known.identifiers.contains(&identifier) {
            known.identifiers.push(identifier);
        }
    }
    if known.reason.is_none() {
        known.reason = notice.reason;
    }
}

/// Whether two sources tell of one announcement. A work is retracted once, but it can be corrected often.
fn one_notice(left: &Notice, right: &Notice) -> bool {
    if left.kind != right.kind {
        return false;
    }
    let shared = left.identifiers.iter().any(|identifier| right.identifiers.contains(identifier));
    if shared {
        return true;
    }
    let contradicted = left
        .identifiers
        .iter()
        .any(|identifier| right.identifiers.iter().any(|other| kind_of(other) == kind_of(identifier)));
    if contradicted {
        return false;
    }
    let often = left.kind == NoticeKind::Correction;
    match (left.date, right.date) {
        (Some(left), Some(right)) => {
            left.year == right.year
                && (!often || left.month.is_none() || right.month.is_none() || left.month == right.month)
        }
        _ => !often || (left.identifiers.is_empty() && right.identifiers.is_empty()),
    }
}

/// What `record` announces about other works, where it is itself a retraction, an erratum or the like.
#[must_use]
pub fn announcements(record: &Record) -> Vec<(Identifier, Notice)> {
    let about: Vec<&Identifier> = record
        .relations
        .iter()
        .filter(|relation| relation.kind == RelationKind::NoticeAbout)
        .map(|relation| &relation.identifier)
        .collect();
    if about.is_empty() {
        return Vec::new();
    }
    let Some(kind) = record.types.iter().find_map(|name| announced_by(name)) else {
        return Vec::new();
    };
    let notice = Notice {
        kind,
        date: record.work.date.or(record.work.online_date),
        identifiers: record
            .work
            .identifiers
            .iter()
            .filter(|identifier| matches!(identifier, Identifier::Doi(_) | Identifier::Pmid(_)))
            .cloned()
            .collect(),
        source: record.source.clone(),
        reason: None,
    };
    about.into_iter().map(|identifier| (identifier.clone(), notice.clone())).collect()
}

/// The publication type of notices of this kind, as PubMed spells it where PubMed has one.
#[must_use]
pub fn type_of_notice(kind: NoticeKind) -> &'static str {
    match kind {
        NoticeKind::Retraction => "Retraction of Publication",
        NoticeKind::Correction => "Published Erratum",
        NoticeKind::Concern => "Expression of Concern",
        NoticeKind::Withdrawal => "Withdrawal Notice",
        NoticeKind::Reinstatement => "Reinstatement Notice",
    }
}

/// What a publication of this type announces about another.
fn announced_by(publication_type: &str) -> Option<NoticeKind> {
    use NoticeKind::{Concern, Correction, Reinstatement, Retraction, Withdrawal};
    let kinds = [Retraction, Correction, Concern, Withdrawal, Reinstatement];
    kinds.into_iter().find(|kind| type_of_notice(*kind) == publication_type)
}

/// Merges a whole library at once: the statements that hang together by their identifiers, each with the
/// announcements that others make about it. Best first.
#[must_use]
pub fn merge_all(statements: Vec<Statement>) -> Vec<Record> {
    let mut statements = newest(statements);
    // The records of a group come in this order, and so do those of several.
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

/// Adds what others announce, and puts the notices in order.
///
/// The result depends on what is announced, not on the order of `announced`.
pub fn announce(notices: &mut Vec<Notice>, mut announced: Vec<Notice>) {
    if announced.is_empty() {
        return;
    }
    announced.sort_by_cached_key(|notice| {
        let identifiers: Vec<String> = notice.identifiers.iter().map(ToString::to_string).collect();
        (rank(&notice.source), notice.date.is_none(), notice.date, notice.kind, identifiers)
    });
    for notice in announced {
        add_notice(notices, notice);
    }
    in_order(notices);
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

/// Of statements under one key the last, unless an earlier one is newer by its own date.
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

/// Under what a record is kept: sources that number their records replace them under that number; what a user
/// imported is kept as the `number`th of its file.
#[must_use]
pub fn statement_key(record: &Record, file: &str, number: usize) -> String {
    let identifiers = &record.work.identifiers;
    match record.source.as_str() {
        "pubmed" => identifiers.pmid().map(|pmid| format!("pubmed:{pmid}")),
        "crossref" | "datacite" => identifiers.doi().map(|doi| format!("{}:{doi}", record.source)),
        _ => None,
    }
    .unwrap_or_else(|| format!("{file}#{number:08}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::record::Relation;

    fn record(source: &str, title: &str, identifiers: &[Identifier]) -> Record {
        Record {
            work: Work {
                title: Some(title.to_owned()),
                identifiers: identifiers.iter().cloned().collect(),
                ..Work::default()
            },
            source: source.to_owned(),
            as_of: None,
            notices: Vec::new(),
            relations: Vec::new(),
            subjects: Vec::new(),
            types: Vec::new(),
        }
    }

    fn merged(records: Vec<Record>) -> Vec<Record> {
        merge_all(
            records
                .into_iter()
                .enumerate()
                .map(|(number, record)| Statement { key: statement_key(&record, "file", number), record })
                .collect(),
        )
    }

    fn doi(text: &str) -> Identifier {
        Identifier::Doi(text.to_owned())
    }

    #[test]
    fn the_better_source_comes_first_and_the_other_fills_the_gaps() {
        let mut user = record("bibtex", "Metformin and cancer: a review", &[doi("10.1/a")]);
        user.work.volume = Some(String::from("7"));
        let pubmed = record("pubmed", "Metformin and cancer", &[doi("10.1/a"), Identifier::Pmid(5)]);
        let all = merged(vec![user, pubmed]);
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].source, "pubmed");
        assert_eq!(all[0].work.title.as_deref(), Some("Metformin and cancer"));
        assert_eq!(all[0].work.volume.as_deref(), Some("7"));
    }

    #[test]
    fn a_wrong_doi_in_a_users_file_does_not_mix_two_works() {
        let user = record("bibtex", "Statins in primary prevention", &[doi("10.1/a"), Identifier::Pmid(9)]);
        let pubmed = record("pubmed", "Metformin and cancer", &[doi("10.1/a")]);
        let all = merged(vec![user, pubmed]);
        assert_eq!(all.len(), 2);
        assert!(
            all.iter().all(|record| (record.source == "pubmed") == record.work.identifiers.pmid().is_none())
        );
    }

    #[test]
    fn two_pubmed_records_with_one_doi_stay_two() {
        let all = merged(vec![
            record("pubmed", "Abstracts of the meeting", &[doi("10.1/a"), Identifier::Pmid(1)]),
            record("pubmed", "Abstracts of the meeting", &[doi("10.1/a"), Identifier::Pmid(2)]),
        ]);
        assert_eq!(all.len(), 2);
    }

    #[test]
    fn a_retraction_notice_marks_the_work_it_is_about() {
        let mut notice = record("pubmed", "Retraction: Metformin and cancer", &[Identifier::Pmid(2)]);
        notice.types.push(String::from("Retraction of Publication"));
        notice.relations.push(Relation { kind: RelationKind::NoticeAbout, identifier: Identifier::Pmid(1) });
        let all = merged(vec![notice, record("pubmed", "Metformin and cancer", &[Identifier::Pmid(1)])]);
        let work = all.iter().find(|record| record.work.identifiers.pmid() == Some(1)).unwrap();
        assert_eq!(work.notices.len(), 1);
        assert_eq!(work.notices[0].kind, NoticeKind::Retraction);
        assert_eq!(work.notices[0].identifiers, [Identifier::Pmid(2)]);
    }

    #[test]
    fn one_retraction_told_by_two_sources_is_one_notice() {
        let notice = |source: &str, identifier, date| Notice {
            kind: NoticeKind::Retraction,
            date,
            identifiers: vec![identifier],
            source: source.to_owned(),
            reason: None,
        };
        let mut pubmed = record("pubmed", "A", &[doi("10.1/a")]);
        pubmed.notices.push(notice("pubmed", Identifier::Pmid(7), None));
        let mut watch = record("retraction-watch", "A", &[doi("10.1/a")]);
        watch.notices.push(notice(
            "retraction-watch",
            doi("10.1/r"),
            Some(Date { year: 2020, month: Some(2), day: None }),
        ));
        let all = merged(vec![watch, pubmed]);
        assert_eq!(all[0].notices.len(), 1);
        assert_eq!(all[0].notices[0].identifiers.len(), 2);
        assert_eq!(all[0].notices[0].date.unwrap().year, 2020);
    }

    #[test]
    fn the_newer_of_two_versions_of_a_pubmed_record_replaces_the_older() {
        let mut old = record("pubmed", "Old", &[Identifier::Pmid(1)]);
        old.as_of = Some(Date { year: 2020, month: None, day: None });
        let mut new = record("pubmed", "New", &[Identifier::Pmid(1)]);
        new.as_of = Some(Date { year: 2021, month: None, day: None });
        for order in [vec![old.clone(), new.clone()], vec![new, old]] {
            let all = merged(order);
            assert_eq!(all.len(), 1);
            assert_eq!(all[0].work.title.as_deref(), Some("New"));
        }
    }
}
