use crate::labelled::Labelled;
use crate::rules::testing::{manuscript, places, said};
use referee_syntax::Format;

#[test]
fn every_built_in_file_reports_on_its_own_sentences_and_no_other() {
    let all = Labelled::of_rule_files();
    assert!(!all.is_empty());
    let wrong: Vec<String> = all
        .iter()
        .filter(|(_, case)| case.speaks(&case.rule, Format::Markdown) != case.must)
        .map(|(file, case)| format!("{file}:{}: {}", case.line, case.text))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn both_crates_give_the_users_rules_one_family() {
    assert_eq!(referee_findings::rule::SITE_FAMILY, referee_knowledge::rules::SITE_FAMILY);
}

const PHRASE: &str = "manuscript/tortured-phrase";

#[test]
fn the_finding_is_at_the_words_and_the_message_quotes_them_and_their_row() {
    let text = "Lymph hubs were removed. A profound neural\norganization was trained.";
    assert_eq!(
        places(PHRASE, Format::Markdown, text, &manuscript()),
        ["Lymph hubs", "profound neural\norganization"]
    );
    let hits = said(PHRASE, Format::Markdown, text, &manuscript());
    assert_eq!(
        hits[0].remark.message,
        "“Lymph hubs” is reported as a paraphrase of “lymph node”. Write the term of the field."
    );
}

#[test]
fn part_of_a_word_is_another_word() {
    for text in ["An anti-bosom malignancy drug was given.", "The bosom malignancyx was seen."] {
        assert!(places(PHRASE, Format::Markdown, text, &manuscript()).is_empty(), "{text}");
    }
}
