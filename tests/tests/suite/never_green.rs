//! A check without look-ups never passes silently: every format reports how many references were
//! looked up, an invented work fails by default, and a CI recipe fails if no service answers.

mod action;

use referee_tests::Folder;
use referee_tests::cli::{Run, referee, run_at_home};
use referee_tests::scholar::{Paper, SERVICES, Scholar, ServiceFault, papers};
use referee_tests::sim::Sim;
use referee_tests::tools::root;
use serde_json::Value;
use std::io::{Cursor, Write};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A library that contains `known`; the draft's bibliography has `known` and `strange`.
const LIBRARY: &str = r#"[{"id": "x", "type": "article-journal", "title": "Early walking after surgery of the hip",
  "author": [{"family": "Osei", "given": "Kofi"}], "container-title": "Journal of Wards",
  "issued": {"date-parts": [[2019]]}, "volume": "12", "page": "45-51", "DOI": "10.5555/wards.2019.45"}]"#;
const KNOWN: &str = "@article{known, author = {Osei, Kofi}, title = {Early walking after surgery of the hip}, journal = {Journal of Wards}, year = {2019}, volume = {12}, pages = {45--51}}\n";
const STRANGE: &str = "@article{strange, author = {Quill, Xenia}, title = {Whales that sing in dialects and sailors who answer}, journal = {Annals of Examples}, year = {2011}, volume = {4}, pages = {1--9}}\n";

/// Invented works in journals that all services list: one with an unregistered DOI, one without a
/// DOI.
const INVENTED: &str = "@article{invented1, author = {Quill, Xenia and Marsh, Yorick}, title = {Whales that sing in several dialects and the sailors who answer them}, journal = {Nature}, year = {2011}, volume = {4}, pages = {1--9}, doi = {10.9999/nowhere.1}}\n\n@article{invented2, author = {Marsh, Yorick}, title = {Lighthouses that dream of submarine gardens at dusk}, journal = {Nature}, year = {2014}, volume = {9}, pages = {11--19}}\n";

fn draft(entries: &str) -> Folder {
    let keys: Vec<&str> =
        entries.split("@article{").filter_map(|entry| entry.split_once(',').map(|(key, _)| key)).collect();
    let keys: Vec<String> = keys.iter().filter(|key| !key.is_empty()).map(|key| format!("@{key}")).collect();
    let text = format!("---\nbibliography: refs.bib\n---\n\nSomebody showed it [{}].\n", keys.join("; "));
    Folder::with(&[("paper.md", &text), ("refs.bib", entries)])
}

/// Returns a draft with one reference that the library can judge and one that it cannot.
fn half_known() -> Folder {
    let folder = draft(&format!("{KNOWN}\n{STRANGE}"));
    folder.write("library.json", LIBRARY);
    folder.write("referee.toml", "[library]\nfiles = [\"library.json\"]\n");
    folder
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a home")
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}\n{run:#?}"))
}

fn online(folder: &Folder, scholar: &Scholar, more: &[&str]) -> Run {
    let mut arguments = vec!["check", "paper.md", "--online"];
    arguments.extend(more);
    run_at_home(&folder.path(""), home().path(), &scholar.settings(), &arguments)
}

/// Returns services that are all unreachable.
fn no_network() -> Scholar {
    let scholar = Scholar::with(Vec::new());
    for service in SERVICES {
        scholar.set_service_fault(service, Some(ServiceFault::Refuse));
    }
    scholar
}

#[test]
fn every_format_says_how_many_references_were_looked_up() {
    let folder = half_known();
    let check = |format: &str| referee(&folder, &["check", "paper.md", "--format", format]);

    let human = check("human");
    let first = human.stdout.lines().next().unwrap_or_default();
    assert_eq!(first, "2 references in 1 draft: 1 looked up, 1 not looked up", "{human:#?}");

    let summary = &json(&check("json"))["summary"];
    assert_eq!((&summary["looked_at"], &summary["not_looked_at"]), (&1.into(), &1.into()), "{summary}");

    let sarif = json(&check("sarif"));
    let notification = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(notification["level"], "warning", "{notification}");
    let text = notification["message"]["text"].as_str().unwrap_or_default();
    assert!(text.starts_with("2 references: 1 looked up, 1 not looked up"), "{text}");

    let github = check("github").stdout;
    let first = github.lines().next().unwrap_or_default();
    assert_eq!(first, "::notice title=referee::2 references: 1 looked up, 1 not looked up.");

    let html = check("html").stdout;
    let banner = html.lines().find(|line| line.contains("class=\"banner")).unwrap_or_default();
    assert!(banner.contains("2 references: 1 looked up, 1 not looked up."), "{banner}");
}

#[test]
fn a_draft_without_references_says_nothing_odd() {
    let folder = Folder::with(&[("paper.md", "# Plan\n\nNothing is cited here.\n")]);
    for format in ["human", "sarif", "github", "html"] {
        let run = referee(&folder, &["check", "paper.md", "--format", format, "--fail-on", "unchecked"]);
        assert_eq!(run.code, 0, "{run:#?}");
        assert!(!run.stdout.contains("looked up,"), "{run:#?}");
    }
}

#[test]
fn only_what_was_not_looked_up_ends_with_3() {
    let folder = half_known();
    let code = |more: &[&str]| referee(&folder, &[&["check", "paper.md"], more].concat()).code;
    assert_eq!(code(&[]), 0);
    assert_eq!(code(&["--fail-on", "unchecked"]), 3);
    assert_eq!(code(&["--fail-on", "never"]), 0);
    // Findings take precedence over unchecked references.
    folder.write("paper.md", folder.read("paper.md") + "\nAnd [@nowhere].\n");
    assert_eq!(code(&["--fail-on", "unchecked"]), 1);
    assert_eq!(code(&["--fail-on", "never"]), 0);
    assert_eq!(referee(&folder, &["check", "missing.md", "--fail-on", "unchecked"]).code, 2);
    // Everything is known.
    folder.write("paper.md", "---\nbibliography: refs.bib\n---\n\nAs was shown [@known].\n");
    assert_eq!(code(&["--fail-on", "unchecked"]), 0);
}

#[test]
fn a_kind_that_the_library_does_not_list_was_not_looked_up() {
    for entry in [
        "@book{one, author = {Invented, Ina}, title = {The complete handbook of sorcery}, publisher = {Springer}, year = {2019}}",
        "@techreport{one, author = {{World Health Organization}}, title = {Guideline on sorcery}, institution = {WHO}, year = {2021}}",
        "@online{one, author = {Doe, Jane}, title = {A page}, url = {https://nonexist.example/page}, year = {2021}}",
        "@phdthesis{one, author = {Doe, Jane}, title = {On nothing at all in rats}, school = {MIT}, year = {2021}}",
    ] {
        let folder = half_known();
        folder.write("referee.toml", "[library]\nfiles = [\"library.json\"]\ncomplete = [\"pubmed\"]\n");
        folder.write("books.bib", entry);
        let run = referee(&folder, &["check", "books.bib", "--fail-on", "unchecked"]);
        assert_eq!(run.code, 3, "{run:#?}");
        assert!(
            run.stdout.contains("1 reference in the bibliography: 0 looked up, 1 not looked up"),
            "{run:#?}"
        );
        let words = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("nothing was looked up online"), "{run:#?}");
        assert!(!run.stdout.contains("nothing to remark"), "{run:#?}");
        let json = json(&referee(&folder, &["check", "books.bib", "--format", "json"]));
        assert_eq!(json["summary"]["unchecked_because"], serde_json::json!(["offline"]), "{json:#}");
    }
}

#[test]
fn the_setting_decides_without_the_argument_and_a_workspace_can_only_be_stricter() {
    let folder = half_known();
    let settings = folder.read("referee.toml");
    let code = |said: &str, variables: &[(&str, &str)], more: &[&str]| {
        let table = if said.is_empty() { String::new() } else { format!("[check]\nfail_on = \"{said}\"\n") };
        folder.write("referee.toml", format!("{settings}{table}"));
        let variables: Vec<(String, String)> =
            variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let arguments = [&["check", "paper.md"], more].concat();
        run_at_home(&folder.path(""), &folder.home(), &variables, &arguments).code
    };
    assert_eq!(code("unchecked", &[], &[]), 3);
    assert_eq!(code("", &[("REFEREE_CHECK__FAIL_ON", "unchecked")], &[]), 3);
    assert_eq!(code("unchecked", &[], &["--fail-on", "warning"]), 0);
    assert_eq!(code("unchecked", &[], &["--isolated"]), 0);
    // An untrusted folder brings a finding, and settings that let it pass.
    folder.write("paper.md", folder.read("paper.md") + "\nAnd [@nowhere].\n");
    assert_eq!(code("never", &[], &[]), 1);
    assert_eq!(code("never", &[], &["--fail-on", "never"]), 0);
    assert_eq!(code("", &[("REFEREE_CHECK__FAIL_ON", "never")], &[]), 0);
}

#[test]
fn two_invented_works_fail_by_default_and_a_doi_that_is_not_registered_is_an_error() {
    let scholar = Scholar::with(papers(4));
    let folder = draft(INVENTED);
    let run = online(&folder, &scholar, &["--format", "json"]);
    assert_eq!(run.code, 1, "{run:#?}");
    let all = json(&run);
    let found: Vec<(&str, &str)> = all["files"][0]["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|finding| finding["rule"] == "citation/not-found")
        .filter_map(|finding| Some((finding["data"]["key"].as_str()?, finding["severity"].as_str()?)))
        .collect();
    assert_eq!(found, [("invented1", "error"), ("invented2", "warning")], "{run:#?}");
    let told = online(&folder, &scholar, &["--fail-on", "error"]);
    assert_eq!(told.code, 1, "{told:#?}");
    let words = told.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("DOI 10.9999/nowhere.1 is not registered (doi.org)."), "{words}");
}

#[test]
fn a_number_of_acms_library_is_no_error() {
    let scholar = Scholar::with(papers(4));
    let folder = draft(&INVENTED.replace("10.9999/nowhere.1", "10.5555/3295222.3295349"));
    let run = online(&folder, &scholar, &["--format", "json"]);
    assert_eq!(json(&run)["summary"]["findings"]["error"], 0, "{run:#?}");
}

#[test]
fn without_any_answer_a_check_that_may_look_up_is_not_green() {
    let scholar = no_network();
    for entries in [INVENTED.to_owned(), papers(2)[0].bibtex("real", true)] {
        let run = online(&draft(&entries), &scholar, &[]);
        assert_eq!(run.code, 3, "{run:#?}");
        assert!(run.stdout.contains(" 0 looked up, "), "{run:#?}");
        assert!(run.stderr.contains("nothing could be looked up"), "{run:#?}");
    }
    // One answer is enough: the rest is in the summary, and an error only on request.
    let all = papers(2);
    let scholar = Scholar::with(all.clone());
    let folder =
        draft(&all.iter().map(|paper: &Paper| paper.bibtex(&paper.volume, true)).collect::<String>());
    assert_eq!(online(&folder, &scholar, &[]).code, 0);
}

/// Returns the words after `entry:` of each hook.
fn hook_entries() -> Vec<(String, Vec<String>)> {
    let text = std::fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("the hooks are there");
    let mut out: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        if let Some(id) = line.strip_prefix("- id: ") {
            out.push((id.to_owned(), Vec::new()));
        }
        if let (Some(entry), Some((_, words))) = (line.trim().strip_prefix("entry: "), out.last_mut()) {
            *words = entry.split_whitespace().map(str::to_owned).collect();
        }
    }
    out
}

#[test]
fn the_hooks_fail_without_network_and_library_and_for_an_invented_work() {
    let hooks = hook_entries();
    assert_eq!(hooks.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["referee", "referee-offline"]);
    let run = |words: &[String], folder: &Folder, scholar: &Scholar| {
        assert_eq!(words[0], "referee");
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).chain(["paper.md"]).collect();
        run_at_home(&folder.path(""), home().path(), &scholar.settings(), &arguments)
    };
    let nobody = no_network();
    for (id, words) in &hooks {
        let ended = run(words, &draft(INVENTED), &nobody);
        assert_eq!(ended.code, 3, "{id}: {ended:#?}");
    }
    let scholar = Scholar::with(papers(4));
    let (_, words) = &hooks[0];
    assert_eq!(run(words, &draft(INVENTED), &scholar).code, 1);
    assert_eq!(run(words, &draft(&papers(1)[0].bibtex("real", true)), &scholar).code, 0);
}

/// Returns the commands in the workflows of the page about CI.
fn commands_of_the_page() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/guide/ci.md")).expect("the page is there");
    let lines = page.lines().map(|line| line.trim().trim_start_matches("- ").trim_start_matches("run: "));
    lines.filter(|line| line.starts_with("referee check ")).map(str::to_owned).collect()
}

#[test]
fn the_commands_of_the_page_about_ci_fail_without_network() {
    let commands = commands_of_the_page();
    assert!(commands.len() >= 2, "{commands:?}");
    let nobody = no_network();
    let folder = draft(INVENTED);
    for line in &commands {
        let (line, _) = line.split_once(" > ").unwrap_or((line, ""));
        let arguments: Vec<&str> = line.split_whitespace().skip(1).collect();
        let run = run_at_home(&folder.path(""), home().path(), &nobody.settings(), &arguments);
        assert_eq!(run.code, 3, "{line}: {run:#?}");
        assert!(run.stdout.contains("0 looked up"), "{line}: {run:#?}");
    }
}

fn docx(words: &str) -> Vec<u8> {
    let body = format!(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:body></w:document>"
    );
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
    writer.write_all(body.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}

#[test]
fn a_folder_of_office_files_is_checked() {
    let folder = Folder::with(&[("thesis.rtf", "{\\rtf1\\ansi It was shown before.}")]);
    folder.write("chapters/one.docx", docx("It was shown before."));
    folder.write("chapters/~$one.docx", "Word's own");
    folder.write("chapters/old.docx", docx("It was shown before."));
    folder.write("chapters/.gitignore", "old.docx\n");
    let run = referee(&folder, &["check", ".", "--format", "json"]);
    let paths: Vec<String> = json(&run)["files"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|file| file["path"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(paths, ["chapters/one.docx", "thesis.rtf"], "{run:#?}");
    assert_eq!(run.code, 0, "{run:#?}");
}

#[test]
fn a_folder_without_anything_to_check_says_so_and_is_not_green() {
    let folder = Folder::with(&[("photo.png", "no draft")]);
    let run = referee(&folder, &["check", "."]);
    assert_eq!(run.code, 2, "{run:#?}");
    assert!(run.stderr.contains("nothing to check"), "{run:#?}");
    assert!(!run.stdout.contains("nothing to remark"), "{run:#?}");
    // Omitted files are reported, with a solution.
    folder.write("paper.docx", docx("It was shown before."));
    folder.write(".gitignore", "*.docx\n");
    let run = referee(&folder, &["check", "."]);
    assert_eq!(run.code, 2, "{run:#?}");
    assert!(run.stderr.contains("1 file is left out because an ignore file names it"), "{run:#?}");
}

#[test]
fn a_pdf_that_cannot_be_read_spoils_a_folder_only_if_there_is_nothing_else() {
    let folder = Folder::with(&[("scan.pdf", "%PDF-1.4\nno pages\n")]);
    let alone = referee(&folder, &["check", "."]);
    assert_eq!(alone.code, 2, "{alone:#?}");
    assert!(alone.stderr.contains("scan.pdf"), "{alone:#?}");
    folder.write("notes.md", "# Plan\n\nNothing is cited here.\n");
    let beside = referee(&folder, &["check", "."]);
    assert_eq!(beside.code, 0, "{beside:#?}");
    assert!(beside.stderr.contains("scan.pdf"), "{beside:#?}");
    // A file given by name must be readable.
    assert_eq!(referee(&folder, &["check", "notes.md", "scan.pdf"]).code, 2);
}

#[test]
fn a_pdf_beside_its_source_is_left_out_and_named() {
    let folder = Folder::with(&[
        ("paper.tex", "\\documentclass{article}\\begin{document}Plan.\\end{document}\n"),
        ("paper.pdf", "%PDF-1.4\nno pages\n"),
    ]);
    let run = referee(&folder, &["check", "."]);
    assert_eq!(run.code, 0, "{run:#?}");
    assert!(run.stderr.contains("paper.pdf: not checked, because its source is next to it"), "{run:#?}");
}

/// The output in every format for a run with OpenAlex's budget spent.
#[test]
fn a_spent_budget_is_told_once_even_if_everything_was_verified_elsewhere() {
    let Some(sim) = Sim::start(&["--world", "2026", "--openalex-budget", "0"]) else { return };
    let folder = draft(INVENTED);
    let home = home();
    for format in ["human", "json", "sarif", "github", "html"] {
        let arguments = ["check", "paper.md", "--online", "--format", format];
        let run = run_at_home(&folder.path(""), home.path(), &sim.settings(), &arguments);
        let words = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words.matches("OpenAlex answers no more questions").count(), 1, "{format}: {words}");
        assert!(words.contains("set OPENALEX_API_KEY"), "{format}: {words}");
    }
}

/// The message about an invalid key contains its variable, and does not recommend a later run.
#[test]
fn a_refused_key_is_named_by_its_variable_once() {
    let Some(sim) = Sim::start(&["--world", "2026", "--openalex-key", "right"]) else { return };
    let folder = draft(INVENTED);
    let mut variables = sim.settings();
    variables.push((String::from("OPENALEX_API_KEY"), String::from("wrong")));
    let run = run_at_home(&folder.path(""), home().path(), &variables, &["check", "paper.md", "--online"]);
    let words = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words.matches("OpenAlex refused the key in OPENALEX_API_KEY").count(), 1, "{words}");
}

#[test]
fn an_unwritable_log_is_reported_once_and_services_are_not_blamed() {
    let scholar = Scholar::with(papers(4));
    let entries: String =
        papers(3).iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("true{n}"), false)).collect();
    let folder = draft(&entries);
    folder.write("blocked", "a file where the folder of the state should be");
    let mut variables = scholar.settings();
    variables.push(("REFEREE_STATE".to_owned(), folder.path("blocked").display().to_string()));
    let check = |format: &str| {
        let arguments = ["check", "paper.md", "--online", "--format", format];
        run_at_home(&folder.path(""), home().path(), &variables, &arguments)
    };
    const CAUSE: &str = "the log of what leaves this machine cannot be written";
    for format in ["human", "json", "sarif", "github", "html"] {
        let run = check(format);
        assert_eq!(run.code, 2, "{run:#?}");
        assert!(run.stderr.contains(CAUSE) && run.stderr.contains("REFEREE_STATE"), "{run:#?}");
        let flowing = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        // In the GitHub format the cause is also an error, and the page has it in the banner about
        // provisional results.
        let times = 1 + usize::from(["github", "html"].contains(&format));
        assert_eq!(flowing.matches(CAUSE).count(), times, "{run:#?}");
        // The other formats include the pages of the rules, which mention services.
        let is_for_people = ["human", "github", "html"].contains(&format);
        for wrong in ["is not available", "did not answer", "again later", " requests ("] {
            assert!(!is_for_people || !flowing.contains(wrong), "{format}: {wrong}: {flowing}");
        }
    }
    let summary = &json(&check("json"))["summary"];
    assert_eq!(summary["unchecked_because"], serde_json::json!(["unlogged"]), "{summary}");
    assert_eq!(summary["notices"][0]["service"], Value::Null, "{summary}");
    assert_eq!(summary["notices"][0]["variable"], "REFEREE_STATE", "{summary}");
    let error =
        check("github").stdout.lines().any(|line| line.starts_with("::error") && line.contains(CAUSE));
    assert!(error, "{:#?}", check("github"));
    assert_eq!(scholar.asked().len(), 0, "what is not logged is not sent");
}

#[test]
fn a_citation_without_any_bibliography_is_not_green() {
    let cases = [
        ("paper.md", "It was shown before [@nobody].\n"),
        ("paper.md", "---\nbibliography: missing.bib\n---\n\nIt was shown before [@nobody].\n"),
        (
            "paper.tex",
            "\\documentclass{article}\\begin{document}Shown before \\cite{nobody}.\\end{document}\n",
        ),
    ];
    for (name, text) in cases {
        let folder = Folder::with(&[(name, text)]);
        let check =
            |format: &str| referee(&folder, &["check", name, "--format", format, "--fail-on", "unchecked"]);
        for format in ["human", "json", "sarif", "github", "html"] {
            let run = check(format);
            assert_ne!(run.code, 0, "{run:#?}");
            assert!(run.stdout.contains("nobody"), "{run:#?}");
            assert!(!run.stdout.contains("nothing to remark"), "{run:#?}");
        }
        let sentence = "1 cited key was not looked up: no bibliography that could be read belongs to the draft (nobody).";
        let human = check("human").stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(human.contains(sentence), "{human}");
        assert_eq!(
            json(&check("json"))["summary"]["keys_without_bibliography"],
            serde_json::json!(["nobody"])
        );
        assert!(check("github").stdout.contains(&format!("::notice title=referee::{sentence}")));
    }
    // A handle, a label and an identifier are not undefined citations.
    let harmless =
        "Thanks to @nobody, see [@fig-one] and [@doi:10.5555/wards.2019.45].\n\n![One](one.png){#fig-one}\n";
    let run = referee(&Folder::with(&[("paper.qmd", harmless)]), &["check", "paper.qmd", "--format", "json"]);
    assert_eq!(json(&run)["summary"]["keys_without_bibliography"], serde_json::json!([]), "{run:#?}");
}

#[test]
fn annotations_of_github_say_why_references_were_not_looked_up() {
    let folder = draft(INVENTED);
    let run = online(&folder, &no_network(), &["--format", "github"]);
    assert_eq!(run.code, 3, "{run:#?}");
    let notices: Vec<&str> =
        run.stdout.lines().filter(|line| line.starts_with("::notice title=referee::")).collect();
    let said = |service: &str| notices.iter().any(|line| line.contains(&format!("referee::{service} ")));
    assert!(["PubMed", "Crossref", "OpenAlex"].into_iter().all(said), "{notices:#?}");
    let missing = referee(&folder, &["check", "missing.md", "--format", "github"]);
    assert_eq!(missing.code, 2, "{missing:#?}");
    assert!(
        missing.stdout.starts_with("::error title=referee::missing.md: there is no such file or folder"),
        "{missing:#?}"
    );
}

#[test]
fn the_last_line_says_what_was_not_looked_up() {
    let last = |folder: &Folder, more: &[&str]| {
        let run = referee(folder, &[&["check", "paper.md"], more].concat());
        run.stdout.trim_end().lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(last(&half_known(), &[]), "1 file: no findings; 1 reference was not looked up: strange");
    let folder = half_known();
    folder.write("paper.md", "---\nbibliography: refs.bib\n---\n\nAs was shown [@known].\n");
    assert_eq!(last(&folder, &[]), "1 file: nothing to remark");
}
