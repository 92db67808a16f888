//! What five people do from an empty folder, without a compiler or settings, until the first true finding: a student
//! with Word and Zotero, an author on Overleaf, a Neovim user, an editor of a journal, a clinician. Each has
//! [`LIMIT`] for it.

use crate::overleaf::exported;
use crate::word_copy::{parts, word_file_of};
use referee_tests::cli::{command, run_at_home};
use referee_tests::scholar::{Paper, Scholar, papers};
use referee_tests::tools::{neovims, root, run, skip};
use referee_tests::{Folder, Service, binary};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use zip::ZipArchive;

/// The longest time from an empty folder to the first finding.
const LIMIT: Duration = Duration::from_secs(120);

/// A note as a record system prints it.
const NOTE: &str = "Mr Smith is a 67 year old man with chest pain.\nAllergies: penicillin (anaphylaxis).\nPlan: start amoxicillin 500 mg TDS.\n";

/// Prints how long somebody needed, and checks that it was not too long.
fn in_time(who: &str, start: Instant) {
    let needed = start.elapsed();
    println!("{who}: first finding after {:.1} s", needed.as_secs_f64());
    assert!(needed < LIMIT, "{who}: {needed:?}");
}

/// The environment of somebody whose services are those of `scholar`.
fn online(scholar: &Scholar) -> Vec<(String, String)> {
    let mut variables = scholar.settings();
    variables.push((String::from("REFEREE_CONTACT"), String::from("reader@example.org")));
    variables
}

/// A citation as Zotero's plug-in for Word writes it: a field with the item as JSON.
fn zotero(number: u32, paper: &Paper, shown: &str) -> String {
    let authors: Vec<Value> =
        paper.authors.iter().map(|(given, family)| json!({"given": given, "family": family})).collect();
    let item = json!({
        "id": number, "type": "article-journal", "title": paper.title, "container-title": paper.journal.0,
        "author": authors, "issued": {"date-parts": [[paper.year]]}, "volume": paper.volume,
        "page": paper.pages, "DOI": paper.doi,
    });
    let code = json!({
        "citationID": format!("c{number}"), "schema": "https://github.com/citation-style-language/schema/raw/master/csl-citation.json",
        "citationItems": [{"id": number, "uris": [format!("http://zotero.org/users/1/items/{number}")], "itemData": item}],
    });
    let code = code.to_string().replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let mark = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    format!(
        "{}<w:r><w:instrText xml:space=\"preserve\"> ADDIN ZOTERO_ITEM CSL_CITATION {code} </w:instrText></w:r>{}<w:r><w:t>{shown}</w:t></w:r>{}",
        mark("begin"),
        mark("separate"),
        mark("end")
    )
}

/// An article that no service has.
fn invented() -> Paper {
    Paper {
        doi: "10.5555/nowhere.7".to_owned(),
        title: "Whales that sing in seven dialects and the sailors who answer them".to_owned(),
        authors: vec![("Xenia".to_owned(), "Quill".to_owned())],
        journal: ("Annals of Examples".to_owned(), "Ann Examples".to_owned()),
        year: 2011,
        volume: "7".to_owned(),
        pages: "1-9".to_owned(),
        ..Paper::default()
    }
}

#[test]
fn a_student_with_word_and_zotero_sees_which_reference_is_invented() {
    let known = papers(1);
    let scholar = Scholar::with(known.clone());
    let folder = Folder::with(&[]);
    let run_of = |words: &str| format!("<w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r>");
    let paragraph = |content: &str| format!("<w:p>{content}</w:p>");
    let thesis = word_file_of(
        &[
            paragraph(&run_of("Introduction")),
            paragraph(
                &[run_of("Rest helps "), zotero(1, &known[0], "(1)"), run_of(" more than work.")].concat(),
            ),
            paragraph(
                &[run_of("Whales sing "), zotero(2, &invented(), "(2)"), run_of(" at night.")].concat(),
            ),
        ]
        .concat(),
    );
    folder.write("thesis.docx", &thesis);
    let start = Instant::now();
    // The page: the file is dropped on it, and the question answered.
    let service = Service::of_page(&folder, &online(&scholar), &[]);
    let terms = service.get(&format!("{}terms", service.path)).json();
    let hosts: Vec<&str> =
        terms["hosts"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let path = format!("{}check?wait=60&name=thesis.docx&agreed={}", service.path, hosts.join(","));
    let answer = service.request("POST", &path, &[], &thesis).json();
    let references = answer["result"]["files"][0]["references"].clone();
    let verdicts: Vec<&str> =
        references.as_array().into_iter().flatten().filter_map(|one| one["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["verified", "not-found"], "{answer:#}");
    in_time("student", start);
    // The copy for the supervisor has the comment at the citation.
    let copied = run_at_home(
        &folder.path("."),
        &folder.home(),
        &online(&scholar),
        &["check", "thesis.docx", "--online", "--fix-copy", "--fail-on", "never"],
    );
    assert!(copied.stderr.contains("thesis.referee.docx"), "{copied:?}");
    let copy = parts(&std::fs::read(folder.path("thesis.referee.docx")).unwrap());
    assert!(copy["word/comments.xml"].contains("Error. “(2)”:"), "{}", copy["word/comments.xml"]);
    in_time("student, with a copy for Word", start);
}

#[test]
fn an_author_on_overleaf_sees_a_key_without_an_entry() {
    let folder = Folder::with(&[]);
    folder.write("project.zip", exported());
    let start = Instant::now();
    let archive = std::fs::File::open(folder.path("project.zip")).unwrap();
    ZipArchive::new(archive).unwrap().extract(folder.path("project")).unwrap();
    let found = run_at_home(&folder.path("."), &folder.home(), &[], &["check", "project"]);
    assert!(
        found.code == 1 && found.stdout.contains("references.bib has no entry “nobody2099”"),
        "{found:?}"
    );
    in_time("author", start);
}

#[test]
fn a_neovim_user_sees_a_key_without_an_entry() {
    let all = neovims();
    if all.is_empty() {
        return skip("the first minutes in Neovim", "nvim");
    }
    for neovim in all {
        let folder = Folder::with(&[
            (
                "refs.bib",
                "@article{hurst2003, title = {A}, author = {Hurst, J}, year = {2003}, journal = {J}}\n",
            ),
            ("paper.md", "---\nbibliography: refs.bib\n---\n\nA claim [@hurst2033].\n"),
            (
                "wait.lua",
                "vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)\n\
                 for _, one in ipairs(vim.diagnostic.get(0)) do io.stdout:write(one.message, '\\n') end\n\
                 vim.cmd('qall!')\n",
            ),
        ]);
        let start = Instant::now();
        // As a package manager does: a folder on the path, and one line.
        let mut editor = Command::new(&neovim);
        let path = format!("set rtp^={}", root().join("editors/neovim").display());
        let line = format!("lua require('referee').setup({{ cmd = '{}' }})", binary().display());
        editor
            .current_dir(folder.path("."))
            .env("HOME", folder.home())
            .env("XDG_CONFIG_HOME", folder.home())
            .env("XDG_STATE_HOME", folder.home())
            .args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", &path, "-c", &line])
            .args(["-c", "runtime plugin/referee.lua", "-c", "filetype on", "-c", "edit paper.md"])
            .args(["-c", "luafile wait.lua"])
            .stdin(Stdio::null());
        let output = run(&mut editor, LIMIT).expect("it ends in time");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains("Did you mean “hurst2003”?"), "{}: {output:?}", neovim.display());
        in_time(&format!("Neovim user ({})", neovim.display()), start);
    }
}

#[test]
fn an_editor_of_a_journal_sees_what_is_wrong_with_a_submission() {
    let known = papers(3);
    let scholar = Scholar::with(known.clone());
    let folder = Folder::with(&[]);
    let mut wrong = known[1].clone();
    wrong.doi = known[2].doi.clone();
    let submission =
        known[0].bibtex("sound", true) + &invented().bibtex("whales", true) + &wrong.bibtex("swapped", true);
    let start = Instant::now();
    // Without a database: the page of the lab's machine takes single papers.
    let mut variables = online(&scholar);
    variables.push((String::from("REFEREE_NETWORK"), String::from("allow")));
    let service = Service::start(&folder, &variables, &[]);
    assert!(service.get("/").body.contains("<script src=\"page.js\">"));
    let answer = service.request("POST", "/check?wait=60&name=refs.bib", &[], submission.as_bytes()).json();
    let references = answer["result"]["files"][0]["references"].clone();
    let verdict = |key: &str| {
        let all = references.as_array().into_iter().flatten();
        all.filter(|one| one["key"] == key)
            .filter_map(|one| one["verdict"].as_str())
            .next()
            .map(str::to_owned)
    };
    assert_eq!(verdict("sound").as_deref(), Some("verified"), "{answer:#}");
    assert_eq!(verdict("whales").as_deref(), Some("not-found"), "{answer:#}");
    assert_eq!(verdict("swapped").as_deref(), Some("misidentified"), "{answer:#}");
    in_time("editor of a journal", start);
}

#[test]
fn a_clinician_sees_an_order_against_an_allergy() {
    let folder = Folder::with(&[]);
    let start = Instant::now();
    let mut child = command(&folder.path("."), &folder.home(), &[], &["check", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(NOTE.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("severe reaction to penicillin"), "{told}");
    in_time("clinician, at the command line", start);
    // The clinical tab of the page.
    let start = Instant::now();
    let service = Service::of_page(&folder, &[], &["--offline"]);
    let path = format!("{}check?wait=60&kind=clinical-note&pasted=true", service.path);
    let answer = service.request("POST", &path, &[], NOTE.as_bytes()).json();
    assert!(answer.to_string().contains("medication/allergy-conflict"), "{answer:#}");
    in_time("clinician, on the page", start);
}
