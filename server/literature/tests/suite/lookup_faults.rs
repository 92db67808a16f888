//! Tests of online services that are down, slow, refuse, or answer nonsense.
use crate::lookup::{fetch, told};
use crate::played::{
    self, Numbers, Reply, Server, by_number, by_title, gate, json, lookup, patient_lookup, status, wanted,
};
use referee_literature::online::Limit;
use referee_literature::{Allowance, Arrival, Cache, Consent, LookupScheduler, Wanted};
use referee_records::{Answer, Question, Service, SourceError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

#[test]
fn a_failure_says_why_and_is_neither_remembered_nor_a_not_found() {
    type Play = fn(usize, &played::Seen) -> Reply;
    let html = |_: usize, _: &played::Seen| {
        Reply::Answer(200, "text/html", vec![], "<html>Please log in</html>".to_owned())
    };
    let cases: [(&str, Play, SourceError); 9] = [
        ("reset", |_, _| Reply::Reset, SourceError::Unavailable),
        ("silence", |_, _| Reply::Silence, SourceError::Timeout),
        ("500", |_, _| status(500), SourceError::Unavailable),
        ("429", |_, _| status(429), SourceError::Busy),
        ("a page", html, SourceError::Unreadable),
        ("half an answer", |_, _| json("OK:2"), SourceError::Unreadable),
        ("cut off", |_, _| Reply::CutOff("OK:2.".to_owned()), SourceError::Unreadable),
        ("nothing", |_, _| json(""), SourceError::Unreadable),
        (
            "elsewhere",
            |_, _| {
                Reply::Answer(
                    302,
                    "",
                    vec![("Location", "https://portal.invalid/login".to_owned())],
                    String::new(),
                )
            },
            SourceError::Unreadable,
        ),
    ];
    for (name, play, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(play);
        let lookup = lookup(folder.path(), &server);
        let questions: Vec<Question> =
            (0..120).map(by_number).chain((0..40).map(|n| by_title(&format!("Work {n}")))).collect();
        let fetched = fetch(&lookup, wanted(questions.clone()));
        assert_eq!(fetched.answered, 0, "{name}");
        for question in &questions {
            assert_eq!(told(&lookup, question), Err(expected), "{name}");
        }
        let trouble = fetched.failures.first().unwrap();
        assert_eq!((trouble.why, trouble.questions), (expected, 160), "{name}");
        assert!(trouble.again_in.is_some_and(|wait| wait <= Duration::from_secs(30)), "{name}");
        // No request storm: a few attempts, not one per question.
        assert!(server.count() <= 60, "{name}: {} requests", server.count());
        // During the cool-down, questions fail without a request.
        let before = server.count();
        fetch(&lookup, wanted([by_number(500)]));
        assert_eq!(server.count(), before, "{name}");
        assert_eq!(told(&lookup, &by_number(500)), Err(expected), "{name}");
        // Failures are not cached.
        let next = LookupScheduler::new(
            gate(folder.path()),
            Cache::new(&folder.path().join("cache")),
            vec![Numbers::default().at(&server.address)],
        );
        assert_eq!(told(&next, &by_number(2)), Err(SourceError::NotAsked), "{name}");
    }
}

#[test]
fn a_service_that_recovers_is_asked_again_after_its_rest() {
    let folder = tempfile::tempdir().unwrap();
    let works = Arc::new(AtomicBool::new(false));
    let state = Arc::clone(&works);
    let server =
        Server::start(
            move |_, seen| if state.load(Ordering::SeqCst) { played::answer_even(seen) } else { status(500) },
        );
    let mut options = referee_literature::GateOptions::new(folder.path());
    options.consent = Consent::Allowed;
    options.timeouts.first_response = Duration::from_millis(300);
    options.timeouts.cool_down = Duration::from_millis(400);
    let lookup = LookupScheduler::new(
        referee_literature::Gate::new(options),
        Cache::none(),
        vec![Numbers::default().at(&server.address)],
    );
    fetch(&lookup, wanted([by_number(2)]));
    assert_eq!(told(&lookup, &by_number(2)), Err(SourceError::Unavailable));
    assert_eq!(lookup.failures().len(), 1);
    std::thread::sleep(Duration::from_millis(450));
    // Still down: a single probe detects that for all questions.
    let before = server.count();
    fetch(&lookup, wanted((0..20).map(|n| by_title(&format!("Work {n}")))));
    assert!(server.count() - before <= 4, "{}", server.count() - before);
    std::thread::sleep(Duration::from_millis(450));
    works.store(true, Ordering::SeqCst);
    fetch(&lookup, wanted([by_number(2), by_title("Work 4")]));
    assert_eq!(told(&lookup, &by_number(2)).map(|found| found.len()), Ok(1));
    assert_eq!(told(&lookup, &by_title("Work 4")).map(|found| found.len()), Ok(1));
    assert!(lookup.failures().is_empty());
}

#[test]
fn a_service_that_stumbles_is_asked_again_and_answers_all() {
    let folder = tempfile::tempdir().unwrap();
    // Three in ten requests fail, always the same ones.
    let server = Server::start(|before, seen| match (before * 7 + 3) % 10 {
        0 | 4 => status(500),
        7 => Reply::Answer(200, "text/xml", vec![], "<?xml version=\"1.0\"?>\n".to_owned()),
        _ => played::answer_even(seen),
    });
    let limit = Limit { class: "search", requests: 50, per: Duration::from_secs(1), at_once: 3 };
    let service = Numbers { limits: vec![limit], ..Numbers::default() }.at(&server.address);
    let lookup = LookupScheduler::new(gate(folder.path()), Cache::none(), vec![service]);
    let fetched = fetch(&lookup, wanted((0..40).map(|n| by_title(&format!("Work {n}")))));
    assert_eq!(fetched.answered, 40, "{fetched:?}");
}

#[test]
fn an_answer_that_asks_to_wait_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|before, seen| match before {
        0 => Reply::Answer(429, "", vec![("Retry-After", "1".to_owned())], String::new()),
        _ => played::answer_even(seen),
    });
    let lookup = lookup(folder.path(), &server);
    let began = Instant::now();
    let fetched = fetch(&lookup, wanted([by_number(2)]));
    assert_eq!((fetched.answered, fetched.requests), (1, vec![(played::NUMBERS.name(), 2)]));
    assert!(began.elapsed() >= Duration::from_millis(990), "{:?}", began.elapsed());
}

#[test]
fn an_answer_that_comes_too_late_is_kept_for_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, seen| {
        Reply::After(Duration::from_millis(2_400), Box::new(played::answer_even(seen)))
    });
    let lookup = lookup(folder.path(), &server);
    fetch(&lookup, wanted([by_number(2)]));
    assert_eq!(told(&lookup, &by_number(2)), Err(SourceError::Timeout));
    assert_eq!(lookup.wait_for_late_answers(&CancellationToken::new()), [played::NUMBERS.name()]);
    assert_eq!(told(&lookup, &by_number(2)).map(|found| found.len()), Ok(1));
    // The service is now known to be slow and gets a longer timeout.
    assert!(lookup.failures().is_empty());
    fetch(&lookup, wanted([by_number(4)]));
    assert_eq!(told(&lookup, &by_number(4)).map(|found| found.len()), Ok(1));
    assert_eq!(server.count(), 2);
}

#[test]
fn where_no_service_answers_each_further_one_is_waited_for_less() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| Reply::Silence);
    let service = |name| Numbers { name, ..Numbers::default() }.at(&server.address);
    let [one, two, three] = [Service::Crossref, Service::PubMed, Service::OpenAlex];
    let lookup =
        LookupScheduler::new(gate(folder.path()), Cache::none(), [one, two, three].map(service).into());
    let ask = |service: Service| vec![Wanted { service: service.name(), question: by_number(2) }];
    // Each service is asked after the previous one has failed.
    lookup.fetch(ask(one), Allowance::Everything, &CancellationToken::new(), &mut |arrival: &Arrival| {
        match arrival.service {
            first if first == one.name() => ask(two),
            second if second == two.name() => ask(three),
            _ => Vec::new(),
        }
    });
    let asked: Vec<Instant> = server.seen.lock().unwrap().iter().map(|seen| seen.at).collect();
    let [first, second, third] = asked.as_slice() else { panic!("{} requests", asked.len()) };
    assert!(*third - *second < *second - *first, "{asked:?}");
    for source in lookup.sources() {
        assert!(matches!(source.ask(&by_number(2)), Answer::None(SourceError::Timeout)));
    }
}

#[test]
fn a_reader_that_panics_leaves_its_questions_open_and_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server::start(|before, seen| if before == 0 { json("PANIC") } else { played::answer_even(seen) });
    let lookup = patient_lookup(folder.path(), &server);
    let fetched = fetch(&lookup, wanted([by_number(2), by_number(4)]));
    assert_eq!(fetched.answered, 0);
    assert_eq!(told(&lookup, &by_number(2)), Err(SourceError::Unavailable));
    let again = fetch(&lookup, wanted([by_number(2)]));
    assert_eq!(again.answered, 1, "{again:?}");
}

#[test]
fn a_service_that_is_merely_slow_is_waited_for_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, seen| {
        Reply::After(Duration::from_millis(2_400), Box::new(played::answer_even(seen)))
    });
    let lookup = lookup(folder.path(), &server);
    let cancel = CancellationToken::new();
    let ask = || wanted([by_number(2), by_number(3)]);
    let fetched = lookup.fetch(ask(), Allowance::Everything, &cancel, &mut |_| Vec::new());
    assert_eq!(
        fetched.failures.first().map(|failure| failure.why),
        Some(SourceError::Timeout),
        "{fetched:?}"
    );
    assert_eq!(lookup.wait_for_late_answers(&cancel), [played::NUMBERS.name()]);
    let fetched = lookup.fetch(ask(), Allowance::Everything, &cancel, &mut |_| Vec::new());
    assert!(fetched.failures.is_empty(), "{fetched:?}");
    // The late answer was recorded; the next request gets as much time as this service needs.
    let more = lookup.fetch(wanted([by_number(4)]), Allowance::Everything, &cancel, &mut |_| Vec::new());
    assert_eq!((more.answered, more.failures.len()), (1, 0), "{more:?}");
}

#[test]
fn nobody_waits_for_late_answers_where_none_is_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| status(503));
    let lookup = lookup(folder.path(), &server);
    let cancel = CancellationToken::new();
    lookup.fetch(wanted([by_number(2)]), Allowance::Everything, &cancel, &mut |_| Vec::new());
    assert!(lookup.wait_for_late_answers(&cancel).is_empty());
}

#[test]
fn a_service_that_refuses_everything_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| status(400));
    let limits = vec![Limit { class: "list", requests: 1, per: Duration::from_secs(3), at_once: 1 }];
    let reached = Numbers { limits, batch: 1, ..Numbers::default() }.at(&server.address);
    let lookup = LookupScheduler::new(gate(folder.path()), Cache::none(), vec![reached]);
    let questions = wanted((1..20).map(by_number));
    let fetched =
        lookup.fetch(questions, Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new());
    assert_eq!(
        fetched.failures.iter().map(|failure| failure.why).collect::<Vec<_>>(),
        [SourceError::Refused]
    );
    assert_eq!(fetched.failures.first().map(|failure| failure.questions), Some(19));
    // At the rate that the service allows, asking the questions one by one would take a minute.
    assert!(server.count() <= 2, "{:?}", server.targets());
}
