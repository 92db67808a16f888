//! What several rules need to know of a block, a file each: read once for each block and kept.

pub mod allergens;
pub(crate) mod answers;
pub mod assertion;
pub mod cell_lines;
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
