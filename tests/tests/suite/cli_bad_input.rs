//! Invalid input gives a clear message, the rest of the input is processed, and the program never
//! panics.

use referee_tests::Folder;
use referee_tests::cli::{Run, referee};
use serde_json::Value;

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

fn unbroken(run: &Run) {
    assert!((0..=2).contains(&run.code), "exit {}: {}", run.code, run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
}

fn rules(run: &Run) -> Vec<String> {
    let value = json(run);
    let files = value["files"].as_array().expect("files").clone();
    files
        .iter()
        .flat_map(|file| file["findings"].as_array().expect("findings"))
        .map(|finding| finding["rule"].as_str().expect("a rule").to_owned())
        .collect()
}

#[test]
fn a_path_that_is_not_there_is_one_line_and_the_others_are_checked() {
    let folder = Folder::with(&[
        ("paper.md", "---\nbibliography: refs.bib\n---\n[@a]\n"),
        ("refs.bib", "@misc{a, title={T}}\n"),
    ]);
    let run = referee(&folder, &["check", "nothing.md", "paper.md", "--format", "json"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("nothing.md"), "{}", run.stderr);
    assert_eq!(json(&run)["files"][0]["path"], "paper.md");
}

#[test]
fn a_file_of_no_known_format_says_which_formats_there_are() {
    let folder = Folder::with(&[("data.xyz", "x")]);
    let run = referee(&folder, &["check", "data.xyz"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("data.xyz") && run.stderr.contains(".md"), "{}", run.stderr);
}

#[test]
fn an_archive_is_answered_with_how_to_check_it() {
    let folder = Folder::with(&[("project.zip", "PK")]);
    let run = referee(&folder, &["check", "--fix", "project.zip"]);
    assert!(run.code == 2 && !run.stdout.contains("fix"), "{}", run.stdout);
    assert!(run.stderr.contains("project.zip") && run.stderr.contains("unpack it"), "{}", run.stderr);
}

#[test]
fn what_a_folder_has_beside_the_drafts_is_named_if_it_is_not_read() {
    let folder = Folder::with(&[
        ("clean.md", "A sentence.\n"),
        ("old.doc", "x"),
        ("export.ris", "TY  - JOUR\nER  - \n"),
        ("notes.pdf.txt", "A sentence.\n"),
    ]);
    folder.write("overleaf.zip", crate::overleaf::exported());
    let run = referee(&folder, &["check", "."]);
    assert_eq!(run.code, 2, "{run:?}");
    for named in ["overleaf.zip: not read", "old.doc: not read"] {
        assert!(run.stderr.contains(named), "{named}: {run:?}");
    }
    assert_eq!(run.stderr.lines().count(), 2, "{run:?}");
}

#[test]
fn data_beside_the_drafts_does_not_fail_a_run() {
    let folder = Folder::with(&[("clean.md", "A sentence.\n"), ("figure.png", "x"), ("broken.zip", "PK")]);
    let mut data = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["measurements.csv", "README.md"] {
        data.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    }
    folder.write("data.zip", data.finish().unwrap().into_inner());
    let run = referee(&folder, &["check", "."]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
}

#[test]
fn a_folder_named_as_a_bibliography_is_said_at_the_place_that_names_it() {
    let folder =
        Folder::with(&[("paper.md", "---\nbibliography: refs.bib\n---\n[@a]\n"), ("refs.bib/inner.md", "x")]);
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    unbroken(&run);
    assert_eq!(rules(&run), ["document/missing-file"]);
    assert!(run.stdout.contains("it is a folder"), "{}", run.stdout);
}

#[test]
fn while_a_bibliography_is_missing_no_key_is_called_undefined() {
    let folder = Folder::with(&[
        ("paper.md", "---\nbibliography: [refs.bib, gone.bib]\n---\n[@a; @b]\n"),
        ("refs.bib", "@misc{a, title={T}}\n"),
    ]);
    assert_eq!(
        rules(&referee(&folder, &["check", "paper.md", "--format", "json"])),
        ["document/missing-file"]
    );
}

#[test]
fn broken_utf_8_and_other_charsets_are_read_and_said() {
    let folder = Folder::with(&[("paper.md", "---\nbibliography: refs.bib\n---\n[@m\u{fc}ller; @b]\n")]);
    folder.write(
        "refs.bib",
        b"@misc{m\xFCller, author = {M\xFCller, J}, title = {One}}\n@misc{b, title = {Two}}\n",
    );
    let run = referee(&folder, &["check", ".", "--format", "json"]);
    unbroken(&run);
    assert_eq!(rules(&run), ["document/encoding"], "{}", run.stdout);
    assert!(run.stdout.contains("Latin-1"), "{}", run.stdout);

    let mut wide = vec![0xFF, 0xFE];
    wide.extend("@misc{a, title = {Über}}\n".encode_utf16().flat_map(u16::to_le_bytes));
    folder.write("refs.bib", wide);
    folder.write("paper.md", "---\nbibliography: refs.bib\n---\n[@a]\n");
    let run = referee(&folder, &["check", ".", "--format", "json"]);
    assert_eq!(rules(&run), ["document/encoding"], "{}", run.stdout);
    assert!(run.stdout.contains("UTF-16"), "{}", run.stdout);

    folder.write("paper.md", b"---\nbibliography: refs.bib\n---\nGarc\xC3\xADa [@a] \xFF\xFE\n");
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    assert_eq!(rules(&run), ["document/encoding"], "{}", run.stdout);
}

#[test]
fn an_unclosed_brace_damages_one_entry() {
    let folder = Folder::with(&[
        ("paper.md", "---\nbibliography: refs.bib\n---\n[@a; @b; @c]\n"),
        (
            "refs.bib",
            "@misc{a, title = {One}}\n\n@article{b,\n  title = {Two,\n  year = {2001}\n}\n\n@misc{c, title = {Three}}\n",
        ),
    ]);
    let run = referee(&folder, &["check", ".", "--format", "json"]);
    unbroken(&run);
    assert_eq!(rules(&run), ["bibliography/damaged-entry"], "{}", run.stdout);
}

#[test]
fn files_that_include_each_other_in_a_circle_end() {
    let folder = Folder::with(&[
        ("main.tex", "\\documentclass{article}\n\\input{one}\n\\bibliography{refs}\n\\cite{a}\n"),
        ("one.tex", "\\input{two}\n\\cite{b}\n"),
        ("two.tex", "\\input{one}\n\\input{two}\n\\input{main}\n\\cite{zzz}\n"),
        ("refs.bib", "@misc{a, title = {One}, crossref = {b}}\n@misc{b, title = {Two}, crossref = {a}}\n"),
    ]);
    let run = referee(&folder, &["check", ".", "--format", "json"]);
    unbroken(&run);
    assert_eq!(rules(&run), ["citation/undefined-key"], "{}", run.stdout);
}

#[test]
fn a_chapter_finds_the_bibliography_that_its_main_file_names() {
    let folder = Folder::with(&[
        ("main.tex", "\\documentclass{book}\n\\addbibresource{refs.bib}\n\\include{chapters/one}\n"),
        ("chapters/one.tex", "Known \\cite{a}, unknown \\cite{nope}.\n"),
        ("refs.bib", "@misc{a, title = {One}}\n"),
    ]);
    let run = referee(&folder, &["check", "chapters/one.tex", "--format", "json"]);
    assert_eq!(rules(&run), ["citation/undefined-key"], "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_settings_file_that_is_no_toml_says_its_line_and_the_draft_is_checked() {
    let folder = Folder::with(&[
        ("referee.toml", "[rules]\n\"citation/undefined-key = \"off\"\n"),
        ("paper.md", "---\nbibliography: refs.bib\n---\n[@nope]\n"),
        ("refs.bib", "@misc{a, title={T}}\n"),
    ]);
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("referee.toml:2"), "{}", run.stderr);
    assert!(rules(&run).contains(&"citation/undefined-key".to_owned()));
}

#[test]
fn a_library_file_that_is_not_there_is_said_at_its_setting() {
    let folder = Folder::with(&[
        ("referee.toml", "[library]\nfiles = [\"gone.nbib\", \"../outside.nbib\"]\n"),
        ("paper.md", "---\nbibliography: refs.bib\n---\n[@a]\n"),
        ("refs.bib", "@misc{a, title={T}}\n"),
    ]);
    let run = referee(&folder, &["check", ".", "--format", "json"]);
    unbroken(&run);
    assert_eq!(
        rules(&run).iter().filter(|rule| *rule == "configuration/invalid").count(),
        2,
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("outside"), "{}", run.stderr);
}

#[test]
fn nonsense_in_every_format_is_read_without_a_panic() {
    let nonsense: Vec<u8> = (0..20_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let brackets = "[@{(<\\begin{$$---```~~~%@a#<b>*_".repeat(3_000);
    let folder = Folder::with(&[]);
    for extension in ["md", "qmd", "Rmd", "tex", "typ", "txt", "bib"] {
        folder.write(&format!("noise.{extension}"), &nonsense);
        folder.write(&format!("brackets.{extension}"), &brackets);
        folder.write(&format!("empty.{extension}"), "");
        folder.write(&format!("one-line.{extension}"), "x".repeat(300_000));
    }
    unbroken(&referee(&folder, &["check", ".", "--format", "json"]));
    for name in ["refs.json", "refs.yml", "refs.yaml"] {
        folder.write(name, &nonsense);
        unbroken(&referee(&folder, &["check", name]));
        folder.write(name, &brackets);
        unbroken(&referee(&folder, &["check", name]));
    }
}

#[test]
fn a_bibliography_of_a_million_lines_is_read() {
    use std::fmt::Write;
    let mut text = String::new();
    for n in 0..100_000 {
        let _ = write!(
            text,
            "@article{{key{n},\n  author = {{Name{n}, A.}},\n  title = {{Title number {n} of many}},\n  journal = {{J}},\n  year = {{2001}},\n  volume = {{{n}}},\n  number = {{1}},\n  pages = {{1--2}},\n  note = {{x}}\n}}\n"
        );
    }
    let folder = Folder::with(&[
        ("paper.md", "---\nbibliography: refs.bib\n---\n[@key99999; @key100000]\n"),
        ("refs.bib", &text),
    ]);
    let run = referee(&folder, &["check", "paper.md", "--format", "json"]);
    assert_eq!(rules(&run), ["citation/undefined-key"]);
}
