//! `check paper.docx --fix-copy`: a copy with comments that Word shows; nothing else in the file changes.

use referee_tests::Folder;
use referee_tests::cli::referee;
use referee_tests::tools::{on_path, run, skipped};
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use std::process::Command;
use std::time::Duration;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const TYPES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
const ROOT: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>";

fn word_file(paragraphs: &[&str]) -> Vec<u8> {
    let body: String = paragraphs
        .iter()
        .map(|words| format!("<w:p><w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r></w:p>"))
        .collect();
    word_file_of(&body)
}

/// Builds a Word document with this body.
pub(crate) fn word_file_of(body: &str) -> Vec<u8> {
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
    );
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", ROOT),
        ("word/document.xml", document.as_str()),
        ("docProps/custom.xml", "<custom/>"),
    ] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns the parts of a Word document as text.
pub(crate) fn parts(bytes: &[u8]) -> BTreeMap<String, String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().flatten().map(std::borrow::Cow::into_owned).collect();
    names
        .into_iter()
        .map(|name| {
            let mut text = String::new();
            archive.by_name(&name).unwrap().read_to_string(&mut text).unwrap();
            (name, text)
        })
        .collect()
}

#[test]
fn a_copy_of_a_word_file_has_a_comment_at_each_finding_and_nothing_else_changed() {
    let folder = Folder::with(&[]);
    let paper = word_file(&[
        "Introduction",
        "Rest helps [1], as others found [7].",
        "The difference was significant, t(28) = 2.20, p = .36.",
        "References",
        "1. Ng A. Sleep after surgery. J Wards. 2019;12:45-51.",
        "2. Ode B. Pain after surgery. J Wards. 2020;13:1-9.",
    ]);
    folder.write("paper.docx", &paper);
    let run_of = referee(&folder, &["check", "paper.docx", "--fix-copy", "--fail-on", "never"]);
    assert_eq!(run_of.code, 0, "{run_of:?}");
    assert!(run_of.stderr.contains("paper.referee.docx: a copy of paper.docx with "), "{run_of:?}");
    assert_eq!(std::fs::read(folder.path("paper.docx")).unwrap(), paper, "the file itself is as it was");
    let copy = std::fs::read(folder.path("paper.referee.docx")).unwrap();
    let (old, new) = (parts(&paper), parts(&copy));
    for name in ["_rels/.rels", "docProps/custom.xml"] {
        assert_eq!(old[name], new[name]);
    }
    let comments = &new["word/comments.xml"];
    assert!(comments.contains("no item 7"), "{comments}");
    let count = comments.matches("<w:comment ").count();
    assert!(count >= 1);
    for id in 0..count {
        for mark in ["commentRangeStart", "commentRangeEnd", "commentReference"] {
            let marks = new["word/document.xml"].matches(&format!("<w:{mark} w:id=\"{id}\"/>")).count();
            assert_eq!(marks, 1, "{mark} {id}");
        }
    }
    // A second copy takes no other's place, and a file of another kind is refused with a reason.
    referee(&folder, &["check", "paper.docx", "--fix-copy", "--fail-on", "never"]);
    assert!(folder.path("paper.referee-2.docx").is_file());
    folder.write("paper.md", "Text.\n");
    let refused = referee(&folder, &["check", "paper.md", "--fix-copy"]);
    assert!(refused.code == 2 && refused.stderr.contains("Word files (.docx) only"), "{refused:?}");
    read_by_others(&folder, count);
}

#[test]
fn words_in_a_comment_have_both_of_their_brackets() {
    let folder = Folder::with(&[]);
    folder.write("paper.docx", word_file(&["It helped 5 of 20 (35%) of them, and that was all."]));
    let run_of = referee(&folder, &["check", "paper.docx", "--fix-copy", "--fail-on", "never"]);
    let copy = std::fs::read(folder.path("paper.referee.docx")).unwrap_or_else(|_| panic!("{run_of:?}"));
    let comments = &parts(&copy)["word/comments.xml"];
    assert!(comments.contains("“5 of 20 (35%)”"), "{comments}");
}

/// Reads the copy with other programs, if they are installed.
fn read_by_others(folder: &Folder, count: usize) {
    let copy = folder.path("paper.referee.docx");
    let patience = Duration::from_secs(120);
    match on_path("pandoc") {
        Some(pandoc) => {
            let mut command = Command::new(pandoc);
            command.args(["--track-changes=all", "--to", "native"]).arg(&copy);
            let output = run(&mut command, patience).expect("in time");
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(text.matches("comment-start").count(), count, "{text}");
        }
        None => skipped(format_args!("there is no pandoc")),
    }
    match on_path("soffice") {
        Some(office) => {
            let text = |name: &str| {
                let mut command = Command::new(&office);
                command.env("HOME", folder.home()).args([
                    "--headless",
                    "--convert-to",
                    "txt:Text",
                    "--outdir",
                ]);
                command.arg(folder.path("text")).arg(folder.path(name));
                run(&mut command, patience).expect("in time");
                folder.read(&format!("text/{}", name.replace(".docx", ".txt")))
            };
            assert_eq!(text("paper.referee.docx"), text("paper.docx"));
        }
        None => skipped(format_args!("there is no LibreOffice")),
    }
    let python = on_path("python3").filter(|python| {
        let asked = Command::new(python).args(["-c", "import docx"]).output();
        asked.is_ok_and(|output| output.status.success())
    });
    let Some(python) = python else { return skipped(format_args!("there is no python-docx")) };
    let script = "import docx, sys; print(len(docx.Document(sys.argv[1]).paragraphs))";
    let output = run(Command::new(python).args(["-c", script]).arg(&copy), patience).expect("in time");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "6", "{output:?}");
}
