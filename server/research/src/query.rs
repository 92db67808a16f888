//! Turns a sentence or a question into search words.

use crate::vocabulary::{EntityId, EntityKind, Vocabulary};
use referee_text::stop_words::{self, StopWordUse};
use referee_text::{fold, stem};

/// Returns whether a folded word says nothing about a subject.
pub(crate) fn is_stop_word(word: &str) -> bool {
    [StopWordUse::Content, StopWordUse::Query]
        .iter()
        .any(|left_out_of| stop_words::is_stop_word(word, *left_out_of))
}

/// The weight of synonyms of the entities that the text mentions.
const SYNONYM_WEIGHT: f32 = 0.35;

/// The weight of a word that belongs to the same subject.
const RELATED_WORD_WEIGHT: f32 = 0.15;

/// The maximum number of words taken from the text; they suffice to identify a longer sentence.
const MAX_QUERY_WORDS: usize = 64;

/// A search word.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The stem of the word.
    pub root: String,
    /// The word, folded.
    pub word: String,
    /// The weight: 1 for words of the text, less for added words.
    pub weight: f32,
}

impl Term {
    /// Returns whether the word occurs in the text itself, as opposed to words added to widen the
    /// search.
    #[must_use]
    pub(crate) fn is_of_text(&self) -> bool {
        self.weight >= 1.0
    }
}

/// A search query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// The original text.
    pub text: String,
    /// The words; those of the text come first.
    pub terms: Vec<Term>,
    /// The entities that the text mentions.
    pub entities: Vec<EntityId>,
    /// For each entity of this project's own lists in the text, its names, each as the stems of its
    /// words.
    pub(crate) entity_names: Vec<Vec<Vec<String>>>,
    /// The vector of the text, if a source has vectors to compare it with; see
    /// [`Query::with_vector`].
    pub vector: Option<QueryVector>,
}

/// The vector of a query's text, compared with the vectors of a source's records.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryVector {
    /// The [name](crate::Embedder::name) of the embedder that made the vector.
    pub model: String,
    /// The values of the unit vector.
    pub values: Vec<f32>,
}

impl Query {
    /// Builds the query for a sentence or a question.
    #[must_use]
    pub fn of(text: &str, vocabulary: &Vocabulary) -> Query {
        let mut terms: Vec<Term> = Vec::new();
        let mut add = |word: &str, weight: f32| {
            let root = stem::root(word);
            if terms.len() < MAX_QUERY_WORDS * 2 && !terms.iter().any(|term| term.root == root) {
                terms.push(Term { root, word: word.to_owned(), weight });
            }
        };
        let folded = fold::title(text);
        let content = |word: &&str| !word.is_empty() && *word != "s" && !is_stop_word(word);
        for word in folded.split(' ').filter(content).take(MAX_QUERY_WORDS) {
            add(word, 1.0);
        }
        let mut entities: Vec<EntityId> = Vec::new();
        for mention in vocabulary.mentions(text) {
            if !entities.contains(&mention.entity) {
                entities.push(mention.entity);
            }
        }
        // Only names of this project's own lists measure how well a work fits; the free lists match
        // too many words.
        let mut listed: Vec<EntityId> = Vec::new();
        let mut entity_names = Vec::new();
        for mention in vocabulary.mentions_listed_here(text) {
            if listed.contains(&mention.entity) {
                continue;
            }
            listed.push(mention.entity);
            let names =
                vocabulary.get(mention.entity).map(|entity| entity.names.as_slice()).unwrap_or_default();
            entity_names.push(names.iter().map(|name| stem::roots(name)).collect());
            for name in names.iter().take(6) {
                for word in fold::title(name).split(' ').filter(content) {
                    add(word, SYNONYM_WEIGHT);
                }
            }
        }
        let own: Vec<String> =
            terms.iter().filter(|term| term.weight >= 1.0).map(|term| term.root.clone()).collect();
        for root in own {
            for other in vocabulary.kin(&root) {
                if terms.len() < MAX_QUERY_WORDS * 2 && !terms.iter().any(|term| term.root == *other) {
                    terms.push(Term {
                        root: other.clone(),
                        word: other.clone(),
                        weight: RELATED_WORD_WEIGHT,
                    });
                }
            }
        }
        Query { text: text.trim().to_owned(), terms, entities, entity_names, vector: None }
    }

    /// Returns whether there is nothing to search for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the words that are sent to a source: those of the text.
    #[must_use]
    pub fn words(&self) -> String {
        let own = self.terms.iter().filter(|term| term.weight >= 1.0).map(|term| term.word.as_str());
        own.collect::<Vec<_>>().join(" ")
    }

    /// Returns the entities of one kind that the text mentions.
    pub fn named<'a>(
        &'a self,
        kind: EntityKind,
        vocabulary: &'a Vocabulary,
    ) -> impl Iterator<Item = EntityId> + 'a {
        let is = move |id: &EntityId| vocabulary.get(*id).is_some_and(|entity| entity.kind == kind);
        self.entities.iter().copied().filter(is)
    }
}

/// Returns the last user message of a conversation of `(role, text)` pairs; empty without
/// such message.
#[must_use]
pub fn last_question<'a>(messages: &[(&str, &'a str)]) -> &'a str {
    messages.iter().rev().find(|(role, _)| role.eq_ignore_ascii_case("user")).map_or("", |(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn question_words_are_dropped_and_other_names_added() {
        let vocabulary = Vocabulary::shipped();
        let query = Query::of("Does metformin activate AMPK?", &vocabulary);
        assert_eq!(query.words(), "metformin activate ampk");
        assert!(query.terms.iter().any(|term| term.word == "kinase"), "{query:?}");
        assert_eq!(query.named(EntityKind::Drug, &vocabulary).count(), 1);
        assert!(Query::of("what is it?", &vocabulary).is_empty());
    }

    #[test]
    fn a_question_in_spanish_meets_the_english_names() {
        let query = Query::of("¿La metformina reduce la demencia?", &Vocabulary::shipped());
        assert!(query.terms.iter().any(|term| term.word == "metformin"), "{query:?}");
        assert!(query.terms.iter().any(|term| term.word == "dementia"), "{query:?}");
    }

    #[test]
    fn the_question_is_the_last_message_of_the_user() {
        assert_eq!(
            last_question(&[("user", "a"), ("assistant", "b"), ("USER", "c"), ("assistant", "d")]),
            "c"
        );
        assert_eq!(last_question(&[("assistant", "b")]), "");
    }
}
