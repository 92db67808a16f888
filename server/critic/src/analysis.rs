//! Block analyses that several rules share, one per file. Each runs once per block and its result is kept.

pub mod allergens;
pub(crate) mod answers;
pub mod assertion;
pub mod cell_lines;
pub(crate) mod charts;
pub mod cues;
pub mod dates;
pub mod dose_limits;
pub mod drugs;
pub(crate) mod folding;
pub mod identifying_text;
pub mod language;
pub mod meaning;
pub mod medication;
pub mod quantities;
pub mod sections;
pub mod sentences;
pub mod stage_groups;
pub mod staging;
pub mod statistics;
pub mod tense;
pub mod terms;
pub mod topics;
pub mod units;
pub mod words;
