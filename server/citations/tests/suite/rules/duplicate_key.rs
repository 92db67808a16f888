//! Tests the rule `citation/duplicate-key`.

use crate::world::World;
use referee_findings::Severity;

const ID: &str = "citation/duplicate-key";

#[test]
fn a_key_that_is_taken_in_the_same_file_is_an_error_at_the_later_entry() {
    let world =
        World::of(&[("refs.bib", "@book{a, title={One}}\n@book{b, title={B}}\n@book{a, title={Two}}\n")]);
    let finding = world.finding("refs.bib", ID);
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(finding.span.start as usize, world.text("refs.bib").rfind("{a,").map_or(0, |at| at + 1));
    assert_eq!(finding.related[0].span.start, 6);
}

#[test]
fn the_same_entry_twice_to_the_letter_is_information_and_can_be_removed() {
    let world = World::of(&[("refs.bib", "@book{a, title={One}}\n\n@book{a, title={One}}\n")]);
    assert_eq!(world.finding("refs.bib", ID).severity, Severity::Information);
    let fixed = world.fixed("refs.bib", ID, "Remove this second entry");
    assert_eq!(fixed.text("refs.bib"), "@book{a, title={One}}\n");
}

#[test]
fn a_key_in_two_files_of_one_draft_is_a_warning_shown_once() {
    let world = World::of(&[
        ("a.bib", "@book{a, title={One}}"),
        ("b.bib", "@book{a, title={Two}}"),
        ("paper.md", "See [@a].\n"),
    ]);
    assert!(world.findings_of("a.bib", ID).is_empty());
    let finding = world.finding("b.bib", ID);
    assert_eq!(finding.severity, Severity::Warning);
    assert!(finding.message.contains("a.bib"), "{}", finding.message);
}

#[test]
fn keys_that_differ_in_capitals_are_information() {
    let world = World::of(&[("refs.bib", "@book{Smith2020, title={One}}\n@book{smith2020, title={Two}}\n")]);
    assert_eq!(world.finding("refs.bib", ID).severity, Severity::Information);
}

#[test]
fn renaming_gives_the_later_entry_a_free_key() {
    let world = World::of(&[(
        "refs.bib",
        "@book{a2020, title={One}}\n@book{a2020b, title={B}}\n@book{a2020, title={Two}}\n",
    )]);
    let fixed = world.fixed("refs.bib", ID, "Rename this entry to “a2020c”");
    assert!(fixed.text("refs.bib").ends_with("@book{a2020c, title={Two}}\n"));
    assert!(fixed.findings_of("refs.bib", ID).is_empty());
}

#[test]
fn entries_without_a_key_and_different_keys_are_fine() {
    let world =
        World::of(&[("refs.bib", "@book{, title={One}}\n@book{, title={Two}}\n@book{x, title={X}}\n")]);
    assert!(world.findings_of("refs.bib", ID).is_empty());
}
