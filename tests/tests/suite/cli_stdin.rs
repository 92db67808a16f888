//! `referee check -`, and plain texts that are clinical notes without a declared kind.

use referee_tests::Folder;
use referee_tests::cli::{Run, command, referee, run_at_home};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

const NOTE: &str = "Mr Smith is a 67 year old man with chest pain.\nAllergies: penicillin (anaphylaxis).\n\
    Plan: start amoxicillin 500 mg TDS.\n";

/// Runs `referee` with a text on standard input.
fn piped(folder: &Folder, input: &[u8], arguments: &[&str]) -> Run {
    let mut child = command(&folder.path("."), &folder.home(), &[], arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary can be started");
    // A command that rejects its arguments does not read.
    let _ = child.stdin.take().expect("an input").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

fn rules(run: &Run) -> Vec<String> {
    let report = json(run);
    let files = report["files"].as_array().expect("files");
    let all = files.iter().flat_map(|file| file["findings"].as_array().expect("findings"));
    all.filter_map(|finding| Some(finding["rule"].as_str()?.to_owned())).collect()
}

#[test]
fn a_note_from_standard_input_is_checked_as_a_note() {
    let folder = Folder::with(&[]);
    let run = piped(&folder, NOTE.as_bytes(), &["check", "-"]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert!(run.stdout.starts_with("stdin.txt\n") && run.stdout.contains(" 3:13 "), "{run:#?}");
    assert!(run.stdout.contains("medication/allergy-conflict"), "{run:#?}");
    assert!(run.stderr.contains("is checked as one; --kind manuscript"), "{run:#?}");
    let as_paper = piped(&folder, NOTE.as_bytes(), &["check", "-", "--kind", "manuscript"]);
    assert_eq!(as_paper.code, 0, "{as_paper:#?}");
}

#[test]
fn empty_standard_input_is_an_error() {
    for input in [&b""[..], b"\n"] {
        let run = piped(&Folder::with(&[]), input, &["check", "-"]);
        assert!(run.code == 2 && run.stderr.contains("standard input is empty"), "{run:#?}");
        assert_eq!(run.stdout, "");
    }
}

#[test]
fn a_list_of_references_from_standard_input_is_read_like_a_file() {
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"library.bib\"]\n"),
        ("library.bib", referee_tests::fixtures::METFORMIN_BIB),
    ]);
    // The DOI of another work.
    let lists = [
        (
            "ris",
            "TY  - JOUR\nTI  - Cooking with garlic\nAU  - Roe, J\nPY  - 2019\nDO  - 10.5555/example.1\nER  - \n",
        ),
        (
            "nbib",
            "PMID- \nTI  - Cooking with garlic\nAU  - Roe J\nDP  - 2019\nLID - 10.5555/example.1 [doi]\n",
        ),
        ("enw", "%0 Journal Article\n%T Cooking with garlic\n%A Roe, J\n%D 2019\n%R 10.5555/example.1\n"),
        (
            "bib",
            "@article{a, title={Cooking with garlic}, author={Roe, J}, year=2019, doi={10.5555/example.1}}\n",
        ),
        (
            "json",
            "[{\"id\":\"a\",\"type\":\"article-journal\",\"title\":\"Cooking with garlic\",\"author\":[{\"family\":\"Roe\",\"given\":\"J\"}],\"issued\":{\"date-parts\":[[2019]]},\"DOI\":\"10.5555/example.1\"}]\n",
        ),
    ];
    for (extension, list) in lists {
        let name = format!("list.{extension}");
        folder.write(&name, list);
        let file = rules(&referee(&folder, &["check", &name, "--offline", "--format", "json"]));
        assert!(file.contains(&"citation/misidentified".to_owned()), "{extension}: {file:?}");
        for arguments in [
            vec!["check", "-"],
            vec!["check", "-", "--stdin-name", "z.txt"],
            vec!["check", "-", "--stdin-name", &name],
        ] {
            // A name that says JSON or XML is needed only where the text does not.
            let arguments = [&arguments[..], &["--offline", "--format", "json"]].concat();
            assert_eq!(
                rules(&piped(&folder, list.as_bytes(), &arguments)),
                file,
                "{arguments:?} {extension}"
            );
        }
    }
}

#[test]
fn a_look_up_without_a_place_for_the_log_is_refused_aloud() {
    let folder = Folder::with(&[("refs.bib", "@book{roe, title={T}, author={Roe, J}, year=2020}\n")]);
    let mut command = command(&folder.path("."), &folder.home(), &[], &["check", "refs.bib", "--online"]);
    command.env_clear();
    let output = command.output().expect("it ends");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.code() == Some(2) && err.contains("set HOME or REFEREE_STATE"), "{out}{err}");
    assert!(out.contains("looked up nowhere") && !out.contains("no source that was asked"), "{out}");
}

#[test]
fn the_format_of_standard_input_is_read_off_its_text_or_its_name() {
    let folder = Folder::with(&[("refs.bib", "@book{roe, title={T}, author={Roe, J}, year=2020}\n")]);
    let draft = "---\nbibliography: refs.bib\n---\n\nIt helps [@nobody].\n";
    let run = piped(&folder, draft.as_bytes(), &["check", "-", "--format", "json"]);
    assert!(rules(&run).contains(&"citation/undefined-key".to_owned()), "{run:#?}");
    let entries = "@article{a, title = {T}}\n@article{a, title = {U}}\n";
    let run = piped(&folder, entries.as_bytes(), &["check", "-", "--format", "json"]);
    assert!(rules(&run).contains(&"citation/duplicate-key".to_owned()), "{run:#?}");
    let named = ["check", "-", "--stdin-name", "chapter.tex", "--format", "json"];
    let run = piped(&folder, b"\\bibliography{refs}\nIt helps \\cite{nobody}.\n", &named);
    assert_eq!(json(&run)["files"][0]["path"], "chapter.tex", "{run:#?}");
    assert!(rules(&run).contains(&"citation/undefined-key".to_owned()), "{run:#?}");
}

#[test]
fn what_standard_input_cannot_be_is_refused_with_the_way_out() {
    let folder = Folder::with(&[("a.md", "Text.\n")]);
    for (input, arguments, reason) in [
        (&b"PK\x03\x04\xff\xfe"[..], vec!["check", "-"], "name the file itself"),
        (b"x", vec!["check", "-", "--fix"], "--fix cannot change standard input"),
        (b"x", vec!["check", "-", "--stdin-name", "paper.docx"], "standard input can be .md"),
        (b"x", vec!["check", "a.md", "--stdin-name", "b.md"], "give `-` as a path"),
    ] {
        let run = piped(&folder, input, &arguments);
        assert_eq!(run.code, 2, "{run:#?}");
        assert!(run.stderr.contains(reason) && run.stderr.lines().count() == 1, "{run:#?}");
    }
}

#[test]
fn a_file_that_is_plainly_a_note_is_checked_as_one_unless_it_is_a_paper() {
    let folder = Folder::with(&[("note.txt", NOTE), ("visit.md", NOTE)]);
    let run = referee(&folder, &["check", "."]);
    assert_eq!(run.code, 1, "{run:#?}");
    assert_eq!(run.stdout.matches("medication/allergy-conflict").count(), 2, "{run:#?}");
    // A case report with the headings of a paper, an essay that mentions a person, and a draft with
    // a citation.
    for text in [
        format!("# Introduction\n\n{NOTE}"),
        "Mr Smith went to Washington. The patient reader will bear with us.\n".to_owned(),
        format!("{NOTE}\nAs others saw [@roe].\n"),
        format!("---\nreferee:\n  kind: manuscript\n---\n\n{NOTE}"),
    ] {
        let folder = Folder::with(&[("paper.md", &text)]);
        let run = referee(&folder, &["check", "paper.md"]);
        assert!(!run.stderr.contains("clinical note"), "{text}: {run:#?}");
        assert!(!run.stdout.contains("amoxicillin"), "{text}: {run:#?}");
    }
    // The user's own settings also decide.
    let folder = Folder::with(&[("note.txt", NOTE)]);
    let papers = [("REFEREE_DOCUMENTS__KIND".to_owned(), "manuscript".to_owned())];
    assert_eq!(run_at_home(&folder.path("."), &folder.home(), &papers, &["check", "note.txt"]).code, 0);
}
