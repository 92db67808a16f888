//! PubTator3: machine annotations of entities in PubMed abstracts, and of relations between them.
//!
//! The relations are undirected: their ends are ordered by kind (chemical, disease, gene,
//! variant). They apply to an abstract and not to a sentence, so they only suggest where to look.
//! Formats as of October 2026, <https://www.ncbi.nlm.nih.gov/research/pubtator3/api>; offsets count
//! characters over the whole document.

use super::mechanism::{
    MarkedPassage, MarkedText, MechanismAnswer, MechanismQuestion, MechanismService, NameKind, NameMark,
    NamedEntity, Partner, printable,
};
use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::value;
use super::wire::{self, Status};
use referee_records::Question;
use referee_records::services::{self, ServiceProfile};
use serde_json::{Value, json};
use std::ops::Range;
use std::time::Duration;

pub(super) struct PubTator;

/// The only class: all requests share one limit.
const CLASS: &str = "pubtator";

/// The number of entities to request for a name.
const MAX_ENTITIES: &str = "10";

/// The answer if the service knows none of the requested papers.
const KNOWS_NONE: &str = "Could not retrieve publications";

impl NameKind {
    /// Returns the word for the kind in the API.
    fn concept(self) -> &'static str {
        match self {
            NameKind::Chemical => "chemical",
            NameKind::Gene => "gene",
            NameKind::Disease => "disease",
        }
    }
}

impl Service for PubTator {
    fn profile(&self) -> ServiceProfile {
        services::PUBTATOR
    }

    fn default_base_url(&self) -> &'static str {
        "https://www.ncbi.nlm.nih.gov/research/pubtator3-api"
    }

    fn answers(&self, _: &Question) -> bool {
        false
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![Limit { class: CLASS, requests: 3, per: Duration::from_secs(1), at_once: 3 }]
    }

    fn requests(&self, _: &[Question], _: &Access) -> Vec<Request> {
        Vec::new()
    }

    fn read(&self, _: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if response.status == 400 && String::from_utf8_lossy(&response.body).contains(KNOWS_NONE) {
            return Ok(vec![Reading::Json(json!({"PubTator3": []}))]);
        }
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such interface"));
        }
        Ok(vec![Reading::Json(wire::json(response)?)])
    }
}

impl MechanismService for PubTator {
    fn request(&self, question: &MechanismQuestion, access: &Access) -> Option<Request> {
        let (path, parameters, tells): (&str, Vec<(&str, String)>, Disclosure) = match question {
            MechanismQuestion::Named { name, kind } => (
                "/entity/autocomplete/",
                vec![
                    ("query", name.clone()),
                    ("concept", kind.concept().to_owned()),
                    ("limit", MAX_ENTITIES.to_owned()),
                ],
                Disclosure::ClosedTerms,
            ),
            MechanismQuestion::Partners { of, kind } => (
                "/relations",
                vec![("e1", of.clone()), ("e2", kind.concept().to_owned())],
                Disclosure::ClosedTerms,
            ),
            MechanismQuestion::Papers(one, other) => (
                "/search/",
                vec![("text", format!("relations:ANY|{one}|{other}")), ("page", "1".to_owned())],
                Disclosure::ClosedTerms,
            ),
            MechanismQuestion::PapersWith(one, words) => (
                "/search/",
                vec![("text", format!("{one} AND {words}")), ("page", "1".to_owned())],
                Disclosure::ClosedTerms,
            ),
            MechanismQuestion::Texts(pmids) => {
                let pmids: Vec<String> =
                    pmids.iter().take(MechanismQuestion::MAX_TEXTS).map(u32::to_string).collect();
                ("/publications/export/biocjson", vec![("pmids", pmids.join(","))], Disclosure::Identifiers)
            }
            MechanismQuestion::Targets(_) => return None,
        };
        let parameters: Vec<(&str, &str)> =
            parameters.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let url = wire::address(access, path, &parameters);
        let asked = Question::Subject(url.strip_prefix(&access.base_url).unwrap_or(&url).into());
        Some(wire::get(url, CLASS, tells, vec![asked]))
    }

    fn answer(&self, question: &MechanismQuestion, sent: &Value) -> Result<MechanismAnswer, NotAnAnswer> {
        match question {
            MechanismQuestion::Named { kind, .. } => {
                let rows =
                    sent.as_array().ok_or_else(|| wire::unreadable("there is no list of names in it"))?;
                let is_of_kind = |row: &&Value| {
                    value::plain(row, "biotype")
                        .is_some_and(|biotype| biotype.to_lowercase() == kind.concept())
                };
                Ok(MechanismAnswer::Entities(rows.iter().filter(is_of_kind).filter_map(entity).collect()))
            }
            MechanismQuestion::Partners { of, .. } => {
                let rows =
                    sent.as_array().ok_or_else(|| wire::unreadable("there is no list of relations in it"))?;
                Ok(MechanismAnswer::Partners(partners(of, rows)))
            }
            MechanismQuestion::Papers(..) | MechanismQuestion::PapersWith(..) => {
                let rows = sent.get("results").and_then(Value::as_array);
                let rows = rows.ok_or_else(|| wire::unreadable("there is no list of papers in it"))?;
                Ok(MechanismAnswer::Papers(rows.iter().filter_map(|row| number(row.get("pmid")?)).collect()))
            }
            MechanismQuestion::Texts(_) => {
                let documents =
                    documents(sent).ok_or_else(|| wire::unreadable("there are no texts in it"))?;
                Ok(MechanismAnswer::Texts(documents.into_iter().filter_map(text).collect()))
            }
            MechanismQuestion::Targets(_) => Err(wire::unreadable("it answers other questions")),
        }
    }
}

/// Parses a PMID, which may be a number or a string.
fn number(value: &Value) -> Option<u32> {
    let number = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())?;
    u32::try_from(number).ok().filter(|number| *number > 0)
}

fn entity(row: &Value) -> Option<NamedEntity> {
    let id = value::plain(row, "_id").filter(|id| id.starts_with('@'))?;
    // Parses `Matched on synonyms <m>Glucophage</m>`.
    let matched = row.get("match").and_then(Value::as_str).and_then(|said| {
        let (_, rest) = said.split_once("<m>")?;
        Some(printable(rest.split_once("</m>")?.0))
    });
    Some(NamedEntity { id, name: printable(&value::plain(row, "name")?), matched })
}

/// Returns the other ends of the relations, with the papers of each entity summed.
fn partners(of: &str, rows: &[Value]) -> Vec<Partner> {
    let mut out: Vec<Partner> = Vec::new();
    for row in rows {
        let (Some(source), Some(target)) = (value::plain(row, "source"), value::plain(row, "target")) else {
            continue;
        };
        let id = if source == of { target } else { source };
        let papers = row.get("publications").and_then(Value::as_u64).unwrap_or_default();
        match out.iter_mut().find(|known| known.id == id) {
            Some(known) => known.papers = known.papers.saturating_add(papers),
            None => {
                let name = id.split_once('_').map_or("", |(_, name)| name).replace('_', " ");
                out.push(Partner { name: printable(&name), id, papers });
            }
        }
    }
    out.sort_by(|a, b| b.papers.cmp(&a.papers).then_with(|| a.id.cmp(&b.id)));
    out
}

/// Returns the documents of an export in any of its known formats.
fn documents(sent: &Value) -> Option<Vec<&Value>> {
    let lists = ["PubTator3", "documents"].into_iter().find_map(|field| sent.get(field)?.as_array());
    match lists.or_else(|| sent.as_array()) {
        Some(list) => Some(list.iter().collect()),
        None => sent.get("passages").map(|_| vec![sent]),
    }
}

/// Reads the title and the abstract of a document; `None` without a PMID.
fn text(document: &Value) -> Option<MarkedText> {
    let pmid = document.get("pmid").and_then(number).or_else(|| document.get("id").and_then(number))?;
    let passages = value::list(document, "passages").filter_map(passage).collect();
    Some(MarkedText { pmid, passages })
}

fn passage(passage: &Value) -> Option<MarkedPassage> {
    let text = passage.get("text")?.as_str()?.to_owned();
    let start = passage.get("offset").and_then(Value::as_u64).unwrap_or_default();
    let mut marks = Vec::new();
    for annotation in value::list(passage, "annotations") {
        // An entity that PubTator3 could not normalise lacks an accession.
        let Some(id) = value::plain(annotation, "infons.accession") else { continue };
        let marked = annotation.get("text").and_then(Value::as_str);
        for place in value::list(annotation, "locations") {
            let at = |field: &str| place.get(field).and_then(Value::as_u64);
            let (Some(offset), Some(length)) = (at("offset"), at("length")) else { continue };
            let Some(range) = bytes(&text, offset.checked_sub(start), length) else { continue };
            // Skip an offset at which the text differs from the annotation.
            if marked.is_none_or(|marked| text.get(range.clone()) == Some(marked)) {
                marks.push(NameMark { id: id.clone(), range });
            }
        }
    }
    Some(MarkedPassage { text, marks })
}

/// Converts a position in characters to a range in bytes.
fn bytes(text: &str, offset: Option<u64>, length: u64) -> Option<Range<usize>> {
    let offset = usize::try_from(offset?).ok()?;
    let end = offset.checked_add(usize::try_from(length).ok().filter(|length| *length > 0)?)?;
    let mut places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let from = places.nth(offset)?;
    let to = places.nth(end - offset - 1)?;
    Some(from..to)
}
