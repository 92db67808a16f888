//! A statement about the patient.

/// What a note says of the patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    NeverSmoked,
    Smokes,
    NoDrugAllergy,
    Died,
    ComesBack,
    Man,
    Woman,
    /// An organ, an operation or a state that only women have, as a rule.
    OfWomen,
    /// The same of men.
    OfMen,
    He,
    She,
    /// The patient is transgender: sex and organs are no contradiction.
    Transgender,
    NeverDelivered,
    Delivered,
    /// The uterus was taken out.
    UterusRemoved,
    /// A period of late, or a pregnancy that goes on.
    MenstruatesOrPregnant,
    /// An obstetric formula with more births than pregnancies.
    ImpossibleFormula,
}
