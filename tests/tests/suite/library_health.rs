//! A library on a full disk, a damaged library, and malicious files: messages and behaviour of the
//! commands.

use referee_tests::Folder;
use referee_tests::cli::{Run, referee, run_at_home, run_wrapped};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const LIBRARY: &[&str] = &["--library", "library"];

fn library(folder: &Folder, arguments: &[&str]) -> Run {
    referee(folder, &[&["library"], arguments, LIBRARY].concat())
}

fn speaks_of_the_library(run: &Run) {
    let text = format!("{}{}", run.stdout, run.stderr);
    for word in ["antivy", "index writer", "panicked", "segment", "Footer", "DataCorruption"] {
        assert!(!text.contains(word), "{text}");
    }
}

/// Returns NBIB with this number of records.
fn records(count: u32) -> String {
    let mut text = String::new();
    for number in 1..=count {
        let _ = write!(
            text,
            "PMID- {number}\nTI  - Effect of drug {number} on outcome {}\nAB  - {}\nDP  - 2020\nJT  - Journal\n\n",
            number * 7,
            format!("Sentence {number} of the abstract says that {} grew. ", number * 13).repeat(8)
        );
    }
    text
}

#[test]
fn a_damaged_library_is_checked_and_repaired_by_commands_that_the_message_names() {
    let folder = Folder::with(&[("a.nbib", &records(300))]);
    assert_eq!(library(&folder, &["import", "a.nbib"]).code, 0);
    let whole = library(&folder, &["check"]);
    assert_eq!((whole.code, whole.stdout.as_str()), (0, "300 records, and nothing is damaged\n"));
    let index = folder.path("library/index");
    for file in std::fs::read_dir(&index).expect("an index").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if [".store", ".idx", ".term"].iter().any(|end| name.ends_with(end)) {
            let mut bytes = std::fs::read(file.path()).expect("a file");
            let at = bytes.len() / 3;
            bytes[at..].fill(0xa5);
            std::fs::write(file.path(), bytes).expect("a damaged file");
        }
    }
    for arguments in [&["search", "drug 17"][..], &["get", "PMID:17"], &["stats"], &["export"]] {
        let run = library(&folder, arguments);
        speaks_of_the_library(&run);
        assert!(run.code != 0 || arguments == ["stats"], "{arguments:?}: {}", run.stdout);
    }
    let damaged = library(&folder, &["check"]);
    speaks_of_the_library(&damaged);
    assert_eq!(damaged.code, 1, "{}", damaged.stderr);
    assert!(damaged.stderr.contains("library repair"), "{}", damaged.stderr);
    let repaired = library(&folder, &["repair"]);
    speaks_of_the_library(&repaired);
    assert_eq!(repaired.code, 0, "{}{}", repaired.stdout, repaired.stderr);
    assert!(repaired.stdout.contains("300 records; nothing is lost"), "{}", repaired.stdout);
    assert_eq!(library(&folder, &["get", "PMID:17"]).code, 0);
    assert_eq!(library(&folder, &["check"]).code, 0);
}

#[test]
fn what_a_damaged_library_lost_for_good_is_named_with_its_file() {
    let folder = Folder::with(&[("a.nbib", &records(50))]);
    assert_eq!(library(&folder, &["import", "a.nbib"]).code, 0);
    std::fs::remove_file(folder.path("a.nbib")).expect("the file");
    for file in std::fs::read_dir(folder.path("library/index")).expect("an index").flatten() {
        if file.path().extension().is_some_and(|extension| extension == "store") {
            std::fs::remove_file(file.path()).expect("a file of the index");
        }
    }
    let repaired = library(&folder, &["repair"]);
    assert_eq!(repaired.code, 1, "{}", repaired.stdout);
    assert!(repaired.stderr.contains("0 of 50 records from"), "{}", repaired.stderr);
    assert!(
        repaired.stderr.contains("a.nbib") && repaired.stderr.contains("not there any more"),
        "{}",
        repaired.stderr
    );
    folder.write("a.nbib", records(50));
    assert_eq!(library(&folder, &["import", "a.nbib"]).code, 0);
    assert_eq!(library(&folder, &["get", "PMID:17"]).code, 0);
}

#[test]
fn a_full_disk_costs_the_file_under_way_and_says_so() {
    let folder =
        Folder::with(&[("a.nbib", &records(200)), ("b.nbib", &records(40_000)), ("library/.keep", "")]);
    // A 3 MB disk that only this process sees.
    let words = |script: &str| ["unshare", "-rm", "sh", "-c", script, "sh"].map(str::to_owned).to_vec();
    let mount = format!("mount -t tmpfs -o size=3m none {}", folder.path("library").display());
    if !Command::new("unshare")
        .args(["-rm", "sh", "-c", &mount])
        .status()
        .is_ok_and(|status| status.success())
    {
        eprintln!("skipped: this system gives nobody a small disk of their own");
        return;
    }
    let script = format!(
        "{mount} && \"$0\" library import a.nbib --library library >&2 && \"$0\" library import b.nbib --library library; \
         echo status $? >&2; \"$0\" library stats --library library; \"$0\" library check --library library; exec \"$0\" \"$@\""
    );
    let script =
        script.replace("\"$0\" library", "\"$1\" library").replace("exec \"$0\" \"$@\"", "exec \"$@\"");
    let run = run_wrapped(
        &words(&script),
        Path::new(&folder.path(".")),
        &["library", "get", "PMID:17", "--library", "library"],
    );
    speaks_of_the_library(&run);
    assert!(run.stderr.contains("is full") && run.stderr.contains("make room"), "{}", run.stderr);
    assert!(run.stderr.contains("status 2"), "{}", run.stderr);
    assert!(run.stdout.contains("200 records, and nothing is damaged"), "{}{}", run.stdout, run.stderr);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

/// Returns a PDF of one page with this content, which may draw the forms `/F0`, `/F1`, ….
fn pdf(content: &[u8], filter: &str, forms: &[String]) -> Vec<u8> {
    let names: String = (0..forms.len()).map(|form| format!("/F{form} {} 0 R ", 6 + form)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_vec(),
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /A 3 0 R >> /XObject << {names} >> >> >>").into_bytes(),
        [format!("<< /Length {} {filter} >>\nstream\n", content.len()).as_bytes(), content, b"\nendstream"].concat(),
    ];
    for form in forms {
        objects.push(
            format!("<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /A 3 0 R >> /XObject << {names} >> >> /Length {} >>\nstream\n{form}\nendstream", form.len()).into_bytes(),
        );
    }
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n", number + 1).bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let start = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").bytes());
    }
    out.extend(
        format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1)
            .bytes(),
    );
    out
}

#[test]
fn a_pdf_that_draws_for_ever_or_unpacks_to_gigabytes_ends_with_its_limit_and_the_next_file_is_read() {
    let folder = Folder::with(&[("good.md", "# Guide 2020\n\n## Drugs\n\nOffer one drug.\n")]);
    // Each form draws the next one twenty times.
    let forms: Vec<String> = (0..12)
        .map(|form| match form {
            11 => "BT /A 10 Tf 50 50 Td (again) Tj ET".to_owned(),
            form => format!("/F{} Do ", form + 1).repeat(20),
        })
        .collect();
    folder.write("forever.pdf", pdf(b"/F0 Do", "", &forms));
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let block = vec![b' '; 1 << 20];
    for _ in 0..3_000 {
        std::io::Write::write_all(&mut packed, &block).expect("memory");
    }
    let packed = packed.finish().expect("memory");
    folder.write("bomb.pdf", pdf(&packed, "/Filter /FlateDecode", &[]));
    let run = library(&folder, &["import", "forever.pdf", "bomb.pdf", "good.md"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    let limits = ["seconds", "letters", "GB of memory"];
    for name in ["forever.pdf", "bomb.pdf"] {
        let line =
            run.stderr.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{}", run.stderr));
        assert!(limits.iter().any(|limit| line.contains(limit)), "{line}");
    }
    assert!(run.stdout.contains("good.md"), "{}", run.stdout);
    assert_eq!(library(&folder, &["search", "offer one drug"]).code, 0);
}

#[test]
fn a_hostile_record_prints_nothing_that_a_terminal_obeys() {
    let hostile = "Salt \u{1b}]0;owned\u{7}and \u{1b}[31msugar\u{202e} in \u{9b}2Jfood";
    let folder = Folder::with(&[
        ("a.nbib", &format!("PMID- 7\nTI  - {hostile}\nFAU - Doe\u{1b}[1m, Jane\nDP  - 2020\nJT  - J\n")),
        (
            "b.ris",
            &format!("TY  - JOUR\nTI  - {hostile} again\nAU  - Roe\u{7}, Richard\nPY  - 2021\nER  - \n"),
        ),
    ]);
    assert_eq!(library(&folder, &["import", "a.nbib", "b.ris"]).code, 0);
    for arguments in [
        &["search", "salt sugar"][..],
        &["get", "PMID:7", "--json"],
        &["export"],
        &["export", "--format", "bibtex"],
    ] {
        let run = library(&folder, arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        assert!(run.stdout.contains("Salt and sugar in food"), "{arguments:?}: {}", run.stdout);
        let obeyed = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!run.stdout.chars().any(obeyed), "{arguments:?}: {:?}", run.stdout);
    }
}

#[test]
fn a_folder_of_shards_is_neither_called_empty_nor_imported_into() {
    let folder = Folder::with(&[
        (
            "shards/shards.json",
            r#"{"format": 2, "generation": 1, "newest": null, "highest_pmid": 0, "files": 0, "shards": [], "rest": null}"#,
        ),
        ("refs.bib", "@article{a, title = {On sleep}, year = {2001}}\n"),
    ]);
    for asked in [["search", "sleep"], ["get", "PMID:1"], ["import", "refs.bib"]] {
        let run = referee(&folder, &["library", asked[0], asked[1], "--library", "shards"]);
        assert_eq!(run.code, 2, "{}", run.stdout);
        assert!(run.stderr.contains("holds shards of a shared library"), "{}", run.stderr);
    }
    let held = std::fs::read_dir(folder.path("shards")).expect("the folder").count();
    assert_eq!(held, 1, "something was written beside the list");
}

#[test]
fn a_shared_library_on_another_machine_is_not_asked_where_no_network_is_allowed() {
    let folder = Folder::with(&[]);
    let environment = [
        ("REFEREE_NETWORK".to_owned(), "deny".to_owned()),
        ("REFEREE_LIBRARY__URL".to_owned(), "postgres://reader@db.example.org/referee".to_owned()),
    ];
    for asked in [vec!["library", "search", "sleep"], vec!["library", "shard", "shards"]] {
        let run = run_at_home(&folder.path("."), &folder.home(), &environment, &asked);
        assert_eq!(run.code, 2, "{}", run.stdout);
        assert!(run.stderr.contains("no network is allowed"), "{}", run.stderr);
    }
}
