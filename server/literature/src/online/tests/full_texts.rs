//! Tests of the requests and answers of full-text services, in their documented formats.

use super::{access, response};
use crate::online::{Disclosure, FullTextService, NotAnAnswer, Reading, Response, all, of_full_texts};
use referee_bibliography::Identifier;
use referee_records::{Question, services};

fn service(name: &str) -> &'static dyn FullTextService {
    *of_full_texts().iter().find(|service| service.name() == name).unwrap()
}

/// Returns the bytes that a service sends with an answer.
fn read(name: &str, identifier: &Identifier, answer: &Response) -> Result<Vec<u8>, NotAnAnswer> {
    let service = service(name);
    let request = service.request(identifier, &access()).unwrap();
    match service.read(&request, answer)?.pop() {
        Some(Reading::Document(bytes)) => Ok(bytes),
        other => panic!("{other:?}"),
    }
}

#[test]
fn full_text_services_answer_no_question_about_a_work_and_are_none_of_the_others() {
    let named: Vec<&str> = of_full_texts().iter().map(|service| service.name()).collect();
    let profiles: Vec<&str> = services::of_full_texts().iter().map(|profile| profile.name).collect();
    assert_eq!(named, profiles);
    for service in of_full_texts() {
        assert!(all().iter().all(|other| other.name() != service.name()));
        assert!(all().iter().any(|other| other.name() == service.host()), "{}", service.host());
        assert!(!service.answers(&Question::Subject("sleep".into())) && !service.answers(&super::pmid(1)));
        assert!(!services::is_service(service.name()));
        assert!(!service.limits(&access()).is_empty());
    }
}

#[test]
fn a_request_holds_one_identifier_and_says_so() {
    let of = |name: &str, identifier: &Identifier| {
        let request = service(name).request(identifier, &access())?;
        assert_eq!((request.tells, request.questions.len()), (Disclosure::Identifiers, 1));
        Some(request.url)
    };
    let (pmc, doi) = (Identifier::Pmcid(123), Identifier::Doi("10.5555/a".to_owned()));
    assert_eq!(of("europepmc_full_text", &pmc).unwrap(), "http://localhost/base/PMC123/fullTextXML");
    assert_eq!(of("europepmc_full_text", &doi), None);
    let arxiv = |id: &str, version| Identifier::Arxiv(id.to_owned(), version);
    assert_eq!(
        of("arxiv_sources", &arxiv("2101.00001", Some(2))).unwrap(),
        "http://localhost/base/e-print/2101.00001v2"
    );
    assert_eq!(
        of("arxiv_sources", &arxiv("math/0211159", None)).unwrap(),
        "http://localhost/base/e-print/math/0211159"
    );
    assert_eq!(of("arxiv_sources", &pmc), None);
    let request = service("arxiv_sources").request(
        &arxiv("2101.00001", None),
        &crate::online::Access { base_url: "https://export.arxiv.org/api".to_owned(), ..access() },
    );
    assert_eq!(request.unwrap().url, "https://export.arxiv.org/e-print/2101.00001");
}

#[test]
fn only_a_whole_article_is_a_text_and_404_says_that_there_is_none() {
    let pmc = Identifier::Pmcid(123);
    let name = "europepmc_full_text";
    let article = "<?xml version=\"1.0\"?><article><body><p>Words.</p></body></article>";
    assert_eq!(read(name, &pmc, &response(200, article)), Ok(article.as_bytes().to_vec()));
    assert_eq!(read(name, &pmc, &response(404, "")), Ok(Vec::new()));
    for (status, body) in
        [(200, "<html><body>Please wait</body></html>"), (200, "<article><body>"), (200, "")]
    {
        assert!(
            matches!(read(name, &pmc, &response(status, body)), Err(NotAnAnswer::Unreadable(_))),
            "{body}"
        );
    }
    assert_eq!(read(name, &pmc, &response(503, "")), Err(NotAnAnswer::Busy));
    assert!(matches!(read(name, &pmc, &response(403, "")), Err(NotAnAnswer::Denied(_))));
}

#[test]
fn sources_are_an_archive_and_not_a_page() {
    let id = Identifier::Arxiv("2101.00001".to_owned(), None);
    let name = "arxiv_sources";
    let archive = Response { status: 200, media_type: String::new(), body: vec![0x1f, 0x8b, 8, 0] };
    assert_eq!(read(name, &id, &archive), Ok(vec![0x1f, 0x8b, 8, 0]));
    assert_eq!(read(name, &id, &response(404, "")), Ok(Vec::new()));
    assert_eq!(read(name, &id, &response(200, "Rate exceeded.")), Err(NotAnAnswer::Busy));
    for body in ["<html>reCAPTCHA</html>", ""] {
        assert!(matches!(read(name, &id, &response(200, body)), Err(NotAnAnswer::Unreadable(_))), "{body}");
    }
}
