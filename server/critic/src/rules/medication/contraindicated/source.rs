//! The sources that advise against a drug: its label, which forbids it or only warns, or a
//! guideline.

/// The source that advises against a drug in a condition, or together with another drug; the
/// strongest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// A contraindication on the label, in the United States, or in both the United States and
    /// Europe.
    Label,
    /// A boxed warning on the label of the United States.
    BoxedWarning,
    /// A contraindication on the European label; the label of the United States only warns, or does
    /// not exist.
    EuropeanLabel,
    /// A label that does not recommend the drug or advises to avoid it, without forbidding it.
    LabelWarning,
    /// A guideline, if the labels do not forbid the drug.
    Guideline,
}

impl Source {
    /// Returns the sentence that gives the source for a condition, which has its article in
    /// Spanish.
    pub(super) fn of_condition(self, condition: &str, spanish: bool) -> String {
        match (self, spanish) {
            (Source::Label, false) => format!("Its label names {condition} as a contraindication."),
            (Source::Label, true) => format!("Su ficha técnica señala {condition} como contraindicación."),
            (Source::BoxedWarning, false) => {
                format!("The boxed warning of its label advises against it in {condition}.")
            }
            (Source::BoxedWarning, true) => format!(
                "La advertencia destacada de su ficha técnica en Estados Unidos lo desaconseja en {condition}."
            ),
            (Source::EuropeanLabel, false) => {
                format!("Its label in Europe names {condition} as a contraindication.")
            }
            (Source::EuropeanLabel, true) => {
                format!("Su ficha técnica en Europa señala {condition} como contraindicación.")
            }
            (Source::LabelWarning, false) => format!("Its label warns against it in {condition}."),
            (Source::LabelWarning, true) => {
                format!("Su ficha técnica advierte contra su uso en {condition}.")
            }
            (Source::Guideline, false) => format!("Guidelines advise against it in {condition}."),
            (Source::Guideline, true) => format!("Las guías lo desaconsejan en {condition}."),
        }
    }

    /// Returns the words that give the source for two drugs, to be placed after their names.
    pub(super) fn of_pair(self, spanish: bool) -> &'static str {
        match (self, spanish) {
            (Source::Label, false) => "their labels say that they are not to be given together",
            (Source::Label, true) => "que según su ficha técnica no deben administrarse conjuntamente",
            (Source::BoxedWarning, false) => "a boxed warning of their labels advises against giving both",
            (Source::BoxedWarning, true) => {
                "que la advertencia destacada de su ficha técnica en Estados Unidos desaconseja administrar conjuntamente"
            }
            (Source::EuropeanLabel, false) => "a label in Europe says that they are not to be given together",
            (Source::EuropeanLabel, true) => {
                "que según la ficha técnica europea no deben administrarse conjuntamente"
            }
            (Source::LabelWarning, false) => "a label warns against giving both",
            (Source::LabelWarning, true) => "cuya ficha técnica advierte contra su administración conjunta",
            (Source::Guideline, false) => "guidelines advise against giving both",
            (Source::Guideline, true) => "que las guías desaconsejan administrar conjuntamente",
        }
    }
}
