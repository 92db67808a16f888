//! The claims of a note, in text order.

use super::claim::Claim;
use referee_text::Span;

/// The maximum number of locations kept per claim.
const MAX_PLACES: usize = 2;

/// The claims of a block or a draft, in text order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClaimList(pub(super) Vec<(Claim, Span)>);

impl ClaimList {
    pub(super) fn add(&mut self, claim: Claim, span: Span) {
        // The first and the last location suffice to decide the order of claims.
        let mut known = self.0.iter().enumerate().filter(|(_, (known, _))| *known == claim);
        let last = known.by_ref().nth(MAX_PLACES - 1).map(|(index, _)| index);
        if let Some(last) = last {
            self.0.remove(last);
        }
        self.0.push((claim, span));
    }

    pub(crate) fn first(&self, wanted: Claim) -> Option<Span> {
        self.0.iter().find(|(claim, _)| *claim == wanted).map(|(_, span)| *span)
    }

    pub(super) fn last(&self, wanted: Claim) -> Option<Span> {
        self.0.iter().rev().find(|(claim, _)| *claim == wanted).map(|(_, span)| *span)
    }

    pub(crate) fn has(&self, wanted: Claim) -> bool {
        self.first(wanted).is_some()
    }
}
