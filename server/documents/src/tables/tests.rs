#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
use crate::fixture::{archive, docx, paragraph};
use crate::{DocumentKind, read};
use referee_syntax::Document;

/// A table: rows of cells, each of which contains paragraphs.
type Cells<'t> = &'t [&'t [&'t [&'t str]]];

const LABS: Cells<'_> =
    &[&[&["Test"], &["Result"], &["Ref"]], &[&["K"], &["6.4"], &["3.5-5.0"]], &[&["eGFR"], &["21"], &[""]]];

/// Builds the same table as Word, LibreOffice and Rich Text documents store it, after the paragraph "Labs" and before "End".
fn documents(before: &str, table: Cells<'_>) -> [Document; 3] {
    let written = |row: (&str, &str), cell: (&str, &str), paragraph: &dyn Fn(&str) -> String| -> String {
        let cells = |cells: &[&[&str]]| -> String {
            let one = |words: &&[&str]| words.iter().map(|words| paragraph(words)).collect::<String>();
            cells.iter().map(|words| format!("{}{}{}", cell.0, one(words), cell.1)).collect()
        };
        table.iter().map(|one| format!("{}{}{}", row.0, cells(one), row.1)).collect()
    };
    let word = written(("<w:tr>", "</w:tr>"), ("<w:tc>", "</w:tc>"), &paragraph);
    let word = format!("{}<w:tbl>{word}</w:tbl>{}", paragraph(before), paragraph("End"));
    let p = |words: &str| format!("<text:p>{words}</text:p>");
    let office = written(
        ("<table:table-row>", "</table:table-row>"),
        ("<table:table-cell>", "</table:table-cell>"),
        &p,
    );
    let office = format!(
        "<office:document-content xmlns:office=\"o\" xmlns:text=\"t\" xmlns:table=\"b\"><office:body><office:text>{}<table:table>{office}</table:table>{}</office:text></office:body></office:document-content>",
        p(before),
        p("End")
    );
    let rich = table.iter().fold(String::new(), |rich, row| {
        let cells = row.iter().map(|words| format!("\\pard\\intbl {}\\cell", words.join("\\par ")));
        format!("{rich}\\trowd{}\\row", cells.collect::<String>())
    });
    let rich = format!("{{\\rtf1\\ansi\\pard {before}\\par{rich}\\pard End\\par}}");
    [
        read(DocumentKind::Docx, &docx(&word, &[])).unwrap(),
        read(DocumentKind::Odt, &archive(&[("content.xml", office.as_bytes())])).unwrap(),
        read(DocumentKind::Rtf, rich.as_bytes()).unwrap(),
    ]
}

fn lines(document: &Document) -> Vec<String> {
    document.text().to_string().lines().map(str::to_owned).collect()
}

#[test]
fn a_table_is_one_block_with_a_line_for_each_row() {
    for document in documents("Labs", LABS) {
        assert_eq!(
            lines(&document),
            ["Labs", "| Test | Result | Ref |", "| K | 6.4 | 3.5-5.0 |", "| eGFR | 21 |  |", "End"]
        );
        let at = document.text().to_string().find("6.4").unwrap();
        assert_eq!(document.source_place(at).unwrap().to_string(), "table 1, row 2");
        assert_eq!(document.blocks().len(), 3);
    }
}

#[test]
fn empty_and_wide_cells_keep_their_columns() {
    let cell = |words: &str, span: u32| {
        format!("<w:tc><w:tcPr><w:gridSpan w:val=\"{span}\"/></w:tcPr>{}</w:tc>", paragraph(words))
    };
    let row = |cells: &[(&str, u32)]| {
        format!("<w:tr>{}</w:tr>", cells.iter().map(|(words, span)| cell(words, *span)).collect::<String>())
    };
    let body = format!(
        "<w:tbl>{}{}{}</w:tbl>",
        row(&[("", 1), ("Day 1", 2), ("Day 2", 1)]),
        row(&[("K", 1), ("5.1", 1), ("5.2", 1), ("4.0", 1)]),
        row(&[("Na", 1), ("", 1), ("140", 1), ("a | b", 1)]),
    );
    let document = read(DocumentKind::Docx, &docx(&body, &[])).unwrap();
    assert_eq!(
        lines(&document),
        ["|  | Day 1 |  | Day 2 |", "| K | 5.1 | 5.2 | 4.0 |", "| Na |  | 140 | a / b |"]
    );
}

#[test]
fn paragraphs_of_a_cell_are_items() {
    let table: Cells<'_> = &[
        &[&["Time", "(24 h)"], &["Drugs"]],
        &[&["08:00"], &["Ramipril 5 mg", "Metformin 850 mg"]],
        &[&["20:00"], &["Apixaban", "5 mg"]],
    ];
    for document in documents("Doses", table) {
        assert_eq!(
            lines(&document).get(1..4).unwrap(),
            [
                "| Time (24 h) | Drugs |",
                "| 08:00 | Ramipril 5 mg; Metformin 850 mg |",
                "| 20:00 | Apixaban 5 mg |"
            ]
        );
    }
}

#[test]
fn tables_for_the_layout_keep_their_paragraphs() {
    let long = "The patient was admitted with chest pain that had begun two days before. ".repeat(3);
    let forms: [(&str, Cells<'_>); 5] = [
        ("A box", &[&[&["Plan", "Start ramipril"]], &[&["Signed"]]]),
        ("A form", &[&[&["History"], &[&long]], &[&["Course"], &[&long]]]),
        (
            "A form of words",
            &[
                &[&["Allergies"], &["Penicillin"]],
                &[&["Diagnosis"], &["Pneumonia"]],
                &[&["Treatment"], &["Amoxicillin 1 g every 8 hours"]],
            ],
        ),
        ("A head", &[&[&["Name: Ann Roe"], &["Ward: 5"]], &[&["Born: 1950"], &["Record: 17"]]]),
        (
            "References",
            &[
                &[&["1."], &["Ng A. Sleep after surgery. J Wards. 2019;12:45-51."]],
                &[&["2."], &["Ode B. Pain after surgery. J Wards. 2020;13:1-9."]],
            ],
        ),
    ];
    for (before, form) in forms {
        for document in documents(before, form) {
            assert!(!document.text().to_string().contains('|'), "{before}: {}", document.text());
        }
    }
}

#[test]
fn a_table_inside_a_table_is_read() {
    let row = |cells: &[&str]| {
        let cells = cells.iter().map(|words| format!("<w:tc>{}</w:tc>", paragraph(words)));
        format!("<w:tr>{}</w:tr>", cells.collect::<String>())
    };
    let inner = format!("<w:tbl>{}{}</w:tbl>", row(&["K", "5.1"]), row(&["Na", "140"]));
    let body = format!(
        "<w:tbl>{}<w:tr><w:tc>{}</w:tc><w:tc>{inner}{}</w:tc></w:tr></w:tbl>",
        row(&["Left", "Right"]),
        paragraph("Labs"),
        paragraph("Taken today")
    );
    let document = read(DocumentKind::Docx, &docx(&body, &[])).unwrap();
    assert_eq!(lines(&document), ["Left", "Right", "Labs", "| K | 5.1 |", "| Na | 140 |", "Taken today"]);
}

#[test]
fn citations_in_cells_and_notes_to_them_are_read() {
    let code = crate::fixture::zotero(1, "Ng", "Sleep after surgery", 2019);
    let cited = crate::fixture::field(&format!("ADDIN ZOTERO_ITEM CSL_CITATION {code}"), "(Ng, 2019)");
    let body = format!(
        "<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>Rest</w:t><w:footnoteReference w:id=\"2\"/></w:r></w:p></w:tc><w:tc><w:p>{cited}</w:p></w:tc><w:tc>{}</w:tc></w:tr></w:tbl>",
        paragraph("Treatment"),
        paragraph("Source"),
        paragraph("12"),
    );
    let notes =
        format!("<w:footnotes><w:footnote w:id=\"2\">{}</w:footnote></w:footnotes>", paragraph("In bed."));
    let document = read(DocumentKind::Docx, &docx(&body, &[("word/footnotes.xml", &notes)])).unwrap();
    assert_eq!(
        lines(&document).get(..3).unwrap(),
        ["| Treatment | Source |  |", "| Rest | (Ng, 2019) | 12 |", "In bed."]
    );
    let cited = document.citations().next().unwrap();
    assert_eq!(document.text().byte_slice(cited.span.range()).to_string(), "(Ng, 2019)");
}
