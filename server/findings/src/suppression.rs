//! Suppression of findings by comments in the text.
//!
//! `referee:ignore RULE reason` in a comment suppresses findings in the next line (or in its own
//! line, if the line also contains text), `referee:ignore-file` in the file, and
//! `referee:ignore-start` … `referee:ignore-end` in the lines between them. RULE is an id, a family
//! with a star (`citation/*`), or several of these separated by commas. A comment that suppresses
//! nothing is reported.
//!
//! [`Suppression::parse`] reads one comment, [`scan`] reads a text without a syntax tree,
//! [`apply`] removes the suppressed findings, and [`comment`] writes comments that
//! [`Suppression::parse`] reads.

mod apply;
mod comment;
mod scan;
mod unused;

pub use apply::{Applied, SuppressionContext, apply, covers};
pub use comment::{Comments, comment, insertion, removal, rename};
pub use scan::scan;
pub use unused::UNUSED;

use referee_text::Span;

/// A suppression comment, as `syntax` found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// The span of the comment.
    pub span: Span,
    /// The part of the text that it covers.
    pub extent: Extent,
    /// The rule id, or a family with a star (`citation/*`); several are separated by commas. Empty
    /// if the comment contains none.
    pub rule: String,
    /// The reason; empty if the comment gives none.
    pub reason: String,
}

/// The part of the text that a suppression comment covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The line after the comment (or the comment's own line, if it also contains text).
    NextLine,
    /// The whole file.
    File,
    /// From here to the matching end.
    Start,
    /// The end of a [`Extent::Start`].
    End,
}

/// The text that every suppression comment contains.
pub const MARKER: &str = "referee:ignore";

impl Suppression {
    /// Parses a comment, with or without its delimiters (`<!-- … -->`, `%`, `//`, `/* … */`, `#`,
    /// `@comment{…}`). `None` if the comment is about something else. `span` is the span of the
    /// comment.
    #[must_use]
    pub fn parse(text: &str, span: Span) -> Option<Suppression> {
        let rest = undress(text).strip_prefix("referee:")?.trim_start().strip_prefix("ignore")?;
        let (extent, rest) = [("-file", Extent::File), ("-start", Extent::Start), ("-end", Extent::End)]
            .into_iter()
            .find_map(|(suffix, extent)| rest.strip_prefix(suffix).map(|rest| (extent, rest)))
            .unwrap_or((Extent::NextLine, rest));
        if rest.chars().next().is_some_and(|c| !c.is_whitespace() && c != ':') {
            return None;
        }
        let (rule, reason) = split(rest.trim_start_matches(':'));
        Some(Suppression { span, extent, rule, reason })
    }

    /// Returns the ids and families in the comment.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rule.split(',').map(str::trim).filter(|rule| !rule.is_empty())
    }

    /// Returns whether the comment lists the rule, by its id or by its family. It may still not
    /// suppress it, because a rule can require a reason.
    #[must_use]
    pub fn names(&self, rule: &str) -> bool {
        self.rules().any(|pattern| matches(pattern, rule))
    }
}

/// Returns whether `pattern` (an id, or a family with a star) matches `rule`.
fn matches(pattern: &str, rule: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some(family) => rule.strip_prefix(family).is_some_and(|rest| rest.starts_with('/')),
        None => pattern == rule,
    }
}

/// Returns the inside of a comment, trimmed.
fn undress(text: &str) -> &str {
    let text = text.trim();
    for (open, close) in [("<!--", "-->"), ("/*", "*/")] {
        if let Some(rest) = text.strip_prefix(open) {
            return rest.strip_suffix(close).unwrap_or(rest).trim();
        }
    }
    if text.get(..8).is_some_and(|head| head.eq_ignore_ascii_case("@comment"))
        && let Some(rest) = text.get(8..).map(str::trim_start)
        && let Some(rest) = rest.strip_prefix(['{', '('])
    {
        return rest.strip_suffix(['}', ')']).unwrap_or(rest).trim();
    }
    text.trim_start_matches(['%', '#', '/']).trim()
}

/// Splits `RULE[, RULE…] reason`. A word after a comma is a rule only if it looks like one, because
/// a reason may also follow a comma.
fn split(text: &str) -> (String, String) {
    let mut rules: Vec<&str> = Vec::new();
    let mut rest = text.trim();
    loop {
        let end = rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len());
        let word = rest[..end].trim_end_matches(':');
        if word.is_empty() || (!rules.is_empty() && !word.contains('/')) {
            break;
        }
        rules.push(word);
        let behind = rest[end..].trim_start();
        match behind.strip_prefix(',') {
            Some(more) => rest = more.trim_start(),
            None => {
                rest = behind;
                break;
            }
        }
    }
    let reason = rest.trim_start_matches([':', ',', '-', '–', '—', ' ', '\t']).trim();
    (rules.join(", ").to_lowercase(), reason.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Option<(Extent, String, String)> {
        Suppression::parse(text, Span::at(0)).map(|s| (s.extent, s.rule, s.reason))
    }

    #[test]
    fn a_comment_is_read_in_every_comment_syntax() {
        let expected = Some((Extent::NextLine, String::from("citation/differs"), String::from("in print")));
        for text in [
            "referee:ignore citation/differs in print",
            "<!-- referee:ignore citation/differs in print -->",
            "% referee:ignore citation/differs in print",
            "%%referee:ignore citation/differs in print",
            "// referee:ignore citation/differs in print",
            "/* referee:ignore citation/differs in print */",
            "# referee:ignore citation/differs in print",
            "@comment{referee:ignore citation/differs in print}",
            "@Comment {referee:ignore citation/differs in print}",
            "referee: ignore citation/differs: in print",
            "<!--\n referee:ignore citation/differs\n in print\n-->",
            "<!-- referee:ignore citation/differs — in print -->",
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn the_word_behind_ignore_says_how_far_it_reaches() {
        for (text, extent) in [
            ("referee:ignore-file citation/differs", Extent::File),
            ("referee:ignore-start citation/differs", Extent::Start),
            ("referee:ignore-end", Extent::End),
        ] {
            assert_eq!(read(text).unwrap().0, extent);
        }
    }

    #[test]
    fn several_rules_are_separated_by_commas_and_a_reason_may_follow_a_comma() {
        let suppression =
            Suppression::parse("referee:ignore citation/differs,citation/retracted, on purpose", Span::at(0))
                .unwrap();
        assert_eq!(suppression.rules().collect::<Vec<_>>(), ["citation/differs", "citation/retracted"]);
        assert_eq!(suppression.reason, "on purpose");
    }

    #[test]
    fn a_star_means_the_family_and_no_other() {
        let suppression = Suppression::parse("referee:ignore citation/* all right", Span::at(0)).unwrap();
        assert!(suppression.names("citation/differs"));
        assert!(!suppression.names("citations/differs"));
        assert!(!suppression.names("medication/trailing-zero"));
    }

    #[test]
    fn other_comments_are_not_silences() {
        for text in [
            "",
            "referee",
            "referee:ignored x",
            "see referee:ignore citation/differs",
            "@comment",
            "@commentø",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn reading_a_comment_never_fails(text in ".{0,80}") {
            let _ = Suppression::parse(&text, Span::at(0));
            let _ = Suppression::parse(&format!("referee:ignore{text}"), Span::at(0));
            let _ = Suppression::parse(&format!("@comment{text}"), Span::at(0));
        }
    }
}
