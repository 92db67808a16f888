//! Writes, changes and removes suppression comments.

use referee_text::{Rope, Span, TextEdit};

/// The comment syntax of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// `<!-- … -->`: Markdown.
    Html,
    /// `% …`: LaTeX, BibTeX.
    Percent,
    /// `// …`: Typst.
    Slashes,
    /// `# …`: YAML, TOML.
    Hash,
    /// `.. …`: reStructuredText.
    Dots,
    /// The bare words on a separate line: plain text, which lacks comments.
    Bare,
}

/// Returns the comment that suppresses `rule` in the next line. Text in `reason` that would end the
/// comment early, or start another construct of the format, is removed.
#[must_use]
pub fn comment(syntax: Comments, rule: &str, reason: &str) -> String {
    let mut reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    match syntax {
        Comments::Html => {
            while reason.contains("--") {
                reason = reason.replace("--", "-");
            }
            reason = reason.replace('>', "");
        }
        // BibTeX reads an at-sign between entries as the start of one.
        Comments::Percent => reason = reason.replace('@', "(at)"),
        Comments::Slashes | Comments::Hash | Comments::Dots | Comments::Bare => {}
    }
    // A comma after the rule would start a second rule.
    let reason = reason.trim_start_matches(|character: char| character == ',' || character.is_whitespace());
    let words = format!("referee:ignore {rule} {}", reason.trim_end());
    let words = words.trim_end();
    match syntax {
        Comments::Html => format!("<!-- {words} -->"),
        Comments::Percent => format!("% {words}"),
        Comments::Slashes => format!("// {words}"),
        Comments::Hash => format!("# {words}"),
        Comments::Dots => format!(".. {words}"),
        Comments::Bare => words.to_owned(),
    }
}

/// Returns the edit that suppresses `rule` for the line of the byte `at`: a comment above it with
/// the same indentation.
///
/// In Markdown a comment on a separate line ends a paragraph or a list, so it is appended to the
/// line unless the line starts a paragraph; in the YAML at the top of a draft it is a YAML comment.
#[must_use]
pub fn insertion(text: &Rope, at: usize, syntax: Comments, rule: &str, reason: &str) -> TextEdit {
    let index = text.byte_to_line(at.min(text.len_bytes()));
    let start = text.line_to_byte(index);
    let content = text.line(index).to_string();
    let visible = content.trim_end_matches(['\n', '\r']);
    let line_break = if text.line(0).to_string().ends_with("\r\n") { "\r\n" } else { "\n" };
    let indent = &visible[..visible.len() - visible.trim_start().len()];
    let syntax =
        if syntax == Comments::Html && in_front_matter(text, index) { Comments::Hash } else { syntax };
    let words = comment(syntax, rule, reason);
    if syntax == Comments::Html && !opens_paragraph(text, index, visible) {
        // Two spaces or a backslash at the end are a line break that must stay at the end.
        let end = visible.trim_end_matches([' ', '\\', '|']).len();
        return TextEdit::new(Span::at(start + end), format!(" {words}"));
    }
    TextEdit::new(Span::at(start), format!("{indent}{words}{line_break}"))
}

fn opens_paragraph(text: &Rope, index: usize, visible: &str) -> bool {
    let after_blank = index == 0 || text.line(index - 1).chars().all(char::is_whitespace);
    let plain = visible
        .chars()
        .next()
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, '[' | '(' | '"' | '“' | '*' | '_' | '@'));
    let listed = visible.starts_with("* ")
        || visible
            .split_once(['.', ')'])
            .is_some_and(|(number, _)| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()));
    after_blank && plain && !listed
}

/// Returns whether a line lies between the `---` that opens a draft and the one that closes its
/// metadata.
fn in_front_matter(text: &Rope, index: usize) -> bool {
    let rule = |line: usize| text.line(line).to_string();
    if index == 0 || rule(0).trim_end() != "---" {
        return false;
    }
    (1..index).all(|line| !matches!(rule(line).trim_end(), "---" | "..."))
}

/// Returns the edit that removes the comment at `span`, with its line if nothing else is on it; if
/// the comment lists several rules, only `rule` is removed from the list.
#[must_use]
pub fn removal(text: &Rope, span: Span, rule: &str) -> Option<TextEdit> {
    let words = text.get_byte_slice(span.range())?.to_string();
    let suppression = super::Suppression::parse(&words, span)?;
    if suppression.rules().count() > 1 && suppression.rules().any(|listed| listed == rule) {
        let lower = words.to_lowercase();
        let at = if lower.len() == words.len() { lower.find(rule)? } else { words.find(rule)? };
        let end = at + rule.len();
        let behind = &words[end..];
        let with_comma =
            behind.trim_start().strip_prefix(',').map(|rest| words.len() - rest.trim_start().len());
        let (from, to) = match with_comma {
            Some(to) => (at, to),
            None => {
                (words[..at].trim_end().strip_suffix(',').map_or(at, |before| before.trim_end().len()), end)
            }
        };
        return Some(TextEdit::new(Span::new(from, to).shift(span.start as usize), ""));
    }
    let (first, last) = (text.byte_to_line(span.start as usize), text.byte_to_line(span.end as usize));
    let line_start = text.line_to_byte(first);
    let line_end = line_start.max(text.line_to_byte((last + 1).min(text.len_lines())));
    let before = text.get_byte_slice(line_start..span.start as usize)?.to_string();
    let after = text.get_byte_slice(span.end as usize..line_end)?.to_string();
    if before.trim().is_empty() && after.trim().is_empty() {
        return Some(TextEdit::new(Span::new(line_start, line_end), ""));
    }
    let from = line_start + if after.trim().is_empty() { before.trim_end().len() } else { before.len() };
    let to =
        span.end as usize + if before.trim().is_empty() { after.len() - after.trim_start().len() } else { 0 };
    Some(TextEdit::new(Span::new(from, to), ""))
}

/// Returns the edit that replaces `old` by `new` in the comment at `span`.
#[must_use]
pub fn rename(text: &Rope, span: Span, old: &str, new: &str) -> Option<TextEdit> {
    let words = text.get_byte_slice(span.range())?.to_string();
    let at = words.to_ascii_lowercase().find(&old.to_ascii_lowercase())?;
    Some(TextEdit::new(Span::new(at, at + old.len()).shift(span.start as usize), new))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use crate::suppression::{Suppression, scan};
    use proptest::prelude::*;
    use referee_text::edit::apply_all;

    const ALL: [Comments; 5] =
        [Comments::Html, Comments::Percent, Comments::Slashes, Comments::Hash, Comments::Bare];

    fn suppressed(text: &str, at: &str, syntax: Comments) -> String {
        let edit =
            insertion(&Rope::from_str(text), text.find(at).unwrap(), syntax, "citation/differs", "why");
        apply_all(text, &[edit])
    }

    #[test]
    fn the_comment_goes_above_the_line_as_far_indented() {
        assert_eq!(
            suppressed("\\begin{x}\n  see \\cite{a}\n\\end{x}\n", "cite", Comments::Percent),
            "\\begin{x}\n  % referee:ignore citation/differs why\n  see \\cite{a}\n\\end{x}\n"
        );
        assert_eq!(
            suppressed("a @b\r\n", "@b", Comments::Slashes),
            "// referee:ignore citation/differs why\r\na @b\r\n"
        );
    }

    #[test]
    fn in_markdown_the_comment_does_not_break_a_paragraph_or_a_list() {
        let comment = "<!-- referee:ignore citation/differs why -->";
        assert_eq!(
            suppressed("x\n\nSee [@a]\nand\n", "@a", Comments::Html),
            format!("x\n\n{comment}\nSee [@a]\nand\n")
        );
        assert_eq!(
            suppressed("One\ntwo [@a]  \nthree\n", "@a", Comments::Html),
            format!("One\ntwo [@a] {comment}  \nthree\n")
        );
        assert_eq!(
            suppressed("- one [@a]\n- two\n", "@a", Comments::Html),
            format!("- one [@a] {comment}\n- two\n")
        );
        assert_eq!(suppressed("1. one [@a]\n", "@a", Comments::Html), format!("1. one [@a] {comment}\n"));
    }

    #[test]
    fn in_the_front_matter_the_comment_is_yaml() {
        let out = suppressed("---\nnocite: |\n  @a\n---\n\nText\n", "@a", Comments::Html);
        assert_eq!(out, "---\nnocite: |\n  # referee:ignore citation/differs why\n  @a\n---\n\nText\n");
    }

    #[test]
    fn removing_a_comment_takes_its_line_or_only_the_rule() {
        let remove = |text: &str, rule: &str| {
            let rope = Rope::from_str(text);
            let suppression = scan(&rope).remove(0);
            apply_all(text, &[removal(&rope, suppression.span, rule).unwrap()])
        };
        assert_eq!(remove("a\n  % referee:ignore citation/x\nb\n", "citation/x"), "a\nb\n");
        assert_eq!(remove("a % referee:ignore citation/x\nb\n", "citation/x"), "a\nb\n");
        assert_eq!(
            remove("% referee:ignore citation/x, citation/y why\n", "citation/x"),
            "% referee:ignore citation/y why\n"
        );
        assert_eq!(
            remove("% referee:ignore citation/x, citation/y why\n", "citation/y"),
            "% referee:ignore citation/x why\n"
        );
    }

    #[test]
    fn a_reason_that_begins_with_a_comma_names_no_rule() {
        for syntax in ALL {
            let written = comment(syntax, "citation/differs", ",/");
            let read = Suppression::parse(&written, Span::new(0, written.len())).unwrap();
            assert_eq!(read.rule, "citation/differs", "{written}");
        }
    }

    #[test]
    fn a_mistyped_rule_is_renamed_in_place() {
        let text = "% referee:ignore citation/difers why";
        let edit =
            rename(&Rope::from_str(text), Span::new(0, text.len()), "citation/difers", "citation/differs")
                .unwrap();
        assert_eq!(apply_all(text, &[edit]), "% referee:ignore citation/differs why");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(reason in "[ -~é]{0,40}") {
            for syntax in ALL {
                let written = comment(syntax, "citation/differs", &reason);
                let read = Suppression::parse(&written, Span::new(0, written.len()));
                prop_assert_eq!(read.map(|suppression| suppression.rule), Some(String::from("citation/differs")), "{}", written);
            }
        }

        #[test]
        fn a_comment_can_be_written_anywhere(text in "[a\n\r é>|-]{0,40}", at in 0usize..60) {
            for syntax in ALL {
                let edit = insertion(&Rope::from_str(&text), at, syntax, "citation/differs", "why");
                prop_assert!(text.get(edit.span.range()).is_some());
            }
        }
    }
}
