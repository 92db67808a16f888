//! How far an identifier reaches, and whether what is there can be one.

/// Whether `host` resolves DOIs, directly or through a library's proxy.
pub(super) fn is_resolver(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    host == "doi.org"
        || host.ends_with(".doi.org")
        || host.starts_with("doi-org.")
        || host.starts_with("dx-doi-org.")
}

/// More bytes than any DOI has; what is longer is no text.
pub(super) const MAX_DOI_BYTES: usize = 512;

/// How far the DOI at the start of `text` reaches, punctuation behind it included.
pub(super) fn doi_extent(text: &str, in_address: bool) -> &str {
    let mut end = text.len();
    let mut chars = text.char_indices().peekable();
    // Brackets that are open.
    let (mut round, mut square) = (0_u32, 0_u32);
    while let Some((at, c)) = chars.next() {
        if at > MAX_DOI_BYTES {
            return "";
        }
        let rest = text.get(at..).unwrap_or_default();
        let stops = match c {
            '<' => {
                // `<1661::AID-SIM968>`: a SICI has its angle brackets in pairs.
                let end = rest.bytes().skip(1).take(40).position(|b| b == b'>');
                let inside = end.and_then(|end| rest.get(1..=end));
                !inside.is_some_and(|inside| {
                    inside.contains(':')
                        && !inside.contains(|c: char| c.is_whitespace() || c == '/' || c == '<')
                })
            }
            '>' => !text.get(..at).is_some_and(|before| before.contains('<')),
            '&' => !["&lt;", "&gt;", "&amp;", "&#"].iter().any(|entity| rest.starts_with(entity)),
            '\\' => !matches!(
                chars.peek(),
                Some((_, '_' | '%' | '&' | '#' | '{' | '}' | '$' | '<' | '>' | '(' | ')' | '[' | ']'))
            ),
            '?' => in_address && rest.contains('='),
            '#' => in_address && !text.get(..at).is_some_and(|before| before.ends_with(['&', '\\'])),
            '{' | '}' => {
                !text.get(..at).is_some_and(|before| before.ends_with('\\'))
                    && !rest.starts_with("{\\_}")
                    && !text.get(..at).is_some_and(|before| before.ends_with("{\\_"))
            }
            '(' | '[' => {
                *(if c == '(' { &mut round } else { &mut square }) += 1;
                false
            }
            ')' | ']' => {
                let open = if c == ')' { &mut round } else { &mut square };
                let closes = *open > 0;
                *open = open.saturating_sub(1);
                !closes
            }
            '"' | '|' | '^' | '`' | '*' | '~' => true,
            ',' | ';' => {
                let next = rest.get(1..).unwrap_or_default();
                next.starts_with("10.")
                    || next.starts_with("http")
                    || next.starts_with("PMID")
                    || next.starts_with("PMCID")
                    || next.starts_with("doi")
            }
            '.' => {
                let next = rest.get(1..).unwrap_or_default();
                next.starts_with("PMID") || next.starts_with("PMCID") || next.starts_with("Epub")
            }
            c if c.is_whitespace() => true,
            c if c.is_ascii() => c.is_ascii_control(),
            '\u{2010}'..='\u{2013}' | '\u{200b}' | '\u{ad}' => false,
            _ => true,
        };
        if stops {
            end = at;
            break;
        }
    }
    text.get(..end).unwrap_or(text)
}

/// Whether `doi` is surely one where nothing announces it: not a price or a date with a unit behind.
pub(super) fn stands_alone(doi: &str) -> bool {
    let Some((prefix, suffix)) = doi.split_once('/') else { return false };
    let registrant = prefix.get(3..).unwrap_or_default();
    let date = suffix.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && suffix.len() <= 10
        && registrant.len() == 4;
    !registrant.starts_with('0') && suffix.len() >= 3 && !date && suffix.bytes().any(|b| b.is_ascii_digit())
}

/// The arXiv number at the start of `text`: the number, its version, how many bytes; or what is wrong with what
/// looks like one, and how many bytes that is.
pub(in crate::identifier) fn arxiv_number(
    text: &str,
) -> Result<(String, Option<u16>, usize), (&'static str, usize)> {
    let digits =
        |from: usize| text.get(from..).map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let head = digits(0);
    let (id, end) = if head > 0 {
        if head != 4 || text.as_bytes().get(4) != Some(&b'.') {
            return Err(("an arXiv number is a year, a month, a dot and 4 or 5 digits", 0));
        }
        let tail = digits(5);
        let end = 5 + tail;
        let period: u32 = text.get(..4).and_then(|period| period.parse().ok()).unwrap_or(0);
        if !(1..=12).contains(&(period % 100)) || period < 704 {
            return Err(("the first four digits of an arXiv number are a year and a month since 0704", end));
        }
        if tail != if period < 1501 { 4 } else { 5 } {
            return Err(("an arXiv number has 4 digits behind the dot until 2014 and 5 since", end));
        }
        (text.get(..end).unwrap_or_default().to_owned(), end)
    } else {
        let Some((archive, _)) = text.split_once('/') else { return Err(("", 0)) };
        let known = archive.len() <= 20
            && !archive.is_empty()
            && archive
                .split('.')
                .next()
                .is_some_and(|name| ARCHIVES.iter().any(|known| known.eq_ignore_ascii_case(name)));
        let start = archive.len() + 1;
        if !known || digits(start) != 7 {
            return Err(("", 0));
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
        return Err(("", 0));
    }
    Ok((id, version, end))
}

/// The archives whose names stand in arXiv numbers before April 2007.
const ARCHIVES: &[&str] = &[
    "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn", "chem-ph",
    "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex", "hep-lat", "hep-ph",
    "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th", "patt-sol", "physics", "plasm-ph",
    "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
];
