//! Reads answers leniently: the text of a stream, and JSON in prose, in fences or cut off.
//!
//! Only the reading is lenient. Its result is checked strictly elsewhere.

use serde_json::Value;

/// The maximum number of possible starts of JSON that are tried in one answer.
const MAX_JSON_STARTS: usize = 24;

/// The maximum nesting depth; every requested answer is shallower.
const MAX_JSON_DEPTH: usize = 48;

/// The content of one piece of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerPiece {
    /// The text.
    pub text: String,
    /// Whether the model declined.
    pub declined: bool,
}

/// Reads one piece of a stream, or a whole answer that is not streamed.
#[must_use]
pub fn piece(value: &Value) -> AnswerPiece {
    let choice = &value["choices"][0];
    let said = if choice["delta"].is_object() { &choice["delta"] } else { &choice["message"] };
    let mut text = words(&said["content"]);
    if text.is_empty() {
        text = words(&choice["text"]);
    }
    let refusal = said["refusal"].as_str().is_some_and(|refusal| !refusal.trim().is_empty());
    AnswerPiece { text, declined: refusal || choice["finish_reason"] == "content_filter" }
}

/// Returns the text of a content: a string, or parts of which some are text.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part["text"].as_str().or(part.as_str())).collect()
        }
        _ => String::new(),
    }
}

/// Reads an answer that arrived in one piece: an object, or a stream that was not declared as one.
#[must_use]
pub fn whole(body: &[u8]) -> AnswerPiece {
    if let Ok(value) = serde_json::from_slice::<Value>(body) {
        return piece(&value);
    }
    let mut out = AnswerPiece::default();
    for line in String::from_utf8_lossy(body).lines() {
        let line = line.trim_start();
        let line = line.strip_prefix("data:").unwrap_or(line).trim();
        if let Ok(value) = serde_json::from_str::<Value>(line) {
            let answer_piece = piece(&value);
            out.text.push_str(&answer_piece.text);
            out.declined |= answer_piece.declined;
        }
    }
    out
}

/// Returns the JSON object in an answer that contains one of the `wanted` keys; a cut-off object is
/// read as far as possible.
#[must_use]
pub fn read(text: &str, wanted: &[&str]) -> Option<Value> {
    let text = without_thoughts(text);
    let fits = |value: &Value| {
        value.is_object() && (wanted.is_empty() || wanted.iter().any(|name| value.get(*name).is_some()))
    };
    let mut half = None;
    let mut from = 0;
    for _ in 0..MAX_JSON_STARTS {
        let Some(at) = text.get(from..).and_then(|rest| rest.find(['{', '['])).map(|at| from + at) else {
            break;
        };
        let rest = text.get(at..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match stream.next() {
            Some(Ok(value)) if fits(&value) => return Some(value),
            Some(Ok(_)) => from = at + stream.byte_offset().max(1),
            _ => {
                if half.is_none() {
                    half = mended(rest).filter(fits);
                }
                from = at + 1;
            }
        }
    }
    // A bare list of the requested items, without the object around it.
    half.or_else(|| match (serde_json::from_str::<Value>(text.trim()), wanted) {
        (Ok(list @ Value::Array(_)), [name, ..]) => Some(serde_json::json!({ *name: list })),
        _ => None,
    })
}

/// Strips a model's reasoning before the answer.
fn without_thoughts(text: &str) -> &str {
    match text.rfind("</think>") {
        Some(at) => text.get(at + "</think>".len()..).unwrap_or_default(),
        None => text,
    }
}

/// Repairs JSON whose end is missing or damaged, up to its last complete element; drops trailing
/// commas.
fn mended(text: &str) -> Option<Value> {
    let mut out = String::new();
    let mut open: Vec<char> = Vec::new();
    // The length of `out` up to the last complete element, and the open brackets there.
    let mut whole: Option<(usize, Vec<char>)> = None;
    let (mut in_string, mut escaped) = (false, false);
    for c in text.chars() {
        if in_string {
            // Escape a raw line break within a string.
            match c {
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                c if c.is_control() => {}
                c => out.push(c),
            }
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
            continue;
        }
        match c {
            '"' => {
                in_string = true;
                out.push(c);
            }
            '{' | '[' => {
                if open.len() >= MAX_JSON_DEPTH {
                    break;
                }
                open.push(c);
                out.push(c);
            }
            '}' | ']' => {
                while out.ends_with([',', ' ', '\n', '\r', '\t']) {
                    out.pop();
                }
                let Some(opened) = open.pop() else { break };
                out.push(if opened == '{' { '}' } else { ']' });
                if open.is_empty() {
                    return serde_json::from_str(&out).ok();
                }
                whole = Some((out.len(), open.clone()));
            }
            ',' => {
                whole = Some((out.len(), open.clone()));
                out.push(c);
            }
            c => out.push(c),
        }
    }
    let closed = |text: &str, open: &[char]| {
        let mut text = text.trim_end_matches([',', ' ', '\n', '\r', '\t']).to_owned();
        text.extend(open.iter().rev().map(|opened| if *opened == '{' { '}' } else { ']' }));
        serde_json::from_str::<Value>(&text).ok()
    };
    let as_far = if in_string { None } else { closed(&out, &open) };
    as_far.or_else(|| {
        let (length, open) = whole?;
        closed(out.get(..length)?, &open)
    })
}

/// Reads the number of a piece of evidence: `3`, `"3"`, `"E3"`, `"[3]"`.
#[must_use]
pub fn number(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|number| usize::try_from(number).ok()),
        Value::String(text) => {
            let digits = text.trim().trim_matches(['[', ']', '(', ')', '#', 'E', 'e']);
            digits.parse().ok()
        }
        _ => None,
    }
}

/// Reads a text of an answer, trimmed and with single spaces; empty if it is missing.
#[must_use]
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the elements of a list; a value that is not a list counts as its only element.
pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    let one = (!value.is_array() && !value.is_null()).then_some(value);
    value.as_array().into_iter().flatten().chain(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn json_is_found_in_fences_and_prose_and_behind_thoughts() {
        let expected = Some(json!({"a": [1]}));
        for text in [
            "{\"a\": [1]}",
            "Sure! Here it is:\n```json\n{\"a\": [1]}\n```\nAnything else?",
            "<think>{\"a\": [2]} or so</think> {\"a\": [1]}",
            "The set {x} is meant. {\"b\": 2} {\"a\": [1]}",
            "{\"a\": [1,],}",
        ] {
            assert_eq!(read(text, &["a"]), expected, "{text}");
        }
        assert_eq!(read("I cannot help with that.", &["a"]), None);
        assert_eq!(read("", &["a"]), None);
        assert_eq!(read("[1, 2]", &["a"]), Some(json!({"a": [1, 2]})));
    }

    #[test]
    fn half_an_answer_is_read_as_far_as_it_goes() {
        let half = r#"{"a": [{"b": "one", "c": 2}, {"b": "tw"#;
        assert_eq!(read(half, &["a"]), Some(json!({"a": [{"b": "one", "c": 2}]})));
        assert_eq!(read(r#"{"a": [1, 2"#, &["a"]), Some(json!({"a": [1, 2]})));
        assert_eq!(read("{\"a\": \"two\nlines\"}", &["a"]), Some(json!({"a": "two\nlines"})));
        assert_eq!(read(r#"{"a"#, &["a"]), None);
    }

    #[test]
    fn answers_come_in_pieces_or_whole() {
        let said = |value: &Value| piece(value).text;
        assert_eq!(said(&json!({"choices": [{"delta": {"content": "x"}}]})), "x");
        assert_eq!(
            said(&json!({"choices": [{"message": {"content": [{"type": "text", "text": "x"}]}}]})),
            "x"
        );
        assert_eq!(said(&json!({"error": {"message": "no"}})), "");
        assert!(
            piece(&json!({"choices": [{"message": {"content": null, "refusal": "I will not."}}]})).declined
        );
        let stream = b"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"b\"}}]}\n\ndata: [DONE]\n";
        assert_eq!(whole(stream).text, "ab");
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(400))]
        #[test]
        fn no_answer_breaks_the_reading(text in "[\\[\\]{}\",:0-9a\\\\ \n<>/é]{0,80}") {
            let _ = read(&text, &["a"]);
        }

        #[test]
        fn every_beginning_of_an_answer_is_read_or_is_none(cut in 0_usize..90) {
            let whole = r#"{"a": [{"b": "o\"n{e", "c": [1, 2, {"d": null}]}, {"b": "é", "c": true}], "x": 1.5}"#;
            let head: String = whole.chars().take(cut).collect();
            if let Some(value) = read(&head, &["a"]) {
                proptest::prop_assert!(value.get("a").is_some());
            }
        }
    }
}
