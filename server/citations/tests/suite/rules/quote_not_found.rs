//! Tests the rule `citation/quote-not-found`.

use crate::world::early_treatment;
use referee_findings::Severity;

const ID: &str = "citation/quote-not-found";

fn said(text: &str) -> Vec<(String, Severity)> {
    early_treatment("paper.md", text).places("paper.md", ID)
}

#[test]
fn words_that_were_changed_are_told_with_those_of_the_abstract() {
    let text = "The authors saw “no benefit of early treatment in older adults” [@roe].\n";
    assert_eq!(
        said(text),
        [("no benefit of early treatment in older adults".to_owned(), Severity::Information)]
    );
    let fixed = early_treatment("paper.md", text).fixed("paper.md", ID, "Write the words");
    assert_eq!(
        fixed.text("paper.md"),
        "The authors saw “no benefit of late treatment in older adults” [@roe].\n"
    );
    let message = early_treatment("paper.md", text).finding("paper.md", ID).message;
    assert!(
        message.starts_with("The quotation is not in the abstract of “Early treatment in older adults” (Roe 2019, J Examples) as PubMed, 2024-05-02 has it; that has:"),
        "{message}"
    );
}

#[test]
fn words_that_may_stand_in_the_full_text_are_a_hint() {
    let text = "Treatment “was given by nurses at home” [@roe].\n";
    assert_eq!(said(text), [("was given by nurses at home".to_owned(), Severity::Hint)]);
    let text = "The abstract says that treatment “was given by nurses at home” [@roe].\n";
    assert_eq!(said(text)[0].1, Severity::Information);
}

#[test]
fn what_is_quoted_rightly_or_is_no_quotation_is_passed_over() {
    for fine in [
        "They saw “no benefit of late treatment in older adults” [@roe].\n",
        "They saw “no benefit of late … in older adults” [@roe].\n",
        "They saw \"No benefit [whatever] of late treatment\" [@roe].\n",
        "The so-called “golden hour” matters [@roe].\n",
        "They saw “something else that nobody knows here”.\n",
        "They saw “something else that nobody knows here” [@unknown].\n",
        "They saw “something else that nobody knows here” [@roe; @unknown].\n",
    ] {
        assert!(said(fine).is_empty(), "{fine}");
    }
}

#[test]
fn what_referee_wrote_quotes_what_is_stored() {
    let text = "<!-- referee:written 2026-11-20 by=x evidence=pmid:1 -->\n\n# One\n\nTreatment “was given by nurses at home” [@roe].\n\n<!-- referee:end -->\n";
    assert_eq!(said(text)[0].1, Severity::Warning);
}
