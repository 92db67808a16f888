//! arXiv, through its Atom API. It allows one request every three seconds, so ids are requested in
//! batches.
//!
//! It is overloaded most of the time, so it is asked last: other sources describe its papers, and
//! only arXiv reports withdrawals. One invalid id turns the whole answer into a single entry with
//! the title "Error". Withdrawals appear only in the comment or the summary.

mod withdrawal;

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use quick_xml::events::Event;
use referee_bibliography::{Identifier, Identifiers, Name, Work, WorkKind};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Notice, NoticeKind, Question, Record, Relation, RelationKind};
use std::time::Duration;
use withdrawal::is_withdrawn;

/// arXiv.
pub(super) struct Arxiv;

/// The maximum number of papers per request.
const MAX_BATCH: usize = 100;
/// The number of candidates to request for a reference.
const MAX_CANDIDATES: &str = "5";

/// The only class: all requests share one limit.
const CLASS: &str = "query";

impl Service for Arxiv {
    fn profile(&self) -> ServiceProfile {
        services::ARXIV
    }

    fn default_base_url(&self) -> &'static str {
        "https://export.arxiv.org/api"
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(identifier) => number(identifier).is_some(),
            Question::Like(work) => searched(work).is_some(),
            Question::Subject(_) => false,
        }
    }

    fn wants_contact(&self) -> bool {
        true
    }

    fn limits(&self, _: &Access) -> Vec<Limit> {
        vec![Limit { class: CLASS, requests: 1, per: Duration::from_secs(3), at_once: 1 }]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let (mut batch, mut out) = (Vec::new(), Vec::new());
        for question in questions {
            match question {
                Question::Identifier(identifier) => {
                    batch.extend(number(identifier).map(|id| (question.clone(), id)))
                }
                Question::Subject(_) => {}
                Question::Like(work) => {
                    let Some(term) = searched(work) else { continue };
                    let parameters = [("search_query", term.as_str()), ("max_results", MAX_CANDIDATES)];
                    let url = wire::address(access, "/query", &parameters);
                    out.push(wire::get(url, CLASS, Disclosure::References, vec![question.clone()]));
                }
            }
        }
        for group in wire::groups(batch, MAX_BATCH, wire::MAX_ADDRESS_BYTES - 200, |(_, id)| id.len() + 3) {
            let ids = group.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>().join(",");
            let most = group.len().to_string();
            let url = wire::address(access, "/query", &[("id_list", &ids), ("max_results", &most)]);
            let questions = group.into_iter().map(|(question, _)| question).collect();
            out.push(wire::get(url, CLASS, Disclosure::Identifiers, questions));
        }
        out
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such thing"));
        }
        if response.body.trim_ascii().starts_with(b"Rate exceeded") {
            return Err(NotAnAnswer::Busy);
        }
        let text = wire::xml(response, "feed")?;
        Ok(wire::by_identifier(request, entries(&text)?))
    }
}

/// Returns the arXiv id for the id list, without the version: a version that does not exist would
/// invalidate the whole answer.
fn number(identifier: &Identifier) -> Option<String> {
    match identifier.canonical() {
        Identifier::Arxiv(id, _) => Some(id),
        _ => None,
    }
}

fn searched(work: &Work) -> Option<String> {
    let title = query::phrase(&work.full_title()?);
    (!query::words(&title).is_empty()).then(|| format!("ti:\"{}\"", title.replace(':', " ")))
}

/// Parses the entries of a feed.
fn entries(text: &str) -> Result<Vec<Record>, NotAnAnswer> {
    let mut reader = quick_xml::Reader::from_str(text);
    let cut = || wire::unreadable("it is cut off or no feed");
    let mut out = Vec::new();
    let mut entry: Option<Entry> = None;
    // The stack of open elements, and the text of the innermost.
    let (mut path, mut content) = (Vec::<String>::new(), String::new());
    let mut closed = false;
    loop {
        match reader.read_event().map_err(|_| cut())? {
            Event::Start(tag) => {
                let name = tag.local_name().as_ref().to_owned();
                if name == "entry" {
                    entry = Some(Entry::default());
                }
                path.push(name);
                content.clear();
            }
            Event::Text(piece) => content.push_str(&piece),
            Event::CData(piece) => content.push_str(&piece),
            Event::GeneralRef(name) => {
                content.push('&');
                content.push_str(&name);
                content.push(';');
            }
            Event::End(_) => {
                let name = path.pop().unwrap_or_default();
                let inside = path.last().map(String::as_str).unwrap_or_default();
                if name == "feed" {
                    closed = true;
                } else if name == "entry" {
                    if let Some(entry) = entry.take() {
                        if entry.title == "Error" && entry.id.contains("/errors") {
                            return Err(NotAnAnswer::Refused(entry.summary.chars().take(120).collect()));
                        }
                        out.extend(entry.record());
                    }
                } else if let Some(entry) = &mut entry {
                    entry.take(inside, &name, &content);
                }
                content.clear();
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if closed { Ok(out) } else { Err(cut()) }
}

#[derive(Default)]
struct Entry {
    id: String,
    title: String,
    summary: String,
    comment: String,
    published: String,
    updated: String,
    authors: Vec<Name>,
    doi: Option<Identifier>,
    journal: Option<String>,
}

impl Entry {
    fn take(&mut self, inside: &str, name: &str, content: &str) {
        let plain = referee_bibliography::html_text::plain(content);
        let flat = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        match (inside, name) {
            ("author", "name") => self.authors.extend(Name::parse(&flat)),
            ("entry", "id") => self.id = flat,
            ("entry", "title") => self.title = flat,
            ("entry", "summary") => self.summary = flat,
            ("entry", "comment") => self.comment = flat,
            ("entry", "published") => self.published = flat,
            ("entry", "updated") => self.updated = flat,
            ("entry", "doi") => self.doi = Identifier::doi(&flat),
            ("entry", "journal_ref") => self.journal = Some(flat).filter(|text| !text.is_empty()),
            _ => {}
        }
    }

    fn record(self) -> Option<Record> {
        // The identifier is given without version, since entries are requested without one.
        let own = Identifier::arxiv(&self.id)?.canonical();
        let mut identifiers = Identifiers::default();
        identifiers.insert(own);
        let title = serde_json::json!({ "title": self.title });
        let withdrawn = is_withdrawn(&self.comment, &self.summary);
        let notices = withdrawn.then(|| Notice {
            kind: NoticeKind::Withdrawal,
            date: value::date(&self.updated),
            identifiers: Vec::new(),
            source: String::from("arxiv"),
            reason: Some(self.comment.clone()).filter(|text| !text.is_empty()),
        });
        Some(Record {
            notices: notices.into_iter().collect(),
            relations: self
                .doi
                .filter(|doi| !matches!(doi.canonical(), Identifier::Arxiv(..)))
                .map(|identifier| Relation { kind: RelationKind::PublishedAs, identifier })
                .into_iter()
                .collect(),
            subjects: self.journal.into_iter().collect(),
            ..Record::new(
                "arxiv",
                Work {
                    kind: WorkKind::Preprint,
                    title: value::title(&title, "title"),
                    authors: self.authors,
                    container: Some(String::from("arXiv")),
                    // The record covers all versions; a reference may state the year of the last
                    // one.
                    date: value::date(&self.published),
                    online_date: value::date(&self.updated),
                    identifiers,
                    summary: Some(self.summary).filter(|text| !text.is_empty()),
                    ..Work::default()
                },
            )
        })
    }
}
