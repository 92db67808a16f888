//! Hashed word vectors: they need no model and no network, and a text has the same vector on every
//! machine.

use super::normalised;
use referee_text::stem;

/// The number of dimensions of a lexical vector.
const DIMENSIONS: usize = 512;

/// Returns the unit vector of a text, or zeros if it lacks words.
#[must_use]
pub fn lexical(text: &str) -> Vec<f32> {
    let mut out = vec![0.0_f32; DIMENSIONS];
    for root in stem::roots(text).iter().filter(|root| root.len() > 2) {
        let hash = root.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let place = usize::try_from(hash % DIMENSIONS as u64).unwrap_or_default();
        if let Some(slot) = out.get_mut(place) {
            *slot += 1.0;
        }
    }
    // Dampen repetitions of a word.
    for slot in &mut out {
        *slot = (1.0 + *slot).ln();
    }
    normalised(out).unwrap_or_else(|| vec![0.0; DIMENSIONS])
}
