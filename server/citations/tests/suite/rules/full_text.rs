//! Tests the rules about sentences that are compared with a full text.

use crate::world::early_treatment;
use referee_citations::claims::{cited, in_block};
use referee_citations::rules::{Check, CheckedClaim, RULES};
use referee_citations::support::{ComparedWork, PassageIndex, objections_with};
use referee_findings::Severity;
use referee_records::{FullText, Passage, PassagePart};
use referee_text::Language;
use std::sync::Arc;

/// The full text of the work `roe`, on pages 1 to 3 of the file, which are pages 101 to 103.
fn paper(unread: Option<&str>) -> Arc<PassageIndex> {
    let filler = "Nurses visited every home once a week and wrote down what they saw there. ".repeat(20);
    let passage = |text: &str, page: u32, section: &str, part| Passage {
        text: text.to_owned(),
        page: Some(page),
        printed_page: Some(page + 100),
        section: Some(section.to_owned()),
        part,
    };
    let text = FullText {
        origin: "roe2019.pdf".to_owned(),
        version: Some("accepted manuscript".to_owned()),
        unread: unread.map(str::to_owned),
        passages: vec![
            passage(&filler, 1, "Methods", PassagePart::Body),
            passage(
                "Treatment was given by nurses at home in 317 villages. Fever fell faster with early treatment.",
                2,
                "Results",
                PassagePart::Body,
            ),
            passage(
                "Fever lasted 41 h in one group and 58 h in the other.",
                3,
                "Results",
                PassagePart::Table,
            ),
        ],
        ..FullText::default()
    };
    Arc::new(PassageIndex::new(Arc::new(text)))
}

/// Returns the messages and severities of all rules about a sentence that cites `roe`.
fn said(text: &str, unread: Option<&str>, language: Language) -> Vec<(String, Severity)> {
    let world = early_treatment("paper.md", text);
    world.around("paper.md", |context| {
        let document = context.draft.unwrap();
        let mut out = Vec::new();
        for claim in (0..document.blocks().len()).flat_map(|index| in_block(document, index)) {
            let mut works = cited(context, &claim);
            for work in &mut works {
                work.add_paper(context, &claim, paper(unread));
            }
            let compared: Vec<ComparedWork<'_>> = works.iter().filter_map(|work| work.compared()).collect();
            let objections = objections_with(&claim.text, &claim.around, &compared).into();
            let checked =
                CheckedClaim { claim: &claim, cited: works.clone(), objections, read: None, written: None };
            for rule in RULES {
                for check in rule.checks {
                    if let Check::Claim(check) = check {
                        let remarks = check(context, &checked);
                        out.extend(
                            remarks
                                .into_iter()
                                .map(|remark| (remark.message.into_text(language), remark.severity.unwrap())),
                        );
                    }
                }
            }
        }
        out
    })
}

fn only(text: &str, unread: Option<&str>) -> (String, Severity) {
    let all = said(text, unread, Language::English);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all[0].clone()
}

#[test]
fn words_and_numbers_of_the_paper_and_its_tables_are_found() {
    for fine in [
        "Treatment “was given by nurses at home in 317 villages” [@roe, p. 2].\n",
        "Treatment “was given by nurses at home in 317 villages” [@roe, p. 102].\n",
        "Nurses treated people at home in 317 villages [@roe].\n",
        "Fever lasted 41 hours with early treatment [@roe].\n",
        "Fever fell faster with early treatment [@roe].\n",
    ] {
        assert_eq!(said(fine, None, Language::English), [], "{fine}");
    }
}

#[test]
fn what_the_whole_paper_lacks_is_a_warning_that_names_the_file() {
    let (message, severity) =
        only("They wrote that “treatment was refused by nurses at work” [@roe].\n", None);
    assert_eq!(severity, Severity::Warning);
    assert!(message.contains("the full text of “Early treatment in older adults”"), "{message}");
    assert!(message.contains("in roe2019.pdf (accepted manuscript)"), "{message}");
    let (message, severity) = only("Treatment “was given by nurses at work in 317 villages” [@roe].\n", None);
    assert_eq!(severity, Severity::Warning);
    assert!(
        message.contains("page 102, Results has: “was given by nurses at home in 317 villages”"),
        "{message}"
    );
    let (message, severity) = only("Treatment was given by nurses at home in 417 villages [@roe].\n", None);
    assert_eq!(severity, Severity::Warning);
    assert!(message.starts_with("417 is not in the full text") && message.contains("page 102"), "{message}");
}

#[test]
fn what_a_partly_read_paper_lacks_is_a_hint() {
    let text = "They wrote that “treatment was refused by nurses at work” [@roe].\n";
    let (message, severity) = only(text, Some("page 7: not all of it can be read"));
    assert_eq!(severity, Severity::Hint);
    assert!(
        message.contains("what could be read of") && message.contains("Not all of the text"),
        "{message}"
    );
}

#[test]
fn another_page_than_the_cited_one_is_told() {
    for (cited, page) in [("[@roe, p. 1]", 2), ("[@roe, p. 101]", 102), ("[@roe, pp. 101]", 102)] {
        let text = format!("Treatment “was given by nurses at home in 317 villages” {cited}.\n");
        let (message, severity) = only(&text, None);
        assert_eq!(severity, Severity::Information);
        assert!(
            message.starts_with(&format!("The quotation is on page {page} of roe, not on page")),
            "{message}"
        );
    }
}

#[test]
fn the_opposite_in_the_results_is_told_with_its_field_in_both_languages() {
    let text = "Early treatment raised mortality in older adults with sepsis [@roe].\n";
    let (message, _) = only(text, None);
    assert!(message.contains("Compare the direction."), "{message}");
    let spanish = said(text, None, Language::Spanish);
    assert!(spanish[0].0.contains("Compare la dirección."), "{spanish:?}");
}
