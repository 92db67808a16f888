//! Who says that a drug is not given: its label, which forbids it or only warns, or a guideline.

/// Where it is known from that a drug is not given in a condition, or with another drug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The label names it as a contraindication, in the United States or in Europe and there alike.
    Label,
    /// The boxed warning of the label of the United States.
    BoxedWarning,
    /// The label in Europe names it as a contraindication; that of the United States warns, or there is none.
    EuropeanLabel,
    /// The label says that the drug is not recommended or to be avoided, without forbidding it.
    LabelWarning,
    /// A guideline, where the labels do not forbid it.
    Guideline,
}

impl Source {
    /// The sentence that says so of a condition, which has its article in Spanish.
    pub(super) fn of_condition(self, condition: &str, spanish: bool) -> String {
        match (self, spanish) {
            (Source::Label, false) => format!("Its label names {condition} as a contraindication."),
            (Source::Label, true) => format!("Su ficha técnica señala {condition} como contraindicación."),
            (Source::BoxedWarning, false) => {
                format!("The boxed warning of its label speaks against it in {condition}.")
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

    /// The words that say so of two drugs, behind their names.
    pub(super) fn of_pair(self, spanish: bool) -> &'static str {
        match (self, spanish) {
            (Source::Label, false) => "their labels say that they are not to be given together",
            (Source::Label, true) => "que según su ficha técnica no deben darse juntos",
            (Source::BoxedWarning, false) => "a boxed warning of their labels speaks against both together",
            (Source::BoxedWarning, true) => {
                "que la advertencia destacada de su ficha técnica en Estados Unidos desaconseja dar juntos"
            }
            (Source::EuropeanLabel, false) => "a label in Europe says that they are not to be given together",
            (Source::EuropeanLabel, true) => "que según la ficha técnica europea no deben darse juntos",
            (Source::LabelWarning, false) => "a label warns against giving both",
            (Source::LabelWarning, true) => "cuya ficha técnica advierte contra darlos juntos",
            (Source::Guideline, false) => "guidelines advise against giving both",
            (Source::Guideline, true) => "que las guías desaconsejan dar juntos",
        }
    }
}
