//! Parses arXiv identifiers.

use referee_text::Phrase;

const BAD_PERIOD: Phrase = Phrase {
    english: "the first four digits of an arXiv number are a year and a month since 0704",
    spanish: "las cuatro primeras cifras de un número de arXiv son un año y un mes desde 0704",
};
const BAD_COUNT: Phrase = Phrase {
    english: "an arXiv number has 4 digits after the dot until 2014 and 5 since",
    spanish: "un número de arXiv tiene 4 cifras tras el punto hasta 2014 y 5 desde entonces",
};

/// An arXiv identifier without its version, the version, and the length of both in bytes.
pub(super) type ArxivNumber = (String, Option<u16>, usize);

/// What is wrong with text that looks like an arXiv identifier, and its length in bytes.
pub(super) type BadArxivNumber = (Phrase, usize);

/// Parses the arXiv identifier at the start of `text`.
///
/// # Errors
///
/// What is wrong with it; `None` if the text does not look like such an identifier.
pub(super) fn arxiv_number(text: &str) -> Result<ArxivNumber, Option<BadArxivNumber>> {
    let digits =
        |from: usize| text.get(from..).map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let head = digits(0);
    let (id, end) = if head > 0 {
        if head != 4 || text.as_bytes().get(4) != Some(&b'.') {
            return Err(None);
        }
        let tail = digits(5);
        let end = 5 + tail;
        let period: u32 = text.get(..4).and_then(|period| period.parse().ok()).unwrap_or(0);
        if !(1..=12).contains(&(period % 100)) || period < 704 {
            return Err(Some((BAD_PERIOD, end)));
        }
        if tail != if period < 1501 { 4 } else { 5 } {
            return Err(Some((BAD_COUNT, end)));
        }
        (text.get(..end).unwrap_or_default().to_owned(), end)
    } else {
        let Some((archive, _)) = text.split_once('/') else { return Err(None) };
        let known = archive.len() <= 20
            && !archive.is_empty()
            && archive
                .split('.')
                .next()
                .is_some_and(|name| ARCHIVES.iter().any(|known| known.eq_ignore_ascii_case(name)));
        let start = archive.len() + 1;
        if !known || digits(start) != 7 {
            return Err(None);
        }
        (text.get(..start + 7).unwrap_or_default().to_ascii_lowercase(), start + 7)
    };
    let version_digits =
        if text.get(end..).is_some_and(|rest| rest.starts_with(['v', 'V'])) { digits(end + 1) } else { 0 };
    let (version, end) =
        match text.get(end + 1..end + 1 + version_digits).and_then(|version| version.parse().ok()) {
            Some(version) if (1..=3).contains(&version_digits) => (Some(version), end + 1 + version_digits),
            _ => (None, end),
        };
    if text.get(end..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric())) {
        return Err(None);
    }
    Ok((id, version, end))
}

/// The archives in arXiv identifiers before April 2007.
const ARCHIVES: &[&str] = &[
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph",
    "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex", "hep-lat", "hep-ph",
    "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph",
    "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
];
