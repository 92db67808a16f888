//! Fetches vectors from a server with an OpenAI-compatible API (`/embeddings`), through the gate
//! like every other request.

use super::ask::{Exchange, lock, quietly};
use super::{CallControl, Model, ModelError, budget};
use crate::embed::Embedder;
use referee_literature::gate::Destination;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// The maximum number of texts in one request; servers accept this many by default.
const MAX_TEXTS_PER_REQUEST: usize = 32;

/// The embedder of a server. The author agrees to everything that is sent to another machine, in
/// one question.
#[derive(Debug)]
pub struct ServedEmbedder {
    model: Model,
    name: String,
    /// The replacements in the author's question; not sent.
    replaced: Mutex<Vec<String>>,
}

impl ServedEmbedder {
    /// Creates the embedder for this model, at the address of its access. A model for notes has the
    /// question redacted before it goes to another machine.
    #[must_use]
    pub fn new(model: Model) -> Self {
        // Two servers may use one name for different models; the credentials do not matter.
        let address = model.access.base_url.trim_end_matches('/');
        let place = address.rsplit_once('@').map_or(address, |(_, place)| place);
        let name = format!("openai {place} {}", model.name());
        ServedEmbedder { model, name, replaced: Mutex::default() }
    }

    fn replaced(&self) -> Vec<String> {
        lock(&self.replaced).clone()
    }

    fn ask(
        &self,
        texts: &[&str],
        call: &mut CallControl<'_>,
        take: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError> {
        if call.cancel.is_cancelled() {
            return Err(ModelError::Cancelled);
        }
        if !self.model.spend(texts.iter().map(|text| budget::tokens(text)).sum()) {
            return Err(ModelError::Budget);
        }
        let bodies = bodies(self.model.name(), texts);
        let readable: Vec<String> =
            texts.iter().zip(1..).map(|(text, number)| format!("{number}. {text}")).collect();
        let (name, replaced) = (self.model.name(), self.replaced());
        let to = self.model.destination(
            "embeddings",
            name,
            &bodies,
            &bodies,
            &readable.join("\n\n"),
            &replaced,
        )?;
        quietly(async {
            let mut made = 0;
            for (body, texts) in bodies.into_iter().zip(texts.chunks(MAX_TEXTS_PER_REQUEST)) {
                (call.on_progress)(made);
                let answer = self.fetch(&to, body, call).await?;
                take(read(&answer, texts.len()).ok_or(ModelError::Unreadable)?);
                made += texts.len();
            }
            Ok(())
        })
    }

    /// Waits for one answer, until the author cancels or the server times out.
    async fn fetch(
        &self,
        to: &Destination,
        body: Value,
        call: &CallControl<'_>,
    ) -> Result<Vec<u8>, ModelError> {
        let exchange = Arc::new(Mutex::new(Exchange::default()));
        let patience = self.model.patience();
        let request = async {
            let client = self.model.client(to, &exchange)?;
            client.embeddings().create_byot::<_, Value>(body).await.map(|_: Value| ())
        };
        let done = tokio::select! {
            biased;
            () = call.cancel.cancelled() => return Err(ModelError::Cancelled),
            done = tokio::time::timeout(patience, request) => {
                done.map_err(|_| ModelError::Timeout(patience.as_secs()))?
            }
        };
        let mut exchange = lock(&exchange);
        match (exchange.whole.take(), done) {
            (Some(whole), _) => Ok(whole),
            (None, Err(error)) => Err(exchange.error(&error, patience)),
            (None, Ok(())) => Err(ModelError::Unreadable),
        }
    }
}

impl Embedder for ServedEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn model(&self) -> &str {
        self.model.name()
    }

    fn embed(
        &self,
        texts: &[&str],
        call: &mut CallControl<'_>,
        take: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError> {
        if let Some(error) = self.model.broken() {
            return Err(error);
        }
        let asked = self.ask(texts, call, take);
        if let Err(error) = &asked {
            self.model.note(error);
        }
        asked
    }

    fn question(&self, question: &str, published: &str) -> Result<String, ModelError> {
        let (question, replaced) = self.model.outward(question, published)?;
        *lock(&self.replaced) = replaced;
        Ok(question)
    }

    fn payload(&self, texts: &[&str]) -> Option<Value> {
        let mut out = json!({"to": self.model.access.base_url, "bodies": bodies(self.model.name(), texts)});
        let replaced = self.replaced();
        if !replaced.is_empty() {
            out["replaced"] = json!(replaced);
        }
        Some(out)
    }
}

/// Returns the request bodies, split by the maximum number of texts.
fn bodies(model: &str, texts: &[&str]) -> Vec<Value> {
    texts.chunks(MAX_TEXTS_PER_REQUEST).map(|texts| json!({"model": model, "input": texts})).collect()
}

/// Returns the vectors of an answer in the order of the texts, from OpenAI's form or a bare list;
/// `None` if their number is wrong or they are not numbers. Their quality is judged elsewhere.
fn read(answer: &[u8], wanted: usize) -> Option<Vec<Vec<f32>>> {
    let answer: Value = serde_json::from_slice(answer).ok()?;
    let list = [&answer["data"], &answer["embeddings"], &answer].into_iter().find_map(Value::as_array)?;
    if list.len() != wanted {
        return None;
    }
    let mut out: Vec<Option<Vec<f32>>> = vec![None; wanted];
    for (place, item) in list.iter().enumerate() {
        let place = match &item["index"] {
            Value::Null => place,
            index => usize::try_from(index.as_u64()?).ok()?,
        };
        // A repeated index leaves another one without a vector.
        *out.get_mut(place)? = Some(vector(if item.is_array() { item } else { &item["embedding"] })?);
    }
    out.into_iter().collect()
}

fn vector(value: &Value) -> Option<Vec<f32>> {
    #[expect(clippy::cast_possible_truncation, reason = "no more is stored, and none of them is large")]
    value.as_array()?.iter().map(|number| Some(number.as_f64()? as f32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(answer: &Value, wanted: usize) -> Option<Vec<Vec<f32>>> {
        read(answer.to_string().as_bytes(), wanted)
    }

    #[test]
    fn vectors_come_in_the_order_of_the_texts() {
        let expected = Some(vec![vec![1.0, 0.5], vec![0.0, 2.0]]);
        for answer in [
            json!({"object": "list", "data": [{"index": 0, "embedding": [1, 0.5]}, {"index": 1, "embedding": [0, 2]}]}),
            json!({"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [1, 0.5]}]}),
            json!({"data": [{"embedding": [1, 0.5]}, {"embedding": [0, 2]}]}),
            json!({"embeddings": [[1, 0.5], [0, 2]]}),
            json!([[1, 0.5], [0, 2]]),
        ] {
            assert_eq!(reads(&answer, 2), expected, "{answer}");
        }
    }

    #[test]
    fn what_are_not_so_many_vectors_is_no_answer() {
        for answer in [
            json!({"data": [{"index": 0, "embedding": [1]}]}),
            json!({"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}),
            json!({"data": [{"index": 0, "embedding": [1]}, {"index": 7, "embedding": [1]}]}),
            json!({"data": [{"embedding": [1]}, {"embedding": ["one"]}]}),
            json!({"data": [{"embedding": [1]}, {"embedding": [null]}]}),
            json!({"data": [{"embedding": [1]}, {"embedding": "AACAPw=="}]}),
            json!({"data": [{"embedding": [1]}, 3]}),
            json!({"error": {"message": "loading"}}),
            json!("metformin is wonderful"),
            json!(null),
        ] {
            assert_eq!(reads(&answer, 2), None, "{answer}");
        }
        assert_eq!(read(b"<html>", 2), None);
        assert_eq!(read(b"{\"data\": [{\"embedding\": [1e999]}]}", 1), None);
    }

    #[test]
    fn texts_are_sent_in_batches_of_bounded_size() {
        let texts = vec!["a text"; 2 * MAX_TEXTS_PER_REQUEST + 1];
        let sizes: Vec<usize> =
            bodies("m", &texts).iter().map(|body| body["input"].as_array().map_or(0, Vec::len)).collect();
        assert_eq!(sizes, [MAX_TEXTS_PER_REQUEST, MAX_TEXTS_PER_REQUEST, 1]);
    }
}
