//! The forward pass of a BERT network: the values of each token of one text.
//!
//! Everything is computed in `f32` on the CPU; matrix products take most of the time. The parts are
//! those of Devlin et al. (2019): embeddings, then layers of self-attention and of two dense
//! layers, each added to its input and normalised.

use super::weights::{Weights, WeightsError};
use ndarray::{Array1, Array2, ArrayView2, ArrayViewMut1, Axis, Slice};

/// The shape of a model, from the fields of its `config.json`.
#[derive(Clone, Debug, serde::Deserialize)]
pub(super) struct BertConfig {
    hidden_size: usize,
    intermediate_size: usize,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    pub(super) max_position_embeddings: usize,
    layer_norm_eps: f32,
    hidden_act: String,
}

/// The reason why a model cannot be computed from its configuration and its weights.
#[derive(Debug, thiserror::Error)]
pub(super) enum BertError {
    /// The activation function is not the supported one.
    #[error("its activation is {0} and not gelu")]
    Activation(String),
    /// The number of heads does not divide the hidden size.
    #[error("{heads} heads cannot share {size} values")]
    Heads {
        /// The number of heads.
        heads: usize,
        /// The number of values.
        size: usize,
    },
    /// The weights cannot be read or do not fit the configuration.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// The weights of a network, ready for multiplication.
pub(super) struct Bert {
    /// The embedding of each token, by its id.
    words: Array2<f32>,
    /// The embedding of each position, including that of the only token type.
    positions: Array2<f32>,
    norm: Normalisation,
    layers: Vec<Layer>,
    heads: usize,
}

struct Layer {
    /// Query, key and value side by side.
    attention: Dense,
    attention_output: Dense,
    attention_norm: Normalisation,
    intermediate: Dense,
    output: Dense,
    output_norm: Normalisation,
}

/// A dense layer: one row of `weight` for each output value.
struct Dense {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Dense {
    fn apply(&self, input: &ArrayView2<'_, f32>) -> Array2<f32> {
        input.dot(&self.weight.t()) + &self.bias
    }
}

/// Normalises the values of a token to mean 0 and variance 1, then applies a learnt scale and
/// offset.
struct Normalisation {
    weight: Array1<f32>,
    bias: Array1<f32>,
    epsilon: f32,
}

impl Normalisation {
    fn apply(&self, rows: &mut Array2<f32>) {
        for mut row in rows.rows_mut() {
            let mean = row.mean().unwrap_or_default();
            row -= mean;
            let variance = row.dot(&row) / as_factor(row.len());
            let scale = (variance + self.epsilon).sqrt().recip();
            row.zip_mut_with(&self.weight, |value, weight| *value *= scale * weight);
            row += &self.bias;
        }
    }
}

/// Converts a small count to a factor.
fn as_factor(number: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "counts here are small")]
    let number = number as f32;
    number
}

impl Bert {
    /// Loads the weights of a network from a file.
    ///
    /// # Errors
    ///
    /// If the weights do not have the configured shape, or the configuration is not supported.
    pub(super) fn new(config: &BertConfig, weights: &Weights<'_>) -> Result<Bert, BertError> {
        if config.hidden_act != "gelu" {
            return Err(BertError::Activation(config.hidden_act.clone()));
        }
        let (size, heads) = (config.hidden_size, config.num_attention_heads);
        if heads == 0 || !size.is_multiple_of(heads) {
            return Err(BertError::Heads { heads, size });
        }
        let norm = |name: &str| -> Result<Normalisation, WeightsError> {
            let weight = weights.vector(&format!("{name}.weight"), size)?;
            let bias = weights.vector(&format!("{name}.bias"), size)?;
            Ok(Normalisation { weight, bias, epsilon: config.layer_norm_eps })
        };
        let dense = |name: &str, from: usize, to: usize| -> Result<Dense, WeightsError> {
            let weight = weights.matrix(&format!("{name}.weight"), Some(to), from)?;
            Ok(Dense { weight, bias: weights.vector(&format!("{name}.bias"), to)? })
        };
        let words = weights.matrix("embeddings.word_embeddings.weight", None, size)?;
        let mut positions = weights.matrix(
            "embeddings.position_embeddings.weight",
            Some(config.max_position_embeddings),
            size,
        )?;
        let kinds = weights.matrix("embeddings.token_type_embeddings.weight", None, size)?;
        positions += &kinds.row(0);
        let mut layers = Vec::with_capacity(config.num_hidden_layers);
        for number in 0..config.num_hidden_layers {
            let at = |name: &str| format!("encoder.layer.{number}.{name}");
            let mut attention =
                Dense { weight: Array2::zeros((3 * size, size)), bias: Array1::zeros(3 * size) };
            for (part, name) in ["query", "key", "value"].into_iter().enumerate() {
                let own = dense(&at(&format!("attention.self.{name}")), size, size)?;
                let rows = Slice::from(part * size..(part + 1) * size);
                attention.weight.slice_axis_mut(Axis(0), rows).assign(&own.weight);
                attention.bias.slice_axis_mut(Axis(0), rows).assign(&own.bias);
            }
            layers.push(Layer {
                attention,
                attention_output: dense(&at("attention.output.dense"), size, size)?,
                attention_norm: norm(&at("attention.output.LayerNorm"))?,
                intermediate: dense(&at("intermediate.dense"), size, config.intermediate_size)?,
                output: dense(&at("output.dense"), config.intermediate_size, size)?,
                output_norm: norm(&at("output.LayerNorm"))?,
            });
        }
        Ok(Bert { words, positions, norm: norm("embeddings.LayerNorm")?, layers, heads })
    }

    /// Returns the mean of the last layer's token values. Reads no more tokens than the network has
    /// positions. An invalid token id counts as the first token.
    pub(super) fn mean(&self, tokens: &[u32]) -> Vec<f32> {
        let tokens = tokens.get(..self.positions.nrows()).unwrap_or(tokens);
        let size = self.words.ncols();
        let mut state = Array2::zeros((tokens.len(), size));
        for (place, (mut row, token)) in state.rows_mut().into_iter().zip(tokens).enumerate() {
            let token = usize::try_from(*token).ok().filter(|token| *token < self.words.nrows());
            row += &self.words.row(token.unwrap_or(0));
            row += &self.positions.row(place);
        }
        self.norm.apply(&mut state);
        for layer in &self.layers {
            layer.apply(&mut state, self.heads);
        }
        state.mean_axis(Axis(0)).map_or_else(|| vec![0.0; size], |mean| mean.to_vec())
    }
}

impl Layer {
    fn apply(&self, state: &mut Array2<f32>, heads: usize) {
        let context = self.attend(state, heads);
        *state += &self.attention_output.apply(&context.view());
        self.attention_norm.apply(state);
        let mut inner = self.intermediate.apply(&state.view());
        inner.mapv_inplace(gelu);
        *state += &self.output.apply(&inner.view());
        self.output_norm.apply(state);
    }

    /// Computes self-attention: for each token the values of all tokens, weighted by the match of
    /// its query with their keys, head by head.
    fn attend(&self, state: &Array2<f32>, heads: usize) -> Array2<f32> {
        let (tokens, size) = state.dim();
        let width = size / heads;
        let scale = as_factor(width).sqrt().recip();
        let all = self.attention.apply(&state.view());
        let mut context = Array2::zeros((tokens, size));
        for head in 0..heads {
            let of = |part: usize| {
                let start = part * size + head * width;
                all.slice_axis(Axis(1), Slice::from(start..start + width))
            };
            let (query, key, value) = (of(0), of(1), of(2));
            let mut scores = query.dot(&key.t());
            for row in scores.rows_mut() {
                softmax(row, scale);
            }
            let columns = Slice::from(head * width..(head + 1) * width);
            context.slice_axis_mut(Axis(1), columns).assign(&scores.dot(&value));
        }
        context
    }
}

/// Turns scores, multiplied by `scale`, into shares that sum to 1.
fn softmax(mut row: ArrayViewMut1<'_, f32>, scale: f32) {
    let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    row.mapv_inplace(|score| ((score - largest) * scale).exp());
    let sum = row.sum();
    row /= sum;
}

/// The activation function of BERT, with the exact error function instead of the usual tanh
/// approximation.
fn gelu(value: f32) -> f32 {
    0.5 * value * (1.0 + error_function(value * std::f32::consts::FRAC_1_SQRT_2))
}

/// The error function, with an error of at most 1.5e-7 (Abramowitz and Stegun, 7.1.26).
fn error_function(value: f32) -> f32 {
    const ERF_P: f32 = 0.327_591_1;
    const ERF_COEFFICIENTS: [f32; 5] = [1.061_405_4, -1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6];
    let size = value.abs();
    let t = (1.0 + ERF_P * size).recip();
    let polynomial = ERF_COEFFICIENTS.iter().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    (1.0 - polynomial * (-size * size).exp()).copysign(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_activation_has_the_values_of_tables() {
        for (value, erf) in
            [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (-2.0, -0.995_322_3), (9.0, 1.0)]
        {
            assert!((error_function(value) - erf).abs() < 1e-6, "{value}: {}", error_function(value));
        }
        assert!((gelu(1.0) - 0.841_344_7).abs() < 1e-6 && (gelu(-1.0) + 0.158_655_3).abs() < 1e-6);
    }

    #[test]
    fn shares_are_never_negative_and_sum_to_one() {
        let mut row = Array1::from(vec![1_000.0, 0.0, -1_000.0, 999.0]);
        softmax(row.view_mut(), 0.5);
        assert!((row.sum() - 1.0).abs() < 1e-6 && row.iter().all(|share| *share >= 0.0));
    }
}
