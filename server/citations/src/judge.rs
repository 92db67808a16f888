//! Reference x Records -> Judgement.

use crate::Judgement;
use referee_bibliography::{Identifier, Work};
use referee_literature::{Answer, Coverage, Source};

/// What the sources answered about one reference: all that judging may look at.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// One entry for each source that was asked, in the order of asking.
    pub answers: Vec<Answered>,
}

/// What one source answered.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The source's name.
    pub source: String,
    /// Whether absence from it would mean something.
    pub coverage: Coverage,
    /// The answers by identifier, one for each identifier of the reference that was asked.
    pub by_identifier: Vec<(Identifier, Answer)>,
    /// The answer by description, where that was asked.
    pub like: Option<Answer>,
}

/// Asks the sources what judging `work` needs: its identifiers, and what looks like it.
#[must_use]
#[expect(unused_variables, clippy::todo, reason = "filled in by the next change")]
pub fn gather(work: &Work, sources: &[std::sync::Arc<dyn Source>]) -> Gathered {
    todo!()
}

/// Judges `work` by what was gathered. Pure.
#[must_use]
#[expect(unused_variables, clippy::todo, reason = "filled in by the next change")]
pub fn judge(work: &Work, gathered: &Gathered) -> Judgement {
    todo!()
}
