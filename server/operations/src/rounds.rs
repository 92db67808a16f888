//! How often research searches, for the command line, editors and agents alike.

/// The default number of search rounds of hypotheses, sections and reports.
pub const QUICK_ROUNDS: u32 = 2;

/// The default number of search rounds of research, which searches for tests of the hypotheses.
pub const THOROUGH_ROUNDS: u32 = 3;

/// The maximum number of search rounds.
pub const MAX_ROUNDS: u32 = 10;
