//! Tests with recorded real answers, if the developers' data is on this machine.

use super::*;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

fn recorded(file: &str) -> Vec<Value> {
    let shared = std::env::var_os("REFEREE_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let path = shared.join("data/recordings").join(file);
    let Ok(bytes) = std::fs::read(&path) else {
        eprintln!("skipped: the recordings are not on this machine");
        return Vec::new();
    };
    let mut text = String::new();
    GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn status(call: &Value) -> u16 {
    call["status"].as_u64().or_else(|| call["status"].as_str()?.parse().ok()).unwrap() as u16
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn letters(text: &str) -> String {
    referee_bibliography::html_text::plain(text)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect::<String>()
        .to_lowercase()
}

/// Compares a record with the Crossref work from which it was read.
fn compare_with_crossref(record: &Record, item: &Value) {
    let work = &record.work;
    assert_eq!(work.identifiers.doi(), text(&item["DOI"]).map(|doi| doi.to_lowercase()).as_deref());
    if let Some(title) = item["title"][0].as_str().filter(|title| !title.trim().is_empty()) {
        let own = letters(work.title.as_deref().unwrap_or_default());
        let marked = letters(title);
        assert!(own.starts_with(&marked) || marked.ends_with(&own), "{own} / {marked}");
    }
    if let Some(authors) = item["author"].as_array() {
        // Some authors are deposited without a name.
        let named = |author: &&Value| ["family", "name"].iter().any(|part| author[*part].is_string());
        let count = authors.iter().filter(named).count();
        assert!(work.authors.len() == count || work.authors_truncated, "{:?}", item["DOI"]);
    }
    assert_eq!(work.volume, text(&item["volume"]));
    if let Some(year) = item["issued"]["date-parts"][0][0].as_i64() {
        let years = [work.date, work.online_date].map(|date| date.map(|date| i64::from(date.year)));
        assert!(years.contains(&Some(year)), "{year} {years:?}");
    }
    if let Some(journal) = item["container-title"][0].as_str().filter(|_| work.kind == WorkKind::Article) {
        assert_eq!(letters(work.container.as_deref().unwrap_or_default()), letters(journal));
    }
}

#[test]
fn works_of_crossref_are_read_as_they_were_recorded() {
    let mut compared = 0;
    for file in ["crossref_habanero.jsonl.gz", "crossref_rcrossref.jsonl.gz", "mixed_paperqa.jsonl.gz"] {
        for call in recorded(file) {
            let url = call["url"].as_str().unwrap();
            let Some(path) = url.split("api.crossref.org").nth(1) else { continue };
            let path = path.trim_start_matches("/v1");
            let body = call["body"].as_str().unwrap();
            let is_list = path.starts_with("/works?");
            let is_work =
                path.starts_with("/works/") && !path.contains("/agency") && !path.contains("/transform");
            if !is_list && !is_work {
                continue;
            }
            let question = if is_list { like() } else { doi("10.1000/with,comma") };
            let service = service("crossref");
            let request = request(service, &[question]);
            let read = service.read(&request, &response(status(&call), body));
            match status(&call) {
                200 => {
                    // Only some fields of a work, or no works, were requested.
                    if path.contains("select=") || path.contains("rows=0") {
                        continue;
                    }
                    let answer: Value = serde_json::from_str(body).unwrap();
                    let items = if is_list {
                        answer["message"]["items"].as_array().unwrap().clone()
                    } else {
                        vec![answer["message"].clone()]
                    };
                    let records = super::super::crossref::records(items.clone());
                    if is_list {
                        let Ok(mut readings) = read else { panic!("{url}") };
                        assert!(
                            matches!(readings.pop().unwrap(), Reading::Records(list) if list.len() == records.len())
                        );
                    }
                    for record in &records {
                        let doi = record.work.identifiers.doi().unwrap();
                        let item = items.iter().find(|item| {
                            item["DOI"].as_str().is_some_and(|own| own.eq_ignore_ascii_case(doi))
                        });
                        compare_with_crossref(record, item.unwrap());
                        compared += 1;
                    }
                }
                404 if is_work => {
                    let readings = read.unwrap();
                    assert!(matches!(&readings[0], Reading::Records(list) if list.is_empty()), "{url}");
                }
                _ => assert!(read.is_err(), "{url}"),
            }
        }
    }
    eprintln!("{compared} works of Crossref compared");
}

#[test]
fn records_of_pubmed_are_read_as_they_were_recorded() {
    let mut compared = 0;
    for call in recorded("eutils_hawc.jsonl.gz") {
        if !call["url"].as_str().unwrap().contains("efetch") {
            continue;
        }
        let body = call["body"].as_str().unwrap();
        // Only the articles' own PMIDs; those of their references are in other elements.
        let numbers: Vec<u32> = body
            .split("<MedlineCitation")
            .skip(1)
            .filter_map(|part| {
                part.split("<PMID Version=\"").nth(1)?.split('>').nth(1)?.split('<').next()?.parse().ok()
            })
            .collect();
        if numbers.is_empty() {
            assert!(none("pubmed", &pmid(1), status(&call), body));
            continue;
        }
        let questions: Vec<Question> = numbers.iter().map(|number| pmid(*number)).collect();
        let service = service("pubmed");
        // The recording is one request, while this service requests 200 records at a time.
        let mut request = service.requests(&questions, &access()).swap_remove(0);
        request.questions = questions;
        let readings = service.read(&request, &response(200, body)).unwrap();
        for (number, reading) in numbers.iter().zip(&readings) {
            let Reading::Records(records) = reading else { panic!("{number}") };
            let record = records.first().unwrap_or_else(|| panic!("{number} was not read"));
            assert_eq!(record.work.identifiers.pmid(), Some(*number));
            assert!(record.work.title.is_some() && record.work.container.is_some(), "{number}");
            compared += 1;
        }
    }
    eprintln!("{compared} records of PubMed compared");
}

#[test]
fn works_of_openalex_are_read_as_they_were_recorded() {
    for call in recorded("mixed_paperqa.jsonl.gz") {
        let url = call["url"].as_str().unwrap();
        if !url.contains("api.openalex.org/works?") || status(&call) != 200 {
            continue;
        }
        let body = call["body"].as_str().unwrap();
        let answer: Value = serde_json::from_str(body).unwrap();
        let found = records("openalex", &like(), body);
        for (record, work) in found.iter().zip(answer["results"].as_array().unwrap()) {
            assert_eq!(record.work.year(), work["publication_year"].as_i64().map(|year| year as i32));
            assert_eq!(
                letters(record.work.title.as_deref().unwrap_or_default()),
                letters(work["title"].as_str().unwrap_or_default())
            );
            assert_eq!(record.work.authors.len(), work["authorships"].as_array().unwrap().len());
            assert_eq!(record.work.volume.as_deref(), work["biblio"]["volume"].as_str());
        }
    }
}

#[test]
fn papers_of_semantic_scholar_are_read_as_they_were_recorded() {
    let mut compared = 0;
    for file in ["mixed_paperqa.jsonl.gz", "semanticscholar.jsonl.gz"] {
        for call in recorded(file) {
            let url = call["url"].as_str().unwrap();
            if !url.contains("/paper/search/match") {
                continue;
            }
            let body = call["body"].as_str().unwrap();
            if status(&call) == 404 {
                assert!(none("semanticscholar", &like(), 404, body), "{url}");
                continue;
            }
            let answer: Value = serde_json::from_str(body).unwrap();
            for (record, paper) in
                records("semanticscholar", &like(), body).iter().zip(answer["data"].as_array().unwrap())
            {
                assert_eq!(
                    letters(record.work.title.as_deref().unwrap()),
                    letters(paper["title"].as_str().unwrap())
                );
                if let Some(authors) = paper["authors"].as_array() {
                    assert_eq!(record.work.authors.len(), authors.len());
                }
                if let Some(doi) = paper["externalIds"]["DOI"].as_str() {
                    assert_eq!(record.work.identifiers.doi(), Some(doi.to_lowercase().as_str()));
                }
                compared += 1;
            }
        }
    }
    eprintln!("{compared} papers of Semantic Scholar compared");
}

#[test]
fn pages_of_doi_org_are_read_as_they_were_recorded() {
    let question = Question::Like(Arc::new(Work {
        identifiers: [Identifier::Doi(String::from("10.1126/foo"))].into_iter().collect(),
        ..Work::default()
    }));
    for call in recorded("crossref_habanero.jsonl.gz") {
        let url = call["url"].as_str().unwrap();
        if !url.starts_with("https://doi.org/") {
            continue;
        }
        let read = read("doi", &question, status(&call), call["body"].as_str().unwrap());
        match status(&call) {
            404 => assert!(matches!(read, Ok(Reading::Records(list)) if list.is_empty()), "{url}"),
            _ => assert!(read.is_err(), "{url}"),
        }
    }
}
