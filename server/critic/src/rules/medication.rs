//! The `medication/` rules: how drugs, doses and frequencies are written in clinical notes.

mod abbreviation_mention;
mod allergy_conflict;
mod cancelled_order;
mod contraindicated;
mod denied_class;
mod dose;
mod drug_abbreviation;
mod duplicate;
mod facts;
pub(crate) mod frames;
mod frequency_abbreviation;
mod implausible_dose;
mod interaction;
mod intrathecal_vinca;
mod methotrexate_daily;
mod naked_decimal;
mod oncologic_use;
mod order_words;
mod pair_words;
mod patient;
mod patient_limit;
mod reconciliation;
mod regimen;
mod relations;
mod resistant_organism;
mod trailing_zero;
mod uncited_dose;
mod unit_abbreviation;
mod volume;
mod wrong_antidote;

pub use allergy_conflict::first_listed_allergy;
pub(crate) use allergy_conflict::is_of_mum;
pub(crate) use denied_class::check as denied_class;
pub use uncited_dose::{Advice, doses_without_source, uncited_doses};

use crate::CriticRule;

/// All of them, in the order of the documentation.
pub static RULES: &[&CriticRule] = &[
    &uncited_dose::RULE,
    &unit_abbreviation::RULE,
    &trailing_zero::RULE,
    &naked_decimal::RULE,
    &frequency_abbreviation::RULE,
    &drug_abbreviation::RULE,
    &methotrexate_daily::RULE,
    &allergy_conflict::RULE,
    &contraindicated::RULE,
    &wrong_antidote::RULE,
    &resistant_organism::RULE,
    &implausible_dose::RULE,
    &intrathecal_vinca::RULE,
    &duplicate::RULE,
    &interaction::RULE,
    &interaction::CAUTION,
    &patient_limit::RULE,
    &reconciliation::RULE,
];
