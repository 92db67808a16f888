//! Reads the pages that a citation gives (`[@roe2019, p. 12]`, `\cite[p.~12]{roe2019}`) and compares
//! them with those that have a quotation.

use super::passages::{PassageIndex, QuotePlace};
use referee_text::Span;
use regex::Regex;
use std::sync::LazyLock;

/// The maximum length of the text of a citation that is searched for pages, in bytes.
const MAX_CITATION_BYTES: usize = 400;

/// The pages that a citation gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedPages {
    /// The first page.
    pub first: u32,
    /// The last page; the first if there is only one.
    pub last: u32,
    /// The span of the numbers in the file.
    pub span: Span,
    /// The numbers as written.
    pub written: String,
}

#[expect(clippy::unwrap_used, reason = "a constant pattern, and a test compiles it")]
static PAGES: LazyLock<Regex> = LazyLock::new(|| {
    referee_text::pattern(
        r"(?i)\b(?:pp?|pages?|p[aá]gs?|p[aá]ginas?)(?:\.|\\,|~|\s)*(?P<pages>(?P<first>\d{1,5})(?:\s*(?:--?|–|—)\s*(?P<last>\d{1,5}))?)\b",
    )
    .unwrap()
});

#[expect(clippy::unwrap_used, reason = "a constant pattern, and a test compiles it")]
static LATEX_NOTE: LazyLock<Regex> = LazyLock::new(|| {
    referee_text::pattern(
        r"^\\\w+\*?(?:\[[^\]]*\])?\[\s*(?P<pages>(?P<first>\d{1,5})(?:\s*(?:--?|–)\s*(?P<last>\d{1,5}))?)\s*\]\{[^,}]*\}$",
    )
    .unwrap()
});

impl CitedPages {
    /// Reads the pages that a citation gives for one of its works. `text` is the whole citation,
    /// which begins at `start` in the file, and `key` the span of the key in the file.
    #[must_use]
    pub fn read(text: &str, start: usize, key: Span) -> Option<CitedPages> {
        if text.len() > MAX_CITATION_BYTES {
            return None;
        }
        let is_latex = text.starts_with('\\');
        // In `[@a, p. 3; @b, p. 7]` each page belongs to the key before it. LaTeX gives one note for
        // all keys of a command; it belongs to a single key.
        let (from, to) = if is_latex {
            let keys = text.rsplit('{').next().unwrap_or_default();
            if keys.contains(',') {
                return None;
            }
            (0, text.len())
        } else {
            let from = (key.end as usize).checked_sub(start)?;
            let rest = text.get(from..)?;
            let to = from + rest.find([';', '@']).unwrap_or(rest.len());
            // `#cite(<a>, supplement: [p. 7])`, `@a[p. 7]`
            (from, to)
        };
        let part = text.get(from..to)?;
        let found = PAGES.captures(part).or_else(|| LATEX_NOTE.captures(part).filter(|_| is_latex))?;
        let pages = found.name("pages")?;
        let first: u32 = found.name("first")?.as_str().parse().ok()?;
        let last = found.name("last").and_then(|last| last.as_str().parse().ok()).unwrap_or(first);
        Some(CitedPages {
            first,
            last: whole_last_page(first, last),
            span: Span::new(start + from + pages.start(), start + from + pages.end()),
            written: pages.as_str().to_owned(),
        })
    }

    fn contains(&self, page: u32) -> bool {
        (self.first..=self.last).contains(&page)
    }
}

/// Returns the last page of `123-8`, which is 128.
fn whole_last_page(first: u32, last: u32) -> u32 {
    let mut unit = 10;
    while last < first && unit <= 100_000 {
        if last < unit {
            return first / unit * unit + last;
        }
        unit *= 10;
    }
    last.max(first)
}

/// Returns the cited pages, as written, and the page that has the quotation instead, in the same
/// numbering; `None` if a cited page has it, or the numbering is not known.
pub(super) fn other_page(
    paper: &PassageIndex,
    cited: &[CitedPages],
    places: &[QuotePlace],
) -> Option<(String, u32)> {
    let [only] = cited else { return None };
    let passages = &paper.full_text().passages;
    let mut right: Option<(u32, Option<u32>)> = None;
    for place in places {
        let passage = passages.get(place.passage)?;
        let page = passage.page?;
        // A passage may continue on the page where the next one begins.
        let last = passages
            .get(place.last_passage + 1..)
            .into_iter()
            .flatten()
            .find_map(|next| next.page)
            .unwrap_or(page)
            .max(page);
        let printed = passage.printed_page;
        let span = last - page;
        if (page..=last).any(|page| only.contains(page))
            || printed.is_some_and(|printed| (printed..=printed + span).any(|page| only.contains(page)))
        {
            return None;
        }
        right.get_or_insert((page, printed));
    }
    let (page, printed) = right?;
    let last_of_file = passages.iter().filter_map(|passage| passage.page).max()?;
    let is_printed = |page: u32| passages.iter().any(|passage| passage.printed_page == Some(page));
    let page = match printed {
        // The cited page exists in this numbering.
        Some(printed) if is_printed(only.first) => printed,
        Some(printed) if only.first > last_of_file => printed,
        _ if only.first <= last_of_file => page,
        _ => return None,
    };
    Some((only.written.clone(), page))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;
    use referee_records::{FullText, Passage};
    use std::sync::Arc;

    fn pages(text: &str, key: &str) -> Option<(u32, u32, String)> {
        let at = text.find(key).unwrap();
        let read = CitedPages::read(text, 0, Span::new(at, at + key.len()))?;
        assert_eq!(text.get(read.span.range()), Some(read.written.as_str()));
        Some((read.first, read.last, read.written))
    }

    #[test]
    fn pages_are_read_in_the_syntax_of_each_format() {
        for (text, key, wanted) in [
            ("[@roe, p. 12]", "roe", Some((12, 12, "12"))),
            ("[see @doe, pp. 3-5; @roe, pp. 123–8]", "roe", Some((123, 128, "123–8"))),
            ("[see @doe, pp. 3-5; @roe, pp. 123–8]", "doe", Some((3, 5, "3-5"))),
            ("[@roe; @doe, p. 7]", "roe", None),
            ("@roe [p. 33]", "roe", Some((33, 33, "33"))),
            (r"\cite[p.~12]{roe}", "roe", Some((12, 12, "12"))),
            (r"\cite[see][pp.~12--14]{roe}", "roe", Some((12, 14, "12--14"))),
            (r"\autocite[12]{roe}", "roe", Some((12, 12, "12"))),
            (r"\cite[p. 12]{roe,doe}", "roe", None),
            ("[@roe, página 4]", "roe", Some((4, 4, "4"))),
            ("[@roe, fig. 4]", "roe", None),
            ("[@roe, chap. 2]", "roe", None),
        ] {
            let wanted = wanted.map(|(first, last, written)| (first, last, written.to_owned()));
            assert_eq!(pages(text, key), wanted, "{text}");
        }
    }

    #[test]
    fn the_other_page_is_given_in_the_numbering_of_the_citation() {
        let passage = |text: &str, page, printed_page| Passage {
            text: text.to_owned(),
            page: Some(page),
            printed_page,
            ..Passage::default()
        };
        let quote = "a very rare thing was seen";
        let other = |printed: bool, first: u32| {
            let number = |page: u32| printed.then_some(100 + page);
            let text = FullText {
                passages: vec![
                    passage("Nothing here at all.", 1, number(1)),
                    passage("Here a very rare thing was seen.", 2, number(2)),
                    passage("It went on here.", 2, number(2)),
                    passage("It ended.", 4, number(4)),
                ],
                ..FullText::default()
            };
            let paper = PassageIndex::new(Arc::new(text));
            let places = paper.places_of_quote(quote);
            assert_eq!(places.len(), 1);
            let cited =
                [CitedPages { first, last: first, span: Span::new(0, 1), written: first.to_string() }];
            other_page(&paper, &cited, &places).map(|(_, page)| page)
        };
        assert_eq!((other(true, 2), other(true, 102)), (None, None));
        assert_eq!((other(true, 4), other(true, 104)), (Some(2), Some(102)));
        assert_eq!((other(false, 2), other(false, 4)), (None, Some(2)));
        assert_eq!(other(false, 1204), None, "pages of the journal, which the file does not print");
    }
}
