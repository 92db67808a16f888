//! The messages for doses that are too high or too low.

use super::slip::Slip;
use crate::analysis::dose_limits::DoseUnit;

#[derive(Clone, Copy)]
pub(super) enum LimitKind {
    Single,
    Daily,
    Hourly,
    /// The content of one patch, for patches that are ordered by their release per hour.
    Patch,
}

/// Returns the question that a slip suggests.
fn question(meant: Option<Slip>, spanish: bool) -> &'static str {
    match (meant, spanish) {
        (Some(Slip::Micrograms), false) => "Are micrograms meant? Check the unit.",
        (Some(Slip::Micrograms), true) => "¿Quería decir microgramos? Compruebe la unidad.",
        (Some(Slip::Milligrams), false) => "Are milligrams meant? Check the unit.",
        (Some(Slip::Milligrams), true) => "¿Quería decir miligramos? Compruebe la unidad.",
        (Some(Slip::TenTimes), false) => {
            "A tenth of it would be a usual dose. Is the decimal mark, or a zero, in its place?"
        }
        (Some(Slip::TenTimes), true) => {
            "La décima parte sería una dosis habitual. ¿Están la coma y los ceros en su sitio?"
        }
        (None, false) => "Check the number and the unit.",
        (None, true) => "Compruebe la cifra y la unidad.",
    }
}

/// The parts of an order that a message shows, and its language.
pub(super) struct ShownOrder<'t> {
    pub(super) order: &'t str,
    pub(super) drug: &'t str,
    pub(super) spanish: bool,
}

impl ShownOrder<'_> {
    pub(super) fn too_high(
        &self,
        multiple: f64,
        highest: f64,
        counted: DoseUnit,
        meant: Option<Slip>,
        limited: LimitKind,
    ) -> String {
        let (times, highest) = (times(multiple, self.spanish), amount(highest, counted, self.spanish));
        let ShownOrder { order, drug, .. } = self;
        if matches!(limited, LimitKind::Patch) {
            return if self.spanish {
                format!(
                    "«{order}»: ningún parche de {drug} contiene más de {highest}, y los parches se pautan en microgramos por hora. Compruebe la unidad."
                )
            } else {
                format!(
                    "“{order}”: no patch of {drug} holds more than {highest}, and patches are ordered in micrograms an hour. Check the unit."
                )
            };
        }
        if self.spanish {
            let sort = match limited {
                LimitKind::Daily => "la dosis diaria máxima habitual",
                LimitKind::Single | LimitKind::Patch => "la dosis única máxima habitual",
                LimitKind::Hourly => "el ritmo de infusión máximo habitual por hora",
            };
            let question = question(meant, self.spanish);
            format!("«{order}» es {times} veces {sort} de {drug} en adultos ({highest}). {question}")
        } else {
            let sort = match limited {
                LimitKind::Daily => "daily dose",
                LimitKind::Single | LimitKind::Patch => "single dose",
                LimitKind::Hourly => "rate of infusion per hour",
            };
            let question = question(meant, self.spanish);
            format!(
                "“{order}” is {times} times the highest usual {sort} of {drug} for adults ({highest}). {question}"
            )
        }
    }

    pub(super) fn too_high_by_weight(
        &self,
        multiple: f64,
        highest: f64,
        meant: Option<Slip>,
        limited: LimitKind,
    ) -> String {
        let times = times(multiple, self.spanish);
        let highest = if highest < 0.01 { format!("{highest:.4}") } else { rounded(highest) };
        let ShownOrder { order, drug, .. } = self;
        if self.spanish {
            let highest = highest.replace('.', ",");
            let sort = match limited {
                LimitKind::Daily => "mg/kg al día",
                LimitKind::Single | LimitKind::Patch => "mg/kg por dosis",
                LimitKind::Hourly => "mg/kg por hora",
            };
            let question = question(meant, self.spanish);
            format!(
                "«{order}» es {times} veces la dosis máxima habitual de {drug} por peso ({highest} {sort}). {question}"
            )
        } else {
            let sort = match limited {
                LimitKind::Daily => "mg/kg a day",
                LimitKind::Single | LimitKind::Patch => "mg/kg a dose",
                LimitKind::Hourly => "mg/kg an hour",
            };
            let question = question(meant, self.spanish);
            format!(
                "“{order}” is {times} times the highest usual dose of {drug} by weight ({highest} {sort}). {question}"
            )
        }
    }

    /// Returns the message for a dose above its limit. `per` is the phrase for the quantity that
    /// the dose is given for, and `unit` is the unit of the limit.
    pub(super) fn too_high_per(
        &self,
        multiple: f64,
        highest: f64,
        meant: Option<Slip>,
        (per, unit): (&str, &str),
    ) -> String {
        let times = times(multiple, self.spanish);
        let (highest, question) = (rounded(highest), question(meant, self.spanish));
        let ShownOrder { order, drug, .. } = self;
        if self.spanish {
            let highest = highest.replace('.', ",");
            format!(
                "«{order}» es {times} veces la dosis máxima habitual de {drug} {per} ({highest} {unit}). {question}"
            )
        } else {
            format!(
                "“{order}” is {times} times the highest usual dose of {drug} {per} ({highest} {unit}). {question}"
            )
        }
    }

    pub(super) fn too_low(&self, number: f64) -> String {
        let ShownOrder { order, drug, .. } = self;
        let number = rounded(number);
        if self.spanish {
            format!(
                "«{order}» es unas mil veces menos de lo habitual. ¿Quería decir {number} miligramos de {drug}? Compruebe la unidad."
            )
        } else {
            format!(
                "“{order}” is about a thousand times less than is usual. Are {number} milligrams of {drug} meant? Check the unit."
            )
        }
    }

    pub(super) fn too_often(&self, a_day: f64, highest: f64, counted: DoseUnit) -> String {
        let (a_day, highest) = (amount(a_day, counted, self.spanish), amount(highest, counted, self.spanish));
        let ShownOrder { order, drug, .. } = self;
        if self.spanish {
            format!(
                "«{order}» con esta frecuencia son {a_day} al día; la dosis diaria máxima habitual de {drug} en adultos es {highest}. Compruebe la dosis y la frecuencia."
            )
        } else {
            format!(
                "“{order}” at this frequency makes {a_day} a day; the highest usual daily dose of {drug} for adults is {highest}. Check the dose and the frequency."
            )
        }
    }
}

/// Formats a number with as many decimals as necessary, at most three.
fn rounded(value: f64) -> String {
    let text = if value >= 10.0 { format!("{value:.0}") } else { format!("{value:.3}") };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Formats a multiple, with one decimal below ten.
fn times(multiple: f64, spanish: bool) -> String {
    let rounded = rounded((multiple * 10.0).round() / 10.0);
    if spanish { rounded.replace('.', ",") } else { rounded }
}

fn amount(value: f64, counted: DoseUnit, spanish: bool) -> String {
    let number = rounded(value);
    let number = if spanish { number.replace('.', ",") } else { number };
    let unit = match (counted, spanish) {
        (DoseUnit::Milligrams, _) => "mg",
        (DoseUnit::Units, false) => "units",
        (DoseUnit::Units, true) => "unidades",
        (DoseUnit::Milliequivalents, _) => "mEq",
    };
    format!("{number} {unit}")
}
