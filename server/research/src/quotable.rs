//! Decides which sentences of an abstract state a result of the work and may be quoted as such.

use crate::cues::Cue;
use crate::support::is_finding;

/// Returns whether a sentence is hedged, so that it is not entirely a result:
/// `X may affect the risk of Y`.
pub(crate) fn is_supposed(sentence: &str) -> bool {
    sentence.split(|c: char| !c.is_alphabetic()).any(|word| matches!(word, "may" | "might" | "could"))
}

/// Returns whether a sentence of an abstract is labelled as background, aim or method, reports
/// results of others, states a plan, or lists measurements without their results.
pub(crate) fn is_introduced(sentence: &str) -> bool {
    const SECTION_LABELS: &[&str] = &[
        "aim",
        "background",
        "case presentation",
        "case report:",
        "case study",
        "context",
        "data abstraction",
        "data extraction",
        "data sources",
        "design",
        "importance",
        "introduction",
        "main outcome",
        "outcome measures",
        "the main outcome",
        "the primary outcome",
        "the secondary outcome",
        "primary outcome",
        "secondary outcome",
        "materials",
        "methods",
        "objective",
        "participants",
        "patients and methods",
        "purpose",
        "rationale",
        "setting",
        "study design",
        "study selection",
        "to address",
        "to assess",
        "to compare",
        "to determine",
        "to evaluate",
        "to examine",
        "to explore",
        "to fill",
        "to identify",
        "to investigate",
        "to test",
        "to verify",
        "this article",
        "this chapter",
        "this review",
        "the chapter",
        "we compared",
        "we review",
        "we describe",
    ];
    const AIM_PHRASES: &[&str] = &[
        "aim of this",
        "aim of the present",
        "aim of our",
        "aims of this",
        "goal of this",
        "objective of this",
        "objectives of this",
        "purpose of this",
        "study aim",
        "study objective",
        "study purpose",
    ];
    const QUESTION_PHRASES: &[&str] = &[
        "controversial whether",
        "unclear whether",
        "unknown whether",
        "not known whether",
        "uncertain whether",
        "to consider whether",
        "raises the question",
        "been proposed",
        "been hypothesised",
        "been hypothesized",
        "no study contained",
        "no studies contained",
        "no study reported data",
        "no studies reported data",
        "remains controversial",
        "remains unclear",
        "remains unknown",
        "remains uncertain",
        "we aimed",
        "we sought",
    ];
    const METHOD_PHRASES: &[&str] = &[
        "we analysed",
        "we analyzed",
        "we assessed",
        "we evaluated",
        "we examined",
        "we investigated",
        "we studied",
    ];
    const SENSITIVITY_PHRASES: &[&str] =
        &["results were sensitive to", "threshold was sensitive to", "estimates were sensitive to"];
    let lower = without_number(sentence).to_lowercase();
    let has = |words: &[&str]| words.iter().any(|words| lower.contains(words));
    SECTION_LABELS.iter().any(|label| lower.starts_with(label))
        || has(&["is underway", "are underway", "is ongoing", "are ongoing"])
        || has(SENSITIVITY_PHRASES)
        || has(QUESTION_PHRASES)
        || has(AIM_PHRASES)
        // `we examined X in Y` states a method; `we examined X and found Y` also states the result.
        || has(METHOD_PHRASES) && !has(&["found", "show", "reveal", "observed", "demonstrat"])
        || Cue::Measurement.is_in(&lower) && !is_finding(sentence)
        || has(&["completed a", "filled in a", "were asked to complete"])
            && lower.contains("questionnaire")
            && !is_finding(sentence)
        || ["recent studies", "previous studies", "it has been", "has recently been", "are commonly used"]
            .iter()
            .any(|words| lower.contains(words))
}

/// Returns whether a sentence states a gap: something unknown, little studied or still to be
/// investigated. A gap is never quoted as a finding.
pub(crate) fn is_gap(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    Cue::Gap.is_in(&lower) || sentence.trim_end().ends_with('?')
}

/// The kind of a labelled section of an abstract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// Results and conclusions.
    Result,
    /// Background, aims and methods.
    Other,
}

/// Returns the kind of the label at the beginning of a sentence, if any:
/// `RESULTS: Aspirin reduced`.
fn label(sentence: &str) -> Option<Section> {
    const MAX_CHARACTERS: usize = 40;
    let sentence = sentence.trim_start_matches(['*', '[', ' ']);
    let (label, _) = sentence.split_once(':')?;
    let lower = label.to_lowercase();
    let is_label = label.chars().count() <= MAX_CHARACTERS && label.starts_with(char::is_uppercase);
    // The longest matching label decides: `METHODS AND RESULTS`.
    let of = |cue: Cue, section| cue.forms().iter().map(move |beginning| (beginning, section));
    let all = of(Cue::ResultLabel, Section::Result).chain(of(Cue::OtherLabel, Section::Other));
    let known = all.filter(|(beginning, _)| is_label && lower.starts_with(beginning.as_str()));
    known.max_by_key(|(beginning, _)| beginning.len()).map(|(_, section)| section)
}

/// Whether an abstract has labels for its parts.
pub(crate) fn has_labels(summary: &str) -> bool {
    summary.split(['\n', '.']).any(|part| label(part.trim_start()).is_some())
}

/// For each sentence of an abstract, whether it may state a result. In a structured abstract these are the sentences of
/// its results and conclusions; otherwise those of the last third, and those with a phrase that introduces a result.
pub(crate) fn tell_results(sentences: &[&str]) -> Vec<bool> {
    let labels: Vec<Option<Section>> = sentences.iter().map(|sentence| label(sentence)).collect();
    if labels.iter().any(Option::is_some) {
        let mut now = Section::Other;
        let section = labels.into_iter().map(|label| {
            now = label.unwrap_or(now);
            now == Section::Result
        });
        return section.collect();
    }
    let last_third = 2 * sentences.len() / 3;
    let tells = |sentence: &str| {
        let lower = sentence.to_lowercase();
        Cue::Result.is_in(&lower)
    };
    sentences.iter().enumerate().map(|(at, sentence)| at >= last_third || tells(sentence)).collect()
}

/// Strips a leading number from a sentence: `(2) To assess`, `3) Results`.
fn without_number(sentence: &str) -> &str {
    let rest = sentence.trim_start_matches('(');
    let number = rest.split_once(") ").filter(|(number, _)| {
        (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    number.map_or(sentence, |(_, behind)| behind)
}

/// Returns whether a sentence of an abstract is labelled as a result or a conclusion.
pub(crate) fn concludes(sentence: &str) -> bool {
    let lower = without_number(sentence).to_lowercase();
    ["result", "finding", "conclusion", "interpretation"].iter().any(|label| lower.starts_with(label))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_counts_whom_a_study_has_is_not_a_result() {
        assert!(is_introduced("RESULTS: A total of 1129 patients were included (infliximab: n = 650)."));
        assert!(!is_introduced("Of 50 patients who were included, fewer relapsed with infliximab."));
    }

    #[test]
    fn unknown_or_unstudied_is_a_gap() {
        for sentence in [
            "The effect of DEHP on hepatic fibrosis is rarely studied.",
            "Whether metformin prevents liver cancer remains unclear.",
            "Further studies of statins in sepsis are needed.",
        ] {
            assert!(is_gap(sentence), "{sentence}");
        }
        assert!(!is_gap("Metformin reduced liver cancer in mice."));
    }

    #[test]
    fn results_are_labelled_or_in_the_last_third() {
        let labelled = [
            "**BACKGROUND:** Aspirin is old.",
            "It is cheap.",
            "METHODS: We gave it.",
            "RESULTS: Strokes were fewer.",
            "Deaths were not.",
            "CONCLUSIONS: Aspirin prevents strokes.",
        ];
        assert_eq!(tell_results(&labelled), [false, false, false, true, true, true]);
        let plain = [
            "Aspirin is old.",
            "It is cheap.",
            "We gave it to men.",
            "Strokes were fewer.",
            "We found no harm.",
            "It helps.",
        ];
        assert_eq!(tell_results(&plain), [false, false, false, false, true, true]);
        assert_eq!(tell_results(&["Aspirin prevents strokes."]), [true]);
        assert_eq!(tell_results(&[]), [false; 0]);
    }

    #[test]
    fn what_is_asked_or_only_looked_at_is_no_finding() {
        for sentence in [
            "It remains controversial whether there is a gender difference in survival of patients with lung cancer.",
            "Therefore, we examined the proportion of effusions in patients with lung cancer and its impact on survival.",
            "In this study we assessed statin use and fractures.",
            "(2) To assess whether statins lower the risk of fractures.",
            "The chapter will focus on diseases in pregnancy such as diabetes and tuberculosis.",
            "We compared the efficacy and safety of alendronate once weekly and daily in women with fractures.",
            "The study objective was to investigate the impact of polymorphisms on tamoxifen in women with breast cancer.",
            "The aim of this study was to correlate these symptoms and bone fractures in patients receiving bisphosphonates.",
            "This case has led us to consider whether bisphosphonates can be discontinued in a child with fractures.",
            "The secondary outcomes were blood pressure, physical activity, quality of life and depression at three years.",
            "All participants completed a self-administered questionnaire with items on prophylaxis for HIV.",
            "A model was calibrated to data from Spain to assess the impact of adding HPV vaccination to cancer screening.",
            "Three mechanisms underlying the association between sleep and obesity have been proposed: 1) symptoms.",
            "No study contained data on the effect of quitting smoking on mortality of lung cancer.",
        ] {
            assert!(is_introduced(sentence), "{sentence}");
        }
        for sentence in [
            "We examined 400 patients and found that statins reduced fractures.",
            "Smoking cessation improved survival in lung cancer.",
            "Of 200 interns who completed a questionnaire, those on prophylaxis had a lower risk of HIV.",
            "The primary end point, death, occurred less often with tamoxifen.",
        ] {
            assert!(!is_introduced(sentence), "{sentence}");
        }
        assert!(is_supposed("Metformin may affect the risk of cancer."));
        assert!(!is_supposed("In May 2010 metformin reduced the risk of cancer."));
    }
}
