//! Finds the sentence for which a citation is searched, and the place of the citation in it.

use referee_syntax::{Document, Format};
use referee_text::Span;

/// The maximum length of a sentence that is searched for, in bytes.
const MAX_SENTENCE_BYTES: usize = 2_000;

/// A sentence of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its place in the file.
    pub span: Span,
    /// Its words, without citations and markup.
    pub text: String,
    /// The place of a citation: before the full stop.
    pub end: usize,
}

/// Returns the sentence under the cursor, or the selection; `None` in code, headings and metadata.
#[must_use]
pub fn sentence_at(document: &Document, range: Span) -> Option<Sentence> {
    let offset = range.start as usize;
    let index = document.blocks().index_at(offset)?;
    // A cursor at the start of a block that is not prose belongs to the end of the block before it.
    [Some(index), index.checked_sub(1)]
        .into_iter()
        .flatten()
        .find_map(|index| sentence_in(document, index, range))
}

fn sentence_in(document: &Document, index: usize, range: Span) -> Option<Sentence> {
    let block = document.blocks().get(index)?;
    let start = block.start as usize;
    let content = &block.content;
    if content.front_matter.is_some() || document.reference_blocks().contains(&index) {
        return None;
    }
    let text = document.text().get_byte_slice(block.span().range())?.to_string();
    // Lines can be wrapped anywhere, so a sentence continues over them. The length stays the same.
    let heading = content.headings.first().map_or(0, |heading| heading.span.end as usize);
    let mut flat: Vec<u8> = text.replace(['\n', '\r', '\t'], " ").into_bytes();
    for byte in flat.iter_mut().take(heading) {
        *byte = b' ';
    }
    let hidden: Vec<Span> = content
        .opaque
        .iter()
        .copied()
        .chain(
            document
                .citations_in(index)
                .map(|cited| Span::new(cited.group.start as usize - start, cited.group.end as usize - start)),
        )
        .collect();
    let flat = String::from_utf8(flat).ok()?;
    let local =
        Span::new((range.start as usize).saturating_sub(start), (range.end as usize).saturating_sub(start));
    let own = if local.len() > 3 {
        let inside = flat.get(local.range())?;
        let lead = inside.len() - inside.trim_start().len();
        let begin = local.start as usize + lead;
        begin..begin + inside.trim().len()
    } else {
        let all = referee_research::sentences::sentences(&flat);
        let at = local.start as usize;
        let found = all.iter().find(|found| found.start <= at && at <= found.end);
        found.or_else(|| all.iter().rev().find(|found| found.end <= at))?.clone()
    };
    if own.is_empty() || own.len() > MAX_SENTENCE_BYTES {
        return None;
    }
    let end = end_of(&flat, own.clone(), &hidden);
    let words = plain(&flat, own.clone(), &hidden, document.format());
    (words.split_whitespace().nth(1).is_some()).then(|| Sentence {
        span: Span::new(start + own.start, start + own.end),
        text: words,
        end: start + end,
    })
}

/// Returns the place of a citation: before the full stop and the quotation mark. Footnotes stay in
/// place, and a citation after the full stop is extended there.
fn end_of(text: &str, own: std::ops::Range<usize>, hidden: &[Span]) -> usize {
    let mut end = own.end;
    loop {
        let head = text.get(own.start..end).unwrap_or_default();
        if head.ends_with(']')
            && let Some(open) = head.rfind("[^")
            && !head.get(open..head.len() - 1).is_some_and(|inside| inside.contains(']'))
        {
            end = own.start + open;
            continue;
        }
        if hidden.iter().any(|span| span.end as usize == end) {
            return end;
        }
        match head.chars().next_back() {
            Some(c) if matches!(c, '.' | '!' | '?' | '"' | '”' | '’' | '»' | ' ' | ':' | ';' | ',') => {
                end -= c.len_utf8()
            }
            _ => return end,
        }
        if end <= own.start {
            return own.end;
        }
    }
}

/// Returns the words of a sentence, without hidden text and markup.
fn plain(text: &str, own: std::ops::Range<usize>, hidden: &[Span], format: Format) -> String {
    let mut out = String::with_capacity(own.len());
    let mut command = false;
    for (at, c) in text.get(own.clone()).unwrap_or_default().char_indices() {
        let place = own.start + at;
        if hidden.iter().any(|span| span.range().contains(&place)) {
            if !out.ends_with(' ') {
                out.push(' ');
            }
            continue;
        }
        match c {
            '\\' if format == Format::Latex => command = true,
            c if command && c.is_ascii_alphabetic() => {}
            '{' | '}' | '~' if format == Format::Latex => {
                command = false;
                out.push(' ');
            }
            '*' | '_' | '`' | '#' => command = false,
            c => {
                command = false;
                if !(c.is_whitespace() && out.ends_with(' ')) {
                    out.push(c);
                }
            }
        }
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use referee_workspace::FileKind;

    fn sentence(name: &str, text: &str) -> (String, String) {
        let fixture = Fixture::new(&format!("//- {name}\n{text}"));
        let Some(FileKind::Draft(document)) = fixture.snapshot.kind(&fixture.file) else {
            panic!("no draft")
        };
        let found = sentence_at(&document, Span::at(fixture.offset)).expect("a sentence");
        let whole = fixture.text(&fixture.file);
        (
            found.text,
            format!(
                "{}|{}",
                &whole[found.span.start as usize..found.end],
                &whole[found.end..found.span.end as usize]
            ),
        )
    }

    #[test]
    fn the_sentence_under_the_cursor_goes_over_lines_and_loses_its_markup() {
        assert_eq!(
            sentence("a.md", "One. Metformin *activates*\nAM$0PK in cells.[^1] Three.\n"),
            (
                "Metformin activates AMPK in cells.".to_owned(),
                "Metformin *activates*\nAMPK in cells|.".to_owned()
            )
        );
        assert_eq!(
            sentence("a.tex", "Metformin \\emph{activ$0ates} AMPK~\\cite{a}.\n").1,
            "Metformin \\emph{activates} AMPK~\\cite{a}|."
        );
        assert_eq!(sentence("a.txt", "Start aspirin 100 mg$0\n").0, "Start aspirin 100 mg");
    }
}
