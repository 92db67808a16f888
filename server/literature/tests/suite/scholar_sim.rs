//! Tests of the gate against a simulation of the scholarly web that counts, refuses and fails as
//! the services do.
//!
//! Needs python3 and the shared folder; otherwise the tests are skipped with a message.
use crate::played::{self, gate, patient_gate};
use referee_bibliography::Identifier;
use referee_literature::gate::{Egress, read_log};
use referee_literature::online::{
    Access, Body, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service,
};
use referee_literature::{Allowance, Cache, Consent, LookupScheduler, ServiceEndpoint, Wanted};
use referee_records::services::ServiceProfile;
use referee_records::{Answer, Coverage, Question, SourceError};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};
use tokio_util::sync::CancellationToken;

/// The simulation, while the test runs.
struct Simulation {
    process: Child,
    address: String,
    log: PathBuf,
}

impl Drop for Simulation {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn shared() -> PathBuf {
    std::env::var_os("REFEREE_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from)
}

impl Simulation {
    fn start(folder: &Path, latency: u32, faults: &str) -> Option<Simulation> {
        let script = shared().join("scholar-sim/scholar_sim.py");
        if !script.exists() {
            crate::skipped(format_args!("there is no {}", script.display()));
            return None;
        }
        let records = folder.join("records.jsonl");
        let lines: Vec<String> = (0..200)
            .map(|n| {
                serde_json::json!({
                    "doi": format!("10.5555/gate.{n}"), "pmid": (9_000_000 + n).to_string(), "title": format!("Study number {n} of gates"),
                    "authors": [{"family": "Porter", "given": "Ann"}], "journal": "Journal of Gates", "journal_abbrev": "J Gates",
                    "year": 2020, "volume": "1", "pages": "1-2", "type": "journal-article", "registration_agency": "Crossref"
                })
                .to_string()
            })
            .collect();
        std::fs::write(&records, lines.join("\n")).unwrap();
        let log = folder.join("requests.jsonl");
        let mut process = match Command::new("python3")
            .arg(&script)
            .args(["--records", records.to_str().unwrap(), "--port", "0", "--rate-limits", "on"])
            .args(["--latency-ms", &latency.to_string(), "--fault", faults, "--log", log.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
        {
            Ok(process) => process,
            Err(error) => {
                crate::skipped(format_args!("python3 cannot be started: {error}"));
                return None;
            }
        };
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit(' ').next().unwrap().to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{line}");
        Some(Simulation { process, address, log })
    }

    fn lines(&self) -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(&self.log).unwrap();
        // The last line may be incomplete.
        let written = text.rfind('\n').map_or("", |end| &text[..end]);
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns the requests to a service, once at least this many are logged: they are logged after
    /// the answer.
    fn requests(&self, service: &str, least: usize) -> Vec<serde_json::Value> {
        for _ in 0..6_000 {
            let mut lines = self.lines();
            lines.retain(|line| line["service"] == service);
            if lines.len() >= least {
                return lines;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{service}: the simulation did not write down {least} requests");
    }

    fn statuses(&self) -> Vec<u64> {
        // A request is logged after it was answered.
        std::thread::sleep(Duration::from_millis(200));
        self.lines()
            .iter()
            .filter_map(|line| line.get("status").and_then(serde_json::Value::as_u64))
            .collect()
    }
}

/// A minimal client of Crossref or PubMed that checks whether a DOI exists, one per request.
struct One {
    name: referee_records::Service,
    limit: Limit,
    path: fn(&str) -> String,
    sign: &'static str,
}

impl Service for One {
    fn profile(&self) -> ServiceProfile {
        ServiceProfile::new(self.name, true, |_| Coverage::Complete)
    }
    fn default_base_url(&self) -> &'static str {
        "https://one.invalid"
    }
    fn answers(&self, _: &Question) -> bool {
        true
    }
    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![self.limit.clone()]
    }
    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let Question::Identifier(Identifier::Doi(doi)) = question else { unreachable!() };
            Request {
                url: format!("{}{}", access.base_url, (self.path)(doi)),
                body: Body::None,
                accept: None,
                secret_header: None,
                secret_parameter: None,
                class: "one",
                tells: Disclosure::Identifiers,
                questions: vec![question.clone()],
            }
        };
        questions.iter().map(request).collect()
    }
    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        let text = String::from_utf8_lossy(&response.body).into_owned();
        if response.status == 404 && text == "Resource not found." {
            return Ok(vec![Reading::Records(Vec::new())]);
        }
        let body: Result<serde_json::Value, _> = serde_json::from_str(&text);
        match body {
            Ok(body) if body.to_string().contains(self.sign) => {
                Ok(vec![Reading::Records(vec![played::record(1)])])
            }
            Ok(_) if self.name == referee_records::Service::PubMed && text.contains("esearchresult") => {
                Ok(vec![Reading::Records(Vec::new())])
            }
            _ => Err(NotAnAnswer::Unreadable("not as expected".to_owned())),
        }
    }
}

fn limit(requests: u32, per: u64, at_once: usize) -> Limit {
    Limit { class: "one", requests, per: Duration::from_secs(per), at_once }
}

fn crossref(simulation: &Simulation) -> ServiceEndpoint {
    let service = One {
        name: referee_records::Service::Crossref,
        limit: limit(10, 1, 3),
        path: |doi| format!("/crossref/works/{doi}?mailto=name@example.org"),
        sign: "\"DOI\"",
    };
    reached(service, simulation)
}

fn pubmed(simulation: &Simulation) -> ServiceEndpoint {
    let service = One {
        name: referee_records::Service::PubMed,
        limit: limit(3, 1, 3),
        path: |doi| format!("/eutils/esearch.fcgi?db=pubmed&retmode=json&term={doi}[doi]&tool=referee"),
        sign: "\"count\":\"1\"",
    };
    reached(service, simulation)
}

fn reached(service: One, simulation: &Simulation) -> ServiceEndpoint {
    let access = Access { base_url: simulation.address.clone(), ..Access::default() };
    ServiceEndpoint { service: Box::leak(Box::new(service)), access }
}

fn dois(service: &'static str, numbers: std::ops::Range<u32>) -> Vec<Wanted> {
    let question = |n| Question::Identifier(Identifier::Doi(format!("10.5555/gate.{n}")));
    numbers.map(|n| Wanted { service, question: question(n) }).collect()
}

fn outcomes(lookup: &LookupScheduler, wanted: &[Wanted]) -> Vec<Result<usize, SourceError>> {
    let sources = lookup.sources();
    let ask = |wanted: &Wanted| {
        let source = sources.iter().find(|source| source.name() == wanted.service).unwrap();
        match source.ask(&wanted.question) {
            Answer::Records(records) => Ok(records.len()),
            Answer::None(why) => Err(why),
        }
    };
    wanted.iter().map(ask).collect()
}

/// The minimum time in seconds that the gate counts a request beyond the window of its limit (20
/// ms), minus the tolerated delay of a request after its permit (3 ms) and the rounding of the log
/// (1 ms).
const MARGIN: f64 = 0.016;

/// The response time of the simulation.
const LATENCY_MS: u32 = 80;

/// The interval in which the simulation may have counted a request, in seconds since 1970, and
/// whether it was refused. The simulation counts it in the thread of the request, after reading its
/// headers and before waiting for the latency or refusing it.
#[derive(Clone, Copy)]
struct Arrival {
    earliest: f64,
    latest: f64,
    refused: bool,
}

/// Returns the times at which requests were sent to a service, in seconds since 1970, oldest first,
/// from the gate's log.
fn departures(folder: &Path, purpose: &str) -> Vec<f64> {
    let log = read_log(&folder.join("state")).unwrap();
    let seconds = |egress: &Egress| egress.time.duration_since(UNIX_EPOCH).unwrap().as_secs_f64();
    log.iter().filter(|egress| egress.purpose == purpose).map(seconds).collect()
}

/// Returns the arrivals of the requests in the simulation's log.
fn arrivals(lines: &[serde_json::Value]) -> Vec<Arrival> {
    // The log rounds to tenths of a millisecond.
    const ROUNDING: f64 = 0.0001;
    // The thread may be delayed between measuring the duration of the request and recording the
    // time.
    const MAX_DELAY: f64 = 0.25;
    let number = |line: &serde_json::Value, name: &str| line.get(name).and_then(serde_json::Value::as_f64);
    let arrival = |line: &serde_json::Value| {
        let (over, took) = (number(line, "t").unwrap(), number(line, "ms").unwrap() / 1000.0);
        let refused = match line.get("status").and_then(serde_json::Value::as_u64).unwrap() {
            200 => false,
            429 => true,
            status => panic!("status {status}"),
        };
        let waited = if refused { 0.0 } else { f64::from(LATENCY_MS) / 1000.0 };
        Arrival { earliest: over - took - MAX_DELAY, latest: over - waited + ROUNDING, refused }
    };
    lines.iter().map(arrival).collect()
}

/// Returns the largest number of departures in any span of `per` seconds.
fn busiest(departures: &[f64], per: f64) -> usize {
    let from = |first: &f64| departures.iter().filter(|at| *at >= first && **at - first < per).count();
    departures.iter().map(from).max().unwrap_or(0)
}

/// Returns the refused arrivals that cannot be explained by delay: none of the requests in their
/// window can have arrived later after its departure than the gate allows for.
///
/// No log relates departures to arrivals, and none is needed: the k-th arrival is never before the
/// k-th departure, and if every k-th arrival is within the margin of the k-th departure, then a
/// window of the service contains no more requests than one of the gate.
fn unexplained(departures: &[f64], arrivals: &[Arrival], per: f64) -> Vec<f64> {
    let sorted = |time: fn(&Arrival) -> f64| {
        let mut times: Vec<f64> = arrivals.iter().map(time).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let (earliest, latest) = (sorted(|arrival| arrival.earliest), sorted(|arrival| arrival.latest));
    let explained = |refused: &Arrival| {
        departures.iter().zip(earliest.iter().zip(&latest)).any(|(departure, (earliest, latest))| {
            let may_count = *latest > refused.earliest - per && *earliest <= refused.latest;
            may_count && latest - departure > MARGIN
        })
    };
    arrivals
        .iter()
        .filter(|arrival| arrival.refused && !explained(arrival))
        .map(|arrival| arrival.latest)
        .collect()
}

#[test]
fn a_refusal_is_explained_by_a_late_arrival_only() {
    let arrival = |earliest: f64, latest: f64, refused| Arrival { earliest, latest, refused };
    let departures = [0.0, 0.1, 1.03];
    let on_time = [arrival(0.001, 0.003, false), arrival(0.101, 0.103, false), arrival(1.031, 1.033, true)];
    assert_eq!(unexplained(&departures, &on_time, 1.0), [1.033]);
    let first_late = [arrival(0.001, 0.04, false), on_time[1], on_time[2]];
    assert!(unexplained(&departures, &first_late, 1.0).is_empty());
    // Late, but long before the window of the refused arrival.
    let departures = [0.0, 5.0, 5.1, 6.03];
    let shifted = |arrival: &Arrival| Arrival {
        earliest: arrival.earliest + 5.0,
        latest: arrival.latest + 5.0,
        refused: arrival.refused,
    };
    let long_before: Vec<Arrival> =
        std::iter::once(arrival(0.2, 0.3, false)).chain(on_time.iter().map(shifted)).collect();
    assert_eq!(unexplained(&departures, &long_before, 1.0).len(), 1);
    assert_eq!(busiest(&departures, 1.0), 2);
    assert_eq!(busiest(&departures, 1.1), 3);
}

#[test]
fn a_service_is_never_asked_more_often_than_it_allows() {
    let folder = tempfile::tempdir().unwrap();
    let Some(simulation) = Simulation::start(folder.path(), LATENCY_MS, "[]") else { return };
    let services = vec![crossref(&simulation), pubmed(&simulation)];
    let lookup = LookupScheduler::new(patient_gate(folder.path()), Cache::none(), services);
    // Both take about the same time: 60 requests at 10 per second end in the sixth second, and so
    // do 18 at 3 per second.
    let wanted: Vec<Wanted> = dois("crossref", 0..60).into_iter().chain(dois("pubmed", 0..18)).collect();
    let fetched = lookup.fetch(wanted, Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new());
    assert_eq!(fetched.answered, 78);
    for (purpose, service, requests, per) in [("crossref", "crossref", 10, 1.0), ("pubmed", "eutils", 3, 1.0)]
    {
        let departures = departures(folder.path(), purpose);
        let arrivals = arrivals(&simulation.requests(service, departures.len()));
        assert_eq!(departures.len(), arrivals.len(), "{service}: requests that no log holds");
        let busiest = busiest(&departures, per);
        assert!(busiest <= requests, "{service}: {busiest} requests left in {per} s: {departures:?}");
        // On a busy machine the simulation may count a request long after it was sent, and refuse a
        // later one.
        let unexplained = unexplained(&departures, &arrivals, per);
        assert!(unexplained.is_empty(), "{service}: refused at {unexplained:?} of {departures:?}");
    }
}

#[test]
fn without_consent_nothing_connects() {
    let folder = tempfile::tempdir().unwrap();
    let Some(simulation) = Simulation::start(folder.path(), 0, "[]") else { return };
    let lookup = LookupScheduler::new(gate(folder.path()), Cache::none(), vec![crossref(&simulation)]);
    lookup.gate().set_consent(Consent::NotAsked);
    lookup.fetch(dois("crossref", 0..20), Allowance::Everything, &CancellationToken::new(), &mut |_| {
        Vec::new()
    });
    let lines = simulation.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
}

#[test]
fn a_service_that_fails_is_told_and_the_other_answers() {
    // Run the cases in parallel, since most of the time is spent waiting.
    at_once(
        ["refuse", "hang", "429", "500", "html", "truncate", "drop", "empty", "prolog", "slow"],
        |fault| {
            let folder = tempfile::tempdir().unwrap();
            let faults = format!(r#"[{{"service": "crossref", "fault": "{fault}", "ms": 30000}}]"#);
            let Some(simulation) = Simulation::start(folder.path(), 30, &faults) else { return };
            let services = vec![crossref(&simulation), pubmed(&simulation)];
            let lookup = LookupScheduler::new(gate(folder.path()), Cache::new(folder.path()), services);
            let failing = dois("crossref", 0..50);
            let fine = dois("pubmed", 0..3);
            let both = failing.iter().chain(&fine).cloned().collect();
            lookup.fetch(both, Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new());
            assert!(outcomes(&lookup, &failing).iter().all(Result::is_err), "{fault}");
            assert_eq!(outcomes(&lookup, &fine), [Ok(1), Ok(1), Ok(1)], "{fault}");
        },
    );
}

/// Runs each case in a separate thread; fails if one of them fails.
fn at_once<T: Send>(cases: impl IntoIterator<Item = T>, attempt: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| attempt(case));
        }
    });
}

#[test]
fn random_faults_neither_lose_nor_invent_an_answer() {
    at_once(1..=4, |seed| {
        let folder = tempfile::tempdir().unwrap();
        let kinds = ["500", "html", "truncate", "drop", "empty", "prolog", "refuse"];
        let rules: Vec<String> =
            kinds.iter().map(|kind| format!(r#"{{"service": "*", "fault": "{kind}", "p": 0.04}}"#)).collect();
        let faults = format!(r#"{{"seed": {seed}, "rules": [{}]}}"#, rules.join(","));
        let Some(simulation) = Simulation::start(folder.path(), 10, &faults) else { return };
        let lookup = LookupScheduler::new(gate(folder.path()), Cache::none(), vec![crossref(&simulation)]);
        // The last ten do not exist.
        let wanted = dois("crossref", 170..210);
        let fetched =
            lookup
                .fetch(wanted.clone(), Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new());
        let outcomes = outcomes(&lookup, &wanted);
        let (real, none) = outcomes.split_at(30);
        assert!(real.iter().all(|outcome| *outcome == Ok(1) || outcome.is_err()), "{real:?}");
        assert!(none.iter().all(|outcome| *outcome == Ok(0) || outcome.is_err()), "{none:?}");
        let failed = outcomes.iter().filter(|outcome| outcome.is_err()).count();
        println!("seed {seed}: {failed} of 40 could not be asked, {:?}", fetched.failures);
        assert!(failed <= 4, "{failed}");
        let statuses = simulation.statuses();
        assert!(!statuses.contains(&429), "{statuses:?}");
    });
}

#[test]
fn a_service_that_fails_after_a_while_is_given_up_without_a_storm() {
    let folder = tempfile::tempdir().unwrap();
    let faults = r#"[{"service": "crossref", "fault": "500", "after": 20}]"#;
    let Some(simulation) = Simulation::start(folder.path(), 20, faults) else { return };
    let lookup = LookupScheduler::new(gate(folder.path()), Cache::none(), vec![crossref(&simulation)]);
    let wanted = dois("crossref", 0..150);
    let fetched =
        lookup.fetch(wanted.clone(), Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new());
    assert_eq!(fetched.answered, 20);
    assert_eq!(
        outcomes(&lookup, &wanted)
            .iter()
            .filter(|outcome| **outcome == Err(SourceError::Unavailable))
            .count(),
        130
    );
    assert!(simulation.statuses().len() < 35, "{}", simulation.statuses().len());
}
