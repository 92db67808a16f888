//! Assertion status of terms: pairs of English and Spanish sentences, and properties.

use proptest::prelude::*;
use referee_critic::BlockAnalysis;
use referee_critic::analysis::assertion::{self, Assertion, Experiencer, State};
use referee_syntax::{Document, DraftKind, Format};
use referee_text::{Rope, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

fn of(text: &str, term: Span) -> Assertion {
    let document = Document::read(Format::PlainText, Rope::from_str(text), Arc::default());
    let block = document.blocks().get(0).unwrap();
    let block = BlockAnalysis::read(text, block.content, Format::PlainText, DraftKind::ClinicalNote);
    assertion::of(&block, term)
}

/// A sentence with its bracketed term, without the brackets.
fn flagged(sentence: &str) -> (String, Span) {
    let (open, close) = (sentence.find('[').unwrap(), sentence.find(']').unwrap());
    let text = sentence.replace(['[', ']'], "");
    (text, Span::new(open, close - 1))
}

#[test]
fn sentences_say_the_same_in_english_and_spanish() {
    let mut wrong = Vec::new();
    let mut counts: BTreeMap<char, (usize, usize)> = BTreeMap::new();
    for line in include_str!("pairs.txt").lines().filter(|line| !line.starts_with('#')) {
        let (label, sentences) = line.split_at(1);
        let label = label.chars().next().unwrap();
        for sentence in sentences.split('|').map(str::trim) {
            let (text, term) = flagged(sentence);
            let said = of(&text, term);
            let right = match label {
                'C' => said.state == State::Confirmed && said.experiencer == Experiencer::Patient,
                'N' => said.state == State::Negated,
                'P' => said.state == State::Pending,
                'U' => said.state == State::Uncertain,
                'H' => said.state == State::Historical,
                _ => said.experiencer == Experiencer::Relative,
            };
            let count = counts.entry(label).or_default();
            count.1 += 1;
            count.0 += usize::from(right);
            if !right {
                wrong.push(format!("{label} {sentence}: {said:?}"));
            }
        }
    }
    assert!(counts.values().map(|count| count.1).sum::<usize>() >= 300, "{counts:?}");
    assert!(wrong.is_empty(), "{counts:?}\n{}", wrong.join("\n"));
}

// Regression: each of these counted as a confirmed pathology because it contained a listed word.
#[test]
fn what_the_seed_took_for_pathology_is_none() {
    for (sentence, state) in [
        ("[Biopsy] not done.", State::Negated),
        ("[Biopsy] pending.", State::Pending),
        ("Rule out [carcinoma].", State::Uncertain),
        ("No evidence of [malignancy].", State::Negated),
        ("[Histology] benign.", State::Negated),
    ] {
        let (text, term) = flagged(sentence);
        assert_eq!(of(&text, term).state, state, "{sentence}");
    }
    let (text, term) = flagged("Mother had [carcinoma] of the breast.");
    assert_eq!(of(&text, term).experiencer, Experiencer::Relative);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_negated_sentence_never_counts_as_confirmed(
        cue in prop::sample::select(vec![
            "No evidence of", "Denies", "Negative for", "Without", "No", "Absence of", "Ruled out for", "Sin evidencia de",
            "Niega", "Negativo para", "Sin", "No se observa", "Ausencia de", "Se descarta",
        ]),
        list in prop::collection::vec(
            prop::sample::select(vec!["fever", "edema", "masses", "fiebre", "masas", "nodes", "ascites", "dolor"]), 0..4),
        term in prop::sample::select(vec!["carcinoma", "lymphoma", "adenocarcinoma", "melanoma", "sarcoma", "metastasis"]),
    ) {
        let mut text = String::from(cue);
        text.push(' ');
        for word in &list {
            text.push_str(word);
            text.push_str(", ");
        }
        let start = text.len();
        text.push_str(term);
        let end = text.len();
        text.push('.');
        prop_assert_ne!(of(&text, Span::new(start, end)).state, State::Confirmed, "{}", text);
    }

    #[test]
    fn any_text_and_any_place_can_be_asked(text in ".{1,60}", start in 0_usize..80, len in 0_usize..20) {
        let _ = of(&text, Span::new(start, start + len));
    }
}
