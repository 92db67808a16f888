//! What a sentence can say about two things: a direction, and whether it is stated, denied or supposed.

use crate::vocabulary::EntityId;

/// The direction of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// More of one is more of the other.
    Increases,
    /// More of one is less of the other.
    Decreases,
    /// Something has to do with something; in which direction is not said.
    Affects,
    /// The drug is used for the condition: `is approved for the treatment of`. The outcome is not stated.
    UsedFor,
}

impl Sign {
    /// The verb for it.
    #[must_use]
    pub fn verb(self) -> &'static str {
        match self {
            Sign::Increases => "increases",
            Sign::Decreases => "decreases",
            Sign::Affects => "affects",
            Sign::UsedFor => "is used for",
        }
    }

    /// The direction of two effects in a row.
    #[must_use]
    pub fn then(self, next: Sign) -> Sign {
        match (self, next) {
            (Sign::Affects | Sign::UsedFor, _) | (_, Sign::Affects | Sign::UsedFor) => Sign::Affects,
            (a, b) if a == b => Sign::Increases,
            _ => Sign::Decreases,
        }
    }

    /// Whether the sign has a direction.
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

/// How a sentence says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assertion {
    /// It says so.
    Stated,
    /// It says that it is not so.
    Denied,
    /// It supposes, asks or aims to find out.
    Supposed,
}

/// What a sentence says about two things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// What acts.
    pub subject: EntityId,
    /// What is acted on.
    pub object: EntityId,
    /// In which direction.
    pub sign: Sign,
    /// Whether it is said, denied or supposed.
    pub assertion: Assertion,
}
