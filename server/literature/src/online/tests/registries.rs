//! Tests of the package and repository registries.

use super::*;

fn program(title: &str, url: &str) -> Question {
    Question::Like(Arc::new(Work {
        kind: WorkKind::Software,
        title: Some(title.to_owned()),
        url: (!url.is_empty()).then(|| url.to_owned()),
        ..Work::default()
    }))
}

/// Returns the path that a service would request, relative to its base; `None` if it sends no
/// request.
fn path(name: &str, question: &Question) -> Option<String> {
    let requests = service(name).requests(std::slice::from_ref(question), &access());
    requests.first().map(|request| request.url.replace("http://localhost/base", ""))
}

#[test]
fn an_address_names_the_registry_and_a_bare_name_is_asked_for_at_those_of_packages() {
    for (url, cran, pypi, github) in [
        ("https://CRAN.R-project.org/package=tidewright", Some("/tidewright"), None, None),
        ("https://cran.r-project.org/web/packages/tide.wright/index.html", Some("/tide.wright"), None, None),
        ("https://pypi.org/project/tidewright/2.1/", None, Some("/pypi/tidewright/json"), None),
        ("http://www.github.com/quill/tidewright.git", None, None, Some("/repos/quill/tidewright")),
        ("https://github.com/quill/tidewright/tree/main/src", None, None, Some("/repos/quill/tidewright")),
        ("https://github.com/quill", None, None, None),
        ("https://github.com/quill/..", None, None, None),
        ("https://example.org/package=tidewright", None, None, None),
        ("https://10.0.0.1/project/tidewright", None, None, None),
        ("", Some("/tidewright"), Some("/pypi/tidewright/json"), None),
    ] {
        let question = program("tidewright: Tables of Tides", url);
        let asked = ["cran", "pypi", "github"].map(|name| path(name, &question));
        assert_eq!(asked.each_ref().map(Option::as_deref), [cran, pypi, github], "{url}");
    }
    let paper = Question::Like(Arc::new(Work { title: Some(String::from("tidewright")), ..article() }));
    assert!(["cran", "pypi", "github"].iter().all(|name| !service(name).answers(&paper)));
    assert!(!service("pypi").answers(&program("A description in words", "")));
}

#[test]
fn a_package_is_a_record_with_its_name_its_purpose_and_no_date() {
    let answers = [
        (
            "cran",
            "https://cran.r-project.org/package=tidewright",
            r#"{"Package": "tidewright", "Version": "1.2", "Title": "Tables of Tides", "Author": "Xenia Quill [aut, cre], Yorick Marsh [ctb]", "Date/Publication": "2026-01-02 08:00:00 UTC"}"#,
        ),
        (
            "pypi",
            "https://pypi.org/project/tidewright/",
            r#"{"info": {"name": "tidewright", "summary": "Tables of Tides", "author": "Xenia Quill", "version": "1.2"}, "urls": [], "releases": {}}"#,
        ),
        (
            "github",
            "https://github.com/quill/tidewright",
            r#"{"id": 1, "name": "tidewright", "full_name": "quill/tidewright", "description": "Tables of Tides", "html_url": "https://github.com/quill/tidewright", "owner": {"login": "quill"}}"#,
        ),
    ];
    for (name, url, body) in answers {
        let record = records(name, &program("tidewright: Tables of Tides", url), body).pop().unwrap();
        let work = &record.work;
        assert_eq!(work.full_title().as_deref(), Some("tidewright: Tables of Tides"), "{name}");
        assert_eq!(
            (work.kind, work.date, work.url.as_deref()),
            (WorkKind::Software, None, Some(url)),
            "{name}"
        );
        assert!(work.authors.is_empty(), "an address is enough: {name}");
        if name != "github" {
            let record = records(name, &program("tidewright: Tables of Tides", ""), body).pop().unwrap();
            let surnames: Vec<String> = record.work.authors.iter().map(Name::surname).collect();
            assert_eq!(
                (surnames, record.work.url.as_deref()),
                (vec![String::from("Quill")], Some(url)),
                "{name}"
            );
        }
    }
}

#[test]
fn only_the_words_of_the_registry_say_that_it_has_no_such_thing() {
    for (name, url, lacking) in [
        (
            "cran",
            "https://cran.r-project.org/package=tidewright",
            r#"{"error": "not_found", "reason": "missing"}"#,
        ),
        ("pypi", "https://pypi.org/project/tidewright/", r#"{"message": "Not Found"}"#),
        ("github", "https://github.com/quill/tidewright", r#"{"message": "Not Found", "status": "404"}"#),
    ] {
        let question = program("tidewright", url);
        assert!(none(name, &question, 404, lacking), "{name}");
        for (status, body) in [
            (404, "<html><h1>Not Found</h1></html>"),
            (404, "{}"),
            (200, "{}"),
            (200, "<html>"),
            (200, "[]"),
            (301, "{}"),
            (403, r#"{"message": "Forbidden"}"#),
            (429, ""),
            (503, ""),
        ] {
            assert!(read(name, &question, status, body).is_err(), "{name} {status} {body}");
        }
    }
    let spent = r#"{"message": "API rate limit exceeded for 192.0.2.1.", "documentation_url": "https://docs.github.com/"}"#;
    let repository = program("tidewright", "https://github.com/quill/tidewright");
    assert_eq!(read("github", &repository, 403, spent).unwrap_err(), NotAnAnswer::Busy);
}
