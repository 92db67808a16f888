//! Words and phrases that identify the role of a sentence in a paper: `vocabulary/cues.tsv`.

use referee_knowledge::Table;
use std::collections::HashSet;
use std::sync::OnceLock;

/// The meaning of a form in a sentence. The table describes each cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    Act,
    ActingVerb,
    ActionNoun,
    Agent,
    AgentAdjective,
    AntibodyNoun,
    AntibodyPreposition,
    AntibodyRelative,
    BlockingAntibody,
    BroughtAbout,
    CausalNoun,
    Clearing,
    Comparison,
    ConditionClass,
    Course,
    DescribingWord,
    Example,
    Feature,
    Gap,
    GeneralCondition,
    Growth,
    Link,
    MeansDeterminer,
    MeasuredThing,
    Measurement,
    MetaboliteNoun,
    Modelled,
    MoleculeClass,
    Needed,
    Open,
    OtherLabel,
    PartNoun,
    PartOfName,
    Prediction,
    RegulatorNoun,
    Result,
    ResultLabel,
    SaltWord,
    ThingWord,
    Treating,
    UnsureAgent,
    UnsureTogether,
    UnsureUse,
    UseNoun,
    UseVerb,
}

/// The cues in declaration order, with their names in the table.
const NAMES: &[(Cue, &str)] = &[
    (Cue::Act, "act"),
    (Cue::ActingVerb, "acting-verb"),
    (Cue::ActionNoun, "action-noun"),
    (Cue::Agent, "agent"),
    (Cue::AgentAdjective, "agent-adjective"),
    (Cue::AntibodyNoun, "antibody-noun"),
    (Cue::AntibodyPreposition, "antibody-preposition"),
    (Cue::AntibodyRelative, "antibody-relative"),
    (Cue::BlockingAntibody, "blocking-antibody"),
    (Cue::BroughtAbout, "brought-about"),
    (Cue::CausalNoun, "causal-noun"),
    (Cue::Clearing, "clearing"),
    (Cue::Comparison, "comparison"),
    (Cue::ConditionClass, "condition-class"),
    (Cue::Course, "course"),
    (Cue::DescribingWord, "describing-word"),
    (Cue::Example, "example"),
    (Cue::Feature, "feature"),
    (Cue::Gap, "gap"),
    (Cue::GeneralCondition, "general-condition"),
    (Cue::Growth, "growth"),
    (Cue::Link, "link"),
    (Cue::MeansDeterminer, "means-determiner"),
    (Cue::MeasuredThing, "measured-thing"),
    (Cue::Measurement, "measurement"),
    (Cue::MetaboliteNoun, "metabolite-noun"),
    (Cue::Modelled, "modelled"),
    (Cue::MoleculeClass, "molecule-class"),
    (Cue::Needed, "needed"),
    (Cue::Open, "open"),
    (Cue::OtherLabel, "other-label"),
    (Cue::PartNoun, "part-noun"),
    (Cue::PartOfName, "part-of-name"),
    (Cue::Prediction, "prediction"),
    (Cue::RegulatorNoun, "regulator-noun"),
    (Cue::Result, "result"),
    (Cue::ResultLabel, "result-label"),
    (Cue::SaltWord, "salt-word"),
    (Cue::ThingWord, "thing-word"),
    (Cue::Treating, "treating"),
    (Cue::UnsureAgent, "unsure-agent"),
    (Cue::UnsureTogether, "unsure-together"),
    (Cue::UnsureUse, "unsure-use"),
    (Cue::UseNoun, "use-noun"),
    (Cue::UseVerb, "use-verb"),
];

fn table() -> Table {
    let text = include_str!("../vocabulary/cues.tsv");
    // A test proves that the table can be read.
    Table::parse("cues.tsv", text, &["cue", "form", "source", "checked"]).unwrap_or_default()
}

/// The forms of each cue, in the order of [`NAMES`].
fn all_forms() -> &'static [Vec<String>] {
    static FORMS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    FORMS.get_or_init(|| {
        let table = table();
        let of = |name: &str| {
            let rows = table.rows().iter().filter(|row| row.get("cue") == name);
            rows.map(|row| row.get("form").to_owned()).collect()
        };
        NAMES.iter().map(|(_, name)| of(name)).collect()
    })
}

impl Cue {
    /// The forms of this cue.
    pub(crate) fn forms(self) -> &'static [String] {
        all_forms().get(self as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns whether a word equals one of the forms.
    pub(crate) fn is(self, word: &str) -> bool {
        static SETS: OnceLock<Vec<HashSet<&str>>> = OnceLock::new();
        let of = |forms: &'static Vec<String>| forms.iter().map(String::as_str).collect();
        let sets = SETS.get_or_init(|| all_forms().iter().map(of).collect());
        sets.get(self as usize).is_some_and(|forms| forms.contains(word))
    }

    /// Returns whether a word begins with one of the forms.
    pub(crate) fn begins(self, word: &str) -> bool {
        self.forms().iter().any(|form| word.starts_with(form.as_str()))
    }

    /// Returns whether a lower-case text contains one of the forms, possibly within a word.
    pub(crate) fn is_in(self, text: &str) -> bool {
        self.forms().iter().any(|form| text.contains(form.as_str()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    #[test]
    fn every_row_is_read_and_says_where_it_comes_from() {
        let table = table();
        for row in table.rows() {
            row.provenance().unwrap();
            let form = row.require("form").unwrap();
            assert_eq!(form, form.to_lowercase());
            assert!(NAMES.iter().any(|(_, name)| *name == row.get("cue")), "{}", row.get("cue"));
        }
        for (number, (cue, name)) in NAMES.iter().enumerate() {
            assert_eq!(*cue as usize, number);
            assert!(!cue.forms().is_empty(), "{name}");
        }
        assert!(
            Cue::UseVerb.is("approved")
                && Cue::Treating.begins("therapies")
                && Cue::Gap.is_in("it is unclear")
        );
    }
}
