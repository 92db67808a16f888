//! all-MiniLM-L6-v2 from a folder on this machine: three files, no network.
//!
//! A vector is the mean of the model's token values (mean pooling); [`super::selector`] normalises
//! it to length one.

use super::Embedder;
use super::bert::{Bert, BertConfig};
use super::local_error::LocalModelError;
use super::weights::Weights;
use super::wordpiece::WordPiece;
use crate::model::{CallControl, ModelError};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::error::Error;
use std::fs::File;
use std::hash::Hasher;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const CONFIG_FILE: &str = "config.json";
const TOKENIZER_FILE: &str = "tokenizer.json";
const WEIGHTS_FILE: &str = "model.safetensors";

/// The maximum length of a text, in tokens: that of the model's training texts. The time grows
/// faster than the length.
const MAX_TOKENS: usize = 256;

/// The number of texts that are given to the threads at once; cancellation is checked before each
/// batch.
const BATCH_SIZE: usize = 16;

/// The maximum number of threads; the editor needs the other cores.
const MAX_THREADS: usize = 4;

/// The number of bytes at the end of the weights that identify a model.
const DIGESTED_WEIGHT_BYTES: u64 = 64 << 10;

/// The embedder of a folder. The model is loaded when the first text arrives.
pub(super) struct MiniLm {
    folder: PathBuf,
    name: String,
    loaded: OnceLock<Result<LoadedModel, LocalModelError>>,
}

struct LoadedModel {
    tokenizer: WordPiece,
    network: Bert,
    max_tokens: usize,
}

impl MiniLm {
    /// Creates the embedder of a folder.
    ///
    /// # Errors
    ///
    /// Returns which file is missing or unreadable; the text follows the name of the model.
    pub(super) fn of(folder: &Path) -> Result<MiniLm, LocalModelError> {
        if !folder.is_dir() {
            return Err(LocalModelError::NotAFolder(folder.to_owned()));
        }
        for file in [CONFIG_FILE, TOKENIZER_FILE, WEIGHTS_FILE] {
            if !folder.join(file).is_file() {
                return Err(LocalModelError::Incomplete { folder: folder.to_owned(), file });
            }
        }
        let digest = digest(folder).map_err(unreadable(folder))?;
        let name = format!("{} {digest:032x}", super::FOLDER_MODEL);
        Ok(MiniLm { folder: folder.to_owned(), name, loaded: OnceLock::new() })
    }

    fn loaded(&self) -> Result<&LoadedModel, ModelError> {
        let loaded = self.loaded.get_or_init(|| load(&self.folder));
        loaded.as_ref().map_err(|error| ModelError::Unusable(error.to_string()))
    }
}

/// Returns a function that builds the error for an unreadable file.
fn unreadable<E: Into<Box<dyn Error + Send + Sync>>>(path: &Path) -> impl FnOnce(E) -> LocalModelError {
    move |source| LocalModelError::Unreadable { path: path.to_owned(), source: source.into() }
}

/// Returns a digest of everything that the vectors depend on, so that vectors of another model that
/// later replaces this one in the folder are not compared with them.
fn digest(folder: &Path) -> std::io::Result<u128> {
    let mut hasher = SipHasher13::new();
    hasher.write_usize(MAX_TOKENS);
    for file in [CONFIG_FILE, TOKENIZER_FILE] {
        hasher.write(&std::fs::read(folder.join(file))?);
    }
    let mut weights = File::open(folder.join(WEIGHTS_FILE))?;
    let length = weights.metadata()?.len();
    hasher.write_u64(length);
    weights.seek(SeekFrom::Start(length.saturating_sub(DIGESTED_WEIGHT_BYTES)))?;
    let mut end = Vec::new();
    weights.take(DIGESTED_WEIGHT_BYTES).read_to_end(&mut end)?;
    hasher.write(&end);
    Ok(hasher.finish128().as_u128())
}

fn load(folder: &Path) -> Result<LoadedModel, LocalModelError> {
    let [config_path, tokenizer_path, weights_path] =
        [CONFIG_FILE, TOKENIZER_FILE, WEIGHTS_FILE].map(|file| folder.join(file));
    let read = |path: &Path| std::fs::read(path).map_err(unreadable(path));
    let config: BertConfig =
        serde_json::from_slice(&read(&config_path)?).map_err(unreadable(&config_path))?;
    let tokenizer = WordPiece::read(&read(&tokenizer_path)?).map_err(unreadable(&tokenizer_path))?;
    let bytes = read(&weights_path)?;
    let weights = Weights::read(&bytes).map_err(unreadable(&weights_path))?;
    let network = Bert::new(&config, &weights).map_err(unreadable(&weights_path))?;
    Ok(LoadedModel { tokenizer, network, max_tokens: MAX_TOKENS.min(config.max_position_embeddings) })
}

impl LoadedModel {
    fn vector(&self, text: &str) -> Vec<f32> {
        self.network.mean(&self.tokenizer.tokens(text, self.max_tokens))
    }

    /// Computes the vectors of some texts, in their order; the texts are distributed over threads.
    fn vectors(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = cores.min(MAX_THREADS).min(texts.len()).max(1);
        let of = |start: usize| -> Vec<(usize, Vec<f32>)> {
            let own = texts.iter().enumerate().skip(start).step_by(threads);
            own.map(|(index, text)| (index, self.vector(text))).collect()
        };
        let mut made: Vec<(usize, Vec<f32>)> = match threads {
            1 => of(0),
            _ => std::thread::scope(|scope| {
                let parts: Vec<_> = (0..threads).map(|start| scope.spawn(move || of(start))).collect();
                parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
            }),
        };
        made.sort_by_key(|(index, _)| *index);
        made.into_iter().map(|(_, vector)| vector).collect()
    }
}

impl Embedder for MiniLm {
    fn name(&self) -> &str {
        &self.name
    }

    fn model(&self) -> &str {
        super::FOLDER_MODEL
    }

    fn is_on_this_machine(&self) -> bool {
        true
    }

    fn embed(
        &self,
        texts: &[&str],
        call: &mut CallControl<'_>,
        take: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError> {
        let loaded = self.loaded()?;
        let mut made = 0;
        for some in texts.chunks(BATCH_SIZE) {
            if call.cancel.is_cancelled() {
                return Err(ModelError::Cancelled);
            }
            take(loaded.vectors(some));
            made += some.len();
            (call.on_progress)(made);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    #![allow(clippy::print_stdout, reason = "a test that is skipped says so")]
    use super::*;
    use crate::embed::{dot, local, normalised};
    use tokio_util::sync::CancellationToken;

    fn embed(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let mut out = Vec::new();
        let mut call = CallControl { cancel: &CancellationToken::new(), on_progress: &mut |_| {} };
        embedder
            .embed(texts, &mut call, &mut |vectors| out.extend(vectors.into_iter().filter_map(normalised)))?;
        Ok(out)
    }

    fn complaint(folder: &Path) -> String {
        embed(local(Some(folder)).as_ref(), &["x"]).unwrap_err().to_string()
    }

    #[test]
    fn a_file_that_is_missing_or_damaged_is_named() {
        let folder = tempfile::tempdir().unwrap();
        assert!(complaint(&folder.path().join("none")).contains("has no folder"));
        for file in [CONFIG_FILE, TOKENIZER_FILE, WEIGHTS_FILE] {
            let said = complaint(folder.path());
            assert!(said.contains(&format!("has no {file}")), "{said}");
            std::fs::write(folder.path().join(file), "{}").unwrap();
        }
        let said = complaint(folder.path());
        assert!(said.contains("cannot be read") && said.contains(CONFIG_FILE), "{said}");
        let said = embed(local(None).as_ref(), &["x"]).unwrap_err().to_string();
        assert!(said.contains("referee model install minilm"), "{said}");
    }

    #[test]
    fn the_same_sentence_is_nearest_then_its_paraphrase_then_another() {
        let Some(folder) = std::env::var_os("REFEREE_MODEL_DIR") else {
            println!("skipped: REFEREE_MODEL_DIR names no folder with all-MiniLM-L6-v2");
            return;
        };
        let embedder = local(Some(Path::new(&folder)));
        let texts = [
            "Metformin lowers blood glucose in patients with type 2 diabetes.",
            "In people with type 2 diabetes, blood sugar falls under metformin.",
            "The cathedral was rebuilt after the fire of 1194.",
            "Statins reduce the risk of myocardial infarction.",
            "Heart attacks are less frequent in people who take cholesterol-lowering drugs.",
            "Metformin lowers blood glucose in patients with type 2 diabetes.",
        ];
        let vectors = embed(embedder.as_ref(), &texts).unwrap();
        assert!(vectors.iter().all(|vector| vector.len() == 384));
        let near = |a: usize, b: usize| dot(&vectors[a], &vectors[b]);
        for (a, b) in [(0, 5), (0, 1), (3, 4), (0, 3), (0, 2), (3, 2)] {
            println!("{:.3}  {} | {}", near(a, b), texts[a], texts[b]);
        }
        assert!((near(0, 5) - 1.0).abs() < 1e-4);
        assert!(near(0, 1) > 0.7 && near(3, 4) > 0.5, "{} {}", near(0, 1), near(3, 4));
        assert!(near(0, 2) < 0.2 && near(3, 2) < 0.2, "{} {}", near(0, 2), near(3, 2));
        // Other texts in the batch do not change a vector.
        let alone = embed(embedder.as_ref(), &texts[..1]).unwrap();
        assert!(dot(&alone[0], &vectors[0]) > 0.9999);
        let long = "Metformin lowers blood glucose. ".repeat(200);
        assert_eq!(embed(embedder.as_ref(), &[&long]).unwrap().len(), 1);
    }
}
