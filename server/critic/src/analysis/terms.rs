//! Terms that rules ask for, in English and Spanish: routes, frequencies, treatments, pathology, tumours, verbs of
//! recommending. Their forms are in `terms.tsv` of `referee-knowledge`.

use std::sync::LazyLock;

/// What a term means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A route of administration.
    Route,
    /// How often a drug is given.
    Frequency(Frequency),
    /// A form in which a drug is given: tablet, ampoule.
    Form,
    /// A treatment of cancer.
    Treatment(Treatment),
    /// An examination of tissue or cells, or its result.
    Pathology,
    /// The name of a malignant histology.
    Histology,
    /// Cancer, without saying what the tissue shows.
    Cancer,
    /// A mass that may be one.
    Mass,
    /// Says that what follows should be done.
    Recommend,
    /// A use of methotrexate, or of another drug, against cancer.
    Oncology,
    /// Allergy, intolerance.
    Allergy,
    /// That there is no known allergy.
    NoAllergy,
    /// What a severe, life-threatening allergic reaction is called.
    SevereReaction,
    /// An allergic reaction of the skin or the airways that is not severe.
    AllergicReaction,
    /// That a drug was tolerated, or an allergy was tested and not found.
    Tolerated,
    /// That a drug was not tolerated; it hides [`Term::Tolerated`].
    NotTolerated,
    /// An allergy to something that is no drug, or a disease called allergic.
    OtherAllergy,
    /// That a drug is taken, so that it treats an allergy and does not cause it.
    Taken,
    /// That another drug takes the place of what follows.
    InsteadOf,
    /// That a drug is gone on with or used, without the words of [`Term::Recommend`].
    Continued,
    /// What a germ is to an antibiotic.
    Susceptibility,
    /// Words that only stand in an assertion's list of verbs.
    Verb,
    /// A laboratory analyte or a measurement, whose value is no dose.
    Analyte,
}

/// How often, as far as the rules distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frequency {
    /// Every day.
    Daily,
    /// Every week.
    Weekly,
    /// Anything else.
    Other,
}

/// Treatments of cancer by class.
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
    /// Whether it is one of the terms about allergies, which hide each other and no others.
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
    /// Whether it is given for cancer and for nothing else.
    #[must_use]
    pub fn is_only_for_cancer(self) -> bool {
        !matches!(self, Treatment::Surgery)
    }
}

/// The terms by their names in `terms.tsv`.
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
