//! Tests of files designed to exhaust memory or time: each has a limit, which the message states.
use crate::made;
use flate2::Compression;
use flate2::write::GzEncoder;
use referee_literature::library::{FileOutcome, FileReport, ImportOptions};
use referee_literature::{Library, read_records};
use std::io::Write;
use std::path::{Path, PathBuf};
use tokio_util::sync::CancellationToken;

/// The number of bytes to which each test file unpacks; a limit must stop the import before.
const UNPACKED: u64 = 1 << 30;

fn packed(path: &Path, head: &str, repeated: &str, length: u64, tail: &str) {
    let mut out = GzEncoder::new(std::fs::File::create(path).unwrap(), Compression::fast());
    out.write_all(head.as_bytes()).unwrap();
    let block = repeated.repeat((1 << 20) / repeated.len());
    for _ in 0..length / block.len() as u64 {
        out.write_all(block.as_bytes()).unwrap();
    }
    out.write_all(tail.as_bytes()).unwrap();
    out.finish().unwrap();
}

fn imported(file: PathBuf) -> FileReport {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = Library::create_or_open_for_import(folder.path().join("library")).unwrap();
    let report =
        writer.import(&[file], &ImportOptions::default(), &mut |_| {}, &CancellationToken::new()).unwrap();
    writer.close().unwrap();
    report.files.into_iter().next().unwrap()
}

fn said(report: &FileReport) -> String {
    match &report.outcome {
        FileOutcome::Failed(reason) => reason.clone(),
        _ => report.damage.join("; "),
    }
}

/// Returns the peak memory of this process so far, in bytes.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

/// The environment variable that marks the child process of the memory test.
const ALONE: &str = "REFEREE_TEST_UNPACKS_ALONE";

#[test]
fn a_small_file_that_unpacks_to_gigabytes_ends_at_a_limit_in_every_format() {
    // In a separate process, so that the memory of other tests is not counted.
    let ended = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "import_limits::unpacking_child", "--nocapture"])
        .env(ALONE, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    if said.contains("skipped: ") {
        crate::skipped(format_args!("this system does not say how much memory a process had"));
    }
    assert!(ended.status.success(), "{}{said}", String::from_utf8_lossy(&ended.stdout));
}

/// The child process of [`a_small_file_that_unpacks_to_gigabytes_ends_at_a_limit_in_every_format`];
/// does nothing otherwise.
#[test]
fn unpacking_child() {
    if std::env::var_os(ALONE).is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, head, repeated) in [
        ("a.nbib.gz", "PMID- 1\nTI  - A title of some length\nAB  - ", "again and again "),
        ("b.ris.gz", "TY  - JOUR\nTI  - A title of some length\nN2  - ", "word\n      word"),
        (
            "c.xml.gz",
            "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>",
            "again ",
        ),
        (
            "d.csv.gz",
            "Record ID,Title,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature\n1,\"",
            "again ",
        ),
        ("e.jsonl.gz", "{\"work\":{\"title\":\"", "again "),
        ("f.bib.gz", "@article{a, title={", "again "),
        ("g.json.gz", "[{\"title\": \"", "again "),
        // One endless word, which compresses best.
        ("h.bib.gz", "@article{a, title={", "a"),
    ] {
        let file = folder.path().join(name);
        packed(&file, head, repeated, UNPACKED, "");
        let report = imported(file);
        let said = said(&report);
        assert!(said.contains(" MB") || said.contains("times its size"), "{name}: {said}");
        assert_eq!(report.records, 0, "{name}");
    }
    if let Some(peak) = peak() {
        assert!(peak < 700 << 20, "{} MB", peak >> 20);
    } else {
        crate::skipped(format_args!("this system does not say how much memory a process had"));
    }
}

#[test]
fn a_record_that_is_too_long_is_left_out_and_its_neighbours_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let long = "again and again ".repeat(1_100_000);
    let nbib = folder.path().join("long.nbib");
    std::fs::write(
        &nbib,
        format!("PMID- 1\nTI  - First\n\nPMID- 2\nTI  - Long\nAB  - {long}\n\nPMID- 3\nTI  - Last\n"),
    )
    .unwrap();
    let ris = folder.path().join("long.ris");
    std::fs::write(
        &ris,
        format!("TY  - JOUR\nTI  - First\nER  - \n\nTY  - JOUR\nTI  - Long\nN2  - {long}\nER  - \n\nTY  - JOUR\nTI  - Last\nER  - \n"),
    )
    .unwrap();
    let json = folder.path().join("long.jsonl");
    let line = |number| serde_json::to_string(&made::record(number)).unwrap();
    std::fs::write(&json, format!("{}\n{{\"work\":{{\"title\":\"{long}\"}}}}\n{}\n", line(1), line(2)))
        .unwrap();
    let bib = folder.path().join("long.bib");
    std::fs::write(
        &bib,
        format!("@article{{a, title = {{First}}}}\n@article{{b, title = {{Long}}, abstract = {{{long}}}}}\n@article{{c, title = {{Last}}}}\n"),
    )
    .unwrap();
    for file in [nbib, ris, json, bib] {
        let read = read_records(&file).unwrap();
        assert_eq!(read.records.len(), 2, "{}: {:?}", file.display(), read.damage);
        assert_eq!(read.damage.len(), 1, "{:?}", read.damage);
        assert!(read.damage[0].contains("more than 16 MB"), "{:?}", read.damage);
    }
}

#[test]
#[cfg(unix)]
fn a_pipe_and_a_device_are_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("records.nbib");
    if !std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        crate::skipped(format_args!("there is no mkfifo"));
        return;
    }
    let link = folder.path().join("zero.ris");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    for file in [pipe, link] {
        assert_eq!(read_records(&file).unwrap_err().to_string(), "it is not a regular file");
    }
}

#[test]
fn a_record_of_another_library_is_shown_without_what_a_terminal_obeys() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hostile.jsonl");
    let mut record = made::record(5);
    record.work.title = Some("Salt \u{1b}]0;owned\u{7}\u{202e}and sugar".into());
    record.subjects = vec!["Sodium\u{1b}[2J".into()];
    record.source = "other\u{7}".into();
    std::fs::write(&file, serde_json::to_string(&record).unwrap()).unwrap();
    let read = read_records(&file).unwrap().records.remove(0);
    assert_eq!(read.work.title.as_deref(), Some("Salt and sugar"));
    assert_eq!((read.subjects[0].as_str(), read.source.as_str()), ("Sodium", "other"));
}
