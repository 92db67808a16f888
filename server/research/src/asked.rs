//! Which works name what a question asks about.
//!
//! A search brings works that share a number, a method or a common word with the question. A report quotes, and the
//! judge counts, those that name its drug and its condition.

use crate::passage::stored_text;
use crate::query::Query;
use crate::vocabulary::{EntityId, EntityKind, Vocabulary};
use referee_records::Record;
use referee_text::stem::roots;

/// What a question names, kind by kind.
pub(crate) struct AskedNames<'a> {
    /// The names of each kind that was looked for and that the question has.
    kinds: Vec<Vec<EntityId>>,
    query: &'a Query,
    vocabulary: &'a Vocabulary,
}

impl<'a> AskedNames<'a> {
    /// What `query` names of `kinds`.
    pub(crate) fn of(query: &'a Query, kinds: &[EntityKind], vocabulary: &'a Vocabulary) -> Self {
        let named = |kind: &EntityKind| query.named(*kind, vocabulary).collect::<Vec<_>>();
        let kinds = kinds.iter().map(named).filter(|names| !names.is_empty()).collect();
        AskedNames { kinds, query, vocabulary }
    }

    /// Whether title and abstract name something of each kind that the question names.
    pub(crate) fn are_in(&self, record: &Record) -> bool {
        let mentions = self.vocabulary.mentions(&stored_text(record));
        let has = |id: &EntityId| mentions.iter().any(|mention| mention.entity == *id);
        self.kinds.iter().all(|names| names.iter().any(has))
    }

    /// [`Self::are_in`]; where the vocabulary knows nothing of the question, whether title and abstract have more
    /// than half of its words.
    pub(crate) fn or_words_are_in(&self, record: &Record) -> bool {
        if !self.kinds.is_empty() {
            return self.are_in(record);
        }
        let words = roots(&stored_text(record));
        let asked: Vec<_> = self.query.terms.iter().filter(|term| term.weight >= 1.0).collect();
        let found = asked.iter().filter(|term| words.contains(&term.root)).count();
        2 * found > asked.len() || asked.is_empty()
    }
}
