//! Manuscripts and reference lists that are not plain text, passed to the command line by an author
//! or an editor.

use referee_tests::Folder;
use referee_tests::cli::{Run, referee};
use serde_json::Value;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A library of one work that is declared complete.
const LIBRARY: &str = r#"[{"id": "x", "type": "article-journal", "title": "Early walking after surgery of the hip",
  "author": [{"family": "Osei", "given": "Kofi"}, {"family": "Brandt", "given": "Lena"}],
  "container-title": "Journal of Wards", "issued": {"date-parts": [[2019]]}, "volume": "12", "page": "45-51",
  "DOI": "10.5555/wards.2019.45"}]"#;

fn folder() -> Folder {
    Folder::with(&[
        ("library.json", LIBRARY),
        ("referee.toml", "[library]\nfiles = [\"library.json\"]\ncomplete = [\"all\"]\n"),
    ])
}

fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub(super) fn docx(body: &str) -> Vec<u8> {
    archive(&[(
        "word/document.xml",
        &format!(
            "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
        ),
    )])
}

pub(super) fn paragraph(words: &str) -> String {
    format!("<w:p><w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r></w:p>")
}

/// Returns a paragraph that cites one work with this title and year in a Zotero field.
fn citing(title: &str, year: u32) -> String {
    // A work outside the library has other authors and pages than the work in it.
    let (people, volume, pages) = match title.starts_with("Early walking") {
        true => ([("Osei", "Kofi"), ("Brandt", "Lena")], "12", "45-51"),
        false => ([("Quill", "Xenia"), ("Marsh", "Otto")], "3", "7-9"),
    };
    let data = serde_json::json!({"citationItems": [{"id": 1, "uris": ["http://zotero.org/users/1/items/A"], "itemData": {
        "type": "article-journal", "title": title, "container-title": "Journal of Wards", "volume": volume, "page": pages,
        "author": people.map(|(family, given)| serde_json::json!({"family": family, "given": given})),
        "issued": {"date-parts": [[year]]}
    }}]});
    let code = format!("ADDIN ZOTERO_ITEM CSL_CITATION {data}").replace('"', "&quot;");
    format!(
        "<w:p><w:r><w:t xml:space=\"preserve\">Walking early helps </w:t></w:r><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>{code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>({} and {}, {year})</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r><w:r><w:t>.</w:t></w:r></w:p>",
        people[0].0, people[1].0
    )
}

fn write(folder: &Folder, name: &str, bytes: &[u8]) {
    std::fs::write(folder.path(name), bytes).unwrap();
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

fn findings<'a>(report: &'a Value, rule: &str) -> Vec<&'a Value> {
    let all = report["files"][0]["findings"].as_array().unwrap();
    all.iter().filter(|finding| finding["rule"] == rule).collect()
}

#[test]
fn a_word_file_with_a_work_that_does_not_exist_says_so_with_its_paragraph() {
    let folder = folder();
    let body = format!(
        "{}{}",
        paragraph("Introduction"),
        citing("Dancing bears and their influence on knees", 2016)
    );
    write(&folder, "paper.docx", &docx(&body));
    let run = referee(&folder, &["check", "paper.docx", "--offline"]);
    assert!(run.stdout.contains("paragraph 2"), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("1 not found"), "{}", run.stdout);
    let report = json(&referee(&folder, &["check", "paper.docx", "--offline", "--format", "json"]));
    let found = findings(&report, "citation/not-found");
    assert_eq!(found.len(), 1, "{report:#}");
    assert_eq!(found[0]["place"]["paragraph"], 2);
    assert!(found[0]["place"]["text"].as_str().unwrap().contains("Dancing bears"), "{report:#}");
    assert_eq!(found[0]["fixes"], serde_json::json!([]));
    assert_eq!(report["files"][0]["references"][0]["key"], "quill2016");
}

#[test]
fn a_word_file_whose_references_are_right_is_left_alone() {
    let folder = folder();
    write(&folder, "paper.docx", &docx(&citing("Early walking after surgery of the hip", 2019)));
    let report = json(&referee(&folder, &["check", "paper.docx", "--offline", "--format", "json"]));
    assert_eq!(report["summary"]["references"]["verified"], 1, "{report:#}");
    let about_citations = report["files"][0]["findings"].as_array().unwrap().iter();
    let about_citations: Vec<_> =
        about_citations.filter(|one| one["rule"].as_str().unwrap().starts_with("citation/")).collect();
    assert!(about_citations.is_empty(), "{about_citations:?}");
}

#[test]
fn fixing_a_word_file_is_refused_and_the_file_stays_as_it_is() {
    let folder = folder();
    let bytes = docx(&citing("Early walking after surgery of the hip", 2011));
    write(&folder, "paper.docx", &bytes);
    let run = referee(&folder, &["check", "paper.docx", "--offline", "--fix"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("it is only read"), "{}", run.stderr);
    assert_eq!(std::fs::read(folder.path("paper.docx")).unwrap(), bytes);
}

#[test]
fn a_list_in_a_word_file_becomes_a_bibliography() {
    let folder = folder();
    let body = [
        paragraph("Others found the same [1]."),
        paragraph("References"),
        paragraph(
            "1. Osei K, Brandt L. Early walking after surgery of the hip. J Wards. 2019;12(3):45-51. doi:10.5555/wards.2019.45",
        ),
        paragraph("2. Lindqvist P. Pain in the night after surgery. J Wards. 2021;14:7-9."),
    ];
    write(&folder, "paper.docx", &docx(&body.concat()));
    let text = referee(&folder, &["references", "paper.docx"]);
    assert_eq!(text.stdout.lines().count(), 2, "{}{}", text.stdout, text.stderr);
    let bibtex = referee(&folder, &["references", "paper.docx", "--format", "bibtex"]).stdout;
    assert!(bibtex.contains("@article{osei2019,") && bibtex.contains("10.5555/wards.2019.45"), "{bibtex}");
    let csl = json(&referee(&folder, &["references", "paper.docx", "--format", "csl-json"]));
    assert_eq!(csl[1]["title"], "Pain in the night after surgery");
    let ris = referee(&folder, &["references", "paper.docx", "--format", "ris"]).stdout;
    assert_eq!(ris.matches("TY  - JOUR").count(), 2, "{ris}");
    // Reading the output again gives the same references.
    folder.write("again.ris", &ris);
    folder.write("again.bib", &bibtex);
    for name in ["again.ris", "again.bib"] {
        let again = json(&referee(&folder, &["references", name, "--format", "csl-json"]));
        assert_eq!(again[1]["title"], "Pain in the night after surgery", "{name}");
    }
}

#[test]
fn exports_of_other_programs_are_checked_entry_by_entry() {
    let folder = folder();
    let lists = [
        (
            "list.ris",
            "TY  - JOUR\nAU  - Osei, Kofi\nAU  - Brandt, Lena\nTI  - Early walking after surgery of the hip\nJF  - Journal of Wards\nPY  - 2019\nVL  - 12\nSP  - 45\nEP  - 51\nER  - \n\nTY  - JOUR\nAU  - Nobody, Ann\nTI  - Dancing bears and their influence on knees\nJF  - Journal of Wards\nPY  - 2016\nER  - \n",
        ),
        (
            "list.enw",
            "%0 Journal Article\n%A Osei, Kofi\n%A Brandt, Lena\n%T Early walking after surgery of the hip\n%J Journal of Wards\n%D 2019\n%V 12\n%P 45-51\n\n%0 Journal Article\n%A Nobody, Ann\n%T Dancing bears and their influence on knees\n%J Journal of Wards\n%D 2016\n",
        ),
        (
            "list.xml",
            "<xml><records><record><ref-type name=\"Journal Article\">17</ref-type><contributors><authors><author>Osei, Kofi</author><author>Brandt, Lena</author></authors></contributors><titles><title>Early walking after surgery of the hip</title><secondary-title>Journal of Wards</secondary-title></titles><pages>45-51</pages><volume>12</volume><dates><year>2019</year></dates></record><record><ref-type name=\"Journal Article\">17</ref-type><contributors><authors><author>Nobody, Ann</author></authors></contributors><titles><title>Dancing bears and their influence on knees</title><secondary-title>Journal of Wards</secondary-title></titles><dates><year>2016</year></dates></record></records></xml>",
        ),
        (
            "list.bbl",
            "\\begin{thebibliography}{2}\n\\bibitem{osei}\nK.~Osei and L.~Brandt.\n\\newblock Early walking after surgery of the hip.\n\\newblock {\\em Journal of Wards}, 12:45--51, 2019.\n\n\\bibitem{nobody}\nA.~Nobody.\n\\newblock Dancing bears and their influence on knees.\n\\newblock {\\em Journal of Wards}, 9:1--8, 2016.\n\\end{thebibliography}\n",
        ),
    ];
    for (name, text) in lists {
        folder.write(name, text);
        let report = json(&referee(&folder, &["check", name, "--offline", "--format", "json"]));
        assert_eq!(report["summary"]["references"]["verified"], 1, "{name}: {report:#}");
        assert_eq!(report["summary"]["references"]["not-found"], 1, "{name}: {report:#}");
        let found = findings(&report, "citation/not-found");
        assert!(found[0]["range"]["start"]["line"].as_u64().is_some(), "{name}");
    }
}

#[test]
fn the_page_for_an_editor_is_one_file_and_runs_nothing() {
    let folder = folder();
    let body =
        format!("{}{}", citing("Dancing <script>alert(1)</script> bears & knees", 2016), paragraph("End"))
            .replace("<script>", "&lt;script&gt;")
            .replace("</script>", "&lt;/script&gt;")
            .replace(" & ", " &amp; ");
    write(&folder, "paper.docx", &docx(&body));
    let page = referee(&folder, &["check", "paper.docx", "--offline", "--format", "html"]).stdout;
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(
        page.contains("not found") && page.contains("Signed off") && page.contains("type=\"checkbox\""),
        "{page}"
    );
    assert!(!page.contains("<script") && !page.contains("src="), "{page}");
    assert!(page.contains("&lt;script&gt;") || !page.contains("script"), "{page}");
}

#[test]
fn what_is_locked_old_cut_off_or_a_bomb_gets_one_plain_sentence() {
    let folder = folder();
    let mut locked = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    write(&folder, "old.docx", &locked);
    locked.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    write(&folder, "locked.docx", &locked);
    let whole = docx(&paragraph("Words."));
    write(&folder, "cut.docx", &whole[..whole.len() / 2]);
    write(&folder, "bomb.docx", &docx(&" ".repeat(65 << 20)));
    write(&folder, "no.pdf", b"%PDF-1.4\nnothing");
    write(&folder, "no.rtf", b"plain words");
    for (name, said) in [
        ("old.docx", "old Word format"),
        ("locked.docx", "password protected"),
        ("cut.docx", "damaged"),
        ("bomb.docx", "64 MB"),
        ("no.pdf", "not a readable PDF"),
        ("no.rtf", "not a valid RTF file"),
    ] {
        let run = referee(&folder, &["check", name, "--offline"]);
        assert_eq!(run.code, 2, "{name}: {}", run.stdout);
        assert!(run.stderr.contains(said), "{name}: {}", run.stderr);
        assert_eq!(run.stderr.trim_end().lines().count(), 1, "{name}: {}", run.stderr);
    }
}

#[test]
fn org_restructuredtext_and_myst_cite_as_the_others_do() {
    let folder = folder();
    folder.write("refs.bib", "@article{osei2019,\n  author = {Osei, Kofi and Brandt, Lena},\n  title = {Early walking after surgery of the hip},\n  journal = {Journal of Wards},\n  year = {2019},\n  volume = {12},\n  pages = {45--51}\n}\n");
    for (name, text) in [
        (
            "paper.org",
            "#+bibliography: refs.bib\n\n* Introduction\n\nWalking helps [cite:@osei2019; @missing2020].\n\nAs cite:osei2019 says.\n",
        ),
        (
            "paper.rst",
            "Introduction\n============\n\nWalking helps :cite:p:`osei2019,missing2020`.\n\n.. bibliography:: refs.bib\n",
        ),
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nWalking helps {cite:p}`osei2019, missing2020`.\n"),
    ] {
        folder.write(name, text);
        let report = json(&referee(&folder, &["check", name, "--offline", "--format", "json"]));
        assert_eq!(report["summary"]["references"]["verified"], 1, "{name}: {report:#}");
        let undefined = findings(&report, "citation/undefined-key");
        assert_eq!(undefined.len(), 1, "{name}: {report:#}");
        assert_eq!(undefined[0]["data"]["key"], "missing2020", "{name}");
    }
}

#[test]
fn the_pages_of_a_book_cite_from_the_bibliographies_that_its_settings_name() {
    let bib = "@article{osei2019,\n  author = {Osei, Kofi and Brandt, Lena},\n  title = {Early walking after surgery of the hip},\n  journal = {Journal of Wards},\n  year = {2019},\n  volume = {12},\n  pages = {45--51},\n  doi = {10.5555/wards.2019.45},\n}\n";
    let rst = "Walking helps :cite:p:`osei2019,missing2020`.\n\n.. bibliography::\n";
    let myst = "# Walking\n\nIt helps {cite:p}`osei2019,missing2020`.\n\n```{bibliography}\n```\n";
    let notebook = r##"{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["It helps {cite:p}`osei2019,missing2020`."]}],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5}"##;
    for (settings, text, page, draft) in [
        ("conf.py", "bibtex_bibfiles = [\n    'all/refs.bib',\n]\n", "pages/walk.rst", rst),
        ("conf.py", "bibtex_bibfiles = ['all/refs.bib']\n", "pages/walk.md", myst),
        ("_config.yml", "title: Wards\nbibtex_bibfiles:\n  - all/refs.bib\n", "pages/walk.ipynb", notebook),
        ("myst.yml", "project:\n  bibliography:\n    - all/refs.bib\n", "pages/walk.md", myst),
    ] {
        let folder = folder();
        folder.write("all/refs.bib", bib);
        folder.write(settings, text);
        folder.write(page, draft);
        let report = json(&referee(&folder, &["check", page, "--offline", "--format", "json"]));
        assert_eq!(report["summary"]["references"]["verified"], 1, "{settings}, {page}: {report:#}");
        let undefined = findings(&report, "citation/undefined-key");
        assert_eq!(undefined.len(), 1, "{settings}, {page}: {report:#}");
        assert_eq!(undefined[0]["data"]["key"], "missing2020", "{settings}, {page}");
    }
}

#[test]
fn the_documents_of_others_are_read() {
    let Some(shared) = referee_tests::sim::shared().map(|shared| shared.join("data/documents")) else {
        println!("skipped: the shared documents are not here");
        return;
    };
    let folder = folder();
    let count = |name: &str| {
        std::fs::copy(shared.join(name), folder.path(name)).unwrap();
        let run = referee(&folder, &["references", name, "--format", "csl-json"]);
        json(&run).as_array().unwrap().len()
    };
    assert_eq!(count("zotero_citations.docx"), 3, "four citations of three works");
    assert!(count("mendeley_citations.docx") >= 3);
    assert_eq!(count("to_err_is_human.docx"), count("to_err_is_human.pdf"), "the same paper in both forms");
    assert!(count("endnote.xml") >= 1);
    for (name, said) in [("scanned-image-only.pdf", "a scan"), ("encrypted.pdf", "password")] {
        std::fs::copy(shared.join(name), folder.path(name)).unwrap();
        let run = referee(&folder, &["check", name]);
        assert!(run.code == 2 && run.stderr.contains(said), "{name}: {}", run.stderr);
    }
}
