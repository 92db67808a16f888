//! Tests of asking online services: in few requests, only once, and with cached answers.
use crate::played::{
    self, Numbers, Reply, Server, by_number, by_title, even, gate, lookup, patient_gate, patient_lookup,
    status, wanted,
};
use referee_bibliography::Identifier;
use referee_literature::online::Limit;
use referee_literature::{Allowance, Arrival, Cache, Consent, Fetched, LookupScheduler, Wanted};
use referee_records::{Answer, Question, SourceError};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

pub(crate) fn fetch(lookup: &LookupScheduler, wanted: Vec<Wanted>) -> Fetched {
    lookup.fetch(wanted, Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new())
}

pub(crate) fn ask(lookup: &LookupScheduler, question: &Question) -> Answer {
    lookup.sources().first().unwrap().ask(question)
}

/// Returns the titles found, or the error.
pub(crate) fn told(lookup: &LookupScheduler, question: &Question) -> Result<Vec<String>, SourceError> {
    match ask(lookup, question) {
        Answer::Records(records) => {
            Ok(records.into_iter().filter_map(|record| record.work.title.clone()).collect())
        }
        Answer::None(why) => Err(why),
    }
}

#[test]
fn a_question_is_not_asked_then_answered_then_answered_from_the_cache_by_the_next_process() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let first = lookup(folder.path(), &server);
    assert_eq!(told(&first, &by_number(2)), Err(SourceError::NotAsked));
    let fetched = fetch(&first, wanted([by_number(2), by_number(3)]));
    assert_eq!((fetched.answered, fetched.requests), (2, vec![(played::NUMBERS.name(), 1)]));
    assert_eq!(told(&first, &by_number(2)), Ok(vec!["Work number 2".to_owned()]));
    assert_eq!(told(&first, &by_number(3)), Ok(vec![]));
    let Answer::Records(records) = ask(&first, &by_number(2)) else { panic!() };
    assert!(records.first().unwrap().as_of.is_some_and(|date| date.year >= 2024 && date.day.is_some()));

    let second = lookup(folder.path(), &server);
    assert_eq!(told(&second, &by_number(2)), Ok(vec!["Work number 2".to_owned()]));
    assert_eq!(told(&second, &by_number(3)), Ok(vec![]));
    let fetched = fetch(&second, wanted([by_number(2), by_number(3)]));
    assert_eq!(fetched, Fetched::default());
    assert_eq!(server.count(), 1);
}

#[test]
fn questions_go_in_batches_and_searches_share_the_look_up_of_what_they_found() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let lookup = lookup(folder.path(), &server);
    let numbers = (1000..1120).map(by_number);
    let titles = (0..8).map(|number| by_title(&format!("Work {}", number * 2)));
    let mut arrived = 0;
    let fetched = lookup.fetch(
        wanted(numbers.chain(titles)),
        Allowance::Everything,
        &CancellationToken::new(),
        &mut |arrival: &Arrival| {
            arrived += arrival.questions.len();
            Vec::new()
        },
    );
    assert_eq!((fetched.answered, arrived), (128, 128));
    assert_eq!(told(&lookup, &by_title("Work 6")), Ok(vec!["Work number 6".to_owned()]));
    let looked_up = server.targets().iter().filter(|target| target.starts_with("/records")).count();
    // Three requests for the ids; a few for the results of eight searches.
    assert!(looked_up <= 3 + 3, "{looked_up} look-ups");
}

#[test]
fn what_an_arrival_asks_for_is_asked_in_the_same_call() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let lookup = lookup(folder.path(), &server);
    let fetched = lookup.fetch(
        wanted([by_number(1)]),
        Allowance::Everything,
        &CancellationToken::new(),
        &mut |arrival: &Arrival| {
            if arrival.questions.contains(&by_number(1)) {
                wanted([by_title("Work 4"), by_number(1)])
            } else {
                vec![]
            }
        },
    );
    assert_eq!(fetched.answered, 2);
    assert_eq!(told(&lookup, &by_title("Work 4")), Ok(vec!["Work number 4".to_owned()]));
}

#[test]
fn one_question_that_a_service_refuses_does_not_spoil_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let lookup = lookup(folder.path(), &server);
    let fetched = fetch(&lookup, wanted((0..50).map(by_number)));
    assert_eq!(fetched.answered, 49);
    assert_eq!(told(&lookup, &by_number(13)), Err(SourceError::Refused));
    assert_eq!(told(&lookup, &by_number(12)), Ok(vec!["Work number 12".to_owned()]));
    assert!(server.count() < 16, "{}", server.count());
}

#[test]
fn a_service_that_refuses_everything_is_not_asked_for_every_question() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| status(400));
    let lookup = lookup(folder.path(), &server);
    let fetched = fetch(&lookup, wanted((0..50).map(by_number)));
    assert_eq!(fetched.answered, 0);
    assert_eq!(told(&lookup, &by_number(1)), Err(SourceError::Refused));
    assert!(server.count() <= 12, "{}", server.count());
}

#[test]
fn without_consent_no_connection_is_made() {
    for consent in [Consent::NotAsked, Consent::Denied] {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(even);
        let lookup = lookup(folder.path(), &server);
        lookup.gate().set_consent(consent);
        fetch(&lookup, wanted([by_number(2), by_title("Work 2")]));
        assert_eq!(told(&lookup, &by_number(2)), Err(SourceError::Offline));
        assert_eq!(*server.connections.lock().unwrap(), 0);
        assert!(!folder.path().join("state").join("egress.jsonl").exists());
        lookup.gate().set_consent(Consent::Allowed);
        assert_eq!(told(&lookup, &by_number(2)), Err(SourceError::NotAsked));
        fetch(&lookup, wanted([by_number(2)]));
        assert_eq!(told(&lookup, &by_number(2)).map(|found| found.len()), Ok(1));
    }
}

#[test]
fn consent_that_is_taken_back_breaks_off_what_is_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| Reply::Silence);
    let lookup = patient_lookup(folder.path(), &server);
    let gate = lookup.gate().clone();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            server.wait_for(1);
            gate.set_consent(Consent::Denied);
        });
        fetch(&lookup, wanted([by_number(2)]));
    });
    assert_eq!(told(&lookup, &by_number(2)), Err(SourceError::Offline));
}

#[test]
fn of_a_clinical_note_only_identifiers_leave() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let lookup = lookup(folder.path(), &server);
    let questions = wanted([by_title("Work number of Mrs Miller 2"), by_number(2)]);
    let fetched =
        lookup.fetch(questions, Allowance::ClosedTermsOnly, &CancellationToken::new(), &mut |_| Vec::new());
    assert_eq!(fetched.answered, 1);
    assert_eq!(told(&lookup, &by_title("Work number of Mrs Miller 2")), Err(SourceError::Private));
    assert_eq!(server.targets(), ["/records?ids=2"]);
    // The same question from a manuscript may be sent.
    fetch(&lookup, wanted([by_title("Work number of Mrs Miller 2")]));
    assert_eq!(told(&lookup, &by_title("Work number of Mrs Miller 2")).map(|found| found.len()), Ok(1));
}

#[test]
fn a_service_that_cannot_be_asked_leaves_nothing_open() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(even);
    let lookup = lookup(folder.path(), &server);
    let isbn = Question::Identifier(Identifier::Isbn("9780306406157".to_owned()));
    assert_eq!(fetch(&lookup, wanted([isbn.clone()])), Fetched::default());
    assert_eq!(told(&lookup, &isbn), Err(SourceError::Unsuited));
}

#[test]
fn cancelling_ends_the_call_and_leaves_the_questions_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| Reply::Silence);
    let lookup = patient_lookup(folder.path(), &server);
    let cancel = CancellationToken::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            server.wait_for(1);
            cancel.cancel();
        });
        lookup.fetch(wanted([by_number(2)]), Allowance::Everything, &cancel, &mut |_| Vec::new());
    });
    assert_eq!(told(&lookup, &by_number(2)), Err(SourceError::NotAsked));
}

#[test]
fn two_calls_at_the_same_time_ask_a_question_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, seen| {
        Reply::After(Duration::from_millis(200), Box::new(played::answer_even(seen)))
    });
    let lookup = lookup(folder.path(), &server);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut arrived = Vec::new();
                lookup.fetch(
                    wanted([by_number(2)]),
                    Allowance::Everything,
                    &CancellationToken::new(),
                    &mut |arrival: &Arrival| {
                        arrived.extend(arrival.questions.clone());
                        Vec::new()
                    },
                );
                assert_eq!(arrived, [by_number(2)]);
                assert_eq!(told(&lookup, &by_number(2)).map(|found| found.len()), Ok(1));
            });
        }
    });
    assert_eq!(server.count(), 1);
}

#[test]
fn a_question_whose_call_was_cancelled_is_asked_by_the_other_call_that_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server::start(|before, seen| if before == 0 { Reply::Silence } else { played::answer_even(seen) });
    let lookup = lookup(folder.path(), &server);
    let cancel = CancellationToken::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            lookup.fetch(wanted([by_number(2)]), Allowance::Everything, &cancel, &mut |_| Vec::new())
        });
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            let fetched = fetch(&lookup, wanted([by_number(2)]));
            assert_eq!(fetched.answered, 1);
        });
        std::thread::sleep(Duration::from_millis(300));
        cancel.cancel();
    });
    assert_eq!(told(&lookup, &by_number(2)).map(|found| found.len()), Ok(1));
}

#[test]
fn a_redirect_is_followed_within_the_host_and_where_the_service_expects_it() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = Server::start(even);
    let target = elsewhere.address.clone();
    let server = Server::start(move |_, seen| match seen.target.as_str() {
        "/records?ids=2" => {
            Reply::Answer(302, "", vec![("Location", "/moved/records?ids=2".to_owned())], String::new())
        }
        "/records?ids=4" => {
            Reply::Answer(302, "", vec![("Location", format!("{target}/records?ids=4"))], String::new())
        }
        "/records?ids=6" => {
            Reply::Answer(302, "", vec![("Location", "/records?ids=6".to_owned())], String::new())
        }
        _ => played::answer_even(seen),
    });
    let ask_one = |number, redirects| {
        let mut reached = Numbers { redirects, batch: 1, ..Numbers::default() }.at(&server.address);
        reached.access.api_key = Some("the-key".to_owned());
        let lookup = LookupScheduler::new(patient_gate(folder.path()), Cache::none(), vec![reached]);
        fetch(&lookup, wanted([by_number(number)]));
        told(&lookup, &by_number(number)).map(|found| found.len())
    };
    assert_eq!(ask_one(2, &[]), Ok(1));
    assert_eq!(ask_one(4, &[]), Err(SourceError::Unreadable));
    assert_eq!(elsewhere.count(), 0);
    assert_eq!(ask_one(4, &["127.0.0.1"]), Ok(1));
    assert_eq!(ask_one(6, &[]), Err(SourceError::Unreadable));
    // The API key of one host is not sent to another.
    let seen = elsewhere.seen.lock().unwrap();
    assert!(seen.iter().all(|seen| seen.header("x-api-key").is_none()));
    let seen = server.seen.lock().unwrap();
    assert!(seen.iter().all(|seen| seen.header("x-api-key") == Some("the-key")));
}

#[test]
fn a_service_gets_no_more_than_it_allows() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server::start(|_, seen| Reply::After(Duration::from_millis(30), Box::new(played::answer_even(seen))));
    let limit = Limit { class: "search", requests: 5, per: Duration::from_millis(500), at_once: 3 };
    let service = Numbers { limits: vec![limit], ..Numbers::default() }.at(&server.address);
    let lookup = LookupScheduler::new(gate(folder.path()), Cache::none(), vec![service]);
    // Odd numbers are not found, so no records are requested.
    let began = Instant::now();
    let fetched = fetch(&lookup, wanted((0..26).map(|n| by_title(&format!("Work {}", 2 * n + 1)))));
    assert_eq!(fetched.answered, 26);
    // 26 requests need six windows of 0.5 s, and the last one need not end.
    assert!(began.elapsed() >= Duration::from_millis(5 * 500), "{:?}", began.elapsed());
    // On a busy machine a request of one window may arrive in the next, but no more than that.
    assert!(server.peak(Duration::from_millis(500)) < 10, "{}", server.peak(Duration::from_millis(500)));
}

#[test]
fn who_waits_for_the_answer_of_another_call_can_be_called_off() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| Reply::Silence);
    let lookup = patient_lookup(folder.path(), &server);
    let (one, other) = (CancellationToken::new(), CancellationToken::new());
    std::thread::scope(|scope| {
        scope
            .spawn(|| lookup.fetch(wanted([by_number(2)]), Allowance::Everything, &one, &mut |_| Vec::new()));
        server.wait_for(1);
        scope.spawn(|| {
            // Give the call time to start waiting; if it is cancelled earlier, it does not wait at
            // all.
            std::thread::sleep(Duration::from_millis(100));
            other.cancel();
        });
        lookup.fetch(wanted([by_number(2)]), Allowance::Everything, &other, &mut |_| Vec::new());
        one.cancel();
    });
}
