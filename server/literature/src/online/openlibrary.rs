//! Open Library: books, by ISBN or by title and author.
//!
//! Its catalogue is written by libraries and by readers. The absence of an edition means nothing
//! for the book, and the year of one edition means nothing for another: records lack a date, and
//! their author list may be shorter than the one on the cover.
//!
//! Requests follow <https://openlibrary.org/developers/api>: one request per second, or three for a
//! program that identifies itself with a contact address; many books per request.

use super::service::{Access, Disclosure, Limit, NotAnAnswer, Reading, Request, Response, Service};
use super::wire::{self, Status};
use super::{query, value};
use referee_bibliography::{Identifier, Identifiers, Name, Work, WorkKind};
use referee_records::services::{self, ServiceProfile};
use referee_records::{Question, Record};
use serde_json::Value;
use std::time::Duration;

pub(super) struct OpenLibrary;

/// The maximum number of books per request.
const MAX_BOOKS: usize = 50;

/// The number of candidates to request for a book without an ISBN.
const MAX_CANDIDATES: &str = "5";

/// The fields to request in a search.
const FIELDS: &str = "title,subtitle,author_name,isbn";

/// The maximum number of ISBNs of one work to keep: a classic has hundreds of editions.
const MAX_ISBNS: usize = 40;

/// The class of requests for books by ISBN.
const BOOKS: &str = "books";
/// The class of searches.
const SEARCH: &str = "search";

impl Service for OpenLibrary {
    fn profile(&self) -> ServiceProfile {
        services::OPEN_LIBRARY
    }

    fn default_base_url(&self) -> &'static str {
        "https://openlibrary.org"
    }

    fn answers(&self, question: &Question) -> bool {
        match question {
            Question::Identifier(identifier) => matches!(identifier, Identifier::Isbn(_)),
            Question::Like(work) => is_searched(work),
            Question::Subject(_) => false,
        }
    }

    fn wants_contact(&self) -> bool {
        true
    }

    fn limits(&self, access: &Access) -> Vec<Limit> {
        let requests = if access.contact.is_some() { 3 } else { 1 };
        let limit = |class| Limit { class, requests, per: Duration::from_secs(1), at_once: 1 };
        vec![limit(BOOKS), limit(SEARCH)]
    }

    fn requests(&self, questions: &[Question], access: &Access) -> Vec<Request> {
        let mut books = Vec::new();
        let mut out = Vec::new();
        for question in questions {
            match question {
                Question::Identifier(Identifier::Isbn(isbn)) => {
                    books.push((question.clone(), format!("ISBN:{isbn}")));
                }
                Question::Like(work) if is_searched(work) => {
                    let title = query::phrase(&work.title.clone().unwrap_or_default());
                    let author = query::first_surname(work).unwrap_or_default();
                    let mut parameters = vec![("title", title.as_str())];
                    if !author.is_empty() {
                        parameters.push(("author", author.as_str()));
                    }
                    parameters.extend([("fields", FIELDS), ("limit", MAX_CANDIDATES)]);
                    let url = wire::address(access, "/search.json", &parameters);
                    out.push(wire::get(url, SEARCH, Disclosure::References, vec![question.clone()]));
                }
                Question::Identifier(_) | Question::Like(_) | Question::Subject(_) => {}
            }
        }
        for group in wire::groups(books, MAX_BOOKS, wire::MAX_ADDRESS_BYTES - 300, |(_, key)| key.len() + 5) {
            let keys = group.iter().map(|(_, key)| key.as_str()).collect::<Vec<_>>().join(",");
            let parameters = [("bibkeys", keys.as_str()), ("format", "json"), ("jscmd", "data")];
            let url = wire::address(access, "/api/books", &parameters);
            let questions = group.into_iter().map(|(question, _)| question).collect();
            out.push(wire::get(url, BOOKS, Disclosure::Identifiers, questions));
        }
        out
    }

    fn read(&self, request: &Request, response: &Response) -> Result<Vec<Reading>, NotAnAnswer> {
        if wire::status(response)? == Status::NotFound {
            return Err(wire::unreadable("it says that there is no such list"));
        }
        let answer = wire::json(response)?;
        let records = if request.class == BOOKS {
            let books =
                answer.as_object().ok_or_else(|| wire::unreadable("there is no list of books in it"))?;
            books.iter().filter_map(|(key, book)| edition(key, book)).collect()
        } else {
            let found = answer.get("docs").and_then(Value::as_array);
            let found = found.ok_or_else(|| wire::unreadable("there is no list of books in it"))?;
            found.iter().filter_map(found_book).collect()
        };
        Ok(wire::by_identifier(request, records))
    }
}

/// Returns whether a book is searched by title: its title must be specific enough, and it must not
/// be part of another work.
fn is_searched(work: &Work) -> bool {
    work.kind == WorkKind::Book
        && work.container.is_none()
        && work.title.as_deref().is_some_and(|title| !query::words(title).is_empty())
}

/// Converts a book of `/api/books` into a record; `key` is the key under which it was requested.
fn edition(key: &str, book: &Value) -> Option<Record> {
    let asked = key.strip_prefix("ISBN:").and_then(Identifier::isbn);
    let others = ["identifiers.isbn_13", "identifiers.isbn_10"]
        .into_iter()
        .flat_map(|list| value::list(book, list))
        .filter_map(|isbn| Identifier::isbn(isbn.as_str()?));
    let names: Vec<String> =
        value::list(book, "authors").filter_map(|author| value::plain(author, "name")).collect();
    let publisher = value::list(book, "publishers").find_map(|one| value::plain(one, "name"));
    record(book, &names, publisher, asked.into_iter().chain(others))
}

/// Converts one result of a search into a record.
fn found_book(book: &Value) -> Option<Record> {
    let names: Vec<String> =
        value::list(book, "author_name").filter_map(Value::as_str).map(str::to_owned).collect();
    let numbers = value::list(book, "isbn").filter_map(|isbn| Identifier::isbn(isbn.as_str()?));
    record(book, &names, None, numbers)
}

fn record(
    book: &Value,
    names: &[String],
    publisher: Option<String>,
    numbers: impl Iterator<Item = Identifier>,
) -> Option<Record> {
    let mut identifiers = Identifiers::default();
    numbers.take(MAX_ISBNS).for_each(|number| identifiers.insert(number));
    Some(Record {
        types: vec![String::from("book")],
        ..Record::new(
            "openlibrary",
            Work {
                kind: WorkKind::Book,
                title: Some(value::title(book, "title")?),
                subtitle: value::title(book, "subtitle"),
                authors: names.iter().filter_map(|name| Name::parse(name)).collect(),
                authors_truncated: true,
                publisher,
                identifiers,
                ..Work::default()
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn isbn(text: &str) -> Question {
        Question::Identifier(Identifier::isbn(text).expect("an ISBN"))
    }

    fn read(request: &Request, body: &str) -> Vec<Vec<Record>> {
        let media_type = String::from("application/json");
        let response = Response { status: 200, media_type, body: body.as_bytes().to_vec() };
        OpenLibrary
            .read(request, &response)
            .expect("an answer")
            .into_iter()
            .map(|reading| match reading {
                Reading::Records(records) => records,
                Reading::See(_) | Reading::AskAlone | Reading::Json(_) | Reading::Document(_) => Vec::new(),
            })
            .collect()
    }

    #[test]
    fn many_books_are_asked_for_at_once_and_each_gets_its_own() {
        let access = Access { base_url: OpenLibrary.default_base_url().to_owned(), ..Access::default() };
        let questions = [isbn("978-0-262-51763-8"), isbn("0306406152")];
        let requests = OpenLibrary.requests(&questions, &access);
        assert_eq!(requests.len(), 1);
        assert_eq!(
            requests[0].url,
            "https://openlibrary.org/api/books?bibkeys=ISBN%3A9780262517638%2CISBN%3A9780306406157&format=json&jscmd=data"
        );
        let answer = r#"{"ISBN:9780262517638": {"title": "On books", "subtitle": "a history", "authors": [{"name": "Ada Roe"}],
            "publishers": [{"name": "A Press"}], "publish_date": "2012",
            "identifiers": {"isbn_10": ["0262517639"], "isbn_13": ["9780262517638"]}}}"#;
        let read = read(&requests[0], answer);
        assert_eq!(read.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0]);
        let work = &read[0][0].work;
        assert_eq!(work.full_title().as_deref(), Some("On books: a history"));
        assert_eq!((work.authors.len(), work.authors_truncated, work.date), (1, true, None));
    }

    #[test]
    fn a_book_without_a_number_is_looked_for_by_title_and_author() {
        let access = Access { base_url: OpenLibrary.default_base_url().to_owned(), ..Access::default() };
        let book = Work {
            kind: WorkKind::Book,
            title: Some(String::from("On books")),
            authors: Name::parse("Roe, Ada").into_iter().collect(),
            ..Work::default()
        };
        let chapter = Work { container: Some(String::from("Of books")), ..book.clone() };
        assert!(!OpenLibrary.answers(&Question::Like(Arc::new(chapter))));
        let requests = OpenLibrary.requests(&[Question::Like(Arc::new(book))], &access);
        assert_eq!(
            requests[0].url,
            "https://openlibrary.org/search.json?title=On%20books&author=Roe&fields=title%2Csubtitle%2Cauthor_name%2Cisbn&limit=5"
        );
        let found = read(
            &requests[0],
            r#"{"numFound": 1, "docs": [{"title": "On books", "author_name": ["Ada Roe"], "isbn": ["0262517639", "bad"]}]}"#,
        );
        assert_eq!(found[0][0].work.identifiers.isbn(), Some("9780262517638"));
    }

    #[test]
    fn what_is_no_answer_is_none() {
        let access = Access::default();
        let request = OpenLibrary.requests(&[isbn("9780262517638")], &access).remove(0);
        for (status, body) in [(200, "[]"), (200, "<html>"), (404, "{}"), (503, "")] {
            let response = Response { status, media_type: String::new(), body: body.as_bytes().to_vec() };
            assert!(OpenLibrary.read(&request, &response).is_err(), "{status} {body}");
        }
    }
}
