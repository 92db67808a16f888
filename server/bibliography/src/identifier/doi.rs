//! DOIs: parsing, reasons why a text is not a DOI, and versions.

use super::parts::{after_any, strip_prefix_folded, unwrapped};
use referee_text::Phrase;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

const EMPTY: Phrase = Phrase { english: "it is empty", spanish: "está vacío" };
pub(super) const NO_START: Phrase =
    Phrase { english: "a DOI starts with `10.`", spanish: "un DOI empieza por `10.`" };
const BAD_PREFIX: Phrase = Phrase {
    english: "the part before the slash must be `10.` and 4 to 9 digits",
    spanish: "la parte anterior a la barra ha de ser `10.` y de 4 a 9 cifras",
};
pub(super) const NO_SLASH: Phrase = Phrase {
    english: "a DOI has a slash after its first number",
    spanish: "un DOI tiene una barra tras su primer número",
};
const NO_SUFFIX: Phrase = Phrase { english: "nothing follows the slash", spanish: "nada sigue a la barra" };
const BLANK: Phrase = Phrase { english: "there is a blank inside", spanish: "hay un espacio en medio" };

/// Returns why `text`, which is meant as a DOI, cannot be one; `None` if its structure is valid.
///
/// The address of the resolver, a preceding `doi:` and the escapes of LaTeX and HTML are accepted.
#[must_use]
pub fn doi_problem(text: &str) -> Option<Phrase> {
    read(text).err()
}

/// Returns the DOI without its version: without Cochrane's `.pub3`, the version numbers of F1000
/// and eLife, the `v2` of preprint servers. A DOI without a version is returned unchanged.
#[must_use]
pub fn base_doi(doi: &str) -> &str {
    let folded = doi.to_ascii_lowercase();
    let stripped = |marker: &str| -> Option<&str> {
        let at = folded.rfind(marker)?;
        let version = folded.get(at + marker.len()..)?;
        (at > 0 && (1..=3).contains(&version.len()) && version.bytes().all(|b| b.is_ascii_digit()))
            .then(|| doi.get(..at))
            .flatten()
    };
    let prefix = folded.split('/').next().unwrap_or_default();
    let base = match prefix {
        "10.1002" if folded.contains("/14651858.") => stripped(".pub"),
        // F1000Research and the platforms that run on it: name.number.version.
        "10.12688" if folded.matches('.').count() >= 3 => stripped("."),
        // eLife's versions have one digit; three digits are figures and tables.
        "10.7554" if folded.matches('.').count() >= 3 => {
            stripped(".").filter(|base| doi.len() - base.len() == 2)
        }
        "10.48550" | "10.1101" | "10.64898" => stripped("v"),
        "10.21203" => stripped("/v"),
        "10.20944" | "10.6084" => stripped(".v"),
        "10.26434" => stripped("-v").or_else(|| stripped(".v")),
        _ if folded.contains("/osf.io/") => stripped("_v"),
        _ => None,
    };
    base.unwrap_or(doi)
}

/// Parses `text` as a DOI and returns its normal form.
pub(super) fn read(text: &str) -> Result<String, Phrase> {
    let bare = without_label(unwrapped(text));
    let mut doi = unescaped(bare).into_owned();
    if let Some(at) = doi.find(" [") {
        // MEDLINE appends the kind of an identifier: ` [doi]`.
        doi.truncate(at);
    }
    if let Some(whole) = joined(doi.trim()).or_else(|| without_tail(doi.trim()).map(str::to_owned)) {
        doi = whole;
    }
    let doi = trimmed(doi.trim());
    check(doi)?;
    Ok(normal(doi))
}

/// Returns the normal form of a valid DOI: lower case, with one slash after the prefix.
pub(super) fn normal(doi: &str) -> String {
    // PubMed prints `10.1037//0022-3514.71.2.230` for `10.1037/0022-3514.71.2.230`.
    doi.to_ascii_lowercase().replacen("//", "/", usize::from(has_double_slash(doi)))
}

/// The maximum length in bytes of white space that breaks a DOI: a line end and an indent.
const MAX_GAP_BYTES: usize = 16;

/// The length of the DOI at the start of `text` if white space breaks it after `head` bytes, as at
/// the end of a line: `10.1016/ S0140-6736(03)12345-6`, `10.1016/j.jacc. 2019.01.001`. `None` if it
/// ends there.
///
/// A DOI has digits after its slash, and does not end with a slash or hyphen. If one is cut off
/// before that, the next word continues it, provided that it has digits.
pub(super) fn broken_extent(text: &str, head: usize) -> Option<usize> {
    let start = text.get(..head)?;
    let rest = text.get(head..)?;
    let next = rest.trim_start_matches([' ', '\t', '\n', '\r']);
    let gap = rest.get(..rest.len() - next.len())?;
    if gap.is_empty() || gap.len() > MAX_GAP_BYTES || gap.matches('\n').count() > 1 {
        return None;
    }
    let word = trimmed(super::extent::doi_extent(next, false));
    let has_digit = |part: &str| part.bytes().any(|byte| byte.is_ascii_digit());
    let begins = |c: char| c.is_ascii_alphanumeric() || c == '(';
    let goes_on = match start.split_once('/') {
        // `10.1016 /j.cell.2019.01.001`
        None => start.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && word.starts_with('/'),
        Some((_, name)) if name.is_empty() || name.ends_with(['-', '_', '/', '(']) => {
            word.starts_with(begins)
        }
        Some((_, name)) if has_digit(name) => false,
        Some((_, name)) => {
            (name.ends_with('.') || gap.contains('\n')) && word.starts_with(begins) && !word.contains(';')
        }
    };
    // A word without digits, an address and another DOI do not continue this one.
    (goes_on && has_digit(word) && !word.starts_with("10.") && !word.contains("://"))
        .then_some(head + gap.len() + word.len())
}

/// Joins a DOI that white space breaks; `None` if the white space does not break a DOI.
fn joined(text: &str) -> Option<String> {
    let head = text.find(char::is_whitespace)?;
    let whole = broken_extent(text, head).filter(|whole| *whole == text.len())?;
    text.get(..whole).map(|whole| whole.split_whitespace().collect())
}

/// Returns the DOI at the start of `text` if other data follow it: `10.1000/1; PMID 1`,
/// `10.1000/1 LK - https`. `None` if the other data contain a second DOI.
fn without_tail(text: &str) -> Option<&str> {
    static TAIL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(concat!(
            r"^(?P<doi>10\.[0-9.]{4,12}/[^\s;,]*[0-9][^\s;,]*)",
            r"(?:[;,.]\s*|\s+)(?:(?i:pmc?id|pubmed|medline|epub|issn|url|https?://|accessed|available|in press|published)\b|[A-Z][A-Z0-9] {1,3}- )"
        ))
        .expect("the pattern is valid")
    });
    let doi = TAIL.captures(text)?.name("doi")?.as_str();
    // With two DOIs in a field, it is unclear which one is meant.
    let rest = text.get(doi.len()..)?.to_ascii_lowercase();
    let is_alone = rest.split("10.").skip(1).all(|other| {
        let other = format!("10.{other}");
        !other.contains('/') || other.starts_with(&doi.to_ascii_lowercase())
    });
    is_alone.then_some(doi)
}

/// Whether two slashes separate the prefix from the suffix.
fn has_double_slash(doi: &str) -> bool {
    doi.split_once('/').is_some_and(|(_, suffix)| suffix.starts_with('/'))
}

/// Checks the structure of `doi`, from which escapes are removed.
pub(super) fn check(doi: &str) -> Result<(), Phrase> {
    if doi.is_empty() {
        return Err(EMPTY);
    }
    let rest = doi.strip_prefix("10.").ok_or(NO_START)?;
    let (prefix, suffix) = match rest.split_once('/') {
        Some(parts) => parts,
        None if rest.bytes().all(|b| b.is_ascii_digit() || b == b'.') => return Err(NO_SLASH),
        None => return Err(if rest.contains(char::is_whitespace) { BLANK } else { NO_SLASH }),
    };
    let mut parts = prefix.split('.');
    let registrant = parts.next().unwrap_or_default();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(registrant) || !(4..=9).contains(&registrant.len()) || !parts.all(digits) {
        return Err(BAD_PREFIX);
    }
    if suffix.trim().is_empty() {
        return Err(NO_SUFFIX);
    }
    if suffix.contains(char::is_whitespace) {
        return Err(BLANK);
    }
    Ok(())
}

/// Removes the address of a resolver or a label before a DOI.
fn without_label(text: &str) -> &str {
    // `{%doi:10.1017/jfm.2016.420}`: a commented-out note of the author.
    let mut rest = text.trim_start_matches(['%', '\\']);
    // `doi: https://doi.org/10.…` has two labels; more than three are not plausible.
    for _ in 0..3 {
        if rest.starts_with("10.") {
            break;
        }
        let label = ["doi", "info:doi/", "urn:doi:"]
            .iter()
            .find_map(|label| strip_prefix_folded(rest, label))
            .filter(|behind| !behind.starts_with(['.', '-']));
        let Some(next) = label.or_else(|| after_resolver(rest)) else { break };
        rest =
            next.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '{' | '\u{a0}'));
    }
    rest
}

/// Returns the path after the resolver's host, or after a library's proxy for it:
/// `doi-org.proxy.example.edu/10.1000/1`.
fn after_resolver(text: &str) -> Option<&str> {
    let proxied =
        || after_any(text, &["doi-org."]).and_then(|behind| behind.split_once('/')).map(|(_, path)| path);
    after_any(text, &["doi.org/"]).or_else(proxied).map(without_query)
}

/// Removes `?utm_source=…` and `#abstract` from an address, which percent-encodes a `?` or `#` of
/// the DOI.
fn without_query(address: &str) -> &str {
    let end = address
        .char_indices()
        .find(|(at, c)| {
            (*c == '?' && address.get(at + 1..).is_some_and(|rest| rest.contains('=')))
                || (*c == '#' && !address.get(..*at).is_some_and(|before| before.ends_with('&')))
        })
        .map_or(address.len(), |(at, _)| at);
    address.get(..end).unwrap_or(address)
}

/// Removes the escapes of LaTeX, HTML and web addresses and invisible characters; hyphens become
/// ASCII.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    let special = |c: char| matches!(c, '\\' | '{' | '}' | '&' | '%' | '$') || !c.is_ascii();
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut text = text
        .replace("$<$", "<")
        .replace("$>$", ">")
        .replace("\\textless", "<")
        .replace("\\textgreater", ">")
        .replace("\\textunderscore", "_")
        .replace("\\slash", "/");
    if text.contains(['\\', '{', '}']) {
        text.retain(|c| !matches!(c, '\\' | '{' | '}'));
    }
    // Twice, because some text is escaped twice.
    for _ in 0..2 {
        if text.contains('&') {
            text = html_escape::decode_html_entities(&text).into_owned();
        }
    }
    if text.contains('%') {
        text = percent_decoded(&text);
    }
    let plain = text
        .chars()
        .filter(|c| !matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}'))
        .map(|c| match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => '-',
            '\u{a0}' | '\u{202f}' => ' ',
            '\u{2044}' | '\u{2215}' | '\u{ff0f}' => '/',
            other => other,
        })
        .collect();
    Cow::Owned(plain)
}

/// Decodes percent-encoding such as `%2F` if the result is visible ASCII.
fn percent_decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        out.push_str(rest.get(..at).unwrap_or_default());
        let decoded = rest
            .get(at + 1..at + 3)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            .filter(u8::is_ascii_graphic);
        match decoded {
            Some(byte) => {
                out.push(char::from(byte));
                rest = rest.get(at + 3..).unwrap_or_default();
            }
            None => {
                out.push('%');
                rest = rest.get(at + 1..).unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    out
}

/// Percent-encodes a DOI as the path of a web address.
pub(super) fn percent_encoded(doi: &str) -> String {
    let mut out = String::with_capacity(doi.len());
    for byte in doi.bytes() {
        if byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b';' | b'(' | b')')
        {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Removes the punctuation of the surrounding sentence from `doi`; closing brackets that are opened
/// within it are kept.
pub(super) fn trimmed(doi: &str) -> &str {
    let mut doi = doi;
    loop {
        let Some(last) = doi.chars().next_back() else { return doi };
        let opening = match last {
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '"' | '`' | '*' | '\u{2019}' | '\u{201d}'
            | '\u{bb}' => None,
            ')' => Some('('),
            ']' => Some('['),
            '}' => Some('{'),
            '>' => Some('<'),
            _ => return doi,
        };
        if let Some(opening) = opening
            && doi.matches(opening).count() >= doi.matches(last).count()
        {
            return doi;
        }
        doi = doi.get(..doi.len() - last.len_utf8()).unwrap_or_default();
    }
}
