//! `referee check --online` on computing papers and programs, with the services as of autumn 2026:
//! OpenAlex's budget is spent, dblp's search rejects programs, OpenReview rarely answers. The
//! services are the simulation in the shared folder.

use referee_tests::cli::{Run, run_at_home};
use referee_tests::scholar::Scholar;
use referee_tests::sim::Sim;
use referee_tests::web::Reply;
use referee_tests::{Folder, Web};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Two invented works.
const INVENTED: &str = "\
@inproceedings{iclr,
  author = {Quill, Xenia and Marsh, Yorick},
  title = {Harbours that learn their own tides from the letters of pilots},
  booktitle = {International Conference on Learning Representations},
  year = {2022}
}

@article{jmlr,
  author = {Marsh, Yorick and Quill, Xenia},
  title = {Sample bounds for the patience of lighthouse keepers in fog},
  journal = {Journal of Machine Learning Research},
  year = {2021},
  volume = {22},
  pages = {1--38}
}
";

/// Two real works, one of which is only in OpenAlex and the computing bibliographies.
const REAL: &str = "\
@inproceedings{boats,
  author = {Brandt, Ida and Osei, Kofi},
  title = {Boats that fold their sails by gradient descent},
  booktitle = {The Tenth International Conference on Learning Representations},
  year = {2022}
}

@article{ropes,
  author = {Brandt, Ida},
  title = {Ropes, knots and the convexity of harbour walls},
  journal = {Journal of Machine Learning Research},
  year = {2020},
  volume = {21}
}
";

fn records() -> String {
    let boats = json!({
        "title": "Boats that fold their sails by gradient descent", "type": "conference-paper", "year": 2022,
        "authors": [{"family": "Brandt", "given": "Ida"}, {"family": "Osei", "given": "Kofi"}],
        "journal": "International Conference on Learning Representations", "sources": ["openalex", "dblp", "openreview"],
        "dblp": {"key": "conf/iclr/BrandtO22", "venue": "ICLR"},
    });
    let ropes = json!({
        "title": "Ropes, knots and the convexity of harbour walls", "type": "journal-article", "year": 2020, "volume": "21",
        "authors": [{"family": "Brandt", "given": "Ida"}], "journal": "Journal of Machine Learning Research",
        "sources": ["openalex", "dblp"], "dblp": {"key": "journals/jmlr/Brandt20", "venue": "J. Mach. Learn. Res."},
    });
    // An unrelated medical work, so that the simulation contains more than these two.
    let other = json!({
        "pmid": "9000001", "doi": "10.5555/other.1", "title": "Sleep in shift workers", "type": "journal-article",
        "authors": [{"family": "Roe", "given": "Ada"}], "journal": "Journal of Sleep", "year": 2019, "volume": "1",
    });
    [boats, ropes, other].map(|record| record.to_string()).join("\n")
}

/// Runs `check --online` on a bibliography in the simulation, with further arguments for the
/// simulation and settings.
fn check(bibliography: &str, world: &[&str], more: &[(&str, String)]) -> Option<(Run, Sim)> {
    let folder = Folder::with(&[("refs.bib", bibliography), ("records.jsonl", &records())]);
    let mut arguments =
        vec!["--world", "2026", "--clock", "09:00", "--arxiv-busy-ms", "1-2", "--crossref-list-ms", "1-2"];
    arguments.extend(world);
    let sim = Sim::over(&[folder.path("records.jsonl")], &arguments)?;
    let mut settings = sim.settings();
    settings.extend(more.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    let arguments = ["check", "refs.bib", "--online", "--format", "json", "--fail-on", "never"];
    let run = run_at_home(&folder.path("."), &folder.path("."), &settings, &arguments);
    Some((run, sim))
}

fn verdicts(run: &Run) -> BTreeMap<String, String> {
    let report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{run:?}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let references = report["files"][0]["references"].as_array().cloned().unwrap_or_default();
    references.iter().map(|one| (text(&one["key"]), text(&one["verdict"]))).collect()
}

/// Returns the rules with findings about the references.
fn rules(run: &Run) -> Vec<String> {
    let report: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
    let findings = report["files"][0]["findings"].as_array().cloned().unwrap_or_default();
    let mut rules: Vec<String> =
        findings.iter().filter_map(|finding| finding["rule"].as_str().map(str::to_owned)).collect();
    rules.retain(|rule| rule.starts_with("citation/"));
    rules
}

fn all(run: &Run, verdict: &str) -> bool {
    let verdicts = verdicts(run);
    !verdicts.is_empty() && verdicts.values().all(|one| one == verdict)
}

/// The argument of the simulation that spends OpenAlex's daily budget.
const SPENT: [&str; 2] = ["--openalex-budget", "0"];

#[test]
fn invented_papers_are_not_found_although_openalex_has_spent_its_budget() {
    let Some((run, sim)) = check(INVENTED, &SPENT, &[]) else { return };
    assert!(all(&run, "not-found"), "{:?}\n{}", verdicts(&run), run.stdout);
    assert_eq!(rules(&run), ["citation/not-found", "citation/not-found"], "{}", run.stdout);
    let asked = |name: &str| sim.requests().iter().filter(|request| request["service"] == name).count();
    assert_eq!(asked("dblp"), 2, "one question for each");
    assert_eq!(asked("openreview"), 1, "it has nothing of a journal that reviews elsewhere");
    assert!(
        sim.requests()
            .iter()
            .all(|request| request["path"].as_str().is_none_or(|path| !path.contains("/search/publ")))
    );
}

#[test]
fn real_papers_are_verified_by_the_bibliographies_of_computing() {
    let Some((run, _)) = check(REAL, &SPENT, &[]) else { return };
    assert!(all(&run, "verified"), "{:?}\n{}", verdicts(&run), run.stdout);
}

#[test]
fn an_outage_of_the_bibliographies_of_computing_accuses_nobody() {
    let page = "<!doctype html><html><head><title>Making sure you&#39;re not a bot!</title></head></html>";
    let outages: [(u16, &'static str, &str); 4] = [
        (200, "text/html", page),
        (500, "text/html", page),
        (429, "text/plain", "slow down"),
        (200, "application/json", "{\"head\": {\"vars\": []}, \"results\": {\"bindings\": [{\"pu"),
    ];
    for (status, media_type, body) in outages {
        let body = body.to_owned();
        let down = Web::serve(move |_| Reply::new(status, media_type, body.clone()));
        let dblp = [("REFEREE_SOURCES__DBLP__BASE_URL", down.url().to_owned())];
        let Some((run, _)) = check(&format!("{INVENTED}\n{REAL}"), &SPENT, &dblp) else { return };
        let verdicts = verdicts(&run);
        for key in ["iclr", "jmlr", "ropes"] {
            assert_eq!(
                verdicts.get(key).map(String::as_str),
                Some("unchecked"),
                "{key} {status} {verdicts:?}"
            );
        }
        assert_eq!(
            verdicts.get("boats").map(String::as_str),
            Some("verified"),
            "OpenReview has it: {verdicts:?}"
        );
        assert!(rules(&run).is_empty(), "{status}: {:?}", rules(&run));
        assert!(!down.asked().is_empty());
    }
}

#[test]
fn a_search_of_openreview_that_is_not_there_is_no_silence() {
    let world = [&SPENT[..], &["--openreview-unavailable", "1"]].concat();
    let Some((run, sim)) = check(INVENTED, &world, &[]) else { return };
    let verdicts = verdicts(&run);
    assert_eq!(verdicts.get("iclr").map(String::as_str), Some("unchecked"), "{}", run.stdout);
    assert_eq!(
        verdicts.get("jmlr").map(String::as_str),
        Some("not-found"),
        "it does not depend on OpenReview"
    );
    assert!(sim.requests().iter().any(|request| request["service"] == "openreview"));
}

#[test]
fn while_openalex_answers_nobody_else_is_asked() {
    let Some((run, sim)) = check(INVENTED, &["--openalex-budget", "1000"], &[]) else { return };
    assert!(all(&run, "not-found"), "{}", run.stdout);
    assert!(
        sim.requests()
            .iter()
            .all(|request| request["service"] != "dblp" && request["service"] != "openreview")
    );
}

/// Serves the package registries, each at a separate path.
fn registries() -> (Web, Scholar, Vec<(String, String)>) {
    let web = Web::serve(|asked| {
        let answer = |found: Value| Reply::json(&found);
        match asked.path() {
            "/github/repos/quill/tidewright" => answer(
                json!({"name": "tidewright", "description": "Tables of tides", "html_url": "https://github.com/quill/tidewright"}),
            ),
            "/pypi/pypi/tidewright/json" => {
                answer(json!({"info": {"name": "tidewright", "summary": "Tables of tides"}}))
            }
            "/cran/tidewright" => answer(
                json!({"Package": "tidewright", "Title": "Tables of Tides", "Author": "Xenia Quill [aut, cre]"}),
            ),
            "/cran/gone" => {
                Reply::new(404, "application/json", "{\"error\": \"not_found\", \"reason\": \"missing\"}")
            }
            "/github/repos/quill/busy" => {
                Reply::new(403, "application/json", "{\"message\": \"API rate limit exceeded\"}")
            }
            _ => Reply::new(404, "application/json", "{\"message\": \"Not Found\"}"),
        }
    });
    let places = ["cran", "pypi", "github"].into_iter().flat_map(|name| {
        let variable = |what: &str| format!("REFEREE_SOURCES__{}__{what}", name.to_uppercase());
        [(variable("BASE_URL"), format!("{}/{name}", web.url())), (variable("ENABLED"), String::from("true"))]
    });
    let scholar = Scholar::with(Vec::new());
    let mut settings = scholar.settings();
    settings.retain(|(name, _)| !["CRAN", "PYPI", "GITHUB"].iter().any(|registry| name.contains(registry)));
    settings.extend(places);
    (web, scholar, settings)
}

#[test]
fn programs_are_verified_by_the_registry_that_has_them_and_never_accused() {
    let (web, _scholar, settings) = registries();
    let program = |key: &str, title: &str, url: &str| {
        format!(
            "@software{{{key},\n  author = {{Quill, Xenia}},\n  title = {{{title}}},\n  year = {{2019}},\n  url = {{{url}}}\n}}\n\n"
        )
    };
    let bibliography = [
        program("repository", "tidewright: Tables of tides", "https://github.com/quill/tidewright"),
        program("python", "tidewright", "https://pypi.org/project/tidewright/"),
        program("r", "tidewright: Tables of Tides", "https://CRAN.R-project.org/package=tidewright"),
        program("gone", "gone: A Package", "https://cran.r-project.org/package=gone"),
        program("busy", "busy", "https://github.com/quill/busy"),
        program("other", "Lighthouses in prose", "https://github.com/quill/tidewright"),
    ]
    .concat();
    let folder = Folder::with(&[("refs.bib", &bibliography)]);
    let arguments = ["check", "refs.bib", "--online", "--format", "json", "--fail-on", "never"];
    let run = run_at_home(&folder.path("."), &folder.path("."), &settings, &arguments);
    let verdicts = verdicts(&run);
    for key in ["repository", "python", "r"] {
        assert_eq!(verdicts.get(key).map(String::as_str), Some("verified"), "{key} {}", run.stdout);
    }
    for key in ["gone", "busy", "other"] {
        assert_eq!(verdicts.get(key).map(String::as_str), Some("uncovered"), "{key} {verdicts:?}");
    }
    assert!(rules(&run).iter().all(|rule| rule != "citation/not-found"), "{:?}", rules(&run));
    let asked = web.asked();
    assert!(asked.iter().all(|request| request.header("authorization").is_none()), "no token was set");
}
