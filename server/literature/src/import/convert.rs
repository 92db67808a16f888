//! Converts the exports of sources into records.
//!
//! PubMed links a record to its notices by typed references: "…In" means that the notice is about
//! this record, "…Of" and "…For" mean that this record is the notice. Citing a notice is
//! legitimate.

use referee_bibliography::{SourceNotice, SourceRecord, WorkKind};
use referee_records::record::{Notice, NoticeKind, Record, Relation, RelationKind};

/// Converts `stated`, an item of the source `source`, into a record.
#[must_use]
pub(crate) fn record(stated: SourceRecord, source: &str) -> Record {
    let SourceRecord { work, notices, subjects, types, revised, .. } = stated;
    let mut record = Record { as_of: revised, subjects, types, ..Record::new(source, work) };
    for notice in notices {
        add(&mut record, notice);
    }
    add_what_is_marked(&mut record);
    record
}

fn add(record: &mut Record, notice: SourceNotice) {
    if let Some(kind) = hit_by(&notice.ref_type) {
        let reason = if record.source == "retraction-watch" { notice.text.clone() } else { None };
        record.notices.push(Notice {
            kind,
            date: notice.date,
            identifiers: notice.identifiers.clone(),
            source: record.source.clone(),
            reason,
        });
    }
    if let Some(kind) = relation(record, &notice) {
        for identifier in notice.identifiers {
            let relation = Relation { kind, identifier };
            if !record.relations.contains(&relation) {
                record.relations.push(relation);
            }
        }
    }
}

/// Returns the kind of notice that a link of this type announces; `None` for links that are not
/// notices.
fn hit_by(ref_type: &str) -> Option<NoticeKind> {
    let folded: String =
        ref_type.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
    Some(match folded.as_str() {
        // The National Library of Medicine counts partial retractions as errata.
        "erratumin" | "partialretractionin" | "correctedandrepublishedin" | "correction" => {
            NoticeKind::Correction
        }
        "expressionofconcernin" | "expressionofconcern" => NoticeKind::Concern,
        "retractionin" | "retractedandrepublishedin" | "retraction" => NoticeKind::Retraction,
        "withdrawal" | "withdrawnin" => NoticeKind::Withdrawal,
        "removal" => NoticeKind::Removal,
        "reinstatement" => NoticeKind::Reinstatement,
        _ => return None,
    })
}

fn relation(record: &Record, notice: &SourceNotice) -> Option<RelationKind> {
    let is_preprint =
        record.work.kind == WorkKind::Preprint || record.types.iter().any(|name| name == "Preprint");
    Some(match notice.ref_type.as_str() {
        "RetractionOf" | "ErratumFor" | "ExpressionOfConcernFor" | "PartialRetractionOf" => {
            RelationKind::NoticeAbout
        }
        "RetractedandRepublishedIn" | "CorrectedandRepublishedIn" => RelationKind::RepublishedAs,
        "UpdateIn" if is_preprint => RelationKind::PublishedAs,
        "UpdateIn" => RelationKind::UpdatedBy,
        // An article is the update of its preprint, or of an older version of itself.
        "UpdateOf" if !is_preprint && notice.text.as_deref().is_some_and(names_preprint_server) => {
            RelationKind::HasPreprint
        }
        _ => return None,
    })
}

fn names_preprint_server(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["rxiv", "res sq", "research square", "ssrn", "preprint", "f1000res", "authorea", "osf"]
        .iter()
        .any(|name| text.contains(name))
}

/// Adds the notices that the types of a record or a mark before its title announce.
pub(crate) fn add_what_is_marked(record: &mut Record) {
    add_what_the_types_say(record);
    add_what_the_title_says(record);
}

/// Adds a retraction to a record of the type "Retracted Publication", even without a link to the
/// notice.
fn add_what_the_types_say(record: &mut Record) {
    let retracted = record.types.iter().any(|name| name == "Retracted Publication");
    if retracted {
        announce(record, NoticeKind::Retraction);
    }
}

/// Adds the notice that a publisher wrote before the title, and removes the mark, which is not part
/// of the title.
pub(super) fn add_what_the_title_says(record: &mut Record) {
    const NOTICE_MARKS: &[(&str, NoticeKind)] = &[
        ("RETRACTED ARTICLE:", NoticeKind::Retraction),
        ("RETRACTED CHAPTER:", NoticeKind::Retraction),
        ("RETRACTED:", NoticeKind::Retraction),
        ("Retracted:", NoticeKind::Retraction),
        ("WITHDRAWN ARTICLE:", NoticeKind::Withdrawal),
        ("WITHDRAWN:", NoticeKind::Withdrawal),
        ("REMOVED:", NoticeKind::Removal),
    ];
    let Some(title) = record.work.title.as_deref() else { return };
    let found = NOTICE_MARKS
        .iter()
        .find_map(|(mark, kind)| title.strip_prefix(mark).map(|rest| (rest.trim().to_owned(), *kind)));
    if let Some((rest, kind)) = found
        && !rest.is_empty()
    {
        record.work.title = Some(rest);
        announce(record, kind);
    }
}

fn announce(record: &mut Record, kind: NoticeKind) {
    let told = |notice: &Notice| {
        notice.kind == kind
            || (matches!(kind, NoticeKind::Withdrawal | NoticeKind::Removal)
                && notice.kind == NoticeKind::Retraction)
    };
    if !record.notices.iter().any(told) {
        record.notices.push(Notice {
            kind,
            date: None,
            identifiers: Vec::new(),
            source: record.source.clone(),
            reason: None,
        });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_bibliography::{Identifier, Work};

    fn converted(kind: WorkKind, links: &[(&str, &str)], types: &[&str]) -> Record {
        let notices = links.iter().map(|(ref_type, text)| SourceNotice {
            ref_type: (*ref_type).to_owned(),
            identifiers: vec![Identifier::Pmid(7)],
            date: None,
            text: Some((*text).to_owned()),
        });
        let stated = SourceRecord {
            work: Work { kind, title: Some(String::from("A")), ..Work::default() },
            notices: notices.collect(),
            types: types.iter().map(|name| (*name).to_owned()).collect(),
            ..SourceRecord::default()
        };
        record(stated, "pubmed")
    }

    fn kinds(record: &Record) -> Vec<NoticeKind> {
        record.notices.iter().map(|notice| notice.kind).collect()
    }

    #[test]
    fn links_into_a_record_are_notices_about_it() {
        for (link, kind) in [
            ("RetractionIn", NoticeKind::Retraction),
            ("ExpressionOfConcernIn", NoticeKind::Concern),
            ("ErratumIn", NoticeKind::Correction),
            ("PartialRetractionIn", NoticeKind::Correction),
            ("CorrectedandRepublishedIn", NoticeKind::Correction),
            ("RetractedandRepublishedIn", NoticeKind::Retraction),
            ("Reinstatement", NoticeKind::Reinstatement),
            ("Expression of concern", NoticeKind::Concern),
        ] {
            assert_eq!(kinds(&converted(WorkKind::Article, &[(link, "")], &[])), [kind], "{link}");
        }
        assert!(kinds(&converted(WorkKind::Article, &[("CommentIn", ""), ("Cites", "")], &[])).is_empty());
    }

    #[test]
    fn a_notice_is_about_another_work_and_not_hit_itself() {
        let notice = converted(WorkKind::Article, &[("RetractionOf", "")], &["Retraction of Publication"]);
        assert!(notice.notices.is_empty());
        assert_eq!(
            notice.relations,
            [Relation { kind: RelationKind::NoticeAbout, identifier: Identifier::Pmid(7) }]
        );
    }

    #[test]
    fn a_retracted_publication_without_a_link_is_retracted_once() {
        assert_eq!(
            kinds(&converted(WorkKind::Article, &[], &["Retracted Publication"])),
            [NoticeKind::Retraction]
        );
        assert_eq!(
            kinds(&converted(WorkKind::Article, &[("RetractionIn", "")], &["Retracted Publication"])),
            [NoticeKind::Retraction]
        );
    }

    #[test]
    fn a_preprint_is_linked_to_its_article_and_a_review_to_its_update() {
        let relation = |record: &Record| record.relations.first().map(|relation| relation.kind);
        assert_eq!(
            relation(&converted(WorkKind::Preprint, &[("UpdateIn", "Nature")], &[])),
            Some(RelationKind::PublishedAs)
        );
        assert_eq!(
            relation(&converted(WorkKind::Article, &[("UpdateIn", "Cochrane Database Syst Rev")], &[])),
            Some(RelationKind::UpdatedBy)
        );
        assert_eq!(
            relation(&converted(WorkKind::Article, &[("UpdateOf", "bioRxiv. 2020")], &[])),
            Some(RelationKind::HasPreprint)
        );
        assert_eq!(
            relation(&converted(WorkKind::Article, &[("UpdateOf", "Cochrane Database Syst Rev")], &[])),
            None
        );
    }

    #[test]
    fn a_mark_before_the_title_is_a_notice_and_no_part_of_it() {
        let stated = SourceRecord {
            work: Work { title: Some(String::from("WITHDRAWN: Statins for all")), ..Work::default() },
            ..SourceRecord::default()
        };
        let record = record(stated, "pubmed");
        assert_eq!(record.work.title.as_deref(), Some("Statins for all"));
        assert_eq!(kinds(&record), [NoticeKind::Withdrawal]);
    }
}
