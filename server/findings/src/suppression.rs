//! How a comment in the text suppresses findings.
//!
//! `referee:ignore RULE reason` in a comment silences the next line (or its own, where text stands beside it),
//! `referee:ignore-file` the file, and `referee:ignore-start` … `referee:ignore-end` what lies between. RULE is
//! an id, a family with a star (`citation/*`), or several of them separated by commas. A comment that
//! suppresses nothing is reported.
//!
//! [`Suppression::parse`] reads one comment, [`scan`] a whole text that has no syntax tree, [`apply`] takes the
//! silenced findings away, and [`comment`] writes what [`Suppression::parse`] reads.

mod apply;
mod comment;
mod scan;
mod unused;

pub use apply::{Applied, SuppressionContext, apply, covers};
pub use comment::{Comments, comment, insertion, removal, rename};
pub use scan::scan;
pub use unused::UNUSED;

use referee_text::Span;

/// One suppression comment, as `syntax` found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// The place of the comment.
    pub span: Span,
    /// What it covers.
    pub extent: Extent,
    /// The rule id, or a family with a star (`citation/*`); several are separated by commas. Empty where the
    /// comment names none.
    pub rule: String,
    /// Why; empty where none is given.
    pub reason: String,
}

/// What a suppression comment covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The line after the comment (or the comment's own line, where text stands beside it).
    NextLine,
    /// The whole file.
    File,
    /// From here to the matching end.
    Start,
    /// The end of a [`Extent::Start`].
    End,
}

/// What every suppression comment holds: a text without it has none.
pub const MARKER: &str = "referee:ignore";

impl Suppression {
    /// Reads a comment, with or without its delimiters (`<!-- … -->`, `%`, `//`, `/* … */`, `#`,
    /// `@comment{…}`). `None` where it is a comment about something else. `span` is the place of the comment.
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

    /// The ids and families that the comment names.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rule.split(',').map(str::trim).filter(|rule| !rule.is_empty())
    }

    /// Whether the comment names the rule, by its id or by its family. Whether it may silence it is another
    /// question: a rule can ask for a reason.
    #[must_use]
    pub fn names(&self, rule: &str) -> bool {
        self.rules().any(|pattern| matches(pattern, rule))
    }
}

/// Whether `pattern` (an id, a family with a star) means `rule`.
fn matches(pattern: &str, rule: &str) -> bool {
    match pattern.strip_suffix("/*") {
        Some(family) => rule.strip_prefix(family).is_some_and(|rest| rest.starts_with('/')),
        None => pattern == rule,
    }
}

/// The inside of a comment, without white space at its ends.
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

/// Parts `RULE[, RULE…] reason`. A word behind a comma is a rule only if it looks like one, so that a reason
/// may follow a comma too.
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
