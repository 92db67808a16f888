//! Terms that rules look for, in English and Spanish: routes, frequencies, treatments, pathology, tumours, verbs of
//! recommendation. Their forms are in `terms.tsv` of `referee-knowledge`.

use std::sync::LazyLock;

/// The meaning of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A route of administration.
    Route,
    /// A dosing frequency.
    Frequency(Frequency),
    /// A pharmaceutical form: tablet, ampoule.
    Form,
    /// A cancer treatment.
    Treatment(Treatment),
    /// A tissue or cell examination, or its result.
    Pathology,
    /// The name of a malignant histology.
    Histology,
    /// Cancer without a histology.
    Cancer,
    /// A mass that may be cancer.
    Mass,
    /// Introduces a recommendation.
    Recommend,
    /// An oncological use of methotrexate or another drug.
    Oncology,
    /// Allergy, intolerance.
    Allergy,
    /// No known allergy.
    NoAllergy,
    /// A name for a severe, life-threatening allergic reaction.
    SevereReaction,
    /// A non-severe allergic reaction of skin or airways.
    AllergicReaction,
    /// A drug was tolerated, or an allergy was tested and excluded.
    Tolerated,
    /// A drug was not tolerated; hides [`Term::Tolerated`].
    NotTolerated,
    /// An allergy to something other than a drug, or an allergic disease.
    OtherAllergy,
    /// A drug is taken: it treats an allergy and does not cause it.
    Taken,
    /// Another drug replaces what follows.
    InsteadOf,
    /// A drug is continued or used, without a word of [`Term::Recommend`].
    Continued,
    /// The susceptibility of an organism to an antibiotic.
    Susceptibility,
    /// Words that occur only in the assertion module's list of verbs.
    Verb,
    /// A laboratory analyte or a measurement, whose value is not a dose.
    Analyte,
}

/// A frequency, as far as the rules distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frequency {
    /// Every day.
    Daily,
    /// Every week.
    Weekly,
    /// Any other frequency.
    Other,
}

/// Classes of cancer treatment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Treatment {
    /// An operation.
    Surgery,
    /// Radiotherapy.
    Radiotherapy,
    /// Chemotherapy.
    Chemotherapy,
    /// Immunotherapy.
    Immunotherapy,
    /// Targeted therapy.
    Targeted,
    /// Hormone therapy.
    Hormone,
}

impl Term {
    /// Whether it is an allergy term; those hide each other and no others.
    #[must_use]
    pub(crate) fn is_of_allergies(self) -> bool {
        matches!(
            self,
            Term::SevereReaction
                | Term::AllergicReaction
                | Term::Tolerated
                | Term::NotTolerated
                | Term::OtherAllergy
                | Term::Taken
                | Term::InsteadOf
                | Term::Continued
                | Term::Susceptibility
        )
    }
}

impl Treatment {
    /// Whether it is given only for cancer.
    #[must_use]
    pub fn is_only_for_cancer(self) -> bool {
        !matches!(self, Treatment::Surgery)
    }
}

/// The terms by their name in `terms.tsv`.
const TERMS: &[(&str, Term)] = &[
    ("route", Term::Route),
    ("frequency:daily", Term::Frequency(Frequency::Daily)),
    ("frequency:weekly", Term::Frequency(Frequency::Weekly)),
    ("frequency:other", Term::Frequency(Frequency::Other)),
    ("form", Term::Form),
    ("treatment:surgery", Term::Treatment(Treatment::Surgery)),
    ("treatment:radiotherapy", Term::Treatment(Treatment::Radiotherapy)),
    ("treatment:chemotherapy", Term::Treatment(Treatment::Chemotherapy)),
    ("treatment:immunotherapy", Term::Treatment(Treatment::Immunotherapy)),
    ("treatment:targeted", Term::Treatment(Treatment::Targeted)),
    ("treatment:hormone", Term::Treatment(Treatment::Hormone)),
    ("pathology", Term::Pathology),
    ("histology", Term::Histology),
    ("cancer", Term::Cancer),
    ("mass", Term::Mass),
    ("recommend", Term::Recommend),
    ("oncology", Term::Oncology),
    ("allergy", Term::Allergy),
    ("no-allergy", Term::NoAllergy),
    ("analyte", Term::Analyte),
    ("severe-reaction", Term::SevereReaction),
    ("allergic-reaction", Term::AllergicReaction),
    ("tolerated", Term::Tolerated),
    ("not-tolerated", Term::NotTolerated),
    ("other-allergy", Term::OtherAllergy),
    ("taken", Term::Taken),
    ("instead-of", Term::InsteadOf),
    ("continued", Term::Continued),
    ("susceptibility", Term::Susceptibility),
];

/// The forms of each term, folded: the rows of `terms.tsv` of `referee-knowledge`, in order.
pub(crate) fn forms() -> impl Iterator<Item = (Term, &'static str)> {
    static TABLE: LazyLock<referee_knowledge::Table> =
        LazyLock::new(|| referee_knowledge::table("terms.tsv").unwrap_or_default());
    TABLE.rows().iter().flat_map(|row| {
        let term = TERMS.iter().find(|(name, _)| *name == row.get("term")).map(|(_, term)| *term);
        term.into_iter().flat_map(|term| row.list("forms").map(move |form| (term, form)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_about_a_term_and_every_term_has_forms() {
        let table = referee_knowledge::built_in("terms.tsv").unwrap_or_default();
        for row in table.rows() {
            assert!(TERMS.iter().any(|(name, _)| *name == row.get("term")), "{}", row.get("term"));
        }
        for (name, term) in TERMS {
            assert!(forms().any(|(known, _)| known == *term), "{name}");
        }
    }
}
