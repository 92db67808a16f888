//! A statement about the patient.

/// What a note says of the patient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The note states that the patient never smoked.
    NeverSmoked,
    /// The note calls the patient a non-smoker, which is said of who never smoked and of who stopped.
    DoesNotSmoke,
    /// The note states that the patient smokes or smoked, with packs or pack-years; it may be over.
    Smokes,
    /// The note states that the patient smokes at present.
    SmokesNow,
    /// The note states that the patient smoked and stopped.
    StoppedSmoking,
    /// The note states that the patient has no known allergy to drugs.
    NoDrugAllergy,
    /// The note states that the patient died.
    Died,
    /// The note states that the patient will come back, or be seen or called again.
    ComesBack,
    /// The note calls the patient a man.
    Man,
    /// The note calls the patient a woman.
    Woman,
    /// The note states an organ, an operation or a state of the patient that only women have, as a rule.
    OfWomen,
    /// The note states an organ, an operation or a state of the patient that only men have, as a rule.
    OfMen,
    /// The note speaks of the patient as "he".
    He,
    /// The note speaks of the patient as "she".
    She,
    /// The note states that the patient is transgender: sex and organs are no contradiction.
    Transgender,
    /// The note states that the patient never gave birth.
    NeverDelivered,
    /// The note states that the patient gave birth.
    Delivered,
    /// The note states that the patient was never pregnant.
    NeverPregnant,
    /// The note states that the patient was pregnant before: two pregnancies and more, or a birth.
    WasPregnant,
    /// The note states that the uterus of the patient was taken out.
    UterusRemoved,
    /// The note states a period of late, or a pregnancy that goes on.
    MenstruatesOrPregnant,
    /// The note states that the patient drinks no alcohol.
    NoAlcohol,
    /// The note states that the patient drinks, and how much.
    Drinks,
    /// The note states that the patient was never operated on.
    NoSurgery,
    /// The note states an operation of the patient at another time.
    Operated,
    /// The note has an obstetric formula with more births than pregnancies.
    ImpossibleFormula,
}
