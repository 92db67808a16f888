//! What `check --online` says about a run: the reasons of services without an answer, and the number
//! of references.

use referee_tests::Folder;
use referee_tests::cli::run_at_home;
use referee_tests::scholar::{Paper, Scholar, ServiceFault, papers};
use serde_json::Value;
use std::time::Duration;
use tempfile::TempDir;

fn entries(papers: &[Paper]) -> String {
    papers.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("true{n}"), true)).collect()
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a home")
}

#[test]
fn errors_that_come_late_are_not_called_a_timeout() {
    let all = papers(3);
    for (fault, why) in [
        (ServiceFault::Status(500), "unavailable"),
        (ServiceFault::Refuse, "unavailable"),
        (ServiceFault::Page, "unreadable"),
    ] {
        let scholar = Scholar::with(all.clone());
        // Longer than a service gets while the network seems to be down.
        scholar.set_latency(Duration::from_millis(100));
        scholar.set_fault_of_all(Some(fault));
        let folder = Folder::with(&[("refs.bib", &entries(&all))]);
        let arguments = ["check", "refs.bib", "--online", "--format", "json"];
        let run = run_at_home(&folder.path(""), home().path(), &scholar.settings(), &arguments);
        let report: Value =
            serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {run:#?}"));
        let because = report["summary"]["unchecked_because"].clone();
        let because: Vec<&str> = because.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert!(because.len() > 3, "{because:?}");
        assert!(because.iter().all(|because| because.ends_with(why)), "{fault:?}: {because:?}");
    }
}

#[test]
fn a_reference_that_a_chapter_and_its_main_file_cite_counts_once() {
    let all = papers(2);
    let scholar = Scholar::with(all.clone());
    let folder = Folder::with(&[("refs.bib", &entries(&all))]);
    folder.write("main.tex", "\\documentclass{book}\n\\begin{document}\n\\input{sections/a}\n\\bibliography{refs}\n\\end{document}\n");
    folder.write("sections/a.tex", "Somebody showed it \\cite{true0,true1}.\n");
    let run =
        run_at_home(&folder.path(""), home().path(), &scholar.settings(), &["check", "main.tex", "--online"]);
    assert!(run.stdout.contains("Asked online about 2 references"), "{run:#?}");
}
