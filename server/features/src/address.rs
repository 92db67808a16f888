//! Reads the web addresses of papers, as authors paste them from a browser.
//!
//! A publisher's address contains a DOI among other parts. That is too uncertain for a check
//! without a request, but enough when the author asks to cite it.

use referee_bibliography::Identifier;
use referee_text::{Rope, Span};

/// The maximum length of an address, in bytes.
const MAX_ADDRESS_BYTES: usize = 2_000;

/// Suffixes that publishers append to a DOI.
const DOI_VIEW_SUFFIXES: [&str; 14] = [
    "/full",
    "/pdf",
    "/epdf",
    "/abstract",
    "/html",
    "/meta",
    "/fulltext",
    "/references",
    "/summary",
    "/reader",
    ".pdf",
    ".full",
    ".abstract",
    ".html",
];

/// Returns the address at `offset` and the DOI in it, if it is the address of a paper.
#[must_use]
pub fn at(text: &Rope, offset: usize) -> Option<(Span, Identifier)> {
    let offset = offset.min(text.len_bytes());
    let line = text.byte_to_line(offset);
    let start = text.line_to_byte(line);
    let from = start.max(offset.saturating_sub(MAX_ADDRESS_BYTES));
    let end = (offset + MAX_ADDRESS_BYTES).min(text.len_bytes());
    let slice = text.get_byte_slice(
        text.char_to_byte(text.byte_to_char(from))..text.char_to_byte(text.byte_to_char(end)),
    )?;
    let first = text.char_to_byte(text.byte_to_char(from));
    let around = slice.to_string();
    let here = offset - first.min(offset);
    let begin = ["https://", "http://"].iter().filter_map(|scheme| {
        around.match_indices(scheme).map(|(at, _)| at).take_while(|at| *at <= here).last()
    });
    let begin = begin.max()?;
    let address = extent(around.get(begin..)?);
    (begin + address.len() >= here).then_some(())?;
    let doi = doi(address)?;
    Some((Span::new(first + begin, first + begin + address.len()), doi))
}

/// Returns the address at the start of `text`: up to a blank, a quote or an unmatched closing
/// bracket.
fn extent(text: &str) -> &str {
    let mut open: Vec<char> = Vec::new();
    let mut end = text.len();
    for (at, character) in text.char_indices() {
        let closes = match character {
            '(' | '[' | '{' => {
                open.push(character);
                false
            }
            ')' => open.pop() != Some('('),
            ']' => open.pop() != Some('['),
            '}' => open.pop() != Some('{'),
            '<' | '>' | '"' | '\u{201c}' | '\u{201d}' | '`' => true,
            other => other.is_whitespace() || other.is_control(),
        };
        if closes {
            end = at;
            break;
        }
    }
    text.get(..end).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', '!', '?', '\''])
}

/// Returns the DOI in an address.
pub(crate) fn doi(address: &str) -> Option<Identifier> {
    let path = address.split(['?', '#']).next()?.replace("%2F", "/").replace("%2f", "/");
    let at = path.find("/10.")? + 1;
    let mut doi = path.get(at..)?.trim_end_matches('/');
    while let Some(shorter) = DOI_VIEW_SUFFIXES.iter().find_map(|view| doi.strip_suffix(view)) {
        doi = shorter;
    }
    match Identifier::parse(doi)? {
        found @ Identifier::Doi(_) => Some(found),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, at: &str) -> Option<(String, String)> {
        let rope = Rope::from_str(text);
        let (span, identifier) = super::at(&rope, text.find(at)? + 1)?;
        Some((text.get(span.range())?.to_owned(), identifier.to_string()))
    }

    #[test]
    fn the_doi_in_a_publishers_address_is_found() {
        for (address, doi) in [
            ("https://www.nejm.org/doi/full/10.1056/NEJMoa2034577", "10.1056/nejmoa2034577"),
            ("https://onlinelibrary.wiley.com/doi/epdf/10.1002/ana.24840?utm_source=x", "10.1002/ana.24840"),
            (
                "https://www.medrxiv.org/content/10.1101/2020.03.01.20029769v2.full.pdf",
                "10.1101/2020.03.01.20029769v2",
            ),
            (
                "https://link.springer.com/article/10.1007%2Fs00134-020-06022-5#Sec2",
                "10.1007/s00134-020-06022-5",
            ),
            (
                "https://journals.example.org/doi/10.1016/S0140-6736(97)11096-0/fulltext",
                "10.1016/s0140-6736(97)11096-0",
            ),
        ] {
            for text in [format!("See {address}."), format!("({address})"), format!("a <{address}> b")] {
                let found = found(&text, "10.1");
                assert_eq!(found.as_ref().map(|(all, _)| all.as_str()), Some(address), "{text}");
                let (_, named) = found.unwrap_or_default();
                assert!(named.ends_with(doi), "{text}: {named}");
            }
        }
    }

    #[test]
    fn an_address_of_something_else_is_none() {
        assert_eq!(found("https://example.org/about/us", "about"), None);
        assert_eq!(found("no address 10.1000/1", "10.1000"), None);
        assert_eq!(found("https://example.org/a 10.1000/1", "10.1000"), None);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]
        #[test]
        fn any_text_is_read(text in ".{0,60}(https://x\\.y/10\\.1/)?.{0,40}", at in 0usize..120) {
            let rope = Rope::from_str(&text);
            if let Some((span, _)) = super::at(&rope, at) {
                proptest::prop_assert!(text.get(span.range()).is_some());
            }
        }
    }
}
