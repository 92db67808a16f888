//! Tests of the table of retracted works at real size.

use crate::formats::shared;
use referee_bibliography::{Date, Identifier};
use referee_literature::retractions::{read, retracted};
use referee_records::RetractionTable;
use std::collections::HashSet;
use std::io::Read;
use std::time::Instant;

const DAY: Date = Date { year: 2026, month: Some(11), day: Some(28) };

#[test]
fn every_real_retraction_is_listed_and_no_other_identifier() {
    let Some(data) = shared() else { return };
    let folder = data.join("retractions");
    let mut text = String::new();
    let file = std::fs::File::open(folder.join("doi_nature.csv.gz")).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let rows = text.lines().skip(1).filter_map(|line| line.rsplit_once(','));
    let (listed, others): (Vec<_>, Vec<_>) =
        rows.partition(|(_, natures)| natures.split(';').any(|nature| nature == "Retraction"));
    let dois = listed.iter().filter_map(|(doi, _)| Identifier::doi(doi.trim_matches('"')));
    let pmids = std::fs::read_to_string(folder.join("retracted_pmids.txt")).unwrap();
    let all: Vec<Identifier> = dois.chain(pmids.lines().filter_map(Identifier::pmid)).collect();
    assert!(all.len() > 70_000, "{}", all.len());
    let bytes = RetractionTable::build(DAY, &all);
    println!("{} identifiers in {} bytes", all.len(), bytes.len());
    assert!(bytes.len() < 500_000, "{}", bytes.len());
    let table = RetractionTable::read(bytes).unwrap();
    assert!(all.iter().all(|identifier| table.lists(identifier)));
    // Works with only a concern or a correction are not listed, unless another row lists them.
    let known: HashSet<&Identifier> = all.iter().collect();
    let others = others.iter().filter_map(|(doi, _)| Identifier::doi(doi.trim_matches('"')));
    for identifier in others.filter(|identifier| !known.contains(identifier)) {
        assert!(!table.lists(&identifier), "{identifier}");
    }
    let started = Instant::now();
    let hits = (0..100_000_u64).filter(|n| {
        let scattered = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        table.lists(&Identifier::Doi(format!("10.{}/j.{scattered:x}", 1000 + n % 9000)))
    });
    assert_eq!(hits.count(), 0);
    println!("100,000 look-ups in {:?}", started.elapsed());
}

#[test]
fn rows_of_the_real_table_are_listed_with_both_identifiers() {
    let Some(data) = shared() else { return };
    let file = std::fs::File::open(data.join("retractions/retraction_watch_rows.csv")).unwrap();
    let listed = retracted(file).unwrap();
    assert!(listed.contains(&Identifier::doi("10.1155/2022/9172719").unwrap()));
    assert!(listed.contains(&Identifier::Pmid(36_035_816)));
    assert!(
        !listed.contains(&Identifier::doi("10.1155/2023/9756480").unwrap()),
        "the notice of the first row"
    );
}

#[test]
fn a_file_that_is_missing_damaged_or_a_folder_is_an_answer_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("retractions.bin");
    assert!(read(&path).unwrap().is_none());
    let good = RetractionTable::build(DAY, &[Identifier::Pmid(7)]);
    std::fs::write(&path, &good).unwrap();
    assert!(read(&path).unwrap().unwrap().lists(&Identifier::Pmid(7)));
    for (bytes, why) in [
        (good[..good.len() - 1].to_vec(), "damaged"),
        (b"<html>".to_vec(), "not a table"),
        (vec![0; 3_000_000], "too large"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains(why) && error.lines().count() == 1, "{error}");
    }
    assert!(read(folder.path()).is_err());
}
