//! What the rules stand on, a file each: read once for each part, used by all.

pub mod sections;
pub mod sentences;
pub mod statistics;
pub mod topics;
