//! `referee check --online` on references to arXiv papers by the DOI that arXiv registers, with and
//! without a version. The services are the simulation in the shared folder.

use referee_tests::Folder;
use referee_tests::cli::run_at_home;
use referee_tests::sim::Sim;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const BIBLIOGRAPHY: &str = "\
@article{right,
  author = {Brandt, Ida and Osei, Kofi},
  title = {Lattices that remember the order of their folds},
  journal = {arXiv},
  year = {2024},
  doi = {10.48550/arXiv.2401.90001v1}
}

@article{chimera,
  author = {Brandt, Ida and Osei, Kofi},
  title = {Harbour seals and the price of winter bread},
  journal = {arXiv},
  year = {2024},
  doi = {10.48550/arXiv.2401.90001}
}

@article{invented,
  author = {Quill, Xenia and Marsh, Yorick},
  title = {Lattices that remember the order of their folds},
  journal = {arXiv},
  year = {2024},
  doi = {10.48550/arXiv.2401.90001v2}
}
";

/// Returns an arXiv preprint for the simulation.
fn preprint() -> Value {
    json!({
        "arxiv": "2401.90001",
        "doi": "10.48550/arXiv.2401.90001",
        "title": "Lattices that remember the order of their folds",
        "authors": [{"family": "Brandt", "given": "Ida"}, {"family": "Osei", "given": "Kofi"}],
        "journal": "arXiv",
        "year": 2024,
        "type": "preprint",
        "registration_agency": "DataCite"
    })
}

#[test]
fn a_doi_of_arxiv_is_followed_to_its_record_with_and_without_a_version() {
    let record = preprint();
    let folder = Folder::with(&[("refs.bib", BIBLIOGRAPHY), ("records.jsonl", &record.to_string())]);
    let Some(sim) = Sim::over(&[folder.path("records.jsonl")], &["--quirks", "off"]) else { return };
    let arguments = ["check", "refs.bib", "--online", "--format", "json"];
    let run = run_at_home(&folder.path("."), &folder.path("."), &sim.settings(), &arguments);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let references = report["files"][0]["references"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let verdicts: BTreeMap<String, String> =
        references.iter().map(|one| (text(&one["key"]), text(&one["verdict"]))).collect();
    let expected = [("chimera", "differs"), ("invented", "differs"), ("right", "verified")];
    let expected = expected.map(|(key, verdict)| (key.to_owned(), verdict.to_owned()));
    assert_eq!(verdicts, BTreeMap::from(expected), "{report:#}");
}

#[test]
fn a_number_of_arxiv_is_cited_from_the_terminal() {
    let folder = Folder::with(&[("records.jsonl", &preprint().to_string())]);
    let Some(sim) = Sim::over(&[folder.path("records.jsonl")], &["--quirks", "off"]) else { return };
    let run =
        |arguments: &[&str]| run_at_home(&folder.path("."), &folder.path("."), &sim.settings(), arguments);
    for named in [
        &["arXiv:2401.90001"][..],
        &["arxiv", "2401.90001"],
        &["2401.90001"],
        &["https://arxiv.org/abs/2401.90001v1"],
        &["https://arxiv.org/pdf/2401.90001"],
        &["10.48550/arXiv.2401.90001"],
    ] {
        let found = run(&[&["cite", "--online", "--format", "json", "--"], named].concat());
        assert_eq!(found.code, 0, "{named:?}: {found:?}");
        let answer: Value = serde_json::from_str(&found.stdout).expect("JSON");
        let candidates = answer["candidates"].as_array().cloned().unwrap_or_default();
        assert_eq!(candidates.len(), 1, "{named:?}: {answer:#}");
        assert_eq!(
            candidates[0]["title"], "Lattices that remember the order of their folds",
            "{named:?}: {answer:#}"
        );
        assert_eq!(answer["exact"], true, "{named:?}: {answer:#}");
    }
    // A number that is missing in arXiv gets no substitute.
    let absent = run(&["cite", "arXiv:2401.90009", "--online"]);
    assert!(absent.code == 1 && absent.stderr.contains("no work with the identifier"), "{absent:?}");
}
