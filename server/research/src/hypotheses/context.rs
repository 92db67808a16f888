//! Reads the population and tissue of an observation in a sentence, and whether it can be a step to
//! a condition.
//!
//! A drug's effect in the uterus is not a step to breast cancer, even if both sentences are read
//! correctly.

use super::hypothesis::QuoteContext;
use crate::cues::Cue;
use crate::evidence::Evidence;
use crate::study::Subjects;
use crate::vocabulary::{EntityId, EntityKind, Vocabulary, words};
use referee_knowledge::{Row, Table};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The parts of the body, each with all words for it.
fn places() -> &'static [(String, Vec<String>)] {
    static PLACES: OnceLock<Vec<(String, Vec<String>)>> = OnceLock::new();
    PLACES.get_or_init(|| {
        let text = include_str!("../../vocabulary/tissues.tsv");
        // A test proves that the table can be read.
        let table = Table::parse("tissues.tsv", text, &["place", "words", "source", "checked"]);
        let table = table.unwrap_or_default();
        let place = |row: &Row| {
            let words = std::iter::once(row.get("place")).chain(row.list("words"));
            (row.get("place").to_owned(), words.map(str::to_owned).collect())
        };
        table.rows().iter().map(place).collect()
    })
}

/// Returns the parts of the body that a text mentions.
fn tissues(text: &str) -> BTreeSet<&'static str> {
    let named: BTreeSet<String> = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    let is_named = |words: &[String]| words.iter().any(|word| named.contains(word));
    places().iter().filter(|(_, words)| is_named(words)).map(|(place, _)| place.as_str()).collect()
}

/// Returns the subjects and the tissue of a sentence of a work.
pub(super) fn context(evidence: &Evidence, sentence: &str) -> QuoteContext {
    let subjects = match evidence.study.subjects {
        Subjects::Humans => Some("people"),
        Subjects::Animals => Some("animals"),
        Subjects::Cells => Some("cells"),
        Subjects::Unknown if evidence.study.is_clinical() => Some("people"),
        Subjects::Unknown => None,
    };
    let title = evidence.record.work.full_title().unwrap_or_default();
    let tissue = tissues(sentence).into_iter().next().or_else(|| tissues(&title).into_iter().next());
    QuoteContext { subjects: subjects.map(str::to_owned), tissue: tissue.map(str::to_owned) }
}

/// The condition and the tissues to which a chain leads.
pub(super) struct EndContext<'v> {
    end: EntityId,
    tissues: BTreeSet<&'static str>,
    vocabulary: &'v Vocabulary,
}

impl<'v> EndContext<'v> {
    /// Creates the context of a chain to this end; `None` if the end is not a condition.
    pub(super) fn of(end: EntityId, vocabulary: &'v Vocabulary) -> Option<EndContext<'v>> {
        let entity = vocabulary.get(end).filter(|entity| entity.kind == EntityKind::Condition)?;
        Some(EndContext { end, tissues: tissues(&entity.name), vocabulary })
    }

    /// Returns the condition.
    pub(super) fn end(&self) -> EntityId {
        self.end
    }

    /// Returns whether a statement in a work can be a step to this end. It cannot if it mentions a
    /// relative of the end, or another part of the body, instead of the end; if the sentence
    /// mentions neither, the title decides.
    pub(super) fn fits(&self, title: &str, sentence: &str) -> bool {
        for text in [sentence, title] {
            let conditions: Vec<EntityId> =
                self.vocabulary.mentions(text).into_iter().map(|one| one.entity).collect();
            if conditions.iter().any(|id| self.is_same(*id)) {
                return true;
            }
            if conditions.iter().any(|id| self.is_relative(*id)) {
                return false;
            }
            let named = tissues(text);
            if !self.tissues.is_empty() && !named.is_empty() {
                return !named.is_disjoint(&self.tissues);
            }
        }
        true
    }

    fn is_same(&self, id: EntityId) -> bool {
        id == self.end || self.vocabulary.is_kind_of(id, self.end)
    }

    /// Returns whether a condition is another one of the same family: another cancer, another kind
    /// of diabetes.
    fn is_relative(&self, id: EntityId) -> bool {
        let (Some(one), Some(end)) = (self.vocabulary.get(id), self.vocabulary.get(self.end)) else {
            return false;
        };
        if one.kind != EntityKind::Condition || self.vocabulary.is_kind_of(self.end, id) {
            return false;
        }
        let last = |name: &str| words(name).pop().map(|(word, _)| word).unwrap_or_default();
        let (one, end) = (last(&one.name), last(&end.name));
        (Cue::Growth.is(&one) && Cue::Growth.is(&end)) || (one == end && !Cue::GeneralCondition.is(&one))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn places_are_known_by_any_of_their_words() {
        let text = include_str!("../../vocabulary/tissues.tsv");
        let table = Table::parse("tissues.tsv", text, &["place", "words", "source", "checked"]).unwrap();
        table.rows().iter().for_each(|row| row.provenance().unwrap());
        assert_eq!(tissues("Hepatic and mammary cells").into_iter().collect::<Vec<_>>(), ["breast", "liver"]);
        assert_eq!(tissues("In skeletal muscle").into_iter().collect::<Vec<_>>(), ["muscle"]);
    }
}
