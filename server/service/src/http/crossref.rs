//! Converts records to the JSON of Crossref's REST API (`/works`), for GROBID and the clients of
//! biblio-glutton.

use referee_bibliography::{Date, Name, Work, WorkKind};
use referee_records::{NoticeKind, Record};
use serde_json::{Map, Value, json};

/// Returns a record as a Crossref work, with a `score` from 0 to 1; unknown fields are left out.
pub(crate) fn work(record: &Record, score: f64) -> Value {
    let work = &record.work;
    let mut out = Map::new();
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            out.insert(name.to_owned(), value);
        }
    };
    put("DOI", work.identifiers.doi().map(Value::from));
    // Two fields that are not in Crossref and that biblio-glutton adds.
    put("pmid", work.identifiers.pmid().map(|number| Value::from(number.to_string())));
    put("pmcid", work.identifiers.pmcid().map(|number| Value::from(format!("PMC{number}"))));
    put("type", Some(Value::from(kind(work.kind))));
    put("title", work.title.as_ref().map(|title| json!([title])));
    put("subtitle", work.subtitle.as_ref().map(|subtitle| json!([subtitle])));
    put("container-title", work.container.as_ref().map(|name| json!([name])));
    put("short-container-title", work.container_short.as_ref().map(|name| json!([name])));
    put("author", people(&work.authors));
    put("editor", people(&work.editors));
    put("issued", work.date.or(work.online_date).map(date));
    put("published-print", work.date.map(date));
    put("published-online", work.online_date.map(date));
    put("volume", work.volume.as_deref().map(Value::from));
    put("issue", work.issue.as_deref().map(Value::from));
    put("page", work.pages.as_deref().map(Value::from));
    put("publisher", work.publisher.as_deref().map(Value::from));
    put("language", work.language.as_deref().map(Value::from));
    put("abstract", work.summary.as_deref().map(Value::from));
    put("ISSN", issns(work));
    put("ISBN", work.identifiers.isbn().map(|isbn| json!([isbn])));
    put("URL", address(work));
    put("updated-by", notices(record));
    put("source", Some(Value::from(record.source.as_str())));
    put("score", Some(json!(score * 100.0)));
    Value::Object(out)
}

/// Returns Crossref's `type` for a kind of work.
fn kind(kind: WorkKind) -> &'static str {
    match kind {
        WorkKind::Article => "journal-article",
        WorkKind::Preprint => "posted-content",
        WorkKind::ConferencePaper => "proceedings-article",
        WorkKind::Book => "book",
        WorkKind::Chapter => "book-chapter",
        WorkKind::Thesis => "dissertation",
        WorkKind::Report => "report",
        WorkKind::Dataset => "dataset",
        WorkKind::Standard => "standard",
        _ => "other",
    }
}

/// Returns people as in `author` and `editor`; `None` if the list is empty.
fn people(names: &[Name]) -> Option<Value> {
    if names.is_empty() {
        return None;
    }
    let all = names.iter().enumerate().map(|(index, name)| {
        let sequence = if index == 0 { "first" } else { "additional" };
        match name {
            Name::Person { family, given, particle, suffix } => {
                let family =
                    if particle.is_empty() { family.clone() } else { format!("{particle} {family}") };
                let mut out = json!({"family": family, "sequence": sequence, "affiliation": []});
                if !given.is_empty() {
                    out["given"] = json!(given);
                }
                if !suffix.is_empty() {
                    out["suffix"] = json!(suffix);
                }
                out
            }
            Name::Organisation { name } => json!({"name": name, "sequence": sequence, "affiliation": []}),
        }
    });
    Some(all.collect())
}

/// Returns a date as `date-parts`, as far as it is known.
fn date(date: Date) -> Value {
    let parts: Vec<i64> = [Some(i64::from(date.year)), date.month.map(i64::from), date.day.map(i64::from)]
        .into_iter()
        .map_while(|part| part)
        .collect();
    json!({"date-parts": [parts]})
}

fn issns(work: &Work) -> Option<Value> {
    let all: Vec<&str> = work.journal_ids.iter().filter_map(|id| id.strip_prefix("issn:")).collect();
    (!all.is_empty()).then(|| json!(all))
}

fn address(work: &Work) -> Option<Value> {
    let by_doi = work.identifiers.doi().map(|doi| format!("https://doi.org/{doi}"));
    by_doi.or_else(|| work.url.clone()).map(Value::from)
}

/// Returns the notices about the work, as in Crossref's `updated-by`; `None` if the list is empty.
fn notices(record: &Record) -> Option<Value> {
    let all: Vec<Value> = record
        .notices
        .iter()
        .filter_map(|notice| {
            let kind = match notice.kind {
                NoticeKind::Retraction => "retraction",
                NoticeKind::Withdrawal => "withdrawal",
                NoticeKind::Removal => "removal",
                NoticeKind::Concern => "expression_of_concern",
                NoticeKind::Correction => "correction",
                NoticeKind::Reinstatement => return None,
            };
            let mut out = json!({"type": kind, "source": notice.source});
            if let Some(when) = notice.date {
                out["updated"] = date(when);
            }
            Some(out)
        })
        .collect();
    (!all.is_empty()).then(|| Value::from(all))
}

/// Returns the response to `/works/{doi}`.
pub(crate) fn single(record: &Record, score: f64) -> Value {
    json!({"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": work(record, score)})
}

/// Returns the response to `/works?query…=words`, with at most `rows` works.
pub(crate) fn list(found: Option<(&Record, f64)>, rows: usize, words: &str) -> Value {
    let items: Vec<Value> = found.into_iter().take(rows).map(|(record, score)| work(record, score)).collect();
    json!({
        "status": "ok",
        "message-type": "work-list",
        "message-version": "1.0.0",
        "message": {
            "facets": {},
            "total-results": items.len(),
            "items": items,
            "items-per-page": rows,
            "query": {"start-index": 0, "search-terms": words},
        },
    })
}
