//! Drugs of a class from which a patient takes only one.

use crate::rules::medication::relations::DUPLICATES;

/// Whether two medicines, given by their ingredients, belong to one class from which a patient takes
/// only one drug.
pub(super) fn are_of_one_class(one: &[usize], other: &[usize]) -> bool {
    DUPLICATES.iter().any(|row| {
        let holds = |ingredients: &[usize]| ingredients.iter().any(|drug| row.class.holds(*drug));
        holds(one) && holds(other)
    })
}
