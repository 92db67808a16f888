//! The words by which sentences say who acts on whom.
//!
//! A word that is in none of these lists ends the reading: what is not understood says nothing.

pub(super) mod adjectives;
pub(super) mod grammar;
pub(super) mod nouns;
pub(super) mod outcomes;
pub(super) mod verbs;
