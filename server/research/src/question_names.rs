//! Decides which works mention what a question asks about.
//!
//! A search also returns works that merely share a number, a method or a common word with the
//! question. A report quotes, and the judge counts, only works that mention its drug and its
//! condition and contain its words outside of known entities.

use crate::covariates::{CovariateKind, covariates, without_adjusted};
use crate::hypotheses::lexicon::is_word_of_direction;
use crate::hypotheses::lexicon::outcomes::is_outcome_of_any_disease;
use crate::passage::{Passage, passages, stored_text};
use crate::query::{Query, is_stop_word};
use crate::support::shared_content;
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary};
use referee_records::Record;
use referee_text::stem::roots;

/// A text must contain more than this share of the question's words that belong to no entity.
const MIN_SHARE_OF_OTHER_WORDS: f64 = 0.5;

/// The minimum share of these words in a sentence if the question contains nothing else.
const MIN_SHARE_OF_UNKNOWN_END: f64 = 0.75;

/// Words of questions that a matching text need not contain.
const WORDS_OF_QUESTIONS: &[&str] = &[
    "adults",
    "against",
    "associated",
    "association",
    "benefit",
    "cause",
    "consumption",
    "disease",
    "dose",
    "doses",
    "effect",
    "effects",
    "elderly",
    "help",
    "impact",
    "induced",
    "influence",
    "intake",
    "levels",
    "mechanism",
    "mechanisms",
    "older",
    "outcome",
    "outcomes",
    "patients",
    "people",
    "prevention",
    "related",
    "relation",
    "risk",
    "role",
    "safety",
    "supplementation",
    "supplements",
    "therapy",
    "treatment",
    "use",
];

/// Words that identify a question in another language; its words occur in no English abstract.
const WORDS_OF_OTHER_LANGUAGES: &[&str] =
    &["con", "de", "del", "der", "die", "el", "en", "la", "las", "los", "que", "und"];

/// The entities in a question, by kind.
pub(crate) struct AskedNames<'a> {
    /// The entities of each requested kind that occurs in the question, followed by the same lists
    /// without the outcomes that every disease has.
    kinds: Vec<Vec<EntityId>>,
    /// The words of the question that belong to no entity; empty if no word counts.
    others: String,
    query: &'a Query,
    vocabulary: &'a Vocabulary,
}

impl<'a> AskedNames<'a> {
    /// Collects the entities of the given `kinds` in `query`.
    pub(crate) fn of(query: &'a Query, kinds: &[EntityKind], vocabulary: &'a Vocabulary) -> Self {
        let named = |kind: &EntityKind| query.named(*kind, vocabulary).collect::<Vec<_>>();
        let mut kinds: Vec<Vec<EntityId>> = kinds.iter().map(named).collect();
        // `smoking cessation, lung cancer, survival`: a work on survival with lung cancer but
        // without smoking cessation mentions two entities out of three. An outcome of every disease
        // must not make up for a missing entity.
        let is_telling = |id: &EntityId| {
            vocabulary.get(*id).is_some_and(|entity| !is_outcome_of_any_disease(&entity.name))
        };
        let telling = |names: &Vec<EntityId>| names.iter().copied().filter(is_telling).collect::<Vec<_>>();
        kinds.extend(kinds.iter().map(telling).collect::<Vec<_>>());
        kinds.retain(|names| !names.is_empty());
        AskedNames { kinds, others: other_words(&query.text, vocabulary), query, vocabulary }
    }

    /// Returns whether a text mentions more than half of the question's entities of each kind (both
    /// if there are two) and contains most of its other words. Entities that occur only as
    /// covariates do not count.
    fn are_in_text(&self, text: &str) -> bool {
        let covariates = covariates(text);
        let is_covariate = |mention: &Mention| {
            let is_outcome_or_drug = || {
                let kind = self.vocabulary.get(mention.entity).map(|entity| entity.kind);
                matches!(kind, Some(EntityKind::Drug | EntityKind::Condition))
            };
            covariates.iter().any(|one| {
                one.range.start <= mention.range.start
                    && mention.range.end <= one.range.end
                    && (one.kind == CovariateKind::Adjusted || is_outcome_or_drug())
            })
        };
        let mut mentions = self.vocabulary.mentions(text);
        mentions.retain(|mention| !is_covariate(mention));
        // Atorvastatin is relevant to a question about statins, but pulmonary hypertension is not relevant to one about
        // hypertension.
        let is_drug =
            |id: EntityId| self.vocabulary.get(id).is_some_and(|entity| entity.kind == EntityKind::Drug);
        let has = |id: &EntityId| {
            mentions.iter().any(|mention| {
                mention.entity == *id || is_drug(*id) && self.vocabulary.is_kind_of(mention.entity, *id)
            })
        };
        let has_most = |names: &Vec<EntityId>| 2 * names.iter().filter(|id| has(id)).count() > names.len();
        self.kinds.iter().all(has_most) && has_other_words(&self.others, &without_adjusted(text))
    }

    /// Returns whether title and abstract mention what was asked; see [`Self::are_in_text`].
    pub(crate) fn are_in(&self, record: &Record) -> bool {
        self.are_in_text(&stored_text(record))
    }

    /// Like [`Self::are_in`]; if the vocabulary knows no name of the question, returns whether
    /// title and abstract contain more than half of its words.
    pub(crate) fn or_words_are_in(&self, record: &Record) -> bool {
        self.or_words_are_in_text(&stored_text(record))
    }

    /// Returns the sentences of a record, including its title, that by themselves mention what was
    /// asked.
    pub(crate) fn sentences(&self, record: &Record) -> Vec<Passage> {
        passages(record).into_iter().filter(|passage| self.or_words_are_in_text(&passage.text)).collect()
    }

    fn or_words_are_in_text(&self, text: &str) -> bool {
        if !self.kinds.is_empty() {
            return self.are_in_text(text);
        }
        let words = roots(&without_adjusted(text));
        let asked: Vec<_> = self.query.terms.iter().filter(|term| term.weight >= 1.0).collect();
        let found = asked.iter().filter(|term| words.contains(&term.root)).count();
        2 * found > asked.len() || asked.is_empty()
    }
}

/// Returns whether a text contains more than half of `others`, the words of a question that belong
/// to no entity; true if `others` is empty.
pub(crate) fn has_other_words(others: &str, text: &str) -> bool {
    others.is_empty() || shared_content(others, text) > MIN_SHARE_OF_OTHER_WORDS
}

/// Returns whether a text contains at least three quarters of `others`. If no vocabulary knows a
/// word of the question, these words are its subject, and a text on stem cells of another organ
/// contains two words of `hematopoietic stem cells`.
pub(crate) fn has_nearly_all_other_words(others: &str, text: &str) -> bool {
    others.is_empty() || shared_content(others, text) >= MIN_SHARE_OF_UNKNOWN_END
}

/// Returns the words of a question that belong to no entity and that a matching text must contain.
pub(crate) fn other_words(question: &str, vocabulary: &Vocabulary) -> String {
    let mut text = question.to_owned().into_bytes();
    for mention in vocabulary.mentions(question) {
        if let Some(part) = text.get_mut(mention.range) {
            part.fill(b' ');
        }
    }
    let text = String::from_utf8(text).unwrap_or_default().to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 1).collect();
    let is_foreign = !question.is_ascii() || words.iter().any(|word| WORDS_OF_OTHER_LANGUAGES.contains(word));
    if is_foreign {
        return String::new();
    }
    // Function words and words of direction do not count.
    let counts = |word: &&str| {
        !is_stop_word(word)
            && !WORDS_OF_QUESTIONS.contains(word)
            && !is_word_of_direction(word)
            && shared_content(word, word) > 0.0
    };
    words.into_iter().filter(counts).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::record;

    fn is_on_question(question: &str, text: &str) -> bool {
        use EntityKind::{Condition, Drug, Process, Target};
        let vocabulary = Vocabulary::shipped();
        let query = Query::of(question, &vocabulary);
        let asked = AskedNames::of(&query, &[Drug, Target, Process, Condition], &vocabulary);
        asked.or_words_are_in(&record(1, "A study", text))
    }

    #[test]
    fn a_work_that_lacks_a_word_of_the_question_is_off_it() {
        assert!(is_on_question(
            "antidepressants depression women",
            "Antidepressants eased depression in women."
        ));
        assert!(!is_on_question("antidepressants depression women", "Stress led to depression in soldiers."));
        assert!(is_on_question(
            "Does metformin reduce dementia in older people?",
            "Metformin and dementia in older adults."
        ));
        assert!(is_on_question("¿La metformina reduce la demencia?", "Metformin had no effect on dementia."));
    }

    #[test]
    fn words_of_direction_of_grammar_and_of_amounts_are_no_unknown_names() {
        let vocabulary = Vocabulary::shipped();
        for question in [
            "Does vitamin D supplementation prevent fractures?",
            "Do statins reduce mortality in older people?",
            "Does metformin protect against colorectal cancer?",
            "What is the effect of metformin on colorectal cancer, and why?",
            "Does rapamycin extend lifespan?",
            "Do statins worsen or prolong delirium?",
            "Low-dose aspirin and preeclampsia",
            "Probiotics and antibiotic-associated diarrhea",
        ] {
            assert_eq!(other_words(question, &vocabulary).as_str(), "", "{question}");
        }
        assert_eq!(other_words("statins in quokkas", &vocabulary), "quokkas");
    }

    #[test]
    fn a_work_on_one_of_two_conditions_is_off_a_question_about_both() {
        assert!(is_on_question("hypertension stroke", "Hypertension preceded stroke in most."));
        assert!(!is_on_question("hypertension stroke", "Hypertension was common."));
        assert!(!is_on_question("tuberculosis HIV", "HIV reservoirs persist."));
    }

    #[test]
    fn what_one_thing_induces_names_both() {
        let text = "Metformin-induced autophagy was seen in cells.";
        assert!(is_on_question("metformin autophagy", text));
        assert!(is_on_question("metformin-induced autophagy", text));
        assert!(!is_on_question("rapamycin autophagy", text));
    }

    #[test]
    fn only_the_sentences_that_name_it_by_themselves_are_quotable() {
        let vocabulary = Vocabulary::shipped();
        let query = Query::of("metformin dementia", &vocabulary);
        let asked = AskedNames::of(&query, &[EntityKind::Drug, EntityKind::Condition], &vocabulary);
        let one = record(
            1,
            "A cohort",
            "Dementia is common. Metformin was given. Metformin users had less dementia.",
        );
        let quotable: Vec<String> = asked.sentences(&one).into_iter().map(|passage| passage.text).collect();
        assert_eq!(quotable, ["Metformin users had less dementia."]);
    }

    #[test]
    fn a_sentence_that_names_it_as_a_covariate_alone_is_not_quotable() {
        let vocabulary = Vocabulary::shipped();
        let of = |question: &str, text: &str| {
            let query = Query::of(question, &vocabulary);
            let kinds = [EntityKind::Drug, EntityKind::Target, EntityKind::Condition];
            AskedNames::of(&query, &kinds, &vocabulary).sentences(&record(1, "A cohort", text)).len()
        };
        for text in [
            "Metformin users had less dementia, adjusted for age and aspirin use.",
            "After controlling for age, aspirin use and sex, metformin users had less dementia.",
            "Metformin reduced dementia independent of aspirin use.",
            "The hazard ratio of dementia (adjusted for aspirin) was 0.8.",
        ] {
            assert_eq!(of("aspirin dementia", text), 0, "{text}");
            let is_about_metformin = text.contains("etformin");
            assert_eq!(of("metformin dementia", text), usize::from(is_about_metformin), "{text}");
        }
        assert_eq!(of("aspirin dementia", "Adjusted for age, aspirin users had less dementia."), 1);
        // That a molecule is not needed for an effect is a finding about the molecule.
        assert_eq!(of("metformin AMPK", "Metformin lowers glucose independently of AMPK."), 1);
    }
}
