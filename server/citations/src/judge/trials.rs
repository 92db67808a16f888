//! Decides whether a trial number belongs to the trial that a reference means.
//!
//! A register words the title of a trial differently from the reference, and an article about the
//! trial differently again. So the comparison uses their subjects: the words for the condition, the
//! intervention and the trial.

use referee_bibliography::{Identifier, Work, WorkKind};
use referee_records::Record;
use referee_text::fold;
use std::collections::HashSet;

/// Words that say that something is a trial, or how it was done, but not what it is about.
const TRIAL_WORDS: &[&str] = &[
    "trial",
    "trials",
    "study",
    "studies",
    "randomised",
    "randomized",
    "controlled",
    "placebo",
    "double",
    "blind",
    "blinded",
    "phase",
    "patients",
    "patient",
    "participants",
    "subjects",
    "adults",
    "adult",
    "children",
    "women",
    "treatment",
    "therapy",
    "efficacy",
    "safety",
    "effect",
    "effects",
    "evaluation",
    "evaluate",
    "versus",
    "compared",
    "comparison",
    "comparing",
    "with",
    "without",
    "from",
    "open",
    "label",
    "multicenter",
    "multicentre",
    "clinical",
    "results",
    "outcomes",
    "outcome",
    "protocol",
    "rationale",
    "design",
    "using",
    "among",
    "between",
    "after",
    "before",
    "during",
    "that",
    "this",
    "into",
    "their",
    "pilot",
    "prospective",
    "group",
    "parallel",
    "dose",
    "long",
    "term",
    "term",
    "human",
    "healthy",
    "volunteers",
    "subject",
    "assess",
    "investigate",
    "disease",
];

/// Returns whether a reference cites the registration itself, and not an article that gives its
/// number.
pub(super) fn is_cited(work: &Work) -> bool {
    let other = work.identifiers.iter().any(super::identifiers::is_of_one_work);
    !other
        && work.identifiers.iter().any(|identifier| matches!(identifier, Identifier::Trial(_)))
        && matches!(
            work.kind,
            WorkKind::Trial | WorkKind::WebPage | WorkKind::Unknown | WorkKind::Other | WorkKind::Dataset
        )
}

/// Returns whether the trial of a record is not the trial of the reference.
pub(super) fn is_other(work: &Work, trial: &Record) -> bool {
    /// If the reference cites the registration, at least one in this many words of its title must
    /// be in the register.
    const MIN_WORDS: usize = 4;
    let Some(title) = work.full_title() else { return false };
    let claimed = words(&title);
    if claimed.len() < 2 {
        return false;
    }
    let own = &trial.work;
    let texts = [&own.title, &own.original_title, &own.summary];
    let mut known = HashSet::new();
    for text in texts.into_iter().flatten().chain(&trial.subjects) {
        known.extend(words(text));
    }
    let shared = claimed.iter().filter(|word| known.contains(*word)).count();
    if is_cited(work) { shared * MIN_WORDS < claimed.len() } else { shared == 0 && claimed.len() > 2 }
}

/// Returns the words for the subject of a title, in one spelling and without their endings.
fn words(text: &str) -> HashSet<String> {
    /// The number of letters that identify a word: "diabetes" and "diabetic" have the same subject.
    const STEM_CHARACTERS: usize = 6;
    fold::words(text)
        .into_iter()
        .filter(|word| word.chars().count() > 3 && !TRIAL_WORDS.contains(&word.as_str()))
        .map(|word| fold::spelling(&word).chars().take(STEM_CHARACTERS).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registered(title: &str, subjects: &[&str]) -> Record {
        let work = Work { kind: WorkKind::Trial, title: Some(title.to_owned()), ..Work::default() };
        let subjects = subjects.iter().map(|subject| (*subject).to_owned()).collect();
        Record { subjects, ..Record::new("clinicaltrials", work) }
    }

    fn cited(kind: WorkKind, title: &str) -> Work {
        let number = Identifier::Trial(String::from("NCT01234567"));
        Work {
            kind,
            title: Some(title.to_owned()),
            identifiers: [number].into_iter().collect(),
            ..Work::default()
        }
    }

    #[test]
    fn a_registration_may_be_worded_in_its_own_way() {
        let trial =
            registered("Study to Evaluate Dapagliflozin on Worsening Heart Failure", &["Heart Failure"]);
        let article = cited(
            WorkKind::Article,
            "Dapagliflozin in patients with heart failure and reduced ejection fraction",
        );
        assert!(!is_other(&article, &trial));
        assert!(!is_other(&cited(WorkKind::Trial, "Dapagliflozin and outcomes in heart failure"), &trial));
    }

    #[test]
    fn another_trial_is_about_something_else() {
        let trial = registered("Cognitive Training for Insomnia in Shift Workers", &["Insomnia"]);
        assert!(is_other(
            &cited(WorkKind::Trial, "Apixaban for stroke prevention in atrial fibrillation"),
            &trial
        ));
        assert!(is_other(
            &cited(WorkKind::Article, "Apixaban for stroke prevention in atrial fibrillation"),
            &trial
        ));
        assert!(!is_other(&cited(WorkKind::Trial, "A trial"), &trial), "too little to tell");
    }
}
