//! Detects weekly methotrexate in milligrams far above the doses for joints and skin.

use super::super::oncologic_use;
use crate::analysis::assertion::{self, State};
use crate::analysis::dose_limits::{self, DoseUnit};
use crate::analysis::drugs::Class;
use crate::analysis::folding::fold;
use crate::pattern::word_list;
use crate::{BlockContext, BlockFlags, Draft};
use referee_findings::{Remark, Severity};

/// The highest usual weekly dose in milligrams, and the one above which it is flagged.
const HIGHEST_USUAL_MILLIGRAMS: f64 = 30.0;
const MAX_UNFLAGGED_MILLIGRAMS: f64 = 45.0;

/// Returns remarks on doses of methotrexate far above those for joints and skin, in a draft without
/// a cancer.
pub(super) fn check(draft: &Draft<'_>) -> Vec<Remark> {
    if !draft.has(BlockFlags::METHOTREXATE) || oncologic_use::is_named(draft) {
        return Vec::new();
    }
    let blocks = draft.flagged(BlockFlags::METHOTREXATE);
    blocks.flat_map(|block| remarks(&block)).collect()
}

fn remarks(block: &BlockContext<'_>) -> Vec<Remark> {
    let mut out = Vec::new();
    for medication in
        block.medications().iter().filter(|medication| medication.class() == Class::Methotrexate)
    {
        let Some(dose) = medication.dose.filter(|dose| !dose.per.weight && !dose.per.surface) else {
            continue;
        };
        let Some((DoseUnit::Milligrams, factor)) = dose_limits::counted(&dose, block.slice(dose.unit)) else {
            continue;
        };
        let value = dose.number.value() * factor;
        let sentence = fold(block.slice(medication.sentence.span));
        let is_for_joints = [
            "week", "seman", "/sem", "arthrit", "artrit", "psoria", "rheumat", "reuma", " ra ", " ra.",
            " ar ",
        ]
        .iter()
        .any(|word| sentence.contains(word));
        let is_other =
            word_list!("implausible-dose/weekly/remarks").iter().any(|word| sentence.contains(word));
        let said = assertion::within(block, medication.sentence, medication.drug).state;
        if value <= MAX_UNFLAGGED_MILLIGRAMS
            || !is_for_joints
            || is_other
            || matches!(said, State::Negated | State::Historical)
        {
            continue;
        }
        let place = medication.drug.cover(dose.span);
        let shown = block.slice(place);
        let times = value / HIGHEST_USUAL_MILLIGRAMS;
        let message = if block.in_spanish() {
            let times = format!("{times:.1}").replace('.', ",");
            format!(
                "«{shown}» es {times} veces la dosis semanal máxima habitual de metotrexato fuera de la oncología ({HIGHEST_USUAL_MILLIGRAMS:.0} mg), y esta nota no menciona ningún uso oncológico. Compruebe la cifra."
            )
        } else {
            format!(
                "“{shown}” is {times:.1} times the highest usual weekly dose of methotrexate outside of oncology ({HIGHEST_USUAL_MILLIGRAMS:.0} mg), and this note mentions no oncologic use. Check the number."
            )
        };
        let severity = if times >= super::slip::ERROR_MULTIPLE { Severity::Error } else { Severity::Warning };
        out.push(Remark::new(place.shift(block.start), message).with_severity(severity));
    }
    out
}
