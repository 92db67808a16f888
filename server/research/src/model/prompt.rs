//! What a model is asked, and the body of the request that asks it.

use super::ModelError;
use async_openai::types::chat::{
    ChatCompletionRequestSystemMessage, ChatCompletionRequestUserMessage, CreateChatCompletionRequestArgs,
    ResponseFormat, ResponseFormatJsonSchema,
};
use serde_json::Value;

/// One question to a model.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// What the answer is: `hypotheses`, `verdict`.
    pub name: &'static str,
    /// What the model is to do, and how.
    pub system: String,
    /// The question and the evidence.
    pub user: String,
    /// The JSON schema of the answer.
    pub schema: Value,
    /// How long the answer may be, in tokens.
    pub answer: u32,
    /// Whether the faster model will do.
    pub fast: bool,
    /// What of the author's words was replaced, and by what; it is not sent.
    pub replaced: Vec<String>,
}

/// What every prompt begins with; `mark` stands before each piece of evidence.
pub(super) fn frame(mark: &str) -> String {
    include_str!("prompts/frame.md").replace("{MARK}", mark)
}

/// A text as one line, without control characters, and not longer than a question is.
pub(crate) fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !c.is_control()).take(2_000).collect()
}

/// What is sent. `formed` asks for the form of the answer in the way of servers that can keep to a schema.
pub(super) fn body(prompt: &Prompt, model: &str, formed: bool) -> Result<Value, ModelError> {
    let mut request = CreateChatCompletionRequestArgs::default();
    request.model(model).messages([
        ChatCompletionRequestSystemMessage::from(prompt.system.as_str()).into(),
        ChatCompletionRequestUserMessage::from(prompt.user.as_str()).into(),
    ]);
    request.stream(true).max_completion_tokens(prompt.answer);
    if formed {
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
    serde_json::to_value(request).map_err(|_| ModelError::Unreadable)
}
