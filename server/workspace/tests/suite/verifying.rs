//! Looks references up at a service on loopback.

use crate::test_workspace::TestWorkspace;
use referee_citations::Verdict;
use referee_text::FileId;
use referee_workspace::Snapshot;
use referee_workspace::settings::{Layer, Origin};
use referee_workspace::verify::{Progress, Verified, VerifyObserver, verify};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

const DRAFT: &str = "---\nbibliography: refs.bib\n---\n\nSleep helps [@smith; @jones].\n";
const ENTRIES: &str = "@article{smith,\n  title = {On sleep and waking},\n  author = {Smith, Ann},\n  journal = {Journal of Sleep},\n  year = {2020},\n  doi = {10.5555/sleep.1}\n}\n@article{jones,\n  title = {On waking early},\n  author = {Jones, Bob},\n  journal = {Journal of Sleep},\n  year = {2021},\n  doi = {10.5555/sleep.2}\n}\n";

/// A minimal Crossref: it returns the works of the DOIs in a request.
struct Crossref {
    address: String,
    /// The targets of the received requests.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Crossref {
    /// Answers every request with this status, and with the works if it is 200.
    fn start(status: u16) -> Crossref {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = Arc::clone(&asked);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let log = Arc::clone(&log);
                std::thread::spawn(move || serve(&stream, status, &log));
            }
        });
        Crossref { address, asked }
    }

    fn count(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

fn serve(stream: &TcpStream, status: u16, log: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let target = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        let items: Vec<Value> = [
            work(1, "On sleep and waking", "Smith", "Ann", 2020),
            work(2, "On waking early", "Jones", "Bob", 2021),
        ]
        .into_iter()
        .filter(|work| target.replace("%2F", "/").contains(work["DOI"].as_str().unwrap_or_default()))
        .collect();
        log.lock().unwrap().push(target);
        let body = json!({"status": "ok", "message-type": "work-list", "message": {"total-results": items.len(), "items": items}});
        let body = body.to_string();
        let mut out = stream;
        let head = format!(
            "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        if out.write_all(format!("{head}{body}").as_bytes()).is_err() {
            return;
        }
    }
}

fn work(number: u32, title: &str, family: &str, given: &str, year: i32) -> Value {
    json!({
        "DOI": format!("10.5555/sleep.{number}"), "type": "journal-article", "title": [title],
        "author": [{"family": family, "given": given}], "container-title": ["Journal of Sleep"],
        "issued": {"date-parts": [[year]]},
    })
}

/// Returns a workspace whose settings enable only this Crossref.
fn workspace(network: &str, crossref: &Crossref) -> TestWorkspace {
    let others = [
        "pubmed",
        "doi",
        "datacite",
        "openalex",
        "europepmc",
        "semanticscholar",
        "arxiv",
        "clinicaltrials",
        "idconv",
    ];
    let mut sources = serde_json::Map::new();
    for name in others {
        sources.insert(name.to_owned(), json!({"enabled": false}));
    }
    sources.insert("crossref".to_owned(), json!({"base_url": crossref.address}));
    let settings = json!({"network": network, "contact": "name@example.org", "sources": sources});
    let layer = Layer::from_json(Origin::CommandLine, &settings);
    let mut workspace = TestWorkspace::connected(&[("paper.md", DRAFT), ("refs.bib", ENTRIES)], layer);
    workspace.open("paper.md");
    workspace
}

fn verified(snapshot: &Snapshot, file: &FileId, cancel: &CancellationToken) -> (Verified, Vec<Progress>) {
    let told = Mutex::new(Vec::new());
    let learned = |progress| told.lock().unwrap().push(progress);
    let observer = VerifyObserver { cancel, learned: &learned, newer: &|| None, reserved_cores: 0 };
    let verified = verify(snapshot, std::slice::from_ref(file), &observer);
    (verified, told.into_inner().unwrap())
}

fn verdicts(snapshot: &Snapshot, file: &FileId) -> Vec<Verdict> {
    let judged = snapshot.references(file).into_iter().filter_map(|(_, judgement)| judgement);
    judged.map(|judgement| judgement.verdict).collect()
}

#[test]
fn references_are_asked_about_together_and_judged_by_what_comes() {
    let crossref = Crossref::start(200);
    let workspace = workspace("allow", &crossref);
    let (snapshot, file) = (workspace.settled(), workspace.file("paper.md"));
    let (verified, told) = verified(&snapshot, &file, &CancellationToken::new());
    assert_eq!(verdicts(&snapshot, &file), [Verdict::Verified, Verdict::Verified]);
    assert_eq!((verified.asked, verified.requests, crossref.count()), (2, 1, 1));
    assert!(verified.failures.is_empty() && verified.waiting.is_empty(), "{verified:?}");
    assert_eq!(told.last(), Some(&Progress { done: 2, of: 2 }));
}

#[test]
fn what_was_answered_is_not_asked_again() {
    let crossref = Crossref::start(200);
    let workspace = workspace("allow", &crossref);
    let (snapshot, file) = (workspace.settled(), workspace.file("paper.md"));
    for requests in [1, 0] {
        assert_eq!(verified(&snapshot, &file, &CancellationToken::new()).0.requests, requests);
    }
    assert_eq!(crossref.count(), 1);
}

#[test]
fn where_the_author_was_not_asked_references_wait_and_nothing_leaves() {
    let crossref = Crossref::start(200);
    let workspace = workspace("ask", &crossref);
    let (snapshot, file) = (workspace.settled(), workspace.file("paper.md"));
    let (verified, _) = verified(&snapshot, &file, &CancellationToken::new());
    assert_eq!(verified.waiting.values().copied().collect::<Vec<_>>(), [2]);
    assert_eq!((verified.requests, crossref.count()), (0, 0));
}

#[test]
fn where_the_network_is_denied_nothing_waits_and_nothing_leaves() {
    let crossref = Crossref::start(200);
    let workspace = workspace("deny", &crossref);
    let (snapshot, file) = (workspace.settled(), workspace.file("paper.md"));
    let (verified, _) = verified(&snapshot, &file, &CancellationToken::new());
    assert!(verified.waiting.is_empty());
    assert_eq!((verified.requests, crossref.count()), (0, 0));
    assert!(verdicts(&snapshot, &file).iter().all(|verdict| *verdict == Verdict::Unchecked));
}

#[test]
fn a_service_that_refuses_leaves_references_unchecked_and_is_told() {
    let crossref = Crossref::start(403);
    let workspace = workspace("allow", &crossref);
    let (snapshot, file) = (workspace.settled(), workspace.file("paper.md"));
    let (verified, _) = verified(&snapshot, &file, &CancellationToken::new());
    let failed: Vec<&str> = verified.failures.iter().map(|failure| failure.service).collect();
    assert_eq!(failed, ["crossref"]);
    assert!(verdicts(&snapshot, &file).iter().all(|verdict| *verdict == Verdict::Unchecked));
}

#[test]
fn a_verification_that_is_called_off_asks_nothing() {
    let crossref = Crossref::start(200);
    let workspace = workspace("allow", &crossref);
    let cancel = CancellationToken::new();
    cancel.cancel();
    let (verified, _) = verified(&workspace.settled(), &workspace.file("paper.md"), &cancel);
    assert_eq!((verified.requests, crossref.count()), (0, 0));
}
