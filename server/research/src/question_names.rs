//! Which works name what a question asks about.
//!
//! A search brings works that share a number, a method or a common word with the question. A report quotes, and the
//! judge counts, those that name its drug and its condition, and the words of it that are no known name.

use crate::covariates::{CovariateKind, covariates, without_adjusted};
use crate::hypotheses::lexicon::is_word_of_direction;
use crate::hypotheses::lexicon::outcomes::is_outcome_of_any_disease;
use crate::passage::{Passage, passages, stored_text};
use crate::query::{Query, is_stop_word};
use crate::support::shared_content;
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary};
use referee_records::Record;
use referee_text::stem::roots;

/// Of the words of a question that are no names, more than this share must be in a text.
const MIN_SHARE_OF_OTHER_WORDS: f64 = 0.5;

/// The share of them that a sentence has to have where they are all that is asked about.
const MIN_SHARE_OF_UNKNOWN_END: f64 = 0.75;

/// Words of questions that a text on the question need not have.
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

/// Words by which a question in another language is told: its words are in no English abstract.
const WORDS_OF_OTHER_LANGUAGES: &[&str] =
    &["con", "de", "del", "der", "die", "el", "en", "la", "las", "los", "que", "und"];

/// What a question names, kind by kind.
pub(crate) struct AskedNames<'a> {
    /// The names of each kind that was looked for and that the question has; and of these again without the outcomes
    /// that every disease has.
    kinds: Vec<Vec<EntityId>>,
    /// The words of the question that are part of no name; empty where there are none that count.
    others: String,
    query: &'a Query,
    vocabulary: &'a Vocabulary,
}

impl<'a> AskedNames<'a> {
    /// What `query` names of `kinds`.
    pub(crate) fn of(query: &'a Query, kinds: &[EntityKind], vocabulary: &'a Vocabulary) -> Self {
        let named = |kind: &EntityKind| query.named(*kind, vocabulary).collect::<Vec<_>>();
        let mut kinds: Vec<Vec<EntityId>> = kinds.iter().map(named).collect();
        // `smoking cessation, lung cancer, survival`: a work on the survival of anybody else with lung cancer has two
        // names in three. What every disease has is no name that makes up for another.
        let is_telling = |id: &EntityId| {
            vocabulary.get(*id).is_some_and(|entity| !is_outcome_of_any_disease(&entity.name))
        };
        let telling = |names: &Vec<EntityId>| names.iter().copied().filter(is_telling).collect::<Vec<_>>();
        kinds.extend(kinds.iter().map(telling).collect::<Vec<_>>());
        kinds.retain(|names| !names.is_empty());
        AskedNames { kinds, others: other_words(&query.text, vocabulary), query, vocabulary }
    }

    /// Whether a text names more than half of what the question names of each kind, so both where these are two, and
    /// has most of its other words. What is named as a covariate alone does not count.
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
        let has = |id: &EntityId| mentions.iter().any(|mention| mention.entity == *id);
        let has_most = |names: &Vec<EntityId>| 2 * names.iter().filter(|id| has(id)).count() > names.len();
        self.kinds.iter().all(has_most) && has_other_words(&self.others, &without_adjusted(text))
    }

    /// Whether title and abstract name what was asked, as [`Self::are_in_text`] says.
    pub(crate) fn are_in(&self, record: &Record) -> bool {
        self.are_in_text(&stored_text(record))
    }

    /// [`Self::are_in`]; where the vocabulary knows nothing of the question, whether title and abstract have more
    /// than half of its words.
    pub(crate) fn or_words_are_in(&self, record: &Record) -> bool {
        self.or_words_are_in_text(&stored_text(record))
    }

    /// The sentences of a record that name what was asked by themselves, its title among them.
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

/// Whether a text has more than half of `others`, the words of a question that are part of no name; so has every text
/// where there are none.
pub(crate) fn has_other_words(others: &str, text: &str) -> bool {
    others.is_empty() || shared_content(others, text) > MIN_SHARE_OF_OTHER_WORDS
}

/// Whether a text has at least three in four of `others`: what of a question no vocabulary knows is then what it asks
/// about, and a text on stem cells of another organ has two words of `hematopoietic stem cells`.
pub(crate) fn has_nearly_all_other_words(others: &str, text: &str) -> bool {
    others.is_empty() || shared_content(others, text) >= MIN_SHARE_OF_UNKNOWN_END
}

/// The words of a question that are part of no name and that a text on the question has to have.
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
    // Words of grammar and of direction count nothing.
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
        // That something does not need a molecule is a finding about it.
        assert_eq!(of("metformin AMPK", "Metformin lowers glucose independently of AMPK."), 1);
    }
}
