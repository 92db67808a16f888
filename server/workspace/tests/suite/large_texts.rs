//! Large texts of open files are parsed without the lock of the session, and no edit is lost.

use referee_syntax::Target;
use referee_text::{FileId, Span, TextEdit};
use referee_workspace::{FileKind, Session};
use tokio_util::sync::CancellationToken;

/// Returns a draft of some 400 KB that cites `key` in its last paragraph.
fn draft(key: &str) -> String {
    format!("{}\nAt last [@{key}].\n", "A paragraph of words without any citation in it.\n\n".repeat(8_000))
}

fn session() -> (Session, FileId) {
    let mut session = Session::default();
    session.read_large_texts_later();
    (session, FileId::new("/drafts/paper.md"))
}

/// Returns the keys that a file cites in the current snapshot; `None` if the snapshot does not show
/// the file.
fn cited(session: &mut Session, file: &FileId) -> Option<Vec<String>> {
    let Some(FileKind::Draft(document)) = session.snapshot().kind(file) else { return None };
    let keys = document.citations().filter_map(|cited| match &cited.citation.target {
        Target::Key(key) => Some(key.clone()),
        _ => None,
    });
    Some(keys.collect())
}

fn read_all(session: &mut Session) {
    while let Some(reading) = session.next_reading() {
        let read = reading.run();
        session.finish_reading(read);
    }
}

#[test]
fn a_large_text_is_shown_when_it_was_read_and_known_at_once() {
    let (mut session, file) = session();
    session.open(file.clone(), "markdown", 1, &draft("first"));
    assert!(session.is_open(&file) && session.is_unread(&file));
    assert_eq!(session.source_text(&file).map(|text| text.len_bytes()), Some(draft("first").len()));
    assert_eq!(cited(&mut session, &file), None);
    read_all(&mut session);
    assert!(!session.is_unread(&file));
    assert_eq!(cited(&mut session, &file), Some(vec![String::from("first")]));
    assert_eq!(session.snapshot().version(&file), Some(1));
}

#[test]
fn what_is_typed_while_a_text_is_read_is_taken_up_in_its_order() {
    let (mut session, file) = session();
    session.open(file.clone(), "markdown", 1, &draft("first"));
    let reading = session.next_reading().expect("there is a text to read");
    assert!(session.next_reading().is_none(), "one reading of a file at a time");
    session.edit(&file, &TextEdit::new(Span::new(0, 0), "Now [@second]. "));
    session.edit(&file, &TextEdit::new(Span::new(6, 12), "third"));
    session.set_version(&file, 3);
    let read = reading.run();
    assert!(!session.finish_reading(read), "what was typed meanwhile is not in it");
    assert_eq!(cited(&mut session, &file), None);
    read_all(&mut session);
    assert_eq!(cited(&mut session, &file), Some(vec![String::from("third"), String::from("first")]));
    assert_eq!(session.snapshot().version(&file), Some(3));
}

#[test]
fn a_whole_text_that_comes_while_another_is_read_takes_its_place() {
    let (mut session, file) = session();
    session.open(file.clone(), "markdown", 1, &draft("first"));
    let reading = session.next_reading().expect("there is a text to read");
    let whole = |session: &Session| Span::new(0, session.source_text(&file).expect("it is open").len_bytes());
    let edit = TextEdit::new(whole(&session), draft("second"));
    session.edit(&file, &edit);
    let read = reading.run();
    session.finish_reading(read);
    assert_eq!(cited(&mut session, &file), None);
    read_all(&mut session);
    assert_eq!(cited(&mut session, &file), Some(vec![String::from("second")]));
    // While the next text is being parsed, snapshots show this one.
    let edit = TextEdit::new(whole(&session), draft("third"));
    session.edit(&file, &edit);
    assert_eq!(cited(&mut session, &file), Some(vec![String::from("second")]));
    read_all(&mut session);
    assert_eq!(cited(&mut session, &file), Some(vec![String::from("third")]));
}

#[test]
fn a_file_that_was_closed_while_it_was_read_stays_closed() {
    let (mut session, file) = session();
    session.open(file.clone(), "markdown", 1, &draft("first"));
    let reading = session.next_reading().expect("there is a text to read");
    session.close(&file);
    let read = reading.run();
    assert!(!session.finish_reading(read));
    assert!(!session.is_open(&file) && !session.has_unread());
    // After reopening, the new text counts.
    session.open(file.clone(), "markdown", 1, &draft("first"));
    let reading = session.next_reading().expect("there is a text to read");
    session.close(&file);
    session.open(file.clone(), "markdown", 1, &draft("second"));
    let read = reading.run();
    session.finish_reading(read);
    read_all(&mut session);
    assert_eq!(cited(&mut session, &file), Some(vec![String::from("second")]));
}

#[test]
fn settings_that_come_while_a_text_is_read_count_for_it() {
    let (mut session, _) = session();
    let file = FileId::new("/drafts/paper.tex");
    let text = format!("{}\n\\zitat{{first}}\n", "Words that cite nothing.\n\n".repeat(16_000));
    session.open(file.clone(), "latex", 1, &text);
    let reading = session.next_reading().expect("there is a text to read");
    session.set_editor_settings(&serde_json::json!({"documents": {"cite_commands": ["zitat"]}}));
    let read = reading.run();
    session.finish_reading(read);
    read_all(&mut session);
    assert_eq!(cited(&mut session, &file), Some(vec![String::from("first")]));
    // The same applies to later ones.
    session.set_editor_settings(&serde_json::json!({}));
    read_all(&mut session);
    assert_eq!(cited(&mut session, &file), Some(Vec::new()));
}

#[test]
fn a_short_text_is_read_at_once() {
    let (mut session, file) = session();
    session.open(file.clone(), "markdown", 1, "See [@first].\n");
    assert_eq!(cited(&mut session, &file), Some(vec![String::from("first")]));
    assert!(session.next_reading().is_none());
}

#[test]
fn a_bibliography_of_entries_that_are_all_cut_off_is_reviewed_in_time() {
    let mut session = Session::default();
    let file = FileId::new("/drafts/refs.bib");
    let entries = 20_000;
    session.open(file.clone(), "bibtex", 1, &"@article{a,\n".repeat(entries));
    let review = session.snapshot().review(&file, &CancellationToken::new()).unwrap_or_default();
    let damaged =
        review.findings.iter().filter(|finding| finding.rule == "bibliography/damaged-entry").count();
    assert!(damaged >= entries - 1, "{damaged}");
    // A field missing in an entry may be after the damage.
    assert!(review.findings.iter().all(|finding| finding.rule != "citation/missing-field"));
}
