#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot set itself up should fail"
)]

use super::read;
use referee_records::PassagePart;

fn sources(files: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
}

#[test]
fn a_work_in_several_files_is_read() {
    let files = sources(&[
        (
            "main.tex",
            "\\documentclass{article}\n\\title{Nights on wards}\n\\author{Ada Roe \\and Ben Doe}\n\\begin{document}\n\\maketitle\n\\begin{abstract}\nWe count nights.\n\\end{abstract}\n\\input{sections/one}\n\\bibliography{refs}\n\\end{document}\nrest",
        ),
        (
            "sections/one.tex",
            "\\section{Results}\nNights fell by 12\\%\nafter % a comment\nsurgery~\\cite{a}.\n\nA second paragraph with\n\\begin{equation}\nx = 1\n\\end{equation}\nin it.\\footnote{A note.}\n\\begin{table}\\caption{Doses}\\begin{tabular}{ll}a & 1\\\\ b & 2\\end{tabular}\\end{table}\n",
        ),
        ("main.bbl", "\\begin{thebibliography}{1}\\bibitem{a} Roe A. Days. 2018.\\end{thebibliography}"),
        ("unused.tex", "never read"),
    ]);
    let text = read(&files, "2101.00001v2.tar.gz").unwrap();
    let passages: Vec<(PassagePart, Option<&str>, &str)> =
        text.passages.iter().map(|p| (p.part, p.section.as_deref(), p.text.as_str())).collect();
    assert_eq!(
        passages,
        [
            (PassagePart::Title, None, "Nights on wards"),
            (PassagePart::Abstract, None, "We count nights."),
            (PassagePart::Body, Some("Results"), "Nights fell by 12% after surgery."),
            (PassagePart::Caption, Some("Results"), "Doses"),
            (PassagePart::Table, Some("Results"), "a | 1; b | 2"),
            (PassagePart::Body, Some("Results"), "A second paragraph with x = 1 in it."),
            (PassagePart::Body, Some("Results"), "A note."),
            (PassagePart::Reference, None, "Roe A. Days. 2018."),
        ]
    );
    assert_eq!(text.version.as_deref(), Some("arXiv v2"));
    assert_eq!(text.work.authors.len(), 2);
}

#[test]
fn files_that_include_each_other_end() {
    let files = sources(&[
        ("a.tex", "\\documentclass{article}\\begin{document}One.\n\n\\input{b}\\end{document}"),
        ("b.tex", "Two.\n\n\\input{a}\\input{b}\\input{../../etc/passwd}"),
    ]);
    let text = read(&files, "x").unwrap();
    assert_eq!(text.passages[0].text, "One.");
    assert!(read(&sources(&[("a.tex", "no class")]), "x").is_err());
}
