//! Builds requests and checks responses.

use super::service::{Access, Body, Disclosure, NotAnAnswer, Request, Response};
use referee_records::Question;
use serde_json::Value;

/// The tool name for services that ask for one.
pub(super) const TOOL: &str = "referee";

/// The maximum length of an address in bytes: servers and proxies refuse longer ones.
pub(super) const MAX_ADDRESS_BYTES: usize = 3_000;

/// Percent-encodes `text` for an address: all bytes except letters, digits and `-._~`.
pub(super) fn encoded(text: &str) -> String {
    const PLAIN: &percent_encoding::AsciiSet =
        &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    percent_encoding::utf8_percent_encode(text, PLAIN).to_string()
}

/// Builds an address from the base, an encoded path, and unencoded parameters.
pub(super) fn address(access: &Access, path: &str, parameters: &[(&str, &str)]) -> String {
    let mut out = format!("{}{path}", access.base_url.trim_end_matches('/'));
    for (at, (name, value)) in parameters.iter().enumerate() {
        out.push(if at == 0 && !path.contains('?') { '?' } else { '&' });
        out.push_str(name);
        out.push('=');
        out.push_str(&encoded(value));
    }
    out
}

/// Builds a GET request without a body and without an API key.
pub(super) fn get(url: String, class: &'static str, tells: Disclosure, questions: Vec<Question>) -> Request {
    Request {
        url,
        body: Body::None,
        accept: None,
        secret_header: None,
        secret_parameter: None,
        class,
        tells,
        questions,
    }
}

/// Splits items into groups of at most `most` items, with a total `size` of at most `room` bytes.
pub(super) fn groups<T>(items: Vec<T>, most: usize, room: usize, size: impl Fn(&T) -> usize) -> Vec<Vec<T>> {
    let mut out: Vec<Vec<T>> = Vec::new();
    let mut used = 0_usize;
    for item in items {
        let wanted = size(&item);
        match out.last_mut() {
            Some(group) if group.len() < most && used.saturating_add(wanted) <= room => {
                used = used.saturating_add(wanted);
                group.push(item);
            }
            _ => {
                used = wanted;
                out.push(vec![item]);
            }
        }
    }
    out
}

/// Checks whether the HTTP status can be that of an answer. `NotFound` is left to the service, for
/// which it may be an answer.
///
/// # Errors
///
/// Returns an error for every status that cannot be an answer.
pub(super) fn status(response: &Response) -> Result<Status, NotAnAnswer> {
    match response.status {
        200..=299 => Ok(Status::Good),
        404 | 410 => Ok(Status::NotFound),
        408 | 425 | 429 | 500..=599 => Err(NotAnAnswer::Busy),
        300..=399 => Err(NotAnAnswer::Unreadable(String::from("it points elsewhere"))),
        status @ (401 | 403) => {
            Err(NotAnAnswer::Denied(format!("status {status}: {}", beginning(&response.body))))
        }
        status => Err(NotAnAnswer::Refused(format!("status {status}: {}", beginning(&response.body)))),
    }
}

/// The meaning of an HTTP status that may be an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// The status is a success.
    Good,
    /// The resource does not exist, according to the service or an intermediary.
    NotFound,
}

/// Returns the first words of a body, for a message. A body may be a page of several megabytes.
pub(super) fn beginning(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body.get(..body.len().min(400)).unwrap_or_default());
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.chars().take(120).collect()
}

/// Parses a body as JSON.
///
/// # Errors
///
/// Returns an error if the body is a web page, truncated or empty.
pub(super) fn json(response: &Response) -> Result<Value, NotAnAnswer> {
    let body = response.body.trim_ascii();
    if body.is_empty() {
        return Err(unreadable("nothing was sent"));
    }
    if body.starts_with(b"<") {
        return Err(unreadable("a page was sent instead of data"));
    }
    serde_json::from_slice(body).map_err(|error| {
        if error.is_eof() { unreadable("it is cut off") } else { unreadable("it is not JSON") }
    })
}

/// Returns a body that should be XML with this element, closed.
///
/// # Errors
///
/// Returns an error if the body is a web page, truncated or empty.
pub(super) fn xml<'a>(
    response: &'a Response,
    element: &str,
) -> Result<std::borrow::Cow<'a, str>, NotAnAnswer> {
    let text = String::from_utf8_lossy(&response.body);
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(unreadable("nothing was sent"));
    }
    if !trimmed.starts_with('<') {
        return Err(unreadable("it is not XML"));
    }
    if !trimmed.contains(&format!("<{element}")) {
        let page = trimmed.get(..trimmed.len().min(200)).unwrap_or(trimmed).to_ascii_lowercase();
        return Err(unreadable(if page.contains("html") {
            "a page was sent instead of data"
        } else {
            "it is empty XML"
        }));
    }
    if !trimmed.ends_with('>') || !trimmed.contains(&format!("</{element}>")) && !trimmed.contains("/>") {
        return Err(unreadable("it is cut off"));
    }
    Ok(text)
}

/// Creates an error for a response that is not what the service normally sends.
pub(super) fn unreadable(why: &str) -> NotAnAnswer {
    NotAnAnswer::Unreadable(why.to_owned())
}

/// Splits the result of a combined search: each question gets its relevant records. `is_cut` means
/// that the service found more than it sent: a question without records must then be asked
/// individually.
pub(super) fn by_search(
    request: &Request,
    records: Vec<referee_records::Record>,
    is_cut: bool,
) -> Vec<super::service::Reading> {
    use super::service::Reading;
    if request.questions.len() == 1 {
        return by_identifier(request, records);
    }
    let own = |question: &Question| match super::relevance::relevant(question, &records) {
        none if none.is_empty() && is_cut => Reading::AskAlone,
        found => Reading::Records(found),
    };
    request.questions.iter().map(own).collect()
}

/// Splits the answer to a batch: each question gets the records with its identifier.
pub(super) fn by_identifier(
    request: &Request,
    records: Vec<referee_records::Record>,
) -> Vec<super::service::Reading> {
    request
        .questions
        .iter()
        .map(|question| {
            let Question::Identifier(identifier) = question else {
                return super::service::Reading::Records(records.clone());
            };
            super::service::Reading::Records(super::relevance::bearing(&records, identifier))
        })
        .collect()
}
