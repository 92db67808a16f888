//! Tests of the gate: limits across processes, the log of requests, downloads.
use crate::played::{self, Numbers, Reply, Server, by_number, by_title, even, gate, wanted};
use referee_literature::gate::{Download, DownloadError, read_log};
use referee_literature::online::Limit;
use referee_literature::{Allowance, Cache, Consent, Gate, GateOptions, LookupScheduler};
use referee_records::SourceError;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

fn fetch(lookup: &LookupScheduler, questions: impl IntoIterator<Item = referee_records::Question>) -> u64 {
    lookup
        .fetch(wanted(questions), Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new())
        .answered
}

fn limited(state: &Path, address: &str) -> LookupScheduler {
    let limit = Limit { class: "search", requests: 6, per: Duration::from_millis(600), at_once: 2 };
    let service = Numbers { limits: vec![limit], ..Numbers::default() }.at(address);
    LookupScheduler::new(gate(state), Cache::none(), vec![service])
}

/// Not a real test: one of the processes of the next test.
#[test]
fn asks_as_one_of_several() {
    let Some(folder) = std::env::var_os("REFEREE_TEST_STATE") else { return };
    let address = std::env::var("REFEREE_TEST_SERVER").unwrap();
    let lookup = limited(Path::new(&folder), &address);
    assert_eq!(fetch(&lookup, (0..12).map(|n| by_title(&format!("Work {}", 2 * n + 1)))), 12);
}

#[test]
fn several_processes_together_ask_no_more_than_a_service_allows() {
    let folder = tempfile::tempdir().unwrap();
    let under_way = Arc::new(std::sync::Mutex::new((0_usize, 0_usize)));
    let counted = Arc::clone(&under_way);
    let server = Server::start(move |_, seen| {
        {
            let mut counted = counted.lock().unwrap();
            counted.0 += 1;
            counted.1 = counted.1.max(counted.0);
        }
        std::thread::sleep(Duration::from_millis(60));
        counted.lock().unwrap().0 -= 1;
        played::answer_even(seen)
    });
    let began = Instant::now();
    let children: Vec<_> = (0..3)
        .map(|_| {
            std::process::Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "gate::asks_as_one_of_several", "--nocapture"])
                .env("REFEREE_TEST_STATE", folder.path())
                .env("REFEREE_TEST_SERVER", &server.address)
                .stdout(std::process::Stdio::null())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(server.count(), 36);
    // 36 requests need six windows of 0.6 s, and the last one need not end; processes that do not
    // coordinate need two.
    let took = began.elapsed();
    assert!(took >= Duration::from_millis(5 * 600), "{took:?}");
    // On a busy machine a request of one window may arrive in the next; uncoordinated processes
    // would send 18 in one.
    assert!(server.peak(Duration::from_millis(600)) < 12, "{}", server.peak(Duration::from_millis(600)));
    assert!(under_way.lock().unwrap().1 <= 2, "{}", under_way.lock().unwrap().1);
    // A process that waits for others polls in small steps.
    println!("36 requests of 3 processes at 6 in 0.6 s: {took:?}");
}

#[test]
fn a_killed_process_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let answers = Arc::new(AtomicBool::new(false));
    let answers_now = Arc::clone(&answers);
    let server = Server::start(move |_, seen| {
        if answers_now.load(Ordering::SeqCst) { played::answer_even(seen) } else { Reply::Silence }
    });
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "gate::asks_as_one_of_several", "--nocapture"])
        .env("REFEREE_TEST_STATE", folder.path())
        .env("REFEREE_TEST_SERVER", &server.address)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while server.count() < 2 && began.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    answers.store(true, Ordering::SeqCst);
    // The same address: its state on disk has the two requests of the killed process.
    let lookup = limited(folder.path(), &server.address);
    // The requests of a killed process count as under way for a minute: do not wait for them.
    let (ended, end) = std::sync::mpsc::channel();
    std::thread::spawn(move || ended.send(fetch(&lookup, [by_title("Work 1")])));
    assert_eq!(end.recv_timeout(Duration::from_secs(30)), Ok(1));
}

#[test]
fn a_state_folder_that_cannot_be_written_lets_nothing_leave() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("state"), "a file where the folder should be").unwrap();
    let server = Server::start(even);
    let lookup = LookupScheduler::new(
        gate(folder.path()),
        Cache::none(),
        vec![Numbers::default().at(&server.address)],
    );
    let fetched =
        lookup.fetch(wanted([by_number(2)]), Allowance::Everything, &CancellationToken::new(), &mut |_| {
            Vec::new()
        });
    assert_eq!((fetched.answered, fetched.requests()), (0, 0), "{fetched:?}");
    assert_eq!(fetched.failures.first().unwrap().why, SourceError::Unlogged, "{fetched:?}");
    assert_eq!(server.count(), 0);
}

#[test]
fn the_log_says_what_left_and_holds_neither_keys_nor_text() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server::start(|before, seen| if before == 0 { Reply::Reset } else { played::answer_even(seen) });
    let mut reached = Numbers::default().at(&server.address);
    reached.access.api_key = Some("a-secret-key".to_owned());
    let lookup = LookupScheduler::new(gate(folder.path()), Cache::none(), vec![reached]);
    fetch(&lookup, [by_number(2), by_number(3)]);
    fetch(&lookup, [by_title("A telling title 2")]);
    drop(lookup);
    let log = read_log(&folder.path().join("state")).unwrap();
    assert_eq!(log.len(), server.count());
    let told: Vec<(&str, u64, Option<u16>)> =
        log.iter().map(|entry| (entry.data.as_str(), entry.questions, entry.status)).collect();
    assert_eq!(told, [("identifiers", 2, None), ("identifiers", 2, Some(200)), ("references", 1, Some(200))]);
    let first = log.first().unwrap();
    assert!(first.error.is_some());
    assert_eq!(
        (first.purpose.as_str(), first.host.as_str()),
        (played::NUMBERS.name(), server.address.trim_start_matches("http://"))
    );
    assert!(first.timestamp().starts_with("20") && first.timestamp().ends_with('Z'));
    let last = log.last().unwrap();
    assert!(last.bytes_out > 30 && last.bytes_in == Some(5) && last.took.is_some());
    let text = std::fs::read_to_string(folder.path().join("state/egress.jsonl")).unwrap();
    for hidden in ["a-secret-key", "telling", "title", "ids=", "records"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    assert_eq!(text.lines().count(), 2 * log.len());
}

#[test]
fn a_log_with_damaged_lines_is_read_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let lookup = LookupScheduler::new(
        gate(folder.path()),
        Cache::none(),
        vec![Numbers::default().at(&server.address)],
    );
    fetch(&lookup, [by_number(2)]);
    let file = folder.path().join("state/egress.jsonl");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.splice(0..0, *b"{\"id\": 1\n\xff\xfe\n\n{}\n");
    bytes.extend_from_slice(b"{\"id\":\"half");
    std::fs::write(&file, bytes).unwrap();
    assert_eq!(read_log(&folder.path().join("state")).unwrap().len(), 1);
    assert_eq!(read_log(&folder.path().join("nowhere")).unwrap(), []);
}

#[test]
fn services_get_the_address_of_the_project_and_those_that_want_it_the_authors() {
    for wants_contact in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(even);
        let mut options = GateOptions::new(folder.path());
        options.consent = Consent::Allowed;
        options.contact = Some("name@example.org".to_owned());
        let service = Numbers { wants_contact, ..Numbers::default() }.at(&server.address);
        let lookup = LookupScheduler::new(Gate::new(options), Cache::none(), vec![service]);
        fetch(&lookup, [by_number(2)]);
        let seen = server.seen.lock().unwrap();
        let agents: Vec<&str> = seen.iter().filter_map(|seen| seen.header("user-agent")).collect();
        let [agent] = agents.as_slice() else { panic!("{agents:?}") };
        assert!(agent.starts_with("referee/") && agent.contains("(+https://"), "{agent}");
        assert_eq!(agent.ends_with("; mailto:name@example.org)"), wants_contact, "{agent}");
    }
}

#[test]
fn nothing_goes_over_plain_http_to_another_machine() {
    let folder = tempfile::tempdir().unwrap();
    let lookup = LookupScheduler::new(
        gate(folder.path()),
        Cache::none(),
        vec![Numbers::default().at("http://192.0.2.1")],
    );
    let fetched =
        lookup.fetch(wanted([by_number(2)]), Allowance::Everything, &CancellationToken::new(), &mut |_| {
            Vec::new()
        });
    assert!(fetched.failures.first().unwrap().detail.contains("https"), "{fetched:?}");
    assert_eq!(read_log(&folder.path().join("state")).unwrap(), []);
}

/// Not a real test: the process with a proxy of the next test.
#[test]
fn asks_through_a_proxy() {
    let Some(folder) = std::env::var_os("REFEREE_TEST_PROXIED") else { return };
    // Nothing listens there: only the proxy can answer.
    let reached = Numbers::default().at("http://127.0.0.1:9");
    let lookup = LookupScheduler::new(gate(Path::new(&folder)), Cache::none(), vec![reached]);
    assert_eq!(fetch(&lookup, [by_number(2)]), 1);
}

#[test]
fn the_proxy_of_the_environment_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let proxy = Server::start(even);
    let status = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "gate::asks_through_a_proxy", "--nocapture"])
        .env("REFEREE_TEST_PROXIED", folder.path())
        .env("http_proxy", &proxy.address)
        .env_remove("no_proxy")
        .env_remove("NO_PROXY")
        .stdout(std::process::Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    assert_eq!(proxy.targets(), ["http://127.0.0.1:9/records?ids=2"]);
}

#[test]
fn a_service_that_does_not_speak_tls_where_it_should_is_not_reached() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let secure = server.address.replace("http://", "https://");
    let lookup =
        LookupScheduler::new(gate(folder.path()), Cache::none(), vec![Numbers::default().at(&secure)]);
    let fetched =
        lookup.fetch(wanted([by_number(2)]), Allowance::Everything, &CancellationToken::new(), &mut |_| {
            Vec::new()
        });
    assert_eq!(
        fetched.failures.first().map(|trouble| trouble.why),
        Some(SourceError::Unavailable),
        "{fetched:?}"
    );
    // Nothing of the question was sent unencrypted.
    assert_eq!(server.targets().iter().filter(|target| target.contains("records")).count(), 0);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_the_log_holds_it_can_be_read(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..400), at in 0_usize..400) {
        let folder = tempfile::tempdir().unwrap();
        let good = br#"{"id":"1-2-3","sent":{"time":"","at":1,"host":"h","purpose":"p","data":"d","questions":1,"bytes_out":9}}"#;
        let mut log = bytes;
        let at = at.min(log.len());
        log.splice(at..at, [b"\n", good.as_slice(), b"\n"].concat());
        std::fs::write(folder.path().join("egress.jsonl"), &log).unwrap();
        let read = read_log(folder.path()).unwrap();
        proptest::prop_assert!(read.iter().any(|entry| entry.host == "h"));
    }
}

fn file(server: &Server, folder: &Path) -> Download {
    Download {
        url: format!("{}/file.csv", server.address),
        purpose: "a-file".to_owned(),
        to: folder.join("kept/file.csv"),
        at_most: 5_000_000,
    }
}

#[test]
fn a_file_is_fetched_whole_and_logged() {
    let folder = tempfile::tempdir().unwrap();
    let text = "a,b,c\n".repeat(300_000);
    let sent = text.clone();
    let server = Server::start(move |_, _| Reply::Answer(200, "text/csv", vec![], sent.clone()));
    let download = file(&server, folder.path());
    let mut last = None;
    let bytes = gate(folder.path())
        .download(&download, &CancellationToken::new(), &mut |progress| last = Some(progress))
        .unwrap();
    assert_eq!(bytes, text.len() as u64);
    assert_eq!(last.map(|progress| progress.bytes), Some(bytes));
    assert_eq!(std::fs::read_to_string(&download.to).unwrap(), text);
    let log = read_log(&folder.path().join("state")).unwrap();
    assert_eq!(
        log.first().map(|entry| (entry.purpose.as_str(), entry.data.as_str(), entry.bytes_in)),
        Some(("a-file", "nothing", Some(bytes)))
    );
    assert_eq!(std::fs::read_dir(folder.path().join("kept")).unwrap().count(), 1);
}

#[test]
fn a_file_that_does_not_come_whole_leaves_the_old_one() {
    let cases: Vec<(&str, Reply)> = vec![
        ("cut off", Reply::CutOff("a,b".to_owned())),
        ("a page", Reply::Answer(200, "text/html; charset=utf-8", vec![], "<html>".to_owned())),
        ("nothing", Reply::Answer(200, "text/csv", vec![], String::new())),
        ("too large", Reply::Answer(200, "text/csv", vec![], "x".repeat(5_000_001))),
        ("missing", Reply::Answer(404, "text/plain", vec![], "no".to_owned())),
        (
            "elsewhere",
            Reply::Answer(
                302,
                "",
                vec![("Location", "https://other.invalid/file".to_owned())],
                String::new(),
            ),
        ),
    ];
    for (name, reply) in cases {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(move |_, _| reply.clone());
        let download = file(&server, folder.path());
        std::fs::create_dir_all(folder.path().join("kept")).unwrap();
        std::fs::write(&download.to, "old").unwrap();
        let error =
            gate(folder.path()).download(&download, &CancellationToken::new(), &mut |_| {}).unwrap_err();
        assert!(!error.to_string().is_empty());
        assert_eq!(std::fs::read_to_string(&download.to).unwrap(), "old", "{name}: {error}");
        assert_eq!(std::fs::read_dir(folder.path().join("kept")).unwrap().count(), 1, "{name}");
    }
}

#[test]
fn a_file_is_not_fetched_without_consent_and_can_be_called_off() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| Reply::Silence);
    let download = file(&server, folder.path());
    let gate = gate(folder.path());
    gate.set_consent(Consent::NotAsked);
    let error = gate.download(&download, &CancellationToken::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, DownloadError::SourceError(SourceError::Offline, _)));
    assert_eq!(*server.connections.lock().unwrap(), 0);
    assert!(!folder.path().join("kept").exists());
    gate.set_consent(Consent::Allowed);
    let cancel = CancellationToken::new();
    let other = cancel.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        other.cancel();
    });
    let error = gate.download(&download, &cancel, &mut |_| {}).unwrap_err();
    assert!(matches!(error, DownloadError::SourceError(SourceError::Cancelled, _)));
}
