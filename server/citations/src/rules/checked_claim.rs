//! A sentence looked up in the works that it cites.

use super::context::RuleContext;
use crate::Claim;
use crate::claims::{Cited, cited};
use crate::support::{Contradiction, Objection};
use referee_syntax::WrittenPassage;
use std::sync::Arc;

/// A claim that was looked up in the works that it cites.
pub struct CheckedClaim<'a> {
    /// The claim.
    pub claim: &'a Claim,
    /// What it cites, all of it known.
    pub cited: Vec<Cited>,
    /// What speaks against it.
    pub objections: Arc<[Objection]>,
    /// What a language model read against it, where the author asked one.
    pub read: Option<Arc<Contradiction>>,
    /// The passage written on request that it stands in.
    pub written: Option<&'a WrittenPassage>,
}

impl<'a> CheckedClaim<'a> {
    /// Looks a claim up; `None` where a work that it cites is not known well enough, or nothing speaks against it.
    #[must_use]
    pub fn check(context: &'a RuleContext<'_>, claim: &'a Claim) -> Option<CheckedClaim<'a>> {
        let cited = cited(context, claim);
        let records: Vec<_> = cited.iter().map(Cited::record).collect::<Option<_>>()?;
        if records.is_empty() {
            return None;
        }
        let objections = context.claims.objections(&claim.text, &claim.around, &records);
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
