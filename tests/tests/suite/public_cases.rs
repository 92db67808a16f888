//! Small inputs modelled on public bug reports of other tools, in the shared folder; their README
//! gives the right answers. Each kind is tried in several formats, and online if it needs records.

use super::documents::{docx, paragraph};
use referee_tests::Folder;
use referee_tests::cli::{referee, run, run_at_home};
use referee_tests::sim::{Sim, shared};
use referee_tests::tools::skipped;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Returns the folders of the cases, by number.
fn cases() -> Option<BTreeMap<u32, PathBuf>> {
    let folder = shared().map(|shared| shared.join("data/cases")).filter(|folder| folder.is_dir());
    let Some(folder) = folder else {
        skipped(format_args!("there is no folder of cases beside the project"));
        return None;
    };
    let number = |path: &Path| path.file_name()?.to_str()?.get(..2)?.parse().ok();
    let all: BTreeMap<u32, PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            Some((number(&path)?, path))
        })
        .collect();
    assert!(all.len() >= 70, "the cases are there in part only: {}", all.len());
    Some(all)
}

/// Returns a file of a case as text.
fn text(case: &Path, name: &str) -> String {
    std::fs::read_to_string(case.join(name)).unwrap_or_else(|error| panic!("{case:?} {name}: {error}"))
}

/// Returns the findings of a report at information or above as `file:line rule`, in order; lines
/// count from 1.
fn findings(report: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(report).unwrap_or_else(|error| panic!("{error}: {report}"));
    let mut out = Vec::new();
    for file in report["files"].as_array().cloned().unwrap_or_default() {
        let path = file["path"].as_str().unwrap_or_default().replace('\\', "/");
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        for finding in file["findings"].as_array().cloned().unwrap_or_default() {
            if finding["severity"] != "hint" {
                let line = finding["range"]["start"]["line"].as_u64().unwrap_or_default() + 1;
                out.push(format!("{name}:{line} {}", finding["rule"].as_str().unwrap_or_default()));
            }
        }
    }
    out.sort();
    out
}

/// The right answers for the offline cases: the findings at information or above, separated by `;
/// `.
const OFFLINE: &[(u32, &str)] = &[
    (1, "refs.bib:2 bibliography/damaged-entry"),
    (2, ""),
    (3, ""),
    (4, ""),
    (5, ""),
    // Pandoc reads no entry of this file.
    (6, "refs.bib:1 bibliography/read-otherwise; refs.bib:7 bibliography/read-otherwise"),
    (7, "refs.bib:3 bibliography/read-otherwise"),
    (8, "refs.bib:4 bibliography/damaged-entry"),
    (9, ""),
    (10, "paper.md:6 bibliography/read-otherwise"),
    (11, ""),
    (12, "paper.tex:3 citation/undefined-key"),
    (13, ""),
    (14, ""),
    (15, ""),
    (16, "refs.bib:2 citation/duplicate-work"),
    (17, "refs.bib:2 bibliography/read-otherwise"),
    (18, "refs.bib:1 document/encoding"),
    (19, "refs.bib:1 document/encoding"),
    (20, ""),
    (21, "refs.bib:1 bibliography/read-otherwise"),
    (22, "main.typ:1 citation/undefined-key"),
    // The name of an author lacks the comma before its initials.
    (23, "refs.bib:1 bibliography/read-otherwise"),
    (24, ""),
    // Pandoc prints `(ann?)`.
    (25, "paper.md:6 citation/undefined-key"),
    // `vid-` is undeclared.
    (26, "paper.qmd:10 citation/undefined-key"),
    (27, ""),
    (28, "index.qmd:3 citation/undefined-key"),
    (29, ""),
    (30, ""),
    (31, "notes.org:4 citation/undefined-key"),
    (32, "paper.rst:4 citation/undefined-key"),
    (33, ""),
    (
        40,
        "refs.bib:2 citation/duplicate-work; refs.bib:3 citation/duplicate-work; refs.bib:4 citation/duplicate-work",
    ),
    // The first p is .0486.
    (41, "paper.md:3 statistics/p-value; paper.md:5 statistics/p-value"),
    (42, "paper.md:5 statistics/p-value"),
    (43, "paper.md:5 statistics/p-value"),
    (44, ""),
    (45, "paper.md:3 statistics/impossible-p; paper.md:3 statistics/impossible-p"),
    (46, ""),
    (47, ""),
    (48, "paper.md:5 statistics/impossible-p"),
    (49, ""),
    (50, "paper.md:5 statistics/p-value"),
    (51, ""),
    (52, "note.md:19 medication/allergy-conflict"),
    (53, ""),
    (54, ""),
    (55, ""),
    (56, "note.md:7 medication/naked-decimal"),
    (57, "note.md:8 medication/implausible-dose"),
    (58, "note.md:13 medication/methotrexate-daily"),
    (59, "note.md:11 medication/contraindicated"),
    (75, "intro.typ:2 citation/undefined-key"),
    (
        76,
        "one.tex:3 citation/undefined-key; three.tex:1 citation/undefined-key; two.tex:2 citation/undefined-key",
    ),
];

#[test]
fn each_case_has_the_findings_that_are_right() {
    let Some(cases) = cases() else { return };
    let mut wrong = Vec::new();
    for (number, expected) in OFFLINE {
        let case = cases.get(number).unwrap_or_else(|| panic!("case {number} is not there"));
        let run = run(case, &["check", ".", "--offline", "--format", "json"]);
        let found = findings(&run.stdout).join("; ");
        if found != *expected {
            wrong.push(format!("{number}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the rules of a report, in order.
fn rules(report: &str) -> Vec<String> {
    let all = findings(report).into_iter();
    let mut rules: Vec<String> = all.filter_map(|line| line.split(' ').nth(1).map(str::to_owned)).collect();
    rules.sort();
    rules
}

/// Returns the same prose in other formats, as file name and text. Its only markup is `*p*` and
/// headings.
fn in_formats(markdown: &str) -> Vec<(&'static str, String)> {
    let body = markdown.replace("^−48^", "−48");
    let headings = |mark: &str, end: &str| {
        let lines = body.lines().map(|line| match line.trim_start_matches('#') {
            same if same == line => line.to_owned(),
            heading => format!("{mark}{}{end}", heading.trim_start()),
        });
        lines.collect::<Vec<_>>().join("\n") + "\n"
    };
    let latex = headings("\\section{", "}").replace("*p*", "\\emph{p}").replace('#', "\\#");
    vec![
        ("text.txt", headings("", "").replace("*p*", "p")),
        ("text.tex", format!("\\documentclass{{article}}\n\\begin{{document}}\n{latex}\\end{{document}}\n")),
        ("text.typ", headings("= ", "").replace("*p*", "_p_").replace('#', "\\#").replace('<', "\\<")),
        ("text.org", headings("* ", "").replace("*p*", "/p/")),
        ("text.rst", body.clone()),
    ]
}

/// Returns a Word document with the lines of a plain text as paragraphs.
fn word(text: &str) -> Vec<u8> {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    docx(&escaped.lines().filter(|line| !line.is_empty()).map(paragraph).collect::<String>())
}

#[test]
fn statistics_are_judged_alike_in_every_format() {
    let Some(cases) = cases() else { return };
    let mut wrong = Vec::new();
    for number in 41..=50 {
        let markdown = text(&cases[&number], "paper.md");
        let folder = Folder::with(&[("text.md", &markdown)]);
        let wanted = rules(&referee(&folder, &["check", "text.md", "--offline", "--format", "json"]).stdout);
        for (name, text) in in_formats(&markdown) {
            let folder = Folder::with(&[(name, &text)]);
            let run =
                referee(&folder, &["check", name, "--offline", "--format", "json", "--kind", "manuscript"]);
            let found = rules(&run.stdout);
            if found != wanted {
                wrong.push(format!("{number} {name}: {found:?}, not {wanted:?}"));
            }
            if name == "text.txt" {
                std::fs::write(folder.path("text.docx"), word(&text)).unwrap();
                let run = referee(&folder, &["check", "text.docx", "--offline", "--format", "json"]);
                let found = rules(&run.stdout);
                if found != wanted {
                    wrong.push(format!("{number} text.docx: {found:?}, not {wanted:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn notes_are_judged_alike_in_every_format() {
    let Some(cases) = cases() else { return };
    let mut wrong = Vec::new();
    for number in 51..=59 {
        let note = text(&cases[&number], "note.md");
        // The kind is set on the command line; a citation is Markdown markup.
        let body = note.splitn(3, "---\n").nth(2).unwrap_or_default();
        let body = body.replace(" [@g]", "").replace(" [@bnf]", "");
        let of = |name: &str, text: &str| {
            let folder = Folder::with(&[(name, text)]);
            let kind = ["--kind", "clinical-note"];
            let run =
                referee(&folder, &[&["check", name, "--offline", "--format", "json"], &kind[..]].concat());
            rules(&run.stdout)
        };
        let wanted = of("text.md", &body);
        let has_finding = OFFLINE.iter().any(|(case, expected)| *case == number && !expected.is_empty());
        assert_eq!(!wanted.is_empty(), has_finding, "{number}");
        for (name, text) in in_formats(&body).into_iter().filter(|(name, _)| !name.ends_with(".rst")) {
            let found = of(name, &text);
            if found != wanted {
                wrong.push(format!("{number} {name}: {found:?}, not {wanted:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the keys that a Markdown draft cites.
fn cited(markdown: &str) -> Vec<String> {
    let after = markdown.split("[@").skip(1);
    let keys = after.flat_map(|rest| {
        rest.split(']')
            .next()
            .unwrap_or_default()
            .split(';')
            .map(|key| key.trim().trim_start_matches('@').to_owned())
    });
    keys.collect()
}

#[test]
fn entries_of_a_damaged_bibliography_are_read_for_every_program() {
    let Some(cases) = cases() else { return };
    let mut wrong = Vec::new();
    for number in [1, 2, 3, 4, 5, 6, 7, 8, 14, 15, 16, 18, 19, 20, 21] {
        let markdown = text(&cases[&number], "paper.md");
        let keys = cited(&markdown);
        assert!(!keys.is_empty(), "{number}");
        let drafts = [
            ("paper.md", markdown.clone()),
            (
                "paper.tex",
                format!(
                    "\\documentclass{{article}}\\usepackage{{biblatex}}\\addbibresource{{refs.bib}}\n\\begin{{document}}\nA \\cite{{{}}}.\n\\printbibliography\n\\end{{document}}\n",
                    keys.join(",")
                ),
            ),
            (
                "old.tex",
                format!(
                    "\\documentclass{{article}}\n\\begin{{document}}\nA \\cite{{{}}}.\n\\bibliographystyle{{plain}}\\bibliography{{refs}}\n\\end{{document}}\n",
                    keys.join(",")
                ),
            ),
            (
                "paper.typ",
                keys.iter().map(|key| format!("A #cite(label(\"{key}\")).\n")).collect::<String>()
                    + "\n#bibliography(\"refs.bib\")\n",
            ),
        ];
        for (name, text) in drafts {
            let folder = Folder::with(&[(name, &text)]);
            std::fs::copy(cases[&number].join("refs.bib"), folder.path("refs.bib")).unwrap();
            let run = referee(&folder, &["check", ".", "--offline", "--format", "json"]);
            let undefined: Vec<String> =
                findings(&run.stdout).into_iter().filter(|line| line.contains("undefined-key")).collect();
            if !undefined.is_empty() || run.stderr.contains("panicked") {
                wrong.push(format!("{number} {name}: {undefined:?} {}", run.stderr));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the output of `referee references` for a file, as CSL-JSON without ids.
fn references(folder: &Folder, name: &str) -> Vec<Value> {
    let run = referee(folder, &["references", name, "--format", "csl-json"]);
    let mut all: Vec<Value> =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{name}: {error} {run:?}"));
    for one in &mut all {
        let fields = one.as_object_mut().unwrap();
        // A format omits fields that it does not support.
        fields.retain(|name, _| {
            ["title", "author", "issued", "volume", "issue", "page", "DOI", "container-title"]
                .contains(&name.as_str())
        });
        if let Some(year) = fields.get("issued").and_then(|date| date["date-parts"][0][0].as_u64()) {
            fields.insert("issued".to_owned(), json!(year));
        }
    }
    all
}

#[test]
fn lists_of_databases_are_read_and_written_in_three_formats() {
    let Some(cases) = cases() else { return };
    for (number, name, count, title, first, year, pages) in [
        (34, "cinahl.ris", 1, "Hearing Problems Among the Members", "Luha", json!(2020), "e2115-e2123"),
        (35, "embase.ris", 2, "Frailty before surgery", "Bosch", json!(2021), "11-19"),
        (36, "wos.ris", 1, "Population structure and habitat use", "Marais", json!(2006), "67-76"),
        (37, "x.ris", 1, "One thing and another", "Poe", json!(2000), "1-2"),
    ] {
        let folder = Folder::with(&[("list.ris", &text(&cases[&number], name))]);
        let read = references(&folder, "list.ris");
        assert_eq!(read.len(), count, "{name}: {read:#?}");
        assert!(read[0]["title"].as_str().unwrap().starts_with(title), "{name}");
        assert_eq!(read[0]["author"][0]["family"], first, "{name}");
        assert_eq!((&read[0]["issued"], &read[0]["page"]), (&year, &json!(pages)), "{name}");
        for (format, written) in [("bibtex", "list.bib"), ("csl-json", "list.json")] {
            let run = referee(&folder, &["references", "list.ris", "--format", format]);
            folder.write(written, &run.stdout);
            assert_eq!(references(&folder, written), read, "{name} as {format}");
        }
    }
}

#[test]
fn a_printed_list_is_read_alike_in_every_format() {
    let Some(cases) = cases() else { return };
    let markdown = text(&cases[&38], "list.md");
    let folder = Folder::with(&[
        ("list.md", &markdown),
        ("list.txt", &markdown.replace("# T\n", "T\n").replace("## References", "References")),
        ("list.typ", &markdown.replace("# T\n", "= T\n").replace("## References", "== References")),
        ("list.org", &markdown.replace("# T\n", "* T\n").replace("## References", "** References")),
    ]);
    let wanted = references(&folder, "list.md");
    assert_eq!(wanted.len(), 7);
    assert_eq!(wanted[0]["title"], "Estimating (miner) value is hard, let's go shopping!");
    assert_eq!(wanted[3]["author"][0]["family"], "Rahm");
    assert_eq!(wanted[4]["title"], "Does the heart remember?");
    for name in ["list.txt", "list.typ", "list.org"] {
        assert_eq!(references(&folder, name), wanted, "{name}");
    }
}

/// Converts a work of a CSL library to a record of the simulation.
fn record(work: &Value) -> Value {
    let authors: Vec<Value> = work["author"]
        .as_array()
        .cloned()
        .unwrap_or_default()
        .iter()
        .map(|author| match author["literal"].as_str() {
            Some(group) => json!({"literal": group}),
            None => json!({"family": author["family"], "given": author["given"]}),
        })
        .collect();
    json!({
        "doi": work["DOI"], "title": work["title"], "authors": authors, "type": "journal-article",
        "year": work["issued"]["date-parts"][0][0], "journal": work["container-title"],
        "volume": work["volume"], "pages": work["page"],
    })
}

#[test]
fn real_works_are_verified_online_and_a_false_author_is_not() {
    let Some(cases) = cases() else { return };
    let folder = Folder::with(&[]);
    let mut records = String::new();
    let verified = [62, 65, 66, 68, 70, 73, 74];
    for number in verified.into_iter().chain([61, 69]) {
        let library: Vec<Value> = serde_json::from_str(&text(&cases[&number], "lib.json")).unwrap();
        records.extend(library.iter().map(|work| format!("{}\n", record(work))));
        folder.write(&format!("case{number}.bib"), text(&cases[&number], "refs.bib"));
    }
    folder.write("records.jsonl", &records);
    let Some(sim) = Sim::over(&[folder.path("records.jsonl")], &["--clock", "09:00"]) else { return };
    let arguments = ["check", ".", "--online", "--format", "json", "--fail-on", "never"];
    let run = run_at_home(&folder.path("."), &folder.path("."), &sim.settings(), &arguments);
    let report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    let mut wrong = Vec::new();
    let mut seen = 0;
    for file in report["files"].as_array().cloned().unwrap_or_default() {
        let path = file["path"].as_str().unwrap_or_default().to_owned();
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let Some(number) = name.strip_prefix("case").and_then(|rest| rest.get(..2)?.parse::<i32>().ok())
        else {
            continue;
        };
        for reference in file["references"].as_array().cloned().unwrap_or_default() {
            seen += 1;
            let verdict = reference["verdict"].as_str().unwrap_or_default().to_owned();
            let is_right = match number {
                61 => verdict != "differs" && verdict != "misidentified",
                69 => verdict == "differs",
                _ => verdict == "verified",
            };
            if !is_right {
                wrong.push(format!("{number} {}: {verdict}", reference["key"]));
            }
        }
    }
    assert!(seen >= 20, "{seen}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
