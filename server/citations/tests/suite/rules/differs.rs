//! Tests the rule `citation/differs`.

use crate::world::{World, record, work};
use referee_bibliography::{Identifier, WorkKind};
use referee_findings::Severity;

const ID: &str = "citation/differs";
const BIB: &str = "@article{knowler2002,\n  title = {Reduction in the incidence of type 2 diabetes},\n  author = {Knowler, J},\n  journal = {N Engl J Med},\n  year = {2012},\n  volume = \"346\"\n}\n";

/// Returns a world with the entry above, or another text in its place; the record has another year
/// and another volume.
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
        "knowler2002: the year is 2012 here but 2002 in PubMed (DOI 10.1000/right). The volume is 346 here but 347 there."
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
    let one = world(BIB).fixed("refs.bib", ID, "Replace the year with PubMed's (“2002”)");
    assert_eq!(one.text("refs.bib"), BIB.replace("2012", "2002"));
    let all = world(BIB).fixed("refs.bib", ID, "Replace the 2 fields with those of PubMed");
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
        World::of(&[("paper.md", paper)]).knowing(vec![right]).fixed("paper.md", ID, "Replace the 2 fields");
    assert_eq!(fixed.text("paper.md"), paper.replace("2012;346", "2002;347"));
}

#[test]
fn what_another_work_of_the_same_title_says_is_not_offered() {
    let title = "Reduction in the incidence of type 2 diabetes after intensive changes of diet in rural villages of Spain";
    let other = record(work(title, "Schuster", 1994, "Gut"));
    let bib = format!(
        "@article{{a,\n  title = {{{title}}},\n  author = {{Knowler, J}},\n  journal = {{N Engl J Med}},\n  year = {{2012}}\n}}\n"
    );
    let world = World::of(&[("refs.bib", bib.as_str())]).knowing(vec![other]);
    for finding in world.findings("refs.bib") {
        for fix in world.fixes("refs.bib", &finding) {
            let text = world.after(&fix.edits).text("refs.bib");
            let copied = ["Schuster", "1994", "Gut"].into_iter().find(|word| text.contains(word));
            assert_eq!(copied, None, "{} {}", finding.rule, fix.title);
        }
    }
}

#[test]
fn a_preprint_gives_no_venue_to_a_paper_of_a_conference() {
    let title = "Attention to sleep in recurrent models of wards";
    let mut preprint = record(work(title, "Knowler", 2017, "arXiv"));
    preprint.work.kind = WorkKind::Preprint;
    preprint.work.identifiers = [Identifier::Arxiv("1706.03762".into(), None)].into_iter().collect();
    for entry in [
        "@inproceedings{a,\n  title = {TITLE},\n  author = {Knowler, J},\n  booktitle = {Proceedings of the Symposium on Wards},\n  year = {2019},\n  doi = {10.5555/3295222.3295349}\n}\n",
        "@inproceedings{a,\n  title = {TITLE},\n  author = {Knowler, J},\n  year = {2012}\n}\n",
        "@article{a,\n  title = {TITLE},\n  author = {Knowler, J},\n  journal = {Wards},\n  year = {2012}\n}\n",
    ] {
        let bib = entry.replace("TITLE", title);
        let world = World::of(&[("refs.bib", bib.as_str())]).knowing(vec![preprint.clone()]);
        for finding in world.findings("refs.bib") {
            for fix in world.fixes("refs.bib", &finding) {
                let text = world.after(&fix.edits).text("refs.bib").to_lowercase();
                let written = ["journal = {arxiv", "booktitle = {arxiv", "corr"];
                assert!(!written.iter().any(|venue| text.contains(venue)), "{}: {text}", fix.title);
            }
        }
    }
}
