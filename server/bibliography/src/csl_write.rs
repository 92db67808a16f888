//! Writes CSL-JSON.

use crate::{Date, Identifier, Name, Work, WorkKind};
use serde_json::{Map, Value, json};

/// Returns the work as a CSL-JSON item. Its `id` is its first identifier, otherwise author and
/// year.
#[must_use]
pub fn csl_json(work: &Work) -> Value {
    let mut item = Map::new();
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            item.insert(name.to_owned(), value);
        }
    };
    let text = |value: &Option<String>| value.as_ref().map(|value| Value::from(value.as_str()));
    let id = work.identifiers.iter().next().map_or_else(|| crate::render::short(work), ToString::to_string);
    set("id", Some(id.into()));
    set("type", Some(type_name(work.kind).into()));
    set("title", work.full_title().map(Value::from));
    set("original-title", text(&work.original_title));
    set("author", names(&work.authors));
    set("editor", names(&work.editors));
    set("container-title", text(&work.container));
    set("container-title-short", text(&work.container_short));
    set("publisher", text(&work.publisher));
    set("issued", work.date.or(work.online_date).map(date));
    set("available-date", work.online_date.filter(|_| work.date.is_some()).map(date));
    set("volume", text(&work.volume));
    set("issue", text(&work.issue));
    set("page", text(&work.pages));
    set("edition", text(&work.edition));
    set("language", text(&work.language));
    set("abstract", text(&work.summary));
    set("URL", text(&work.url));
    set("DOI", work.identifiers.doi().map(Value::from));
    set("PMID", work.identifiers.pmid().map(|number| number.to_string().into()));
    set("PMCID", work.identifiers.pmcid().map(|number| format!("PMC{number}").into()));
    set("ISBN", work.identifiers.isbn().map(Value::from));
    let number =
        work.identifiers.iter().find(|id| matches!(id, Identifier::Arxiv(..) | Identifier::Trial(_)));
    set("number", number.map(|id| id.to_string().into()));
    Value::Object(item)
}

/// Returns the CSL type of a kind of work.
pub(crate) fn type_name(kind: WorkKind) -> &'static str {
    match kind {
        WorkKind::Article => "article-journal",
        WorkKind::Preprint => "article",
        WorkKind::ConferencePaper => "paper-conference",
        WorkKind::Book => "book",
        WorkKind::Chapter => "chapter",
        WorkKind::Thesis => "thesis",
        WorkKind::Report => "report",
        WorkKind::WebPage => "webpage",
        WorkKind::Software => "software",
        WorkKind::Dataset => "dataset",
        WorkKind::Standard => "standard",
        WorkKind::Patent => "patent",
        WorkKind::Trial | WorkKind::Other | WorkKind::Unknown => "document",
    }
}

fn names(names: &[Name]) -> Option<Value> {
    if names.is_empty() {
        return None;
    }
    let all = names.iter().map(|name| match name {
        Name::Organisation { name } => json!({ "literal": name }),
        Name::Person { family, given, particle, suffix } => {
            let parts = [
                ("family", family),
                ("given", given),
                ("non-dropping-particle", particle),
                ("suffix", suffix),
            ];
            parts
                .into_iter()
                .filter(|(_, part)| !part.is_empty())
                .map(|(name, part)| (name.to_owned(), Value::from(part.as_str())))
                .collect::<Map<_, _>>()
                .into()
        }
    });
    Some(all.collect())
}

fn date(date: Date) -> Value {
    let mut parts = vec![json!(date.year)];
    if let Some(month) = date.month {
        parts.push(json!(month));
        parts.extend(date.day.map(|day| json!(day)));
    }
    json!({ "date-parts": [parts] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_holds_what_is_known_and_nothing_else() {
        let work = Work {
            kind: WorkKind::Article,
            title: Some("Effects".into()),
            authors: vec![
                Name::Person {
                    family: "Berg".into(),
                    given: "W C".into(),
                    particle: "van der".into(),
                    suffix: String::new(),
                },
                Name::organisation("DPP Group"),
            ],
            date: Some(Date { year: 2002, month: Some(2), day: None }),
            identifiers: [Identifier::Pmid(1), Identifier::Doi("10.1000/x".into())].into_iter().collect(),
            ..Work::default()
        };
        assert_eq!(
            csl_json(&work),
            json!({
                "id": "PMID:1", "type": "article-journal", "title": "Effects", "DOI": "10.1000/x", "PMID": "1",
                "author": [{"family": "Berg", "given": "W C", "non-dropping-particle": "van der"}, {"literal": "DPP Group"}],
                "issued": {"date-parts": [[2002, 2]]}
            })
        );
    }
}
