//! The table of retracted works as a source of a workspace. It contains no records.

use crate::retractions::{RETRACTION_TABLE, RetractionTable};
use crate::source::{Answer, Coverage, Question, Source, SourceError};
use referee_bibliography::Work;

impl Source for RetractionTable {
    fn name(&self) -> &str {
        RETRACTION_TABLE
    }

    fn covers(&self, _: &Work) -> Coverage {
        Coverage::None
    }

    fn ask(&self, _: &Question) -> Answer {
        Answer::None(SourceError::Unsuited)
    }

    fn retraction_table(&self) -> Option<&RetractionTable> {
        Some(self)
    }
}
