//! Statements of the patient.

use crate::reader::Role;
use crate::talk::Talk;

/// Whether the patient says these words of themselves, unasked.
pub(super) fn is_of_patient_alone(talk: &Talk, first: usize, end: usize) -> bool {
    talk.turn(first).is_some_and(|turn| turn.role == Role::Patient) && talk.is_of_patient(first, end)
}
