//! The relation that a sentence can express between two things: a direction, and whether it is
//! stated, denied or supposed.

use crate::vocabulary::EntityId;

/// The direction of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// More of the subject means more of the object.
    Increases,
    /// More of the subject means less of the object.
    Decreases,
    /// The subject affects the object; the direction is unknown.
    Affects,
    /// The drug is used for the condition: `is approved for the treatment of`. The outcome is not
    /// stated.
    UsedFor,
}

impl Sign {
    /// Returns the verb for the direction.
    #[must_use]
    pub fn verb(self) -> &'static str {
        match self {
            Sign::Increases => "increases",
            Sign::Decreases => "decreases",
            Sign::Affects => "affects",
            Sign::UsedFor => "is used for",
        }
    }

    /// Returns the direction of two consecutive effects.
    #[must_use]
    pub fn then(self, next: Sign) -> Sign {
        match (self, next) {
            (Sign::Affects | Sign::UsedFor, _) | (_, Sign::Affects | Sign::UsedFor) => Sign::Affects,
            (a, b) if a == b => Sign::Increases,
            _ => Sign::Decreases,
        }
    }

    /// Returns whether the sign has a direction.
    #[must_use]
    pub fn is_directed(self) -> bool {
        matches!(self, Sign::Increases | Sign::Decreases)
    }

    pub(super) fn flipped(self) -> Sign {
        match self {
            Sign::Increases => Sign::Decreases,
            Sign::Decreases => Sign::Increases,
            Sign::Affects | Sign::UsedFor => self,
        }
    }
}

/// How a sentence asserts a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assertion {
    /// The sentence states it.
    Stated,
    /// The sentence denies it.
    Denied,
    /// The sentence supposes it, asks for it or aims to investigate it.
    Supposed,
}

/// A relation that a sentence expresses between two things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The acting entity.
    pub subject: EntityId,
    /// The affected entity.
    pub object: EntityId,
    /// The direction.
    pub sign: Sign,
    /// Whether the relation is stated, denied or supposed.
    pub assertion: Assertion,
}
