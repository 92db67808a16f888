//! A server with OpenAI's interface whose answers are set by the test.

use crate::web::{ReceivedRequest, Reply, Web};
use serde_json::{Value, json};

/// A request that the model received.
#[derive(Clone, Debug)]
pub struct ModelRequest {
    /// The body of the request.
    pub body: Value,
    /// The kind of answer requested: `hypotheses`, `judgement`, `report`, `verdict`; empty for a
    /// request without a schema.
    pub wanted: String,
    /// The text of all messages.
    pub words: String,
    /// The texts to embed; empty for a chat request.
    pub texts: Vec<String>,
}

impl ModelRequest {
    /// Parses a request.
    #[must_use]
    pub fn read(asked: &ReceivedRequest) -> ModelRequest {
        let body: Value = serde_json::from_str(&asked.body).unwrap_or_default();
        let words: Vec<&str> = body["messages"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|message| message["content"].as_str())
            .collect();
        let wanted = body["response_format"]["json_schema"]["name"].as_str().unwrap_or_default().to_owned();
        let texts = body["input"].as_array().into_iter().flatten();
        let texts = texts.filter_map(|text| text.as_str().map(str::to_owned)).collect();
        ModelRequest { words: words.join("\n"), wanted, texts, body }
    }

    /// Returns the number with which a work with this title was shown; 0 if it was not shown.
    #[must_use]
    pub fn number_of(&self, title: &str) -> u64 {
        let mut number = 0;
        for line in self.words.lines() {
            if line.starts_with("==") {
                number = line.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
            }
            if line.starts_with("Title: ") && line.contains(title) {
                return number;
            }
        }
        0
    }
}

/// Starts a model that answers each request with the result of `answer`.
pub fn model(answer: impl Fn(&ModelRequest) -> Reply + Send + Sync + 'static) -> Web {
    Web::serve(move |asked| answer(&ModelRequest::read(asked)))
}

/// Returns an answer in chunks, as streaming servers send it.
#[must_use]
pub fn streamed(text: &str) -> Reply {
    let mut body = String::from(": a comment of the server\n\n");
    let characters: Vec<char> = text.chars().collect();
    for piece in characters.chunks(40) {
        let piece: String = piece.iter().collect();
        let chunk = json!({"id": "x", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": piece}}]});
        body.push_str(&format!("data: {chunk}\n\n"));
    }
    body.push_str(
        "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"eos\"}]}\n\ndata: [DONE]\n\n",
    );
    Reply::new(200, "text/event-stream", body)
}

/// Returns an answer in one piece, as servers without streaming send it.
#[must_use]
pub fn whole(text: &str) -> Reply {
    Reply::json(&json!({
        "id": "x", "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
    }))
}

/// Returns an answer with a vector for each requested text.
#[must_use]
pub fn embedded(put: &ModelRequest, vector: impl Fn(&str) -> Vec<f64>) -> Reply {
    let data: Vec<Value> = put
        .texts
        .iter()
        .enumerate()
        .map(|(index, text)| json!({"object": "embedding", "index": index, "embedding": vector(text)}))
        .collect();
    Reply::json(&json!({"object": "list", "model": put.body["model"], "data": data}))
}

/// Returns the settings of a user who compares works with this server, without a language model.
#[must_use]
pub fn comparing(server: &Web) -> Vec<(String, String)> {
    let mut out = settings(server);
    out.retain(|(name, _)| name != "REFEREE_LLM__MODEL");
    let own = [("BACKEND", "openai"), ("MODEL", "vectors")];
    out.extend(own.map(|(name, value)| (format!("REFEREE_EMBEDDINGS__{name}"), value.to_owned())));
    out
}

/// Returns the settings of a user with this model.
#[must_use]
pub fn settings(model: &Web) -> Vec<(String, String)> {
    [
        ("REFEREE_LLM__BASE_URL", format!("{}/v1", model.url())),
        ("REFEREE_LLM__MODEL", "tester".to_owned()),
        ("REFEREE_LLM__API_KEY_ENV", "TESTER_KEY".to_owned()),
        ("REFEREE_LLM__TIMEOUT", "20".to_owned()),
        ("TESTER_KEY", KEY.to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

/// The API key of this user.
pub const KEY: &str = "sk-very-secret-0123456789";
