//! Texts as vectors, to tell how much they say the same.
//!
//! What is shown of much evidence is chosen by vectors ([`Compared::choose`]). Without more ado they are made of the
//! words ([`lexical`]); an [`Embedder`] of the author's choice makes better ones, once for each text: they are stored
//! with the evidence. Where it fails its [`ModelError`] is told, and the words decide.

mod compared;
mod lexical;
mod local;
#[cfg(feature = "minilm")]
mod minilm;

pub(crate) use compared::compare;
pub use compared::{Compared, payload};
pub use lexical::lexical;
pub use local::local;

use crate::model::{Call, ModelError, one_line};
use serde_json::Value;

/// Something that makes vectors of texts. Vectors of one embedder have one length.
pub trait Embedder: Send + Sync {
    /// The name that is stored with its vectors: those of another name are not compared with them.
    fn name(&self) -> &str;

    /// The name of its model, as an author is told it.
    fn model(&self) -> &str;

    /// Makes a vector of each text, and hands them over in the order of the texts, some at a time; `call` hears how
    /// many of them are made. What was handed over stays when the rest fails.
    ///
    /// # Errors
    ///
    /// Says why there are no more; the caller goes on without.
    fn embed(
        &self,
        texts: &[&str],
        call: &mut Call<'_>,
        take: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError>;

    /// A question of the author as this embedder may read it; `published` are texts that anybody may read.
    ///
    /// # Errors
    ///
    /// Says why it may not read it.
    fn question(&self, question: &str, published: &str) -> Result<String, ModelError> {
        let _ = published;
        Ok(one_line(question))
    }

    /// What it would send for these texts, and to where; `None` for one that sends nothing.
    fn payload(&self, texts: &[&str]) -> Option<Value> {
        let _ = texts;
        None
    }
}

/// An embedder that cannot be used: it says why, and the words decide.
#[derive(Clone, Debug)]
pub struct Unusable {
    model: String,
    why: String,
}

impl Unusable {
    /// `why` stands behind the name of the model: `has no address`.
    #[must_use]
    pub fn new(model: impl Into<String>, why: impl Into<String>) -> Self {
        Unusable { model: model.into(), why: why.into() }
    }
}

impl Embedder for Unusable {
    fn name(&self) -> &str {
        ""
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn embed(
        &self,
        _: &[&str],
        _: &mut Call<'_>,
        _: &mut dyn FnMut(Vec<Vec<f32>>),
    ) -> Result<(), ModelError> {
        Err(ModelError::Unusable(self.why.clone()))
    }
}

/// A vector of length one in the same direction; `None` where it has none: of nothing, of zeros, of what is no number.
pub(crate) fn normalised(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = dot(&vector, &vector).sqrt();
    if !(length.is_finite() && length > f32::MIN_POSITIVE) {
        return None;
    }
    for value in &mut vector {
        *value /= length;
    }
    Some(vector)
}

/// The sum of the products, place by place; of vectors of length one: how near they are, from -1 to 1.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Sums side by side: the compiler may not change the order of additions by itself.
    const LANES: usize = 8;
    let mut sums = [0.0_f32; LANES];
    let (left, right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in left.zip(right) {
        for (sum, (x, y)) in sums.iter_mut().zip(x.iter().zip(y)) {
            *sum += x * y;
        }
    }
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_without_a_direction_is_none() {
        for none in [vec![], vec![0.0; 9], vec![f32::NAN, 1.0], vec![f32::INFINITY, 1.0]] {
            assert_eq!(normalised(none), None);
        }
        let own = normalised(vec![3.0, 4.0]).unwrap_or_default();
        assert!((dot(&own, &own) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn products_are_summed_whatever_the_length() {
        for length in 0..40_u8 {
            let a: Vec<f32> = (0..length).map(f32::from).collect();
            let plain: f32 = a.iter().map(|x| x * x).sum();
            assert!((dot(&a, &a) - plain).abs() <= plain * 1e-6, "{length}");
        }
    }
}
