//! Tests that every word of an abstract finds its record.
use crate::made;
use referee_literature::Library;
use referee_records::Record;

/// Sentences in which no word occurs twice.
const SENTENCES: &[&str] = &[
    "Colchicine halved recurrent pericarditis within eighteen months.",
    "Nocturnal hypoxaemia predicted delirium behind hip arthroplasty.",
    "Few gastroenterologists prescribed rifaximin before endoscopy.",
    "Zinc lozenges shortened rhinovirus colds by two days.",
];

fn library() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("library");
    let records = (0..400).map(|number| {
        let mut record = made::record(number);
        let sentence = SENTENCES.get(number as usize / 100).filter(|_| number % 100 == 7);
        let before = "Background words stand here, and others follow them.";
        record.work.summary =
            Some(format!("{before} {} Nothing else was measured.", sentence.unwrap_or(&"We counted.")));
        record
    });
    let mut writer = Library::create_or_open_for_import(&root).unwrap();
    writer.add_records("made", records).unwrap();
    writer.close().unwrap();
    let library = Library::open(&root).unwrap().unwrap();
    (folder, library)
}

fn has(record: &Record, sentence: &str) -> bool {
    record.work.summary.as_deref().is_some_and(|summary| summary.contains(sentence))
}

#[test]
fn the_exact_sentence_of_an_abstract_finds_it() {
    let (_folder, library) = library();
    for sentence in SENTENCES {
        assert!(has(&library.search_subject(sentence, 5).unwrap()[0], sentence), "{sentence}");
        assert!(has(&library.search(sentence, 5).unwrap()[0], sentence), "{sentence}");
        let quoted = format!("\"{sentence}\"");
        let found = library.search(&quoted, 5).unwrap();
        assert_eq!(found.len(), 1, "{sentence}");
        assert!(has(&found[0], sentence));
    }
}

#[test]
fn one_word_that_stands_once_in_an_abstract_finds_it_in_any_form() {
    let (_folder, library) = library();
    for (words, sentence) in [
        ("pericarditis", 0),
        ("hypoxaemia", 1),
        ("hypoxemia", 1),
        ("prescribing rifaximin", 2),
        ("rhinoviruses", 3),
    ] {
        let found = library.search(words, 5).unwrap();
        assert!(found.iter().any(|record| has(record, SENTENCES[sentence])), "{words}");
    }
}

#[test]
fn words_in_quotation_marks_stand_beside_each_other() {
    let (_folder, library) = library();
    assert_eq!(library.search("\"recurrent pericarditis\"", 5).unwrap().len(), 1);
    assert!(library.search("\"pericarditis recurrent\"", 5).unwrap().is_empty());
}

#[test]
fn what_shares_few_words_with_a_search_covers_little_of_it() {
    let (_folder, library) = library();
    let coverage = |query: &str| {
        let found = library.search(query, 5).unwrap();
        found.iter().map(|record| library.coverage(query, record).unwrap()).fold(0.0, f32::max)
    };
    for sentence in SENTENCES {
        assert!(coverage(sentence) > 0.99, "{sentence}");
    }
    assert!(coverage("zinc lozenges and the common cold") > 0.4);
    assert!(coverage("quantum chromodynamics predicts heavy baryon delirium spectra") < 0.4);
    let record = made::record(3);
    let author = record.work.authors[0].surname();
    let year = record.work.year().unwrap();
    assert!(coverage(&format!("{author} {year} {}", made::title(3))) > 0.99);
    assert!(coverage("PMID:1000003") > 0.99);
}
