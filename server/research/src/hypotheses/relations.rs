//! What one sentence says about two named things: who acts on whom, in which direction, and whether it is said at
//! all, denied, or only supposed.
//!
//! Patterns of active, passive and nominal wording over names of the [`Vocabulary`]. They find what is said plainly
//! and pass over the rest: a sentence that is not understood says nothing.

use super::clause::{Clause, Word};
use super::relation::{Assertion, Relation, Sign};
use super::wording::BREAKS;
use crate::vocabulary::{Vocabulary, words};
use referee_text::stem;

/// The most words of a sentence that are looked at.
const LONGEST: usize = 160;
/// What a sentence says about the things that it names; each pair once.
#[must_use]
pub fn relations(sentence: &str, vocabulary: &Vocabulary) -> Vec<Relation> {
    let mut out: Vec<Relation> = Vec::new();
    let mentions = vocabulary.mentions(sentence);
    if mentions.len() < 2 {
        return out;
    }
    let asks = sentence.trim_end().ends_with('?');
    let all: Vec<Word> = words(sentence)
        .into_iter()
        .take(LONGEST)
        .map(|(_, range)| {
            let text = sentence.get(range.clone()).unwrap_or_default().to_lowercase();
            let joined = sentence
                .get(..range.start)
                .is_some_and(|before| before.ends_with(['-', '\u{2010}', '\u{2011}', '–']));
            Word { root: stem::root(&text), text, range, joined, name: None }
        })
        .collect();
    for clause in clauses(sentence, all) {
        let clause = Clause::of(clause, &mentions, vocabulary);
        for mut relation in clause.read() {
            if relation.subject == relation.object {
                continue;
            }
            if asks && relation.assertion == Assertion::Stated {
                relation.assertion = Assertion::Supposed;
            }
            let same =
                |known: &Relation| known.subject == relation.subject && known.object == relation.object;
            match out.iter_mut().find(|known| same(known)) {
                // A direction says more than that there is something.
                Some(known) if known.sign == Sign::Affects && relation.sign != Sign::Affects => {
                    *known = relation
                }
                Some(_) => {}
                None => out.push(relation),
            }
        }
    }
    out
}

/// The words of a sentence, clause by clause.
fn clauses(sentence: &str, words: Vec<Word>) -> Vec<Vec<Word>> {
    let mut out = vec![Vec::new()];
    let mut end = 0;
    for word in words {
        let gap = sentence.get(end..word.range.start).unwrap_or_default();
        end = word.range.end;
        if (gap.contains([';', ':', '(', ')']) || BREAKS.contains(&word.text.as_str()))
            && out.last().is_some_and(|clause: &Vec<Word>| !clause.is_empty())
        {
            out.push(Vec::new());
        }
        if let Some(clause) = out.last_mut() {
            clause.push(word);
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
            ["metformin decreases glucose production", "not: LKB1 decreases glucose production"]
        );
    }

    #[test]
    fn neither_denies_over_any_distance_and_a_hyphen_says_who_acts() {
        assert_eq!(
            said(
                "Neither the branched nor the longer compounds beside metformin in the diet induced autophagy."
            ),
            ["not: metformin increases autophagy"]
        );
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
