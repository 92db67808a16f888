//! Texts as vectors, to tell how much they say the same.

use referee_text::stem;

/// Something that makes vectors of texts. Vectors of one embedder have one length.
pub trait Embedder: Send + Sync {
    /// The name that is stored with its vectors: those of another name are not compared with them.
    fn name(&self) -> &str;

    /// A vector for each text.
    ///
    /// # Errors
    ///
    /// Says why there are none; the caller goes on without.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String>;
}

/// Vectors of the words of a text, hashed: needs no model and no network, and the same text has the same vector on
/// every machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct LexicalEmbedder;

/// How many places a lexical vector has.
const WIDTH: usize = 512;

impl Embedder for LexicalEmbedder {
    fn name(&self) -> &str {
        "lexical-1"
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, String> {
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

fn vector(text: &str) -> Vec<f32> {
    let mut out = vec![0.0_f32; WIDTH];
    for root in stem::roots(text).iter().filter(|root| root.len() > 2) {
        let hash = root.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let place = usize::try_from(hash % WIDTH as u64).unwrap_or_default();
        if let Some(slot) = out.get_mut(place) {
            *slot += 1.0;
        }
    }
    // A word that is repeated says less each time.
    for slot in &mut out {
        *slot = (1.0 + *slot).ln();
    }
    normalised(out)
}

fn normalised(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        for value in &mut vector {
            *value /= length;
        }
    }
    vector
}

/// How near two vectors are, from -1 to 1; 0 where one of them is zero or their lengths differ.
#[must_use]
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    if a.len() != b.len() {
        return 0.0;
    }
    let (mut dot, mut left, mut right) = (0.0_f32, 0.0_f32, 0.0_f32);
    for (x, y) in a.iter().zip(b) {
        dot += x * y;
        left += x * x;
        right += y * y;
    }
    let length = (left * right).sqrt();
    if length > 0.0 && length.is_finite() && dot.is_finite() { dot / length } else { 0.0 }
}
