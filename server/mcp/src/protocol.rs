//! The messages of JSON-RPC 2.0, as far as the protocol uses them.
//!
//! Source: <https://modelcontextprotocol.io/specification>. The official SDK is not used: what would be used of it is
//! this file and the table of methods, docs/decisions.md says at what price.

use serde_json::{Map, Value, json};

/// The versions of the protocol that are spoken, the newest first.
pub(crate) const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The kinds of errors that the protocol numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorCode {
    /// The line is no JSON.
    Parse,
    /// It is no request.
    InvalidRequest,
    /// There is no such method.
    MethodNotFound,
    /// The parameters do not fit the method, or name what there is not.
    InvalidParams,
    /// A fault of the program.
    Internal,
    /// There is nothing at the address of a resource.
    ResourceNotFound,
}

impl ErrorCode {
    fn number(self) -> i64 {
        match self {
            ErrorCode::Parse => -32_700,
            ErrorCode::InvalidRequest => -32_600,
            ErrorCode::MethodNotFound => -32_601,
            ErrorCode::InvalidParams => -32_602,
            ErrorCode::Internal => -32_603,
            ErrorCode::ResourceNotFound => -32_002,
        }
    }
}

/// A request that cannot be answered with a result.
#[derive(Debug)]
pub(crate) struct RpcError {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
}

impl RpcError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        RpcError { code, message: message.into() }
    }
}

/// A message of a client.
#[derive(Debug)]
pub(crate) enum Message {
    /// It wants an answer.
    Request {
        /// A number or a string.
        id: Value,
        method: String,
        params: Value,
    },
    /// It wants none.
    Notification { method: String, params: Value },
    /// It answers a request; this server makes none.
    Response,
}

impl Message {
    /// Reads a message; what is none comes back as the response that says so.
    pub(crate) fn read(value: Value) -> Result<Message, Value> {
        let invalid = |id: Value, why: &str| Err(error_response(id, ErrorCode::InvalidRequest, why));
        let Value::Object(mut message) = value else {
            return invalid(Value::Null, "a message is one object");
        };
        let id = message.remove("id");
        let known = id.clone().filter(|id| id.is_string() || id.is_number()).unwrap_or(Value::Null);
        if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return invalid(known, "`jsonrpc` is not \"2.0\"");
        }
        let params = message.remove("params").unwrap_or_default();
        match (message.remove("method"), id) {
            (Some(Value::String(method)), None) => Ok(Message::Notification { method, params }),
            (Some(Value::String(method)), Some(_)) if !known.is_null() => {
                Ok(Message::Request { id: known, method, params })
            }
            (Some(Value::String(_)), Some(_)) => invalid(known, "`id` is neither a string nor a number"),
            (Some(_), _) => invalid(known, "`method` is no string"),
            (None, Some(_)) if message.contains_key("result") || message.contains_key("error") => {
                Ok(Message::Response)
            }
            (None, _) => invalid(known, "there is no `method`"),
        }
    }
}

/// The response to a request that succeeded.
pub(crate) fn response(id: Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// The response to a request that did not.
pub(crate) fn error_response(id: Value, code: ErrorCode, message: &str) -> Value {
    let message = referee_text::visible::on_one_line(message);
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code.number(), "message": message}})
}

/// The members of parameters that are an object, or are left out.
pub(crate) fn members(method: &str, params: Value) -> Result<Map<String, Value>, RpcError> {
    match params {
        Value::Null => Ok(Map::new()),
        Value::Object(members) => Ok(members),
        _ => Err(RpcError::new(ErrorCode::InvalidParams, format!("the params of {method} are no object"))),
    }
}

/// A member that has to be a string.
pub(crate) fn string(members: &mut Map<String, Value>, name: &str) -> Result<String, RpcError> {
    match members.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(RpcError::new(ErrorCode::InvalidParams, format!("`{name}` is missing or no string"))),
    }
}
