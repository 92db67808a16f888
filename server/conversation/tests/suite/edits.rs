//! Tests what an edit of a note costs: how much is computed from the source again, not the time.

use referee_conversation::{Note, Talk, compare, terms};

/// A visit of 5,000 words.
fn visit() -> String {
    let exchange = "[doctor] any chest pain , fever or swelling in your left knee ?\n\
                    [patient] no fever . the left knee swells when i take the stairs , since three weeks .\n\
                    [doctor] keep taking the lisinopril , twenty milligrams , and the metformin , a thousand .\n\
                    [patient] okay , and i still have the cough at night .\n";
    exchange.repeat(100)
}

const NOTE: &str = "Left knee swelling for 3 weeks. Denies fever and chest pain. Reports cough.\n\
                    Lisinopril 20 mg daily. Metformin 1000 mg daily. No shortness of breath.\n";

#[test]
fn a_note_that_is_compared_again_computes_nothing_from_the_source() {
    let talk = Talk::read(&[(&visit(), "visit.txt")]);
    assert!(talk.words.len() > 5_000, "{}", talk.words.len());
    let note = Note::read(NOTE, 0);
    let started = std::time::Instant::now();
    let first = (compare(&note, &talk), terms(&note, &talk));
    let (computed, cold) = (talk.computed(), started.elapsed());
    assert!(computed > 0);
    let started = std::time::Instant::now();
    assert_eq!((compare(&note, &talk), terms(&note, &talk)), first);
    eprintln!("{} words: {cold:?} at first, {:?} again", talk.words.len(), started.elapsed());
    assert_eq!(talk.computed(), computed);
}

#[test]
fn a_keystroke_computes_what_is_new_in_its_line() {
    let talk = Talk::read(&[(&visit(), "visit.txt")]);
    let _ = compare(&Note::read(NOTE, 0), &talk);
    let computed = talk.computed();
    // A dose and a word that the visit does not have: nothing is asked of the source but the word.
    let _ = compare(&Note::read(&NOTE.replace("20 mg", "200 mg"), 0), &talk);
    assert_eq!(talk.computed(), computed);
    // A drug that is new in the note is looked for once.
    let _ = compare(&Note::read(&NOTE.replace("Metformin", "Warfarin"), 0), &talk);
    let added = talk.computed() - computed;
    assert!((1..=3).contains(&added), "{added}");
}

#[test]
fn an_edit_of_the_source_is_followed_by_reading_it_again() {
    let text = visit();
    let note = Note::read(NOTE, 0);
    let before = compare(&note, &Talk::read(&[(&text, "visit.txt")]));
    let edited = text.replace("twenty milligrams", "forty milligrams");
    let started = std::time::Instant::now();
    let talk = Talk::read(&[(&edited, "visit.txt")]);
    let read = started.elapsed();
    let after = compare(&note, &talk);
    eprintln!("{} words: read again in {read:?}, compared after {:?}", talk.words.len(), started.elapsed());
    let is_dose = |rule: &&str| *rule == "source/dose-differs";
    let doses = |found: &[referee_conversation::SourceRemark]| {
        found.iter().map(|remark| remark.rule).filter(is_dose).count()
    };
    assert_eq!((doses(&before), doses(&after)), (0, 1));
}
