//! Tests of libraries whose files are damaged, old, or created by two processes at once.
use crate::made::{self, scramble, write_records};
use referee_bibliography::Identifier;
use referee_literature::library::ImportOptions;
use referee_literature::{Library, LibraryError};
use referee_records::Record;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// Creates a folder with a file of 400 records and a library imported from it.
fn library_of_a_file() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (root, file) = (folder.path().join("library"), folder.path().join("records.jsonl"));
    write_records(&file, 0..400);
    import(&root, &file);
    (folder, root, file)
}

fn import(root: &Path, file: &Path) {
    let mut writer = Library::create_or_open_for_import(root).unwrap();
    let report = writer
        .import(&[file.to_owned()], &ImportOptions::default(), &mut |_| {}, &CancellationToken::new())
        .unwrap();
    assert!(report.is_complete(), "{report:?}");
    writer.close().unwrap();
}

fn files_of(root: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join("index"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| std::fs::metadata(path).unwrap().len() > 0)
        .collect();
    files.sort();
    files
}

/// Runs queries; the answers of a damaged library do not matter, as long as it returns.
fn ask(root: &Path) -> Option<LibraryError> {
    let library = match Library::open(root) {
        Ok(library) => library.unwrap(),
        Err(error) => return Some(error),
    };
    let record = made::record(7);
    library
        .get(&Identifier::Pmid(1_000_007))
        .and(library.like(&record.work))
        .and(library.search("metformin in children", 10))
        .and(library.search_subject("insulin and mortality of adults", 10))
        .and(library.imported().map(|_| Vec::<Record>::new()))
        .and(library.stats().map(|_| Vec::<Record>::new()))
        .err()
}

fn speaks_of_the_library(message: &str) {
    for word in ["tantivy", "Tantivy", "segment", "Footer", "DataCorruption", "index writer", "JSON"] {
        assert!(!message.contains(word), "{message}");
    }
}

#[test]
fn a_flipped_byte_is_found_and_repaired_from_the_file_that_was_imported() {
    let (_folder, root, _file) = library_of_a_file();
    for round in 0..40_u64 {
        let files = files_of(&root);
        let path = &files[usize::try_from(scramble(round) % files.len() as u64).unwrap()];
        let mut bytes = std::fs::read(path).unwrap();
        let at = usize::try_from(scramble(round + 1_000) % bytes.len() as u64).unwrap();
        bytes[at] ^= 1 << (round % 8);
        std::fs::write(path, &bytes).unwrap();
        if let Some(error) = ask(&root) {
            speaks_of_the_library(&error.to_string());
        }
        match Library::check(&root) {
            Ok(report) => {
                let report = report.unwrap();
                // The index's own file list and its lock do not affect the answers.
                let matters = !path.file_name().unwrap().to_string_lossy().starts_with('.')
                    && path.file_name().unwrap() != "meta.json";
                assert!(!matters || !report.is_whole(), "{} byte {at}", path.display());
            }
            Err(error) => {
                assert!(matches!(error, LibraryError::Damaged { .. }), "{error}");
                speaks_of_the_library(&error.to_string());
            }
        }
        let report = Library::repair(&root, &mut |_| {}).unwrap().unwrap();
        assert!(report.lost.is_empty(), "{} byte {at}: {report:?}", path.display());
        assert_eq!(report.records, 400, "{} byte {at}: {report:?}", path.display());
        assert!(Library::check(&root).unwrap().unwrap().is_whole(), "{} byte {at}", path.display());
        assert!(ask(&root).is_none());
        // Every record again has the content of the file.
        let library = Library::open(&root).unwrap().unwrap();
        for number in 0..400 {
            let found = library.get(&Identifier::Pmid(1_000_000 + number)).unwrap();
            let works: Vec<_> = found.iter().map(|record| &record.work).collect();
            assert_eq!(works, [&made::record(number).work], "{} byte {at}, round {round}", path.display());
        }
    }
}

#[test]
fn a_list_of_parts_with_a_wrong_byte_hides_no_record() {
    let (_folder, root, _file) = library_of_a_file();
    let list = root.join("index/meta.json");
    let sound = std::fs::read(&list).unwrap();
    let hidden: Vec<String> = (0..sound.len())
        .flat_map(|at| (0..8).map(move |bit| (at, bit)))
        .filter(|(at, bit)| {
            let mut bytes = sound.clone();
            bytes[*at] ^= 1 << bit;
            std::fs::write(&list, &bytes).unwrap();
            // An unusable list is reported as damage.
            let Ok(library) = Library::open(&root) else { return false };
            [0, 200, 399].iter().any(|number| {
                let found = library.as_ref().unwrap().get(&Identifier::Pmid(1_000_000 + number));
                found.is_ok_and(|found| found.is_empty())
            })
        })
        .map(|(at, bit)| {
            let around = &sound[at.saturating_sub(20)..(at + 20).min(sound.len())];
            format!("byte {at}, bit {bit}: {}", String::from_utf8_lossy(around))
        })
        .collect();
    assert!(hidden.is_empty(), "{}", hidden.join("\n"));
}

#[test]
fn what_is_lost_with_a_missing_file_of_the_library_is_named() {
    let (_folder, root, file) = library_of_a_file();
    let store = files_of(&root).into_iter().find(|path| path.extension().is_some_and(|ext| ext == "store"));
    std::fs::remove_file(store.unwrap()).unwrap();
    std::fs::remove_file(&file).unwrap();
    let error = ask(&root).unwrap();
    assert!(matches!(error, LibraryError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("is missing"), "{error}");
    let report = Library::repair(&root, &mut |_| {}).unwrap().unwrap();
    assert_eq!(report.records, 0);
    assert_eq!(report.lost.len(), 1, "{report:?}");
    assert!(report.lost[0].path.ends_with("records.jsonl"));
    assert_eq!((report.lost[0].records, report.lost[0].left), (400, 0));
    // Once the file is back, its records are too.
    write_records(&file, 0..400);
    import(&root, &file);
    assert_eq!(Library::open(&root).unwrap().unwrap().stats().unwrap().records, 400);
}

#[test]
fn a_library_without_its_list_of_parts_is_repaired_without_any_loss() {
    let (_folder, root, file) = library_of_a_file();
    std::fs::remove_file(&file).unwrap();
    for damage in ["", "{", "[]"] {
        std::fs::write(root.join("index/meta.json"), damage).unwrap();
        assert!(ask(&root).is_some());
        let report = Library::repair(&root, &mut |_| {}).unwrap().unwrap();
        assert_eq!((report.records, report.lost.len()), (400, 0), "{report:?}");
    }
}

#[test]
fn a_repair_that_was_killed_is_done_again() {
    let (_folder, root, _file) = library_of_a_file();
    // Killed during the copy.
    std::fs::create_dir(root.join("index.new")).unwrap();
    std::fs::write(root.join("index.new/half"), "x").unwrap();
    assert_eq!(Library::repair(&root, &mut |_| {}).unwrap().unwrap().records, 400);
    // Killed between the two renames.
    std::fs::rename(root.join("index"), root.join("index.new")).unwrap();
    assert!(matches!(Library::open(&root), Err(LibraryError::Damaged { .. })));
    assert_eq!(Library::repair(&root, &mut |_| {}).unwrap().unwrap().records, 400);
}

#[test]
fn two_first_imports_into_one_folder_make_one_library() {
    for _ in 0..8 {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("library");
        std::thread::scope(|scope| {
            let attempts: Vec<_> =
                (0..4).map(|_| scope.spawn(|| Library::create_or_open_for_import(&root))).collect();
            let mut made = 0;
            let writers: Vec<_> = attempts.into_iter().map(|attempt| attempt.join().unwrap()).collect();
            for writer in &writers {
                match writer {
                    Ok(_) => made += 1,
                    Err(error) => {
                        assert!(matches!(error, LibraryError::Busy { .. }), "{error}");
                        assert!(error.to_string().contains("wait until it ends"), "{error}");
                    }
                }
            }
            assert_eq!(made, 1);
        });
        assert_eq!(Library::open(&root).unwrap().unwrap().stats().unwrap().records, 0);
    }
}

#[test]
#[cfg(unix)]
fn nobody_else_may_read_a_library() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, root, _file) = library_of_a_file();
    let mut waiting = vec![root.clone()];
    while let Some(path) = waiting.pop() {
        let data = std::fs::metadata(&path).unwrap();
        let wanted = if data.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(data.permissions().mode() & 0o777, wanted, "{}", path.display());
        if data.is_dir() {
            waiting.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
}

/// Creates an index as older versions did: records are stored as today, but other fields are
/// indexed.
fn make_old_library(root: &Path) {
    use tantivy::schema::{FAST, INDEXED, STORED, STRING, Schema};
    let index_folder = root.join("index");
    std::fs::create_dir_all(&index_folder).unwrap();
    let mut schema = Schema::builder();
    let source = schema.add_text_field("source", STRING);
    let file = schema.add_u64_field("file", INDEXED | FAST);
    let blob = schema.add_bytes_field("blob", STORED);
    let index = tantivy::Index::create_in_dir(&index_folder, schema.build()).unwrap();
    let mut writer = index.writer_with_num_threads(1, 32 << 20).unwrap();
    for number in 0..30 {
        let record = made::record(number);
        let stored = serde_json::json!({"k": format!("pubmed:{}", 1_000_000 + number), "r": record});
        let mut document = tantivy::TantivyDocument::new();
        document.add_text(source, &record.source);
        document.add_u64(file, 1);
        document.add_bytes(blob, stored.to_string().as_bytes());
        writer.add_document(document).unwrap();
    }
    let entry = serde_json::json!({"number": 1, "path": "/gone/old.xml", "size": 5, "modified": 1, "checksum": 2,
        "format": "pubmed-xml", "imported_at": 3, "records": 30, "deleted": 0});
    let mut document = tantivy::TantivyDocument::new();
    document.add_text(source, "(ledger)");
    document.add_u64(file, 1);
    document.add_bytes(blob, entry.to_string().as_bytes());
    writer.add_document(document).unwrap();
    writer.commit().unwrap();
    std::fs::write(root.join("library.json"), r#"{"format":2,"written_by":"0.0.9"}"#).unwrap();
}

#[test]
fn a_library_of_an_older_version_asks_for_a_repair_and_is_whole_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("library");
    make_old_library(&root);
    for error in [
        Library::open(&root).err().unwrap(),
        Library::create_or_open_for_import(&root).err().unwrap(),
        Library::check(&root).err().unwrap(),
    ] {
        assert!(matches!(error, LibraryError::Older { found: 2, .. }), "{error}");
        assert!(error.to_string().contains("run `referee library repair`"), "{error}");
    }
    let report = Library::repair(&root, &mut |_| {}).unwrap().unwrap();
    assert_eq!((report.records, report.lost.len(), report.old_index), (30, 0, None));
    let library = Library::open(&root).unwrap().unwrap();
    assert_eq!(library.imported().unwrap().len(), 1);
    let wanted = made::record(12);
    assert_eq!(library.get(&Identifier::Pmid(1_000_012)).unwrap()[0].work.title, wanted.work.title);
    assert!(!library.like(&wanted.work).unwrap().is_empty());
}
