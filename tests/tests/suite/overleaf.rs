//! A project exported from Overleaf: unpacked and checked; only its bibliography is corrected.

use referee_tests::Folder;
use referee_tests::cli::referee;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const MAIN: &str = "\\documentclass{journal}\n\\usepackage[numbers]{natbib}\n\\title{Sleep after surgery}\n\\begin{document}\n\\maketitle\n\\input{sections/introduction}\n\\bibliographystyle{plainnat}\n\\bibliography{references}\n\\end{document}\n";
const CHAPTER: &str = "\\section{Introduction}\nMetformin was tried \\cite{knowler2002}, and sleep was not \\citep{nobody2099}.\n";
const BIB: &str = "@article{knowler2002,\n  title = {Reduction in the incidence of type 2 diabetes with lifestyle intervention or metformin},\n  author = {Knowler, William C.},\n  journal = {N Engl J Med},\n  year = {2002},\n  doi = {https://doi.org/10.1056/NEJMoa012512},\n}\n";
const CLASS: &str = "\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesClass{journal}\n\\LoadClass{article}\n";

/// The archive of *Menu → Download → Source*: files at the top level, and folders as separate entries.
pub(crate) fn exported() -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    writer.add_directory("sections/", options).unwrap();
    for (name, text) in [
        ("main.tex", MAIN.as_bytes()),
        ("sections/introduction.tex", CHAPTER.as_bytes()),
        ("references.bib", BIB.as_bytes()),
        ("journal.cls", CLASS.as_bytes()),
        ("figures/flow.png", &[0x89, b'P', b'N', b'G', 0xff]),
    ] {
        writer.start_file(name, options).unwrap();
        writer.write_all(text).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_project_of_overleaf_is_checked_and_only_its_bibliography_is_corrected() {
    let folder = Folder::with(&[]);
    let mut archive = ZipArchive::new(Cursor::new(exported())).unwrap();
    archive.extract(folder.path(".")).unwrap();

    let found = referee(&folder, &["check", ".", "--fail-on", "never"]);
    assert!(found.stdout.contains("references.bib has no entry “nobody2099”"), "{found:?}");
    assert!(found.stdout.contains("introduction.tex"), "the chapter is read: {found:?}");

    let fixed = referee(&folder, &["check", "references.bib", "--fix", "--fail-on", "never"]);
    assert!(fixed.stdout.contains("Fixed 1 place"), "{fixed:?}");
    let corrected = BIB.replace("https://doi.org/10.1056/NEJMoa012512", "10.1056/NEJMoa012512");
    for (name, wanted) in [
        ("references.bib", corrected.as_str()),
        ("main.tex", MAIN),
        ("sections/introduction.tex", CHAPTER),
        ("journal.cls", CLASS),
    ] {
        let mut text = String::new();
        std::fs::File::open(folder.path(name)).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, wanted, "{name}");
    }
}
