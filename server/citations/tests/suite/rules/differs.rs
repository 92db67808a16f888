//! The rule `citation/differs`.

use crate::world::{World, record, work};
use referee_bibliography::Identifier;
use referee_findings::Severity;

const ID: &str = "citation/differs";
const BIB: &str = "@article{knowler2002,\n  title = {Reduction in the incidence of type 2 diabetes},\n  author = {Knowler, J},\n  journal = {N Engl J Med},\n  year = {2012},\n  volume = \"346\"\n}\n";

/// The entry above, or another text in its place, where the record has another year and another volume.
fn world(bib: &str) -> World {
    let title = "Reduction in the incidence of type 2 diabetes";
    let mut right = record(work(title, "Knowler", 2002, "N Engl J Med"));
    right.work.volume = Some("347".into());
    right.work.identifiers =
        [Identifier::Doi("10.1000/right".into()), Identifier::Pmid(11832527)].into_iter().collect();
    World::of(&[("refs.bib", bib)]).knowing(vec![right])
}

#[test]
fn the_remark_stands_at_the_field_that_matters_most_and_names_all() {
    let world = world(BIB);
    let finding = world.finding("refs.bib", ID);
    assert_eq!((finding.severity, world.place("refs.bib", &finding).as_str()), (Severity::Warning, "2012"));
    assert_eq!(
        finding.message,
        "The year is 2012 here and 2002 in the record; the volume is 346 here and 347 in the record. PubMed, 2024-05-02 (DOI 10.1000/right)."
    );
}

#[test]
fn slips_are_information_and_what_is_missing_is_passed_over() {
    let slip = world(&BIB.replace("2012", "2002"));
    assert_eq!(slip.finding("refs.bib", ID).severity, Severity::Information);
    let missing = world(&BIB.replace("2012", "2002").replace("346", "347"));
    assert!(missing.findings_of("refs.bib", ID).is_empty());
}

#[test]
fn one_field_or_all_are_taken_from_the_record() {
    let one = world(BIB).fixed("refs.bib", ID, "Take the year “2002” from PubMed");
    assert_eq!(one.text("refs.bib"), BIB.replace("2012", "2002"));
    let all = world(BIB).fixed("refs.bib", ID, "Take the 2 fields from PubMed");
    assert_eq!(all.text("refs.bib"), BIB.replace("2012", "2002").replace("346", "347"));
}

#[test]
fn missing_identifiers_are_added_in_the_style_of_the_entry() {
    let fixed = world(BIB).fixed("refs.bib", ID, "Add DOI 10.1000/right and PMID 11832527");
    let entry =
        fixed.bibliography("refs.bib").get("knowler2002").map(|entry| entry.work()).unwrap_or_default();
    assert_eq!((entry.identifiers.doi(), entry.identifiers.pmid()), (Some("10.1000/right"), Some(11832527)));
    assert!(fixed.text("refs.bib").starts_with(BIB.trim_end_matches("\n}\n")), "{}", fixed.text("refs.bib"));
}

#[test]
fn fields_that_a_list_of_references_shows_are_written_there() {
    let paper = "# References\n\n1. Knowler J. Reduction in the incidence of type 2 diabetes. N Engl J Med. 2012;346:393-403.\n";
    let mut right =
        record(work("Reduction in the incidence of type 2 diabetes", "Knowler", 2002, "N Engl J Med"));
    right.work.volume = Some("347".into());
    right.work.pages = Some("393-403".into());
    let fixed =
        World::of(&[("paper.md", paper)]).knowing(vec![right]).fixed("paper.md", ID, "Take the 2 fields");
    assert_eq!(fixed.text("paper.md"), paper.replace("2012;346", "2002;347"));
}
