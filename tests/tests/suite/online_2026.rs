//! A fresh install with the services as of autumn 2026, without a key and without an address: books
//! are found in Open Library, and pauses of hours neither delay a run nor hide answers of other
//! services.

use referee_tests::Folder;
use referee_tests::cli::{Run, run_at_home};
use referee_tests::sim::Sim;
use serde_json::{Value, json};
use std::path::Path;

const BOOK: &str = "\
@book{tides,
  author = {Brandt, Ida},
  title = {Tides and the people who wait for them},
  publisher = {Harbour Press},
  year = {2015},
  isbn = {978-0-306-40615-7}
}
";

const PAPER: &str = "\
@article{ropes,
  author = {Osei, Kofi},
  title = {Ropes, knots and the patience of harbour walls},
  journal = {Journal of Examples},
  year = {2019},
  doi = {10.1234/ropes.7}
}
";

fn records() -> String {
    let book = json!({
        "title": "Tides and the people who wait for them", "type": "book", "year": 2015, "isbn": "9780306406157",
        "authors": [{"family": "Brandt", "given": "Ida"}], "publisher": "Harbour Press", "sources": ["openlibrary"],
    });
    let paper = json!({
        "title": "Ropes, knots and the patience of harbour walls", "type": "journal-article", "year": 2019,
        "authors": [{"family": "Osei", "given": "Kofi"}], "journal": "Journal of Examples", "doi": "10.1234/ropes.7",
        "registration_agency": "Crossref",
    });
    format!("{book}\n{paper}\n")
}

fn simulation(entries: &str, arguments: &[&str]) -> Option<(Folder, Sim)> {
    let folder = Folder::with(&[("refs.bib", entries), ("records.jsonl", &records())]);
    let world = ["--quirks", "off", "--world", "2026"];
    let sim = Sim::over(&[folder.path("records.jsonl")], &[&world, arguments].concat())?;
    Some((folder, sim))
}

/// Runs `check` with the sources of the simulation, including Open Library.
fn check(folder: &Folder, sim: &Sim, home: &Path, options: &[&str]) -> Run {
    let mut variables = sim.settings();
    variables.retain(|(name, _)| name != "REFEREE_SOURCES__OPENLIBRARY__ENABLED");
    variables.push((String::from("REFEREE_SOURCES__OPENLIBRARY__BASE_URL"), sim.base_url("openlibrary")));
    run_at_home(&folder.path("."), home, &variables, &[&["check", "refs.bib", "--online"], options].concat())
}

fn verdict(run: &Run) -> String {
    let report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr));
    report["files"][0]["references"][0]["verdict"].as_str().unwrap_or_default().to_owned()
}

fn asked(sim: &Sim, service: &str) -> usize {
    sim.requests().iter().filter(|request| request["service"] == service).count()
}

#[test]
fn a_fresh_install_finds_books() {
    let Some((folder, sim)) = simulation(BOOK, &[]) else { return };
    let home = tempfile::tempdir().expect("a home");
    let run = check(&folder, &sim, home.path(), &["--format", "json"]);
    assert_eq!(verdict(&run), "verified", "{}", run.stdout);
    assert!(asked(&sim, "openlibrary") > 0);
    let agents: Vec<Value> = sim.requests().iter().map(|request| request["agent"].clone()).collect();
    assert!(agents.iter().all(|agent| agent.as_str().is_some_and(|agent| agent.contains("(+https://"))));
}

#[test]
fn the_real_pauses_end_no_run_late_and_the_next_process_knows_them() {
    for pause in ["openalex=429:54000", "crossref=503:3600", "europepmc=503:3600", "doi=429:604800"] {
        let Some((folder, sim)) = simulation(PAPER, &["--retry-after", pause]) else { return };
        let home = tempfile::tempdir().expect("a home");
        let service = pause.split('=').next().unwrap_or_default();
        // It must end: the harness kills a run that does not.
        let first = check(&folder, &sim, home.path(), &["--fail-on", "unchecked", "--format", "json"]);
        let told = check(&folder, &sim, home.path(), &["--fail-on", "unchecked"]);
        assert!(["verified", "unchecked"].contains(&verdict(&first).as_str()), "{pause}: {}", first.stdout);
        let sent = asked(&sim, service);
        assert!(sent <= 2, "{pause}: asked {sent} times");
        if sent > 0 && verdict(&first) == "unchecked" {
            let words = told.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains("asked for a pause until"), "{pause}: {words}");
            assert_eq!(told.code, 3, "{pause}: {told:?}");
        }
    }
}
