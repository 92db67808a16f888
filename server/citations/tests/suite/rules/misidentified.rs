//! Tests the rule `citation/misidentified`.

use crate::world::{World, record, work};
use referee_bibliography::Identifier;
use referee_findings::Severity;

const ID: &str = "citation/misidentified";
const BIB: &str = "@article{knowler2002,\n  title  = {Reduction in the incidence of type 2 diabetes},\n  author = {Knowler, William},\n  year   = 2002,\n  doi    = {10.1000/wrong},\n}\n";

/// Returns a world whose sources have the work of the DOI, with the title `other`, and the work
/// itself if it is `known`.
fn world(other: &str, known: bool) -> World {
    let mut other = record(work(other, "Marso", 2016, "N Engl J Med"));
    other.work.identifiers.insert(Identifier::Doi("10.1000/wrong".into()));
    let mut right =
        record(work("Reduction in the incidence of type 2 diabetes", "Knowler", 2002, "N Engl J Med"));
    right.work.identifiers.insert(Identifier::Doi("10.1000/right".into()));
    World::of(&[("refs.bib", BIB)]).knowing(if known { vec![other, right] } else { vec![other] })
}

const LIRAGLUTIDE: &str = "Liraglutide and cardiovascular outcomes";

#[test]
fn the_message_names_the_work_the_source_and_the_right_identifier() {
    let finding = world(LIRAGLUTIDE, true).finding("refs.bib", ID);
    assert_eq!(
        finding.message,
        "knowler2002: DOI 10.1000/wrong belongs to another work. “Liraglutide and cardiovascular outcomes” (Marso 2016, N Engl J Med; PubMed). The DOI of the work described here is 10.1000/right."
    );
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(world(LIRAGLUTIDE, true).place("refs.bib", &finding), "10.1000/wrong");
}

#[test]
fn titles_that_are_alike_make_it_a_warning() {
    let world = world("Reduction in the incidence of type 1 diabetes", false);
    assert_eq!(world.finding("refs.bib", ID).severity, Severity::Warning);
}

#[test]
fn the_right_identifier_is_set_where_it_is_known_and_nothing_else_changes() {
    let fixed = world(LIRAGLUTIDE, true).fixed("refs.bib", ID, "Change DOI to 10.1000/right");
    assert_eq!(fixed.text("refs.bib"), BIB.replace("10.1000/wrong", "10.1000/right"));
}

#[test]
fn the_identifier_can_be_taken_out_where_the_right_one_is_not_known() {
    let fixed = world(LIRAGLUTIDE, false).fixed("refs.bib", ID, "Remove DOI 10.1000/wrong");
    assert_eq!(fixed.text("refs.bib"), BIB.replace("  doi    = {10.1000/wrong},\n", ""));
}

#[test]
fn the_work_of_the_identifier_can_be_described_instead() {
    let fixed = world(LIRAGLUTIDE, true).fixed(
        "refs.bib",
        ID,
        "Keep DOI 10.1000/wrong and replace the entry with its work",
    );
    let work =
        fixed.bibliography("refs.bib").get("knowler2002").map(|entry| entry.work()).unwrap_or_default();
    assert_eq!(work.title.as_deref(), Some("Liraglutide and cardiovascular outcomes"));
    assert_eq!((work.year(), work.identifiers.doi()), (Some(2016), Some("10.1000/wrong")));
    assert_eq!(work.authors.first().map(|name| name.surname()).as_deref(), Some("Marso"));
    assert_eq!(work.container.as_deref(), Some("N Engl J Med"));
}
