//! The kinds of contradiction. Each can be switched on or off by its id.

use referee_findings::Kind;

macro_rules! kinds {
    ($($name:ident, $id:literal, $summary:literal, $documentation:literal;)+) => {
        $(pub(super) const $name: &str = concat!("note/contradiction.", $id);)+

        /// All kinds, in the order of the rule's page.
        pub(super) const KINDS: &[Kind] = &[$(Kind { id: $name, summary: $summary, documentation: $documentation }),+];
    };
}

kinds! {
    AGE, "age", "Two ages of the patient, or an age that the date of birth does not give",
        "“72-year-old man” in one place and “this 27-year-old” in another. Ages of relatives and of the past do not count.";
    SEX, "sex", "An organ, an operation or a pregnancy that the patient's sex does not have",
        "A man after a hysterectomy, a woman with a prostatectomy; as information man and woman for one patient.";
    PRONOUN, "pronoun", "A pronoun or a title that does not go with the patient's sex",
        "He and she for one patient, “Mr” with “she” right after it, “her abdomen” in a letter about a man. As information.";
    HABIT, "habit", "Smoking or drinking that is denied in one place and told in another",
        "“Never smoked” and “20 pack-years”; “no alcohol” and “a bottle of wine a day”.";
    OBSTETRIC, "obstetric", "Pregnancies, births or periods that exclude each other",
        "A first pregnancy and an earlier caesarean, periods after a hysterectomy, a formula with more births than pregnancies.";
    SURGERY, "surgery", "A patient who was never operated on, and an operation",
        "“No previous surgery” and “appendicectomy 2009”.";
    DEATH, "death", "The patient's death, and plans for the patient after it",
        "“Pronounced dead at 14:20” and, further down, “review in clinic in six weeks”.";
    SIDE, "side", "An operation, a wound, a cast or a diagnosis on the other side",
        "A hernia on the right and its repair on the left; pain of the right knee and an image of the left one.";
    DEFICIT, "deficit", "A palsy or another disease on one side in one place and on the other in another",
        "“Right hemiparesis” and “left hemiparesis”, or a palsy on the side of its own infarct.";
    REMOVED_ORGAN, "removed-organ", "An organ that was taken out, and is found or operated on",
        "“Appendicectomy as a child” and “appendix dilated to 12 mm”.";
    ALLERGY, "allergy", "No known drug allergies, and an allergy to a drug",
        "“NKDA” and “anaphylaxis to penicillin”.";
    DENIED_DISEASE, "denied-disease", "A disease that is denied and treated",
        "“No diabetes” and “metformin for his diabetes”.";
    DENIED_DRUG, "denied-drug", "A class of drugs that the patient does not take, and a drug of it",
        "“Not anticoagulated” and “apixaban 5 mg twice daily”.";
    FEVER, "fever", "A fever and the word afebrile for one hour or one stay",
        "“Afebrile throughout” and “day 3: 39.2 °C”.";
    STATE, "state", "Two states of which a patient has one at a time",
        "A catheter that is there and not there, awake and in a coma, for resuscitation and not, HER2 negative and trastuzumab.";
    STOPPED_DRUG, "stopped-drug", "A drug that was stopped, among what is gone on with",
        "“Ramipril stopped” and ramipril among the medicines taken home.";
    BODY_MASS, "body-mass", "A body mass index that the height and the weight do not give",
        "1.70 m, 70 kg and a body mass index of 31.";
    UNITS, "units", "One quantity in two units that do not agree",
        "70 kg (32 lb), 38.5 °C (98.6 °F), 180 mg/dL (18 mmol/L).";
    AIRWAY, "airway", "Intubated and on room air in one sentence",
        "As information.";
}
