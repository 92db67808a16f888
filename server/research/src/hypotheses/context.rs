//! Where and in whom a sentence saw something, and whether that lets it be a step towards a condition.
//!
//! What a drug does in the uterus is no step to breast cancer, however well both sentences are read.

use super::hypothesis::QuoteContext;
use crate::evidence::Evidence;
use crate::study::Subjects;
use crate::vocabulary::{EntityId, EntityKind, Vocabulary, words};
use std::collections::BTreeSet;

/// Ends of the names of growths.
const GROWTHS: &[&str] = &[
    "adenoma",
    "cancer",
    "carcinoma",
    "glioblastoma",
    "glioma",
    "leukemia",
    "lymphoma",
    "melanoma",
    "mesothelioma",
    "myeloma",
    "neoplasm",
    "neuroblastoma",
    "sarcoma",
    "tumor",
];

/// The places of a body that a text names, each by its first word in the list.
fn tissues(text: &str) -> BTreeSet<&'static str> {
    let lines = include_str!("../../vocabulary/tissues.txt").lines().filter(|line| !line.starts_with('#'));
    let named: BTreeSet<String> = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    lines
        .filter_map(|line| {
            let mut all = line.split('|').map(str::trim);
            let shown = all.clone().next()?;
            all.any(|word| named.contains(word)).then_some(shown)
        })
        .collect()
}

/// The subjects and the tissue of a sentence of a work.
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

/// The conditions and places to which a chain leads.
pub(super) struct EndContext<'v> {
    end: EntityId,
    tissues: BTreeSet<&'static str>,
    vocabulary: &'v Vocabulary,
}

impl<'v> EndContext<'v> {
    /// That of a chain to this end; `None` where the end is no condition.
    pub(super) fn of(end: EntityId, vocabulary: &'v Vocabulary) -> Option<EndContext<'v>> {
        let entity = vocabulary.get(end).filter(|entity| entity.kind == EntityKind::Condition)?;
        Some(EndContext { end, tissues: tissues(&entity.name), vocabulary })
    }

    /// The condition.
    pub(super) fn end(&self) -> EntityId {
        self.end
    }

    /// Whether what a sentence of a work says can be a step to this end: it names no relative of the end and no other
    /// place instead. Where the sentence names neither, its title may.
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

    /// Whether a condition is another of the same family: another cancer, another kind of diabetes.
    fn is_relative(&self, id: EntityId) -> bool {
        let (Some(one), Some(end)) = (self.vocabulary.get(id), self.vocabulary.get(self.end)) else {
            return false;
        };
        if one.kind != EntityKind::Condition || self.vocabulary.is_kind_of(self.end, id) {
            return false;
        }
        let last = |name: &str| words(name).pop().map(|(word, _)| word).unwrap_or_default();
        let (one, end) = (last(&one.name), last(&end.name));
        let is_growth = |word: &str| GROWTHS.contains(&word);
        const GENERAL_WORDS: &[&str] =
            &["disease", "disorder", "syndrome", "infection", "failure", "injury", "deficiency", "pain"];
        (is_growth(&one) && is_growth(&end)) || (one == end && !GENERAL_WORDS.contains(&one.as_str()))
    }
}
