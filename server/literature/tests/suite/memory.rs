//! Tests of the answers of a library in memory.
use crate::made;
use referee_bibliography::{Date, Identifier, Name, Work};
use referee_literature::InMemoryLibrary;
use referee_records::{Answer, Completeness, Question, Record, Source};
use std::sync::Arc;

fn library() -> InMemoryLibrary {
    InMemoryLibrary::from_records((0..3000).map(made::record).collect(), Completeness::nothing())
}

fn like(library: &InMemoryLibrary, work: Work) -> Vec<u32> {
    let Answer::Records(records) = library.ask(&Question::Like(Arc::new(work))) else {
        panic!("a library in memory always answers")
    };
    records.iter().map(|record| record.work.identifiers.pmid().unwrap() - 1_000_000).collect()
}

fn titled(title: &str) -> Work {
    Work { title: Some(title.to_owned()), ..Work::default() }
}

#[test]
fn each_identifier_finds_its_record() {
    let mut record = made::record(1);
    record.work.identifiers.insert(Identifier::Pmcid(77));
    record.work.identifiers.insert(Identifier::Arxiv(String::from("2103.15348"), Some(1)));
    record.work.identifiers.insert(Identifier::Trial(String::from("NCT01234567")));
    record.work.identifiers.insert(Identifier::Isbn(String::from("9780306406157")));
    let library =
        InMemoryLibrary::from_records(vec![record.clone(), made::record(2)], Completeness::nothing());
    for identifier in &record.work.identifiers {
        assert_eq!(library.get(identifier), [Arc::new(record.clone())], "{identifier}");
    }
    assert_eq!(library.get(&Identifier::Arxiv(String::from("2103.15348"), Some(3))).len(), 1);
    assert_eq!(library.get(&Identifier::Doi(String::from("10.48550/arxiv.2103.15348"))).len(), 1);
    assert!(library.get(&Identifier::Pmid(5)).is_empty());
}

#[test]
fn another_version_of_a_preprint_is_found_where_the_cited_one_is_missing() {
    let mut record = made::record(1);
    record.work.identifiers =
        [Identifier::Doi(String::from("10.1101/2020.01.01.123456v1"))].into_iter().collect();
    let library = InMemoryLibrary::from_records(vec![record], Completeness::nothing());
    assert_eq!(library.get(&Identifier::Doi(String::from("10.1101/2020.01.01.123456"))).len(), 1);
    assert_eq!(library.get(&Identifier::Doi(String::from("10.1101/2020.01.01.123456v2"))).len(), 1);
}

#[test]
fn a_title_is_found_in_spite_of_a_slip() {
    let library = library();
    for number in (0..3000).step_by(7) {
        let title = made::title(number);
        let (main, _) = title.split_once(": ").unwrap();
        assert_eq!(like(&library, titled(&title)).first(), Some(&number), "{title}");
        // A typo in the first word, American spelling, capitals.
        let slip = title
            .replacen(char::is_alphabetic, "xq", 1)
            .replace("tumour", "tumor")
            .replace("leukaemia", "leukemia")
            .to_uppercase();
        assert!(like(&library, titled(&slip)).contains(&number), "{slip}");
        // Without the subtitle, but with the authors.
        let short = Work {
            authors: made::record(number).work.authors,
            date: made::record(number).work.date,
            ..titled(main)
        };
        assert!(like(&library, short).contains(&number), "{main}");
    }
}

#[test]
fn a_short_title_is_found_in_spite_of_a_slip_in_its_only_rare_word() {
    let mut record = made::record(1);
    record.work.title = Some(String::from("Hyperaldosteronism"));
    let mut records: Vec<Record> = (2..500).map(made::record).collect();
    records.push(record);
    let library = InMemoryLibrary::from_records(records, Completeness::nothing());
    assert_eq!(like(&library, titled("Hyperaldosteronsim")).first(), Some(&1));
}

#[test]
fn all_works_of_one_title_are_found() {
    let mut records: Vec<Record> = (0..200).map(made::record).collect();
    for record in records.iter_mut().take(20) {
        record.work.title = Some(String::from("Global burden of disease"));
    }
    let wanted = records[13].work.clone();
    let library = InMemoryLibrary::from_records(records, Completeness::nothing());
    let found = like(&library, Work { identifiers: Default::default(), ..wanted });
    assert_eq!(found[0], 13);
    assert!((0..20).all(|number| found.contains(&number)));
}

#[test]
fn author_year_volume_and_page_find_a_work_whose_title_is_another() {
    let library = library();
    let wanted = made::record(42).work;
    let found = like(
        &library,
        Work {
            title: Some(String::from("Something quite different")),
            authors: wanted.authors.clone(),
            date: wanted.date,
            volume: wanted.volume.clone(),
            pages: wanted.pages.clone(),
            ..Work::default()
        },
    );
    assert!(found.contains(&42));
}

#[test]
fn a_title_in_its_own_language_is_found() {
    let mut record = made::record(1);
    record.work.original_title = Some(String::from("Über die Wirkung von Höhensonne auf Säuglinge"));
    let library = InMemoryLibrary::from_records(vec![record, made::record(2)], Completeness::nothing());
    assert_eq!(like(&library, titled("Uber die Wirkung von Hohensonne auf Sauglinge")).first(), Some(&1));
}

#[test]
fn an_empty_library_and_an_empty_question_have_no_answer() {
    assert!(like(&InMemoryLibrary::default(), titled("Metformin")).is_empty());
    assert!(like(&library(), Work::default()).is_empty());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 64, ..Default::default() })]
    #[test]
    fn any_question_is_answered(title in "\\PC*", family in "\\PC+", volume in "\\PC*", pages in "\\PC*", year in proptest::num::i32::ANY) {
        let work = Work {
            authors: vec![Name::person(family, "")],
            date: Some(Date { year, month: None, day: None }),
            volume: Some(volume),
            pages: Some(pages),
            ..titled(&title)
        };
        let mut record = made::record(1);
        record.work = work.clone();
        record.work.identifiers.insert(Identifier::Pmid(1_000_001));
        let library = InMemoryLibrary::from_records(vec![record, made::record(2)], Completeness::everything());
        library.covers(&work);
        like(&library, work);
    }
}

#[test]
fn a_bibtex_file_is_read_into_records_and_its_broken_entry_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.bib");
    std::fs::write(&path, "@article{a, title = {Metformin and cancer}, doi = {10.1000/A}, year = 2010}\n\n@article{b, title = {Unclosed,\n\n@article{c, title = {Statins}, year = 2011}\n").unwrap();
    let file = referee_literature::read_records(&path).unwrap();
    assert!(file.records.iter().all(|record| record.source == "bibtex"));
    assert!(!file.damage.is_empty() && file.damage[0].starts_with("line 3: "), "{:?}", file.damage);
    let library = InMemoryLibrary::from_records(file.records, Completeness::nothing());
    assert_eq!(library.get(&Identifier::Doi(String::from("10.1000/a"))).len(), 1);
}
