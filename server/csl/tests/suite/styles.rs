//! Styles that authors use.

use crate::{LIST, printed, style, work};
use referee_bibliography::Work;
use referee_bibliography::printed::CitationStyle;
use referee_csl::{Style, StyleError};

#[test]
fn a_work_is_printed_as_the_style_of_a_file_says_without_the_number_that_it_has_in_the_list() {
    let text = style("", LIST);
    assert_eq!(
        printed(CitationStyle::Text(&text), &work(), None).unwrap(),
        "Smith, A. and B. E. Lindqvist ~ 2020* Effect of metformin on mortality*** / Journal of Examples**."
    );
}

#[test]
fn the_words_between_names_are_those_of_the_drafts_language() {
    let text = style("", LIST);
    let shown = |language| printed(CitationStyle::Text(&text), &work(), Some(language)).unwrap();
    assert!(shown("es").starts_with("Smith, A. y B. E. Lindqvist"), "{}", shown("es"));
    assert!(shown("de-DE").starts_with("Smith, A. und B. E. Lindqvist"), "{}", shown("de-DE"));
    // An unknown language falls back to English terms.
    assert!(shown("tlh").starts_with("Smith, A. and B. E. Lindqvist"), "{}", shown("tlh"));
}

#[test]
fn a_style_is_found_by_its_name() {
    let shown = |name| printed(CitationStyle::Named(name), &work(), None).unwrap();
    assert_eq!(
        shown("apa"),
        "Smith, A., & Lindqvist, B. E. (2020). Effect of metformin on mortality. *Journal of Examples*, *12*, \
         101–110. https://doi.org/10.5555/example.1"
    );
    assert!(
        shown("american-medical-association").starts_with("Smith A, Lindqvist BE. Effect of metformin"),
        "{}",
        shown("american-medical-association")
    );
    assert_eq!(printed(CitationStyle::Named("no-such-style"), &work(), None), None);
}

#[test]
fn a_style_without_a_list_prints_the_citation() {
    let text = style("", "");
    assert_eq!(
        printed(CitationStyle::Text(&text), &work(), None).unwrap(),
        "<Smith, A. and B. E. Lindqvist>"
    );
}

#[test]
fn a_journals_style_is_the_one_that_it_stands_for() {
    let journal = |parent: &str| {
        format!(
            r#"<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0"><info><title>A journal</title>
            <id>https://example.org/journal</id><updated>2026-11-23T00:00:00+00:00</updated>
            <link href="http://www.zotero.org/styles/{parent}" rel="independent-parent"/></info></style>"#
        )
    };
    let shown = printed(CitationStyle::Text(&journal("apa")), &work(), None);
    assert_eq!(shown, printed(CitationStyle::Named("apa"), &work(), None));
    assert!(
        matches!(Style::read(&journal("nowhere")), Err(StyleError::UnknownParent(name)) if name == "nowhere")
    );
}

#[test]
fn a_work_of_which_nothing_is_known_is_not_printed_as_its_signs() {
    let only_names = style("", r#"<bibliography><layout><text macro="who"/></layout></bibliography>"#);
    assert_eq!(printed(CitationStyle::Text(&only_names), &Work::default(), None), None);
}

#[test]
fn styles_of_journals_print_a_work_without_its_number() {
    for name in
        ["american-medical-association", "the-lancet", "bmj", "plos", "nature", "cell", "ieee", "karger"]
    {
        let shown = printed(CitationStyle::Named(name), &work(), None).unwrap();
        assert!(shown.contains("Smith") && shown.contains("2020"), "{name}: {shown}");
        assert!(shown.starts_with(['S', 'A', '*']), "a number is left in {name}: {shown}");
    }
}

#[test]
fn what_names_none_of_the_authors_is_not_taken_for_the_reference() {
    let text = style("", r#"<bibliography><layout><text variable="title"/></layout></bibliography>"#);
    assert_eq!(printed(CitationStyle::Text(&text), &work(), None), None);
    let nobody = Work { authors: Vec::new(), ..work() };
    assert_eq!(
        printed(CitationStyle::Text(&text), &nobody, None).unwrap(),
        "Effect of metformin on mortality"
    );
}
