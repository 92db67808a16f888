//! Chooses the sentence by which a report quotes a work.

use crate::cues::Cue;
use crate::evidence::Evidence;
use crate::hypotheses::Assertion;
use crate::hypotheses::relations::relations;
use crate::passage::{Passage, PassageLocation, passages};
use crate::query::Query;
use crate::quotable::{
    concludes, has_labels, is_gap, is_introduced, is_supposed, states_result_as_title, tell_results,
};
use crate::rounds::ResearchOutcome;
use crate::support::{is_finding, shared_content};
use crate::vocabulary::{EntityId, EntityKind, Mention, Vocabulary, words};
use referee_bibliography::render;
use std::collections::BTreeSet;

use super::Sentence;

/// Quotes the strongest study in people that states a result about the question; the newest of
/// equally strong studies.
pub(super) fn direct_evidence(outcome: &ResearchOutcome, clinical: &[&Evidence]) -> Option<String> {
    const MAX_QUOTE_CHARACTERS: usize = 260;
    let on_question =
        clinical.iter().filter(|one| outcome.on_question.contains_key(&one.handle) && !is_modelled(one));
    let works = strongest_first(on_question.map(|one| (*one).clone()).collect());
    let vocabulary = Vocabulary::shipped();
    let drugs: Vec<EntityId> =
        Query::of(&outcome.question, &vocabulary).named(EntityKind::Drug, &vocabulary).collect();
    let told: Vec<(&Evidence, String)> = works
        .iter()
        .filter_map(|one| {
            let quote = quoted(outcome, one)?.quote?;
            let is_told = quote.chars().count() <= MAX_QUOTE_CHARACTERS
                && is_about(&quote, &drugs, &vocabulary)
                && !Cue::Prediction.is_in(&quote.to_lowercase())
                // Of a study whose kind is not stated only a result counts.
                && (one.study.tier() > 0 || is_finding(&quote) && !is_supposed(&quote));
            is_told.then_some((one, quote))
        })
        .collect();
    // Of equally strong studies, one that was read as stating what the drug does comes first.
    let strongest = told.first().map(|(one, _)| one.study.tier())?;
    let mut strong = told.into_iter().filter(|(one, _)| one.study.tier() == strongest);
    let acts = |quote: &str| {
        relations(quote, &vocabulary).iter().any(|said| {
            drugs.contains(&said.subject) && said.sign.is_directed() && said.assertion != Assertion::Supposed
        })
    };
    let first = strong.clone().find(|(_, quote)| acts(quote)).or_else(|| strong.next());
    first.map(|(one, quote)| {
        let stop = if quote.ends_with(['.', '!', '?']) { "" } else { "." };
        format!("In humans, {}: “{quote}”{stop}", attribution(one))
    })
}

/// Returns whether a work calculates what would happen, for example to costs, and observes no
/// people.
fn is_modelled(evidence: &Evidence) -> bool {
    let title = evidence.record.work.full_title().unwrap_or_default().to_lowercase();
    let headings = evidence.record.subjects.iter().map(|heading| heading.to_lowercase());
    Cue::Modelled.is_in(&title) || headings.into_iter().any(|heading| Cue::Modelled.is_in(&heading))
}

/// Returns whether a sentence is about one of these drugs: it mentions one of them, and other drugs
/// only as comparators. Without a drug, every sentence matches.
fn is_about(sentence: &str, drugs: &[EntityId], vocabulary: &Vocabulary) -> bool {
    const COMPARISON_WORDS: &[&str] =
        &["alternative", "compared", "comparing", "comparison", "over", "relative", "than", "versus", "vs"];
    let comparison = words(sentence).into_iter().find(|(word, _)| COMPARISON_WORDS.contains(&word.as_str()));
    let (before, after) = sentence.split_at(comparison.map_or(sentence.len(), |(_, range)| range.start));
    let studied = match after.split_once(',') {
        // `Compared with X, Y lowered Z`.
        Some((_, main)) if vocabulary.mentions(before).is_empty() => main,
        _ => before,
    };
    let is_asked = |id: EntityId| drugs.iter().any(|drug| *drug == id || vocabulary.is_kind_of(id, *drug));
    let mentions = vocabulary.mentions(studied).into_iter();
    let named: Vec<EntityId> = mentions
        .filter(|mention| !is_of_resistance(studied, mention))
        .map(|mention| mention.entity)
        .filter(|id| vocabulary.get(*id).is_some_and(|entity| entity.kind == EntityKind::Drug))
        .collect();
    drugs.is_empty() || !named.is_empty() && named.into_iter().all(is_asked)
}

/// Returns whether a name only says which cells or patients these are: `X-resistant cells`.
fn is_of_resistance(text: &str, mention: &Mention) -> bool {
    const FORMS: &[&str] = &["resistan", "refractory", "naive", "naïve", "insensitive"];
    const MAX_CHARACTERS: usize = 60;
    let after = text.get(mention.range.end..).unwrap_or_default();
    let word = after.trim_start_matches(['-', '‐', '‑', '–', ' ']);
    if FORMS.iter().any(|form| word.starts_with(form)) {
        return true;
    }
    // `X- and Y-resistant cells`
    let is_open = ["- ", "-, ", "-/"].iter().any(|hyphen| after.starts_with(hyphen));
    let next: String = word.chars().take(MAX_CHARACTERS).collect();
    is_open && FORMS.iter().any(|form| next.contains(&format!("-{form}")))
}

/// Returns the authors, the year and the study design of a work, in words.
pub(super) fn attribution(evidence: &Evidence) -> String {
    format!("{} ({})", render::short(&evidence.record.work), evidence.study.describe())
}

/// The maximum length of a quoted sentence, in characters; a longer one is a list, or several
/// sentences run together.
const MAX_QUOTED_CHARACTERS: usize = 600;

/// Returns the sentence by which a work is quoted, among those that by themselves mention what was
/// asked: preferably a result in the abstract, then another sentence of it, then the title; `None`
/// if no sentence mentions it.
pub(super) fn quoted(outcome: &ResearchOutcome, evidence: &Evidence) -> Option<Sentence> {
    let naming = outcome.on_question.get(&evidence.handle)?;
    let results = results_of(evidence);
    let may_be_quoted = |passage: &&Passage| {
        passage.place == PassageLocation::Abstract
            && results.contains(&passage.range.start)
            && !is_introduced(&passage.text)
            && !is_gap(&passage.text)
            && passage.text.chars().count() <= MAX_QUOTED_CHARACTERS
    };
    let vocabulary = Vocabulary::shipped();
    let drugs: Vec<EntityId> =
        Query::of(&outcome.question, &vocabulary).named(EntityKind::Drug, &vocabulary).collect();
    let best_of = |all: &[Passage]| -> Option<Passage> {
        let mut best: Option<(f64, &Passage)> = None;
        for passage in all.iter().filter(may_be_quoted) {
            // Statements about cells that resist the drug, or about another drug, do not answer.
            let is_about = drugs.is_empty() || is_about(&passage.text, &drugs, &vocabulary);
            let score = 2.0 * shared_content(&outcome.question, &passage.text)
                + f64::from(u8::from(is_finding(&passage.text)))
                - 0.5 * f64::from(u8::from(is_supposed(&passage.text)))
                + 0.1 * f64::from(u8::from(concludes(&passage.text)))
                + f64::from(u8::from(!drugs.is_empty() && is_about));
            // Of equally good sentences, the last is nearest to the conclusion.
            if best.is_none_or(|(known, _)| score >= known) {
                best = Some((score, passage));
            }
        }
        best.map(|(_, passage)| passage.clone())
    };
    let best = best_of(naming).filter(|best| !names_only_resistance(&best.text, &drugs, &vocabulary));
    // If the title mentions all that was asked, a result that names the drug is about it.
    let in_titled = || {
        let is_titled = naming.iter().any(|passage| passage.place == PassageLocation::Title);
        let mut all = if is_titled && !drugs.is_empty() { passages(&evidence.record) } else { Vec::new() };
        all.retain(|one| is_finding(&one.text) && !is_supposed(&one.text));
        all.retain(|one| is_about(&one.text, &drugs, &vocabulary));
        best_of(&all)
    };
    // Quote a title only if it states a result.
    let title = || {
        let is_result = |passage: &&Passage| {
            is_finding(&passage.text) && states_result_as_title(&passage.text) && !is_gap(&passage.text)
        };
        naming.iter().filter(|passage| passage.place == PassageLocation::Title).find(is_result).cloned()
    };
    let passage = best.or_else(in_titled).or_else(title)?;
    let verb = match passage.place {
        PassageLocation::Title => "is titled",
        PassageLocation::Abstract if is_supposed(&passage.text) => "writes",
        PassageLocation::Abstract => "reports",
    };
    Some(Sentence {
        text: format!("{} {verb}: ", attribution(evidence)),
        quote: Some(passage.text.clone()),
        evidence: vec![evidence.handle.clone()],
    })
}

/// Returns whether a sentence mentions the drugs only for cells or patients that resist them.
fn names_only_resistance(sentence: &str, drugs: &[EntityId], vocabulary: &Vocabulary) -> bool {
    let mentions = vocabulary.mentions(sentence);
    let mut asked = mentions.iter().filter(|mention| drugs.contains(&mention.entity)).peekable();
    asked.peek().is_some() && asked.all(|mention| is_of_resistance(sentence, mention))
}

/// Returns the starts of the sentences of an abstract that may state a result.
fn results_of(evidence: &Evidence) -> BTreeSet<usize> {
    let all: Vec<Passage> =
        passages(&evidence.record).into_iter().filter(|one| one.place == PassageLocation::Abstract).collect();
    // A sentence is stored without the label before it, which says what kind of section it begins.
    let summary = evidence.record.work.summary.as_deref().unwrap_or_default();
    let mut end = 0;
    let mut with_label = |one: &Passage| {
        let text = summary.get(end..one.range.end).unwrap_or_default().trim_start();
        end = one.range.end;
        text
    };
    let texts: Vec<&str> = all.iter().map(&mut with_label).collect();
    let tell = tell_results(&texts);
    all.iter().zip(tell).filter(|(_, tells)| *tells).map(|(one, _)| one.range.start).collect()
}

/// Whether a sentence of an abstract is labelled or worded as what was known, asked or done, and not as a result.
pub(super) fn is_background(evidence: &Evidence, sentence: &str) -> bool {
    let results = results_of(evidence);
    let all = passages(&evidence.record);
    let own = all.iter().filter(|one| one.text == sentence);
    let is_labelled = evidence.record.work.summary.as_deref().is_some_and(has_labels);
    own.into_iter().all(|one| {
        let is_elsewhere = is_labelled && !results.contains(&one.range.start);
        one.place == PassageLocation::Abstract
            && (is_elsewhere || is_introduced(&one.text) || is_gap(&one.text))
    })
}

/// Works with the strongest kind of study first, and of one kind the newest.
pub(super) fn strongest_first(mut works: Vec<Evidence>) -> Vec<Evidence> {
    let year = |one: &Evidence| one.record.work.date.as_ref().map(|date| date.year);
    works.sort_by(|a, b| b.study.tier().cmp(&a.study.tier()).then(year(b).cmp(&year(a))));
    works
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calculation_of_costs_is_not_evidence_in_people() {
        let is = |title: &str, heading: Option<&str>| {
            let mut record = crate::testing::record(1, title, "Aspirin was given.");
            record.subjects = heading.into_iter().map(str::to_owned).collect();
            is_modelled(&crate::testing::evidence(record))
        };
        assert!(is("Cost-effectiveness of aspirin after stroke", None));
        assert!(is("Aspirin after stroke: a Markov model", None));
        assert!(is("Aspirin after stroke", Some("Models, Economic")));
        assert!(!is("Aspirin after stroke: a trial", Some("Humans")));
    }

    #[test]
    fn a_sentence_about_another_drug_is_not_told_first() {
        let vocabulary = Vocabulary::shipped();
        let aspirin: Vec<EntityId> = vocabulary.find("aspirin").into_iter().collect();
        for (sentence, expected) in [
            ("Aspirin reduced the risk of myocardial infarction.", true),
            ("Aspirin reduced the risk of myocardial infarction more than ticagrelor.", true),
            ("Compared with placebo, aspirin reduced myocardial infarction.", true),
            ("Clopidogrel was more effective than aspirin in reducing myocardial infarction.", false),
            ("The hazard ratio was 0.79 comparing rivaroxaban plus aspirin to aspirin alone.", false),
            ("Myocardial infarction was less frequent with aspirin and clopidogrel.", false),
            ("Myocardial infarction was less frequent.", false),
        ] {
            assert_eq!(is_about(sentence, &aspirin, &vocabulary), expected, "{sentence}");
        }
        assert!(is_about("Myocardial infarction was less frequent.", &[], &vocabulary));
        for sentence in [
            "X killed aspirin-resistant platelets.",
            "X killed aspirin- and clopidogrel-resistant platelets.",
            "To overcome aspirin resistance, X was given.",
        ] {
            assert!(!is_about(sentence, &aspirin, &vocabulary), "{sentence}");
            assert!(names_only_resistance(sentence, &aspirin, &vocabulary), "{sentence}");
        }
        assert!(!is_about("X was an effective alternative to aspirin.", &aspirin, &vocabulary));
    }
}
