//! Tests the rule `citation/unsupported`.

use crate::world::early_treatment;
use referee_findings::Severity;

const ID: &str = "citation/unsupported";

fn said(text: &str) -> Vec<(String, Severity)> {
    early_treatment("paper.md", text).places("paper.md", ID)
}

#[test]
fn the_opposite_direction_is_told_at_the_citation() {
    let text = "Early treatment raised mortality in older adults [@roe].\n";
    assert_eq!(said(text), [("roe".to_owned(), Severity::Information)]);
    let world = early_treatment("paper.md", text);
    let told = world.finding("paper.md", ID);
    assert!(told.message.starts_with("The opposite seems to be said in the abstract of"), "{}", told.message);
    assert_eq!(told.data.key.as_deref(), Some("roe"));
    let fixed = world.fixed("paper.md", ID, "Replace this citation with [citation needed]");
    assert_eq!(fixed.text("paper.md"), text.replace("[@roe]", "[citation needed]"));
}

#[test]
fn a_work_about_something_else_is_told() {
    let text = "The chlorophyll of desert plants absorbs moonlight [@roe].\n";
    assert_eq!(said(text), [("roe".to_owned(), Severity::Information)]);
}

#[test]
fn what_agrees_and_what_cannot_be_compared_is_passed_over() {
    for fine in [
        "Early treatment lowers the mortality of older adults [@roe].\n",
        "Contrary to expectation, early treatment raised mortality in older adults [@roe].\n",
        "Early treatment raised mortality in older adults [@roe; @other].\n",
        "El tratamiento temprano aumenta la mortalidad en adultos mayores [@roe].\n",
        "As before [@roe].\n",
    ] {
        assert!(said(fine).is_empty(), "{fine}");
    }
}
