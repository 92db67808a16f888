//! Statements about the patient.

/// A statement of a note about the patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The note states that the patient never smoked.
    NeverSmoked,
    /// The note calls the patient a non-smoker, which covers both never-smokers and former smokers.
    DoesNotSmoke,
    /// The note states that the patient smokes or smoked, with packs or pack-years; possibly in the past.
    Smokes,
    /// The note states that the patient currently smokes.
    SmokesNow,
    /// The note states that the patient smoked and stopped.
    StoppedSmoking,
    /// The note states that the patient has no known drug allergies.
    NoDrugAllergy,
    /// The note states that the patient died.
    Died,
    /// The note states that the patient will return, or will be seen or called again.
    ComesBack,
    /// The note calls the patient a man.
    Man,
    /// The note calls the patient a woman.
    Woman,
    /// The note mentions an organ, operation or state that normally only women have.
    OfWomen,
    /// The note mentions an organ, operation or state that normally only men have.
    OfMen,
    /// The note refers to the patient as "he".
    He,
    /// The note refers to the patient as "she".
    She,
    /// The note states that the patient is transgender; sex and organs then do not contradict each other.
    Transgender,
    /// The note states that the patient never gave birth.
    NeverDelivered,
    /// The note states that the patient gave birth.
    Delivered,
    /// The note states that the patient was never pregnant.
    NeverPregnant,
    /// The note states that the patient was pregnant before: two or more pregnancies, or a birth.
    WasPregnant,
    /// The note states that the patient's uterus was removed.
    UterusRemoved,
    /// The note states a recent period or a current pregnancy.
    MenstruatesOrPregnant,
    /// The note states that the patient drinks no alcohol.
    NoAlcohol,
    /// The note states that the patient drinks alcohol, with the amount.
    Drinks,
    /// The note states that the patient never had surgery.
    NoSurgery,
    /// The note mentions an earlier operation.
    Operated,
    /// The note has an obstetric formula with more births than pregnancies.
    ImpossibleFormula,
}
