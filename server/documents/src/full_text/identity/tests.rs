use super::{Identity, identify};
use referee_bibliography::{Identifier, Name, Work, WorkKind};
use referee_records::{FullText, Passage, PassagePart};

fn work(title: &str, author: &str, doi: Option<&str>) -> Work {
    let mut work = Work {
        kind: WorkKind::Article,
        title: Some(title.to_owned()),
        authors: Name::parse(author).into_iter().collect(),
        ..Work::default()
    };
    work.identifiers.extend(doi.and_then(Identifier::doi));
    work
}

/// A file as a PDF gives it: passages of the first page, and a title if one was found.
fn file(title: Option<&str>, doi: Option<&str>, passages: &[&str]) -> FullText {
    let mut text =
        FullText { work: Work { title: title.map(str::to_owned), ..Work::default() }, ..FullText::default() };
    text.work.identifiers.extend(doi.and_then(Identifier::doi));
    let body = |words: &&str| Passage { text: (*words).to_owned(), page: Some(1), ..Passage::default() };
    text.passages.extend(title.map(|title| Passage {
        text: title.to_owned(),
        page: Some(1),
        part: PassagePart::Title,
        ..Passage::default()
    }));
    text.passages.extend(passages.iter().map(body));
    text
}

const TITLE: &str = "Nights on surgical wards: a cohort study";

fn is_other(text: &FullText, cited: &Work) -> bool {
    matches!(identify(text, cited), Identity::OtherWork { .. })
}

#[test]
fn an_identifier_of_the_file_decides() {
    let cited = work(TITLE, "Roe, Ada", Some("10.1000/wards.1"));
    let same = file(Some("Journal of Wards"), Some("10.1000/wards.1"), &["Ada Roe"]);
    assert_eq!(identify(&same, &cited), Identity::ThisWork);
    let other = file(Some("Days on wards"), Some("10.1000/wards.2"), &["Ada Roe", "We counted days."]);
    assert!(is_other(&other, &cited));
    // The publisher's page names the DOI in a line of text.
    let mentioned =
        file(None, None, &["Roe A. J Wards 2019. https://doi.org/10.1000/wards.1", "We counted."]);
    assert_eq!(identify(&mentioned, &cited), Identity::ThisWork);
}

#[test]
fn an_identifier_in_the_list_of_references_is_not_that_of_the_file() {
    let cited = work(TITLE, "Roe, Ada", Some("10.1000/wards.1"));
    let mut citing = file(Some("Sleep after surgery in older people"), None, &["Ben Doe", "We slept well."]);
    citing.passages.push(Passage {
        text: "1. Roe A. Nights on surgical wards. doi:10.1000/wards.1".to_owned(),
        page: Some(1),
        part: PassagePart::Reference,
        ..Passage::default()
    });
    assert!(is_other(&citing, &cited));
}

#[test]
fn a_preprint_is_the_same_work() {
    let cited = work(TITLE, "Roe, Ada", Some("10.1000/wards.1"));
    let preprint = file(
        Some("Nights on Surgical Wards: A Cohort Study"),
        Some("10.1101/2019.01.01.1"),
        &["Ada Roe, Ben Doe"],
    );
    assert_eq!(identify(&preprint, &cited), Identity::ThisWork);
    let namesake = file(Some(TITLE), Some("10.1000/other"), &["Cy Poe", "We counted.", "We slept."]);
    assert!(is_other(&namesake, &cited));
}

#[test]
fn what_is_about_the_work_is_another_one() {
    let cited = work(TITLE, "Roe, Ada", None);
    for title in [
        format!("Correction to: {TITLE}"),
        format!("Erratum: {TITLE}"),
        format!("Supplementary material for “{TITLE}”"),
        format!("Comment on “{TITLE}”"),
        format!("Review of “{TITLE}” by A. Roe"),
    ] {
        assert!(is_other(&file(Some(&title), None, &["Ada Roe"]), &cited), "{title}");
    }
    let supplement = file(Some(TITLE), None, &["Ada Roe", "Supplementary Appendix", "Table S1. Doses"]);
    assert!(is_other(&supplement, &cited));
    let thesis = file(
        Some(TITLE),
        None,
        &["Ada Roe", "A thesis submitted for the degree of Doctor of Philosophy", "We count."],
    );
    assert!(is_other(&thesis, &cited));
    // The cited work may be such a work itself.
    let cited = work(&format!("Correction to: {TITLE}"), "Roe, Ada", None);
    assert_eq!(
        identify(&file(Some(&format!("Correction to: {TITLE}")), None, &["Ada Roe"]), &cited),
        Identity::ThisWork
    );
}

#[test]
fn a_title_needs_an_author_and_a_whole_line() {
    let cited = work(TITLE, "Roe, Ada", None);
    assert_eq!(identify(&file(Some(TITLE), None, &["Ada Roe and Ben Doe"]), &cited), Identity::ThisWork);
    assert_eq!(
        identify(&file(Some("Nights on surgical wards"), None, &["Ada Roe"]), &cited),
        Identity::ThisWork
    );
    assert!(is_other(
        &file(Some("Days in the library"), None, &["Cy Poe", "We read.", "It rained."]),
        &cited
    ));
    // The same authors may have translated the title.
    let translated =
        file(Some("Noches en salas de cirugía: estudio de cohortes"), None, &["Ada Roe", "Contamos."]);
    assert_eq!(identify(&translated, &cited), Identity::Unknown);
    // A file that only mentions the title does not say what it is.
    let mention = format!("As “{TITLE}” by Roe showed, nights are long.");
    assert_ne!(identify(&file(Some("Journal of Wards"), None, &[&mention]), &cited), Identity::ThisWork);
    let part = work("Nights on surgical wards, part 1", "Roe, Ada", None);
    assert_ne!(
        identify(&file(Some("Nights on surgical wards, part 2"), None, &["Ada Roe"]), &part),
        Identity::ThisWork
    );
    assert_eq!(identify(&file(None, None, &["12", "13"]), &cited), Identity::Unknown);
    assert_eq!(identify(&file(Some(TITLE), None, &["Ada Roe"]), &Work::default()), Identity::Unknown);
}

#[test]
fn another_work_by_the_same_authors_is_known_by_its_title() {
    let cited = work("Early waking and its treatment in older adults", "Roe, Ada", Some("10.1000/sleep.1"));
    let other = "Falls on the stairs of old hospitals";
    let body =
        ["Ada Roe and Bo Lindqvist", "We counted falls in forty hospitals for a year.", "Nobody was hurt."];
    assert!(is_other(&file(Some(other), None, &body), &cited));
    // A preprint with another title has the words of the published one.
    let renamed = file(
        Some("A trial of light for people who wake too soon"),
        None,
        &["Ada Roe", "Early waking is common in older adults, and its treatment is not known."],
    );
    assert_eq!(identify(&renamed, &cited), Identity::Unknown);
}

#[test]
fn a_file_without_a_title_that_mentions_neither_title_nor_author_is_another_work() {
    let cited = work("Early waking and its treatment in older adults", "Roe, Ada", Some("10.1000/sleep.1"));
    let minutes = "The committee met in the library and talked about the roof, which had been leaking for \
        weeks. It was decided that a builder should be asked, and that the books would be moved \
        to the other room in the meantime, where there is more light and less rain.";
    assert!(is_other(&file(None, None, &["Minutes", minutes, "Cy Poe"]), &cited));
    assert_eq!(identify(&file(None, None, &["Minutes", minutes, "Ada Roe"]), &cited), Identity::Unknown);
    // Letters that a font does not name cannot be read as text.
    let lost: String = (0..60).map(|at| format!("x{at} ")).collect();
    assert_eq!(identify(&file(None, None, &["12", &lost, "13"]), &cited), Identity::Unknown);
}
