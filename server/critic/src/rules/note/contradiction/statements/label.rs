//! Words of time, as `statement_times.tsv` names them.

/// A word of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// The past, the future, or a change: "previously", "will", "became".
    Elsewhere,
    /// The time of the note: "at this examination".
    Now,
    Admission,
    Discharge,
    Night,
    /// The whole stay: "throughout".
    Throughout,
    Yesterday,
    /// A day of the stay, with its number.
    Day,
    /// A column or row of a table, with its number.
    Column,
    /// A step of a course: "after the operation". What is before it and after it is of two times.
    Step,
}

impl Label {
    /// The label with a name of `statement_times.tsv`.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "elsewhere" => Label::Elsewhere,
            "now" => Label::Now,
            "admission" => Label::Admission,
            "discharge" => Label::Discharge,
            "night" => Label::Night,
            "throughout" => Label::Throughout,
            "yesterday" => Label::Yesterday,
            "day" => Label::Day,
            "step" => Label::Step,
            _ => return None,
        })
    }
}
