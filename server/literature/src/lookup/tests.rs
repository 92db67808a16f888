//! Tests of the scheduler and the gate with a clock that the test moves and a real server on
//! loopback.

#![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]

#[path = "../../tests/suite/played.rs"]
#[allow(dead_code, reason = "shared with the tests of the public interface, which use all of it")]
mod played;

use super::{Fetched, LookupScheduler, Wanted};
use crate::cache::Cache;
use crate::gate::clock::ManualClock;
use crate::gate::{Allowance, Clock, Consent, Gate, GateOptions};
use crate::online::{Access, Limit, ServiceEndpoint};
use played::{Numbers, Reply, Server, by_number, by_title, even, status, wanted};
use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::{Question, SourceError};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// How long a test waits, in real time, for an expected event.
const PATIENCE: Duration = Duration::from_secs(60);

fn scheduler(folder: &Path, server: &Server, service: Numbers, clock: &ManualClock) -> LookupScheduler {
    let options = GateOptions { consent: Consent::Allowed, ..GateOptions::new(folder.join("state")) };
    let gate = Gate::with_clock(options, Clock::Manual(clock.clone()));
    LookupScheduler::new(gate, Cache::none(), vec![service.at(&server.address)])
}

/// Starts a call of `fetch` on a thread.
fn start(lookup: &LookupScheduler, wanted: Vec<Wanted>) -> JoinHandle<Fetched> {
    let lookup = lookup.clone();
    std::thread::spawn(move || {
        lookup.fetch(wanted, Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new())
    })
}

fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let began = Instant::now();
    while !happened() {
        assert!(began.elapsed() <= PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn ended(call: JoinHandle<Fetched>) -> Fetched {
    wait_until("the call does not end", || call.is_finished());
    call.join().unwrap()
}

/// Advances the clock whenever a task waits for it, until the call has ended.
fn run(clock: &ManualClock, call: JoinHandle<Fetched>) -> Fetched {
    wait_until("the call does not end", || {
        if clock.waiting() > 0 {
            clock.advance(Duration::from_millis(20));
        }
        call.is_finished()
    });
    call.join().unwrap()
}

#[test]
fn a_service_that_says_nothing_is_given_up_before_two_seconds_are_over() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| Reply::Silence);
    let clock = ManualClock::new();
    let lookup = scheduler(folder.path(), &server, Numbers::default(), &clock);
    let call = start(&lookup, wanted([by_number(2)]));
    wait_until("nothing was sent", || server.count() == 1 && clock.waiting() > 0);
    clock.advance(Duration::from_millis(1_000));
    std::thread::sleep(Duration::from_millis(30));
    assert!(!call.is_finished(), "given up after a second");
    clock.advance(Duration::from_millis(900));
    assert_eq!(ended(call).answered, 0);
    assert_eq!(server.count(), 1);
}

#[test]
fn a_service_that_failed_is_left_alone_for_half_a_minute_and_then_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let works = Arc::new(AtomicBool::new(false));
    let state = Arc::clone(&works);
    let server =
        Server::start(
            move |_, seen| if state.load(Ordering::SeqCst) { played::answer_even(seen) } else { status(503) },
        );
    let clock = ManualClock::new();
    let lookup = scheduler(folder.path(), &server, Numbers::default(), &clock);
    assert_eq!(run(&clock, start(&lookup, wanted([by_number(2)]))).answered, 0);
    let asked = server.count();
    works.store(true, Ordering::SeqCst);
    clock.advance(Duration::from_millis(29_000));
    assert_eq!(ended(start(&lookup, wanted([by_number(2)]))).answered, 0);
    assert_eq!(server.count(), asked);
    clock.advance(Duration::from_millis(1_100));
    assert_eq!(ended(start(&lookup, wanted([by_number(2)]))).answered, 1);
    assert_eq!(server.count(), asked + 1);
}

#[test]
fn so_many_requests_leave_as_the_window_of_a_limit_allows_and_the_next_when_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let clock = ManualClock::new();
    let limit = Limit { class: "search", requests: 3, per: Duration::from_secs(1), at_once: 10 };
    let service = Numbers { limits: vec![limit], ..Numbers::default() };
    let lookup = scheduler(folder.path(), &server, service, &clock);
    let call = start(&lookup, wanted([1, 3, 5, 7].map(|number| by_title(&format!("Work {number}")))));
    wait_until("three leave at once", || server.count() == 3 && clock.waiting() > 0);
    clock.advance(Duration::from_millis(990));
    std::thread::sleep(Duration::from_millis(30));
    assert_eq!(server.count(), 3, "the window is not over");
    // A start counts slightly longer than its window, since requests may take different times to
    // arrive.
    clock.advance(Duration::from_millis(300));
    wait_until("the fourth leaves", || server.count() == 4);
    assert_eq!(ended(call).answered, 4);
}

#[test]
fn what_a_search_found_waits_for_more_to_be_asked_together() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let clock = ManualClock::new();
    let limit = Limit { class: "search", requests: 1, per: Duration::from_secs(1), at_once: 10 };
    let service = Numbers { limits: vec![limit], ..Numbers::default() };
    let lookup = scheduler(folder.path(), &server, service, &clock);
    let call = start(&lookup, wanted([by_title("Work 2"), by_title("Work 4")]));
    wait_until("the first search leaves", || server.count() == 1 && clock.waiting() > 1);
    clock.advance(Duration::from_millis(350));
    std::thread::sleep(Duration::from_millis(30));
    assert_eq!(server.count(), 1, "it is asked alone");
    wait_until("it is asked when it waited long enough", || {
        // A thread that starts to wait after the clock was advanced needs another advance.
        if clock.waiting() > 0 {
            clock.advance(Duration::from_millis(20));
        }
        server.count() >= 2
    });
    assert_eq!(run(&clock, call).answered, 2);
    let looked_up: Vec<String> =
        server.targets().into_iter().filter(|target| target.starts_with("/records")).collect();
    assert_eq!(looked_up, ["/records?ids=2", "/records?ids=4"]);
}

#[test]
fn an_answer_that_comes_after_its_timeout_is_kept_for_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let answers = Arc::new(AtomicBool::new(false));
    let state = Arc::clone(&answers);
    let server = Server::start(move |_, seen| {
        while !state.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        played::answer_even(seen)
    });
    let clock = ManualClock::new();
    let lookup = scheduler(folder.path(), &server, Numbers::default(), &clock);
    let call = start(&lookup, wanted([by_number(2)]));
    wait_until("nothing was sent", || server.count() == 1 && clock.waiting() > 0);
    clock.advance(Duration::from_millis(1_800));
    assert_eq!(ended(call).answered, 0);
    answers.store(true, Ordering::SeqCst);
    let question = by_number(2);
    wait_until("the late answer is not kept", || {
        matches!(lookup.sources().first().unwrap().ask(&question), referee_records::Answer::Records(_))
    });
    // The service is now known to be slow, and is asked again without a pause.
    assert!(lookup.failures().is_empty());
    assert_eq!(ended(start(&lookup, wanted([by_number(4)]))).answered, 1);
}

/// Returns a question that the service can answer; `None` for a service that requests arbitrary
/// hosts.
fn question_for(service: &dyn crate::online::Service) -> Option<Question> {
    let identifier = |text: &str| Identifier::parse(text).map(Question::Identifier);
    let page = Work {
        title: Some("A program that finds things".to_owned()),
        url: Some("https://github.com/example/finder".to_owned()),
        kind: WorkKind::Software,
        ..Work::default()
    };
    let titled = Work { title: Some("On the slowness of answers".to_owned()), ..Work::default() };
    let all = [
        identifier("10.1000/182"),
        identifier("PMID: 19193256"),
        identifier("arXiv:1706.03762"),
        identifier("NCT00000102"),
        identifier("PMC2643010"),
        identifier("ISBN 978-0-306-40615-7"),
        Some(Question::Like(Arc::new(titled))),
        Some(Question::Like(Arc::new(page))),
    ];
    all.into_iter().flatten().find(|question| service.answers(question) && !service.asks_any_host())
}

/// Asks again with a new gate that shares only the state folder, like the next process.
fn ask_in(
    folder: &Path,
    server: &Server,
    service: &'static dyn crate::online::Service,
    clock: &ManualClock,
) -> LookupScheduler {
    let options = GateOptions { consent: Consent::Allowed, ..GateOptions::new(folder.join("state")) };
    let gate = Gate::with_clock(options, Clock::Manual(clock.clone()));
    let access = Access { base_url: server.address.clone(), ..Access::default() };
    LookupScheduler::new(gate, Cache::none(), vec![ServiceEndpoint { service, access }])
}

#[test]
fn no_pause_that_a_service_asks_for_makes_anybody_wait() {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let cases: Vec<(&'static dyn crate::online::Service, u16, u64)> = crate::online::all()
        .iter()
        .filter(|service| question_for(**service).is_some())
        .flat_map(|service| [429, 503].map(|status| (*service, status)))
        .flat_map(|(service, status)| [1, 30, 3_600, 54_000, 604_800].map(|wait| (service, status, wait)))
        .collect();
    assert!(cases.len() >= 100, "{}", cases.len());
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((service, status, wait)) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
                    asks_for_a_pause(*service, *status, *wait);
                }
            });
        }
    });
}

fn asks_for_a_pause(service: &'static dyn crate::online::Service, status: u16, wait: u64) {
    /// How long a person waits for a service that does not answer, on the test clock.
    const PERSON: Duration = Duration::from_secs(12);
    let case = format!("{} {status} {wait}", service.name());
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(move |_, _| {
        Reply::Answer(
            status,
            "text/html",
            vec![("Retry-After", wait.to_string())],
            "<html>No.</html>".to_owned(),
        )
    });
    let clock = ManualClock::new();
    let lookup = ask_in(folder.path(), &server, service, &clock);
    let question = || vec![Wanted { service: service.name(), question: question_for(service).unwrap() }];
    let ask = |lookup: &LookupScheduler| {
        let began = clock.passed();
        let fetched = run(&clock, start(lookup, question()));
        assert!(clock.passed() - began < PERSON, "{case}: {:?}", clock.passed() - began);
        assert_eq!(fetched.answered, 0, "{case}");
        let [failure] = fetched.failures.as_slice() else { panic!("{case}: {:?}", fetched.failures) };
        failure.clone()
    };
    ask(&lookup);
    let asked = server.count();
    // The cool-down of a silent service is over now; a service that asked for a longer pause is
    // still not asked, and callers do not wait.
    clock.advance(Duration::from_secs(45));
    let again = ask(&lookup);
    let next_process = ask_in(folder.path(), &server, service, &clock);
    let there = ask(&next_process);
    if wait > 60 {
        assert_eq!(server.count(), asked, "{case}: it was asked within its pause");
        for failure in [again, there] {
            let left = failure.again_in.unwrap_or_default();
            let kept = Duration::from_secs(wait.min(24 * 3_600));
            assert!(left <= kept && left + Duration::from_secs(90) > kept, "{case}: {left:?}");
        }
        clock.advance(Duration::from_secs(wait.min(24 * 3_600)));
        ask(&next_process);
    }
    assert!(server.count() > asked, "{case}: it is never asked again");
}

#[test]
fn a_limit_for_an_hour_that_is_used_up_makes_nobody_wait() {
    for (per, waits) in [(3_600, false), (300, false), (60, true)] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(even);
        let limit = Limit { class: "list", requests: 2, per: Duration::from_secs(per), at_once: 2 };
        let service = || Numbers { limits: vec![limit.clone()], batch: 1, ..Numbers::default() };
        let clock = ManualClock::new();
        let lookup = scheduler(folder.path(), &server, service(), &clock);
        let began = clock.passed();
        let fetched = run(&clock, start(&lookup, wanted([2, 4, 6, 8].map(by_number))));
        let took = clock.passed() - began;
        if waits {
            assert_eq!((fetched.answered, fetched.failures.len()), (4, 0), "{fetched:?}");
            assert!(took >= Duration::from_secs(per), "{took:?}");
            continue;
        }
        assert!(took < Duration::from_secs(1), "{took:?}");
        assert_eq!((fetched.answered, server.count()), (2, 2), "{fetched:?}");
        let [failure] = fetched.failures.as_slice() else { panic!("{:?}", fetched.failures) };
        assert_eq!((failure.why, failure.questions), (SourceError::OwnLimit, 2));
        let left = failure.again_in.unwrap_or_default().as_secs();
        assert!((per - 2..=per).contains(&left), "{left}");
        assert_eq!(failure.detail, if per == 3_600 { "2/h" } else { "2/5 min" });
        // The next process does not wait either, and after the pause the service is asked again.
        let next = scheduler(folder.path(), &server, service(), &clock);
        let fetched = run(&clock, start(&next, wanted([by_number(6)])));
        assert_eq!((fetched.answered, server.count()), (0, 2), "{fetched:?}");
        clock.advance(Duration::from_secs(per));
        let fetched = run(&clock, start(&next, wanted([6, 8].map(by_number))));
        assert_eq!((fetched.answered, server.count()), (2, 4), "{fetched:?}");
    }
}

#[test]
fn no_pause_that_a_host_asks_for_makes_anybody_wait() {
    let page = Work {
        url: Some("https://lighthouse.example.org/hours".to_owned()),
        kind: WorkKind::WebPage,
        ..Work::default()
    };
    let question = Question::Like(Arc::new(page));
    let service = *crate::online::all().iter().find(|service| service.asks_any_host()).unwrap();
    assert!(service.answers(&question));
    for (status, wait) in
        [429, 503].into_iter().flat_map(|status| [1, 30, 3_600, 54_000, 604_800].map(|wait| (status, wait)))
    {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(move |_, _| {
            Reply::Answer(status, "text/html", vec![("Retry-After", wait.to_string())], String::new())
        });
        let clock = ManualClock::new();
        let lookup = ask_in(folder.path(), &server, service, &clock);
        for asked in 1..=2 {
            let began = clock.passed();
            let wanted = vec![Wanted { service: service.name(), question: question.clone() }];
            let fetched = run(&clock, start(&lookup, wanted));
            assert!(clock.passed() - began < Duration::from_secs(1), "{status} {wait}");
            assert_eq!((fetched.answered, fetched.failures.len()), (0, 1), "{status} {wait}");
            // Each look-up asks the host once, however long the pause: other hosts are unaffected.
            assert_eq!(server.count(), asked, "{status} {wait}");
        }
    }
}

/// Asks a fast service and Crossref for a first list, and advances the clock by `steps` in turn.
/// Returns the number of steps after which the call had ended, and its result. Crossref answers
/// once it is `released`.
fn first_list_of_crossref(
    contact: Option<&str>,
    release_after: Option<usize>,
    steps: &[Duration],
) -> (usize, Fetched) {
    let folder = tempfile::tempdir().unwrap();
    let fast = Server::start(even);
    let released = Arc::new(AtomicBool::new(false));
    let state = Arc::clone(&released);
    let slow = Server::start(move |_, _| {
        while !state.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        played::json(
            r#"{"status": "ok", "message-type": "work-list", "message": {"total-results": 0, "items": []}}"#,
        )
    });
    let clock = ManualClock::new();
    let options = GateOptions { consent: Consent::Allowed, ..GateOptions::new(folder.path().join("state")) };
    let gate = Gate::with_clock(options, Clock::Manual(clock.clone()));
    let crossref = *crate::online::all().iter().find(|service| service.name() == "crossref").unwrap();
    let access =
        Access { base_url: slow.address.clone(), contact: contact.map(str::to_owned), ..Access::default() };
    let services = vec![Numbers::default().at(&fast.address), ServiceEndpoint { service: crossref, access }];
    let lookup = LookupScheduler::new(gate, Cache::none(), services);
    // The fast service answers first, so the network is known to work.
    assert_eq!(ended(start(&lookup, wanted([by_number(2)]))).answered, 1);
    let titled = Work { title: Some("On the slowness of answers".to_owned()), ..Work::default() };
    let mut all = wanted([by_number(4)]);
    all.push(Wanted { service: "crossref", question: Question::Like(Arc::new(titled)) });
    let call = start(&lookup, all);
    wait_until("nothing was sent", || slow.count() == 1 && fast.count() == 2 && clock.waiting() > 0);
    wait_until("other work waits for it", || {
        matches!(lookup.sources().first().unwrap().ask(&by_number(4)), referee_records::Answer::Records(_))
    });
    for (done, step) in steps.iter().enumerate() {
        if release_after == Some(done) {
            released.store(true, Ordering::SeqCst);
            return (done, ended(call));
        }
        clock.advance(*step);
        std::thread::sleep(Duration::from_millis(60));
        if call.is_finished() {
            released.store(true, Ordering::SeqCst);
            return (done + 1, call.join().unwrap());
        }
    }
    released.store(true, Ordering::SeqCst);
    panic!("the call does not end");
}

#[test]
fn a_first_list_of_crossref_may_take_ten_seconds_in_the_public_pool_while_others_answer() {
    let steps = [1_800, 4_000, 4_000, 400].map(Duration::from_millis);
    let (_, fetched) = first_list_of_crossref(None, Some(3), &steps);
    assert_eq!((fetched.answered, fetched.failures.len()), (2, 0), "after 9.8 s: {fetched:?}");
    let (after, fetched) = first_list_of_crossref(None, None, &steps);
    assert_eq!((after, fetched.answered), (4, 1), "given up after 10.2 s: {fetched:?}");
    let failure = fetched.failures.first().unwrap();
    assert_eq!((failure.service, failure.why), ("crossref", SourceError::Timeout));
    // With a contact address Crossref uses the fast pool, and the timeout is that of other
    // services.
    let (after, fetched) = first_list_of_crossref(Some("name@example.org"), None, &steps);
    assert_eq!((after, fetched.answered), (1, 1), "{fetched:?}");
}

#[test]
fn a_file_of_limits_that_is_held_delays_a_look_up_by_seconds_at_most() {
    for held_from_the_start in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(even);
        let options =
            GateOptions { consent: Consent::Allowed, ..GateOptions::new(folder.path().join("state")) };
        let limit = Limit { class: "list", requests: 50, per: Duration::from_secs(1), at_once: 4 };
        let service = Numbers { limits: vec![limit], ..Numbers::default() };
        let lookup =
            LookupScheduler::new(Gate::new(options), Cache::none(), vec![service.at(&server.address)]);
        if !held_from_the_start {
            assert_eq!(ended(start(&lookup, wanted([by_number(2)]))).answered, 1);
        }
        std::fs::create_dir_all(folder.path().join("state")).unwrap();
        let other = rusqlite::Connection::open(folder.path().join("state/limits.sqlite")).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (a)").unwrap();
        let began = Instant::now();
        let fetched = ended(start(&lookup, wanted([by_number(4), by_number(6)])));
        assert_eq!((fetched.answered, fetched.failures.len()), (2, 0), "{fetched:?}");
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        // Once the file is given up, it no longer delays requests.
        let began = Instant::now();
        assert_eq!(ended(start(&lookup, wanted([by_number(8)]))).answered, 1);
        assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    }
}
