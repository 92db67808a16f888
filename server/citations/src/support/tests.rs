use super::*;
use referee_bibliography::{Date, Name, Work};
use referee_records::{FullText, Passage};
use std::sync::Arc;

const MIN_SUMMARY_WORDS: &str = "We followed 1,204 adults for ten years with care and patience. Statins lowered mortality in older adults by 12.5% (95% CI 8-17). No harm was seen in the kidneys of IL-6 deficient mice.";

fn known(summary: &str) -> Record {
    let work = Work {
        title: Some("Statins in older adults".to_owned()),
        authors: vec![Name::person("Roe", "J")],
        date: Some(Date { year: 2019, ..Date::default() }),
        summary: Some(summary.to_owned()),
        ..Work::default()
    };
    Record::new("pubmed", work)
}

fn said(sentence: &str) -> Vec<Objection> {
    objections(sentence, &[&known(MIN_SUMMARY_WORDS)])
}

#[test]
fn the_opposite_of_what_is_said_is_told_and_nothing_else() {
    assert_eq!(
        said("Statins increase mortality in older adults."),
        [Objection::OppositeDirection {
            sentence: "Statins lowered mortality in older adults by 12.5% (95% CI 8-17).".to_owned(),
            field: Field::Direction,
        }]
    );
    for fine in [
        "Statins reduce the mortality of older adults.",
        "Statins lower mortality.",
        "Exercise increases mortality in younger women of the north.",
        "Contrary to this, statins increase mortality in older adults.",
        "We found that statins increase mortality in older adults.",
        "Las estatinas aumentan la mortalidad en adultos.",
    ] {
        assert_eq!(said(fine), [], "{fine}");
    }
}

#[test]
fn a_short_claim_without_words_of_grammar_is_compared_too() {
    assert!(matches!(said("Statins increase mortality.")[..], [Objection::OppositeDirection { .. }]));
}

#[test]
fn a_number_that_is_not_there_is_told_with_what_is() {
    let told = said("Statins lowered mortality in older adults by 21.5%.");
    assert_eq!(
        told,
        [Objection::NumberNotInSource {
            number: "21.5%".to_owned(),
            at: 45..49,
            instead: Some("Statins lowered mortality in older adults by 12.5% (95% CI 8-17).".to_owned()),
        }]
    );
    assert_eq!(said("Culture at 37 °C for 48 h was done as before."), [], "no finding of this work");
}

#[test]
fn another_topic_is_told_and_a_record_without_an_abstract_is_passed_over() {
    assert_eq!(said("The chlorophyll of desert plants absorbs moonlight."), [Objection::OtherTopic]);
    assert_eq!(objections("The chlorophyll of 99 plants.", &[&known("Too short.")]), []);
    let both = [&known(MIN_SUMMARY_WORDS), &known("None.")];
    assert_eq!(objections("Statins increase mortality in older adults.", &both), [], "the other may say it");
}

#[test]
fn a_quotation_that_is_not_there_is_told_with_the_nearest_words() {
    let told = said("It “raised mortality in older adults by 12.5%” there.");
    assert!(
        matches!(&told[..], [Objection::QuoteNotFound { nearest: Some(near), .. }] if near.contains("mortality in older adults by 12.5")),
        "{told:?}"
    );
    assert_eq!(said("It “lowered mortality in older adults” there."), []);
}

#[test]
fn a_study_in_animals_is_none_in_people() {
    let mut mice = known(
        "Statins lowered mortality in older mice by half, and no harm was seen in any organ that we looked at over ten years.",
    );
    mice.work.title = Some("Statins in old mice".to_owned());
    mice.subjects = vec!["Animals".to_owned(), "Mice".to_owned()];
    let told = objections("In patients, statins lowered mortality by half.", &[&mice]);
    assert!(matches!(&told[..], [Objection::OtherKind { said, .. }] if said == "in patients"), "{told:?}");
    assert_eq!(objections("In patients and mice, statins lowered mortality by half.", &[&mice]), []);
    let mut case = known(MIN_SUMMARY_WORDS);
    case.types = vec!["Case Reports".to_owned()];
    let told = objections("A randomised controlled trial of statins lowered mortality in adults.", &[&case]);
    assert!(matches!(&told[..], [Objection::OtherKind { .. }]), "{told:?}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
    #[test]
    fn no_text_breaks_the_checks(sentence in "\\PC{0,80}", text in "\\PC{0,120}") {
        let summary = format!("{text} one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty");
        for objection in objections(&sentence, &[&known(&summary)]) {
            if let Objection::NumberNotInSource { at, .. } | Objection::QuoteNotFound { at, .. } = objection {
                proptest::prop_assert!(sentence.get(at).is_some());
            }
        }
    }
}

#[test]
fn a_detail_of_a_full_text_is_no_other_topic() {
    let work = Work {
        title: Some("Covariance estimators for clustered economic data".to_owned()),
        summary: Some(
            "Estimators of variance are compared for linear models with correlated errors. We give software \
             that computes them for panels of firms and years, and show how it is used by economists."
                .to_owned(),
        ),
        ..Work::default()
    };
    let record = Record::new("pubmed", work);
    let sentence = "Interval midpoints on an underlying numeric scale are frequently chosen beforehand.";
    let index = |passages: &[&str]| {
        let passages = passages.iter().map(|text| Passage { text: (*text).to_owned(), ..Passage::default() });
        PassageIndex::new(Arc::new(FullText { passages: passages.collect(), ..FullText::default() }))
    };
    let of = |paper: Option<&PassageIndex>| {
        let compared = ComparedWork { record: &record, paper, pages: &[] };
        objections_with(sentence, "", &[compared]).contains(&Objection::OtherTopic)
    };
    let same = index(&[
        "Ages were grouped in intervals.",
        "A numeric score was given to each of them.",
        "The scale was chosen by a statistician.",
        "Midpoints of classes are common.",
    ]);
    let other = index(&["Bees visit the flowers of clover.", "They return to the hive at noon."]);
    assert!(of(None) && !of(Some(&same)) && of(Some(&other)));
}
