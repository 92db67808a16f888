//! Reads the relations that one sentence expresses between named things: who acts on whom, in which
//! direction, and whether this is stated, denied or only supposed.
//!
//! The reading is shallow: the sentence becomes words and names (`tokens`), names become heads of
//! noun phrases (`phrase`), and a verb is read only if everything between it and its subject and
//! object is understood (`clause`). A sentence that is not understood yields no relation.

use super::abbreviations::Abbreviations;
use super::clause;
use super::lexicon::grammar::{CLAUSE_BREAKS, is_adverb};
use super::lexicon::nouns::{LESS_ADJECTIVES, MORE_ADJECTIVES, RISK_WORDS};
use super::lexicon::verbs::{VerbForm, verb};
use super::phrase::Words;
use super::relation::{Assertion, Relation, Sign};
use super::tokens::{Role, tokens};
use crate::passage::{Passage, passages, stored_text};
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary};
use referee_records::Record;

/// Returns the relations in a sentence, each pair once.
#[must_use]
pub fn relations(sentence: &str, vocabulary: &Vocabulary) -> Vec<Relation> {
    relations_in(sentence, vocabulary, &Abbreviations::default())
}

/// Returns the relations in a sentence, given the abbreviations that its text defines.
pub(crate) fn relations_in(
    sentence: &str,
    vocabulary: &Vocabulary,
    abbreviations: &Abbreviations,
) -> Vec<Relation> {
    relations_of(sentence, &abbreviations.mentions(sentence, vocabulary), vocabulary)
}

/// Reads every sentence of a record, with the abbreviations that the record introduces; returns each sentence with its
/// relations.
#[must_use]
pub fn relations_of_record(record: &Record, vocabulary: &Vocabulary) -> Vec<(String, Vec<Relation>)> {
    let abbreviations = Abbreviations::of(&stored_text(record), vocabulary);
    let read = |passage: Passage| {
        let relations = relations_in(&passage.text, vocabulary, &abbreviations);
        (passage.text, relations)
    };
    passages(record).into_iter().map(read).collect()
}

/// Reads the relations of a sentence between the things in `mentions`.
pub(super) fn relations_of(sentence: &str, mentions: &[Mention], vocabulary: &Vocabulary) -> Vec<Relation> {
    if mentions.len() < 2 {
        return Vec::new();
    }
    let mentions = &without_lack(sentence, mentions, vocabulary);
    let is_question = sentence.contains('?') || is_left_open(sentence);
    let tokens = tokens(sentence, mentions, vocabulary);
    let words = Words { tokens: &tokens, vocabulary };
    if is_reversed_for_some(&words, tokens.len()) {
        return Vec::new();
    }
    let mut found: Vec<Relation> = Vec::new();
    let mut start = 0;
    for at in 0..=tokens.len() {
        let is_break = CLAUSE_BREAKS.contains(&words.text(at)) && !goes_on_behind(&words, at);
        if at == tokens.len() || is_break || tokens.get(at).is_some_and(|token| token.stop) {
            let mut read = clause::read(&words, start, at);
            if let Some(other) = active_comparator(&words, start, at) {
                let is_outcome = |id| vocabulary.get(id).is_some_and(|one| one.kind == EntityKind::Condition);
                read.retain(|one| {
                    one.subject == other || !is_outcome(one.object) || one.sign == Sign::UsedFor
                });
            }
            found.extend(read);
            start = at + usize::from(is_break);
        }
    }
    if is_question {
        for relation in &mut found {
            if relation.assertion == Assertion::Stated {
                relation.assertion = Assertion::Supposed;
            }
        }
    }
    if is_insignificant(sentence) {
        found.retain(|relation| relation.assertion != Assertion::Stated);
    }
    once_each(&found)
}

/// Returns the drug that is the comparator of a clause. An outcome that is rarer with one drug than
/// with another is not necessarily rarer than without treatment.
fn active_comparator(words: &Words<'_>, start: usize, end: usize) -> Option<EntityId> {
    const MAX_WORDS: usize = 6;
    let is_comparison = |at: &usize| match words.text(*at) {
        "compared" | "comparison" | "relative" => matches!(words.text(at + 1), "with" | "to"),
        "versus" | "vs" | "than" => true,
        _ => false,
    };
    let at = (start..end).find(is_comparison)?;
    let behind = (at + 1..end.min(at + 1 + MAX_WORDS))
        .take_while(|at| !words.get(*at).is_some_and(|token| token.stop));
    // `with those not taking X`: a comparison with no treatment.
    let is_without = |at: usize| {
        matches!(words.text(at), "not" | "non" | "no" | "never" | "without" | "placebo" | "untreated")
    };
    let mut behind = behind.take_while(|at| !is_without(*at));
    behind.find_map(|at| {
        let name = words.get(at)?.name?;
        (name.kind == EntityKind::Drug && name.role == Role::Plain).then_some(name.entity)
    })
}

/// Replaces the name of a deficiency by the name of the lacking substance. An effect of vitamin D
/// deficiency shows the effect of vitamin D.
fn without_lack(sentence: &str, mentions: &[Mention], vocabulary: &Vocabulary) -> Vec<Mention> {
    let lacked = |mention: &Mention| {
        let text = sentence.get(mention.range.clone())?;
        let (thing, lack) = text.rsplit_once(' ')?;
        let entity = vocabulary
            .find(thing)
            .filter(|_| matches!(lack, "deficiency" | "insufficiency" | "deficiencies"))?;
        let kind = vocabulary.get(entity)?.kind;
        let end = mention.range.start + thing.len();
        matches!(kind, EntityKind::Drug | EntityKind::Target)
            .then_some(Mention { entity, range: mention.range.start..end })
    };
    mentions.iter().map(|mention| lacked(mention).unwrap_or_else(|| mention.clone())).collect()
}

/// Returns whether a sentence says that an effect may be due to chance; then none of its effects
/// counts as stated.
fn is_insignificant(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    [
        "not significantly so",
        "not statistically significant",
        "not reach significance",
        "not reach statistical significance",
        "nonsignificant",
        "non-significant",
        "but not significantly",
        "although not significantly",
        "though not significantly",
    ]
    .iter()
    .any(|words| lower.contains(words))
}

/// Returns whether the words after a conjunction are another verb of the same subject:
/// `but increased Y`, `while reducing Z`.
fn goes_on_behind(words: &Words<'_>, at: usize) -> bool {
    let next = (at + 1..).find(|at| !is_adverb(words.text(*at))).unwrap_or(at);
    let form = verb(words.text(next)).map(|(_, form)| form);
    match words.text(at) {
        "but" => matches!(form, Some(VerbForm::Past | VerbForm::Present)),
        "while" | "whilst" => form == Some(VerbForm::Gerund),
        _ => false,
    }
}

/// Returns whether a sentence says that something is unknown; relations that it mentions are then
/// not findings.
fn is_left_open(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    [
        "little studied",
        "little is known",
        "not known",
        "unknown",
        "unclear",
        "poorly understood",
        "been studied little",
    ]
    .iter()
    .any(|words| lower.contains(words))
}

/// Returns whether a sentence states opposite effects for different groups:
/// `a lower risk of X in men but a higher risk among women`. A higher risk of something else is not
/// the opposite.
fn is_reversed_for_some(words: &Words<'_>, end: usize) -> bool {
    const MAX_WORDS_TO_RISK: usize = 3;
    let is_more = |at: usize| {
        let word = words.text(at);
        let more = MORE_ADJECTIVES.contains(&word);
        (more || LESS_ADJECTIVES.contains(&word)).then_some(more)
    };
    let risk = |at: usize| {
        let near = at + 1..=at + MAX_WORDS_TO_RISK;
        near.into_iter().find(|at| RISK_WORDS.contains(&words.text(*at)))
    };
    let risks: Vec<(usize, bool, usize)> =
        (0..end).filter_map(|at| Some((at, is_more(at)?, risk(at)?))).collect();
    risks.windows(2).any(|pair| {
        let ((_, more, at), (next, next_more, next_at)) = (pair[0], pair[1]);
        let is_contrast = (at..next).any(|at| CLAUSE_BREAKS.contains(&words.text(at)));
        more != next_more && is_contrast && !matches!(words.text(next_at + 1), "of" | "for")
    })
}

/// Merges the relations so that each pair occurs once. A pair with both directions was misread and
/// is left out.
fn once_each(found: &[Relation]) -> Vec<Relation> {
    let mut out: Vec<Relation> = Vec::new();
    for relation in found {
        let same = |other: &&Relation| other.subject == relation.subject && other.object == relation.object;
        if out.iter().any(|known| same(&known)) {
            continue;
        }
        let all: Vec<&Relation> = found.iter().filter(same).collect();
        // A directed relation is more specific than an undirected one.
        let directed: Vec<&&Relation> = all.iter().filter(|one| one.sign.is_directed()).collect();
        let agree = directed
            .windows(2)
            .all(|pair| pair[0].sign == pair[1].sign && pair[0].assertion == pair[1].assertion);
        let chosen = directed.first().map_or(relation, |first| **first);
        if agree {
            out.push(chosen.clone());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(sentence: &str) -> Vec<String> {
        let vocabulary = Vocabulary::shipped();
        let name = |id| vocabulary.get(id).map_or("?", |entity| entity.name.as_str());
        relations(sentence, &vocabulary)
            .into_iter()
            .map(|relation| {
                let mark = match relation.assertion {
                    Assertion::Stated => "",
                    Assertion::Denied => "not: ",
                    Assertion::Supposed => "perhaps: ",
                };
                format!("{mark}{} {} {}", name(relation.subject), relation.sign.verb(), name(relation.object))
            })
            .collect()
    }

    #[test]
    fn active_passive_and_nominal_wording_say_the_same() {
        for sentence in [
            "Metformin inhibited mTOR in hepatocytes.",
            "The mTOR was potently inhibited by metformin.",
            "We saw inhibition of mTOR by metformin.",
            "Metformin acts through inhibition of mTOR.",
        ] {
            assert_eq!(said(sentence), ["metformin decreases mTOR"], "{sentence}");
        }
    }

    #[test]
    fn what_is_said_not_to_be_known_is_stated_by_nobody() {
        let vocabulary = Vocabulary::shipped();
        for sentence in [
            "The role of NLRC4 in inflammation-induced cancer has been little studied.",
            "Whether metformin activates AMPK in humans is unknown.",
        ] {
            let read = relations(sentence, &vocabulary);
            assert!(read.iter().all(|one| one.assertion != Assertion::Stated), "{sentence}: {read:?}");
        }
    }

    #[test]
    fn what_is_the_opposite_for_some_of_those_it_speaks_of_says_nothing() {
        for sentence in [
            "Aspirin was associated with a lower risk of colorectal cancer among carriers but with a higher risk among others.",
            "Aspirin was associated with reduced odds of colorectal cancer in men, whereas increased odds were seen in women.",
        ] {
            assert_eq!(said(sentence), [] as [&str; 0], "{sentence}");
        }
        assert_eq!(
            said(
                "Aspirin was associated with a lower risk of colorectal cancer but a higher risk of bleeding."
            ),
            ["aspirin decreases colorectal cancer"]
        );
    }

    #[test]
    fn a_second_verb_keeps_its_subject_and_objects_are_listed() {
        assert_eq!(
            said("Metformin activated AMPK and inhibited mTOR."),
            ["metformin increases AMPK", "metformin decreases mTOR"]
        );
        assert_eq!(
            said("Rapamycin reduced amyloid plaques and neuroinflammation."),
            ["rapamycin decreases amyloid plaques", "rapamycin decreases neuroinflammation"]
        );
    }

    #[test]
    fn what_is_denied_or_supposed_is_told_apart() {
        assert_eq!(said("Metformin did not activate AMPK."), ["not: metformin increases AMPK"]);
        assert_eq!(said("Metformin may reduce dementia."), ["perhaps: metformin decreases dementia"]);
        assert_eq!(said("Does metformin reduce dementia?"), ["perhaps: metformin decreases dementia"]);
        assert_eq!(
            said("Metformin inhibits gluconeogenesis in mice independently of the LKB1/AMPK pathway."),
            ["metformin decreases glucose production"]
        );
    }

    #[test]
    fn a_hyphen_says_who_acts() {
        assert!(said("Rats fed metformin for weeks showed XY-induced oxidative stress.").is_empty());
        assert_eq!(said("Metformin-induced autophagy was seen."), ["metformin increases autophagy"]);
    }

    #[test]
    fn taking_something_away_turns_its_effect_around() {
        assert_eq!(said("AMPK knockdown increased autophagy."), ["AMPK decreases autophagy"]);
        assert_eq!(said("Loss of TREM2 increased amyloid burden."), ["TREM2 decreases amyloid plaques"]);
    }

    #[test]
    fn to_improve_a_disease_is_to_have_less_of_it() {
        assert_eq!(
            said("Metformin improved insulin resistance."),
            ["metformin decreases insulin resistance"]
        );
        assert_eq!(said("Donepezil improved cognition."), ["donepezil increases cognition"]);
        assert_eq!(said("Patients on metformin had fewer deaths."), ["metformin decreases mortality"]);
        assert_eq!(said("Metformin was associated with lower mortality."), ["metformin decreases mortality"]);
    }

    #[test]
    fn what_only_marks_a_molecule_or_a_condition_has_no_direction() {
        assert!(said("Phosphorylation of AMPK inhibited autophagy.").is_empty());
        assert_eq!(
            said("Hypothyroidism is characterized by elevated TSH levels."),
            ["TSH affects hypothyroidism"]
        );
        assert_eq!(
            said("Rheumatoid arthritis is characterized by inflammation."),
            ["inflammation increases rheumatoid arthritis"]
        );
    }

    #[test]
    fn names_beside_each_other_say_nothing() {
        assert!(said("Metformin, AMPK and mTOR were measured.").is_empty());
        assert!(said("").is_empty());
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(400))]
        #[test]
        fn no_sentence_breaks_it(parts in proptest::collection::vec(proptest::sample::select(vec![
            "metformin", "AMPK", "mTOR", "autophagy", "dementia", "activated", "inhibition", "of", "by", "was", "not", "and",
            "lower", "had", "loss", "independently", "-", ";", "through", "induced", "é", "?"]), 0..30)) {
            let _ = said(&parts.join(" "));
        }
    }
}
