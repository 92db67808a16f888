//! `referee serve`: requests and answers of site programs.

use referee_tests::cli::referee;
use referee_tests::fixtures::METFORMIN_RIS;
use referee_tests::scholar::{Scholar, papers};
use referee_tests::{Folder, Service};
use serde_json::{Value, json};

const RETRACTED: &str = "PMID- 77
TI  - Vaccines and a claim that was taken back.
DP  - 1998
VI  - 12
PG  - 100-104
TA  - J Examples
JT  - Journal of Examples
AU  - Roe J
FAU - Roe, Jane
AID - 10.5555/example.77 [doi]
PT  - Journal Article
PT  - Retracted Publication
RIN - J Examples. 2010 Feb 6;375(9713):445. PMID: 78
";

/// A work from before DOIs.
const WITHOUT_DOI: &str = "PMID- 79
TI  - On the keeping of leeches in warm weather
DP  - 1961
VI  - 3
PG  - 7-9
TA  - J Examples
JT  - Journal of Examples
AU  - Ferrant P
FAU - Ferrant, Paul
PMC - PMC1705
PT  - Journal Article
";

/// Returns a folder with a library of two works, one of them retracted, in `library`.
pub(crate) fn folder_with_library() -> Folder {
    let folder = Folder::with(&[("metformin.ris", METFORMIN_RIS), ("retracted.nbib", RETRACTED)]);
    let run =
        referee(&folder, &["library", "import", "--library", "library", "metformin.ris", "retracted.nbib"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

/// The arguments for the library of [`folder_with_library`].
pub(crate) const LIBRARY: [&str; 2] = ["--library", "library"];

fn verdicts(answer: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let files = answer["result"]["files"].as_array().cloned().unwrap_or_default();
    let all = files.iter().flat_map(|file| file["references"].as_array().cloned().unwrap_or_default());
    all.map(|one| (text(&one["key"]), text(&one["verdict"]))).collect()
}

#[test]
fn a_draft_that_is_sent_gets_the_verdicts_of_check_and_a_report_that_stands_alone() {
    let folder = folder_with_library();
    let draft = "A claim.[1] Another.[2]\n\n# References\n\n1. Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020. doi:10.5555/example.1\n2. Roe J. Vaccines and a claim that was taken back. J Examples. 1998;12:100-104.\n";
    folder.write("paper.md", draft);
    let printed =
        referee(&folder, &["check", "--isolated", "--format", "json", "--library", "library", "paper.md"]);
    let printed: Value = serde_json::from_str(&printed.stdout).expect("check prints JSON");
    let service = Service::start(&folder, &[], &LIBRARY);
    let taken = service.check("paper.md", draft);
    assert_eq!(taken.status, 200, "{taken:?}");
    let answer = taken.json();
    assert_eq!(answer["state"], "done");
    let verified = [("[1]".to_owned(), "verified".to_owned()), ("[2]".to_owned(), "verified".to_owned())];
    assert_eq!(verdicts(&answer), verified);
    assert_eq!(answer["result"], printed);
    assert!(taken.header("x-request-id").is_some_and(|id| id.len() > 10));
    let id = answer["id"].as_str().expect("a check has an id");
    assert_eq!(service.get(&format!("/check/{id}")).json(), answer);
    let report = service.get(&format!("/check/{id}/report"));
    assert_eq!(report.status, 200);
    assert!(report.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    assert!(report.body.contains("Retracted") && report.body.contains("paper.md"), "{}", report.body);
    assert!(!report.body.contains("<script"));
    assert_eq!(service.get("/check/0123456789abcdef").status, 404);
}

/// Returns a Word file with one paragraph of text and a reference list of one item.
fn word_file(item: &str) -> Vec<u8> {
    use std::io::Write;
    let paragraph = |words: &str| format!("<w:p><w:r><w:t>{words}</w:t></w:r></w:p>");
    let body = [paragraph("As others found [1], more is needed."), paragraph("References"), paragraph(item)];
    let document = format!(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{}</w:body></w:document>",
        body.concat()
    );
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("word/document.xml", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(document.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}

/// Returns a PDF of one page with these lines.
fn pdf_file(lines: &[&str]) -> Vec<u8> {
    let shown: String = lines.iter().map(|line| format!("({}) Tj T*\n", line.replace('(', "\\("))).collect();
    let content = format!("BT /F1 11 Tf 16 TL 72 720 Td\n{shown}ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    let mut out = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (nth, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.push_str(&format!("{} 0 obj\n{object}\nendobj\n", nth + 1));
    }
    let table = out.len();
    out.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
    for place in places {
        out.push_str(&format!("{place:010} 00000 n \n"));
    }
    out.push_str(&format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1
    ));
    out.into_bytes()
}

#[test]
fn lists_documents_and_archives_are_taken_in_every_format_that_check_reads() {
    let folder = folder_with_library();
    let service = Service::start(&folder, &[], &LIBRARY);
    let bib = "@article{smith2020, title = {Effect of Metformin on mortality}, author = {Smith, Ada and Lindqvist, Bo}, year = 2020, doi = {10.5555/example.1}}";
    let list = json!({"references": ["Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020.", "3. doi:10.5555/example.1"]});
    let zipped = {
        use std::io::Write;
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, text) in [
            (
                "p/main.tex",
                "\\documentclass{article}\\begin{document}\\cite{smith2020}\\bibliography{refs}\\end{document}",
            ),
            ("p/refs.bib", bib),
        ] {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    };
    let list = list.to_string();
    let word =
        word_file("1. Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020.");
    let pdf = pdf_file(&[
        "As others found [1], more is needed.",
        "References",
        "1. Smith A, Lindqvist B. Effect of Metformin on mortality.",
        "Journal of Examples. 2020. doi:10.5555/example.1",
    ]);
    #[expect(clippy::type_complexity, reason = "a table of requests, read where it stands")]
    let asked: [(&str, &[(&str, &str)], &[u8], usize); 7] = [
        ("/check?wait=60&name=paper.docx", &[], &word, 1),
        ("/check?wait=60&name=paper.pdf", &[], &pdf, 1),
        ("/check?wait=60&format=bibtex", &[], bib.as_bytes(), 1),
        ("/check?wait=60", &[], bib.as_bytes(), 1),
        ("/check?wait=60&name=list.ris", &[], METFORMIN_RIS.as_bytes(), 1),
        ("/check?wait=60", &[("content-type", "application/json")], list.as_bytes(), 2),
        ("/check?wait=60&name=submission.zip", &[], &zipped, 1),
    ];
    for (path, headers, body, count) in asked {
        let answer = service.request("POST", path, headers, body);
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        let answer = answer.json();
        assert_eq!(answer["state"], "done", "{answer}");
        assert!(
            answer["result"]["summary"]["references"]["verified"].as_u64() >= Some(1),
            "{path}: {answer}"
        );
        assert!(verdicts(&answer).len() >= count, "{path}: {answer}");
    }
}

#[test]
fn grobid_consolidates_against_it_as_against_biblio_glutton_and_crossref() {
    let folder = folder_with_library();
    folder.write("old.nbib", WITHOUT_DOI);
    assert_eq!(referee(&folder, &["library", "import", "--library", "library", "old.nbib"]).code, 0);
    let service = Service::start(&folder, &[], &LIBRARY);
    for query in [
        "doi=10.5555/EXAMPLE.77",
        "doi=https%3A%2F%2Fdoi.org%2F10.5555%2Fexample.77",
        "pmid=77",
        "atitle=Vaccines+and+a+claim+that+was+taken+back&firstAuthor=Roe",
        "atitle=Vaccines%20and%20a%20claim%20that%20was%20taken%20back&firstAuthor=Roe&postValidate=true&parseReference=true",
        "biblio=Roe%20J.%20Vaccines%20and%20a%20claim%20that%20was%20taken%20back.%20J%20Examples.%201998%3B12%3A100-104.",
        // All fields that GROBID extracts from a reference, and one without an extracted title.
        "biblio=Roe+J.+Vaccines+and+a+claim+that+was+taken+back.+J+Examples.+1998%3B12%3A100-104.&atitle=Vaccines+and+a+claim+that+was+taken+back&firstAuthor=Roe&jtitle=J+Examples&volume=12&firstPage=100&year=1998&parseReference=false",
        "jtitle=Journal+of+Examples&volume=12&firstPage=100&year=1998&firstAuthor=Roe&parseReference=false",
        // The printed reference cannot be parsed, but its parts are known.
        "biblio=12+Roe+ibid.&atitle=Vaccines+and+a+claim+that+was+taken+back&firstAuthor=Roe&year=1998",
        // An identifier of another work than the one described.
        "doi=10.5555/example.1&biblio=Roe+J.+Vaccines+and+a+claim+that+was+taken+back.+J+Examples.+1998%3B12%3A100-104.",
    ] {
        let answer = service.get(&format!("/service/lookup?{query}"));
        assert_eq!(answer.status, 200, "{query}: {answer:?}");
        let work = answer.json();
        assert_eq!(work["DOI"], "10.5555/example.77", "{query}");
        assert_eq!(work["title"][0], "Vaccines and a claim that was taken back", "{query}");
        assert_eq!(work["author"][0]["family"], "Roe", "{query}");
        assert_eq!(work["issued"]["date-parts"][0][0], 1998, "{query}");
        assert!(work["matchingScore"].as_f64() > Some(0.9), "{query}: {work}");
        assert_eq!(work["updated-by"][0]["type"], "retraction", "{query}");
    }
    let posted = service.request(
        "POST",
        "/service/lookup",
        &[("content-type", "text/plain")],
        b"Roe J. Vaccines and a claim that was taken back. J Examples. 1998;12:100-104.",
    );
    assert_eq!(posted.json()["DOI"], "10.5555/example.77");
    for path in ["/service/lookup/doi/10.5555/EXAMPLE.77", "/service/lookup/pmid/77"] {
        assert_eq!(service.get(path).json()["DOI"], "10.5555/example.77", "{path}");
    }
    assert_eq!(service.get("/service/lookup/pii/77").status, 404);
    // GROBID reads the DOI of every answer, and fails without one.
    for query in [
        "pmc=PMC1705",
        "pmcid=1705",
        "jtitle=J+Examples&volume=3&firstPage=7&year=1961&firstAuthor=Ferrant",
        "biblio=J+Examples+1961%3B3%3A7-9",
    ] {
        let old = service.get(&format!("/service/lookup?{query}")).json();
        assert_eq!((&old["pmid"], &old["DOI"]), (&json!("79"), &json!("")), "{query}: {old}");
    }
    let described = "atitle=Aspirin+and+the+memory+of+mice&firstAuthor=Nobody&year=2011";
    let other = service.get(&format!("/service/lookup?doi=10.5555/example.1&{described}"));
    assert_eq!((other.status, other.json()["verdict"].as_str()), (404, Some("misidentified")), "{other:?}");

    let one = service.get("/works/10.5555/example.1").json();
    assert_eq!((&one["status"], &one["message"]["DOI"]), (&json!("ok"), &json!("10.5555/example.1")));
    for query in [
        "query.bibliographic=Smith+A%2C+Lindqvist+B.+Effect+of+Metformin+on+mortality.+Journal+of+Examples.+2020.&rows=1",
        "query.title=Effect+of+Metformin+on+mortality&query.author=Smith&rows=1&mailto=a%40example.org",
        "query.bibliographic=Effect%20of%20Metformin%20on%20mortality&query.author=Smith&rows=1",
    ] {
        let found = service.get(&format!("/works?{query}")).json();
        assert_eq!(found["message"]["items"][0]["DOI"], "10.5555/example.1", "{query}: {found}");
        assert!(found["message"]["items"][0]["score"].as_f64() > Some(90.0));
        assert_eq!(found["message"]["total-results"], 1);
    }
    // Missing works are not made up: another title by the same author, an unknown DOI.
    let other = service
        .get("/works?query.bibliographic=Smith+A.+Effect+of+aspirin+on+memory+in+mice.+2020.&rows=1")
        .json();
    assert_eq!(other["message"]["items"], json!([]), "{other}");
    let missing = service.get("/service/lookup?doi=10.5555/example.404");
    assert_eq!((missing.status, missing.json()["verdict"].as_str()), (404, Some("unchecked")));
    assert_eq!(service.get("/works/10.5555/nothing").status, 404);
}

#[test]
fn what_may_be_asked_is_described_and_counted() {
    let folder = folder_with_library();
    let mut service = Service::start(&folder, &[], &LIBRARY);
    let description = service.get("/openapi.json").json();
    for (path, methods) in description["paths"].as_object().expect("paths are described") {
        for method in methods.as_object().expect("with their methods").keys() {
            let asked =
                [("{id}", "none"), ("{doi}", "10.5555/example.1"), ("{name}", "pmid"), ("{value}", "1")]
                    .iter()
                    .fold(path.clone(), |path, (name, value)| path.replace(name, value));
            let answer = service.request(&method.to_uppercase(), &asked, &[], b"");
            assert!(
                answer.status != 405 && !answer.body.contains("no such address"),
                "{method} {path}: {answer:?}"
            );
            let operation = &methods[method];
            let status = answer.status.to_string();
            assert!(operation["responses"][&status].is_object(), "{method} {path} does not say {status}");
            let named = operation["parameters"].as_array().into_iter().flatten();
            let named: Vec<&Value> = named
                .filter(|one| one["in"] == "path")
                .inspect(|one| assert_eq!(one["required"], true))
                .collect();
            assert_eq!(named.len(), path.matches('{').count(), "{method} {path}");
            assert!(named.iter().all(|one| path.contains(&format!("{{{}}}", one["name"].as_str().unwrap()))));
        }
    }
    let mut left = vec![&description];
    while let Some(value) = left.pop() {
        if let Some(to) = value["$ref"].as_str() {
            assert!(description.pointer(to.trim_start_matches('#')).is_some(), "{to} is not described");
        }
        left.extend(value.as_object().into_iter().flat_map(|object| object.values()));
        left.extend(value.as_array().into_iter().flatten());
    }
    assert_eq!(service.get("/health").json()["status"], "ok");
    let secret = "Smith A. Effect of Metformin on mortality, a sentence of the draft.";
    assert_eq!(service.check("secret-name.md", secret).status, 200);
    let printed = "Smith A, Lindqvist B. Effect of Metformin on mortality. Journal of Examples. 2020.";
    let lookup = format!("/service/lookup?biblio={}", printed.replace(' ', "+"));
    assert_eq!(service.get(&lookup).status, 200);
    let metrics = service.get("/metrics").body;
    for wanted in [
        "referee_http_requests_total{route=\"/check\",status=\"200\"} 1",
        "referee_checks_total{state=\"done\"} 1",
        "referee_http_request_duration_seconds_bucket{route=\"/check\",le=\"+Inf\"}",
        "referee_lookups_total{outcome=\"found\"}",
    ] {
        assert!(metrics.contains(wanted), "{wanted}: {metrics}");
    }
    let status = service.end().expect("it ends when it is told to");
    assert!(status.success(), "{status}");
    let log = service.log().join("\n");
    for line in log.lines() {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(event["level"].is_string(), "{line}");
    }
    assert!(log.contains("\"route\":\"/service/lookup\"") && log.contains("\"request_id\""), "{log}");
    for word in ["Smith", "Metformin", "secret-name", "sentence"] {
        assert!(!log.contains(word), "the log tells {word}: {log}");
    }
}

#[test]
fn whether_the_network_is_asked_the_settings_say_and_no_request() {
    let scholar = Scholar::with(papers(3));
    let paper = &papers(3)[0];
    let folder = Folder::with(&[]);
    let entry = paper.bibtex("a", true);
    let offline = Service::start(&folder, &scholar.settings(), &[]);
    for path in ["/check?wait=60&format=bibtex", "/check?wait=60&format=bibtex&kind=clinical-note"] {
        let answer = offline.request("POST", path, &[], entry.as_bytes()).json();
        assert_eq!(answer["result"]["summary"]["references"]["unchecked"], 1, "{answer}");
    }
    for path in ["/check?online=true", "/check?network=allow"] {
        assert_eq!(offline.request("POST", path, &[], entry.as_bytes()).status, 400, "{path}");
    }
    assert!(scholar.asked().is_empty(), "{:?}", scholar.asked());
    drop(offline);
    let online = Service::start(&folder, &scholar.settings(), &["--online"]);
    let answer = online.request("POST", "/check?wait=60&format=bibtex", &[], entry.as_bytes()).json();
    assert_eq!(answer["result"]["summary"]["references"]["verified"], 1, "{answer}");
    assert!(!scholar.asked().is_empty());
}

#[test]
fn of_a_note_that_is_sent_only_identifiers_leave() {
    let scholar = Scholar::with(papers(3));
    let folder = Folder::with(&[]);
    let service = Service::start(&folder, &scholar.settings(), &["--online"]);
    let note = "HPI: 71F with DM2, on metformin. Mrs. Quintanilla, MRN 00451234.\nPlan: reduce the dose.\n\nReferences\n\n1. Quintanilla case of metformin and lactate. J Notes. 2019.\n2. PMID: 11832527\n";
    let answer = service.check("note.txt", note).json();
    assert_eq!(answer["result"]["files"][0]["kind"], "clinical-note", "{answer}");
    let lookup = service.get("/service/lookup?biblio=Mrs.+Quintanilla+MRN+00451234+metformin+and+lactate");
    assert_eq!(lookup.status, 404, "{lookup:?}");
    for (service, request) in scholar.asked() {
        let sent = format!("{request:?}");
        assert!(!sent.contains("Quintanilla") && !sent.contains("lactate"), "{service}: {sent}");
    }
}

#[test]
fn a_note_is_compared_with_its_source_and_a_bad_body_is_explained() {
    let folder = folder_with_library();
    let service = Service::start(&folder, &[], &LIBRARY);
    let post = |body: &Value| {
        service.request(
            "POST",
            "/compare",
            &[("content-type", "application/json")],
            body.to_string().as_bytes(),
        )
    };
    let sources =
        json!([{"name": "visit.txt", "text": "[doctor] lisinopril , twenty milligrams\n[patient] okay"}]);
    let taken = post(&json!({"note": "Lisinopril 40 mg daily.", "sources": sources}));
    assert_eq!(taken.status, 200, "{taken:?}");
    let answer = taken.json();
    assert_eq!(answer["schema"], "referee.compare/1");
    assert_eq!(answer["findings"][0]["rule"], "source/dose-differs");
    assert_eq!(answer["findings"][0]["evidence"][0]["speaker"], "doctor");
    assert_eq!(post(&json!({"note": " ", "sources": sources})).status, 422);
    assert_eq!(post(&json!({"note": "Cough.", "sources": []})).status, 422);
    assert_eq!(post(&json!({"note": "Cough.", "sources": sources, "language": "fr"})).status, 400);
    assert_eq!(post(&json!({"text": "Cough."})).status, 400);
}
