//! Parses the messages of a client and formats those of this server.
//!
//! This module decides which bytes are a message and answers the others with an error; `rmcp`
//! interprets the messages.

use crate::cleaned::cleaned;
use referee_text::visible::{as_name, in_json, on_one_line};
use rmcp::model::{
    ClientNotification, ClientRequest, CustomNotification, CustomRequest, ErrorCode, RequestId,
    ServerJsonRpcMessage,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The maximum number of characters of a parse error in an answer.
const MAX_REASON_CHARACTERS: usize = 300;

/// A message of a client.
#[derive(Debug)]
pub(crate) enum Message {
    /// A request, which requires an answer.
    Request { id: RequestId, request: Box<ClientRequest> },
    /// A notification, which is not answered.
    Notification(ClientNotification),
    /// A response; this server sends no requests, so it is ignored.
    Response,
}

/// The error line for an invalid message or a rejected request.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl Refusal {
    /// Creates the error for the request with this ID, which is null if it could not be parsed.
    pub(crate) fn new(id: &Value, code: ErrorCode, why: &str) -> Self {
        let error = json!({"code": code.0, "message": on_one_line(why)});
        Refusal(as_line(&json!({"jsonrpc": "2.0", "id": id, "error": error})))
    }

    /// Creates the error for a request with the ID of another one; `rmcp` would answer only one of
    /// them.
    pub(crate) fn used(id: RequestId) -> Self {
        Refusal::new(&id.into_json_value(), ErrorCode::INVALID_REQUEST, "a request with this id is running")
    }
}

/// Parses the bytes of one message; `None` if they are blank.
pub(crate) fn read_message(bytes: &[u8]) -> Option<Result<Message, Refusal>> {
    let bytes = bytes.trim_ascii();
    if bytes.is_empty() {
        return None;
    }
    Some(match serde_json::from_slice::<Value>(bytes) {
        Ok(Value::Object(message)) => read_object(message),
        Ok(_) => Err(Refusal::new(&Value::Null, ErrorCode::INVALID_REQUEST, "a message is one object")),
        // Excessive nesting is also a parse error.
        Err(error) => {
            let reason: String = error.to_string().chars().take(MAX_REASON_CHARACTERS).collect();
            Err(Refusal::new(&Value::Null, ErrorCode::PARSE_ERROR, &format!("no JSON: {reason}")))
        }
    })
}

fn read_object(mut message: Map<String, Value>) -> Result<Message, Refusal> {
    let id = message.remove("id");
    let known = id.clone().filter(|id| id.is_string() || id.is_number()).unwrap_or_default();
    let invalid = |why: &str| Err(Refusal::new(&known, ErrorCode::INVALID_REQUEST, why));
    if message.remove("jsonrpc").as_ref().and_then(Value::as_str) != Some("2.0") {
        return invalid("`jsonrpc` is not \"2.0\"");
    }
    let method = match message.get("method") {
        Some(Value::String(method)) => method.clone(),
        Some(_) => return invalid("`method` is no string"),
        None if id.is_some() && (message.contains_key("result") || message.contains_key("error")) => {
            return Ok(Message::Response);
        }
        None => return invalid("there is no `method`"),
    };
    // Parameters that are not an object match no method; `on_custom_request` reports parameters
    // that do not match theirs.
    let Some(id) = id else {
        let notification = serde_json::from_value(Value::Object(message));
        let unfit = |_| CustomNotification::new(method, None).into();
        return Ok(Message::Notification(notification.unwrap_or_else(unfit)));
    };
    let Ok(id) = serde_json::from_value::<RequestId>(id) else {
        return invalid("`id` is neither a string nor a whole number");
    };
    let request = serde_json::from_value(Value::Object(message));
    let unfit = |_| CustomRequest::new(method, None).into();
    Ok(Message::Request { id, request: Box::new(request.unwrap_or_else(unfit)) })
}

/// Returns the ID of the request that a message of this server answers.
pub(crate) fn answered(message: &ServerJsonRpcMessage) -> Option<&RequestId> {
    match message {
        ServerJsonRpcMessage::Response(response) => Some(&response.id),
        ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

/// Formats a message of this server as one line, without a line break.
pub(crate) fn answer_line(mut message: ServerJsonRpcMessage) -> String {
    // Errors by `rmcp` quote the client's input; of an unknown method, quote only the name.
    if let ServerJsonRpcMessage::Error(error) = &mut message {
        let error = &mut error.error;
        let message = match error.code {
            ErrorCode::METHOD_NOT_FOUND => format!("there is no method “{}”", as_name(&error.message, 60)),
            _ => on_one_line(&error.message).into_owned(),
        };
        error.message = message.into();
        error.data = error.data.take().map(cleaned);
    }
    as_line(&message)
}

fn as_line(message: &impl Serialize) -> String {
    // Messages only have string keys, so serialisation cannot fail.
    let line = serde_json::to_string(message).unwrap_or_default();
    in_json(&line).into_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn refusal(message: &Value) -> Value {
        let refused = read_message(message.to_string().as_bytes()).unwrap().unwrap_err();
        serde_json::from_str(&refused.0).unwrap()
    }

    #[test]
    fn a_refusal_brings_the_id_as_it_came() {
        for id in [json!("a"), json!(7), json!(1.5), json!(u64::MAX)] {
            let refused = refusal(&json!({"jsonrpc": "2.0", "id": id, "method": 5}));
            assert_eq!((&refused["id"], &refused["error"]["code"]), (&id, &json!(-32_600)));
        }
        let refused = refusal(&json!({"jsonrpc": "2.0", "id": {}, "method": "ping"}));
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&Value::Null, &json!(-32_600)));
    }

    #[test]
    fn parameters_that_do_not_fit_are_no_reason_to_drop_a_request() {
        for params in [json!(null), json!([]), json!({"name": 5}), json!({"name": "a", "_meta": 5})] {
            let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
            let read = read_message(message.to_string().as_bytes()).unwrap().unwrap();
            let Message::Request { request, .. } = read else { panic!("{read:?}") };
            let ClientRequest::CustomRequest(request) = *request else { panic!("{request:?}") };
            assert_eq!(request.method, "tools/call");
        }
    }
}
