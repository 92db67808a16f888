//! Tests the rule `citation/not-found`.

use crate::world::{World, record, work};
use referee_findings::Severity;

const ID: &str = "citation/not-found";
const BIB: &str = "@article{carter2021,\n  title = {Metformin and hepatic oxidative tone},\n  author = {Carter, Lea},\n  year = {2021},\n  journal = {Lancet Metab Res},\n  doi = {10.1000/none}\n}\n";

#[test]
fn the_message_says_what_was_looked_for_and_where_and_accuses_nobody() {
    let world = World::of(&[("refs.bib", BIB)]).knowing_none();
    let finding = world.finding("refs.bib", ID);
    assert_eq!(finding.severity, Severity::Warning);
    assert_eq!(world.place("refs.bib", &finding), "carter2021");
    assert!(
        finding.message.starts_with(
            "carter2021 was not found in the library, by DOI or title. Check the reference against the paper itself"
        ),
        "{}",
        finding.message
    );
    for word in ["fake", "fabricated", "hallucinated", "invented"] {
        assert!(!finding.message.contains(word));
    }
}

#[test]
fn a_work_that_is_known_or_that_no_source_covers_is_passed_over() {
    let mut known = work("Metformin and hepatic oxidative tone", "Carter", 2021, "Lancet Metab Res");
    known.identifiers.insert(referee_bibliography::Identifier::Doi("10.1000/none".into()));
    let verified = World::of(&[("refs.bib", BIB)]).knowing(vec![record(known)]);
    assert!(verified.findings_of("refs.bib", ID).is_empty());
    assert!(World::of(&[("refs.bib", BIB)]).findings_of("refs.bib", ID).is_empty());
}

#[test]
fn the_entry_can_be_removed_with_all_its_citations() {
    let world = World::of(&[
        ("refs.bib", &format!("{BIB}\n@book{{kept, title = {{Kept}}}}\n")),
        ("paper.md", "One [@carter2021]. Two [@kept; @carter2021, p. 3].\n"),
    ])
    .knowing_none();
    let fixed = world.fixed(
        "refs.bib",
        ID,
        "Remove the entry “carter2021” and its 2 citations ([citation needed] in place of 1)",
    );
    assert_eq!(fixed.text("refs.bib"), "@book{kept, title = {Kept}}\n");
    assert_eq!(fixed.text("paper.md"), "One [citation needed]. Two [@kept].\n");
}

#[test]
fn one_citation_can_be_replaced_alone() {
    let world = World::of(&[("refs.bib", BIB), ("paper.md", "One [@carter2021].\n")]).knowing_none();
    let fixed = world.fixed("paper.md", ID, "Replace this citation with [citation needed]");
    let (draft, bibliography) = (fixed.text("paper.md"), fixed.text("refs.bib"));
    assert_eq!((draft.as_str(), bibliography.as_str()), ("One [citation needed].\n", BIB));
}
