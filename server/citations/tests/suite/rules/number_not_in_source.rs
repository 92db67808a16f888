//! Tests the rule `citation/number-not-in-source`.

use crate::world::early_treatment;
use referee_findings::Severity;

const ID: &str = "citation/number-not-in-source";

fn said(text: &str) -> Vec<(String, Severity)> {
    early_treatment("paper.md", text).places("paper.md", ID)
}

#[test]
fn another_number_for_the_same_is_told_with_the_sentence_that_has_it() {
    let text = "Early treatment lowered mortality in older adults with sepsis by 21.5% [@roe].\n";
    assert_eq!(said(text), [("21.5".to_owned(), Severity::Information)]);
    let message = early_treatment("paper.md", text).finding("paper.md", ID).message;
    assert!(message.contains("21.5% is not in the abstract of") && message.contains("by 12.5%"), "{message}");
}

#[test]
fn a_number_of_the_full_text_is_a_hint_and_says_so() {
    let text = "Early treatment lowered mortality in 4,567 adults [@roe].\n";
    assert_eq!(said(text), [("4,567".to_owned(), Severity::Hint)]);
    let message = early_treatment("paper.md", text).finding("paper.md", ID).message;
    assert!(message.contains("may be in the full text"), "{message}");
}

#[test]
fn what_is_there_in_another_writing_and_what_is_no_finding_is_passed_over() {
    for fine in [
        "Early treatment lowered mortality by 12.50 % in 1204 adults over 10 years [@roe].\n",
        "Early treatment lowered mortality by 13% (p < 0.05; 95% CI 8-17) [@roe].\n",
        "Samples were kept at 37 °C for 48 h [@roe].\n",
        "We saw a mortality of 33% in older adults, early treatment or not [@roe].\n",
        "Early treatment lowered mortality by 44% in older adults [@roe; @other].\n",
        "In 2015, early treatment lowered mortality in stage 12 sepsis [@roe].\n",
    ] {
        assert!(said(fine).is_empty(), "{fine} {:?}", said(fine));
    }
}

#[test]
fn latex_and_numbered_lists_are_read_too() {
    let world = early_treatment(
        "paper.tex",
        "Early treatment lowered mortality in older adults by 21.5\\%~\\cite{roe}.\n\\bibliography{refs}\n",
    );
    let told = world.finding("paper.tex", ID);
    assert_eq!(world.place("paper.tex", &told), "21.5");
}

#[test]
fn a_number_of_the_own_analysis_is_passed_over_and_an_attributed_one_is_not() {
    for own in [
        "In the present cohort, early treatment lowered mortality in older adults by 21.5% [@roe].\n",
        "This retrospective study saw mortality in older adults lowered by 21.5%, as others had [@roe].\n",
        "Mortality in older adults with early treatment fell by 21.5% (Table 2), in keeping with [@roe].\n",
        "Early treatment, by the criteria of Roe [@roe], lowered mortality in older adults by 21.5%.\n",
    ] {
        assert!(said(own).is_empty(), "{own} {:?}", said(own));
    }
    for attributed in [
        "In the cohort of Roe, early treatment lowered mortality in older adults by 21.5% [@roe].\n",
        "Roe et al. followed older adults. This study saw mortality lowered by early treatment by 21.5% [@roe].\n",
        "This study [@roe] saw mortality in older adults lowered by early treatment by 21.5%.\n",
        "In Table 2 of Roe, early treatment lowers mortality in older adults by 21.5% [@roe].\n",
        "A trial using the criteria of Roe [@roe] saw early treatment lower mortality in older adults by 21.5%.\n",
        "Mortality in older adults was lowered by 21.5% with early treatment [@roe].\n",
    ] {
        assert_eq!(said(attributed).len(), 1, "{attributed} {:?}", said(attributed));
    }
}
