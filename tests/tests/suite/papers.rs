//! The papers that an author has: `referee papers`, what `check` says of them, and the card of a
//! citation in an editor.

use referee_tests::cli::{Run, referee, run_at_home};
use referee_tests::pdf::article;
use referee_tests::scholar::{Paper, Scholar, papers};
use referee_tests::{ClientCapabilities, Editor, Folder};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const TITLE: &str = "Early waking and its treatment in older adults";

/// A line of the paper, and a draft that repeats it.
const WITHDREW: &str = "Of 412 participants, 37 withdrew before the second visit.";
const QUOTING: &str = "---\nbibliography: refs.bib\n---\n\nOf 412 participants, 37 withdrew before the second visit [@roe2019].\n";

/// A draft that cites one work, whose paper is attached, and one whose file is another work.
fn folder() -> Folder {
    let entry = |key: &str, title: &str, file: &str| {
        format!(
            "@article{{{key}, author = {{Roe, Ada and Lindqvist, Bo}}, title = {{{title}}}, year = {{2019}}, doi = {{10.5555/{key}}}, file = {{:papers/{file}:PDF}}}}\n"
        )
    };
    let entries = entry("roe2019", TITLE, "roe.pdf")
        + &entry("roe2020", "Falls on the stairs of old hospitals", "wrong.pdf");
    let draft = "---\nbibliography: refs.bib\n---\n\nIt was seen [@roe2019]. So were falls [@roe2020].\n";
    let folder = Folder::with(&[("refs.bib", &entries), ("paper.md", draft)]);
    folder.write(
        "papers/roe.pdf",
        article(
            TITLE,
            "Ada Roe, Bo Lindqvist",
            &["Of 412 participants, 37 withdrew before the second visit."],
        ),
    );
    folder.write(
        "papers/wrong.pdf",
        article(
            "Zinc for the common cold in young children",
            "Carla Moreau, Dan Okafor",
            &["https://doi.org/10.5555/zinc.9", "Zinc was given."],
        ),
    );
    folder
}

fn checked(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

/// Returns the names of the files whose text was read.
fn listed(folder: &Folder) -> Vec<(String, String)> {
    let run = referee(folder, &["papers", "--format", "json"]);
    let all = checked(&run);
    let papers = all["papers"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let name = |paper: &Value| text(&paper["files"][0]).rsplit('/').next().unwrap_or_default().to_owned();
    papers.iter().map(|paper| (name(paper), text(&paper["state"]))).collect()
}

#[test]
fn check_reads_the_attached_papers_once_and_says_what_it_used() {
    let folder = folder();
    assert!(listed(&folder).is_empty());
    let arguments = ["check", "paper.md", "refs.bib", "--format", "json", "--verbose", "--fail-on", "never"];
    let without = checked(&referee(&folder, &[&arguments[..], &["--no-papers"]].concat()));
    assert!(without["files"][0]["references"][0].get("full_text").is_none(), "{without}");
    assert!(listed(&folder).is_empty(), "nothing is read with --no-papers");
    let run = referee(&folder, &arguments);
    let report = checked(&run);
    let references = &report["files"][0]["references"];
    let used = &references[0]["full_text"];
    assert_eq!(used["file"], "papers/roe.pdf", "{report}\n{}", run.stderr);
    assert_eq!((&used["form"], &used["pages"]), (&json!("pdf"), &json!(1)));
    assert!(references[1].get("full_text").is_none(), "{references}");
    let all = report["files"].as_array().cloned().unwrap_or_default();
    let wrong: Vec<&Value> = all
        .iter()
        .flat_map(|file| file["findings"].as_array().into_iter().flatten())
        .filter(|finding| finding["rule"] == "bibliography/other-attachment")
        .collect();
    assert_eq!(wrong.len(), 1, "{report}");
    let message = wrong[0]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("The file “papers/wrong.pdf” is not this work. "), "{message}");
    let unused = "roe2020: papers/wrong.pdf is not used: not this work. ";
    assert_eq!(run.stderr.matches("is not used").count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains(unused), "{}", run.stderr);
    let read = [("roe.pdf", "read"), ("wrong.pdf", "read")];
    assert_eq!(listed(&folder), read.map(|(name, state)| (name.to_owned(), state.to_owned())));
    // The files are not touched, and can be forgotten.
    let human = referee(&folder, &["papers"]);
    assert!(human.stdout.contains(TITLE) && human.stdout.contains("1 page"), "{}", human.stdout);
    let one = referee(&folder, &["papers", "remove", "papers/roe.pdf"]);
    assert_eq!((one.code, listed(&folder).len()), (0, 1), "{}", one.stderr);
    assert_eq!(referee(&folder, &["papers", "remove", "papers/roe.pdf"]).code, 2);
    let all = referee(&folder, &["papers", "remove", "--all"]);
    assert_eq!(all.stdout, "Forgot 1 paper.\n");
    assert!(listed(&folder).is_empty() && folder.path("papers/roe.pdf").is_file());
    // A damaged file is named too.
    folder.write("papers/wrong.pdf", "no PDF");
    let run = referee(&folder, &arguments);
    let unused = "roe2020: papers/wrong.pdf is not used: it is damaged, or is no PDF or JATS file\n";
    assert!(run.stderr.contains(unused), "{}", run.stderr);
}

#[test]
fn a_pdf_that_needs_a_password_is_called_locked_and_others_are_decrypted() {
    let folder = folder();
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/encrypted");
    // qpdf writes the encryption as an object, MuPDF into the trailer.
    let files = ["qpdf-password", "mupdf-password", "qpdf-empty", "mupdf-empty"];
    for name in files {
        let bytes = std::fs::read(data.join(format!("{name}.pdf"))).expect("the test data");
        folder.write("papers/roe.pdf", bytes);
        let run = referee(&folder, &["check", "paper.md", "--fail-on", "never", "--format", "json"]);
        let report = checked(&run);
        let full_text = &report["files"][0]["references"][0]["full_text"];
        let locked = "roe2019: papers/roe.pdf is not used: it is protected by a password\n";
        let needs_password = name.ends_with("password");
        assert_eq!(run.stderr.contains(locked), needs_password, "{name}: {}", run.stderr);
        assert_eq!(full_text["file"] == "papers/roe.pdf", !needs_password, "{name}: {report}");
        let papers = checked(&referee(&folder, &["papers", "--format", "json"]));
        let states = papers["papers"].as_array().into_iter().flatten().map(|paper| &paper["state"]);
        assert_eq!(states.filter(|state| *state == "locked").count() > 0, needs_password, "{name}: {papers}");
        assert_eq!(referee(&folder, &["papers", "remove", "papers/roe.pdf"]).code, 0, "{name}");
    }
}

#[test]
fn a_file_outside_of_the_read_folders_is_named_and_read_after_one_setting() {
    let folder = folder();
    let outside = Folder::with(&[]);
    outside.write("roe.pdf", article(TITLE, "Ada Roe, Bo Lindqvist", &[WITHDREW]));
    let place = outside.path("roe.pdf").canonicalize().expect("the file");
    let place = place.display().to_string();
    // As Zotero exports it.
    let entries = format!(
        "@article{{roe2019, author = {{Roe, Ada and Lindqvist, Bo}}, title = {{{TITLE}}}, year = {{2019}}, file = {{Full Text:{place}:application/pdf}}}}\n\
         @article{{roe2020, author = {{Roe, Ada}}, title = {{Falls on the stairs}}, year = {{2020}}, file = {{Full Text:C\\:\\\\Users\\\\ann\\\\falls.pdf:application/pdf}}}}\n"
    );
    folder.write("refs.bib", entries);
    folder.write("paper.md", format!("{QUOTING}\nSo were falls [@roe2020].\n"));
    let support = || referee(&folder, &["support", "paper.md", "--no-model"]);
    let run = support();
    let told = format!(
        "roe2019: {place} is not used: after following links, it is outside the workspace, your home folder"
    );
    assert!(run.stderr.contains(&told), "{}", run.stderr);
    assert!(run.stderr.contains("falls.pdf is not used: there is no such file"), "{}", run.stderr);
    let above = outside.path("").canonicalize().expect("the folder").display().to_string();
    let setting = format!("papers = [{above:?}]");
    assert!(run.stderr.contains(&setting) && run.stderr.contains("config.toml"), "{}", run.stderr);
    assert!(listed(&folder).is_empty(), "nothing was read");
    // The workspace cannot allow it, its author can.
    folder.write("referee.toml", format!("[library]\n{setting}\n"));
    assert!(support().stderr.contains(&told) && listed(&folder).is_empty());
    folder.write("referee.toml", "");
    let own = folder.home().join("referee");
    std::fs::create_dir_all(&own).expect("a folder");
    std::fs::write(own.join("config.toml"), format!("[library]\n{setting}\n")).expect("the settings");
    let run = support();
    assert!(!run.stderr.contains(&told), "{}", run.stderr);
    assert!(run.stdout.contains("roe2019, roe.pdf, page 1"), "{}\n{}", run.stdout, run.stderr);
}

#[test]
fn papers_in_a_checked_folder_are_no_drafts() {
    let folder = folder();
    let third = article("Sleep of porters in winter", "Eva Nilsson", &["Porters slept for seven hours."]);
    folder.write("library/third.pdf", third);
    folder.write("referee.toml", "[library]\npapers = [\"library\"]\n");
    let checked_files = |path: &str| -> (Vec<String>, String) {
        let run = referee(&folder, &["check", path, "--offline", "--format", "json", "--fail-on", "never"]);
        let report = checked(&run);
        let files = report["files"].as_array().cloned().unwrap_or_default();
        let name = |file: &Value| file["path"].as_str().unwrap_or_default().to_owned();
        (files.iter().map(name).filter(|name| name.ends_with(".pdf")).collect(), run.stderr)
    };
    let (pdfs, told) = checked_files(".");
    assert!(pdfs.is_empty() && told.contains("3 PDFs are papers that drafts cite"), "{pdfs:?} {told}");
    let run = referee(&folder, &["support", ".", "--offline", "--no-model"]);
    assert!(
        run.stderr.contains("3 PDFs are papers") && !run.stdout.contains("library/third.pdf"),
        "{}",
        run.stdout
    );
    // What is given by name is checked.
    assert_eq!(checked_files("library/third.pdf").0, ["library/third.pdf"]);
    assert_eq!(checked_files("library").0, ["library/third.pdf"]);
}

#[test]
fn a_few_papers_are_read_whatever_their_names() {
    let folder = folder();
    let authors = "Roe, Ada and Lindqvist, Bo";
    let entry =
        format!("@article{{roe2019, author = {{{authors}}}, title = {{{TITLE}}}, year = {{2019}}}}\n");
    folder.write("refs.bib", entry);
    folder.write("paper.md", QUOTING);
    folder.write("library/scan0001.pdf", article(TITLE, "Ada Roe, Bo Lindqvist", &[WITHDREW]));
    folder.write("referee.toml", "[library]\npapers = [\"library\"]\n");
    let run = referee(&folder, &["support", "paper.md", "--offline", "--no-model"]);
    assert!(run.stdout.contains("roe2019, scan0001.pdf, page 1"), "{}\n{}", run.stdout, run.stderr);
    assert!(!run.stderr.contains("not read"), "{}", run.stderr);
}

#[test]
fn an_isolated_check_reads_no_paper_of_the_workspace() {
    let folder = folder();
    let run = referee(&folder, &["check", "paper.md", "--isolated", "--fail-on", "never"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(listed(&folder).is_empty());
}

#[test]
fn papers_are_read_from_a_folder_and_a_folder_that_is_not_there_is_said() {
    let folder = folder();
    let run = referee(&folder, &["papers", "read", "papers"]);
    assert_eq!((run.code, listed(&folder).len()), (0, 2), "{}", run.stderr);
    assert!(run.stdout.starts_with("2 papers; 2 read now"), "{}", run.stdout);
    let again = referee(&folder, &["papers", "read", "papers"]);
    assert!(again.stdout.starts_with("2 papers; 0 read now"), "{}", again.stdout);
    let none = referee(&folder, &["papers", "read", "no-such-folder"]);
    assert!(none.code == 2 && none.stderr.contains("there is no such file"), "{}", none.stderr);
}

#[test]
fn the_card_of_a_citation_says_which_full_text_there_is() {
    let folder = folder();
    let mut editor = Editor::start(&folder, ClientCapabilities::default());
    editor.open(&folder, "paper.md", "markdown");
    let card = |editor: &mut Editor, character: u32| {
        let place = json!({"textDocument": {"uri": folder.uri("paper.md")}, "position": {"line": 4, "character": character}});
        let card = editor.request("textDocument/hover", place);
        card["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let until = Instant::now() + Duration::from_secs(60);
    let mut text = card(&mut editor, 18);
    while !text.contains("1 page") && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(300));
        text = card(&mut editor, 18);
    }
    assert!(text.contains("Full text:") && text.contains("roe.pdf") && text.contains("1 page"), "{text}");
    assert_eq!(text.matches("Open PDF").count(), 1, "{text}");
    let other = card(&mut editor, 47);
    assert!(other.contains("wrong.pdf: not this work."), "{other}");
    let open = json!({"command": "referee.openPaper", "arguments": [
        {"uri": folder.uri("paper.md"), "position": {"line": 4, "character": 18}, "page": 1}
    ]});
    let opened = editor.request("workspace/executeCommand", open);
    assert_eq!(opened["uri"], format!("{}#page=1", folder.uri("papers/roe.pdf")), "{opened}");
}

#[test]
fn an_open_access_text_is_asked_for_once_and_only_with_consent() {
    let one: Vec<Paper> = papers(1);
    let scholar = Scholar::with(one.clone());
    let entries =
        one[0].bibtex("one", true).replacen(",\n", &format!(",\n  pmcid = {{PMC{}}},\n", one[0].pmid), 1);
    let folder = Folder::with(&[
        ("refs.bib", &entries),
        ("paper.md", "---\nbibliography: refs.bib\n---\n\nIt was seen [@one].\n"),
    ]);
    let check = |option: &str| {
        let arguments = ["check", "paper.md", option, "--format", "json", "--fail-on", "never"];
        run_at_home(&folder.path(""), &folder.home(), &scholar.settings(), &arguments)
    };
    let asked = || scholar.asked().iter().filter(|(_, asked)| asked.target.contains("fullTextXML")).count();
    check("--offline");
    assert_eq!(asked(), 0);
    for _ in 0..2 {
        let report = checked(&check("--online"));
        let text = &report["files"][0]["references"][0]["full_text"];
        assert_eq!(text["service"], "europepmc_full_text", "{report}");
        assert_eq!(asked(), 1);
    }
}
