//! Finds the end of an identifier, and checks whether the text can be one.

use referee_text::effort::look_at;

/// Whether `host` resolves DOIs, directly or through a library's proxy.
pub(super) fn is_resolver(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    host == "doi.org"
        || host.ends_with(".doi.org")
        || host.starts_with("doi-org.")
        || host.starts_with("dx-doi-org.")
}

/// The maximum length of a DOI in bytes; longer text is not a DOI.
pub(super) const MAX_DOI_BYTES: usize = 512;

/// Returns the DOI at the start of `text`, including punctuation after it.
pub(super) fn doi_extent(text: &str, in_address: bool) -> &str {
    let mut end = text.len();
    let mut chars = text.char_indices().peekable();
    // The number of open brackets.
    let (mut round, mut square) = (0_u32, 0_u32);
    while let Some((at, c)) = chars.next() {
        if at > MAX_DOI_BYTES {
            look_at(at);
            return "";
        }
        let rest = text.get(at..).unwrap_or_default();
        let stops = match c {
            '<' => {
                // `<1661::AID-SIM968>`: angle brackets occur in pairs in a SICI.
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
    look_at(end);
    text.get(..end).unwrap_or(text)
}

/// Whether `doi` is certainly a DOI without a label, and not a price or a date with a unit.
pub(super) fn stands_alone(doi: &str) -> bool {
    let Some((prefix, suffix)) = doi.split_once('/') else { return false };
    let registrant = prefix.get(3..).unwrap_or_default();
    let date = suffix.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && suffix.len() <= 10
        && registrant.len() == 4;
    !registrant.starts_with('0') && suffix.len() >= 3 && !date && suffix.bytes().any(|b| b.is_ascii_digit())
}
