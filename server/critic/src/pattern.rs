//! Compiling the patterns that rules are made of.

use regex::Regex;

/// A pattern over European letters that is part of the program; panics where it is not valid, which a test of its rule shows.
pub(crate) fn exact(text: &str) -> Regex {
    referee_text::pattern(text).expect("the pattern is valid")
}

/// Compiles a pattern that matches letters in either case.
pub(crate) fn any_case(text: &str) -> Regex {
    exact(&format!("(?i){text}"))
}
