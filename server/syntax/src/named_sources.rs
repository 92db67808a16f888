//! Finds sources in words: `[Source: title, page, section]`, `[Fuente: …]`, as in clinical notes.

use crate::{Citation, Mode, Target};
use referee_text::Span;

/// The labels at the start of such a bracket, in lower case.
const SOURCE_LABELS: &[&str] = &["source:", "sources:", "fuente:", "fuentes:"];

/// The maximum length of a source in words, in bytes.
const MAX_NAME_BYTES: usize = 600;

/// Returns the sources in words in `text`, outside the `opaque` parts, which are in order and do
/// not overlap. A bracket that contains another citation, by identifier or key, is left to that
/// citation.
pub(crate) fn find(text: &str, opaque: &[Span], known: &[Citation]) -> Vec<Citation> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find('[')).map(|at| from + at) {
        from = start + 1;
        let Some((name, span, end)) = named(text, start) else { continue };
        let group = Span::new(start, end);
        let cited = known.iter().any(|citation| citation.group.overlaps(group));
        let hidden = opaque.iter().any(|part| part.start <= group.start && part.end > group.start);
        // A link or a link definition.
        let links = text.get(end..).is_some_and(|rest| rest.starts_with(['(', ':']));
        if !cited && !hidden && !links {
            out.push(Citation { span, group, target: Target::Named(name), mode: Mode::Parenthetical });
        }
        from = end;
    }
    out
}

/// Returns the source in the bracket that opens at `start`, its span, and the end of the bracket.
fn named(text: &str, start: usize) -> Option<(String, Span, usize)> {
    let inner = text.get(start + 1..)?;
    let word = SOURCE_LABELS
        .iter()
        .find(|word| inner.get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word)))?;
    let len = inner.bytes().take(MAX_NAME_BYTES).position(|byte| matches!(byte, b']' | b'['))?;
    if inner.as_bytes().get(len) != Some(&b']') {
        return None;
    }
    let whole = inner.get(word.len()..len)?;
    // A bracket does not extend across a blank line.
    if whole.contains("\n\n") || whole.contains("\n\r\n") {
        return None;
    }
    let name = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    if !name.contains(char::is_alphanumeric) {
        return None;
    }
    let from = start + 1 + word.len() + (whole.len() - whole.trim_start().len());
    let span = Span::new(from, from + whole.trim().len());
    Some((name, span, start + len + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(String, &str)> {
        find(text, &[], &[])
            .into_iter()
            .map(|citation| {
                let Target::Named(name) = citation.target else { return (String::new(), "") };
                (name, text.get(citation.span.range()).unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn a_source_is_named_in_brackets() {
        assert_eq!(
            names("Offer it [Source: A guide, p. 12,\n1.1 First] or not [fuente: Guía, pág. 3]."),
            [
                ("A guide, p. 12, 1.1 First".to_owned(), "A guide, p. 12,\n1.1 First"),
                ("Guía, pág. 3".to_owned(), "Guía, pág. 3")
            ]
        );
    }

    #[test]
    fn links_and_halves_name_nothing() {
        for text in [
            "[Source: x](https://a.org)",
            "[Source: x]: y",
            "[Source: x",
            "[Source: ]",
            "[Sourceful]",
            "[Source: a\n\nb]",
        ] {
            assert!(names(text).is_empty(), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "(\\[|\\]|Source:|fuente:| |\n|[a-zé.,]){0,40}") {
            for citation in find(&text, &[], &[]) {
                proptest::prop_assert!(text.get(citation.span.range()).is_some());
                proptest::prop_assert!(text.get(citation.group.range()).is_some());
            }
        }
    }
}
