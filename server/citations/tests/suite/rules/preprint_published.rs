//! Tests the rule `citation/preprint-published`.

use crate::world::{World, record, work};
use referee_bibliography::{Identifier, WorkKind};
use referee_findings::Severity;
use referee_records::{Record, Relation, RelationKind};

const ID: &str = "citation/preprint-published";
const BIB: &str = "@misc{lee2020,\n  title = {A preprint on sleep},\n  author = {Lee, J},\n  year = {2020},\n  eprint = {2003.00001},\n  archiveprefix = {arXiv},\n  primaryclass = {q-bio},\n  note = {arXiv preprint}\n}\n\n@book{kept, title = {Kept}}\n";

/// Returns the preprint and its published version.
fn versions() -> Vec<Record> {
    let mut preprint = record(work("A preprint on sleep", "Lee", 2020, "arXiv"));
    preprint.work.kind = WorkKind::Preprint;
    preprint.work.identifiers.insert(Identifier::Arxiv("2003.00001".into(), None));
    let doi = Identifier::Doi("10.1000/sleep".into());
    preprint.relations.push(Relation { kind: RelationKind::PublishedAs, identifier: doi.clone() });
    let mut published = record(work("A preprint on sleep, now reviewed", "Lee", 2021, "Sleep"));
    published.work.volume = Some("44".into());
    published.work.pages = Some("1-9".into());
    published.work.identifiers.insert(doi);
    vec![preprint, published]
}

#[test]
fn the_published_version_is_named_with_its_doi() {
    let world = World::of(&[("refs.bib", BIB)]).knowing(versions());
    let finding = world.finding("refs.bib", ID);
    assert_eq!(finding.severity, Severity::Information);
    assert_eq!(
        finding.message,
        "lee2020: this preprint was published. “A preprint on sleep, now reviewed” (Lee 2021, Sleep; PubMed), DOI 10.1000/sleep. Cite the published version unless you mean the preprint."
    );
}

#[test]
fn an_entry_that_gives_the_published_doi_is_fine() {
    let bib = "@misc{lee2020, title={A preprint on sleep}, eprint={2003.00001}, archiveprefix={arXiv}, doi={10.1000/sleep}}\n";
    let world = World::of(&[("refs.bib", bib)]).knowing(versions());
    assert!(world.findings_of("refs.bib", ID).is_empty());
}

#[test]
fn the_entry_becomes_the_published_work_under_its_own_key() {
    let world = World::of(&[("refs.bib", BIB)]).knowing(versions());
    let fixed = world.fixed("refs.bib", ID, "Replace the preprint with");
    let bibliography = fixed.bibliography("refs.bib");
    let Some(entry) = bibliography.get("lee2020") else {
        panic!("the key is gone: {}", fixed.text("refs.bib"))
    };
    let work = entry.work();
    assert_eq!((entry.kind_name(), work.kind), ("article", WorkKind::Article));
    assert_eq!(work.title.as_deref(), Some("A preprint on sleep, now reviewed"));
    assert_eq!(
        (work.year(), work.container.as_deref(), work.volume.as_deref()),
        (Some(2021), Some("Sleep"), Some("44"))
    );
    assert_eq!((work.identifiers.doi(), work.identifiers.arxiv()), (Some("10.1000/sleep"), None));
    assert!(!fixed.text("refs.bib").contains("arXiv"), "{}", fixed.text("refs.bib"));
    assert!(
        fixed.text("refs.bib").ends_with("\n}\n\n@book{kept, title = {Kept}}\n"),
        "{}",
        fixed.text("refs.bib")
    );
}
