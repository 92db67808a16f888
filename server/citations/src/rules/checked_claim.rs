//! Checks a sentence against the works that it cites.

use super::context::RuleContext;
use crate::Claim;
use crate::claims::{Cited, cited};
use crate::support::{Contradiction, Objection};
use referee_syntax::WrittenPassage;
use std::sync::Arc;

/// A claim that was checked against the works that it cites.
pub struct CheckedClaim<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// The cited works, all of them with records.
    pub cited: Vec<Cited>,
    /// The objections to the claim.
    pub objections: Arc<[Objection]>,
    /// The contradiction that a language model found, if the author asked one.
    pub read: Option<Arc<Contradiction>>,
    /// The passage written on request that contains the claim.
    pub written: Option<&'a WrittenPassage>,
}

impl<'a> CheckedClaim<'a> {
    /// Checks a claim; `None` if the record of a cited work is not certain, or nothing contradicts
    /// the claim.
    #[must_use]
    pub fn check(context: &'a RuleContext<'_>, claim: &'a Claim) -> Option<CheckedClaim<'a>> {
        let cited = cited(context, claim);
        let records: Vec<_> = cited.iter().map(Cited::record).collect::<Option<_>>()?;
        if records.is_empty() {
            return None;
        }
        let works: Vec<_> = cited.iter().map(Cited::compared).collect::<Option<_>>()?;
        let objections = context.claims.objections(&claim.text, &claim.around, &works);
        let read = context.claims.contradiction(&claim.text, &records);
        let written = context.written_at(claim.span);
        (!objections.is_empty() || read.is_some()).then_some(CheckedClaim {
            claim,
            cited,
            objections,
            read,
            written,
        })
    }
}
