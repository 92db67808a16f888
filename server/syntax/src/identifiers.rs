//! Finds bare identifiers in prose: `PMID: 123`, a DOI, a trial registration.

use crate::{Citation, Mode, Target};
use referee_bibliography::Identifier;
use referee_bibliography::identifier::find_identifiers;
use referee_text::Span;

/// Returns the identifier that a key spells out, as Manubot, MyST and Quarto's editor read it:
/// `doi:10.1/x`, `pmid:123`, `arxiv:2103.15348`, `https://doi.org/10.1/x`. If a bibliography has an
/// entry of this name, the entry counts. A DOI without `doi:` is a key like any other, because
/// publishers export such keys.
#[must_use]
pub fn identifier_in_key(key: &str) -> Option<Identifier> {
    let (scheme, rest) = key.split_once(':')?;
    let is_scheme = |known: &str| scheme.eq_ignore_ascii_case(known);
    if is_scheme("doi") {
        Identifier::doi(rest)
    } else if is_scheme("pmid") {
        Identifier::pmid(rest)
    } else if is_scheme("pmc") || is_scheme("pmcid") {
        Identifier::pmcid(rest)
    } else if is_scheme("arxiv") {
        Identifier::arxiv(rest)
    } else if is_scheme("isbn") {
        Identifier::isbn(rest)
    } else if is_scheme("https") || is_scheme("http") {
        let mut found = find_identifiers(key).into_iter();
        let identifier = found.next()?.result.ok()?;
        found.next().is_none().then_some(identifier)
    } else {
        None
    }
}

/// Returns the identifiers in `text` as citations, outside the `mute` parts, which are in order. A
/// link with the same work in its text and in its target is one citation.
pub(crate) fn find(text: &str, mute: &[Span]) -> Vec<Citation> {
    let mut out: Vec<Citation> = Vec::new();
    for found in find_identifiers(text) {
        if mute
            .iter()
            .take_while(|span| span.start <= found.span.start)
            .any(|span| span.end > found.span.start)
        {
            continue;
        }
        let target = match found.result {
            Ok(identifier) => Target::Identifier(identifier),
            Err(malformed) => Target::Malformed(malformed.text, malformed.reason),
        };
        if let Some(last) = out.last_mut()
            && last.target == target
            && is_link_between(text, last.span, found.whole)
        {
            last.group = last.group.cover(found.whole);
            continue;
        }
        out.push(Citation { span: found.span, group: found.whole, target, mode: Mode::Textual });
    }
    out
}

/// Returns the identifiers in `text` as citations; the `hidden` parts count as blanks. `pairs` are
/// places that refer to one work together, such as an address and its link text.
pub(crate) fn find_between(text: &str, hidden: &[Span], pairs: &[(Span, Span)]) -> Vec<Citation> {
    if find_identifiers(text).is_empty() {
        return Vec::new();
    }
    // Blanks in place of the hidden parts keep all offsets unchanged.
    let mut bytes = text.as_bytes().to_vec();
    for span in hidden {
        if let Some(part) = bytes.get_mut(span.range()) {
            part.fill(b' ');
        }
    }
    let Ok(text) = String::from_utf8(bytes) else { return Vec::new() };
    let mut out: Vec<Citation> = Vec::new();
    for citation in find(&text, &[]) {
        let repeats = out.last().is_some_and(|last| {
            last.target == citation.target
                && pairs
                    .get(pairs.partition_point(|(first, _)| first.end <= last.span.start)..)
                    .and_then(|pairs| pairs.first())
                    .is_some_and(|(first, second)| {
                        first.contains(last.span) && second.contains(citation.span)
                    })
        });
        if !repeats {
            out.push(citation);
        }
    }
    out
}

/// Returns whether the second span is the target of the link whose text contains the first.
fn is_link_between(text: &str, first: Span, second: Span) -> bool {
    let between = text.get(first.end as usize..second.start as usize).unwrap_or_default();
    between.len() <= 80 && between.contains("](") && !between.contains(char::is_whitespace)
}
