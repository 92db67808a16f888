//! The table of the citing sentences of a draft: what needs a human first.

use super::{CheckedSentence, SupportState};
use referee_citations::support::Objection;
use referee_citations::support::reading::PassageState;
use referee_text::Phrase;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct SupportRow<'a> {
    /// The sentence.
    pub sentence: &'a CheckedSentence,
    /// How urgently a human should read it, from 0.
    pub rank: u8,
}

/// Returns the rows of these sentences, sorted by what needs a human first: a contradiction, a
/// quotation or number that the whole text lacks, other objections, sentences without a passage,
/// those that could not be checked, and those whose passage says so. Equal rows keep their order.
#[must_use]
pub fn rows(sentences: &[CheckedSentence]) -> Vec<SupportRow<'_>> {
    let mut out: Vec<SupportRow<'_>> =
        sentences.iter().map(|sentence| SupportRow { sentence, rank: sentence.rank() }).collect();
    out.sort_by_key(|row| row.rank);
    out
}

impl CheckedSentence {
    /// Returns how urgently a human should read it, from 0.
    #[must_use]
    pub fn rank(&self) -> u8 {
        let has = |is: fn(&Objection) -> bool| self.objections.iter().any(is);
        match self.state {
            SupportState::Objected if has(|one| matches!(one, Objection::OppositeDirection { .. })) => 0,
            SupportState::Objected
                if has(|one| {
                    matches!(one, Objection::QuoteNotFound { .. } | Objection::NumberNotInSource { .. })
                }) =>
            {
                1
            }
            SupportState::Objected => 2,
            SupportState::Nothing if self.passage_state() == Some(PassageState::NoPassage) => 3,
            SupportState::NotChecked => 4,
            SupportState::Nothing => 5,
        }
    }
}

impl SupportRow<'_> {
    /// Returns the state for people.
    #[must_use]
    pub fn state(&self) -> Phrase {
        match self.sentence.passage_state() {
            Some(PassageState::SaysSo) => {
                Phrase { english: "the passage says so", spanish: "el pasaje lo dice" }
            }
            Some(PassageState::SaysOtherwise) => {
                Phrase { english: "says otherwise", spanish: "dice otra cosa" }
            }
            Some(PassageState::NoPassage) => {
                Phrase { english: "no passage found", spanish: "no se halló ningún pasaje" }
            }
            None => Phrase { english: "not checked", spanish: "sin comprobar" },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::rows;
    use crate::support::{SupportState, check_sentence};
    use referee_citations::support::{Field, Objection};

    #[test]
    fn what_needs_a_human_comes_first() {
        let mut all: Vec<_> = ["a", "b", "c"].iter().map(|text| check_sentence(text, Vec::new())).collect();
        all[1].state = SupportState::Objected;
        all[1].objections = vec![Objection::OtherTopic];
        all[2].state = SupportState::Objected;
        all[2].objections =
            vec![Objection::OppositeDirection { sentence: "x".to_owned(), field: Field::Direction }];
        let order: Vec<&str> = rows(&all).iter().map(|row| row.sentence.claim.text.as_str()).collect();
        assert_eq!(order, ["c", "b", "a"]);
        assert_eq!(rows(&all)[2].state().english, "not checked");
    }
}
