//! The cost of look-ups: which services are queried, how often, and the messages if one of them
//! does not answer. The services are the simulation in the shared folder, with their behaviour of
//! 2026.

use flate2::read::GzDecoder;
use referee_tests::Folder;
use referee_tests::cli::{Run, run_at_home};
use referee_tests::sim::{Sim, shared};
use referee_tests::web::decoded;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read;

/// The number of references that are looked up together.
const REFERENCES: usize = 60;

/// A contact for the services, which gives access to Crossref's polite pool.
const CONTACT: (&str, &str) = ("REFEREE_CONTACT", "reader@example.org");

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the developer data; `None` if this machine does not have it.
fn records() -> Option<Vec<Value>> {
    let bytes = std::fs::read(shared()?.join("data/records/dev.jsonl.gz")).ok()?;
    let mut lines = String::new();
    GzDecoder::new(bytes.as_slice()).read_to_string(&mut lines).ok()?;
    Some(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// Returns a record as a BibTeX entry without identifiers; `None` if its title would need escaping.
fn entry(key: &str, record: &Value) -> Option<String> {
    let plain = |field: &str| {
        let value = text(&record[field]);
        let is_plain = !value.contains(['{', '}', '$', '%', '&', '#', '\\', '_', '^', '~', '"', '<']);
        (is_plain && !value.is_empty()).then_some(value)
    };
    let authors: Vec<String> = record["authors"]
        .as_array()?
        .iter()
        .map(|name| format!("{}, {}", text(&name["family"]), text(&name["given"])))
        .filter(|name| name.len() > 4 && !name.starts_with(','))
        .collect();
    let (title, journal, year) = (plain("title")?, plain("journal")?, record["year"].as_i64()?);
    if authors.is_empty() || title.split_whitespace().count() < 5 || plain("subtitle").is_some() {
        return None;
    }
    let (kind, container) = if record["type"] == "conference-paper" {
        ("inproceedings", "booktitle")
    } else {
        ("article", "journal")
    };
    Some(format!(
        "@{kind}{{{key},\n  author = {{{}}},\n  title = {{{title}}},\n  {container} = {{{journal}}},\n  year = {{{year}}}\n}}\n\n",
        authors.join(" and ")
    ))
}

/// Returns references to articles and conference papers outside medicine, spread over the data, and
/// two invented ones.
fn bibliography() -> Option<String> {
    let records = records()?;
    let entries: Vec<String> = records
        .iter()
        .filter(|record| record["pmid"].as_str().unwrap_or_default().is_empty())
        .filter(|record| record["type"] == "journal-article" || record["type"] == "conference-paper")
        .enumerate()
        .filter_map(|(at, record)| entry(&format!("true{at}"), record))
        .collect();
    let step = entries.len() / (REFERENCES - 2);
    let chosen = entries.iter().step_by(step.max(1)).take(REFERENCES - 2);
    let invented = [
        "@inproceedings{invented1,\n  author = {Quill, Xenia},\n  title = {Gradient tides that teach lighthouses to forget},\n  booktitle = {International Conference on Learning Representations},\n  year = {2021}\n}\n\n",
        "@article{invented2,\n  author = {Marsh, Yorick},\n  title = {Seventeen proofs that harbours cannot be kernelised},\n  journal = {Journal of Machine Learning Research},\n  year = {2018}\n}\n\n",
    ];
    Some(chosen.cloned().chain(invented.map(str::to_owned)).collect())
}

fn check(folder: &Folder, sim: &Sim, more: &[(&str, &str)], format: &str) -> Run {
    let home = tempfile::tempdir().expect("a home");
    let mut variables = sim.settings();
    variables.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let arguments = ["check", "refs.bib", "--online", "--format", format];
    run_at_home(&folder.path("."), home.path(), &variables, &arguments)
}

fn references(run: &Run) -> Vec<Value> {
    let report: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}\n{}", run.stdout, run.stderr));
    report["files"][0]["references"].as_array().cloned().unwrap_or_default()
}

fn verdicts(run: &Run) -> BTreeMap<String, String> {
    references(run).iter().map(|one| (text(&one["key"]), text(&one["verdict"]))).collect()
}

/// Returns the number of requests per service.
fn counts(sim: &Sim) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for request in sim.requests() {
        *counts.entry(text(&request["service"])).or_default() += 1;
    }
    counts
}

fn credits(sim: &Sim) -> u64 {
    sim.requests().iter().filter_map(|request| request["credits"].as_u64()).sum()
}

fn of_service(sim: &Sim, service: &str) -> Vec<String> {
    let requests = sim.requests().into_iter().filter(|request| request["service"] == service);
    requests.map(|request| decoded(&text(&request["path"]))).collect()
}

#[test]
fn sixty_references_cost_little_without_a_key_and_get_the_same_verdicts() {
    let world = ["--world", "2026", "--latency-ms", "80", "--openalex-key", "right"];
    let Some(sim) = Sim::start(&world) else { return };
    let Some(entries) = bibliography() else { return };
    let folder = Folder::with(&[("refs.bib", &entries)]);
    let plain = check(&folder, &sim, &[CONTACT], "json");
    let (counts, credits) = (counts(&sim), credits(&sim));
    let sent: usize = counts.values().sum();
    println!("{credits} credits, {sent} requests: {counts:?}");
    let found = verdicts(&plain);
    assert_eq!(found.len(), REFERENCES, "{}", plain.stderr);
    assert!(credits <= 100, "{credits} credits: {counts:?}");
    assert!(sent * 10 <= REFERENCES * 12, "{sent} requests: {counts:?}");
    // Three per second in the polite pool, for at most 25 s; everything else is faster.
    assert!(counts["crossref"] <= 75, "{counts:?}");
    let asked = sim.requests();
    let mut of_crossref = asked.iter().filter(|request| request["service"] == "crossref");
    assert!(of_crossref.all(|request| request["status"] == 200), "{counts:?}");
    assert_eq!((&*found["invented1"], &*found["invented2"]), ("not-found", "not-found"));

    let Some(sim) = Sim::start(&world) else { return };
    let key = [CONTACT, ("REFEREE_SOURCES__OPENALEX__API_KEY_ENV", "THE_KEY"), ("THE_KEY", "right")];
    let keyed = check(&folder, &sim, &key, "json");
    assert_eq!(found, verdicts(&keyed));
    let requests = sim.requests();
    let mut of_openalex = requests.iter().filter(|request| request["service"] == "openalex");
    assert!(of_openalex.all(|request| request["key"] == true), "{requests:?}");
}

/// Returns an arXiv preprint for the simulation.
fn preprint(number: &str, title: &str, summary: &str) -> Value {
    json!({
        "arxiv": number,
        "doi": format!("10.48550/arXiv.{number}"),
        "title": title,
        "abstract": summary,
        "authors": [{"family": "Brandt", "given": "Ida"}, {"family": "Osei", "given": "Kofi"}],
        "journal": "arXiv",
        "year": 2024,
        "type": "preprint",
        "registration_agency": "DataCite"
    })
}

fn cited(key: &str, number: &str, title: &str) -> String {
    format!(
        "@article{{{key},\n  author = {{Brandt, Ida and Osei, Kofi}},\n  title = {{{title}}},\n  journal = {{arXiv}},\n  year = {{2024}},\n  eprint = {{{number}}},\n  archiveprefix = {{arXiv}}\n}}\n\n"
    )
}

const TITLES: [&str; 7] = [
    "Lattices that remember the order of their folds",
    "Harbour seals and the price of winter bread",
    "Slow mirrors for impatient telescopes",
    "On the arithmetic of borrowed umbrellas",
    "Seven bridges that were never crossed twice",
    "A thermometer for very small committees",
    "Why some knots prefer the left hand",
];

fn number(at: usize) -> String {
    format!("2401.9000{at}")
}

/// Returns a simulation of preprints with these abstracts, and a bibliography that cites them all
/// by number.
fn preprints(summaries: &[&str], arguments: &[&str]) -> Option<(Folder, Sim)> {
    let lines: Vec<String> = summaries
        .iter()
        .zip(TITLES)
        .enumerate()
        .map(|(at, (summary, title))| preprint(&number(at), title, summary).to_string())
        .collect();
    let entries: String = summaries
        .iter()
        .zip(TITLES)
        .enumerate()
        .map(|(at, (_, title))| cited(&format!("paper{at}"), &number(at), title))
        .collect();
    let invented = cited("invented", "2401.99999", "Clouds that vote for the rain they want");
    let folder = Folder::with(&[("refs.bib", &(entries + &invented)), ("records.jsonl", &lines.join("\n"))]);
    let sim = Sim::over(&[folder.path("records.jsonl")], &[&["--quirks", "off"], arguments].concat())?;
    Some((folder, sim))
}

#[test]
fn a_busy_arxiv_costs_no_verdict_and_the_withdrawal_is_said_to_be_unchecked() {
    let world = ["--world", "2026", "--arxiv-busy", "1", "--arxiv-busy-ms", "200-300"];
    let Some((folder, sim)) = preprints(&["We study it.", "We study it too."], &world) else { return };
    let run = check(&folder, &sim, &[CONTACT], "json");
    let found = verdicts(&run);
    for key in ["paper0", "paper1"] {
        assert_eq!(found[key], "verified", "{}", run.stdout);
    }
    assert_eq!(found["invented"], "not-found", "{}", run.stdout);
    for one in references(&run).iter().filter(|one| one["verdict"] == "verified") {
        assert!(text(&one["withdrawal_unchecked"]).starts_with("arxiv: "), "{one:#}");
        let arxiv = one["sources"].as_array().into_iter().flatten().find(|source| source["name"] == "arxiv");
        assert_eq!(arxiv.map(|source| &source["outcome"]), Some(&json!("error")), "{one:#}");
    }
    for format in ["human", "sarif", "github", "html"] {
        let run = check(&folder, &sim, &[CONTACT], format);
        let busy = "2 references, withdrawal not checked: arXiv is busy";
        assert_eq!(run.stdout.matches(busy).count(), 1, "{format}: {}", run.stdout);
        assert!(format != "human" || run.stdout.contains("2 verified"), "{}", run.stdout);
    }
}

#[test]
fn arxiv_is_asked_once_and_last_for_all_papers() {
    let world = ["--world", "2026", "--arxiv-busy", "0"];
    let Some((folder, sim)) = preprints(&["We study it."; 5], &world) else { return };
    let run = check(&folder, &sim, &[CONTACT], "json");
    let verified = verdicts(&run).values().filter(|verdict| *verdict == "verified").count();
    assert_eq!(verified, 5, "{}", run.stdout);
    assert!(!run.stdout.contains("withdrawal_unchecked"), "{}", run.stdout);
    let asked = of_service(&sim, "arxiv");
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!((0..5).all(|at| asked[0].contains(&number(at))), "{asked:?}");
    let services: Vec<String> = sim.requests().iter().map(|request| text(&request["service"])).collect();
    assert_eq!(services.last().map(String::as_str), Some("arxiv"), "{services:?}");
}

#[test]
fn the_common_wordings_of_a_withdrawal_are_recognised_and_patients_are_not_papers() {
    let summaries = [
        "This paper has been withdrawn by the author.",
        "This article has been withdrawn by arXiv administrators.",
        "This manuscript has been withdrawn due to an error in Lemma 2. It was about folds.",
        "The paper has been withdrawn due to a crucial error.",
        "Withdrawn: errors in the experimental data of Section 4.",
        "We have withdrawn this article.",
        "The 12 patients were withdrawn by the author of the protocol.",
    ];
    let Some((folder, sim)) = preprints(&summaries, &["--world", "2026", "--arxiv-busy", "0"]) else {
        return;
    };
    let run = check(&folder, &sim, &[CONTACT], "json");
    for (at, summary) in summaries.iter().enumerate() {
        let all = references(&run);
        let one = all.iter().find(|one| one["key"] == format!("paper{at}")).cloned().unwrap_or_default();
        let wanted = if summary.contains("patients") { json!([]) } else { json!(["withdrawal"]) };
        assert_eq!(one["notices"], wanted, "{summary}: {one:#}");
    }
}

#[test]
fn single_works_of_openalex_are_free_and_no_service_gets_an_address_for_nothing() {
    let world = ["--world", "2026", "--arxiv-busy", "0"];
    let Some((folder, sim)) = preprints(&["We study it.", "We study it too."], &world) else { return };
    let _ = check(&folder, &sim, &[CONTACT], "json");
    let asked = of_service(&sim, "openalex");
    let singles = asked.iter().filter(|path| path.contains("/works/doi:")).count();
    assert!((2..=3).contains(&singles), "{asked:?}");
    assert!(asked.iter().all(|path| !path.contains("mailto")), "{asked:?}");
    for request in sim.requests() {
        let where_ = text(&request["address"]);
        let has_effect =
            ["crossref", "eutils", "idconv"].contains(&request["service"].as_str().unwrap_or_default());
        assert!(has_effect || !(where_.contains("query") || where_.contains("body")), "{request}");
        if text(&request["path"]).contains("/works/doi:") {
            assert_eq!(request["credits"], 0, "{request}");
        }
    }
}

#[test]
fn semantic_scholar_is_asked_few_times_without_a_key() {
    let Some(sim) = Sim::start(&["--world", "2026", "--s2-busy", "0"]) else { return };
    let entries: String = (0..20)
        .map(|at| {
            format!("@misc{{invented{at},\n  author = {{Quill, Xenia}},\n  title = {{Lighthouse number {at} and the ballads of its cellar}},\n  year = {{2019}}\n}}\n\n@article{{article{at},\n  author = {{Quill, Xenia}},\n  title = {{Windmill number {at} and the sonnets of its miller}},\n  year = {{2019}}\n}}\n\n")
        })
        .collect();
    let _ = check(&Folder::with(&[("refs.bib", &entries)]), &sim, &[CONTACT], "json");
    let asked = of_service(&sim, "semanticscholar");
    assert!(asked.len() <= 5, "{asked:?}");
}
