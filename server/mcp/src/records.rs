//! Formats records and verdicts for agents. Every string in an answer passes through [`cleaned`].

use referee_bibliography::{Bibliography, Date, Format, Identifier, Name, Work, edit};
use referee_citations::json::{JudgedReference, notices};
use referee_citations::publication_status::PublicationStatus;
use referee_citations::{Judgement, Reference, Weight};
use referee_records::{Notice, Record};
use referee_text::Rope;
use referee_text::visible::visible;
use serde_json::{Map, Value, json};

/// The maximum length of an abstract in characters.
const MAX_ABSTRACT_CHARACTERS: usize = 4_000;

/// Removes control characters from all strings in the value.
pub(crate) fn cleaned(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(visible(&text).into_owned()),
        Value::Array(all) => Value::Array(all.into_iter().map(cleaned).collect()),
        Value::Object(all) => {
            let all = all.into_iter().map(|(name, value)| (visible(&name).into_owned(), cleaned(value)));
            Value::Object(all.collect::<Map<_, _>>())
        }
        other => other,
    }
}

/// Formats a reference as in `referee.check/1`, with its differences and, if it is misidentified,
/// the work to which the identifier belongs.
pub(crate) fn reference(reference: &Reference, judgement: Option<&Judgement>) -> Value {
    let mut out = json!(JudgedReference::of(reference, judgement));
    let Some(judgement) = judgement else { return out };
    if !judgement.differences.is_empty() {
        let all = judgement.differences.iter().map(|difference| {
            json!({
                "field": difference.field,
                "claimed": difference.claimed,
                "recorded": difference.recorded,
                "serious": difference.weight == Weight::Serious,
            })
        });
        out["compared"] = all.collect();
    }
    if let Some((identifier, record)) = &judgement.other {
        out["belongs_to"] = json!({
            "identifier": identifier.to_string(),
            "title": record.work.full_title(),
            "year": record.work.year(),
        });
    }
    if let Some(published) = &judgement.published {
        out["published_as"] =
            json!({"doi": published.work.identifiers.doi(), "title": published.work.full_title()});
    }
    let why: Vec<String> = judgement
        .consulted
        .iter()
        .filter_map(|source| Some(format!("{}: {}", source.name, source.why?.slug())))
        .collect();
    if !why.is_empty() {
        out["unanswered"] = json!(why);
    }
    out
}

/// Formats a work as described by a source.
pub(crate) fn record(record: &Record) -> Value {
    let work = &record.work;
    let mut out = json!({
        "identifier": work.identifiers.iter().next().map(ToString::to_string),
        "doi": work.identifiers.doi(),
        "pmid": work.identifiers.pmid().map(|number| number.to_string()),
        "title": work.full_title(),
        "authors": work.authors.iter().map(person).collect::<Vec<_>>(),
        "year": work.year(),
        "journal": work.container,
        "volume": work.volume,
        "issue": work.issue,
        "pages": work.pages,
        "url": work.identifiers.iter().find_map(Identifier::url).or_else(|| work.url.clone()),
        "abstract": work.summary.as_deref().map(shortened),
        "source": record.source,
        "standing": PublicationStatus::of_record(record),
        "notices": notices(&record.notices),
        "entry": entry(work),
    });
    if let Some(date) = record.as_of {
        out["as_of"] = json!(day(date));
    }
    out
}

/// Formats a notice about a work in full.
pub(crate) fn notice(notice: &Notice) -> Value {
    json!({
        "kind": notice.kind,
        "date": notice.date.map(day),
        "identifiers": notice.identifiers.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "source": notice.source,
        "reason": notice.reason,
    })
}

/// Formats a work as a BibTeX entry that can be pasted into a bibliography.
pub(crate) fn entry(work: &Work) -> Option<String> {
    let empty = Bibliography::read(Format::Bibtex, Rope::new());
    let key = edit::suggest_key(&empty, work, &|_| false);
    Some(edit::append_entry(&empty, &key, work)?.text.trim().to_owned())
}

fn person(name: &Name) -> String {
    format!("{} {}", name.surname(), name.initials()).trim().to_owned()
}

/// Formats a date up to its known precision: `2023`, `2023-03`, `2023-03-01`.
fn day(date: Date) -> String {
    match (date.month, date.day) {
        (Some(month), Some(day)) => format!("{:04}-{month:02}-{day:02}", date.year),
        (Some(month), None) => format!("{:04}-{month:02}", date.year),
        (None, _) => format!("{:04}", date.year),
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_ABSTRACT_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MAX_ABSTRACT_CHARACTERS).chain(['…']).collect()
}
