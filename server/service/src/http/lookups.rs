//! Looks up works through existing APIs: biblio-glutton's `/service/lookup`, and the part of
//! Crossref's `/works` that GROBID uses.

use super::body;
use super::crossref;
use super::problem::Problem;
use super::state::ServiceState;
use crate::works::{WorkAnswer, WorkQuery};
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use percent_encoding::percent_decode_str;
use referee_bibliography::Identifier;
use referee_records::Record;
use referee_text::visible::on_one_line;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum length of a parameter value, in bytes.
const MAX_PARAMETER_BYTES: usize = 10_000;

/// The maximum size of the body of a look-up, in bytes.
const MAX_LOOKUP_BODY_BYTES: usize = 64 << 10;

/// The maximum number of works that a search returns: referee returns the matching one or none.
const MAX_ROWS: usize = 1;

/// The non-empty parameters of a query or a form, by lower-case name.
struct Parameters(HashMap<String, String>);

impl Parameters {
    fn read(text: &str) -> Result<Parameters, Problem> {
        let mut all = HashMap::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let decode = |text: &str| {
                let spaced = text.replace('+', " ");
                percent_decode_str(&spaced).decode_utf8_lossy().into_owned()
            };
            let value = decode(value);
            if value.len() > MAX_PARAMETER_BYTES {
                let reason =
                    format!("a parameter has {} bytes; at most {MAX_PARAMETER_BYTES} are taken", value.len());
                return Err(Problem::new(StatusCode::URI_TOO_LONG, reason));
            }
            let value = on_one_line(&value).trim().to_owned();
            if !value.is_empty() {
                all.insert(decode(name).to_lowercase(), value);
            }
        }
        Ok(Parameters(all))
    }

    fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }
}

/// The description of a title in both look-up APIs.
const TITLE: &str = "The title.";

/// The description of a first author in both look-up APIs.
const FIRST_AUTHOR: &str = "The first author: the family name, or the full name.";

/// The description of a journal in both look-up APIs.
const JOURNAL: &str = "The journal.";

/// The description of a whole reference in both look-up APIs.
const PRINTED: &str = "The reference as it is printed.";

/// The parameters of `GET /service/lookup`, each with its description.
pub(crate) const GLUTTON_PARAMETERS: &[(&str, &str)] = &[
    ("doi", "A DOI."),
    ("pmid", "A number of PubMed."),
    ("pmc", "A number of PMC; `pmcid` does as well."),
    ("atitle", TITLE),
    ("firstAuthor", FIRST_AUTHOR),
    ("jtitle", JOURNAL),
    ("volume", "The volume."),
    ("firstPage", "The first page."),
    ("year", "The year of publication."),
    ("biblio", PRINTED),
];

/// The parameters of `GET /works`, each with its description.
pub(crate) const WORKS_PARAMETERS: &[(&str, &str)] = &[
    ("query.bibliographic", PRINTED),
    ("query.title", TITLE),
    ("query.author", FIRST_AUTHOR),
    ("query.container-title", JOURNAL),
];

/// The parameter of `GET /works` that is a number.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used: the parameters are read without regard to case")]
pub(crate) struct RowsQuery {
    /// How many works; at most 1 is given.
    rows: Option<usize>,
}

/// No record was found (404), or a source that may have it did not answer (503).
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MissingWork {
    status: &'static str,
    message: &'static str,
    /// `not-found`, `uncovered`, `misidentified`, `unchecked`.
    verdict: String,
    unchecked_because: Vec<String>,
}

/// `GET /service/lookup`: looks up one work by the parameters of biblio-glutton.
pub(crate) async fn glutton(
    State(state): State<Arc<ServiceState>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    glutton_answer(state, Parameters::read(&query.unwrap_or_default())?).await
}

/// `POST /service/lookup`: looks up a printed reference, in a form or as the whole body.
pub(crate) async fn glutton_post(
    State(state): State<Arc<ServiceState>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let bytes = body::read(&headers, body, MAX_LOOKUP_BODY_BYTES).await?;
    let text = String::from_utf8(bytes).map_err(|_| Problem::bad("the body is not UTF-8"))?;
    let mut parameters = Parameters::read(&query.unwrap_or_default())?;
    // A form is recognised by its parameters, regardless of the content type.
    let names = ["biblio=", "doi=", "pmid=", "pmc=", "pmcid=", "atitle=", "jtitle=", "firstauthor="];
    if names.iter().any(|name| text.to_lowercase().contains(name)) {
        parameters.0.extend(Parameters::read(&text)?.0);
    } else if !text.trim().is_empty() {
        parameters.0.insert(String::from("biblio"), text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    glutton_answer(state, parameters).await
}

/// `GET /service/lookup/{name}/{value}`: looks up one work by an identifier, like `GET
/// /service/lookup?{name}={value}`.
pub(crate) async fn glutton_identifier(
    State(state): State<Arc<ServiceState>>,
    Path((name, value)): Path<(String, String)>,
) -> Result<Response, Problem> {
    if !["doi", "pmid", "pmc"].contains(&name.as_str()) {
        return Err(Problem::missing("a work is looked up by doi, pmid or pmc"));
    }
    if value.len() > MAX_PARAMETER_BYTES {
        return Err(Problem::new(StatusCode::URI_TOO_LONG, "this is not an identifier"));
    }
    glutton_answer(state, Parameters(HashMap::from([(name, on_one_line(&value).trim().to_owned())]))).await
}

/// Looks up the work that the parameters of biblio-glutton describe.
async fn glutton_answer(state: Arc<ServiceState>, mut given: Parameters) -> Result<Response, Problem> {
    let mut query = WorkQuery::default();
    let mut unread = None;
    type Reader = fn(&str) -> Option<Identifier>;
    let readers: [(&str, Reader); 4] = [
        ("doi", Identifier::doi),
        ("pmid", Identifier::pmid),
        ("pmc", Identifier::pmcid),
        ("pmcid", Identifier::pmcid),
    ];
    for (name, reader) in readers {
        if let Some(value) = given.take(name) {
            match reader(&value) {
                Some(identifier) => query.identifiers.push(identifier),
                None => unread = Some(name),
            }
        }
    }
    query.title = given.take("atitle");
    query.first_author = given.take("firstauthor");
    query.journal = given.take("jtitle");
    query.volume = given.take("volume");
    query.first_page = given.take("firstpage");
    query.year = given.take("year").and_then(|year| year.get(..4)?.parse().ok());
    query.printed = given.take("biblio");
    if query.is_empty() {
        return Err(Problem::bad(match unread {
            Some(name) => format!("`{name}` is none"),
            None => String::from(
                "give doi, pmid, pmc, atitle and firstAuthor, jtitle with volume, firstPage, year and firstAuthor, or biblio",
            ),
        }));
    }
    match look_up(state, query).await? {
        WorkAnswer::Found(record, score) => {
            let mut out = crossref::work(&record, score);
            out["matchingScore"] = score.into();
            // Every work of biblio-glutton has this field: GROBID fails if it is missing, and reads
            // an empty one as absent.
            if out.get("DOI").is_none() {
                out["DOI"] = "".into();
            }
            Ok(Json(out).into_response())
        }
        WorkAnswer::Missing { verdict, unchecked_because } => Ok(missing(verdict, &unchecked_because)),
    }
}

/// `GET /works/{doi}`: returns one work in Crossref's format.
pub(crate) async fn work(
    State(state): State<Arc<ServiceState>>,
    Path(doi): Path<String>,
) -> Result<Response, Problem> {
    let identifier = Identifier::doi(&doi).ok_or_else(|| Problem::missing("this is not a DOI"))?;
    let query = WorkQuery { identifiers: vec![identifier], ..WorkQuery::default() };
    match look_up(state, query).await? {
        WorkAnswer::Found(record, score) => Ok(Json(crossref::single(&record, score)).into_response()),
        WorkAnswer::Missing { verdict, unchecked_because } => Ok(missing(verdict, &unchecked_because)),
    }
}

/// `GET /works?query.bibliographic=…`: returns a list with the matching work, or an empty list.
pub(crate) async fn works(
    State(state): State<Arc<ServiceState>>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let mut given = Parameters::read(&query.unwrap_or_default())?;
    let rows = match given.take("rows").map(|rows| rows.parse::<usize>()) {
        None => MAX_ROWS,
        Some(Ok(rows)) => rows.min(MAX_ROWS),
        Some(Err(_)) => return Err(Problem::bad("`rows` is a number")),
    };
    let mut query = WorkQuery {
        title: given.take("query.title"),
        first_author: given.take("query.author"),
        journal: given.take("query.container-title"),
        printed: given.take("query.bibliographic").or_else(|| given.take("query")),
        ..WorkQuery::default()
    };
    // GROBID also sends a title as bibliographic words, together with the author.
    if query.title.is_none() && query.first_author.is_some() && query.journal.is_none() {
        query.title = query.printed.take();
    }
    if let Some(filter) = given.take("filter") {
        query
            .identifiers
            .extend(filter.split(',').filter_map(|one| Identifier::doi(one.strip_prefix("doi:")?)));
    }
    if query.is_empty() {
        return Err(Problem::bad("give query.bibliographic, or query.title and query.author"));
    }
    let words = query.printed.clone().or_else(|| query.title.clone()).unwrap_or_default();
    let found: Option<(Box<Record>, f64)> = match look_up(state, query).await? {
        WorkAnswer::Found(record, score) => Some((record, score)),
        WorkAnswer::Missing { verdict, unchecked_because } => {
            if is_unavailable(verdict, &unchecked_because) {
                return Ok(missing(verdict, &unchecked_because));
            }
            None
        }
    };
    let found = found.as_ref().map(|(record, score)| (&**record, *score));
    Ok(Json(crossref::list(found, rows, &words)).into_response())
}

/// Looks up a work once a permit is free, on a thread that may block.
async fn look_up(state: Arc<ServiceState>, query: WorkQuery) -> Result<WorkAnswer, Problem> {
    let unavailable = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the service ends").retry_after(5);
    let _permit = Arc::clone(&state.lookup_permits).acquire_owned().await.map_err(|_| unavailable())?;
    let (shared, cancel) = (Arc::clone(&state), state.shutdown.child_token());
    let answer = tokio::task::spawn_blocking(move || shared.engine.look_up(&query, &cancel)).await;
    let fault =
        |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "a fault of referee stopped this look-up");
    let answer = answer.map_err(fault)?;
    state.metrics.lookup(match &answer {
        WorkAnswer::Found(..) => "found",
        WorkAnswer::Missing { verdict, .. } => verdict,
    });
    Ok(answer)
}

/// Returns whether the work is unchecked because a source that may have it did not answer.
fn is_unavailable(verdict: &str, unchecked_because: &[String]) -> bool {
    let failed = ["unavailable", "timeout", "busy"];
    verdict == "unchecked"
        && unchecked_because.iter().any(|why| failed.iter().any(|word| why.ends_with(word)))
}

/// Returns the response for a missing work: 404, or 503 if it may be found once a source answers
/// again.
fn missing(verdict: &str, unchecked_because: &[String]) -> Response {
    let body = MissingWork {
        status: "error",
        message: "no record was found that is this work",
        verdict: verdict.to_owned(),
        unchecked_because: unchecked_because.to_vec(),
    };
    if is_unavailable(verdict, unchecked_because) {
        let wait = [(http::header::RETRY_AFTER, "30")];
        return (StatusCode::SERVICE_UNAVAILABLE, wait, Json(body)).into_response();
    }
    (StatusCode::NOT_FOUND, Json(body)).into_response()
}
