//! A statement about the patient.

/// What a note says of the patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    NeverSmoked,
    /// "Non-smoker", which is said of who never smoked and of who stopped.
    DoesNotSmoke,
    Smokes,
    /// Smokes now.
    SmokesNow,
    /// Smoked and stopped.
    StoppedSmoking,
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
    NeverPregnant,
    /// Pregnant before: two pregnancies and more, or a birth.
    WasPregnant,
    /// The uterus was taken out.
    UterusRemoved,
    /// A period of late, or a pregnancy that goes on.
    MenstruatesOrPregnant,
    /// An obstetric formula with more births than pregnancies.
    ImpossibleFormula,
}
