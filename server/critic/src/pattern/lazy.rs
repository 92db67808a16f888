//! A pattern that is compiled only when a text contains one of the words it needs.
//!
//! The rules have some 1,500 patterns, and a draft needs only a few dozen of them. Compilation
//! takes most of the time of a first answer and most of the memory of a session. A [`Pattern`]
//! therefore keeps its text, works out which letters each of its matches contains ([`Needs`]), and
//! compares them with the letters in the text ([`super::letters`]). Its results are the same as
//! those of the compiled pattern.

use super::letters;
use super::needs::Needs;
use super::relaxed::Relaxed;
use regex::{CaptureMatches, Captures, Match, Matches, Regex, Replacer};
use std::borrow::Cow;
use std::iter::Flatten;
use std::sync::OnceLock;

/// A regular expression over European letters that is compiled when it is first needed.
#[derive(Debug)]
pub(crate) struct Pattern {
    text: Box<str>,
    needs: Needs,
    compiled: OnceLock<Regex>,
    /// Searches texts with letters beyond ASCII first, which `compiled` does slowly.
    relaxed: Relaxed,
}

impl Pattern {
    /// Creates a pattern that is part of the program.
    ///
    /// # Panics
    ///
    /// If the text is not a valid regular expression: when it is compiled, and in tests
    /// immediately.
    pub(crate) fn new(text: &str) -> Self {
        let pattern = Self {
            text: text.into(),
            needs: Needs::of(text),
            compiled: OnceLock::new(),
            relaxed: Relaxed::default(),
        };
        if cfg!(test) {
            pattern.regex();
        }
        pattern
    }

    fn regex(&self) -> &Regex {
        self.compiled.get_or_init(|| referee_text::pattern(&self.text).expect("the pattern is valid"))
    }

    /// Returns the compiled pattern if `text` contains what every match needs.
    fn for_text(&self, text: &str) -> Option<&Regex> {
        // In tests every pattern is compiled immediately, but the needs are checked as if it were
        // not. If a text has not been analysed yet, a pattern that is already compiled just
        // searches it, which costs no more.
        let may_match = may_match(text, &self.needs, cfg!(test) || self.compiled.get().is_none());
        let may_match = may_match && self.relaxed.may_match(&self.text, text, self.compiled.get().is_some());
        // Every labelled sentence exercises this check.
        debug_assert!(
            !cfg!(test) || may_match || !self.regex().is_match(text),
            "{} is thought not to match {text:?}",
            self.text
        );
        may_match.then(|| self.regex())
    }

    /// Whether the pattern matches anywhere in `text`.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.for_text(text).is_some_and(|regex| regex.is_match(text))
    }

    /// Returns the first match.
    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.for_text(text)?.find(text)
    }

    /// Returns all non-overlapping matches.
    pub(crate) fn find_iter<'p, 't>(
        &'p self,
        text: &'t str,
    ) -> Flatten<std::option::IntoIter<Matches<'p, 't>>> {
        self.for_text(text).map(|regex| regex.find_iter(text)).into_iter().flatten()
    }

    /// Returns the first match with its groups.
    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.for_text(text)?.captures(text)
    }

    /// Returns all non-overlapping matches with their groups.
    pub(crate) fn captures_iter<'p, 't>(
        &'p self,
        text: &'t str,
    ) -> Flatten<std::option::IntoIter<CaptureMatches<'p, 't>>> {
        self.for_text(text).map(|regex| regex.captures_iter(text)).into_iter().flatten()
    }

    /// Returns `text` with every match replaced.
    pub(crate) fn replace_all<'t>(&self, text: &'t str, by: impl Replacer) -> Cow<'t, str> {
        match self.for_text(text) {
            Some(regex) => regex.replace_all(text, by),
            None => Cow::Borrowed(text),
        }
    }

    /// Returns the names of the groups; `None` for unnamed groups.
    pub(crate) fn capture_names(&self) -> regex::CaptureNames<'_> {
        self.regex().capture_names()
    }
}

/// Whether `text` contains what a match needs; `true` if that is unknown.
fn may_match(text: &str, needs: &Needs, is_new: bool) -> bool {
    needs.is_empty() || letters::of_text(text, is_new, |set| needs.are_met(set)).unwrap_or(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Patterns of every form that the reader of needs must understand.
    const FORMS: &[&str] = &[
        r"(?i)\b(?:allerg(?:y|ic)|alérgic[oa]) (?:to|a) (?P<drug>\w+)",
        r"\b[Kk] ?[:=]? ?(?P<value>[0-9][.,][0-9])\b",
        r"(?i)\bcats?\b|\bdog{1,2}s*\b",
        r"(?i)x{0,2}ab{2}c?|y+z",
        r"(?x) not \s resist[a-z]+  # a remark
          | fully\ sensitive",
        r"(?m)^ *(?:\+|-) [^a-c\]]d\b$",
        r"[.;:]{2}|\(\x22?a\.b\)",
        r"(?:ab|)c*",
        r"(?i)ñandú|ska",
        r"a(?-i:B)(?i:c)d",
        r"[[a-c]x]y|\[z\]",
    ];

    #[test]
    fn a_pattern_without_its_words_is_not_compiled() {
        let needs = Needs::of(r"(?i)\b(?:allergy|alergia) (?:to|a)\b");
        assert!(!may_match("Blood pressure 120/80, no fever.", &needs, true));
        assert!(!may_match("An allergyx to", &needs, true));
        assert!(may_match("Known ALLERGY to penicillin", &needs, true));
        assert!(may_match("sin alergia a nada", &needs, true));
        assert!(may_match("alergia a", &needs, true));
    }

    #[test]
    fn letters_that_fold_to_ascii_are_no_reason_to_say_no() {
        // The Kelvin sign and the long s match `k` and `s` in either case.
        let pattern = Pattern::new("(?i)ska");
        assert!(pattern.is_match("\u{17f}\u{212a}a"));
    }

    #[test]
    fn every_part_is_needed() {
        let needs = Needs::of(r"\bglucose\b[^0-9]{0,20}[0-9]+ ?mg/dL");
        let met = |text: &str| may_match(text, &needs, true);
        assert!(met("Glucose was 180 mg/dL.") && !met("Glucose was high.") && !met("Urea 40 mg/dL."));
    }

    proptest! {
        #[test]
        fn it_answers_as_the_compiled_pattern(text in r#"[abcdkxyzABCKñÑs(): "+.;\[\]0-9-]{0,24}|(?:allergy|allergic|alérgico|no resistant|not resistance|fully sensitive|cats|dogg|- -d|ÑANDÚ| to | a |\u{17f}ka|\n){0,6}"#) {
            for form in FORMS {
                let regex = referee_text::pattern(form).expect("the pattern is valid");
                let lazy = Pattern {
                    text: (*form).into(),
                    needs: Needs::of(form),
                    compiled: OnceLock::new(),
                    relaxed: Relaxed::default(),
                };
                prop_assert_eq!(lazy.find(&text).map(|m| m.range()), regex.find(&text).map(|m| m.range()), "{} on {:?}", form, text);
                prop_assert_eq!(lazy.find_iter(&text).count(), regex.find_iter(&text).count());
            }
        }
    }
}
