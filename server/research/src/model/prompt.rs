//! The prompt for a model, and the body of its request.

use super::ModelError;
use async_openai::types::chat::{
    ChatCompletionRequestSystemMessage, ChatCompletionRequestUserMessage, CreateChatCompletionRequestArgs,
    ResponseFormat, ResponseFormatJsonSchema,
};
use serde_json::Value;

/// One request to a model.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The kind of answer: `hypotheses`, `verdict`.
    pub name: &'static str,
    /// The instructions for the model.
    pub system: String,
    /// The question and the evidence.
    pub user: String,
    /// The JSON schema of the answer.
    pub schema: Value,
    /// The maximum length of the answer, in tokens.
    pub answer: u32,
    /// Whether the faster model suffices.
    pub fast: bool,
    /// The author's words that were replaced, with their replacements; not sent.
    pub replaced: Vec<String>,
}

/// Returns the beginning of every prompt; `mark` precedes each piece of evidence.
pub(super) fn frame(mark: &str) -> String {
    include_str!("prompts/frame.md").replace("{MARK}", mark)
}

/// Returns a text as one line without control characters, cut to the maximum length of a question.
pub(crate) fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !c.is_control()).take(2_000).collect()
}

/// The form of a request. Servers differ in what they support: some refuse a schema, some the newer
/// name of the answer limit (Mistral), some the older one (OpenAI, for its newer models).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequestForm {
    /// Requests the form of the answer as a JSON schema.
    pub(super) schema: bool,
    /// Calls the limit `max_tokens` instead of `max_completion_tokens`.
    pub(super) max_tokens: bool,
}

impl RequestForm {
    /// The form that is tried first, and that the author is shown.
    pub(super) const FIRST: RequestForm = RequestForm { schema: true, max_tokens: false };

    /// Returns the form to try after this one was refused, if there is another. `names_limit` means
    /// that the refusal mentioned `max_completion_tokens`, so the schema is not the cause.
    pub(super) fn after_refusal(self, names_limit: bool) -> Option<RequestForm> {
        match (self.schema, self.max_tokens) {
            (schema, false) if names_limit => Some(RequestForm { schema, max_tokens: true }),
            (true, max_tokens) => Some(RequestForm { schema: false, max_tokens }),
            (false, false) => Some(RequestForm { schema: false, max_tokens: true }),
            (false, true) => None,
        }
    }

    /// Returns every form that may be sent, starting with the first.
    pub(super) fn all() -> [RequestForm; 4] {
        let form = |schema, max_tokens| RequestForm { schema, max_tokens };
        [RequestForm::FIRST, form(false, false), form(true, true), form(false, true)]
    }
}

/// Returns the body of the request.
pub(super) fn body(prompt: &Prompt, model: &str, form: RequestForm) -> Result<Value, ModelError> {
    let mut request = CreateChatCompletionRequestArgs::default();
    request.model(model).messages([
        ChatCompletionRequestSystemMessage::from(prompt.system.as_str()).into(),
        ChatCompletionRequestUserMessage::from(prompt.user.as_str()).into(),
    ]);
    request.stream(true);
    if !form.max_tokens {
        request.max_completion_tokens(prompt.answer);
    }
    if form.schema {
        request.temperature(0.0).response_format(ResponseFormat::JsonSchema {
            json_schema: ResponseFormatJsonSchema {
                description: None,
                name: prompt.name.to_owned(),
                schema: prompt.schema.clone(),
                strict: Some(true),
            },
        });
    }
    let request = request.build().map_err(|_| ModelError::Unreadable)?;
    let mut body = serde_json::to_value(request).map_err(|_| ModelError::Unreadable)?;
    if form.max_tokens
        && let Some(fields) = body.as_object_mut()
    {
        fields.insert("max_tokens".to_owned(), prompt.answer.into());
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn every_form_names_one_limit_and_keeps_the_words() {
        let prompt = Prompt {
            name: "verdict",
            system: "Judge.".to_owned(),
            user: "Does it?".to_owned(),
            schema: serde_json::json!({"type": "object"}),
            answer: 100,
            fast: false,
            replaced: Vec::new(),
        };
        for form in RequestForm::all() {
            let body = body(&prompt, "tester", form).unwrap();
            let limits = ["max_tokens", "max_completion_tokens"].map(|name| body.get(name).cloned());
            assert_eq!(limits.iter().flatten().collect::<Vec<_>>(), [&Value::from(100)], "{form:?}");
            assert_eq!(body["messages"].as_array().map(Vec::len), Some(2), "{form:?}");
        }
    }

    #[test]
    fn refusals_end_after_every_form_that_could_help() {
        for names_limit in [false, true] {
            let mut form = Some(RequestForm::FIRST);
            let mut tried = Vec::new();
            while let Some(next) = form {
                assert!(!tried.contains(&next) && RequestForm::all().contains(&next));
                tried.push(next);
                form = next.after_refusal(names_limit);
            }
            assert_eq!(tried.last(), Some(&RequestForm { schema: false, max_tokens: true }));
        }
    }
}
