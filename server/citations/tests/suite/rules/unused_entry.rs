//! Tests the rule `citation/unused-entry`.

use crate::world::World;
use referee_findings::{Severity, Tag};

const ID: &str = "citation/unused-entry";
const BIB: &str = "@book{a, title={A}}\n@book{b, title={B}}\n@book{c, title={C}}\n";

#[test]
fn an_entry_that_no_draft_cites_is_faded() {
    let world = World::of(&[("refs.bib", BIB), ("paper.md", "See [@a; @c].\n")]);
    let finding = world.finding("refs.bib", ID);
    assert_eq!((finding.severity, finding.tag), (Severity::Hint, Some(Tag::Unnecessary)));
    assert_eq!(finding.message, "“b” is not cited in paper.md.");
    assert_eq!(
        world.fixed("refs.bib", ID, "Remove the entry").text("refs.bib"),
        "@book{a, title={A}}\n@book{c, title={C}}\n"
    );
}

#[test]
fn nothing_is_said_where_no_draft_names_it_or_one_cites_all_or_a_part_is_missing() {
    assert!(World::of(&[("refs.bib", BIB)]).findings_of("refs.bib", ID).is_empty());
    let all = World::of(&[("refs.bib", BIB), ("paper.tex", "\\nocite{*}\n\\bibliography{refs}\n")]);
    assert!(all.findings_of("refs.bib", ID).is_empty());
    let part = World::new(&format!(
        "//- refs.bib\n{BIB}//- paper.md\n---\nbibliography: [refs.bib, elsewhere.bib]\n---\nSee [@a; @c].\n"
    ));
    assert!(part.findings_of("refs.bib", ID).is_empty());
}

#[test]
fn a_collection_is_told_once_and_can_be_cleared_at_once() {
    let world = World::of(&[("refs.bib", BIB), ("paper.md", "See [@b].\n")]);
    let finding = world.finding("refs.bib", ID);
    assert_eq!(finding.message, "2 of the 3 entries of this file are not cited in paper.md.");
    assert_eq!(finding.tag, None);
    let fixed = world.fixed("refs.bib", ID, "Remove the 2 entries that nothing cites");
    assert_eq!(fixed.text("refs.bib"), "@book{b, title={B}}\n");
}

#[test]
fn entries_that_others_inherit_from_are_used() {
    let bib = "@inbook{a, title={A}, crossref={b}}\n@book{b, title={B}}\n@book{c, title={C}}\n";
    let world = World::of(&[("refs.bib", bib), ("paper.md", "See [@a; @c].\n")]);
    assert!(world.findings_of("refs.bib", ID).is_empty());
}
