//! Tests of what the library on disk stores and answers.
use crate::made::{self, write_records};
use referee_bibliography::{Date, Identifier, Work, WorkKind};
use referee_literature::library::{FileOutcome, ImportOptions, ImportReport, Selection};
use referee_literature::{Library, LibraryError, LibraryWriter};
use referee_records::{Completeness, Coverage, Notice, NoticeKind, Record, Relation, RelationKind, Source};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio_util::sync::CancellationToken;

pub(crate) struct Place {
    pub(crate) folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("library")
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn writer(&self) -> LibraryWriter {
        Library::create_or_open_for_import(self.root()).unwrap()
    }

    pub(crate) fn library(&self) -> Library {
        Library::open(self.root()).unwrap().unwrap()
    }

    pub(crate) fn with(records: Vec<Record>) -> Self {
        let place = Place::new();
        place.writer().add_records("records", records).unwrap();
        place
    }
}

pub(crate) fn import(writer: &mut LibraryWriter, paths: &[PathBuf]) -> ImportReport {
    writer.import(paths, &ImportOptions::default(), &mut |_| {}, &CancellationToken::new()).unwrap()
}

fn pmids(records: &[Record]) -> Vec<u32> {
    records.iter().filter_map(|record| record.work.identifiers.pmid()).collect()
}

pub(crate) fn doi(text: &str) -> Identifier {
    Identifier::Doi(text.to_owned())
}

pub(crate) fn retraction(source: &str) -> Notice {
    Notice {
        kind: NoticeKind::Retraction,
        date: Some(Date { year: 2020, month: Some(5), day: None }),
        identifiers: vec![doi("10.1000/notice")],
        source: source.to_owned(),
        reason: Some(String::from("Concerns about data")),
    }
}

#[test]
fn where_there_is_no_library_there_is_none() {
    let place = Place::new();
    assert!(Library::open(place.root()).unwrap().is_none());
    place.writer();
    assert_eq!(place.library().stats().unwrap().records, 0);
}

#[test]
fn what_was_imported_is_found_by_identifier_title_and_words() {
    let place = Place::new();
    let file = place.file("records.jsonl");
    write_records(&file, 0..500);
    let mut writer = place.writer();
    let report = import(&mut writer, &[file]);
    assert_eq!(report.records(), 500);
    assert!(report.is_complete());
    let library = place.library();
    for number in [0, 17, 499] {
        assert_eq!(library.get(&Identifier::Pmid(1_000_000 + number)).unwrap().len(), 1);
        assert_eq!(library.get(&doi(&format!("10.1000/made.{number}"))).unwrap().len(), 1);
        assert_eq!(
            pmids(&library.search(&made::title(number), 3).unwrap()).first(),
            Some(&(1_000_000 + number))
        );
        let wanted = Work { title: Some(made::title(number).to_uppercase()), ..Work::default() };
        assert_eq!(pmids(&library.like(&wanted).unwrap()).first(), Some(&(1_000_000 + number)));
    }
    assert!(library.get(&Identifier::Pmid(5)).unwrap().is_empty());
    assert_eq!(pmids(&library.search("PMID:1000017", 3).unwrap()), [1_000_017]);
    let stats = library.stats().unwrap();
    assert_eq!(stats.records, 500);
    assert_eq!(stats.sources.get("pubmed"), Some(&500));
    assert_eq!(stats.files.len(), 1);
}

#[test]
fn titles_with_slips_and_without_subtitle_are_found() {
    let place = Place::with((0..2000).map(made::record).collect());
    let library = place.library();
    for number in (0..2000).step_by(37) {
        let title = made::title(number);
        let (main, _) = title.split_once(": ").unwrap();
        let slip = title.replacen(char::is_alphabetic, "xq", 1).replace("tumour", "tumor").to_uppercase();
        let found = library.like(&Work { title: Some(slip.clone()), ..Work::default() }).unwrap();
        assert!(pmids(&found).contains(&(1_000_000 + number)), "{slip}");
        let record = made::record(number);
        let short = Work {
            title: Some(main.to_owned()),
            authors: record.work.authors,
            date: record.work.date,
            ..Work::default()
        };
        assert!(pmids(&library.like(&short).unwrap()).contains(&(1_000_000 + number)), "{main}");
        let other = Work {
            title: Some(String::from("Something different")),
            volume: record.work.volume,
            pages: record.work.pages,
            ..short
        };
        assert!(pmids(&library.like(&other).unwrap()).contains(&(1_000_000 + number)), "{main}");
    }
}

#[test]
fn a_short_title_with_a_slip_in_its_only_rare_word_is_found() {
    let mut records: Vec<Record> = (0..300).map(made::record).collect();
    records[7].work.title = Some(String::from("Hyperaldosteronism"));
    let library = Place::with(records);
    let found = library
        .library()
        .like(&Work { title: Some(String::from("Hyperaldosteronsim")), ..Work::default() })
        .unwrap();
    assert_eq!(pmids(&found).first(), Some(&1_000_007));
}

#[test]
fn all_works_of_one_title_are_found() {
    let mut records: Vec<Record> = (0..200).map(made::record).collect();
    for record in records.iter_mut().take(20) {
        record.work.title = Some(String::from("Global burden of disease"));
    }
    let mut wanted = records[13].work.clone();
    wanted.identifiers = Default::default();
    let place = Place::with(records);
    let found = pmids(&place.library().like(&wanted).unwrap());
    assert_eq!(found[0], 1_000_013);
    assert!((0..20).all(|number| found.contains(&(1_000_000 + number))));
}

#[test]
fn importing_again_changes_nothing() {
    let place = Place::new();
    let file = place.file("records.jsonl");
    write_records(&file, 0..50);
    let mut writer = place.writer();
    import(&mut writer, std::slice::from_ref(&file));
    let generation = writer.library().generation();
    let again = import(&mut writer, std::slice::from_ref(&file));
    assert_eq!(again.files[0].outcome, FileOutcome::AlreadyImported);
    assert_eq!(writer.library().generation(), generation);
    let copy = place.file("copy.jsonl");
    std::fs::copy(&file, &copy).unwrap();
    assert_eq!(import(&mut writer, &[copy]).files[0].outcome, FileOutcome::AlreadyImported);
    let options = ImportOptions { force: true, ..ImportOptions::default() };
    let forced = writer.import(&[file], &options, &mut |_| {}, &CancellationToken::new()).unwrap();
    assert_eq!(forced.files[0].outcome, FileOutcome::Imported);
    let stats = place.library().stats().unwrap();
    assert_eq!((stats.records, stats.files.len()), (50, 1));
    for number in 0..50 {
        assert_eq!(place.library().get(&Identifier::Pmid(1_000_000 + number)).unwrap().len(), 1);
    }
}

#[test]
fn a_file_that_changed_replaces_what_came_from_it() {
    let place = Place::new();
    let file = place.file("mine.jsonl");
    let mut writer = place.writer();
    let mut mine = made::record(1);
    mine.source = String::from("ris");
    for title in ["First title of all", "Second title of all"] {
        mine.work.title = Some(title.to_owned());
        std::fs::write(&file, serde_json::to_string(&mine).unwrap()).unwrap();
        import(&mut writer, std::slice::from_ref(&file));
    }
    let found = place.library().get(&Identifier::Pmid(1_000_001)).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].work.title.as_deref(), Some("Second title of all"));
    assert_eq!(place.library().stats().unwrap().records, 1);
}

#[test]
fn a_newer_version_of_a_pubmed_record_replaces_the_older_in_whatever_order() {
    let version = |title: &str, year| {
        let mut record = made::record(1);
        record.work.title = Some(title.to_owned());
        record.as_of = Some(Date { year, month: None, day: None });
        record
    };
    let (old, new) = (version("Old title", 2020), version("New title", 2021));
    for (first, second) in [(&old, &new), (&new, &old)] {
        let place = Place::new();
        let mut writer = place.writer();
        writer.add_records("first", vec![first.clone()]).unwrap();
        let report = writer.add_records("second", vec![second.clone()]).unwrap();
        assert_eq!(report.replaced + report.older, 1);
        let found = place.library().get(&Identifier::Pmid(1_000_001)).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].work.title.as_deref(), Some("New title"));
    }
}

#[test]
fn a_notice_reaches_a_work_that_is_imported_before_or_after_it() {
    let mut watch = made::record(1);
    watch.source = String::from("retraction-watch");
    watch.work.identifiers = [doi("10.1000/made.1")].into_iter().collect();
    watch.notices.push(retraction("retraction-watch"));
    for watch_first in [true, false] {
        let place = Place::new();
        let mut writer = place.writer();
        let mut batches = [("watch", watch.clone()), ("pubmed", made::record(1))];
        if !watch_first {
            batches.reverse();
        }
        for (name, record) in batches {
            writer.add_records(name, vec![record]).unwrap();
        }
        let found = place.library().get(&Identifier::Pmid(1_000_001)).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].source, "pubmed");
        assert_eq!(found[0].notices, [retraction("retraction-watch")]);
        let like = place.library().like(&Work { title: Some(made::title(1)), ..Work::default() }).unwrap();
        assert_eq!(like[0].notices.len(), 1);
    }
}

#[test]
fn a_work_of_which_only_the_retraction_is_known_is_retracted() {
    let mut watch = made::record(1);
    watch.source = String::from("retraction-watch");
    watch.notices.push(retraction("retraction-watch"));
    let found = Place::with(vec![watch]).library().get(&doi("10.1000/made.1")).unwrap();
    assert_eq!(found[0].notices.len(), 1);
}

#[test]
fn a_retraction_notice_marks_the_work_it_is_about() {
    let mut notice = made::record(2);
    notice.types = vec![String::from("Retraction of Publication")];
    notice
        .relations
        .push(Relation { kind: RelationKind::NoticeAbout, identifier: Identifier::Pmid(1_000_001) });
    let place = Place::with(vec![made::record(1), notice]);
    let found = place.library().get(&doi("10.1000/made.1")).unwrap();
    assert_eq!(found[0].notices.len(), 1);
    assert!(found[0].notices[0].identifiers.contains(&Identifier::Pmid(1_000_002)));
    assert!(place.library().get(&Identifier::Pmid(1_000_002)).unwrap()[0].notices.is_empty());
}

#[test]
fn a_file_that_is_cut_off_is_imported_as_far_as_it_goes_and_the_next_one_too() {
    let place = Place::new();
    let (cut, packed, whole) =
        (place.file("cut.jsonl"), place.file("packed.jsonl.gz"), place.file("whole.jsonl"));
    write_records(&cut, 0..20);
    let text = std::fs::read(&cut).unwrap();
    std::fs::write(&cut, &text[..text.len() - 100]).unwrap();
    write_records(&packed, 100..400);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, &std::fs::read(&packed).unwrap()).unwrap();
    let zipped = encoder.finish().unwrap();
    std::fs::write(&packed, &zipped[..zipped.len() / 2]).unwrap();
    write_records(&whole, 1000..1010);
    let missing = place.file("missing.jsonl");
    let odd = place.file("odd.dat");
    std::fs::write(&odd, "Dear reader").unwrap();
    let empty = place.file("empty.jsonl");
    std::fs::write(&empty, "").unwrap();
    let mut writer = place.writer();
    let report = import(&mut writer, &[cut.clone(), packed, missing, odd, empty, place.file(""), whole]);
    assert!(!report.is_complete());
    assert_eq!(report.files[0].records, 19);
    assert!(report.files[0].damage[0].starts_with("cut.jsonl: line 20: "), "{:?}", report.files[0].damage);
    assert!(report.files[1].records > 50, "{:?}", report.files[1]);
    assert!(report.files[1].damage.last().unwrap().starts_with("packed.jsonl.gz: line "));
    for failed in &report.files[2..5] {
        assert!(matches!(&failed.outcome, FileOutcome::Failed(reason) if !reason.is_empty()), "{failed:?}");
    }
    let library = place.library();
    assert_eq!(library.get(&Identifier::Pmid(1_000_000)).unwrap().len(), 1);
    assert_eq!(library.get(&Identifier::Pmid(1_001_009)).unwrap().len(), 1);
    // The rest of the download arrives.
    std::fs::write(&cut, text).unwrap();
    assert_eq!(import(&mut writer, &[cut]).files[0].records, 20);
    assert_eq!(place.library().get(&Identifier::Pmid(1_000_019)).unwrap().len(), 1);
}

#[test]
fn a_library_from_a_newer_version_is_refused_and_both_versions_are_named() {
    let place = Place::with(vec![made::record(1)]);
    std::fs::write(place.root().join("library.json"), r#"{"format":7,"written_by":"3.4.0","more":true}"#)
        .unwrap();
    for error in [
        Library::open(place.root()).err().unwrap(),
        Library::create_or_open_for_import(place.root()).err().unwrap(),
    ] {
        assert!(matches!(error, LibraryError::Newer { found: 7, .. }));
        let message = error.to_string();
        assert!(
            message.contains("format 7, written by referee 3.4.0")
                && message.contains(env!("CARGO_PKG_VERSION")),
            "{message}"
        );
    }
}

#[test]
fn a_damaged_library_is_an_error_and_no_panic() {
    let place = Place::with(vec![made::record(1)]);
    std::fs::write(place.root().join("library.json"), "{").unwrap();
    assert!(matches!(Library::open(place.root()), Err(LibraryError::Damaged { .. })));
    std::fs::write(place.root().join("library.json"), r#"{"format":3}"#).unwrap();
    std::fs::write(place.root().join("index/meta.json"), "{}").unwrap();
    let message = Library::open(place.root()).err().unwrap().to_string();
    assert!(message.contains("is damaged") && message.contains("library repair"), "{message}");
    assert!(!message.to_lowercase().contains("tantivy") && !message.contains("JSON"), "{message}");
}

#[test]
#[cfg(unix)]
fn a_library_that_may_only_be_read_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with(vec![made::record(1)]);
    let folders = [place.root().join("index"), place.root()];
    let set = |mode| {
        for folder in &folders {
            for file in std::fs::read_dir(folder).unwrap().flatten().filter(|file| file.path().is_file()) {
                std::fs::set_permissions(file.path(), PermissionsExt::from_mode(mode & 0o666)).unwrap();
            }
            std::fs::set_permissions(folder, PermissionsExt::from_mode(mode)).unwrap();
        }
    };
    set(0o555);
    let allowed = std::fs::File::create(place.root().join("index/try")).is_ok();
    let library = Library::open(place.root());
    let import = Library::create_or_open_for_import(place.root());
    set(0o755);
    if allowed {
        {
            crate::skipped(format_args!("this user may write everywhere"));
        }
        return;
    }
    assert_eq!(library.unwrap().unwrap().get(&Identifier::Pmid(1_000_001)).unwrap().len(), 1);
    assert!(import.is_err());
}

#[test]
fn two_imports_at_once_are_refused_and_readers_are_not() {
    let place = Place::with(vec![made::record(1)]);
    let writer = place.writer();
    assert!(matches!(Library::create_or_open_for_import(place.root()), Err(LibraryError::Busy { .. })));
    assert_eq!(place.library().stats().unwrap().records, 1);
    drop(writer);
    place.writer();
}

#[test]
fn a_reader_sees_each_file_as_a_whole_and_notices_the_change() {
    let place = Place::with(vec![made::record(5000)]);
    let reader = place.library();
    let before = reader.generation();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                reader.generation();
                let count = reader.stats().unwrap().records;
                assert_eq!(count % 200, 1, "{count}");
                assert_eq!(reader.get(&Identifier::Pmid(1_005_000)).unwrap().len(), 1);
            }
        });
        let mut writer = place.writer();
        for number in 0..6 {
            let records = (number * 200..number * 200 + 200).map(made::record);
            writer.add_records(&format!("file {number}"), records).unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_ne!(reader.generation(), before);
    assert_eq!(reader.generation(), reader.generation());
    assert_eq!(reader.stats().unwrap().records, 1201);
}

#[test]
fn a_cancelled_import_keeps_the_files_before() {
    let place = Place::new();
    let files: Vec<PathBuf> = (0..3).map(|number| place.file(&format!("{number}.jsonl"))).collect();
    for (file, start) in files.iter().zip([0, 1000, 2000]) {
        write_records(file, start..start + 500);
    }
    let cancel = CancellationToken::new();
    let mut writer = place.writer();
    let mut seen = 0;
    let report = writer
        .import(
            &files,
            &ImportOptions::default(),
            &mut |progress| {
                seen += 1;
                assert_eq!(progress.files, 3);
                assert!(progress.bytes <= progress.size);
                if progress.file == 1 && progress.records > 100 {
                    cancel.cancel();
                }
            },
            &cancel,
        )
        .unwrap();
    assert!(seen > 3);
    assert!(report.cancelled);
    assert_eq!(
        report.files.iter().map(|file| &file.outcome).collect::<Vec<_>>(),
        [&FileOutcome::Imported, &FileOutcome::Cancelled, &FileOutcome::Cancelled]
    );
    assert_eq!(place.library().stats().unwrap().records, 500);
    assert_eq!(import(&mut writer, &files).records(), 1000);
    assert_eq!(place.library().stats().unwrap().records, 1500);
}

#[test]
fn what_is_removed_is_gone_and_can_be_imported_again() {
    let place = Place::new();
    let (one, two) = (place.file("one.jsonl"), place.file("two.jsonl"));
    write_records(&one, 0..10);
    write_records(&two, 10..20);
    let mut writer = place.writer();
    import(&mut writer, &[one.clone(), two.clone()]);
    assert_eq!(writer.remove(&Selection::File(PathBuf::from("one.jsonl"))).unwrap(), 10);
    assert_eq!(place.library().stats().unwrap().records, 10);
    assert_eq!(import(&mut writer, std::slice::from_ref(&one)).records(), 10);
    assert_eq!(writer.remove(&Selection::Identifier(doi("10.1000/made.3"))).unwrap(), 1);
    assert!(place.library().get(&Identifier::Pmid(1_000_003)).unwrap().is_empty());
    assert_eq!(writer.remove(&Selection::Source(String::from("ris"))).unwrap(), 0);
    assert_eq!(writer.remove(&Selection::Source(String::from("pubmed"))).unwrap(), 19);
    assert_eq!(import(&mut writer, &[one, two]).records(), 20);
    assert_eq!(writer.remove(&Selection::All).unwrap(), 20);
    let stats = place.library().stats().unwrap();
    assert_eq!((stats.records, stats.files.len()), (0, 0));
    assert_eq!(writer.remove(&Selection::File(PathBuf::from("unknown"))).unwrap(), 0);
}

#[test]
fn an_export_imported_elsewhere_is_the_same_library() {
    let mut watch = made::record(3);
    watch.source = String::from("retraction-watch");
    watch.notices.push(retraction("retraction-watch"));
    let place = Place::with((0..30).map(made::record).chain([watch]).collect());
    let file = place.file("export.jsonl");
    let mut out = Vec::new();
    let library = place.library();
    assert_eq!(library.export(referee_literature::library::ExportFormat::JsonLines, &mut out).unwrap(), 30);
    std::fs::write(&file, out).unwrap();
    let other = Place::new();
    import(&mut other.writer(), &[file]);
    for number in 0..30 {
        let id = Identifier::Pmid(1_000_000 + number);
        assert_eq!(other.library().get(&id).unwrap(), library.get(&id).unwrap());
    }
}

#[test]
fn a_complete_library_says_what_it_covers() {
    let place = Place::with((0..50).map(made::record).collect());
    let library = place.library().with_completeness(Completeness::from_names(["pubmed"]).unwrap());
    let work = |journal: &str, year| Work {
        kind: WorkKind::Article,
        title: Some(String::from("A")),
        container: Some(journal.to_owned()),
        date: Some(Date { year, month: None, day: None }),
        ..Work::default()
    };
    assert_eq!(library.covers(&work("N. Engl. J. Med.", 2000)), Coverage::Complete);
    assert_eq!(library.covers(&work("N. Engl. J. Med.", 2026)), Coverage::Partial);
    assert_eq!(library.covers(&work("Journal of Finance", 2000)), Coverage::Partial);
    assert_eq!(library.covers(&Work { kind: WorkKind::Software, ..work("Lancet", 2000) }), Coverage::None);
    let crossref = place.library().with_completeness(Completeness::from_names(["crossref"]).unwrap());
    let with_doi =
        |text: &str| Work { identifiers: [doi(text)].into_iter().collect(), ..work("Unheard of", 2000) };
    assert_eq!(crossref.covers(&with_doi("10.1000/new")), Coverage::Complete);
    assert_eq!(crossref.covers(&with_doi("10.100/new")), Coverage::Partial);
}
