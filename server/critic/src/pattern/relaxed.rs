//! A looser form of a pattern that is fast in texts with letters beyond ASCII.
//!
//! The lazy automaton of `regex` cannot decide a Unicode word boundary next to a byte beyond ASCII, so one accent or
//! bullet in a text lets each pattern with `\b` fall back to a much slower engine, which took two fifths of the time of a
//! review of real notes. Here each `\b` is replaced by an ASCII assertion that holds wherever the
//! boundary does, and sometimes elsewhere. If the looser form matches nowhere in a text, the pattern does not either.

use regex::Regex;
use std::sync::OnceLock;

/// Holds at each word boundary, because no word character of ASCII is on at least one side of it.
const AT_EACH_BOUNDARY: &str = r"(?-u:\b{start-half}|\b{end-half})";

/// The looser form of a pattern, compiled when it is first needed. `None` for a pattern without a word boundary, or with
/// one that cannot be loosened.
#[derive(Debug, Default)]
pub(super) struct Relaxed(OnceLock<Option<Regex>>);

impl Relaxed {
    /// Whether the pattern `source` may match in `text`. `true` without a search for a text that is all ASCII, unless
    /// only this form of the pattern is compiled.
    pub(super) fn may_match(&self, source: &str, text: &str, is_compiled: bool) -> bool {
        if text.is_ascii() && (is_compiled || self.0.get().is_none()) {
            return true;
        }
        let regex = self.0.get_or_init(|| {
            let relaxed = relaxed(source)?;
            referee_text::pattern(&relaxed).ok()
        });
        regex.as_ref().is_none_or(|regex| regex.is_match(text))
    }
}

/// Replaces each word boundary of a pattern. `None` if it has none, or a form of it that is not replaced.
fn relaxed(source: &str) -> Option<String> {
    let mut out = String::with_capacity(source.len() * 2);
    let mut is_changed = false;
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        let escaped = rest.get(at + 1..)?.chars().next()?;
        let end = at + 1 + escaped.len_utf8();
        let after = rest.get(end..)?;
        match escaped {
            'b' if after.starts_with('{') => return None,
            'b' | 'B' => {
                out.push_str(rest.get(..at)?);
                out.push_str(if escaped == 'b' { AT_EACH_BOUNDARY } else { "(?:)" });
                is_changed = true;
            }
            _ => out.push_str(rest.get(..end)?),
        }
        rest = after;
    }
    out.push_str(rest);
    is_changed.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PATTERNS: &[&str] = &[
        r"\bcat\b",
        r"(?i)\b(?:ñandú|ser|año)s?\b",
        r"\Bin\b",
        r"\b[^a]\b",
        r"\w+\b ?\b[a-z]",
        r"(?i)\bmg\b.{0,3}\bno",
        r"\\b\b",
    ];

    #[test]
    fn a_pattern_without_a_boundary_has_no_looser_form() {
        assert_eq!(relaxed(r"cat|\\b"), None);
        assert_eq!(relaxed(r"\b{start}cat"), None);
        assert!(relaxed(r"cat\b").is_some());
    }

    #[test]
    fn a_text_without_the_words_is_ruled_out() {
        let relaxed = Relaxed::default();
        assert!(relaxed.may_match(r"\bcat\b", "a concatenation", false));
        assert!(!relaxed.may_match(r"\bcat\b", "• a concatenation", true));
        assert!(relaxed.may_match(r"\bcat\b", "• a cat", true));
        assert!(!relaxed.may_match(r"\bcat\b", "a concatenation", false));
    }

    proptest! {
        #[test]
        fn what_matches_is_never_ruled_out(text in "[a-cñúéÑ •’_0-9nositrg\\\\]{0,12}") {
            for pattern in PATTERNS {
                let exact = referee_text::pattern(pattern).expect("the pattern is valid");
                let relaxed = Relaxed::default();
                prop_assert!(!exact.is_match(&text) || relaxed.may_match(pattern, &text, true), "{pattern} in {text:?}");
            }
        }
    }
}
