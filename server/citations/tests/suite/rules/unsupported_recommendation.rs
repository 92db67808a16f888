//! Tests the rule `note/unsupported-recommendation`.

use crate::world::early_treatment;
use referee_findings::Severity;

const ID: &str = "note/unsupported-recommendation";

fn said(text: &str) -> Vec<(String, Severity)> {
    early_treatment("paper.md", text).places("paper.md", ID)
}

#[test]
fn advice_with_another_number_than_its_source_is_a_warning() {
    let note = "# Assessment\n\nSepsis.\n\n# Plan\n\nGive early treatment; it lowered mortality in older adults with sepsis by 21.5% (PMID: 1).\n";
    let world = early_treatment("note.md", note).notes();
    let told = world.finding("note.md", ID);
    assert_eq!((world.place("note.md", &told).as_str(), told.severity), ("21.5", Severity::Warning));
    assert!(world.findings_of("note.md", "citation/number-not-in-source").is_empty(), "told once");
}

#[test]
fn what_a_note_says_elsewhere_and_what_papers_say_is_not_this_rules_affair() {
    let text =
        "# Assessment\n\nEarly treatment lowered mortality in older adults with sepsis by 21.5% (PMID: 1).\n";
    assert!(early_treatment("note.md", text).notes().findings_of("note.md", ID).is_empty());
    assert!(said("# Plan\n\nEarly treatment raised mortality in older adults [@roe].\n").is_empty());
}

#[test]
fn plain_notes_have_labels_for_headings() {
    let note = "ASSESSMENT: sepsis.\nPLAN: early treatment; it raised mortality in older adults (PMID: 1).\n";
    let world = early_treatment("note.txt", note).notes();
    assert_eq!(world.findings_of("note.txt", ID).len(), 1);
}
