//! Measures how long it takes to look references up, against the simulation of the scholarly web in
//! the shared folder, with its rate limits on.
//!
//! `cargo bench -p referee-tests --bench online` checks 60 references, half of them without
//! identifiers, with 80 ms of latency; checks 1,000 references and compares the time with the
//! minimum that limits and batch sizes allow; repeats both from the cache; opens a draft of 60
//! references in an editor and waits for the first verdict; and types in a draft of 1,000
//! references while they are being verified. Arguments after `--` select a part: `-- 60`, `--
//! 1000`, `-- first`, `-- typing`.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark reports on standard output")]

use flate2::read::GzDecoder;
use referee_tests::cli::{Run, run_at_home};
use referee_tests::sim::{Sim, shared};
use referee_tests::{ClientCapabilities, Editor, Folder, figures};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |word: &str| words.is_empty() || words.iter().any(|given| given == word);
    let _ = referee_tests::binary();
    let Some(records) = records() else {
        println!("skipped: there is no shared folder with records");
        return;
    };
    if wanted("60") {
        check(&records, 60, 2);
    }
    if wanted("1000") {
        check(&records, 1000, 1);
        check(&records, 1000, 10);
    }
    if wanted("first") {
        first_verdict(&records);
    }
    if wanted("typing") {
        typing(&records);
    }
    if words.iter().any(|word| word == "many") {
        many(&records);
    }
}

/// Returns articles with a DOI, a title, authors, a journal and a volume.
fn records() -> Option<Vec<Value>> {
    let file = std::fs::File::open(shared()?.join("data/records/dev.jsonl.gz")).ok()?;
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    let records = lines.map_while(Result::ok).filter_map(|line| serde_json::from_str::<Value>(&line).ok());
    let whole = |record: &Value| {
        ["doi", "title", "journal", "volume", "pages"].iter().all(|field| record[*field].is_string())
            && record["year"].is_number()
            && record["authors"][0]["family"].is_string()
            && record["notices"].as_array().is_none_or(Vec::is_empty)
            && record["title"].as_str().is_some_and(|title| title.split_whitespace().count() > 5)
    };
    Some(records.filter(whole).collect())
}

/// Checks 2,850 references without latency. Two of three are wrong: they have the title of one work, the authors and
/// the journal of another, and every second of them has the DOI of a third.
fn many(records: &[Value]) {
    const COUNT: usize = 2_850;
    let Some(sim) = Sim::start(&["--latency-ms", "0", "--rate-limits", "on"]) else { return };
    let mut mixed = Vec::new();
    for (n, record) in records.iter().cycle().take(COUNT).enumerate() {
        let mut record = record.clone();
        let other = |by: usize| &records[(n + by) % records.len()];
        if n % 3 != 0 {
            record["title"] = other(records.len() / 3)["title"].clone();
            record["doi"] = other(records.len() / 2)["doi"].clone();
        }
        mixed.push(record);
    }
    let folder = draft(&mixed, COUNT, 2);
    let home = tempfile::tempdir().unwrap();
    println!("{COUNT} references, two of three wrong, no latency");
    let (checked, took) = run(&folder, home.path(), &sim);
    let value: Value = serde_json::from_str(&checked.stdout).unwrap_or_default();
    println!("  {:34} {:>8.0} s  {} requests", "cold", took.as_secs_f64(), sim.requests().len());
    println!("  {:34} {}", "verdicts", value["summary"]["references"]);
    println!("  {:34} {}", "unchecked because", value["summary"]["unchecked_because"]);
    figures::record("2850 references, most of them wrong", took.as_secs_f64(), "s");
}

/// Makes a draft that cites `count` of the records, evenly spread; every `bare`th reference lacks
/// its identifiers, or no reference if `bare` is 1.
fn draft(records: &[Value], count: usize, bare: usize) -> Folder {
    let step = (records.len() / count).max(1);
    let (mut bib, mut text) = (String::new(), String::from("---\nbibliography: refs.bib\n---\n\n"));
    for (n, record) in records.iter().step_by(step).take(count).enumerate() {
        let field = |name: &str| record[name].as_str().unwrap_or_default().replace(['{', '}', '\\'], "");
        let authors: Vec<String> = record["authors"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|author| {
                let (family, given) = (author["family"].as_str()?, author["given"].as_str().unwrap_or(""));
                Some(format!("{family}, {given}"))
            })
            .collect();
        let doi = if bare > 1 && n % bare == 0 {
            String::new()
        } else {
            format!("  doi = {{{}}},\n", field("doi"))
        };
        bib.push_str(&format!(
            "@article{{r{n},\n  author = {{{}}},\n  title = {{{}}},\n  journal = {{{}}},\n  year = {{{}}},\n  volume = {{{}}},\n  pages = {{{}}},\n{doi}}}\n\n",
            authors.join(" and "),
            field("title"),
            field("journal"),
            record["year"],
            field("volume"),
            field("pages"),
        ));
        text.push_str(&format!("Patients did better, as was shown [@r{n}].\n\n"));
    }
    Folder::with(&[("paper.md", &text), ("refs.bib", &bib)])
}

/// Returns the settings: the services, a contact, which gives a higher limit at Crossref, and a key
/// for OpenAlex. Without the key Crossref is searched first, and its limit alone decides how long a
/// title takes.
fn settings(sim: &Sim) -> Vec<(String, String)> {
    let mut settings = sim.settings();
    for (name, value) in [
        ("REFEREE_CONTACT", "name@example.org"),
        ("REFEREE_SOURCES__OPENALEX__API_KEY_ENV", "BENCH_OPENALEX_KEY"),
        ("BENCH_OPENALEX_KEY", "bench"),
    ] {
        settings.push((name.to_owned(), value.to_owned()));
    }
    settings
}

fn run(folder: &Folder, home: &std::path::Path, sim: &Sim) -> (Run, Duration) {
    let begun = Instant::now();
    let arguments = ["check", "paper.md", "--online", "--format", "json", "--fail-on", "never"];
    let run = run_at_home(&folder.path(""), home, &settings(sim), &arguments);
    (run, begun.elapsed())
}

fn check(records: &[Value], count: usize, bare: usize) {
    let Some(sim) = Sim::start(&["--latency-ms", "80", "--rate-limits", "on"]) else { return };
    let folder = draft(records, count, bare);
    let home = tempfile::tempdir().unwrap();
    let what = if bare > 1 { format!(", one in {bare} without identifiers") } else { String::new() };
    println!("{count} references{what}");
    let (cold, took) = run(&folder, home.path(), &sim);
    println!("  {:34} {:>8.2} s", "cold", took.as_secs_f64());
    let requests = sim.requests();
    // The table has a row for 60 references with every second one bare, and one for 1,000
    // references that all have identifiers.
    let is_in_table = count == 60 || bare == 1;
    if is_in_table {
        figures::record(&format!("{count} references, cold"), took.as_secs_f64(), "s");
        figures::record(&format!("{count} references, requests"), requests.len() as f64, "");
    }
    let mut by_service: BTreeMap<&str, usize> = BTreeMap::new();
    for request in &requests {
        *by_service.entry(request["service"].as_str().unwrap_or("?")).or_default() += 1;
    }
    let statuses: BTreeMap<u64, usize> = requests.iter().fold(BTreeMap::new(), |mut all, request| {
        *all.entry(request["status"].as_u64().unwrap_or(0)).or_default() += 1;
        all
    });
    println!(
        "  {:34} {:>8.2}    {by_service:?} {statuses:?}",
        "requests for each reference",
        requests.len() as f64 / count as f64
    );
    if bare == 1 {
        // Crossref accepts 50 DOIs per request and three such requests per second.
        let batches = count.div_ceil(50);
        let bound = (batches.saturating_sub(1)) as f64 / 3.0 + 0.08;
        println!(
            "  {:34} {bound:>8.2} s  x {:.2}",
            "least time by Crossref's limit",
            took.as_secs_f64() / bound
        );
    }
    let value: Value = serde_json::from_str(&cold.stdout).unwrap_or_default();
    println!("  {:34} {}", "verdicts", value["summary"]["references"]);
    println!("  {:34} {}", "unchecked because", value["summary"]["unchecked_because"]);
    let before = sim.requests().len();
    let (_, took) = run(&folder, home.path(), &sim);
    println!(
        "  {:34} {:>8.0} ms  {} requests",
        "again from the cache, whole command",
        took.as_secs_f64() * 1e3,
        sim.requests().len() - before
    );
    if is_in_table {
        figures::record(&format!("{count} references, from the cache"), took.as_secs_f64(), "s");
    }
    let mut settings = sim.settings();
    settings.push(("REFEREE_SOURCES__CROSSREF__ENABLED".to_owned(), "true".to_owned()));
    let begun = Instant::now();
    let _ = run_at_home(
        &folder.path(""),
        home.path(),
        &settings,
        &["check", "refs.bib", "--fail-on", "never", "--format", "json", "--library", "none"],
    );
    println!("  {:34} {:>8.0} ms", "the same without the network", begun.elapsed().as_secs_f64() * 1e3);
}

/// Measures the time from opening a draft to the first and to the last verified reference.
fn first_verdict(records: &[Value]) {
    let Some(sim) = Sim::start(&["--latency-ms", "80", "--rate-limits", "on"]) else { return };
    let folder = draft(records, 60, 2);
    let abilities = ClientCapabilities::default()
        .with_environment(settings(&sim))
        .with_settings(json!({"network": "allow"}));
    let mut editor = Editor::start(&folder, abilities);
    let uri = folder.uri("paper.md");
    let begun = Instant::now();
    editor.open(&folder, "paper.md", "markdown");
    let (mut first, mut verified) = (None, 0);
    while begun.elapsed() < Duration::from_secs(20) && verified < 60 {
        std::thread::sleep(Duration::from_millis(5));
        let listed = editor.request("referee/references", json!({"textDocument": {"uri": uri}}));
        let all = listed["references"].as_array().cloned().unwrap_or_default();
        verified = all.iter().filter(|one| one["verdict"] == "verified").count();
        if verified > 0 && first.is_none() {
            first = Some(begun.elapsed());
        }
    }
    println!("60 references, half of them without identifiers, opened in an editor");
    println!("  {:34} {:>8.0} ms", "first verdict", first.unwrap_or_default().as_secs_f64() * 1e3);
    figures::record("60 references, first verdict", first.unwrap_or_default().as_secs_f64() * 1e3, "ms");
    println!("  {:34} {:>8.2} s   {verified} of 60", "all", begun.elapsed().as_secs_f64());
}

/// Types in a draft of 1,000 references while they are being verified.
fn typing(records: &[Value]) {
    let Some(sim) = Sim::start(&["--latency-ms", "80", "--rate-limits", "on"]) else { return };
    let folder = draft(records, 1000, 4);
    let abilities = ClientCapabilities::default()
        .pulling()
        .with_environment(settings(&sim))
        .with_settings(json!({"network": "allow"}));
    let mut editor = Editor::start(&folder, abilities);
    let begun = Instant::now();
    editor.open(&folder, "paper.md", "markdown");
    let uri = folder.uri("paper.md");
    let pull = json!({"textDocument": {"uri": uri}});
    let mut times = Vec::new();
    let mut version = 2;
    let first = loop {
        let at = Instant::now();
        editor.change(&uri, version, &[(1000, 0, 1000, 0, "x")]);
        let _: Value = editor.request("textDocument/diagnostic", pull.clone());
        times.push(at.elapsed());
        version += 1;
        std::thread::sleep(Duration::from_millis(60));
        if begun.elapsed() > Duration::from_secs(12) {
            break begun.elapsed();
        }
    };
    times.sort();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)].as_secs_f64() * 1e3;
    println!("1,000 references being verified, {} keystrokes in {:.0} s", times.len(), first.as_secs_f64());
    println!(
        "  {:34} p50 {:>6.2} ms   p99 {:>6.2} ms   max {:>6.2} ms",
        "keystroke to diagnostics",
        at(50),
        at(99),
        at(100)
    );
    figures::record("keystroke while references are verified, p50", at(50), "ms");
    figures::record("keystroke while references are verified, p99", at(99), "ms");
    println!("  {:34} {}", "requests meanwhile", sim.requests().len());
}
