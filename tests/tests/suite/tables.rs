//! Tables of notes and papers: the same findings in every format.

use crate::documents::{docx, paragraph};
use crate::word_copy::{parts, word_file_of};
use referee_tests::Folder;
use referee_tests::cli::referee;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A part of a draft.
enum Part {
    Heading(&'static str),
    Text(&'static str),
    Table(&'static [&'static [&'static str]]),
}

use Part::{Heading, Table, Text};

const NOTE: &[Part] = &[
    Heading("Discharge summary"),
    Text("78M, CKD 3."),
    Heading("Labs"),
    Table(&[
        &["Test", "Result", "Ref"],
        &["K", "6.4", "3.5-5.0"],
        &["Na", "238", "135-145"],
        &["eGFR", "21", ""],
    ]),
    Heading("Discharge meds"),
    Table(&[
        &["Drug", "Dose", "Freq"],
        &["Levothyroxine", "100 mg", "daily"],
        &["Spironolactone", "25 mg", "daily"],
        &["Metformin", "1000 mg", "BID"],
        &["Paracetamol", "1 g", "every 4 hours"],
        &["Methotrexate", "15 mg", "daily"],
    ]),
];

/// What the findings of [`NOTE`] begin with.
const OF_NOTE: [&str; 7] =
    ["Levothyroxine", "Metformin", "Methotrexate", "Methotrexate", "Na", "Paracetamol", "Spironolactone"];

const FORM: &[Part] = &[Table(&[
    &["Alergias", "Penicilina (anafilaxia)"],
    &["Diagnóstico", "Neumonía"],
    &["Tratamiento", "Amoxicilina 1 g cada 8 horas"],
])];

const PAPER: &[Part] = &[
    Heading("Results"),
    Text("Baseline data are in Table 1."),
    Table(&[
        &["", "Treated (n = 92)", "Control (n = 92)"],
        &["Women, n (%)", "41 (44.6)", "45 (48.9)"],
        &["Insulin, n (%)", "23 (35.0)", "29 (31.5)"],
    ]),
];

/// The file extensions of the formats in which the drafts are written.
const FORMATS: [&str; 8] = ["md", "qmd", "txt", "org", "ipynb", "docx", "odt", "rtf"];

/// Writes a draft in the format with this file extension.
fn written(format: &str, draft: &[Part]) -> Vec<u8> {
    let rows = |table: &[&[&str]], row: &dyn Fn(&[&str]) -> String| -> String {
        table.iter().map(|cells| row(cells)).collect()
    };
    let cells = |row: &[&str], before: &str, after: &str| -> String {
        row.iter().map(|cell| format!("{before}{cell}{after}")).collect()
    };
    let with_bars = |table: &[&[&str]], rule: &str| {
        let mut lines = rows(table, &|row| format!("| {} |\n", row.join(" | ")));
        let columns = table.first().map_or(0, |row| row.len());
        if !rule.is_empty() {
            let first = lines.find('\n').unwrap() + 1;
            lines.insert_str(first, &format!("|{}\n", format!("---{rule}").repeat(columns)));
        }
        lines
    };
    let part = |part: &Part| -> String {
        match (format, part) {
            ("md" | "qmd" | "ipynb", Heading(words)) => format!("## {words}\n\n"),
            ("md" | "qmd" | "ipynb", Table(table)) => with_bars(table, "|") + "\n",
            ("org", Heading(words)) => format!("* {words}\n\n"),
            ("org", Table(table)) => with_bars(table, "+").replace("+\n", "|\n") + "\n",
            ("txt", Table(table)) => rows(table, &|row| format!("{}\n", row.join("\t"))) + "\n",
            ("docx", part) => word_part(part),
            ("odt", Heading(words)) => format!("<text:h text:outline-level=\"1\">{words}</text:h>"),
            ("odt", Text(words)) => format!("<text:p>{words}</text:p>"),
            ("odt", Table(table)) => {
                let row = |row: &[&str]| {
                    let cells = cells(row, "<table:table-cell><text:p>", "</text:p></table:table-cell>");
                    format!("<table:table-row>{cells}</table:table-row>")
                };
                format!("<table:table>{}</table:table>", rows(table, &row))
            }
            ("rtf", Heading(words) | Text(words)) => format!("\\pard {words}\\par\n"),
            ("rtf", Table(table)) => {
                rows(table, &|row| format!("\\trowd{}\\row\n", cells(row, "\\pard\\intbl ", "\\cell")))
            }
            (_, Heading(words) | Text(words)) => format!("{words}\n\n"),
            (_, Table(_)) => unreachable!("{format}"),
        }
    };
    let body: String = draft.iter().map(part).collect();
    let text = match format {
        "docx" => return docx(&body),
        "odt" => {
            let content = format!(
                "<office:document-content xmlns:office=\"o\" xmlns:text=\"t\" xmlns:table=\"b\"><office:body><office:text>{body}</office:text></office:body></office:document-content>"
            );
            let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
            writer.start_file("content.xml", SimpleFileOptions::default()).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
            return writer.finish().unwrap().into_inner();
        }
        "rtf" => {
            let escaped = |c: char| match c.is_ascii() {
                true => c.to_string(),
                false => format!("\\u{}?", u32::from(c)),
            };
            format!("{{\\rtf1\\ansi {}}}", body.chars().map(escaped).collect::<String>())
        }
        "ipynb" => serde_json::json!({
            "nbformat": 4, "nbformat_minor": 5, "metadata": {},
            "cells": [{"cell_type": "markdown", "metadata": {}, "source": body}],
        })
        .to_string(),
        _ => body,
    };
    text.into_bytes()
}

/// Returns what the findings about a draft are about: the first quoted word of each, in order.
fn subjects(format: &str, draft: &[Part], kind: &str) -> Vec<String> {
    let folder = Folder::with(&[]);
    let name = format!("draft.{format}");
    folder.write(&name, written(format, draft));
    let run = referee(&folder, &["check", &name, "--kind", kind, "--offline", "--format", "json"]);
    let report: serde_json::Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{format}: {error} {run:#?}"));
    let findings = report["files"][0]["findings"].as_array().unwrap();
    let told = findings.iter().filter(|one| matches!(one["severity"].as_str(), Some("error" | "warning")));
    let mut out: Vec<String> = told
        .map(|one| {
            let message = one["message"].as_str().unwrap();
            let quoted = message.split(['“', '«']).nth(1).unwrap_or(message);
            quoted.split(|c: char| !c.is_alphanumeric() && c != '.').next().unwrap_or_default().to_owned()
        })
        .collect();
    out.sort();
    out
}

#[test]
fn the_tables_of_a_note_have_the_same_findings_in_every_format() {
    for format in FORMATS {
        assert_eq!(subjects(format, NOTE, "clinical-note"), OF_NOTE, "{format}");
    }
}

#[test]
fn a_form_of_words_keeps_its_sections_in_a_document() {
    for format in ["docx", "odt", "rtf"] {
        assert_eq!(subjects(format, FORM, "clinical-note"), ["Amoxicilina"], "{format}");
    }
}

#[test]
fn percentages_of_a_column_are_compared_with_its_total_in_every_format() {
    for format in FORMATS.into_iter().filter(|format| *format != "txt") {
        assert_eq!(subjects(format, PAPER, "manuscript"), ["35.0"], "{format}");
    }
}

#[test]
fn a_finding_in_a_table_has_its_row_and_a_comment_in_its_cell() {
    let folder = Folder::with(&[]);
    folder.write("note.docx", word_file_of(&NOTE.iter().map(word_part).collect::<String>()));
    let run = referee(&folder, &["check", "note.docx", "--kind", "clinical-note", "--fix-copy"]);
    assert!(run.stdout.contains("table 2, row 2  error"), "{run:#?}");
    let copy = std::fs::read(folder.path("note.referee.docx")).unwrap();
    let document = &parts(&copy)["word/document.xml"];
    let before = document.split("Levothyroxine").next().unwrap();
    let cell = before.rsplit("<w:tc>").next().unwrap();
    assert!(cell.contains("commentRangeStart"), "{cell}");
}

fn word_part(part: &Part) -> String {
    match part {
        Heading(words) | Text(words) => paragraph(words),
        Table(table) => {
            let row = |row: &&[&str]| {
                let cells = row.iter().map(|cell| format!("<w:tc>{}</w:tc>", paragraph(cell)));
                format!("<w:tr>{}</w:tr>", cells.collect::<String>())
            };
            format!("<w:tbl>{}</w:tbl>", table.iter().map(row).collect::<String>())
        }
    }
}
