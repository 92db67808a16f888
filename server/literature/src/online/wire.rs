//! How requests are written, and how responses are opened.

use super::service::{Access, Body, Disclosure, NotAnAnswer, Request, Response};
use referee_records::Question;
use serde_json::Value;

/// What referee calls itself where a service asks for the name of the tool.
pub(super) const TOOL: &str = "referee";

/// The longest address that is sent: servers and what stands before them refuse longer ones.
pub(super) const MAX_ADDRESS_BYTES: usize = 3_000;

/// `text` for an address: every byte but letters, digits and `-._~` is percent-encoded.
pub(super) fn encoded(text: &str) -> String {
    const PLAIN: &percent_encoding::AsciiSet =
        &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    percent_encoding::utf8_percent_encode(text, PLAIN).to_string()
}

/// An address: the base, a path that is encoded already, and parameters that are not.
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

/// A request without a body and without a key.
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

/// Groups of items, each with at most `most` of them and with at most `room` bytes of `size`.
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

/// Whether the status of HTTP is that of an answer; `NotFound` is left to the service, which may mean it.
///
/// # Errors
///
/// For every status that says that this is no answer.
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

/// What a status of HTTP means, where it may belong to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// There is an answer.
    Good,
    /// The resource does not exist, as the service or something on the way to it says.
    NotFound,
}

/// The first words of a body, for a message. Bodies may be pages of megabytes.
pub(super) fn beginning(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body.get(..body.len().min(400)).unwrap_or_default());
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat.chars().take(120).collect()
}

/// A body that should be JSON.
///
/// # Errors
///
/// Where it is a page, is cut off or is empty.
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

/// A body that should be XML with this element in it, closed.
///
/// # Errors
///
/// Where it is a page, is cut off or is empty.
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

/// It is not what the service sends, because …
pub(super) fn unreadable(why: &str) -> NotAnAnswer {
    NotAnAnswer::Unreadable(why.to_owned())
}

/// The answers of searches that were put together: to each what is about it. `is_cut` says that the service found more
/// than it sent: then a question for which nothing came has to be asked by itself.
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

/// The answers of a batch: for each question the records that bear its identifier.
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
