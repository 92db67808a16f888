//! Reads what CSL-JSON contains beyond a description, and the JSON of Crossref's works, which is
//! nearly CSL-JSON.
//!
//! Crossref answers in CSL-JSON with additional fields: `updated-by` on a work that was retracted
//! or corrected, `update-to` on the notice, `relation` between a preprint and its article. The
//! answers of its native API differ in form: titles are lists, work types are spelled differently,
//! and the works are wrapped in an envelope.

use referee_bibliography::{Date, Identifier, WorkKind};
use referee_records::Service;
use referee_records::merge;
use referee_records::record::{Notice, NoticeKind, Record, Relation, RelationKind};
use serde_json::Value;

/// Returns the items of a file in CSL-JSON, as an array in CSL's own form; `None` if `text` is
/// neither one JSON value nor one per line.
pub(super) fn items(text: &str) -> Option<Vec<Value>> {
    let items = match serde_json::from_str::<Value>(text) {
        Ok(value) => unwrapped(value),
        Err(_) => {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let values: Vec<Value> = lines.map(serde_json::from_str).collect::<Result<_, _>>().ok()?;
            values.into_iter().flat_map(unwrapped).collect()
        }
    };
    Some(items.into_iter().map(in_csl_form).collect())
}

/// Takes works out of the envelopes of Crossref and others.
fn unwrapped(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        Value::Object(mut object) => {
            for name in ["message", "items", "references"] {
                // A Crossref work has `references-count`, and may have a field called `message`,
                // `items` or `references`.
                if !object.contains_key("title")
                    && matches!(object.get(name), Some(Value::Array(_) | Value::Object(_)))
                {
                    return object.remove(name).map_or_else(Vec::new, |inner| match inner {
                        Value::Object(ref fields) if name == "message" && !fields.contains_key("items") => {
                            vec![inner]
                        }
                        inner => unwrapped(inner),
                    });
                }
            }
            vec![Value::Object(object)]
        }
        _ => Vec::new(),
    }
}

/// The field that stores the container titles after the first.
const OTHER_CONTAINERS: &str = "container-title-others";

/// Converts a work of Crossref's native API into the form of CSL.
pub(super) fn in_csl_form(mut item: Value) -> Value {
    let Some(object) = item.as_object_mut() else { return item };
    // A chapter of a series: Crossref lists the series, then the volume.
    if let Some(Value::Array(names)) = object.get("container-title")
        && names.len() > 1
    {
        let others = names.iter().skip(1).cloned().collect();
        object.insert(OTHER_CONTAINERS.to_owned(), Value::Array(others));
    }
    for name in ["title", "subtitle", "container-title", "short-container-title", "original-title", "ISBN"] {
        let first = match object.get(name) {
            Some(Value::Array(list)) => Some(list.first().cloned()),
            _ => None,
        };
        match first {
            Some(Some(value)) => {
                object.insert(name.to_owned(), value);
            }
            Some(None) => {
                object.remove(name);
            }
            None => {}
        }
    }
    if let Some(Value::String(subtitle)) = object.remove("subtitle")
        && let Some(Value::String(title)) = object.get_mut("title")
    {
        *title = format!("{}: {subtitle}", title.trim_end_matches([':', ' ']));
    }
    if !object.contains_key("container-title-short")
        && let Some(short) = object.remove("short-container-title")
    {
        object.insert(String::from("container-title-short"), short);
    }
    if !object.contains_key("page")
        && let Some(number) = object.get("article-number").cloned()
    {
        object.insert(String::from("page"), number);
    }
    let kind = match object.get("type").and_then(Value::as_str) {
        Some("journal-article") => "article-journal",
        Some("proceedings-article") => "paper-conference",
        Some("book-chapter" | "book-section" | "book-part" | "reference-entry") => "chapter",
        Some("monograph" | "edited-book" | "reference-book") => "book",
        Some("posted-content") => "article",
        Some("dissertation") => "thesis",
        Some("report-series" | "report-component") => "report",
        _ => return item,
    };
    object.insert(String::from("type"), Value::from(kind));
    item
}

/// Adds to `record` what the item contains beyond a description.
pub(super) fn add_extras(record: &mut Record, item: &Value) {
    let text = |name: &str| match item.get(name) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    let has = |name: &str| item.get(name).is_some();
    if text("source").as_deref() == Some("Crossref")
        && (has("indexed") || has("deposited") || has("member") || has("prefix"))
    {
        record.source = Service::Crossref.name().to_owned();
    }
    let event = |name: &str| item.get("event")?.get(name)?.as_str().map(str::to_owned);
    let others = list(item, OTHER_CONTAINERS).filter_map(|name| name.as_str().map(str::to_owned));
    for name in others.chain(event("name")).chain(event("acronym")) {
        let name = referee_bibliography::html_text::plain(&name).into_owned();
        let known = [&record.work.container, &record.work.container_short].into_iter().flatten();
        if !name.is_empty() && known.chain(&record.work.container_others).all(|known| *known != name) {
            record.work.container_others.push(name);
        }
    }
    let identifiers = &mut record.work.identifiers;
    if identifiers.pmid().is_none()
        && let Some(pmid) = text("PMID").and_then(|text| Identifier::pmid(&text))
    {
        identifiers.insert(pmid);
    }
    if identifiers.pmcid().is_none()
        && let Some(pmcid) = text("PMCID").and_then(|text| Identifier::pmcid(&text))
    {
        identifiers.insert(pmcid);
    }
    if text("subtype").as_deref() == Some("preprint")
        || text("genre").is_some_and(|genre| genre.eq_ignore_ascii_case("preprint"))
    {
        record.work.kind = WorkKind::Preprint;
    }
    for update in list(item, "updated-by") {
        add_update(record, update);
    }
    for update in list(item, "update-to") {
        let Some((doi, Update::Notice(kind))) = doi_of(update).zip(kind_of(update)) else { continue };
        add_relation(record, RelationKind::NoticeAbout, doi);
        let name = merge::type_of_notice(kind);
        if !record.types.iter().any(|known| known == name) {
            record.types.push(name.to_owned());
        }
    }
    for (name, kind) in
        [("is-preprint-of", RelationKind::PublishedAs), ("has-preprint", RelationKind::HasPreprint)]
    {
        let Some(relations) = item.get("relation") else { continue };
        for relation in list(relations, name) {
            if let Some(doi) = relation.get("id").and_then(Value::as_str).and_then(Identifier::doi) {
                add_relation(record, kind, doi);
            }
        }
    }
}

/// The kind of an update.
#[derive(Clone, Copy)]
enum Update {
    Notice(NoticeKind),
    NewVersion,
}

fn add_update(record: &mut Record, update: &Value) {
    let doi = doi_of(update);
    match kind_of(update) {
        Some(Update::Notice(kind)) => {
            let watched = update.get("source").and_then(Value::as_str) == Some("retraction-watch");
            let source = if watched { "retraction-watch" } else { record.source.as_str() };
            let notice = Notice {
                kind,
                date: date_of(update),
                identifiers: doi.into_iter().collect(),
                source: source.to_owned(),
                reason: None,
            };
            // The publisher and Retraction Watch may both report one event.
            merge::add_notice(&mut record.notices, notice);
        }
        Some(Update::NewVersion) => {
            if let Some(doi) = doi {
                add_relation(record, RelationKind::UpdatedBy, doi);
            }
        }
        None => {}
    }
}

fn kind_of(update: &Value) -> Option<Update> {
    let kind = update.get("type").and_then(Value::as_str)?.to_ascii_lowercase().replace([' ', '-'], "_");
    Some(match kind.as_str() {
        "retraction" => Update::Notice(NoticeKind::Retraction),
        "withdrawal" => Update::Notice(NoticeKind::Withdrawal),
        "removal" => Update::Notice(NoticeKind::Removal),
        "expression_of_concern" | "concern" => Update::Notice(NoticeKind::Concern),
        "correction" | "erratum" | "corrigendum" | "partial_retraction" | "addendum" | "clarification" => {
            Update::Notice(NoticeKind::Correction)
        }
        "reinstatement" => Update::Notice(NoticeKind::Reinstatement),
        "new_version" | "new_edition" => Update::NewVersion,
        _ => return None,
    })
}

fn doi_of(update: &Value) -> Option<Identifier> {
    update.get("DOI").and_then(Value::as_str).and_then(Identifier::doi)
}

fn date_of(update: &Value) -> Option<Date> {
    let parts = update.get("updated")?.get("date-parts")?.get(0)?;
    let part = |place: usize| parts.get(place).and_then(Value::as_i64);
    let small = |place: usize, most: u8| {
        part(place).and_then(|number| u8::try_from(number).ok()).filter(|number| (1..=most).contains(number))
    };
    Some(Date {
        year: part(0).and_then(|year| i32::try_from(year).ok())?,
        month: small(1, 12),
        day: small(2, 31),
    })
}

fn list<'a>(item: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    item.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn add_relation(record: &mut Record, kind: RelationKind, identifier: Identifier) {
    let relation = Relation { kind, identifier };
    if !record.relations.contains(&relation) {
        record.relations.push(relation);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_bibliography::Work;
    use serde_json::json;

    fn with_extras(item: &Value) -> Record {
        let mut record = Record::new("csl-json", Work::default());
        add_extras(&mut record, item);
        record
    }

    #[test]
    fn a_retraction_told_by_two_sources_is_one_notice() {
        let record = with_extras(&json!({"source": "Crossref", "member": "78", "updated-by": [
            {"DOI": "10.1000/R", "type": "retraction", "source": "publisher", "updated": {"date-parts": [[2020, 6, 13]]}},
            {"DOI": "10.1000/r", "type": "retraction", "source": "retraction-watch", "updated": {"date-parts": [[2020, 6, 12]]}},
            {"DOI": "10.1000/v2", "type": "new_version"}
        ]}));
        assert_eq!(record.source, "crossref");
        assert_eq!(record.notices.len(), 1);
        assert_eq!(record.notices[0].kind, NoticeKind::Retraction);
        assert_eq!(record.notices[0].date, Some(Date { year: 2020, month: Some(6), day: Some(13) }));
        assert_eq!(
            record.relations,
            [Relation {
                kind: RelationKind::UpdatedBy,
                identifier: Identifier::Doi(String::from("10.1000/v2"))
            }]
        );
    }

    #[test]
    fn a_notice_announces_what_it_is_about() {
        let mut record = with_extras(
            &json!({"update-to": [{"DOI": "10.1000/a", "type": "expression_of_concern"}], "PMID": 12, "PMCID": "PMC34"}),
        );
        record.source = Service::Crossref.name().to_owned();
        let announced = merge::announcements(&record);
        assert_eq!(announced[0].0, Identifier::Doi(String::from("10.1000/a")));
        assert_eq!(announced[0].1.kind, NoticeKind::Concern);
        assert_eq!(record.work.identifiers.pmid(), Some(12));
        assert_eq!(record.work.identifiers.pmcid(), Some(34));
    }

    #[test]
    fn preprint_and_article_are_linked() {
        let record = with_extras(
            &json!({"subtype": "preprint", "relation": {"is-preprint-of": [{"id-type": "doi", "id": "10.1000/a"}]}}),
        );
        assert_eq!(record.work.kind, WorkKind::Preprint);
        assert_eq!(record.relations[0].kind, RelationKind::PublishedAs);
    }

    #[test]
    fn works_are_taken_out_of_envelopes_and_lists() {
        let work = json!({"DOI": "10.1/a", "title": ["Main"], "subtitle": ["Sub"], "container-title": ["J"], "type": "journal-article", "references-count": 3});
        for text in [
            json!([work]).to_string(),
            json!({"message": {"items": [work]}}).to_string(),
            json!({"message": work}).to_string(),
            work.to_string(),
            format!("{work}\n{work}"),
        ] {
            let found = items(&text).unwrap();
            assert_eq!(found[0]["title"], "Main: Sub", "{text}");
            assert_eq!(found[0]["type"], "article-journal");
            assert_eq!(found[0]["container-title"], "J");
        }
        assert!(items("[{\"title\": ").is_none());
    }

    #[test]
    fn the_volume_and_the_event_of_a_chapter_are_other_names_of_its_container() {
        let items = vec![json!({
            "DOI": "10.1000/chapter",
            "type": "book-chapter",
            "title": ["A chapter about tides"],
            "container-title": ["Lecture Notes in Computer Science", "Tides &amp; Harbours – TIDES 2019"],
            "event": {"name": "International Conference on Tides", "acronym": "TIDES", "location": "Nowhere"},
        })];
        let records = crate::import::csl_records(items, "crossref", |_, _| {});
        let work = &records[0].work;
        assert_eq!(work.container.as_deref(), Some("Lecture Notes in Computer Science"));
        assert_eq!(
            work.container_others,
            ["Tides & Harbours – TIDES 2019", "International Conference on Tides", "TIDES"]
        );
    }

    proptest::proptest! {
        #[test]
        fn any_item_has_extras_or_none(text in "\\{\"(updated-by|update-to|relation|PMID|title)\": ?(\\[[0-9a-z\"{}:, ]*\\]|[0-9]+|\"[a-z]*\")\\}") {
            for item in items(&text).unwrap_or_default() {
                with_extras(&item);
            }
        }
    }
}
