//! Tests of refused API keys, refused programs, and spent budgets.

use crate::played::{Numbers, Reply, Seen, Server, answer_even, by_number, by_title, gate, status, wanted};
use referee_literature::gate::Allowance;
use referee_literature::online::Limit;
use referee_literature::{Cache, Fetched, LookupScheduler, Wanted};
use referee_records::SourceError;
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

const KEY: &str = "0123-wrong-key";

fn limits() -> Vec<Limit> {
    let limit = |class| Limit { class, requests: 100, per: Duration::from_secs(1), at_once: 10 };
    vec![limit("list"), limit("search")]
}

fn scheduler(folder: &Path, server: &Server, key: Option<&str>) -> LookupScheduler {
    let mut endpoint =
        Numbers { limits: limits(), batch: 1, search_cost: 10, ..Numbers::default() }.at(&server.address);
    endpoint.access.api_key = key.map(str::to_owned);
    endpoint.access.key_variable = Some("NUMBERS_API_KEY".to_owned());
    LookupScheduler::new(gate(folder), Cache::none(), vec![endpoint])
}

fn fetch(lookup: &LookupScheduler, wanted: Vec<Wanted>) -> Fetched {
    lookup.fetch(wanted, Allowance::Everything, &CancellationToken::new(), &mut |_| Vec::new())
}

fn with_key(seen: &Seen) -> bool {
    seen.header("x-api-key").is_some()
}

#[test]
fn a_refused_key_is_tried_once_and_the_service_goes_on_without_it() {
    for refusal in [401, 403] {
        let folder = tempfile::tempdir().unwrap();
        let server =
            Server::start(move |_, seen| if with_key(seen) { status(refusal) } else { answer_even(seen) });
        let lookup = scheduler(folder.path(), &server, Some(KEY));
        let fetched = fetch(&lookup, wanted((20..60).map(by_number)));
        assert_eq!(fetched.answered, 40, "{:?}", fetched.failures);
        let refused = server.seen.lock().unwrap().iter().filter(|seen| with_key(seen)).count();
        assert_eq!(refused, 1, "a key that is refused is sent again");
        let [failure] = fetched.failures.as_slice() else { panic!("{:?}", fetched.failures) };
        assert_eq!((failure.why, failure.questions), (SourceError::KeyRefused, 0));
        assert_eq!(failure.key_variable.as_deref(), Some("NUMBERS_API_KEY"));
        assert!(!failure.detail.contains(KEY));
        // Later look-ups of the same session do not try the API key again.
        assert_eq!(fetch(&lookup, wanted([by_number(80)])).answered, 1);
        assert_eq!(server.seen.lock().unwrap().iter().filter(|seen| with_key(seen)).count(), 1);
    }
}

#[test]
fn a_service_that_refuses_the_program_is_asked_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _| status(403));
    let mut endpoint = Numbers::default().at(&server.address);
    endpoint.access.key_variable = None;
    let lookup = LookupScheduler::new(gate(folder.path()), Cache::none(), vec![endpoint]);
    let fetched = fetch(&lookup, wanted((20..60).map(by_number)));
    let [failure] = fetched.failures.as_slice() else { panic!("{:?}", fetched.failures) };
    assert_eq!((failure.why, failure.questions), (SourceError::Forbidden, 40));
    assert_eq!(server.count(), 1, "a batch that is refused for who asks is split");
    assert_eq!(fetch(&lookup, wanted([by_number(80)])).answered, 0);
    assert_eq!(server.count(), 1);
}

/// Answers with the remaining budget, of which each search costs ten.
fn metered(left: u64, seen: &Seen) -> Reply {
    let search = seen.target.starts_with("/search");
    let head = |left: u64| {
        let header = |name, value: u64| (name, value.to_string());
        vec![
            header("x-ratelimit-limit", 1_000),
            header("x-ratelimit-remaining", left),
            header("x-ratelimit-reset", 7_200),
        ]
    };
    if search && left < 10 {
        let mut head = head(left);
        head.push(("retry-after", 7_200.to_string()));
        return Reply::Answer(429, "application/json", head, "{}".to_owned());
    }
    match answer_even(seen) {
        Reply::Answer(status, media, _, body) => {
            Reply::Answer(status, media, head(if search { left - 10 } else { left }), body)
        }
        other => other,
    }
}

fn searches(server: &Server) -> usize {
    server.targets().iter().filter(|target| target.starts_with("/search")).count()
}

#[test]
fn a_spent_budget_ends_the_searches_of_every_process_and_leaves_what_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let spent = Server::start(|_, seen| metered(5, seen));
    let lookup = scheduler(folder.path(), &spent, None);
    let titles = || wanted((1..30).map(|number| by_title(&format!("Work {}", 2 * number + 1))));
    let fetched = fetch(&lookup, [titles(), wanted([by_number(2)])].concat());
    let [failure] = fetched.failures.as_slice() else { panic!("{:?}", fetched.failures) };
    assert_eq!((failure.why, failure.questions), (SourceError::BudgetSpent, 29));
    let left = failure.again_in.unwrap_or_default();
    assert!(left <= Duration::from_secs(7_200) && left > Duration::from_secs(7_000), "{left:?}");
    let asked = searches(&spent);
    assert!(asked <= 1, "a spent budget is asked of {asked} times");
    assert_eq!(fetched.answered, 1, "what costs nothing is asked all the same");
    // The next process knows this from the first one.
    let next = scheduler(folder.path(), &spent, None);
    let fetched = fetch(&next, [titles(), wanted([by_number(4)])].concat());
    assert_eq!((fetched.answered, searches(&spent)), (1, asked));
    assert_eq!(fetched.failures.first().map(|failure| failure.why), Some(SourceError::BudgetSpent));
    // An API key has a separate budget.
    let keyed = scheduler(folder.path(), &spent, Some("another key"));
    fetch(&keyed, titles());
    assert_eq!(searches(&spent), asked + 1);
}

#[test]
fn what_is_left_is_spent_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let left = std::sync::atomic::AtomicU64::new(45);
    let server = Server::start(move |_, seen| {
        use std::sync::atomic::Ordering::SeqCst;
        if !seen.target.starts_with("/search") {
            return answer_even(seen);
        }
        let now = left.load(SeqCst);
        left.store(now.saturating_sub(10), SeqCst);
        metered(now, seen)
    });
    let lookup = scheduler(folder.path(), &server, None);
    let titles = wanted((1..30).map(|number| by_title(&format!("Work {}", 2 * number + 1))));
    let fetched = fetch(&lookup, titles);
    assert_eq!((fetched.answered, searches(&server)), (4, 4), "no search is refused, and none is left out");
    assert_eq!(
        fetched.failures.iter().map(|failure| (failure.why, failure.questions)).collect::<Vec<_>>(),
        [(SourceError::BudgetSpent, 25)]
    );
}

#[test]
fn requests_that_come_too_fast_are_no_spent_budget() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|before, seen| {
        if before == 0 {
            let head = vec![
                ("x-ratelimit-limit", "1000".to_owned()),
                ("x-ratelimit-remaining", "900".to_owned()),
                ("x-ratelimit-reset", "7200".to_owned()),
                ("retry-after", "0".to_owned()),
            ];
            return Reply::Answer(429, "application/json", head, "{}".to_owned());
        }
        answer_even(seen)
    });
    let lookup = scheduler(folder.path(), &server, None);
    let fetched = fetch(&lookup, wanted([by_title("Work 4")]));
    assert_eq!(fetched.answered, 1, "{:?}", fetched.failures);
}
