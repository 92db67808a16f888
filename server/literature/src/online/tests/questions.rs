//! Tests of the requests that are built from questions.

use super::*;
use crate::online::{Body, Disclosure};
use std::collections::BTreeMap;
use std::sync::Arc;

fn many() -> Vec<Question> {
    let mut out: Vec<Question> = (0..120).map(|at| doi(&format!("10.1000/item.{at}"))).collect();
    out.extend((1..450).map(pmid));
    out.extend((0..40).map(|at| {
        Question::Like(Arc::new(Work {
            title: Some(format!("{at} ways to measure the speed of walking")),
            ..article()
        }))
    }));
    out.push(doi("10.1000/with,comma"));
    out.push(doi("10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2"));
    out.push(Question::Identifier(Identifier::Pmcid(123)));
    out.push(Question::Identifier(Identifier::Arxiv(String::from("2103.15348"), Some(2))));
    out.push(Question::Identifier(Identifier::Trial(String::from("NCT01234567"))));
    out.push(Question::Identifier(Identifier::Isbn(String::from("9780000000002"))));
    out.push(Question::Like(Arc::new(Work { title: None, ..article() })));
    out.push(Question::Like(Arc::default()));
    out.push(subject());
    out.push(Question::Subject("the of and".into()));
    out.push(Question::Like(Arc::new(Work { container: article().container, ..Work::default() })));
    out
}

#[test]
fn each_question_is_in_one_request_and_no_request_has_a_foreign_one() {
    let questions = many();
    for service in all() {
        let mut asked: BTreeMap<String, usize> = BTreeMap::new();
        for request in service.requests(&questions, &access()) {
            assert!(!request.questions.is_empty(), "{}", service.name());
            for question in &request.questions {
                *asked.entry(format!("{question:?}")).or_default() += 1;
            }
        }
        for question in &questions {
            let count = asked.get(&format!("{question:?}")).copied().unwrap_or_default();
            assert_eq!(count, usize::from(service.answers(question)), "{} {question:?}", service.name());
        }
    }
}

#[test]
fn addresses_are_short_and_hold_no_key() {
    let access = Access { api_key: Some(String::from("s3cret-key")), ..access() };
    for service in all() {
        for request in service.requests(&many(), &access) {
            assert!(request.url.starts_with("http://localhost/base/"), "{}", request.url);
            assert!(request.url.len() < 4_000, "{} {}", service.name(), request.url.len());
            assert!(request.url.bytes().all(|byte| byte.is_ascii_graphic()), "{}", request.url);
            assert!(!request.url.contains("s3cret"), "{}", request.url);
            if let Body::Form(form) = &request.body {
                assert!(form.iter().all(|(_, value)| !value.contains("s3cret")));
            }
        }
    }
}

fn subject() -> Question {
    Question::Subject("metformin ampk autophagy amyloid plaques dementia neurons of the rat".into())
}

#[test]
fn a_search_asks_for_two_of_the_words_and_says_that_they_are_the_authors() {
    let mut searched = Vec::new();
    for service in all().iter().copied().chain([crate::online::web()]) {
        for request in service.requests(&[subject()], &access()) {
            assert_eq!(request.tells, Disclosure::Terms, "{}", service.name());
            let all = format!("{} {:?}", request.url, request.body);
            assert!(all.contains("metformin") && all.contains("autophagy"), "{all}");
            assert!(!crate::Allowance::ClosedTermsOnly.passes(&request), "{}", service.name());
            searched.push(service.name());
        }
    }
    assert_eq!(searched, ["pubmed", "crossref", "europepmc", "openalex", "clinicaltrials", "web"]);
    let request = request(service("pubmed"), &[subject()]);
    let Body::Form(form) = &request.body else { panic!("no form") };
    let term = &form.iter().find(|(name, _)| *name == "term").unwrap().1;
    assert!(
        term.contains("(metformin[tiab] AND autophagy[tiab])") && term.matches(" OR ").count() == 14,
        "{term}"
    );
}

#[test]
fn what_tells_a_title_is_marked_as_such() {
    let many = many();
    let of_works: Vec<Question> =
        many.into_iter().filter(|question| !matches!(question, Question::Subject(_))).collect();
    for service in all() {
        for request in service.requests(&of_works, &access()) {
            let body = format!("{} {:?}", request.url, request.body);
            if body.to_lowercase().contains("walking") || body.to_lowercase().contains("gerontology") {
                assert_eq!(request.tells, Disclosure::References, "{} {body}", service.name());
            } else {
                assert_eq!(request.tells, Disclosure::Identifiers, "{} {body}", service.name());
            }
        }
    }
}

#[test]
fn identifiers_are_asked_for_in_batches() {
    let numbers: Vec<Question> = (1..=450).map(pmid).collect();
    assert_eq!(service("pubmed").requests(&numbers, &access()).len(), 3);
    let dois: Vec<Question> = (0..100).map(|at| doi(&format!("10.1000/item.{at}"))).collect();
    for (name, most) in
        [("crossref", 2), ("openalex", 1), ("doi", 2), ("europepmc", 3), ("semanticscholar", 1)]
    {
        let count = service(name).requests(&dois, &access()).len();
        assert!(count <= most, "{name} {count}");
    }
}

#[test]
fn several_titles_are_one_search_in_pubmed() {
    let questions: Vec<Question> = (0..10)
        .map(|at| {
            Question::Like(Arc::new(Work {
                title: Some(format!("{at} ways to measure the speed of walking")),
                ..article()
            }))
        })
        .collect();
    let request = request(service("pubmed"), &questions);
    let Body::Form(form) = &request.body else { panic!("no form") };
    let term = &form.iter().find(|(name, _)| *name == "term").unwrap().1;
    assert_eq!(term.matches(" OR ").count(), 9);
    assert!(term.contains("\"3 ways to measure the speed of walking\"[ti]"), "{term}");
}

#[test]
fn of_a_journal_with_a_name_of_one_word_many_works_are_asked_for() {
    let journal = Work {
        kind: WorkKind::Article,
        container: Some(String::from("Ecosystems")),
        date: Some(Date { year: 2016, month: None, day: None }),
        ..Work::default()
    };
    let request = request(service("crossref"), &[Question::Like(Arc::new(journal))]);
    for part in
        ["query.container-title=Ecosystems", "rows=100", "from-pub-date%3A2008%2Cuntil-pub-date%3A2024"]
    {
        assert!(request.url.contains(part), "{}", request.url);
    }
    assert!(!request.url.contains("author"), "{}", request.url);
}

#[test]
fn a_contact_is_given_where_it_has_an_effect_and_nowhere_else() {
    for (name, field) in [("crossref", "mailto="), ("idconv", "email=")] {
        let question =
            if name == "idconv" { Question::Identifier(Identifier::Pmcid(1)) } else { doi("10.1000/1") };
        let request = request(service(name), &[question]);
        assert!(request.url.contains(&format!("{field}someone%40example.org")), "{}", request.url);
    }
    let with_effect = ["crossref", "idconv", "pubmed"];
    for service in all().iter().filter(|service| !with_effect.contains(&service.name())) {
        for request in service.requests(&many(), &access()) {
            let sent = format!("{} {:?}", request.url, request.body);
            assert!(!sent.contains("someone"), "{}: {sent}", service.name());
        }
    }
}

#[test]
fn every_request_to_openalex_carries_the_key() {
    let keyed = Access { api_key: Some(String::from("k")), ..access() };
    let requests = service("openalex").requests(&many(), &keyed);
    assert!(requests.iter().any(|request| request.tells == Disclosure::Terms));
    for request in requests {
        assert_eq!(request.secret_parameter, Some(("api_key", String::from("k"))), "{}", request.url);
    }
}

#[test]
fn without_a_key_openalex_is_searched_for_several_titles_at_once() {
    let openalex = service("openalex");
    let titles: Vec<Question> = many()
        .into_iter()
        .filter(|question| matches!(question, Question::Like(work) if work.title.is_some()))
        .collect();
    let searches = |access: &Access| openalex.requests(&titles, access).len();
    assert_eq!(searches(&access()), titles.len().div_ceil(5));
    assert_eq!(searches(&Access { api_key: Some(String::from("k")), ..access() }), titles.len());
    let requests = openalex.requests(&titles, &access());
    let nothing = response(200, r#"{"meta":{"count":0},"results":[]}"#);
    let readings = openalex.read(&requests[0], &nothing).unwrap();
    assert!(readings.len() == 5 && readings.iter().all(|reading| matches!(reading, Reading::AskAlone)));
}

#[test]
fn a_few_works_of_openalex_are_asked_for_one_by_one_and_many_in_a_list() {
    let openalex = service("openalex");
    let dois =
        |count: usize| -> Vec<Question> { (0..count).map(|at| doi(&format!("10.1000/a(b)/{at}"))).collect() };
    let urls = |count: usize| -> Vec<String> {
        openalex.requests(&dois(count), &access()).into_iter().map(|request| request.url).collect()
    };
    let single = urls(1).pop().unwrap();
    assert!(single.starts_with("http://localhost/base/works/doi:10.1000/a%28b%29/0?select="), "{single}");
    assert_eq!(urls(3).len(), 3);
    assert!(matches!(&urls(4)[..], [list] if list.contains("filter=doi%3A")), "{:?}", urls(4));
    let arxiv = Question::Identifier(Identifier::Arxiv(String::from("2103.15348"), Some(2)));
    assert!(request(openalex, &[arxiv]).url.contains("/works/doi:10.48550/arxiv.2103.15348?"));
    assert!(request(openalex, &[pmid(7)]).url.contains("/works/pmid:7?"));
}

#[test]
fn the_limits_are_those_that_the_services_publish() {
    let polite = access();
    let anonymous = Access { contact: None, ..access() };
    let most =
        |name: &str, access: &Access| service(name).limits(access).iter().map(|limit| limit.requests).min();
    assert_eq!(most("pubmed", &polite), Some(3));
    assert_eq!(most("pubmed", &Access { api_key: Some(String::new()), ..access() }), Some(10));
    assert_eq!(most("crossref", &polite), Some(3));
    assert_eq!(most("crossref", &anonymous), Some(1));
    assert_eq!(most("arxiv", &polite), Some(1));
    for service in all() {
        let classes: Vec<&str> = service.limits(&polite).iter().map(|limit| limit.class).collect();
        for request in service.requests(&many(), &polite) {
            assert!(classes.contains(&request.class), "{} {}", service.name(), request.class);
        }
    }
}
