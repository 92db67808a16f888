//! The trained weights: `data/effect.bin`, made by `scripts/relations/train.py`.

use crate::hypotheses::relation::Sign;
use std::collections::BTreeSet;
use std::sync::OnceLock;

const FILE: &[u8] = include_bytes!("../../../data/effect.bin");

/// The first bytes of the file.
const MAGIC: &[u8] = b"RFEFFCT1";

/// The number of features.
const FEATURES: usize = 1 << 16;

/// The numbers between the first bytes and the weights.
const NUMBERS: usize = 8;

/// A linear model: each weight is a small number of steps.
struct Linear {
    step: f32,
    bias: f32,
    weights: &'static [u8],
}

impl Linear {
    /// Returns the log-odds.
    fn log_odds(&self, features: &BTreeSet<u16>) -> f32 {
        let weight = |feature: &u16| self.weights.get(usize::from(*feature)).copied().unwrap_or_default();
        let steps: i32 = features.iter().map(|feature| i32::from(i8::from_le_bytes([weight(feature)]))).sum();
        #[expect(clippy::cast_precision_loss, reason = "a sum of small numbers is exact")]
        let steps = steps as f32;
        self.bias + self.step * steps
    }
}

/// The two models, with the certainty that an estimate needs.
pub(super) struct Weights {
    effect: Linear,
    more: Linear,
    /// The least log-odds of an effect and of its direction, for a molecule and for a condition.
    least: [(f32, f32); 2],
}

impl Weights {
    /// Reads a file of weights; `None` if it is not one.
    fn parse(file: &'static [u8]) -> Option<Weights> {
        let rest = file.strip_prefix(MAGIC)?;
        let (numbers, weights) = rest.split_at_checked(NUMBERS * 4)?;
        let number = |at: usize| {
            let bytes = numbers.get(at * 4..at * 4 + 4)?;
            Some(f32::from_le_bytes(bytes.try_into().ok()?)).filter(|number| number.is_finite())
        };
        let (effect, more) = weights.split_at_checked(FEATURES)?;
        (more.len() == FEATURES).then_some(())?;
        Some(Weights {
            effect: Linear { step: number(0)?, bias: number(1)?, weights: effect },
            more: Linear { step: number(2)?, bias: number(3)?, weights: more },
            least: [(number(4)?, number(5)?), (number(6)?, number(7)?)],
        })
    }

    /// Returns the shipped weights. A test proves that they can be read.
    pub(super) fn shipped() -> Option<&'static Weights> {
        static SHIPPED: OnceLock<Option<Weights>> = OnceLock::new();
        SHIPPED.get_or_init(|| Weights::parse(FILE)).as_ref()
    }

    /// Returns the log-odds that the features state an effect.
    pub(super) fn effect(&self, features: &BTreeSet<u16>) -> f32 {
        self.effect.log_odds(features)
    }

    /// Returns the log-odds that the effect is an increase.
    pub(super) fn more(&self, features: &BTreeSet<u16>) -> f32 {
        self.more.log_odds(features)
    }

    /// Returns the direction of an effect on a molecule or a condition; `None` if it is not certain
    /// enough.
    pub(super) fn direction(&self, features: &BTreeSet<u16>, is_condition: bool) -> Option<Sign> {
        let (effect, direction) = self.least[usize::from(is_condition)];
        let more = self.more(features);
        let is_certain = self.effect(features) >= effect && more.abs() >= direction;
        is_certain.then_some(if more > 0.0 { Sign::Increases } else { Sign::Decreases })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_read_and_anything_else_is_not() {
        assert!(Weights::shipped().is_some());
        assert!(Weights::parse(b"").is_none());
        assert!(Weights::parse(MAGIC).is_none());
        let end = FILE.len().saturating_sub(1);
        assert!(FILE.get(..end).and_then(Weights::parse).is_none());
    }
}
