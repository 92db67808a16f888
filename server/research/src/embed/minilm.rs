//! all-MiniLM-L6-v2 from a folder on this machine, by candle: three files, no network.
//!
//! A vector is the mean of what the model says of each token (mean pooling); it is brought to length one where
//! vectors are taken ([`super::selector`]).

use super::Embedder;
use super::local_error::LocalModelError;
use crate::model::{CallControl, ModelError};
use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::error::Error;
use std::fs::File;
use std::hash::Hasher;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tokenizers::{Tokenizer, TruncationParams};

const CONFIG_FILE: &str = "config.json";
const TOKENIZER_FILE: &str = "tokenizer.json";
const WEIGHTS_FILE: &str = "model.safetensors";

/// The longest text that is read, in tokens: a title and its best sentences. The time grows faster than the length.
const MAX_TOKENS: usize = 128;

/// So many texts are read at once.
const BATCH_SIZE: usize = 8;

/// So many texts are put in order of their length, so that those that are read at once have about one length.
const SORT_WINDOW: usize = 32;

/// So much of the end of the weights tells one model from another, in bytes.
const DIGESTED_WEIGHT_BYTES: u64 = 64 << 10;

/// The embedder of a folder. The model is read when the first text comes.
pub(super) struct MiniLm {
    folder: PathBuf,
    name: String,
    loaded: OnceLock<Result<LoadedModel, LocalModelError>>,
}

struct LoadedModel {
    tokenizer: Tokenizer,
    model: BertModel,
}

impl MiniLm {
    /// The model of a folder.
    ///
    /// # Errors
    ///
    /// Says which file is missing or cannot be read, to stand behind the name of the model.
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

/// Makes the error of a file that cannot be read.
fn unreadable<E: Into<Box<dyn Error + Send + Sync>>>(path: &Path) -> impl FnOnce(E) -> LocalModelError {
    move |source| LocalModelError::Unreadable { path: path.to_owned(), source: source.into() }
}

/// What tells this model from others that may lie in the folder another day.
fn digest(folder: &Path) -> std::io::Result<u128> {
    let mut hasher = SipHasher13::new();
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
    let config: Config = serde_json::from_slice(&read(&config_path)?).map_err(unreadable(&config_path))?;
    let mut tokenizer = Tokenizer::from_bytes(read(&tokenizer_path)?).map_err(unreadable(&tokenizer_path))?;
    let max_length = MAX_TOKENS.min(config.max_position_embeddings);
    tokenizer
        .with_truncation(Some(TruncationParams { max_length, ..TruncationParams::default() }))
        .map_err(unreadable(&tokenizer_path))?
        .with_padding(None);
    let weights = VarBuilder::from_buffered_safetensors(read(&weights_path)?, DType::F32, &Device::Cpu)
        .map_err(unreadable(&weights_path))?;
    let model = BertModel::load(weights, &config).map_err(unreadable(&weights_path))?;
    Ok(LoadedModel { tokenizer, model })
}

impl LoadedModel {
    /// The tokens of a text.
    fn tokens(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let encoding = self.tokenizer.encode(text, true).map_err(|_| ModelError::Unreadable)?;
        Ok(encoding.get_ids().to_vec())
    }

    /// The mean of what the model says of the tokens of each text.
    fn means(&self, texts: &[&[u32]]) -> candle_core::Result<Vec<Vec<f32>>> {
        let longest = texts.iter().map(|tokens| tokens.len()).max().unwrap_or(0).max(1);
        let (mut ids, mut mask) = (Vec::new(), Vec::new());
        for tokens in texts {
            let padding = longest - tokens.len();
            ids.extend(tokens.iter().copied().chain(std::iter::repeat_n(0, padding)));
            mask.extend(std::iter::repeat_n(1_u32, tokens.len()).chain(std::iter::repeat_n(0, padding)));
        }
        let shape = (texts.len(), longest);
        let ids = Tensor::from_vec(ids, shape, &Device::Cpu)?;
        let mask = Tensor::from_vec(mask, shape, &Device::Cpu)?;
        let said = self.model.forward(&ids, &ids.zeros_like()?, Some(&mask))?.to_vec3::<f32>()?;
        let mean = |(said, tokens): (&Vec<Vec<f32>>, &&[u32])| {
            let mut sum = vec![0.0_f32; said.first().map_or(0, Vec::len)];
            for of_token in said.iter().take(tokens.len()) {
                for (sum, value) in sum.iter_mut().zip(of_token) {
                    *sum += value;
                }
            }
            // Only the direction counts, and the mean has that of the sum.
            sum
        };
        Ok(said.iter().zip(texts).map(mean).collect())
    }
}

impl Embedder for MiniLm {
    fn name(&self) -> &str {
        &self.name
    }

    fn model(&self) -> &str {
        super::FOLDER_MODEL
    }

    fn embed(
        &self,
        texts: &[&str],
        call: &mut CallControl<'_>,
        take: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError> {
        let loaded = self.loaded()?;
        let mut made = 0;
        for some in texts.chunks(SORT_WINDOW) {
            let tokens: Vec<Vec<u32>> =
                some.iter().map(|text| loaded.tokens(text)).collect::<Result<_, _>>()?;
            let mut order: Vec<usize> = (0..tokens.len()).collect();
            order.sort_by_key(|&index| tokens.get(index).map_or(0, Vec::len));
            let mut vectors = vec![Vec::new(); tokens.len()];
            for alike in order.chunks(BATCH_SIZE) {
                if call.cancel.is_cancelled() {
                    return Err(ModelError::Cancelled);
                }
                let chosen: Vec<&[u32]> =
                    alike.iter().filter_map(|&index| tokens.get(index).map(Vec::as_slice)).collect();
                let means = loaded.means(&chosen).map_err(|error| {
                    ModelError::Unusable(format!("cannot be used: {}", unreadable(&self.folder)(error)))
                })?;
                for (&index, mean) in alike.iter().zip(means) {
                    if let Some(slot) = vectors.get_mut(index) {
                        *slot = mean;
                    }
                }
                made += alike.len();
                (call.on_progress)(made);
            }
            take(vectors);
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
        assert!(said.contains("embeddings.folder is empty"), "{said}");
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
        // What is read beside it does not change a vector.
        let alone = embed(embedder.as_ref(), &texts[..1]).unwrap();
        assert!(dot(&alone[0], &vectors[0]) > 0.9999);
        let long = "Metformin lowers blood glucose. ".repeat(200);
        assert_eq!(embed(embedder.as_ref(), &[&long]).unwrap().len(), 1);
    }
}
