//! `referee check --online` with a small scholarly web on loopback: findings, requests, behaviour
//! on a bad network, and the cache.

use referee_tests::cli::{Run, command, run_at_home};
use referee_tests::scholar::{Paper, SERVICES, Scholar, ServiceFault, papers};
use referee_tests::{Folder, Web};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// Returns a draft with a bibliography: `refs.bib` contains `entries`, and the draft cites all of
/// them.
fn draft(entries: &str) -> Folder {
    let keys: Vec<&str> =
        entries.lines().filter_map(|line| line.strip_prefix("@article{")?.strip_suffix(',')).collect();
    let cited: Vec<String> = keys.iter().map(|key| format!("Somebody showed it [@{key}].\n")).collect();
    let text = format!("---\nbibliography: refs.bib\n---\n\n{}", cited.join("\n"));
    Folder::with(&[("paper.md", &text), ("refs.bib", entries)])
}

/// Returns true references, half of them without identifiers.
fn true_entries(papers: &[Paper]) -> String {
    papers.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("true{n}"), n % 2 == 0)).collect()
}

fn invented(number: usize) -> String {
    format!(
        "@article{{invented{number},\n  author = {{Quill, Xenia and Marsh, Yorick}},\n  title = {{Whales that sing in {number} dialects and the sailors who answer them}},\n  journal = {{Annals of Examples}},\n  year = {{2011}},\n  volume = {{{number}}},\n  pages = {{1--9}},\n  doi = {{10.5555/nowhere.{number}}}\n}}\n\n"
    )
}

/// Runs `check` for an author with a contact: Crossref then allows three searches per second
/// instead of one.
fn online(folder: &Folder, home: &TempDir, scholar: &Scholar, more: &[&str]) -> Run {
    let mut arguments = vec!["check", "paper.md", "--online", "--format", "json"];
    arguments.extend(more);
    let mut variables = scholar.settings();
    variables.push((String::from("REFEREE_CONTACT"), String::from("reader@example.org")));
    run_at_home(&folder.path(""), home.path(), &variables, &arguments)
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a home")
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr))
}

/// Returns the verdict of each reference.
fn verdicts(run: &Run) -> BTreeMap<String, String> {
    let all = json(run);
    let references = all["files"][0]["references"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    references.iter().map(|one| (text(&one["key"]), text(&one["verdict"]))).collect()
}

#[test]
fn what_is_true_is_verified_and_what_is_invented_is_not_found() {
    let all = papers(12);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&(true_entries(&all) + &invented(1)));
    let run = online(&folder, &home(), &scholar, &[]);
    let found = verdicts(&run);
    for (key, verdict) in &found {
        let wanted = if key.starts_with("true") { "verified" } else { "not-found" };
        assert_eq!(verdict, wanted, "{key}: {}\n{}", run.stdout, run.stderr);
    }
    assert_eq!(found.len(), 13);
}

#[test]
fn a_number_of_another_work_and_a_retraction_are_told() {
    let mut all = papers(6);
    all[1].retracted_by = Some("10.5555/notice.1".to_owned());
    let mut wrong = all[2].clone();
    wrong.doi = all[3].doi.clone();
    let entries = all[1].bibtex("gone", true) + &wrong.bibtex("chimera", true);
    let scholar = Scholar::with(all);
    let run = online(&draft(&entries), &home(), &scholar, &[]);
    let found = verdicts(&run);
    assert_eq!(found["chimera"], "misidentified", "{}", run.stdout);
    let all = json(&run);
    let rules: Vec<&str> = all["files"][0]["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|finding| finding["rule"].as_str())
        .collect();
    assert!(rules.contains(&"citation/retracted") && rules.contains(&"citation/misidentified"), "{rules:?}");
}

#[test]
fn an_unchanged_bibliography_is_not_asked_about_again() {
    let all = papers(20);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&(true_entries(&all) + &invented(1)));
    let home = home();
    let first = verdicts(&online(&folder, &home, &scholar, &[]));
    assert!(!scholar.web.asked().is_empty());
    scholar.web.forget();
    let again = verdicts(&online(&folder, &home, &scholar, &[]));
    assert_eq!(first, again);
    assert_eq!(scholar.web.connections(), 0, "{:?}", scholar.asked());
    // Cached results are available offline.
    let offline = run_at_home(
        &folder.path(""),
        home.path(),
        &scholar.settings(),
        &["check", "paper.md", "--format", "json"],
    );
    assert_eq!(verdicts(&offline), first);
    assert_eq!(scholar.web.connections(), 0);
}

/// Every command, without any permission.
const COMMANDS: &[&[&str]] = &[
    &["check", "paper.md"],
    &["check", ".", "--offline", "--format", "sarif"],
    &["check", "paper.md", "--fix"],
    &["library", "stats"],
    &["library", "search", "mortality"],
    &["library", "get", "10.5555/invented.00001"],
    &["library", "export"],
    &["library", "import", "refs.bib"],
    &["library", "stats"],
    &["rules"],
    &["explain", "citation/not-found"],
    &["config"],
    &["egress"],
    &["completions", "bash"],
    &["--version"],
];

/// Returns variables that direct every connection to a proxy.
fn through(proxy: &Web) -> Vec<(String, String)> {
    ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]
        .map(|name| (name.to_owned(), proxy.url()))
        .to_vec()
}

#[test]
fn nothing_connects_without_consent() {
    let all = papers(6);
    let scholar = Scholar::with(all.clone());
    let proxy = Web::serve(|_| referee_tests::web::Reply::new(502, "text/plain", "no"));
    let folder = draft(&true_entries(&all));
    // An untrusted draft brings its own settings.
    folder.write(
        "referee.toml",
        format!("network = \"allow\"\n[sources.crossref]\nbase_url = \"{}/crossref\"\n", scholar.web.url()),
    );
    let home = home();
    let variables: Vec<_> = scholar.settings().into_iter().chain(through(&proxy)).collect();
    for arguments in COMMANDS {
        for variables in [&variables, &through(&proxy)] {
            let run = run_at_home(&folder.path(""), home.path(), variables, arguments);
            assert!(!run.stderr.contains("panicked"), "{arguments:?}: {}", run.stderr);
        }
        assert_eq!((scholar.web.connections(), proxy.connections()), (0, 0), "{arguments:?}");
    }
    // One of the commands created a library; a user without one gets a message that nothing was
    // looked up.
    let home = self::home();
    let run =
        run_at_home(&folder.path(""), home.path(), &variables, &["check", "paper.md", "--format", "json"]);
    assert_eq!(json(&run)["summary"]["unchecked_because"], serde_json::json!(["offline"]));
    assert!(run.stderr.contains("referee.toml:1:") && run.stderr.contains("`network`"), "{}", run.stderr);
    assert!(run.stderr.contains("referee.toml:3:"), "{}", run.stderr);
}

#[test]
fn a_workspace_can_switch_off_what_its_reader_allows() {
    let all = papers(4);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&true_entries(&all));
    folder.write("referee.toml", "network = \"deny\"\n");
    let _ = online(&folder, &home(), &scholar, &[]);
    assert_eq!(scholar.web.connections(), 0);
    folder.write("referee.toml", "[sources.crossref]\nenabled = false\n");
    let _ = online(&folder, &home(), &scholar, &[]);
    assert!(!scholar.asked().is_empty());
    assert!(scholar.asked().iter().all(|(service, _)| service != "crossref"));
}

#[test]
fn with_consent_only_the_gate_connects_and_through_the_proxy() {
    let all = papers(6);
    let scholar = Scholar::with(all.clone());
    // The proxy receives the real host names, and refuses tunnels.
    let proxy = Web::serve(|_| referee_tests::web::Reply::new(502, "text/plain", "no"));
    let folder = draft(&true_entries(&all));
    let run = run_at_home(
        &folder.path(""),
        home().path(),
        &through(&proxy),
        &["check", "paper.md", "--online", "--format", "json"],
    );
    let hosts = [
        "eutils.ncbi.nlm.nih.gov",
        "api.crossref.org",
        "doi.org",
        "api.datacite.org",
        "api.openalex.org",
        "www.ebi.ac.uk",
        "api.semanticscholar.org",
        "export.arxiv.org",
        "clinicaltrials.gov",
        "pmc.ncbi.nlm.nih.gov",
        "openlibrary.org",
    ];
    let asked = proxy.asked();
    assert!(!asked.is_empty());
    for asked in &asked {
        assert_eq!(asked.method, "CONNECT");
        assert!(hosts.contains(&asked.host().as_str()), "{asked:?}");
    }
    assert!(verdicts(&run).values().all(|verdict| verdict == "unchecked"), "{}", run.stdout);
    let because = json(&run)["summary"]["unchecked_because"].to_string();
    assert!(because.contains("crossref"), "{because}");
    assert_eq!(scholar.web.connections(), 0);
}

#[test]
fn what_left_is_listed() {
    let all = papers(6);
    let scholar = Scholar::with(all.clone());
    let home = home();
    let folder = draft(&true_entries(&all));
    let _ = online(&folder, &home, &scholar, &[]);
    let egress = run_at_home(&folder.path(""), home.path(), &[], &["egress", "--format", "json"]);
    let egress = json(&egress);
    let listed = egress["requests"].as_array().cloned().unwrap_or_default();
    assert_eq!(listed.len(), scholar.web.asked().len(), "{egress:#}");
    for one in &listed {
        assert!(one["host"].as_str().is_some_and(|host| host.starts_with("127.0.0.1")), "{one}");
        assert!(one["bytes_out"].as_u64().is_some_and(|bytes| bytes > 0), "{one}");
        assert!(["identifiers", "references"].iter().any(|kind| one["data"] == *kind), "{one}");
    }
    let text = run_at_home(&folder.path(""), home.path(), &[], &["egress"]).stdout;
    assert_eq!(text.lines().count(), listed.len() + 1, "{text}");
    // The log contains kinds and counts, but no text.
    for paper in &all {
        assert!(!egress.to_string().contains(&paper.title) && !egress.to_string().contains(&paper.doi));
    }
}

const NOTE: &str = "---
referee:
  kind: clinical-note
---

Mrs Eleanor Vantongeren, seen on 3 March at ward 7B with dyspnoea and a swollen left calf.
Started apixaban 10 mg twice daily, as in the trial (PMID: 80000001; doi:10.5555/invented.00002).

References

1. Vantongeren E. Her own account of the swollen calf. Ward notes 7B. 2024;1:1-2.
";

#[test]
fn nothing_but_identifiers_leaves_a_clinical_note() {
    let scholar = Scholar::with(papers(6));
    for (path, note, more) in [
        ("note.md", NOTE.to_owned(), ""),
        ("note.txt", NOTE.replace("---\nreferee:\n  kind: clinical-note\n---\n", ""), "--kind=clinical-note"),
        ("notes/a.txt", NOTE.replace("---\nreferee:\n  kind: clinical-note\n---\n", ""), ""),
    ] {
        scholar.web.forget();
        let folder =
            Folder::with(&[(path, &note), ("referee.toml", "[documents]\nclinical = [\"notes/**\"]\n")]);
        let mut arguments = vec!["check", path, "--online", "--format", "json"];
        arguments.extend(Some(more).filter(|more| !more.is_empty()));
        let run = run_at_home(&folder.path(""), home().path(), &scholar.settings(), &arguments);
        let asked = scholar.web.asked();
        assert!(!asked.is_empty(), "the identifiers are looked up: {}", run.stdout);
        for word in ["vantongeren", "eleanor", "swollen", "calf", "apixaban", "ward", "dyspnoea", "account"] {
            for asked in &asked {
                assert!(!asked.everything().contains(word), "“{word}” of {path} left: {asked:?}");
            }
        }
        let found = verdicts(&run);
        assert_eq!(found.get("PMID:80000001").map(String::as_str), Some("verified"), "{found:?}");
    }
}

#[test]
fn no_sentence_of_a_draft_leaves() {
    let all = papers(4);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&true_entries(&all));
    let text = folder.read("paper.md") + "\nThe quartermaster hoarded marmalade [@true1].\n";
    folder.write("paper.md", text);
    let _ = online(&folder, &home(), &scholar, &[]);
    for asked in scholar.web.asked() {
        let all = asked.everything();
        assert!(!["quartermaster", "marmalade", "somebody"].iter().any(|word| all.contains(word)), "{all}");
    }
}

/// Whether a verdict is an accusation.
fn accuses(verdict: &str) -> bool {
    matches!(verdict, "not-found" | "misidentified")
}

fn accuses_nobody_else(calm: &BTreeMap<String, String>, run: &Run, what: &str) {
    for (key, verdict) in verdicts(run) {
        assert!(
            !accuses(&verdict) || calm.get(&key) == Some(&verdict),
            "{what}: {key} is {verdict}, and {:?} when all is well\n{}",
            calm.get(&key),
            run.stdout
        );
    }
}

#[test]
fn a_service_that_fails_makes_no_reference_accused() {
    let all = papers(8);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&(true_entries(&all) + &invented(1)));
    let calm = verdicts(&online(&folder, &home(), &scholar, &[]));
    // Every service with some of the faults; the most used services with all.
    for (n, service) in SERVICES.into_iter().enumerate() {
        for (k, fault) in ServiceFault::ALL.into_iter().enumerate() {
            if !["pubmed", "crossref"].contains(&service) && (n + k) % 4 != 0 {
                continue;
            }
            scholar.set_service_fault(service, Some(fault));
            let run = online(&folder, &home(), &scholar, &[]);
            accuses_nobody_else(&calm, &run, &format!("{service} {fault:?}"));
            scholar.set_service_fault(service, None);
        }
    }
}

#[test]
fn faults_by_chance_make_no_reference_accused() {
    let all = papers(8);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&(true_entries(&all) + &invented(1)));
    let calm = verdicts(&online(&folder, &home(), &scholar, &[]));
    for seed in 0..6 {
        scholar.set_chance(150 + 60 * seed, 11 + seed);
        let home = home();
        let run = online(&folder, &home, &scholar, &[]);
        accuses_nobody_else(&calm, &run, &format!("seed {seed}"));
        // Failures are not cached: once the services recover, so do the verdicts.
        scholar.set_chance(0, 0);
        let after = online(&folder, &home, &scholar, &[]);
        assert_eq!(verdicts(&after), calm, "seed {seed}: {}{}", after.stdout, after.stderr);
    }
}

#[test]
fn a_world_that_is_merely_slow_is_waited_for() {
    let all = papers(8);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&true_entries(&all));
    let calm = verdicts(&online(&folder, &home(), &scholar, &[]));
    assert!(calm.values().all(|verdict| verdict == "verified"), "{calm:?}");
    for latency in [1_600, 2_300, 3_000] {
        scholar.set_latency(Duration::from_millis(latency));
        let run = online(&folder, &home(), &scholar, &[]);
        assert_eq!(verdicts(&run), calm, "{latency} ms: {}{}", run.stdout, run.stderr);
    }
}

#[test]
fn services_that_only_refuse_are_given_up_after_a_few_requests() {
    let all = papers(30);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&(true_entries(&all) + &invented(1)));
    for status in [400, 401, 403] {
        for service in SERVICES {
            scholar.set_service_fault(service, Some(ServiceFault::Status(status)));
        }
        let before = scholar.asked().len();
        let run = online(&folder, &home(), &scholar, &[]);
        assert!(verdicts(&run).values().all(|verdict| verdict == "unchecked"), "{status}: {}", run.stdout);
        let mut asked: BTreeMap<String, usize> = BTreeMap::new();
        for (service, _) in scholar.asked().into_iter().skip(before) {
            *asked.entry(service).or_default() += 1;
        }
        assert!(asked.values().all(|&count| count < all.len() / 2), "{status}: {asked:?}");
    }
}

#[test]
fn an_outage_is_named_with_its_source_and_reason() {
    let all = papers(4);
    let scholar = Scholar::with(all.clone());
    let entries: String =
        all.iter().enumerate().map(|(n, paper)| paper.bibtex(&format!("true{n}"), true)).collect();
    let folder = draft(&entries);
    for service in SERVICES {
        scholar.set_service_fault(service, Some(ServiceFault::Hang));
    }
    let run = online(&folder, &home(), &scholar, &[]);
    assert!(verdicts(&run).values().all(|verdict| verdict == "unchecked"), "{}", run.stdout);
    let because = json(&run)["summary"]["unchecked_because"].clone();
    assert!(
        because.as_array().is_some_and(|all| all.iter().any(|why| why == "crossref: timeout")),
        "{because}"
    );
    let arguments = ["check", "paper.md", "--online"];
    let human = run_at_home(&folder.path(""), home().path(), &scholar.settings(), &arguments);
    assert!(human.stdout.contains("Crossref did not answer in time"), "{}", human.stdout);
}

#[test]
fn a_process_that_is_killed_leaves_a_readable_cache() {
    let all = papers(60);
    let scholar = Scholar::with(all.clone());
    let folder = draft(&true_entries(&all));
    let home = home();
    scholar.set_latency(Duration::from_millis(15));
    for round in 0..12_u64 {
        let mut child = command(
            &folder.path(""),
            home.path(),
            &scholar.settings(),
            &["check", "paper.md", "--online", "--format", "json"],
        )
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the binary can be started");
        std::thread::sleep(Duration::from_millis(20 + 35 * (round * 7 % 12)));
        let _ = child.kill();
        let _ = child.wait();
    }
    scholar.set_latency(Duration::ZERO);
    let run = online(&folder, &home, &scholar, &[]);
    assert!(verdicts(&run).values().all(|verdict| verdict == "verified"), "{}\n{}", run.stdout, run.stderr);
    assert!(!run.stderr.contains("aside"), "{}", run.stderr);
    scholar.web.forget();
    let again = online(&folder, &home, &scholar, &[]);
    assert_eq!(verdicts(&again), verdicts(&run));
    assert_eq!(scholar.web.connections(), 0);
}

#[test]
fn retractions_are_fetched_once_and_used_offline() {
    let mut all = papers(4);
    all[0].retracted_by = Some("10.5555/notice.1".to_owned());
    let scholar = Scholar::with(all.clone());
    let folder = draft(&all[0].bibtex("gone", true));
    let home = home();
    let here =
        |arguments: &[&str]| run_at_home(&folder.path(""), home.path(), &scholar.settings(), arguments);
    let fetched = here(&["library", "update", "retractions"]);
    assert_eq!(fetched.code, 0, "{}{}", fetched.stdout, fetched.stderr);
    assert_eq!(scholar.web.asked().len(), 1);
    scholar.web.forget();
    let run = here(&["check", "paper.md", "--format", "json"]);
    assert!(run.stdout.contains("citation/retracted"), "{}{}", run.stdout, run.stderr);
    assert_eq!(scholar.web.connections(), 0);
    assert!(here(&["egress"]).stdout.contains("retraction-watch"));
    // A page instead of the table changes nothing.
    scholar.set_service_fault("retractionwatch", Some(ServiceFault::Page));
    let page = here(&["library", "update", "retractions"]);
    assert_eq!(page.code, 2, "{}", page.stdout);
    assert!(here(&["check", "paper.md"]).stdout.contains("citation/retracted"));
    // A workspace can deny the network.
    folder.write("referee.toml", "network = \"deny\"\n");
    scholar.web.forget();
    assert_eq!(here(&["library", "update", "retractions"]).code, 2);
    assert_eq!(scholar.web.connections(), 0);
}

/// Exports a library in every format.
#[test]
fn a_library_is_written_out_in_every_format() {
    let folder = draft(&true_entries(&papers(2)));
    let home = home();
    let here = |arguments: &[&str]| run_at_home(&folder.path(""), home.path(), &[], arguments);
    assert_eq!(here(&["library", "import", "refs.bib"]).code, 0);
    for (format, begins) in [("json", "{\""), ("csl-json", "["), ("ris", "TY  - "), ("bibtex", "@article{")] {
        let run = here(&["library", "export", "--format", format]);
        assert!(run.stdout.trim_start().starts_with(begins), "{format}: {}{}", run.stdout, run.stderr);
    }
    assert!(Path::new(&folder.path("refs.bib")).exists());
}
