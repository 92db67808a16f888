//! Tests that a response that is not an answer is never read as an empty list.

use super::*;
use std::sync::Arc;

/// Returns a question for each kind of request of each service.
fn asked() -> Vec<(&'static str, Question)> {
    vec![
        ("pubmed", pmid(7)),
        ("pubmed", doi("10.1000/1")),
        ("pubmed", like()),
        ("pubmed", Question::Like(Arc::new(Work { title: None, ..article() }))),
        ("crossref", doi("10.1000/1")),
        ("crossref", doi("10.1000/with,comma")),
        ("crossref", like()),
        ("europepmc", doi("10.1000/1")),
        ("europepmc", like()),
        ("openalex", doi("10.1000/1")),
        ("openalex", like()),
        ("doi", doi("10.1000/1")),
        ("doi", doi("10.1000/with,comma")),
        (
            "doi",
            Question::Like(Arc::new(Work {
                identifiers: [Identifier::Doi(String::from("10.1000/1"))].into_iter().collect(),
                ..Work::default()
            })),
        ),
        ("datacite", doi("10.5281/zenodo.1")),
        ("datacite", like()),
        ("arxiv", Question::Identifier(Identifier::Arxiv(String::from("2103.15348"), None))),
        ("arxiv", like()),
        ("clinicaltrials", Question::Identifier(Identifier::Trial(String::from("NCT01234567")))),
        ("idconv", Question::Identifier(Identifier::Pmcid(5))),
        ("semanticscholar", doi("10.1000/1")),
        ("semanticscholar", like()),
        ("dblp", like()),
        ("openreview", like()),
    ]
}

#[test]
fn pages_cut_answers_and_errors_are_no_answers() {
    for (name, question) in asked() {
        for (status, body) in [
            (200, ""),
            (200, "   \n"),
            (
                200,
                "<!DOCTYPE html><html><head><title>Welcome to the airport</title></head><body>Log in</body></html>",
            ),
            (200, "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n"),
            (200, "{\"status\":\"ok\",\"message\":{\"items\":[{\"DOI\":\"10.1000/1\",\"tit"),
            (200, "{\"resultList\":{\"result\":["),
            (200, "{}"),
            (200, "null"),
            (200, "42"),
            (200, "\"ok\""),
            (200, "[]"),
            (200, "{\"error\":\"something broke\"}"),
            (200, "Rate exceeded."),
            (200, "<feed><entry><title>cut"),
            (200, "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID>"),
            (302, "<html><a href=\"http://elsewhere\">elsewhere</a></html>"),
            (401, "{\"message\":\"who are you\"}"),
            (403, "{\"message\":\"Forbidden\"}"),
            (404, "<html><h1>Not Found</h1></html>"),
            (404, ""),
            (408, ""),
            (429, "{\"error\":\"API rate limit exceeded\",\"count\":\"11\"}"),
            (500, "<html><body><h1>500 Server Error</h1></body></html>"),
            (503, ""),
        ] {
            let read = read(name, &question, status, body);
            assert!(read.is_err(), "{name} {question:?} took {status} {body:?} for {read:?}");
        }
    }
}

#[test]
fn who_is_told_to_wait_is_told_so() {
    for (name, question) in asked() {
        for status in [429, 500, 502, 503] {
            assert_eq!(read(name, &question, status, "").unwrap_err(), NotAnAnswer::Busy, "{name}");
        }
        assert!(matches!(read(name, &question, 403, "no").unwrap_err(), NotAnAnswer::Denied(_)), "{name}");
    }
}

#[test]
fn errors_in_disguise_are_recognised() {
    let refused = |name, question: &Question, body| matches!(read(name, question, 200, body), Err(NotAnAnswer::Refused(why)) if !why.is_empty());
    assert!(refused(
        "europepmc",
        &like(),
        r#"{"version":"6.9","errCode":404,"errMsg":"Invalid or missing query"}"#
    ));
    assert!(refused(
        "openalex",
        &like(),
        r#"{"error":"Invalid query parameters error.","message":"no such field"}"#
    ));
    assert!(refused(
        "crossref",
        &like(),
        r#"{"status":"failed","message-type":"validation-failure","message":[{"type":"parameter-not-allowed","message":"Select specified but there is no such element"}]}"#
    ));
    assert!(refused(
        "arxiv",
        &Question::Identifier(Identifier::Arxiv(String::from("2103.15348"), None)),
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>http://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id format for x</summary></entry></feed>"
    ));
    assert!(refused(
        "pubmed",
        &doi("10.1000/1"),
        r#"{"esearchresult":{"ERROR":"Empty term and query_key - nothing todo"}}"#
    ));
    assert_eq!(
        read("pubmed", &doi("10.1000/1"), 200, r#"{"error":"API rate limit exceeded","count":"11"}"#)
            .unwrap_err(),
        NotAnAnswer::Busy
    );
    assert_eq!(
        read(
            "pubmed",
            &doi("10.1000/1"),
            200,
            r#"{"esearchresult":{"ERROR":"Search Backend failed: read failed"}}"#
        )
        .unwrap_err(),
        NotAnAnswer::Busy
    );
}

#[test]
fn a_line_that_ecitmatch_leaves_out_is_no_answer() {
    let place = |page: &str| {
        Question::Like(Arc::new(Work { title: None, pages: Some(page.to_owned()), ..article() }))
    };
    let service = service("pubmed");
    let request = request(service, &[place("345"), place("401")]);
    let whole = "Journal of Rural Gerontology|2019|12|345|Okonkwo|r0|123\nJournal of Rural Gerontology|2019|12|401|Okonkwo|r1|NOT_FOUND\n";
    let readings = service.read(&request, &response(200, whole)).unwrap();
    assert!(matches!(&readings[0], Reading::See(numbers) if *numbers == [Identifier::Pmid(123)]));
    assert!(matches!(&readings[1], Reading::Records(records) if records.is_empty()));
    let half = "Journal of Rural Gerontology|2019|12|345|Okonkwo|r0|AMBIGUOUS 1,2,3\n";
    assert!(service.read(&request, &response(200, half)).is_err());
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300), status in 100_u16..600) {
        for (name, question) in asked() {
            let service = service(name);
            let request = request(service, &[question]);
            let response = Response { status, media_type: String::new(), body: bytes.clone() };
            let _ = service.read(&request, &response);
        }
    }

    #[test]
    fn any_question_makes_a_request_or_none(title in "\\PC{0,80}", journal in "\\PC{0,30}", page in "\\PC{0,8}", number in "10\\.[0-9]{4}/\\PC{1,20}") {
        let work = Work {
            title: Some(title).filter(|title| !title.is_empty()),
            container: Some(journal).filter(|journal| !journal.is_empty()),
            pages: Some(page).filter(|page| !page.is_empty()),
            ..article()
        };
        let questions = [Question::Like(Arc::new(work)), doi(&number)];
        for service in all() {
            for request in service.requests(&questions, &access()) {
                proptest::prop_assert!(request.url.bytes().all(|byte| byte.is_ascii_graphic()));
            }
        }
    }
}
