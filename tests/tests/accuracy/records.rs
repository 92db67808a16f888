//! The developer data as records.

use flate2::read::GzDecoder;
use referee_bibliography::{Date, Identifier, Name, Work, WorkKind};
use referee_records::{Notice, NoticeKind, Record, Relation, RelationKind};
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Returns the folder of the developer data, if this machine has it.
pub(crate) fn data() -> Option<PathBuf> {
    let data = referee_tests::sim::shared()?.join("data");
    data.join("records/dev.jsonl.gz").is_file().then_some(data)
}

/// Returns the lines of a file of JSON lines, compressed or not.
pub(crate) fn lines(path: &Path) -> Vec<Value> {
    let bytes = std::fs::read(path).unwrap();
    let mut text = String::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap();
    } else {
        text = String::from_utf8(bytes).unwrap();
    }
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns a record of the simulated scholarly web.
pub(crate) fn record(value: &Value) -> Record {
    let text = |key: &str| value[key].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let number = |key: &str| value[key].as_i64();
    let date = number("year").map(|year| Date {
        year: i32::try_from(year).unwrap(),
        month: number("month").and_then(|month| u8::try_from(month).ok()),
        day: number("day").and_then(|day| u8::try_from(day).ok()),
    });
    let online_date = value["online"].as_array().and_then(|parts| {
        let part = |at: usize| parts.get(at).and_then(Value::as_i64);
        Some(Date {
            year: i32::try_from(part(0)?).ok()?,
            month: part(1).and_then(|month| u8::try_from(month).ok()),
            day: part(2).and_then(|day| u8::try_from(day).ok()),
        })
    });
    let mut identifiers: Vec<Identifier> = Vec::new();
    identifiers.extend(text("pmid").and_then(|pmid| Identifier::pmid(&pmid)));
    identifiers.extend(text("doi").and_then(|doi| Identifier::doi(&doi)));
    identifiers.extend(text("pmcid").and_then(|pmcid| Identifier::pmcid(&pmcid)));
    identifiers.extend(text("arxiv").and_then(|arxiv| Identifier::arxiv(&arxiv)));
    let relation = |key: &str, kind: RelationKind| {
        text(key).and_then(|doi| Identifier::doi(&doi)).map(|identifier| Relation { kind, identifier })
    };
    let work = Work {
        kind: kind(value["type"].as_str().unwrap_or_default()),
        title: text("title"),
        subtitle: text("subtitle"),
        original_title: text("vernacular_title"),
        authors: value["authors"].as_array().into_iter().flatten().filter_map(name).collect(),
        container: text("journal"),
        container_short: text("journal_abbrev"),
        publisher: text("publisher"),
        date,
        online_date,
        volume: text("volume"),
        issue: text("issue"),
        pages: text("pages"),
        identifiers: identifiers.into_iter().collect(),
        language: text("language"),
        ..Work::default()
    };
    let origin = value["origin"].as_str().unwrap_or("unknown");
    Record {
        notices: value["notices"].as_array().into_iter().flatten().filter_map(notice).collect(),
        relations: [
            relation("has_preprint", RelationKind::HasPreprint),
            relation("preprint_of", RelationKind::PublishedAs),
        ]
        .into_iter()
        .flatten()
        .collect(),
        types: value["pubtypes"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|kind| Some(kind.as_str()?.to_owned()))
            .collect(),
        ..Record::new(
            match origin {
                "answers" if value["registration_agency"].is_string() => "crossref",
                "answers" => "semanticscholar",
                "hallmark" => "dblp",
                other => other,
            },
            work,
        )
    }
}

fn name(value: &Value) -> Option<Name> {
    if let Some(name) = value["collective"].as_str() {
        return Some(Name::organisation(name));
    }
    let part = |key: &str| value[key].as_str().unwrap_or_default();
    Name::from_parts(part("family"), part("given"), part("suffix"))
}

fn notice(value: &Value) -> Option<Notice> {
    let kind = match value["kind"].as_str()? {
        "retraction" => NoticeKind::Retraction,
        "concern" => NoticeKind::Concern,
        "correction" => NoticeKind::Correction,
        "withdrawal" => NoticeKind::Withdrawal,
        "removal" => NoticeKind::Removal,
        "reinstatement" => NoticeKind::Reinstatement,
        _ => return None,
    };
    let identifiers =
        [value["doi"].as_str().and_then(Identifier::doi), value["pmid"].as_str().and_then(Identifier::pmid)];
    let mut parts = value["date"].as_str().unwrap_or_default().split('-');
    let year = parts.next().and_then(|year| year.parse().ok());
    let month = parts.next().and_then(|month| month.parse().ok());
    let day = parts.next().and_then(|day| day.parse().ok());
    let source = value["source"].as_str().or_else(|| value["source"][0].as_str()).unwrap_or("publisher");
    Some(Notice {
        kind,
        date: year.map(|year| Date { year, month, day }),
        identifiers: identifiers.into_iter().flatten().collect(),
        source: source.to_owned(),
        reason: None,
    })
}

fn kind(name: &str) -> WorkKind {
    match name {
        "journal-article" | "review" | "editorial" | "letter" => WorkKind::Article,
        "conference-paper" => WorkKind::ConferencePaper,
        "preprint" => WorkKind::Preprint,
        "chapter" | "reference-entry" => WorkKind::Chapter,
        "book" | "monograph" | "reference-book" => WorkKind::Book,
        "dissertation" => WorkKind::Thesis,
        "report" => WorkKind::Report,
        "dataset" => WorkKind::Dataset,
        _ => WorkKind::Unknown,
    }
}
