//! Tests the rule `citation/evidence-changed`.

use crate::world::{World, record, work};
use referee_bibliography::Identifier;
use referee_citations::EvidenceIndex;
use referee_citations::publication_status::PublicationStatus;
use referee_findings::Severity;
use referee_records::{Notice, NoticeKind, Record};

const BIB: &str = "@article{a, title={A drug and a kinase}, pmid={1}}\n";
const DRAFT: &str = "# Plan\n\n<!-- referee:written 2026-03-01 by=counted question=\"does it help?\" works=3 evidence=pmid:1 -->\n\n## Limits\n\nIt helps [@a].\n\n<!-- referee:end -->\n";

fn world(works: usize, standing: PublicationStatus) -> World {
    let mut index = EvidenceIndex::default();
    index.add_work("pmid:1", standing, []);
    index.add_question("Does it  help?", works);
    World::of(&[("refs.bib", BIB), ("paper.md", DRAFT)]).holding(index)
}

#[test]
fn evidence_that_grew_or_fell_is_told_at_the_comment() {
    let said = |world: &World| world.findings_of("paper.md", "citation/evidence-changed");
    assert!(said(&world(3, PublicationStatus::Sound)).is_empty());
    let grown = said(&world(5, PublicationStatus::Sound)).remove(0);
    assert_eq!(grown.severity, Severity::Information);
    assert!(grown.message.contains("2 more for its question (3 then, 5 now)"), "{}", grown.message);
    let fallen = said(&world(3, PublicationStatus::Retracted)).remove(0);
    assert_eq!(fallen.severity, Severity::Warning);
    assert!(fallen.message.contains("retracted: pmid:1"), "{}", fallen.message);
}

#[test]
fn what_a_source_says_since_counts_although_the_evidence_does_not_know() {
    let notice = Notice {
        kind: NoticeKind::Retraction,
        date: None,
        identifiers: Vec::new(),
        source: "pubmed".to_owned(),
        reason: None,
    };
    let mut known =
        Record { notices: vec![notice], ..record(work("A drug and a kinase", "Roe", 2020, "Sleep")) };
    known.work.identifiers.insert(Identifier::Pmid(1));
    let world = World::of(&[("refs.bib", BIB), ("paper.md", DRAFT)]).knowing(vec![known]);
    let told = world.finding("paper.md", "citation/evidence-changed");
    assert!(told.message.contains("retracted: a"), "{}", told.message);
}
