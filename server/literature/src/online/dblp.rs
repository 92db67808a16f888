//! dblp, the bibliography of computer science: finds papers by the words of their titles.
//!
//! Its search API has been closed since September 2026: it returns a page that requires a proof of
//! work. Its SPARQL service (<https://sparql.dblp.org/>, a QLever), which answers in JSON, is open.
//! A query asks for titles that contain the longest words of either half of the title, so that a
//! typo in one half does not hide the work, and sorts titles of similar length first. If more
//! titles match than are sent, the absence of a work means nothing.
//!
//! Its FAQ asks programs for a pause of one to two seconds between requests.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::{Identifier, Identifiers, Name, Work, WorkKind};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

/// The SPARQL service of dblp.
pub(super) struct Dblp;

const CLASS: &str = "sparql";

/// The maximum number of titles per query.
const MAX_TITLES: usize = 60;

/// The maximum number of words to use from one half of a title.
const MAX_WORDS: usize = 4;

/// The minimum length of a word that is searched as a prefix; shorter words must match exactly.
const MIN_PREFIX: usize = 4;

impl Service for Dblp {
    fn profile(&self) -> ServiceProfile {
        services::DBLP
    }

    fn default_base_url(&self) -> &'static str {
        "https://sparql.dblp.org"
    }

    fn answers(&self, question: &Question) -> bool {
        matches!(question, Question::Like(work) if !clauses(work).is_empty())
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![Limit { class: CLASS, requests: 1, per: Duration::from_secs(2), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let request = |question: &Question| {
            let Question::Like(work) = question else { return None };
            let clauses = clauses(work);
            if clauses.is_empty() {
                return None;
            }
            let length = work.full_title().unwrap_or_default().chars().count();
            let url = wire::address(access, "/sparql", &[("query", sparql(&clauses, length).as_str())]);
            let mut request = wire::get(url, CLASS, Disclosure::References, vec![question.clone()]);
            request.accept = Some("application/sparql-results+json");
            Some(request)
        };
        questions.iter().filter_map(request).collect()
    }

    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such service"));
        }
        let answer = wire::json(response)?;
        let rows = value::at(&answer, "results.bindings").and_then(Value::as_array);
        let rows = rows.filter(|_| answer.get("exception").is_none());
        let rows = rows.ok_or_else(|| wire::unreadable("there is no table of results in it"))?;
        let papers = papers(rows);
        // The requested paper may be among those that were cut off.
        if papers.len() >= MAX_TITLES {
            return Err(wire::unreadable("more titles have these words than it sends"));
        }
        Ok(vec![Reading::Records(papers.into_iter().filter_map(Paper::record).collect())])
    }
}

/// Returns the words of either half of the title; empty if the work is not a paper or lacks a
/// searchable title.
fn clauses(work: &Work) -> Vec<Vec<String>> {
    let may_be_listed = matches!(
        work.kind,
        WorkKind::Article | WorkKind::ConferencePaper | WorkKind::Preprint | WorkKind::Unknown
    );
    if !may_be_listed || work.title.is_none() {
        return Vec::new();
    }
    query::halves(work).iter().map(|half| longest(half)).filter(|words| !words.is_empty()).collect()
}

/// Returns the longest words, which are the most specific, in their order. Words with letters that
/// a bibliography may spell differently (`ö`, `oe`) are left out if enough others remain.
fn longest(words: &[String]) -> Vec<String> {
    let plain = || words.iter().filter(|word| word.is_ascii());
    let mut kept: Vec<&String> = if plain().count() > 1 { plain().collect() } else { words.iter().collect() };
    while kept.len() > MAX_WORDS {
        let shortest =
            kept.iter().enumerate().min_by_key(|(at, word)| (word.chars().count(), usize::MAX - at));
        let Some((at, _)) = shortest else { break };
        kept.remove(at);
    }
    kept.into_iter().cloned().collect()
}

/// Builds the query. Words consist of letters and digits, so they cannot end the string literal.
fn sparql(clauses: &[Vec<String>], length: usize) -> String {
    let pattern = |word: &String| {
        let ending = if word.chars().count() < MIN_PREFIX { "" } else { "*" };
        format!("{word}{ending}")
    };
    let clause = |words: &Vec<String>| {
        let words = words.iter().map(pattern).collect::<Vec<_>>().join(" ");
        format!("{{ ?text ql:contains-entity ?title . ?text ql:contains-word \"{words}\" . }}")
    };
    let either = clauses.iter().map(clause).collect::<Vec<_>>().join(" UNION ");
    format!(
        "PREFIX dblp: <https://dblp.org/rdf/schema#>\n\
         PREFIX ql: <http://qlever.cs.uni-freiburg.de/builtin-functions/>\n\
         SELECT ?pub ?title ?year ?venue ?pages ?doi ?ordinal ?name WHERE {{\n\
         {{ SELECT DISTINCT ?pub ?title ?distance WHERE {{\n\
         {either}\n\
         ?pub dblp:title ?title .\n\
         BIND(ABS(STRLEN(STR(?title)) - {length}) AS ?distance)\n\
         }} ORDER BY ?distance ?pub LIMIT {MAX_TITLES} }}\n\
         OPTIONAL {{ ?pub dblp:yearOfPublication ?year . }}\n\
         OPTIONAL {{ ?pub dblp:publishedIn ?venue . }}\n\
         OPTIONAL {{ ?pub dblp:pagination ?pages . }}\n\
         OPTIONAL {{ ?pub dblp:doi ?doi . }}\n\
         OPTIONAL {{ ?pub dblp:hasSignature ?signature . ?signature dblp:signatureOrdinal ?ordinal . \
         ?signature dblp:signatureDblpName ?name . }}\n\
         }}"
    )
}

/// A paper, assembled from one row per author.
struct Paper {
    address: String,
    row: Value,
    authors: Vec<(u32, String)>,
}

/// Groups the rows of a table into papers, in order: each paper has a row per author, and more if a
/// field has several values.
fn papers(rows: &[Value]) -> Vec<Paper> {
    let mut out: Vec<Paper> = Vec::new();
    for row in rows {
        let Some(address) = cell(row, "pub") else { continue };
        if out.iter().all(|paper| paper.address != address) {
            out.push(Paper { address: address.clone(), row: row.clone(), authors: Vec::new() });
        }
        let Some(paper) = out.iter_mut().find(|paper| paper.address == address) else { continue };
        let ordinal = cell(row, "ordinal").and_then(|number| number.parse().ok());
        if let (Some(ordinal), Some(name)) = (ordinal, cell(row, "name"))
            && paper.authors.iter().all(|(known, _)| *known != ordinal)
        {
            paper.authors.push((ordinal, name));
        }
    }
    out
}

fn cell(row: &Value, name: &str) -> Option<String> {
    value::plain(row.get(name)?, "value")
}

impl Paper {
    fn record(mut self) -> Option<Record> {
        self.authors.sort();
        let venue = cell(&self.row, "venue");
        let (kind, preprint) = kind(&self.address);
        let mut identifiers = Identifiers::default();
        let doi = cell(&self.row, "doi").and_then(|doi| Identifier::doi(&doi));
        doi.into_iter().chain(preprint).for_each(|identifier| identifiers.insert(identifier));
        let is_preprint = kind == WorkKind::Preprint;
        Some(Record::new(
            "dblp",
            Work {
                kind,
                title: Some(value::title(self.row.get("title")?, "value")?),
                authors: self.authors.iter().filter_map(|(_, name)| Name::parse(unnumbered(name))).collect(),
                container: if is_preprint { Some(String::from("arXiv")) } else { venue },
                date: cell(&self.row, "year").and_then(|year| value::date(&year)),
                pages: cell(&self.row, "pages"),
                identifiers,
                url: Some(self.address),
                ..Work::default()
            },
        ))
    }
}

/// Parses dblp's address of a record: its kind, and the id of an arXiv preprint.
fn kind(address: &str) -> (WorkKind, Option<Identifier>) {
    let Some((_, key)) = address.split_once("/rec/") else { return (WorkKind::Unknown, None) };
    if let Some(preprint) = key.strip_prefix("journals/corr/") {
        let number = preprint.strip_prefix("abs-").and_then(|number| number.split_once('-'));
        let number = number.and_then(|(month, rest)| Identifier::arxiv(&format!("{month}.{rest}")));
        return (WorkKind::Preprint, number);
    }
    let kind = match key.split('/').next().unwrap_or_default() {
        "conf" => WorkKind::ConferencePaper,
        "journals" => WorkKind::Article,
        "books" | "reference" => WorkKind::Book,
        "phd" => WorkKind::Thesis,
        _ => WorkKind::Unknown,
    };
    (kind, None)
}

/// Strips the number with which dblp distinguishes persons with the same name: `Wei Wang 0001`.
fn unnumbered(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((name, number)) if number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::Arc;

    fn question(title: &str) -> Question {
        Question::Like(Arc::new(Work {
            kind: WorkKind::ConferencePaper,
            title: Some(title.to_owned()),
            ..Work::default()
        }))
    }

    fn request(title: &str) -> Request {
        let access = Access { base_url: String::from("http://localhost"), ..Access::default() };
        Dblp.requests(&[question(title)], &access).remove(0)
    }

    fn read(status: u16, body: &str) -> Result<Vec<Record>, NotAnAnswer> {
        let response = Response { status, media_type: String::new(), body: body.as_bytes().to_vec() };
        let readings = Dblp.read(&request("Harbours that learn their own tides"), &response)?;
        Ok(readings
            .into_iter()
            .flat_map(|reading| match reading {
                Reading::Records(records) => records,
                Reading::See(_) | Reading::AskAlone | Reading::Json(_) | Reading::Document(_) => Vec::new(),
            })
            .collect())
    }

    fn row(address: &str, title: &str, ordinal: &str, name: &str) -> Value {
        json!({
            "pub": {"type": "uri", "value": address}, "title": {"type": "literal", "value": title},
            "year": {"type": "literal", "datatype": "http://www.w3.org/2001/XMLSchema#gYear", "value": "2021"},
            "venue": {"type": "literal", "value": "ICLR"},
            "doi": {"type": "uri", "value": "https://doi.org/10.5555/ABC.1"},
            "ordinal": {"type": "literal", "value": ordinal}, "name": {"type": "literal", "value": name},
        })
    }

    #[test]
    fn either_half_of_a_title_is_asked_for_and_nothing_ends_the_query() {
        let url =
            request("Harbours that \"learn\" their own tides } UNION { : a study of boats, at last").url;
        let query = percent_encoding::percent_decode_str(&url).decode_utf8_lossy().into_owned();
        assert!(url.starts_with("http://localhost/sparql?query=PREFIX%20dblp"), "{url}");
        assert!(query.contains("\"harbours* tides* union*\"") || query.contains("harbours*"), "{query}");
        assert_eq!(query.matches("contains-word").count(), 2, "{query}");
        assert_eq!(query.matches('"').count(), 4, "{query}");
        assert_eq!(query.matches(" UNION ").count(), 1, "{query}");
        assert!(!Dblp.answers(&question("…")));
    }

    #[test]
    fn the_rows_of_one_paper_become_one_record_with_its_authors_in_order() {
        let rows = [
            row(
                "https://dblp.org/rec/conf/iclr/MarshQ21",
                "Harbours that learn their own tides.",
                "2",
                "Xenia Quill",
            ),
            row(
                "https://dblp.org/rec/conf/iclr/MarshQ21",
                "Harbours that learn their own tides.",
                "1",
                "Yorick Marsh 0001",
            ),
            row(
                "https://dblp.org/rec/journals/corr/abs-2101-01234",
                "Harbours that learn.",
                "1",
                "Yorick Marsh 0001",
            ),
        ];
        let records = read(200, &json!({"head": {"vars": []}, "results": {"bindings": rows}}).to_string());
        let records = records.expect("an answer");
        assert_eq!(records.len(), 2);
        let work = &records[0].work;
        assert_eq!(work.title.as_deref(), Some("Harbours that learn their own tides"));
        assert_eq!(work.authors.iter().map(Name::surname).collect::<Vec<_>>(), ["Marsh", "Quill"]);
        assert_eq!((work.kind, work.container.as_deref()), (WorkKind::ConferencePaper, Some("ICLR")));
        assert_eq!((work.year(), work.identifiers.doi()), (Some(2021), Some("10.5555/abc.1")));
        let preprint = &records[1].work;
        assert_eq!((preprint.kind, preprint.identifiers.arxiv()), (WorkKind::Preprint, Some("2101.01234")));
    }

    #[test]
    fn only_an_empty_table_is_silence() {
        assert!(
            read(200, r#"{"head": {"vars": ["pub"]}, "results": {"bindings": []}}"#)
                .expect("an answer")
                .is_empty()
        );
        for (status, body) in [
            (200, "<!doctype html><html><title>Making sure you're not a bot!</title></html>"),
            (500, "<!doctype html><html><title>Making sure you're not a bot!</title></html>"),
            (200, r#"{"exception": "Operation timed out", "status": "ERROR", "results": {"bindings": []}}"#),
            (200, r#"{"head": {"vars": []}, "results": {"bindings": [{"pub": {"val"#),
            (200, r#"{"head": {}, "results": {}}"#),
            (400, r#"{"exception": "Invalid SPARQL query"}"#),
            (429, "slow down"),
            (404, "{}"),
        ] {
            assert!(read(status, body).is_err(), "{status} {body}");
        }
    }

    #[test]
    fn a_table_that_is_cut_says_nothing_about_what_it_lacks() {
        let rows: Vec<Value> = (0..MAX_TITLES)
            .map(|at| {
                row(&format!("https://dblp.org/rec/conf/x/{at}"), &format!("Harbours {at}."), "1", "A Roe")
            })
            .collect();
        assert!(
            read(200, &json!({"head": {"vars": []}, "results": {"bindings": rows}}).to_string()).is_err()
        );
    }

    proptest::proptest! {
        #[test]
        fn any_title_makes_a_query_that_only_we_can_end(title in "\\PC{0,200}") {
            for request in Dblp.requests(&[question(&title)], &Access::default()) {
                let query = percent_encoding::percent_decode_str(&request.url).decode_utf8_lossy().into_owned();
                proptest::prop_assert_eq!(query.matches('"').count(), 2 * query.matches("contains-word").count());
                proptest::prop_assert!(request.url.len() < wire::MAX_ADDRESS_BYTES);
            }
        }

        #[test]
        fn any_table_is_read(cells in proptest::collection::vec("\\PC{0,40}", 0..6)) {
            let rows: Vec<Value> = cells.iter().map(|cell| row(cell, cell, cell, cell)).collect();
            let _ = read(200, &json!({"results": {"bindings": rows}}).to_string());
        }
    }
}
